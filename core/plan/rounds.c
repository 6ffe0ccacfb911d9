/* rounds.c: who has an element at the end, if loops may not have run.

   SPDX-License-Identifier: Apache-2.0

   for (t) { for (i) v[i] = ...; while (...) for (i) v[i] = ...; }

   Who was last to write v[i] is known only when the program runs: the while
   loop may have run in some rounds, or in none.  Whoever reads v[i] gets it from
   all who may have been last, each as soon as it has written; behind the end
   nobody says in which order.  So it must be one unit that writes v[i] in all
   places.  It has the initial value, too, since it may not write
   (poly/instantiate.c).  */

#include "rounds.h"

#include "blocks.h"
#include "plan.h"

/* { [e] -> [unit] }: the units in which END's statement writes.  */
static isl_map *
units_of (const struct pram_poly *poly, const struct pram_plan *plan,
	  const struct pram_end *end)
{
  struct pram_affine at = pram_placement_coordinate
    (plan->prog, &pram_plan_layer_of (plan, end->stmt)->placement);
  isl_aff *unit = pram_poly_aff (poly, end->stmt, &at);
  isl_val *granularity = isl_val_int_from_si (poly->ctx, plan->granularity);
  unit = isl_aff_floor (isl_aff_scale_down_val (unit, granularity));
  isl_map *map = isl_map_reset_tuple_id (isl_map_copy (end->map), isl_dim_out);
  return isl_map_apply_range (isl_map_reverse (map), isl_map_from_aff (unit));
}

bool
pram_rounds_end_p (const struct pram_poly *poly, const struct pram_flows *flows,
		   int object)
{
  bool found = false;
  for (int i = 0; i < flows->n_outputs; i++)
    found |= (flows->outputs[i].object == object
	      && pram_poly_unsure_p (poly, flows->outputs[i].stmt));
  return found;
}

bool
pram_rounds_agree_p (const struct pram_poly *poly,
		     const struct pram_plan *plan,
		     const struct pram_flows *flows, int object)
{
  isl_map *all = NULL;
  for (int i = 0; i < flows->n_outputs; i++)
    if (flows->outputs[i].object == object)
      {
	isl_map *units = units_of (poly, plan, &flows->outputs[i]);
	all = all ? isl_map_union (all, units) : units;
      }
  if (!all)
    return true;
  isl_set *forgotten = pram_poly_forget_rounds (poly, isl_map_wrap (all));
  all = isl_set_unwrap (forgotten);
  bool agree = isl_map_is_single_valued (all) == isl_bool_true;
  isl_map_free (all);
  return agree;
}
