/* sparse.h: the matrix of the programs with conjugate gradients by rows.

   SPDX-License-Identifier: GPL-3.0-or-later

   That of the 5-point stencil on a grid of N x N points, by compressed rows.
   With -DSCATTERED its rows and columns are in no order, so that almost all
   elements of a vector are read by other processes, too.  */

#ifndef SPARSE_H
#define SPARSE_H

#include "bench.h"

struct matrix
{
  int n;			/* rows */
  int *start, *column;		/* row i: start[i] .. start[i + 1] - 1 */
  double *value;
};

static inline void *
memory (size_t size)
{
  void *p = malloc (size ? size : 1);
  if (!p)
    {
      fprintf (stderr, "out of memory\n");
      exit (1);
    }
  return p;
}

/* The numbers from 0 to N - 1, in their order or, if SCATTERED, in none.  */
static inline int *
numbering (int n)
{
  int *number = memory (n * sizeof *number);
  for (int i = 0; i < n; i++)
    number[i] = i;
#ifdef SCATTERED
  unsigned long long state = 1;
  for (int i = n - 1; i > 0; i--)
    {
      state = state * 6364136223846793005ull + 1442695040888963407ull;
      int k = (int) ((state >> 33) % (unsigned) (i + 1)), t = number[i];
      number[i] = number[k];
      number[k] = t;
    }
#endif
  return number;
}

static inline struct matrix
five_points (int side)
{
  struct matrix m = { .n = side * side };
  int *number = numbering (m.n), *point = memory (m.n * sizeof *point), k = 0;
  m.start = memory ((m.n + 1) * sizeof *m.start);
  m.column = memory (5 * (size_t) m.n * sizeof *m.column);
  m.value = memory (5 * (size_t) m.n * sizeof *m.value);
  for (int i = 0; i < m.n; i++)
    point[number[i]] = i;
  for (int row = 0; row < m.n; row++)
    {
      int i = point[row] / side, j = point[row] % side;
      const int di[] = { -1, 0, 0, 0, 1 }, dj[] = { 0, -1, 0, 1, 0 };
      m.start[row] = k;
      for (int d = 0; d < 5; d++)
	{
	  int x = i + di[d], y = j + dj[d];
	  if (x < 0 || y < 0 || x >= side || y >= side)
	    continue;
	  m.column[k] = number[x * side + y];
	  m.value[k++] = d == 2 ? 4 : -1;
	}
    }
  m.start[m.n] = k;
  free (number);
  free (point);
  return m;
}

/* Some right-hand side.  */
static inline void
loads (int n, double *b)
{
  for (int i = 0; i < n; i++)
    b[i] = i * 7LL % 11 - 4.5;
}

#endif
