/* limited.cc: counters that stop at a limit.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i = 0; i < n; i++)
       if (x[i] > tol)
	 if (m < most)
	   list[m++] = i;

   How much an iteration adds to M depends on M, so nothing can be summed up before.  But
   if U counts on,

     u = m;
     for (i = 0; i < n; i++)
       if (x[i] > tol)
	 if (u++ < most)
	   list[u - 1] = i;
     m = MIN (u, MAX (m, most));

   the same is stored, and U is a counter like others (prefix-sums.cc).  It has 64 bits.
   `m != most' is a limit if M isn't beyond it at first, else none.

   Requires: SSA, loops with preheaders and simple latches, dominators.  Provides: the same
   but for virtual operands.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* PHI, of LOOP's header, is added 1 to by STEP where it is CODE LIMIT: beyond the edge
   ON.  */
struct limited
{
  class loop *loop;
  gphi *phi;
  gassign *step;
  gcond *test;
  edge on;
  enum tree_code code;
  tree limit;
  auto_vec<gphi *> merges;	/* what PHI and STEP meet in */
};

/* VALUE doesn't change in LOOP.  */
static bool
steady_p (class loop *loop, tree value)
{
  return (TREE_CODE (value) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (value)
	  || !flow_bb_inside_loop_p (loop, gimple_bb (SSA_NAME_DEF_STMT (value))));
}

/* TEST compares NAME with what L's loop doesn't change.  */
static bool
add_test (struct limited *l, tree name, gcond *test)
{
  enum tree_code code = gimple_cond_code (test);
  tree limit = gimple_cond_rhs (test);
  edge on, off;
  if (limit == name)
    {
      limit = gimple_cond_lhs (test);
      code = swap_tree_comparison (code);
    }
  extract_true_false_edges_from_block (gimple_bb (test), &on, &off);
  if (code == GE_EXPR || code == GT_EXPR || code == EQ_EXPR)
    {
      code = invert_tree_comparison (code, false);
      on = off;
    }
  bool first = !l->test;
  if (TREE_CODE (limit) == SSA_NAME)
    limit = plug_strip_copies (limit);
  l->test = test;
  l->on = on;
  l->code = code;
  l->limit = limit;
  return (first && steady_p (l->loop, limit) && single_pred_p (on->dest)
	  && !loop_exits_from_bb_p (l->loop, gimple_bb (test))
	  && (code == LT_EXPR || code == NE_EXPR
	      || (code == LE_EXPR
		  && TYPE_PRECISION (TREE_TYPE (name)) < 64)));
}

/* BB is where L's counter is below its limit.  */
static bool
below_p (const struct limited *l, basic_block bb)
{
  return dominated_by_p (CDI_DOMINATORS, bb, l->on->dest);
}

/* Find the test of L's counter, NAME, and what adds to it.  */
static bool
find_step (struct limited *l, tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *stmt = USE_STMT (use);
      gcond *test = dyn_cast <gcond *> (stmt);
      if (!flow_bb_inside_loop_p (l->loop, gimple_bb (stmt)))
	continue;
      if (test && !add_test (l, name, test))
	return false;
      if (is_gimple_assign (stmt) && gimple_assign_rhs_code (stmt) == PLUS_EXPR
	  && integer_onep (gimple_assign_rhs2 (stmt)))
	{
	  if (l->step)
	    return false;
	  l->step = as_a <gassign *> (stmt);
	}
    }
  return l->test && l->step && below_p (l, gimple_bb (l->step));
}

/* VALUE, which comes by the edge E, is L's counter before the step, but not from where
   that is due, or behind it, or merges such.  */
static bool
merged_p (struct limited *l, tree value, edge e)
{
  tree name = gimple_phi_result (l->phi);
  value = TREE_CODE (value) == SSA_NAME ? plug_strip_copies (value) : value;
  if (value == name)
    return !below_p (l, e->src);
  if (value == gimple_assign_lhs (l->step))
    return true;
  gphi *phi = (TREE_CODE (value) == SSA_NAME
	       ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (value)) : NULL);
  if (!phi || !flow_bb_inside_loop_p (l->loop, gimple_bb (phi))
      || gimple_bb (phi)->loop_father->header == gimple_bb (phi))
    return false;
  if (l->merges.contains (phi))
    return true;
  l->merges.safe_push (phi);
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (!merged_p (l, gimple_phi_arg_def (phi, i), gimple_phi_arg_edge (phi, i)))
      return false;
  return true;
}

/* Where USE is made: of a PHI's, at the end of the edge.  */
static basic_block
place_of (use_operand_p use)
{
  gimple *stmt = USE_STMT (use);
  return (gimple_code (stmt) == GIMPLE_PHI
	  ? gimple_phi_arg_edge (as_a <gphi *> (stmt), PHI_ARG_INDEX_FROM_USE (use))->src
	  : gimple_bb (stmt));
}

/* What uses NAME, one of L's names, are its merges and its header; what is behind its
   loop; and, if it is the counter BEFORE the step, what stands where that is below the
   limit.  */
static bool
used_well_p (struct limited *l, tree name, bool before)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *stmt = USE_STMT (use);
      gphi *phi = dyn_cast <gphi *> (stmt);
      if (is_gimple_debug (stmt) || phi == l->phi || stmt == l->test
	  || (phi && l->merges.contains (phi))
	  || !flow_bb_inside_loop_p (l->loop, gimple_bb (stmt)))
	continue;
      if (!before || !below_p (l, place_of (use)))
	return false;
    }
  return true;
}

/* Nothing behind LOOP uses NAME, or a copy.  */
static bool
used_inside_p (class loop *loop, tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *stmt = USE_STMT (use);
      if (!flow_bb_inside_loop_p (loop, gimple_bb (stmt))
	  || (gimple_assign_ssa_name_copy_p (stmt)
	      && !used_inside_p (loop, gimple_assign_lhs (stmt))))
	return false;
    }
  return true;
}

/* L's loop may end where its counter is below the limit, and U has counted on.  */
static bool
left_below_p (const struct limited *l)
{
  auto_vec<edge> exits = get_loop_exit_edges (l->loop);
  for (edge e : exits)
    if (below_p (l, e->src))
      return true;
  return false;
}

/* Fill L for PHI, in LOOP's header; false if that is none.  */
static bool
find_limited (struct limited *l, class loop *loop, gphi *phi)
{
  tree name = gimple_phi_result (phi);
  l->loop = loop;
  l->phi = phi;
  l->step = NULL;
  l->test = NULL;
  edge latch = loop_latch_edge (loop);
  if (virtual_operand_p (name) || !INTEGRAL_TYPE_P (TREE_TYPE (name))
      || TYPE_PRECISION (TREE_TYPE (name)) > 64 || !find_step (l, name)
      || left_below_p (l)
      || !merged_p (l, PHI_ARG_DEF_FROM_EDGE (phi, latch), latch)
      || !used_well_p (l, name, true)
      || !used_inside_p (loop, gimple_assign_lhs (l->step)))
    return false;
  for (gphi *merge : l->merges)
    if (!used_well_p (l, gimple_phi_result (merge), false))
      return false;
  return true;
}

/* --- Tests that matter -------------------------------------------------------- */

/* A test in a loop, what control goes through behind it where ways differ, and where they
   meet again.  */
struct ways
{
  class loop *loop;
  basic_block test, meet;
  hash_set<basic_block> between;
  hash_map<tree, tree> known;	/* by name: value_behind */
};

static void
find_ways (struct ways *w)
{
  auto_vec<basic_block> work;
  work.safe_push (w->test);
  while (!work.is_empty ())
    {
      edge e;
      edge_iterator i;
      FOR_EACH_EDGE (e, i, work.pop ()->succs)
	if (flow_bb_inside_loop_p (w->loop, e->dest) && e->dest != w->loop->header
	    && e->dest != w->meet && !w->between.add (e->dest))
	  work.safe_push (e->dest);
    }
}

static tree value_behind (struct ways *w, tree value);

/* What PHI is in an iteration that comes to W's test; null if the way matters.  */
static tree
phi_behind (struct ways *w, gphi *phi)
{
  basic_block bb = gimple_bb (phi);
  bool here = bb == w->meet || w->between.contains (bb);
  tree all = NULL_TREE;
  for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
    {
      basic_block from = gimple_phi_arg_edge (phi, k)->src;
      if (here && from != w->test && !w->between.contains (from))
	continue;
      tree one = value_behind (w, gimple_phi_arg_def (phi, k));
      if (!one || (here && all && one != all))
	return NULL_TREE;
      all = one;
    }
  return here ? all : gimple_phi_result (phi);
}

/* The same of DEF, which defines VALUE.  */
static tree
definition_behind (struct ways *w, gimple *def, tree value)
{
  ssa_op_iter i;
  tree use;
  if (gphi *phi = dyn_cast <gphi *> (def))
    return phi_behind (w, phi);
  FOR_EACH_SSA_TREE_OPERAND (use, def, i, SSA_OP_USE)
    if (!value_behind (w, use))
      return NULL_TREE;
  return value;
}

/* What VALUE is in an iteration that comes to W's test, whichever way it goes on from
   there; null if that matters.  Other tests that it depends on are looked at by
   themselves.  */
static tree
value_behind (struct ways *w, tree value)
{
  gimple *def = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
  if (!def || SSA_NAME_IS_DEFAULT_DEF (value)
      || !flow_bb_inside_loop_p (w->loop, gimple_bb (def))
      || (gimple_code (def) == GIMPLE_PHI && gimple_bb (def) == w->loop->header))
    return value;
  if (tree *known = w->known.get (value))
    return *known;
  w->known.put (value, value);	/* a loop inside comes back to it */
  tree behind = definition_behind (w, def, value);
  w->known.put (value, behind);
  return behind;
}

bool
plug_same_either_way_p (class loop *loop, gimple *test, gphi *phi)
{
  struct ways w;
  calculate_dominance_info (CDI_POST_DOMINATORS);
  w.loop = loop;
  w.test = gimple_bb (test);
  w.meet = get_immediate_dominator (CDI_POST_DOMINATORS, w.test);
  free_dominance_info (CDI_POST_DOMINATORS);
  find_ways (&w);
  return value_behind (&w, PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop))) != NULL_TREE;
}

/* --- Counting on ------------------------------------------------------------ */

/* Before L's loop, what its counter is then, in FIRST, and is at most, which is the
   result.  U, which counts on, begins.  */
static tree
begin (struct limited *l, tree u, tree *first)
{
  tree type = TREE_TYPE (u);
  edge e = loop_preheader_edge (l->loop);
  gimple_seq seq = NULL;
  *first = gimple_convert (&seq, type, PHI_ARG_DEF_FROM_EDGE (l->phi, e));
  tree most = gimple_convert (&seq, type, l->limit);
  if (l->code == LE_EXPR)
    most = gimple_build (&seq, PLUS_EXPR, type, most, build_one_cst (type));
  if (l->code == NE_EXPR)
    {
      tree in = gimple_build (&seq, LE_EXPR, boolean_type_node, *first, most);
      most = gimple_build (&seq, COND_EXPR, type, in, most, TYPE_MAX_VALUE (type));
    }
  gimple_seq_add_stmt (&seq, gimple_build_assign (u, *first));
  plug_append (e->src, seq);
  return most;
}

/* Let L's test be whether U, which counts on there, is below MOST, and what stands beyond it
   use that.  */
static void
count_on (struct limited *l, tree u, tree most)
{
  tree name = gimple_phi_result (l->phi), type = TREE_TYPE (u);
  tree before = make_ssa_name (type), same = make_ssa_name (TREE_TYPE (name));
  gimple_stmt_iterator i = gsi_for_stmt (l->test);
  gsi_insert_before (&i, gimple_build_assign (before, u), GSI_SAME_STMT);
  gsi_insert_before (&i, gimple_build_assign (u, PLUS_EXPR, before,
					      build_one_cst (type)), GSI_SAME_STMT);
  gsi_insert_before (&i, gimple_build_assign (same, NOP_EXPR, before), GSI_SAME_STMT);
  bool yes = l->on->flags & EDGE_TRUE_VALUE;
  gimple_cond_set_condition (l->test, yes ? LT_EXPR : GE_EXPR, before, most);
  update_stmt (l->test);
  imm_use_iterator iter;
  use_operand_p use;
  gimple *stmt;
  FOR_EACH_IMM_USE_STMT (stmt, iter, name)
    {
      FOR_EACH_IMM_USE_ON_STMT (use, iter)
	if (below_p (l, place_of (use)))
	  SET_USE (use, same);
      update_stmt (stmt);
    }
}

/* What L's counter is before I, from U, FIRST and MOST.  */
static tree
counter_at (const struct limited *l, tree u, tree first, tree most,
	    gimple_stmt_iterator *i)
{
  tree type = TREE_TYPE (u), now = make_ssa_name (type);
  gimple_seq seq = NULL;
  gimple_seq_add_stmt (&seq, gimple_build_assign (now, u));
  tree least = gimple_build (&seq, MAX_EXPR, type, first, most);
  tree value = gimple_build (&seq, MIN_EXPR, type, now, least);
  value = gimple_convert (&seq, TREE_TYPE (gimple_phi_result (l->phi)), value);
  gsi_insert_seq_before (i, seq, GSI_SAME_STMT);
  return value;
}

/* Behind L's loop let NAME, one of its names, be that.  */
static void
replace_behind (struct limited *l, tree name, tree u, tree first, tree most)
{
  imm_use_iterator iter;
  use_operand_p use;
  gimple *stmt;
  FOR_EACH_IMM_USE_STMT (stmt, iter, name)
    {
      gphi *phi = dyn_cast <gphi *> (stmt);
      if (is_gimple_debug (stmt) || phi == l->phi || (phi && l->merges.contains (phi))
	  || (!phi && flow_bb_inside_loop_p (l->loop, gimple_bb (stmt))))
	continue;
      FOR_EACH_IMM_USE_ON_STMT (use, iter)
	{
	  gimple_stmt_iterator i = plug_before_use (use);
	  SET_USE (use, counter_at (l, u, first, most, &i));
	}
      update_stmt (stmt);
    }
}

/* Count on instead of L's counter.  */
static void
apply (struct limited *l)
{
  tree name = gimple_phi_result (l->phi), first;
  bool wide = TYPE_PRECISION (TREE_TYPE (name)) == 64;
  tree u = create_tmp_reg (wide ? TYPE_MAIN_VARIANT (TREE_TYPE (name)) : ssizetype);
  if (SSA_NAME_IDENTIFIER (name))
    DECL_NAME (u) = SSA_NAME_IDENTIFIER (name);
  tree most = begin (l, u, &first);
  count_on (l, u, most);
  replace_behind (l, name, u, first, most);
  for (gphi *merge : l->merges)
    replace_behind (l, gimple_phi_result (merge), u, first, most);
  l->merges.safe_push (l->phi);
  for (gphi *phi : l->merges)
    {
      gimple_stmt_iterator i = gsi_for_stmt (phi);
      remove_phi_node (&i, true);
    }
}

/* Let what is counted in LOOP or inside of it count on.  */
static bool
count_on_within (class loop *loop)
{
  bool changed = false;
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    changed |= count_on_within (inner);
  if (!loop_outer (loop))
    return changed;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);)
    {
      struct limited l;
      gphi *phi = i.phi ();
      gsi_next (&i);
      if (!find_limited (&l, loop, phi))
	continue;
      apply (&l);
      changed = true;
    }
  return changed;
}

bool
plug_count_on (void)
{
  if (!count_on_within (current_loops->tree_root))
    return false;
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  return true;
}
