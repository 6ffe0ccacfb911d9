/* extract-limit.cc: what moves on in an array with a loop whose end data decide.

   SPDX-License-Identifier: GPL-3.0-or-later

     while (diff > eps && it < most) { … history[it++] = diff; }

   How often such a loop runs isn't known, but where control comes to a
   reference after IT iterations, it < most: exits that are known have not been
   taken.  Those behind the reference weren't taken in the iteration before.  Where
   the array's size isn't known the reference has that as a condition, which says
   how much of the array there must be.

   Not all of that may be there: the program may always end sooner.  What is read
   before it is written would be sent when the region is entered, so that the
   runtime has to look then (PRAM_arg's PERHAPS).

   Where only when it is read moves with the loop, as in

     for (j = 0; j < n && s < 2; j++)
       if (j > i)
	 s += x[i + 1];

   that is any round (core/poly/lower.h), and the exits say which there may be.

   Requires of the loops around the reference that their exits have been found.  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"

typedef const struct pram_expr *expr;

/* E has values that are known at entry.  */
static bool
known_p (expr e)
{
  return (e && !pram_expr_mentions_p (e, PRAM_EXPR_DATA, -1)
	  && !pram_expr_mentions_p (e, PRAM_EXPR_ELEMENT, -1));
}

/* What is known of E, a condition: it holds wherever E does.  Null: nothing.  */
static expr
known_part (struct plug_extract *x, expr e)
{
  if (!e || known_p (e) || e->op != PRAM_EXPR_BOTH)
    return known_p (e) ? e : NULL;
  expr a = known_part (x, e->operand[0]), b = known_part (x, e->operand[1]);
  return a && b ? pram_expr_both (x->exprs, a, b) : a ? a : b;
}

/* Where control comes to BB, exit K of L has not been taken: as a condition, or
   null if nothing is known of that; *ALL: data have no part in it.  */
static expr
not_left (struct plug_extract *x, struct plug_loop *l, int k, basic_block bb, bool *all)
{
  struct pram_exprs *exprs = x->exprs;
  edge stay = l->exits[k].stay;
  basic_block test = l->exits[k].test;
  edge exit = EDGE_SUCC (test, EDGE_SUCC (test, 0) == stay);
  expr told = pram_expr_not (exprs, plug_leave_condition (x, exit));
  expr stays = known_part (x, told);
  *all = stays == told;
  if (!stays || k < plug_segment_of (l, bb))
    return stays;
  /* What variables were in the iteration before is no function of the
     iterator.  */
  for (int v = 0; v < x->source->n_variables; v++)
    if (x->source->variables[v].loop == l->number
	&& pram_expr_mentions_p (stays, PRAM_EXPR_VARIABLE, v))
      return NULL;
  expr iterator = pram_expr_iterator (exprs, l->number);
  expr before = pram_expr_sum (exprs, iterator, 1,
			       pram_expr_constant (exprs, 1), -1);
  return pram_expr_either
    (exprs, pram_expr_equal (exprs, plug_iterations_of (x, l->loop),
			     pram_expr_constant (exprs, 0)),
     pram_expr_replace (exprs, stays, iterator, before));
}

/* WHEN, and what is known where control comes to BB of the loops whose end data
   decide and whose iterators E mentions.  SOONER: such a loop is left where data say so,
   too.  */
static expr
limited (struct plug_extract *x, basic_block bb, expr e, expr when, bool *sooner)
{
  *sooner = false;
  for (class loop *loop = bb->loop_father; loop_outer (loop);
       loop = loop_outer (loop))
    {
      struct plug_loop *l = &x->loops[loop->num];
      if (l->counted || !l->regular
	  || !pram_expr_mentions_p (e, PRAM_EXPR_ITERATOR, l->number))
	continue;
      for (int k = 0; k < l->n_exits; k++)
	{
	  bool all = false;
	  expr condition = not_left (x, l, k, bb, &all);
	  if (condition)
	    when = pram_expr_both (x->exprs, when, condition);
	  *sooner |= !condition || !all;
	}
    }
  return when;
}

/* Some of ITEMS writes what READ reads, wherever that stands.  */
static bool
written_before_p (const struct pram_items *items, const struct pram_item *read,
		  expr when)
{
  for (int i = 0; i < items->n; i++)
    {
      const struct pram_item *item = items->item[i];
      if (item->kind == PRAM_ITEM_REFERENCE && item->write
	  && item->array == read->array && item->offset == read->offset
	  && item->bytes == read->bytes && item->at.when == when
	  && item->at.passed <= read->at.passed)
	return true;
    }
  return false;
}

/* BB stands in several loops: then a row's limit is that of the array's parts.  */
static bool
nested_p (basic_block bb)
{
  class loop *loop = bb->loop_father;
  return loop_outer (loop) && loop_outer (loop_outer (loop));
}

/* Let ITEM, one of ITEMS in BB, have as a condition what is known so of the loops with
   which its offset moves.  */
static void
limit_offset (struct plug_extract *x, const struct pram_items *items,
	      struct pram_item *item, basic_block bb)
{
  const struct pram_array *array = &x->source->arrays[item->array];
  if ((array->n_bytes > 0 && !nested_p (bb))
      || !known_p (item->at.when) || !known_p (item->offset))
    return;
  bool sooner;
  expr when = limited (x, bb, item->offset, item->at.when, &sooner);
  bool read = !item->write && !written_before_p (items, item, when);
  /* Rows that lie apart are copied before the runtime looks, and loops that are in no
     other ones are no part of what an iteration does.  */
  if (read && (array->pitch || !sooner || !nested_p (bb)))
    return;
  item->perhaps = read && when != item->at.when;
  item->at.when = when;
}

void
plug_limit_reference (struct plug_extract *x, const struct pram_items *items,
		      struct pram_item *item, basic_block bb)
{
  bool sooner;
  expr when = item->at.when;
  limit_offset (x, items, item, bb);
  if (item->write)
    return;
  item->at.when = limited (x, bb, when, item->at.when, &sooner);
  item->perhaps |= sooner && nested_p (bb) && !x->source->arrays[item->array].pitch;
}
