/* seidel.c: needs its order; distributed or not, it must be right.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-mode any } { pram-stderr ".*" } */

#include "show.h"

#define N 50

static double a[N][N];

int
main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = noise (i * N + j);

#pragma pram
  for (int t = 0; t < 4; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
	a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1]
			  + a[i][j + 1]);

  show ("a", a, sizeof a);
  return 0;
}
