/* pram-sched-blocks.c: what the blocks of a program's plan move, take, and look
   like.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <stdio.h>

#include "lab/blockgraph.h"
#include "lab/schedule-check.h"
#include "predict/bounds.h"
#include "pram-sched.h"
#include "predict/promise.h"
#include "tool-file.h"
#include "trace.h"
#include "plan/traffic.h"
#include "plan/verdict-tree.h"

/* Print how long PLAN takes on PROCS processes.  */
static bool
print_time (const struct pram_plan *plan, const struct machine *machine,
	    int procs, int64_t iterations, const struct pram_diag *diag)
{
  struct pram_arena *arena = pram_arena_new ();
  struct pram_clustering *clustering
    = pram_blockgraph_build (plan, &machine->predictor, procs, iterations,
			     arena, diag);
  bool good = clustering && pram_clustering_check (clustering, diag);
  if (good)
    {
      struct pram_schedule *schedule
	= pram_schedule_build (clustering, &machine->logp, arena);
      int64_t bytes = 0;
      for (int64_t m = 0; m < schedule->n_messages; m++)
	bytes += schedule->message_bytes[m];
      good = pram_schedule_check (schedule, diag);
      printf ("procs %d, %" PRId64 " iterations: makespan %.9g s, at most"
	      " %.9g s, work %.9g s, %" PRId64 " messages, %" PRId64 " bytes\n",
	      procs, iterations,
	      schedule->makespan,
	      pram_bound_layers (clustering, &machine->logp),
	      pram_taskgraph_work (clustering->graph), schedule->n_messages,
	      bytes);
    }
  pram_arena_free (arena);
  return good;
}

static void
print_traffic (const struct pram_plan *plan, const struct machine *machine,
	       int procs)
{
  struct pram_traffic traffic = pram_plan_traffic (plan, &machine->logp,
						   procs);
  printf ("procs %d: %" PRId64 " messages, %" PRId64 " bytes\n", procs,
	  traffic.messages, traffic.bytes);
  pram_verdict_tree_print (stdout, plan, &machine->logp, procs);
}

static void
print_bounds (const struct pram_plan *plan, const struct machine *machine,
	      int procs)
{
  struct pram_promise promise
    = pram_promise_of_plan (plan, &machine->predictor, procs);
  pram_promise_print (stdout, &promise);
}

bool
sched_print_figures (const struct options *options,
		     const struct pram_plan *plan,
		     const struct pram_diag *diag)
{
  struct machine machine;
  struct pram_arena *arena = pram_arena_new ();
  bool good = sched_set_machine (options, &machine, arena);
  const struct numbers *procs = &options->procs;
  for (int p = 0; good && options->print_traffic && p < procs->n; p++)
    print_traffic (plan, &machine, procs->value[p]);
  for (int p = 0; good && options->print_bounds && p < procs->n; p++)
    print_bounds (plan, &machine, procs->value[p]);
  for (int p = 0; good && options->print_times && p < procs->n; p++)
    for (int k = 0; good && k < options->iterations.n; k++)
      good = print_time (plan, &machine, options->procs.value[p],
			 options->iterations.value[k], diag);
  pram_arena_free (arena);
  return good;
}

bool
sched_draw_lines (const struct pram_timeline *const *lines, int n,
		  const char *name)
{
  FILE *file = tool_open (name, "w");
  if (!file)
    return false;
  pram_timeline_draw (file, lines, n);
  return tool_close (file, name);
}

bool
sched_draw (const struct pram_clustering *clustering,
	    const struct pram_logp *machine, double bound, bool unitless,
	    const struct pram_timeline *measured, const char *name)
{
  struct pram_arena *arena = pram_arena_new ();
  const struct pram_schedule *schedule
    = pram_schedule_build (clustering, machine, arena);
  const char *title
    = pram_arena_printf (arena, "%s, %s on %d processes%s",
			 clustering->graph->name, clustering->strategy,
			 clustering->n_procs, measured ? ", predicted" : "");
  struct pram_timeline *line = pram_timeline_of (schedule, title, arena);
  const struct pram_timeline *lines[] = { measured ? measured : line, line };
  line->bound = bound;
  line->unitless = unitless;
  bool good = sched_draw_lines (lines, measured ? 2 : 1, name);
  pram_arena_free (arena);
  return good;
}

/* What OPTIONS ask to be drawn: the last number of processes and of
   iterations, or those of the trace.  */
bool
sched_draw_plan (const struct options *options, const struct pram_plan *plan,
		 const struct pram_diag *diag)
{
  struct pram_arena *arena = pram_arena_new ();
  struct pram_timeline *measured = NULL;
  struct machine machine;
  struct pram_clustering *clustering = NULL;
  int procs = options->procs.value[options->procs.n - 1];
  int64_t iterations = options->iterations.value[options->iterations.n - 1];
  bool good = sched_set_machine (options, &machine, arena);
  if (good && options->trace)
    {
      measured = trace_read (options->trace, plan->prog->name, &iterations,
			     arena);
      good = measured;
      procs = measured ? measured->n_rows : procs;
    }
  if (good)
    clustering = pram_blockgraph_build (plan, &machine.predictor, procs,
					iterations, arena, diag);
  good = clustering
	 && sched_draw (clustering, &machine.logp,
			pram_bound_layers (clustering, &machine.logp), false,
			measured, options->svg);
  pram_arena_free (arena);
  return good;
}
