/* tables-lu.c: elimination and triangular solves, task by task.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "tables.h"

#define N 10

static double a[N][N], b[N], x[N], y[N];

#define KERNEL(strategy) \
static void								\
solve_##strategy (void)							\
{									\
  PRAGMA (pram begin schedule(strategy))				\
  for (int k = 0; k < N; k++)						\
    for (int i = k + 1; i < N; i++)					\
      {									\
	a[i][k] /= a[k][k];						\
	for (int j = k + 1; j < N; j++)					\
	  a[i][j] -= a[i][k] * a[k][j];					\
      }									\
  for (int i = 0; i < N; i++)						\
    {									\
      double s = b[i];							\
      for (int j = 0; j < i; j++)					\
	s -= a[i][j] * y[j];						\
      y[i] = s;								\
    }									\
  for (int i = N - 1; i >= 0; i--)					\
    {									\
      double s = y[i];							\
      for (int j = i + 1; j < N; j++)					\
	s -= a[i][j] * x[j];						\
      x[i] = s / a[i][i];						\
    }									\
  PRAGMA (pram end)							\
}

EACH_STRATEGY (KERNEL)

static void
run (void (*solve) (void))
{
  for (int i = 0; i < N; i++)
    {
      b[i] = noise (i);
      for (int j = 0; j < N; j++)
	a[i][j] = noise (i * N + j) + (i == j) * N;
    }
  solve ();
  show ("a", a, sizeof a);
  show ("x", x, sizeof x);
  show ("y", y, sizeof y);
}

int
main (void)
{
  run (solve_naive);
  run (solve_linear);
  run (solve_brent);
  return 0;
}
