/* waves.c: loops that hand on scalars to the next iteration and store what they make of them:
   processes follow each other, in time loops as waves.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args "5 7" "40 33" "3 200" }
   { pram-ranks 2 3 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "show.h"

#define AT(i, j) ((i) * (m + 1) + (j))

/* Gauss and Seidel, from one corner to the other and back.  */
static void
sweeps (int n, int m, int times, double *u)
{
#pragma pram
  for (int t = 0; t < times; t++)
    {
      for (int i = 1; i < n; i++)
	for (int j = 1; j < m; j++)
	  u[AT (i, j)] = .25 * (u[AT (i - 1, j)] + u[AT (i + 1, j)]
				+ u[AT (i, j - 1)] + u[AT (i, j + 1)]);
      for (int i = n - 1; i > 0; i--)
	for (int j = m - 1; j > 0; j--)
	  u[AT (i, j)] += .3 * (u[AT (i - 1, j)] + u[AT (i + 1, j)] + u[AT (i, j - 1)]
				+ u[AT (i, j + 1)] - 4 * u[AT (i, j)]);
    }
}

/* Until nothing changes by much.  */
static int
settle (int n, int m, double (*u)[m + 1], double *left)
{
  double change = 1;
  int times = 0;
#pragma pram
  while (change > 1e-3 && times < 20)
    {
      change = 0;
      for (int i = 1; i < n; i++)
	for (int j = 1; j < m; j++)
	  {
	    double old = u[i][j];
	    u[i][j] = .25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
	    change = fmax (change, fabs (u[i][j] - old));
	  }
      times++;
    }
  *left = change;
  return times;
}

/* … by more than was asked for, and the most of that.  */
static double
relax (int n, int m, double *u)
{
  double most = 0;
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      most = 0;
      for (int i = 1; i < n; i++)
	for (int j = 1; j < m; j++)
	  {
	    double r = .25 * (u[AT (i - 1, j)] + u[AT (i + 1, j)] + u[AT (i, j - 1)]
			      + u[AT (i, j + 1)]) - u[AT (i, j)];
	    u[AT (i, j)] += 1.3 * r;
	    if (fabs (r) > most)
	      most = fabs (r);
	  }
    }
  return most;
}

/* The longest common part of two texts; in each case something is stored.  */
static int
common (int n, int m, const char *x, const char *y, int *l)
{
#pragma pram
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      if (x[i - 1] == y[j - 1])
	l[AT (i, j)] = l[AT (i - 1, j - 1)] + 1;
      else
	l[AT (i, j)] = (l[AT (i - 1, j)] > l[AT (i, j - 1)] ? l[AT (i - 1, j)]
			: l[AT (i, j - 1)]);
  return l[AT (n, m)];
}

/* How far they are apart, in rows of their own.  */
static int
apart (int n, int m, const char *x, const char *y, int (*d)[m + 1])
{
#pragma pram begin
  for (int i = 0; i <= n; i++)
    d[i][0] = i;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      {
	int least = d[i - 1][j - 1] + (x[i - 1] != y[j - 1]);
	if (d[i - 1][j] + 1 < least)
	  least = d[i - 1][j] + 1;
	if (d[i][j - 1] + 1 < least)
	  least = d[i][j - 1] + 1;
	d[i][j] = least;
      }
#pragma pram end
  return d[n][m];
}

/* What is left of each pulse, in rows, of which the signs change.  */
static void
filter (int n, int m, double *v, float *kept)
{
#pragma pram
  for (int i = 0; i <= n; i++)
    {
      double last = 0, sign = 1;
      for (int j = 0; j <= m; j++)
	{
	  last = .9 * last + v[AT (i, j)];
	  kept[AT (i, j)] = sign * last;
	  sign = -sign;
	  v[AT (i, j)] -= last / 2 + (i ? v[AT (i - 1, j)] : 0);
	}
    }
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 20, m = argc > 2 ? atoi (argv[2]) : 30;
  size_t all = (size_t) (n + 1) * (m + 1);
  double *u = malloc (all * sizeof *u), *v = malloc (all * sizeof *v);
  int *l = calloc (all, sizeof *l), *d = malloc (all * sizeof *d);
  float *kept = malloc (all * sizeof *kept);
  char *x = malloc (n), *y = malloc (m);
  for (size_t k = 0; k < all; k++)
    {
      u[k] = k * 7 % 17;
      v[k] = k * k % 11;
    }
  for (int i = 0; i < n; i++)
    x[i] = 'a' + i * 7 % 5;
  for (int j = 0; j < m; j++)
    y[j] = 'a' + j * j % 4;
  for (int i = 0; i <= n; i++)
    for (int j = 0; j <= m; j++)
      d[AT (i, j)] = i ? i : j;
  sweeps (n, m, 4, u);
  show ("u", u, all * sizeof *u);
  double left;
  printf ("%d", settle (n, m, (double (*)[m + 1]) u, &left));
  printf (" %.17g\n", left);
  u[AT (1, 1)] += 7;
  printf ("%.17g\n", relax (n, m, u));
  show ("u", u, all * sizeof *u);
  printf ("%d\n", apart (n, m, x, y, (int (*)[m + 1]) d));
  show ("d", d, all * sizeof *d);
  printf ("%d\n", common (n, m, x, y, l));
  show ("l", l, all * sizeof *l);
  filter (n, m, v, kept);
  show ("v", v, all * sizeof *v);
  show ("kept", kept, all * sizeof *kept);
  return 0;
}
