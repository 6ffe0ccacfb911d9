/* trees.c: message trees as schedules.

   SPDX-License-Identifier: Apache-2.0  */

#include "trees.h"

#include <math.h>

#include "timing.h"

/* Task v of vertex v, or (UP) of vertex n - 1 - v.  */
static struct pram_clustering *
clustering_of (const struct pram_bcast *tree, int32_t bytes, bool up,
	       struct pram_arena *arena)
{
  int last = tree->n - 1;
  struct pram_taskgraph_builder *builder
    = pram_taskgraph_begin (arena, up ? "reduction" : "broadcast");
  for (int v = 0; v < tree->n; v++)
    pram_taskgraph_task (builder, 0, NULL);
  for (int v = 1; v < tree->n; v++)
    if (up)
      pram_taskgraph_edge (builder, last - v, last - tree->parent[v], bytes);
    else
      pram_taskgraph_edge (builder, tree->parent[v], v, bytes);

  struct pram_clustering *clustering
    = PRAM_ARENA_NEW (arena, struct pram_clustering, 1);
  struct pram_taskgraph *graph = pram_taskgraph_end (builder, NULL);
  pram_taskgraph_add_preds (graph, arena);
  clustering->graph = graph;
  clustering->strategy = "tree";
  clustering->n_procs = tree->n;
  clustering->process = PRAM_ARENA_NEW (arena, int32_t, tree->n);
  for (int v = 0; v < tree->n; v++)
    clustering->process[v] = up ? last - v : v;
  pram_clustering_sort (clustering, arena, NULL);
  return clustering;
}

struct pram_clustering *
pram_bcast_down (const struct pram_bcast *tree, int32_t bytes,
		 struct pram_arena *arena)
{
  return clustering_of (tree, bytes, false, arena);
}

struct pram_clustering *
pram_bcast_up (const struct pram_bcast *tree, int32_t bytes,
	       struct pram_arena *arena)
{
  return clustering_of (tree, bytes, true, arena);
}

double
pram_allreduce_time (const struct pram_allreduce *choice, int n, int32_t up,
		     int32_t down, struct pram_arena *arena,
		     const struct pram_logp *logp)
{
  struct pram_trees_message message = pram_bcast_message (logp, n, up);
  struct pram_bcast tree = { .n = n, .parent = choice->parent };
  double gap = fmax (message.g, pram_bcast_message (logp, n, down).g);
  if (choice->choice.radix)
    return gap + pram_trees_dissemination (n, choice->choice.radix, &message);
  /* Who has sent its value up, or received one, may have to wait before it does
     the same for the result.  */
  return (2 * gap
	  + pram_schedule_makespan (pram_bcast_up (&tree, up, arena), logp)
	  + pram_schedule_makespan (pram_bcast_down (&tree, down, arena),
				    logp));
}
