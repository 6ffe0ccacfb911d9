/* nest.c: nests of loops that run over the same iterations.

   SPDX-License-Identifier: Apache-2.0

   Numbers tell for the sizes at hand, expressions for all that a source may
   have.  */

#include "nest.h"

bool
pram_nest_same_affine_p (const struct pram_prog *prog,
			 const struct pram_affine *a,
			 const struct pram_nest *over,
			 const struct pram_affine *b,
			 const struct pram_nest *with)
{
  for (int k = 0; k < prog->n_loops; k++)
    {
      int other = k;
      for (int d = 0; d < over->n; d++)
	if (over->loop[d]->iterator == k)
	  other = with->loop[d]->iterator;
	else if (with->loop[d]->iterator == k)
	  other = over->loop[d]->iterator;
      if (pram_affine_coef (a, k) != pram_affine_coef (b, other))
	return false;
    }
  return a->constant == b->constant;
}

bool
pram_nest_same_expression_p (const struct pram_source *source,
			     const struct pram_expr *a,
			     const struct pram_nest *over,
			     const struct pram_expr *b,
			     const struct pram_nest *with)
{
  struct pram_exprs *exprs = source->exprs;
  for (int d = 0; d < over->n; d++)
    b = pram_expr_replace
      (exprs, b, pram_expr_iterator (exprs, with->loop[d]->source_loop - 1),
       pram_expr_iterator (exprs, over->loop[d]->source_loop - 1));
  return a == b;
}

bool
pram_nest_same_leave_p (const struct pram_source *source,
			const struct pram_nest *over,
			const struct pram_nest *with, int d)
{
  if (!source->n_entries && !source->lookups.n)
    return true;
  const struct pram_source_loop *x
    = &source->loops[over->loop[d]->source_loop - 1];
  const struct pram_source_loop *y
    = &source->loops[with->loop[d]->source_loop - 1];
  bool same = (x->n_leave == y->n_leave && pram_position_always_p (&x->at)
	       && pram_position_always_p (&y->at));
  for (int k = 0; same && k < x->n_leave; k++)
    same = pram_nest_same_expression_p (source, x->leave[k], over, y->leave[k],
					with);
  return same;
}
