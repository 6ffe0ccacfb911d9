/* lower.h: what a scope knows, in the form of a prog: affine functions of
   iterators, and guards.

   SPDX-License-Identifier: Apache-2.0

   Piecewise functions become alternatives, conditions guards of an access.
   Quotients and remainders become loops that are not in the source:
   `for (j = 1 + (i & 1); …)' is affine once i = 2 * h + r with 0 <= r < 2.  So
   the body of the loop over i is put into two loops:

     for i < n {
       for h < (n + 1) / 2 split {
	 for r < 2 split {
	   … with the guard i - 2 * h - r = 0

   Exactly one pair (h, r) passes the guard, so that the program is the same,
   and all that is known about affine programs holds for it.  */

#ifndef PRAM_LOWER_H
#define PRAM_LOWER_H

#include "prog/prog.h"
#include "scope.h"

/* Where an access lies, and under which conditions.  */
struct pram_lowered
{
  struct pram_affine offset;
  int64_t modulus;		/* 0, or: plus a multiple of it */
  int n_guards;
  struct pram_guard *guards;
  bool may;			/* and under others, which no guards say */
};

struct pram_lower;

/* ANEW: places that a remainder scatters are none, for any size.  */
struct pram_lower *pram_lower_new (struct pram_prog *, struct pram_scope *,
				   bool anew);
void pram_lower_free (struct pram_lower *);

/* NODE of the prog stands for the scope's LOOP, whose outer ones are known
   already: set its count, or that it has none.  LAST_TOO: what the body does is
   also done in the iteration in which the loop is left.  False if nothing says how
   often it runs at most.  */
bool pram_lower_loop (struct pram_lower *, int loop, struct pram_node *node,
		      bool last_too);

/* Do guards say where control comes to PLACE?  Not if that is in several parts
   of the iterations.  */
bool pram_lower_guarded_p (const struct pram_lower *,
			   const struct pram_place *place);

/* NODE's body is complete: put it into the loops for its quotients.  */
void pram_lower_end_loop (struct pram_lower *, int loop);

/* The alternatives for an access at PLACE that lies at OFFSET: to *ALL, and
   their number; none if it is never reached.  With ONE all lie at one place; with
   ANY_ROUND there may be more, that other rounds lead to of loops inside of others of
   which nobody knows how often they run.  -1 if it isn't known: *BLAME is the part of
   OFFSET, or null if that is no affine function.  */
int pram_lower_access (struct pram_lower *, const struct pram_place *place,
		       const struct pram_expr *offset, bool one, bool any_round,
		       struct pram_lowered **all,
		       const struct pram_expr **blame);

/* An access at PLACE, behind PASSED exits of its loop, where control never comes, that
   would lie at OFFSET: *AT, with a guard that never holds.  ONE as above.  */
void pram_lower_never (struct pram_lower *, const struct pram_place *place, int passed,
		       const struct pram_expr *offset, bool one,
		       struct pram_lowered *at);

#endif
