/* clustering.c: check, print, sort and fold clusterings.

   SPDX-License-Identifier: Apache-2.0

   The graph's edges and the successions in the orders of the processes make
   one combined graph; a clustering can run iff that has no cycle.  A walk over
   it in the manner of Kahn's algorithm with a queue visits each task after all
   that it waits for, near to the layers of the combined graph.  If all sort
   their tasks by such a walk no cycle arises, however tasks are distributed:
   this is how folding merges orders.

   Example: a -> b on process 0, c -> d on process 1, folded onto one process:
   a c b d.  */

#include "clustering.h"
#include "base/alloc.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Tasks in an order in which CLUSTERING can run them, into SEQUENCE; returns
   how many there are: all, or there is a cycle.  */
static int32_t
walk (const struct pram_clustering *clustering, int32_t *sequence)
{
  const struct pram_taskgraph *graph = clustering->graph;
  size_t n_tasks = (size_t) graph->n_tasks;
  int32_t *waits = pram_zeroed (n_tasks, sizeof *waits);
  int32_t *next = pram_zeroed (n_tasks, sizeof *next);
  int32_t n = 0;

  for (int64_t e = 0; e < graph->n_edges; e++)
    waits[graph->succ[e]]++;
  for (int32_t v = 0; v < graph->n_tasks; v++)
    next[v] = -1;
  for (int32_t p = 0; p < clustering->n_procs; p++)
    for (int32_t k = clustering->order_start[p] + 1;
	 k < clustering->order_start[p + 1]; k++)
      {
	next[clustering->order[k - 1]] = clustering->order[k];
	waits[clustering->order[k]]++;
      }

  for (int32_t v = 0; v < graph->n_tasks; v++)
    if (!waits[v])
      sequence[n++] = v;
  for (int32_t k = 0; k < n; k++)
    {
      int32_t v = sequence[k];
      for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
	if (!--waits[graph->succ[e]])
	  sequence[n++] = graph->succ[e];
      if (next[v] >= 0 && !--waits[next[v]])
	sequence[n++] = next[v];
    }
  free (next);
  free (waits);
  return n;
}

/* Is each task in the order of its process, once?  */
static bool
check_orders (const struct pram_clustering *clustering,
	      const struct pram_diag *diag)
{
  int32_t n = clustering->graph->n_tasks;
  const int32_t *start = clustering->order_start;
  bool *seen = pram_zeroed ((size_t) n, sizeof *seen);
  bool good = start[0] == 0 && start[clustering->n_procs] == n;
  for (int32_t p = 0; good && p < clustering->n_procs; p++)
    good = start[p] <= start[p + 1];
  if (!good)
    pram_diag_report (diag, PRAM_ERROR, 0, "the orders of the processes do "
		      "not have the %" PRId32 " tasks", n);
  for (int32_t p = 0; good && p < clustering->n_procs; p++)
    for (int32_t k = start[p]; good && k < start[p + 1]; k++)
      {
	int32_t v = clustering->order[k];
	good = v >= 0 && v < n && clustering->process[v] == p && !seen[v];
	if (good)
	  seen[v] = true;
	else
	  pram_diag_report (diag, PRAM_ERROR, 0, "process %" PRId32 " has task "
			    "%" PRId32 " in its order, which is not its own, "
			    "or there twice", p, v);
      }
  free (seen);
  return good;
}

/* Does no order lead to a task of a lower RANK than the one before?  Ranks
   ascend along edges, so then there is no cycle.  Null: the tasks' numbers.  */
static bool
ascend_p (const struct pram_clustering *clustering, const int32_t *rank)
{
  const int32_t *order = clustering->order, *start = clustering->order_start;
  for (int32_t p = 0; p < clustering->n_procs; p++)
    for (int32_t k = start[p] + 1; k < start[p + 1]; k++)
      if (rank ? rank[order[k - 1]] > rank[order[k]] : order[k - 1] > order[k])
	return false;
  return true;
}

/* Can the tasks be run in their orders?  In most clusterings numbers or layers
   say so; walking is much slower, as it visits tasks everywhere.  */
static bool
acyclic_p (const struct pram_clustering *clustering)
{
  int32_t n = clustering->graph->n_tasks;
  if (ascend_p (clustering, NULL))
    return true;
  int32_t *scratch = pram_zeroed (n, sizeof *scratch);
  pram_taskgraph_layers (clustering->graph, scratch);
  bool good = ascend_p (clustering, scratch)
	      || walk (clustering, scratch) == n;
  free (scratch);
  return good;
}

bool
pram_clustering_check (const struct pram_clustering *clustering,
		       const struct pram_diag *diag)
{
  if (clustering->n_procs < 1)
    {
      pram_diag_report (diag, PRAM_ERROR, 0, "no process");
      return false;
    }
  if (!pram_taskgraph_copies_check (clustering->graph, diag)
      || !check_orders (clustering, diag))
    return false;
  if (acyclic_p (clustering))
    return true;
  pram_diag_report (diag, PRAM_ERROR, 0, "the orders of the processes "
		    "contradict the edges: each waits for another");
  return false;
}

void
pram_clustering_print (FILE *file, const struct pram_clustering *clustering)
{
  fprintf (file, "clustering of %s by %s: %" PRId32 " processes\n",
	   clustering->graph->name, clustering->strategy, clustering->n_procs);
  for (int32_t p = 0; p < clustering->n_procs; p++)
    {
      fprintf (file, "process %" PRId32 ":", p);
      for (int32_t k = clustering->order_start[p];
	   k < clustering->order_start[p + 1]; k++)
	fprintf (file, " %" PRId32,
		 pram_taskgraph_original (clustering->graph,
					  clustering->order[k]));
      fputc ('\n', file);
    }
}

int64_t
pram_clustering_messages (const struct pram_clustering *clustering)
{
  const struct pram_taskgraph *graph = clustering->graph;
  int64_t n = 0;
  /* By process: the last task, + 1, with a successor there.  */
  int32_t *latest = pram_zeroed ((size_t) clustering->n_procs, sizeof *latest);
  for (int32_t v = 0; v < graph->n_tasks; v++)
    {
      int32_t from = clustering->process[v];
      for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
	{
	  int32_t to = clustering->process[graph->succ[e]];
	  n += (to != from) & (latest[to] != v + 1);
	  latest[to] = v + 1;
	}
    }
  free (latest);
  return n;
}

/* Colours of GraphViz's scheme set312.  */
enum { N_COLOURS = 12 };

void
pram_clustering_print_dot (FILE *file,
			   const struct pram_clustering *clustering)
{
  const struct pram_taskgraph *graph = clustering->graph;
  fprintf (file, "digraph clustering {\n"
	   "  node [style=filled, colorscheme=set312];\n");
  for (int32_t v = 0; v < graph->n_tasks; v++)
    fprintf (file, "  %" PRId32 " [cost=\"%g\", tooltip=\"process %" PRId32
	     "\", fillcolor=%d];\n", v, graph->task_cost[v],
	     clustering->process[v], 1 + clustering->process[v] % N_COLOURS);
  for (int32_t v = 0; v < graph->n_tasks; v++)
    for (int64_t e = graph->succ_start[v]; e < graph->succ_start[v + 1]; e++)
      {
	int32_t w = graph->succ[e];
	bool moves = clustering->process[v] != clustering->process[w];
	fprintf (file, "  %" PRId32 " -> %" PRId32 " [bytes=%" PRId32 "%s];\n",
		 v, w, pram_taskgraph_bytes (graph, e),
		 moves ? "" : ", style=dotted");
      }
  fputs ("}\n", file);
}

void
pram_clustering_order (struct pram_clustering *clustering,
		       struct pram_arena *arena, const int32_t *sequence)
{
  int32_t n = clustering->graph->n_tasks, n_procs = clustering->n_procs;
  int32_t *start = PRAM_ARENA_NEW (arena, int32_t, n_procs + 1);
  clustering->order = PRAM_ARENA_NEW (arena, int32_t, n);
  for (int32_t v = 0; v < n; v++)
    start[clustering->process[v] + 1]++;
  for (int32_t p = 0; p < n_procs; p++)
    start[p + 1] += start[p];
  for (int32_t k = 0; k < n; k++)
    {
      int32_t v = sequence ? sequence[k] : k;
      clustering->order[start[clustering->process[v]]++] = v;
    }
  memmove (start + 1, start, (size_t) n_procs * sizeof *start);
  start[0] = 0;
  clustering->order_start = start;
}

static int
by_priority (const void *a, const void *b, void *data)
{
  const double *priority = data;
  int32_t v = *(const int32_t *) a, w = *(const int32_t *) b;
  if (priority[v] != priority[w])
    return priority[v] < priority[w] ? -1 : 1;
  return v < w ? -1 : v > w;
}

void
pram_clustering_sort (struct pram_clustering *clustering,
		      struct pram_arena *arena, const double *priority)
{
  int32_t n = clustering->graph->n_tasks;
  pram_clustering_order (clustering, arena, NULL);
  if (!priority)
    return;
  for (int32_t p = 0; p < clustering->n_procs; p++)
    if (n)
      qsort_r (clustering->order + clustering->order_start[p],
	       (size_t) (clustering->order_start[p + 1]
			 - clustering->order_start[p]),
	       sizeof *clustering->order, by_priority, (void *) priority);
}

struct pram_clustering *
pram_clustering_fold (const struct pram_clustering *clustering, int32_t procs,
		      struct pram_arena *arena)
{
  int32_t n = clustering->graph->n_tasks;
  struct pram_clustering *folded = PRAM_ARENA_NEW (arena,
						   struct pram_clustering, 1);
  *folded = *clustering;
  if (procs >= clustering->n_procs)
    return folded;
  folded->n_procs = procs;
  folded->process = PRAM_ARENA_NEW (arena, int32_t, n);
  for (int32_t v = 0; v < n; v++)
    folded->process[v] = clustering->process[v] % procs;
  int32_t *sequence = pram_zeroed ((size_t) n, sizeof *sequence);
  walk (clustering, sequence);
  pram_clustering_order (folded, arena, sequence);
  free (sequence);
  return folded;
}
