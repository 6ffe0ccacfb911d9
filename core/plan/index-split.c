/* index-split.c: loops of which one iteration stands apart.

   SPDX-License-Identifier: Apache-2.0

   All shortest paths (Floyd-Warshall):

     for (k) for (i) for (j) d[i][j] = min (d[i][j], d[i][k] + d[k][j]);

   In step k all rows are written and row k is read by all.  The rows before it
   read what was there before the step, those behind it what row k's own
   iteration wrote: iterations of i do depend on each other, but only by way of
   iteration k, the *pivot*.  In three loops one after the other,

     for (i < k) …  for (i = k) …  for (i > k) …

   the iterations of each are independent, and the order of all instances is
   that of the program.  A loop is cut so if an element's subscript moves with
   it in a write, that of another access doesn't, the two are equal in one
   iteration whatever the iterators of the outer loops, and if each of the parts
   can be distributed where the loop could not.

   Invariants
   (1) A part's iteration k is iteration first + k of the loop.
   (2) The program of which loops are cut remains as it was.  */

#include "blocks.h"
#include "prog/prog-copy.h"

#include <string.h>

/* --- Pivots -------------------------------------------------------------- */

/* Is A a function of the iterators of loops around LOOP, but for LOOP's
   own?  */
static bool
outside_p (const struct pram_prog *prog, const struct pram_affine *a,
	   const struct pram_node *loop)
{
  for (int k = 0; k < prog->n_loops; k++)
    if (prog->loops[k] != loop && pram_affine_coef (a, k)
	&& !pram_node_inside_p (loop, prog->loops[k]))
      return false;
  return true;
}

/* The least value of A, or the greatest, in a loop nest in which that of each
   iterator is 0 and the greatest MOST.  */
static int64_t
extreme (const struct pram_affine *a, const int64_t *most, bool greatest)
{
  int64_t value = a->constant;
  for (int k = 0; k < a->n_coef; k++)
    if ((a->coef[k] > 0) == greatest)
      value += a->coef[k] * most[k];
  return value;
}

/* X + SIGN * Y */
static struct pram_affine
add (struct pram_arena *arena, int n_coef, const struct pram_affine *x,
     int64_t sign, const struct pram_affine *y)
{
  struct pram_affine sum = pram_affine_new (arena, n_coef);
  sum.constant = x->constant + sign * y->constant;
  for (int k = 0; k < n_coef; k++)
    sum.coef[k] = pram_affine_coef (x, k) + sign * pram_affine_coef (y, k);
  return sum;
}

/* Does PIVOT name an iteration of LOOP in all iterations of the loops around
   it?  */
static bool
always_there_p (const struct pram_prog *prog, const struct pram_node *loop,
		const struct pram_affine *pivot)
{
  int64_t *most = PRAM_ARENA_NEW (prog->arena, int64_t, prog->n_loops + 1);
  const struct pram_node *path[prog->n_loops + 1];
  int depth = 0;
  for (const struct pram_node *n = pram_node_loop (loop); n;
       n = pram_node_loop (n))
    path[depth++] = n;
  while (depth--)
    {
      int k = path[depth]->iterator;
      if (path[depth]->data_dependent && pram_affine_coef (pivot, k))
	return false;
      most[k] = path[depth]->data_dependent
		? 0 : extreme (&path[depth]->count, most, true) - 1;
      if (most[k] < 0)
	return false;
    }
  struct pram_affine left
    = add (prog->arena, prog->n_loops, &loop->count, -1, pivot);
  return extreme (pivot, most, false) >= 0 && extreme (&left, most, false) > 0;
}

/* Subscript DIM of ACCESS is a quotient or a remainder.  */
static bool
divided_p (const struct pram_access *access, int dim)
{
  return ((access->mod && access->mod[dim])
	  || (access->div && access->div[dim] > 1));
}

/* The iteration of LOOP in which subscript DIM of W, which moves with it alone,
   is that of R, which doesn't.  */
static bool
meet (const struct pram_prog *prog, const struct pram_node *loop,
      const struct pram_access *w, const struct pram_access *r, int dim,
      struct pram_affine *pivot)
{
  const struct pram_affine *a = &w->subscript[dim], *b = &r->subscript[dim];
  int64_t step = pram_affine_coef (a, loop->iterator);
  if ((step != 1 && step != -1) || pram_affine_coef (b, loop->iterator)
      || divided_p (w, dim) || divided_p (r, dim)
      || !outside_p (prog, a, loop) || !outside_p (prog, b, loop))
    return false;
  *pivot = step > 0 ? add (prog->arena, prog->n_loops, b, -1, a)
		    : add (prog->arena, prog->n_loops, a, -1, b);
  pivot->coef[loop->iterator] = 0;
  return always_there_p (prog, loop, pivot);
}

struct accesses { int n; const struct pram_access **access; };

static void
collect (struct pram_arena *arena, const struct pram_node *node,
	 struct accesses *all)
{
  for (int a = 0; a < node->n_accesses; a++)
    *PRAM_ARENA_PUSH (arena, all->access, all->n) = &node->accesses[a];
  for (int i = 0; i < node->n_children; i++)
    collect (arena, node->children[i], all);
}

/* The iteration of LOOP that might stand apart.  */
static bool
find_pivot (const struct pram_prog *prog, const struct pram_node *loop,
	    struct pram_affine *pivot)
{
  struct accesses all = { 0, NULL };
  if (loop->data_dependent || loop->next || loop->exchanges || loop->n_carried
      || loop->order_reason || loop->split || loop->conditional)
    return false;
  collect (prog->arena, loop, &all);
  for (int i = 0; i < all.n; i++)
    for (int j = 0; all.access[i]->write && j < all.n; j++)
      if (all.access[i]->array == all.access[j]->array)
	for (int d = 0; d < prog->arrays[all.access[i]->array].n_dims; d++)
	  if (meet (prog, loop, all.access[i], all.access[j], d, pivot))
	    return true;
  return false;
}

/* --- Copying ------------------------------------------------------------- */

struct copying
{
  struct pram_prog *prog;	/* the copy */
  const struct pram_node *loop;	/* to be cut, … */
  const struct pram_affine *pivot;	/* … at this iteration */
  int n_iterators;		/* of the copy, once it is complete */
  struct pram_affine *value;	/* of the iterators that there were, in those
				   of the copy */
};

static struct pram_affine
translate (const struct copying *c, const struct pram_affine *a)
{
  struct pram_affine sum = pram_affine_new (c->prog->arena, c->n_iterators);
  sum.constant = a->constant;
  for (int k = 0; k < a->n_coef; k++)
    if (a->coef[k])
      {
	sum.constant += a->coef[k] * c->value[k].constant;
	for (int i = 0; i < c->n_iterators; i++)
	  sum.coef[i] += a->coef[k] * pram_affine_coef (&c->value[k], i);
      }
  return sum;
}

static void
copy_access (const struct copying *c, struct pram_access *access, int n_dims)
{
  struct pram_arena *arena = c->prog->arena;
  struct pram_affine *subscript
    = PRAM_ARENA_NEW (arena, struct pram_affine, n_dims + 1);
  struct pram_guard *guards
    = PRAM_ARENA_NEW (arena, struct pram_guard, access->n_guards + 1);
  access->offset = translate (c, &access->offset);
  for (int d = 0; d < n_dims; d++)
    subscript[d] = translate (c, &access->subscript[d]);
  for (int g = 0; g < access->n_guards; g++)
    {
      guards[g] = access->guards[g];
      guards[g].affine = translate (c, &access->guards[g].affine);
    }
  access->subscript = subscript;
  access->guards = guards;
}

static struct pram_node *copy_node (struct copying *, const struct pram_node *,
				    struct pram_node *parent);

/* Make LOOP, a copy whose counts are translated, one with an iterator of its
   own, which is OLD less FIRST (in the iterators of the copy).  */
static void
number_loop (struct copying *c, struct pram_node *loop, int old,
	     const struct pram_affine *first)
{
  struct pram_affine value = translate (c, first);
  loop->iterator = c->prog->n_loops;
  value.coef[loop->iterator] = 1;
  *PRAM_ARENA_PUSH (c->prog->arena, c->prog->loops, c->prog->n_loops) = loop;
  c->value[old] = value;
}

/* Append to PARENT the part of LOOP from iteration FIRST on, COUNT of them, if
   there are any.  */
static void
add_part (struct copying *c, const struct pram_node *loop,
	  struct pram_node *parent, const struct pram_affine *first,
	  const struct pram_affine *count)
{
  struct pram_arena *arena = c->prog->arena;
  if (pram_affine_constant_p (count) && count->constant <= 0)
    return;
  struct pram_node *part = PRAM_ARENA_NEW (arena, struct pram_node, 1);
  *part = *loop;
  part->parent = parent;
  part->count = translate (c, count);
  part->first = PRAM_ARENA_NEW (arena, struct pram_affine, 1);
  *part->first = translate (c, first);
  number_loop (c, part, loop->iterator, first);
  part->children = NULL;
  part->n_children = 0;
  *PRAM_ARENA_PUSH (arena, parent->children, parent->n_children) = part;
  *PRAM_ARENA_PUSH (arena, part->children, part->n_children)
    = copy_node (c, loop->children[0], part);
}

/* Append the three parts to PARENT.  */
static void
add_parts (struct copying *c, const struct pram_node *loop,
	   struct pram_node *parent)
{
  struct pram_arena *arena = c->prog->arena;
  int n = c->n_iterators;
  struct pram_affine zero = pram_affine_new (arena, n);
  struct pram_affine one = pram_affine_new (arena, n);
  one.constant = 1;
  struct pram_affine next = add (arena, n, c->pivot, 1, &one);
  struct pram_affine rest = add (arena, n, &loop->count, -1, &next);
  add_part (c, loop, parent, &zero, c->pivot);
  add_part (c, loop, parent, c->pivot, &one);
  add_part (c, loop, parent, &next, &rest);
}

static struct pram_node *
copy_node (struct copying *c, const struct pram_node *node,
	   struct pram_node *parent)
{
  struct pram_arena *arena = c->prog->arena;
  struct pram_node *copy = PRAM_ARENA_NEW (arena, struct pram_node, 1);
  *copy = *node;
  copy->parent = parent;
  copy->children = NULL;
  copy->n_children = 0;
  pram_prog_rename_node (c->prog, node, copy);
  if (node->kind == PRAM_LOOP)
    {
      struct pram_affine zero = pram_affine_new (arena, c->n_iterators);
      copy->count = translate (c, &node->count);
      if (node->first)
	{
	  copy->first = PRAM_ARENA_NEW (arena, struct pram_affine, 1);
	  *copy->first = translate (c, node->first);
	}
      number_loop (c, copy, node->iterator, &zero);
    }
  copy->accesses = PRAM_ARENA_NEW (arena, struct pram_access,
				   node->n_accesses + 1);
  for (int a = 0; a < node->n_accesses; a++)
    {
      copy->accesses[a] = node->accesses[a];
      copy_access (c, &copy->accesses[a],
		   c->prog->arrays[node->accesses[a].array].n_dims);
    }
  for (int i = 0; i < node->n_children; i++)
    if (node->children[i] == c->loop)
      add_parts (c, c->loop, copy);
    else
      {
	struct pram_node *child = copy_node (c, node->children[i], copy);
	*PRAM_ARENA_PUSH (arena, copy->children, copy->n_children) = child;
      }
  return copy;
}

static int
count_loops (const struct pram_node *node)
{
  int n = node->kind == PRAM_LOOP;
  for (int i = 0; i < node->n_children; i++)
    n += count_loops (node->children[i]);
  return n;
}

/* A copy of PROG with LOOP cut at PIVOT.  */
static struct pram_prog *
cut_at (const struct pram_prog *prog, const struct pram_node *loop,
	  const struct pram_affine *pivot)
{
  struct pram_prog *copy = PRAM_ARENA_NEW (prog->arena, struct pram_prog, 1);
  int n = prog->n_loops + 2 * count_loops (loop);
  struct copying c
    = { copy, loop, pivot, n,
	PRAM_ARENA_NEW (prog->arena, struct pram_affine, n + 1) };
  *copy = *prog;
  copy->loops = NULL;
  copy->n_loops = 0;
  pram_prog_copy_lists (copy);
  copy->root = copy_node (&c, prog->root, NULL);
  pram_prog_finish (copy);
  return copy;
}

/* --- Cutting ------------------------------------------------------------- */

/* Can every part of LOOP, in PROG, be distributed?  */
static bool
parts_distributable_p (struct pram_prog *prog, const struct pram_node *loop)
{
  struct pram_poly *poly = pram_poly_new (prog, true);
  bool ok = true;
  for (int k = 0; k < prog->n_loops; k++)
    if (prog->loops[k]->first && prog->loops[k]->cookie == loop->cookie
	&& prog->loops[k]->line == loop->line)
      ok = ok && pram_layer_candidates (poly, prog->arena, prog->loops[k])[0];
  ok = ok && !pram_poly_exceeded_p (poly);
  pram_poly_free (poly);
  return ok;
}

/* PROG with the first loop in NODE cut that has to be and can; null if there is
   none.  */
static struct pram_prog *
cut_in (struct pram_prog *prog, const struct pram_poly *poly,
	  struct pram_node *node)
{
  struct pram_affine pivot;
  struct pram_prog *found = NULL;
  if (node->kind == PRAM_LOOP
      && pram_layer_candidates (poly, prog->arena, node)[0])
    return NULL;
  if (node->kind == PRAM_LOOP && find_pivot (prog, node, &pivot))
    {
      found = cut_at (prog, node, &pivot);
      if (parts_distributable_p (found, node))
	return found;
      found = NULL;
    }
  for (int i = 0; i < node->n_children && !found; i++)
    found = cut_in (prog, poly, node->children[i]);
  return found;
}

static bool
any_pivot_p (const struct pram_prog *prog)
{
  struct pram_affine pivot;
  for (int k = 0; k < prog->n_loops; k++)
    if (find_pivot (prog, prog->loops[k], &pivot))
      return true;
  return false;
}

struct pram_prog *
pram_split_index_sets (struct pram_prog *prog)
{
  /* What is inspected, deposited and pinned names nodes.  */
  while (!prog->n_inspected && !prog->n_deposits && !prog->n_pinned
	 &&  any_pivot_p (prog))
    {
      struct pram_poly *poly = pram_poly_new (prog, true);
      struct pram_prog *cut = cut_in (prog, poly, prog->root);
      pram_poly_free (poly);
      if (!cut)
	break;
      prog = cut;
    }
  return prog;
}
