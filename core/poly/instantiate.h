/* instantiate.h: from a source and numbers for its entry values to a prog.

   SPDX-License-Identifier: Apache-2.0

   Loops become PRAM_LOOP nodes, references between them statements.  In a loop
   without inner loops, in parallel ones, a statement is some reads and at most
   one write; elsewhere, where a statement may turn out to be a layer of its
   own, every reference is a statement.  */

#ifndef PRAM_INSTANTIATE_H
#define PRAM_INSTANTIATE_H

#include "prog/source.h"
#include "scope.h"

/* Why there is no prog.  */
enum pram_obstacle_kind
{
  PRAM_OBSTACLE_NONE,
  PRAM_OBSTACLE_OFFSET,		/* where ITEM lies isn't known: BLAME, or
				   null, is why */
  PRAM_OBSTACLE_CONDITION,	/* ITEM is under a condition on data outside
				   of a parallel loop */
  PRAM_OBSTACLE_COUNT,		/* ITEM, a loop, has no count, or one that the
				   code doesn't expect */
  PRAM_OBSTACLE_LEVELS,		/* the iterations of ITEM, a level loop, are
				   not known, or too many */
  PRAM_OBSTACLE_SIZE,		/* there are too many loops */
  PRAM_OBSTACLE_LOOKUP		/* what elements of LOOKUP are can't be known
				   at entry */
};

struct pram_obstacle
{
  enum pram_obstacle_kind kind;
  struct pram_item *item;	/* null: of the whole */
  const struct pram_expr *blame;
  const struct pram_lookup *lookup;
};

/* So many loops a prog has, those for quotients and remainders included, or
   little more: every affine function of it has a factor for each.  */
enum { PRAM_MAX_LOOPS = 300 };

/* Tell SCOPE of SOURCE's entry values and, unless there are level loops, its
   loops.  */
void pram_source_enter (struct pram_source *source,
			struct pram_scope *scope);

/* The prog of SOURCE, whose loops SCOPE knows, or (levels.h) makes known in a
   scope like it; it lies in SOURCE's arena, so
   that one of the two is freed.  Null, and why not in *OBSTACLE.  */
struct pram_prog *pram_instantiate (struct pram_source *source,
				    struct pram_scope *scope,
				    struct pram_obstacle *obstacle);

/* The name of the scalar whose value at entry would decide whether control
   comes somewhere, if it were known; BLAME is why that isn't known.  Null if
   there is no such scalar.  */
const char *pram_decided_by (const struct pram_expr *blame);

/* What OBSTACLE is called by a user, in SOURCE's arena.  */
const char *pram_obstacle_text (const struct pram_source *source,
				const struct pram_obstacle *obstacle);

/* Tell DIAG of OBSTACLE.  */
void pram_obstacle_report (const struct pram_source *,
			   const struct pram_obstacle *,
			   const struct pram_diag *);

#endif
