/* addends.cc: keep what a sum adds up where what it is made of changes.

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

   That is done where a region can't be distributed otherwise.

   Requires: SSA, helpers inlined, rows in the place of tables, loops with preheaders
   and simple latches, dominators, scalar evolution.  Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* A sum in LOOP adds VALUE by ADD.  */
struct sum
{
  struct plug_region *region;
  class loop *loop;
  gassign *add;
  tree value;
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

/* How many statements in LOOP use NAME, but for PHIs.  */
static int
uses_in (class loop *loop, tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  int n = 0;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    n += (gimple_code (USE_STMT (use)) != GIMPLE_PHI
	  && !is_gimple_debug (USE_STMT (use))
	  && flow_bb_inside_loop_p (loop, gimple_bb (USE_STMT (use))));
  return n;
}

/* PHI, of S's loop's header, sums up, and nobody reads it in between.  */
static bool
sums_up_p (struct sum *s, gphi *phi)
{
  tree name = gimple_phi_result (phi), next;
  gimple *add;
  if (virtual_operand_p (name) || !SCALAR_FLOAT_TYPE_P (TREE_TYPE (name))
      || uses_in (s->loop, name) != 1)
    return false;
  next = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (s->loop));
  add = TREE_CODE (next) == SSA_NAME ? SSA_NAME_DEF_STMT (next) : NULL;
  s->add = add ? dyn_cast <gassign *> (add) : NULL;
  if (!s->add || !always_p (s, gimple_bb (add)) || uses_in (s->loop, next) > 0)
    return false;
  tree first = gimple_assign_rhs1 (add), second = gimple_assign_rhs2 (add);
  enum tree_code code = gimple_assign_rhs_code (add);
  if ((code != PLUS_EXPR && code != MINUS_EXPR) || first == second
      || (first != name && (code == MINUS_EXPR || second != name)))
    return false;
  s->value = first == name ? second : first;
  return TREE_CODE (s->value) == SSA_NAME;
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

/* A store of S's loop, in each iteration, to an element that S's value is made of,
   of the same size; or null.  */
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
	    && made_of_p (s, s->value, array, &seen))
	  found = store;
      }
  free (bbs);
  return found;
}

/* --- The change ----------------------------------------------------------- */

/* Keep what S adds, behind STORE, in an array of the region's own, as far behind its
   beginning as the element that STORE changes is behind that of its array.  */
static bool
keep (struct sum *s, gimple *store)
{
  tree type = TREE_TYPE (s->value), offset;
  struct plug_param *kept;
  basic_block last = gimple_bb (store);
  if (dominated_by_p (CDI_DOMINATORS, gimple_bb (s->add), last))
    last = gimple_bb (s->add);
  kept = plug_take_pointer (s->region, type, get_identifier ("addends"));
  if (!kept)
    return false;
  gimple_stmt_iterator from = gsi_for_stmt (s->add);
  gsi_move_to_bb_end (&from, last);
  gimple_seq seq = NULL;
  array_of (gimple_get_lhs (store), &seq, &offset);
  tree base = get_or_create_ssa_default_def (cfun, kept->parm);
  tree at = gimple_build (&seq, POINTER_PLUS_EXPR, TREE_TYPE (base), base, offset);
  tree zero = build_int_cst (TREE_TYPE (base), 0), again = make_ssa_name (type);
  gimple_seq_add_stmt (&seq, gimple_build_assign
				(build2 (MEM_REF, type, at, zero), s->value));
  gimple_seq_add_stmt (&seq, gimple_build_assign
				(again, build2 (MEM_REF, type, at, zero)));
  gimple_seq_set_location (seq, gimple_location (s->add));
  gimple_stmt_iterator to = gsi_for_stmt (s->add);
  gsi_insert_seq_before (&to, seq, GSI_SAME_STMT);
  if (gimple_assign_rhs1 (s->add) == s->value)
    gimple_assign_set_rhs1 (s->add, again);
  else
    gimple_assign_set_rhs2 (s->add, again);
  update_stmt (s->add);
  return true;
}

/* Do so for all sums in the innermost loops in LOOP, of REGION.  */
static bool
keep_in (struct plug_region *region, class loop *loop)
{
  bool any = false;
  for (class loop *in = loop->inner; in; in = in->next)
    any |= keep_in (region, in);
  if (loop->inner || !loop_outer (loop))
    return any;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      struct sum s = { region, loop, NULL, NULL_TREE };
      gimple *store;
      any |= sums_up_p (&s, i.phi ()) && (store = change_of (&s)) && keep (&s, store);
    }
  return any;
}

bool
plug_keep_addends (struct plug_region *region)
{
  if (!keep_in (region, current_loops->tree_root))
    return false;
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  return true;
}
