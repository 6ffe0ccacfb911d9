/* budget.c: a region for which there is too little time to compile it.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-own -fplugin-arg-pram-budget=0.01 } */
/* { pram-mode serial "to compile it takes more than 0.01 s" } */

#include "show.h"

enum { N = 20 };
static double a[N][N][N], b[N][N][N], c[N][N][N];

#define SWEEP(x, y) \
  for (int i = 1; i < N - 1; i++) \
    for (int j = 1; j < N - 1; j++) \
      for (int k = 1; k < N - 1; k++) \
	x[i][j][k] = y[i - 1][j][k] + y[i + 1][j][k] + y[i][j - 1][k] \
		     + y[i][j + 1][k] + y[i][j][k - 1] + y[i][j][k + 1]

static void
f (void)
{
#pragma pram
  for (int t = 0; t < 10; t++)
    {
      SWEEP (b, a);
      SWEEP (c, b);
      SWEEP (a, c);
      SWEEP (b, c);
      SWEEP (c, a);
      SWEEP (a, b);
    }
}

int
main (void)
{
  for (long k = 0; k < N * N * N; k++)
    ((double *) a)[k] = noise (k);
  f ();
  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  return 0;
}
