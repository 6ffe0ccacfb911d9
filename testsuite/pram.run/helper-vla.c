/* helper-vla.c: a helper whose parameters' types depend on each other.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 33
#define M 17

static double fine[N][N], next[N][N], coarse[M][M], other[M][M];

static inline void
relax (int n, double (*v)[n], double (*w)[n], double omega)
{
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      w[i][j] = v[i][j] * (1 - omega)
		+ omega * 0.25 * (v[i - 1][j] + v[i + 1][j] + v[i][j - 1]
				  + v[i][j + 1]);
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      fine[i][j] = noise (i * N + j);

#pragma pram
  for (int cycle = 0; cycle < 3; cycle++)
    {
      relax (N, fine, next, 0.75);
      relax (N, next, fine, 0.75);
      for (int i = 0; i < M; i++)
	for (int j = 0; j < M; j++)
	  coarse[i][j] = fine[2 * i][2 * j];
      relax (M, coarse, other, 0.5);
      for (int i = 1; i < M - 1; i++)
	for (int j = 1; j < M - 1; j++)
	  fine[2 * i][2 * j] += 0.125 * other[i][j];
    }

  show ("fine", fine, sizeof fine);
  show ("other", other, sizeof other);
  return 0;
}
