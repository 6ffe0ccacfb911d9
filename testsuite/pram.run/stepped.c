/* stepped.c: conditions in loops whose count is a quotient: every second or
   third element of a triangle.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 25

static double a[N][N], b[N][N];

int
main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	a[i][j] = noise (i * N + j);
	b[i][j] = -1;
      }

#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 2; i < N; i++)
	for (int j = 2; j <= i; j += 3)
	  if (j >= 8)
	    b[i][j] = a[i][j] + a[i - 1][j];
      for (int i = 2; i < N; i++)
	for (int j = 1; j < i; j += 2)
	  if (j != 5)
	    a[i][j] = b[i][j] * 0.5;
      for (int i = 0; i < N; i++)
	for (int j = N - 1; j >= i; j -= 2)
	  if (j < 20)
	    b[i][j] += a[i][j];
    }
  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  return 0;
}
