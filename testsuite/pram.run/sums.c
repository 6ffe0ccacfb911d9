/* sums.c: several sums in one loop, one region a loop.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-sum } */

#include "show.h"

#define N 1003

static double a[N], b[N];
static float c[N];

int
main (void)
{
  double s = 0, t = 10, u = 0, p = 1;
  float f = 0;
  for (int i = 0; i < N; i++)
    {
      a[i] = noise (i);
      b[i] = noise (i + N);
      c[i] = (float) (i % 8);
    }

#pragma pram reduction(+: s, t) reduction(+: u) reduction(*: p)
  for (int i = 0; i < N; i++)
    {
      s += a[i] * b[i];
      t += a[i];
      u += b[i] * b[i];
      p *= 1 + 0.01 * a[i];
    }
#pragma pram reduction(+: f)
  for (int i = 0; i < N; i++)
    f += c[i];

  printf ("%.17g %.17g %.17g %.17g %.9g\n", s, t, u, p, f);
  return 0;
}
