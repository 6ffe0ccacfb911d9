/* taskgraph.c: check and measure explicit task graphs.

   SPDX-License-Identifier: Apache-2.0  */

#include "taskgraph.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"

/* Null, or what is wrong with the successors of task V.  */
static const char *
check_row (const struct pram_taskgraph *graph, int32_t v)
{
  for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
    {
      if (graph->succ[e] <= v || graph->succ[e] >= graph->n_tasks)
	return "has an edge to a task that does not come after it";
      if (e > graph->succ_start[v] && graph->succ[e] <= graph->succ[e - 1])
	return "has successors that do not ascend";
      if (pram_taskgraph_bytes (graph, e) <= 0)
	return "has an edge without bytes";
    }
  return NULL;
}

/* Null, or what is wrong with the predecessors of task V.  */
static const char *
check_preds (const struct pram_taskgraph *graph, int32_t v)
{
  for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
    {
      int32_t u = graph->pred[k];
      int64_t e = graph->pred_edge[k];
      if (u < 0 || u >= v || e < graph->succ_start[u]
	  || e >= graph->succ_start[u + 1] || graph->succ[e] != v)
	return "has a predecessor that it is no successor of";
      if (k > graph->pred_start[v] && u <= graph->pred[k - 1])
	return "has predecessors that do not ascend";
    }
  return NULL;
}

bool
pram_taskgraph_check (const struct pram_taskgraph *graph,
		      const struct pram_diag *diag)
{
  int32_t n = graph->n_tasks;
  const char *wrong = NULL;
  if (n < 0 || graph->succ_start[0] != 0
      || graph->succ_start[n] != graph->n_edges
      || (graph->pred_start && graph->pred_start[n] != graph->n_edges))
    {
      pram_diag_report (diag, PRAM_ERROR, 0, "the rows do not fit the edges");
      return false;
    }
  for (int32_t v = 0; !wrong && v < n; v++)
    {
      if (graph->succ_start[v] > graph->succ_start[v + 1]
	  || (graph->pred_start
	      && graph->pred_start[v] > graph->pred_start[v + 1]))
	wrong = "has a row that ends before it starts";
      else if (!(isfinite (graph->task_cost[v]) && graph->task_cost[v] >= 0))
	wrong = "has no finite cost >= 0";
      else if (!(wrong = check_row (graph, v)) && graph->pred_start)
	wrong = check_preds (graph, v);
      if (wrong)
	pram_diag_report (diag, PRAM_ERROR, 0, "task %" PRId32 " %s", v,
			  wrong);
    }
  return !wrong && pram_taskgraph_copies_check (graph, diag);
}

double
pram_taskgraph_work (const struct pram_taskgraph *graph)
{
  double work = 0;
  for (int32_t v = 0; v < graph->n_tasks; v++)
    work += graph->task_cost[v];
  return work;
}

int32_t
pram_taskgraph_layers (const struct pram_taskgraph *graph, int32_t *level)
{
  int32_t n_layers = 0;
  memset (level, 0, (size_t) graph->n_tasks * sizeof *level);
  for (int32_t v = 0; v < graph->n_tasks; v++)
    {
      if (level[v] >= n_layers)
	n_layers = level[v] + 1;
      int32_t next = level[v] + 1;
      for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
	{
	  int32_t *after = &level[graph->succ[e]];
	  *after = *after < next ? next : *after;
	}
    }
  return n_layers;
}

double
pram_taskgraph_depth (const struct pram_taskgraph *graph, int32_t *level,
		      int32_t *n_layers)
{
  double depth = 0, *start = pram_zeroed (graph->n_tasks, sizeof *start);
  int32_t *own = NULL, deepest = -1;
  if (!level)
    level = own = pram_resized (NULL, graph->n_tasks + INT64_C (1),
				sizeof *level);
  memset (level, 0, (size_t) graph->n_tasks * sizeof *level);
  for (int32_t v = 0; v < graph->n_tasks; v++)
    {
      double end = start[v] + graph->task_cost[v];
      int32_t next = level[v] + 1;
      depth = end > depth ? end : depth;
      deepest = level[v] > deepest ? level[v] : deepest;
      for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
	{
	  int32_t w = graph->succ[e];
	  start[w] = start[w] > end ? start[w] : end;
	  level[w] = level[w] > next ? level[w] : next;
	}
    }
  if (n_layers)
    *n_layers = deepest + 1;
  free (own);
  free (start);
  return depth;
}
