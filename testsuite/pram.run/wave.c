/* wave.c: three buffers in rotation.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 80

static double x[N][N], y[N][N], z[N][N];

int
main (void)
{
  double (*prev)[N] = x, (*cur)[N] = y, (*next)[N] = z;
  int steps = 17;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      prev[i][j] = cur[i][j] = noise (i + N * j);

#pragma pram size(steps=17)
  for (int t = 0; t < steps; t++)
    {
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  next[i][j] = 2 * cur[i][j] - prev[i][j]
		       + 0.1 * (cur[i - 1][j] + cur[i + 1][j] + cur[i][j - 1]
				+ cur[i][j + 1] - 4 * cur[i][j]);
      double (*old)[N] = prev;
      prev = cur;
      cur = next;
      next = old;
    }

  printf ("%d %d %d\n", prev == x, cur == x, next == x);
  show ("prev", prev, sizeof x);
  show ("cur", cur, sizeof x);
  show ("next", next, sizeof x);
  return 0;
}
