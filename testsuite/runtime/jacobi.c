/* jacobi.c: 2-D Jacobi with swapped pointers and a convergence test.
   SPDX-License-Identifier: GPL-3.0-or-later

   Unit u is row u + 1.  After t iterations the object that `new' was at the
   entry has been written if t >= 1, that of `old' if t >= 2.  */

#include "tables.h"

/* With 1 as if local(new) had been given.  */
#ifndef NEW_IS_LOCAL
# define NEW_IS_LOCAL 0
#endif
#include <signal.h>

#ifndef N
#define N 50
#endif
#define ROW (8 * N)
#define INNER (N - 2)

/* Is this row SRC's?  */
#define OWNED(...) AND (LT (SRC_LO, __VA_ARGS__), LE (__VA_ARGS__, SRC_HI))
#define DST_SOME LT (DST_LO, DST_HI)
#define INNER_ROW(...) \
  RUN (ADD (MUL (__VA_ARGS__, C (ROW)), C (8)), C (INNER), C (8))
#define UNIT(...) RUN (SUB (__VA_ARGS__, C (1)), C (1), C (1))
#define NEXT ADD (DST_HI, C (1))

#define HALO \
  SEQ (2, IF ((AND (DST_SOME, OWNED (DST_LO))), INNER_ROW (DST_LO)), \
       IF ((AND (DST_SOME, OWNED (NEXT))), INNER_ROW (NEXT)))
#define EDGE \
  SEQ (2, IF ((AND (DST_SOME, OWNED (DST_LO))), UNIT (DST_LO)), \
       IF ((AND (DST_SOME, OWNED (NEXT))), UNIT (NEXT)))
/* All that DST reads of old in the first iteration.  */
#define FIRST_OLD \
  IF ((DST_SOME), \
      RUN (MUL (DST_LO, C (ROW)), \
	   MUL (ADD (SUB (DST_HI, DST_LO), C (2)), C (N)), C (8)))
/* What it reads of new later and nobody writes.  */
#define FIRST_NEW \
  IF ((DST_SOME), \
      SEQ (3, FOR (8, (ADD (DST_LO, C (1))), (DST_HI), 1, \
		   RUN (MUL (V (8), C (ROW)), C (2), C (ROW - 8))), \
	   IF ((LE (DST_LO, C (0))), RUN (C (0), C (N), C (8))), \
	   IF ((LE (C (INNER), DST_HI)), \
	       RUN (C (ROW * (N - 1)), C (N), C (8)))))
#define WRITTEN \
  FOR (8, (ADD (SRC_LO, C (1))), (SRC_HI), 1, INNER_ROW (V (8)))
#define WRITTEN_TWICE IF ((LE (C (2), COUNT (0))), WRITTEN)

enum
{
  AT_HALO = 0,
  AT_EDGE = AT_HALO + WORDS (HALO),
  AT_OLD = AT_EDGE + WORDS (EDGE),
  AT_NEW = AT_OLD + WORDS (FIRST_OLD),
  AT_WRITTEN = AT_NEW + WORDS (FIRST_NEW),
  AT_TWICE = AT_WRITTEN + WORDS (WRITTEN)
};

static const int64_t code[] =
{ HALO, EDGE, FIRST_OLD, FIRST_NEW, WRITTEN, WRITTEN_TWICE };

struct frame { double (*old)[N], (*new)[N]; };

static void
sweep (void *data, int64_t lo, int64_t hi, void *const *leaves)
{
  struct frame *f = data;
  double (*old)[N] = f->old, (*new)[N] = f->new;
  double *leaf = leaves[0];
  if (lo > 0 && getenv ("KILL"))
    raise (SIGKILL);
  for (int64_t i = lo + 1; i <= hi; i++)
    {
      double diff = -INFINITY;
      for (int j = 1; j < N - 1; j++)
	{
	  new[i][j] = 0.25 * (old[i - 1][j] + old[i + 1][j] + old[i][j - 1]
			      + old[i][j + 1]);
	  double d = fabs (new[i][j] - old[i][j]);
	  diff = d > diff ? d : diff;
	}
      *leaf++ = diff;
    }
}

static void
driver (int n, double eps, double *diff_p, int *it_p, double (**old_p)[N],
	double (**new_p)[N])
{
  double (*old)[N] = *old_p, (*new)[N] = *new_p;
  double diff;
  int it = *it_p;
  int64_t *counts = PRAM_counts ();
  (void) n;
  do
    {
      counts[0]++;
      struct frame frame = { old, new };
      void *bases[] = { old, new };
      PRAM_layer (0, sweep, &frame, bases);
      diff = 0;
      double d;
      PRAM_reduced (0, 0, &d);
      diff = d > diff ? d : diff;
      double (*t)[N] = old;
      old = new;
      new = t;
      it++;
    }
  while (diff > eps);
  *diff_p = diff;
  *it_p = it;
  *old_p = old;
  *new_p = new;
}

/* The original.  */

static void
serial (int n, double eps, double *diff_p, int *it_p, double (**old_p)[N],
	double (**new_p)[N])
{
  double (*old)[N] = *old_p, (*new)[N] = *new_p;
  double diff;
  do
    {
      diff = 0;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  {
	    new[i][j] = 0.25 * (old[i - 1][j] + old[i + 1][j] + old[i][j - 1]
				+ old[i][j + 1]);
	    double d = fabs (new[i][j] - old[i][j]);
	    diff = d > diff ? d : diff;
	  }
      double (*t)[N] = old;
      old = new;
      new = t;
      ++*it_p;
    }
  while (diff > eps);
#ifdef BREAK
  old[7][9] += 1;
#endif
  *diff_p = diff;
  *old_p = old;
  *new_p = new;
}

static struct pram_site site =
{ PRAM_ABI_VERSION, 12, "main.1", "jacobi.c", 6, NULL };

static const struct pram_arg args[] =
{
  { PRAM_ARG_IN, PRAM_TYPE_I32, "n", 0, 0, 0, 1, N, 0, 0, 0 },
  { PRAM_ARG_IN, PRAM_TYPE_F64, "eps", 0, 0, 0, 0, 0, 0, 0, 0 },
  { PRAM_ARG_INOUT, PRAM_TYPE_F64, "diff", 0, 0, 0, 0, 0, 0, 0, 0 },
  { PRAM_ARG_INOUT, PRAM_TYPE_I32, "it", 0, 0, 0, 0, 0, 0, 0, 0 },
  { PRAM_ARG_ARRAY_INOUT, PRAM_TYPE_F64, "old", 0, ROW * N, 1, 0, 0, 0, 0, 0 },
  { PRAM_ARG_ARRAY_INOUT, PRAM_TYPE_F64, "new", 0, ROW * N, 1, 0, 0, 0, 0,
    NEW_IS_LOCAL }
};
static const struct pram_transfer halo[] = { { 1, AT_HALO, 8, 16 } };
static const struct pram_reduction reductions[] =
{ { PRAM_OP_MAX, PRAM_TYPE_F64, "diff" } };
static const int32_t waits[] = { 0 };
static const struct pram_layer layers[] =
{
  { 0, 14, PRAM_LAYER_EARLY_RECV | PRAM_LAYER_UNIFORM, 0, INNER, INNER, 2, 1,
    halo, AT_EDGE, 1, reductions, 1, waits,
    0, NULL, -1 }
};
static const struct pram_transfer scatter[] =
{ { 4, AT_OLD, 8, 16 }, { 5, AT_NEW, 8, 16 } };
static const struct pram_transfer gather[] =
{ { 4, AT_TWICE, 8, 16 }, { 5, AT_WRITTEN, 8, 16 } };

static const struct pram_region region =
{
  .site = &site, .n_args = N_OF (args), .args = args,
  .driver = (void (*) (void)) driver, .n_units = INNER, .n_counts = 1,
  .n_layers = 1, .layers = layers, .n_scatter = N_OF (scatter),
  .scatter = scatter, .n_gather = N_OF (gather), .gather = gather,
  .code = code, .n_tasks = INNER * INNER
};

#ifndef SERIAL
NOTE (region)
#endif

static void
fill (double *a, double *b, int n)
{
  for (int i = 0; i < n * n; i++)
    a[i] = b[i] = i < n ? 100 : i % n == 0 ? 37.5 : 0;
}

/* Run the region on n x n arrays at OLD, NEW; print what came out.  */

static void
solve (int n, double *a, double *b, double eps)
{
  double diff = 0;
  int it = 0;
  double (*old)[N] = (void *) a, (*new)[N] = (void *) b;
  void *values[] = { &n, &eps, &diff, &it, &old, &new };
#ifdef SERIAL
  serial (n, eps, &diff, &it, &old, &new);
#else
  if (!PRAM_run (&site, values))
    {
      serial (n, eps, &diff, &it, &old, &new);
      PRAM_leave (&site);
    }
#endif
  (void) values;
  printf ("%d %d %a %016llx %016llx %d\n", n, it, diff,
	  hash (old, sizeof (double) * n * n),
	  NEW_IS_LOCAL ? 0 : hash (new, sizeof (double) * n * n),
	  (void *) old == a);
}

int
main (int argc, char **argv)
{
  /* Room for overlapping arguments.  */
  double *room = malloc (sizeof (double) * (2 * N * N + 3));
  double *a = room + 1, *b = room + N * N + 3;
  (void) argv;
  for (int k = 0; k < 3; k++)
    {
      fill (a, b, N);
      solve (N, a, b, k == 2 ? 1000 : 0.01);
    }
  fill (a, b, N);
  if (argc > 1 && strcmp (argv[1], "size") == 0)
    solve (N - 1, a, b, 0.01);
  if (argc > 1 && strcmp (argv[1], "overlap") == 0)
    solve (N, a, a + N, 1000);
  if (argc > 1 && strcmp (argv[1], "exit") == 0)
    exit (5);
  if (argc > 1 && strcmp (argv[1], "die") == 0)
    abort ();
  free (room);
  return 0;
}
