/* shape.h: what of a plan its code depends on.

   SPDX-License-Identifier: Apache-2.0

   Plans of one source run by the same code if they have the same layers on the
   same loops, and what emission takes from the progs besides is the same.
   Numbers are not compared: the code reads them, or computes them from the
   sizes.  */

#ifndef PRAM_SHAPE_H
#define PRAM_SHAPE_H

#include "plan.h"

/* The shape of PLAN as a text, in the arena of its prog.  */
const char *pram_shape_text (const struct pram_plan *plan);

/* In all iterations of level loops (kinds.h) PLAN has the same layers on the
   same loops; false after a PRAM_REFUSAL.  */
bool pram_shape_check (const struct pram_plan *plan, const struct pram_diag *);

/* Does the code for the shape CODE serve plans of the shape PLAN, too?  Both
   are such texts.  */
bool pram_shape_serves_p (const char *code, const char *plan);

/* Are PLAN's layers distributed along the loops that the code for the shape CODE
   (null: any) goes along?  No more than placements need be known of PLAN.  */
bool pram_shape_distributed_p (const char *code, const struct pram_plan *plan);

/* Does entry value NUMBER only say how often loops run that are in no other
   one, and are no part of a layer?  Then there is a plan that it doesn't
   matter for.  */
bool pram_plan_counts_only_p (const struct pram_plan *plan, int number);

#endif
