/* table-timeline.h: a run of a region through tables as something to draw.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_TABLE_TIMELINE_H
#define PRAM_TABLE_TIMELINE_H

#include "predict/table-figures.h"
#include "timeline.h"

/* The run on PROCS ranks in which the first data-dependent loop runs ITERATIONS
   (>= 1) times.  Null after one PRAM_ERROR: that runs too many tasks.  */
struct pram_timeline *
pram_table_plan_timeline (const struct pram_table_plan *, int procs,
			  int64_t iterations, const struct pram_predictor *,
			  const char *title, struct pram_arena *,
			  const struct pram_diag *);

#endif
