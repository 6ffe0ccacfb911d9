/* choose.c: tests of runtime/choose.c, with times that it is told.
   SPDX-License-Identifier: GPL-3.0-or-later

   Each case says what is predicted and what entries take in each way, and looks at
   what all entries take together, and where they run.  As written they take three
   times what they take on one process, unless a case says otherwise.  */

#include "../../runtime/bits.c"
#include "../../runtime/choose.c"

struct prt_state prt = { .mode = PRT_AUTO, .rank = 0, .procs = 2,
			 .all_procs = 2 };

static int measured;		/* times that the network was */

struct prt_network
prt_network (void)
{
  measured++;
  return (struct prt_network) { 1e-6, 1e-9 };
}

void *
prt_alloc (size_t n, size_t size)
{
  return calloc (n ? n : 1, size);
}

/* Seconds; of entry I, from 0 on.  */
typedef double seconds_fn (int i);

static seconds_fn *written;

struct outcome
{
  double seconds;
  int distributed, last_distributed; /* entries; of the last tenth */
  int written, last_written;
};

static double
seconds_of (enum prt_mode mode, seconds_fn *alone, seconds_fn *distributed, int i)
{
  if (mode == PRT_SERIAL)
    return written ? written (i) : 3 * alone (i);
  return mode == PRT_ALONE ? alone (i) : distributed (i);
}

static struct outcome
simulate (struct prt_region *region, seconds_fn *alone, seconds_fn *distributed,
	  int entries)
{
  struct outcome o = { 0, 0, 0, 0, 0 };
  for (int i = 0; i < entries; i++)
    {
      enum prt_mode mode = prt_choose (region);
      double seconds = seconds_of (mode, alone, distributed, i);
      prt_learn (region, mode, seconds, 1);
      o.seconds += seconds;
      o.distributed += mode == PRT_DISTRIBUTED;
      o.last_distributed += mode == PRT_DISTRIBUTED && i >= entries / 10 * 9;
      o.written += mode == PRT_SERIAL;
      o.last_written += mode == PRT_SERIAL && i >= entries / 10 * 9;
    }
  return o;
}

static int failed;

static void
expect_that (bool ok, const char *what, const struct outcome *o)
{
  if (ok)
    return;
  printf ("%s: %g s, %d distributed, of the last tenth %d, as written %d and %d\n",
	  what, o->seconds, o->distributed, o->last_distributed, o->written,
	  o->last_written);
  failed = 1;
}

/* A region that is predicted to take so many microseconds on one process, half on
   two, which exchange so many messages an entry.  */

static struct prt_region *
region_new (int64_t microseconds, int64_t messages)
{
  struct pram_forecast *f = calloc (2, sizeof *f);
  struct pram_region *desc = calloc (1, sizeof *desc);
  struct prt_region *region = calloc (1, sizeof *region);
  setup = 0.5e-3;
  f[0].procs = 1;
  f[0].entry_computing = microseconds * 1000000;
  f[1].procs = 2;
  f[1].entry_computing = microseconds * 500000;
  f[1].entry_messages = messages * 1000;
  desc->iterations = -1;
  desc->n_forecasts = 2;
  desc->forecasts = f;
  region->desc = desc;
  return region;
}

/* DESC with a layer that adds up.  */

static const struct pram_region *
with_sum (const struct pram_region *desc)
{
  static const struct pram_reduction sum = { PRAM_OP_SUM, PRAM_TYPE_F64, "s", 0 };
  static const struct pram_layer layer = { .n_reductions = 1, .reductions = &sum };
  struct pram_region *with = calloc (1, sizeof *with);
  *with = *desc;
  with->n_layers = 1;
  with->layers = &layer;
  return with;
}

static double short_ (int i) { return i == 0 ? 3e-6 : 1e-7; }
static double half_ms (int i) { return i == 0 ? 2e-3 : 0.5e-3; }
static double one_ms (int i) { return i == 0 ? 2e-3 : 1e-3; }
static double three_ms (int i) { return i == 0 ? 5e-3 : 3e-3; }
static double hundred_ms (int i) { (void) i; return 100e-3; }
static double first_slow (int i) { return i == 0 ? 50e-3 : 1e-3; }
static double later_slow (int i) { return i < 1000 ? 0.5e-3 : 5e-3; }
static double later_fast (int i) { return i < 2000 ? 5e-3 : 0.3e-3; }

enum { N = 10000 };

int
main (void)
{
  struct outcome o;

  /* Over before a message is: nothing is measured, nothing distributed.  */
  o = simulate (region_new (0, 2), short_, hundred_ms, N);
  expect_that (o.distributed == 0 && measured == 0, "tiny", &o);

  /* Even without messages too little is saved; often enough, it isn't.  */
  o = simulate (region_new (900, 2), one_ms, half_ms, 1);
  expect_that (o.distributed == 0 && measured == 0, "one short entry", &o);
  o = simulate (region_new (900, 2), one_ms, half_ms, 100);
  expect_that (o.distributed > 90 && measured > 0, "short entries", &o);

  /* Predictions are right.  */
  o = simulate (region_new (1000, 10), one_ms, half_ms, N);
  expect_that (o.last_distributed > N * 95 / 1000 && o.seconds < 1.04 * N * 0.5e-3,
	       "distributed", &o);
  o = simulate (region_new (1000, 3000), one_ms, three_ms, N);
  expect_that (o.last_distributed < N / 100 && o.seconds < 1.04 * N * 1e-3,
	       "alone", &o);

  /* They are wrong, either way; even by far.  */
  o = simulate (region_new (1000, 10), one_ms, three_ms, N);
  expect_that (o.last_distributed < N / 100 && o.seconds < 1.05 * N * 1e-3,
	       "not so quick distributed", &o);
  o = simulate (region_new (1000, 10), one_ms, hundred_ms, N);
  expect_that (o.distributed <= 6 && o.seconds < 1.07 * N * 1e-3,
	       "very slow distributed", &o);
  o = simulate (region_new (1000, 3000), one_ms, half_ms, N);
  expect_that (o.last_distributed > N * 95 / 1000 && o.seconds < 1.1 * N * 0.5e-3,
	       "quicker distributed than predicted", &o);

  /* Computing takes longer than predicted: what is known of one way corrects the
     other at once.  */
  o = simulate (region_new (10, 10), one_ms, half_ms, 100);
  expect_that (o.distributed > 90, "corrected", &o);

  /* Rank 0 touches its memory first in the first entry.  */
  o = simulate (region_new (1000, 3000), first_slow, three_ms, 100);
  expect_that (o.distributed == 0, "slow first entry", &o);

  /* Figures change.  */
  o = simulate (region_new (1000, 10), one_ms, later_slow, N);
  expect_that (o.last_distributed < N / 100
	       && o.seconds < 1.05 * (1000 * 0.5e-3 + (N - 1000) * 1e-3),
	       "slower later", &o);
  o = simulate (region_new (1000, 9000), one_ms, later_fast, N);
  expect_that (o.last_distributed > N * 95 / 1000, "quicker later", &o);

  /* What calls the runtime more often than it computes isn't tried compiled; that the
     compiled form is slower without that is found out, and that it isn't.  */
  struct prt_region *calling = region_new (100, 3000);
  struct pram_forecast *f = (struct pram_forecast *) calling->desc->forecasts;
  f[0].entry_calls = f[1].entry_calls = 50 * 1000 * 1000;
  written = half_ms;
  o = simulate (calling, hundred_ms, hundred_ms, 100);
  expect_that (o.written == 100, "calls", &o);
  o = simulate (region_new (1000, 3000), one_ms, three_ms, N);
  expect_that (o.last_written > N * 95 / 1000 && o.seconds < 1.04 * N * 0.5e-3,
	       "quicker as written", &o);
  written = hundred_ms;
  o = simulate (region_new (1000, 3000), one_ms, three_ms, N);
  expect_that (o.last_written < N / 100 && o.seconds < 1.05 * N * 1e-3,
	       "slow as written", &o);

  /* On one process, too; but what may be reassociated has other bits.  */
  prt.all_procs = 1;
  written = half_ms;
  o = simulate (region_new (1000, 10), one_ms, half_ms, N);
  expect_that (o.distributed == 0 && o.last_written > N * 95 / 1000, "one process", &o);
  struct prt_region *sum = region_new (1000, 10);
  sum->desc = with_sum (sum->desc);
  o = simulate (sum, one_ms, half_ms, N);
  expect_that (o.written == 0, "sum", &o);
  return failed;
}
