/* addends.cc: keep what a sum adds up, or a maximum is of, where what it is made of changes.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i …) for (j …)
       {
	 double r = u[i-1][j] + … - u[i][j];
	 u[i][j] += w * r;
	 sum += r * r;
       }

   The sum has an order, so the loop has one, unless it is split into one that
   changes U and one that sums up (fission.cc).  But behind the first one nobody
   can compute R.  So an array that is as large as U has what is added:

	 u[i][j] += w * r;
	 kept[i][j] = r * r;
	 sum += kept[i][j];

   A maximum, if (r > most) most = r, has no order, but where the loop has one for other
   reasons (carried-elements.cc) it is to be a loop of its own, too.  That is done where
   a region can't be distributed otherwise.

   Requires: SSA, helpers inlined, rows in the place of tables, loops with preheaders
   and simple latches, dominators, scalar evolution.  Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"
#include "read/places.h"

/* A sum, or an extreme, in LOOP takes VALUE in by ADD, behind TEST if that isn't null.  */
struct sum
{
  struct plug_region *region;
  class loop *loop;
  gimple *add;
  gcond *test;
  tree value;
  bitmap unused;		/* names that nothing takes in any more */
};

/* --- Places --------------------------------------------------------------- */

/* The array of the region that POINTER leads into, and, added to *SEQ, how many bytes
   behind its beginning: *OFFSET; null if that isn't plain.  */
static tree
array_behind (tree pointer, gimple_seq *seq, tree *offset)
{
  while (TREE_CODE (pointer) == SSA_NAME && !SSA_NAME_IS_DEFAULT_DEF (pointer))
    {
      gassign *def = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (pointer));
      if (!def || gimple_vuse (def))
	return NULL_TREE;
      if (gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR)
	*offset = gimple_build (seq, PLUS_EXPR, sizetype, *offset,
				gimple_assign_rhs2 (def));
      else if (!CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def))
	       && !gimple_assign_ssa_name_copy_p (def))
	return NULL_TREE;
      pointer = gimple_assign_rhs1 (def);
    }
  return TREE_CODE (pointer) == SSA_NAME ? pointer : NULL_TREE;
}

/* The same of the address of REF.  */
static tree
array_of (tree ref, gimple_seq *seq, tree *offset)
{
  poly_int64 bitsize, bitpos;
  HOST_WIDE_INT bits, fixed;
  machine_mode mode;
  int is_unsigned, reverse, is_volatile;
  tree more;
  tree base = get_inner_reference (ref, &bitsize, &bitpos, &more, &mode,
				   &is_unsigned, &reverse, &is_volatile);
  if (TREE_CODE (base) != MEM_REF || !bitpos.is_constant (&bits)
      || bits % BITS_PER_UNIT
      || !mem_ref_offset (base).force_shwi ().is_constant (&fixed))
    return NULL_TREE;
  *offset = size_int (bits / BITS_PER_UNIT + fixed);
  if (more)
    {
      gimple_seq some = NULL;
      more = force_gimple_operand (unshare_expr (more), &some, true, NULL_TREE);
      gimple_seq_add_seq (seq, some);
      *offset = gimple_build (seq, PLUS_EXPR, sizetype, *offset,
			      gimple_convert (seq, sizetype, more));
    }
  return array_behind (TREE_OPERAND (base, 0), seq, offset);
}

/* The array that REF lies in, or null.  */
static tree
array_named (tree ref)
{
  gimple_seq seq = NULL;
  tree offset, array = ref ? array_of (ref, &seq, &offset) : NULL_TREE;
  gimple_seq_discard (seq);
  return array;
}

/* --- Sums ----------------------------------------------------------------- */

/* BB is part of each iteration of S's loop.  */
static bool
always_p (const struct sum *s, basic_block bb)
{
  return (bb->loop_father == s->loop
	  && dominated_by_p (CDI_DOMINATORS, s->loop->latch, bb));
}

/* How many statements in LOOP use NAME, or copies of it, but for PHIs.  */
static int
uses_in (class loop *loop, tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  int n = 0;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *stmt = USE_STMT (use);
      if (gimple_code (stmt) != GIMPLE_PHI && !is_gimple_debug (stmt)
	  && flow_bb_inside_loop_p (loop, gimple_bb (stmt)))
	n += (gimple_assign_ssa_name_copy_p (stmt)
	      ? uses_in (loop, gimple_assign_lhs (stmt)) : 1);
    }
  return n;
}

/* What S takes in beside NAME, if its statement takes two things at all; or null.  */
static tree
other_operand (const struct sum *s, tree name)
{
  tree first, second;
  if (gassign *add = dyn_cast <gassign *> (s->add))
    {
      first = gimple_assign_rhs1 (add);
      second = gimple_assign_rhs2 (add);
      switch (gimple_assign_rhs_code (add))
	{
	case PLUS_EXPR: case MAX_EXPR: case MIN_EXPR:
	  break;
	case MINUS_EXPR:
	  if (first == name)
	    break;
	  return NULL_TREE;
	default:
	  return NULL_TREE;
	}
    }
  else
    {
      gcall *call = dyn_cast <gcall *> (s->add);
      if (!call || !gimple_call_builtin_p (call, BUILT_IN_NORMAL))
	return NULL_TREE;
      switch (DECL_FUNCTION_CODE (gimple_call_fndecl (call)))
	{
	CASE_FLT_FN (BUILT_IN_FMAX):
	CASE_FLT_FN (BUILT_IN_FMIN):
	  break;
	default:
	  return NULL_TREE;
	}
      first = gimple_call_arg (call, 0);
      second = gimple_call_arg (call, 1);
    }
  return (first == second ? NULL_TREE
	  : first == name ? second
	  : second == name ? first : NULL_TREE);
}

/* A and B are the same name, or made in the same way of the same.  */
static bool
same_value_p (tree a, tree b)
{
  return plug_equal_p (plug_strip_copies (a), plug_strip_copies (b));
}

/* JOIN yields NAME or what that has been compared with: then S is that.  */
static bool
chooses_p (struct sum *s, gphi *join, tree name)
{
  if (!join || gimple_phi_num_args (join) != 2 || gimple_bb (join) == s->loop->header)
    return false;
  bool second = plug_strip_copies (gimple_phi_arg_def (join, 0)) == name;
  tree value = gimple_phi_arg_def (join, second);
  basic_block bb = get_immediate_dominator (CDI_DOMINATORS, gimple_bb (join));
  s->test = safe_dyn_cast <gcond *> (last_stmt (bb));
  if (plug_strip_copies (gimple_phi_arg_def (join, !second)) != name || !s->test
      || !always_p (s, bb))
    return false;
  tree a = gimple_cond_lhs (s->test), b = gimple_cond_rhs (s->test);
  s->value = a == name ? b : a;
  return (a == name || b == name) && same_value_p (s->value, value);
}

/* The statement in S's loop that makes *NAME, or what it is a copy of, which becomes *NAME:
   nothing else uses them there.  Null if there is none.  */
static gimple *
first_made (const struct sum *s, tree *name)
{
  while (TREE_CODE (*name) == SSA_NAME && uses_in (s->loop, *name) == 0)
    {
      gimple *def = SSA_NAME_DEF_STMT (*name);
      if (SSA_NAME_IS_DEFAULT_DEF (*name) || !flow_bb_inside_loop_p (s->loop, gimple_bb (def)))
	return NULL;
      if (!gimple_assign_ssa_name_copy_p (def))
	return def;
      *name = gimple_assign_rhs1 (def);
    }
  return NULL;
}

/* PHI, of S's loop's header, sums up, or is an extreme, and nobody reads it in between.  */
static bool
sums_up_p (struct sum *s, gphi *phi)
{
  tree name = gimple_phi_result (phi), next;
  if (virtual_operand_p (name) || !SCALAR_FLOAT_TYPE_P (TREE_TYPE (name))
      || uses_in (s->loop, name) != 1)
    return false;
  next = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (s->loop));
  s->add = first_made (s, &next);
  if (!s->add || !always_p (s, gimple_bb (s->add)))
    return false;
  if (!chooses_p (s, dyn_cast <gphi *> (s->add), name))
    {
      s->test = NULL;
      s->value = other_operand (s, name);
    }
  return s->value && TREE_CODE (s->value) == SSA_NAME;
}

/* NAME is made of an element, which S's loop changes in this iteration or another, of
   ARRAY.  */
static bool
made_of_p (const struct sum *s, tree name, tree array, hash_set<tree> *seen)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (SSA_NAME_IS_DEFAULT_DEF (name) || seen->add (name)
      || !flow_bb_inside_loop_p (s->loop, gimple_bb (def)))
    return false;
  if (gimple_assign_load_p (def)
      && array_named (gimple_assign_rhs1 (def)) == array)
    return true;
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	if (TREE_CODE (gimple_phi_arg_def (phi, i)) == SSA_NAME
	    && made_of_p (s, gimple_phi_arg_def (phi, i), array, seen))
	  return true;
      return false;
    }
  ssa_op_iter iter;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
    if (made_of_p (s, use, array, seen))
      return true;
  return false;
}

/* Data decide where REF, of which array_named knows the array, lies.  */
static bool
placed_by_data_p (const struct sum *s, tree ref)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF
	&& plug_data_p (s->region, s->loop, TREE_OPERAND (ref, 1)))
      return true;
  tree pointer = TREE_OPERAND (ref, 0);
  while (!SSA_NAME_IS_DEFAULT_DEF (pointer))
    {
      gimple *def = SSA_NAME_DEF_STMT (pointer);
      if (gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR
	  && plug_data_p (s->region, s->loop, gimple_assign_rhs2 (def)))
	return true;
      pointer = gimple_assign_rhs1 (def);
    }
  return false;
}

/* A store of S's loop, in each iteration, to an element that S's value is made of,
   of the same size; or null.  Where that lies tells how large the array is that has what
   is added, so data have no part in it.  */
static gimple *
change_of (const struct sum *s)
{
  gimple *found = NULL;
  int n;
  basic_block *bbs = plug_loop_blocks (s->loop, &n);
  for (int b = 0; b < n && !found; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i) && !found;
	 gsi_next (&i))
      {
	gimple *store = gsi_stmt (i);
	tree lhs = gimple_get_lhs (store), array;
	hash_set<tree> seen;
	if (gimple_store_p (store) && !gimple_clobber_p (store)
	    && always_p (s, bbs[b])
	    && tree_int_cst_equal (TYPE_SIZE (TREE_TYPE (lhs)),
				   TYPE_SIZE (TREE_TYPE (s->value)))
	    && (array = array_named (lhs))
	    && !placed_by_data_p (s, lhs)
	    && made_of_p (s, s->value, array, &seen))
	  found = store;
      }
  free (bbs);
  return found;
}

/* --- The change ----------------------------------------------------------- */

/* Let STMT take VALUE in place of OLD.  */
static void
take (gimple *stmt, tree old, tree value)
{
  ssa_op_iter iter;
  use_operand_p use;
  FOR_EACH_SSA_USE_OPERAND (use, stmt, iter, SSA_OP_USE)
    if (USE_FROM_PTR (use) == old)
      SET_USE (use, value);
  update_stmt (stmt);
}

/* The ways from S's test to where they meet do nothing but choose what S's PHI is: all that
   is on them is unused when that is another name.  */
static bool
only_choice_p (const struct sum *s)
{
  basic_block join = gimple_bb (s->add), top = gimple_bb (s->test);
  edge e;
  edge_iterator i;
  for (gphi_iterator p = gsi_start_phis (join); !gsi_end_p (p); gsi_next (&p))
    if (!virtual_operand_p (gimple_phi_result (p.phi ())) && p.phi () != s->add)
      return false;
  FOR_EACH_EDGE (e, i, join->preds)
    {
      if (e->src != top && !(single_pred_p (e->src) && single_pred (e->src) == top))
	return false;
      for (gimple_stmt_iterator g = gsi_start_bb (e->src); e->src != top && !gsi_end_p (g);
	   gsi_next (&g))
	if (gimple_vdef (gsi_stmt (g)) || gimple_has_side_effects (gsi_stmt (g)))
	  return false;
    }
  return true;
}

/* STMT copies what S's PHI has chosen.  */
static bool
copies_choice_p (const struct sum *s, gimple *stmt)
{
  return (gimple_assign_ssa_name_copy_p (stmt)
	  && gimple_assign_rhs1 (stmt) == gimple_phi_result (s->add));
}

/* STORE is behind S's test.  */
static bool
behind_test_p (const struct sum *s, gimple *store)
{
  return (s->test
	  && !dominated_by_p (CDI_DOMINATORS, gimple_bb (s->test), gimple_bb (store)));
}

/* STORE, and what stands before it behind S's test, can be done before that.  */
static bool
movable_p (const struct sum *s, gimple *store)
{
  tree chosen = gimple_phi_result (s->add), use;
  ssa_op_iter iter;
  if (gimple_bb (store) != gimple_bb (s->add) || !only_choice_p (s))
    return false;
  for (gimple_stmt_iterator i = gsi_for_stmt (store); !gsi_end_p (i); gsi_prev (&i))
    {
      if (copies_choice_p (s, gsi_stmt (i)))
	continue;
      if (gimple_has_side_effects (gsi_stmt (i)) && gsi_stmt (i) != store)
	return false;
      FOR_EACH_SSA_TREE_OPERAND (use, gsi_stmt (i), iter, SSA_OP_USE)
	if (use == chosen)
	  return false;
    }
  return true;
}

/* Do so.  */
static void
move_before_test (const struct sum *s, gimple *store)
{
  gimple_stmt_iterator to = gsi_for_stmt (s->test), i = gsi_after_labels (gimple_bb (store));
  for (bool last = false; !last;)
    {
      last = gsi_stmt (i) == store;
      if (copies_choice_p (s, gsi_stmt (i)))
	gsi_next (&i);
      else
	gsi_move_before (&i, &to);
    }
}

/* Let S, a choice, be of AGAIN in place of its value.  */
static void
choose (const struct sum *s, tree again)
{
  for (unsigned k = 0; k < gimple_phi_num_args (s->add); k++)
    if (tree value = gimple_phi_arg_def (s->add, k); same_value_p (value, s->value))
      {
	SET_PHI_ARG_DEF (as_a <gphi *> (s->add), k, again);
	bitmap_set_bit (s->unused, SSA_NAME_VERSION (value));
      }
}

/* Keep what S adds, behind STORE, in an array of the region's own, as far behind its
   beginning as the element that STORE changes is behind that of its array.  */
static bool
keep (struct sum *s, gimple *store)
{
  tree type = TREE_TYPE (s->value), offset;
  struct plug_param *kept;
  gimple *taken = s->test ? s->test : s->add;
  if (behind_test_p (s, store) && !movable_p (s, store))
    return false;
  kept = plug_take_pointer (s->region, type, get_identifier ("addends"));
  if (!kept)
    return false;
  if (behind_test_p (s, store))
    move_before_test (s, store);
  if (!s->test)
    {
      basic_block last = gimple_bb (store);
      if (dominated_by_p (CDI_DOMINATORS, gimple_bb (s->add), last))
	last = gimple_bb (s->add);
      gimple_stmt_iterator from = gsi_for_stmt (s->add);
      if (gsi_stmt (gsi_last_bb (last)) != s->add)
	gsi_move_to_bb_end (&from, last);
    }
  gimple_seq seq = NULL;
  array_of (gimple_get_lhs (store), &seq, &offset);
  tree base = get_or_create_ssa_default_def (cfun, kept->parm);
  tree at = gimple_build (&seq, POINTER_PLUS_EXPR, TREE_TYPE (base), base, offset);
  tree zero = build_int_cst (TREE_TYPE (base), 0), again = make_ssa_name (type);
  gimple_seq_add_stmt (&seq, gimple_build_assign
				(build2 (MEM_REF, type, at, zero), s->value));
  gimple_seq_add_stmt (&seq, gimple_build_assign
				(again, build2 (MEM_REF, type, at, zero)));
  gimple_seq_set_location (seq, gimple_location (taken));
  gimple_stmt_iterator to = gsi_for_stmt (taken);
  gsi_insert_seq_before (&to, seq, GSI_SAME_STMT);
  take (taken, s->value, again);
  if (s->test)
    choose (s, again);
  return true;
}

/* S is no extreme.  */
static bool
sum_p (const struct sum *s)
{
  gassign *add = s->test ? NULL : dyn_cast <gassign *> (s->add);
  return add && (gimple_assign_rhs_code (add) == PLUS_EXPR
		 || gimple_assign_rhs_code (add) == MINUS_EXPR);
}

/* Do so for all sums, and EXTREMES, in the innermost loops in LOOP, of REGION; note what
   is UNUSED then.  */
static bool
keep_in (struct plug_region *region, class loop *loop, bool extremes, bitmap unused)
{
  bool any = false;
  for (class loop *in = loop->inner; in; in = in->next)
    any |= keep_in (region, in, extremes, unused);
  if (loop->inner || !loop_outer (loop))
    return any;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      struct sum s = { region, loop, NULL, NULL, NULL_TREE, unused };
      gimple *store;
      any |= (sums_up_p (&s, i.phi ()) && (extremes || sum_p (&s))
	      && (store = change_of (&s)) && keep (&s, store));
    }
  return any;
}

bool
plug_keep_addends (struct plug_region *region, bool extremes)
{
  auto_bitmap unused;
  if (!keep_in (region, current_loops->tree_root, extremes, unused))
    return false;
  simple_dce_from_worklist (unused);
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  return true;
}
