/* poly-parts.h: what the parts of poly.c share.

   SPDX-License-Identifier: Apache-2.0

   Internal to poly.c and poly-….c.  */

#ifndef PRAM_POLY_PARTS_H
#define PRAM_POLY_PARTS_H

#include "poly.h"

/* --- Loops (poly-loops.c) ------------------------------------------------- */

/* Find the steady loops.  There are none unless, apart from one of them, all
   loops leave the names as they were.  */
void pram_poly_find_steady (struct pram_poly *);

/* How many iterations pass until LOOP lets each of N names stand for the same
   again.  */
int pram_poly_permutation_order (const struct pram_node *loop, int n);

/* --- Parameters (poly-params.c) ------------------------------------------- */

/* Every parameter is a column in every set: take those that can occur.  */
void pram_poly_make_params (struct pram_poly *);

/* --- Instances (poly-instances.c) ----------------------------------------- */

/* The space of STMT's instances.  */
isl_space *pram_poly_stmt_space (const struct pram_poly *,
				 const struct pram_poly_stmt *);

/* Functions of STMT's instances: 0, and the iterator of its loop at LEVEL.  */
isl_aff *pram_poly_zero_aff (const struct pram_poly *,
			     const struct pram_poly_stmt *);
isl_aff *pram_poly_iterator_aff (const struct pram_poly *,
				 const struct pram_poly_stmt *, int level);

/* AFF, which is taken, and COEF times the dimension at POSITION; AFF and
   CONSTANT.  */
isl_aff *pram_poly_add_term (isl_aff *aff, enum isl_dim_type, int position,
			     int64_t coef);
isl_aff *pram_poly_add_constant (isl_aff *aff, int64_t constant);

/* The instances for which AFF is not negative.  */
isl_set *pram_poly_nonneg_set (isl_aff *aff);

#endif
