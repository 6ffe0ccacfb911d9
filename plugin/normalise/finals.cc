/* finals.cc: what a counter is behind its loop.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (j = 0; j < m; j++) …
     for (k = j - 1; k >= 0; k--) …

   How far the second loop goes depends on how often the first one runs, which core
   takes for a reason to take that iteration by iteration.  But J is MAX (0, m), as can
   be said where the loop is left by one test alone and counts by ones.

   Requires: SSA, loops with preheaders, simple latches and recorded exits, dominators,
   scalar evolution.  Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* LOOP goes on while PHI, which counts by STEP, is CODE LIMIT.  */
struct counter
{
  gphi *phi;
  enum tree_code code;
  tree start, limit;
  int step;
};

/* By how much LOOP changes the result of PHI: 1, -1, or 0 if that isn't so.  */
static int
step_of (class loop *loop, gphi *phi)
{
  affine_iv iv;
  tree name = gimple_phi_result (phi);
  if (!INTEGRAL_TYPE_P (TREE_TYPE (name))
      || !simple_iv (loop, loop, name, &iv, false))
    return 0;
  return integer_onep (iv.step) ? 1 : integer_minus_onep (iv.step) ? -1 : 0;
}

/* The only test that LOOP is left by, if that comes first: *C, but for its step.  */
static bool
test_of (class loop *loop, struct counter *c)
{
  edge exit = single_exit (loop);
  gcond *cond = (exit && exit->src == loop->header
		 ? safe_dyn_cast <gcond *> (last_stmt (loop->header)) : NULL);
  if (!cond)
    return false;
  c->code = gimple_cond_code (cond);
  if (exit->flags & EDGE_TRUE_VALUE)
    c->code = invert_tree_comparison (c->code, false);
  tree a = gimple_cond_lhs (cond), b = gimple_cond_rhs (cond);
  for (int k = 0; k < 2; k++, std::swap (a, b))
    {
      c->phi = (TREE_CODE (a) == SSA_NAME
		? safe_dyn_cast <gphi *> (SSA_NAME_DEF_STMT (a)) : NULL);
      c->limit = b;
      if (c->phi && gimple_bb (c->phi) == loop->header
	  && plug_known_before_p (loop, b))
	return true;
      c->code = swap_tree_comparison (c->code);
    }
  return false;
}

static bool
counter_of (class loop *loop, struct counter *c)
{
  if (!test_of (loop, c) || !(c->step = step_of (loop, c->phi)))
    return false;
  c->start = PHI_ARG_DEF_FROM_EDGE (c->phi, loop_preheader_edge (loop));
  return (c->code == NE_EXPR
	  || (c->step > 0 ? c->code == LT_EXPR || c->code == LE_EXPR
	      : c->code == GT_EXPR || c->code == GE_EXPR));
}

/* What C is in the end.  */
static tree
final_of (const struct counter *c)
{
  tree type = TREE_TYPE (c->start), limit = fold_convert (type, c->limit);
  if (c->code == LE_EXPR || c->code == GE_EXPR)
    limit = fold_build2 (PLUS_EXPR, type, limit, build_int_cst (type, c->step));
  return (c->code == NE_EXPR ? limit
	  : fold_build2 (c->step > 0 ? MAX_EXPR : MIN_EXPR, type, c->start, limit));
}

/* STMT, behind LOOP, computes something from its counter.  What is only stored, or
   carried, is told elsewhere (read/extract-scalar.cc).  */
static bool
computes_p (class loop *loop, gimple *stmt)
{
  return (gimple_code (stmt) != GIMPLE_PHI && !is_gimple_debug (stmt)
	  && (is_gimple_assign (stmt) || gimple_code (stmt) == GIMPLE_COND)
	  && !gimple_vdef (stmt) && !flow_bb_inside_loop_p (loop, gimple_bb (stmt)));
}

/* Let what comes behind LOOP, with counter C, compute from its final value.  */
static bool
settle (class loop *loop, const struct counter *c)
{
  imm_use_iterator iter;
  use_operand_p use;
  gimple *stmt;
  tree name = gimple_phi_result (c->phi), value = NULL_TREE;
  auto_vec<gimple *> users;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    if (computes_p (loop, USE_STMT (use)))
      users.safe_push (USE_STMT (use));
  if (users.is_empty ())
    return false;
  gimple_seq seq = NULL;
  value = force_gimple_operand (unshare_expr (final_of (c)), &seq, true, NULL_TREE);
  if (seq)
    gsi_insert_seq_on_edge_immediate (single_exit (loop), seq);
  FOR_EACH_IMM_USE_STMT (stmt, iter, name)
    if (users.contains (stmt))
      {
	FOR_EACH_IMM_USE_ON_STMT (use, iter)
	  SET_USE (use, value);
	update_stmt (stmt);
      }
  return true;
}

void
plug_settle_counters (void)
{
  struct counter c;
  bool changed = false;
  for (unsigned l = 1; l < number_of_loops (cfun); l++)
    {
      class loop *loop = get_loop (cfun, l);
      if (loop && counter_of (loop, &c))
	changed |= settle (loop, &c);
    }
  if (!changed)
    return;
  free_dominance_info (CDI_DOMINATORS);
  plug_prepare_loops ();
}
