/* flags.cc: conditions of several parts that can't be computed at once.

   SPDX-License-Identifier: GPL-3.0-or-later

   The front end makes branches of `if (u[0] > 1 && u[n - 1] > 1) for …':

     first:   if (u[0] > 1) goto second; else goto shared;
     second:  if (u[n - 1] > 1) goto other; else goto shared;

   What the second part reads must not be read where the first one fails, so they
   can't be computed at once (exits.cc), nor are comparisons of floating point numbers,
   which might trap.  But whether both hold can be told in one place:

     first:   both = false; if (u[0] > 1) goto second; else goto test;
     second:  both = u[n - 1] > 1;
     test:    if (both) goto other; else goto shared;

   So what is done between loops if both hold is under one condition (once.cc).

   Requires: SSA, loops with their exits recorded, dominators.  Provides: the
   same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* The condition at the end of BB, if BB is one.  */
static gcond *
test_of (basic_block bb)
{
  gimple *last = last_stmt (bb);
  return last && EDGE_COUNT (bb->succs) == 2 ? dyn_cast <gcond *> (last)
					      : NULL;
}

/* A part of a condition behind another one: FIRST comes before SECOND alone, SKIP
   leads around it, to where SHARED leads, and OTHER leads elsewhere.  */
struct parts
{
  basic_block first, second;
  edge skip, shared, other;
};

/* BB computes a condition; *READS: it reads for that.  */
static bool
part_p (basic_block bb, bool *reads)
{
  *reads = false;
  if (!test_of (bb) || phi_nodes (bb) || !single_pred_p (bb))
    return false;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
       gsi_next (&i))
    {
      gimple *stmt = gsi_stmt (i);
      if (gimple_vdef (stmt) || gimple_has_side_effects (stmt))
	return false;
      *reads |= gimple_assign_load_p (stmt);
    }
  return true;
}

/* Neither part of P ends the loop.  */
static bool
stays_inside_p (const struct parts *p)
{
  class loop *loop = p->first->loop_father;
  return (!loop_exits_from_bb_p (loop, p->first)
	  && !loop_exits_from_bb_p (loop, p->second));
}

/* SECOND is such a part: P.  */
static bool
find_parts (basic_block second, struct parts *p)
{
  bool reads;
  if (!part_p (second, &reads))
    return false;
  p->second = second;
  p->first = single_pred (second);
  if (!test_of (p->first) || p->first->loop_father != second->loop_father)
    return false;
  p->skip = EDGE_SUCC (p->first, EDGE_SUCC (p->first, 0)->dest == second);
  for (int i = 0; i < 2; i++)
    {
      p->shared = EDGE_SUCC (second, i);
      p->other = EDGE_SUCC (second, !i);
      if (p->shared->dest == p->skip->dest
	  && plug_same_arguments_p (p->shared, p->skip)
	  && (reads || stays_inside_p (p)))
	return true;
    }
  return false;
}

/* Let what stands in SECOND, in front of TEST, where control comes from elsewhere,
   too, over SKIP, be known behind it by other names.  */
static void
merge_names (basic_block second, basic_block test, edge skip)
{
  for (gimple_stmt_iterator i = gsi_start_bb (second); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree name = gimple_get_lhs (gsi_stmt (i));
      imm_use_iterator iter;
      use_operand_p use;
      gimple *stmt;
      gphi *phi = NULL;
      if (!name || TREE_CODE (name) != SSA_NAME)
	continue;
      FOR_EACH_IMM_USE_STMT (stmt, iter, name)
	{
	  if (gimple_bb (stmt) == second
	      || (gimple_bb (stmt) == test && is_a <gphi *> (stmt)))
	    continue;
	  if (!phi)
	    phi = create_phi_node (copy_ssa_name (name), test);
	  FOR_EACH_IMM_USE_ON_STMT (use, iter)
	    SET_USE (use, gimple_phi_result (phi));
	  update_stmt (stmt);
	}
      if (!phi)
	continue;
      add_phi_arg (phi, name, single_succ_edge (second), UNKNOWN_LOCATION);
      add_phi_arg (phi, build_zero_cst (TREE_TYPE (name)), skip,
		   UNKNOWN_LOCATION);
    }
}

/* Make a flag of P.  */
static void
make_flag (struct parts *p)
{
  gcond *cond = test_of (p->second);
  bool when = p->other->flags & EDGE_TRUE_VALUE;
  gimple_stmt_iterator at = gsi_for_stmt (cond);
  tree type = boolean_type_node, holds = make_ssa_name (type);
  gassign *assign
    = gimple_build_assign (holds, gimple_cond_code (cond),
			   gimple_cond_lhs (cond), gimple_cond_rhs (cond));
  gimple_set_location (assign, gimple_location (cond));
  gsi_insert_before (&at, assign, GSI_SAME_STMT);
  basic_block test = split_block (p->second, assign)->dest;
  edge skip = redirect_edge_and_branch (p->skip, test);
  gphi *flag = create_phi_node (make_ssa_name (type), test);
  add_phi_arg (flag, holds, single_succ_edge (p->second), UNKNOWN_LOCATION);
  add_phi_arg (flag, constant_boolean_node (!when, type), skip,
	       UNKNOWN_LOCATION);
  gimple_cond_set_condition (cond, NE_EXPR, gimple_phi_result (flag),
			     boolean_false_node);
  update_stmt (cond);
  merge_names (p->second, test, skip);
  free_dominance_info (CDI_DOMINATORS);
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  plug_prepare_loops ();
}

/* Make a flag of the first condition that is to be one; false if there is none.  */
static bool
flag_one (void)
{
  basic_block bb;
  struct parts p;
  FOR_EACH_BB_FN (bb, cfun)
    if (bb->loop_father->inner && find_parts (bb, &p))
      {
	make_flag (&p);
	return true;
      }
  return false;
}

bool
plug_make_flags (void)
{
  int n = 0;
  while (flag_one ())
    n++;
  return n;
}
