/* columns.c: a recurrence over the rows: the columns are distributed.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 90
#define M 71

static double a[N][M], b[N][M];

int
main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      a[i][j] = b[i][j] = noise (i * M + j);

#pragma pram
  for (int i = 1; i < N; i++)
    for (int j = 0; j < M; j++)
      {
	a[i][j] = 0.5 * a[i - 1][j] + b[i][j];
	b[i][j] = a[i][j] - b[i - 1][j];
      }

  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  return 0;
}
