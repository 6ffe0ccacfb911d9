/* c89-last.c: C89: a variable keeps what the last iteration gave it.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-flags -std=gnu89 } */

#include "show.h"

#define N 70

static double a[N][N], b[N][N];

int
main (void)
{
  int i, j, t;
  double s = 0, v;
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      a[i][j] = noise (i * N + j);

#pragma pram
  for (t = 0; t < 7; t++)
    {
      for (i = 1; i < N - 1; i++)
	for (j = 1; j < N - 1; j++)
	  {
	    v = a[i - 1][j] + a[i + 1][j];
	    b[i][j] = 0.5 * v;
	    if (v > s)
	      s = v;
	  }
      for (i = 1; i < N - 1; i++)
	for (j = 1; j < N - 1; j++)
	  a[i][j] = b[i][j];
    }

  printf ("%d %d %d %.17g %.17g\n", i, j, t, v, s);
  show ("a", a, sizeof a);
  return 0;
}
