/* snapshots.c: what a time loop keeps in every so many steps, by the quotient of its
   variable: whole arrays, two of them, single values, and before and behind other loops; and
   the element of the largest magnitude, with its sign.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 40 65 }
   { pram-args 9 43 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { EVERY = 16 };

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 40, steps = argc > 2 ? atoi (argv[2]) : 65, snap = 10;
  double *a = malloc (n * sizeof *a), *b = calloc (n, sizeof *b);
  double *kept = calloc (n * (steps / snap + 1), sizeof *kept);
  double *before = calloc (n * (steps / 5 + 1), sizeof *before);
  double peak[64] = { 0 }, *mean = calloc (steps + 1, sizeof *mean), last = 0;
  for (int i = 0; i < n; i++)
    a[i] = i % 7 - 3.25;
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      if (t % 5 == 2)
	for (int i = 0; i < n; i++)
	  before[t / 5 * n + i] = a[i];
      for (int i = 1; i < n - 1; i++)
	b[i] = (a[i - 1] + a[i + 1]) / 2;
      for (int i = 1; i < n - 1; i++)
	a[i] = b[i];
      if (t % snap == 0)
	for (int i = 0; i < n; i++)
	  kept[t / snap * n + i] = a[i];
      if (t % EVERY == 0)
	{
	  double most = 0, largest = 0;
	  for (int i = 0; i < n; i++)
	    {
	      most = fmax (most, a[i]);
	      if (fabs (a[i]) > fabs (largest))
		largest = a[i];
	    }
	  peak[t / EVERY] = most;
	  last = largest;
	  mean[t >> 2] = a[n / 2];
	}
    }
  double s = 0;
  for (int k = 0; k < n * (steps / snap + 1); k++)
    s = s * .9375 + kept[k];
  for (int k = 0; k < n * (steps / 5 + 1); k++)
    s = s * .9375 + before[k];
  for (int k = 0; k <= steps; k++)
    s += mean[k] * (k % 3 + 1);
  printf ("%.17g %.17g %.17g %.17g\n", s, peak[0], peak[1], last);
  free (a);
  free (b);
  free (kept);
  free (before);
  free (mean);
  return 0;
}
