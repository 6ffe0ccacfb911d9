/* obliviousness.c: tests of core/predict/obliviousness.c, with values computed
   by hand.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include <math.h>

#include "lab/blockgraph.h"
#include "predict/obliviousness.h"
#include "lab/schedule-check.h"

/* The machine of Iterative: L=6, o=2, g=4; an operation takes a second.  */
static const struct pram_logp machine
  = { .L = 6, .o = 2, .g = 4, .G = 0.5, .op = 1, .P = 2 };

static const struct pram_costs unmeasured;

static struct pram_obliviousness
measure (const char *text, int procs)
{
  struct pram_plan *plan = plan_from (text);
  struct pram_predictor by = { &machine, &unmeasured, NULL, NULL };
  struct pram_obliviousness result = pram_plan_obliviousness (plan, &by, procs);
  pram_prog_free (plan->prog);
  return result;
}

static const char local[]
  = "region f.1 file f.c line 1\n"
    "array a[8] bytes 8 type f64\n"
    "for i < 8 { stmt weight 2 write a[i] }";

static const char heat[] = HEAT_OF_12;

Test (obliviousness, no_message)
{
  struct pram_obliviousness x = measure (local, 4);
  cr_expect (isinf (x.granularity));
  cr_expect (x.degree == 1);
}

/* Blocks of 6 elements cost 18.  One element goes each way, and each block has
   a next one: Lmax = 6 + 2*2 + 7*0.5 + (2 + 2 - 2)*7.5 = 28.5.  The broadcast
   to one other process takes 10.  */
Test (obliviousness, two_processes)
{
  struct pram_obliviousness x = measure (heat, 2);
  cr_expect (fabs (x.granularity - 18 / 28.5) < 1e-12, "%g", x.granularity);
  cr_expect (fabs (x.degree - 18.0 / 28) < 1e-12, "%g", x.degree);
}

/* Blocks of 4 cost 12.  Process 1 sends two and gets two messages, the others
   one: the worst is the edge to its own next block, 6 + 2*2 +
   (3 + 3 - 2)*7.5 = 40.  The broadcast to two others: the second leaves 4
   later, 14.  */
Test (obliviousness, three_processes)
{
  struct pram_obliviousness x = measure (heat, 3);
  cr_expect (fabs (x.granularity - 12 / 40.0) < 1e-12, "%g", x.granularity);
  cr_expect (fabs (x.degree - 12.0 / 26) < 1e-12, "%g", x.degree);
}

Test (obliviousness, one_process)
{
  struct pram_obliviousness x = measure (heat, 1);
  cr_expect (isinf (x.granularity));
  cr_expect (x.degree == 1);
}

/* On two processes: a message of 8 bytes is under way for 9.5, sending and
   receiving one each takes 2 * 7.5; for the reduction they swap two partials
   each, 32 bytes, in 25.5, and may send again 19.5 later.  */
Test (obliviousness, bound_by_hand)
{
  cr_expect_eq (measure (heat, 2).messages, 9.5 + 15 + 45);
  cr_expect_eq (measure (heat, 1).messages, 0);
  cr_expect_eq (measure (local, 4).messages, 0);
}

/* The makespan of the blocks of PLAN as scheduled.  */
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
  struct pram_schedule *schedule = pram_schedule_build (blocks, logp, arena);
  cr_assert (pram_schedule_check (schedule, &diag), "%s", heard.message);
  double makespan = schedule->makespan;
  pram_arena_free (arena);
  return makespan;
}

/* No iteration of the simulated schedule takes longer than the bound: the
   longest block computes 3 seconds for each of its elements.  */
Test (obliviousness, bound_holds)
{
  struct rng rng = { 9 };
  struct pram_plan *plan = plan_from (heat);
  for (int k = 0; k < 300; k++)
    {
      struct pram_logp logp = { .op = 1, .P = 2 };
      logp.L = (double) rng_in (&rng, 0, 30);
      logp.o = (double) rng_in (&rng, 0, 8);
      logp.g = (double) rng_in (&rng, 0, 8);
      logp.G = (double) rng_in (&rng, 0, 1);
      int procs = (int) rng_in (&rng, 1, 9);
      struct pram_predictor by = { &logp, &unmeasured, NULL, NULL };
      double bound = 3 * ((12 + procs - 1) / procs)
		     + pram_plan_obliviousness (plan, &by, procs).messages;
      double measured = (makespan_of (plan, &logp, procs, 31)
			 - makespan_of (plan, &logp, procs, 1)) / 30;
      cr_expect (measured <= bound * (1 + 1e-9), "%d processes, L = %g, "
		 "o = %g, g = %g, G = %g: %g > %g", procs, logp.L, logp.o,
		 logp.g, logp.G, measured, bound);
    }
  pram_prog_free (plan->prog);
}
