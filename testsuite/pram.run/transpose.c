/* transpose.c: a transposition and a matrix product.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 40

static double a[N][N], b[N][N], c[N][N];

int
main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = noise (i * N + j);

#pragma pram begin
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      b[i][j] = a[j][i];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	c[i][j] = 0;
	for (int k = 0; k < N; k++)
	  c[i][j] += a[i][k] * b[k][j];
      }
#pragma pram end

  show ("b", b, sizeof b);
  show ("c", c, sizeof c);
  return 0;
}
