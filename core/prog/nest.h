/* nest.h: nests of loops that run over the same iterations.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_NEST_H
#define PRAM_NEST_H

#include "source.h"

enum { PRAM_NEST = 16 };

/* Loops within each other, in an order that those of nests which are compared
   have in common.  */
struct pram_nest
{
  int n;
  const struct pram_node *loop[PRAM_NEST];
};

/* A, of the loops OVER, is B with the loops WITH in their place.  */
bool pram_nest_same_affine_p (const struct pram_prog *,
			      const struct pram_affine *a,
			      const struct pram_nest *over,
			      const struct pram_affine *b,
			      const struct pram_nest *with);

/* The same of expressions.  */
bool pram_nest_same_expression_p (const struct pram_source *,
				  const struct pram_expr *a,
				  const struct pram_nest *over,
				  const struct pram_expr *b,
				  const struct pram_nest *with);

/* Loops D of OVER and of WITH, whose counts are the same for the sizes at hand,
   are left in the same iteration, whatever the entry values are.  */
bool pram_nest_same_leave_p (const struct pram_source *,
			     const struct pram_nest *over,
			     const struct pram_nest *with, int d);

#endif
