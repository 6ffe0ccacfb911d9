/* extract-names.cc: what array names stand for.

   SPDX-License-Identifier: GPL-3.0-or-later

   In a prog a name stands for what the pointer swaps so far have made of it
   (core/prog/prog.h, "Array names").  So wherever names are permuted by a loop
   around or before it, an access must go through that loop's pointers: a
   program that uses the array itself, say `a' after `old = a' and swaps of
   `old' and `new', means the object, which no name stands for any more.  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"

/* NAME without copies and conversions.  */
static tree
strip_copies (tree name)
{
  for (;;)
    {
      gimple *def = (TREE_CODE (name) == SSA_NAME
		     ? SSA_NAME_DEF_STMT (name) : NULL);
      if (!def || !is_gimple_assign (def) || gimple_vuse (def)
	  || !(gimple_assign_ssa_name_copy_p (def)
	       || CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def))))
	return name;
      name = gimple_assign_rhs1 (def);
    }
}

gphi *
plug_pointer_phi (tree base, class loop *loop)
{
  for (;;)
    {
      base = strip_copies (base);
      gimple *def = (TREE_CODE (base) == SSA_NAME
		     ? SSA_NAME_DEF_STMT (base) : NULL);
      gphi *phi = def ? dyn_cast <gphi *> (def) : NULL;
      if (!phi)
	return NULL;
      class loop *at = gimple_bb (phi)->loop_father;
      if (at == loop)
	return phi;
      if (at->header != gimple_bb (phi) || !loop_outer (at))
	return NULL;
      base = PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (at));
    }
}

/* ITEM, an access, does what it says in spite of the permutation of LOOP, which
   stands around or before it.  */
static bool
check_access (struct plug_extract *x, const struct pram_item *item,
	      const struct pram_item *loop)
{
  const struct plug_access *cookie = (const struct plug_access *) item->cookie;
  if (loop->next[item->array] == item->array
      || plug_pointer_phi (cookie->base, (class loop *) loop->cookie))
    return true;
  const char *name = x->source->arrays[item->array].name;
  return plug_refuse (x, gimple_location (cookie->stmt),
		      "'%s' is used here beside pointers to it that the loop "
		      "at line %d exchanges; use the pointers", name,
		      loop->line);
}

/* NAME is the same in all iterations of LOOP.  */
static bool
same_in_all_p (class loop *loop, tree name)
{
  name = strip_copies (name);
  return (TREE_CODE (name) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (name)
	  || !flow_bb_inside_loop_p (loop,
				     gimple_bb (SSA_NAME_DEF_STMT (name))));
}

/* LOOP, an item, leaves all names as they were, as it always runs so often.  */
static bool
restores_p (struct plug_extract *x, const struct pram_item *loop)
{
  tree last = number_of_latch_executions ((class loop *) loop->cookie);
  if (!tree_fits_shwi_p (last))
    return false;
  for (int a = 0; a < x->source->n_arrays; a++)
    {
      int period = 1;
      for (int b = loop->next[a]; b != a; b = loop->next[b])
	period++;
      if ((tree_to_shwi (last) + loop->last_too) % period)
	return false;
    }
  return true;
}

/* What LOOP, an item, exchanges stays exchanged in the next iteration of the loops
   around: pointers that are set anew there mean objects, which the names of the
   prog don't.  */
static bool
check_kept (struct plug_extract *x, const struct pram_item *item)
{
  class loop *loop = (class loop *) item->cookie;
  if (restores_p (x, item))
    return true;
  for (class loop *around = loop_outer (loop); loop_outer (around);
       around = loop_outer (around))
    for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
	 gsi_next (&i))
      {
	gphi *phi = i.phi ();
	tree name = gimple_phi_result (phi);
	tree next = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop));
	gphi *from = (POINTER_TYPE_P (TREE_TYPE (name))
		      ? plug_pointer_phi (next, loop) : NULL);
	tree start = PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop));
	if (from && from != phi && same_in_all_p (around, start))
	  return plug_refuse (x, plug_loop_location (around), "each iteration "
			      "of this loop sets anew the pointers that the "
			      "loop at line %d exchanges; let them stay "
			      "exchanged, or copy", item->line);
      }
  return true;
}

/* All accesses in ITEMS, and the loops, are as names have it.  LOOPS stand around and
   before them, and then those in ITEMS, too.  */
static bool
check_items (struct plug_extract *x, const struct pram_items *items,
	     vec<const struct pram_item *> *loops)
{
  for (int i = 0; i < items->n; i++)
    {
      const struct pram_item *item = items->item[i];
      if (item->kind == PRAM_ITEM_REFERENCE)
	for (const struct pram_item *loop : *loops)
	  if (!check_access (x, item, loop))
	    return false;
      if (item->kind != PRAM_ITEM_LOOP)
	continue;
      if (item->next && !check_kept (x, item))
	return false;
      if (item->next)
	loops->safe_push (item);
      unsigned n = loops->length ();
      for (int s = 0; s < item->n_segments; s++)
	if (!check_items (x, &item->segment[s], loops))
	  return false;
      loops->truncate (n);
    }
  return true;
}

bool
plug_check_names (struct plug_extract *x)
{
  auto_vec<const struct pram_item *> loops;
  return check_items (x, &x->source->body, &loops);
}
