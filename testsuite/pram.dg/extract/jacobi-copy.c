/* Copied back, left in the middle, maximum by `if', linear subscripts.

   SPDX-License-Identifier: GPL-3.0-or-later  */
#include <math.h>

int
jacobi (int n, float *a, float *b, float eps)
{
  int it;
  float m;
#pragma pram size(n=100)
  for (it = 0; it < 1000; it++)
    {
      m = 0;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  {
	    b[i * n + j] = 0.25f * (a[(i - 1) * n + j] + a[(i + 1) * n + j]
				    + a[i * n + j - 1] + a[i * n + j + 1]);
	    if (fabsf (b[i * n + j] - a[i * n + j]) > m)
	      m = fabsf (b[i * n + j] - a[i * n + j]);
	  }
      if (m < eps)
	break;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  a[i * n + j] = b[i * n + j];
    }
  return it;
}
