/* promise.c: tests of core/predict/promise.c.

   SPDX-License-Identifier: GPL-3.0-or-later

   No simulated iteration takes longer than the bounds.

   PRAM_SOAK=FIRST,LAST in the environment: random programs of these seeds;
   PRAM_TIGHT=1: print how near to the bounds they come.  */

#include "support.h"

#include <math.h>

#include "lab/blockgraph.h"
#include "predict/promise.h"
#include "predict/table-figures.h"
#include "predict/timing.h"

static const char heat[] = HEAT_OF_12;

/* Ten steps of the same, without an end that depends on data.  */
static const char steps[]
  = "region f.1 file f.c line 1\n"
    "array a[14] bytes 8 type f64\n"
    "array b[14] bytes 8 type f64\n"
    "for t < 10 swap a = b b = a {\n"
    "  for i < 12 {\n"
    "    stmt weight 3 read a[i] read a[i+2] write b[i+1]\n"
    "  }\n"
    "}";

/* Elimination without pivoting: row k goes to all below it.  */
static const char elimination[]
  = "region f.1 file f.c line 1\n"
    "array a[8][8] bytes 8 type f64\n"
    "for k < 7 {\n"
    "  for i < 7 - k { for j < 7 - k {\n"
    "    stmt weight 2 read a[k][j+k+1] read a[i+k+1][j+k+1]\n"
    "      write a[i+k+1][j+k+1] } }\n"
    "}";

/* The machine of Iterative: L=6, o=2, g=4; an operation takes a second.  */
static const struct pram_logp machine
  = { .L = 6, .o = 2, .g = 4, .op = 1, .P = 2 };

static const struct pram_costs unmeasured;

static struct pram_promise
promise_of (const char *text, int procs)
{
  struct pram_plan *plan = plan_from (text);
  struct pram_predictor by = { &machine, &unmeasured, NULL, NULL };
  struct pram_promise p = pram_promise_of_plan (plan, &by, procs);
  pram_prog_free (plan->prog);
  return p;
}

/* Blocks of 6 elements cost 18, ten times.  One message each way:
   Lmax = 6 + 2*2 + (2 + 2 - 2)*4, also to the own next block.  No more than
   two messages are in transit to a process, but 10 may be in all: their stalls
   are 3 each.  A layer of messages takes 6 + 2*4.  */
Test (promise, by_hand)
{
  struct pram_promise p = promise_of (steps, 2);
  cr_expect_eq (p.work, 360);
  cr_expect_eq (p.depth, 180);
  cr_expect_eq (p.l_max, 18);
  cr_expect_eq (p.granularity, 1);
  cr_expect_eq (p.degree, 1);
  cr_expect_eq (p.theorem.naive, 180 * 2 + 20 * 3);
  cr_expect_eq (p.theorem.linear, p.theorem.naive);
  cr_expect_float_eq (p.theorem.brent,
		      (180 + 180) * (1 + 14.0 / 18) + 20 * 3, 1e-9);
  cr_expect_eq (p.bound.naive, p.theorem.naive);
  cr_expect_float_eq (p.bound.brent, 180 + 10 * 14 + 20 * 3, 1e-9);
}

/* Single tasks: 10 layers of 12 tasks of cost 3, indegree 2, outdegree 2;
   Lmax = 10 + 2*4.  */
Test (promise, single_tasks)
{
  cr_expect_float_eq (promise_of (steps, 2).fine, 3.0 / 18, 1e-12);
}

Test (promise, one_process)
{
  struct pram_promise p = promise_of (steps, 1);
  cr_expect (isinf (p.granularity));
  cr_expect_eq (p.bound.naive, 360);
  cr_expect_eq (p.bound.brent, 360);
  cr_expect_eq (p.theorem.brent, 360);
}

/* Step k has (7 - k)^2 tasks of cost 2.  On two processes, of rows 0 .. 3 and
   4 .. 7 or thereabouts, the longest blocks are never shorter than half.  */
Test (promise, steps_of_an_elimination)
{
  struct pram_promise p = promise_of (elimination, 2);
  cr_expect_float_eq (p.work, 2 * (49 + 36 + 25 + 16 + 9 + 4 + 1), 1e-9);
  cr_expect (p.depth > p.work / 2 && p.depth < p.work, "%g", p.depth);
}

/* Tables: the promise is that of the graph of the tasks.  */
Test (promise, of_tables)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog = prog_from (heat, &diag);
  struct pram_predictor by = { &machine, &unmeasured, NULL, NULL };
  struct pram_table_plan *tables
    = pram_table_plan_build (prog, pram_strategy_find ("naive"),
			     by.logp, by.costs, &diag);
  cr_assert (tables, "%s", heard.message);
  struct pram_promise p = pram_promise_of_tables (tables, &machine, 4);
  /* One iteration: 12 tasks that no message reaches.  The verdict takes the
     broadcast to three others, 18.  */
  cr_expect_eq (p.work, 36);
  cr_expect_eq (p.depth, 3);
  cr_expect_eq (p.naive_procs, 12);
  cr_expect_eq (p.linear_procs, 12);
  cr_expect (isinf (p.granularity));
  cr_expect_float_eq (p.degree, 3.0 / 21, 1e-12, "%g", p.degree);
  cr_expect_float_eq (p.theorem.naive, 21, 1e-9);
  cr_expect_float_eq (p.bound.naive, 21, 1e-9);
  pram_prog_free (prog);
}

/* --- Random programs ------------------------------------------------------ */

static double
makespan_of (const struct pram_plan *plan, const struct pram_logp *logp,
	     int procs, int iterations)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_arena *arena = pram_arena_new ();
  struct pram_predictor by = { logp, &unmeasured, NULL, NULL };
  struct pram_clustering *blocks
    = pram_blockgraph_build (plan, &by, procs, iterations, arena, &diag);
  cr_assert (blocks, "%s", heard.message);
  double makespan = pram_schedule_makespan (blocks, logp);
  pram_arena_free (arena);
  return makespan;
}

/* Print a nest over i that reads one array and writes another one.  */
static void
print_nest (FILE *file, struct rng *rng)
{
  int from = (int) rng_in (rng, 0, 2);
  int to = (from + (int) rng_in (rng, 1, 2)) % 3;
  bool reduces = rng_in (rng, 0, 3) == 0;
  fprintf (file, "  for i < %d%s {\n    stmt weight %d",
	   (int) rng_in (rng, 9, 20), reduces ? " reduce max f64 d" : "",
	   (int) rng_in (rng, 0, 9));
  for (int k = (int) rng_in (rng, 1, 3); k > 0; k--)
    fprintf (file, " read x%d[i+%d]", from, (int) rng_in (rng, 0, 4));
  fprintf (file, " write x%d[i+2]\n  }\n", to);
}

/* A convergence loop around some nests, some of them in loops.  */
static char *
random_loop (unsigned seed)
{
  struct rng rng = { seed };
  char *text;
  size_t size;
  FILE *file = open_memstream (&text, &size);
  fprintf (file, "region f.%u file f.c line 1\n", seed);
  for (int a = 0; a < 3; a++)
    fprintf (file, "array x%d[32] bytes 8 type f64\n", a);
  fputs ("while t {\nsegment\n", file);
  for (int n = (int) rng_in (&rng, 1, 3); n > 0; n--)
    {
      bool often = rng_in (&rng, 0, 2) == 0;
      if (often)
	fprintf (file, "  for s%d < %d {\n", n, (int) rng_in (&rng, 2, 4));
      for (int k = (int) rng_in (&rng, 1, 2); k > 0; k--)
	print_nest (file, &rng);
      if (often)
	fputs ("  }\n", file);
    }
  /* The verdict.  */
  fputs ("  for i < 16 reduce max f64 e {\n"
	 "    stmt weight 1 read x0[i] write x1[i] }\n", file);
  fputs ("segment\n}\n", file);
  fclose (file);
  return text;
}

static struct pram_logp
random_logp (struct rng *rng)
{
  struct pram_logp logp = { .op = 1, .P = 2 };
  logp.L = (double) rng_in (rng, 0, 30);
  logp.o = (double) rng_in (rng, 0, 8);
  logp.g = (double) rng_in (rng, 0, 8);
  logp.G = (double) rng_in (rng, 0, 1);
  return logp;
}

static void
expect_below (double measured, double bound, const char *name,
	      const char *text)
{
  cr_expect (measured <= bound * (1 + 1e-9), "%s: %g > %g in\n%s", name,
	     measured, bound, text);
  if (getenv ("PRAM_TIGHT") && measured > 0 && isfinite (bound))
    fprintf (stderr, "tight %s %g\n", name, bound / measured);
}

/* The sums are finite, hold, and are never above the theorem's forms.  */
static void
expect_forms (double measured, const struct pram_promise *p, const char *text)
{
  const struct { const char *name; double bound, theorem; } forms[]
    = { { "naive", p->bound.naive, p->theorem.naive },
	{ "linear", p->bound.linear, p->theorem.linear },
	{ "brent", p->bound.brent, p->theorem.brent } };
  for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
    {
      expect_below (measured, forms[k].bound, forms[k].name, text);
      cr_expect (forms[k].bound <= forms[k].theorem * (1 + 1e-9)
		 && isfinite (forms[k].bound), "%s: %g > %g in\n%s",
		 forms[k].name, forms[k].bound, forms[k].theorem, text);
    }
}

Test (promise, holds_in_random_loops)
{
  uint64_t first = 1, last = 60;
  soak_p (&first, &last);
  for (unsigned seed = (unsigned) first; seed <= last; seed++)
    {
      char *text = random_loop (seed);
      struct rng rng = { seed + 1000 };
      struct pram_plan *plan = plan_from (text);
      for (int k = 0; k < 10; k++)
	{
	  struct pram_logp logp = random_logp (&rng);
	  int procs = (int) rng_in (&rng, 2, 9);
	  struct pram_predictor by = { &logp, &unmeasured, NULL, NULL };
	  struct pram_promise p = pram_promise_of_plan (plan, &by, procs);
	  double measured = (makespan_of (plan, &logp, procs, 11)
			     - makespan_of (plan, &logp, procs, 1)) / 10;
	  expect_forms (measured, &p, text);
	}
      pram_prog_free (plan->prog);
      free (text);
    }
}

/* The makespan of the tasks of TEXT, clustered by STRATEGY, without the
   verdict; that of the ranks that run them is tested against its own bound.  */
static double
tasks_makespan (const char *text, const char *strategy,
		const struct pram_logp *logp, struct pram_promise *p)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog = prog_from (text, &diag);
  cr_assert (prog, "%s\n%s", heard.message, text);
  struct pram_costs costs = pram_costs_default (prog->arena);
  struct pram_predictor by = { logp, &unmeasured, NULL, NULL };
  struct pram_table_plan *tables
    = pram_table_plan_build (prog, pram_strategy_find (strategy),
			     by.logp, by.costs, &diag);
  cr_assert (tables, "%s\n%s", heard.message, text);
  *p = pram_promise_of_tables (tables, logp, PRAM_TABLE_PROCS);
  double makespan = pram_schedule_makespan (tables->clustering, logp);
  by.costs = &costs;
  for (int procs = 2; procs < 8; procs++)
    {
      struct pram_table_figures f
	= pram_table_plan_figures (tables, procs, &by);
      expect_below (f.seconds, f.bound, "on ranks", text);
    }
  pram_prog_free (prog);
  return makespan;
}

/* Through tables each task counts, those that cost nothing, too.  */
Test (promise, holds_in_random_tables)
{
  int n_free = 0;
  uint64_t first = 1, last = 60;
  soak_p (&first, &last);
  for (unsigned seed = (unsigned) first; seed <= last; seed++)
    {
      char *text = random_loop (seed);
      struct rng rng = { seed + 2000 };
      struct pram_logp logp = random_logp (&rng);
      struct pram_promise p;
      double measured = tasks_makespan (text, "naive", &logp, &p);
      n_free += p.granularity == 0;
      expect_below (measured, p.bound.naive, "naive of tasks", text);
      measured = tasks_makespan (text, "linear", &logp, &p);
      expect_below (measured, p.bound.linear, "linear of tasks", text);
      measured = tasks_makespan (text, "brent", &logp, &p);
      expect_below (measured, p.bound.brent, "brent of tasks", text);
      expect_forms (0, &p, text);
      free (text);
    }
  cr_expect (n_free > 5 || last - first < 59, "%d", n_free);
}

/* Without such a loop scatter and gather come to it: a message of the whole
   array at most for each process.  */
Test (promise, holds_without_loops)
{
  static const char *const programs[] = { steps, elimination };
  struct rng rng = { 5 };
  for (int k = 0; k < 200; k++)
    {
      struct pram_plan *plan = plan_from (programs[k % 2]);
      struct pram_logp logp = random_logp (&rng);
      int procs = (int) rng_in (&rng, 2, 7);
      struct pram_predictor by = { &logp, &unmeasured, NULL, NULL };
      struct pram_promise p = pram_promise_of_plan (plan, &by, procs);
      int64_t all = 8 * 64;
      double ends = 2 * (pram_logp_transfer (&logp, PRAM_SAME_NODE, all)
			 + procs * (pram_logp_gap (&logp, PRAM_SAME_NODE, all)
				    + logp.o));
      double measured = makespan_of (plan, &logp, procs, 1);
      expect_forms (measured - ends, &p, programs[k % 2]);
      pram_prog_free (plan->prog);
    }
}
