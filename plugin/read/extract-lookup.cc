/* extract-lookup.cc: arrays of integers whose elements are entry values.

   SPDX-License-Identifier: GPL-3.0-or-later

   An array becomes a lookup (core/prog/lookup.h) only where the region can't be
   read without: an index, a condition or the bound of a loop depends on its
   elements.  The region must not change it, and read it as integers of one type.
   All its loads are noted, whatever they are for: the processes that run them
   have nothing but what is known at entry.

   Requires of the loops around a load that their exits have been found.  */

#include "pram-gcc.h"
#include "region.h"
#include "diagnostics.h"
#include "extract.h"
#include "given.h"
#include "choosing.h"
#include "roles.h"

/* --- Which arrays --------------------------------------------------------- */

/* The parameter that is the array with the number NAME, or null.  */
static struct plug_param *
param_of_array (struct plug_extract *x, int name)
{
  for (int p = 0; name >= 0 && p < x->region->n_params; p++)
    if (x->name_of_param[p] == name)
      return &x->region->params[p];
  return NULL;
}

/* The type of REF, read by STMT, if that can be an element of a lookup; else
   -1.  */
static int
type_of_load (gimple *stmt, tree ref)
{
  tree type = TREE_TYPE (ref), lhs = gimple_get_lhs (stmt);
  if (!INTEGRAL_TYPE_P (type) || !lhs || TREE_CODE (lhs) != SSA_NAME
      || (TREE_CODE (ref) == COMPONENT_REF
	  && DECL_BIT_FIELD (TREE_OPERAND (ref, 1))))
    return -1;
  return plug_type_of (type);
}

/* STMT doesn't keep PARAM from being a lookup of elements of *TYPE, which is
   set if it is -1.  */
static bool
statement_fits_p (struct plug_extract *x, const struct plug_param *param,
		  gimple *stmt, int *type)
{
  tree load, store;
  plug_references (stmt, &load, &store);
  if (store && param_of_array (x, plug_array_of (x, store)) == param)
    return false;
  if (!load || param_of_array (x, plug_array_of (x, load)) != param)
    return true;
  int found = type_of_load (stmt, load);
  if (*type < 0)
    *type = found;
  return found >= 0 && found == *type;
}

/* PARAM can be a lookup: of elements of *TYPE.  */
static bool
possible_p (struct plug_extract *x, const struct plug_param *param,
	    int *type)
{
  basic_block bb;
  *type = -1;
  if (param->kind != PRAM_ARG_ARRAY || param->guard || param->row_unit)
    return false;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (!statement_fits_p (x, param, gsi_stmt (gsi), type))
	return false;
  return *type >= 0;
}

/* Assume what the elements of PARAM are that the program doesn't give.  */
static void
assume (struct plug_extract *x, struct plug_param *param)
{
  auto_vec<tree> loads;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	tree load, store;
	plug_references (gsi_stmt (gsi), &load, &store);
	if (load && param_of_array (x, plug_array_of (x, load)) == param)
	  loads.safe_push (gimple_get_lhs (gsi_stmt (gsi)));
      }
  plug_assume_elements (x->region, param, &loads);
}

/* REF is one of few elements: where it is depends on entry values alone, and on which
   part is done of a loop that is done in parts.  It may be known at entry where
   others of the array are inspected: for (k = 0; k < start[n]; k++).  */
static bool
few_elements_p (struct plug_extract *x, tree ref)
{
  struct plug_pointer pointer;
  if (!plug_reference_pointer (x, ref, &pointer))
    return false;
  bool few = (!pram_expr_mentions_p (pointer.offset, PRAM_EXPR_ELEMENT, -1)
	      && !pram_expr_mentions_p (pointer.offset, PRAM_EXPR_DATA, -1)
	      && !pram_expr_mentions_p (pointer.offset, PRAM_EXPR_TRIPS, -1));
  for (unsigned l = 1; few && l < number_of_loops (cfun); l++)
    if (class loop *loop = get_loop (cfun, l))
      few = (x->loops[l].number < 0
	     || (x->region->takes_apart && plug_stages_p (loop))
	     || !plug_moves_p (x, pointer.offset, x->loops[l].number));
  return few;
}

/* P, of REGION, is taken to be as usual, and so are those of its name, by which rows of arrays
   are as long.  */
static void
lengthen (struct plug_region *region, struct plug_param *p)
{
  HOST_WIDE_INT value = p->expected + BOUND;
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].variable && strcmp (region->params[i].name, p->name) == 0)
      region->params[i].expected = value;
}

/* Sizes of X bound loops by which REF moves, and are expected to be so few that each iteration
   may be another case, which others wouldn't be: let them be as usual.  */
static void
lengthen_loops (struct plug_extract *x, tree ref)
{
  struct plug_pointer pointer;
  bool any = false;
  for (int l = 0; plug_reference_pointer (x, ref, &pointer) && l < x->source->n_loops; l++)
    for (int p = 0; plug_moves_p (x, pointer.offset, l) && p < x->region->n_params; p++)
      {
	struct plug_param *param = &x->region->params[p];
	const struct pram_source_loop *loop = &x->source->loops[l];
	for (int k = 0; k < loop->n_leave; k++)
	  if (param->variable && !param->follows && !param->usual && param->expected > 1
	      && param->expected < PRAM_MAX_LEVELS
	      && pram_expr_mentions_p (loop->leave[k], PRAM_EXPR_ENTRY, p))
	    {
	      lengthen (x->region, param);
	      any = true;
	    }
      }
  if (any)
    plug_assume_again (x->region);
}

bool
plug_want_lookup (struct plug_extract *x, tree ref)
{
  int type;
  struct plug_param *param = param_of_array (x, plug_array_of (x, ref));
  if (x->scheme || !param || param->lookup != PLUG_LOOKUP_UNDECIDED
      || (x->inspects && !few_elements_p (x, ref))
      || !possible_p (x, param, &type))
    return false;
  /* Arrays may say themselves how long they, or their rows, are.  */
  if (!param->n_elements && !param->array_bytes && plug_declared_bound (x->region) >= BOUND)
    lengthen_loops (x, ref);
  if (!param->n_elements && !param->assumed)
    assume (x, param);
  x->wanted = param;
  return true;
}

struct plug_param *
plug_lookup_of (struct plug_extract *x, tree ref)
{
  if (!x->source->lookups.n)
    return NULL;
  struct plug_param *param = param_of_array (x, plug_array_of (x, ref));
  return (param && param->lookup == PLUG_LOOKUP
	  && (!x->inspects || few_elements_p (x, ref)) ? param : NULL);
}

/* --- Loads ---------------------------------------------------------------- */

/* Note that NAME is loaded from PARAM, OFFSET bytes behind its base.  */
static void
note_load (struct plug_extract *x, tree name, struct plug_param *param,
	   const struct pram_expr *offset)
{
  gimple *stmt = SSA_NAME_DEF_STMT (name);
  basic_block bb = gimple_bb (stmt);
  class loop *loop = bb->loop_father;
  if (!bitmap_set_bit (x->loads, SSA_NAME_VERSION (name)))
    return;
  if (loop_outer (loop))
    plug_loop_of (x, loop);
  struct pram_load load;
  memset (&load, 0, sizeof load);
  load.loop = plug_loop_number (x, loop);
  load.at = plug_position_of (x, bb, loop);
  load.offset = offset;
  load.cookie = stmt;
  int number = (int) (param - x->region->params);
  struct pram_lookup *lookup = pram_lookup_find (&x->source->lookups, number);
  *PRAM_ARENA_PUSH (x->source->arena, lookup->loads, lookup->n_loads) = load;
}

const struct pram_expr *
plug_element_of (struct plug_extract *x, tree name)
{
  gimple *stmt = SSA_NAME_DEF_STMT (name);
  struct plug_pointer pointer;
  if (!gimple_assign_load_p (stmt))
    return NULL;
  tree ref = gimple_assign_rhs1 (stmt);
  struct plug_param *param = plug_lookup_of (x, ref);
  if (!param || !plug_reference_pointer (x, ref, &pointer))
    return NULL;
  if (x->n_pending)
    x->pending_loads.safe_push (name);
  else
    note_load (x, name, param, pointer.offset);
  return pram_expr_element (x->exprs, (int) (param - x->region->params),
			    param->name, pointer.offset);
}

void
plug_note_pending_loads (struct plug_extract *x)
{
  while (!x->n_pending && !x->pending_loads.is_empty ())
    {
      tree name = x->pending_loads.pop ();
      if (bitmap_set_bit (x->seen_loads, SSA_NAME_VERSION (name)))
	plug_value_of (x, name);
    }
}

void
plug_note_loads (struct plug_extract *x)
{
  basic_block bb;
  if (!x->source->lookups.n)
    return;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	tree load, store;
	plug_references (gsi_stmt (gsi), &load, &store);
	if (load && plug_lookup_of (x, load))
	  plug_value_of (x, gimple_get_lhs (gsi_stmt (gsi)));
      }
}

/* --- The lookups ----------------------------------------------------------- */

/* PARAM is a lookup of elements of TYPE.  */
static void
add_lookup (struct plug_extract *x, struct plug_param *param, int type)
{
  struct pram_source *source = x->source;
  struct pram_lookup *lookup
    = pram_lookup_add (&source->lookups, source->arena,
		       (int) (param - x->region->params),
		       pram_arena_strdup (source->arena, param->name),
		       (enum pram_type) type);
  lookup->object = param->array_bytes;
  /* Few of them, then, as where levels begin; or what there is beside pointers.  */
  lookup->ahead = x->inspects || param->stride;
  lookup->n_values = param->n_elements;
  lookup->values = PRAM_ARENA_NEW (source->arena, int64_t,
				   param->n_elements + 1);
  for (int k = 0; k < param->n_elements; k++)
    lookup->values[k] = param->elements[k];
  lookup->rest = param->rest;
  lookup->step = param->step;
}

void
plug_add_lookups (struct plug_extract *x)
{
  int type;
  for (int p = 0; !x->scheme && p < x->region->n_params; p++)
    if (x->region->params[p].lookup == PLUG_LOOKUP
	&& possible_p (x, &x->region->params[p], &type))
      add_lookup (x, &x->region->params[p], type);
  pram_scope_set_lookups (x->scope, &x->source->lookups);
}

/* STMT stores to PARAM.  */
static bool
changes_p (struct plug_extract *x, const struct plug_param *param, gimple *stmt)
{
  tree load, store;
  plug_references (stmt, &load, &store);
  return store && param_of_array (x, plug_array_of (x, store)) == param;
}

void
plug_explain_data (struct plug_extract *x, gimple *stmt, tree ref)
{
  struct plug_param *param = param_of_array (x, plug_array_of (x, ref));
  basic_block bb;
  int line = plug_line (x->region, gimple_location (stmt));
  if (x->wanted || !param || !INTEGRAL_TYPE_P (TREE_TYPE (ref)))
    return;
  if (param->refusal)
    pram_diag_report (x->diag, PRAM_HINT, line, "%s", param->refusal);
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (!param->refusal && changes_p (x, param, gsi_stmt (gsi)))
	{
	  line = plug_line (x->region, gimple_location (gsi_stmt (gsi)));
	  pram_diag_report (x->diag, PRAM_HINT, line, "what '%s' holds isn't "
			    "known when the region is entered: it is changed "
			    "here", param->name);
	  return;
	}
}

/* Some of ITEMS writes where the iterator of LOOP says.  */
static bool
written_by_p (const struct pram_items *items, int loop)
{
  for (int i = 0; i < items->n; i++)
    {
      const struct pram_item *item = items->item[i];
      if (item->kind == PRAM_ITEM_REFERENCE && item->write
	  && pram_expr_mentions_p (item->offset, PRAM_EXPR_ITERATOR, loop))
	return true;
      for (int s = 0; s < item->n_segments; s++)
	if (written_by_p (&item->segment[s], loop))
	  return true;
    }
  return false;
}

/* Let the sizes of X that bound LOOP, of the source, be small.  False if they
   are, or there is none.  */
static bool
shorten_loop (struct plug_extract *x, int loop)
{
  enum { FEW = 8 };
  const struct pram_source_loop *l = &x->source->loops[loop];
  bool any = false;
  for (int p = 0; p < x->region->n_params; p++)
    for (int k = 0; k < l->n_leave && x->region->params[p].variable; k++)
      if (x->region->params[p].expected > FEW
	  && pram_expr_mentions_p (l->leave[k], PRAM_EXPR_ENTRY, p))
	{
	  if (!x->region->params[p].usual)
	    x->region->params[p].usual = x->region->params[p].expected;
	  x->region->params[p].expected = FEW;
	  x->region->params[p].follows = false;
	  any = true;
	}
  if (any)
    plug_assume_again (x->region);
  return any;
}

/* Some loop stands in LOOP, of the source.  */
static bool
outer_p (const struct pram_source *source, int loop)
{
  for (int l = 0; l < source->n_loops; l++)
    if (source->loops[l].outer == loop)
      return true;
  return false;
}

bool
plug_list_p (const struct pram_lookup *lookup)
{
  int roles = 0;
  for (int i = 0; i < lookup->n_loads; i++)
    roles |= plug_roles_of (gimple_get_lhs ((gimple *) lookup->loads[i].cookie));
  return !(roles & (1 << START | 1 << LIMIT));
}

/* LOOP is inside of one whose iterations choose what is written.  */
static bool
inside_writing_p (const struct pram_source *source, int loop)
{
  for (int l = source->loops[loop].outer; l >= 0; l = source->loops[l].outer)
    if (written_by_p (&source->body, l))
      return true;
  return false;
}

/* Too many elements of LOOKUP are read.  Where it is the inner loop over the
   points of a stencil that reads them, which chooses nothing that is written,
   or a loop over levels or blocks, that was assumed to be too long.  But if
   there are loops inside, or none around that writes, and LOOKUP is a list, it may
   be one over all rows of a matrix, or over a mesh.  */
static bool
shorten_loops (struct plug_extract *x, const struct pram_lookup *lookup)
{
  bool any = false;
  for (int i = 0; i < lookup->n_loads; i++)
    for (int l = lookup->loads[i].loop; l >= 0; l = x->source->loops[l].outer)
      if (pram_expr_mentions_p (lookup->loads[i].offset, PRAM_EXPR_ITERATOR, l)
	  && (outer_p (x->source, l) || !written_by_p (&x->source->body, l)))
	{
	  any |= shorten_loop (x, l);
	  x->region->short_only |= ((outer_p (x->source, l)
				|| !inside_writing_p (x->source, l))
			       && plug_list_p (lookup));
	}
  return any;
}

/* Which rows O is about loops choose that are bounded by elements of a lookup, as the grids of
   a V-cycle are: let the loop over them be short.  False if it is.  */
static bool
shorten_levels (struct plug_extract *x, const struct pram_obstacle *o)
{
  const struct pram_lookups *all = &x->source->lookups;
  if (o->kind != PRAM_OBSTACLE_OFFSET || !x->source->arrays[o->item->array].pitch)
    return false;
  for (int k = 0; k < all->n; k++)
    for (int i = 0; i < all->lookup[k].n_loads; i++)
      for (int l = all->lookup[k].loads[i].loop; l >= 0; l = x->source->loops[l].outer)
	if (pram_expr_mentions_p (all->lookup[k].loads[i].offset, PRAM_EXPR_ITERATOR, l)
	    && pram_expr_mentions_p (o->item->offset, PRAM_EXPR_ITERATOR, l)
	    && outer_p (x->source, l) && shorten_loop (x, l))
	  {
	    x->wanted = &x->region->params[all->lookup[k].number];
	    return true;
	  }
  return false;
}

/* Let the loops be short by which too many elements are read of some lookup:
   the function is to be read anew for it.  False if there is none.  */
static bool
shorten_any (struct plug_extract *x)
{
  const struct pram_lookups *all = &x->source->lookups;
  /* Others may not be known because one isn't.  */
  pram_scope_learn_all (x->scope);
  for (int k = 0; k < all->n; k++)
    if (all->lookup[k].excessive && shorten_loops (x, &all->lookup[k]))
      {
	x->wanted = &x->region->params[all->lookup[k].number];
	return true;
      }
  return false;
}

/* What OBSTACLE says can't be a lookup is none; unless it can once loops are
   shorter, or another one is, which is then wanted.  So is an index of rows that is no
   obstacle once loops over levels are shorter.  False if the obstacle is another one.  */
bool
plug_give_up_lookup (struct plug_extract *x, const struct pram_obstacle *o)
{
  if (o->kind != PRAM_OBSTACLE_LOOKUP)
    return shorten_levels (x, o);
  for (int i = 0; i < o->lookup->n_loads && !o->lookup->excessive; i++)
    if (o->lookup->loads[i].state != PRAM_LOAD_KNOWN)
      if (plug_want_place (x, (gimple *) o->lookup->loads[i].cookie))
	return true;
  if (shorten_any (x))
    return true;
  struct plug_param *param = &x->region->params[o->lookup->number];
  param->lookup = PLUG_NO_LOOKUP;
  param->refusal = xstrdup (pram_obstacle_text (x->source, o));
  x->wanted = param;
  return true;
}
