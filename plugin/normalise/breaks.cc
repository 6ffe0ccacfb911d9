/* breaks.cc: loops that exchange pointers and are left at the end of their body,
   too.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (it = 0; it < most; it++)
       {
	 …
	 t = a; a = b; b = t;
	 if (diff < tol)
	   {
	     good++;
	     break;
	   }
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
     if (stop)
       good++;

   Behind it A is what it was at the beginning of an iteration, either way; what
   else is wanted, like IT, is what it was at the break.  Where several breaks
   follow each other the last one is passed on first, so that the first one is
   tested first.

   What stands behind the break, other than to compute, is done unless STOP, and so
   is a loop of at most one iteration then (once.cc):

     if (diff < tol)		stop = diff < tol;
       break;			if (!stop)
     for (i) r[i] = a[i];	  for (i) r[i] = a[i];

   Likewise a break that not every iteration comes to (`if (x) { if (y) break; }'):
   STOP is false in the others.

   Requires: SSA, loops with their exits recorded.  Provides: the same, with
   dominators.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* How far PHIs behind a loop are followed.  */
#define MAX_JOINS 8
/* How many steps back a counter's next value is computed.  */
#define MAX_STEPS 4

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

/* VALUE is a pointer of LOOP's header.  */
static bool
of_header_p (class loop *loop, tree value)
{
  return (TREE_CODE (value) == SSA_NAME
	  && gimple_code (SSA_NAME_DEF_STMT (value)) == GIMPLE_PHI
	  && gimple_bb (SSA_NAME_DEF_STMT (value)) == loop->header);
}

bool
plug_exchanges_p (class loop *loop)
{
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree result = gimple_phi_result (i.phi ());
      tree next = next_of (loop, i.phi ());
      if (POINTER_TYPE_P (TREE_TYPE (result)) && next != result
	  && of_header_p (loop, next))
	return true;
    }
  return false;
}

/* --- Which exits ----------------------------------------------------------- */

/* PHI merges what several edges bring, none of which is a loop's latch.  */
static bool
join_p (gphi *phi)
{
  basic_block bb = gimple_bb (phi);
  return bb->loop_father->header != bb || !loop_outer (bb->loop_father);
}

/* What VALUE, behind a loop, is: whatever way control has come there, or, if that
   matters, what a PHI makes of it.  */
static tree
whatever_way (tree value, int depth)
{
  value = original (value);
  gphi *phi = (TREE_CODE (value) == SSA_NAME
	       ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (value)) : NULL);
  if (!phi || !join_p (phi) || depth == 0)
    return value;
  tree all = whatever_way (gimple_phi_arg_def (phi, 0), depth - 1);
  for (unsigned i = 1; i < gimple_phi_num_args (phi); i++)
    if (whatever_way (gimple_phi_arg_def (phi, i), depth - 1) != all)
      return value;
  return all;
}

/* PHI, behind LOOP, is one or another pointer of its header.  */
static bool
mixes_p (class loop *loop, gphi *phi)
{
  bool header = false, other = false;
  tree first = whatever_way (gimple_phi_arg_def (phi, 0), MAX_JOINS);
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      tree value = whatever_way (gimple_phi_arg_def (phi, i), MAX_JOINS);
      header |= of_header_p (loop, value);
      other |= value != first;
    }
  return header && other;
}

/* Which pointers LOOP exchanges depends on how it was left.  */
static bool
mixed_p (class loop *loop)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gphi_iterator i = gsi_start_phis (bb);
	 !gsi_end_p (i) && !flow_bb_inside_loop_p (loop, bb); gsi_next (&i))
      if (POINTER_TYPE_P (TREE_TYPE (gimple_phi_result (i.phi ())))
	  && join_p (i.phi ()) && mixes_p (loop, i.phi ()))
	return true;
  return false;
}

/* BB, of LOOP, does nothing but compute and test.  */
static bool
computes_p (class loop *loop, basic_block bb)
{
  gimple *last = last_stmt (bb);
  if (bb->loop_father != loop)
    return false;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
       gsi_next (&i))
    if (!plug_harmless_p (gsi_stmt (i))
	&& !(gsi_stmt (i) == last && gimple_code (last) == GIMPLE_COND))
      return false;
  return true;
}

/* From E on an iteration of LOOP does nothing but compute, and isn't left.  */
static bool
ends_p (class loop *loop, edge e)
{
  auto_bitmap seen;
  auto_vec<edge> work;
  work.safe_push (e);
  while (!work.is_empty ())
    {
      basic_block bb = work.pop ()->dest;
      edge next;
      edge_iterator i;
      if (bb == loop->header || !bitmap_set_bit (seen, bb->index))
	continue;
      if (!computes_p (loop, bb))
	return false;
      FOR_EACH_EDGE (next, i, bb->succs)
	work.safe_push (next);
    }
  return true;
}

/* The edge by which LOOP goes on where it is left over E.  */
static edge
stay_of (edge e)
{
  return EDGE_SUCC (e->src, EDGE_SUCC (e->src, 0) == e);
}

/* VALUE, which LOOP's header gets from an iteration, is known at BB, of LOOP.  */
static bool
known_at_p (tree value, basic_block bb)
{
  basic_block in = (TREE_CODE (value) == SSA_NAME
		    ? gimple_bb (SSA_NAME_DEF_STMT (value)) : NULL);
  return !in || dominated_by_p (CDI_DOMINATORS, bb, in);
}

/* Nothing but to compute is done in an iteration of LOOP before BB's test.  */
static bool
in_head_p (class loop *loop, basic_block bb)
{
  while (bb != loop->header && computes_p (loop, bb))
    bb = get_immediate_dominator (CDI_DOMINATORS, bb);
  return computes_p (loop, bb);
}

/* What an iteration of LOOP does where it isn't left over E can be passed over: it
   isn't left there, and pointers are what they are by then.  */
static bool
rest_p (class loop *loop, edge e)
{
  edge stay = stay_of (e);
  if (!single_pred_p (stay->dest) || in_head_p (loop, e->src)
      || !dominated_by_p (CDI_DOMINATORS, loop->latch, stay->dest))
    return false;
  for (edge exit : get_loop_exit_edges (loop))
    if (dominated_by_p (CDI_DOMINATORS, exit->src, stay->dest))
      return false;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    if (POINTER_TYPE_P (TREE_TYPE (gimple_phi_result (i.phi ())))
	&& !known_at_p (next_of (loop, i.phi ()), e->src))
      return false;
  return true;
}

/* E can be taken in the next iteration's header.  ANYWHERE: whatever is done
   elsewhere.  */
static bool
passable_p (class loop *loop, edge e, bool anywhere)
{
  basic_block bb = e->src;
  return (bb != loop->header && bb->loop_father == loop
	  && safe_dyn_cast <gcond *> (last_stmt (bb))
	  && (ends_p (loop, stay_of (e)) || (anywhere && rest_p (loop, e))));
}

/* Not every iteration of LOOP comes to E.  */
static bool
irregular_p (class loop *loop, edge e)
{
  return !dominated_by_p (CDI_DOMINATORS, loop->latch, e->src);
}

/* The edge by which LOOP is left at the end of its body and had better be by its
   header, or null: of several, none of the others comes after it.  */
static edge
break_of (class loop *loop)
{
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  edge last = NULL;
  if (!loop->inner)
    return NULL;
  bool mixed = (exits.length () > 1 && loop_depth (loop) > 1
		&& mixed_p (loop));
  for (edge e : exits)
    if (passable_p (loop, e, mixed)
	&& (mixed || irregular_p (loop, e))
	&& (!last || dominated_by_p (CDI_DOMINATORS, e->src, last->src)))
      last = e;
  return last;
}

/* --- Leaving by the header ------------------------------------------------- */

/* USE, of what LOOP computes, is in LOOP, or a PHI's where it is left.  */
static bool
at_exit_p (class loop *loop, use_operand_p use)
{
  gimple *stmt = USE_STMT (use);
  if (is_gimple_debug (stmt) || flow_bb_inside_loop_p (loop, gimple_bb (stmt)))
    return true;
  gphi *phi = dyn_cast <gphi *> (stmt);
  return phi && flow_bb_inside_loop_p
		  (loop, gimple_phi_arg_edge
			   (phi, PHI_ARG_INDEX_FROM_USE (use))->src);
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

/* Let what is behind LOOP use copies of NAME, which LOOP computes, that are made
   where it is left.  */
static void
copy_at_exits (class loop *loop, tree name)
{
  basic_block from = gimple_bb (SSA_NAME_DEF_STMT (name));
  for (edge e : get_loop_exit_edges (loop))
    {
      if (!dominated_by_p (CDI_DOMINATORS, e->src, from))
	continue;
      tree as = make_ssa_name (TREE_TYPE (name));
      gassign *copy = gimple_build_assign (as, name);
      gimple_stmt_iterator at = gsi_after_labels (e->dest);
      gsi_insert_before (&at, copy, GSI_NEW_STMT);
      create_new_def_for (name, copy, SINGLE_SSA_DEF_OPERAND (copy,
							      SSA_OP_DEF));
      release_ssa_name (as);
    }
}

void
plug_close_off (class loop *loop)
{
  tree name;
  unsigned k, n = num_ssa_names;
  for (edge e : get_loop_exit_edges (loop))
    if (!single_pred_p (e->dest))
      split_edge (e);
  FOR_EACH_SSA_NAME (k, name, cfun)
    {
      basic_block in = gimple_bb (SSA_NAME_DEF_STMT (name));
      if (k < n && !virtual_operand_p (name) && in
	  && flow_bb_inside_loop_p (loop, in) && used_behind_p (loop, name))
	copy_at_exits (loop, name);
    }
  update_ssa (TODO_update_ssa);
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

bool
plug_copies_from_p (class loop *loop, gimple *stmt)
{
  tree value = is_gimple_assign (stmt) ? gimple_assign_rhs1 (stmt) : NULL_TREE;
  basic_block bb = (value && TREE_CODE (value) == SSA_NAME
		    ? gimple_bb (SSA_NAME_DEF_STMT (value)) : NULL);
  return bb && flow_bb_inside_loop_p (loop, bb);
}

/* STMT, in a block to which TEST has left LOOP, copies what LOOP computes, but now
   control comes there from its header.  */
static void
settle_copy (class loop *loop, gimple *test, gimple *stmt)
{
  tree value = gimple_assign_rhs1 (stmt);
  tree now = next_in_header (loop, value);
  if (!now)
    now = carry (loop, test, value, build_zero_cst (TREE_TYPE (value)));
  gimple_assign_set_rhs1 (stmt, now);
  update_stmt (stmt);
}

void
plug_leave_if (edge go, basic_block out, tree stop, tree when, location_t where)
{
  gcond *again = gimple_build_cond (EQ_EXPR, stop, when, NULL_TREE, NULL_TREE);
  gimple_set_location (again, where);
  gimple_stmt_iterator at = gsi_last_bb (go->src);
  gsi_insert_after (&at, again, GSI_NEW_STMT);
  go->flags &= ~EDGE_FALLTHRU;
  go->flags |= EDGE_FALSE_VALUE;
  edge gone = make_edge (go->src, out, EDGE_TRUE_VALUE);
  gone->probability = profile_probability::unlikely ();
  go->probability = gone->probability.invert ();
}

/* Remove LEAVE and the test that it is taken by.  */
static void
remove_exit (edge leave)
{
  gimple_stmt_iterator at = gsi_last_bb (leave->src);
  edge stay = stay_of (leave);
  gsi_remove (&at, true);
  stay->flags &= ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE);
  stay->flags |= EDGE_FALLTHRU;
  stay->probability = profile_probability::always ();
  remove_edge (leave);
}

/* Let VALUE, which is computed later in the iteration, be computed before TEST, if
   it is of what is known there: counters stay counters.  STEPS: at most so many.  */
static bool
compute_before (gcond *test, tree value, int steps)
{
  tree use;
  ssa_op_iter iter;
  if (known_at_p (value, gimple_bb (test)))
    return true;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (!is_gimple_assign (def) || gimple_vuse (def) || !plug_harmless_p (def)
      || steps == 0)
    return false;
  FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
    if (!compute_before (test, use, steps - 1))
      return false;
  gimple_stmt_iterator from = gsi_for_stmt (def), to = gsi_for_stmt (test);
  gsi_move_before (&from, &to);
  return true;
}

/* Let LEAVE lead to the end of LOOP's iteration.  What the header gets from it then,
   and isn't known by LEAVE, nobody will want.  */
static void
pass_over (class loop *loop, edge leave)
{
  auto_vec<gphi *> changed;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    if (!virtual_operand_p (gimple_phi_result (i.phi ()))
	&& !compute_before (as_a <gcond *> (last_stmt (leave->src)),
			    PHI_ARG_DEF_FROM_EDGE (i.phi (),
						   loop_latch_edge (loop)),
			    MAX_STEPS))
      changed.safe_push (i.phi ());
  basic_block end = split_edge (loop_latch_edge (loop));
  edge on = single_pred_edge (end), back = single_succ_edge (end);
  edge over = redirect_edge_and_branch (leave, end);
  redirect_edge_var_map_clear (over);
  for (gphi *phi : changed)
    {
      tree value = PHI_ARG_DEF_FROM_EDGE (phi, back);
      gphi *either = create_phi_node (copy_ssa_name (value), end);
      add_phi_arg (either, value, on, UNKNOWN_LOCATION);
      add_phi_arg (either, build_zero_cst (TREE_TYPE (value)), over,
		   UNKNOWN_LOCATION);
      SET_PHI_ARG_DEF (phi, back->dest_idx, gimple_phi_result (either));
    }
}

/* Let LOOP be left by its header instead of by LEAVE.  */
static void
leave_by_header (class loop *loop, edge leave)
{
  gcond *test = as_a <gcond *> (last_stmt (leave->src));
  bool when = leave->flags & EDGE_TRUE_VALUE;
  bool ends = ends_p (loop, stay_of (leave));
  plug_close_off (loop);
  basic_block out = leave->dest;
  for (gimple_stmt_iterator i = gsi_start_bb (out); !gsi_end_p (i);
       gsi_next (&i))
    if (plug_copies_from_p (loop, gsi_stmt (i)))
      settle_copy (loop, test, gsi_stmt (i));
  gimple_stmt_iterator at = gsi_for_stmt (test);
  tree holds = make_ssa_name (boolean_type_node);
  gsi_insert_before (&at, gimple_build_assign (holds, gimple_cond_code (test),
					       gimple_cond_lhs (test),
					       gimple_cond_rhs (test)),
		     GSI_SAME_STMT);
  tree stop = carry (loop, test, holds, constant_boolean_node (!when,
							       boolean_type_node));
  edge go = split_block_after_labels (loop->header);
  plug_leave_if (go, out, stop, constant_boolean_node (when, boolean_type_node),
		 gimple_location (test));
  if (ends)
    remove_exit (leave);
  else
    pass_over (loop, leave);
}

/* Where pointers are the same whatever way control has come, let them be that.  */
static void
settle_joins (void)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
      {
	tree result = gimple_phi_result (i.phi ());
	tree value = (POINTER_TYPE_P (TREE_TYPE (result))
		      ? whatever_way (result, MAX_JOINS) : result);
	if (value != result)
	  replace_uses_by (result, value);
      }
}

void
plug_settle_loops (void)
{
  free_dominance_info (CDI_DOMINATORS);
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  plug_prepare_loops ();
  settle_joins ();
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
  plug_settle_loops ();
  return true;
}

void
plug_pass_breaks (void)
{
  while (pass_break (current_loops->tree_root))
    ;
}
