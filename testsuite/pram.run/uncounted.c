/* Writes in loops of which data decide where they end: up to the first small element, as
   many as there are large ones, as many as another array says.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 90 5 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

#define NI __attribute__ ((noipa))

enum { W = 8 };

NI static void
first_ones (int n, const double *x, double *y, double *z)
{
#pragma pram begin
  for (int i = 0; i < n; i++)
    {
      int k = 0;
      while (k < W && x[i * W + k] > 0.3)
	{
	  y[i * W + k] = 2 * x[i * W + k];
	  k++;
	}
    }
  for (int i = 0; i < n * W; i++)
    z[i] = y[i] + (i > 0 ? y[i - 1] : 0);
#pragma pram end
}

NI static void
large_ones (int n, const double *x, double *y, int *count)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int m = 0;
      for (int k = 0; k < W; k++)
	if (x[i * W + k] > 0.5)
	  y[i * W + m++] = x[i * W + k];
      count[i] = m;
    }
}

NI static void
collected (int n, const double *x, double *y, double *z, int steps)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  double d[W];
	  int m = 0;
	  for (int k = 0; k < W; k++)
	    if (x[(i * 5 + k * 3) % (n * W)] > 0.4 + 0.1 * t)
	      d[m++] = x[i * W + k];
	  for (int k = 0; k < m; k++)
	    y[i * W + k] = d[m - 1 - k] + t;
	}
      for (int i = 1; i < n - 1; i++)
	z[i] += y[i * W] + y[(i + 1) * W + 1] - y[(i - 1) * W + 2];
    }
}

NI static void
expanded (int n, const int *length, const int *start, const double *v, double *y)
{
#pragma pram
  for (int i = 0; i < n; i++)
    for (int j = 0; j < length[i]; j++)
      y[start[i] + j] = v[i] * (j + 1);
}

int
main (int argc, char **argv)
{
  for (int arg = 1; arg < argc; arg++)
    {
      int n = atoi (argv[arg]), size = n * W;
      double *x = need (size * sizeof *x), *y = calloc (size, sizeof *y);
      double *z = calloc (size, sizeof *z);
      int *count = need (n * sizeof *count), *start = need (n * sizeof *start);
      for (int i = 0; i < size; i++)
	x[i] = noise (i);
      first_ones (n, x, y, z);
      show ("first ones", z, size * sizeof *z);
      large_ones (n, x, y, count);
      show ("large ones", y, size * sizeof *y);
      show ("how many", count, n * sizeof *count);
      collected (n, x, y, z, 3);
      show ("collected", y, size * sizeof *y);
      show ("sums", z, n * sizeof *z);
      for (int i = 0, m = 0; i < n; m += count[i++])
	start[i] = m;
      expanded (n, count, start, x, y);
      show ("expanded", y, size * sizeof *y);
      free (x), free (y), free (z), free (count), free (start);
    }
  return 0;
}
