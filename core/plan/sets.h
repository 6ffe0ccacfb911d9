/* sets.h: from isl sets to the programs of pram-sets.h.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_CORE_SETS_H
#define PRAM_CORE_SETS_H

#include "plan.h"
#include "poly/poly.h"

/* The programs that a plan has: layers of many levels often have the same sets,
   and to make a program takes long.  All zeros: none yet.  */
struct pram_encoded
{
  int n;
  struct pram_encoded_set *all;
};

/* Append to PLAN's code a program that enumerates SET, mapped to numbers:
   BASE + sum of STRIDE[d] * element[d], unless ENCODED has one; there it is
   then.  SET's parameters may be all of poly.h's; parameter t of a loop becomes
   its count minus 1.  Returns the offset of the program, -1 if SET is empty, -2
   if isl failed.  */
int pram_sets_encode (const struct pram_poly *, struct pram_plan *,
		      struct pram_encoded *encoded, __isl_take isl_set *set,
		      int64_t base, const int64_t *stride);

/* Free the sets of ENCODED.  */
void pram_encoded_free (struct pram_encoded *encoded);

/* How many of the convex pieces of SET, which stays the caller's, have
   strides.  */
int pram_sets_strided (isl_set *set);

#endif
