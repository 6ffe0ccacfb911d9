/* promise.c: what is proven of a region's time.

   SPDX-License-Identifier: Apache-2.0

   Theorem 2 of Iterative, (1 + 1/gamma) T / rho for naive and for linear
   clustering and (1 + 1/gamma) (W/P + T) / rho for Brent clustering, in the
   forms that hold; and the sums that these come from: what computing and
   messages take along the heaviest path, or layer by layer, and B (P) for the
   verdict.  The sums are finite where a task that costs nothing has messages
   (gamma = 0), and never above the theorem's forms if there is at most one
   data-dependent loop.

   Tables: the graph of the tasks, bounds.c.  naive and linear are for as many
   processors as such a clustering has processes.  rho is that of the least
   loop, T (body) being the heaviest path of its tasks; each loop's verdict
   counts.

   Blocks (obliviousness.c): a task is a block.  What the compiler runs is a
   linear clustering, each process a path through its blocks, and a Brent
   clustering.  naive and linear, from block to block along the graph's edges:
     (1 + 1/gamma) T / rho + stalls + barriers,
   where a message may stall longer than bounds.c has it for single tasks, and a
   reduction makes everybody wait for everybody.  Brent, layer by layer:
     (1 + 1/gamma') (W/P + T) / rho + stalls + reductions,
   gamma' being the least ratio of a layer's longest block to what its messages
   cost.  The sums are the longest block of each layer, for naive and linear the
   greatest Lmax to it, for Brent what its messages cost, the same stalls,
   barriers and reductions, and the verdict.

   Example: the loop of obliviousness.c on two processes.  W = 600, T = 300, and
   no reduction: Lmax = 10 + 2 * 4, gamma = 300 / 18, rho = 300 / 310, hence
   naive and linear (300 + 18) * 310 / 300 = 328.6 by the theorem; the sum is
   300 + 18 + 10.  */

#include "promise.h"

#include <math.h>
#include <stdlib.h>

#include "base/guard.h"
#include "machine/bcast.h"
#include "bounds.h"
#include "obliviousness.h"

/* --- Blocks -------------------------------------------------------------- */

/* Gamma of the graph of PLAN's tasks, an operation taking OP seconds.  */
static double
fine_granularity (const struct pram_plan *plan, const struct pram_logp *logp,
		  double op)
{
  struct pram_expand_options options
    = { .fuse = true, .combine = true, .iterations = 3,
	.budget = PRAM_TASK_BUDGET };
  struct pram_arena *arena = pram_arena_new ();
  double result = NAN;
  if (plan->n_tasks <= options.budget)
    {
      struct pram_expansion *x
	= pram_expand (plan->prog, &options, arena, NULL);
      struct pram_taskgraph *graph
	= x ? pram_expansion_graph (x, op, NULL, arena, NULL) : NULL;
      if (graph)
	{
	  pram_taskgraph_add_preds (graph, arena);
	  result = pram_bounds_find (graph, logp).granularity;
	}
    }
  pram_arena_free (arena);
  return result;
}

struct pram_promise
pram_promise_of_plan (const struct pram_plan *plan,
		      const struct pram_predictor *by, int procs)
{
  struct pram_obliviousness x = pram_plan_obliviousness (plan, by, procs);
  struct pram_promise p
    = { .procs = procs, .naive_procs = procs, .linear_procs = procs,
	.work = x.work, .depth = x.depth, .l_max = x.l_max,
	.granularity = x.granularity, .degree = x.degree,
	.messages = x.messages };
  p.fine = fine_granularity (plan, by->logp,
			     pram_predict_price (plan, by, procs));
  p.theorem.naive = pram_bound_stretched (x.depth, x.granularity) / x.degree
		    + x.stalls + x.barriers;
  p.theorem.brent = procs == 1 ? x.work
		    : pram_bound_stretched (x.work / procs + x.depth, x.layered)
		      / x.degree + x.stalls + x.reductions;
  /* A path may do without the greatest Lmax of some layers.  */
  p.bound.naive = fmin (x.path + x.verdict + x.stalls + x.barriers,
			p.theorem.naive);
  p.bound.brent = procs == 1 ? x.work : x.depth + x.messages + x.verdict;
  p.theorem.linear = p.theorem.naive;
  p.bound.linear = p.bound.naive;
  return p;
}

/* --- Tables -------------------------------------------------------------- */

/* The heaviest path of the tasks FIRST .. END - 1 alone, s.  */
static double
depth_within (const struct pram_taskgraph *graph, int first, int end)
{
  double *path = calloc ((size_t) (end - first) + 1, sizeof *path);
  double depth = 0;
  if (!path)
    pram_exhausted ();
  for (int v = first; v < end; v++)
    {
      double before = 0;
      for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
	if (graph->pred[k] >= first)
	  before = fmax (before, path[graph->pred[k] - first]);
      path[v - first] = before + graph->task_cost[v];
      depth = fmax (depth, path[v - first]);
    }
  free (path);
  return depth;
}

/* Fill in rho, and set *VERDICTS to what those of all loops take.  A loop's
   blocks follow each other, and so do their tasks.  */
static void
find_degree (const struct pram_table_plan *plan, const struct pram_logp *logp,
	     struct pram_promise *p, double *verdicts)
{
  struct pram_arena *arena = pram_arena_new ();
  double verdict
    = pram_bcast_build (arena, p->procs, sizeof (int32_t), logp).time;
  p->degree = 1;
  *verdicts = 0;
  for (int l = 0; l < plan->prog->n_loops; l++)
    {
      int first = -1, end = 0;
      for (int b = 0; b < plan->n_blocks; b++)
	if (plan->prog->loops[l]->data_dependent
	    && pram_node_inside_p (plan->blocks[b].seq, plan->prog->loops[l]))
	  {
	    first = first < 0 ? plan->blocks[b].first_task : first;
	    end = plan->blocks[b].first_task + plan->blocks[b].n_tasks;
	  }
      double body = first < 0 ? 0 : depth_within (plan->graph, first, end);
      if (body > 0)
	p->degree = fmin (p->degree, body / (body + verdict));
      *verdicts += plan->prog->loops[l]->data_dependent ? verdict : 0;
    }
  pram_arena_free (arena);
}

/* The paths that linear clustering makes of GRAPH.  */
static int
count_paths (struct pram_taskgraph *graph, const struct pram_logp *logp)
{
  struct pram_arena *arena = pram_arena_new ();
  const struct pram_clustering *paths
    = pram_strategy_find ("linear")->cluster (graph, 1, logp, arena, NULL);
  int n = paths ? (int) paths->n_procs : (int) graph->n_tasks;
  pram_arena_free (arena);
  return n;
}

struct pram_promise
pram_promise_of_tables (const struct pram_table_plan *plan,
			const struct pram_logp *logp, int procs)
{
  struct pram_bounds b = pram_bounds_find (plan->graph, logp);
  struct pram_bound_brent brent = pram_bound_brent (plan->graph, procs, logp);
  struct pram_promise p
    = { .procs = procs, .naive_procs = (int) plan->graph->n_tasks,
	.linear_procs = count_paths (plan->graph, logp),
	.work = b.work, .depth = b.depth, .l_max = b.l_max,
	.granularity = b.granularity, .fine = b.granularity };
  double verdicts;
  find_degree (plan, logp, &p, &verdicts);
  p.bound = (struct pram_promise_forms) { b.naive.path + verdicts,
					  b.linear.path + verdicts,
					  brent.sum + verdicts };
  p.theorem = (struct pram_promise_forms) { pram_bound_naive (&b, p.degree),
					    pram_bound_linear (&b, p.degree),
					    brent.stretched / p.degree };
  return p;
}

/* --- Printing ------------------------------------------------------------ */

void
pram_promise_print (FILE *file, const struct pram_promise *p)
{
  const struct { const char *name; double value; } values[]
    = { { "W", p->work }, { "T", p->depth }, { "L_max", p->l_max },
	{ "gamma", p->granularity }, { "gamma of single tasks", p->fine },
	{ "rho", p->degree }, { "naive", p->bound.naive },
	{ "linear", p->bound.linear }, { "brent", p->bound.brent },
	{ "by Theorem 2 naive", p->theorem.naive },
	{ "linear", p->theorem.linear }, { "brent", p->theorem.brent } };
  fprintf (file, "procs %d:", p->procs);
  for (size_t k = 0; k < sizeof values / sizeof *values; k++)
    if (!isnan (values[k].value))
      fprintf (file, "%s %s %.9g", k ? "," : "", values[k].name,
	       values[k].value);
  if (p->naive_procs > p->procs || p->linear_procs > p->procs)
    fprintf (file, "; naive for %d, linear for %d processors", p->naive_procs,
	     p->linear_procs);
  putc ('\n', file);
}
