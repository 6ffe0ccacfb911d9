/* cg-mpi.c: cg.c written by hand with MPI, as well as we can.

   SPDX-License-Identifier: GPL-3.0-or-later

   cg-mpi ITERATIONS, compiled with -DN=n.  Blocks of rows; rank 0 has the data
   before and after, as in cg.c.  Two passes over memory an iteration: the
   updates of u and p are fused with the product q = A p, one row behind; the
   new first and last row of p travel, by persistent requests, meanwhile.  */

#include <mpi.h>
#include "bench.h"

static int n = N, rank, size;
static size_t w = N + 2;		/* elements a row */

/* First inner row, counted from 0, of rank R.  */
static int
first (int r)
{
  return (int) ((long) n * r / size);
}

/* u += alpha p, p = r + beta p, in one row.  */
static inline void
update_row (double *restrict u, double *restrict p, const double *restrict r,
	    double alpha, double beta)
{
#pragma omp simd
  for (int j = 1; j <= n; j++)
    {
      u[j] += alpha * p[j];
      p[j] = r[j] + beta * p[j];
    }
}

/* q = A p in one row; returns SUM + p q.  */
static inline double
product_row (const double *restrict p, double *restrict q, double sum)
{
  const double *up = p - w, *down = p + w;
#pragma omp simd reduction(+: sum)
  for (int j = 1; j <= n; j++)
    {
      double v = 4 * p[j] - up[j] - down[j] - p[j - 1] - p[j + 1];
      q[j] = v;
      sum += p[j] * v;
    }
  return sum;
}

/* r -= alpha q in one row; returns SUM + r r.  */
static inline double
residual_row (double *restrict r, const double *restrict q, double alpha,
	      double sum)
{
#pragma omp simd reduction(+: sum)
  for (int j = 1; j <= n; j++)
    {
      double v = r[j] - alpha * q[j];
      r[j] = v;
      sum += v * v;
    }
  return sum;
}

static double
add_up (double x)
{
  MPI_Allreduce (MPI_IN_PLACE, &x, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return x;
}

/* Requests that exchange the halo of P; returns their number.  */
static int
halo (double *p, int rows, MPI_Request *request)
{
  int k = 0;
  if (rank > 0)
    {
      MPI_Recv_init (p, w, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD,
		     &request[k++]);
      MPI_Send_init (p + w, w, MPI_DOUBLE, rank - 1, 1, MPI_COMM_WORLD,
		     &request[k++]);
    }
  if (rank + 1 < size)
    {
      MPI_Recv_init (p + (rows + 1) * w, w, MPI_DOUBLE, rank + 1, 1,
		     MPI_COMM_WORLD, &request[k++]);
      MPI_Send_init (p + rows * w, w, MPI_DOUBLE, rank + 1, 0,
		     MPI_COMM_WORLD, &request[k++]);
    }
  return k;
}

/* The inner rows of WHOLE, on rank 0, from or to MINE; rank 0's own stay.  */
static void
distribute (double *whole, double *mine, int gather)
{
  int *count = malloc (sizeof (int) * size), *at = malloc (sizeof (int) * size);
  MPI_Datatype row;
  MPI_Type_contiguous (w, MPI_DOUBLE, &row);
  MPI_Type_commit (&row);
  for (int r = 0; r < size; r++)
    {
      at[r] = first (r) + 1;
      count[r] = r == 0 ? 0 : first (r + 1) - first (r);
    }
  if (gather)
    MPI_Gatherv (mine + w, count[rank], row, whole, count, at, row, 0,
		 MPI_COMM_WORLD);
  else
    MPI_Scatterv (whole, count, at, row, mine + w, count[rank], row, 0,
		  MPI_COMM_WORLD);
  MPI_Type_free (&row);
  free (count);
  free (at);
}

/* The first pass of an iteration: u, p, then q.  Row 1 and the last one first,
   as others wait for them; the product of a row as soon as the row below has
   been updated.  Returns p q.  */
static double
first_pass (double *u, double *p, const double *r, double *q, int rows,
	    double alpha, double beta, MPI_Request *request, int k)
{
  double sum = 0;
  if (rows > 0)
    update_row (u + w, p + w, r + w, alpha, beta);
  if (rows > 1)
    update_row (u + rows * w, p + rows * w, r + rows * w, alpha, beta);
  MPI_Startall (k, request);
  for (int i = 2; i < rows; i++)
    {
      update_row (u + i * w, p + i * w, r + i * w, alpha, beta);
      if (i > 2)
	sum = product_row (p + (i - 1) * w, q + (i - 1) * w, sum);
    }
  if (rows > 2)
    sum = product_row (p + (rows - 1) * w, q + (rows - 1) * w, sum);
  MPI_Waitall (k, request, MPI_STATUSES_IGNORE);
  if (rows > 0)
    sum = product_row (p + w, q + w, sum);
  if (rows > 1)
    sum = product_row (p + rows * w, q + rows * w, sum);
  return sum;
}

int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  int most = argc > 1 ? atoi (argv[1]) : 100, it = 0;
  int rows = first (rank + 1) - first (rank);
  size_t held = (rank ? rows + 2 : n + 2) * w, own = (rows + 2) * w;
  double *u = grid (held), *f = grid (held), *r = grid (own);
  double *p = grid (own), *q = grid (own);
  double rr = 0, rr_new, pq, alpha = 0, beta = 0, eps = 1e-30;
  if (rank == 0)
    charges (n, f);

  MPI_Barrier (MPI_COMM_WORLD);
  double start = seconds ();
  MPI_Request request[4];
  int k = halo (p, rows, request);
  distribute (f, f, 0);
  for (int i = 1; i <= rows; i++)
    for (int j = 1; j <= n; j++)
      {
	double v = f[i * w + j];
	r[i * w + j] = v;
	rr += v * v;
      }
  rr = add_up (rr);
  while (rr > eps && it < most)
    {
      pq = add_up (first_pass (u, p, r, q, rows, alpha, beta, request, k));
      alpha = rr / pq;
      rr_new = 0;
      for (int i = 1; i <= rows; i++)
	rr_new = residual_row (r + i * w, q + i * w, alpha, rr_new);
      rr_new = add_up (rr_new);
      beta = rr_new / rr;
      rr = rr_new;
      it++;
    }
  for (int i = 1; i <= rows; i++)
    for (int j = 1; j <= n; j++)
      u[i * w + j] += alpha * p[i * w + j];
  distribute (u, u, 1);
  start = seconds () - start;

  if (rank == 0)
    printf ("%.6f %d %.8g\n", start, it, u[(n / 3) * w + n / 5]);
  MPI_Finalize ();
  return 0;
}
