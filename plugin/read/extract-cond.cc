/* extract-cond.cc: the conditions under which blocks run.

   SPDX-License-Identifier: GPL-3.0-or-later

   A block runs if one of the edges to it is taken.  Where paths join again the
   conditions of both fold to what they have in common (core/expr.h), so that
   what remains is the conditions that matter.  Exits of the loop around are
   left aside: they say which iterations there are.  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"

typedef const struct pram_expr *expr;

/* What the test at the end of BB compares.  */
static expr
test_of (struct plug_extract *x, basic_block bb)
{
  if (expr *known = x->tests->get (bb))
    return *known;
  gcond *cond = safe_dyn_cast <gcond *> (last_stmt (bb));
  expr test = cond ? plug_compare (x, gimple_cond_code (cond),
				   gimple_cond_lhs (cond),
				   gimple_cond_rhs (cond)) : NULL;
  if (!test)
    test = pram_expr_data (x->exprs, NULL, NULL_TREE);
  if (!x->n_pending)
    x->tests->put (bb, test);
  return test;
}

/* VALUE is one that LABEL, not the default, names.  */
static expr
named_by (struct plug_extract *x, expr value, tree label)
{
  expr low = plug_value_of (x, CASE_LOW (label));
  if (!CASE_HIGH (label))
    return pram_expr_equal (x->exprs, value, low);
  expr high = plug_value_of (x, CASE_HIGH (label));
  return pram_expr_not (x->exprs, pram_expr_either
				    (x->exprs,
				     pram_expr_less (x->exprs, value, low),
				     pram_expr_less (x->exprs, high, value)));
}

/* CHOICE takes E.  */
static expr
choice_condition (struct plug_extract *x, gswitch *choice, edge e)
{
  expr value = plug_value_of (x, gimple_switch_index (choice));
  expr none = pram_expr_constant (x->exprs, 1);
  expr taken = pram_expr_constant (x->exprs, 0);
  for (unsigned i = 1; i < gimple_switch_num_labels (choice); i++)
    {
      tree label = gimple_switch_label (choice, i);
      expr one = named_by (x, value, label);
      none = pram_expr_both (x->exprs, none, pram_expr_not (x->exprs, one));
      if (label_to_block (cfun, CASE_LABEL (label)) == e->dest)
	taken = pram_expr_either (x->exprs, taken, one);
    }
  tree otherwise = CASE_LABEL (gimple_switch_default_label (choice));
  return (label_to_block (cfun, otherwise) == e->dest
	  ? pram_expr_either (x->exprs, taken, none) : taken);
}

expr
plug_leave_condition (struct plug_extract *x, edge e)
{
  gimple *last = last_stmt (e->src);
  if (gswitch *choice = safe_dyn_cast <gswitch *> (last))
    return choice_condition (x, choice, e);
  expr test = test_of (x, e->src);
  if (!safe_dyn_cast <gcond *> (last))
    return pram_expr_data (x->exprs, NULL, NULL_TREE);
  return e->flags & EDGE_TRUE_VALUE ? test : pram_expr_not (x->exprs, test);
}

/* A path through LOOP's body (of the function, if it has no outer one), from
   FIRST on.  */
struct path
{
  struct plug_extract *x;
  class loop *loop;
  basic_block first;
  hash_map<basic_block, expr> known;
};

static expr block_condition (struct path *, basic_block);

/* E, and not another one of its loop's exits, is taken.  */
static expr
exit_choice (struct plug_extract *x, edge e)
{
  bool known;
  expr &choice = x->exit_choices->get_or_insert (e, &known);
  if (!known)
    choice = pram_expr_data (x->exprs, NULL, NULL_TREE);
  return choice;
}

/* E leaves the loop within PATH's that it comes from.  Nobody knows which of
   several exits is taken, but one of them is.  */
static expr
inner_exit_condition (struct path *path, edge e)
{
  struct pram_exprs *exprs = path->x->exprs;
  class loop *inner = e->src->loop_father;
  while (loop_outer (inner) != path->loop)
    inner = loop_outer (inner);
  auto_vec<edge> exits = get_loop_exit_edges (inner);
  expr condition = block_condition (path, inner->header);
  unsigned k;
  for (k = 0; k + 1 < exits.length () && exits[k] != e; k++)
    condition = pram_expr_both (exprs, condition,
				pram_expr_not (exprs, exit_choice
						 (path->x, exits[k])));
  return (k + 1 == exits.length () ? condition
	  : pram_expr_both (exprs, condition, exit_choice (path->x, e)));
}

/* Control takes E.  */
static expr
edge_condition (struct path *path, edge e)
{
  struct plug_extract *x = path->x;
  class loop *loop = path->loop;
  int ways = 0;
  edge_iterator ei;
  edge other;
  if (e->src->loop_father != loop)
    return inner_exit_condition (path, e);
  FOR_EACH_EDGE (other, ei, e->src->succs)
    ways += !loop_outer (loop) || flow_bb_inside_loop_p (loop, other->dest);
  expr condition = block_condition (path, e->src);
  return (ways < 2 ? condition
	  : pram_expr_both (x->exprs, condition, plug_leave_condition (x, e)));
}

static expr
block_condition (struct path *path, basic_block bb)
{
  struct pram_exprs *exprs = path->x->exprs;
  expr condition = NULL;
  edge_iterator ei;
  edge e;
  if (bb == path->first)
    return pram_expr_constant (exprs, 1);
  if (expr *known = path->known.get (bb))
    return *known;
  class loop *inner = bb->loop_father != path->loop ? bb->loop_father : NULL;
  FOR_EACH_EDGE (e, ei, bb->preds)
    {
      if (inner && flow_bb_inside_loop_p (inner, e->src))
	continue;			/* back edges */
      expr one = edge_condition (path, e);
      condition = condition ? pram_expr_either (exprs, condition, one) : one;
    }
  if (!condition)
    condition = pram_expr_constant (exprs, 1);
  path->known.put (bb, condition);
  return condition;
}

expr
plug_block_condition (struct plug_extract *x, basic_block bb, class loop *loop)
{
  expr *known = x->conditions->get (bb);
  if (known)
    return *known;
  struct path path;
  path.x = x;
  path.loop = loop;
  path.first = loop_outer (loop) ? loop->header
				 : ENTRY_BLOCK_PTR_FOR_FN (cfun);
  expr condition = block_condition (&path, bb);
  if (!x->n_pending)
    x->conditions->put (bb, condition);
  return condition;
}

expr
plug_edge_condition (struct plug_extract *x, edge e)
{
  struct path path;
  path.x = x;
  path.loop = e->dest->loop_father;
  path.first = get_immediate_dominator (CDI_DOMINATORS, e->dest);
  /* From an inner loop that is left to two places.  */
  if (path.first->loop_father != path.loop)
    return pram_expr_data (x->exprs, NULL, NULL);
  return edge_condition (&path, e);
}
