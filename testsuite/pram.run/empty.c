/* empty.c: scalar work around inner loops that don't run.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 30

static double a[N][N], b[N][N];

int
main (void)
{
  int i, j, k = 0, t, count = 0, most = 0;
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      b[i][j] = noise (i * N + j);

#pragma pram
  for (i = 0; i < N; i++)
    {
      count += i & 3;
      for (k = i; k < 7; ++k)
	a[i][k] = b[i][k] + 1;
    }
  printf ("%d %d %d\n", i, k, count);

#pragma pram
  for (t = 0; t < 3; t++)
    {
      for (i = 0; i < N; i++)
	b[i][3] = 7 + t;
      for (i = 0; i < N; i++)
	{
	  most = most > i * (N - i) ? most : i * (N - i);
	  for (k = 25; k < i; ++k)
	    a[i][k] = b[i][k];
	}
    }
  printf ("%d %d %d\n", i, k, most);

#pragma pram
  for (t = 0; t < 3; t++)
    {
      for (i = 0; i < N; i++)
	b[i][3] = 7 - t;
      for (i = 0; i < N; i++)
	for (j = 0; j < N; j++)
	  for (k = i; k < N - 30; ++k)
	    a[i][k] = b[i][k];
    }
  printf ("%d %d %d\n", i, j, k);
  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  return 0;
}
