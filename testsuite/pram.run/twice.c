/* twice.c: two regions work on the same arrays; ordinary code between.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

int
main (void)
{
  int n = 120;
  double *a = need (n * sizeof (double)), *b = need (n * sizeof (double));
  for (int i = 0; i < n; i++)
    a[i] = b[i] = noise (i);

  for (int k = 0; k < 4; k++)
    {
#pragma pram size(n=120) name(forth)
      for (int i = 1; i < n; i++)
	b[i] = a[i] - 0.5 * a[i - 1];
      b[k] += 1;
#pragma pram size(n=120) name(back)
      for (int i = 0; i < n - 1; i++)
	a[i] = b[i + 1] * 0.9;
      a[n - 1] = k;
    }

  show ("a", a, n * sizeof (double));
  show ("b", b, n * sizeof (double));
  return 0;
}
