/* tables-loops.c: convergence loops, task by task: swapped pointers, scalars
   that decide, a loop that may not run at all, and one within a task.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>

#include "tables.h"

#define N 8
#define M 12

static double p0[N][N], p1[N][N];
static double A[M][M], x[M], r[M], p[M], q[M], h[M];

#define JACOBI(strategy) \
static int								\
jacobi_##strategy (double (*old)[N], double (*new)[N])			\
{									\
  double diff = 0;								\
  int n = 0;								\
  PRAGMA (pram schedule(strategy))					\
  do									\
    {									\
      diff = 0;								\
      for (int i = 1; i < N - 1; i++)					\
	for (int j = 1; j < N - 1; j++)					\
	  {								\
	    new[i][j] = 0.25 * (old[i - 1][j] + old[i + 1][j]		\
				+ old[i][j - 1] + old[i][j + 1]);	\
	    diff = fmax (diff, fabs (new[i][j] - old[i][j]));		\
	  }								\
      double (*t)[N] = old;						\
      old = new;							\
      new = t;								\
      n++;								\
    }									\
  while (diff > 0.01);							\
  show ("old", old, sizeof p0);						\
  show ("new", new, sizeof p0);						\
  show ("diff", &diff, sizeof diff);					\
  return n;								\
}

#define CG(strategy) \
static int								\
cg_##strategy (double tol)						\
{									\
  double rr = 0;							\
  int n = 0;								\
  PRAGMA (pram begin schedule(strategy))				\
  for (int i = 0; i < M; i++)						\
    {									\
      x[i] = 0;								\
      r[i] = p[i] = A[0][i];						\
    }									\
  for (int i = 0; i < M; i++)						\
    rr += r[i] * r[i];							\
  while (rr > tol)							\
    {									\
      double pq = 0, rn = 0;						\
      for (int i = 0; i < M; i++)					\
	{								\
	  double s = 0;							\
	  for (int j = 0; j < M; j++)					\
	    s += A[i][j] * p[j];					\
	  q[i] = s;							\
	}								\
      for (int i = 0; i < M; i++)					\
	pq += p[i] * q[i];						\
      double alpha = rr / pq;						\
      for (int i = 0; i < M; i++)					\
	{								\
	  x[i] += alpha * p[i];						\
	  r[i] -= alpha * q[i];						\
	}								\
      for (int i = 0; i < M; i++)					\
	rn += r[i] * r[i];						\
      double beta = rn / rr;						\
      rr = rn;								\
      for (int i = 0; i < M; i++)					\
	p[i] = r[i] + beta * p[i];					\
      n++;								\
    }									\
  for (int i = 0; i < M; i++)						\
    {									\
      double z = fabs (x[i]) + 1;					\
      int k = 0;							\
      while (z > 0.01 && k < 40)					\
	{								\
	  z *= 0.75;							\
	  k++;								\
	}								\
      if (k > 17)							\
	h[i] = z + k;							\
    }									\
  PRAGMA (pram end)							\
  show ("rr", &rr, sizeof rr);						\
  return n;								\
}

EACH_STRATEGY (JACOBI)
EACH_STRATEGY (CG)

static void
run (int (*jacobi) (double (*)[N], double (*)[N]), int (*cg) (double))
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      p0[i][j] = p1[i][j] = noise (i * N + j);
  printf ("%d\n", jacobi (p0, p1));
  for (int i = 0; i < M; i++)
    for (int j = 0; j < M; j++)
      A[i][j] = (i == j) * 4.0 + 1.0 / (1 + i + j);
  printf ("%d\n", cg (1e-9));
  show ("x", x, sizeof x);
  printf ("%d\n", cg (1e9));
  show ("x", x, sizeof x);
  show ("h", h, sizeof h);
}

int
main (void)
{
  run (jacobi_naive, cg_naive);
  run (jacobi_linear, cg_linear);
  run (jacobi_brent, cg_brent);
  return 0;
}
