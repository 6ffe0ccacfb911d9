/* sizes.c: compiled for two sizes, called with both.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

static void
shift (int n, double *a, double *b)
{
#pragma pram size(n=50) size(n=81)
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	b[i] = a[i] * 0.5;
      for (int i = 1; i < n; i++)
	a[i] = b[i] + b[i - 1];
    }
}

int
main (void)
{
  double a[100], b[100];
  for (int i = 0; i < 100; i++)
    a[i] = b[i] = noise (i);
  shift (50, a, b);
  shift (81, a, b);
  shift (50, b, a);
  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  return 0;
}
