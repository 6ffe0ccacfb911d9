/* run-through.cc: counted loops that data may end early run through.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (k = 0; k < n; k++)
       {
	 …
	 if (a[k][k] == 0)
	   {
	     singular = 1;
	     break;
	   }
	 for (i = k + 1; i < n; i++) …
       }

   What an iteration accesses depends on K, so which values K has must be known
   when that is planned.  So all iterations come, and those after the break do
   nothing:

     for (k = 0, stop = false; k < n; k++)
       if (!stop)
	 {
	   …
	   stop = a[k][k] == 0;
	   if (!stop)
	     for (i = k + 1; i < n; i++) …
	 }
     if (stop)
       singular = 1;

   which are conditions on data, between loops (once.cc).  What is wanted behind the
   break the loop carries from there on.

   So does a loop that is in no other one if it stores, or reads under conditions: a
   process runs it whole then, instead of all waiting for its end.

   Requires: SSA, loops with their exits recorded and simple latches, scalar
   evolution.  Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* --- Which loops ---------------------------------------------------------- */

/* The edge by which LOOP is left once it has run as often as its header
   counts, or null.  */
static edge
counted_exit (class loop *loop)
{
  class tree_niter_desc desc;
  for (edge e : get_loop_exit_edges (loop))
    if (e->src == loop->header)
      return number_of_iterations_exit (loop, e, &desc, false) ? e : NULL;
  return NULL;
}

/* USE, of a value that depends on the number of LOOP's iteration, is by what
   says where a loop in it begins or ends, or what it accesses.  */
static bool
places_inside_p (class loop *loop, use_operand_p use)
{
  gimple *stmt = USE_STMT (use);
  class loop *in = gimple_bb (stmt)->loop_father;
  if (in == loop || !flow_loop_nested_p (loop, in))
    return false;
  return (gimple_code (stmt) == GIMPLE_COND || gimple_code (stmt) == GIMPLE_PHI
	  || POINTER_TYPE_P (TREE_TYPE (USE_FROM_PTR (use)))
	  || (is_gimple_assign (stmt)
	      && POINTER_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt)))));
}

/* What loops in LOOP access, or which iterations they have, depends on NAME.
   DONE: what was looked at.  */
static bool
places_p (class loop *loop, tree name, bitmap done)
{
  imm_use_iterator iter;
  use_operand_p use;
  auto_vec<tree> further;
  if (!bitmap_set_bit (done, SSA_NAME_VERSION (name)))
    return false;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *stmt = USE_STMT (use);
      if (is_gimple_debug (stmt)
	  || !flow_bb_inside_loop_p (loop, gimple_bb (stmt)))
	continue;
      if (places_inside_p (loop, use))
	return true;
      if (is_gimple_assign (stmt) && !gimple_vuse (stmt)
	  && TREE_CODE (gimple_assign_lhs (stmt)) == SSA_NAME)
	further.safe_push (gimple_assign_lhs (stmt));
    }
  for (tree next : further)
    if (places_p (loop, next, done))
      return true;
  return false;
}

/* By how much PHI, of LOOP's header, grows in every iteration; or null.  */
static tree
step_of (class loop *loop, gphi *phi)
{
  affine_iv iv;
  tree result = gimple_phi_result (phi);
  if (!INTEGRAL_TYPE_P (TREE_TYPE (result))
      || !simple_iv (loop, loop, result, &iv, true))
    return NULL_TREE;
  return is_gimple_val (iv.step) ? fold_convert (TREE_TYPE (result), iv.step)
				 : NULL_TREE;
}

/* What LOOP's iterations do depends on their number, by one of its counters.
   */
static bool
counter_places_p (class loop *loop)
{
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      auto_bitmap done;
      if (step_of (loop, i.phi ())
	  && places_p (loop, gimple_phi_result (i.phi ()), done))
	return true;
    }
  return false;
}

/* LOOP, in which there are no others, is in none, and stores, or reads under conditions:
   that is work for a process, and nothing for a loop whose end all wait for.  */
static bool
work_alone_p (class loop *loop)
{
  if (loop->inner || loop_outer (loop_outer (loop)))
    return false;
  int n;
  bool any = false;
  basic_block *bbs = plug_loop_blocks (loop, &n);
  for (int b = 0; b < n && !any; b++)
    {
      bool always = dominated_by_p (CDI_DOMINATORS, loop->latch, bbs[b]);
      for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i); gsi_next (&i))
	any |= (gimple_store_p (gsi_stmt (i))
		|| (!always && gimple_assign_load_p (gsi_stmt (i))));
    }
  free (bbs);
  return any;
}

/* The EDGES by which data may end LOOP early, although it is to run through;
   false if there are none.  */
static bool
early_exits (class loop *loop, vec<edge> *edges)
{
  if (!loop_outer (loop) || !counted_exit (loop)
      || !(loop->inner ? counter_places_p (loop) : work_alone_p (loop)))
    return false;
  for (edge e : get_loop_exit_edges (loop))
    if (e->src != loop->header)
      {
	if (e->src->loop_father != loop || (e->flags & EDGE_COMPLEX)
	    || !safe_dyn_cast <gcond *> (last_stmt (e->src)))
	  return false;
	edges->safe_push (e);
      }
  return !edges->is_empty ();
}

/* --- Conditions of two parts ---------------------------------------------- */

/* COND is a comparison of a counter of LOOP's header.  */
static bool
counts_p (class loop *loop, tree cond)
{
  affine_iv iv;
  gimple *def = TREE_CODE (cond) == SSA_NAME ? SSA_NAME_DEF_STMT (cond) : NULL;
  return (def && is_gimple_assign (def) && gimple_bb (def) == loop->header
	  && TREE_CODE_CLASS (gimple_assign_rhs_code (def)) == tcc_comparison
	  && TREE_CODE (gimple_assign_rhs1 (def)) == SSA_NAME
	  && simple_iv (loop, loop, gimple_assign_rhs1 (def), &iv, true)
	  && !integer_zerop (iv.step));
}

/* LOOP's header tests at once, for its iterations to go on, whether *COUNT, of
   a counter, and *DATA hold.  */
static bool
two_parts_p (class loop *loop, tree *count, tree *data)
{
  gcond *test = safe_dyn_cast <gcond *> (last_stmt (loop->header));
  edge yes, no;
  if (!test || !loop_outer (loop) || !loop->inner
      || TREE_CODE (gimple_cond_lhs (test)) != SSA_NAME
      || gimple_cond_code (test) != NE_EXPR
      || !integer_zerop (gimple_cond_rhs (test)))
    return false;
  extract_true_false_edges_from_block (loop->header, &yes, &no);
  gimple *both = SSA_NAME_DEF_STMT (gimple_cond_lhs (test));
  if (flow_bb_inside_loop_p (loop, no->dest) || !is_gimple_assign (both)
      || gimple_assign_rhs_code (both) != BIT_AND_EXPR)
    return false;
  *count = gimple_assign_rhs1 (both);
  *data = gimple_assign_rhs2 (both);
  if (!counts_p (loop, *count))
    std::swap (*count, *data);
  return counts_p (loop, *count) && !counts_p (loop, *data);
}

/* Let LOOP's header only test COUNT, and a block behind it DATA.  */
static void
test_apart (class loop *loop, tree count, tree data)
{
  edge yes, no;
  gcond *test = as_a <gcond *> (last_stmt (loop->header));
  extract_true_false_edges_from_block (loop->header, &yes, &no);
  gimple *def = SSA_NAME_DEF_STMT (count);
  gimple_cond_set_condition (test, gimple_assign_rhs_code (def),
			     gimple_assign_rhs1 (def), gimple_assign_rhs2 (def));
  update_stmt (test);
  edge go = single_succ_edge (split_edge (yes));
  plug_leave_if (go, no->dest, data, boolean_false_node, gimple_location (test));
  edge gone = find_edge (go->src, no->dest);
  for (gphi_iterator i = gsi_start_phis (no->dest); !gsi_end_p (i);
       gsi_next (&i))
    add_phi_arg (i.phi (), PHI_ARG_DEF_FROM_EDGE (i.phi (), no), gone,
		 UNKNOWN_LOCATION);
}

/* --- Running through ------------------------------------------------------ */

/* A counter of a loop's header, or something else of it: null STEP.  */
struct head
{
  gphi *phi;
  tree step;
};

/* What LOOP's header gets from an iteration; only COUNTER, if that isn't null,
   counts.  */
static void
collect_heads (class loop *loop, gphi *counter, vec<struct head> *heads)
{
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    if (!virtual_operand_p (gimple_phi_result (i.phi ())))
      heads->safe_push ({ i.phi (), !counter || i.phi () == counter
				    ? step_of (loop, i.phi ()) : NULL_TREE });
}

/* A PHI in END, where the iterations of a loop end: what NOW is in the next
   one.  That is NEXT where control comes over one of FROM.  */
static tree
at_end (basic_block end, tree now, const vec<edge> &from, tree next)
{
  gphi *phi = create_phi_node (copy_ssa_name (now), end);
  edge e;
  edge_iterator i;
  FOR_EACH_EDGE (e, i, end->preds)
    add_phi_arg (phi, from.contains (e) ? next : now, e, UNKNOWN_LOCATION);
  return gimple_phi_result (phi);
}

/* HEAD, of LOOP's header, is something else in the next iteration if this one
   has run, over ON, or counts, whether it has or not.  */
static void
go_on (class loop *loop, const struct head *head, const vec<edge> &on)
{
  edge latch = loop_latch_edge (loop);
  tree now = gimple_phi_result (head->phi), next;
  if (head->step)
    {
      gimple_stmt_iterator at = gsi_after_labels (latch->src);
      next = copy_ssa_name (now);
      gsi_insert_before (&at, gimple_build_assign (next, PLUS_EXPR, now,
						   head->step), GSI_SAME_STMT);
    }
  else
    next = at_end (latch->src, now, on,
		   PHI_ARG_DEF_FROM_EDGE (head->phi, latch));
  SET_PHI_ARG_DEF (head->phi, latch->dest_idx, next);
}

edge
plug_skip_iterations (class loop *loop, edge counted, gphi *counter, tree skip,
		      location_t where)
{
  auto_vec<struct head> heads;
  collect_heads (loop, counter, &heads);
  edge body = EDGE_SUCC (loop->header, EDGE_SUCC (loop->header, 0) == counted);
  edge enter = single_succ_edge (split_edge (body));
  basic_block end = split_edge (loop_latch_edge (loop));
  auto_vec<edge> on;
  on.safe_push (single_pred_edge (end));
  plug_leave_if (enter, end, skip, boolean_true_node, where);
  for (struct head &head : heads)
    go_on (loop, &head, on);
  return find_edge (enter->src, end);
}

/* Let LOOP carry NOW, which is FIRST before it, and is AT once it was left over
   LEFT, to where iterations end.  */
static void
carry (class loop *loop, const vec<edge> &left, tree now, tree first, tree at)
{
  gphi *phi = create_phi_node (now, loop->header);
  edge latch = loop_latch_edge (loop);
  add_phi_arg (phi, first, loop_preheader_edge (loop), UNKNOWN_LOCATION);
  add_phi_arg (phi, at_end (latch->src, now, left, at), latch, UNKNOWN_LOCATION);
}

/* OUT, where LOOP was left, copies what LOOP computes; let LOOP carry that
   from where it is LEFT.  */
static void
carry_copies (class loop *loop, basic_block out, const vec<edge> &left)
{
  for (gimple_stmt_iterator i = gsi_start_bb (out); !gsi_end_p (i);
       gsi_next (&i))
    if (plug_copies_from_p (loop, gsi_stmt (i)))
      {
	tree value = gimple_assign_rhs1 (gsi_stmt (i));
	tree now = copy_ssa_name (value);
	carry (loop, left, now, build_zero_cst (TREE_TYPE (value)), value);
	gimple_assign_set_rhs1 (gsi_stmt (i), now);
	update_stmt (gsi_stmt (i));
      }
}

/* Let E, which leaves a loop, lead to where its iterations end, as PAST does.
   */
static edge
stay (edge e, edge past)
{
  edge left = redirect_edge_and_branch (e, past->dest);
  redirect_edge_var_map_clear (left);
  for (gphi_iterator i = gsi_start_phis (left->dest); !gsi_end_p (i);
       gsi_next (&i))
    add_phi_arg (i.phi (), PHI_ARG_DEF_FROM_EDGE (i.phi (), past), left,
		 UNKNOWN_LOCATION);
  return left;
}

/* Let LOOP, which COUNTED ends, go on where it is left over EARLY, and do
   nothing in the iterations from there on.  */
static void
run_through (class loop *loop, edge counted, const vec<edge> &early)
{
  auto_vec<edge> left;
  auto_vec<basic_block> out;
  tree stop = make_temp_ssa_name (boolean_type_node, NULL, PLUG_STOP);
  location_t where = gimple_location (last_stmt (early[0]->src));
  edge behind = single_succ_edge (split_edge (counted));
  edge past = plug_skip_iterations (loop, single_pred_edge (behind->src), NULL,
				    stop, where);
  for (edge e : early)
    {
      out.safe_push (e->dest);
      left.safe_push (stay (e, past));
    }
  for (unsigned k = 0; k < left.length (); k++)
    {
      auto_vec<edge> one;
      one.safe_push (left[k]);
      tree way = left.length () > 1 ? make_ssa_name (boolean_type_node) : stop;
      plug_leave_if (behind, out[k], way, boolean_true_node, where);
      behind = single_succ_edge (split_edge (behind));
      carry_copies (loop, out[k], one);
      carry (loop, one, way, boolean_false_node, boolean_true_node);
    }
  if (left.length () > 1)
    carry (loop, left, stop, boolean_false_node, boolean_true_node);
}

/* Do so with LOOP or one in it; false if there is none.  */
static bool
run_one_through (class loop *loop)
{
  for (class loop *in = loop->inner; in; in = in->next)
    if (run_one_through (in))
      return true;
  auto_vec<edge> early;
  tree count, data;
  if (two_parts_p (loop, &count, &data) && counter_places_p (loop))
    {
      test_apart (loop, count, data);
      plug_settle_loops ();
      return true;
    }
  if (!early_exits (loop, &early))
    return false;
  plug_close_off (loop);
  early.truncate (0);
  early_exits (loop, &early);
  run_through (loop, counted_exit (loop), early);
  plug_settle_loops ();
  return true;
}

bool
plug_run_through (void)
{
  bool any = false;
  while (run_one_through (current_loops->tree_root))
    any = true;
  return any;
}
