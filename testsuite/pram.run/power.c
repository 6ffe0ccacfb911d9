/* power.c: power iteration with a dense matrix.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-sum } */

#include <math.h>
#include "show.h"

int
main (void)
{
  int n = 90, it = 0;
  double (*a)[n] = need (sizeof (double[n][n]));
  double *x = need (n * sizeof (double)), *y = need (n * sizeof (double));
  double norm, change, last = 0;
  for (int i = 0; i < n; i++)
    {
      x[i] = 1;
      for (int j = 0; j < n; j++)
	a[i][j] = noise (i * n + j) + (i == j ? 3 : 0);
    }

#pragma pram size(n=90) reduction(+: norm)
  do
    {
      norm = 0;
      for (int i = 0; i < n; i++)
	{
	  double s = 0;
	  for (int j = 0; j < n; j++)
	    s += a[i][j] * x[j];
	  y[i] = s;
	  norm += s * s;
	}
      norm = sqrt (norm);
      for (int i = 0; i < n; i++)
	x[i] = y[i] / norm;
      change = fabs (norm - last);
      last = norm;
      it++;
    }
  while (change > 1e-8 * norm);

  printf ("%d %.17g\n", it, norm);
  for (int i = 0; i < n; i += 11)
    printf ("%.17g\n", x[i]);
  return 0;
}
