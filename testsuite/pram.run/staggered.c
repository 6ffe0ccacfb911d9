/* staggered.c: two fields that are computed from each other's neighbours, on
   the lines between.  Large blocks sweep over both at once.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 1100
#define M 800

static double e[N][M], h[N][M];

int
main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      e[i][j] = noise (i + N * j);

#pragma pram
  for (int t = 0; t < 5; t++)
    {
      for (int i = 0; i < N - 2; i++)
	for (int j = 0; j < M; j++)
	  h[i][j] -= 0.5 * (e[i + 2][j] - e[i][j]);
      for (int i = 1; i < N; i++)
	for (int j = 0; j < M; j++)
	  e[i][j] -= 0.25 * (h[i][j] - h[i - 1][j]);
    }

  show ("e", e, sizeof e);
  show ("h", h, sizeof h);
  return 0;
}
