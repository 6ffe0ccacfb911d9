/* Vectors do what fmax and fabs do, but not what functions of the library do.

   SPDX-License-Identifier: GPL-3.0-or-later  */
#include <math.h>

enum { N = 64 };

void
functions (double *u, double *v)
{
#pragma pram
  for (int t = 0; t < 10; t++)
    {
      for (int i = 0; i < N; i++)
	v[i] = exp (-fabs (u[i]));
      for (int i = 0; i < N; i++)
	u[i] = fmax (v[i], 0.5 * u[i]);
    }
}
