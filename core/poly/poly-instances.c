/* poly-instances.c: the instances of statements.

   SPDX-License-Identifier: Apache-2.0  */

#include "poly-parts.h"

#include "domain.h"

#include <stdio.h>

isl_space *
pram_poly_stmt_space (const struct pram_poly *poly,
		      const struct pram_poly_stmt *stmt)
{
  isl_space *space = isl_space_set_from_params (isl_space_copy (poly->params));
  char name[16];
  space = isl_space_add_dims (space, isl_dim_set, stmt->depth);
  snprintf (name, sizeof name, "S%d", stmt->number);
  return isl_space_set_tuple_name (space, isl_dim_set, name);
}

isl_aff *
pram_poly_zero_aff (const struct pram_poly *poly,
		    const struct pram_poly_stmt *stmt)
{
  return isl_aff_zero_on_domain (isl_local_space_from_space
				 (pram_poly_stmt_space (poly, stmt)));
}

isl_aff *
pram_poly_add_term (isl_aff *aff, enum isl_dim_type type, int position,
		    int64_t coef)
{
  isl_val *value = isl_val_int_from_si (isl_aff_get_ctx (aff), coef);
  isl_val *old = isl_aff_get_coefficient_val (aff, type, position);
  return isl_aff_set_coefficient_val (aff, type, position,
				      isl_val_add (old, value));
}

isl_aff *
pram_poly_add_constant (isl_aff *aff, int64_t constant)
{
  return isl_aff_add_constant_val (aff, isl_val_int_from_si
				   (isl_aff_get_ctx (aff), constant));
}

isl_aff *
pram_poly_aff (const struct pram_poly *poly,
	       const struct pram_poly_stmt *stmt,
	       const struct pram_affine *affine)
{
  isl_aff *aff = pram_poly_add_constant (pram_poly_zero_aff (poly, stmt),
					 affine->constant);
  for (int i = 0; i < stmt->depth; i++)
    {
      int64_t coef = pram_affine_coef (affine, stmt->loops[i]->iterator);
      if (!coef)
	continue;
      aff = pram_poly_add_term (aff, isl_dim_in, i, coef * stmt->periods[i]);
      aff = pram_poly_add_constant (aff, coef * stmt->residues[i]);
    }
  return aff;
}

isl_aff *
pram_poly_iterator_aff (const struct pram_poly *poly,
	      const struct pram_poly_stmt *stmt, int level)
{
  isl_aff *aff = pram_poly_add_term (pram_poly_zero_aff (poly, stmt),
				     isl_dim_in, level, stmt->periods[level]);
  return pram_poly_add_constant (aff, stmt->residues[level]);
}

isl_set *
pram_poly_nonneg_set (isl_aff *aff)
{
  return isl_pw_aff_nonneg_set (isl_pw_aff_from_aff (aff));
}

/* So many iterations of LOOP, of which nobody knows how many there are, are looked at
   in STMT: one stands for all, but where something is read that moves with it, as
   far as that is limited.  */
static int64_t
looked_at (const struct pram_poly *poly, const struct pram_poly_stmt *stmt,
	   const struct pram_node *loop)
{
  struct pram_arena *arena = poly->prog->arena;
  struct pram_affine self = pram_affine_new (arena, poly->prog->n_loops);
  int64_t n = 1;
  self.coef[loop->iterator] = 1;
  for (int a = 0; a < stmt->node->n_accesses; a++)
    {
      const struct pram_access *access = &stmt->node->accesses[a];
      if (!access->perhaps)
	continue;
      int64_t last
	= pram_domain_range (pram_domain_new (arena, stmt->node, access),
			     &self).hi;
      if (last != PRAM_INF_POS && last >= n)
	n = last + 1;
    }
  return n;
}

/* 0 <= iterator < the loop's count.  */
static isl_set *
bound_iterator (const struct pram_poly *poly,
		const struct pram_poly_stmt *stmt, int level, isl_set *set)
{
  struct pram_node *loop = stmt->loops[level];
  isl_aff *lower = pram_poly_iterator_aff (poly, stmt, level);
  isl_aff *upper;
  if (pram_poly_opaque_p (poly, loop))
    upper = pram_poly_add_constant (pram_poly_zero_aff (poly, stmt),
				    looked_at (poly, stmt, loop));
  else if (pram_poly_steady_p (poly, loop))
    upper = pram_poly_add_constant (pram_poly_zero_aff (poly, stmt), 1);
  else if (loop->data_dependent)
    {
      int count = loop->first_count + stmt->segments[level];
      upper = pram_poly_add_term (pram_poly_zero_aff (poly, stmt),
				  isl_dim_param,
				  pram_poly_param_count (poly, count), 1);
    }
  else
    upper = pram_poly_aff (poly, stmt, &loop->count);
  upper = isl_aff_sub (upper, isl_aff_copy (lower));
  upper = pram_poly_add_constant (upper, -1);
  set = isl_set_intersect (set, pram_poly_nonneg_set (lower));
  return isl_set_intersect (set, pram_poly_nonneg_set (upper));
}

isl_set *
pram_poly_outer_domain (const struct pram_poly *poly,
			const struct pram_poly_stmt *stmt, int depth)
{
  isl_set *set = isl_set_universe (pram_poly_stmt_space (poly, stmt));
  for (int level = 0; level < depth; level++)
    set = bound_iterator (poly, stmt, level, set);
  return isl_set_intersect_params (set, pram_poly_context (poly));
}

isl_set *
pram_poly_domain (const struct pram_poly *poly,
		  const struct pram_poly_stmt *stmt)
{
  isl_set **known = &poly->stmts[stmt->number].domain[poly->swapped];
  if (!*known)
    *known = pram_poly_outer_domain (poly, stmt, stmt->depth);
  return isl_set_copy (*known);
}
