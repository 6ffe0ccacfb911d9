/* pram-logp-compute.c: what operations and bytes cost, by working set.

   SPDX-License-Identifier: GPL-3.0-or-later

   Six kernels sweep again and again over the rows of two or three arrays that
   together have a given size, on one process, on all of a node, and on all.
   They are what layers are made of: operations, loads and stores per element,
   arrays that are read and that are written, with and without a reduction.

   In the first-level cache (the smallest size) a kernel costs its operations,
   its accesses, and the start and the end of its rows, which is what short rows
   cost more than long ones.  In a larger set it costs a part of that and its
   bytes (costs.h): the part and the prices of bytes read and written are those
   that explain all kernels best, set by set.

   The whole is repeated, so that a change of the machine's speed meets all sets
   alike; medians.  A process is as slow as the slowest: it waits for the others
   sooner or later.

   The kernels are compiled for several processors, and what runs is meant for
   the one at hand, as with -O3 -march=native; a program that is compiled
   otherwise computes faster or slower in cache.  */

#include "pram-logp.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "fit.h"

enum { SMALLEST = 16 << 10, REPETITIONS = 5, MAX_SETS = 36 };

/* Elements of a row, the two on its borders included: of long rows, of those
   in sets that are too small for these, and of short ones.  */
enum { LONG = 256, MIDDLE = 128, SHORT = 32, FEWEST_LONG = 256 << 10 };

/* s: what sweeps are repeated for to be measured.  */
#define LONG_ENOUGH 2e-3

/* Do not let the compiler see what a kernel was for.  */
static volatile double sink;

/* --- Kernels ------------------------------------------------------------- */

#ifdef __x86_64__
/* A processor that is none of these by name still has its AVX2.  */
# define FOR_THIS_MACHINE						     \
  __attribute__ ((target_clones ("arch=skylake-avx512",		     \
				 "arch=icelake-server", "arch=znver3",	     \
				 "avx2", "default"),			     \
		  optimize ("O3", "fast-math")))
#else
# define FOR_THIS_MACHINE __attribute__ ((optimize ("O3", "fast-math")))
#endif

/* Each computes one row of N elements, but not its first and last one.  */
typedef double row_fn (double *restrict, double *restrict, double *restrict,
		       long n);

FOR_THIS_MACHINE static double
dot (double *restrict a, double *restrict b, double *restrict c, long n)
{
  double s = 0;
  (void) c;
  for (long j = 1; j < n - 1; j++)
    s += a[j] * b[j];
  return s;
}

FOR_THIS_MACHINE static double
triad (double *restrict a, double *restrict b, double *restrict c, long n)
{
  for (long j = 1; j < n - 1; j++)
    a[j] = b[j] + 0.5 * c[j];
  return 0;
}

FOR_THIS_MACHINE static double
residual (double *restrict a, double *restrict b, double *restrict c, long n)
{
  double s = 0;
  (void) c;
  for (long j = 1; j < n - 1; j++)
    {
      a[j] -= 1e-9 * b[j];
      s += a[j] * a[j];
    }
  return s;
}

FOR_THIS_MACHINE static double
directions (double *restrict a, double *restrict b, double *restrict c,
	    long n)
{
  for (long j = 1; j < n - 1; j++)
    {
      a[j] += 1e-9 * b[j];
      b[j] = c[j] + 0.5 * b[j];
    }
  return 0;
}

FOR_THIS_MACHINE static double
average (double *restrict a, double *restrict b, double *restrict c, long n)
{
  double most = 0;
  (void) c;
  for (long j = 1; j < n - 1; j++)
    {
      b[j] = 0.25 * (a[j - n] + a[j + n] + a[j - 1] + a[j + 1]);
      most = fmax (most, fabs (b[j] - a[j]));
    }
  return most;
}

FOR_THIS_MACHINE static double
product (double *restrict a, double *restrict b, double *restrict c, long n)
{
  double s = 0;
  (void) c;
  for (long j = 1; j < n - 1; j++)
    {
      b[j] = 4 * a[j] - a[j - n] - a[j + n] - a[j - 1] - a[j + 1];
      s += a[j] * b[j];
    }
  return s;
}

/* Operations as plugin/extract.cc counts them (one a statement more than its
   arithmetic), and what core/predict.c finds of accesses and of 8-byte elements
   that come from memory, all for one element.  */
static const struct kernel
{
  row_fn *row;
  int n_arrays, operations, accesses, read, written;
} kernels[] =
  {
    { dot, 2, 3, 2, 2, 0 }, { triad, 3, 3, 3, 2, 1 },
    { residual, 2, 6, 3, 1, 1 }, { directions, 3, 6, 5, 1, 2 },
    { average, 2, 9, 6, 1, 1 }, { product, 2, 9, 6, 1, 1 }
  };

enum { N_KERNELS = sizeof kernels / sizeof *kernels };

/* One sweep of K over BYTES at DATA, in rows of COLUMNS elements, and one more
   row at each end of an array; returns the elements computed.  */
static long
sweep (const struct kernel *k, double *data, double bytes, long columns)
{
  long elements = (long) (bytes / (double) sizeof *data) / k->n_arrays;
  long rows = elements / columns, size = (rows + 2) * columns;
  for (long i = 1; i <= rows; i++)
    sink = k->row (data + i * columns, data + size + i * columns,
		   data + 2 * size + i * columns, columns);
  return rows * (columns - 2);
}

/* --- Measuring ----------------------------------------------------------- */

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

/* One working set, swept over by rows of one length.  */
struct set
{
  double bytes;
  long columns;
  long sweeps[N_KERNELS];	/* that are measured together */
  double times[N_KERNELS][REPETITIONS];
  double seconds[N_KERNELS];	/* the medians: for an element */
};

struct sets
{
  MPI_Comm comm;		/* of the processes that run */
  double *data;
  int n;
  struct set set[MAX_SETS];
};

/* Seconds an element of kernel K in S, on the slowest process.  */
static double
time_kernel (const struct sets *all, struct set *s, int k)
{
  double since, mine, longest;
  long n = 0;
  MPI_Barrier (all->comm);
  since = MPI_Wtime ();
  for (long i = 0; i < s->sweeps[k]; i++)
    n += sweep (&kernels[k], all->data, s->bytes, s->columns);
  mine = (MPI_Wtime () - since) / (double) n;
  MPI_Allreduce (&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, all->comm);
  return longest;
}

/* Choose how often to sweep over S; the same number on all processes.  */
static void
prepare_set (const struct sets *all, struct set *s)
{
  for (int k = 0; k < N_KERNELS; k++)
    {
      s->sweeps[k] = 1;
      time_kernel (all, s, k);
      long n = sweep (&kernels[k], all->data, s->bytes, s->columns);
      double once = time_kernel (all, s, k) * (double) n;
      s->sweeps[k] = (long) fmin (1e6, 1 + LONG_ENOUGH / fmax (once, 1e-9));
    }
}

/* Set 0 has short rows, set 1 is the same with longer ones; the others grow by
   the square root of two.  */
static void
choose_sets (struct sets *all, double memory)
{
  all->n = 0;
  all->set[all->n++] = (struct set) { .bytes = SMALLEST, .columns = SHORT };
  for (double bytes = SMALLEST; bytes <= 1.01 * memory && all->n < MAX_SETS;
       bytes *= M_SQRT2)
    all->set[all->n++]
      = (struct set) { .bytes = floor (bytes),
		       .columns = bytes < FEWEST_LONG ? MIDDLE : LONG };
}

static void
measure_sets (struct sets *all)
{
  for (int i = 0; i < all->n; i++)
    prepare_set (all, &all->set[i]);
  for (int r = 0; r < REPETITIONS; r++)
    for (int i = 0; i < all->n; i++)
      for (int k = 0; k < N_KERNELS; k++)
	all->set[i].times[k][r] = time_kernel (all, &all->set[i], k);
  for (int i = 0; i < all->n; i++)
    for (int k = 0; k < N_KERNELS; k++)
      all->set[i].seconds[k] = pram_fit_median (all->set[i].times[k],
						REPETITIONS);
}

/* --- Prices -------------------------------------------------------------- */

/* What a row of K costs beside its elements.  */
static double
row_seconds (const struct sets *all, int k)
{
  double more = all->set[0].seconds[k] - all->set[1].seconds[k];
  return fmax (0, more / (1. / (SHORT - 2) - 1. / (MIDDLE - 2)));
}

/* What an element of K costs in S without the rows.  */
static double
element_seconds (const struct sets *all, const struct set *s, int k)
{
  double seconds = s->seconds[k];
  double row = row_seconds (all, k) / (double) (s->columns - 2);
  return fmax (seconds / 10, seconds - row);
}

/* Set the prices of computing; the access's and the row's in COSTS.  */
static void
fit_computing (const struct sets *all, struct pram_costs *costs,
	       struct compute_quality *quality)
{
  double a[N_KERNELS][2], y[N_KERNELS], rows[N_KERNELS], x[2] = { 0, 0 };
  for (int k = 0; k < N_KERNELS; k++)
    {
      a[k][0] = kernels[k].operations;
      a[k][1] = kernels[k].accesses;
      y[k] = element_seconds (all, &all->set[1], k);
      rows[k] = row_seconds (all, k);
    }
  quality->in_cache = pram_fit_costs (&a[0][0], y, N_KERNELS, x, 2);
  quality->op = x[0];
  costs->access = x[1];
  costs->row = pram_fit_median (rows, N_KERNELS);
}

/* Append the prices of the bytes of each set; returns the root mean square of
   the relative deviations of all kernels in all sets from what these say.  */
static double
append_streams (const struct sets *all, int procs, struct pram_costs *costs)
{
  double squares = 0;
  for (int i = 1; i < all->n; i++)
    {
      const struct set *s = &all->set[i];
      double a[N_KERNELS][3], y[N_KERNELS], x[3] = { 1, 0, 0 }, error = 0;
      for (int k = 0; k < N_KERNELS; k++)
	{
	  a[k][0] = element_seconds (all, &all->set[1], k);
	  a[k][1] = 8 * kernels[k].read;
	  a[k][2] = 8 * kernels[k].written;
	  y[k] = element_seconds (all, s, k);
	}
      if (i > 1)
	error = pram_fit_costs (&a[0][0], y, N_KERNELS, x, 3);
      squares += error * error;
      *PRAM_ARENA_PUSH (costs->arena, costs->streams, costs->n_streams)
	= (struct pram_stream) { procs, (int64_t) s->bytes, x[0], x[1], x[2] };
    }
  return sqrt (squares / (all->n - 1));
}

/* Measure with the first PROCS processes, the others idle.  Rank 0 appends to
   COSTS.  */
static struct compute_quality
measure_procs (const struct machine *m, int procs, double *data,
	       struct pram_costs *costs)
{
  struct compute_quality quality = { 0, 0, 0 };
  struct sets *all = malloc (sizeof *all);
  int part = m->rank < procs ? 0 : MPI_UNDEFINED;
  if (!all)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Comm_split (MPI_COMM_WORLD, part, m->rank, &all->comm);
  if (all->comm != MPI_COMM_NULL)
    {
      all->data = data;
      choose_sets (all, m->memory);
      measure_sets (all);
      fit_computing (all, costs, &quality);
      quality.beyond = append_streams (all, procs, costs);
      MPI_Comm_free (&all->comm);
    }
  wait_idly (MPI_COMM_WORLD);
  free (all);
  return quality;
}

struct compute_quality
measure_compute (const struct machine *m, struct pram_costs *costs)
{
  struct compute_quality quality = { 0, 0, 0 };
  const int procs[] = { 1, m->first_node, m->procs };
  size_t size = (size_t) (1.01 * m->memory) + 3 * 2 * LONG * sizeof (double);
  double *data = aligned_alloc (4096, (size + 4095) / 4096 * 4096);
  if (!data)
    MPI_Abort (MPI_COMM_WORLD, 1);
  for (size_t i = 0; i < size / sizeof *data; i++)
    data[i] = 1;
  for (int k = 0; k < 3; k++)
    if (k == 0 || procs[k] > procs[k - 1])
      quality = measure_procs (m, procs[k], data, costs);
  free (data);
  return quality;
}
