/* strategies.c: tests of core/clustering.c and core/sched/.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include <math.h>

#include "schedule.h"

static struct pram_arena *arena;
static struct heard heard;
static const struct pram_logp example = { .L = 6, .o = 2, .g = 4, .P = 8 };

static void
set_up (void)
{
  arena = pram_arena_new ();
}

static void
tear_down (void)
{
  pram_arena_free (arena);
}

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
  const struct pram_strategy *strategy = pram_strategy_find (name);
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
      for (const struct pram_strategy *s = pram_strategies; s->name; s++)
	for (int procs = 1; procs < 20; procs += 1 + procs / 2)
	  {
	    struct pram_clustering *c = s->cluster (graph, procs, &example,
						    arena, &diag);
	    if (!c)
	      continue;
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
