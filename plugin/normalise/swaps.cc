/* swaps.cc: of two elements that are swapped, the one that data choose is written
   last.

   SPDX-License-Identifier: GPL-3.0-or-later

     t = a[p][j];			t = a[p][j];
     a[p][j] = a[k][j];		->	s = a[k][j];
     a[k][j] = t;			a[k][j] = t;
					a[p][j] = s;

   What is written where data choose can wait until the loop is over if it comes last
   (core/poly/apart.h).  If both are the same element they hold the same value, so the
   order doesn't matter.

   Requires: SSA, loops, scalar evolution.  Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* Core knows where REF, in LOOP, lies.  */
static bool
known_place_p (class loop *loop, tree ref)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF
	&& TREE_CODE (TREE_OPERAND (ref, 1)) == SSA_NAME
	&& !plug_affine_p (loop, TREE_OPERAND (ref, 1)))
      return false;
  return (TREE_CODE (ref) != MEM_REF
	  || TREE_CODE (TREE_OPERAND (ref, 0)) != SSA_NAME
	  || plug_affine_p (loop, TREE_OPERAND (ref, 0)));
}

/* STMT stores what has been loaded from where OTHER stores, from memory as it is in
   front of FIRST.  */
static bool
takes_from_p (gimple *stmt, gimple *other, gimple *first)
{
  tree value = gimple_assign_rhs1 (stmt);
  gimple *load = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
  return (load && gimple_assign_load_p (load)
	  && gimple_vuse (load) == gimple_vuse (first)
	  && plug_same_value_p (gimple_assign_rhs1 (load),
				 gimple_assign_lhs (other)));
}

static bool
store_p (gimple *stmt)
{
  return (stmt && gimple_store_p (stmt) && gimple_assign_single_p (stmt)
	  && !gimple_has_volatile_ops (stmt));
}

/* FIRST and SECOND, the next statement to touch memory, swap two elements, of which
   data choose that which FIRST writes.  */
static bool
swap_p (gimple *first, gimple *second)
{
  class loop *loop = gimple_bb (first)->loop_father;
  return (store_p (second) && gimple_bb (first) == gimple_bb (second)
	  && takes_from_p (first, second, first)
	  && takes_from_p (second, first, first)
	  && loop_outer (loop)
	  && !known_place_p (loop, gimple_assign_lhs (first))
	  && known_place_p (loop, gimple_assign_lhs (second)));
}

/* What alone depends on memory as STMT leaves it, or null.  */
static gimple *
next_of (gimple *stmt)
{
  use_operand_p use;
  gimple *next;
  return single_imm_use (gimple_vdef (stmt), &use, &next) ? next : NULL;
}

/* Let FIRST come behind SECOND.  */
static void
reorder (gimple *first, gimple *second)
{
  tree before = gimple_vuse (first), between = gimple_vdef (first);
  tree after = gimple_vdef (second);
  gimple_stmt_iterator from = gsi_for_stmt (first), to = gsi_for_stmt (second);
  gsi_move_after (&from, &to);
  gimple_set_vuse (second, before);
  gimple_set_vdef (second, between);
  gimple_set_vuse (first, between);
  gimple_set_vdef (first, after);
  SSA_NAME_DEF_STMT (between) = second;
  SSA_NAME_DEF_STMT (after) = first;
  update_stmt (second);
  update_stmt (first);
}

void
plug_order_swaps (void)
{
  auto_vec<gimple *> found;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      if (store_p (gsi_stmt (i)) && next_of (gsi_stmt (i))
	  && swap_p (gsi_stmt (i), next_of (gsi_stmt (i))))
	found.safe_push (gsi_stmt (i));
  for (gimple *first : found)
    reorder (first, next_of (first));
}
