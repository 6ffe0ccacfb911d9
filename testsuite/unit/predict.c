/* predict.c: tests of core/predict/predict.c and profile.c, with values
   computed by hand.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include <math.h>

#include "plan/traffic.h"
#include "predict/forecast.h"
#include "predict/obliviousness.h"
#include "predict/predict.h"

#define STREAM(procs_, bytes_, compute_, read_, write_)			     \
  { .procs = (procs_), .bytes = (bytes_), .compute = (compute_),	     \
    .read = (read_), .write = (write_), .together = 1 }

/* Up to 1000 bytes are free; a byte read from a larger set costs 2, one
   written 3; with two processes twice as much.  */
static struct pram_stream streams[]
  = { STREAM (1, 1000, 1, 0, 0), STREAM (1, 1001, 1, 2, 3),
      STREAM (2, 1000, 1, 0, 0), STREAM (2, 1001, 1, 4, 6) };
static struct pram_exchange exchanges[]
  = { { PRAM_SAME_NODE, 8, 100, { 60, 60 } },
      { PRAM_SAME_NODE, 808, 900, { 460, 460 } } };
static struct pram_swap swaps[] = { { PRAM_SAME_NODE, 8, { 50, 50 } } };
static const struct pram_costs costs
  = { .n_streams = 4, .streams = streams, .n_exchanges = 2,
      .exchanges = exchanges, .n_swaps = 1, .swaps = swaps, .given = true };
static const struct pram_logp logp
  = { .L = 6, .o = 2, .g = 4, .G = 1, .op = 1, .P = 2 };

/* The same without that.  */
static struct pram_plan *
plan_of (const char *text)
{
  struct pram_plan *plan = plan_from (text);
  for (int l = 0; l < plan->n_layers; l++)
    plan->layers[l].ahead_up = -1;
  return plan;
}

static struct pram_profile
profile_of (const char *text, struct pram_arena *arena)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_profile profile = { 0, NULL };
  FILE *file = fmemopen ((void *) text, strlen (text), "r");
  cr_assert (pram_profile_read (file, &profile, arena, &diag), "%s",
	     heard.message);
  fclose (file);
  return profile;
}

static struct pram_prediction
predict (const struct pram_plan *plan, const struct pram_profile *profile,
	 int procs)
{
  struct pram_predictor by = { &logp, &costs, profile, NULL };
  return pram_predict (plan, &by, procs);
}

static bool
near_p (double a, double b)
{
  return fabs (a - b) <= 1e-9 * fabs (b);
}

#define HEAT(n, m)							\
  "region f.1 file f.c line 1\n"					\
  "array a[" #m "] bytes 8 type f64\n"					\
  "array b[" #m "] bytes 8 type f64\n"					\
  "while t swap a = b b = a {\n"					\
  "segment\n"								\
  "  for i < " #n " reduce max f64 d {\n"				\
  "    stmt weight 3 read a[i] read a[i+2] write b[i+1]\n"		\
  "  }\n"								\
  "segment\n"								\
  "}"

/* Those who have units exchange what they would without all others.  */
Test (predict, more_processes_than_units)
{
  struct pram_plan *plan = plan_of (HEAT (24, 26));
  double each_one = predict (plan, NULL, 24).exchanges;
  cr_expect_gt (each_one, 0);
  for (int procs = 25; procs < 300; procs += 25)
    cr_expect (near_p (predict (plan, NULL, procs).exchanges, each_one),
	       "%d", procs);
  pram_prog_free (plan->prog);
}

/* 24 elements of 8 bytes in two arrays are 384 bytes: operations alone.  */
Test (predict, in_cache)
{
  struct pram_plan *plan = plan_of (HEAT (24, 26));
  struct pram_prediction p = predict (plan, NULL, 1);
  cr_expect (near_p (p.iteration, 72), "%g", p.iteration);
  cr_expect_eq (p.exchanges, 0);
  cr_expect_eq (p.reductions, 0);
  cr_expect_eq (p.entry, 0);
  pram_prog_free (plan->prog);
}

/* To run a layer takes 10 beside its work, and to combine the lanes of a
   reduction 5: for each row that fills no vectors; of a loop that is cut into
   units for each of these.  */
Test (predict, layers_and_reductions)
{
#define ROWS(vectors, n)						\
  "region f.1 file f.c line 1" vectors "\n"				\
  "array a[6][" #n "] bytes 8 type f64\n"				\
  "while t {\nsegment\nsegment\n"					\
  "  for i < 6 reduce max f64 d {\n"					\
  "    for j < " #n " reduce max f64 d { stmt weight 1 read a[i][j] }\n" \
  "  }\n"								\
  "  for i < 6 { for j < " #n " { stmt weight 1 write a[i][j] } }\n"	\
  "}"
  static const struct { const char *text; double reductions; int layers; } one[]
    = { { HEAT (24, 26), 24, 1 }, { ROWS ("", 9), 6, 2 },
	{ ROWS ("", 8), 0, 2 }, { ROWS ("", 4), 6, 2 },
	{ ROWS (" vectors 32", 4), 0, 2 } };
  struct pram_costs own = costs;
  struct pram_predictor by = { &logp, &own, NULL, NULL };
  own.layer = 10;
  own.row_reduction = 5;
  for (size_t k = 0; k < sizeof one / sizeof *one; k++)
    {
      struct pram_plan *plan = plan_of (one[k].text);
      cr_assert_eq (plan->n_layers, one[k].layers);
      double before = predict (plan, NULL, 1).iteration;
      double with = pram_predict (plan, &by, 1).iteration;
      cr_expect (near_p (with - before,
			 10 * one[k].layers + 5 * one[k].reductions),
		 "%zu: %g", k, with - before);
      pram_prog_free (plan->prog);
    }
}

/* Two convergence loops: an iteration of each is that of the loop alone.  */
Test (predict, loops_in_sequence)
{
#define ARRAYS "region f.1 file f.c line 1\n"				\
  "array a[40] bytes 8 type f64\narray b[40] bytes 8 type f64\n"
#define FIRST "while s { segment\n"					\
  "  for i < 40 reduce max f64 d { stmt weight 3 read a[i] write b[i] }\n" \
  "segment }\n"
#define SECOND "while t { segment for k < 3 {\n"			\
  "  for i < 40 { stmt weight 7 read b[i] write a[i] } }\n"		\
  "  for i < 40 reduce max f64 e { stmt weight 1 read a[i] write b[i] }\n" \
  "segment }\n"
  struct pram_plan *both = plan_of (ARRAYS FIRST SECOND);
  struct pram_plan *alone[] = { plan_of (ARRAYS FIRST),
				plan_of (ARRAYS SECOND) };
  const struct pram_node *loop = NULL;
  for (int k = 0; k < 2; k++)
    {
      loop = pram_plan_next_loop (both, loop);
      cr_assert (loop);
      struct pram_predictor by = { &logp, &costs, NULL, loop };
      struct pram_predictor of_one = { &logp, &costs, NULL, NULL };
      struct pram_prediction p = pram_predict (both, &by, 2);
      struct pram_prediction q = pram_predict (alone[k], &of_one, 2);
      cr_expect (p.iteration > 0);
      cr_expect (near_p (p.iteration, q.iteration), "%g %g", p.iteration,
		 q.iteration);
      struct pram_obliviousness x = pram_plan_obliviousness (both, &by, 2);
      struct pram_obliviousness y
	= pram_plan_obliviousness (alone[k], &of_one, 2);
      cr_expect (near_p (x.work, y.work));
      cr_expect (near_p (x.reductions, y.reductions));
      pram_prog_free (alone[k]->prog);
    }
  cr_expect (!pram_plan_next_loop (both, loop));
  pram_prog_free (both->prog);
}

/* What runs outside of convergence loops is told from these, wherever it
   stands.  */
Test (predict, outside_of_loops)
{
#define ALONE "for l < 40 { stmt weight 5 read a[l] write b[l] }\n"
  static const struct { const char *text; double once; } cases[]
    = { { ARRAYS FIRST, 0 }, { ARRAYS FIRST SECOND, 0 },
	{ ARRAYS FIRST ALONE, 200 }, { ARRAYS FIRST ALONE SECOND, 200 },
	{ ARRAYS ALONE FIRST SECOND, 200 }, { ARRAYS ALONE, 200 } };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    {
      struct pram_plan *plan = plan_of (cases[k].text);
      struct pram_prediction p = predict (plan, NULL, 1);
      cr_expect (near_p (p.once, cases[k].once), "%zu: %g", k, p.once);
      cr_expect (p.entry >= p.once);
      pram_prog_free (plan->prog);
    }
}

/* Of elements of 4 bytes vectors compute twice as many at once.  */
Test (predict, floats)
{
  struct pram_plan *plan
    = plan_of ("region f.1 file f.c line 1\n"
	       "array a[24] bytes 4 type f32\n"
	       "array b[24] bytes 4 type f32\n"
	       "while t {\n segment\n segment\n"
	       "  for i < 24 { stmt weight 3 read a[i] write b[i] }\n}");
  cr_expect (near_p (predict (plan, NULL, 1).iteration, 36));
  pram_prog_free (plan->prog);
  /* What has no elements computes with doubles.  */
  plan = plan_of ("region f.1 file f.c line 1\n"
		  "for i < 24 reduce sum f64 s { stmt weight 3 }\n");
  cr_expect (near_p (predict (plan, NULL, 1).entry, 72));
  pram_prog_free (plan->prog);
}

/* What an iteration takes of BODY, run 5 * 8 times, if an operation takes 1,
   one that vectors don't do 3, one that waits for another LINK.  */
static double
without_vectors (const char *body, double link)
{
  char text[512];
  snprintf (text, sizeof text,
	    "region f.1 file f.c line 1\n"
	    "array a[5][9] bytes 8 type f64\n"
	    "array b[5][9] bytes 8 type f64\n"
	    "while t {\n segment\n segment\n"
	    "  for i < 5 { for j < 8 %s } }", body);
  struct pram_plan *plan = plan_of (text);
  struct pram_costs slow = costs, none = { 0 };
  slow.scalar = 3;
  slow.link = link;
  struct pram_predictor by = { &logp, &slow, NULL, NULL };
  double seconds = pram_predict (plan, &by, 1).iteration;
  by.costs = &none;
  cr_expect (near_p (pram_predict (plan, &by, 1).iteration, 5 * 8 * 4),
	     "a LogP machine has no vectors");
  pram_prog_free (plan->prog);
  return seconds / (5 * 8);
}

/* Four operations, one to three loads and stores.  */
Test (predict, without_vectors)
{
  const char *vector = "{ stmt weight 4 read a[i][j+1] write a[i][j] }";
  const char *calls = "{ stmt scalar weight 4 read a[i][j] write b[i][j] }";
  const char *sum = "order \"s\" line 2 { stmt weight 4 read a[i][j] }";
  const char *recurrence = "{ stmt weight 4 read a[i][j] write a[i][j+1] }";
  const char *strided = "{ stmt weight 4 read a[i][j] write b[j][i] }";
  const char *apart = "{ stmt conditional weight 4 read a[i][j] read b[i][8] "
		      "may write b[i][j] }";
  cr_expect (near_p (without_vectors (vector, 100), 4));
  cr_expect (near_p (without_vectors (calls, 100), (4 + 2) * 3));
  cr_expect (near_p (without_vectors (sum, 10), (4 + 1) * 3));
  cr_expect (near_p (without_vectors (sum, 100), 100));
  cr_expect (near_p (without_vectors (recurrence, 100), 2 * 100));
  cr_expect (near_p (without_vectors (apart, 100), (4 + 2) * 3));
  cr_expect (near_p (without_vectors (strided, 100), (4 + 2) * 3));
}

/* What 5 * 8 sums over BODY take, run 6 times for each, if an operation takes
   1, one that vectors of 4 elements don't do 3, one that waits for another
   LINK; the sums themselves are stored at WRITE.  */
static double
ordered_sums (const char *body, const char *write, double link)
{
  char text[1024];
  snprintf (text, sizeof text,
	    "region f.1 file f.c line 1 vectors 32\n"
	    "array a[9][9] bytes 8 type f64\n"
	    "array b[9][9] bytes 8 type f64\n"
	    "array c[9][9] bytes 8 type f64\n"
	    "while t {\n segment\n segment\n for i < 5 { for j < 8 {\n"
	    "  for k < 6 order \"s\" line 2 %s\n"
	    "  stmt weight 1 write %s } } }", body, write);
  struct pram_plan *plan = plan_of (text);
  struct pram_costs slow = costs;
  slow.scalar = 3;
  slow.link = link;
  struct pram_predictor by = { &logp, &slow, NULL, NULL };
  double seconds = pram_predict (plan, &by, 1).iteration;
  pram_prog_free (plan->prog);
  return (seconds - 5 * 8) / (5 * 8 * 6);
}

/* Vectors hold neighbouring sums: four wait at a time.  Not if what is summed
   up does not lie side by side, if a sum needs the one before, if functions are
   called, or if the sum is one of several.  */
Test (predict, ordered_sums)
{
  const char *product = "{ stmt weight 4 read a[i][k] read b[k][j] }";
  const char *columns = "{ stmt weight 4 read b[k][j] read b[k][j+1] }";
  const char *strided = "{ stmt weight 4 read a[i][k] read b[j][k] }";
  const char *needed = "{ stmt weight 4 read a[i][k] read c[i][j] }";
  const char *calls = "{ stmt scalar weight 4 read a[i][k] read b[k][j] }";
  const char *two = "{ stmt weight 4 read a[i][k] read b[k][j] } "
		    "for l < 0 order \"s\" line 2 { stmt weight 4 }";
  cr_expect (near_p (ordered_sums (product, "c[i][j]", 100), 4 + 25));
  cr_expect (near_p (ordered_sums (columns, "c[j][i]", 100), 4 + 25));
  cr_expect (near_p (ordered_sums (strided, "c[i][j]", 100), 100));
  cr_expect (near_p (ordered_sums (strided, "c[i][j]", 1), (4 + 2) * 3));
  cr_expect (near_p (ordered_sums (needed, "c[i][j+1]", 100), 100));
  cr_expect (near_p (ordered_sums (calls, "c[i][j]", 100), 100));
  cr_expect (near_p (ordered_sums (two, "c[i][j]", 100), 100));
}

/* Two layers that need each other's neighbours, the second sent only when both
   have run: a large block is swept over once, and what the second sends is not
   hidden.  */
static struct pram_prediction
staggered (int n)
{
  static struct pram_stream far[]
    = { STREAM (2, 1 << 18, 1, 0, 0), STREAM (2, 1 << 19, 1, 2, 3) };
  char text[400];
  snprintf (text, sizeof text,
	    "region f.1 file f.c line 1\n"
	    "array e[%d] bytes 8 type f64\n"
	    "array h[%d] bytes 8 type f64\n"
	    "while t {\n segment\n segment\n"
	    "  for i < %d { stmt weight 1 read e[i] read e[i+1] write h[i] }\n"
	    "  for i < %d { stmt weight 1 read h[i] read h[i+1] "
	    "write e[i+1] }\n}", n, n, n - 1, n - 1);
  struct pram_costs memory = costs;
  memory.n_streams = 2;
  memory.streams = far;
  far[1].together = 0.5;
  struct pram_plan *plan = plan_of (text);
  struct pram_predictor by = { &logp, &memory, NULL, NULL };
  struct pram_prediction p = pram_predict (plan, &by, 2);
  pram_prog_free (plan->prog);
  return p;
}

Test (predict, sent_last)
{
  struct pram_prediction small = staggered (PRAM_TASKS_SENT_LAST);
  struct pram_prediction large = staggered (4 * PRAM_TASKS_SENT_LAST);
  cr_expect (near_p (small.exchanges, 60 + 60), "%g", small.exchanges);
  cr_expect (near_p (large.exchanges, 60 + 100), "%g", large.exchanges);
  cr_expect (large.computing < 3 * small.computing, "%g %g",
	     large.computing, small.computing);
}

/* 2048 elements: 16384 bytes read, as many written.  */
Test (predict, in_memory)
{
  struct pram_plan *plan = plan_of (HEAT (2048, 2050));
  struct pram_prediction p = predict (plan, NULL, 1);
  cr_expect (near_p (p.iteration, 6144 + 16384 * (2 + 3)), "%g",
	     p.iteration);
  /* Of two the busiest has 129 of the 257 units, at twice the price, and 8
     bytes to exchange, which are hidden as well as can be.  */
  cr_assert_eq (plan->layers[0].unit_hi - plan->layers[0].unit_lo, 257);
  p = predict (plan, NULL, 2);
  cr_expect (near_p (p.computing, 129. / 257 * (6144 + 16384 * (4 + 6))),
	     "%g", p.computing);
  cr_expect (near_p (p.exchanges, 60), "%g", p.exchanges);
  cr_expect (p.reductions >= 50 && p.reductions < 500, "%g", p.reductions);
  cr_expect (near_p (p.iteration, p.computing + p.exchanges + p.reductions));
  cr_expect (p.entry > 0);
  pram_prog_free (plan->prog);
}

/* Eight processes with three units each, two partial values, 32 bytes:
   dissemination, three rounds of 2 + 37 + 2, not three times a measured
   allreduce of two.  */
Test (predict, reduction_as_chosen)
{
  struct pram_plan *plan = plan_of (HEAT (24, 26));
  struct pram_prediction p = predict (plan, NULL, 8);
  cr_expect (near_p (p.reductions, 123), "%g", p.reductions);
  pram_prog_free (plan->prog);
}

/* Of two processes with twelve units each of 24 the busiest computes half; an
   iteration has an exchange of 8 bytes and a swap of two values: each is a
   message, and a byte less than it has.  On one process there are none.  */
Test (predict, forecast)
{
  static const int64_t second = 1000000000000;
  struct pram_plan *plan = plan_of (HEAT (24, 26));
  struct pram_predictor by = { &logp, &costs, NULL, NULL };
  struct pram_forecast one = pram_forecast_of (plan, &by, 1);
  struct pram_forecast two = pram_forecast_of (plan, &by, 2);
  cr_expect_eq (one.iteration_computing, 72 * second);
  cr_expect_eq (one.entry_messages + one.iteration_messages, 0);
  cr_expect_eq (one.entry_bytes + one.iteration_bytes, 0);
  cr_expect_eq (two.iteration_computing, 36 * second);
  cr_expect_eq (two.iteration_messages, 2000);
  cr_expect_eq (two.iteration_calls, one.iteration_calls);
  cr_expect_eq (one.iteration_calls, 2000);
  cr_expect_eq (two.iteration_bytes, 7 + 31);
  /* Twelve elements of each array there and back, at the gap's fourth, and the
     arguments.  */
  cr_expect (two.entry_messages > 2000 && two.entry_messages < 4000);
  cr_expect (two.entry_bytes > 3 * 12 * 8);
  pram_prog_free (plan->prog);
}

/* A million sums where data choose, of which each of two processes has half: in
   floating-point numbers 45 ns each, in integers they are combined before.  */
#define CHARGE(type, size)						\
  "region c.1 file c.c line 1\n"					\
  "array rho bytes " size " type " type "\n"				\
  "array q bytes " size " type " type "\n"				\
  "array cell bytes 4 type i32\n"					\
  "for i < 1000000 {\n"							\
  "  stmt weight 1 read cell@(4*i) read q@(" size "*i) "		\
  "write rho@(0) indirect\n"						\
  "}"

Test (predict, forecast_of_deposits)
{
  static const double second = 1e12;
  static const struct pram_costs nothing;
  struct pram_plan *sums = plan_of (CHARGE ("f64", "8"));
  struct pram_plan *counts = plan_of (CHARGE ("i64", "8"));
  struct pram_predictor by = { &logp, &nothing, NULL, NULL };
  struct pram_forecast alone = pram_forecast_of (sums, &by, 1);
  struct pram_forecast two = pram_forecast_of (sums, &by, 2);
  struct pram_forecast combined = pram_forecast_of (counts, &by, 2);
  double more = (two.entry_computing - combined.entry_computing) / second;
  cr_expect_eq (alone.entry_computing,
		pram_forecast_of (counts, &by, 1).entry_computing);
  cr_expect (near_p (more, 5e5 * 45e-9), "%g", more);
  cr_expect (near_p (two.entry_bytes - combined.entry_bytes, 5e5 * 16 / 2));
  pram_prog_free (sums->prog);
  pram_prog_free (counts->prog);
}

/* Whatever the machine, the bound is at least what is predicted: of an
   iteration, and of a region without a data-dependent loop, scatter and gather
   included.  Without messages the two are the same.  */
Test (predict, bound)
{
  static const char *const text[] = { HEAT (240, 242),
    "region g.1 file g.c line 1\n"
    "array a[100] bytes 8 type f64\n"
    "array b[100] bytes 8 type f64\n"
    "for i < 100 {\n"
    "  stmt weight 2 read a[i] write b[i]\n"
    "}" };
  struct rng rng = { 3 };
  for (int t = 0; t < 2; t++)
    {
      struct pram_plan *plan = plan_of (text[t]);
      for (int k = 0; k < 100; k++)
	{
	  struct pram_logp any = { .op = 1, .P = 2 };
	  any.L = (double) rng_in (&rng, 0, 60);
	  any.o = (double) rng_in (&rng, 0, 20);
	  any.g = (double) rng_in (&rng, 0, 20);
	  any.G = (double) rng_in (&rng, 0, 2);
	  struct pram_predictor by = { &any, &costs, NULL, NULL };
	  int procs = (int) rng_in (&rng, 1, 9);
	  struct pram_prediction p = pram_predict (plan, &by, procs);
	  double seconds = pram_prediction_seconds (&p);
	  double messages = pram_plan_obliviousness (plan, &by, procs).messages;
	  double bound = pram_predict_bound (&p, messages);
	  cr_expect (seconds <= bound * (1 + 1e-12), "%d processes: %g > %g",
		     procs, seconds, bound);
	  cr_expect (procs > 1 || near_p (seconds, bound));
	}
      pram_prog_free (plan->prog);
    }
}

/* Blocks weigh what is predicted for computing them, and bytes, which cost
   twice as much where two sweep, are in that.  */
Test (predict, blocks_cost_what_computing_costs)
{
  struct pram_plan *plan = plan_of (HEAT (2048, 2050));
  struct pram_predictor by = { &logp, &costs, NULL, NULL };
  for (int procs = 1; procs <= 2; procs++)
    {
      struct pram_prediction p = predict (plan, NULL, procs);
      struct pram_obliviousness x = pram_plan_obliviousness (plan, &by, procs);
      cr_expect (near_p (x.depth, p.computing), "%g, %g", x.depth,
		 p.computing);
      cr_expect (near_p (x.work, 6144 + 16384 * (procs == 1 ? 5 : 10)), "%g",
		 x.work);
      cr_expect (near_p (pram_predict_price (plan, &by, procs), x.work / 6144));
    }
  static const struct pram_costs unmeasured;
  by.costs = &unmeasured;
  cr_expect (near_p (pram_plan_obliviousness (plan, &by, 2).work, 6144));
  cr_expect_eq (pram_predict_price (plan, &by, 2), 1);
  pram_prog_free (plan->prog);
}

/* A short computation hides less: 12 elements of 3 operations are 36 of the
   100 that the exchange takes.  */
Test (predict, overlap)
{
  struct pram_plan *plan = plan_of (HEAT (24, 26));
  struct pram_prediction p = predict (plan, NULL, 2);
  cr_expect (near_p (p.computing, 36), "%g", p.computing);
  cr_expect (near_p (p.exchanges, 100 - 0.36 * 40), "%g", p.exchanges);
  pram_prog_free (plan->prog);
}

/* c = a b, 20 x 20: a row of c needs a row of a (160 bytes) and all of b (3200
   bytes); b is read again for each of the other 19 rows out of the 3520 bytes
   of a row's working set, a's row for each column within 3360.  A column of b
   and an element of a are within one column's 328.  */
Test (predict, reuse_inside_a_layer)
{
  struct pram_plan *plan
    = plan_of ("region f.1 file f.c line 1\n"
	       "array a[20][20] bytes 8 type f64\n"
	       "array b[20][20] bytes 8 type f64\n"
	       "array c[20][20] bytes 8 type f64\n"
	       "for i < 20 {\n"
	       "  for j < 20 {\n"
	       "    for k < 20 {\n"
	       "      stmt weight 2 read a[i][k] read b[k][j] read c[i][j]"
	       " write c[i][j]\n"
	       "    }\n  }\n}");
  struct pram_prediction p = predict (plan, NULL, 1);
  double first = 2 * 3200 * 2 + 3200 * 3;
  double rows_of_b = 19 * 3200 * 2;
  cr_expect_eq (p.iteration, 0);
  cr_expect (near_p (p.entry, 16000 + first + rows_of_b), "%g instead of %g",
	     p.entry, 16000 + first + rows_of_b);
  pram_prog_free (plan->prog);
}

/* Of a machine on which a byte read costs 2 and one written 3 in sets of more
   than 200000 bytes, where two runs together take the part TOGETHER.  */
static struct pram_costs
costs_of_large_sets (double together)
{
  static struct pram_stream wide[] = { STREAM (1, 200000, 1, 0, 0),
				       STREAM (1, 200001, 1, 2, 3) };
  struct pram_costs own = costs;
  own.streams = wide;
  own.n_streams = 2;
  wide[1].together = together;
  return own;
}

/* The second layer sweeps behind the first, which has left b in cache: it
   costs what c costs.  */
Test (predict, a_sweep_saves_the_shared_array)
{
  static const char text[]
    = "region f.1 file f.c line 1\n"
      "array a[40000] bytes 8 type f64\n"
      "array b[40000] bytes 8 type f64\n"
      "array c[40000] bytes 8 type f64\n"
      "for i < 40000 { stmt weight 0 read a[i] write b[i] }\n"
      "for i < 40000 { stmt weight 0 read b[i] write c[i] }\n";
  struct pram_costs own = costs_of_large_sets (0.5);
  struct pram_predictor by = { &logp, &own, NULL, NULL };
  struct pram_plan *plan = plan_of (text);
  double seconds = pram_predict (plan, &by, 1).entry;
  cr_expect (near_p (seconds, 320000. * (2 + 3 + 3)), "%g", seconds);
  /* Two runs that took 0.9 of their time were 1 and 0.8 of it.  */
  own.streams[1].together = 0.9;
  seconds = pram_predict (plan, &by, 1).entry;
  cr_expect (near_p (seconds, 320000. * (2 + 3 + 0.8 * (2 + 3))), "%g",
	     seconds);
  plan->layers[0].n_pipes = 0;
  seconds = pram_predict (plan, &by, 1).entry;
  cr_expect (near_p (seconds, 320000. * (2 + 3 + 2 + 3)), "%g", seconds);
  pram_prog_free (plan->prog);
}

/* What TEXT takes with costs_of_large_sets.  */
static double
entry_of (const char *text)
{
  struct pram_costs own = costs_of_large_sets (0.5);
  struct pram_predictor by = { &logp, &own, NULL, NULL };
  struct pram_plan *plan = plan_of (text);
  double seconds = pram_predict (plan, &by, 1).entry;
  pram_prog_free (plan->prog);
  return seconds;
}

/* Two planes of u are read and one is written.  */
Test (predict, planes_that_take_turns)
{
  static const char text[]
    = "region f.1 file f.c line 1\n"
      "array u[3][40000] bytes 8 type f64\n"
      "for i < 40000 {\n"
      "  stmt weight 0 read u[0][i] read u[1][i] write u[2][i]\n"
      "}\n";
  double seconds = entry_of (text);
  cr_expect (near_p (seconds, 320000. * (2 + 2 + 3)), "%g", seconds);
}

/* Layers sweep two by two: the first of an iteration does not sweep behind the
   second of the iteration before.  */
Test (predict, sweeps_are_of_two_layers)
{
  static const char text[]
    = "region f.1 file f.c line 1\n"
      "array a[40000] bytes 8 type f64\n"
      "array b[40000] bytes 8 type f64\n"
      "for t < 10 {\n"
      "  for i < 40000 { stmt weight 0 read a[i] write b[i] }\n"
      "  for i < 40000 { stmt weight 0 read b[i] write a[i] }\n"
      "}\n";
  double seconds = entry_of (text);
  cr_expect (near_p (seconds, 10 * 320000. * (2 + 3)), "%g", seconds);
}

/* A turn has a unit at least; if some units are more than the cache, sweeping
   together saves nothing.  */
Test (predict, large_units_leave_the_cache)
{
  static const char text[]
    = "region f.1 file f.c line 1\n"
      "array a[10][4000] bytes 8 type f64\n"
      "array b[10][4000] bytes 8 type f64\n"
      "array c[10][4000] bytes 8 type f64\n"
      "for i < 10 { for j < 4000 {\n"
      "  stmt weight 0 read a[i][j] write b[i][j] } }\n"
      "for i < 10 { for j < 4000 {\n"
      "  stmt weight 0 read b[i][j] write c[i][j] } }\n";
  double seconds = entry_of (text);
  cr_expect (near_p (seconds, 320000. * (2 + 3 + 2 + 3)), "%g", seconds);
}

/* Two runs of a layer take a part of their time, and there is one reduction for
   both.  */
Test (predict, two_runs_in_one_sweep)
{
  static struct pram_stream wide[] = { STREAM (1, 160000, 1, 0, 0),
				       STREAM (1, 160001, 1, 2, 3) };
  struct pram_costs own = costs;
  own.streams = wide;
  own.n_streams = 2;
  wide[1].together = 0.75;
  struct pram_predictor by = { &logp, &own, NULL, NULL };
  struct pram_plan *plan = plan_from (HEAT (20480, 20482));
  cr_assert (plan->layers[0].ahead_up >= 0 && plan->layers[0].last);
  struct pram_prediction p = pram_predict (plan, &by, 1);
  double bytes = 8 * 20480;
  cr_expect (near_p (p.iteration, 0.75 * (3 * 20480 + bytes * (2 + 3))), "%g",
	     p.iteration);
  struct pram_prediction two = pram_predict (plan, &by, 2);
  plan->layers[0].ahead_up = -1;
  cr_expect (near_p (pram_predict (plan, &by, 1).iteration,
		     3 * 20480 + bytes * (2 + 3)));
  cr_expect (near_p (pram_predict (plan, &by, 2).reductions,
		     2 * two.reductions));
  pram_prog_free (plan->prog);
}

/* If a turn of both leaves the cache, they take as long as alone.  */
Test (predict, two_runs_of_large_units)
{
  static const char text[]
    = "region f.1 file f.c line 1\n"
      "array a[12][4000] bytes 8 type f64\n"
      "array b[12][4000] bytes 8 type f64\n"
      "while t swap a = b b = a {\n"
      "segment\n"
      "  for i < 10 reduce max f64 d {\n"
      "    for j < 4000 reduce max f64 d {\n"
      "      stmt weight 0 read a[i][j] read a[i+2][j] write b[i+1][j]\n"
      "    }\n"
      "  }\n"
      "segment\n"
      "}";
  struct pram_costs own = costs_of_large_sets (0.75);
  struct pram_predictor by = { &logp, &own, NULL, NULL };
  struct pram_plan *plan = plan_from (text);
  cr_assert (plan->layers[0].ahead_up >= 0);
  struct pram_prediction p = pram_predict (plan, &by, 1);
  plan->layers[0].ahead_up = -1;
  struct pram_prediction alone = pram_predict (plan, &by, 1);
  cr_expect (near_p (p.iteration, alone.iteration), "%g, not %g",
	     p.iteration, alone.iteration);
  pram_prog_free (plan->prog);
}

/* 40 rows of 60 elements: 5 loads (the old value is one of them) and a store
   each, and the row's own cost.  Two rows of three are read again, out of three
   rows of one array and one of the other.  */
Test (predict, stencil)
{
  static const char text[]
    = "region f.1 file f.c line 1\n"
      "array a[42][62] bytes 8 type f64\n"
      "array b[42][62] bytes 8 type f64\n"
      "for i < 40 {\n"
      "  for j < 60 {\n"
      "    stmt weight 5 read a[i][j+1] read a[i+2][j+1] read a[i+1][j]"
      " read a[i+1][j+2] write b[i+1][j+1]\n"
      "    stmt weight 4 read b[i+1][j+1] read a[i+1][j+1]\n"
      "  }\n}\n";
  double cells = 40 * 60, rows = 4 * 60 * 8;
  struct pram_stream sets[] = { STREAM (1, (int64_t) rows, 1, 1, 0),
				STREAM (1, (int64_t) rows + 1, 1, 2, 3) };
  struct pram_costs own = costs;
  own.streams = sets;
  own.n_streams = 2;
  own.access = 10;
  own.row = 1000;
  struct pram_predictor by = { &logp, &own, NULL, NULL };
  struct pram_plan *plan = plan_of (text);
  double expected = cells * (9 + 6 * 10 + 8 * (2 + 3) + 2 * 8 * 1) + 40 * 1000;
  double found = pram_predict (plan, &by, 1).entry;
  cr_expect (near_p (found, expected), "%g instead of %g", found, expected);
  /* Shorter vectors, in cache 3 more an operation and 5 more an access.  */
  struct pram_vectors shorter = { 16, 4, 15, 1500, 0, 0 };
  own.vectors = &shorter;
  own.n_vectors = 1;
  plan->prog->vectors = 16;
  found = pram_predict (plan, &by, 1).entry;
  cr_expect (near_p (found, expected + cells * (9 * 3 + 6 * 5) + 40 * 500),
	     "%g instead of %g", found, expected);
  plan->prog->vectors = 32;
  found = pram_predict (plan, &by, 1).entry;
  cr_expect (near_p (found, expected), "%g instead of %g", found, expected);
  /* What an operation adds to a row, both processes' waits (there is nothing to
     wait for on one), and what a kernel of the same mix took, which reads rows
     again, too.  */
  own.row_op = 10;
  own.n_kernels = 1;
  struct pram_kernel kernel = { 9, 6, 8, 8 };
  own.kernels = &kernel;
  for (int k = 0; k < 2; k++)
    {
      sets[k].n_taken = 1;
      sets[k].taken[0] = 1.5;
      sets[k].wait = 0.25;
    }
  double again = cells * 2 * 8 * 1, cell_part = expected - again - 40 * 1000;
  found = pram_predict (plan, &by, 1).entry;
  cr_expect (near_p (found, 1.5 * cell_part + again + 40 * (1000 + 9 * 10)),
	     "%g instead of %g", found, expected);
  own.n_kernels = sets[0].n_taken = sets[1].n_taken = 0;
  own.row_op = 0;
  /* Half of the computing is hidden, but not more than all of it.  */
  sets[0].compute = sets[1].compute = 0.5;
  expected -= cells * (9 + 6 * 10) / 2;
  found = pram_predict (plan, &by, 1).entry;
  cr_expect (near_p (found, expected), "%g instead of %g", found, expected);
  sets[0].read = sets[1].read = sets[1].write = 0;
  found = pram_predict (plan, &by, 1).entry;
  cr_expect (near_p (found, cells * (9 + 6 * 10) + 40 * 1000), "%g", found);
  pram_prog_free (plan->prog);
}

/* Whoever exchanges or reduces after a sweep waits for the slowest first.  */
Test (predict, waits)
{
  struct pram_plan *plan = plan_of (HEAT (24, 26));
  struct pram_costs own = costs;
  struct pram_stream sets[] = { STREAM (1, 8, 1, 0, 0),
				STREAM (2, 8, 1, 0, 0) };
  struct pram_predictor by = { &logp, &own, NULL, NULL };
  sets[1].wait = 0.25;
  own.streams = sets;
  own.n_streams = 2;
  struct pram_prediction p = pram_predict (plan, &by, 2);
  cr_expect (p.computing > 0 && near_p (p.waits, p.computing / 4));
  cr_expect (near_p (p.iteration, 1.25 * p.computing + p.exchanges
				  + p.reductions));
  cr_expect_eq (pram_predict (plan, &by, 1).waits, 0);
  pram_prog_free (plan->prog);
}

/* Half of both arrays is collected once the pointers have been swapped, and of
   one if the other is local.  */
Test (predict, local_arrays_stay)
{
  struct pram_plan *plan = plan_of (HEAT (24, 26));
  cr_assert (plan->n_gather == 2);
  cr_expect_eq (pram_plan_gathered (plan, 1, 2), 2 * 12 * 8);
  plan->prog->arrays[1].local = true;
  cr_expect_eq (pram_plan_gathered (plan, 1, 2), 12 * 8);
  pram_prog_free (plan->prog);
}

/* A run with twice as many tasks took three times what the model says: so will
   this one.  Waits do not count, nor other regions.  */
Test (predict, profile)
{
  struct pram_plan *plan = plan_of (HEAT (24, 26));
  struct pram_profile profile = profile_of
    ("{\"region\": \"f.1\", \"file\": \"f.c\", \"line\": 1, \"mode\": "
     "\"distributed\", \"reason\": null, \"ranks\": 1, \"entries\": 2, "
     "\"iterations\": 10, \"seconds\": 4420, \"comm_seconds\": 100, "
     "\"comm_seconds_per_rank\": [100], "
     "\"messages\": 0, \"bytes\": 0, \"tasks_per_rank\": [480], "
     "\"bytes_held_per_rank\": [0]}\n"
     "\n"
     "{\"region\": \"f.2\", \"file\": \"f.c\", \"line\": 9, \"mode\": "
     "\"distributed\", \"reason\": null, \"ranks\": 1, \"entries\": 2, "
     "\"iterations\": 10, \"seconds\": 1e9, \"comm_seconds\": 0, "
     "\"comm_seconds_per_rank\": [0], "
     "\"tasks_per_rank\": [480]}\n"
     "{\"region\": \"f.1\", \"mode\": \"serial\"}\n", plan->prog->arena);
  cr_assert_eq (profile.n, 2);
  cr_expect_eq (profile.entry[0].faults, 0);
  cr_expect (near_p (predict (plan, &profile, 1).iteration, 3 * 72), "%g",
	     predict (plan, &profile, 1).iteration);
  cr_expect (near_p (predict (plan, &profile, 2).computing, 3 * 36));
  pram_prog_free (plan->prog);
}

/* The slowest process counts.  */
Test (predict, profile_of_uneven_processes)
{
  struct pram_arena *arena = pram_arena_new ();
  struct pram_profile profile = profile_of
    ("{\"region\": \"f.1\", \"file\": \"f.c\", \"line\": 1, \"mode\": "
     "\"distributed\", \"ranks\": 3, \"entries\": 1, \"iterations\": 1, "
     "\"seconds\": 100, \"comm_seconds_per_rank\": [40, 10, 100], "
     "\"imbalance_seconds\": 7, \"tasks_per_rank\": [6, 4, 0], "
     "\"faults_per_rank\": [2, 9, 3]}\n"
     "{\"region\": \"f.1\", \"file\": \"f.c\", \"line\": 1, \"mode\": "
     "\"distributed\", \"ranks\": 1, \"entries\": 1, \"iterations\": 1, "
     "\"seconds\": 100, \"comm_seconds_per_rank\": [40], "
     "\"imbalance_seconds\": null, \"tasks_per_rank\": [6]}\n", arena);
  cr_assert_eq (profile.n, 2);
  cr_expect_eq (profile.entry[0].faults, 9);
  cr_expect_eq (profile.entry[1].faults, 0);
  cr_expect (profile.entry[0].computing == 90);
  cr_expect_eq (profile.entry[0].tasks, 6);
  cr_expect_eq (profile.entry[0].waits, 7);
  cr_expect (profile.entry[1].waits < 0);
  pram_arena_free (arena);
}

/* Between two profiled sizes the ratio lies between theirs.  */
Test (predict, profile_of_two_sizes)
{
  struct pram_plan *plan = plan_of (HEAT (24, 26));
  struct pram_profile_entry entries[] =
    { { "f.1", "f.c", 1, 1, 1, 1, 2 * 36, 2 * 36, -1, 12, 0 },
      { "f.1", "f.c", 1, 1, 1, 1, 4 * 144, 4 * 144, -1, 48, 0 } };
  struct pram_profile profile = { 2, entries };
  cr_expect (near_p (predict (plan, &profile, 1).iteration, 3 * 72));
  /* Runs on as many processes count more.  */
  entries[0].procs = 2;
  cr_expect (near_p (predict (plan, &profile, 2).computing, 2 * 36));
  cr_expect (near_p (predict (plan, &profile, 1).computing, 4 * 72));
  /* Of two runs of one size the faster counts.  */
  entries[0] = entries[1];
  entries[0].computing = 2 * 144;
  cr_expect (near_p (predict (plan, &profile, 1).computing, 2 * 72));
  pram_prog_free (plan->prog);
}

/* What a profile of as many processes says of waits counts instead of what the
   machine says; of one that says nothing, or of fewer processes, it
   doesn't.  */
Test (predict, profile_of_waits)
{
  struct pram_plan *plan = plan_of (HEAT (24, 26));
  struct pram_costs own = costs;
  struct pram_stream sets[] = { STREAM (1, 8, 1, 0, 0),
				STREAM (2, 8, 1, 0, 0) };
  struct pram_profile_entry entries[] =
    { { "f.1", "f.c", 1, 2, 1, 1, 40, 36, 9, 6, 0 },
      { "f.1", "f.c", 1, 2, 1, 1, 200, 144, 72, 24, 0 } };
  struct pram_profile profile = { 2, entries };
  struct pram_predictor by = { &logp, &own, &profile, NULL };
  sets[1].wait = 0.125;
  own.streams = sets;
  own.n_streams = 2;
  struct pram_prediction p = pram_predict (plan, &by, 2);
  cr_expect (near_p (p.waits, 0.375 * p.computing));
  entries[0].waits = entries[1].waits = 0;
  cr_expect_eq (pram_predict (plan, &by, 2).waits, 0);
  entries[1].waits = -1;
  p = pram_predict (plan, &by, 2);
  cr_expect (near_p (p.waits, p.computing / 8));
  entries[0].procs = entries[1].procs = 1;
  entries[1].waits = 72;
  p = pram_predict (plan, &by, 2);
  cr_expect (near_p (p.waits, p.computing / 8));
  pram_prog_free (plan->prog);
}

Test (predict, profile_says_what_is_wrong)
{
  static const char *const wrong[]
    = { "{}\nx", "{\"mode\": \"distributed\"}", "[1]",
	"{\"mode\": \"distributed\", \"region\": 1}" };
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
    {
      struct heard heard;
      struct pram_diag diag = diag_to (&heard);
      struct pram_arena *arena = pram_arena_new ();
      struct pram_profile profile = { 0, NULL };
      FILE *file = fmemopen ((void *) wrong[k], strlen (wrong[k]), "r");
      cr_expect_not (pram_profile_read (file, &profile, arena, &diag));
      cr_expect_eq (heard.n, 1);
      cr_expect_eq (heard.line, 1);
      fclose (file);
      pram_arena_free (arena);
    }
}

/* More to do takes longer, on any number of processes.  */
Test (predict, grows_with_the_size)
{
  static const char *const sizes[]
    = { HEAT (24, 26), HEAT (240, 242), HEAT (2048, 2050),
	HEAT (24000, 24002) };
  static const int procs[] = { 1, 2, 3, 16, 100 };
  for (size_t p = 0; p < sizeof procs / sizeof *procs; p++)
    {
      double before = 0;
      for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
	{
	  struct pram_plan *plan = plan_of (sizes[k]);
	  struct pram_prediction x = predict (plan, NULL, procs[p]);
	  cr_expect (isfinite (x.iteration) && x.iteration > before,
		     "size %zu on %d: %g", k, procs[p], x.iteration);
	  cr_expect (isfinite (x.entry) && x.entry >= 0);
	  before = x.iteration;
	  pram_prog_free (plan->prog);
	}
    }
}

/* On two processes sending takes more than 36 operations save; ten thousand
   times as many are worth it.  */
Test (predict, break_even)
{
  struct pram_plan *plan = plan_of (HEAT (24, 26));
  struct pram_costs free = costs;
  free.n_streams = 0;
  struct pram_predictor by = { &logp, &free, NULL, NULL };
  struct pram_prediction p = pram_predict (plan, &by, 2);
  double times = pram_predict_break_even (plan, &by, 2);
  double exact = (p.exchanges + p.reductions) / 36;
  cr_expect (times >= exact && times <= 1.05 * exact, "%g, exactly %g", times,
	     exact);
  cr_expect_eq (pram_predict_break_even (plan, &by, 1), INFINITY);
  pram_prog_free (plan->prog);
}

Test (predict, seconds_text)
{
  char text[PRAM_SECONDS_TEXT];
  cr_expect_str_eq (pram_seconds_text (1.9e-3, text), "1.9 ms");
  cr_expect_str_eq (pram_seconds_text (12, text), "12 s");
  cr_expect_str_eq (pram_seconds_text (0.9999e-3, text), "1 ms");
  cr_expect_str_eq (pram_seconds_text (0, text), "0 ns");
}
