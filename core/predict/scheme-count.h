/* scheme-count.h: degrees and paths of a communication scheme without its
   edges.

   SPDX-License-Identifier: Apache-2.0

   Internal to scheme.c.  */

#ifndef PRAM_SCHEME_COUNT_H
#define PRAM_SCHEME_COUNT_H

#include "plan/expand.h"
#include "plan/taskgraph.h"

/* The same as of the graph with all edges.  */
struct pram_scheme_count
{
  int32_t n_tasks, n_holders;
  int64_t n_edges;
  double work, depth, heaviest;	/* W, T, C */
  int32_t n_layers;
  int64_t most_received;	/* the greatest indegree */
  int64_t degree;		/* the greatest outdegree u + indegree v of an
				   edge; 0 without edges */
  /* By task v.  */
  int64_t *indegree;
  int64_t *degrees;		/* the greatest outdegree u + indegree v … */
  double *least;		/* … and the least cost of its predecessors u */
};

/* X has been expanded with hubs; DIRECT, with preds, has its flows between
   tasks.  Takes memory from ARENA, in the order of tasks and accesses.  False
   after one PRAM_REFUSAL.  */
bool pram_scheme_count (struct pram_scheme_count *,
			const struct pram_expansion *x,
			const struct pram_taskgraph *direct,
			struct pram_arena *, const struct pram_diag *);

#endif
