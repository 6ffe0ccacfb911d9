/* unit-part.c: part of unit.c and plainmain.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

double sum_of_squares (int n, double *a, double *b);

double
sum_of_squares (int n, double *a, double *b)
{
  double most = 0;
#pragma pram size(n=200)
  for (int i = 0; i < n; i++)
    {
      b[i] = a[i] * a[i];
      if (b[i] > most)
	most = b[i];
    }
  return most;
}
