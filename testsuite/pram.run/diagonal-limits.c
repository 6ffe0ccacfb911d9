/* diagonal-limits.c: a product by diagonals, whose offsets say from where to where these go, in
   several spellings.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 1 2 10 50 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

enum { DIAGONALS = 5 };
static const int offset[DIAGONALS] = { -5, -1, 0, 1, 7 };

static void
choose (int n, const double *a, const double *x, double *y)
{
#pragma pram
  for (int d = 0; d < DIAGONALS; d++)
    {
      int lo = offset[d] < 0 ? -offset[d] : 0;
      int hi = offset[d] > 0 ? n - offset[d] : n;
      for (int i = lo; i < hi; i++)
	y[i] += a[d * n + i] * x[i + offset[d]];
    }
}

static void
branch (int n, const double *a, const double *x, double *y)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    for (int d = 0; d < DIAGONALS; d++)
      {
	int lo = 0, hi = n;
	if (offset[d] < 0)
	  lo = -offset[d];
	if (offset[d] > 0)
	  hi = n - offset[d];
	for (int i = lo; i < hi; i++)
	  y[i] += a[d * n + i] * x[i + offset[d]];
      }
}

static void
upwards (int n, const int *off, const double *x, double *y)
{
#pragma pram
  for (int d = 0; d < DIAGONALS; d++)
    {
      int last = n - 1;
      if (off[d] > 0)
	last = n - 1 - off[d];
      for (int i = last; i >= 0 && i + off[d] >= 0; i--)
	y[i] += x[i + off[d]];
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]), off[DIAGONALS];
      double *a = malloc (DIAGONALS * n * sizeof *a);
      double *x = malloc (n * sizeof *x), *y = calloc (n, sizeof *y);
      for (int i = 0; i < DIAGONALS * n; i++)
	a[i] = 1 + i % 3;
      for (int i = 0; i < n; i++)
	x[i] = i + 1;
      for (int d = 0; d < DIAGONALS; d++)
	off[d] = 3 * d - 6;
      choose (n, a, x, y);
      branch (n, a, x, y);
      upwards (n, off, x, y);
      for (int i = 0; i < n; i++)
	printf ("%g%s", y[i], i + 1 < n ? " " : "\n");
      free (a);
      free (x);
      free (y);
    }
  return 0;
}
