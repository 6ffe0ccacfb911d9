/* extract-split.cc: quotients and remainders of iteration numbers.

   SPDX-License-Identifier: GPL-3.0-or-later

   for (j = 1 + (i & 1); …) is affine once i = 2 * h + r with 0 <= r < 2.  So
   the body of the loop over i is put into two loops that are not in the
   source:

     for i < n {
       for h < (n + 1) / 2 split {
	 for r < 2 split {
	   … with the guard i - 2 * h - r = 0

   Exactly one pair (h, r) passes the guard, so that the program is the same,
   and all that core knows about affine programs holds for it.

   Invariant (1): a term of split n only occurs where the iterators that its
   value depends on have values, that is inside of its loop.  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"

/* Longer loops over quotients are not worth it.  */
#define MAX_QUOTIENTS (HOST_WIDE_INT_1 << 40)

/* The innermost loop around AT whose iteration number A depends on.  */
static class loop *
innermost_of (struct plug_extract *x, const struct plug_affine *a,
	      class loop *at)
{
  for (; at && loop_outer (at); at = loop_outer (at))
    {
      if (a->k[loop_depth (at) - 1])
	return at;
      for (int t = 0; t < a->n_terms; t++)
	if (x->splits[a->terms[t].number / 2].loop == at)
	  return at;
    }
  return NULL;
}

static HOST_WIDE_INT
floor_div (HOST_WIDE_INT a, HOST_WIDE_INT b)
{
  return a / b - (a % b < 0);
}

/* The least and the greatest quotient of A by MODULUS, wherever in LOOP it may
   be wanted.  */
static bool
quotient_range (struct plug_extract *x, const struct plug_affine *a,
		HOST_WIDE_INT modulus, class loop *loop, HOST_WIDE_INT *first,
		HOST_WIDE_INT *last)
{
  HOST_WIDE_INT min, max;
  basic_block outside = x->at;
  x->at = NULL;
  bool known = plug_affine_range (x, a, loop, &min, &max);
  x->at = outside;
  if (!known || max < min)
    return false;
  *first = floor_div (min, modulus);
  *last = floor_div (max, modulus);
  return *last - *first < MAX_QUOTIENTS;
}

/* The number of the split of A, which may be a new one; or -1.  */
static int
find_split (struct plug_extract *x, const struct plug_affine *a,
	    HOST_WIDE_INT modulus, class loop *loop, HOST_WIDE_INT first,
	    HOST_WIDE_INT last)
{
  int n_here = 0;
  for (int n = 0; n < x->n_splits; n++)
    {
      struct plug_split *split = &x->splits[n];
      struct plug_affine difference = *a;
      n_here += split->loop == loop;
      if (split->loop == loop && split->modulus == modulus
	  && plug_affine_add (&difference, &split->value, -1)
	  && plug_affine_constant (&difference) && !difference.c)
	return n;
    }
  if (n_here == PLUG_MAX_SPLITS)
    return -1;
  struct plug_split split
    = { *a, loop, modulus, first, last - first + 1, NULL, NULL };
  x->splits = XRESIZEVEC (struct plug_split, x->splits, x->n_splits + 1);
  x->splits[x->n_splits] = split;
  return x->n_splits++;
}

bool
plug_split (struct plug_extract *x, struct plug_affine *a,
	    HOST_WIDE_INT modulus, bool remainder, class loop *at)
{
  class loop *loop = innermost_of (x, a, at);
  HOST_WIDE_INT first, last;
  if (!loop || a->ksym
      || !quotient_range (x, a, modulus, loop, &first, &last))
    return false;
  if (first == last)
    {
      if (remainder)
	a->c -= first * modulus;
      else
	{
	  memset (a, 0, sizeof *a);
	  a->c = first;
	}
      a->exact = true;
      return true;
    }
  int n = find_split (x, a, modulus, loop, first, last);
  if (n < 0)
    return false;
  memset (a, 0, sizeof *a);
  plug_affine_add_term (a, 2 * n + remainder, 1);
  a->c = remainder ? 0 : first;
  a->exact = true;
  return true;
}

HOST_WIDE_INT
plug_split_most (struct plug_extract *x, int s)
{
  struct plug_split *split = &x->splits[s / 2];
  return s % 2 ? split->modulus - 1 : split->n_quotients - 1;
}

bool
plug_split_visible_p (struct plug_extract *x, const struct plug_affine *a,
		      class loop *at)
{
  for (int t = 0; t < a->n_terms; t++)
    {
      class loop *loop = x->splits[a->terms[t].number / 2].loop;
      if (loop != at && !flow_loop_nested_p (loop, at))
	return false;
    }
  return true;
}

/* A loop that will stand for a term of SPLIT.  */
static struct pram_node *
make_loop (struct plug_extract *x, struct pram_node *parent, const char *name,
	   int n, HOST_WIDE_INT count)
{
  struct pram_arena *arena = x->prog->arena;
  struct pram_node *loop
    = pram_prog_add_loop (x->prog, parent,
			  pram_arena_printf (arena, "%s_%d", name, n));
  loop->split = true;
  loop->count = pram_affine_new (arena, 0);
  loop->count.constant = count;
  return loop;
}

int
plug_split_iterator (struct plug_extract *x, int s)
{
  struct plug_split *split = &x->splits[s / 2];
  if (!split->quotient)
    {
      struct pram_node *apart
	= PRAM_ARENA_NEW (x->prog->arena, struct pram_node, 1);
      apart->kind = PRAM_SEQ;
      split->quotient = make_loop (x, apart, "quotient", s / 2,
				   split->n_quotients);
      apart = pram_prog_add_segment (x->prog, split->quotient);
      split->remainder = make_loop (x, apart, "remainder", s / 2,
				    split->modulus);
    }
  return (s % 2 ? split->remainder : split->quotient)->iterator;
}

/* All accesses in NODE happen only under GUARD.  */
static void
guard_accesses (struct plug_extract *x, struct pram_node *node,
		const struct pram_guard *guard)
{
  for (int i = 0; i < node->n_children; i++)
    guard_accesses (x, node->children[i], guard);
  for (int i = 0; i < node->n_accesses; i++)
    {
      /* Accesses share their guards.  */
      struct pram_access *access = &node->accesses[i];
      int n = access->n_guards;
      struct pram_guard *guards
	= PRAM_ARENA_NEW (x->prog->arena, struct pram_guard, n + 1);
      for (int g = 0; g < n; g++)
	guards[g] = access->guards[g];
      guards[n] = *guard;
      access->guards = guards;
      access->n_guards = n + 1;
    }
}

void
plug_split_wrap (struct plug_extract *x, struct plug_loop *l)
{
  /* The value of a split mentions earlier ones only, whose loops its guard
     makes if need be.  */
  for (int n = x->n_splits - 1; n >= 0; n--)
    {
      struct plug_split *split = &x->splits[n];
      if (split->loop != l->loop || !split->quotient)
	continue;
      struct plug_affine rest = split->value;
      struct pram_guard guard;
      rest.c -= split->modulus * split->first;
      plug_affine_add_term (&rest, 2 * n, -split->modulus);
      plug_affine_add_term (&rest, 2 * n + 1, -1);
      guard.affine = plug_affine_lower (x, &rest, l->loop);
      guard.equality = true;

      struct pram_node *body = l->node->children[0];
      struct pram_node *inside
	= pram_prog_add_segment (x->prog, split->remainder);
      guard_accesses (x, body, &guard);
      for (int i = 0; i < body->n_children; i++)
	body->children[i]->parent = inside;
      inside->children = body->children;
      inside->n_children = body->n_children;
      body->children = NULL;
      body->n_children = 0;
      *PRAM_ARENA_PUSH (x->prog->arena, body->children, body->n_children)
	= split->quotient;
      split->quotient->parent = body;
      split->quotient->line = split->remainder->line = l->node->line;
    }
}
