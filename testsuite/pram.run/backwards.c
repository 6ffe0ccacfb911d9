/* backwards.c: bytes that move between processes, found in falling order.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>

#include "show.h"

#define N 8

static unsigned char b[N + 4][N + 4], c[N + 4][N + 4];
static double a[N + 4][N + 4];

int
main (void)
{
  int i, j, it = 0;
  for (i = 0; i < N + 4; i++)
    for (j = 0; j < N + 4; j++)
      {
	b[i][j] = 7 * (12 * i + j) % 100;
	c[i][j] = 5 * (12 * i + j) % 100;
      }

#pragma pram
  while (it < 3)
    {
      for (i = 0; i < N; i++)
	for (j = N - 1; j >= 1; j--)
	  {
	    c[i + 3][j + 3] ^= 3;
	    a[i + 2][j + 2] = sqrt (0.2 * (c[i + 2][j + 1] * 0.001 + j * 2));
	  }
      for (i = 0; i < N - 1; i++)
	for (j = N - 1; j >= 0; j--)
	  b[i + 2][j + 2] = 104 + it;
      for (i = 0; i < N; i++)
	for (j = 0; j < N; j += 3)
	  {
	    unsigned s = 0;
	    for (int l = 0; l < N; l++)
	      s += (b[i + 2][j] + b[i + 2][11 - j] + b[i][j]) & 63u;
	    c[j + 2][i + 2] = s & 127;
	  }
      it++;
    }

  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  show ("c", c, sizeof c);
  return 0;
}
