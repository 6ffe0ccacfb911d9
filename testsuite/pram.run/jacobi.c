/* jacobi.c: convergence loop, heap arrays, pointers swapped.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include "show.h"

int
main (void)
{
  int n = 101, it = 0;
  double (*old)[n] = need (sizeof (double[n][n]));
  double (*new)[n] = need (sizeof (double[n][n]));
  double diff, eps = 1e-4;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      old[i][j] = new[i][j] = i == 0 ? noise (j) : j == 0 ? 1 : 0;

#pragma pram size(n=101)
  do
    {
      diff = 0.0;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  {
	    new[i][j] = 0.25 * (old[i - 1][j] + old[i + 1][j]
				+ old[i][j - 1] + old[i][j + 1]);
	    diff = fmax (diff, fabs (new[i][j] - old[i][j]));
	  }
      double (*t)[n] = old;
      old = new;
      new = t;
      it++;
    }
  while (diff > eps);

  printf ("%d %.17g\n", it, diff);
  show ("old", old, sizeof (double[n][n]));
  show ("new", new, sizeof (double[n][n]));
  return 0;
}
