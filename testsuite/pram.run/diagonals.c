/* diagonals.c: products of a matrix kept by diagonals, of which a function gets the offsets.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 100 }
   { pram-args 9 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

static void
multiply (int n, int nd, const int *off, const double *v, const double *x, double *y)
{
#pragma pram
  for (int d = 0; d < nd; d++)
    {
      int o = off[d];
      int lo = o < 0 ? -o : 0, hi = o > 0 ? n - o : n;
      for (int i = lo; i < hi; i++)
	y[i] += v[d * n + i] * x[i + o];
    }
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 100, off[] = { -7, -1, 0, 1, 7 };
  double *x = calloc (n, 8), *y = calloc (n, 8), *v = calloc (5 * n, 8), s = 0;
  for (int i = 0; i < n; i++)
    x[i] = 1.0 / (i + 1);
  for (int i = 0; i < 5 * n; i++)
    v[i] = i % 7;
  multiply (n, 5, off, v, x, y);
  multiply (n, 3, off + 1, v, y, x);
  for (int i = 0; i < n; i++)
    s += x[i] * (i % 3 + 1) + y[i];
  printf ("%.17g\n", s);
  return 0;
}
