/* rounds-history.c: histories of loops whose end data decide inside of other loops:
   each round writes those of the ones before over, as far as it goes; and with one
   row for each round.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include "show.h"

#define NI __attribute__ ((noinline, noclone))

enum { STEPS = 5, MOST = 40 };

static double rows[STEPS][MOST];

/* The first round is the longest one.  */
static void NI
over (int n, double tol, double *u, double *v, double *f)
{
  double *history = need (MOST * sizeof *history);
  int *count = need (STEPS * sizeof *count);
  for (int i = 0; i < MOST; i++)
    history[i] = -i;
#pragma pram
  for (int step = 0; step < STEPS; step++)
    {
      int it = 0;
      double r = 1;
      while (r > tol * (1 + 9 * step) && it < MOST)
	{
	  r = 0;
	  for (int i = 1; i < n - 1; i++)
	    v[i] = (f[i] + u[i - 1] + u[i + 1]) / 3;
	  for (int i = 1; i < n - 1; i++)
	    {
	      r = fmax (r, fabs (v[i] - u[i]));
	      u[i] = v[i];
	    }
	  history[it] = r;
	  it++;
	}
      count[step] = it;
      for (int i = 0; i < n; i++)
	f[i] = 0.5 * u[i] + step;
    }
  show ("history", history, MOST * sizeof *history);
  show ("count", count, STEPS * sizeof *count);
  show ("u", u, n * sizeof *u);
  free (history);
  free (count);
}

/* A row for each, and pointers are exchanged.  */
static void NI
each (int n, double tol, double *u, double *v, double *f)
{
#pragma pram
  for (int step = 0; step < STEPS; step++)
    {
      int it = 0;
      double r;
      do
	{
	  r = 0;
	  for (int i = 1; i < n - 1; i++)
	    {
	      v[i] = (f[i] + u[i - 1] + u[i + 1]) / 3;
	      r = fmax (r, fabs (v[i] - u[i]));
	    }
	  double *other = u;
	  u = v;
	  v = other;
	  rows[step][it++] = r;
	}
      while (r > tol && it < MOST);
      for (int i = 0; i < n; i++)
	f[i] = 0.5 * u[i] + step;
    }
  show ("rows", rows, sizeof rows);
  show ("u", u, n * sizeof *u);
}

static void
run (int n, double tol)
{
  double *a[6];
  for (int k = 0; k < 6; k++)
    {
      a[k] = need (n * sizeof *a[k]);
      for (int i = 0; i < n; i++)
	a[k][i] = k == 2 || k == 5 ? noise (i) : 0;
    }
  over (n, tol, a[0], a[1], a[2]);
  each (n, tol, a[3], a[4], a[5]);
}

int
main (void)
{
  run (21, 1e-3);
  run (5, 1e-5);
  return 0;
}
