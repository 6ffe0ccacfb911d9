/* while.c: while with two conditions, swapped rows of a linearised array.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

int
main (void)
{
  int n = 77, it = 0;
  float *a = need (n * n * sizeof (float)), *b = need (n * n * sizeof (float));
  float d = 1, eps = 0.01f;
  for (int i = 0; i < n * n; i++)
    a[i] = b[i] = (float) noise (i);

#pragma pram size(n=77)
  while (d > eps && it < 40)
    {
      d = 0;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  {
	    float v = 0.25f * (a[(i - 1) * n + j] + a[(i + 1) * n + j]
			       + a[i * n + j - 1] + a[i * n + j + 1]);
	    float e = v > a[i * n + j] ? v - a[i * n + j] : a[i * n + j] - v;
	    b[i * n + j] = v;
	    if (e > d)
	      d = e;
	  }
      float *t = a;
      a = b;
      b = t;
      it++;
    }

  printf ("%d %.9g\n", it, d);
  show ("a", a, n * n * sizeof (float));
  show ("b", b, n * n * sizeof (float));
  return 0;
}
