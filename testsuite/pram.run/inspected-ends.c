/* Loops over all that rows hold, whose end is an element of the array that says
   where rows begin, beside such that inspect rows.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 2 7 50 300 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

struct graph
{
  int n, *start, *to;
};

NI void
degrees (const struct graph *g, int *degree)
{
#pragma pram
  for (int k = 0; k < g->start[g->n]; k++)
    degree[g->to[k]]++;
}

/* Rows are scaled, then multiplied.  */
NI void
scaled (int n, const int *start, const int *to, double *a, const double *x,
	double *y)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int k = 0; k < start[n]; k++)
	a[k] = .5 * a[k] + t;
      for (int i = 0; i < n; i++)
	{
	  double s = y[i];
	  for (int k = start[i]; k < start[i + 1]; k++)
	    s += x[to[k]];
	  y[i] = .25 * s;
	}
    }
}

/* Rows between two others.  */
NI long
between (int first, int last, const long *start, const int *to, int *seen)
{
  long n = 0;
#pragma pram
  for (long k = start[first]; k < start[last]; k++)
    {
      seen[to[k]] += 2;
      n += to[k];
    }
  return n;
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      int *start = malloc (sizeof *start * (n + 1));
      long *wide = malloc (sizeof *wide * (n + 1));
      wide[0] = start[0] = 0;
      for (int i = 0; i < n; i++)
	wide[i + 1] = start[i + 1] = start[i] + chance (6);
      int *to = indices (start[n], n), *degree = calloc (n, sizeof *degree);
      struct graph g = { n, start, to };
      degrees (&g, degree);
      show ("degree", degree, n * sizeof *degree);
      double *a = fresh (start[n]), *x = fresh (n), *y = fresh (n);
      scaled (n, start, to, a, x, y);
      show ("a", a, start[n] * sizeof *a);
      show ("y", y, n * sizeof *y);
      for (int i = 0; i < n; i += n / 2 + 1)
	printf ("%ld\n", between (i / 2, n - i / 3, wide, to, degree));
      show ("seen", degree, n * sizeof *degree);
    }
  return 0;
}
