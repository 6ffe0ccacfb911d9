/* noarrays.c: loops that compute scalars from their iterators alone.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-sum } */

#include <stdio.h>

#define N 20000

int
main (void)
{
  double pi = 0, step = 1.0 / N;
  long hits = 0;
#pragma pram reduction(+: pi)
  for (int i = 0; i < N; i++)
    {
      double x = (i + 0.5) * step;
      pi += 4 / (1 + x * x);
    }

#pragma pram
  for (int i = 0; i < 700; i++)
    {
      unsigned seed = i * 2654435761u + 1;
      for (int k = 0; k < 10; k++)
	{
	  seed = seed * 1664525u + 1013904223u;
	  double x = (seed >> 8) / 16777216.0;
	  seed = seed * 1664525u + 1013904223u;
	  double y = (seed >> 8) / 16777216.0;
	  if (x * x + y * y < 1)
	    hits++;
	}
    }

  /* Some loops of a region with arrays, some without; a time loop around.  */
  static double a[100];
  double total = 0;
  int largest = 0;
#pragma pram reduction(+: total)
  for (int t = 0; t < 3; t++)
    {
      total = 0;
      for (int i = 2; i < 90; i++)
	total += 1.0 / (i + t);
      for (int i = 0; i < 100; i++)
	a[i] += total * i;
      for (int i = 5; i < 3000; i += 7)
	if (i * 31 % 1009 > largest)
	  largest = i * 31 % 1009;
    }

  printf ("%.17g %ld %.17g %.17g %d\n", pi * step, hits, total, a[77],
	  largest);
  return 0;
}
