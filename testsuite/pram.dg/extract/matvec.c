/* Power iteration: matrix times vector, a private sum.

   SPDX-License-Identifier: GPL-3.0-or-later  */
#include <math.h>

double
power (int n, double a[n][n], double *x, double *y)
{
  double norm = 0;
#pragma pram size(n=300) reduction(+: norm)
  for (int t = 0; t < 20; t++)
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
    }
  return norm;
}
