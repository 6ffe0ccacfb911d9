/* strategies.h: the strategies that a pragma may name.

   SPDX-License-Identifier: Apache-2.0

   One file each, strategy-*.c; lab/ has more.  */

#ifndef PRAM_STRATEGIES_H
#define PRAM_STRATEGIES_H

#include "clustering.h"
#include "machine/logp.h"

struct pram_strategy
{
  const char *name;		/* as in schedule (NAME) */
  const char *title;		/* "linear clustering" */
  /* Cluster GRAPH (with preds if PREDS), or a graph of copies of its tasks,
     for PROCS processes; strategies that the theory states for any number of
     them (UNBOUNDED) ignore PROCS, their result is folded.  Null after one
     report: the graph is beyond the strategy's limits, which the message
     states.  */
  struct pram_clustering *(*cluster) (const struct pram_taskgraph *,
				      int32_t procs, const struct pram_logp *,
				      struct pram_arena *,
				      const struct pram_diag *);
  bool unbounded;
  bool preds;
};

/* Those that a pragma may name, ended by one without a name.  */
extern const struct pram_strategy pram_strategies[];
const struct pram_strategy *pram_strategy_find (const char *name);

#endif
