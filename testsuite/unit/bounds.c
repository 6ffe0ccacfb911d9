/* bounds.c: no schedule takes longer than its bound (core/predict/bounds.c).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "random-graphs.h"
#include "makespan.h"
#include "lab/strategies.h"

#include <math.h>

#include "predict/bounds.h"

TestSuite (bounds, .init = set_up, .fini = tear_down);

static struct pram_clustering *
clustering_by (const char *strategy, struct pram_taskgraph *graph, int procs,
	       const struct pram_logp *machine)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_clustering *clustering
    = pram_strategies_find (strategy)->cluster (graph, procs, machine, arena,
					      &diag);
  cr_assert (clustering, "%s", heard.message);
  return clustering;
}

/* Any cover by paths: each task goes on with the path of some predecessor that
   is the last of its path, or begins one.  */
static struct pram_clustering *
random_paths (struct rng *rng, const struct pram_taskgraph *graph)
{
  struct pram_clustering *clustering = random_clustering (rng, graph, arena);
  int32_t *process = clustering->process;
  bool *last = PRAM_ARENA_NEW (arena, bool, graph->n_tasks);
  clustering->n_procs = 0;
  for (int32_t v = 0; v < graph->n_tasks; v++)
    {
      process[v] = -1;
      for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
	if (process[v] < 0 && last[graph->pred[k]] && rng_in (rng, 0, 3))
	  {
	    process[v] = process[graph->pred[k]];
	    last[graph->pred[k]] = false;
	  }
      if (process[v] < 0)
	process[v] = clustering->n_procs++;
      last[v] = true;
    }
  pram_clustering_sort (clustering, arena, NULL);
  return clustering;
}

/* Any distribution of each layer.  */
static struct pram_clustering *
random_layers (struct rng *rng, const struct pram_taskgraph *graph)
{
  struct pram_clustering *clustering = random_clustering (rng, graph, arena);
  int32_t *level = PRAM_ARENA_NEW (arena, int32_t, graph->n_tasks);
  double *priority = PRAM_ARENA_NEW (arena, double, graph->n_tasks);
  pram_taskgraph_depth (graph, level, NULL);
  for (int32_t v = 0; v < graph->n_tasks; v++)
    priority[v] = level[v];
  pram_clustering_sort (clustering, arena, priority);
  return clustering;
}

/* A <= B but for rounding.  */
static void
expect_below (double a, double b, const char *what)
{
  cr_expect (a <= b * (1 + 1e-12), "%s: %g > %g", what, a, b);
}

static void
expect_paths (struct rng *rng, struct pram_taskgraph *graph,
	      const struct pram_logp *machine)
{
  struct pram_bounds b = pram_bounds_find (graph, machine);
  double naive = makespan_of (clustering_by ("naive", graph, 1, machine),
			      machine);
  double linear = makespan_of (clustering_by ("linear", graph, 1, machine),
			       machine);
  double paths = makespan_of (random_paths (rng, graph), machine);
  expect_below (naive, b.naive.path, "naive");
  expect_below (b.naive.path, pram_bound_naive (&b, 1), "naive path");
  expect_below (linear, b.linear.path, "linear");
  expect_below (paths, b.linear.path, "paths");
  expect_below (b.linear.path, pram_bound_linear (&b, 1), "linear path");
  if (!b.stalls)
    {
      expect_below (naive, pram_bound_indirect (&b, 0), "Theorem 9");
      cr_expect_eq (b.naive.stalls, 0);
    }
  expect_below (b.depth, naive, "depth");
}

static void
expect_layers (struct rng *rng, struct pram_taskgraph *graph,
	       const struct pram_logp *machine)
{
  static const char *const strategies[] = { "brent", "blocks" };
  int procs = (int) rng_in (rng, 1, 6);
  struct pram_bound_brent bound = pram_bound_brent (graph, procs, machine);
  expect_below (bound.sum, bound.stretched, "sum of layers");
  for (int k = 0; k < 2; k++)
    {
      struct pram_clustering *clustering
	= clustering_by (strategies[k], graph, procs, machine);
      double layers = pram_bound_layers (clustering, machine);
      expect_below (makespan_of (clustering, machine), layers, strategies[k]);
      expect_below (layers, bound.sum, "layers");
    }
  struct pram_clustering *any = random_layers (rng, graph);
  expect_below (makespan_of (any, machine), pram_bound_layers (any, machine),
		"any layers");
}

/* Any processes and orders, and those of strategies.  */
static void
expect_orders (struct rng *rng, struct pram_taskgraph *graph,
	       const struct pram_logp *machine)
{
  static const char *const strategies[] = { "linear", "heft", "dsc" };
  struct pram_clustering *any = random_clustering (rng, graph, arena);
  expect_below (makespan_of (any, machine), pram_bound_orders (any, machine),
		"any orders");
  for (int k = 0; k < 3; k++)
    {
      struct pram_clustering *clustering
	= clustering_by (strategies[k], graph, 3, machine);
      clustering = pram_clustering_fold (clustering, 3, arena);
      expect_below (makespan_of (clustering, machine),
		    pram_bound_orders (clustering, machine), strategies[k]);
    }
}

Test (bounds, hold)
{
  struct rng rng = { 2 };
  for (int k = 0; k < 8000; k++)
    {
      struct pram_logp machine = random_machine (&rng, arena);
      struct pram_taskgraph *graph = random_graph (&rng, 30, arena);
      expect_paths (&rng, graph, &machine);
      expect_layers (&rng, graph, &machine);
      expect_orders (&rng, graph, &machine);
      pram_arena_free (arena);
      arena = pram_arena_new ();
    }
}

/* --- By hand -------------------------------------------------------------- */

/* Tasks with COSTS and edges given by their ends.  */
static struct pram_taskgraph *
graph_of (int n, const double *costs, int n_edges, const int (*ends)[2])
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_taskgraph_builder *builder = pram_taskgraph_begin (arena, "g");
  for (int v = 0; v < n; v++)
    pram_taskgraph_task (builder, costs[v], NULL);
  for (int e = 0; e < n_edges; e++)
    pram_taskgraph_edge (builder, ends[e][0], ends[e][1], 1);
  struct pram_taskgraph *graph = pram_taskgraph_end (builder, &diag);
  cr_assert (graph, "%s", heard.message);
  pram_taskgraph_add_preds (graph, arena);
  return graph;
}

static const struct pram_logp classic = { .L = 6, .o = 2, .g = 4, .P = 8 };

/* The example of core/predict/bounds.c, and a task more that reads two values:
   Lmax = 14, gamma = 10/14.  */
Test (bounds, by_hand)
{
  static const int ends[][2] = { { 0, 1 }, { 1, 2 }, { 0, 2 } };
  double costs[] = { 10, 10, 10 };
  struct pram_bounds b
    = pram_bounds_find (graph_of (3, costs, 2, ends), &classic);
  cr_expect_eq (b.l_max, 10);
  cr_expect_eq (b.granularity, 1);
  cr_expect_eq (b.naive.path, 50);
  cr_expect_eq (pram_bound_naive (&b, 1), 60);
  cr_expect_eq (pram_bound_linear (&b, 0.5), 120);
  cr_expect_eq (pram_bound_indirect (&b, 0), 50);
  cr_expect_eq (pram_bound_indirect (&b, 2), 2 * 5 * 10 + 30);
  b = pram_bounds_find (graph_of (3, costs, 3, ends), &classic);
  cr_expect_eq (b.l_max, 6 + 4 + 2 * 4);
  cr_expect_eq (b.granularity, 10.0 / 18);
  cr_expect (!b.stalls);
}

/* Naive and linear schedules have one gamma, that of the graph.  On the path
   through three joins come 4 messages, more than the capacity, 2, at 3 each:
   a message may stall for 9, those of the two tasks on the way as often.  */
Test (bounds, one_gamma)
{
  static const int ends[][2]
    = { { 0, 2 }, { 1, 2 }, { 2, 4 }, { 3, 4 }, { 4, 6 }, { 5, 6 } };
  double costs[] = { 14, 14, 14, 14, 14, 14, 14 };
  struct pram_bounds b
    = pram_bounds_find (graph_of (7, costs, 6, ends), &classic);
  cr_expect_eq (b.granularity, 1);
  cr_expect_eq (b.naive.stalls, 0);
  cr_expect_eq (pram_bound_naive (&b, 1), 2 * 4 * 14);
  cr_expect_eq (b.linear.stalls, 3 * 9);
  cr_expect_eq (pram_bound_linear (&b, 1), 2 * 4 * 14 + 3 * 9);
  cr_expect_eq (pram_bound_linear (&b, 0.5), 4 * 4 * 14 + 3 * 9);
}

Test (bounds, of_tasks_that_cost_nothing)
{
  static const int ends[][2] = { { 0, 1 } };
  struct pram_taskgraph *graph = graph_of (2, (double[]) { 0, 5 }, 1, ends);
  struct pram_bounds b = pram_bounds_find (graph, &classic);
  cr_expect_eq (b.granularity, 0);
  cr_expect_eq (pram_bound_naive (&b, 1), INFINITY);
  cr_expect_eq (b.naive.path, 15);
  /* Two layers: a message each, 4, and a latency.  */
  cr_expect_eq (pram_bound_brent (graph, 2, &classic).stretched, INFINITY);
  cr_expect_eq (pram_bound_brent (graph, 2, &classic).sum,
		4 + 6 + 1.5 * 5 + 4);
  cr_expect_eq (pram_bound_brent (graph, 1, &classic).sum, 5);
  cr_expect_eq (pram_bound_brent (graph, 1, &classic).stretched, 5);
  /* Messages for nothing.  */
  struct pram_logp pram = { .P = 2 };
  b = pram_bounds_find (graph, &pram);
  cr_expect_eq (b.granularity, INFINITY);
  cr_expect_eq (pram_bound_naive (&b, 1), 5);
}

/* --- Indirection ---------------------------------------------------------- */

/* A run of a program with indirect addresses, whose communication scheme is
   SCHEME: each task has a process, receives from some predecessors, and then
   asks one after the other of the rest for its value, up to DEPTH times,
   before it is computed (Non-oblivious, Algorithm 3, entries start and
   get_arg).  */
struct indirect
{
  struct rng *rng;
  const struct pram_taskgraph *scheme;
  int depth;
  struct pram_taskgraph_builder *builder;
  int32_t n_tasks;
  int32_t process[4000];	/* by task of the run */
  int32_t computed[64];		/* by task of the scheme: where in the run */
  int32_t latest[64];		/* … its last task there; -1: none */
  int32_t bytes[64];		/* of the answer that it gets then */
  int n_requests[64];
  bool asked[64][64];		/* [v][u]: not an oblivious edge */
};

static int32_t
add_task (struct indirect *x, double cost, int32_t process)
{
  x->process[x->n_tasks++] = process;
  return pram_taskgraph_task (x->builder, cost, NULL);
}

/* A task of V's process, after its last one, or else after what V receives
   from the others.  */
static void
go_on (struct indirect *x, int32_t v, double cost)
{
  const struct pram_taskgraph *g = x->scheme;
  int32_t task = add_task (x, cost, v);
  if (x->latest[v] >= 0)
    pram_taskgraph_edge (x->builder, x->latest[v], task, x->bytes[v]);
  else
    for (int64_t k = g->pred_start[v]; k < g->pred_start[v + 1]; k++)
      if (!x->asked[v][g->pred[k]])
	pram_taskgraph_edge (x->builder, x->computed[g->pred[k]], task,
			     pram_taskgraph_bytes (g, g->pred_edge[k]));
  x->latest[v] = task;
}

/* What V asked for last, some predecessor sends.  */
static void
answer (struct indirect *x, int32_t v)
{
  const struct pram_taskgraph *g = x->scheme;
  int64_t k;
  do
    k = rng_in (x->rng, g->pred_start[v], g->pred_start[v + 1] - 1);
  while (!x->asked[v][g->pred[k]]);
  int32_t task = add_task (x, 0, g->pred[k]);
  x->bytes[v] = pram_taskgraph_bytes (g, g->pred_edge[k]);
  pram_taskgraph_edge (x->builder, x->latest[v], task, x->bytes[v]);
  pram_taskgraph_edge (x->builder, x->computed[g->pred[k]], task, 1);
  x->latest[v] = task;
}

static void
choose_requests (struct indirect *x, int32_t v)
{
  const struct pram_taskgraph *g = x->scheme;
  bool some = false;
  for (int64_t k = g->pred_start[v]; k < g->pred_start[v + 1]; k++)
    some |= x->asked[v][g->pred[k]] = rng_in (x->rng, 0, 1);
  x->n_requests[v] = some ? (int) rng_in (x->rng, 1, x->depth) : 0;
  x->latest[v] = -1;
}

/* The tasks of LAYER, request by request: in this order processes serve.  */
static void
run_layer (struct indirect *x, const int32_t *level, int32_t layer)
{
  int32_t n = x->scheme->n_tasks;
  for (int round = 0; round < x->depth; round++)
    {
      for (int32_t v = 0; v < n; v++)
	if (level[v] == layer && round < x->n_requests[v])
	  go_on (x, v, 0);
      for (int32_t v = 0; v < n; v++)
	if (level[v] == layer && round < x->n_requests[v])
	  answer (x, v);
    }
  for (int32_t v = 0; v < n; v++)
    if (level[v] == layer)
      {
	go_on (x, v, x->scheme->task_cost[v]);
	x->computed[v] = x->latest[v];
      }
}

static struct pram_clustering *
indirect_run (struct rng *rng, const struct pram_taskgraph *scheme, int depth)
{
  static struct indirect x;
  struct pram_clustering *clustering
    = PRAM_ARENA_NEW (arena, struct pram_clustering, 1);
  int32_t *level = PRAM_ARENA_NEW (arena, int32_t, scheme->n_tasks), n_layers;
  memset (&x, 0, sizeof x);
  x.rng = rng;
  x.scheme = scheme;
  x.depth = depth;
  x.builder = pram_taskgraph_begin (arena, "indirect");
  pram_taskgraph_depth (scheme, level, &n_layers);
  for (int32_t v = 0; v < scheme->n_tasks; v++)
    choose_requests (&x, v);
  for (int32_t l = 0; l < n_layers; l++)
    run_layer (&x, level, l);
  clustering->graph = pram_taskgraph_end (x.builder, NULL);
  cr_assert (clustering->graph);
  clustering->strategy = "indirect";
  clustering->n_procs = scheme->n_tasks;
  clustering->process = PRAM_ARENA_NEW (arena, int32_t, x.n_tasks);
  memcpy (clustering->process, x.process,
	  (size_t) x.n_tasks * sizeof *x.process);
  pram_clustering_order (clustering, arena, NULL);
  return clustering;
}

/* Two requests along one edge keep the gap, which costs more than Lmax.  */
Test (bounds, printed_lemma_8_forgets_the_gap)
{
  static const int ends[][2] = { { 0, 1 } };
  static const double costs[] = { 5, 6 };
  static const struct pram_logp machine = { .g = 2, .P = 2 };
  struct pram_taskgraph *scheme = graph_of (2, costs, 1, ends);
  struct pram_bounds b = pram_bounds_find (scheme, &machine);
  double longest = 0;
  struct rng rng = { 1 };
  for (int k = 0; k < 20; k++)
    longest = fmax (longest, makespan_of (indirect_run (&rng, scheme, 2),
					  &machine));
  cr_expect_eq (longest, 13);
  cr_expect_eq (b.l_max, 0);
  cr_expect_eq (pram_bound_indirect (&b, 2), 14);
}

/* Theorem 9, corrected, holds for runs with requests if no message stalls, and
   with what their messages may stall.  */
Test (bounds, indirection)
{
  struct rng rng = { 9 };
  int n_runs = 0;
  double tightest = 0;
  for (int k = 0; k < 3000; k++)
    {
      struct pram_taskgraph *scheme = random_graph (&rng, 30, arena);
      struct pram_logp machine = random_machine (&rng, arena);
      struct pram_bounds b = pram_bounds_find (scheme, &machine);
      int depth = (int) rng_in (&rng, 1, 4);
      if (b.n_layers < 2)
	continue;
      struct pram_clustering *run = indirect_run (&rng, scheme, depth);
      double makespan = makespan_of (run, &machine);
      double bound = pram_bound_indirect (&b, depth);
      double stalls
	= pram_bound_stalls (&b, (double) pram_clustering_messages (run));
      expect_below (makespan, bound + stalls, "Theorem 9 with stalls");
      if (b.stalls)
	continue;
      expect_below (makespan, bound, "Theorem 9");
      n_runs++;
      if (bound > 0)
	tightest = fmax (tightest, makespan / bound);
    }
  /* The runs are many, and the bound is not far from some.  */
  cr_expect (n_runs > 500, "%d", n_runs);
  cr_expect_gt (tightest, 0.8);
}

/* --- Where the printed forms are too small -------------------------------- */

static double
printed (const struct pram_bounds *b, double seconds)
{
  return seconds + seconds / b->granularity;
}

/* L = g = 1, o = 0: one message to a process at a time.  At each of its two
   destinations task 8 comes third: tasks 4 and 7, which come before it at the
   second one, have stalled for as long as itself.  */
Test (bounds, printed_naive_does_not_count_stalls)
{
  static const int ends[][2]
    = { { 0, 9 }, { 1, 9 }, { 8, 9 },
	{ 2, 10 }, { 3, 10 }, { 4, 10 },
	{ 5, 11 }, { 6, 11 }, { 7, 11 },
	{ 4, 12 }, { 7, 12 }, { 8, 12 } };
  static const struct pram_logp machine = { .L = 1, .g = 1, .P = 13 };
  double costs[13];
  for (int v = 0; v < 13; v++)
    costs[v] = v < 9 ? 10 : 0;
  struct pram_taskgraph *graph = graph_of (13, costs, 12, ends);
  struct pram_bounds b = pram_bounds_find (graph, &machine);
  cr_expect (b.stalls);
  cr_expect_eq (b.l_max, 4);
  cr_expect_float_eq (printed (&b, b.depth), 14, 1e-9);
  cr_expect_eq (makespan_of (clustering_by ("naive", graph, 1, &machine),
			     &machine), 16);
  cr_expect_eq (b.naive.path, 16);
}

/* The heaviest tasks of three layers lie on different paths, and on one
   process.  */
Test (bounds, printed_brent_has_the_heaviest_path)
{
  static const int ends[][2] = { { 0, 4 }, { 1, 3 }, { 4, 6 }, { 3, 8 },
				 { 2, 5 }, { 5, 7 } };
  static const struct pram_logp machine = { .P = 3 };
  /* Layers 0 1 2, 3 4 5, 6 7 8: the middle one is always heavy.  */
  double costs[] = { 1, 90, 1, 1, 90, 1, 1, 90, 1 };
  struct pram_taskgraph *graph = graph_of (9, costs, 6, ends);
  struct pram_bounds b = pram_bounds_find (graph, &machine);
  cr_expect_eq (b.depth, 92);
  cr_expect_eq (makespan_of (clustering_by ("brent", graph, 3, &machine),
			     &machine), 270);
  cr_expect_lt (printed (&b, b.work / 3 + b.depth), 190);
  cr_expect_eq (pram_bound_brent (graph, 3, &machine).stretched,
		b.work / 3 + 270);
}

/* 32 tasks of cost 1, as many that cost nothing and read one value each, and
   one that weighs: those that cost nothing are all in the first block.  */
Test (bounds, printed_brent_does_not_see_who_receives)
{
  enum { N = 32 };
  int ends[N + 1][2];
  double costs[2 * N + 1];
  static const struct pram_logp machine = { .o = 1, .P = 8 };
  for (int k = 0; k <= N; k++)
    {
      ends[k][0] = k < N ? k : N - 1;
      ends[k][1] = N + k;
      costs[k] = 1;
      costs[N + k] = k == N;
    }
  costs[N] = 0;
  struct pram_taskgraph *graph = graph_of (2 * N + 1, costs, N + 1, ends);
  struct pram_bounds b = pram_bounds_find (graph, &machine);
  struct pram_clustering *brent = clustering_by ("brent", graph, 8, &machine);
  double makespan = makespan_of (brent, &machine);
  cr_expect_lt (printed (&b, b.work / 8 + b.depth), makespan);
  expect_below (makespan, pram_bound_layers (brent, &machine), "layers");
}

/* The degrees of the two ends of an edge together may be greater than that of
   any task: ten tasks send to one each of ten.  */
Test (bounds, printed_lemma_8_has_the_degree_of_a_task)
{
  enum { N = 10 };
  int ends[N * N][2];
  double costs[2 * N];
  static const struct pram_logp machine = { .L = 10, .g = 1, .P = 2 * N };
  for (int k = 0; k < N * N; k++)
    {
      ends[k][0] = k % N;
      ends[k][1] = N + k / N;
    }
  for (int v = 0; v < 2 * N; v++)
    costs[v] = 1;
  struct pram_taskgraph *graph = graph_of (2 * N, costs, N * N, ends);
  struct pram_bounds b = pram_bounds_find (graph, &machine);
  double makespan = makespan_of (clustering_by ("naive", graph, 1, &machine),
				 &machine);
  /* (h - 1) (L + 2o + (dg - 2) max (o, g)) + h C with dg = 10.  */
  cr_expect_gt (makespan, 10 + 8 + 2);
  cr_expect (!b.stalls);
  expect_below (makespan, pram_bound_indirect (&b, 0), "Theorem 9");
}
