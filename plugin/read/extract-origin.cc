/* extract-origin.cc: loops that start from the greatest of several values.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (j = MAX (0, i - 3); …; j++) … a[j] …

   What j is is no linear function of how often the loop has run, but it is one
   of how far j is from one of the values.  Such a loop's iterations are
   numbered from that value on, its *origin*, here i - 3; the first ones, up to
   where the loop starts, don't run: it is *late*.  Of the values that one is
   taken which goes with where the loop ends: i - 3 if that is i + 4, 0 if it is
   n.  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"

typedef const struct pram_expr *expr;

/* The innermost loop with the iterator of which E changes, as its depth.  */
static int
depth_of (struct plug_extract *x, expr e)
{
  int depth = 0;
  for (int l = 0; l < x->source->n_loops; l++)
    if (pram_expr_mentions_p (e, PRAM_EXPR_ITERATOR, l))
      depth = MAX (depth, pram_scope_depth (x->scope, l));
  return depth;
}

/* VALUE is made of variables in LOOP's header.  SEEN: names that are not.  */
static bool
varies_p (class loop *loop, tree value, hash_set<tree> *seen)
{
  if (TREE_CODE (value) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (value)
      || !flow_bb_inside_loop_p (loop, gimple_bb (SSA_NAME_DEF_STMT (value)))
      || seen->add (value))
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  bool phi = gimple_code (def) == GIMPLE_PHI;
  if (phi ? gimple_bb (def)->loop_father->header == gimple_bb (def)
      : !is_gimple_assign (def))
    return true;
  bool varies = false;
  unsigned n = phi ? gimple_phi_num_args (def) : gimple_num_ops (def);
  for (unsigned i = phi ? 0 : 1; i < n && !varies; i++)
    varies = varies_p (loop, phi ? gimple_phi_arg_def (def, i)
				 : gimple_op (def, i), seen);
  return varies;
}

/* The same for what the variable of LOOP is compared with at its exits.  */
static int
depth_of_limits (struct plug_extract *x, class loop *loop)
{
  int depth = 0;
  for (edge e : get_loop_exit_edges (loop))
    if (gcond *test = safe_dyn_cast <gcond *> (last_stmt (e->src)))
      for (int i = 0; i < 2; i++)
	{
	  tree limit = gimple_op (test, i);
	  hash_set<tree> seen;
	  if (INTEGRAL_TYPE_P (TREE_TYPE (limit))
	      && !varies_p (loop, limit, &seen))
	    depth = MAX (depth, depth_of (x, plug_value_of (x, limit)));
	}
  return depth;
}

/* VALUE can be computed in front of LOOP, on whichever way that is come to.  */
static bool
known_before_p (class loop *loop, tree value)
{
  if (TREE_CODE (value) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (value))
    return true;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (dominated_by_p (CDI_DOMINATORS, loop->header, gimple_bb (def)))
    return true;
  if (!is_gimple_assign (def) || gimple_vuse (def) || gimple_could_trap_p (def))
    return false;
  for (unsigned i = 1; i < gimple_num_ops (def); i++)
    if (gimple_op (def, i) && !known_before_p (loop, gimple_op (def, i)))
      return false;
  return true;
}

/* The one of VALUES, of those known before LOOP, with the deepest variable, no deeper than
   LIMIT, or else the least deep one; null if there is none.  */
static tree
closest (struct plug_extract *x, class loop *loop, const vec<tree> &values, int limit)
{
  tree best = NULL_TREE;
  int best_depth = 0;
  for (tree value : values)
    {
      if (!known_before_p (loop, value))
	continue;
      int depth = depth_of (x, plug_value_of (x, value));
      if (!best || (depth <= limit ? depth > best_depth || best_depth > limit
				   : depth < best_depth))
	{
	  best = value;
	  best_depth = depth;
	}
    }
  return best;
}

/* Append to VALUES those of which VALUE is the greatest (OP: PRAM_EXPR_MAX) or
   least; false if that is not known.  */
static bool
find_values (struct plug_extract *x, enum pram_expr_op op, tree value,
	     vec<tree> *values)
{
  if (plug_value_of (x, value)->op != op)
    {
      values->safe_push (value);
      return !pram_expr_mentions_p (plug_value_of (x, value), PRAM_EXPR_DATA,
				    -1);
    }
  gimple *def = SSA_NAME_DEF_STMT (value);
  bool ok = true;
  if (gphi *phi = dyn_cast <gphi *> (def))
    for (unsigned i = 0; i < gimple_phi_num_args (phi) && ok; i++)
      ok = find_values (x, op, gimple_phi_arg_def (phi, i), values);
  else
    for (unsigned i = 1; i < gimple_num_ops (def) && ok; i++)
      ok = (!gimple_op (def, i)
	    || find_values (x, op, gimple_op (def, i), values));
  return ok;
}

/* By how much PHI's variable, of LOOP, changes if that is 1 or -1, else 0.  */
static int
step_of (class loop *loop, gphi *phi)
{
  affine_iv iv;
  tree name = gimple_phi_result (phi);
  if (virtual_operand_p (name) || !INTEGRAL_TYPE_P (TREE_TYPE (name))
      || !simple_iv (loop, loop, name, &iv, false))
    return 0;
  return integer_onep (iv.step) ? 1 : integer_all_onesp (iv.step) ? -1 : 0;
}

/* The name that is the greatest (OP: PRAM_EXPR_MAX) or least of several values
   and that VALUE is, or is by a linear function more than; null if there is
   none.  */
static tree
extreme_in (struct plug_extract *x, enum pram_expr_op op, tree value)
{
  if (TREE_CODE (value) != SSA_NAME)
    return NULL_TREE;
  expr e = plug_value_of (x, value);
  if (e->op == op)
    return value;
  bool sum = false;
  for (int k = 0; e->op == PRAM_EXPR_SUM && k < e->n; k++)
    sum |= e->operand[k]->op == op && e->coef[k] == 1;
  gimple *def = SSA_NAME_DEF_STMT (value);
  tree found = NULL_TREE;
  for (unsigned i = 1; sum && is_gimple_assign (def) && !found
		       && i < gimple_num_ops (def); i++)
    found = extreme_in (x, op, gimple_op (def, i));
  return found;
}

/* The origin of L's loop if PHI, in its header, starts from the greatest of
   several values.  */
static bool
find_origin (struct plug_extract *x, struct plug_loop *l, gphi *phi)
{
  int step = step_of (l->loop, phi);
  tree start = PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (l->loop));
  enum pram_expr_op op = step > 0 ? PRAM_EXPR_MAX : PRAM_EXPR_MIN;
  auto_vec<tree> values;
  tree extreme = step ? extreme_in (x, op, start) : NULL_TREE;
  if (!extreme || !find_values (x, op, extreme, &values))
    return false;
  tree best = closest (x, l->loop, values, depth_of_limits (x, l->loop));
  if (!best)
    return false;
  l->late = pram_expr_sum (x->exprs, plug_value_of (x, extreme), step,
			   plug_value_of (x, best), -step);
  struct plug_origin *origin = XNEW (struct plug_origin);
  *origin = { extreme, best, step };
  l->loop->aux = origin;
  return true;
}

expr
plug_late_of (struct plug_extract *x, class loop *loop)
{
  struct plug_loop *l = &x->loops[loop->num];
  if (l->origin_known || !loop_outer (loop))
    return l->late;
  l->loop = loop;
  l->late = NULL;
  l->origin_known = true;
  free (loop->aux);
  loop->aux = NULL;
  /* What is known so far of other variables may be less than what will be.  */
  x->n_pending++;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    if (find_origin (x, l, i.phi ()))
      break;
  l->origin_known = --x->n_pending == 0;
  return l->late;
}

expr
plug_iterations_of (struct plug_extract *x, class loop *loop)
{
  expr iterator = pram_expr_iterator (x->exprs, plug_loop_number (x, loop));
  expr late = plug_late_of (x, loop);
  return late ? pram_expr_sum (x->exprs, iterator, 1, late, -1) : iterator;
}

expr
plug_running (struct plug_extract *x, class loop *loop, expr condition)
{
  expr late = plug_late_of (x, loop);
  if (!late)
    return condition;
  expr iterator = pram_expr_iterator (x->exprs, plug_loop_number (x, loop));
  return pram_expr_both (x->exprs, condition,
			 pram_expr_not (x->exprs,
					pram_expr_less (x->exprs, iterator,
							late)));
}
