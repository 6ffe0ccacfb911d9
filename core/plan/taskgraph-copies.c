/* taskgraph-copies.c: graphs whose tasks are copies of another graph's.

   SPDX-License-Identifier: Apache-2.0

   See taskgraph.h for what they are and their invariants.  */

#include "taskgraph.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* How pictures call task V: what its copies have in common.  */
static const char *
label_of (const struct pram_taskgraph *graph, int32_t v,
	  struct pram_arena *arena)
{
  const char *label = graph->label ? graph->label[v] : NULL;
  return label ? label : pram_arena_printf (arena, "%" PRId32, v);
}

struct pram_taskgraph *
pram_taskgraph_of_copies (const struct pram_taskgraph *original, int32_t n,
			  const int32_t *copy_of, const int64_t *operand_start,
			  const int32_t *operand, struct pram_arena *arena)
{
  struct pram_taskgraph_builder *builder
    = pram_taskgraph_begin (arena, original->name);
  for (int32_t k = 0; k < n; k++)
    pram_taskgraph_task (builder, original->task_cost[copy_of[k]],
			 label_of (original, copy_of[k], arena));
  for (int32_t k = 0; k < n; k++)
    {
      const int32_t *from = &operand[operand_start[k]];
      const int64_t *first = &original->pred_start[copy_of[k]];
      for (int64_t e = first[0]; e < first[1]; e++)
	pram_taskgraph_edge (builder, *from++, k,
			     pram_taskgraph_bytes (original,
						   original->pred_edge[e]));
    }
  struct pram_taskgraph *graph = pram_taskgraph_end (builder, NULL);
  if (!graph)
    abort ();
  pram_taskgraph_add_preds (graph, arena);
  int32_t *tasks = PRAM_ARENA_NEW (arena, int32_t, n);
  memcpy (tasks, copy_of, (size_t) n * sizeof *tasks);
  graph->original = original;
  graph->copy_of = tasks;
  return graph;
}

/* Null, or what is wrong with copy K: invariant (5).  Predecessors of both
   ascend, and so do copies: they pair up in their order.  */
static const char *
check_copy (const struct pram_taskgraph *graph, int32_t k)
{
  const struct pram_taskgraph *original = graph->original;
  int32_t v = graph->copy_of[k];
  int64_t here = graph->pred_start[k], there = original->pred_start[v];
  if (graph->task_cost[k] != original->task_cost[v])
    return "costs something else";
  if (graph->pred_start[k + 1] - here != original->pred_start[v + 1] - there)
    return "has too few or too many operands";
  for (; here < graph->pred_start[k + 1]; here++, there++)
    if (graph->copy_of[graph->pred[here]] != original->pred[there])
      return "reads something else";
    else if (pram_taskgraph_bytes (graph, graph->pred_edge[here])
	     != pram_taskgraph_bytes (original, original->pred_edge[there]))
      return "reads another number of bytes";
  return NULL;
}

bool
pram_taskgraph_copies_check (const struct pram_taskgraph *graph,
			     const struct pram_diag *diag)
{
  if (!graph->copy_of)
    return true;
  int32_t next = 0;		/* the task that must have a copy now */
  for (int32_t k = 0; k < graph->n_tasks; k++)
    {
      int32_t v = graph->copy_of[k];
      const char *wrong
	= v > next || v < 0 || v < next - 1 || v >= graph->original->n_tasks
	  ? "comes out of turn" : check_copy (graph, k);
      next += v == next;
      if (wrong)
	{
	  pram_diag_report (diag, PRAM_ERROR, 0, "task %" PRId32 ", a copy of %"
			    PRId32 ", %s", k, v, wrong);
	  return false;
	}
    }
  if (next != graph->original->n_tasks)
    pram_diag_report (diag, PRAM_ERROR, 0, "task %" PRId32 " has no copy",
		      next);
  return next == graph->original->n_tasks;
}
