/* board.c: the black squares of a board, then the white ones.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "spell.h"

#define SQUARE(i, j)							\
  a[i][j] += 0.2 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1])

static void
board_remainder (int n)
{
  PRAM (n=40)
  for (int c = 0; c < 2; c++)
    for (int i = 1; i < n; i++)
      for (int j = 1 + (i + c) % 2; j < n; j += 2)
	SQUARE (i, j);
}

static void
board_choice (int n)
{
  int i, j;
  PRAM (n=40)
  for (int c = 0; c < 2; c++)
    for (i = 1; i < n; i++)
      for (j = (i ^ c) & 1 ? 2 : 1; j < n; j += 2)
	SQUARE (i, j);
}

static void
board_bit (int n)
{
  PRAM (n=40)
  for (unsigned c = 0; c < 2; c++)
    for (unsigned i = 1; i < (unsigned) n; i++)
      for (unsigned j = 1 + ((i ^ c) & 1); j < (unsigned) n; j += 2)
	SQUARE (i, j);
}

static void
board_half (int n)
{
  PRAM (n=40)
  for (int c = 0; c < 2; c++)
    for (int i = 1; i < n; i++)
      {
	int first = 1 + (i + c) % 2;
	for (int k = 0; first + 2 * k < n; k++)
	  SQUARE (i, first + 2 * k);
      }
}

static void
board_size (int n)
{
  size_t m = n, i, j;
  PRAM (n=40)
  for (int c = 0; c < 2; c++)
    for (i = 1; i < m; i++)
      {
	j = (i + c) % 2 == 0 ? 1 : 2;
	while (j < m)
	  {
	    SQUARE (i, j);
	    j += 2;
	  }
      }
}

static void
board_pointer (int n)
{
  double *p;
  int i;
  PRAM (n=40)
  for (int c = 0; c < 2; c++)
    for (i = 1; i < n; i++)
      for (p = &a[i][1 + (i + c) % 2]; p < &a[i][n]; p += 2)
	*p += 0.2 * (p[-N] + p[N] + p[-1] + p[1]);
}

int
main (void)
{
  RUN (board_remainder);
  RUN (board_choice);
  RUN (board_bit);
  RUN (board_half);
  RUN (board_size);
  RUN (board_pointer);
  return 0;
}
