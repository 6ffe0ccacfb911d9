/* taskgraph.c: tests of core/plan/taskgraph.c and core/plan/taskgraph-build.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"
#include "arena-suite.h"

#include <math.h>

#include "plan/taskgraph.h"

static struct heard heard;

TestSuite (taskgraph, .init = set_up, .fini = tear_down);

/* N tasks of costs 1, 2, … and the edges in ENDS, each of BYTES.  */
static struct pram_taskgraph *
graph_of (int n, int n_edges, const int (*ends)[3])
{
  struct pram_diag diag = diag_to (&heard);
  struct pram_taskgraph_builder *builder = pram_taskgraph_begin (arena, "g");
  for (int e = 0; e < n_edges; e++)
    pram_taskgraph_edge (builder, ends[e][0], ends[e][1], ends[e][2]);
  for (int v = 0; v < n; v++)
    pram_taskgraph_task (builder, v + 1, v == 2 ? "two" : NULL);
  struct pram_taskgraph *graph = pram_taskgraph_end (builder, &diag);
  if (graph)
    {
      pram_taskgraph_add_preds (graph, arena);
      cr_assert (pram_taskgraph_check (graph, &diag), "%s", heard.message);
    }
  return graph;
}

Test (taskgraph, diamond)
{
  static const int ends[][3] = { { 2, 3, 8 }, { 0, 2, 8 }, { 0, 1, 8 },
				 { 1, 3, 8 } };
  struct pram_taskgraph *graph = graph_of (4, 4, ends);
  int32_t level[4], n_layers;
  cr_assert (graph);
  cr_expect_arr_eq (graph->succ_start, ((int64_t[]) { 0, 2, 3, 4, 4 }), 40);
  cr_expect_arr_eq (graph->succ, ((int32_t[]) { 1, 2, 3, 3 }), 16);
  cr_expect_arr_eq (graph->pred_start, ((int64_t[]) { 0, 0, 1, 2, 4 }), 40);
  cr_expect_arr_eq (graph->pred, ((int32_t[]) { 0, 0, 1, 2 }), 16);
  cr_expect_arr_eq (graph->pred_edge, ((int64_t[]) { 0, 1, 2, 3 }), 32);
  cr_expect (!graph->edge_bytes && graph->value_bytes == 8);
  cr_expect_str_eq (graph->label[2], "two");
  cr_expect_eq (pram_taskgraph_work (graph), 10);
  cr_expect_eq (pram_taskgraph_depth (graph, level, &n_layers), 8);
  cr_expect_eq (n_layers, 3);
  cr_expect_arr_eq (level, ((int32_t[]) { 0, 1, 1, 2 }), 16);
  cr_expect_eq (pram_taskgraph_depth (graph, NULL, NULL), 8);
}

Test (taskgraph, sorts_topologically)
{
  static const int ends[][3] = { { 2, 0, 1 }, { 2, 1, 2 }, { 0, 1, 3 } };
  struct pram_taskgraph *graph = graph_of (3, 3, ends);
  cr_assert (graph);
  cr_expect_arr_eq (graph->task_cost, ((double[]) { 3, 1, 2 }), 24);
  cr_expect_arr_eq (graph->succ, ((int32_t[]) { 1, 2, 2 }), 12);
  cr_expect_arr_eq (graph->edge_bytes, ((int32_t[]) { 1, 2, 3 }), 12);
  cr_expect_str_eq (graph->label[0], "two");
}

Test (taskgraph, merges_double_edges)
{
  static const int ends[][3] = { { 0, 2, 1 }, { 0, 1, 4 }, { 0, 2, 7 },
				 { 1, 2, 4 }, { 0, 2, 3 }, { 1, 2, 4 } };
  struct pram_taskgraph *graph = graph_of (3, 6, ends);
  cr_assert (graph);
  cr_expect_eq (graph->n_edges, 3);
  cr_expect_arr_eq (graph->succ, ((int32_t[]) { 1, 2, 2 }), 12);
  cr_expect_arr_eq (graph->edge_bytes, ((int32_t[]) { 4, 7, 4 }), 12);
}

Test (taskgraph, empty_and_single)
{
  struct pram_taskgraph *graph = graph_of (0, 0, NULL);
  int32_t n_layers = -1;
  cr_assert (graph && graph->n_edges == 0);
  cr_expect_eq (pram_taskgraph_depth (graph, NULL, &n_layers), 0);
  cr_expect_eq (n_layers, 0);
  graph = graph_of (1, 0, NULL);
  cr_expect_eq (pram_taskgraph_depth (graph, NULL, &n_layers), 1);
  cr_expect_eq (n_layers, 1);
}

Test (taskgraph, refuses)
{
  static const struct { int n, n_edges, ends[3][3]; const char *says; } bad[]
    = { { 3, 3, { { 0, 1, 1 }, { 1, 2, 1 }, { 2, 1, 1 } }, "on a cycle" },
	{ 2, 1, { { 1, 1, 1 } }, "task 1 is on a cycle" },
	{ 2, 1, { { 0, 2, 1 } }, "joins tasks 0 and 2, but there are 2" },
	{ 2, 1, { { -1, 1, 1 } }, "joins tasks -1 and 1" },
	{ 2, 1, { { 0, 1, 0 } }, "0 bytes" } };
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
    {
      cr_expect_null (graph_of (bad[k].n, bad[k].n_edges, bad[k].ends));
      cr_expect_eq (heard.n, 1);
      cr_expect (strstr (heard.message, bad[k].says), "%s", heard.message);
    }
  static const double costs[] = { -1, INFINITY, NAN };
  for (int k = 0; k < 3; k++)
    {
      struct pram_diag diag = diag_to (&heard);
      struct pram_taskgraph_builder *builder
	= pram_taskgraph_begin (arena, "g");
      pram_taskgraph_task (builder, costs[k], NULL);
      cr_expect_null (pram_taskgraph_end (builder, &diag));
      cr_expect (strstr (heard.message, "has the cost"), "%s", heard.message);
    }
}

static int
by_ends (const void *a_, const void *b_)
{
  const int *a = a_, *b = b_;
  return a[1] != b[1] ? a[1] - b[1] : b[0] - a[0];
}

static int
by_rows (const void *a_, const void *b_)
{
  const int *a = a_, *b = b_;
  return a[0] != b[0] ? a[0] - b[0] : a[1] != b[1] ? a[1] - b[1] : a[2] - b[2];
}

static void
expect_same (const struct pram_taskgraph *a, const struct pram_taskgraph *b)
{
  cr_assert (a && b && a->n_edges == b->n_edges);
  for (int32_t v = 0; v <= a->n_tasks; v++)
    cr_assert_eq (a->succ_start[v], b->succ_start[v]);
  for (int64_t e = 0; e < a->n_edges; e++)
    cr_assert (a->succ[e] == b->succ[e]
	       && pram_taskgraph_bytes (a, e) == pram_taskgraph_bytes (b, e));
}

/* Edges in no order, by their ends, and row by row, with and without double
   ones, give the same graph.  */
Test (taskgraph, same_in_any_order)
{
  struct rng rng = { 2 };
  for (int round = 0; round < 300; round++)
    {
      enum { MOST = 20 };
      int n = (int) rng_in (&rng, 2, MOST), n_edges = 0, ends[2 * MOST][3];
      bool seen[MOST][MOST] = { { false } };
      for (int k = 0; k < 2 * n; k++)
	{
	  int from = (int) rng_in (&rng, 0, n - 2);
	  int to = (int) rng_in (&rng, from + 1, n - 1);
	  if (round % 2 && seen[from][to])
	    continue;
	  seen[from][to] = true;
	  int *edge = ends[n_edges++];
	  edge[0] = from, edge[1] = to;
	  edge[2] = round % 3 ? (int) rng_in (&rng, 1, 3) : 4;
	}
      struct pram_taskgraph *graph = graph_of (n, n_edges, ends);
      qsort (ends, (size_t) n_edges, sizeof *ends, by_ends);
      expect_same (graph, graph_of (n, n_edges, ends));
      qsort (ends, (size_t) n_edges, sizeof *ends, by_rows);
      expect_same (graph, graph_of (n, n_edges, ends));
    }
}

/* Closing tasks early changes nothing, in whatever order edges come: by their
   ends (0), by their beginnings (1), rows that do not ascend (2), an edge to a
   smaller number at last (3), an edge of a task that was closed (4).  With as
   many edges as rows are closed early for.  */
Test (taskgraph, closed_early)
{
  enum { N = 60000, EDGES = 8, REACH = 50, N_ORDERS = 5 };
  struct pram_diag diag = diag_to (&heard);
  for (int order = 0; order < 2 * N_ORDERS; order++)
    {
      bool same_bytes = order >= N_ORDERS;
      struct pram_taskgraph *graph[2];
      for (int closed = 0; closed < 2; closed++)
	{
	  struct rng rng = { (uint64_t) order };
	  struct pram_taskgraph_builder *b = pram_taskgraph_begin (arena, "g");
	  for (int v = 0; v < N; v++)
	    pram_taskgraph_task (b, v, NULL);
	  for (int v = REACH; v < N - REACH; v++)
	    {
	      int near = order % N_ORDERS == 0 ? -1 : 1, other = v;
	      for (int k = 0; k < EDGES; k++)
		{
		  other = order % N_ORDERS == 0 || order % N_ORDERS == 2
		    ? v + near * (int) rng_in (&rng, 1, REACH)
		    : other + (int) rng_in (&rng, 0, 3) + (k == 0);
		  int bytes = same_bytes || v < N / 2
		    ? 8 : (int) rng_in (&rng, 1, 9);
		  pram_taskgraph_edge (b, near < 0 ? other : v,
				       near < 0 ? v : other, bytes);
		}
	      if (closed)
		pram_taskgraph_close (b, near < 0 ? v + 1 - REACH : v + 1);
	    }
	  if (order % N_ORDERS == 3)
	    pram_taskgraph_edge (b, N - 1, 2, 8);
	  if (order % N_ORDERS == 4)
	    pram_taskgraph_edge (b, REACH, REACH + 1, 8);
	  graph[closed] = pram_taskgraph_end (b, &diag);
	  cr_assert (graph[closed]
		     && pram_taskgraph_check (graph[closed], &diag),
		     "%s", heard.message);
	}
      expect_same (graph[0], graph[1]);
      cr_expect (graph[0]->n_edges > 200000);
      cr_expect_eq (!graph[1]->edge_bytes, same_bytes);
    }
}

/* Random graphs in random numbering, against a matrix.  */
Test (taskgraph, keeps_every_edge)
{
  struct rng rng = { 1 };
  for (int round = 0; round < 300; round++)
    {
      enum { MOST = 24 };
      int n = (int) rng_in (&rng, 1, MOST), number[MOST];
      int bytes[MOST][MOST] = { 0 }, ends[3 * MOST][3], n_edges = 0;
      for (int v = 0; v < n; v++)
	{
	  int at = (int) rng_in (&rng, 0, v);
	  number[v] = number[at];
	  number[at] = v;
	}
      for (int k = 0; n > 1 && k < 3 * n; k++)
	{
	  int from = (int) rng_in (&rng, 0, n - 2);
	  int to = (int) rng_in (&rng, from + 1, n - 1);
	  int *edge = ends[n_edges++];
	  edge[0] = number[from], edge[1] = number[to];
	  edge[2] = (int) rng_in (&rng, 1, 3);
	  if (bytes[edge[0]][edge[1]] < edge[2])
	    bytes[edge[0]][edge[1]] = edge[2];
	}
      struct pram_taskgraph *graph = graph_of (n, n_edges, ends);
      cr_assert (graph, "%s", heard.message);
      /* The cost tells which task it was.  */
      for (int v = 0; v < n; v++)
	for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1];
	     e++)
	  {
	    int *place = &bytes[(int) graph->task_cost[v] - 1]
			 [(int) graph->task_cost[graph->succ[e]] - 1];
	    cr_assert_eq (*place, pram_taskgraph_bytes (graph, e));
	    *place = 0;
	  }
      for (int v = 0; v < n; v++)
	for (int w = 0; w < n; w++)
	  cr_assert_eq (bytes[v][w], 0, "an edge is lost");
    }
}

Test (taskgraph, check_finds)
{
  static const int ends[][3] = { { 0, 1, 1 }, { 0, 2, 1 }, { 1, 2, 1 } };
  struct pram_diag diag;
  struct pram_taskgraph *graph = graph_of (3, 3, ends);
  diag = diag_to (&heard);
  graph->succ[0] = 2, graph->succ[1] = 1;
  cr_expect_not (pram_taskgraph_check (graph, &diag));
  cr_expect_eq (heard.n, 1);
  graph->succ[0] = 1, graph->succ[1] = 2;
  cr_expect (pram_taskgraph_check (graph, &diag));
  graph->succ[2] = 1;
  cr_expect_not (pram_taskgraph_check (graph, &diag));
  graph->succ[2] = 2;
  graph->task_cost[1] = -1;
  cr_expect_not (pram_taskgraph_check (graph, &diag));
  graph->task_cost[1] = 1;
  graph->pred[0] = 1;
  cr_expect_not (pram_taskgraph_check (graph, &diag));
}

/* The example of core/plan/taskgraph.h, and what the check finds.  */
Test (taskgraph, copies)
{
  static const int ends[][3] = { { 0, 1, 8 }, { 0, 2, 4 }, { 1, 3, 8 },
				 { 2, 3, 8 } };
  struct pram_diag diag = diag_to (&heard);
  struct pram_taskgraph *diamond = graph_of (4, 4, ends);
  int32_t copy_of[] = { 0, 0, 1, 2, 3 }, operand[] = { 0, 1, 2, 3 };
  int64_t operand_start[] = { 0, 0, 0, 1, 2 };
  struct pram_taskgraph *graph
    = pram_taskgraph_of_copies (diamond, 5, copy_of, operand_start, operand,
				arena);
  cr_assert (pram_taskgraph_check (graph, &diag), "%s", heard.message);
  cr_expect_arr_eq (graph->succ_start, ((int64_t[]) { 0, 1, 2, 3, 4, 4 }), 48);
  cr_expect_arr_eq (graph->succ, ((int32_t[]) { 2, 3, 4, 4 }), 16);
  cr_expect_arr_eq (graph->task_cost, ((double[]) { 1, 1, 2, 3, 4 }), 40);
  cr_expect_arr_eq (graph->edge_bytes, ((int32_t[]) { 8, 4, 8, 8 }), 16);
  cr_expect_str_eq (graph->label[1], "0");
  cr_expect_str_eq (graph->label[3], "two");
  cr_expect_eq (pram_taskgraph_original (graph, 4), 3);
  cr_expect_eq (pram_taskgraph_original (diamond, 3), 3);

  int32_t *tasks = (int32_t *) graph->copy_of;
  static const struct { int at; int32_t task; const char *wrong; } wrong[]
    = { { 1, 1, "costs something else" }, { 0, 1, "out of turn" },
	{ 4, 4, "out of turn" }, { 3, 3, "out of turn" } };
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
    {
      int32_t right = tasks[wrong[k].at];
      tasks[wrong[k].at] = wrong[k].task;
      cr_expect_not (pram_taskgraph_check (graph, &diag));
      cr_expect (strstr (heard.message, wrong[k].wrong), "%s", heard.message);
      tasks[wrong[k].at] = right;
    }
  diamond->edge_bytes[1] = 5;
  cr_expect_not (pram_taskgraph_check (graph, &diag));
  cr_expect (strstr (heard.message, "bytes"), "%s", heard.message);
  diamond->edge_bytes[1] = 4;
  /* Without the last task.  */
  graph->n_tasks = 4;
  cr_expect_not (pram_taskgraph_copies_check (graph, &diag));
  cr_expect (strstr (heard.message, "no copy"), "%s", heard.message);
}
