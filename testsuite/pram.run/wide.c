/* wide.c: a halo wider than a block.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 30

static double a[N], b[N];

int
main (void)
{
  for (int i = 0; i < N; i++)
    a[i] = b[i] = noise (i);

#pragma pram
  for (int t = 0; t < 6; t++)
    {
      for (int i = 9; i < N - 9; i++)
	b[i] = a[i - 9] + 0.5 * a[i + 9] - a[i - 4];
      for (int i = 9; i < N - 9; i++)
	a[i] = 0.1 * b[i];
    }

  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  return 0;
}
