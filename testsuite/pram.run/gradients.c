/* gradients.c: sums of small vectors over many samples, of which each needs something of the
   whole vector first: a gradient, counts, a covariance.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 150 6 }
   { pram-args 11 3 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

enum { FEATURES = 6 };

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 150, m = argc > 2 ? atoi (argv[2]) : 6;
  double (*x)[FEATURES] = malloc (n * sizeof *x), *y = malloc (n * sizeof *y);
  double w[FEATURES] = { 0 }, g[FEATURES], *v = malloc (n * m * sizeof *v);
  double *cov = calloc (m * m, sizeof *cov);
  int *above = calloc (m, sizeof *above);
  for (int i = 0; i < n; i++)
    {
      y[i] = i % 2;
      for (int f = 0; f < FEATURES; f++)
	x[i][f] = (i * 7 + f * 3) % 11 * .25;
      for (int f = 0; f < m; f++)
	v[i * m + f] = (i * 5 + f * f) % 13 * .5 - f;
    }
#pragma pram
  for (int e = 0; e < 5; e++)
    {
      for (int f = 0; f < FEATURES; f++)
	g[f] = 0;
      for (int i = 0; i < n; i++)
	{
	  double z = 0;
	  for (int f = 0; f < FEATURES; f++)
	    z += w[f] * x[i][f];
	  for (int f = 0; f < FEATURES; f++)
	    g[f] += (y[i] - z) * x[i][f];
	}
      for (int f = 0; f < FEATURES; f++)
	w[f] += 1e-2 / n * g[f];
    }
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double mean = 0;
      for (int f = 0; f < m; f++)
	mean += v[i * m + f];
      mean /= m;
      for (int f = 0; f < m; f++)
	above[f] += v[i * m + f] > mean;
      for (int a = 0; a < m; a++)
	for (int b = 0; b < m; b++)
	  cov[a * m + b] += (v[i * m + a] - mean) * (v[i * m + b] - mean);
    }
  double s = 0;
  int all = 0;
  for (int a = 0; a < m * m; a++)
    s = s * .75 + cov[a];
  for (int f = 0; f < m; f++)
    all = all * 3 + above[f];
  printf ("%.17g %.17g %.17g %d\n", w[0], w[FEATURES - 1], s, all);
  return 0;
}
