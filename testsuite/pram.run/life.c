/* life.c: unsigned char, linearised; conditions on data.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

int
main (void)
{
  int n = 60;
  unsigned char *a = need (n * n), *b = need (n * n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] = b[i * n + j] = i > 0 && j > 0 && i < n - 1 && j < n - 1
				    && noise (i * n + j) < 0.35;

#pragma pram size(n=60)
  for (int t = 0; t < 30; t++)
    {
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  {
	    int s = a[(i - 1) * n + j - 1] + a[(i - 1) * n + j]
		    + a[(i - 1) * n + j + 1] + a[i * n + j - 1]
		    + a[i * n + j + 1] + a[(i + 1) * n + j - 1]
		    + a[(i + 1) * n + j] + a[(i + 1) * n + j + 1];
	    b[i * n + j] = s == 3 || (s == 2 && a[i * n + j]);
	  }
      unsigned char *x = a;
      a = b;
      b = x;
    }

  show ("a", a, n * n);
  show ("b", b, n * n);
  return 0;
}
