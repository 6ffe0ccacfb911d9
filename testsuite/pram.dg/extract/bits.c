/* bits.c: bits of indices, and a level that is unrolled because of them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

enum { N = 32 };
static double a[N], b[N], w[N];

void
levels (void)
{
#pragma pram
  for (int s = 1; s < 3; s++)
    for (int i = 0; i < N; i++)
      if (i & 1 << s)
	b[i] = a[i ^ 1 << s] * w[(i & ((1 << s) - 1)) << (3 - s)];
}
