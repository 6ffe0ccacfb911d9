/* rows.h: tables of pointers to rows.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef ROWS_H
#define ROWS_H

#include <stdlib.h>
#include "chance.h"

/* How rows are allocated.  */
enum way { PIECE, ROW_BY_ROW, SHUFFLED, N_WAYS };

/* A table of N rows of LENGTH numbers.  */
static inline double **
table (int n, int length, enum way way)
{
  double **a = malloc (n * sizeof *a);
  double *piece = malloc (n * length * sizeof *piece);
  for (int i = 0; i < n; i++)
    {
      int k = way == SHUFFLED ? n - 1 - i : i;
      a[k] = way == PIECE ? piece + i * length : malloc (length * sizeof **a);
      if (way == SHUFFLED)
	piece = malloc (chance (200) + 1);
      for (int j = 0; j < length; j++)
	a[k][j] = chance (1000) / 8. - 60;
    }
  return a;
}

#endif
