/* scope.h: what expressions are at a place of the program, as functions of the
   iterators around it (isl).

   SPDX-License-Identifier: Apache-2.0

   A scope knows the loops of a program and numbers for its entry values.  From
   these it finds how often each loop runs, where control may come, and what an
   expression is there: a piecewise quasi-affine function.  Minima, quotients,
   several exits, wrapped values are isl operations, no special cases.

   Spaces are without names or parameters: of a place in D loops, [D iterators],
   the outermost first.

   A loop runs the iterations before the first in which an exit is taken.  What
   wraps is first taken for what does not; it is then verified that so it is in
   all iterations up to that one.

   Operations are limited; beyond the limit nothing is known any more
   (pram_scope_exceeded_p).  */

#ifndef PRAM_SCOPE_H
#define PRAM_SCOPE_H

#include "base/deadline.h"
#include "prog/lookup.h"
#include "prog/rows.h"

struct pram_scope;
struct isl_pw_aff;
struct isl_set;

/* A place: a loop, and under which conditions control comes there.  */
struct pram_place
{
  int loop;			/* -1: in none */
  struct isl_set *domain;		/* where control may come */
  bool exact;			/* no conditions on data: it does come
				   there … */
  bool exact_inside;		/* … if it comes to the iteration */
  const struct pram_expr *blame; /* not EXACT: a part of such a condition */
};

/* A null deadline never passes.  */
struct pram_scope *pram_scope_new (struct pram_exprs *, struct pram_arena *,
				   struct pram_deadline *);
void pram_scope_free (struct pram_scope *);
bool pram_scope_exceeded_p (const struct pram_scope *);
struct pram_deadline *pram_scope_deadline (const struct pram_scope *);

/* Entry value NUMBER is VALUE.  */
void pram_scope_set_entry (struct pram_scope *, int number, int64_t value);

/* Lookups, of which nothing is known; what is found out of them is noted
   there.  */
void pram_scope_set_lookups (struct pram_scope *, struct pram_lookups *);
/* Find out what is not known of them yet.  False if that is not possible.  */
bool pram_scope_learn_all (struct pram_scope *);

/* The same of variable NUMBER (source.h), which may have had another value.  */
void pram_scope_set_variable (struct pram_scope *, int number, int64_t value);

/* A loop in the loop OUTER (-1: in none); returns its number, by which its
   iterator is called.  */
int pram_scope_add_loop (struct pram_scope *, int outer);

/* What is known of it, perhaps more than before: it stands behind PASSED exits
   of the one around it, under the condition WHEN
   (null: none), and is left where one of the N conditions LEAVE holds, which
   are tested in this order.  Until then it has any number of iterations.  */
void pram_scope_end_loop (struct pram_scope *, int loop, int passed,
			  const struct pram_expr *when, int n,
			  const struct pram_expr *const *leave);

/* Of LOOP, which is to be ended yet, look at iteration number ITERATION
   alone.  */
void pram_scope_fix_loop (struct pram_scope *, int loop, int64_t iteration);

/* The loop around LOOP, -1 if there is none; how many iterators there are in
   LOOP, 0 for -1.  */
int pram_scope_outer (const struct pram_scope *, int loop);
int pram_scope_depth (const struct pram_scope *, int loop);
/* Where control comes to LOOP: a set of the iterators around it.  */
struct isl_set *pram_scope_outside (struct pram_scope *, int loop);

/* Is it known how often the loop runs?  The number of iterations that it runs
   to their end, as a function of the iterators around it.  */
bool pram_scope_counted_p (const struct pram_scope *, int loop);
struct isl_pw_aff *pram_scope_trips (const struct pram_scope *, int loop);
/* They as a set, of the loop's iterator too.  */
struct isl_set *pram_scope_iterations (const struct pram_scope *, int loop);
/* Its least and greatest value.  False if it is not counted.  */
bool pram_scope_trips_range (const struct pram_scope *, int loop,
			     int64_t *least, int64_t *most);
/* Not counted: which part of its exits is not known, or null.  */
const struct pram_expr *pram_scope_loop_blame (const struct pram_scope *,
					       int loop);

/* The place in LOOP behind PASSED exits under the condition WHEN (or null);
   known places are found again.  */
const struct pram_place *pram_scope_place (struct pram_scope *, int loop,
					   int passed,
					   const struct pram_expr *when);

/* The value of EXPR at PLACE, and perhaps elsewhere; null if it isn't known:
   *BLAME is the part that is not.  WHOLE: rather with quotients than in
   pieces.  */
struct isl_pw_aff *pram_scope_value (struct pram_scope *,
				     const struct pram_place *,
				     const struct pram_expr *, bool whole,
				     const struct pram_expr **blame);
bool pram_scope_known_p (struct pram_scope *, const struct pram_place *,
			 const struct pram_expr *);

/* The least and the greatest value of FUNCTION, which is taken; false if there
   is none or it has no 64 bits.  */
bool pram_scope_extremes (struct isl_pw_aff *function, int64_t *least,
			  int64_t *most);

/* Its least and its greatest value; false if it is not known or not
   bounded.  */
bool pram_scope_range (struct pram_scope *, const struct pram_place *,
		       const struct pram_expr *, int64_t *least,
		       int64_t *most);

/* Into RANGES, for each of the N values from FROM on that KEY may have at PLACE: what
   EXPR is there; none if KEY isn't that.  False if it is not known.  */
bool pram_scope_ranges (struct pram_scope *, const struct pram_place *,
			const struct pram_expr *, const struct pram_expr *key,
			int64_t from, int64_t n, struct pram_range *ranges);

#endif
