/* auto.c: the strategy that is best here.

   SPDX-License-Identifier: GPL-3.0-or-later

   Every strategy clusters the graph, for PROCS processes and, as long as that
   is better, for half as many; what is for more is folded.  The clustering
   that is timed best is it.  Strategies that refuse the graph are left out.  */

#include "strategies.h"

#include <math.h>

#include "predict/timing.h"

struct pram_clustering *
pram_schedule_auto (const struct pram_taskgraph *graph, int32_t procs,
		    const struct pram_logp *machine, struct pram_arena *arena,
		    double *makespan)
{
  struct pram_clustering *best = NULL;
  double least = INFINITY;
  const struct pram_strategy *s;
  for (int k = 0; (s = pram_strategies_nth (k)); k++)
    for (int32_t p = procs; p > 0; p /= 2)
      {
	struct pram_clustering *clustering
	  = s->cluster (graph, p, machine, arena, NULL);
	if (!clustering)
	  break;
	clustering = pram_clustering_fold (clustering, p, arena);
	double time = pram_schedule_makespan (clustering, machine);
	if (best && time >= least * (1 - 1e-12))	/* more than rounding */
	  break;
	best = clustering;
	least = time;
      }
  if (makespan)
    *makespan = least;
  return best;
}
