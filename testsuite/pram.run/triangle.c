/* triangle.c: triangular bounds and affine conditions.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 64

static double a[N][N], b[N][N];

int
main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = b[i][j] = noise (i * N + j);

#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 1; i < N; i++)
	for (int j = 0; j < i; j++)
	  b[i][j] = a[i][j] + a[i - 1][j];
      for (int i = 0; i < N; i++)
	for (int j = 0; j < N; j++)
	  {
	    if (i > j)
	      a[i][j] = b[i][j];
	    else if (i == j)
	      a[i][j] = 1;
	  }
    }

  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  return 0;
}
