/* extract-again.cc: read a function as often as it takes.

   SPDX-License-Identifier: GPL-3.0-or-later

   How a function is to be read is known when it has been read: which arrays are
   lookups, and which loops level loops because elements of these are chosen by
   them.

     for (k = 1; k < levels; k++) for (i = 0; i < m[k]; i++) … u[start[k] + i] …

   Where in each iteration of K inner loops are distributed they may be so in
   another way, which is seen if iterations are taken one by one.  Where K
   itself is distributed, or runs within what is, it stays a loop.

   A lookup of which each iteration of a distributed loop reads other elements is as
   long as the data.  It is known at entry where these are few, as many programs have
   them if they are told no size.  */

#include "pram-gcc.h"
#include "region.h"
#include "diagnostics.h"
#include "extract.h"

/* The plan of PROG, or null.  */
static struct pram_plan *
plan_of (struct pram_prog *prog)
{
  return (pram_delinearize (prog, &plug_silent)
	  ? pram_plan_build (prog, &plug_silent) : NULL);
}

/* PROG has a plan in which loops inside of LOOP, of the source, are parallel.  */
static bool
parallel_inside_p (struct pram_prog *prog, int loop)
{
  struct pram_plan *plan = plan_of (prog);
  for (int l = 0; plan && l < plan->n_layers; l++)
    for (const struct pram_node *node = plan->layers[l].placement.loop;
	 node && plan->layers[l].placement.coef; node = pram_node_loop (node))
      if (node->source_loop == loop + 1)
	return true;
  return false;
}

struct pram_prog *
plug_read (struct plug_region *region, bool scheme,
	   const struct pram_diag *diag)
{
  for (;;)
    {
      struct plug_wanted wanted;
      struct pram_prog *prog = plug_read_once (region, scheme, diag, &wanted);
      if (!wanted.param)
	return prog;
      if (wanted.loop >= 0 && parallel_inside_p (prog, wanted.loop))
	region->keeps_bounds = true;
      else if (wanted.param->lookup == PLUG_LOOKUP_UNDECIDED)
	wanted.param->lookup = PLUG_LOOKUP;
      pram_prog_free (prog);
    }
}

/* NODE, a loop of PROG, has others in it, for which it chooses elements.  */
static bool
chooses_p (const struct pram_prog *prog, const struct pram_node *node)
{
  return (node->kind == PRAM_LOOP && node->cookie
	  && ((class loop *) node->cookie)->inner
	  && pram_levels_choose_p (prog->source, node->source_loop - 1));
}

/* Add the loops in NODE, of PROG, that choose elements to CHOOSING, by the
   numbers that GCC gives them; but if PROG has a PLAN only those of its
   driver.  */
static void
find_choosing (const struct pram_prog *prog, const struct pram_plan *plan,
	       const struct pram_node *node, bitmap choosing)
{
  if (chooses_p (prog, node) && (!plan || pram_kind_driver_p (plan, node)))
    bitmap_set_bit (choosing, ((class loop *) node->cookie)->num);
  for (int i = 0; i < node->n_children; i++)
    find_choosing (prog, plan, node->children[i], choosing);
}

/* REGION, as it is to be read now, has a plan.  */
static bool
planned_p (struct plug_region *region)
{
  struct pram_prog *prog = plug_read (region, false, &plug_silent);
  bool ok = prog && plan_of (prog);
  pram_prog_free (prog);
  return ok;
}

struct pram_prog *
plug_read_anew (struct plug_region *region, const struct pram_diag *diag)
{
  if (!region->choosing)
    region->choosing = BITMAP_ALLOC (NULL);
  bitmap choosing = region->choosing;
  bitmap_clear (choosing);
  struct pram_prog *prog = plug_read (region, false, diag);
  if (!prog || !prog->source->lookups.n)
    return prog;
  auto_bitmap possible;
  find_choosing (prog, NULL, prog->root, possible);
  if (bitmap_empty_p (possible))
    return prog;
  const struct pram_plan *plan = plan_of (prog);
  find_choosing (prog, plan, prog->root, choosing);
  pram_prog_free (prog);
  if (!bitmap_empty_p (choosing) && !planned_p (region))
    bitmap_clear (choosing);
  return plug_read (region, false, &plug_silent);
}

/* E depends on what REGION isn't compiled for: a size, or elements that the program
   doesn't give.  */
static bool
unsettled_p (const struct plug_region *region, const struct pram_expr *e)
{
  for (int p = 0; p < region->n_params; p++)
    {
      const struct plug_param *param = &region->params[p];
      if ((param->variable && pram_expr_mentions_p (e, PRAM_EXPR_ENTRY, p))
	  || (param->lookup == PLUG_LOOKUP && param->assumed
	      && pram_expr_mentions_p (e, PRAM_EXPR_ELEMENT, p)))
	return true;
    }
  return false;
}

/* How often LOOP, of SOURCE, runs depends on such things.  */
static bool
variable_p (const struct plug_region *region, const struct pram_source *source,
	    int loop)
{
  const struct pram_source_loop *l = &source->loops[loop];
  for (int k = 0; k < l->n_leave; k++)
    if (unsettled_p (region, l->leave[k]))
      return true;
  return false;
}

/* One of its loads reads from LOOKUP, of SOURCE, other elements in each iteration of
   LOOP.  */
static bool
moves_along_p (const struct pram_lookup *lookup, int loop)
{
  for (int i = 0; i < lookup->n_loads; i++)
    if (pram_expr_mentions_p (lookup->loads[i].offset, PRAM_EXPR_ITERATOR, loop))
      return true;
  return false;
}

/* LAYER's distributed loop, or that which runs whole, as the source counts it; -1 if
   there is none.  */
static int
layer_loop (const struct pram_plan_layer *layer)
{
  const struct pram_node *node
    = layer->whole ? layer->node : layer->placement.loop;
  return node ? node->source_loop - 1 : -1;
}

/* LOOP, of SOURCE, is distributed by PLAN, or runs whole.  If there is none any
   innermost loop might.  */
static bool
layer_p (const struct pram_source *source, const struct pram_plan *plan, int loop)
{
  for (int l = 0; plan && l < plan->n_layers; l++)
    if (layer_loop (&plan->layers[l]) == loop)
      return true;
  for (int l = 0; !plan && l < source->n_loops; l++)
    if (source->loops[l].outer == loop)
      return false;
  return !plan;
}

/* LOOP, of the source, is one of those that a layer of PLAN consists of.  */
static bool
in_layer_p (const struct pram_plan *plan, int loop)
{
  for (int l = 0; l < plan->n_layers; l++)
    for (const struct pram_node *node = plan->layers[l].placement.loop; node;
	 node = pram_node_loop (node))
      {
	if (node->source_loop - 1 == loop)
	  return true;
	if (node == plan->layers[l].node)
	  break;
      }
  return false;
}

/* All loops that move along lookups, and there are some, are parts of layers.  */
static bool
all_grow_p (const struct plug_region *region, const struct pram_source *source,
	    const struct pram_plan *plan)
{
  bool some = false;
  for (int l = 0; plan && l < source->n_loops; l++)
    for (int k = 0; k < source->lookups.n; k++)
      if (moves_along_p (&source->lookups.lookup[k], l))
	{
	  some = true;
	  if (!variable_p (region, source, l) || !in_layer_p (plan, l))
	    return false;
	}
  return some;
}

bool
plug_parts_grow_p (const struct plug_region *region, struct pram_prog *prog)
{
  return (pram_delinearize (prog, &plug_silent)
	  && all_grow_p (region, prog->source,
			 pram_plan_layers (prog, &plug_silent)));
}

bool
plug_lookups_grow_p (struct plug_region *region, bool *lists)
{
  bool grow = false;
  struct pram_prog *prog = plug_read (region, false, &plug_silent);
  const struct pram_source *source = prog ? prog->source : NULL;
  const struct pram_plan *plan
    = (prog && pram_delinearize (prog, &plug_silent)
       ? pram_plan_layers (prog, &plug_silent) : NULL);
  for (int l = 0; source && l < source->n_loops; l++)
    if (variable_p (region, source, l) && layer_p (source, plan, l))
      for (int k = 0; k < source->lookups.n; k++)
	if (moves_along_p (&source->lookups.lookup[k], l))
	  {
	    grow = true;
	    *lists |= plug_list_p (&source->lookups.lookup[k]);
	  }
  pram_prog_free (prog);
  return grow;
}

/* Some of ITEMS, of SOURCE, is in a row of a table that LOOP chooses, as the grid of a
   level is.  */
static bool
chooses_row_p (const struct pram_source *source, const struct pram_items *items, int loop)
{
  for (int i = 0; i < items->n; i++)
    {
      const struct pram_item *item = items->item[i];
      if (item->kind == PRAM_ITEM_REFERENCE && source->arrays[item->array].pitch
	  && pram_expr_mentions_p (item->offset, PRAM_EXPR_ITERATOR, loop))
	return true;
      for (int s = 0; s < item->n_segments; s++)
	if (chooses_row_p (source, &item->segment[s], loop))
	  return true;
    }
  return false;
}

bool
plug_levels_grow_p (const struct plug_region *region, const struct pram_prog *prog)
{
  const struct pram_source *source = prog->source;
  bool grow = false;
  for (int l = 0; l < source->n_loops && !grow; l++)
    grow = (variable_p (region, source, l)
	    && plug_level_to_inspect_p (source, l)
	    && !chooses_row_p (source, &source->body, l));
  return grow;
}
