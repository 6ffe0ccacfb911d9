/* reread.cc: what a loop has read, read again behind it.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (k = 0; k < n; k++)
       if (c[k] > 0)
	 {
	   lo = c[k];
	   break;
	 }

   What stands in front of the break is behind the loop, where K is what data have
   made of it: which element of C is read nobody could tell.  But it is what the
   loop has read last: LO is that value.

   Only such loads are replaced, of which an equal one in the loop comes before in
   any case; what is read twice within a loop costs nothing and stays.  But

     if (h[key[i]] < most) h[key[i]]++;
     sorted[next[key[i]]] = i; next[key[i]]++;
     sorted[--next[key[i]]] = i;
     least[to[k]] = d < least[to[k]] ? d : least[to[k]];

   are one update each only if H, and NEXT, are read once, and not for what has just been
   stored (read/deposit.h); and where an inner loop ends, in

     for (k = row[list[i]]; k < row[list[i] + 1]; k++) …

   is decided by what has been read before it.

   Requires: SSA, loops, dominators.  Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"
#include "read/places.h"

/* How far it is looked for what leads somewhere.  */
enum { MAX_STEPS = 4 };

/* STMT loads a scalar.  */
static bool
load_p (gimple *stmt)
{
  return (gimple_assign_load_p (stmt)
	  && TREE_CODE (gimple_assign_lhs (stmt)) == SSA_NAME
	  && !gimple_has_volatile_ops (stmt));
}

/* TWIN is in a loop which LOAD is behind.  */
static bool
in_loop_before_p (gimple *twin, gimple *load)
{
  class loop *loop = gimple_bb (twin)->loop_father;
  return (loop_outer (loop) && !flow_bb_inside_loop_p (loop, gimple_bb (load))
	  && dominated_by_p (CDI_DOMINATORS, gimple_bb (load),
			     gimple_bb (twin)));
}

/* What a loop has loaded that LOAD, behind it, would load again, or null.  */
static tree
loaded_before (gimple *load)
{
  imm_use_iterator iter;
  use_operand_p use;
  tree value = gimple_assign_lhs (load);
  FOR_EACH_IMM_USE_FAST (use, iter, gimple_vuse (load))
    {
      gimple *twin = USE_STMT (use);
      if (twin != load && load_p (twin) && in_loop_before_p (twin, load)
	  && plug_same_value_p (gimple_assign_lhs (twin), value))
	return gimple_assign_lhs (twin);
    }
  return NULL_TREE;
}

/* VALUE is part of where something is.  */
static bool
leads_p (tree value, int steps)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, value)
    {
      gassign *stmt = dyn_cast <gassign *> (USE_STMT (use));
      if (!stmt || (gimple_vuse (stmt) && gimple_assign_rhs1 (stmt) == value))
	continue;
      if (gimple_vuse (stmt) || gimple_assign_rhs_code (stmt) == POINTER_PLUS_EXPR
	  || (steps && leads_p (gimple_assign_lhs (stmt), steps - 1)))
	return true;
    }
  return false;
}

/* LOAD yields an index of something else.  */
static bool
index_p (gimple *load)
{
  tree value = gimple_assign_lhs (load);
  return INTEGRAL_TYPE_P (TREE_TYPE (value)) && leads_p (value, MAX_STEPS);
}

/* What has been loaded before the loop that LOAD is in, inside of another one, and LOAD
   would load again in each iteration to find something else, or null.  */
static tree
loaded_around (gimple *load)
{
  enum { MAX_BLOCKS = 8 };
  class loop *loop = gimple_bb (load)->loop_father;
  if (loop_depth (loop) < 2 || !plug_indexed_p (gimple_assign_rhs1 (load))
      || !index_p (load))
    return NULL_TREE;
  basic_block bb = gimple_bb (load);
  for (int blocks = 0; blocks < MAX_BLOCKS && loop_outer (bb->loop_father); blocks++)
    {
      bb = get_immediate_dominator (CDI_DOMINATORS, bb);
      if (flow_loop_nested_p (bb->loop_father, loop))
	for (gimple_stmt_iterator i = gsi_last_bb (bb); !gsi_end_p (i); gsi_prev (&i))
	  if (load_p (gsi_stmt (i)) && plug_loads_same_p (gsi_stmt (i), load))
	    return gimple_assign_lhs (gsi_stmt (i));
    }
  return NULL_TREE;
}

/* BB stores to where REF is, behind I.  */
static bool
stores_p (basic_block bb, gimple_stmt_iterator i, tree ref)
{
  for (; !gsi_end_p (i); gsi_next (&i))
    if (gimple_store_p (gsi_stmt (i)) && gimple_assign_single_p (gsi_stmt (i))
	&& plug_same_place_p (gimple_assign_lhs (gsi_stmt (i)), ref))
      return true;
  return single_succ_p (bb) && single_succ (bb)->loop_father == bb->loop_father
	 && single_succ (bb) != bb->loop_father->header && !single_pred_p (single_succ (bb))
	 && stores_p (single_succ (bb), gsi_start_bb (single_succ (bb)), ref);
}

/* LOAD is of an element that data choose and that is stored to in its block or where its
   way joins others: x[t] = d < x[t] ? d : x[t].  */
static bool
updated_p (gimple *load)
{
  tree ref = gimple_assign_rhs1 (load);
  return (plug_loaded_index_p (ref)
	  && stores_p (gimple_bb (load), gsi_for_stmt (load), ref));
}

/* What has been loaded in LOAD's block, or those that control must have come through
   last, that LOAD would load again, or null.  */
static tree
loaded_here (gimple *load)
{
  basic_block bb = gimple_bb (load);
  gimple_stmt_iterator i = gsi_for_stmt (load);
  for (int blocks = 0; blocks < 4; blocks++)
    {
      for (; !gsi_end_p (i); gsi_prev (&i))
	if (gsi_stmt (i) != load && load_p (gsi_stmt (i))
	    && !has_zero_uses (gimple_assign_lhs (gsi_stmt (i)))
	    && plug_loads_same_p (gsi_stmt (i), load))
	  return gimple_assign_lhs (gsi_stmt (i));
      if (!single_pred_p (bb) || single_pred (bb)->loop_father != bb->loop_father)
	break;
      bb = single_pred (bb);
      i = gsi_last_bb (bb);
    }
  return NULL_TREE;
}

/* What has just been stored to the element that data choose and that LOAD loads; or
   null.  */
static tree
stored_before (gimple *load)
{
  tree ref = gimple_assign_rhs1 (load);
  if (!plug_loaded_index_p (ref))
    return NULL_TREE;
  gimple *store = SSA_NAME_DEF_STMT (plug_memory_for (load, ref));
  if (!gimple_store_p (store) || !gimple_assign_single_p (store)
      || gimple_bb (store) != gimple_bb (load)
      || !is_gimple_val (gimple_assign_rhs1 (store))
      || !plug_same_place_p (gimple_assign_lhs (store), ref))
    return NULL_TREE;
  return gimple_assign_rhs1 (store);
}

/* Use what has been loaded before instead of LOAD's value, which is returned, if
   there is such; else null.  */
static tree
spare (gimple *load)
{
  tree before = loaded_before (load), again = gimple_assign_lhs (load);
  if (!before)
    before = loaded_around (load);
  if (!before && (updated_p (load) || index_p (load)))
    before = loaded_here (load);
  if (!before)
    before = stored_before (load);
  imm_use_iterator iter;
  use_operand_p use;
  gimple *stmt;
  if (!before)
    return NULL_TREE;
  FOR_EACH_IMM_USE_STMT (stmt, iter, again)
    {
      FOR_EACH_IMM_USE_ON_STMT (use, iter)
	SET_USE (use, before);
      update_stmt (stmt);
    }
  return again;
}

void
plug_spare_rereads (void)
{
  auto_vec<tree> spared;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      if (load_p (gsi_stmt (i)))
	if (tree name = spare (gsi_stmt (i)))
	  spared.safe_push (name);
  for (tree name : spared)
    plug_remove_unused (name);
}
