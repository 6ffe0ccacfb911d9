/* pram-sched-graph.c: schedule a task graph with every strategy.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/generate.h"
#include "lab/goal.h"
#include "predict/bounds.h"
#include "pram-sched.h"
#include "lab/schedule-check.h"
#include "lab/strategies.h"
#include "lab/taskgraph-files.h"
#include "tool-file.h"
#include "tool-report.h"

/* Schedules of more tasks and messages are timed, but neither checked nor
   bounded: that takes 0.6 us and 130 bytes for each.  */
enum { MOST_TO_CHECK = 15000000 };

struct context
{
  const struct options *options;
  struct pram_arena *arena;
  struct pram_diag diag;
  const char *name;		/* that reports begin with */
  struct pram_logp machine;
  struct pram_taskgraph *graph;
};

/* What a strategy gives on some number of processes.  */
struct result
{
  const char *name;
  struct pram_clustering *clustering;	/* null: it refuses the graph */
  double makespan, bound;	/* s; the latter INFINITY if there is none */
  int64_t n_messages;
  bool checked;			/* clusterings always are, schedules if they
				   aren't too large */
};

/* --- Files ---------------------------------------------------------------- */

enum form { NONE, TEXT, STG, DOT };

static enum form
form_of (const char *name)
{
  const char *dot = strrchr (name, '.');
  if (!dot)
    return NONE;
  return !strcmp (dot, ".graph") ? TEXT : !strcmp (dot, ".stg") ? STG
	 : !strcmp (dot, ".dot") || !strcmp (dot, ".gv") ? DOT : NONE;
}

bool
sched_graph_name_p (const char *name)
{
  return form_of (name) != NONE;
}

/* The last part of NAME without its ending.  */
static const char *
base_name (struct context *context, const char *name)
{
  const char *slash = strrchr (name, '/');
  char *base = pram_arena_strdup (context->arena, slash ? slash + 1 : name);
  char *dot = strrchr (base, '.');
  if (dot && dot != base)
    *dot = '\0';
  return base;
}

static bool
read_graph (struct context *context, const char *name)
{
  FILE *file = tool_open (name, "r");
  if (!file)
    return false;
  enum form form = form_of (name);
  context->graph
    = form == TEXT
      ? pram_taskgraph_read (file, context->arena, &context->diag)
      : form == DOT
      ? pram_taskgraph_read_dot (file, context->arena, &context->diag)
      : pram_taskgraph_read_stg (file, base_name (context, name),
				 context->arena, &context->diag);
  return tool_close (file, name) && context->graph;
}

bool
sched_write_graph (const struct pram_taskgraph *graph, const char *name)
{
  FILE *file = tool_open (name, "w");
  if (!file)
    return false;
  enum form form = form_of (name);
  if (form == STG)
    pram_taskgraph_print_stg (file, graph);
  else if (form == DOT)
    pram_taskgraph_print_dot (file, graph);
  else
    pram_taskgraph_print (file, graph);
  return tool_close (file, name);
}

static bool
write_picture (const struct pram_clustering *clustering, const char *name)
{
  FILE *file = tool_open (name, "w");
  if (!file)
    return false;
  pram_clustering_print_dot (file, clustering);
  return tool_close (file, name);
}

/* Costs are in ns, or with --logp in its unit.  */
static bool
write_goal (struct context *context, const struct pram_clustering *clustering,
	    const char *name)
{
  FILE *file = tool_open (name, "w");
  if (!file)
    return false;
  const struct pram_schedule *schedule
    = pram_schedule_build (clustering, &context->machine, context->arena);
  pram_goal_write (file, pram_script_from_schedule (schedule, context->arena),
		   context->options->logp ? 1 : 1e-9);
  return tool_close (file, name);
}

/* Set the machine.  */
static bool
set_machine (struct context *context)
{
  struct machine machine;
  bool good = sched_set_machine (context->options, &machine, context->arena);
  context->machine = machine.logp;
  return good;
}

/* --- Results -------------------------------------------------------------- */

static void
print_heading (const struct context *context)
{
  const struct pram_taskgraph *graph = context->graph;
  int32_t n_layers;
  double depth = pram_taskgraph_depth (graph, NULL, &n_layers);
  printf ("graph %s: %" PRId32 " tasks, %" PRId64 " edges, %" PRId32
	  " layers, W = %g, T = %g\n", graph->name, graph->n_tasks,
	  graph->n_edges, n_layers, pram_taskgraph_work (graph), depth);
  if (context->options->machine)
    printf ("machine %s\n", context->options->machine);
  else
    printf ("machine L = %g, o = %g, g = %g, G = %g\n", context->machine.L,
	    context->machine.o, context->machine.g, context->machine.G);
}

/* Check the clustering of RESULT, and its schedule if that is to be; print the
   latter if PRINT.  */
static bool
check (struct context *context, const struct result *result, bool print)
{
  const struct pram_clustering *clustering = result->clustering;
  bool good = pram_clustering_check (clustering, &context->diag);
  if (!good || (!print && !result->checked))
    return good;
  struct pram_arena *arena = pram_arena_new ();
  struct pram_schedule *schedule
    = pram_schedule_build (clustering, &context->machine, arena);
  good = pram_schedule_check (schedule, &context->diag);
  if (good && print)
    pram_schedule_print (stdout, schedule);
  pram_arena_free (arena);
  return good;
}

/* The least bound that is proven for the schedule of CLUSTERING; INFINITY if
   none is.  FOLDED: what is proven of the strategy for any number of processes
   isn't for it.  */
static double
bound_of (const struct context *context,
	  const struct pram_clustering *clustering, bool folded)
{
  const struct pram_strategy *s = pram_strategies_find (clustering->strategy);
  double bound = pram_bound_orders (clustering, &context->machine);
  pram_strategy_bound proven = pram_strategies_bound (clustering->strategy);
  if (s && proven && !(s->unbounded && folded))
    bound = fmin (bound, proven (context->graph, clustering->n_procs,
				 &context->machine));
  return bound;
}

/* Set what RESULT says of its clustering besides the makespan, and check it.
   False after a report.  */
static bool
judge (struct context *context, struct result *result, bool folded)
{
  result->n_messages = pram_clustering_messages (result->clustering);
  result->checked = result->clustering->graph->n_tasks + result->n_messages
		    <= MOST_TO_CHECK;
  result->bound = INFINITY;
  if (result->checked)
    {
      pram_taskgraph_add_preds (context->graph, context->arena);
      result->bound = bound_of (context, result->clustering, folded);
    }
  return check (context, result, false);
}

/* False after a report.  DIAG hears why STRATEGY refuses the graph.  */
static bool
try_strategy (struct context *context, const struct pram_strategy *strategy,
	      int procs, const struct pram_diag *diag, struct result *result)
{
  const struct pram_logp *machine = &context->machine;
  *result = (struct result) { .name = strategy->name, .makespan = INFINITY };
  struct pram_clustering *clustering
    = strategy->cluster (context->graph, procs, machine, context->arena, diag);
  if (!clustering)
    return true;
  bool folded = clustering->n_procs > procs;
  clustering = pram_clustering_fold (clustering, procs, context->arena);
  result->clustering = clustering;
  result->makespan = pram_schedule_makespan (clustering, machine);
  return judge (context, result, folded);
}

static void
print_row (const struct context *context, const struct result *result,
	   int procs, bool best)
{
  printf ("%4d  %c %-8s", procs, best ? '*' : ' ', result->name);
  if (!result->clustering)
    {
      puts ("           -");
      return;
    }
  double speedup = result->makespan > 0
    ? pram_taskgraph_work (context->graph) / result->makespan : 1;
  printf (" %11.6g %9.3f %10.3f", result->makespan, speedup, speedup / procs);
  if (isfinite (result->bound))
    printf (" %11.6g", result->bound);
  else
    printf (" %11s", "-");
  printf (" %10" PRId64 "%s\n", result->n_messages,
	  result->checked ? "" : "  not checked");
}

/* Also print the clustering or schedule of RESULT, as asked.  */
static bool
show (struct context *context, const struct result *result)
{
  if (context->options->print_clustering)
    pram_clustering_print (stdout, result->clustering);
  return !context->options->print_schedule || check (context, result, true);
}

/* Is A's schedule shorter than B's, by more than sums are rounded?  */
static bool
shorter_p (const struct result *a, const struct result *b)
{
  return a->makespan < b->makespan * (1 - 1e-12);
}

/* Try one strategy, or all if ONLY is null, on PROCS processes, and print a
   part of the table.  The best goes to CHOSEN; false after a report.  */
static bool
try_procs (struct context *context, const struct pram_strategy *only,
	   int procs, struct result *chosen)
{
  struct result result[32];
  int n = 0, best = -1;
  const struct pram_strategy *s;
  for (int k = 0; n < 32 && (s = only ? only : pram_strategies_nth (k)); k++)
    {
      if (!try_strategy (context, s, procs, only ? &context->diag : NULL,
			 &result[n]))
	return false;
      if (result[n].clustering
	  && (best < 0 || shorter_p (&result[n], &result[best])))
	best = n;
      n++;
      if (only)
	break;
    }
  if (best < 0)
    return false;
  if (context->options->print_table)
    for (int k = 0; k < n; k++)
      print_row (context, &result[k], procs, !only && k == best);
  *chosen = result[best];
  return show (context, chosen);
}

/* What auto takes, on PROCS processes.  */
static bool
try_auto (struct context *context, int procs, struct result *chosen)
{
  chosen->clustering
    = pram_schedule_auto (context->graph, procs, &context->machine,
			  context->arena, &chosen->makespan);
  chosen->name = chosen->clustering->strategy;
  if (!judge (context, chosen, true))
    return false;
  if (context->options->print_table)
    print_row (context, chosen, procs, true);
  return show (context, chosen);
}

static bool
try_all (struct context *context)
{
  const struct options *options = context->options;
  const char *name = options->strategy ? options->strategy : "all";
  bool automatic = !strcmp (name, "auto");
  const struct pram_strategy *only = pram_strategies_find (name);
  struct result best = { NULL };
  if (options->print_table)
    {
      print_heading (context);
      puts ("   P    strategy    makespan  speed-up efficiency       bound"
	    "   messages");
    }
  for (int k = 0; k < options->procs.n; k++)
    {
      int procs = options->procs.value[k];
      if (automatic ? !try_auto (context, procs, &best)
		    : !try_procs (context, only, procs, &best))
	return false;
    }
  if (options->dot && !write_picture (best.clustering, options->dot))
    return false;
  if (options->goal && !write_goal (context, best.clustering, options->goal))
    return false;
  return !options->svg
	 || sched_draw (best.clustering, &context->machine,
			isfinite (best.bound) ? best.bound : 0,
			options->logp, NULL, options->svg);
}

static void
check_usage (const struct options *options)
{
  const char *name = options->strategy;
  if (name && strcmp (name, "all") && strcmp (name, "auto")
      && !pram_strategies_find (name))
    {
      fprintf (stderr, "pram-sched: no strategy '%s'; there are all, auto",
	       name);
      const struct pram_strategy *s;
      for (int k = 0; (s = pram_strategies_nth (k)); k++)
	fprintf (stderr, ", %s", s->name);
      putc ('\n', stderr);
      exit (USAGE);
    }
}

/* Is any strategy to be tried?  */
static bool
schedules_p (const struct options *options)
{
  return options->print_table || options->print_clustering
	 || options->print_schedule || options->dot || options->svg
	 || options->goal;
}

/* Bounds, most strategies and writing STG look at predecessors.  Those of a
   large graph take more memory than all else that Brent clustering needs.  */
static bool
needs_preds_p (const struct context *context)
{
  const struct options *options = context->options;
  const struct pram_strategy *only
    = options->strategy ? pram_strategies_find (options->strategy) : NULL;
  return options->write || options->print_bounds
	 || (schedules_p (options) && (!only || only->preds));
}

int
sched_run_graph (const struct options *options, const char *file)
{
  struct context context = { .options = options, .arena = pram_arena_new (),
			     .name = file ? file : options->generate };
  check_usage (options);
  context.diag = (struct pram_diag) { tool_report, &context.name };
  bool good = set_machine (&context);
  if (good && !file)
    context.graph = pram_generate (options->generate, context.arena,
				   &context.diag);
  good = good && (file ? read_graph (&context, file) : context.graph != NULL);
  if (good)
    {
      if (needs_preds_p (&context))
	pram_taskgraph_add_preds (context.graph, context.arena);
      if (options->print_graph)
	pram_taskgraph_print (stdout, context.graph);
      if (options->print_bounds)
	sched_print_bounds (context.graph, &context.machine, &options->procs);
      good = !options->write || sched_write_graph (context.graph, options->write);
    }
  if (good && schedules_p (options))
    good = try_all (&context);
  pram_arena_free (context.arena);
  return good ? GOOD : BAD;
}
