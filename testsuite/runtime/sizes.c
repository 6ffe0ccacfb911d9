/* sizes.c: a region that is compiled for one size and planned for others.
   SPDX-License-Identifier: GPL-3.0-or-later

   sizes [WHAT]: calls it with several sizes; WHAT `many': with more than are kept,
   `often': with many, again and again; `busy': as `many', in a program that does
   something else, too; `time': how long it takes to find a plan; `steps': with a
   value that is in the code.  */

#include "sizes.h"
#include <time.h>

enum { N = 40, STEPS = 3 };

struct frame { double *old, *new; };

static void
sweep (void *data, int64_t lo, int64_t hi, void *const *leaves)
{
  struct frame *f = data;
  double *leaf = leaves[0];
  for (int64_t i = lo + 1; i <= hi; i++)
    {
      f->new[i] = 0.5 * (f->old[i - 1] + f->old[i + 1]);
      *leaf++ = fabs (f->new[i] - f->old[i]);
    }
}

static void
driver (int n, int steps, double *diff, double **old, double **new)
{
  int64_t *counts = PRAM_counts ();
  if (PRAM_numbers ()[0] != n)
    abort ();
  for (int t = 0; t < steps; t++)
    {
      counts[0]++;
      struct frame frame = { *old, *new };
      void *bases[] = { *old, *new };
      PRAM_layer (0, sweep, &frame, bases);
      PRAM_reduced (0, 0, diff);
      double *swapped = *old;
      *old = *new;
      *new = swapped;
    }
}

/* The original.  */

static void
serial (int n, int steps, double *diff, double **old, double **new)
{
  for (int t = 0; t < steps; t++)
    {
      *diff = 0;
      for (int i = 1; i <= n; i++)
	{
	  (*new)[i] = 0.5 * ((*old)[i - 1] + (*old)[i + 1]);
	  *diff = fmax (*diff, fabs ((*new)[i] - (*old)[i]));
	}
      double *swapped = *old;
      *old = *new;
      *new = swapped;
    }
}

static struct pram_site site =
{ PRAM_ABI_VERSION, 12, "main.1", "sizes.c", N_ARGS, NULL };

static const int64_t code[] = CODE (N), numbers[] = { N };
static const struct pram_arg args[] =
{
  [ARG_N] = { .kind = PRAM_ARG_IN, .type = PRAM_TYPE_I32, .name = "n",
	      .checked = PRAM_IN_PLAN, .expected = N },
  [ARG_STEPS] = { .kind = PRAM_ARG_IN, .type = PRAM_TYPE_I32,
		  .name = "steps", .checked = PRAM_IN_CODE,
		  .expected = STEPS },
  [ARG_DIFF] = { .kind = PRAM_ARG_INOUT, .type = PRAM_TYPE_F64,
		 .name = "diff" },
  [ARG_OLD] = { .kind = PRAM_ARG_ARRAY_INOUT, .type = PRAM_TYPE_F64,
		.name = "old", .hi = BYTES (N), .written = 1 },
  [ARG_NEW] = { .kind = PRAM_ARG_ARRAY_INOUT, .type = PRAM_TYPE_F64,
		.name = "new", .hi = BYTES (N), .written = 1 }
};
static const struct pram_transfer halo[] = { { 1, AT_HALO, 8, 16 } };
static const struct pram_reduction reductions[] =
{ { PRAM_OP_MAX, PRAM_TYPE_F64, "diff", 0 } };
static const int32_t waits[] = { 0 };
static const struct pram_layer layers[] =
{
  { .line = 14, .flags = PRAM_LAYER_EARLY_RECV | PRAM_LAYER_UNIFORM,
    .unit_hi = N, .tasks_per_unit = 1, .n_bases = 2, .n_transfers = 1,
    .transfers = halo, .boundary = AT_EDGE, .n_reductions = 1,
    .reductions = reductions, .n_waits = 1, .waits = waits, .reach = -1,
    .ahead_up = -1, .ahead_down = -1 }
};
static const struct pram_transfer scatter[] =
{ { ARG_OLD, AT_OLD, 8, 16 }, { ARG_NEW, AT_NEW, 8, 16 } };
static const struct pram_transfer gather[] =
{ { ARG_OLD, AT_TWICE, 8, 16 }, { ARG_NEW, AT_WRITTEN, 8, 16 } };
#ifdef FORECASTS
/* Whatever the network: alone takes long.  */
static const struct pram_forecast forecasts[] =
{ { 1, 100000000, 1000000000, 0, 0, 0, 0, 0, 0 },
  { 2, 50000000, 500000000, 0, 0, 0, 0, 0, 0 } };
#endif

static const struct pram_region region =
{
  .site = &site, .n_args = N_OF (args), .args = args,
  .driver = (void (*) (void)) driver, .n_units = N, .n_counts = 1,
  .n_layers = 1, .layers = layers, .n_scatter = N_OF (scatter),
  .scatter = scatter, .n_gather = N_OF (gather), .gather = gather,
  .n_code = N_OF (code), .code = code, .n_numbers = 1, .numbers = numbers,
  .n_tasks = N, .source = "averages",
#ifdef FORECASTS
  .n_forecasts = N_OF (forecasts), .forecasts = forecasts
#endif
};

#ifndef SERIAL
NOTE (region)

extern const char *prt_planner_file;
static void __attribute__ ((constructor))
set_planner (void)
{
  prt_planner_file = PLANNER;
}
#endif

/* Run the region with N elements; print what came out unless QUIET.  */

static void
solve (int n, int steps, int quiet)
{
  static double room[2][1000];
  double *old = room[0], *new = room[1], diff = 0;
  for (int i = 0; i < n + 2; i++)
    old[i] = new[i] = (i * 37 + n) % 101;
#ifdef SERIAL
  serial (n, steps, &diff, &old, &new);
#else
  void *values[] = { &n, &steps, &diff, &old, &new };
  if (!PRAM_run (&site, values))
    {
      serial (n, steps, &diff, &old, &new);
      PRAM_leave (&site);
    }
#endif
  if (!quiet)
    printf ("%d %a %016llx %016llx\n", n, diff,
	    hash (old, sizeof *old * (n + 2)),
	    hash (new, sizeof *new * (n + 2)));
}

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* Seconds of a call, of SIZES sizes in turn.  */

static double
seconds (int sizes)
{
  double best = 1;
  for (int k = 0; k < 100; k++)
    {
      double since = now ();
      for (int i = 0; i < 64; i++)
	solve (100 + i % sizes, STEPS, 1);
      double one = (now () - since) / 64;
      best = one < best ? one : best;
    }
  return best;
}

int
main (int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "";
  static const int sizes[] = { 40, 41, 500, 41, 47, 3, 57, 48, 47, 500, 40 };
  int busy = strcmp (what, "busy") == 0;
  /* A twentieth of it is 0.4 ms for each of 132 plans, on any machine.  */
  while (busy && clock () < CLOCKS_PER_SEC)
    ;
  if (busy || strcmp (what, "many") == 0)
    for (int i = 0; i < 2 * 66; i++)
      solve (100 + i % 66 * 10, STEPS, 0);
  else if (strcmp (what, "often") == 0)
    for (int i = 0; i < 4 * 64; i++)
      solve (100 + i % 64 * 10, STEPS, 0);
  else if (strcmp (what, "again") == 0)
    for (int i = 0; i < 200; i++)
      solve (101, STEPS, 0);
  else if (strcmp (what, "steps") == 0)
    solve (41, STEPS + 1, 0);
  else if (strcmp (what, "time") == 0)
    {
      double same = seconds (1), others = seconds (64);
      printf ("%s\n", others - same < 20e-6 ? "quick" : "slow");
      fprintf (stderr, "%g s, %g s\n", same, others);
    }
  else
    for (int i = 0; i < N_OF (sizes); i++)
      solve (sizes[i], STEPS, 0);
  return 0;
}
