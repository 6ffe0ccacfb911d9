/* flow-forms.c: accesses that take the same elements.

   SPDX-License-Identifier: Apache-2.0

   Of flow.h; flow-nests.h says how.  Many arrays are accessed in the same way, by
   the same iterations, and often an element is mentioned several times.  What isl
   finds out about an access it is asked but once for all of the same *form*.  */

#include "flow-nests.h"

isl_map *
pram_flow_elements (const struct builder *b,
		    const struct pram_poly_stmt *stmt,
		    const struct pram_access *access)
{
  return isl_map_reset_tuple_id (pram_poly_access (b->poly, stmt, access),
				 isl_dim_out);
}

/* --- Forms ---------------------------------------------------------------- */

struct form *
pram_flow_form (const struct builder *b, const struct pram_poly_stmt *stmt,
		const struct pram_access *access)
{
  struct forms *forms = b->forms;
  for (int i = forms->n - 1; i >= 0; i--)
    if (pram_poly_alike_p (b->poly, forms->list[i]->stmt,
			   forms->list[i]->access, stmt, access))
      return forms->list[i];
  struct form *form = PRAM_ARENA_NEW (b->arena, struct form, 1);
  form->stmt = stmt;
  form->access = access;
  form->range = isl_map_range (pram_flow_elements (b, stmt, access));
  *PRAM_ARENA_PUSH (b->arena, forms->list, forms->n) = form;
  return form;
}

bool
pram_flow_injective_p (const struct builder *b, struct form *form)
{
  if (form->injective == UNASKED)
    {
      isl_map *map = pram_flow_elements (b, form->stmt, form->access);
      form->injective = isl_map_is_injective (map) == isl_bool_true ? YES : NO;
      isl_map_free (map);
    }
  return form->injective == YES;
}

bool
pram_flow_apart_p (struct pram_arena *arena, struct form *x, struct form *y)
{
  for (int i = 0; i < x->n_compared; i++)
    if (x->compared[i].with == y)
      return x->compared[i].apart;
  bool apart = isl_set_is_disjoint (x->range, y->range) == isl_bool_true;
  *PRAM_ARENA_PUSH (arena, x->compared, x->n_compared)
    = (struct compared) { y, apart };
  if (x != y)
    *PRAM_ARENA_PUSH (arena, y->compared, y->n_compared)
      = (struct compared) { x, apart };
  return apart;
}

isl_set *
pram_flow_form_box (struct form *form)
{
  if (!form->box)
    form->box = pram_flow_box (form->range);
  return form->box;
}

void
pram_flow_forms_free (struct forms *forms)
{
  for (int i = 0; i < forms->n; i++)
    {
      isl_set_free (forms->list[i]->range);
      isl_set_free (forms->list[i]->box);
    }
}

/* --- Boxes ---------------------------------------------------------------- */

isl_set *
pram_flow_box (isl_set *set)
{
  isl_set *box = isl_set_from_basic_set
    (isl_set_simple_hull (isl_set_remove_divs (isl_set_copy (set))));
  for (int d = 0; d < isl_set_dim (set, isl_dim_set); d++)
    {
      isl_val *min = isl_set_dim_min_val (isl_set_copy (set), d);
      isl_val *max = isl_set_dim_max_val (isl_set_copy (set), d);
      if (isl_val_is_int (min) == isl_bool_true)
	box = isl_set_lower_bound_val (box, isl_dim_set, (unsigned) d,
				       isl_val_copy (min));
      if (isl_val_is_int (max) == isl_bool_true)
	box = isl_set_upper_bound_val (box, isl_dim_set, (unsigned) d,
				       isl_val_copy (max));
      isl_val_free (min);
      isl_val_free (max);
    }
  return isl_set_from_basic_set (isl_set_simple_hull (box));
}

bool
pram_flow_plain_p (isl_set *set)
{
  return (isl_set_n_basic_set (set) == 1
	  && isl_set_involves_locals (set) == isl_bool_false);
}

bool
pram_flow_within_p (isl_set *box, isl_set *all)
{
  return (box && all && pram_flow_plain_p (box)
	  && pram_flow_plain_p (all)
	  && isl_set_is_subset (box, all) == isl_bool_true);
}

