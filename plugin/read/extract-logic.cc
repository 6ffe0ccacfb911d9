/* extract-logic.cc: `all = all && x' and `any = any || x'.

   SPDX-License-Identifier: GPL-3.0-or-later

   The front end makes branches of them.  What a loop carries is then no chain
   of values but a test of the old value and a choice of the new one:

     all_1 = PHI <all_0, all_3>
     if (all_1 != 0) goto more; else goto no;
     more: if (x) goto yes; else goto no;
     yes, no: join
     join: all_3 = PHI <1, 0>

   The operator is && if the new value is 0 wherever the old one is, and a
   number that doesn't depend on the old one elsewhere; for || 0 and 1 change
   places.  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"

/* A scalar that may be such a condition.  */
struct condition
{
  struct plug_extract *x;
  class loop *loop;		/* that carries it */
  tree old;			/* its value at the beginning of an iteration */
  bool end;			/* the value that decides: false for && */
  bool renewed;			/* it need not be 0 or 1 on entry: so each
				   iteration has to set it */
};

static bool new_value_p (const struct condition *, tree, int);

/* The old value is only compared with 0, or handed on.  */
static bool
only_tested_p (const struct condition *c)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, c->old)
    {
      gimple *stmt = USE_STMT (use);
      gcond *cond = dyn_cast <gcond *> (stmt);
      if (gimple_code (stmt) == GIMPLE_PHI
	  || !flow_bb_inside_loop_p (c->loop, gimple_bb (stmt)))
	continue;
      if (!cond || gimple_cond_lhs (cond) != c->old
	  || !integer_zerop (gimple_cond_rhs (cond))
	  || (gimple_cond_code (cond) != NE_EXPR
	      && gimple_cond_code (cond) != EQ_EXPR))
	return false;
    }
  return true;
}

/* Control comes along E only if the old value did not decide.  */
static bool
undecided_p (const struct condition *c, edge e)
{
  basic_block from = e->src;
  edge into = e;
  while (from && flow_bb_inside_loop_p (c->loop, from))
    {
      gimple *last = last_stmt (from);
      gcond *cond = last ? dyn_cast <gcond *> (last) : NULL;
      if (cond && into && gimple_cond_lhs (cond) == c->old)
	{
	  bool nonzero = ((into->flags & EDGE_TRUE_VALUE) != 0)
			 == (gimple_cond_code (cond) == NE_EXPR);
	  if (nonzero != c->end)
	    return true;
	}
      /* A block with several predecessors is not due to one edge.  */
      into = single_pred_p (from) ? single_pred_edge (from) : NULL;
      from = get_immediate_dominator (CDI_DOMINATORS, from);
      if (into && into->src != from)
	into = NULL;
    }
  return false;
}

/* VALUE is 0 or 1.  */
static bool
truth_value_p (tree value, int depth)
{
  value = plug_strip_copies (value);
  if (TREE_CODE (value) == INTEGER_CST)
    return integer_zerop (value) || integer_onep (value);
  if (TREE_CODE (value) != SSA_NAME || depth > 8)
    return false;
  if (TREE_CODE (TREE_TYPE (value)) == BOOLEAN_TYPE)
    return true;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	if (!truth_value_p (gimple_phi_arg_def (phi, i), depth + 1))
	  return false;
      return true;
    }
  return (is_gimple_assign (def) && !gimple_vuse (def)
	  && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def))
	  && truth_value_p (gimple_assign_rhs1 (def), depth + 1));
}

/* What PHI, where paths of C's loop join, merges is right on each path.  */
static bool
join_p (const struct condition *c, gphi *phi, int depth)
{
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      tree value = plug_strip_copies (gimple_phi_arg_def (phi, i));
      bool decides = (TREE_CODE (value) == INTEGER_CST
		      && (c->end ? integer_onep (value)
			  : integer_zerop (value)));
      if (!decides && !new_value_p (c, value, depth + 1)
	  && !(truth_value_p (value, 0)
	       && undecided_p (c, gimple_phi_arg_edge (phi, i))))
	return false;
    }
  return true;
}

/* PHI, of the header of LOOP, a loop in C's, combines C's old value with
   others.  */
static bool
inner_loop_p (const struct condition *c, class loop *loop, gphi *phi,
	      int depth)
{
  struct condition inner = { c->x, loop, gimple_phi_result (phi), c->end,
			     c->renewed };
  tree last = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop));
  tree first = PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop));
  if (c->renewed && !plug_loop_runs_p (c->x, plug_loop_of (c->x, loop)))
    return false;
  return ((plug_strip_copies (first) == c->old
	   || new_value_p (c, first, depth + 1))
	  && only_tested_p (&inner) && new_value_p (&inner, last, depth + 1));
}

/* VALUE, computed in C's loop, is the old value combined with others.  */
static bool
new_value_p (const struct condition *c, tree value, int depth)
{
  value = plug_strip_copies (value);
  if (value == c->old)
    return !c->renewed;
  if (TREE_CODE (value) != SSA_NAME || depth > 12)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (!gimple_bb (def) || !flow_bb_inside_loop_p (c->loop, gimple_bb (def)))
    return false;
  gphi *phi = dyn_cast <gphi *> (def);
  class loop *loop = gimple_bb (def)->loop_father;
  if (phi && loop != c->loop && loop->header == gimple_bb (phi))
    return inner_loop_p (c, loop, phi, depth);
  if (phi)
    return join_p (c, phi, depth);
  return (is_gimple_assign (def) && !gimple_vuse (def)
	  && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def))
	  && new_value_p (c, gimple_assign_rhs1 (def), depth + 1));
}

/* LOOP, and the loops in it, run at least once for all sizes that the code is for.  */
static void
count_on_runs (struct plug_extract *x, class loop *loop)
{
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    count_on_runs (x, inner);
  plug_count_on_runs (x, plug_loop_of (x, loop));
}

bool
plug_logical_p (struct plug_extract *x, class loop *loop, gphi *phi,
		enum pram_op *op)
{
  tree result = gimple_phi_result (phi), type = TREE_TYPE (result);
  bool renewed = TREE_CODE (type) != BOOLEAN_TYPE;
  if (!INTEGRAL_TYPE_P (type)
      || (renewed && !plug_loop_runs_p (x, plug_loop_of (x, loop))))
    return false;
  tree last = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop));
  for (int end = 0; end < 2; end++)
    {
      struct condition c = { x, loop, result, end == 1, renewed };
      *op = end ? PRAM_OP_LOR : PRAM_OP_LAND;
      if (last != c.old && only_tested_p (&c) && new_value_p (&c, last, 0))
	{
	  if (renewed)
	    count_on_runs (x, loop);
	  return true;
	}
    }
  return false;
}
