/* deposits-two.c: a loop that writes where data choose in two arrays that a loop around
   exchanges, one of which it also reads: what it writes to the other is told at once, to
   that one later, when it has been found out that nothing of it was read.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

enum { N = 14 };

static int col[3 * N], v[N];

static void
run (int n, int (*a)[N], int (*b)[N], int *start)
{
#pragma pram size (n=3)
  for (int s = 0; s < 2; s++)
    {
      int m = 0, o = 1;
      for (int i = 0; i < 12; i++)
	if (b[i][0] > 7)
	  a[m++][2 - s] = b[i][s];
	else
	  b[o++][12] = i;
      for (int i = 1; i < n; i++)
	for (int j = i; j < n; j++)
	  {
	    int x = 1;
	    for (int k = start[i - 1]; k < start[i]; k++)
	      x = (x + v[col[k]]) % 97;
	    b[i][j] = x;
	  }
      int (*t)[N] = a;
      a = b;
      b = t;
    }
}

int
main (void)
{
  int (*a)[N] = malloc (N * sizeof *a), (*b)[N] = malloc (N * sizeof *b), start[N];
  unsigned seed = 1;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	seed = seed * 1664525 + 1013904223;
	a[i][j] = (seed >> 8) % 20;
	b[i][j] = (seed >> 16) % 20;
      }
  for (int i = 0; i < N; i++)
    {
      start[i] = 2 * i;
      v[i] = i;
    }
  for (int k = 0; k < 3 * N; k++)
    col[k] = k % N;
  run (3, a, b, start);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      printf ("%d %d%c", a[i][j], b[i][j], j == N - 1 ? '\n' : ' ');
  free (a);
  free (b);
  return 0;
}
