/* delinearize-parts.h: what the parts of delinearize.c share.

   SPDX-License-Identifier: Apache-2.0

   Internal to delinearize.c, delinearize-split.c and delinearize-shape.c.  */

#ifndef PRAM_DELINEARIZE_PARTS_H
#define PRAM_DELINEARIZE_PARTS_H

#include "prog/prog.h"

#include "domain.h"
#include "pram-sets.h"

/* An access of the class at hand.  */
struct reference
{
  const struct pram_node *stmt;
  struct pram_access *access;
  const struct pram_domain *domain;
};

/* Strides are in descending order, without that of the element.  */
struct shape
{
  int n_strides;
  int64_t *stride;
  int64_t origin;
};

/* How good a shape is; smaller is better.  */
struct cost
{
  int n_mixed, n_quasi;
  int alike, frequency;		/* larger is better */
};

struct candidate
{
  int64_t stride;
  int alike;			/* other arrays have such rows, or sizes say so */
  int frequency;
};

struct state
{
  struct pram_prog *prog;
  struct pram_arena *scratch;
  const struct pram_diag *diag;
  int *class_of;		/* by array: the class's first array */

  /* Of the class at hand.  */
  int class_;
  int64_t elem_size;
  int64_t residue;		/* of all offsets modulo elem_size */
  int n_refs;
  struct reference *refs;
  int n_candidates;
  struct candidate *candidates;	/* descending */
  bool steps;			/* some have been left out */

  struct shape best;
  struct cost best_cost;
  bool found;
};

/* --- Offsets to subscripts (delinearize-split.c) -------------------------- */

/* The stride of dimension D of SHAPE.  */
int64_t pram_delinearize_stride (const struct state *, const struct shape *,
				 int d);

/* Is REF's offset within rows of STRIDE bytes: an affine number of rows, and an
   affine place in the row?  */
bool pram_delinearize_fits_p (struct state *, const struct reference *,
			      int64_t stride);

/* Decompose the offset of REF by SHAPE.  Adds to COST, and sets the access's
   subscripts if SET.  */
void pram_delinearize_decompose (struct state *, const struct reference *,
				 const struct shape *, struct cost *cost,
				 bool set);

/* Set the subscripts of all accesses by SHAPE.  */
void pram_delinearize_apply (struct state *, const struct shape *);

/* --- Shapes (delinearize-shape.c) ----------------------------------------- */

/* The least size of the class's objects, 0 if one of them is not known.  */
int64_t pram_delinearize_known_bytes (const struct state *);

/* Choose the class's shape, STATE->best.  */
void pram_delinearize_choose (struct state *state);

#endif
