/* Sums in the serial order within loops in which data choose what is read, and whose
   results are exchanged: each becomes two, of which one is distributed.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 2 13 400 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <math.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

/* PageRank: how much changes is summed up where the ranks are computed.  */
NI int
rank (int n, const int *start, const int *col, const int *degree, double *x,
      double *y)
{
  int it = 0;
  double change;
#pragma pram
  do
    {
      double lost = 0;
      for (int i = 0; i < n; i++)
	if (degree[i] == 0)
	  lost += x[i];
      change = 0;
      for (int i = 0; i < n; i++)
	{
	  double s = 0;
	  for (int k = start[i]; k < start[i + 1]; k++)
	    s += x[col[k]] / (degree[col[k]] + 4);
	  y[i] = .15 / n + .85 * (s + lost / n);
	  change += fabs (y[i] - x[i]);
	}
      double *t = x;
      x = y;
      y = t;
    }
  while (++it < 30 && change > 1e-6);
  return it;
}

/* One element each; and what is summed up is chosen, too.  */
NI double
moved (int n, const int *from, double *x, double *y)
{
  double sum = 1;
#pragma pram
  for (int it = 0; it < 9 && sum < 1e6; it++)
    {
      sum = 0;
      for (int i = 0; i < n; i++)
	{
	  y[i] = .3 * x[from[i]] + x[i];
	  sum = sum / 2 + x[from[n - 1 - i]] * y[i];
	}
      double *t = x;
      x = y;
      y = t;
    }
  return sum;
}

/* A table, searched.  */
NI double
table (int n, int m, const double *at, double *x, double *y)
{
  double energy = 0;
#pragma pram
  for (int it = 0; it < 4; it++)
    {
      energy = 0;
      for (int i = 0; i < n; i++)
	{
	  int lo = 0, hi = m - 1;
	  while (hi - lo > 1)
	    {
	      int mid = (lo + hi) / 2;
	      if (at[mid] <= x[i])
		lo = mid;
	      else
		hi = mid;
	    }
	  y[i] = x[i] + .1 * at[lo];
	  energy += y[i] * x[i];
	}
      double *t = x;
      x = y;
      y = t;
    }
  return energy;
}

static void
all (int n)
{
  double *x = fresh (n), *y = fresh (n), *at = fresh (64), last;
  int *start = indices (n + 1, 1), *col = indices (5 * n, n), k = 0;
  int *degree = indices (n, 4), *from = indices (n, n);
  for (int i = 0; i < n; i++)
    {
      start[i] = k;
      k += chance (6);
    }
  start[n] = k;
  for (int i = 0; i < 64; i++)
    at[i] = i * i * .1;
  printf ("%d\n", rank (n, start, col, degree, x, y));
  show ("ranks", x, n * sizeof *x);
  show ("before", y, n * sizeof *y);
  last = moved (n, from, x, y);
  show ("sum", &last, sizeof last);
  show ("x", x, n * sizeof *x);
  show ("y", y, n * sizeof *y);
  last = table (n, 64, at, x, y);
  show ("energy", &last, sizeof last);
  show ("x", x, n * sizeof *x);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    all (atoi (argv[k]));
  return 0;
}
