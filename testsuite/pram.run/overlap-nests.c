/* overlap-nests.c: the same array under two names, of which one is written, in
   nests that gcc would transform if they were different ones.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-flags -O3 } */
/* { pram-mode serial "overlap" } { pram-stderr "pram:.*overlap" } */

#include "show.h"

#define N 70

static double a[N][N], b[N][N];

static void
product (double (*x)[N], double (*y)[N], double (*z)[N])
{
#pragma pram
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
	z[i][j] += x[i][k] * y[k][j];
}

/* Each row needs the one before.  */
static void
rows (void)
{
  double (*to)[N] = a + 1;
#pragma pram
  for (int i = 0; i + 1 < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
	to[i][j] += a[i][k] * b[k][j];
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	a[i][j] = noise (N * i + j);
	b[i][j] = noise (i - 3 * j) / N;
      }
  /* Nobody sees that it is the same (same-pointers.c).  */
  double (*same)[N] = a;
  product (a, b, same);
  product (b, a, same);
  rows ();
  show ("a", a, sizeof a);
  return 0;
}
