/* strategies.c: tests of core/plan/clustering.c and the strategies.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"
#include "arena-suite.h"

#include <math.h>

#include "lab/generate.h"
#include "lab/schedule-check.h"
#include "lab/list.h"
#include "lab/strategies.h"

static struct heard heard;
static const struct pram_logp example = { .L = 6, .o = 2, .g = 4, .P = 8 };

TestSuite (clustering, .init = set_up, .fini = tear_down);
TestSuite (strategies, .init = set_up, .fini = tear_down);

/* N tasks of costs 0 to 9, about DEGREE edges each.  */
static struct pram_taskgraph *
random_graph (struct rng *rng, int n, int degree)
{
  struct pram_diag diag = diag_to (&heard);
  struct pram_taskgraph_builder *builder = pram_taskgraph_begin (arena, "r");
  for (int v = 0; v < n; v++)
    pram_taskgraph_task (builder, (double) rng_in (rng, 0, 9), NULL);
  for (int k = 0; n > 1 && k < n * degree; k++)
    {
      int from = (int) rng_in (rng, 0, n - 2);
      int reach = n - 1 - from < 20 ? n - 1 - from : 20;
      pram_taskgraph_edge (builder, from, from + (int) rng_in (rng, 1, reach),
			   8 * (int) rng_in (rng, 1, 4));
    }
  struct pram_taskgraph *graph = pram_taskgraph_end (builder, &diag);
  cr_assert (graph, "%s", heard.message);
  pram_taskgraph_add_preds (graph, arena);
  return graph;
}

/* Tasks of cost 1 and edges of one byte.  */
static struct pram_taskgraph *
unit_graph (int n, int n_edges, const int (*ends)[2])
{
  struct pram_diag diag = diag_to (&heard);
  struct pram_taskgraph_builder *builder = pram_taskgraph_begin (arena, "u");
  for (int v = 0; v < n; v++)
    pram_taskgraph_task (builder, 1, NULL);
  for (int e = 0; e < n_edges; e++)
    pram_taskgraph_edge (builder, ends[e][0], ends[e][1], 1);
  struct pram_taskgraph *graph = pram_taskgraph_end (builder, &diag);
  cr_assert (graph, "%s", heard.message);
  pram_taskgraph_add_preds (graph, arena);
  return graph;
}

static struct pram_clustering *
cluster (const struct pram_taskgraph *graph, const char *name, int procs)
{
  struct pram_diag diag = diag_to (&heard);
  const struct pram_strategy *strategy = pram_strategies_find (name);
  cr_assert (strategy, "%s", name);
  struct pram_clustering *result
    = strategy->cluster (graph, procs, &example, arena, &diag);
  cr_assert (result, "%s", heard.message);
  cr_assert (pram_clustering_check (result, &diag), "%s", heard.message);
  return result;
}

static void
expect_text (const struct pram_clustering *clustering, const char *expected)
{
  char *text;
  size_t size;
  FILE *file = open_memstream (&text, &size);
  pram_clustering_print (file, clustering);
  fclose (file);
  cr_expect_str_eq (strchr (text, '\n') + 1, expected);
  free (text);
}

Test (clustering, check_finds)
{
  static const int ends[][2] = { { 0, 1 }, { 2, 3 } };
  struct pram_diag diag = diag_to (&heard);
  struct pram_taskgraph *graph = unit_graph (4, 2, ends);
  struct pram_clustering *c = cluster (graph, "serial", 1);
  /* 1 before 2 on one process, 3 before 0 on the other: a cycle.  */
  int32_t process[] = { 1, 0, 0, 1 }, start[] = { 0, 2, 4 };
  int32_t order[] = { 1, 2, 3, 0 };
  c->n_procs = 2;
  c->process = process, c->order_start = start, c->order = order;
  cr_expect_not (pram_clustering_check (c, &diag));
  cr_expect (strstr (heard.message, "contradict"), "%s", heard.message);
  order[2] = 0, order[3] = 3;
  cr_expect (pram_clustering_check (c, &diag));
  order[3] = 0;
  cr_expect_not (pram_clustering_check (c, &diag));
  cr_expect (strstr (heard.message, "twice"), "%s", heard.message);
  order[3] = 1;
  cr_expect_not (pram_clustering_check (c, &diag));
  start[1] = 5;
  cr_expect_not (pram_clustering_check (c, &diag));
}

/* Do edges and orders together have a cycle?  All pairs of tasks, the second
   after the first.  */
static bool
cycle_p (const struct pram_clustering *c)
{
  enum { MOST = 8 };
  const struct pram_taskgraph *graph = c->graph;
  bool after[MOST][MOST] = { { false } };
  for (int v = 0; v < graph->n_tasks; v++)
    for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
      after[v][graph->succ[e]] = true;
  for (int p = 0; p < c->n_procs; p++)
    for (int k = c->order_start[p] + 1; k < c->order_start[p + 1]; k++)
      after[c->order[k - 1]][c->order[k]] = true;
  for (int w = 0; w < graph->n_tasks; w++)
    for (int u = 0; u < graph->n_tasks; u++)
      for (int v = 0; v < graph->n_tasks; v++)
	after[u][v] |= after[u][w] && after[w][v];
  bool cycle = false;
  for (int v = 0; v < graph->n_tasks; v++)
    cycle |= after[v][v];
  return cycle;
}

/* Random orders of random graphs: those that can run are those accepted.  */
Test (clustering, check_finds_cycles)
{
  struct rng rng = { 11 };
  int n_good = 0;
  for (int round = 0; round < 2000; round++)
    {
      int n = (int) rng_in (&rng, 1, 8), procs = (int) rng_in (&rng, 1, 3);
      struct pram_taskgraph *graph = random_graph (&rng, n, 1);
      int32_t process[8], sequence[8];
      struct pram_clustering c = { .graph = graph, .strategy = "random",
				   .n_procs = procs, .process = process };
      for (int v = 0; v < n; v++)
	{
	  int at = (int) rng_in (&rng, round % 3 ? 0 : v, v);
	  process[v] = (int32_t) rng_in (&rng, 0, procs - 1);
	  sequence[v] = sequence[at];
	  sequence[at] = v;
	}
      pram_clustering_order (&c, arena, sequence);
      bool good = pram_clustering_check (&c, NULL);
      cr_assert_eq (good, !cycle_p (&c), "round %d", round);
      n_good += good;
    }
  cr_expect (n_good > 400 && n_good < 1600, "%d", n_good);
}

Test (clustering, sorts_by_priority)
{
  struct pram_taskgraph *graph = unit_graph (4, 0, NULL);
  struct pram_clustering *c = cluster (graph, "brent", 2);
  static const double priority[] = { 2, 1, 5, 5 };
  expect_text (c, "process 0: 0 1\nprocess 1: 2 3\n");
  pram_clustering_sort (c, arena, priority);
  expect_text (c, "process 0: 1 0\nprocess 1: 2 3\n");
}

Test (clustering, folds)
{
  static const int ends[][2] = { { 0, 1 }, { 2, 3 } };
  struct pram_taskgraph *graph = unit_graph (4, 2, ends);
  struct pram_clustering *c = cluster (graph, "linear", 1);
  expect_text (c, "process 0: 0 1\nprocess 1: 2 3\n");
  expect_text (pram_clustering_fold (c, 1, arena), "process 0: 0 2 1 3\n");
  expect_text (pram_clustering_fold (c, 7, arena),
	       "process 0: 0 1\nprocess 1: 2 3\n");
}

Test (strategies, examples)
{
  static const int diamond[][2] = { { 0, 1 }, { 0, 2 }, { 1, 3 }, { 2, 3 } };
  static const int mirror[][2] = { { 0, 7 }, { 1, 6 }, { 2, 5 }, { 3, 4 } };
  struct pram_taskgraph *graph = unit_graph (4, 4, diamond);
  expect_text (cluster (graph, "serial", 3), "process 0: 0 1 2 3\n");
  expect_text (cluster (graph, "naive", 1), "process 0: 0\nprocess 1: 1\n"
	       "process 2: 2\nprocess 3: 3\n");
  expect_text (cluster (graph, "linear", 1), "process 0: 0 1 3\n"
	       "process 1: 2\n");
  graph = unit_graph (8, 4, mirror);
  expect_text (cluster (graph, "brent", 2), "process 0: 0 1 4 5\n"
	       "process 1: 2 3 6 7\n");
  expect_text (cluster (graph, "blocks", 2), "process 0: 0 1 7 6\n"
	       "process 1: 2 3 5 4\n");
}

/* Four tasks, three edges, what DSC does with CT2 and without it, and how long
   that takes, all worked by hand with L = 10.  */
struct variants
{
  double cost[4];
  int ends[3][2];
  int32_t process[2][4];	/* of each task, with CT2 and without */
  double makespan[2];
};

/* DSC takes the shorter one.  */
static void
check_variants (const struct variants *variants)
{
  static const struct pram_logp machine = { .L = 10, .P = 3 };
  struct pram_taskgraph_builder *builder = pram_taskgraph_begin (arena, "d");
  for (int v = 0; v < 4; v++)
    pram_taskgraph_task (builder, variants->cost[v], NULL);
  for (int e = 0; e < 3; e++)
    pram_taskgraph_edge (builder, variants->ends[e][0], variants->ends[e][1],
			 8);
  struct pram_taskgraph *graph = pram_taskgraph_end (builder, NULL);
  pram_taskgraph_add_preds (graph, arena);
  for (int k = 0; k < 2; k++)
    {
      struct pram_clustering by_hand
	= { .graph = graph, .strategy = "hand", .n_procs = 3,
	    .process = (int32_t *) variants->process[k] };
      pram_clustering_sort (&by_hand, arena, NULL);
      cr_expect_eq (pram_schedule_makespan (&by_hand, &machine),
		    variants->makespan[k]);
    }
  int shorter = variants->makespan[1] < variants->makespan[0];
  struct pram_clustering *c = pram_strategies_find ("dsc")->cluster
				(graph, 3, &machine, arena, NULL);
  for (int v = 0; v < 4; v++)
    cr_expect_eq (c->process[v], variants->process[shorter][v], "task %d", v);
  cr_expect_eq (pram_schedule_makespan (c, &machine),
		variants->makespan[shorter]);
}

/* The example of lab/dsc.c.  Without CT2 task 2 joins task 0, which ends
   at 30, until 45; then 3 starts first where 0's message takes it, at 40.  */
Test (strategies, dsc_reserves_clusters)
{
  static const struct variants variants
    = { { 30, 1, 15, 20 }, { { 0, 2 }, { 0, 3 }, { 1, 3 } },
	{ { 0, 2, 1, 0 }, { 0, 2, 0, 1 } }, { 55, 60 } };
  check_variants (&variants);
}

/* When 3 is free 2 still waits for 1.  The path 0 2 weighs 8 + 10 + 4 and 0 3
   only 8 + 10 + 2, and 2 would start at 11 with 0, not at 18: so CT2 sends 3
   away, until 20.  Behind 2, which ends at 15, it would end at 17.  */
Test (strategies, dsc_does_not_reserve_in_vain)
{
  static const struct variants variants
    = { { 8, 1, 4, 2 }, { { 0, 2 }, { 0, 3 }, { 1, 2 } },
	{ { 0, 2, 0, 1 }, { 0, 1, 0, 0 } }, { 20, 17 } };
  check_variants (&variants);
}

/* When a task starts whose operands come from processes of their own, in
   messages of any sizes: what list scheduling thinks, and what happens.  */
Test (strategies, lists_know_gaps)
{
  enum { MOST = 6 };
  static const struct pram_logp machine
    = { .L = 1000, .o = 2, .g = 4, .G = 1, .P = MOST + 1 };
  struct rng rng = { 12 };
  for (int round = 0; round < 200; round++)
    {
      int n = (int) rng_in (&rng, 1, MOST);
      struct pram_taskgraph_builder *builder
	= pram_taskgraph_begin (arena, "join");
      for (int v = 0; v < n; v++)
	{
	  double cost = (double) rng_in (&rng, 0, 1000000) / 10007;
	  pram_taskgraph_task (builder, cost, NULL);
	  pram_taskgraph_edge (builder, v, n, (int) rng_in (&rng, 1, 50));
	}
      pram_taskgraph_task (builder, 1, NULL);
      struct pram_taskgraph *graph = pram_taskgraph_end (builder, NULL);
      pram_taskgraph_add_preds (graph, arena);
      struct pram_list list;
      pram_list_begin (&list, graph, n + 1, &machine);
      for (int v = 0; v < n; v++)
	pram_list_place (&list, v, v);
      double start = pram_list_start (&list, n, n);
      pram_list_place (&list, n, n);
      double makespan = pram_schedule_makespan
			  (pram_list_end (&list, "list", arena), &machine);
      cr_assert_float_eq (start + 1, makespan, 1e-9 * makespan,
			  "%g, not %g", start + 1, makespan);
    }
}

/* The example of lab/msa.c.  */
Test (strategies, msa_computes_again_what_is_cheap)
{
  struct pram_diag diag = diag_to (&heard);
  struct pram_taskgraph_builder *builder = pram_taskgraph_begin (arena, "f");
  for (int v = 0; v < 3; v++)
    pram_taskgraph_task (builder, v ? 5 : 3, NULL);
  pram_taskgraph_edge (builder, 0, 1, 8);
  pram_taskgraph_edge (builder, 0, 2, 8);
  struct pram_taskgraph *graph = pram_taskgraph_end (builder, &diag);
  pram_taskgraph_add_preds (graph, arena);
  struct pram_clustering *c = cluster (graph, "msa", 2);
  expect_text (c, "process 0: 0 1\nprocess 1: 0 2\n");
  cr_expect_eq (pram_schedule_makespan (c, &example), 8);
  cr_expect_eq (pram_schedule_makespan (cluster (graph, "exact", 2), &example),
		13);
}

/* Time does not grow with the square of the operands.  */
Test (strategies, msa_takes_wide_graphs, .timeout = 30)
{
  struct pram_taskgraph *graph
    = pram_generate ("forkjoin:width=20000,n=2,cost=20", arena, NULL);
  pram_taskgraph_add_preds (graph, arena);
  double makespan = pram_schedule_makespan (cluster (graph, "msa", 16),
					    &example);
  cr_expect_lt (makespan, pram_taskgraph_work (graph) / 3);
}

/* A complete out-tree takes no longer than its longest path if each leaf's
   process computes what leads there.  */
Test (strategies, msa_needs_no_messages_on_trees)
{
  struct pram_taskgraph *graph = pram_generate ("outtree:arity=2,depth=4",
						arena, NULL);
  pram_taskgraph_add_preds (graph, arena);
  struct pram_clustering *c = cluster (graph, "msa", 16);
  cr_expect_eq (pram_schedule_makespan (c, &example), 5);
  cr_expect_eq (pram_clustering_messages (c), 0);
  cr_expect_eq (c->graph->n_tasks, 16 * 5);
}

/* With many processes, too, a cluster goes where what it reads is.  */
Test (strategies, msa_leaves_a_chain_on_one_process)
{
  struct pram_taskgraph *graph = pram_generate ("chain:n=100", arena, NULL);
  pram_taskgraph_add_preds (graph, arena);
  struct pram_clustering *c = cluster (graph, "msa", 64);
  cr_expect_eq (pram_schedule_makespan (c, &example), 100);
}

/* Each strategy gives a clustering that can run, also folded, on graphs of
   any size, with fewer tasks than processes, with nothing to do.  */
Test (strategies, clusterings_can_run)
{
  struct rng rng = { 3 };
  struct pram_diag diag = diag_to (&heard);
  for (int round = 0; round < 60; round++)
    {
      int n = round < 8 ? round / 2 : (int) rng_in (&rng, 1, 80);
      struct pram_taskgraph *graph
	= random_graph (&rng, n, (int) rng_in (&rng, 0, 3));
      const struct pram_strategy *s;
      for (int k = 0; (s = pram_strategies_nth (k)); k++)
	for (int procs = 1; procs < 20; procs += 1 + procs / 2)
	  {
	    /* The exact one takes its time.  */
	    if (n > 9 && !strcmp (s->name, "exact"))
	      break;
	    struct pram_clustering *c = s->cluster (graph, procs, &example,
						    arena, &diag);
	    cr_assert (c, "%s: %s", s->name, heard.message);
	    cr_assert (pram_clustering_check (c, &diag), "%s: %s", s->name,
		       heard.message);
	    cr_assert_str_eq (c->strategy, s->name);
	    cr_assert (s->unbounded || c->n_procs <= procs, "%s", s->name);
	    c = pram_clustering_fold (c, procs, arena);
	    cr_assert (c->n_procs <= procs);
	    cr_assert (pram_clustering_check (c, &diag), "%s folded: %s",
		       s->name, heard.message);
	  }
    }
}

/* Each process of linear clustering runs a path.  */
Test (strategies, linear_gives_paths)
{
  struct rng rng = { 5 };
  for (int round = 0; round < 50; round++)
    {
      struct pram_taskgraph *graph
	= random_graph (&rng, (int) rng_in (&rng, 1, 60), 2);
      struct pram_clustering *c = cluster (graph, "linear", 1);
      for (int32_t p = 0; p < c->n_procs; p++)
	for (int32_t k = c->order_start[p] + 1; k < c->order_start[p + 1]; k++)
	  {
	    int32_t v = c->order[k - 1];
	    bool found = false;
	    for (int64_t e = graph->succ_start[v];
		 e < graph->succ_start[v + 1]; e++)
	      found |= graph->succ[e] == c->order[k];
	    cr_assert (found);
	  }
    }
}

/* And each is the heaviest of what remains when those before it are removed:
   its weight is found by another walk.  */
Test (strategies, linear_takes_the_heaviest_path)
{
  struct rng rng = { 23 };
  for (int round = 0; round < 50; round++)
    {
      struct pram_taskgraph *graph
	= random_graph (&rng, (int) rng_in (&rng, 1, 60), 3);
      struct pram_clustering *c = cluster (graph, "linear", 1);
      for (int32_t p = 0; p < c->n_procs; p++)
	{
	  double longest[60], heaviest = 0, weight = 0;
	  for (int32_t v = 0; v < graph->n_tasks; v++)
	    {
	      double before = 0;
	      for (int64_t k = graph->pred_start[v];
		   k < graph->pred_start[v + 1]; k++)
		if (c->process[graph->pred[k]] >= p)
		  before = fmax (before, longest[graph->pred[k]]
					 + pram_logp_message (&example, 8));
	      longest[v] = graph->task_cost[v] + before;
	      if (c->process[v] >= p)
		heaviest = fmax (heaviest, longest[v]);
	    }
	  for (int32_t k = c->order_start[p]; k < c->order_start[p + 1]; k++)
	    weight += graph->task_cost[c->order[k]]
		      + (k > c->order_start[p] ? pram_logp_message (&example, 8)
					       : 0);
	  cr_assert_float_eq (weight, heaviest, 1e-9);
	}
    }
}

/* No process gets more of a layer than the mean and the heaviest task.  */
Test (strategies, brent_balances_layers)
{
  struct rng rng = { 7 };
  for (int round = 0; round < 100; round++)
    {
      int n = (int) rng_in (&rng, 1, 100), procs = (int) rng_in (&rng, 1, 9);
      struct pram_taskgraph *graph = random_graph (&rng, n, 2);
      int32_t level[100], n_layers;
      pram_taskgraph_depth (graph, level, &n_layers);
      for (int which = 0; which < 2; which++)
	{
	  struct pram_clustering *c
	    = cluster (graph, which ? "blocks" : "brent", procs);
	  for (int32_t l = 0; l < n_layers; l++)
	    {
	      double load[9] = { 0 }, work = 0, most = 0;
	      for (int32_t v = 0; v < n; v++)
		if (level[v] == l)
		  {
		    load[c->process[v]] += graph->task_cost[v];
		    work += graph->task_cost[v];
		    most = fmax (most, graph->task_cost[v]);
		  }
	      for (int p = 0; p < procs; p++)
		cr_assert_leq (load[p], work / procs + most + 1e-9);
	    }
	}
    }
}

/* --- Against all clusterings ---------------------------------------------- */

/* The least makespan of GRAPH on PROCS processes: all assignments, all orders
   of all tasks.  */
struct brute
{
  struct pram_clustering clustering;
  const struct pram_logp *machine;
  int32_t process[8], order[8], order_start[9], sequence[8];
  double best;
};

static void
try_sequence (struct brute *brute)
{
  int32_t n = brute->clustering.graph->n_tasks, count = 0;
  for (int32_t p = 0; p < brute->clustering.n_procs; p++)
    {
      brute->order_start[p] = count;
      for (int32_t k = 0; k < n; k++)
	if (brute->process[brute->sequence[k]] == p)
	  brute->order[count++] = brute->sequence[k];
    }
  brute->order_start[brute->clustering.n_procs] = count;
  brute->best = fmin (brute->best,
		      pram_schedule_makespan (&brute->clustering,
					      brute->machine));
}

static void
try_all_sequences (struct brute *brute, uint32_t put, int n_put)
{
  const struct pram_taskgraph *graph = brute->clustering.graph;
  if (n_put == graph->n_tasks)
    try_sequence (brute);
  for (int32_t v = 0; v < graph->n_tasks; v++)
    {
      bool ready = !(put >> v & 1);
      for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
	ready &= put >> graph->pred[k] & 1;
      if (!ready)
	continue;
      brute->sequence[n_put] = v;
      try_all_sequences (brute, put | 1U << v, n_put + 1);
    }
}

static double
brute_force (const struct pram_taskgraph *graph, int procs,
	     const struct pram_logp *machine)
{
  struct brute brute = { .clustering = { .graph = graph, .n_procs = procs },
			 .machine = machine, .best = INFINITY };
  int64_t n_assignments = 1;
  brute.clustering.process = brute.process;
  brute.clustering.order = brute.order;
  brute.clustering.order_start = brute.order_start;
  for (int32_t v = 0; v < graph->n_tasks; v++)
    n_assignments *= procs;
  for (int64_t a = 0; a < n_assignments; a++)
    {
      int64_t rest = a;
      for (int32_t v = 0; v < graph->n_tasks; v++, rest /= procs)
	brute.process[v] = (int32_t) (rest % procs);
      try_all_sequences (&brute, 0, 0);
    }
  return brute.best;
}

/* Sets *COPIES to whether some task is computed twice.  */
static double
makespan_of (const struct pram_strategy *s, const struct pram_taskgraph *graph,
	     int procs, const struct pram_logp *machine, bool *copies)
{
  struct pram_clustering *c = s->cluster (graph, procs, machine, arena, NULL);
  struct pram_diag diag = diag_to (&heard);
  if (!c)
    return INFINITY;
  c = pram_clustering_fold (c, procs, arena);
  struct pram_schedule *schedule = pram_schedule_build (c, machine, arena);
  cr_assert (pram_schedule_check (schedule, &diag), "%s: %s", s->name,
	     heard.message);
  cr_assert_eq (pram_clustering_messages (c), schedule->n_messages);
  *copies = c->graph != graph;
  return schedule->makespan;
}

Test (strategies, exact_is_the_best_of_all, .timeout = 60)
{
  struct rng rng = { 17 };
  for (int round = 0; round < 60; round++)
    {
      int n = (int) rng_in (&rng, 1, 5), procs = (int) rng_in (&rng, 1, 3);
      struct pram_logp machine = { .P = procs };
      if (round % 3)
	machine = (struct pram_logp)
	  { .L = (double) rng_in (&rng, 0, 4),
	    .o = (double) rng_in (&rng, 0, 2),
	    .g = (double) rng_in (&rng, 0, 3), .G = round % 2 ? 0.1 : 0,
	    .P = procs, .node = round % 5 ? 0 : 2 };
      struct pram_taskgraph *graph = random_graph (&rng, n, 1);
      double best = brute_force (graph, procs, &machine);
      bool copies;
      cr_assert_float_eq (makespan_of (pram_strategies_find ("exact"), graph,
				       procs, &machine, &copies), best, 1e-9,
			  "round %d", round);
    }
}

/* N_SOURCES tasks of cost 1 and N_READERS of COST that each read them all.  */
static struct pram_taskgraph *
readers (int n_sources, int n_readers, double cost)
{
  struct pram_taskgraph_builder *builder = pram_taskgraph_begin (arena, "e");
  for (int v = 0; v < n_sources + n_readers; v++)
    pram_taskgraph_task (builder, v < n_sources ? 1 : cost, NULL);
  for (int u = 0; u < n_sources; u++)
    for (int k = 0; k < n_readers; k++)
      pram_taskgraph_edge (builder, u, n_sources + k, 1);
  struct pram_taskgraph *graph = pram_taskgraph_end (builder, NULL);
  pram_taskgraph_add_preds (graph, arena);
  return graph;
}

/* Where messages come in turn it matters which of two equal tasks is on which
   process.  */
Test (strategies, exact_knows_equal_tasks, .timeout = 60)
{
  static const struct pram_logp machines[]
    = { { .P = 3 }, { .L = 1, .o = 0.1, .g = 0.5, .G = 0.5, .P = 3 },
	{ .L = 2, .P = 3 }, { .L = 1, .o = 1, .g = 1, .P = 3 } };
  for (int n_sources = 0; n_sources <= 3; n_sources++)
    for (int k = 0; k < 8; k++)
      {
	struct pram_taskgraph *graph = readers (n_sources, 5 - n_sources,
						k / 4 ? 3 : 1);
	bool copies;
	cr_assert_float_eq (makespan_of (pram_strategies_find ("exact"), graph,
					 3, &machines[k % 4], &copies),
			    brute_force (graph, 3, &machines[k % 4]), 1e-9,
			    "%d sources, case %d", n_sources, k);
      }
}

/* The least maximum of the sums when COST[K] ... COST[N - 1] are added to the
   PROCS sums LOAD.  */
static double
least_load (const double *cost, int k, int n, double *load, int procs)
{
  double best = INFINITY;
  if (k == n)
    for (best = load[--procs]; procs > 0; procs--)
      best = fmax (best, load[procs - 1]);
  else
    for (int p = 0; p < procs; p++)
      {
	load[p] += cost[k];
	best = fmin (best, least_load (cost, k + 1, n, load, procs));
	load[p] -= cost[k];
      }
  return best;
}

Test (strategies, exact_proves_independent_tasks, .timeout = 60)
{
  struct rng rng = { 29 };
  for (int round = 0; round < 24; round++)
    {
      double cost[10], load[10] = { 0 };
      int procs = round % 3 + 2;
      struct pram_taskgraph_builder *builder
	= pram_taskgraph_begin (arena, "i");
      for (int v = 0; v < 10; v++)
	{
	  cost[v] = round < 6 ? 1 : round < 12 ? (double) rng_in (&rng, 0, 9)
		    : 1 + (double) rng_in (&rng, 1, 1000000) * 1e-6;
	  pram_taskgraph_task (builder, cost[v], NULL);
	}
      struct pram_taskgraph *graph = pram_taskgraph_end (builder, NULL);
      pram_taskgraph_add_preds (graph, arena);
      bool copies;
      cr_assert_float_eq (makespan_of (pram_strategies_find ("exact"), graph,
				       procs, &example, &copies),
			  least_load (cost, 0, 10, load, procs), 1e-9,
			  "round %d", round);
    }
}

/* Of ten tasks it gives up on none, whatever their edges and the machine.  */
Test (strategies, exact_proves_ten_tasks, .timeout = 60)
{
  static const struct pram_logp machines[]
    = { { .P = 10 }, { .L = 6, .o = 2, .g = 4, .P = 10 },
	{ .L = 1, .o = 0.3, .g = 0.3, .P = 10 } };
  struct rng rng = { 31 };
  for (int round = 0; round < 40; round++)
    {
      struct pram_taskgraph *graph = random_graph (&rng, 10, round % 4);
      for (int k = 0; k < 3; k++)
	for (int procs = 2; procs <= 10; procs += 4)
	  {
	    bool copies;
	    cr_expect (isfinite (makespan_of (pram_strategies_find ("exact"),
					      graph, procs, &machines[k],
					      &copies)),
		       "round %d, machine %d, P = %d", round, k, procs);
	  }
    }
}

/* Nothing without copies beats the exact one; auto is the best of all; nothing
   is faster than the longest path or than all processes working all the time;
   auto is never slower than serial execution.  */
Test (strategies, makespans_are_in_order, .timeout = 60)
{
  struct rng rng = { 19 };
  for (int round = 0; round < 30; round++)
    {
      int procs = (int) rng_in (&rng, 1, 4);
      struct pram_logp machine
	= { .L = (double) rng_in (&rng, 0, 6),
	    .o = (double) rng_in (&rng, 0, 2),
	    .g = (double) rng_in (&rng, 0, 4), .P = procs };
      struct pram_taskgraph *graph
	= random_graph (&rng, (int) rng_in (&rng, 1, round % 2 ? 9 : 60), 2);
      bool copies;
      double exact = makespan_of (pram_strategies_find ("exact"), graph, procs,
				  &machine, &copies);
      double work = pram_taskgraph_work (graph), best;
      double least = fmax (pram_taskgraph_depth (graph, NULL, NULL),
			   work / procs);
      cr_assert (pram_schedule_auto (graph, procs, &machine, arena, &best));
      const struct pram_strategy *s;
      for (int k = 0; (s = pram_strategies_nth (k)); k++)
	{
	  double makespan = makespan_of (s, graph, procs, &machine, &copies);
	  cr_expect_geq (makespan, least - 1e-9, "%s", s->name);
	  cr_expect (isinf (exact) || copies || exact <= makespan + 1e-9, "%s",
		     s->name);
	  cr_expect_geq (makespan, best - 1e-9, "%s", s->name);
	}
      cr_expect_leq (best, work + 1e-9);
    }
}

/* Optima that theory knows: without the cost of messages a complete in-tree
   of unit tasks by levels (Hu), chains, and a fork-join.  */
Test (strategies, known_optima)
{
  static const struct pram_logp free_of_cost = { .P = 4 };
  static const struct { const char *spec; int procs; double makespan; } known[]
    = { { "intree:arity=2,depth=4", 2, 16 },	/* 15 slots for 30, the root */
	{ "intree:arity=2,depth=4", 4, 9 },
	{ "chain:n=9", 3, 9 },
	{ "forkjoin:width=8,n=1", 4, 4 },
	{ "forkjoin:width=9,n=2", 4, 9 },
	{ "diamond:n=4", 4, 7 },
	{ "diamond:n=4", 2, 9 },
	{ "fft:n=16", 4, 20 } };
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    {
      double best;
      struct pram_taskgraph *graph = pram_generate (known[k].spec, arena, NULL);
      pram_taskgraph_add_preds (graph, arena);
      pram_schedule_auto (graph, known[k].procs, &free_of_cost, arena, &best);
      cr_expect_float_eq (best, known[k].makespan, 1e-9, "%s on %d: %g",
			  known[k].spec, known[k].procs, best);
    }
}

/* Graphs around an optimal schedule, messages for nothing: within 5 % in the
   mean.  */
Test (strategies, auto_comes_near_to_planted_optima, .timeout = 60)
{
  double sum = 0;
  int n = 0;
  for (int procs = 2; procs <= 16; procs *= 2)
    for (int seed = 1; seed <= 10; seed++, n++)
      {
	double best;
	struct pram_logp machine = { .P = procs };
	struct pram_clustering *c
	  = pram_generate_planted (arena, procs, 40 * procs, 1000, &machine,
				   (uint64_t) seed);
	cr_assert_float_eq (pram_schedule_makespan (c, &machine), 1000, 1e-9);
	pram_taskgraph_add_preds ((struct pram_taskgraph *) c->graph, arena);
	pram_schedule_auto (c->graph, procs, &machine, arena, &best);
	cr_expect_geq (best, 1000 - 1e-9);
	sum += best / 1000;
      }
  cr_expect_leq (sum / n, 1.05, "%g", sum / n);
}

/* The planted schedule really has the planted length, messages included.  */
Test (strategies, planted_schedules_hold)
{
  for (int seed = 1; seed <= 60; seed++)
    {
      struct pram_diag diag = diag_to (&heard);
      int procs = 1 + seed % 6;
      struct pram_logp machine = { .L = seed % 4 * 3, .P = procs };
      if (seed % 3)
	machine.o = seed % 2 + 1, machine.g = seed % 5;
      struct pram_clustering *c
	= pram_generate_planted (arena, procs, 20 * procs, 400, &machine,
				 (uint64_t) seed);
      struct pram_schedule *schedule = pram_schedule_build (c, &machine, arena);
      cr_expect (pram_schedule_check (schedule, &diag), "%s", heard.message);
      cr_expect_float_eq (schedule->makespan, 400, 1e-9, "seed %d: %g", seed,
			  schedule->makespan);
    }
}
