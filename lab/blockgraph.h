/* blockgraph.h: the task graph of a plan as it is scheduled.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_BLOCKGRAPH_H
#define PRAM_BLOCKGRAPH_H

#include "plan/plan.h"
#include "predict/predict.h"
#include "plan/clustering.h"

/* The graph whose tasks are the blocks of PLAN on PROCS processes, clustered
   as the runtime runs them; they cost what is predicted for them.
   Data-dependent loops run ITERATIONS iterations.  Takes memory from ARENA.
   Null after one PRAM_ERROR: the graph would be too large to be looked at.  */
struct pram_clustering *
pram_blockgraph_build (const struct pram_plan *,
		       const struct pram_predictor *, int procs,
		       int64_t iterations, struct pram_arena *,
		       const struct pram_diag *);

#endif
