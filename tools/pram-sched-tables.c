/* pram-sched-tables.c: programs that run task by task.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-sched-tables.h"

#include <inttypes.h>
#include <stdio.h>

#include "predict/promise.h"
#include "lab/strategies.h"
#include "lab/table-timeline.h"
#include "trace.h"

/* One line: what pramcc's note and report say of PLAN on PROCS processes.  */
static void
print_figures (const struct pram_table_plan *plan,
	       const struct pram_predictor *by, int procs)
{
  struct pram_table_figures f = pram_table_plan_figures (plan, procs, by);
  printf ("procs %d: %" PRId64 " messages, %" PRId64 " bytes", procs,
	  f.messages, f.bytes);
  if (f.iterated)
    printf ("; an iteration %" PRId64 " messages, %" PRId64
	    " bytes, %.9g s, at most %.9g s, once %.9g s\n",
	    f.iteration_messages, f.iteration_bytes, f.seconds, f.bound,
	    f.entry);
  else
    printf ("; %.9g s, at most %.9g s\n", f.seconds, f.bound);
}

/* Draw a run of PLAN: the last number of processes and of iterations, or those
   of the trace, which then stands above.  */
static bool
draw (const struct options *options, const struct pram_table_plan *plan,
      const struct pram_predictor *by, const struct pram_diag *diag)
{
  struct pram_arena *arena = pram_arena_new ();
  struct pram_timeline *measured = NULL;
  int procs = options->procs.value[options->procs.n - 1];
  int64_t iterations = options->iterations.value[options->iterations.n - 1];
  bool good = true;
  if (options->trace)
    {
      measured = trace_read (options->trace, plan->prog->name, &iterations,
			     arena);
      good = measured;
      procs = measured ? measured->n_rows : procs;
    }
  if (good)
    {
      const char *title
	= pram_arena_printf (arena, "%s, %s on %d processes%s",
			     plan->prog->name, plan->strategy->name, procs,
			     measured ? ", predicted" : "");
      const struct pram_timeline *line
	= pram_table_plan_timeline (plan, procs,
				    iterations > 1 ? iterations : 1,
				    by, title, arena, diag);
      const struct pram_timeline *lines[] = { measured ? measured : line,
					      line };
      good = line && sched_draw_lines (lines, measured ? 2 : 1, options->svg);
    }
  pram_arena_free (arena);
  return good;
}

bool
sched_run_tables (const struct options *options, struct pram_prog *prog,
		  const struct pram_diag *diag)
{
  struct machine machine;
  const struct pram_table_plan *plan = NULL;
  const struct pram_strategy *strategy
    = pram_strategies_find (options->strategy);
  if (!strategy)
    pram_diag_report (diag, PRAM_REFUSAL, prog->line,
		      "there is no strategy '%s' for tables",
		      options->strategy);
  else if (pram_prog_check (prog, diag)
	   && sched_set_machine (options, &machine, prog->arena))
    plan = pram_table_plan_build (prog, strategy, &machine.logp, &machine.costs,
				  diag);
  if (!plan || !pram_table_plan_check (plan, diag))
    return false;
  if (options->print_prog)
    pram_prog_print (stdout, prog);
  if (options->print_taskgraph)
    pram_expansion_print (stdout, plan->expansion);
  if (options->print_plan)
    pram_table_plan_print (stdout, plan);
  for (int p = 0; options->print_traffic && p < options->procs.n; p++)
    print_figures (plan, &machine.predictor, options->procs.value[p]);
  for (int p = 0; options->print_bounds && p < options->procs.n; p++)
    {
      struct pram_promise promise
	= pram_promise_of_tables (plan, &machine.logp,
				  options->procs.value[p]);
      pram_promise_print (stdout, &promise);
    }
  return !options->svg || draw (options, plan, &machine.predictor, diag);
}
