/* exits.cc: exits that are taken where several conditions hold.

   SPDX-License-Identifier: GPL-3.0-or-later

   The front end makes branches of `if (a && b) break;':

     first:   if (a) goto second; else goto shared;
     second:  if (b) goto other; else goto shared;

   One of OTHER and SHARED is outside the loop.  Not every iteration comes to
   the exit then.  It does once both conditions are computed at once:

     first:   if (a & b) goto other; else goto shared;

   Conditions that may trap or that read memory stay where they are.

   Requires: SSA, loops with their exits recorded, dominators.  Provides: the
   same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

bool
plug_harmless_p (gimple *stmt)
{
  if (gimple_code (stmt) == GIMPLE_LABEL
      || gimple_code (stmt) == GIMPLE_PREDICT)
    return true;
  if (gcall *call = dyn_cast <gcall *> (stmt))
    return plug_pure_call_p (call);
  if (!is_gimple_assign (stmt) || gimple_vuse (stmt) || gimple_vdef (stmt))
    return false;
  switch (gimple_assign_rhs_code (stmt))
    {
    case TRUNC_DIV_EXPR: case TRUNC_MOD_EXPR:
    case CEIL_DIV_EXPR: case CEIL_MOD_EXPR:
    case FLOOR_DIV_EXPR: case FLOOR_MOD_EXPR:
    case ROUND_DIV_EXPR: case ROUND_MOD_EXPR: case EXACT_DIV_EXPR:
      return integer_nonzerop (gimple_assign_rhs2 (stmt));
    default:
      return true;
    }
}

/* The condition at the end of BB, if BB is one.  */
static gcond *
test_of (basic_block bb)
{
  gimple *last = last_stmt (bb);
  return last && EDGE_COUNT (bb->succs) == 2 ? dyn_cast <gcond *> (last)
					      : NULL;
}

/* BB only computes a condition.  */
static bool
pure_test_p (basic_block bb)
{
  gcond *test = test_of (bb);
  if (!test || phi_nodes (bb))
    return false;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
       gsi_next (&i))
    if (gsi_stmt (i) != test && !plug_harmless_p (gsi_stmt (i)))
      return false;
  return true;
}

/* The test BB leads to an exit that not every iteration comes to, with
   nothing but tests before it.  */
static bool
irregular_p (basic_block bb)
{
  class loop *loop = bb->loop_father;
  if (!loop_outer (loop) || dominated_by_p (CDI_DOMINATORS, loop->latch, bb))
    return false;
  for (int i = 0; i < 2; i++)
    {
      basic_block next = EDGE_SUCC (bb, i)->dest;
      if (!flow_bb_inside_loop_p (loop, next)
	  || (next->loop_father == loop && next != loop->header
	      && pure_test_p (next) && irregular_p (next)))
	return true;
    }
  return false;
}

/* Append to GSI's block a name for: COND lets control through edge E.  */
static tree
taken (gimple_stmt_iterator *gsi, gcond *cond, edge e)
{
  tree name = make_ssa_name (boolean_type_node);
  gassign *assign
    = gimple_build_assign (name, gimple_cond_code (cond),
			   gimple_cond_lhs (cond), gimple_cond_rhs (cond));
  gimple_set_location (assign, gimple_location (cond));
  gsi_insert_before (gsi, assign, GSI_SAME_STMT);
  if (e->flags & EDGE_TRUE_VALUE)
    return name;
  tree negated = make_ssa_name (boolean_type_node);
  assign = gimple_build_assign (negated, BIT_NOT_EXPR, name);
  gimple_set_location (assign, gimple_location (cond));
  gsi_insert_before (gsi, assign, GSI_SAME_STMT);
  return negated;
}

/* Compute both conditions in SECOND.  SKIP leads around it.  */
static void
join (basic_block first, basic_block second, edge skip, edge other)
{
  gcond *a = test_of (first), *b = test_of (second);
  edge on = find_edge (first, second);
  gimple_stmt_iterator at = gsi_for_stmt (b), old = gsi_for_stmt (a);
  tree both = make_ssa_name (boolean_type_node);
  tree x = taken (&at, a, on), y = taken (&at, b, other);
  gassign *assign = gimple_build_assign (both, BIT_AND_EXPR, x, y);
  gimple_set_location (assign, gimple_location (b));
  gsi_insert_before (&at, assign, GSI_SAME_STMT);
  gimple_cond_set_condition (b, NE_EXPR, both, boolean_false_node);
  for (int i = 0; i < 2; i++)
    {
      edge e = EDGE_SUCC (second, i);
      e->flags &= ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE);
      e->flags |= e == other ? EDGE_TRUE_VALUE : EDGE_FALSE_VALUE;
    }
  update_stmt (b);

  gsi_remove (&old, true);
  remove_edge (skip);
  on->flags &= ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE);
  on->flags |= EDGE_FALLTHRU;
  on->probability = profile_probability::always ();
  on->goto_locus = UNKNOWN_LOCATION;	/* or -O0 keeps them apart */
  if (can_merge_blocks_p (first, second))
    merge_blocks (first, second);
}

/* True if SECOND's condition could be joined with the one before it.  */
static bool
join_with_predecessor (basic_block second)
{
  if (!pure_test_p (second) || !single_pred_p (second)
      || !irregular_p (second))
    return false;
  basic_block first = single_pred (second);
  if (!test_of (first) || first->loop_father != second->loop_father)
    return false;
  edge skip = EDGE_SUCC (first, EDGE_SUCC (first, 0)->dest == second);
  for (int i = 0; i < 2; i++)
    {
      edge shared = EDGE_SUCC (second, i);
      if (shared->dest == skip->dest && plug_same_arguments_p (shared, skip))
	{
	  join (first, second, skip, EDGE_SUCC (second, !i));
	  return true;
	}
    }
  return false;
}

void
plug_join_exits (void)
{
  for (bool changed = true; changed;)
    {
      basic_block bb;
      changed = false;
      FOR_EACH_BB_FN (bb, cfun)
	if (join_with_predecessor (bb))
	  {
	    changed = true;
	    break;
	  }
      if (changed)
	{
	  free_dominance_info (CDI_DOMINATORS);
	  calculate_dominance_info (CDI_DOMINATORS);
	}
    }
}
