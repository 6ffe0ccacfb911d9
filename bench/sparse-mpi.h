/* sparse-mpi.h: rows of a matrix, and elements of vectors, shared out among MPI's
   processes by hand.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <mpi.h>
#include <string.h>
#include "sparse.h"

static int rank, size;

/* The first row, of N, of each process, and N.  */
static int *
first_rows (int n)
{
  int *rows = memory ((size + 1) * sizeof *rows);
  for (int r = 0; r <= size; r++)
    rows[r] = (int) ((long) n * r / size);
  return rows;
}

/* Elements AT[R] .. AT[R + 1] - 1 of WHOLE, on rank 0, from or to each rank's
   MINE; rank 0's own are there already.  */
static void
move (void *whole, void *mine, const int *at, MPI_Datatype type, int gather)
{
  int *count = memory (sizeof (int) * size);
  for (int r = 0; r < size; r++)
    count[r] = r == 0 ? 0 : at[r + 1] - at[r];
  if (gather)
    MPI_Gatherv (mine, count[rank], type, whole, count, at, type, 0,
		 MPI_COMM_WORLD);
  else
    MPI_Scatterv (whole, count, at, type, mine, count[rank], type, 0,
		  MPI_COMM_WORLD);
  free (count);
}

/* Give all processes their rows of WHOLE.  */
static struct matrix
share_rows (const struct matrix *whole, const int *rows)
{
  int *some = memory ((size + 1) * sizeof *some);
  struct matrix m = { .n = rows[rank + 1] - rows[rank] };
  for (int r = 0; r <= size && rank == 0; r++)
    some[r] = whole->start[rows[r]];
  MPI_Bcast (some, size + 1, MPI_INT, 0, MPI_COMM_WORLD);
  int k = some[rank + 1] - some[rank];
  m.start = memory ((m.n + 1) * sizeof *m.start);
  m.column = memory (k * sizeof *m.column);
  m.value = rank ? memory (k * sizeof *m.value) : whole->value;
  if (rank == 0)
    {
      memcpy (m.start, whole->start, m.n * sizeof *m.start);
      memcpy (m.column, whole->column, k * sizeof *m.column);
    }
  move (whole->start, m.start, rows, MPI_INT, 0);
  move (whole->column, m.column, some, MPI_INT, 0);
  move (whole->value, m.value, some, MPI_DOUBLE, 0);
  for (int i = 0; i < m.n; i++)
    m.start[i] -= some[rank];
  m.start[m.n] = k;
  free (some);
  return m;
}
