/* pram-logp-compute.c: what operations and bytes cost, by working set.

   SPDX-License-Identifier: GPL-3.0-or-later

   Three kernels sweep again and again over arrays of doubles that together
   have a given size, on one process and on all of a node at once:

     dot      s += a[i] * b[i]			2 read
     triad    a[i] = b[i] + s * c[i]		2 read, 1 written
     stencil  b[i][j] = (a[i-1][j] + a[i+1][j] + a[i][j-1] + a[i][j+1]) / 4
	      and the largest change		1 read, 1 written

   In the first-level cache (the smallest size) the stencil costs its
   operations alone.  What dot takes longer with larger sizes is the price of
   the bytes that it reads, what triad takes longer beyond that is the price of
   those it writes.  How far both overlap is what fits the stencil at the larger
   sizes best.

   The kernels are compiled for what most machines have, AVX2 if there is; a
   program that is compiled otherwise computes faster or slower in cache.  */

#include "pram-logp.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "fit.h"

enum { SMALLEST = 16 << 10, REPETITIONS = 7, MAX_SETS = 24 };

/* Operations of the stencil on one element, as plugin/extract.cc counts.  */
enum { STENCIL_OPERATIONS = 9 };

/* Do not let the compiler see what a kernel was for.  */
static volatile double sink;

#ifdef __x86_64__
# define FOR_THIS_MACHINE __attribute__ ((target_clones ("avx2", "default"), \
					  optimize ("O3")))
#else
# define FOR_THIS_MACHINE __attribute__ ((optimize ("O3")))
#endif

FOR_THIS_MACHINE static double
dot (const double *restrict a, const double *restrict b, long n)
{
  double s[16] = { 0 };
  for (long i = 0; i + 16 <= n; i += 16)
    for (int k = 0; k < 16; k++)
      s[k] += a[i + k] * b[i + k];
  for (int k = 1; k < 16; k++)
    s[0] += s[k];
  return s[0];
}

FOR_THIS_MACHINE static void
triad (double *restrict a, const double *restrict b, const double *restrict c,
       double s, long n)
{
  for (long i = 0; i < n; i++)
    a[i] = b[i] + s * c[i];
}

/* One row.  */
FOR_THIS_MACHINE static double
stencil (const double *restrict up, const double *restrict at,
	 const double *restrict down, double *restrict to, long n)
{
  enum { LANES = 16 };
  double most[LANES] = { 0 };
  for (long j = 1; j + LANES < n; j += LANES)
    for (int k = 0; k < LANES; k++)
      {
	double old = at[j + k];
	double x = 0.25 * (up[j + k] + down[j + k] + at[j + k - 1]
			   + at[j + k + 1]);
	double change = __builtin_fabs (x - old);
	to[j + k] = x;
	most[k] = change > most[k] ? change : most[k];
      }
  for (int k = 1; k < LANES; k++)
    most[0] = most[k] > most[0] ? most[k] : most[0];
  return most[0];
}

enum kernel { DOT, TRIAD, STENCIL, N_KERNELS };

/* One sweep of KERNEL over BYTES at DATA; returns the elements computed.  */
static long
sweep (enum kernel kernel, double *data, double bytes)
{
  long n = (long) (bytes / sizeof *data);
  if (kernel == DOT)
    {
      n /= 2;
      sink = dot (data, data + n, n);
      return n;
    }
  if (kernel == TRIAD)
    {
      n /= 3;
      triad (data, data + n, data + 2 * n, 0.5, n);
      return n;
    }
  n /= 2;
  long columns = n < 1 << 17 ? 242 : 2050;
  long rows = n / columns;
  double *old = data, *new = data + n;
  for (long i = 1; i + 1 < rows; i++)
    sink = stencil (old + (i - 1) * columns, old + i * columns,
		    old + (i + 1) * columns, new + i * columns, columns);
  return (rows - 2) * (columns - 2);
}

/* Wait for the others without keeping a processor busy.  */
static void
wait_idly (MPI_Comm comm)
{
  MPI_Request request;
  int done = 0;
  MPI_Ibarrier (comm, &request);
  while (!done)
    {
      MPI_Test (&request, &done, MPI_STATUS_IGNORE);
      if (!done)
	usleep (200);
    }
}

/* Seconds an element of KERNEL in a working set of BYTES, if the first PROCS
   processes of each node run.  The mean of those of this node.  */
static double
time_kernel (const struct machine *m, enum kernel kernel, double *data,
	     double bytes, int procs)
{
  double times[REPETITIONS] = { 0 }, mine = 0, sum;
  int rank;
  MPI_Comm_rank (m->node_comm, &rank);
  if (rank < procs)
    {
      long n = sweep (kernel, data, bytes), sweeps = 1;
      double since = MPI_Wtime ();
      n = sweep (kernel, data, bytes);
      double once = MPI_Wtime () - since;
      sweeps = once < 4e-3 ? (long) (4e-3 / fmax (once, 1e-8)) + 1 : 1;
      for (int k = 0; k < REPETITIONS; k++)
	{
	  since = MPI_Wtime ();
	  for (long i = 0; i < sweeps; i++)
	    n = sweep (kernel, data, bytes);
	  times[k] = (MPI_Wtime () - since) / (double) (sweeps * n);
	}
      mine = pram_fit_median (times, REPETITIONS);
    }
  wait_idly (m->node_comm);
  MPI_Allreduce (&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, m->node_comm);
  return sum / procs;
}

/* Sizes of the working set, S of them, and what each kernel takes.  */
struct table
{
  int n;
  double bytes[MAX_SETS], seconds[MAX_SETS][N_KERNELS];
};

static void
append_streams (const struct table *t, int procs, struct pram_costs *costs)
{
  const double *cache = t->seconds[0];
  double read = 0, write = 0;
  for (int k = 0; k < t->n; k++)
    {
      /* Larger sets are not cheaper: what seems so is noise.  */
      read = fmax (read, (t->seconds[k][DOT] - cache[DOT]) / 16);
      double both = t->seconds[k][TRIAD] - cache[TRIAD];
      write = fmax (write, (both - 16 * read) / 8);
      *PRAM_ARENA_PUSH (costs->arena, costs->streams, costs->n_streams)
	= (struct pram_stream) { procs, (int64_t) t->bytes[k], read, write };
    }
}

/* The median over T of how far the stencil is from what the costs say.  */
static double
deviation (const struct table *t, int procs, const struct pram_costs *costs)
{
  double off[MAX_SETS];
  for (int k = 0; k < t->n; k++)
    {
      struct pram_stream s = pram_costs_stream (costs, procs, t->bytes[k]);
      double says = pram_costs_overlap (costs, t->seconds[0][STENCIL],
					8 * s.read + 8 * s.write);
      off[k] = fabs (says / t->seconds[k][STENCIL] - 1);
    }
  return pram_fit_median (off, t->n);
}

/* Set the overlap to what explains the stencil best; returns the median
   deviation.  */
static double
fit_overlap (const struct table *t, int procs, struct pram_costs *costs)
{
  double best = 1, least = INFINITY;
  for (int k = 0; k <= 40; k++)
    {
      costs->overlap = 1 + 0.05 * k;
      double d = deviation (t, procs, costs);
      if (d < least)
	{
	  least = d;
	  best = costs->overlap;
	}
    }
  costs->overlap = best;
  return least;
}

struct compute_quality
measure_compute (const struct machine *m, struct pram_costs *costs)
{
  struct compute_quality quality = { 0, 0 };
  double *data = aligned_alloc (4096, (size_t) m->memory);
  if (!data)
    MPI_Abort (MPI_COMM_WORLD, 1);
  for (size_t i = 0; i < (size_t) m->memory / sizeof *data; i++)
    data[i] = 1;
  for (int procs = 1; procs <= m->largest_node;
       procs += procs < m->largest_node ? m->largest_node - 1 : 1)
    {
      struct table t = { 0 };
      for (double bytes = SMALLEST; bytes <= m->memory && t.n < MAX_SETS;
	   bytes *= 2)
	{
	  t.bytes[t.n] = bytes;
	  for (int k = 0; k < N_KERNELS; k++)
	    t.seconds[t.n][k] = time_kernel (m, k, data, bytes,
					     procs < m->node ? procs
					     : m->node);
	  t.n++;
	}
      append_streams (&t, procs, costs);
      quality.op = t.seconds[0][STENCIL] / STENCIL_OPERATIONS;
      quality.deviation = fit_overlap (&t, procs, costs);
    }
  free (data);
  return quality;
}
