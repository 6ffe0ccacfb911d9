/* rounds.h: who has an element at the end, if loops may not have run.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_ROUNDS_H
#define PRAM_ROUNDS_H

#include "poly/flow.h"
#include "poly/poly.h"

struct pram_plan;

/* May a statement that need not have run (pram_poly_unsure_p) be the last to
   write some of OBJECT?  */
bool pram_rounds_end_p (const struct pram_poly *, const struct pram_flows *,
			int object);

/* Is each element of OBJECT in the same unit, whoever was last?  */
bool pram_rounds_agree_p (const struct pram_poly *, const struct pram_plan *,
			  const struct pram_flows *, int object);

#endif
