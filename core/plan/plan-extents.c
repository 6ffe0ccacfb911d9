/* plan-extents.c: which part of each array a plan touches.

   SPDX-License-Identifier: Apache-2.0  */

#include "blocks.h"
#include "poly/flow.h"

/* Extend *LO and *HI, bytes relative to ARRAY's base, to ELEMENTS.  Subscripts
   that grow with the iterations of a loop whose end is not known end with the
   array.  */
static void
touch (const struct pram_poly *poly, const struct pram_array *array,
       isl_set *elements, int64_t *lo, int64_t *hi, bool *any)
{
  elements = isl_set_upper_bound_val
	       (isl_set_copy (elements), isl_dim_set, 0,
		isl_val_int_from_si (poly->ctx, array->extent[0] - 1));
  if (isl_set_is_empty (elements) == isl_bool_true)
    {
      isl_set_free (elements);
      return;
    }
  isl_aff *aff = isl_aff_zero_on_domain
		   (isl_local_space_from_space (isl_set_get_space (elements)));
  for (int d = 0; d < array->n_dims; d++)
    aff = isl_aff_set_coefficient_val
	    (aff, isl_dim_in, d,
	     isl_val_int_from_si (poly->ctx, array->stride[d]));
  isl_val *min = isl_set_min_val (elements, aff);
  isl_val *max = isl_set_max_val (elements, aff);
  int64_t from = array->origin + isl_val_get_num_si (min);
  int64_t to = array->origin + isl_val_get_num_si (max) + array->elem_size;
  *lo = !*any || from < *lo ? from : *lo;
  *hi = !*any || to > *hi ? to : *hi;
  *any = true;
  isl_val_free (min);
  isl_val_free (max);
  isl_aff_free (aff);
  isl_set_free (elements);
}

struct touching
{
  const struct pram_poly *poly;
  struct pram_plan *plan;
  bool write;
  bool *any;
};

static void
touch_object (void *data, int a, isl_set *elements)
{
  struct touching *t = data;
  struct pram_plan *plan = t->plan;
  touch (t->poly, &plan->prog->arrays[a], elements, &plan->touched_lo[a],
	 &plan->touched_hi[a], &t->any[a]);
  plan->written[a] |= t->write && isl_set_is_empty (elements) != isl_bool_true;
  isl_set_free (elements);
}

/* The bytes of each array that any process touches, and whether one writes.  */
static void
find_touched (const struct pram_poly *poly, struct pram_plan *plan,
	      const struct pram_flows *flows)
{
  struct pram_arena *arena = plan->prog->arena;
  int n = plan->prog->n_arrays;
  plan->touched_lo = PRAM_ARENA_NEW (arena, int64_t, n + 1);
  plan->touched_hi = PRAM_ARENA_NEW (arena, int64_t, n + 1);
  plan->written = PRAM_ARENA_NEW (arena, bool, n + 1);
  struct touching t = { poly, plan, false,
			PRAM_ARENA_NEW (arena, bool, n + 1) };
  for (int s = 0; s < poly->n_stmts; s++)
    {
      const struct pram_poly_stmt *stmt = &poly->stmts[s];
      for (int a = 0; a < stmt->node->n_accesses; a++)
	{
	  t.write = stmt->node->accesses[a].write;
	  pram_flow_foreach_object (flows, poly, stmt,
				    &stmt->node->accesses[a], touch_object,
				    &t);
	}
    }
}

/* Does LAYER touch a piece of ACCESS's array in each row?  A linear access
   runs over rows.  */
static bool
scattered_p (const struct pram_plan *plan, const struct pram_plan_layer *layer,
	     const struct pram_access *access)
{
  const struct pram_node *loop = layer->placement.loop;
  if (!loop || (access->div && access->div[0] > 1))
    return false;
  for (int d = 1; d < plan->prog->arrays[access->array].n_dims; d++)
    if (pram_affine_coef (&access->subscript[d], loop->iterator))
      return true;
  return false;
}

/* Arrays of which no layer touches pieces.  */
static void
find_contiguous (const struct pram_poly *poly, struct pram_plan *plan)
{
  int n = plan->prog->n_arrays;
  plan->contiguous = PRAM_ARENA_NEW (plan->prog->arena, bool, n + 1);
  for (int a = 0; a < n; a++)
    plan->contiguous[a] = true;
  for (int s = 0; s < poly->n_stmts; s++)
    {
      const struct pram_poly_stmt *stmt = &poly->stmts[s];
      const struct pram_plan_layer *layer
	= pram_plan_layer_of (plan, stmt);
      for (int i = 0; i < stmt->node->n_accesses; i++)
	if (scattered_p (plan, layer, &stmt->node->accesses[i]))
	  for (int a = 0; a < n; a++)
	    if (pram_prog_same_class_p (plan->prog, a,
				   stmt->node->accesses[i].array))
	      plan->contiguous[a] = false;
    }
}

void
pram_plan_extents (const struct pram_poly *poly, struct pram_plan *plan,
		   const struct pram_flows *flows)
{
  find_touched (poly, plan, flows);
  find_contiguous (poly, plan);
}
