/* unchanged.cc: stores that leave what is there in some cases.

   SPDX-License-Identifier: GPL-3.0-or-later

     x[t] = d < x[t] ? d : x[t];	->	if (d < x[t]) x[t] = d;

   Where data choose the element it is so that an update under a condition is known
   (read/deposit.h).  What is loaded has been made one value (reread.cc).

   Requires: SSA, loops, dominators.  Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"
#include "read/places.h"

/* VALUE has been loaded from where STORE stores it to, before the ways part of which E is
   one, and is still there: the reference; else null.  */
static tree
still_there (tree value, gimple *store, edge e)
{
  tree lhs = gimple_assign_lhs (store);
  value = plug_strip_copies (value);
  gimple *load = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
  return (load && gimple_assign_load_p (load)
	  && dominated_by_p (CDI_DOMINATORS, e->src, gimple_bb (load))
	  && plug_same_place_p (gimple_assign_rhs1 (load), lhs)
	  && plug_memory_for (load, lhs) == plug_memory_for (store, lhs)
	  ? gimple_assign_rhs1 (load) : NULL_TREE);
}

/* Store what PHI, in STORE's block, is if control comes over E, to REF, where STORE does,
   and only then.  */
static void
store_there (gimple *store, gphi *phi, edge e, tree ref)
{
  tree value = plug_strip_copies (PHI_ARG_DEF_FROM_EDGE (phi, e));
  gassign *moved = gimple_build_assign (unshare_expr (ref), value);
  gimple_set_location (moved, gimple_location (store));
  gsi_insert_on_edge_immediate (e, moved);
  gimple_stmt_iterator i = gsi_for_stmt (store);
  unlink_stmt_vdef (store);
  gsi_remove (&i, true);
  release_defs (store);
}

/* Before STORE its block does nothing with its array, nor changes memory.  */
static bool
first_access_p (gimple *store)
{
  tree root = plug_root_of (gimple_assign_lhs (store));
  gimple_stmt_iterator i = gsi_for_stmt (store);
  for (gsi_prev (&i); !gsi_end_p (i); gsi_prev (&i))
    if (gimple_vuse (gsi_stmt (i))
	&& (!gimple_assign_load_p (gsi_stmt (i)) || !root
	    || plug_root_of (gimple_assign_rhs1 (gsi_stmt (i))) == root))
      return false;
  return true;
}

/* Do so with STORE, if it leaves what is there on one of two ways; note what may be UNUSED
   then.  */
static bool
store_on_one_way (gimple *store, bitmap unused)
{
  tree value = plug_strip_copies (gimple_assign_rhs1 (store));
  gphi *phi = (TREE_CODE (value) == SSA_NAME
	       ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (value)) : NULL);
  if (!phi || gimple_phi_num_args (phi) != 2 || gimple_bb (phi) != gimple_bb (store)
      || gimple_bb (phi) == gimple_bb (phi)->loop_father->header
      || !plug_loaded_index_p (gimple_assign_lhs (store)) || !first_access_p (store))
    return false;
  for (int k = 0; k < 2; k++)
    {
      edge other = gimple_phi_arg_edge (phi, 1 - k);
      if (tree ref = still_there (gimple_phi_arg_def (phi, k), store, other))
	{
	  bitmap_set_bit (unused, SSA_NAME_VERSION (gimple_assign_rhs1 (store)));
	  store_there (store, phi, other, ref);
	  return true;
	}
    }
  return false;
}

void
plug_leave_unchanged (void)
{
  auto_vec<gimple *> stores;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      if (gimple_store_p (gsi_stmt (i)) && gimple_assign_single_p (gsi_stmt (i))
	  && !gimple_has_volatile_ops (gsi_stmt (i)))
	stores.safe_push (gsi_stmt (i));
  for (gimple *store : stores)
    {
      auto_bitmap unused;
      if (!store_on_one_way (store, unused))
	continue;
      /* The next one may be to the same place.  */
      simple_dce_from_worklist (unused);
      mark_virtual_operands_for_renaming (cfun);
      update_ssa (TODO_update_ssa);
    }
}
