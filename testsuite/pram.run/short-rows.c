/* short-rows.c: a loop whose end is the smallest of several, task by task.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))

static void __attribute__ ((noinline, noclone))
fill (int n, int m, short *a)
{
#pragma pram size(n=9,m=3) schedule(brent)
  for (int i = 2; i < MIN (n, m + 1); i++)
    for (int t = 1; t < MIN (MIN (n, i + 4), 9); t += 2)
      for (int j = t; j < MIN (t + 2, MIN (MIN (n, i + 4), 9)); j++)
	a[i * 14 + j] = 3 * a[(i + 1) * 14 + n - 1 - j] % 97;
}

int
main (void)
{
  short a[196];
  for (int k = 0; k < 196; k++)
    a[k] = 100 * noise (k);
  fill (9, 3, a);
  show ("a", a, sizeof a);
  return 0;
}
