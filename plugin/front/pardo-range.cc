/* pardo-range.cc: the iterations of a `pardo' loop.

   SPDX-License-Identifier: GPL-3.0-or-later

   The loop must count: `for (i = first; i < last; i += step)', up or down, with
   bounds that are the same for all iterations.  They are evaluated once: a bound
   that the body changes, or that is read from memory, is copied first.  */

#include "pram-gcc.h"
#include "pardo-conflict.h"
#include "pardo-range.h"

static tree
strip (tree t)
{
  while (CONVERT_EXPR_P (t) || TREE_CODE (t) == NON_LVALUE_EXPR)
    t = TREE_OPERAND (t, 0);
  return t;
}

/* Find in the list BODY the loop, what its iterator is and begins with.  */
static void
find_parts (struct plug_steps *s, tree body, struct plug_range *r)
{
  for (tree_stmt_iterator i = tsi_start (body); !tsi_end_p (i); tsi_next (&i))
    {
      tree t = tsi_stmt (i);
      if (TREE_CODE (t) == FOR_STMT)
	r->loop = t;
      else if (TREE_CODE (t) == BIND_EXPR && BIND_EXPR_VARS (t)
	       && !DECL_CHAIN (BIND_EXPR_VARS (t)))
	{
	  r->var = BIND_EXPR_VARS (t);
	  r->init = DECL_INITIAL (r->var);
	  DECL_INITIAL (r->var) = NULL_TREE;
	  DECL_CHAIN (r->var) = s->vars;
	  s->vars = r->var;
	  find_parts (s, BIND_EXPR_BODY (t), r);
	}
      else if (TREE_CODE (t) == MODIFY_EXPR && VAR_P (TREE_OPERAND (t, 0)))
	{
	  r->var = TREE_OPERAND (t, 0);
	  r->init = TREE_OPERAND (t, 1);
	}
    }
}

/* R's loop, which has a condition CODE between the iterator and a limit, counts
   up, 1, or down, -1; 0: neither.  */
static int
direction (const struct plug_range *r, enum tree_code code)
{
  tree t = strip (FOR_EXPR (r->loop)), sum, step;
  switch (TREE_CODE (t))
    {
    case PREINCREMENT_EXPR: case POSTINCREMENT_EXPR:
      return TREE_OPERAND (t, 0) == r->var;
    case PREDECREMENT_EXPR: case POSTDECREMENT_EXPR:
      return TREE_OPERAND (t, 0) == r->var ? -1 : 0;
    case MODIFY_EXPR:
      sum = strip (TREE_OPERAND (t, 1));
      if (TREE_OPERAND (t, 0) != r->var
	  || (TREE_CODE (sum) != PLUS_EXPR && TREE_CODE (sum) != MINUS_EXPR))
	return 0;
      step = TREE_OPERAND (sum, strip (TREE_OPERAND (sum, 0)) == r->var);
      if (plug_mentions_p (step, r->var) || !plug_mentions_p (sum, r->var))
	return 0;
      return code == LT_EXPR || code == LE_EXPR ? 1
	     : code == GT_EXPR || code == GE_EXPR ? -1 : 0;
    default:
      return 0;
    }
}

/* The side of the comparison COND that is VAR, perhaps plus or minus something; or
   -1.  */
static int
side_of (tree cond, tree var)
{
  if (!COMPARISON_CLASS_P (cond))
    return -1;
  bool left = plug_mentions_p (TREE_OPERAND (cond, 0), var);
  if (left == plug_mentions_p (TREE_OPERAND (cond, 1), var))
    return -1;
  tree t = strip (TREE_OPERAND (cond, !left));
  if ((TREE_CODE (t) == PLUS_EXPR || TREE_CODE (t) == MINUS_EXPR)
      && strip (TREE_OPERAND (t, 0)) == var)
    t = var;
  return t == var ? !left : -1;
}

/* T is the same for all iterations, however often it is evaluated.  */
static tree
visit_fixed (tree *tp, int *walk_subtrees, void *data)
{
  struct plug_steps *s = (struct plug_steps *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == CALL_EXPR || plug_reference_p (t))
    return t;
  else if (DECL_P (t))
    {
      int *writes = s->writes.get (t);
      if ((writes && *writes > 0) || plug_own_find (s, t))
	return t;
      for (struct plug_range &r : s->ranges)
	if (r.var == t)
	  return t;
    }
  return NULL_TREE;
}

/* Let *TP be the same for all iterations.  False if it depends on one of a loop
   around.  */
static bool
fix (struct plug_steps *s, tree *tp)
{
  if (!walk_tree_without_duplicates (tp, visit_fixed, s))
    return true;
  if (s->ranges.length ())
    return false;
  tree var = plug_steps_variable (s, NULL, TREE_TYPE (*tp), s->loc);
  DECL_CHAIN (var) = s->vars;
  s->vars = var;
  append_to_statement_list (plug_assignment (s->loc, var, *tp), &s->bounds);
  *tp = var;
  return true;
}

/* How far the iterations of R, from where they begin to LIMIT, go.  */
static void
measure (struct plug_range *r, tree limit)
{
  tree init = fold_convert (ssizetype, unshare_expr (r->init));
  tree var = fold_convert (ssizetype, r->var);
  tree end = fold_convert (ssizetype, unshare_expr (limit));
  tree length = r->up ? fold_build2 (MINUS_EXPR, ssizetype, end, init)
		: fold_build2 (MINUS_EXPR, ssizetype, init, end);
  r->extent = fold_build2 (PLUS_EXPR, ssizetype,
			   fold_build2 (MAX_EXPR, ssizetype, length,
					ssize_int (0)), ssize_int (1));
  if (!r->up)
    r->index = fold_build2 (MINUS_EXPR, ssizetype, unshare_expr (init), var);
  else if (integer_zerop (r->init))
    r->index = r->var;
  else
    r->index = fold_build2 (MINUS_EXPR, ssizetype, var, unshare_expr (init));
}

/* The limit of COND, a comparison of which side SIDE is R's iterator plus
   something.  */
static tree
limit_of (const struct plug_range *r, tree cond, int side)
{
  tree t = strip (TREE_OPERAND (cond, side)), limit = TREE_OPERAND (cond, !side);
  if (t == r->var)
    return limit;
  enum tree_code back = TREE_CODE (t) == PLUS_EXPR ? MINUS_EXPR : PLUS_EXPR;
  return fold_build2 (back, ssizetype,
		      fold_convert (ssizetype, unshare_expr (limit)),
		      fold_convert (ssizetype,
				    unshare_expr (TREE_OPERAND (t, 1))));
}

/* T assigns to the variable DATA.  */
static tree
visit_assigned (tree *tp, int *walk_subtrees, void *data)
{
  switch (TREE_CODE (*tp))
    {
    case MODIFY_EXPR: case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR:
      return TREE_OPERAND (*tp, 0) == (tree) data ? *tp : NULL_TREE;
    default:
      if (TYPE_P (*tp))
	*walk_subtrees = 0;
      return NULL_TREE;
    }
}

static bool
read_header (struct plug_steps *s, struct plug_range *r, location_t loc)
{
  tree cond = r->loop ? FOR_COND (r->loop) : NULL_TREE;
  if (cond)
    FOR_COND (r->loop) = cond = unshare_expr (strip (cond));
  int side = cond && r->var && r->init && FOR_EXPR (r->loop)
	     && INTEGRAL_TYPE_P (TREE_TYPE (r->var))
	     && !TREE_ADDRESSABLE (r->var) && !is_global_var (r->var)
	     ? side_of (cond, r->var) : -1;
  enum tree_code code = side < 0 ? ERROR_MARK
			: side ? swap_tree_comparison (TREE_CODE (cond))
			: TREE_CODE (cond);
  int way = side < 0 ? 0 : direction (r, code);
  if (!way)
    {
      error_at (loc, "%<#pragma pram pardo%>: its loop must count: %<for (i = "
		"first; i < last; i += step)%>, with a local integer %<i%>");
      return false;
    }
  if (walk_tree_without_duplicates (&FOR_BODY (r->loop), visit_assigned,
				    r->var))
    {
      error_at (loc, "%<#pragma pram pardo%>: the loop changes its own "
		"iterator %qD", r->var);
      return false;
    }
  s->writes.put (r->var, 0);
  tree step = unshare_expr (FOR_EXPR (r->loop));
  if (!fix (s, &r->init) || !fix (s, &TREE_OPERAND (cond, !side))
      || (TREE_CODE (step) == MODIFY_EXPR
	  && walk_tree_without_duplicates (&TREE_OPERAND (step, 1),
					   visit_fixed, s)))
    {
      error_at (loc, "%<#pragma pram pardo%>: the bounds of this loop differ "
		"from iteration to iteration of the one around, or its step "
		"is changed; let it run over all and put %<if%> inside");
      return false;
    }
  r->up = way > 0;
  r->step = 1;
  if (TREE_CODE (step) == MODIFY_EXPR)
    {
      tree by = TREE_OPERAND (strip (TREE_OPERAND (step, 1)), 1);
      if (TREE_CODE (by) == INTEGER_CST && tree_fits_shwi_p (by)
	  && tree_to_shwi (by) != 0)
	r->step = absu_hwi (tree_to_shwi (by));
    }
  measure (r, limit_of (r, cond, side));
  return true;
}

tree
plug_range_add (struct plug_steps *s, const struct plug_pardo *p)
{
  struct plug_range r = { NULL_TREE, NULL_TREE, NULL_TREE, false, 1, NULL_TREE,
			  NULL_TREE };
  if (s->ranges.length () == PLUG_MAX_RANGES)
    {
      error_at (p->loc, "%<#pragma pram pardo%>: more than %d such loops inside "
		"each other", PLUG_MAX_RANGES);
      return NULL_TREE;
    }
  find_parts (s, p->body, &r);
  if (!read_header (s, &r, p->loc))
    return NULL_TREE;
  tree body = FOR_BODY (r.loop);
  s->ranges.safe_push (r);
  return body;
}
