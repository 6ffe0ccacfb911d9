/* kinds.h: what of a plan the same code is for.

   SPDX-License-Identifier: Apache-2.0

   The iterations of a level loop (prog/levels.h) are different layers and loops
   of the plan, but one piece of code, which is told by numbers of the plan which
   of them it is: layers and loops of the driver are of a *kind*, and there is
   one of each kind for each iteration of the level loops around it.

   A kind's number is that of the source's item and, where a loop is cut into
   parts (index-split.c), which one it is.  That of what is offered or claimed
   for an access of which data choose the element is made of the access's
   (poly/offers.c).  */

#ifndef PRAM_KINDS_H
#define PRAM_KINDS_H

#include "plan.h"

/* Parts of a loop.  */
enum { PRAM_KIND_PARTS = 3 };

struct pram_kinds
{
  const struct pram_plan *plan;
  int n;
  int *of_layer;		/* by layer */
  int *level;			/* by the source's item: the level loop around
				   it, the innermost, or -1 */
  bool exchanged;		/* level loops exchange names */
};

/* The kinds of PLAN, whose source has level loops.  */
struct pram_kinds pram_kinds_of (const struct pram_plan *plan);

/* How many there are of KIND, whether the plan has them or not.  */
int pram_kind_size (const struct pram_kinds *, int kind);
/* Which one of its kind NODE is.  */
int pram_kind_place (const struct pram_node *node);
/* Is NODE a loop of the driver's?  Which kind is it?  */
bool pram_kind_driver_p (const struct pram_plan *, const struct pram_node *);
int pram_kind_of_driver (const struct pram_node *);
/* The layer of KIND at PLACE, -1: there is none.  */
int pram_kind_layer (const struct pram_kinds *, int kind, int place);

#endif
