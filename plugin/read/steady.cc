/* steady.cc: reads of which the same comes whichever deposits are done before.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (v)
       if (level[v] == d)
	 for (k)
	   if (level[to[k]] < 0)
	     level[to[k]] = d + 1;

   All that comes of the load of level[v] is whether the element is Q, here d.  The
   updates of a loop don't change that of any element, so may as well be done before
   or after, if

   (1) their test doesn't hold of Q: no element that is Q is changed;
   (2) what they store isn't Q: none becomes Q;

   and Q, what the test compares with and what is stored are the same in all
   iterations.  Both are then conditions on values that are there before the loop, Q <
   0 and d + 1 == Q.  The driver looks at what isn't known when the region is compiled
   (write/emit-steady.cc).  */

#include "pram-gcc.h"
#include "region.h"
#include "deposit.h"
#include "extract.h"
#include "places.h"
#include "steady.h"

/* What comes of LOAD: whether the element, with the conversions in STEPS, is Q.  */
struct question
{
  gimple *load;
  auto_vec<gassign *> steps;	/* the first one first */
  tree q;
};

/* The only statement that uses NAME, or null.  */
static gimple *
only_use (tree name)
{
  gimple *found = NULL;
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    if (!is_gimple_debug (USE_STMT (use)))
      {
	if (found)
	  return NULL;
	found = USE_STMT (use);
      }
  return found;
}

/* STMT asks whether NAME is something: what, or null.  */
static tree
compared_with (gimple *stmt, tree name)
{
  gcond *cond = dyn_cast <gcond *> (stmt);
  gassign *assign = dyn_cast <gassign *> (stmt);
  if (!cond && !assign)
    return NULL_TREE;
  enum tree_code code = cond ? gimple_cond_code (cond)
			     : gimple_assign_rhs_code (assign);
  if (code != EQ_EXPR && code != NE_EXPR)
    return NULL_TREE;
  tree a = cond ? gimple_cond_lhs (cond) : gimple_assign_rhs1 (assign);
  tree b = cond ? gimple_cond_rhs (cond) : gimple_assign_rhs2 (assign);
  return a == name ? b : a;
}

/* What comes of LOAD is such a question: *Q, which is fresh.  */
static bool
question_of (gimple *load, struct question *q)
{
  tree name = gimple_assign_load_p (load) ? gimple_get_lhs (load) : NULL_TREE;
  q->load = load;
  while (name && TREE_CODE (name) == SSA_NAME
	 && INTEGRAL_TYPE_P (TREE_TYPE (name)))
    {
      gimple *use = only_use (name);
      gassign *step = use ? dyn_cast <gassign *> (use) : NULL;
      if (use && (q->q = compared_with (use, name)))
	return true;
      if (!step || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (step))
	  || !INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_lhs (step)))
	  || !plug_type_within_p (TREE_TYPE (name),
				  TREE_TYPE (gimple_assign_lhs (step))))
	return false;
      q->steps.safe_push (step);
      name = gimple_assign_lhs (step);
    }
  return false;
}

/* VALUE is the same in all iterations of LOOP, and can be computed before it.  */
static bool
invariant_p (class loop *loop, tree value, int depth)
{
  if (is_gimple_min_invariant (value))
    return true;
  if (TREE_CODE (value) != SSA_NAME || depth > 12)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (SSA_NAME_IS_DEFAULT_DEF (value)
      || !flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return true;
  if (!is_gimple_assign (def) || gimple_vuse (def)
      || gimple_num_ops (def) > 3 || gimple_could_trap_p (def))
    return false;
  for (unsigned i = 1; i < gimple_num_ops (def); i++)
    if (!invariant_p (loop, gimple_op (def, i), depth + 1))
      return false;
  return true;
}

/* All that UPDATE needs is, but for what it loads.  */
static bool
invariant_update_p (class loop *loop, struct plug_update *update)
{
  tree stored = gimple_assign_rhs1 (update->store);
  if (!update->test || plug_update_computes_p (update, stored)
      || !invariant_p (loop, stored, 0))
    return false;
  for (gimple *stmt : update->stmts)
    {
      if (stmt == update->load)
	continue;
      if (!is_gimple_assign (stmt)
	  || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt)))
	return false;
    }
  for (unsigned i = 0; i < 2; i++)
    if (!plug_update_computes_p (update, gimple_op (update->test, i))
	&& !invariant_p (loop, gimple_op (update->test, i), 0))
      return false;
  return true;
}

/* What STMT of LOOP writes to array NAME leaves elements that are Q as they are,
   unless values say otherwise.  */
static bool
spares_p (struct plug_extract *x, class loop *loop, gimple *stmt, int name,
	  const struct question *q)
{
  tree load, store;
  plug_references (stmt, &load, &store);
  if (!store || plug_array_of (x, store) != name
      || plug_different_members_p (store, gimple_assign_rhs1 (q->load)))
    return true;
  struct plug_update update;
  plug_update_of_store (stmt, &update);
  return (update.load && update.load != q->load
	  && types_compatible_p (TREE_TYPE (gimple_get_lhs (update.load)),
				 TREE_TYPE (gimple_get_lhs (q->load)))
	  && invariant_update_p (loop, &update)
	  && !integer_nonzerop (plug_unsteady_when (loop, q->load, stmt)));
}

/* That is so of all of LOOP, in which Q's load from array NAME is.  */
static bool
steady_p (struct plug_extract *x, class loop *loop, int name,
	  const struct question *q)
{
  bool good = invariant_p (loop, q->q, 0);
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes && good; i++)
    for (gimple_stmt_iterator s = gsi_start_bb (body[i]);
	 !gsi_end_p (s) && good; gsi_next (&s))
      good = spares_p (x, loop, gsi_stmt (s), name, q);
  free (body);
  return good;
}

/* The region calls functions that can't be called again, as they would be if the
   driver gave up.  */
static bool
effects_p ()
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      if (plug_effect_call_p (gsi_stmt (i)))
	return true;
  return false;
}

int
plug_steady_loops (struct plug_extract *x, gimple *load, tree ref)
{
  struct question q;
  int n = 0, name = plug_array_of (x, ref);
  if (name < 0 || !question_of (load, &q) || effects_p ())
    return 0;
  for (class loop *loop = gimple_bb (load)->loop_father;
       loop_outer (loop) && !plug_level_p (x, loop)
       && steady_p (x, loop, name, &q);
       loop = loop_outer (loop))
    n++;
  return n;
}

/* --- What the driver looks at ------------------------------------------------ */

/* VALUE, before LOOP; where UPDATE computes it from what it loads, of ELEMENT.  */
static tree
value_of (class loop *loop, struct plug_update *update, tree value, tree element)
{
  if (TREE_CODE (value) != SSA_NAME)
    return value;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (def == update->load)
    return unshare_expr (element);
  if (SSA_NAME_IS_DEFAULT_DEF (value)
      || !flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return value;
  tree type = TREE_TYPE (value);
  enum tree_code code = gimple_assign_rhs_code (def);
  tree a = value_of (loop, update, gimple_assign_rhs1 (def), element);
  switch (gimple_assign_rhs_class (def))
    {
    case GIMPLE_UNARY_RHS: return fold_build1 (code, type, a);
    case GIMPLE_BINARY_RHS:
      return fold_build2 (code, type, a,
			  value_of (loop, update, gimple_assign_rhs2 (def),
				    element));
    default: return a;
    }
}

tree
plug_unsteady_when (class loop *loop, gimple *load, gimple *store)
{
  struct question q;
  struct plug_update u;
  if (plug_different_members_p (gimple_assign_lhs (store),
				gimple_assign_rhs1 (load)))
    return boolean_false_node;
  if (!question_of (load, &q))
    gcc_unreachable ();
  plug_update_of_store (store, &u);
  tree type = TREE_TYPE (gimple_get_lhs (load)), truth = boolean_type_node;
  tree is = value_of (loop, &u, q.q, NULL_TREE);
  tree element = fold_convert (type, is);
  tree test = fold_build2 (gimple_cond_code (u.test), truth,
			   value_of (loop, &u, gimple_cond_lhs (u.test), element),
			   value_of (loop, &u, gimple_cond_rhs (u.test), element));
  if (!u.when)
    test = fold_build1 (TRUTH_NOT_EXPR, truth, test);
  tree stored = fold_convert (type, value_of (loop, &u, gimple_assign_rhs1
					      (u.store), element));
  for (gassign *step : q.steps)
    stored = fold_convert (TREE_TYPE (gimple_assign_lhs (step)), stored);
  return fold_build2 (TRUTH_OR_EXPR, truth, test,
		      fold_build2 (EQ_EXPR, truth, stored, unshare_expr (is)));
}
