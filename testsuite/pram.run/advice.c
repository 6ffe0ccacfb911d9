/* advice.c: pragmas of GCC's that advise how to compile a loop.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 90

static double a[N][N], b[N][N];

static double
row (const double *restrict x)
{
  double sum = 0;
#pragma GCC unroll 4
  for (int j = 0; j < N; j++)
    sum += x[j];
  return sum;
}

int
main (void)
{
  double total = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = noise (i * N + j);

#pragma pram
#pragma GCC unroll 2
  for (int i = 1; i < N - 1; i++)
#pragma GCC ivdep
    for (int j = 1; j < N - 1; j++)
      b[i][j] = a[i - 1][j] + a[i + 1][j] - a[i][j - 1];

#pragma pram
  for (int i = 0; i < N; i++)
    {
      int j = 0;
      a[i][0] = row (b[i]);
#pragma GCC ivdep
      while (j < N / 2)
	b[i][j++] += i;
#pragma GCC unroll 3
      do
	b[i][j] -= i;
      while (++j < N);
    }

  for (int i = 0; i < N; i++)
    total += a[i][0];
  printf ("%.17g\n", total);
  show ("b", b, sizeof b);
  return 0;
}
