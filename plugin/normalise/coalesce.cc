/* coalesce.cc: make one loop of two, one inside of the other.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i = 0; i < n; i += len)
       for (k = 0; k < len / 2; k++) …

   becomes

     for (j = 0; j < (n + len - 1) / len * (len / 2); j++)
       { i = j / (len / 2) * len; k = j % (len / 2); … }

   core/plan/coalescing.c says which.  The inner loop's body becomes part of the
   outer one's, whose counter is new; the variables of both are computed from that.
   Numbers of iterations are quotients by the step, or by 0 if that isn't positive or an
   unsigned variable would begin with 0 again: then nobody knows them, and the region
   runs as it was written.

   Requires: SSA, loops with preheaders, simple latches and recorded exits,
   dominators; the prog as extracted.  Provides: the same, built anew, but for
   the prog.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* Of the nest's loops: the variables, and how many iterations, GENERIC over what is made
   before both.  */
struct counted
{
  class loop *loop;
  edge leave;
  auto_vec<gphi *> phis;
  auto_vec<affine_iv> ivs;
  tree count;
};

/* --- What allows it ---------------------------------------------------------- */

/* The number of iterations of C, a loop in OUTER or that itself, whose test compares IV
   with LIMIT, which it is not to exceed, or, unless LAST, reach.  */
static tree
count_from (const struct counted *c, class loop *outer, const affine_iv *iv, tree limit,
	    bool last)
{
  tree type = ssizetype;
  tree base = plug_value_before (outer, iv->base);
  tree step = fold_convert (type, plug_value_before (outer, iv->step));
  limit = plug_value_before (outer, limit);
  /* What both have of the outer loop's variables goes.  */
  tree own = plug_name_in_loop_p (outer, limit) ? TREE_TYPE (limit) : type;
  tree n = fold_build2 (MINUS_EXPR, own, fold_convert (own, limit),
			fold_convert (own, base));
  if (plug_name_in_loop_p (outer, n) || plug_name_in_loop_p (outer, step)
      || (c->loop == outer && plug_name_in_loop_p (outer, base)))
    return NULL_TREE;
  n = fold_convert (type, n);
  if (last)
    n = fold_build2 (PLUS_EXPR, type, n, build_one_cst (type));
  n = fold_build2 (MAX_EXPR, type, n, build_zero_cst (type));
  if (integer_onep (step))
    return n;
  n = fold_build2 (PLUS_EXPR, type, n,
		   fold_build2 (MINUS_EXPR, type, step, build_one_cst (type)));
  tree most = TYPE_MAX_VALUE (TREE_TYPE (limit)), by = step, zero = build_zero_cst (type);
  if (TYPE_UNSIGNED (TREE_TYPE (limit)) && tree_fits_shwi_p (most))
    {
      most = fold_build2 (MINUS_EXPR, type, fold_convert (type, most), step);
      tree fits = fold_build2 (LE_EXPR, boolean_type_node, fold_convert (type, limit), most);
      by = fold_build3 (COND_EXPR, type, fits, step, zero);
    }
  return fold_build2 (TRUNC_DIV_EXPR, type, n, fold_build2 (MAX_EXPR, type, by, zero));
}

/* Set C's count.  False if its loop doesn't count up to something that is known before
   OUTER.  */
static bool
find_count (struct counted *c, class loop *outer)
{
  affine_iv iv;
  gcond *test = safe_dyn_cast <gcond *> (last_stmt (c->leave->src));
  if (!test)
    return false;
  tree_code code = gimple_cond_code (test);
  if (c->leave->flags & EDGE_TRUE_VALUE)
    code = invert_tree_comparison (code, false);
  tree a = gimple_cond_lhs (test), b = gimple_cond_rhs (test);
  if (code == GT_EXPR || code == GE_EXPR)
    {
      code = swap_tree_comparison (code);
      std::swap (a, b);
    }
  if ((code != LT_EXPR && code != LE_EXPR) || !INTEGRAL_TYPE_P (TREE_TYPE (a))
      || TREE_CODE (a) != SSA_NAME
      || !simple_iv (c->loop, c->loop, a, &iv, true))
    return false;
  c->count = count_from (c, outer, &iv, b, code == LE_EXPR);
  return c->count;
}

/* Put C's variables into it.  False if they are something else than such that grow
   evenly, by what is known before the loop.  */
static bool
find_variables (struct counted *c)
{
  for (gphi_iterator i = gsi_start_phis (c->loop->header); !gsi_end_p (i); gsi_next (&i))
    {
      affine_iv iv;
      tree name = gimple_phi_result (i.phi ());
      if (virtual_operand_p (name))
	continue;
      if (!(INTEGRAL_TYPE_P (TREE_TYPE (name)) || POINTER_TYPE_P (TREE_TYPE (name)))
	  || !simple_iv (c->loop, c->loop, name, &iv, true))
	return false;
      iv.base = plug_value_before (c->loop, iv.base);
      iv.step = plug_value_before (c->loop, iv.step);
      if (plug_name_in_loop_p (c->loop, iv.base) || plug_name_in_loop_p (c->loop, iv.step))
	return false;
      c->phis.safe_push (i.phi ());
      c->ivs.safe_push (iv);
    }
  return true;
}

/* STMT, of the outer loop OUTER alone, may run as often as the inner one's body; nothing
   that is made in OUTER is used outside.  */
static bool
repeatable_p (class loop *outer, gimple *stmt)
{
  ssa_op_iter i;
  tree name;
  FOR_EACH_SSA_TREE_OPERAND (name, stmt, i, SSA_OP_DEF)
    if (plug_used_after_p (outer, name))
      return false;
  return is_ctrl_stmt (stmt) || plug_harmless_p (stmt);
}

/* Nothing but the loop INNER, if there is something to do, and computations are in
   OUTER.  */
static bool
perfect_p (class loop *outer, class loop *inner)
{
  int n;
  bool ok = outer->inner == inner && !inner->next;
  basic_block *bbs = plug_loop_blocks (outer, &n);
  for (int b = 0; b < n && ok; b++)
    {
      bool in = flow_bb_inside_loop_p (inner, bbs[b]);
      ok = in || bbs[b] == outer->header || single_succ_p (bbs[b]);
      for (gphi_iterator i = gsi_start_phis (bbs[b]); !gsi_end_p (i) && ok; gsi_next (&i))
	ok = (virtual_operand_p (gimple_phi_result (i.phi ()))
	      || ((in || bbs[b] == outer->header)
		  && !plug_used_after_p (outer, gimple_phi_result (i.phi ()))));
      for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i) && ok;
	   gsi_next (&i))
	ok = in ? true : repeatable_p (outer, gsi_stmt (i));
    }
  free (bbs);
  return ok;
}

/* Nothing that is made in LOOP, inside of OUTER, is used after that.  */
static bool
closed_p (class loop *loop, class loop *outer)
{
  int n;
  bool ok = true;
  basic_block *bbs = plug_loop_blocks (loop, &n);
  for (int b = 0; b < n && ok; b++)
    {
      for (gphi_iterator i = gsi_start_phis (bbs[b]); !gsi_end_p (i) && ok; gsi_next (&i))
	ok = (virtual_operand_p (gimple_phi_result (i.phi ()))
	      || !plug_used_after_p (loop, gimple_phi_result (i.phi ())));
      for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i) && ok;
	   gsi_next (&i))
	{
	  ssa_op_iter iter;
	  tree name;
	  FOR_EACH_SSA_TREE_OPERAND (name, gsi_stmt (i), iter, SSA_OP_DEF)
	    ok = ok && !plug_used_after_p (loop, name);
	}
    }
  free (bbs);
  return ok && loop_outer (loop) == outer;
}

/* Fill C in for LOOP, OUTER or the one in it.  */
static bool
find (struct counted *c, class loop *loop, class loop *outer)
{
  c->loop = loop;
  c->leave = single_exit (loop);
  return (c->leave && c->leave->src == loop->header && loop->latch
	  && loop->latch != loop->header && plug_head_pure_p (loop, true)
	  && find_count (c, outer) && find_variables (c));
}

static bool
possible_p (void *, const struct pram_node *outer, const struct pram_node *inner)
{
  struct counted o, i;
  class loop *loop = (class loop *) outer->cookie, *in = (class loop *) inner->cookie;
  return (loop_outer (in) == loop && perfect_p (loop, in) && closed_p (in, loop)
	  && find (&o, loop, loop) && find (&i, in, loop));
}

/* --- Doing it ------------------------------------------------------------------ */

/* C's variables are what they are in iteration K, computed at AT.  */
static void
replace_variables (struct counted *c, tree k, gimple_stmt_iterator at)
{
  for (unsigned v = 0; v < c->phis.length (); v++)
    {
      tree name = gimple_phi_result (c->phis[v]);
      tree value = plug_iv_value (&c->ivs[v], TREE_TYPE (name), k);
      gimple_seq seq = NULL;
      value = force_gimple_operand (unshare_expr (value), &seq, true, NULL_TREE);
      gsi_insert_seq_before (&at, seq, GSI_SAME_STMT);
      imm_use_iterator iter;
      use_operand_p use;
      gimple *stmt;
      FOR_EACH_IMM_USE_STMT (stmt, iter, name)
	{
	  FOR_EACH_IMM_USE_ON_STMT (use, iter)
	    SET_USE (use, value);
	  update_stmt (stmt);
	}
      gimple_stmt_iterator phi = gsi_for_stmt (c->phis[v]);
      remove_phi_node (&phi, true);
    }
}

static void
forget_memory (basic_block bb)
{
  for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i);)
    if (virtual_operand_p (gimple_phi_result (i.phi ())))
      {
	mark_virtual_phi_result_for_renaming (i.phi ());
	remove_phi_node (&i, true);
      }
    else
      gsi_next (&i);
}

/* Let C's loop run once.  */
static void
run_once (const struct counted *c)
{
  edge again = loop_latch_edge (c->loop);
  basic_block header = c->loop->header, after = c->leave->dest;
  forget_memory (header);
  forget_memory (after);
  edge left = redirect_edge_and_branch (again, after);
  redirect_edge_var_map_clear (left);
  gimple_stmt_iterator test = gsi_last_bb (header);
  gsi_remove (&test, true);
  remove_edge (c->leave);
  edge go = single_succ_edge (header);
  go->flags = (go->flags & ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE)) | EDGE_FALLTHRU;
  go->probability = profile_probability::always ();
}

/* Let O's loop run as often as I's in all, whose body then runs once; ROW and COLUMN count
   them.  */
static void
coalesce (struct counted *o, struct counted *i)
{
  tree type = ssizetype, row = make_temp_ssa_name (type, NULL, "row");
  tree column = make_temp_ssa_name (type, NULL, "column");
  gimple_seq seq = NULL;
  tree columns = force_gimple_operand (unshare_expr (i->count), &seq, true, NULL_TREE);
  gsi_insert_seq_on_edge_immediate (loop_preheader_edge (o->loop), seq);
  seq = NULL;
  tree all = fold_build2 (MULT_EXPR, type, unshare_expr (o->count), columns);
  all = force_gimple_operand (all, &seq, true, NULL_TREE);
  tree by = fold_build2 (MAX_EXPR, type, columns, build_one_cst (type));
  gimple_seq more = NULL;
  by = force_gimple_operand (by, &more, true, NULL_TREE);
  gimple_seq_add_seq (&seq, more);
  gsi_insert_seq_on_edge_immediate (loop_preheader_edge (o->loop), seq);

  gcond *test = as_a <gcond *> (last_stmt (o->loop->header));
  tree place = plug_add_counter (o->loop, type, "place");
  gimple_stmt_iterator start = gsi_after_labels (o->loop->header);
  gsi_insert_before (&start, gimple_build_assign (row, TRUNC_DIV_EXPR, place, by),
		     GSI_SAME_STMT);
  gsi_insert_before (&start, gimple_build_assign (column, TRUNC_MOD_EXPR, place, by),
		     GSI_SAME_STMT);
  replace_variables (o, row, start);
  gimple_cond_set_condition (test, o->leave->flags & EDGE_TRUE_VALUE ? GE_EXPR : LT_EXPR,
			     place, all);
  update_stmt (test);
  replace_variables (i, column, gsi_after_labels (i->loop->header));
  run_once (i);
}

bool
plug_coalesce_loops (struct pram_prog *prog)
{
  const struct pram_node *outer, *inner;
  struct counted o, i;
  if (!pram_delinearize (prog, NULL)
      || !pram_coalescing_find (prog, possible_p, NULL, &outer, &inner))
    return false;
  class loop *loop = (class loop *) outer->cookie;
  if (!find (&o, loop, loop) || !find (&i, (class loop *) inner->cookie, loop))
    return false;
  coalesce (&o, &i);
  plug_find_loops_anew ();
  return true;
}
