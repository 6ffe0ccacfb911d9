/* squares.c: every second square of a board.

   SPDX-License-Identifier: GPL-3.0-or-later

   { spelling-xfail "of conditions with two remainders parts are known only"
     reads plan squares_odd squares_either }  */

#include "spell.h"

static void
squares_sum (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if ((i + j) % 2)
	a[i][j] = 2 * b[j][i];
}

static void
squares_xor (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if ((i ^ j) & 1)
	a[i][j] = 2 * b[j][i];
}

static void
squares_differ (int n)
{
  PRAM (n=40)
  for (unsigned i = 0; i < (unsigned) n; i++)
    for (unsigned j = 0; j < (unsigned) n; j++)
      {
	if ((i & 1) == (j & 1))
	  continue;
	a[i][j] = 2 * b[j][i];
      }
}

static void
squares_bits (int n)
{
  PRAM (n=40)
  for (size_t i = 0; i < (size_t) n; i++)
    for (size_t j = 0; j < (size_t) n; j++)
      if ((i & 1) ^ (j & 1))
	a[i][j] = 2 * b[j][i];
}

static void
squares_odd (int n)
{
  int i, j;
  PRAM (n=40)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      if (i % 2 != j % 2)
	a[i][j] = 2 * b[j][i];
}

static void
squares_either (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if ((i % 2 == 0 && j % 2 == 1) || (i % 2 == 1 && j % 2 == 0))
	a[i][j] = 2 * b[j][i];
}

int
main (void)
{
  RUN (squares_sum);
  RUN (squares_xor);
  RUN (squares_differ);
  RUN (squares_bits);
  RUN (squares_odd);
  RUN (squares_either);
  return 0;
}
