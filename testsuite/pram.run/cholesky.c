/* cholesky.c: Cholesky's factorization, LDL^T, and the solution of the system
   by columns: a diagonal element at a time on the process that has it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { pram-flags -lm } */

#include "show.h"
#include <math.h>

#define N 37

static double a[N][N], b[N];

static void
fill (void)
{
  for (int i = 0; i < N; i++)
    {
      b[i] = noise (-i);
      for (int j = 0; j < N; j++)
	a[i][j] = noise (i < j ? i * N + j : j * N + i) + (i == j ? N : 0);
    }
}

int
main (void)
{
  fill ();
#pragma pram begin
  for (int k = 0; k < N; k++)
    {
      a[k][k] = sqrt (a[k][k]);
      for (int i = k + 1; i < N; i++)
	a[i][k] /= a[k][k];
      for (int i = k + 1; i < N; i++)
	for (int j = k + 1; j <= i; j++)
	  a[i][j] -= a[i][k] * a[j][k];
    }
  for (int k = 0; k < N; k++)
    {
      b[k] /= a[k][k];
      for (int i = k + 1; i < N; i++)
	b[i] -= a[i][k] * b[k];
    }
  for (int k = N - 1; k >= 0; k--)
    {
      b[k] /= a[k][k];
      for (int i = 0; i < k; i++)
	b[i] -= a[k][i] * b[k];
    }
#pragma pram end
  show ("l", a, sizeof a);
  show ("x", b, sizeof b);

  fill ();
#pragma pram
  for (int k = 0; k < N; k++)
    {
      double d = a[k][k];
      for (int i = k + 1; i < N; i++)
	for (int j = k + 1; j <= i; j++)
	  a[i][j] -= a[i][k] * a[j][k] / d;
      for (int i = k + 1; i < N; i++)
	a[i][k] /= d;
    }
  show ("ldl", a, sizeof a);
  return 0;
}
