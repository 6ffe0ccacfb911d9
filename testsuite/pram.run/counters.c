/* counters.c: loop variables of all types, tested and changed in one go.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 211

static double a[N];

int
main (void)
{
  int k, i, e, total = 0;
  size_t s;
  for (int i = 0; i < N; i++)
    a[i] = noise (i);

#pragma pram begin
  for (int i = N; i--;)
    a[i] = 2 * a[i] + i;
  for (unsigned i = N; i-- > 0;)
    a[i] = 3 * a[i] + i;
  for (unsigned i = N - 1; i > 0; i--)
    a[i] += 4;
  for (short i = 0; i < N; i++)
    a[i] += i;
  for (unsigned char i = 5; i < 200; i += 3)
    a[i] *= 0.5;
  for (size_t i = 0; i != N; ++i)
    a[i] -= i;
  k = N;
  while (--k >= 0)
    a[k] += 1;
  k = 0;
  do
    a[k] *= 1.5;
  while (++k < N);
  /* What the counter is after the last test.  */
  for (s = N; s-- > 0;)
    a[s] -= s;
  for (i = -1; ++i < N;)
    a[i] += i;
#pragma pram end

#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (e = N; e-- > 1;)
	a[e] += e + t;
      total += e;
    }

  printf ("%d %zu %d %d %d\n", k, s, i, e, total);
  show ("a", a, sizeof a);
  return 0;
}
