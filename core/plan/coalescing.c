/* coalescing.c: nests whose loops had better be one.

   SPDX-License-Identifier: Apache-2.0

     for (len = 2; len <= n; len *= 2)
       for (i = 0; i < n; i += len)
	 for (k = 0; k < len / 2; k++)
	   … x[i + k] … x[i + k + len / 2] …

   may be distributed along i while LEN is small, and along k while it is large.  A
   layer is distributed along one loop: that which counts all iterations of both (loop
   coalescing: Polychronopoulos 1987).  So nests are looked for of which there are
   several copies, as the iterations of a loop around are taken one by one, in
   all of which both loops can be distributed, and where one has more iterations in some
   copies, the other in others.  All copies write the same elements, and read no others of
   these arrays: then the last writer of an element is that of the copy before, however
   its iteration is computed.  The order of iterations stays as it is, so that is right
   for all sizes.  */

#include "coalescing.h"
#include "blocks.h"

/* Loops of progs that are looked at, at most: of more, copies of what data choose, it
   takes long to tell what can be distributed.  */
enum { MAX_LOOPS = 300 };

struct coalescer
{
  struct pram_prog *prog;
  struct pram_poly *poly;
  pram_coalescing_accept accept;
  void *data;
};

static bool
constant_p (const struct pram_node *loop)
{
  bool constant = !loop->data_dependent && !loop->split;
  for (int i = 0; i < loop->count.n_coef; i++)
    constant = constant && !loop->count.coef[i];
  return constant;
}

/* OUTER can be distributed along itself and along INNER.  */
static bool
either_p (const struct coalescer *c, struct pram_node *outer,
	  const struct pram_node *inner)
{
  bool along_outer = false, along_inner = false;
  struct pram_node **list = pram_layer_candidates (c->poly, c->prog->arena, outer);
  for (int i = 0; list[i]; i++)
    {
      along_outer |= list[i] == outer;
      along_inner |= list[i] == inner;
    }
  return along_outer && along_inner;
}

/* What OUTER reads, or WRITES, of ARRAY.  */
static isl_set *
touched (const struct coalescer *c, const struct pram_node *outer, int array, bool writes)
{
  isl_set *all = NULL;
  for (int s = 0; s < c->poly->n_stmts; s++)
    {
      const struct pram_poly_stmt *stmt = &c->poly->stmts[s];
      for (int a = 0; pram_poly_inside_p (stmt, outer) && a < stmt->node->n_accesses; a++)
	{
	  const struct pram_access *x = &stmt->node->accesses[a];
	  if (x->array != array || x->write != writes)
	    continue;
	  isl_set *some = isl_map_range (pram_poly_access (c->poly, stmt, x));
	  all = all ? isl_set_union (all, some) : some;
	}
    }
  return all;
}

/* The largest numbers of iterations of a nest's loops, and what the other one's is
   there.  */
struct range
{
  int64_t outer_most, inner_there;
  int64_t inner_most, outer_there;
};

/* What is known of the copies of a nest.  */
struct survey
{
  const struct pram_node *outer;	/* one of them */
  struct range range;
  isl_set **written;		/* by array; null: none has been looked at */
};

/* OUTER writes what the others in S do, and reads no more of the arrays that it writes.  */
static bool
writes_alike_p (const struct coalescer *c, const struct pram_node *outer, struct survey *s)
{
  bool first = !s->written, alike = true;
  if (first)
    s->written = PRAM_ARENA_NEW (c->prog->arena, isl_set *, c->prog->n_arrays);
  for (int a = 0; a < c->prog->n_arrays && alike; a++)
    {
      isl_set *read = touched (c, outer, a, false), *written = touched (c, outer, a, true);
      isl_set *before = s->written[a];
      alike = ((!read || !written || isl_set_is_subset (read, written) == isl_bool_true)
	       && (first || !before == !written)
	       && (!before || isl_set_is_equal (before, written) == isl_bool_true));
      isl_set_free (read);
      if (first)
	s->written[a] = written;
      else
	isl_set_free (written);
    }
  return alike;
}

static void
note_counts (struct range *r, int64_t n, int64_t m)
{
  if (n > r->outer_most)
    {
      r->outer_most = n;
      r->inner_there = m;
    }
  if (m > r->inner_most)
    {
      r->inner_most = m;
      r->outer_there = n;
    }
}

/* Look at all copies in NODE of the nest of S.  False if one of them is otherwise.  */
static bool
survey (const struct coalescer *c, struct pram_node *node, struct survey *s)
{
  bool ok = true;
  if (node->kind == PRAM_LOOP && node->source_loop == s->outer->source_loop)
    {
      const struct pram_node *inner = pram_perfectly_nested (node);
      if (!inner || !constant_p (node) || !constant_p (inner)
	  || !writes_alike_p (c, node, s) || !either_p (c, node, inner))
	return false;
      note_counts (&s->range, node->count.constant, inner->count.constant);
      return true;
    }
  for (int i = 0; i < node->n_children && ok; i++)
    ok = survey (c, node->children[i], s);
  return ok;
}

static bool
better_one_p (const struct coalescer *c, struct pram_node *outer)
{
  struct survey s = { .outer = outer };
  const struct range *r = &s.range;
  const struct pram_node *inner
    = outer->kind == PRAM_LOOP ? pram_perfectly_nested (outer) : NULL;
  bool better = (inner && outer->source_loop && inner->source_loop
		 && constant_p (outer) && constant_p (inner)
		 && c->accept (c->data, outer, inner) && survey (c, c->prog->root, &s)
		 && r->outer_there < r->outer_most && r->inner_there < r->inner_most);
  for (int a = 0; s.written && a < c->prog->n_arrays; a++)
    isl_set_free (s.written[a]);
  return better;
}

/* The first such loop in NODE, or null.  */
static const struct pram_node *
find_in (const struct coalescer *c, struct pram_node *node)
{
  if (better_one_p (c, node))
    return node;
  const struct pram_node *found = NULL;
  for (int i = 0; i < node->n_children && !found; i++)
    found = find_in (c, node->children[i]);
  return found;
}

bool
pram_coalescing_find (struct pram_prog *prog, pram_coalescing_accept accept, void *data,
		      const struct pram_node **outer, const struct pram_node **inner)
{
  struct coalescer c = { prog, NULL, accept, data };
  if (!prog->levels || prog->n_loops > MAX_LOOPS)
    return false;
  c.poly = pram_poly_new (prog, true);
  *outer = find_in (&c, prog->root);
  *inner = *outer ? pram_perfectly_nested (*outer) : NULL;
  bool found = *outer && !pram_poly_exceeded_p (c.poly);
  pram_poly_free (c.poly);
  return found;
}
