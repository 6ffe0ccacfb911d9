/* strategies.h: what a pragma may ask for, and the strategies for it.

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

/* How a region may be run: in blocks of layers, or task by task.  */
enum pram_form { PRAM_NO_FORM, PRAM_IN_BLOCKS, PRAM_BY_TASKS };

/* What schedule (NAME) asks for.  */
struct pram_schedule_choice
{
  const char *name;		/* of the strategy for tasks, too */
  enum pram_form form[2];	/* tried in this order */
  bool compared;		/* with serial execution, by predicted time */
};

/* Those that there are, ended by one without a name; the first is taken where
   nothing is asked for.  */
extern const struct pram_schedule_choice pram_schedule_choices[];
const struct pram_schedule_choice *pram_schedule_choice_find (const char *name);

#endif
