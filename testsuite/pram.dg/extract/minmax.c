/* All forms of minimum and maximum.

   SPDX-License-Identifier: GPL-3.0-or-later  */
#include <math.h>

void
minmax (int n, const double *x, const float *y, const int *z, double *result)
{
  double a = result[0], b = result[1], c = result[2], d = result[3];
  float e = result[4];
  int f = result[5], ok = 1;
#pragma pram size(n=500) reduction(&&: ok)
  for (int i = 0; i < n; i++)
    {
      a = x[i] > a ? x[i] : a;
      b = b < x[i] ? b : x[i];
      if (c < x[i])
	c = x[i];
      if (i < 400 && d > 2 * x[i])
	d = 2 * x[i];
      e = fmaxf (e, y[i]);
      f = z[i] < f ? z[i] : f;
      ok = ok && x[i] > 0;
    }
  result[0] = a + b + c + d + e + f + ok;
}
