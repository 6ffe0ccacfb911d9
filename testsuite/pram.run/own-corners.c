/* own-corners.c: elements list their corners in an array of their own, add to these, and a
   recurrence follows in the same region.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 2 4 40 }
   { pram-ranks 2 3 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  int m = argc > 1 ? atoi (argv[1]) : 10, n = m + 1;
  double *k = calloc (3 * n, sizeof *k), *b = calloc (n, sizeof *b), h = 1. / m;
#pragma pram begin
  for (int e = 0; e < m; e++)
    {
      int corner[2] = { e, e + 1 };
      for (int a = 0; a < 2; a++)
	{
	  b[corner[a]] += h * (e + .5);
	  for (int c = 0; c < 2; c++)
	    k[3 * corner[a] + 1 + c - a] += (a == c ? 1 : -1) / h;
	}
    }
  k[1] += 1;
  for (int i = 1; i < n; i++)
    {
      double f = k[3 * i] / k[3 * i - 2];
      k[3 * i + 1] -= f * k[3 * i - 1];
      b[i] -= f * b[i - 1];
    }
#pragma pram end
  for (int i = 0; i < n; i++)
    printf ("%.12g %.12g %.12g %.12g\n", k[3 * i], k[3 * i + 1], k[3 * i + 2], b[i]);
  free (k);
  free (b);
  return 0;
}
