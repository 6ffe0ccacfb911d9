/* small.c: fewer rows than ranks.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-ranks 1 2 3 4 5 7 8 } */

#include "show.h"

static double a[6][9], b[6][9];

int
main (void)
{
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 9; j++)
      a[i][j] = b[i][j] = noise (i * 9 + j);

#pragma pram
  for (int t = 0; t < 5; t++)
    {
      for (int i = 1; i < 5; i++)
	for (int j = 1; j < 8; j++)
	  b[i][j] = a[i - 1][j] + a[i + 1][j] - a[i][j - 1] * a[i][j + 1];
      for (int i = 1; i < 5; i++)
	for (int j = 1; j < 8; j++)
	  a[i][j] = 0.5 * b[i][j];
    }

  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  return 0;
}
