/* budget.c: a region for which there is too little time.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options -fplugin-arg-pram-budget=0.01 } */

enum { N = 40 };
double a[N][N][N], b[N][N][N], c[N][N][N];

#define SWEEP(x, y) \
  for (int i = 1; i < N - 1; i++) \
    for (int j = 1; j < N - 1; j++) \
      for (int k = 1; k < N - 1; k++) \
	x[i][j][k] = y[i - 1][j][k] + y[i + 1][j][k] + y[i][j - 1][k] \
		     + y[i][j + 1][k] + y[i][j][k - 1] + y[i][j][k + 1]

void
f (void)
{
#pragma pram
  for (int t = 0; t < 10; t++) /* { dg-note "'f.1' runs serially: to compile it takes more than 0.01 s; -fplugin-arg-pram-budget=SECONDS gives it more" } */
    {
      SWEEP (b, a);
      SWEEP (c, b);
      SWEEP (a, c);
      SWEEP (b, c);
      SWEEP (c, a);
      SWEEP (a, b);
    }
}
