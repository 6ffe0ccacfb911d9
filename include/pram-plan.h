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
   MOST: null, or it has to be worth it, and take no more than *MOST s of the processor,
   or a share of what the region takes by a guess.  If it takes more there is no plan, and
   *MOST is what it had; else it becomes 0.  */
struct pram_region *PRAM_plan (const struct pram_region *region,
			       const int64_t *values, double *most,
			       char *reason, size_t size);

/* Free what PRAM_plan returned.  */
void PRAM_plan_free (struct pram_region *);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
