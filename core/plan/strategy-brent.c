/* strategy-brent.c: each layer is distributed on its own.

   SPDX-License-Identifier: Apache-2.0

   Brent clustering (Iterative, section 2.2): layer by layer the tasks, in the
   order of their numbers, are cut into as many blocks as there are processes.
   In a layer of weight W whose heaviest task has weight M no process gets more
   than W / P + M.  O (V + E).

   Example: two layers of tasks 0 .. 3 and 4 .. 7, all of one weight, on two
   processes: 0 1 4 5 and 2 3 6 7.  */

#include "strategy.h"

struct pram_clustering *
pram_sched_brent (const struct pram_taskgraph *graph, int32_t procs,
		  const struct pram_logp *machine, struct pram_arena *arena,
		  const struct pram_diag *diag)
{
  (void) machine, (void) diag;
  struct pram_clustering *clustering = pram_sched_new (graph, "brent", procs,
						       arena);
  struct pram_sched_layers layers = pram_sched_layers_find (graph);
  for (int32_t l = 0; l < layers.n_layers; l++)
    pram_sched_cut (graph, layers.layer_start[l + 1] - layers.layer_start[l],
		    layers.task + layers.layer_start[l], clustering->n_procs,
		    clustering->process, NULL);
  pram_clustering_order (clustering, arena, layers.task);
  pram_sched_layers_free (&layers);
  return clustering;
}
