/* local.c: what local(…) names is not collected, even if pointers are swapped.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 60

static double a[N][N], b[N][N], half[N][N];

int
main (void)
{
  double (*old)[N] = a, (*new)[N] = b;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = b[i][j] = noise (i * N + j);

  /* An odd number of swaps: the result is in b.  */
#pragma pram local(new, half)
  for (int t = 0; t < 7; t++)
    {
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  half[i][j] = 0.5 * (old[i - 1][j] + old[i + 1][j]);
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  new[i][j] = half[i][j] + 0.5 * old[i][j - 1];
      double (*t)[N] = old;
      old = new;
      new = t;
    }

  show ("old", old, sizeof a);
  return 0;
}
