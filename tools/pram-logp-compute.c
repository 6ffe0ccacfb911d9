/* pram-logp-compute.c: what operations and bytes cost, by working set.

   SPDX-License-Identifier: GPL-3.0-or-later

   Kernels (pram-logp-kernels.h) sweep again and again over the rows of up to
   three arrays that together have a given size, on one process, on all of a
   node, and on all.

   In the first-level cache (the smallest size) a kernel costs its operations,
   its accesses, and the start and the end of its rows, which is what short rows
   cost more than long ones; this for vectors of each length.  In a larger set
   it costs a part of that and its bytes (costs.h): the part and the prices of
   bytes read and written are those that explain all kernels best, set by set.
   What a kernel takes over these prices is kept, and which part of their time
   two runs of a stencil take that sweep together, one a turn behind the other,
   as layers do (runtime/ahead.c).

   The whole is repeated, in short pieces, so that a change of the machine's
   speed (neighbours on a shared one take a third for some seconds) meets all
   sets and numbers of processes alike; means, since a median of two speeds is
   one of them, and programs meet both.  The longest pieces, in which a
   processor did something else for a while, are too few to tell sets apart by
   them: they lengthen all times of a number of processes alike, by what they
   took of all its time.  What a kernel takes is what the slowest process takes,
   since the others wait for it.  Sweep by sweep it is not always the same that
   is slowest: how much longer it takes to wait for each other after each is
   found, too (sweeps of less than CHUNK, by chunks).  */

#include "pram-logp.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "pram-abi.h"
#include "pram-logp-kernels.h"

enum { SMALLEST = 16 << 10, MAX_SETS = 36, MAX_CHUNKS = 64 };

/* Numbers of processes, and shorter vectors.  */
enum { MOST_SETS = 5 };

/* How often a set is measured; less often if a sweep takes long.  */
enum { REPETITIONS = 21, LONG_REPETITIONS = 7 };

/* Elements of a row, the two on its borders included, in the smallest sets:
   usual ones and short ones.  In larger sets arrays are square.  */
enum { MIDDLE = 128, SHORT = 32 };

/* Elements of a page.  */
enum { PAGE = 4096 / sizeof (double) };

/* s: what sweeps are repeated for to be measured, and to be timed.  */
#define LONG_ENOUGH 0.5e-3
#define CHUNK 10e-6

/* Do not let the compiler see what a kernel was for.  */
static volatile double sink;

/* --- Sweeps -------------------------------------------------------------- */

/* What is measured besides: two runs of AVERAGE together.  */
enum { TOGETHER = N_KERNELS, N_MEASURED };

/* Rows FROM to TO - 1 of A, B, C by ROW.  */
static void
sweep_rows (row_fn *row, double *a, double *b, double *c, long columns,
	    long from, long to)
{
  for (long i = from; i < to; i++)
    sink = row (a + i * columns, b + i * columns, c + i * columns, columns);
}

/* One run from A to B and the next one back, a turn and a row behind.  */
static void
sweep_together (row_fn *row, double *a, double *b, long columns, long rows)
{
  long turn = 1 + PRAM_TASKS_PER_STRIP / (2 * columns), i;
  for (i = 1; i <= rows; i += turn)
    {
      long last = i + turn <= rows ? i + turn : rows + 1;
      sweep_rows (row, a, b, a, columns, i, last);
      sweep_rows (row, b, a, b, columns, i > 1 ? i - 1 : 1, last - 1);
    }
  sweep_rows (row, b, a, b, columns, rows, rows + 1);
}

/* One sweep of the kernel NUMBER over BYTES at DATA by functions ROWS, in rows
   of COLUMNS elements, and one more row at each end of an array; returns the
   elements computed.  Arrays begin at like places of pages, as large ones from
   malloc.  */
static long
sweep (row_fn *const *functions, int number, double *data, double bytes,
       long columns)
{
  int kind = number == TOGETHER ? AVERAGE : number;
  int n_arrays = kernel_kinds[kind].n_arrays;
  long elements = (long) (bytes / (double) sizeof *data) / n_arrays;
  long rows = elements / columns;
  long size = ((rows + 2) * columns + PAGE - 1) / PAGE * PAGE;
  if (number == TOGETHER)
    sweep_together (functions[kind], data, data + size, columns, rows);
  else
    sweep_rows (functions[kind], data, data + size, data + 2 * size, columns, 1,
		rows + 1);
  return rows * (columns - 2) * (number == TOGETHER ? 2 : 1);
}

/* --- Measuring ----------------------------------------------------------- */

/* Bytes of the vectors that all processors have.  */
static int
longest_vector (void)
{
  int mine = processor_vector (), least;
  MPI_Allreduce (&mine, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return least;
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

/* One working set, swept over by rows of one length.  */
struct set
{
  double bytes;
  long columns;
  int repetitions;
  int chunks[N_MEASURED];	/* that are timed one by one */
  long sweeps[N_MEASURED];	/* in each of them */
  double times[N_MEASURED][REPETITIONS];
  double waits[N_MEASURED * REPETITIONS]; /* parts of the times */
  double seconds[N_MEASURED];	/* the means: for an element */
  double wait;			/* the mean of WAITS */
};

struct sets
{
  MPI_Comm comm;		/* of the processes that run */
  int procs;
  int vector;			/* bytes, as of the functions */
  row_fn *const *functions;	/* by kernel */
  double *data;
  int n;
  struct set set[MAX_SETS];
};

/* Seconds an element of kernel K in S on the slowest process; *WAIT is the part
   of it by which those take longer who wait for each other after each
   chunk.  */
static double
time_kernel (const struct sets *all, const struct set *s, int k,
	     double *wait)
{
  double chunk[MAX_CHUNKS], longest[MAX_CHUNKS], since, now, mine = 0, slowest;
  long n = 0;
  MPI_Barrier (all->comm);
  since = MPI_Wtime ();
  for (int c = 0; c < s->chunks[k]; c++, since = now)
    {
      for (long i = 0; i < s->sweeps[k]; i++)
	n += sweep (all->functions, k, all->data, s->bytes, s->columns);
      now = MPI_Wtime ();
      chunk[c] = now - since;
      mine += chunk[c];
    }
  MPI_Allreduce (&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, all->comm);
  MPI_Allreduce (chunk, longest, s->chunks[k], MPI_DOUBLE, MPI_MAX, all->comm);
  *wait = -slowest;
  for (int c = 0; c < s->chunks[k]; c++)
    *wait += longest[c];
  *wait = fmax (0, *wait / slowest);
  return slowest / (double) n;
}

/* Choose how often to sweep over S; the same number on all processes.  */
static void
prepare_set (const struct sets *all, struct set *s)
{
  s->repetitions = REPETITIONS;
  for (int k = 0; k < N_MEASURED; k++)
    {
      double wait;
      s->sweeps[k] = s->chunks[k] = 1;
      time_kernel (all, s, k, &wait);
      long n = sweep (all->functions, k, all->data, s->bytes, s->columns);
      double once = time_kernel (all, s, k, &wait) * (double) n;
      s->sweeps[k] = 1 + (long) fmin (1e6, CHUNK / fmax (once, 1e-9));
      s->chunks[k] = 1 + (int) fmin (MAX_CHUNKS - 1, LONG_ENOUGH
			/ fmax (once * (double) s->sweeps[k], 1e-9));
      if (once > LONG_ENOUGH)
	s->repetitions = LONG_REPETITIONS;
    }
}

/* Of rows in a set of BYTES: two arrays are square then, with a border.  */
static long
columns_of (double bytes)
{
  long columns = (long) sqrt (bytes / 2 / sizeof (double)) + 2;
  return columns > MIDDLE ? columns : MIDDLE;
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
      = (struct set) { .bytes = floor (bytes), .columns = columns_of (bytes) };
}

/* The sets whose turn it is in round R of REPETITIONS.  */
static void
measure_sets (struct sets *all, int r)
{
  for (int i = 0; i < all->n; i++)
    {
      struct set *s = &all->set[i];
      int every = REPETITIONS / s->repetitions, at = r / every;
      for (int k = 0; k < N_MEASURED && r % every == 0; k++)
	s->times[k][at] = time_kernel (all, s, k,
				       &s->waits[at * N_MEASURED + k]);
    }
}

static void
average_sets (struct sets *all)
{
  for (int i = 0; i < all->n; i++)
    {
      struct set *s = &all->set[i];
      for (int k = 0; k < N_MEASURED; k++)
	s->seconds[k] = pram_fit_mean (s->times[k], s->repetitions);
      s->wait = pram_fit_mean (s->waits, N_MEASURED * s->repetitions);
    }
}

/* How much longer PROCS processes took in all of the N elements of ALL than the
   means of their sets say.  */
static double
lengthened (const struct sets *all, int n, int procs)
{
  double taken = 0, averages = 0;
  for (int a = 0; a < n; a++)
    for (int i = 0; i < all[a].n && all[a].procs == procs; i++)
      for (int k = 0; k < N_MEASURED; k++)
	{
	  const struct set *s = &all[a].set[i];
	  averages += s->repetitions;
	  for (int r = 0; r < s->repetitions; r++)
	    taken += s->times[k][r] / s->seconds[k];
	}
  return taken / averages;
}

/* Lengthen what a number of processes takes by what interrupts it.  */
static void
add_interruptions (struct sets *all, int n)
{
  double by[MOST_SETS];
  for (int a = 0; a < n; a++)
    by[a] = lengthened (all, n, all[a].procs);
  for (int a = 0; a < n; a++)
    for (int i = 0; i < all[a].n; i++)
      for (int k = 0; k < N_MEASURED; k++)
	all[a].set[i].seconds[k] *= by[a];
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

/* What the rows cost that kernel K reads again, and that may have left the
   first-level cache since; smaller sets are in COSTS.  */
static double
again_seconds (const struct sets *all, const struct set *s, int k,
	       const struct pram_costs *costs)
{
  const struct kernel_kind *kind = &kernel_kinds[k];
  double row = (double) s->columns * sizeof (double);
  double bytes = (kind->n_arrays + kind->rows_again) * row;
  return kind->rows_again * (double) sizeof (double)
	 * pram_costs_stream (costs, all->procs, bytes).read;
}

/* The prices of computing with vectors of BYTES, as ALL sets were; *ERROR is
   how far kernels are from them, a root mean square.  */
static struct pram_vectors
fit_computing (const struct sets *all, int bytes, double *error)
{
  double a[N_KERNELS][2], y[N_KERNELS], rows[N_KERNELS][3], each[N_KERNELS];
  double x[2] = { 0, 0 }, row[3] = { 0, 0, 0 };
  for (int k = 0; k < N_KERNELS; k++)
    {
      a[k][0] = kernel_kinds[k].does.operations;
      a[k][1] = kernel_kinds[k].does.accesses;
      y[k] = element_seconds (all, &all->set[1], k);
      rows[k][0] = 1;
      rows[k][1] = kernel_kinds[k].does.operations;
      rows[k][2] = kernel_kinds[k].reduces;
      each[k] = fmax (1e-12, row_seconds (all, k));
    }
  *error = pram_fit_costs (&a[0][0], y, N_KERNELS, x, 2);
  pram_fit_costs (&rows[0][0], each, N_KERNELS, row, 3);
  return (struct pram_vectors) { bytes, x[0], x[1], row[0], row[1], row[2] };
}

/* What the prices in S say of an element of kernel K, which takes CACHED
   seconds beside its bytes.  */
static double
priced (const struct pram_stream *s, int k, double cached)
{
  const struct pram_kernel *does = &kernel_kinds[k].does;
  return fmax (cached, cached * s->compute + does->read * s->read
		       + does->written * s->write);
}

/* Append the prices of the bytes of each set, and what kernels take over them;
   returns the root mean square of the relative deviations of all kernels in all
   sets from what these say.  */
static double
append_streams (const struct sets *all, double op, struct pram_costs *costs)
{
  double squares = 0;
  for (int i = 1; i < all->n; i++)
    {
      const struct set *s = &all->set[i];
      double a[N_KERNELS][3], y[N_KERNELS], x[3] = { 1, 0, 0 }, error = 0;
      for (int k = 0; k < N_KERNELS; k++)
	{
	  a[k][0] = element_seconds (all, &all->set[1], k);
	  a[k][1] = kernel_kinds[k].does.read;
	  a[k][2] = kernel_kinds[k].does.written;
	  y[k] = element_seconds (all, s, k);
	  y[k] = fmax (y[k] / 10, y[k] - again_seconds (all, s, k, costs));
	}
      if (i > 1)
	error = pram_fit_costs (&a[0][0], y, N_KERNELS, x, 3);
      squares += error * error;
      struct pram_stream t = { .procs = all->procs, .bytes = (int64_t) s->bytes,
			       .compute = x[0], .read = x[1], .write = x[2],
			       .wait = s->wait, .n_taken = N_KERNELS,
			       .together = s->seconds[TOGETHER]
					   / s->seconds[AVERAGE] };
      for (int k = 0; k < N_KERNELS; k++)
	t.taken[k] = y[k] / priced (&t, k, kernel_kinds[k].does.operations * op
					   + kernel_kinds[k].does.accesses
					     * costs->access);
      *PRAM_ARENA_PUSH (costs->arena, costs->streams, costs->n_streams) = t;
    }
  return sqrt (squares / (all->n - 1));
}

/* Prepare ALL for the first PROCS processes, the others idle: sets of up to
   MEMORY bytes at DATA, and vectors of VECTOR bytes.  */
static void
prepare_procs (const struct machine *m, int procs, double memory, int vector,
	       double *data, struct sets *all)
{
  *all = (struct sets) { .procs = procs, .data = data, .vector = vector,
			 .functions = kernel_rows (vector) };
  MPI_Comm_split (MPI_COMM_WORLD, m->rank < procs ? 0 : MPI_UNDEFINED,
		  m->rank, &all->comm);
  if (all->comm != MPI_COMM_NULL)
    {
      choose_sets (all, memory);
      for (int i = 0; i < all->n; i++)
	prepare_set (all, &all->set[i]);
    }
  wait_idly (MPI_COMM_WORLD);
}

/* Measure all N numbers of processes in turn.  */
static void
measure_procs (struct sets *all, int n)
{
  for (int r = 0; r < REPETITIONS; r++)
    for (int k = 0; k < n; k++)
      {
	if (all[k].comm != MPI_COMM_NULL)
	  measure_sets (&all[k], r);
	wait_idly (MPI_COMM_WORLD);
      }
  for (int k = 0; k < n; k++)
    if (all[k].comm != MPI_COMM_NULL)
      {
	average_sets (&all[k]);
	MPI_Comm_free (&all[k].comm);
      }
}

/* Append what the N elements of ALL say: those for shorter vectors, on all
   processes in the smallest sets, in ascending order, then the others, those of
   the most processes last.  */
static struct compute_quality
append_costs (const struct sets *all, int n, struct pram_costs *costs)
{
  struct compute_quality quality = { 0, 0, 0 };
  struct pram_vectors prices = fit_computing (&all[n - 1], all[n - 1].vector,
					      &quality.in_cache);
  quality.op = prices.op;
  costs->access = prices.access;
  costs->row = prices.row;
  costs->row_op = prices.row_op;
  costs->row_reduction = prices.row_reduction;
  for (int k = 0; k < N_KERNELS; k++)
    *PRAM_ARENA_PUSH (costs->arena, costs->kernels, costs->n_kernels)
      = kernel_kinds[k].does;
  for (int i = 0; i < n; i++)
    if (all[i].vector == all[n - 1].vector)
      quality.beyond = append_streams (&all[i], quality.op, costs);
    else
      {
	double error;
	*PRAM_ARENA_PUSH (costs->arena, costs->vectors, costs->n_vectors)
	  = fit_computing (&all[i], all[i].vector, &error);
      }
  return quality;
}

/* Bytes for the arrays of the largest set.  */
static size_t
data_size (double memory)
{
  size_t columns = (size_t) columns_of (memory);
  size_t size = (size_t) memory + 3 * (2 * columns + PAGE) * sizeof (double);
  return (size + 4095) / 4096 * 4096;
}

struct compute_quality
measure_compute (const struct machine *m, struct pram_costs *costs)
{
  struct compute_quality quality = { 0, 0, 0 };
  const int procs[] = { 1, m->first_node, m->procs };
  int longest = longest_vector (), n = 0;
  size_t size = data_size (1.01 * m->memory);
  double *data = aligned_alloc (4096, size);
  struct sets *all = calloc (MOST_SETS, sizeof *all);
  if (!data || !all)
    MPI_Abort (MPI_COMM_WORLD, 1);
  for (size_t i = 0; i < size / sizeof *data; i++)
    data[i] = 1;
  for (int v = SHORTEST_VECTOR; v < longest; v *= 2)
    prepare_procs (m, m->procs, SMALLEST, v, data, &all[n++]);
  for (int k = 0; k < 3; k++)
    if (k == 0 || procs[k] > procs[k - 1])
      prepare_procs (m, procs[k], m->memory, longest, data, &all[n++]);
  measure_procs (all, n);
  if (m->rank == 0)
    {
      add_interruptions (all, n);
      quality = append_costs (all, n, costs);
    }
  free (data);
  free (all);
  return quality;
}
