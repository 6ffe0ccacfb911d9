/* conjunctions.cc: tests of two things at once.

   SPDX-License-Identifier: GPL-3.0-or-later

     if (k < most && k > deepest)
       deepest = k;

   GCC's front end makes one test of (k < most) & (k > deepest) where both are cheap.  So that
   a maximum is seen to be one where it is under a condition the comparison with what a loop
   carries becomes a test of its own, behind the other one.

   Requires: SSA, loops.  Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* NAME is what LOOP, or one around, carries, and doesn't count.  */
static bool
carried_p (class loop *loop, tree name)
{
  gphi *phi = (TREE_CODE (name) == SSA_NAME
	       ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (name)) : NULL);
  class loop *own = phi ? gimple_bb (phi)->loop_father : NULL;
  if (!phi || !loop_outer (own) || own->header != gimple_bb (phi)
      || !(own == loop || flow_loop_nested_p (own, loop)))
    return false;
  tree next = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (own));
  gassign *def = (TREE_CODE (next) == SSA_NAME
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (next)) : NULL);
  return !(def && gimple_assign_rhs_code (def) == PLUS_EXPR
	   && gimple_assign_rhs1 (def) == name);
}

/* The comparison that VALUE is, for nothing but one test, or null.  */
static gassign *
comparison (tree value)
{
  gassign *def = (TREE_CODE (value) == SSA_NAME && has_single_use (value)
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (value)) : NULL);
  return (def && TREE_CODE_CLASS (gimple_assign_rhs_code (def)) == tcc_comparison
	  ? def : NULL);
}

/* COMPARED is what LOOP carries with what that may become: no constant.  */
static bool
extreme_p (class loop *loop, gassign *compared)
{
  tree a = gimple_assign_rhs1 (compared), b = gimple_assign_rhs2 (compared);
  return ((carried_p (loop, a) && TREE_CODE (b) == SSA_NAME)
	  || (carried_p (loop, b) && TREE_CODE (a) == SSA_NAME));
}

/* One of the two comparisons that TEST is of at once, if it is so, with something carried;
   the other one is *OTHER.  */
static gassign *
carried_comparison (gcond *test, gassign **other)
{
  tree lhs = gimple_cond_lhs (test);
  gassign *both = (gimple_cond_code (test) == NE_EXPR && integer_zerop (gimple_cond_rhs (test))
		   && TREE_CODE (lhs) == SSA_NAME && has_single_use (lhs)
		   ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (lhs)) : NULL);
  if (!both || gimple_assign_rhs_code (both) != BIT_AND_EXPR)
    return NULL;
  gassign *a = comparison (gimple_assign_rhs1 (both));
  gassign *b = comparison (gimple_assign_rhs2 (both));
  class loop *loop = gimple_bb (test)->loop_father;
  for (int k = 0; a && b && k < 2; k++, std::swap (a, b))
    if (extreme_p (loop, a))
      {
	*other = b;
	return a;
      }
  return NULL;
}

/* Let TEST be of OTHER alone, and behind it, if it holds, of CARRIED.  */
static void
split (gcond *test, gassign *carried, gassign *other)
{
  edge on, off;
  tree both = gimple_cond_lhs (test);
  extract_true_false_edges_from_block (gimple_bb (test), &on, &off);
  basic_block bb = split_edge (on);
  edge yes = single_succ_edge (bb);
  gcond *second = gimple_build_cond (gimple_assign_rhs_code (carried),
				     gimple_assign_rhs1 (carried),
				     gimple_assign_rhs2 (carried), NULL_TREE, NULL_TREE);
  gimple_set_location (second, gimple_location (test));
  gimple_stmt_iterator end = gsi_last_bb (bb);
  gsi_insert_after (&end, second, GSI_NEW_STMT);
  yes->flags = (yes->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
  edge no = make_edge (bb, off->dest, EDGE_FALSE_VALUE);
  yes->probability = no->probability = profile_probability::even ();
  for (gphi_iterator i = gsi_start_phis (off->dest); !gsi_end_p (i); gsi_next (&i))
    add_phi_arg (i.phi (), PHI_ARG_DEF_FROM_EDGE (i.phi (), off), no, UNKNOWN_LOCATION);
  gimple_cond_set_condition (test, gimple_assign_rhs_code (other),
			     gimple_assign_rhs1 (other), gimple_assign_rhs2 (other));
  update_stmt (test);
  plug_remove_unused (both);
}

void
plug_split_conjunctions (void)
{
  auto_vec<gcond *> tests;
  bool changed = false;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (gcond *test = safe_dyn_cast <gcond *> (last_stmt (bb)))
      if (loop_outer (bb->loop_father) && !loop_exits_from_bb_p (bb->loop_father, bb))
	tests.safe_push (test);
  for (gcond *test : tests)
    {
      gassign *other, *carried = carried_comparison (test, &other);
      if (!carried)
	continue;
      split (test, carried, other);
      changed = true;
    }
  if (changed)
    {
      free_dominance_info (CDI_DOMINATORS);
      plug_prepare_loops ();
    }
}
