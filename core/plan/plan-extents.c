/* plan-extents.c: which part of each array a plan touches.

   SPDX-License-Identifier: Apache-2.0  */

#include "blocks.h"
#include "poly/flow.h"

/* A set of elements and the least and the greatest offset in it, in bytes, of an
   array with such strides.  Looking for these takes long, and arrays are often
   accessed alike.  */
struct range
{
  isl_set *elements;
  const struct pram_array *array;
  bool some;			/* there are elements */
  bool any;			/* within the array */
  int64_t lo, hi;
};

/* So many ranges are remembered.  */
enum { MOST_RANGES = 16 };

/* Subscripts that grow with the iterations of a loop whose end is not known end
   with the array.  Takes ELEMENTS.  */
static struct range
find_range (const struct pram_poly *poly, const struct pram_array *array,
	    isl_set *elements)
{
  struct range r = { .elements = elements, .array = array };
  isl_set *set = isl_set_upper_bound_val
		   (isl_set_copy (elements), isl_dim_set, 0,
		    isl_val_int_from_si (poly->ctx, array->extent[0] - 1));
  r.any = isl_set_is_empty (set) != isl_bool_true;
  r.some = r.any || isl_set_is_empty (elements) != isl_bool_true;
  if (r.any)
    {
      isl_aff *aff = isl_aff_zero_on_domain
		       (isl_local_space_from_space (isl_set_get_space (set)));
      for (int d = 0; d < array->n_dims; d++)
	aff = isl_aff_set_coefficient_val
		(aff, isl_dim_in, d,
		 isl_val_int_from_si (poly->ctx, array->stride[d]));
      isl_val *min = isl_set_min_val (set, aff);
      isl_val *max = isl_set_max_val (set, aff);
      r.lo = isl_val_get_num_si (min);
      r.hi = isl_val_get_num_si (max);
      isl_val_free (min);
      isl_val_free (max);
      isl_aff_free (aff);
    }
  isl_set_free (set);
  return r;
}

static bool
same_shape_p (const struct pram_array *a, const struct pram_array *b)
{
  bool same = a->n_dims == b->n_dims && a->extent[0] == b->extent[0];
  for (int d = 0; d < a->n_dims && same; d++)
    same = a->stride[d] == b->stride[d];
  return same;
}

struct touching
{
  const struct pram_poly *poly;
  struct pram_plan *plan;
  bool write;
  bool *any;
  int n_ranges;			/* found so far */
  struct range ranges[MOST_RANGES];
};

/* The range of ELEMENTS of ARRAY.  Takes ELEMENTS.  */
static const struct range *
range_of (struct touching *t, const struct pram_array *array, isl_set *elements)
{
  for (int i = 0; i < t->n_ranges && i < MOST_RANGES; i++)
    if (same_shape_p (t->ranges[i].array, array)
	&& isl_set_plain_is_equal (t->ranges[i].elements, elements)
	   == isl_bool_true)
      {
	isl_set_free (elements);
	return &t->ranges[i];
      }
  struct range *r = &t->ranges[t->n_ranges++ % MOST_RANGES];
  isl_set_free (r->elements);
  *r = find_range (t->poly, array, elements);
  return r;
}

/* Extend what is touched of object number A, bytes relative to its base, to
   ELEMENTS.  */
static void
touch_object (void *data, int a, isl_set *elements)
{
  struct touching *t = data;
  struct pram_plan *plan = t->plan;
  const struct pram_array *array = &plan->prog->arrays[a];
  const struct range *r = range_of (t, array, elements);
  plan->written[a] |= t->write && r->some;
  if (!r->any)
    return;
  int64_t from = array->origin + r->lo;
  int64_t to = array->origin + r->hi + array->elem_size;
  if (!t->any[a] || from < plan->touched_lo[a])
    plan->touched_lo[a] = from;
  if (!t->any[a] || to > plan->touched_hi[a])
    plan->touched_hi[a] = to;
  t->any[a] = true;
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
  struct touching t = { .poly = poly, .plan = plan,
			.any = PRAM_ARENA_NEW (arena, bool, n + 1) };
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
  for (int i = 0; i < MOST_RANGES; i++)
    isl_set_free (t.ranges[i].elements);
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
