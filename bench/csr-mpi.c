/* csr-mpi.c: csr.c written by hand with MPI, as well as we can.

   SPDX-License-Identifier: GPL-3.0-or-later

   csr-mpi ITERATIONS, compiled with -DN=n.  Blocks of rows; rank 0 has the data
   before and after, as in csr.c.  Columns are renumbered: own elements of p
   first, then those that others have, in the order of their numbers, so that
   each message is received where it is read; rows that need nothing of others
   run while messages travel, by persistent requests.  */

#include "sparse-mpi.h"

static int n = N * N;

/* This process's rows of the matrix, and whom it talks to.  */
struct share
{
  int rows, at;			/* how many, and the first */
  struct matrix m;		/* with columns renumbered */
  int *run, n_runs, first_kind;	/* rows: runs of those that need others'
				   elements, and that don't, in turn */
  int n_other, *other;		/* others' columns, sorted */
  int n_sent, *sent;		/* own elements that others read */
  double *buffer;		/* for them */
  MPI_Request *request;
  int n_requests;
};

static double
add_up (double x)
{
  MPI_Allreduce (MPI_IN_PLACE, &x, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return x;
}

/* Renumber columns, and find which of them others have.  */
static void
renumber (struct share *s)
{
  int *number = memory (n * sizeof *number), end = s->at + s->rows;
  memset (number, -1, n * sizeof *number);
  for (int k = 0; k < s->m.start[s->rows]; k++)
    number[s->m.column[k]] = 0;
  s->other = memory (n * sizeof *s->other);
  for (int c = 0; c < n; c++)
    if (c >= s->at && c < end)
      number[c] = c - s->at;
    else if (number[c] == 0)
      {
	number[c] = s->rows + s->n_other;
	s->other[s->n_other++] = c;
      }
  for (int k = 0; k < s->m.start[s->rows]; k++)
    s->m.column[k] = number[s->m.column[k]];
  free (number);
}

/* Row I needs elements of others.  */
static int
outer (const struct share *s, int i)
{
  int others = 0;
  for (int k = s->m.start[i]; k < s->m.start[i + 1]; k++)
    others |= s->m.column[k] >= s->rows;
  return others;
}

/* Find the runs of rows that need others' elements, and of those that don't.  */
static void
find_runs (struct share *s)
{
  s->run = memory ((s->rows + 1) * sizeof *s->run);
  for (int i = 0, kind; i < s->rows; i++)
    {
      kind = outer (s, i);
      if (i == 0)
	s->first_kind = kind;
      if (i == 0 || kind != (s->first_kind ^ ((s->n_runs - 1) & 1)))
	s->run[s->n_runs++] = i;
    }
  s->run[s->n_runs] = s->rows;
}

/* Agree with all others who sends what, into P and from there.  */
static void
connect (struct share *s, double *p, const int *rows)
{
  int *want = memory (sizeof (int) * size), *give = memory (sizeof (int) * size);
  int *from = memory (sizeof (int) * size), *to = memory (sizeof (int) * size);
  memset (want, 0, sizeof (int) * size);
  for (int k = 0, r = 0; k < s->n_other; k++)
    {
      while (s->other[k] >= rows[r + 1])
	r++;
      want[r]++;
    }
  MPI_Alltoall (want, 1, MPI_INT, give, 1, MPI_INT, MPI_COMM_WORLD);
  for (int r = 0, at = 0; r < size; at += want[r++])
    from[r] = at;
  for (int r = 0; r < size; s->n_sent += give[r++])
    to[r] = s->n_sent;
  s->sent = memory (s->n_sent * sizeof *s->sent);
  s->buffer = memory (s->n_sent * sizeof *s->buffer);
  s->request = memory (2 * size * sizeof *s->request);
  MPI_Alltoallv (s->other, want, from, MPI_INT, s->sent, give, to, MPI_INT,
		 MPI_COMM_WORLD);
  for (int k = 0; k < s->n_sent; k++)
    s->sent[k] -= s->at;
  for (int r = 0; r < size; r++)
    {
      if (want[r])
	MPI_Recv_init (p + s->rows + from[r], want[r], MPI_DOUBLE, r, 0,
		       MPI_COMM_WORLD, &s->request[s->n_requests++]);
      if (give[r])
	MPI_Send_init (s->buffer + to[r], give[r], MPI_DOUBLE, r, 0,
		       MPI_COMM_WORLD, &s->request[s->n_requests++]);
    }
  free (want);
  free (give);
  free (from);
  free (to);
}

/* q = A p in rows LO to HI - 1; returns SUM + p q.  */
static double
rows_product (const struct matrix *m, const double *restrict p,
	      double *restrict q, int lo, int hi, double sum)
{
  const int *start = m->start, *column = m->column;
  const double *value = m->value;
  for (int i = lo; i < hi; i++)
    {
      double v = 0;
      for (int k = start[i]; k < start[i + 1]; k++)
	v += value[k] * p[column[k]];
      q[i] = v;
      sum += p[i] * v;
    }
  return sum;
}

/* The same in the rows that are OUTER, or in the others.  */
static double
product (const struct share *s, const double *p, double *q, int outer,
	 double sum)
{
  for (int k = s->first_kind ^ outer; k < s->n_runs; k += 2)
    sum = rows_product (&s->m, p, q, s->run[k], s->run[k + 1], sum);
  return sum;
}

/* Others' elements of p, and all of q = A p; returns p q.  */
static double
multiply (struct share *s, const double *p, double *q)
{
  for (int k = 0; k < s->n_sent; k++)
    s->buffer[k] = p[s->sent[k]];
  MPI_Startall (s->n_requests, s->request);
  double sum = product (s, p, q, 0, 0);
  MPI_Waitall (s->n_requests, s->request, MPI_STATUSES_IGNORE);
  return add_up (product (s, p, q, 1, sum));
}

/* x += alpha p, r -= alpha q; returns r r.  */
static double
residual (int rows, double *restrict x, double *restrict r,
	  const double *restrict p, const double *restrict q, double alpha)
{
  double sum = 0;
#pragma omp simd reduction(+: sum)
  for (int i = 0; i < rows; i++)
    {
      x[i] += alpha * p[i];
      double v = r[i] - alpha * q[i];
      r[i] = v;
      sum += v * v;
    }
  return add_up (sum);
}

static void
direct (int rows, double *restrict p, const double *restrict r, double beta)
{
#pragma omp simd
  for (int i = 0; i < rows; i++)
    p[i] = r[i] + beta * p[i];
}

int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  int most = argc > 1 ? atoi (argv[1]) : 100, it = 0;
  struct matrix whole = { .n = n };
  int *rows = first_rows (n), own = rows[rank + 1] - rows[rank];
  struct share s = { .at = rows[rank], .rows = own };
  double *x = grid (rank ? own : n), *b = grid (rank ? own : n);
  double *r = grid (own), *q = grid (own), *p = grid (n);
  double rr = 0, rr_new, alpha, beta, eps = 1e-30;
  if (rank == 0)
    {
      whole = five_points (N);
      loads (n, b);
    }

  MPI_Barrier (MPI_COMM_WORLD);
  double since = seconds ();
  s.m = share_rows (&whole, rows);
  renumber (&s);
  find_runs (&s);
  connect (&s, p, rows);
  move (b, b, rows, MPI_DOUBLE, 0);
  for (int i = 0; i < own; i++)
    {
      r[i] = p[i] = b[i];
      rr += b[i] * b[i];
    }
  rr = add_up (rr);
  while (rr > eps && it < most)
    {
      alpha = rr / multiply (&s, p, q);
      rr_new = residual (own, x, r, p, q, alpha);
      beta = rr_new / rr;
      direct (own, p, r, beta);
      rr = rr_new;
      it++;
    }
  move (x, x, rows, MPI_DOUBLE, 1);
  since = seconds () - since;

  if (rank == 0)
    printf ("%.6f %d %.8g\n", since, it, x[n / 3]);
  MPI_Finalize ();
  return 0;
}
