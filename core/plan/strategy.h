/* strategy.h: what the strategies share.

   SPDX-License-Identifier: Apache-2.0

   Internal to them.  Each file strategy-*.c is one, as are some in lab/; its
   hook fits struct pram_strategy; strategies.c has the table.  */

#ifndef PRAM_STRATEGY_H
#define PRAM_STRATEGY_H

#include "base/heap.h"
#include "strategies.h"

#define PRAM_STRATEGY_HOOK(name) \
  struct pram_clustering *pram_sched_##name \
    (const struct pram_taskgraph *, int32_t procs, const struct pram_logp *, \
     struct pram_arena *, const struct pram_diag *)

PRAM_STRATEGY_HOOK (serial);
PRAM_STRATEGY_HOOK (naive);
PRAM_STRATEGY_HOOK (linear);
PRAM_STRATEGY_HOOK (brent);
PRAM_STRATEGY_HOOK (blocks);

/* A clustering of GRAPH by STRATEGY for PROCS processes (at least one), all
   tasks on process 0, without orders.  */
struct pram_clustering *
pram_sched_new (const struct pram_taskgraph *graph, const char *strategy,
		int32_t procs, struct pram_arena *);

/* The weight of the heaviest path from the beginning of each task to the end
   of the graph, messages included that have to be paid at most: between two
   processes that do nothing else.  MACHINE null: without messages.  The caller
   frees it.  */
double *pram_sched_bottom_levels (const struct pram_taskgraph *,
				  const struct pram_logp *machine);

/* For qsort_r: tasks by descending level, then by number.  DATA: the levels, by
   task.  */
int pram_sched_by_level (const void *, const void *, void *data);

/* Tasks by layers, LAYER_START[l] ... LAYER_START[l + 1] in TASK, ascending in
   each.  */
struct pram_sched_layers
{
  int32_t n_layers;
  int32_t *layer_start;		/* n_layers + 1 */
  int32_t *task;
};

struct pram_sched_layers
pram_sched_layers_find (const struct pram_taskgraph *);
void pram_sched_layers_free (struct pram_sched_layers *);

/* Cut the sequence of N tasks into PROCS consecutive blocks of nearly the same
   weight, at most the mean and the heaviest task; sets PROCESS of each.  Where
   POSITION is not null it gets where, in [0, 1), the middle of each task
   lies.  */
void pram_sched_cut (const struct pram_taskgraph *, int32_t n,
		     const int32_t *sequence, int32_t procs, int32_t *process,
		     float *position);

/* Tasks, that with the least key on top, among equals that with the least
   second key, then number.  */
struct pram_sched_entry
{
  double key, second;
  int32_t task;
};

static inline bool
pram_sched_before_p (const struct pram_sched_entry *a,
		     const struct pram_sched_entry *b)
{
  if (a->key != b->key)
    return a->key < b->key;
  if (a->second != b->second)
    return a->second < b->second;
  return a->task < b->task;
}

PRAM_HEAP (pram_sched_heap, struct pram_sched_entry, pram_sched_before_p)

#endif
