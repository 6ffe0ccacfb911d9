/* pram-plan.h: the planner, libpram-plan.so, which the runtime loads when a
   region is called with values that it was not compiled for.

   SPDX-License-Identifier: Apache-2.0

   It belongs to one version of pram, as libpram does, and stands beside it.  */

#ifndef PRAM_PLAN_H
#define PRAM_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include "pram-abi.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push (default)

/* A region like REGION, which has a source, but planned for VALUES, by
   argument: integers, of arrays their addresses, 0 where the argument is not
   checked.  The site, the driver, and of arguments, layers and tables the
   numbers and names are those of REGION.  If there is no such plan it has a
   reason, which is in REASON, of SIZE bytes, and what it was refused for:
   arguments and what is known of arrays.  Null if there is not even that.
   PAYING: it has to be worth it, so little time is taken for a region that takes
   little.  */
struct pram_region *PRAM_plan (const struct pram_region *region,
			       const int64_t *values, bool paying,
			       char *reason, size_t size);

/* Free what PRAM_plan returned.  */
void PRAM_plan_free (struct pram_region *);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
