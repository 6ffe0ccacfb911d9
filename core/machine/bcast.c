/* bcast.c: optimal broadcast and reduction trees.

   SPDX-License-Identifier: Apache-2.0

   The greedy tree of include/pram-trees.h, which the runtime uses too, with
   the parameters of the machine.

   Example: P = 8, L = 6, o = 2, g = 4 takes 24.  */

#include "bcast.h"

#include <math.h>

static struct pram_trees_message
message_of (const struct pram_logp *logp, int n, int64_t bytes)
{
  enum pram_pair pair = pram_logp_farthest (logp, n);
  return (struct pram_trees_message)
    { pram_logp_o_send (logp, pair, bytes), pram_logp_o_recv (logp, pair, bytes),
      pram_logp_latency (logp, pair, bytes), pram_logp_gap (logp, pair, bytes) };
}

static struct pram_bcast
build (struct pram_arena *arena, int n,
       const struct pram_trees_message *message)
{
  struct pram_bcast tree = { n, PRAM_ARENA_NEW (arena, int, n),
			     PRAM_ARENA_NEW (arena, double, n), 0 };
  tree.time = pram_trees_broadcast (n, message, tree.parent, tree.informed,
				    PRAM_ARENA_NEW (arena, int, n),
				    PRAM_ARENA_NEW (arena, double, n));
  return tree;
}

struct pram_bcast
pram_bcast_build (struct pram_arena *arena, int n, int64_t bytes,
		  const struct pram_logp *logp)
{
  struct pram_trees_message message = message_of (logp, n, bytes);
  return build (arena, n, &message);
}

struct pram_allreduce
pram_allreduce_choose (struct pram_arena *arena, int n, int64_t bytes,
		       const struct pram_logp *logp)
{
  struct pram_trees_message message = message_of (logp, n, bytes);
  struct pram_allreduce result
    = { { 0 }, PRAM_ARENA_NEW (arena, int, n), PRAM_ARENA_NEW (arena, int, n),
	PRAM_ARENA_NEW (arena, int, n) };
  result.choice = pram_trees_choose (n, &message, result.parent,
				     PRAM_ARENA_NEW (arena, double, n),
				     result.number,
				     PRAM_ARENA_NEW (arena, double, n));
  pram_trees_number (n, result.parent, result.number, result.size);
  return result;
}

/* --- As task graphs ------------------------------------------------------- */

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
  struct pram_trees_message message = message_of (logp, n, up);
  struct pram_bcast tree = { .n = n, .parent = choice->parent };
  double gap = fmax (message.g, message_of (logp, n, down).g);
  if (choice->choice.radix)
    return gap + pram_trees_dissemination (n, choice->choice.radix, &message);
  /* Who has sent its value up, or received one, may have to wait before it does
     the same for the result.  */
  return (2 * gap
	  + pram_schedule_makespan (pram_bcast_up (&tree, up, arena), logp)
	  + pram_schedule_makespan (pram_bcast_down (&tree, down, arena), logp));
}
