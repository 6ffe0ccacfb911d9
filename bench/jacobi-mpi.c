/* jacobi-mpi.c: jacobi.c written by hand with MPI, as well as we can.

   SPDX-License-Identifier: GPL-3.0-or-later

   jacobi-mpi ITERATIONS [ahead], compiled with -DN=n.  Blocks of rows; rank 0
   has the data before and after, as in jacobi.c, and works in place.  The
   first and last row of a block are computed first and travel, by persistent
   requests, while the others are computed.  With `ahead' the next sweep is
   started before all have agreed on the change of this one; it writes an array
   that is not needed any more.  */

#include <math.h>
#include <mpi.h>
#include <string.h>
#include "bench.h"

static int n = N, rank, size;

/* First inner row, counted from 0, of rank R.  */
static int
first (int r)
{
  return (int) ((long) (n - 2) * r / size);
}

/* Row I of the sweep; returns the largest change.  */
static inline double
sweep_row (const double *restrict old, double *restrict new, double diff)
{
  const double *up = old - n, *down = old + n;
#pragma omp simd reduction(max: diff)
  for (int j = 1; j < n - 1; j++)
    {
      double v = 0.25 * (up[j] + down[j] + old[j - 1] + old[j + 1]);
      double d = fabs (v - old[j]);
      new[j] = v;
      diff = d > diff ? d : diff;
    }
  return diff;
}

/* Requests that exchange the halo of A, a block of ROWS rows between two
   halo rows.  Returns their number.  */
static int
halo (double *a, int rows, MPI_Request *request)
{
  int up = rank - 1, down = rank + 1 < size ? rank + 1 : -1, k = 0;
  if (up >= 0)
    {
      MPI_Recv_init (a, n, MPI_DOUBLE, up, 0, MPI_COMM_WORLD, &request[k++]);
      MPI_Send_init (a + n, n, MPI_DOUBLE, up, 1, MPI_COMM_WORLD,
		     &request[k++]);
    }
  if (down >= 0)
    {
      MPI_Recv_init (a + (size_t) (rows + 1) * n, n, MPI_DOUBLE, down, 1,
		     MPI_COMM_WORLD, &request[k++]);
      MPI_Send_init (a + (size_t) rows * n, n, MPI_DOUBLE, down, 0,
		     MPI_COMM_WORLD, &request[k++]);
    }
  return k;
}

/* One sweep over the block of ROWS rows: boundary, exchange, interior.  */
static double
sweep (const double *old, double *new, int rows, MPI_Request *request, int k)
{
  double diff = 0;
  if (rows == 0)
    return diff;
  diff = sweep_row (old + n, new + n, diff);
  if (rows > 1)
    diff = sweep_row (old + (size_t) rows * n, new + (size_t) rows * n, diff);
  MPI_Startall (k, request);
  for (int i = 2; i < rows; i++)
    diff = sweep_row (old + (size_t) i * n, new + (size_t) i * n, diff);
  MPI_Waitall (k, request, MPI_STATUSES_IGNORE);
  return diff;
}

/* Rows that move between rank 0 and the others; its own stay in place.  */
static void
distribute (double *whole, double *mine, int gather)
{
  int *count = malloc (sizeof (int) * size), *at = malloc (sizeof (int) * size);
  MPI_Datatype row;
  MPI_Type_contiguous (n, MPI_DOUBLE, &row);
  MPI_Type_commit (&row);
  for (int r = 0; r < size; r++)
    {
      int rows = first (r + 1) - first (r);
      at[r] = first (r) + gather;
      count[r] = r == 0 ? 0 : gather ? rows : rows + 2;
    }
  if (gather)
    MPI_Gatherv (mine + n, count[rank], row, whole, count, at, row, 0,
		 MPI_COMM_WORLD);
  else
    MPI_Scatterv (whole, count, at, row, mine, count[rank], row, 0,
		  MPI_COMM_WORLD);
  MPI_Type_free (&row);
  free (count);
  free (at);
}

int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  int most = argc > 1 ? atoi (argv[1]) : 100, it = 0;
  int ahead = argc > 2 && !strcmp (argv[2], "ahead");
  int rows = first (rank + 1) - first (rank);
  size_t held = rank ? (size_t) (rows + 2) * n : (size_t) n * n;
  double *a[2] = { grid (held), grid (held) };
  double eps = 1e-12, diff = 1, verdict = 1;
  if (rank == 0)
    {
      plate (n, a[0]);
      plate (n, a[1]);
    }

  MPI_Barrier (MPI_COMM_WORLD);
  double start = seconds ();
  MPI_Request request[2][4], agreed = MPI_REQUEST_NULL;
  int k = halo (a[0], rows, request[0]);
  halo (a[1], rows, request[1]);
  distribute (a[0], a[0], 0);
  if (rank)
    memcpy (a[1], a[0], held * sizeof (double));

  while (1)
    {
      diff = sweep (a[it % 2], a[(it + 1) % 2], rows,
		    request[(it + 1) % 2], k);
      if (ahead)
	{
	  MPI_Wait (&agreed, MPI_STATUS_IGNORE);
	  if (it > 0 && (verdict <= eps || it >= most))
	    break;
	  verdict = diff;
	  MPI_Iallreduce (MPI_IN_PLACE, &verdict, 1, MPI_DOUBLE, MPI_MAX,
			  MPI_COMM_WORLD, &agreed);
	  it++;
	  continue;
	}
      it++;
      MPI_Allreduce (&diff, &verdict, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
      if (verdict <= eps || it >= most)
	break;
    }
  distribute (a[it % 2], a[it % 2], 1);
  start = seconds () - start;

  if (rank == 0)
    printf ("%.6f %d %.15g %.15g\n", start, it, verdict,
	    a[it % 2][(size_t) (n / 3) * n + n / 5]);
  MPI_Finalize ();
  return 0;
}
