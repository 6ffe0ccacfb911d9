/* counted-exits.c: inner loops that end at their own limit or at that of a counter that goes
   on in the outer one, in either order, as in GMRES, and downwards.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 60 10 }
   { pram-args 23 4 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 60, m = argc > 2 ? atoi (argv[2]) : 10;
  int total = 0, most = 45, left = 33, k;
  double (*v)[n] = calloc (m + 1, sizeof *v), *x = calloc (n, sizeof *x);
  double *w = calloc (n, sizeof *w), *y = calloc (n, sizeof *y), s = 0;
#pragma pram
  for (;;)
    {
      double d = 0;
      for (int i = 0; i < n; i++)
	{
	  v[0][i] = i % 7 - x[i];
	  d = fmax (d, fabs (v[0][i]));
	}
      if (d < 1e-6 || total >= most)
	break;
      for (k = 0; k < m && total < most; k++, total++)
	{
	  for (int i = 1; i < n - 1; i++)
	    w[i] = .5 * (v[k][i - 1] + v[k][i + 1]);
	  for (int j = 0; j <= k; j++)
	    for (int i = 0; i < n; i++)
	      w[i] -= .1 * v[j][i];
	  for (int i = 0; i < n; i++)
	    v[k + 1][i] = w[i];
	}
      for (int j = 0; j < k; j++)
	for (int i = 0; i < n; i++)
	  x[i] += .1 * v[j][i];
    }
#pragma pram
  while (left > 0)
    {
      for (k = m; left > 0 && k > 0; k--, left--)
	for (int i = 1; i < n; i++)
	  y[i] = .5 * (y[i] + x[i - 1]) + v[k][i];
      for (int i = 0; i < n; i++)
	x[i] = y[i] + k;
    }
  for (int i = 0; i < n; i++)
    s += x[i] * (i % 3 + 1) + y[i];
  printf ("%d %d %d %.17g\n", total, left, k, s);
  return 0;
}
