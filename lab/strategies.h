/* strategies.h: strategies that no pragma names, beside core's.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_LAB_STRATEGIES_H
#define PRAM_LAB_STRATEGIES_H

#include "plan/strategy.h"

PRAM_STRATEGY_HOOK (heft);
PRAM_STRATEGY_HOOK (etf);
PRAM_STRATEGY_HOOK (dsc);
PRAM_STRATEGY_HOOK (msa);
PRAM_STRATEGY_HOOK (exact);

/* The K-th of all strategies, core's first; null behind the last one.  */
const struct pram_strategy *pram_strategies_nth (int k);

/* The one called NAME, or null.  */
const struct pram_strategy *pram_strategies_find (const char *name);

/* A proven bound on the makespan of what a strategy makes of a graph that has
   preds (bounds.h), s; for UNBOUNDED strategies that of the clustering before
   it is folded.  INFINITY: it says nothing for this graph.  */
typedef double (*pram_strategy_bound) (const struct pram_taskgraph *,
				       int32_t procs,
				       const struct pram_logp *);

/* That of the strategy called NAME, null if nothing is proven.  */
pram_strategy_bound pram_strategies_bound (const char *name);

/* The clustering with the least makespan on MACHINE among those strategies
   that take the graph, serial execution included, on at most PROCS processes.
   MAKESPAN may be null.  */
struct pram_clustering *
pram_schedule_auto (const struct pram_taskgraph *, int32_t procs,
		    const struct pram_logp *, struct pram_arena *,
		    double *makespan);

#endif
