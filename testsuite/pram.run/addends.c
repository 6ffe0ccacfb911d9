/* Sums in order of what the same loop changes: red and black points, with tables of rows
   too, sums before and behind the change, of two things, of differences,
   of rows that data choose.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 7 40 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "show.h"

#define NI __attribute__ ((noipa))

NI static void
colours (int n, double **u, double **f)
{
  double sum = 1;
  int it;
#pragma pram
  for (it = 0; it < 20 && sum > 1e-10; it++)
    {
      sum = 0;
      for (int c = 0; c < 2; c++)
	for (int i = 1; i <= n; i++)
	  for (int j = 1 + (i + c) % 2; j <= n; j += 2)
	    {
	      double r = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1]
				 + u[i][j + 1] - f[i][j]) - u[i][j];
	      u[i][j] += 1.5 * r;
	      sum += r * r;
	    }
      sum = sqrt (sum);
    }
  printf ("%d %.17g\n", it, sum);
}

/* One colour; the sum comes before the change.  */
NI static void
before (int n, double (*u)[n + 2])
{
  double left = 0;
#pragma pram
  for (int t = 0; t < 5; t++)
    for (int i = 1; i <= n; i++)
      for (int j = 1 + (i + t) % 2; j <= n; j += 2)
	{
	  double next = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1]
				+ u[i][j + 1]);
	  left -= fabs (next - u[i][j]);
	  u[i][j] = next;
	}
  printf ("%.17g\n", left);
}

/* Two sums.  */
NI static void
mixed (int n, const int *at, double *r, const double *s)
{
  double gone = 0, all = 0;
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  double old = r[i];
	  r[i] = 0.15 / n + 0.85 * s[at[i]] * old;
	  gone += fabs (r[i] - old);
	  all += old * old;
	}
    }
  printf ("%.17g %.17g\n", gone, all);
}

/* Of rows that data choose: how large what is kept would be is unknown.  */
NI static void
chosen (int n, double (*u)[n + 2])
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      int now = 0, rounds = 0;
      double moved;
      do
	{
	  moved = 0;
	  for (int i = 1; i <= n; i++)
	    {
	      u[!now][i] = 0.5 * (u[now][i - 1] + u[now][i + 1]);
	      moved += fabs (u[!now][i] - u[now][i]);
	    }
	  now = !now;
	}
      while (moved > 0.3 && ++rounds < 9);
      for (int i = 1; i <= n; i++)
	u[now][i] += i % 5;
    }
}

static void
run (int n)
{
  double **u = malloc ((n + 2) * sizeof *u), **f = malloc ((n + 2) * sizeof *f);
  double (*v)[n + 2] = calloc (n + 2, sizeof *v);
  double *r = calloc (n, sizeof *r), *s = calloc (n, sizeof *s);
  int *at = malloc (n * sizeof *at);
  for (int i = 0; i < n + 2; i++)
    {
      u[i] = calloc (n + 2, sizeof **u);
      f[i] = malloc ((n + 2) * sizeof **f);
      for (int j = 0; j < n + 2; j++)
	{
	  f[i][j] = noise (i * n + j) / (n * n);
	  v[i][j] = noise (i + j * n);
	}
    }
  for (int i = 0; i < n; i++)
    {
      r[i] = noise (i);
      s[i] = noise (3 * i);
      at[i] = (i * 5 + 1) % n;
    }
  colours (n, u, f);
  for (int i = 0; i < n + 2; i++)
    show ("u", u[i], (n + 2) * sizeof **u);
  before (n, v);
  show ("v", v, (n + 2) * sizeof *v);
  chosen (n, v);
  show ("v", v, (n + 2) * sizeof *v);
  mixed (n, at, r, s);
  show ("r", r, n * sizeof *r);
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    run (atoi (argv[i]));
  return 0;
}
