/* strides.c: strides, reversed loops, different bounds.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 210

static double a[N], b[2 * N], c[N][N];

int
main (void)
{
  for (int i = 0; i < N; i++)
    {
      a[i] = noise (i);
      for (int j = 0; j < N; j++)
	c[i][j] = noise (N + i * N + j);
    }
  for (int i = 0; i < 2 * N; i++)
    b[i] = noise (-i);

#pragma pram begin
  for (int t = 0; t < 9; t++)
    {
      for (int i = 1; i < N - 1; i += 2)
	a[i] = 0.5 * (a[i - 1] + a[i + 1]);
      for (int i = N - 2; i >= 2; i -= 2)
	a[i] = 0.25 * (a[i - 1] + a[i + 1] + 2 * a[i]);
    }
  for (int i = 0; i < N; i++)
    b[2 * i] = a[i];
  for (int i = 3; i < N; i += 3)
    b[2 * i - 1] = a[i - 3] + b[2 * i];
  for (int i = N - 1; i >= 0; i--)
    for (int j = N - 1; j >= i; j--)
      c[i][j] = 2 * c[i][j] + a[j];
#pragma pram end

  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  show ("c", c, sizeof c);
  return 0;
}
