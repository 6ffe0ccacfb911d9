/* heat1d.c: static float arrays, fixed time loop, copy-back.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 333

static float a[N], b[N];

int
main (void)
{
  for (int i = 0; i < N; i++)
    a[i] = (float) noise (i);

#pragma pram
  for (int t = 0; t < 20; t++)
    {
      for (int i = 1; i < N - 1; i++)
	b[i] = 0.25f * a[i - 1] + 0.5f * a[i] + 0.25f * a[i + 1];
      for (int i = 1; i < N - 1; i++)
	a[i] = b[i];
    }

  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  return 0;
}
