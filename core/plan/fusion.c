/* fusion.c: loops that had better be one.

   SPDX-License-Identifier: Apache-2.0

     for (k) x[k] += alpha * p[k];
     for (k) r[k] -= alpha * p[k];

   Layers that sweep together share the cache, loops that are one share
   registers: each element is loaded once (loop fusion: Kennedy and Allen,
   Optimizing Compilers for Modern Architectures, section 8.6).  It is done for
   nests that follow each other, whose iterations are the same and do nothing in
   order: of two accesses in them to the same element, one of them a write, both
   are in the same iteration.  So nothing of the plan gets worse, if they want to
   be distributed in the same way: at the same place, in the same iteration, they
   touch elements of arrays that are *alike*.  Arrays are that if a statement
   uses an element of one with that of the other at the same place, or both are
   like a third one.

   Of loops whose iterations are taken one by one there are several copies in the prog,
   but one in the code: they all must allow it.  For other sizes the code is looked
   at as fission.c looks at a loop that was taken apart into the two nests; not
   if the places are the same function of a single loop's iterations.  */

#include "fusion.h"
#include "blocks.h"
#include "poly/delinearize.h"

/* Arrays that pass through memory at once, at most.  */
enum { MAX_ARRAYS = 8 };

struct fuser
{
  struct pram_prog *prog;
  struct pram_poly *poly;	/* null until something has to be looked at */
  int *like;			/* by array: a number that those which are alike
				   have in common */
  pram_fusion_accept accept;
  void *data;
};

/* --- The same iterations --------------------------------------------------- */

/* The one child of NODE, a sequence, that accesses arrays, if it is a loop;
   else null.  */
static const struct pram_node *
only_loop (const struct pram_node *node)
{
  const struct pram_node *only = NULL;
  for (int i = 0; i < node->n_children; i++)
    {
      const struct pram_node *child = node->children[i];
      if (child->kind == PRAM_STMT && !child->n_accesses)
	continue;
      if (only || child->kind != PRAM_LOOP)
	return NULL;
      only = child;
    }
  return only;
}

/* LOOP is counted, always runs when control comes to it, and may do so in any
   order.  */
static bool
plain_p (const struct pram_node *loop)
{
  return (loop->kind == PRAM_LOOP && loop->n_children == 1
	  && !loop->data_dependent && !loop->conditional && !loop->split
	  && !loop->next && !loop->order_reason && !loop->at_most
	  && loop->source_loop);
}

/* All statements in NODE are certain to run, and are no calls.  */
static bool
certain_p (const struct pram_node *node)
{
  if (node->conditional || node->scalar)
    return false;
  for (int i = 0; i < node->n_accesses; i++)
    if (node->accesses[i].may || node->accesses[i].n_guards
	|| node->accesses[i].indirect)
      return false;
  for (int i = 0; i < node->n_children; i++)
    if (!certain_p (node->children[i]))
      return false;
  return true;
}

/* Loops A and B, and those in them, as the nests of F, as far as they run over
   the same iterations.  */
static void
find_nests (const struct fuser *f, const struct pram_node *a,
	    const struct pram_node *b, struct pram_fusion *fusion)
{
  struct pram_nest *first = &fusion->first, *second = &fusion->second;
  first->n = second->n = 0;
  while (a && b && first->n < PRAM_NEST && plain_p (a) && plain_p (b))
    {
      int d = first->n;
      first->loop[d] = a;
      second->loop[d] = b;
      first->n = second->n = d + 1;
      if (!pram_nest_same_affine_p (f->prog, &a->count, first, &b->count,
				    second)
	  || !pram_nest_same_leave_p (f->prog->source, first, second, d))
	{
	  first->n = second->n = d;
	  return;
	}
      a = only_loop (a->children[0]);
      b = only_loop (b->children[0]);
    }
}

/* There is no other loop in NEST.  */
static bool
whole_p (const struct pram_nest *nest)
{
  return nest->n && !pram_node_contains_loop_p
		      (nest->loop[nest->n - 1]->children[0]);
}

/* --- The same elements ----------------------------------------------------- */

static const struct pram_nest *
nest_of (const struct pram_fusion *fusion, const struct pram_poly_stmt *stmt)
{
  return (pram_poly_inside_p (stmt, fusion->first.loop[0]) ? &fusion->first
	  : pram_poly_inside_p (stmt, fusion->second.loop[0])
	  ? &fusion->second : NULL);
}

/* { A -> B }, instances in the same iteration of the loops around the nests that
   touch the same element by X and Y; null if there can't be any.  */
static isl_map *
meetings (const struct fuser *f, const struct pram_fusion *fusion,
	  const struct pram_poly_stmt *a, const struct pram_access *x,
	  const struct pram_poly_stmt *b, const struct pram_access *y)
{
  int around = pram_poly_level (a, nest_of (fusion, a)->loop[0]);
  for (int level = 0; level < around; level++)
    if (a->residues[level] != b->residues[level])
      return NULL;
  isl_map *pairs = isl_map_apply_range
    (pram_poly_access (f->poly, a, x),
     isl_map_reverse (pram_poly_access (f->poly, b, y)));
  for (int level = 0; level < around; level++)
    pairs = isl_map_equate (pairs, isl_dim_in, level, isl_dim_out, level);
  return pairs;
}

/* All of PAIRS, which is taken, of instances of A first, are in the same
   iteration of FUSION's nests.  */
static bool
same_iteration_p (const struct pram_fusion *fusion,
		  const struct pram_poly_stmt *a, isl_map *pairs)
{
  int level = pram_poly_level (a, nest_of (fusion, a)->loop[0]);
  isl_map *same = isl_map_copy (pairs);
  for (int d = 0; d < fusion->first.n; d++, level++)
    same = isl_map_equate (same, isl_dim_in, level, isl_dim_out, level);
  bool all = isl_map_is_subset (pairs, same) == isl_bool_true;
  isl_map_free (pairs);
  isl_map_free (same);
  return all;
}

/* The places of X and Y, of FUSION's nests, are the same function of their one
   loop's iterations, and no two iterations come to the same, for all sizes.  */
static bool
same_place_p (const struct fuser *f, const struct pram_fusion *fusion,
	      const struct pram_nest *of_x, const struct pram_access *x,
	      const struct pram_nest *of_y, const struct pram_access *y)
{
  const struct pram_source *source = f->prog->source;
  struct pram_exprs *exprs = source->exprs;
  const struct pram_expr *at = pram_source_find (source, x->cookie)->offset;
  const struct pram_expr *other = pram_source_find (source, y->cookie)->offset;
  const struct pram_expr *it
    = pram_expr_iterator (exprs, of_x->loop[0]->source_loop - 1);
  const struct pram_expr *next
    = pram_expr_replace (exprs, at, it,
			 pram_expr_sum (exprs, it, 1,
					pram_expr_constant (exprs, 1), 1));
  const struct pram_expr *step = pram_expr_sum (exprs, next, 1, at, -1);
  int64_t size = f->prog->arrays[x->array].elem_size;
  return (fusion->first.n == 1 && step->op == PRAM_EXPR_CONSTANT
	  && (step->value >= size || step->value <= -size)
	  && pram_nest_same_expression_p (source, at, of_x, other, of_y));
}

/* X of A and Y of B, statements of FUSION's nests, let these be one.  */
static bool
accesses_allow_p (const struct fuser *f, struct pram_fusion *fusion,
		  const struct pram_poly_stmt *a, const struct pram_access *x,
		  const struct pram_poly_stmt *b, const struct pram_access *y)
{
  if (x->array != y->array || (!x->write && !y->write))
    return true;
  isl_map *pairs = meetings (f, fusion, a, x, b, y);
  if (!pairs)
    return true;
  fusion->proven = fusion->proven
		   && same_place_p (f, fusion, nest_of (fusion, a), x,
				    nest_of (fusion, b), y);
  return same_iteration_p (fusion, a, pairs);
}

/* All of their accesses do.  */
static bool
elements_allow_p (const struct fuser *f, struct pram_fusion *fusion)
{
  const struct pram_poly *poly = f->poly;
  fusion->proven = true;
  for (int s = 0; s < poly->n_stmts; s++)
    for (int t = s; t < poly->n_stmts; t++)
      {
	const struct pram_poly_stmt *a = &poly->stmts[s], *b = &poly->stmts[t];
	if (!nest_of (fusion, a) || !nest_of (fusion, b))
	  continue;
	for (int i = 0; i < a->node->n_accesses; i++)
	  for (int j = 0; j < b->node->n_accesses; j++)
	    if (!accesses_allow_p (f, fusion, a, &a->node->accesses[i], b,
				   &b->node->accesses[j]))
	      return false;
      }
  return true;
}

/* --- Whether it is worth it ------------------------------------------------ */

/* Arrays A and B are alike.  */
static void
join (const struct fuser *f, int a, int b)
{
  int from = f->like[b];
  for (int k = 0; k < f->prog->n_arrays; k++)
    if (f->like[k] == from)
      f->like[k] = f->like[a];
}

/* Find in NODE which arrays are alike.  */
static void
find_alike (const struct fuser *f, const struct pram_node *node)
{
  static const struct pram_nest none;
  for (int i = 0; i < node->n_accesses; i++)
    for (int j = 0; j < i; j++)
      {
	const struct pram_access *x = &node->accesses[i];
	const struct pram_access *y = &node->accesses[j];
	if (f->like[x->array] != f->like[y->array]
	    && pram_nest_same_affine_p (f->prog, &x->offset, &none,
					&y->offset, &none))
	  join (f, x->array, y->array);
      }
  for (int i = 0; i < node->n_children; i++)
    find_alike (f, node->children[i]);
}

/* Something in B, of the second nest of FUSION, touches what X, of the first,
   touches of an array that is alike.  */
static bool
met_p (const struct fuser *f, const struct pram_fusion *fusion,
       const struct pram_access *x, const struct pram_node *b)
{
  bool met = false;
  for (int i = 0; i < b->n_accesses && !met; i++)
    met = (f->like[b->accesses[i].array] == f->like[x->array]
	   && pram_nest_same_affine_p (f->prog, &x->offset, &fusion->first,
				       &b->accesses[i].offset,
				       &fusion->second));
  for (int i = 0; i < b->n_children && !met; i++)
    met = met_p (f, fusion, x, b->children[i]);
  return met;
}

/* A, of the first nest of FUSION, and its second nest share elements of arrays
   that are alike.  */
static bool
share_p (const struct fuser *f, const struct pram_fusion *fusion,
	 const struct pram_node *a)
{
  bool share = false;
  for (int i = 0; i < a->n_accesses && !share; i++)
    share = met_p (f, fusion, &a->accesses[i], fusion->second.loop[0]);
  for (int i = 0; i < a->n_children && !share; i++)
    share = share_p (f, fusion, a->children[i]);
  return share;
}

static void
mark_arrays (const struct pram_node *node, bool *touched)
{
  for (int i = 0; i < node->n_accesses; i++)
    touched[node->accesses[i].array] = true;
  for (int i = 0; i < node->n_children; i++)
    mark_arrays (node->children[i], touched);
}

static bool
few_arrays_p (const struct fuser *f, const struct pram_fusion *fusion)
{
  int n = 0;
  bool *touched = PRAM_ARENA_NEW (f->prog->arena, bool, f->prog->n_arrays);
  mark_arrays (fusion->first.loop[0], touched);
  mark_arrays (fusion->second.loop[0], touched);
  for (int a = 0; a < f->prog->n_arrays; a++)
    n += touched[a];
  return n <= MAX_ARRAYS;
}

/* --- The whole ------------------------------------------------------------- */

/* LOOP, or one around it, is a layer's.  */
static bool
in_layer_p (const struct fuser *f, struct pram_node *loop)
{
  for (; loop; loop = loop->parent)
    if (loop->kind == PRAM_LOOP
	&& pram_layer_candidates (f->poly, f->prog->arena, loop)[0])
      return true;
  return false;
}

/* Nests A and B, of which B follows A, may be one, and better are: how.  */
static bool
fuse_p (struct fuser *f, struct pram_node *a, struct pram_node *b,
	struct pram_fusion *fusion)
{
  find_nests (f, a, b, fusion);
  if (!whole_p (&fusion->first) || !whole_p (&fusion->second)
      || !certain_p (a) || !certain_p (b) || !few_arrays_p (f, fusion)
      || !share_p (f, fusion, a) || !f->accept (f->data, fusion))
    return false;
  if (!f->poly)
    {
      if (!pram_delinearize (f->prog, NULL) || f->prog->n_pinned)
	return false;
      f->poly = pram_poly_new (f->prog, true);
    }
  return (!pram_poly_steady_p (f->poly, a) && !pram_poly_steady_p (f->poly, b)
	  && !in_layer_p (f, a->parent) && elements_allow_p (f, fusion));
}

/* The number of the source's loop that child I of NODE, a sequence, is; 0 if there is
   none.  */
static int
source_loop_of (const struct pram_node *node, int i)
{
  return i >= 0 && i < node->n_children ? node->children[i]->source_loop : 0;
}

/* A and B, copies of the nests of FUSION, may be one as well, whether that is better for
   them or not.  FUSION isn't proven if that isn't.  */
static bool
allow_p (const struct fuser *f, const struct pram_node *a, const struct pram_node *b,
	 struct pram_fusion *fusion)
{
  struct pram_fusion other;
  find_nests (f, a, b, &other);
  if (!other.first.n)
    {
      other.first.loop[0] = a;
      other.second.loop[0] = b;
      other.first.n = other.second.n = 1;
    }
  bool ok = (other.first.n >= fusion->first.n && !pram_poly_steady_p (f->poly, a)
	     && !pram_poly_steady_p (f->poly, b));
  other.first.n = other.second.n = fusion->first.n;
  ok = ok && elements_allow_p (f, &other);
  fusion->proven &= ok && other.proven;
  return ok;
}

/* Wherever in NODE there are loops like A and B, one follows the other, and they may be
   one as well.  */
static bool
everywhere_p (const struct fuser *f, const struct pram_node *a,
	      const struct pram_node *b, const struct pram_node *node,
	      struct pram_fusion *fusion)
{
  bool ok = true;
  for (int i = 0; node->kind == PRAM_SEQ && i < node->n_children && ok; i++)
    {
      bool like_b = source_loop_of (node, i) == b->source_loop;
      if (node->children[i] == a
	  || (like_b && source_loop_of (node, i - 1) == a->source_loop))
	continue;
      if (source_loop_of (node, i) == a->source_loop)
	ok = (source_loop_of (node, i + 1) == b->source_loop
	      && allow_p (f, node->children[i], node->children[i + 1], fusion));
      else
	ok = !like_b;
    }
  for (int i = 0; i < node->n_children && ok; i++)
    ok = everywhere_p (f, a, b, node->children[i], fusion);
  return ok;
}

/* Find nests in NODE.  */
static bool
find_in (struct fuser *f, struct pram_node *node, struct pram_fusion *fusion)
{
  for (int i = 0; node->kind == PRAM_SEQ && i + 1 < node->n_children; i++)
    {
      struct pram_node *a = node->children[i], *b = node->children[i + 1];
      if (fuse_p (f, a, b, fusion) && everywhere_p (f, a, b, f->prog->root, fusion))
	return true;
    }
  for (int i = 0; i < node->n_children; i++)
    if (find_in (f, node->children[i], fusion))
      return true;
  return false;
}

bool
pram_fusion_find (struct pram_prog *prog, pram_fusion_accept accept,
		  void *data, struct pram_fusion *fusion)
{
  struct fuser f = { prog, NULL, PRAM_ARENA_NEW (prog->arena, int,
						 prog->n_arrays),
		     accept, data };
  for (int a = 0; a < prog->n_arrays; a++)
    f.like[a] = a;
  find_alike (&f, prog->root);
  bool found = find_in (&f, prog->root, fusion);
  if (f.poly)
    {
      found = found && !pram_poly_exceeded_p (f.poly);
      pram_poly_free (f.poly);
    }
  return found;
}
