/* residue.h: what is known of a place that data choose.

   SPDX-License-Identifier: Apache-2.0

     a[pivot * n + j]

   lies in whatever row data say, but in column j: its offset is known modulo
   that between two rows.  */

#ifndef PRAM_RESIDUE_H
#define PRAM_RESIDUE_H

#include "scope.h"

/* OFFSET is a multiple, by a number that is known when the region is entered, of
   what isn't known, or a sum of such ones and of what is known.  Nothing else of it
   matters.  */
bool pram_residue_p (const struct pram_expr *offset);

/* The part of OFFSET, of the kind above, that is known at PLACE; the rest is a
   multiple of *MODULUS.  Null if there is no such rest.  */
const struct pram_expr *pram_residue (struct pram_exprs *, struct pram_scope *,
				      const struct pram_place *,
				      const struct pram_expr *offset,
				      int64_t *modulus);

#endif
