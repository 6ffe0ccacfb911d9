/* strategy-serial.c: all tasks on one process.

   SPDX-License-Identifier: Apache-2.0  */

#include "strategy.h"

struct pram_clustering *
pram_sched_serial (const struct pram_taskgraph *graph, int32_t procs,
		   const struct pram_logp *machine, struct pram_arena *arena,
		   const struct pram_diag *diag)
{
  (void) procs, (void) machine, (void) diag;
  struct pram_clustering *clustering = pram_sched_new (graph, "serial", 1,
						       arena);
  pram_clustering_sort (clustering, arena, NULL);
  return clustering;
}
