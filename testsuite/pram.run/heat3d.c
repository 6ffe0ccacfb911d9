/* heat3d.c: three dimensions, static arrays.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 24

static double a[N][N][N], b[N][N][N];

int
main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
	a[i][j][k] = b[i][j][k] = noise ((i * N + j) * N + k);

#pragma pram
  for (int t = 0; t < 6; t++)
    {
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  for (int k = 1; k < N - 1; k++)
	    b[i][j][k] = 0.125 * (a[i + 1][j][k] - 2.0 * a[i][j][k]
				  + a[i - 1][j][k])
			 + 0.125 * (a[i][j + 1][k] - 2.0 * a[i][j][k]
				    + a[i][j - 1][k])
			 + 0.125 * (a[i][j][k + 1] - 2.0 * a[i][j][k]
				    + a[i][j][k - 1])
			 + a[i][j][k];
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  for (int k = 1; k < N - 1; k++)
	    a[i][j][k] = 0.125 * (b[i + 1][j][k] - 2.0 * b[i][j][k]
				  + b[i - 1][j][k])
			 + 0.125 * (b[i][j + 1][k] - 2.0 * b[i][j][k]
				    + b[i][j - 1][k])
			 + 0.125 * (b[i][j][k + 1] - 2.0 * b[i][j][k]
				    + b[i][j][k - 1])
			 + b[i][j][k];
    }

  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  return 0;
}
