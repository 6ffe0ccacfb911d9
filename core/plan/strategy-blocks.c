/* strategy-blocks.c: layers cut into blocks that lie where their operands are.

   SPDX-License-Identifier: Apache-2.0

   Brent clustering (Iterative, section 2.2) with alignment.  The middle of a
   task in its layer, the layer's weight being 1, is its position.  A layer is
   sorted by where its operands lie: the mean position of the predecessors,
   weighted with the bytes that come from them; and is then cut into blocks of
   equal weight like any layer of Brent clustering, so that its bound holds
   here too.  Values stay where they are used as far as the order of the layers
   allows it.  O (V log V + E).

   Example: tasks 4, 5, 6, 7 read 3, 2, 1, 0, all of one weight, on two
   processes.  Brent clustering gives 0 1 4 5 and 2 3 6 7, and every value
   moves; here it is 0 1 7 6 and 2 3 5 4, and none does.  */

#include "strategy.h"

#include <stdlib.h>

/* What a layer is sorted by.  */
struct place
{
  float position;
  int32_t task;
};

static int
by_position (const void *a, const void *b)
{
  const struct place *x = a, *y = b;
  if (x->position != y->position)
    return x->position < y->position ? -1 : 1;
  return x->task < y->task ? -1 : x->task > y->task;
}

/* The weighted mean position of the predecessors of V, which has some.  */
static float
operands_at (const struct pram_taskgraph *graph, int32_t v,
	     const float *position)
{
  double sum = 0, bytes = 0;
  for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
    {
      double weight = pram_taskgraph_bytes (graph, graph->pred_edge[k]);
      sum += weight * (double) position[graph->pred[k]];
      bytes += weight;
    }
  return (float) (sum / bytes);
}

/* Sort the N tasks of a layer, not the first one.  */
static void
align (const struct pram_taskgraph *graph, int32_t n, int32_t *task,
       const float *position, struct place *place)
{
  for (int32_t k = 0; k < n; k++)
    place[k] = (struct place) { operands_at (graph, task[k], position),
				task[k] };
  qsort (place, (size_t) n, sizeof *place, by_position);
  for (int32_t k = 0; k < n; k++)
    task[k] = place[k].task;
}

struct pram_clustering *
pram_sched_blocks (const struct pram_taskgraph *graph, int32_t procs,
		   const struct pram_logp *machine, struct pram_arena *arena,
		   const struct pram_diag *diag)
{
  (void) machine, (void) diag;
  size_t n = (size_t) graph->n_tasks;
  struct pram_clustering *clustering = pram_sched_new (graph, "blocks", procs,
						       arena);
  struct pram_sched_layers layers = pram_sched_layers_find (graph);
  float *position = malloc ((n + 1) * sizeof *position);
  struct place *place = malloc ((n + 1) * sizeof *place);
  if (!position || !place)
    abort ();
  for (int32_t l = 0; l < layers.n_layers; l++)
    {
      int32_t *task = layers.task + layers.layer_start[l];
      int32_t size = layers.layer_start[l + 1] - layers.layer_start[l];
      if (l > 0)
	align (graph, size, task, position, place);
      pram_sched_cut (graph, size, task, clustering->n_procs,
		      clustering->process, position);
    }
  free (place);
  free (position);
  pram_clustering_order (clustering, arena, layers.task);
  pram_sched_layers_free (&layers);
  return clustering;
}
