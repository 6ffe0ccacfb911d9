/* needs.cc: what parts of a loop are made of, and parts alone.

   SPDX-License-Identifier: GPL-3.0-or-later

   Loops are copied, and each copy does without what others do (fission.cc,
   prefix-sums.cc): stores are removed, loops inside that only they needed are passed,
   and what nobody needs is removed, too.  Variables in memory that are declared in the
   loop are computed in each copy that needs them.

   Requires: SSA, loops with preheaders, simple latches and recorded exits,
   dominators.  Provides: the same, but what is dead has no blocks of its own, and where that
   is removed loops must be found anew.  */

#include "pram-gcc.h"
#include "needs.h"
#include "region.h"
#include "read/extract.h"

/* The variable of an iteration that STMT writes or, unless STORED, reads, or
   null.  */
tree
plug_private_of (gimple *stmt, bool stored)
{
  tree load, store;
  plug_references (stmt, &load, &store);
  tree ref = !stored ? load : gimple_clobber_p (stmt) ? gimple_get_lhs (stmt) : store;
  tree var = ref ? plug_variable_of (ref) : NULL_TREE;
  return var && plug_scope_of (var, gimple_bb (stmt)) ? var : NULL_TREE;
}

/* Something in BB is needed, and so are the loops around it.  */
void
plug_need_loops (struct plug_needs *n, basic_block bb)
{
  for (class loop *loop = bb->loop_father; loop && loop != n->loop;
       loop = loop_outer (loop))
    bitmap_set_bit (n->loops, loop->num);
}

void
plug_need (struct plug_needs *n, tree name)
{
  if (name && TREE_CODE (name) == SSA_NAME && !virtual_operand_p (name)
      && !SSA_NAME_IS_DEFAULT_DEF (name)
      && flow_bb_inside_loop_p (n->loop, gimple_bb (SSA_NAME_DEF_STMT (name)))
      && bitmap_set_bit (n->names, SSA_NAME_VERSION (name)))
    n->work.safe_push (name);
}

void
plug_need_operands (struct plug_needs *n, gimple *stmt)
{
  ssa_op_iter iter;
  use_operand_p use;
  if (gimple_code (stmt) == GIMPLE_PHI)
    for (unsigned a = 0; a < gimple_phi_num_args (stmt); a++)
      plug_need (n, gimple_phi_arg_def (stmt, a));
  else
    FOR_EACH_SSA_USE_OPERAND (use, stmt, iter, SSA_OP_USE)
      plug_need (n, USE_FROM_PTR (use));
}

/* All that is stored in VAR, of an iteration, is needed.  */
static void
need_private (struct plug_needs *n, tree var)
{
  if (n->privates.contains (var))
    return;
  n->privates.safe_push (var);
  basic_block *body = get_loop_body (n->loop);
  for (unsigned i = 0; i < n->loop->num_nodes; i++)
    for (gimple_stmt_iterator g = gsi_start_bb (body[i]); !gsi_end_p (g);
	 gsi_next (&g))
      if (plug_private_of (gsi_stmt (g), true) == var)
	{
	  plug_need_loops (n, body[i]);
	  plug_need_operands (n, gsi_stmt (g));
	}
  free (body);
}

/* Follow all that is needed to where it comes from.  */
static void
close_needs (struct plug_needs *n)
{
  while (!n->work.is_empty ())
    {
      gimple *def = SSA_NAME_DEF_STMT (n->work.pop ());
      if (gimple_vuse (def))
	n->stmts.safe_push (def);
      plug_need_loops (n, gimple_bb (def));
      if (tree var = gimple_vuse (def) ? plug_private_of (def, false) : NULL_TREE)
	need_private (n, var);
      plug_need_operands (n, def);
    }
}

/* Control comes to what is behind LOOP whatever is done in it, and before its test
   nothing is.  */
static bool
passable_p (class loop *loop)
{
  edge out = single_exit (loop);
  return (out && out->src == loop->header
	  && safe_dyn_cast <gcond *> (last_stmt (out->src)));
}

/* N does without what is done in BB: that is in a loop of which it needs
   nothing.  */
static bool
passed_p (struct plug_needs *n, basic_block bb)
{
  for (class loop *loop = bb->loop_father; loop != n->loop;
       loop = loop_outer (loop))
    if (!bitmap_bit_p (n->loops, loop->num) && passable_p (loop))
      return true;
  return false;
}

/* STMT does no more than give a name.  */
static bool
removable_p (gimple *stmt)
{
  if (gimple_code (stmt) == GIMPLE_PHI)
    return !virtual_operand_p (gimple_phi_result (stmt));
  if (!gimple_get_lhs (stmt) || TREE_CODE (gimple_get_lhs (stmt)) != SSA_NAME)
    return false;
  if (gcall *call = dyn_cast <gcall *> (stmt))
    return (plug_pure_call_p (call)
	    || (!gimple_vdef (stmt) && !gimple_has_side_effects (stmt)));
  return is_gimple_assign (stmt) && !gimple_vdef (stmt) && !gimple_has_side_effects (stmt);
}

/* Something in BB is done that N needs, or stored.  */
static bool
busy_p (struct plug_needs *n, basic_block bb)
{
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
    {
      tree name = gimple_get_lhs (gsi_stmt (i));
      if (!removable_p (gsi_stmt (i)) || bitmap_bit_p (n->names, SSA_NAME_VERSION (name)))
	return !is_gimple_debug (gsi_stmt (i));
    }
  return false;
}

/* The edge by which control comes, where it leaves BB by OUT, to where the ways from there
   meet: over a block of which N needs nothing, or at once.  Null if that isn't so plain.  */
static edge
way_to_join (struct plug_needs *n, edge out)
{
  basic_block side = out->dest;
  if (!single_pred_p (side) || !single_succ_p (side))
    return out;
  return (phi_nodes (side) || busy_p (n, side) || side->loop_father != out->src->loop_father
	  ? NULL : single_succ_edge (side));
}

/* BB ends with a condition that decides nothing that N needs.  */
static bool
idle_p (struct plug_needs *n, basic_block bb)
{
  if (!safe_dyn_cast <gcond *> (last_stmt (bb)))
    return false;
  edge a = way_to_join (n, EDGE_SUCC (bb, 0)), b = way_to_join (n, EDGE_SUCC (bb, 1));
  if (!a || !b || a->dest != b->dest || a->dest->loop_father != bb->loop_father
      || a->dest == bb->loop_father->header)
    return false;
  for (gphi_iterator i = gsi_start_phis (a->dest); !gsi_end_p (i); gsi_next (&i))
    if (bitmap_bit_p (n->names, SSA_NAME_VERSION (gimple_phi_result (i.phi ())))
	&& !operand_equal_p (PHI_ARG_DEF_FROM_EDGE (i.phi (), a),
			     PHI_ARG_DEF_FROM_EDGE (i.phi (), b), 0))
      return false;
  return true;
}

/* The conditions in the loop are needed by all of its strands, but for those of loops
   in it that compute something else, and those that decide nothing else.  */
static void
need_conditions (struct plug_needs *n)
{
  basic_block *body = get_loop_body (n->loop);
  for (unsigned i = 0; i < n->loop->num_nodes; i++)
    if (gimple *last = last_stmt (body[i]))
      if (is_ctrl_stmt (last) && !passed_p (n, body[i]) && !idle_p (n, body[i]))
	plug_need_operands (n, last);
  free (body);
}

/* Find all that is needed for what is.  */
void
plug_find_needs (struct plug_needs *n)
{
  auto_bitmap loops, names;
  do
    {
      bitmap_copy (loops, n->loops);
      bitmap_copy (names, n->names);
      need_conditions (n);
      close_needs (n);
    }
  while (!bitmap_equal_p (loops, n->loops) || !bitmap_equal_p (names, n->names));
}

/* What is used after its loop is needed.  */
void
plug_need_results (struct plug_needs *n)
{
  basic_block *body = get_loop_body (n->loop);
  for (unsigned i = 0; i < n->loop->num_nodes; i++)
    {
      for (gphi_iterator p = gsi_start_phis (body[i]); !gsi_end_p (p);
	   gsi_next (&p))
	if (!virtual_operand_p (gimple_phi_result (p.phi ()))
	    && plug_used_after_p (n->loop, gimple_phi_result (p.phi ())))
	  plug_need (n, gimple_phi_result (p.phi ()));
      for (gimple_stmt_iterator g = gsi_start_bb (body[i]); !gsi_end_p (g);
	   gsi_next (&g))
	{
	  tree def = gimple_get_lhs (gsi_stmt (g));
	  if (def && TREE_CODE (def) == SSA_NAME
	      && plug_used_after_p (n->loop, def))
	    plug_need (n, def);
	}
    }
  free (body);
}

bool
plug_stores_p (gimple *stmt)
{
  gcall *call = dyn_cast <gcall *> (stmt);
  return gimple_vdef (stmt) && !(call && gimple_call_lhs (call) && plug_pure_call_p (call));
}

bool
plug_copyable_p (gimple *stmt)
{
  gcall *call = dyn_cast <gcall *> (stmt);
  if (plug_ending (stmt))
    return false;
  if (call && plug_pure_call_p (call))
    return true;
  if (gimple_has_volatile_ops (stmt) || (call && gimple_has_side_effects (call)))
    return gimple_clobber_p (stmt);
  return !gimple_vdef (stmt) || gimple_assign_single_p (stmt);
}

void
plug_remove_statements (const vec<gimple *> &stmts)
{
  for (gimple *stmt : stmts)
    {
      gimple_stmt_iterator i = gsi_for_stmt (stmt);
      unlink_stmt_vdef (stmt);
      gsi_remove (&i, true);
      release_defs (stmt);
    }
}

/* Let no iteration of LOOP be run.  */
static void
pass (class loop *loop)
{
  edge out = single_exit (loop);
  gcond *test = as_a <gcond *> (last_stmt (out->src));
  if (out->flags & EDGE_TRUE_VALUE)
    gimple_cond_make_true (test);
  else
    gimple_cond_make_false (test);
  update_stmt (test);
}

/* Pass the loops in LOOP, a part, that this doesn't need.  */
void
plug_pass_loops (class loop *loop)
{
  struct plug_needs n;
  n.loop = loop;
  plug_need_results (&n);
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    for (gimple_stmt_iterator g = gsi_start_bb (body[i]); !gsi_end_p (g);
	 gsi_next (&g))
      if (plug_stores_p (gsi_stmt (g)))
	{
	  plug_need_loops (&n, body[i]);
	  plug_need_operands (&n, gsi_stmt (g));
	}
  plug_find_needs (&n);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    if (body[i]->loop_father->header == body[i] && passed_p (&n, body[i])
	&& passable_p (body[i]->loop_father))
      pass (body[i]->loop_father);
  free (body);
}

/* --- Dead code ------------------------------------------------------------ */

/* STMT gives a name that N doesn't need, and does no more.  */
static bool
dead_p (struct plug_needs *n, gimple *stmt)
{
  tree name = gimple_code (stmt) == GIMPLE_PHI ? gimple_phi_result (stmt)
	      : gimple_get_lhs (stmt);
  return removable_p (stmt) && !bitmap_bit_p (n->names, SSA_NAME_VERSION (name));
}

/* Of the function, which N needs, all conditions are needed that decide something that
   is.  */
static void
need_all_conditions (struct plug_needs *n)
{
  basic_block bb;
  auto_bitmap before;
  do
    {
      bitmap_copy (before, n->names);
      FOR_EACH_BB_FN (bb, cfun)
	if (gimple *last = last_stmt (bb))
	  if (is_ctrl_stmt (last) && !idle_p (n, bb))
	    plug_need_operands (n, last);
      close_needs (n);
    }
  while (!bitmap_equal_p (before, n->names));
}

/* Remove what nothing needs.  */
void
plug_remove_dead_code (void)
{
  struct plug_needs n;
  auto_vec<gimple *> dead;
  auto_vec<gcond *> idle;
  n.loop = current_loops->tree_root;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g);
	 gsi_next (&g))
      if (!removable_p (gsi_stmt (g)) && !safe_dyn_cast <gcond *> (gsi_stmt (g)))
	plug_need_operands (&n, gsi_stmt (g));
  need_all_conditions (&n);
  FOR_EACH_BB_FN (bb, cfun)
    {
      if (idle_p (&n, bb))
	idle.safe_push (as_a <gcond *> (last_stmt (bb)));
      for (gphi_iterator p = gsi_start_phis (bb); !gsi_end_p (p);)
	if (dead_p (&n, p.phi ()))
	  remove_phi_node (&p, true);
	else
	  gsi_next (&p);
      for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
	if (dead_p (&n, gsi_stmt (g)))
	  dead.safe_push (gsi_stmt (g));
    }
  plug_remove_statements (dead);
  for (gcond *test : idle)
    {
      gimple_cond_make_false (test);
      update_stmt (test);
    }
  if (!idle.is_empty ())
    cleanup_tree_cfg ();
}
