/* timing-variety.h: what the messages of a clustering can cost.

   SPDX-License-Identifier: Apache-2.0

   Internal to the timing of clusterings.  */

#ifndef PRAM_TIMING_VARIETY_H
#define PRAM_TIMING_VARIETY_H

#include "outbox.h"

/* What the messages of a clustering can cost.  Costs are linear in the size
   between the machine's rows, so they and the capacity are extreme at rows, or
   at the ends of the range.  */
struct pram_variety
{
  struct pram_cost cost;	/* the first one */
  int32_t n;			/* costs */
  bool alike;			/* they are the same, as is the class */
  bool timeless;		/* L is 0 for some */
  int64_t most[PRAM_N_PAIRS], least[PRAM_N_PAIRS];	/* capacities */
};

struct pram_variety pram_variety_find (const struct pram_clustering *,
				       const struct pram_logp *);

#endif
