/* trees.h: message trees as schedules.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_TREES_SCHEDULES_H
#define PRAM_TREES_SCHEDULES_H

#include "machine/bcast.h"
#include "plan/clustering.h"

/* As a task graph, one task that costs nothing a process, and its clustering,
   which takes TREE->time.  Up: the reduction, its root being the last task; on
   machines with different o_s and o_r the tree must have been built for the
   machine with these exchanged.  */
struct pram_clustering *pram_bcast_down (const struct pram_bcast *tree,
					 int32_t bytes, struct pram_arena *);
struct pram_clustering *pram_bcast_up (const struct pram_bcast *tree,
				       int32_t bytes, struct pram_arena *);

/* How long CHOICE takes among N processes, until all may send again, if the
   partial values of a message have UP bytes at most, and the results DOWN: an
   upper bound, in s.  */
double pram_allreduce_time (const struct pram_allreduce *choice, int n,
			    int32_t up, int32_t down, struct pram_arena *,
			    const struct pram_logp *);

#endif
