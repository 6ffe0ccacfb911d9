/* once.cc: what data decide about between loops, as loops of at most one
   iteration.

   SPDX-License-Identifier: GPL-3.0-or-later

     while (t < end)
       {
	 …
	 if (error < tol)
	   {
	     for (i = 1; i < n - 1; i++)
	       u[i] = v[i];
	     t += dt;
	   }
	 else …
       }

   All processes know ERROR, so all or none come to the inner loop.  That is what
   is known of loops whose end data decide, inside of others (Rounds, in
   doc/design/02-plan.md), so

	 for (go = error < tol; go; go = false)
	   {
	     for (i = 1; i < n - 1; i++)
	       u[i] = v[i];
	     t += dt;
	   }
	 if (!(error < tol)) …

   Pointers that are exchanged under the condition are so by that loop.  What is
   inside of a loop that may be distributed stays as it is; so do conditions that
   core can evaluate, unless pointers are exchanged under them.  Where it turns out
   that the region can't be distributed so it is done wherever other loops are inside
   of a loop, in the outermost loops first, as what is inside of those might be
   distributed after all; and elements of integers are data as well:

     for (k = 0; k < n - 1; k++)
       if (a[k][k] != 0)
	 for (i = k + 1; i < n; i++) …

   Requires: SSA, loops with preheaders, simple latches and recorded exits,
   dominators, scalar evolution.  Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* Conditions of one region, at most; how far values are followed.  */
#define MAX_ONCE 16
#define MAX_STEPS 20

/* Where conditions are looked for: wherever in REGION no more loops than DEPTH are
   around them, or, if that is 0, only where it is likely that all processes come, and
   that data decide.  */
struct scope
{
  struct plug_region *region;
  int depth;
};

/* What is done if E is taken: the BLOCKS that its destination dominates, from which
   control comes to JOIN.  */
struct part
{
  edge e, other;
  basic_block join;
  auto_bitmap blocks;
  auto_bitmap rest;		/* and those of what is done else */
};

/* --- Conditions on data --------------------------------------------------- */

bool
plug_affine_p (class loop *loop, tree name)
{
  tree value = analyze_scalar_evolution (loop, name);
  class loop *outermost = loop;
  for (class loop *at = loop; loop_outer (at); at = loop_outer (at))
    {
      value = instantiate_scev (loop_preheader_edge (at), loop, value);
      outermost = at;
    }
  return (!chrec_contains_undetermined (value)
	  && !chrec_contains_symbols_defined_in_loop (value, outermost->num)
	  && evolution_function_is_affine_p (value));
}

/* PHI counts the iterations of the loop whose header it is in, from *BEGIN on, IN which
   it is used.  */
static bool
counter_p (gphi *phi, class loop *in, tree *begin)
{
  class loop *loop = gimple_bb (phi)->loop_father;
  affine_iv iv;
  *begin = PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop));
  return ((in == loop || flow_loop_nested_p (loop, in))
	  && simple_iv (loop, loop, gimple_phi_result (phi), &iv, false)
	  && TREE_CODE (iv.step) == INTEGER_CST);
}

/* NAME, in LOOP, depends on more than numbers of iterations and integers that are
   known when the region is entered.  */
static bool
data_p (const struct scope *s, class loop *loop, tree name, int steps)
{
  if (TREE_CODE (name) != SSA_NAME)
    return false;
  if (!INTEGRAL_TYPE_P (TREE_TYPE (name)) || steps == 0)
    return true;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (SSA_NAME_IS_DEFAULT_DEF (name) || plug_parameter_of (s->region, name)
      || (loop_outer (loop) && plug_affine_p (loop, name)))
    return false;
  /* An array of integers may be a lookup.  */
  if (gimple_vuse (def))
    return s->depth || !gimple_assign_load_p (def);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      basic_block bb = gimple_bb (phi);
      tree begin;
      if (bb->loop_father->header == bb && loop_outer (bb->loop_father))
	return !counter_p (phi, loop, &begin) || data_p (s, loop, begin, steps - 1);
      gcond *test = safe_dyn_cast <gcond *>
		      (last_stmt (get_immediate_dominator (CDI_DOMINATORS, bb)));
      if (!test || data_p (s, loop, gimple_cond_lhs (test), steps - 1)
	  || data_p (s, loop, gimple_cond_rhs (test), steps - 1))
	return true;
    }
  else if (!is_gimple_assign (def))
    return true;
  tree use;
  ssa_op_iter iter;
  use_operand_p at;
  if (gphi *phi = dyn_cast <gphi *> (def))
    FOR_EACH_PHI_ARG (at, phi, iter, SSA_OP_USE)
      {
	if (data_p (s, loop, USE_FROM_PTR (at), steps - 1))
	  return true;
      }
  else
    FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
      if (data_p (s, loop, use, steps - 1))
	return true;
  return false;
}

bool
plug_data_p (struct plug_region *region, class loop *loop, tree name)
{
  struct scope s = { region, INT_MAX };
  return data_p (&s, loop, name, MAX_STEPS);
}

/* --- What is done under them ---------------------------------------------- */

bool
plug_driver_p (class loop *loop)
{
  return (!loop_outer (loop)
	  || number_of_latch_executions (loop) == chrec_dont_know
	  || plug_writes_again_p (loop));
}

/* The same, or all loops with others in them count as such.  */
static bool
driver_p (const struct scope *s, class loop *loop)
{
  return (!loop_outer (loop)
	  || (loop->inner && ((int) loop_depth (loop) <= s->depth
			      || plug_driver_p (loop))));
}

bool
plug_blocks_behind (edge e, bitmap blocks, vec<edge> *out)
{
  basic_block bb;
  if (!single_pred_p (e->dest))
    return false;
  FOR_EACH_BB_FN (bb, cfun)
    if (dominated_by_p (CDI_DOMINATORS, bb, e->dest))
      bitmap_set_bit (blocks, bb->index);
  FOR_EACH_BB_FN (bb, cfun)
    {
      edge leaves;
      edge_iterator i;
      if (bitmap_bit_p (blocks, bb->index))
	FOR_EACH_EDGE (leaves, i, bb->succs)
	  if (!bitmap_bit_p (blocks, leaves->dest->index))
	    out->safe_push (leaves);
    }
  return true;
}

/* Find what is done if E is taken.  False if control doesn't come from there to one
   place in the same loop.  */
static bool
find_part (edge e, struct part *part)
{
  basic_block top = e->src;
  class loop *loop = top->loop_father;
  auto_vec<edge> out;
  part->e = e;
  part->other = EDGE_SUCC (top, EDGE_SUCC (top, 0) == e);
  part->join = NULL;
  if (!plug_blocks_behind (e, part->blocks, &out))
    return false;
  for (edge leaves : out)
    {
      if (part->join && part->join != leaves->dest)
	return false;
      part->join = leaves->dest;
    }
  return (part->join && part->join->loop_father == loop
	  && part->join != loop->header
	  && part->join != EXIT_BLOCK_PTR_FOR_FN (cfun));
}

/* What PHI, in PART's join, gets from it: one value, or null.  */
static tree
value_from (struct part *part, gphi *phi)
{
  tree value = NULL_TREE;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (bitmap_bit_p (part->blocks, gimple_phi_arg_edge (phi, i)->src->index))
      {
	if (value && gimple_phi_arg_def (phi, i) != value)
	  return NULL_TREE;
	value = gimple_phi_arg_def (phi, i);
      }
  return value;
}

/* What PHI, in PART's join, gets if PART isn't done: from the test itself, or from
   elsewhere, if that is one value known before the test; else null.  */
static tree
value_before (struct part *part, gphi *phi)
{
  tree value = NULL_TREE;
  if (part->other->dest == part->join)
    return PHI_ARG_DEF_FROM_EDGE (phi, part->other);
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (!bitmap_bit_p (part->blocks, gimple_phi_arg_edge (phi, i)->src->index))
      {
	if (value && gimple_phi_arg_def (phi, i) != value)
	  return NULL_TREE;
	value = gimple_phi_arg_def (phi, i);
      }
  if (!value || TREE_CODE (value) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (value))
    return value;
  return (dominated_by_p (CDI_DOMINATORS, part->e->src,
			  gimple_bb (SSA_NAME_DEF_STMT (value)))
	  ? value : NULL_TREE);
}

/* PART exchanges pointers.  */
static bool
exchanges_p (struct part *part)
{
  for (gphi_iterator i = gsi_start_phis (part->join); !gsi_end_p (i);
       gsi_next (&i))
    if (POINTER_TYPE_P (TREE_TYPE (gimple_phi_result (i.phi ())))
	&& value_before (part, i.phi ())
	&& value_from (part, i.phi ()) != value_before (part, i.phi ()))
      return true;
  return false;
}

/* STMT accesses an array.  */
static bool
accesses_p (gimple *stmt)
{
  tree load, store;
  plug_references (stmt, &load, &store);
  tree base = load || store ? get_base_address (load ? load : store) : NULL_TREE;
  return (base && TREE_CODE (base) == MEM_REF
	  && !(TREE_CODE (TREE_OPERAND (base, 0)) == SSA_NAME
	       && SSA_NAME_IS_DEFAULT_DEF (TREE_OPERAND (base, 0))
	       && integer_zerop (TREE_OPERAND (base, 1))
	       && is_gimple_reg_type (TREE_TYPE (base))));
}

/* PART has work that would be distributed if it weren't under a condition; or, for S,
   reads what some process has.  */
static bool
works_p (const struct scope *s, struct part *part)
{
  unsigned k;
  bitmap_iterator i;
  EXECUTE_IF_SET_IN_BITMAP (part->blocks, 0, k, i)
    {
      basic_block bb = BASIC_BLOCK_FOR_FN (cfun, k);
      bool inside = (s->depth
		     || bb->loop_father != part->e->src->loop_father);
      for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g);
	   gsi_next (&g))
	if ((inside || gimple_vdef (gsi_stmt (g))) && accesses_p (gsi_stmt (g)))
	  return true;
    }
  return false;
}

/* What S's TEST in LOOP compares depends on data.  */
static bool
data_decide_p (const struct scope *s, class loop *loop, gcond *test)
{
  return (data_p (s, loop, gimple_cond_lhs (test), MAX_STEPS)
	  || data_p (s, loop, gimple_cond_rhs (test), MAX_STEPS));
}

/* Work that data decide about is done if E is taken, or pointers are exchanged in some
   iterations of a loop, or not.  */
static bool
candidate_p (const struct scope *s, edge e, struct part *part)
{
  gcond *test = safe_dyn_cast <gcond *> (last_stmt (e->src));
  class loop *loop = e->src->loop_father;
  if (!test || EDGE_COUNT (e->src->succs) != 2
      || EDGE_SUCC (e->src, 0)->dest->loop_father != loop
      || EDGE_SUCC (e->src, 1)->dest->loop_father != loop
      || e->dest == loop->header || !driver_p (s, loop) || !find_part (e, part))
    return false;
  return (exchanges_p (part) ? loop_outer (loop) || data_decide_p (s, loop, test)
	  : works_p (s, part) && data_decide_p (s, loop, test));
}

/* --- The change ----------------------------------------------------------- */

static struct part *merged;

static bool
in_merged_p (edge e)
{
  return bitmap_bit_p (merged->blocks, e->src->index);
}

/* The only edge from PART to its join, from a block of its own.  */
static edge
only_way (struct part *part)
{
  edge e, only = NULL;
  edge_iterator i;
  int n = 0;
  FOR_EACH_EDGE (e, i, part->join->preds)
    if (bitmap_bit_p (part->blocks, e->src->index))
      {
	only = e;
	n++;
      }
  if (n == 1)
    return single_succ_edge (split_edge (only));
  merged = part;
  only = make_forwarder_block (part->join, in_merged_p, NULL);
  part->join = only->dest;
  return only;
}

/* Let what is done in BLOCKS use NEW_NAME for OLD.  */
static void
use_instead (bitmap blocks, tree old, tree new_name)
{
  imm_use_iterator iter;
  use_operand_p use;
  gimple *stmt;
  FOR_EACH_IMM_USE_STMT (stmt, iter, old)
    {
      gphi *phi = dyn_cast <gphi *> (stmt);
      FOR_EACH_IMM_USE_ON_STMT (use, iter)
	{
	  basic_block bb
	    = (phi ? gimple_phi_arg_edge (phi, PHI_ARG_INDEX_FROM_USE (use))->src
	       : gimple_bb (stmt));
	  if (bitmap_bit_p (blocks, bb->index))
	    SET_USE (use, new_name);
	}
      update_stmt (stmt);
    }
}

/* A value that the join gets now.  */
struct value
{
  gphi *phi;
  tree from, before;
};

/* What PART's join gets over OUT, the only edge from there.  */
static void
collect_values (struct part *part, edge out, vec<struct value> *values)
{
  for (gphi_iterator i = gsi_start_phis (part->join); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree from = PHI_ARG_DEF_FROM_EDGE (i.phi (), out);
      values->safe_push ({ i.phi (), from, virtual_operand_p (from) ? from
			   : value_before (part, i.phi ()) });
    }
}

/* VALUE is a flag that says whether a loop has been left (run-through.cc).  */
static bool
stop_p (tree value)
{
  return plug_called_p (value, PLUG_STOP);
}

/* If PART isn't done it won't be in later iterations of the loop around: then that is
   left, or has been.  */
static bool
stays_out_p (const struct part *part)
{
  gcond *test = as_a <gcond *> (last_stmt (part->e->src));
  if (part->other->dest != part->join)
    return false;
  for (gphi_iterator i = gsi_start_phis (part->join); !gsi_end_p (i); gsi_next (&i))
    if (stop_p (gimple_phi_result (i.phi ())))
      {
	tree then = PHI_ARG_DEF_FROM_EDGE (i.phi (), part->other);
	if (integer_onep (then) || (stop_p (then) && stop_p (gimple_cond_lhs (test))))
	  return true;
      }
  return false;
}

/* Let PART's test be that of a loop, which control enters over the edge that is
   returned, and goes on in over BACK, which has led to the join.  STAYS_OUT is what
   stays_out_p has said.  */
static edge
test_again (struct part *part, bool stays_out, edge *back, tree *holds)
{
  gcond *test = as_a <gcond *> (last_stmt (part->e->src));
  gimple_stmt_iterator at = gsi_for_stmt (test);
  bool when = part->e->flags & EDGE_TRUE_VALUE;
  *holds = make_ssa_name (boolean_type_node);
  gsi_insert_before (&at, gimple_build_assign (*holds, gimple_cond_code (test),
					       gimple_cond_lhs (test),
					       gimple_cond_rhs (test)),
		     GSI_SAME_STMT);
  edge into = split_block (part->e->src, SSA_NAME_DEF_STMT (*holds));
  *back = redirect_edge_and_branch (*back, into->dest);
  tree goes = (stays_out ? make_temp_ssa_name (boolean_type_node, NULL, PLUG_STAYS)
	       : make_ssa_name (boolean_type_node));
  gphi *go = create_phi_node (goes, into->dest);
  add_phi_arg (go, *holds, into, UNKNOWN_LOCATION);
  add_phi_arg (go, constant_boolean_node (!when, boolean_type_node), *back,
	       UNKNOWN_LOCATION);
  gimple_cond_set_condition (test, NE_EXPR, gimple_phi_result (go),
			     boolean_false_node);
  update_stmt (test);
  return into;
}

/* Behind PART's loop what is done if its other edge is taken is done only if the
   test's value, HOLDS, was so: the edge on which it isn't.  */
static edge
skip_other (struct part *part, tree holds)
{
  basic_block after = split_edge (part->other);
  edge on = single_succ_edge (after);
  bool when = part->e->flags & EDGE_TRUE_VALUE;
  gimple_stmt_iterator end = gsi_last_bb (after);
  gcond *again = gimple_build_cond (EQ_EXPR, holds, constant_boolean_node
						      (when, boolean_type_node),
				    NULL_TREE, NULL_TREE);
  gimple_set_location (again, gimple_location (last_stmt (part->e->src)));
  gsi_insert_after (&end, again, GSI_NEW_STMT);
  on->flags = (on->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
  edge to = make_edge (after, part->join, EDGE_TRUE_VALUE);
  to->probability = on->probability = profile_probability::even ();
  return to;
}

/* What V is behind the loop that is entered over INTO and goes on over BACK.  */
static tree
carry (const struct value *v, edge into, edge back)
{
  tree name = gimple_phi_result (v->phi), type = TREE_TYPE (name);
  if (v->from == v->before)
    return v->from;
  gphi *phi = create_phi_node (copy_ssa_name (name), into->dest);
  add_phi_arg (phi, v->before ? v->before : build_zero_cst (type), into,
	       UNKNOWN_LOCATION);
  add_phi_arg (phi, v->from, back, UNKNOWN_LOCATION);
  return gimple_phi_result (phi);
}

/* Let PART be done in a loop.  */
static void
make_loop (struct part *part)
{
  auto_vec<struct value> values;
  auto_vec<tree> now;
  bool direct = part->other->dest == part->join;
  basic_block bb;
  tree holds;
  FOR_EACH_BB_FN (bb, cfun)
    if (!direct && single_pred_p (part->other->dest)
	&& dominated_by_p (CDI_DOMINATORS, bb, part->other->dest))
      bitmap_set_bit (part->rest, bb->index);
  bool stays_out = stays_out_p (part);
  edge back = only_way (part);
  bitmap_set_bit (part->blocks, back->src->index);
  bitmap_ior_into (part->rest, part->blocks);
  direct = part->other->dest == part->join;
  collect_values (part, back, &values);
  edge into = test_again (part, stays_out, &back, &holds);
  edge to = direct ? part->other : skip_other (part, holds);
  for (struct value &v : values)
    {
      tree value = carry (&v, into, back);
      now.safe_push (value);
      if (!direct)
	add_phi_arg (v.phi, value, to, UNKNOWN_LOCATION);
      else if (!virtual_operand_p (value))
	SET_PHI_ARG_DEF (v.phi, to->dest_idx, value);
    }
  for (unsigned k = 0; k < values.length (); k++)
    if (now[k] != values[k].before && values[k].before
	&& TREE_CODE (values[k].before) == SSA_NAME
	&& POINTER_TYPE_P (TREE_TYPE (now[k])))
      use_instead (part->rest, values[k].before, now[k]);
}

/* Find in PART the first work that data decide about, for S; false if there is none.
   */
static bool
find_candidate (const struct scope *s, struct part *part)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (unsigned k = 0; k < EDGE_COUNT (bb->succs); k++)
      {
	bitmap_clear (part->blocks);
	if (candidate_p (s, EDGE_SUCC (bb, k), part))
	  return true;
      }
  return false;
}

/* Do so with that; false if there is none.  */
static bool
change_one (const struct scope *s)
{
  struct part part;
  if (!find_candidate (s, &part))
    return false;
  make_loop (&part);
  free_dominance_info (CDI_DOMINATORS);
  loops_state_set (LOOPS_NEED_FIXUP);
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  plug_prepare_loops ();
  return true;
}

bool
plug_run_once (struct plug_region *region, int depth)
{
  struct scope s = { region, depth };
  int n = 0;
  while (n < MAX_ONCE && change_one (&s))
    n++;
  return n;
}

bool
plug_once_left_p (struct plug_region *region)
{
  struct scope s = { region, INT_MAX };
  struct part part;
  return find_candidate (&s, &part);
}
