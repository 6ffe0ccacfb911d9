/* names.c: an array beside pointers to it that are swapped.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-mode serial "exchanges" } */

#include "show.h"

#define N 60

static double a[N][N], b[N][N];

int
main (void)
{
  double (*old)[N], (*new)[N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = b[i][j] = noise (i * N + j);

#pragma pram begin
  old = a;
  new = b;
  for (int t = 0; t < 7; t++)
    {
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  new[i][j] = 0.25 * (old[i - 1][j] + old[i + 1][j] + old[i][j - 1]
			      + old[i][j + 1]);
      double (*t)[N] = old;
      old = new;
      new = t;
    }
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      a[i][j] *= 2;
#pragma pram end

  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  return 0;
}
