/* poly-params.c: the parameters of all sets, and what is known of the counts.

   SPDX-License-Identifier: Apache-2.0  */

#include "poly-parts.h"

int
pram_poly_param_units (const struct pram_poly *poly, int side)
{
  return poly->n_count_params + (side == PRAM_POLY_SRC ? 0 : 2);
}

int
pram_poly_param_count (const struct pram_poly *poly, int count)
{
  return poly->count_position[count];
}

int
pram_poly_param_iterator (const struct pram_poly *poly, int iterator)
{
  return poly->iterator_position[iterator];
}

static bool
contains_stmt_p (const struct pram_node *node)
{
  bool found = node->kind == PRAM_STMT;
  for (int i = 0; i < node->n_children && !found; i++)
    found = contains_stmt_p (node->children[i]);
  return found;
}

/* Does a loop stand inside NODE, other than for quotients?  */
static bool
contains_source_loop_p (const struct pram_node *node)
{
  for (int i = 0; i < node->n_children; i++)
    if ((node->children[i]->kind == PRAM_LOOP && !node->children[i]->split)
	|| contains_source_loop_p (node->children[i]))
      return true;
  return false;
}

/* Does the analysis need the count of LOOP's segment S?  */
static bool
counted_p (const struct pram_node *loop, int s)
{
  return (loop->data_dependent
	  && (s == 0 || contains_stmt_p (loop->children[s])));
}

static void
add_param (struct pram_poly *poly, const char *name)
{
  int n = isl_space_dim (poly->params, isl_dim_param);
  poly->params = isl_space_add_dims (poly->params, isl_dim_param, 1);
  poly->params = isl_space_set_dim_name (poly->params, isl_dim_param, n, name);
}

void
pram_poly_make_params (struct pram_poly *poly)
{
  static const char *const units[] = { "slo", "shi", "dlo", "dhi" };
  struct pram_prog *prog = poly->prog;
  poly->count_position = PRAM_ARENA_NEW (prog->arena, int, prog->n_counts + 1);
  poly->iterator_position = PRAM_ARENA_NEW (prog->arena, int,
					    prog->n_loops + 1);
  poly->params = isl_space_params_alloc (poly->ctx, 0);
  for (int c = 0; c < prog->n_counts; c++)
    poly->count_position[c] = -1;
  for (int l = 0; l < prog->n_loops; l++)
    for (int s = 0; s < prog->loops[l]->n_children; s++)
      if (counted_p (prog->loops[l], s))
	{
	  int count = prog->loops[l]->first_count + s;
	  poly->count_position[count] = poly->n_count_params++;
	  add_param (poly, pram_arena_printf (prog->arena, "c%d", count));
	}
  poly->flow_params = isl_space_copy (poly->params);
  for (int i = 0; i < 4; i++)
    add_param (poly, units[i]);
  /* Only a loop with loops of the source inside can belong to the driver, so
     that its iterator is fixed in a set.  */
  for (int l = 0; l < prog->n_loops; l++)
    if (!poly->steady[l]
	&& (prog->loops[l]->data_dependent
	    || contains_source_loop_p (prog->loops[l])))
      {
	poly->iterator_position[l]
	  = 4 + poly->n_count_params + poly->n_iterator_params++;
	add_param (poly, pram_arena_printf (prog->arena, "t%d", l));
      }
}

void
pram_poly_swap_params (struct pram_poly *poly)
{
  isl_space *params = poly->params;
  poly->params = poly->flow_params;
  poly->flow_params = params;
  poly->swapped = !poly->swapped;
}

isl_set *
pram_poly_relate_counts (isl_set *set, int a, int b, int difference)
{
  isl_constraint *c = isl_constraint_alloc_equality
		 (isl_local_space_from_space (isl_set_get_space (set)));
  c = isl_constraint_set_coefficient_si (c, isl_dim_param, a, 1);
  c = isl_constraint_set_coefficient_si (c, isl_dim_param, b, -1);
  c = isl_constraint_set_constant_si (c, -difference);
  return isl_set_add_constraint (set, c);
}

/* SET with  A - B + CONSTANT >= 0,  A and B positions of parameters, B < 0
   for none.  */
static isl_set *
constrain_params (isl_set *set, int a, int b, int constant)
{
  isl_local_space *space
    = isl_local_space_from_space (isl_set_get_space (set));
  isl_constraint *c = isl_constraint_alloc_inequality (space);
  c = isl_constraint_set_coefficient_si (c, isl_dim_param, a, 1);
  if (b >= 0)
    c = isl_constraint_set_coefficient_si (c, isl_dim_param, b, -1);
  c = isl_constraint_set_constant_si (c, constant);
  return isl_set_add_constraint (set, c);
}

/* SET with what is known of LOOP's counts.  */
static isl_set *
constrain_counts (const struct pram_poly *poly, const struct pram_node *loop,
		  isl_set *set)
{
  int first = pram_poly_param_count (poly, loop->first_count), last = first;
  set = constrain_params (set, first, -1, -1);
  for (int s = 1; s < loop->n_children; s++)
    if (counted_p (loop, s))
      {
	int count = pram_poly_param_count (poly, loop->first_count + s);
	set = constrain_params (set, last, count, 0);
	set = constrain_params (set, count, first, 1);
	last = count;
      }
  return set;
}

isl_set *
pram_poly_counts (const struct pram_poly *poly)
{
  isl_set *set = pram_poly_context (poly);
  for (int l = 0; l < poly->prog->n_loops; l++)
    if (poly->prog->loops[l]->data_dependent && poly->steady[l])
      set = constrain_counts (poly, poly->prog->loops[l], set);
  return set;
}

isl_set *
pram_poly_context (const struct pram_poly *poly)
{
  isl_set **known = &((struct pram_poly *) poly)->context[poly->swapped];
  if (*known)
    return isl_set_copy (*known);
  isl_set *set = isl_set_universe (isl_space_copy (poly->params));
  for (int l = 0; l < poly->prog->n_loops; l++)
    {
      const struct pram_node *loop = poly->prog->loops[l];
      if (loop->data_dependent && !pram_poly_opaque_p (poly, loop)
	  && !poly->steady[l])
	set = constrain_counts (poly, loop, set);
    }
  *known = isl_set_copy (set);
  return set;
}

/* Project out N parameters from FIRST on; the space stays the same.  */
static isl_set *
forget (const struct pram_poly *poly, isl_set *set, int first, int n)
{
  set = isl_set_align_params (set, isl_space_copy (poly->params));
  set = isl_set_project_out (set, isl_dim_param, first, n);
  return isl_set_align_params (set, isl_space_copy (poly->params));
}

isl_set *
pram_poly_forget_counts (const struct pram_poly *poly, isl_set *set)
{
  return forget (poly, set, 0, poly->n_count_params);
}

isl_set *
pram_poly_forget_rounds (const struct pram_poly *poly, isl_set *set)
{
  for (int l = 0; l < poly->prog->n_loops; l++)
    for (int s = 0; s < poly->prog->loops[l]->n_children; s++)
      {
	const struct pram_node *loop = poly->prog->loops[l];
	int count = (poly->counted[l]
		     ? pram_poly_param_count (poly, loop->first_count + s) : -1);
	if (count >= 0)
	  set = forget (poly, set, count, 1);
      }
  return set;
}

isl_set *
pram_poly_forget_iterators (const struct pram_poly *poly, isl_set *set)
{
  return forget (poly, set, 4 + poly->n_count_params,
		 poly->n_iterator_params);
}

isl_set *
pram_poly_fix_outer (const struct pram_poly *poly,
		     const struct pram_poly_stmt *stmt,
		     const struct pram_node *node, isl_set *set)
{
  for (int level = 0; level < stmt->depth; level++)
    {
      const struct pram_node *loop = stmt->loops[level];
      if (loop == node)
	break;
      if (pram_poly_steady_p (poly, loop))
	continue;
      isl_constraint *c = isl_constraint_alloc_equality
	(isl_local_space_from_space (isl_set_get_space (set)));
      c = isl_constraint_set_coefficient_si (c, isl_dim_set, level,
					     stmt->periods[level]);
      c = isl_constraint_set_coefficient_si
	    (c, isl_dim_param,
	     pram_poly_param_iterator (poly, loop->iterator), -1);
      c = isl_constraint_set_constant_si (c, stmt->residues[level]);
      set = isl_set_add_constraint (set, c);
    }
  return set;
}
