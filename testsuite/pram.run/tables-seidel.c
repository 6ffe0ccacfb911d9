/* tables-seidel.c: loops whose iterations depend on each other, task by task.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "tables.h"

#define N 10

static double a[N][N], s[3 * N];
static float w[30];

#define KERNEL(strategy) \
static double								\
run_##strategy (double sum)						\
{									\
  PRAGMA (pram begin schedule(strategy))				\
  for (int t = 0; t < 3; t++)						\
    for (int i = 1; i < N - 1; i++)					\
      for (int j = 1; j < N - 1; j++)					\
	a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1]	\
			  + a[i][j + 1]);				\
  s[0] = 0;								\
  for (int i = 0; i < N; i++)						\
    s[i + 1] = s[i] + a[i][i];						\
  for (int i = 0; i < N; i++)						\
    sum += s[i] * a[i][N - 1 - i];					\
  for (int i = 0; i < 15; i++)						\
    w[i] = w[29 - i] * (float) sum;					\
  PRAGMA (pram end)							\
  return sum;								\
}

EACH_STRATEGY (KERNEL)

int
main (void)
{
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = noise (i * N + j);
  for (int i = 0; i < 30; i++)
    w[i] = (float) noise (i);
  sum = run_naive (sum);
  sum = run_linear (sum);
  sum = run_brent (sum);
  show ("a", a, sizeof a);
  show ("s", s, sizeof s);
  show ("w", w, sizeof w);
  show ("sum", &sum, sizeof sum);
  return 0;
}
