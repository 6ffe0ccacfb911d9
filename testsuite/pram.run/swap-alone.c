/* swap-alone.c: a loop that does nothing but exchange pointers, before one
   that uses them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 60

static void __attribute__ ((noinline, noclone))
sweep (int n, int swaps, double *old, double *new)
{
#pragma pram begin size(n=60,swaps=3)
  for (int s = 0; s < swaps; s++)
    {
      double *t = old;
      old = new;
      new = t;
    }
  for (int t = 0; t < 2; t++)
    {
      for (int i = 1; i < n - 1; i++)
	new[i] = 0.5 * (old[i - 1] + old[i + 1]);
      double *h = old;
      old = new;
      new = h;
    }
#pragma pram end
}

int
main (void)
{
  static double a[N], b[N];
  for (int i = 0; i < N; i++)
    a[i] = noise (i), b[i] = noise (i + N);
  sweep (N, 3, a, b);
  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  return 0;
}
