/* sink.c: quotients and remainders go into the loops that don't need them.

   SPDX-License-Identifier: Apache-2.0

   for (q) for (r) stands for one instance: that where E = m * q + r, which all
   accesses inside ask for.  It is made where all iterators of E have values; where
   that loop is no layer, one inside may be:

     for (colour) for (q) for (r) for (i) X    is
     for (colour) for (i) for (q) for (r) X.  */

#include "blocks.h"

struct pram_node *
pram_inside_splits (struct pram_node *node)
{
  while (node && node->split)
    node = pram_perfectly_nested (node);
  return node;
}

static bool
mentions_p (const struct pram_affine *a, const struct pram_node *split)
{
  return pram_affine_coef (a, split->iterator) != 0;
}

/* What LOOP runs, or whether it does, depends on an iterator of SPLIT, or of one
   inside that.  */
static bool
depends_p (const struct pram_node *loop, const struct pram_node *split)
{
  bool depends = false;
  for (; split->split; split = pram_perfectly_nested (split))
    {
      depends |= (mentions_p (&loop->count, split)
		  || (loop->first && mentions_p (loop->first, split)));
      for (int r = 0; r < loop->n_reached; r++)
	for (int g = 0; g < loop->reached[r].n_guards; g++)
	  depends |= mentions_p (&loop->reached[r].guards[g].affine, split);
    }
  return depends;
}

struct pram_node *
pram_sink_target (struct pram_node *split, struct pram_node *outer)
{
  struct pram_node *loop = outer ? pram_perfectly_nested (outer) : pram_inside_splits (split);
  return (loop && !loop->split && !loop->data_dependent && !loop->next
	  && !depends_p (loop, split) ? loop : NULL);
}

/* Move the children of FROM, a PRAM_SEQ, to TO.  */
static void
move_children (struct pram_node *from, struct pram_node *to)
{
  to->children = from->children;
  to->n_children = from->n_children;
  for (int k = 0; k < to->n_children; k++)
    to->children[k]->parent = to;
}

/* Let AFTER stand where BEFORE does.  */
static void
replace (struct pram_node *before, struct pram_node *after)
{
  struct pram_node *parent = before->parent;
  int k = 0;
  while (parent->children[k] != before)
    k++;
  parent->children[k] = after;
  after->parent = parent;
}

void
pram_sink (struct pram_arena *arena, struct pram_node *split,
	   struct pram_node *target)
{
  struct pram_node *first = pram_inside_splits (split);
  struct pram_node *innermost = first->parent, *body = target->children[0];
  replace (split, first);
  move_children (body, innermost);
  body->children = NULL;
  body->n_children = 0;
  *PRAM_ARENA_PUSH (arena, body->children, body->n_children) = split;
  split->parent = body;
}
