/* scope-parts.h: what the parts of scope.c share.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_SCOPE_PARTS_H
#define PRAM_SCOPE_PARTS_H

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/space.h>

#include "scope.h"

struct scope_loop
{
  int outer, depth;		/* DEPTH: loops around a place in it */
  bool placed;			/* it is known where it stands, … */
  int passed;			/* … behind how many exits */
  isl_set *outside;
  bool fixed;			/* only this one iteration is looked at */
  int64_t iteration;
  bool counted;
  bool exact;			/* no conditions on data outside */
  const struct pram_expr *condition; /* a part of one, or null */
  int n_exits;
  isl_set **stay;		/* where each exit isn't taken; null if that is
				   not known */
  isl_set *begun;		/* iterations */
  isl_pw_aff *trips;		/* counted: how many run to their end */
  const struct pram_expr *blame;
};

struct place_value
{
  const struct pram_expr *expr;
  bool whole;
  isl_pw_aff *value;
};

struct place
{
  struct pram_place known;
  int passed;
  const struct pram_expr *when;
  int n_values;
  struct place_value *values;
};

struct entry { int number; int64_t value; };

struct pram_scope
{
  struct pram_arena *arena;
  struct pram_exprs *exprs;
  isl_ctx *ctx;
  struct pram_deadline *deadline;	/* or null */
  isl_ctx *interrupted;			/* base/deadline.h */
  int n_entries;
  struct entry *entries;
  struct pram_lookups *lookups;	/* or null */
  int n_variables;
  struct entry *variables;
  int n_loops;
  struct scope_loop **loops;
  int n_places;
  struct place **places;
};

/* A value that was taken for one of its type, where control comes in DOMAIN.  */
struct assumed_wrap
{
  const struct pram_expr *expr;
  isl_pw_aff *value;
  isl_set *domain;
};

/* The evaluation of an expression in LOOP, where control comes in DOMAIN.
   ASSUME: take what wraps for what does not, and remember it.  WHOLE: rather
   have a quotient than pieces; PIECES: rather pieces, if they are few.  */
struct scope_eval
{
  struct pram_scope *scope;
  int loop;
  isl_set *domain;
  bool assume, whole, pieces;
  int n_wraps;
  struct assumed_wrap *wraps;
  const struct pram_expr *blame;	/* null, or what is not known */
};

/* Numbers of elements.  */
struct scope_numbers { int n; int64_t number[PRAM_MAX_ELEMENTS]; };

/* The values of INDEX, which is kept, in DOMAIN, which is taken.
   (scope-element.c)  */
isl_set *pram_scope_image (isl_pw_aff *index, isl_set *domain);
/* The numbers in SET, which is kept, in ALL.  False if there are too many.
   (scope-element.c)  */
bool pram_scope_numbers (isl_set *set, struct scope_numbers *all);
/* All elements of LOOKUP in SET, which is kept, are known.
   (scope-element.c)  */
bool pram_scope_elements_known_p (const struct pram_lookups *,
				  const struct pram_lookup *, isl_set *set);
/* The elements that ALL's LOOKUP has at INDEX, which is taken, and from LEAST to
   MOST where control comes; null if they are too many pieces.
   (scope-element.c)  */
isl_pw_aff *pram_scope_element (const struct pram_lookups *all,
				const struct pram_lookup *lookup,
				isl_pw_aff *index, int64_t least,
				int64_t most);
/* Function of all iterators; null if it is not known.  (scope-value.c)  */
isl_pw_aff *pram_scope_evaluate (struct scope_eval *,
				 const struct pram_expr *);
/* Where the truth value EXPR is SENSE, and perhaps, then *EXACT is set to
   false, elsewhere.  */
isl_set *pram_scope_truth (struct scope_eval *, const struct pram_expr *,
			   bool sense, bool *exact);
/* What was assumed is so in DOMAIN.  */
bool pram_scope_assumed_p (const struct scope_eval *, isl_set *domain);
void pram_scope_eval_end (struct scope_eval *);

#endif
