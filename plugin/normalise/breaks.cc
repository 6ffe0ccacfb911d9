/* breaks.cc: loops that exchange pointers and are left at the end of their body,
   too.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (it = 0; it < most; it++)
       {
	 …
	 t = a; a = b; b = t;
	 if (diff < tol)
	   break;
       }

   What A points to behind such a loop depends on how it was left: if by the break,
   it has been exchanged once more than it has been begun.  Within another loop
   that can't be told by names.  So the loop goes on, and is left at once:

     for (it = 0, stop = false; !stop && it < most; it++)
       {
	 …
	 t = a; a = b; b = t;
	 stop = diff < tol;
       }

   Behind it A is what it was at the beginning of an iteration, either way; what
   else is wanted, like IT, is what it was at the break.

   Requires: SSA, loops with their exits recorded.  Provides: the same, with
   dominators.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* What VALUE is a copy of.  */
static tree
original (tree value)
{
  while (TREE_CODE (value) == SSA_NAME
	 && gimple_assign_ssa_name_copy_p (SSA_NAME_DEF_STMT (value)))
    value = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (value));
  return value;
}

/* What PHI, of LOOP's header, is in the next iteration.  */
static tree
next_of (class loop *loop, gphi *phi)
{
  return original (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop)));
}

/* Some pointer of LOOP's header is another one's in the next iteration.  */
static bool
exchanges_p (class loop *loop)
{
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree result = gimple_phi_result (i.phi ());
      tree next = next_of (loop, i.phi ());
      if (POINTER_TYPE_P (TREE_TYPE (result)) && TREE_CODE (next) == SSA_NAME
	  && next != result && gimple_code (SSA_NAME_DEF_STMT (next)) == GIMPLE_PHI
	  && gimple_bb (SSA_NAME_DEF_STMT (next)) == loop->header)
	return true;
    }
  return false;
}

/* From E on an iteration of LOOP does nothing but compute.  */
static bool
ends_p (class loop *loop, edge e)
{
  while (e->dest != loop->header)
    {
      basic_block bb = e->dest;
      if (!single_pred_p (bb) || !single_succ_p (bb) || phi_nodes (bb))
	return false;
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	   gsi_next (&i))
	if (!is_gimple_debug (gsi_stmt (i)) && !plug_harmless_p (gsi_stmt (i)))
	  return false;
      e = single_succ_edge (bb);
    }
  return true;
}

/* Where E, an exit, comes to something: with -O0 nothing but a jump may be
   before.  */
static edge
through_jumps (edge e)
{
  while (single_pred_p (e->dest) && single_succ_p (e->dest)
	 && !phi_nodes (e->dest)
	 && gsi_end_p (gsi_start_nondebug_after_labels_bb (e->dest)))
    e = single_succ_edge (e->dest);
  return e;
}

/* E leads out of LOOP, perhaps through jumps.  */
static bool
leaves_p (class loop *loop, edge e)
{
  basic_block from = e->src;
  while (!flow_bb_inside_loop_p (loop, from) && single_pred_p (from))
    from = single_pred (from);
  return flow_bb_inside_loop_p (loop, from);
}

/* USE, of what LOOP computes, is in LOOP, or a PHI's where it is left.  */
static bool
at_exit_p (class loop *loop, use_operand_p use)
{
  gimple *stmt = USE_STMT (use);
  if (is_gimple_debug (stmt) || flow_bb_inside_loop_p (loop, gimple_bb (stmt)))
    return true;
  gphi *phi = dyn_cast <gphi *> (stmt);
  return phi && leaves_p (loop, gimple_phi_arg_edge
				  (phi, PHI_ARG_INDEX_FROM_USE (use)));
}

/* NAME is used behind LOOP, but not by PHIs where it is left.  */
static bool
used_behind_p (class loop *loop, tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  bool found = false;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    found |= !at_exit_p (loop, use);
  return found;
}

/* LOOP is left to BB alone, and nothing behind it uses what it computes but for
   PHIs of BB's, and scalars of its header.  */
static bool
closed_p (class loop *loop, basic_block bb)
{
  edge e;
  edge_iterator i;
  tree name;
  unsigned k;
  FOR_EACH_EDGE (e, i, bb->preds)
    if (!leaves_p (loop, e))
      return false;
  for (edge out : get_loop_exit_edges (loop))
    if (through_jumps (out)->dest != bb)
      return false;
  FOR_EACH_SSA_NAME (k, name, cfun)
    {
      gimple *def = SSA_NAME_DEF_STMT (name);
      basic_block in = gimple_bb (def);
      if (!virtual_operand_p (name) && in && flow_bb_inside_loop_p (loop, in)
	  && !(gimple_code (def) == GIMPLE_PHI && in == loop->header)
	  && used_behind_p (loop, name))
	return false;
    }
  return true;
}

/* The edge by which LOOP is left at the end of its body, or null.  */
static edge
break_of (class loop *loop)
{
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  if (exits.length () < 2 || loop_depth (loop) < 2 || !exchanges_p (loop))
    return NULL;
  for (edge e : exits)
    {
      basic_block bb = e->src;
      if (bb == loop->header || bb->loop_father != loop
	  || !safe_dyn_cast <gcond *> (last_stmt (bb)))
	continue;
      if (ends_p (loop, EDGE_SUCC (bb, EDGE_SUCC (bb, 0) == e))
	  && closed_p (loop, through_jumps (e)->dest))
	return e;
    }
  return NULL;
}

/* The scalar of LOOP's header that is VALUE in the next iteration, or null.  */
static tree
next_in_header (class loop *loop, tree value)
{
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    if (next_of (loop, i.phi ()) == original (value))
      return gimple_phi_result (i.phi ());
  return NULL_TREE;
}

/* Let LOOP carry VALUE, which TEST's block knows, and which is FIRST before the
   first iteration; returns the variable.  */
static tree
carry (class loop *loop, gimple *test, tree value, tree first)
{
  tree var = create_tmp_reg (TYPE_MAIN_VARIANT (TREE_TYPE (value)));
  gimple_stmt_iterator at = gsi_for_stmt (test);
  gsi_insert_before (&at, gimple_build_assign (var, value), GSI_SAME_STMT);
  gsi_insert_on_edge_immediate (loop_preheader_edge (loop),
				gimple_build_assign (var, first));
  return var;
}

/* What PHI, behind LOOP, gets from E, where TEST has left it in block OUT, now
   that this comes from its header.  */
static void
settle_value (class loop *loop, gimple *test, basic_block out, gphi *phi,
	      edge e)
{
  tree value = PHI_ARG_DEF_FROM_EDGE (phi, e);
  basic_block bb = (TREE_CODE (value) == SSA_NAME
		    ? gimple_bb (SSA_NAME_DEF_STMT (value)) : NULL);
  if (!bb || !flow_bb_inside_loop_p (loop, bb)
      || virtual_operand_p (gimple_phi_result (phi)))
    return;
  tree now = next_in_header (loop, value);
  if (!now)
    {
      tree var = carry (loop, test, value,
			build_zero_cst (TREE_TYPE (value)));
      gimple_stmt_iterator end = gsi_last_bb (out);
      now = make_ssa_name (TREE_TYPE (value));
      gsi_insert_after (&end, gimple_build_assign (now, var), GSI_NEW_STMT);
    }
  SET_PHI_ARG_DEF (phi, e->dest_idx, now);
}

/* Let BB, where LOOP is left, have PHIs for the scalars of its header that are
   used behind it.  */
static void
close_header (class loop *loop, basic_block bb)
{
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree name = gimple_phi_result (i.phi ());
      edge e;
      edge_iterator at;
      imm_use_iterator iter;
      use_operand_p use;
      gimple *stmt;
      if (virtual_operand_p (name) || !used_behind_p (loop, name))
	continue;
      tree behind = copy_ssa_name (name);
      FOR_EACH_IMM_USE_STMT (stmt, iter, name)
	{
	  FOR_EACH_IMM_USE_ON_STMT (use, iter)
	    if (!at_exit_p (loop, use))
	      SET_USE (use, behind);
	  update_stmt (stmt);
	}
      gphi *phi = create_phi_node (behind, bb);
      FOR_EACH_EDGE (e, at, bb->preds)
	add_phi_arg (phi, name, e, UNKNOWN_LOCATION);
    }
}

/* Let LOOP be left by its header instead of by LEAVE.  */
static void
leave_by_header (class loop *loop, edge leave)
{
  gcond *test = as_a <gcond *> (last_stmt (leave->src));
  bool negated = leave->flags & EDGE_FALSE_VALUE;
  close_header (loop, through_jumps (leave)->dest);
  basic_block out = split_edge (leave);
  leave = single_pred_edge (out);
  edge to = through_jumps (single_succ_edge (out));
  for (gphi_iterator i = gsi_start_phis (to->dest); !gsi_end_p (i);
       gsi_next (&i))
    settle_value (loop, test, out, i.phi (), to);
  gimple_stmt_iterator at = gsi_for_stmt (test);
  tree holds = make_ssa_name (boolean_type_node);
  gsi_insert_before (&at, gimple_build_assign (holds, gimple_cond_code (test),
					       gimple_cond_lhs (test),
					       gimple_cond_rhs (test)),
		     GSI_SAME_STMT);
  tree stop = carry (loop, test, holds, negated ? boolean_true_node
					: boolean_false_node);
  gcond *again = gimple_build_cond (negated ? EQ_EXPR : NE_EXPR, stop,
				    boolean_false_node, NULL_TREE, NULL_TREE);
  gimple_set_location (again, gimple_location (test));
  gsi_remove (&at, true);
  edge stay = EDGE_SUCC (leave->src, EDGE_SUCC (leave->src, 0) == leave);
  stay->flags &= ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE);
  stay->flags |= EDGE_FALLTHRU;
  stay->probability = profile_probability::always ();
  edge go = split_block_after_labels (loop->header);
  at = gsi_last_bb (loop->header);
  gsi_insert_after (&at, again, GSI_NEW_STMT);
  go->flags &= ~EDGE_FALLTHRU;
  go->flags |= EDGE_FALSE_VALUE;
  edge gone = make_edge (loop->header, out, EDGE_TRUE_VALUE);
  gone->probability = leave->probability;
  go->probability = leave->probability.invert ();
  remove_edge (leave);
}

/* Do so with LOOP or one in it; false if there is none.  */
static bool
pass_break (class loop *loop)
{
  for (class loop *in = loop->inner; in; in = in->next)
    if (pass_break (in))
      return true;
  edge leave = loop_outer (loop) ? break_of (loop) : NULL;
  if (!leave)
    return false;
  leave_by_header (loop, leave);
  free_dominance_info (CDI_DOMINATORS);
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  plug_prepare_loops ();
  return true;
}

void
plug_pass_breaks (void)
{
  while (pass_break (current_loops->tree_root))
    ;
}
