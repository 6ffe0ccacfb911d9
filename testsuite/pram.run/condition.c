/* condition.c: stores under a condition on data.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 400

static double a[N], b[N];

int
main (void)
{
  int changed = 0;
  for (int i = 0; i < N; i++)
    {
      a[i] = noise (i);
      b[i] = noise (i + N);
    }

#pragma pram
  for (int t = 0; t < 5; t++)
    {
      for (int i = 1; i < N - 1; i++)
	if (a[i] > a[i - 1])
	  {
	    b[i] = a[i + 1];
	    changed++;
	  }
      for (int i = 0; i < N; i++)
	a[i] = 0.5 * (a[i] + b[i]);
    }

  printf ("%d\n", changed);
  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  return 0;
}
