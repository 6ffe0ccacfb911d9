/* resized.c: compiled for sizes that nobody has named, and called with more of them
   than there are plans kept: most are planned when the program runs, twice.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

static void
smooth (int n, double *a, double *b)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 1; i < n - 1; i++)
	b[i] = 0.5 * (a[i - 1] + a[i + 1]);
      for (int i = 1; i < n - 1; i++)
	a[i] = b[i];
    }
}

int
main (void)
{
  static double a[1000], b[1000];
  for (int i = 0; i < 1000; i++)
    a[i] = b[i] = noise (i);
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 70; i++)
      smooth (20 + 14 * i, a, b);
  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  return 0;
}
