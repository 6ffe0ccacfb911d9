/* plainmain.c: main was not compiled by pramcc.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* The program's main is in plainmain-part.c, which only gcc sees.  */
/* { pram-plain plainmain-part.c } */

double half_of (int n, double *a, double *b);

double
half_of (int n, double *a, double *b)
{
  double most = 0;
#pragma pram size(n=200)
  for (int i = 0; i < n; i++)
    {
      b[i] = a[i] * 0.5;
      if (b[i] > most)
	most = b[i];
    }
  return most;
}
