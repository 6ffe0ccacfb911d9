/* strategy-naive.c: each task on a process of its own.

   SPDX-License-Identifier: Apache-2.0

   The naive transformation of Iterative, section 2.2 and Algorithm 1.  */

#include "strategy.h"

struct pram_clustering *
pram_sched_naive (const struct pram_taskgraph *graph, int32_t procs,
		  const struct pram_logp *machine, struct pram_arena *arena,
		  const struct pram_diag *diag)
{
  (void) procs, (void) machine, (void) diag;
  struct pram_clustering *clustering
    = pram_sched_new (graph, "naive", graph->n_tasks, arena);
  for (int32_t v = 0; v < graph->n_tasks; v++)
    clustering->process[v] = v;
  pram_clustering_sort (clustering, arena, NULL);
  return clustering;
}
