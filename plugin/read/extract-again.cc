/* extract-again.cc: read a function as often as it takes.

   SPDX-License-Identifier: GPL-3.0-or-later

   How a function is to be read is known when it has been read: which arrays are
   lookups, and which loops level loops because elements of these are chosen by
   them.

     for (k = 1; k < levels; k++) for (i = 0; i < m[k]; i++) … u[start[k] + i] …

   Where in each iteration of K inner loops are distributed they may be so in
   another way, which is seen if iterations are taken one by one.  Where K
   itself is distributed, or runs within what is, it stays a loop.  */

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
