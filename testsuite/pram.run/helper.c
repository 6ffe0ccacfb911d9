/* helper.c: static inline helpers and mathematical functions.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include "show.h"

#define N 64

static double a[N][N], b[N][N];

static inline double
force (double x, double y)
{
  double d = x - y;
  return d / sqrt (1 + d * d);
}

static double
mix (double x)
{
  return x > 0.5 ? sin (x) : exp (-x) + force (x, 0.25);
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = noise (i * N + j);

#pragma pram
  for (int t = 0; t < 5; t++)
    {
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  b[i][j] = mix (a[i][j]) + force (a[i - 1][j], a[i + 1][j])
		    + 0.01 * pow (fabs (a[i][j + 1]), 1.5);
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  a[i][j] = b[i][j];
    }

  show ("a", a, sizeof a);
  return 0;
}
