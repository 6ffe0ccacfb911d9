/* 5-point Jacobi, convergence test, swapped pointers, VLA parameters.

   SPDX-License-Identifier: GPL-3.0-or-later  */
#include <math.h>

void
jacobi (int n, double old_[n][n], double new_[n][n], double eps)
{
  double (*old)[n] = old_, (*new)[n] = new_, diff;
#pragma pram size(n=1024)
  do
    {
      diff = 0;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  {
	    new[i][j] = 0.25 * (old[i-1][j] + old[i+1][j]
				+ old[i][j-1] + old[i][j+1]);
	    diff = fmax (diff, fabs (new[i][j] - old[i][j]));
	  }
      double (*t)[n] = old;
      old = new;
      new = t;
    }
  while (diff > eps);
}
