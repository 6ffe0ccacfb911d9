/* integers.c: integer arrays; sums, products and bits without a clause.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 300

static int a[N];
static long b[N];
static unsigned short s[N];

int
main (void)
{
  int sum = 5, even = 0;
  long total = -3;
  unsigned x = 0, o = 0, m = ~0u;
  for (int i = 0; i < N; i++)
    a[i] = (int) (1e6 * noise (i));

#pragma pram
  for (int i = 0; i < N; i++)
    {
      b[i] = (long) a[i] * 3 - i;
      s[i] = (unsigned short) (a[i] ^ i);
      sum += a[i];
      total += b[i];
      x ^= (unsigned) a[i];
      o |= (unsigned) a[i] & 0x5555;
      m &= (unsigned) a[i] | 0xff00;
      even += a[i] % 2 == 0;
    }

  printf ("%d %ld %u %u %u %d\n", sum, total, x, o, m, even);
  show ("b", b, sizeof b);
  show ("s", s, sizeof s);
  return 0;
}
