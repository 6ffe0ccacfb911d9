/* ends.c: calls that end the program, between loops and in them, and helpers that do, of
   which none is come to.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 40 }
   { pram-mode distributed }  */

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void
fatal (const char *what, int it)
{
  fprintf (stderr, "%s in iteration %d\n", what, it);
  exit (3);
}

static int
relax (int n, double u[n][n], double v[n][n])
{
  int it = 0;
  double most;
#pragma pram
  while (1)
    {
      most = 0;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  {
	    assert (u[i][j] >= 0 && "not negative");
	    v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
	  }
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  {
	    most = fmax (most, fabs (v[i][j] - u[i][j]));
	    u[i][j] = v[i][j];
	  }
      it++;
      if (most < 1e-3)
	return it;
      if (it > 2000)
	{
	  fprintf (stderr, "no convergence: %g after %d\n", most, it);
	  exit (2);
	}
      if (most > 1e6)
	fatal ("diverged", it);
    }
}

static void
step (int n, double u[n][n], double v[n][n], const int *at)
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  {
	    if (isnan (u[i][j]))
	      abort ();
	    v[i][j] = sqrt (u[i][j]) + u[i - 1][j] / (1 + u[i][j + 1]);
	  }
      for (int i = 0; i < n; i++)
	{
	  assert (at[i] >= 0 && at[i] < n);
	  v[i][0] = u[at[i]][i] * 0.5;
	}
      for (int i = 0; i < n; i++)
	for (int j = 0; j < n; j++)
	  u[i][j] = v[i][j];
      if (u[0][0] < 0)
	fatal ("negative", t);
    }
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 20;
  double (*u)[n] = malloc (n * sizeof *u), (*v)[n] = malloc (n * sizeof *v), s = 0;
  int *at = malloc (n * sizeof *at);
  for (int i = 0; i < n; i++)
    {
      at[i] = i * 7 % n;
      for (int j = 0; j < n; j++)
	u[i][j] = v[i][j] = 1 + i * j % 7;
    }
  int it = relax (n, u, v);
  step (n, u, v, at);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s = s * 0.99 + u[i][j] + v[i][j];
  printf ("%d %.17g\n", it, s);
  return 0;
}
