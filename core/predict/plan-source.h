/* plan-source.h: plans for sizes that are known when a region is entered.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_PLAN_SOURCE_H
#define PRAM_PLAN_SOURCE_H

#include "base/arena.h"
#include "base/deadline.h"
#include "base/diag.h"
#include "pram-abi.h"

/* REGION, which has a source, with the plan for other values of its arguments:
   VALUES, of which those count that the source depends on.  The new region and
   all that is new in it are of *ARENA, which the caller then frees.  If it has
   no plan, or one that REGION's code can't run, or if DEADLINE, which may be
   null, passes, there is a report to DIAG, and it has a reason.  Null if the
   source can't be read.  */
struct pram_region *pram_plan_source (const struct pram_region *region,
				      const int64_t *values,
				      struct pram_arena **arena,
				      struct pram_deadline *deadline,
				      const struct pram_diag *diag);

#endif
