/* pram-sched-tables.c: programs that run task by task.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-sched-tables.h"

#include <inttypes.h>
#include <stdio.h>

#include "promise.h"
#include "table-plan.h"

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

bool
sched_run_tables (const struct options *options, struct pram_prog *prog,
		  const struct pram_diag *diag)
{
  struct machine machine;
  const struct pram_table_plan *plan = NULL;
  if (pram_prog_check (prog, diag)
      && sched_set_machine (options, &machine, prog->arena))
    plan = pram_table_plan_build (prog, options->strategy,
				  &machine.predictor, diag);
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
  return true;
}
