/* nearest.c: reads of what the same iteration has just written.

   SPDX-License-Identifier: Apache-2.0

     c[i][0][1] -= f * c[i][0][0]; c[i][1][0] -= g * c[i][0][1]; c[i][0][1] *= h; …

   In a long body that works on a few elements of its own most reads have their last
   writer in the same iteration, by the same subscripts, with nothing between that
   could touch the element: so much can be seen without isl, to which then only what
   is read before it is written is left, and what is written last: of the 585 accesses
   that eliminate a 5 x 5 block in NPB's BT 105.  */

#include "nearest.h"

/* A write after which nothing has written what it may have written, by another kind of
   access.  */
struct last
{
  const struct pram_poly_stmt *stmt;
  const struct pram_access *access;
  bool read;			/* by somebody who doesn't know it as its writer */
};

struct search
{
  const struct pram_poly *poly;
  const int *class_of;		/* pram_prog_classes */
  struct pram_nearest found;
  int n;
  struct last *last;
};

/* The first statement in LOOP, or null.  */
static const struct pram_poly_stmt *
first_inside (const struct pram_poly *poly, const struct pram_node *loop)
{
  for (int s = 0; s < poly->n_stmts; s++)
    if (pram_poly_inside_p (&poly->stmts[s], loop))
      return &poly->stmts[s];
  return NULL;
}

/* A loop stands between P and Q, Q being the later one, in which names change, or might.  */
static bool
renamed_between_p (const struct pram_poly *poly, const struct pram_poly_stmt *p,
		   const struct pram_poly_stmt *q)
{
  const struct pram_prog *prog = poly->prog;
  for (int l = 0; l < prog->n_loops; l++)
    if (prog->loops[l]->next && !pram_poly_inside_p (p, prog->loops[l]))
      {
	const struct pram_poly_stmt *first = first_inside (poly, prog->loops[l]);
	if (!first || (first->number > p->number && first->number < q->number))
	  return true;
      }
  return false;
}

/* The instances of P and Q, of the same loops, are of the same iterations.  */
static bool
same_domain_p (const struct pram_poly *poly, const struct pram_poly_stmt *p,
	       const struct pram_poly_stmt *q)
{
  isl_set *a = pram_poly_domain (poly, p), *b = pram_poly_domain (poly, q);
  a = isl_set_reset_tuple_id (a);
  b = isl_set_reset_tuple_id (b);
  bool same = isl_set_is_equal (a, b) == isl_bool_true;
  isl_set_free (a);
  isl_set_free (b);
  return same;
}

/* ACCESS of STMT is to the element of LAST's, in all its instances.  */
static bool
again_p (const struct pram_poly *poly, const struct last *last,
	 const struct pram_poly_stmt *stmt, const struct pram_access *access)
{
  return (last->stmt != stmt && access->array == last->access->array
	  && (pram_poly_kind (poly, last->stmt, last->access)
	      == pram_poly_kind (poly, stmt, access))
	  && !renamed_between_p (poly, last->stmt, stmt)
	  && same_domain_p (poly, last->stmt, stmt));
}

/* X and Y may have an element in common.  */
static bool
may_meet_p (const struct search *s, const struct pram_access *x,
	    const struct pram_access *y)
{
  return (x->array == y->array ? !pram_poly_apart_p (s->poly, x, y)
	  : s->class_of[x->array] == s->class_of[y->array]);
}

/* STMT reads by its access number A.  */
static void
note_read (struct search *s, const struct pram_poly_stmt *stmt, int a)
{
  const struct pram_access *access = &stmt->node->accesses[a];
  for (int k = 0; k < s->n; k++)
    if (again_p (s->poly, &s->last[k], stmt, access))
      s->found.writer[stmt->number][a] = s->last[k].stmt;
  for (int k = 0; k < s->n; k++)
    s->last[k].read |= (s->last[k].stmt != s->found.writer[stmt->number][a]
			&& may_meet_p (s, s->last[k].access, access));
}

/* It writes by that.  */
static void
note_write (struct search *s, const struct pram_poly_stmt *stmt, int a)
{
  const struct pram_access *access = &stmt->node->accesses[a];
  bool sure = !access->may && !pram_poly_unsure_p (s->poly, stmt);
  int n = 0;
  for (int k = 0; k < s->n; k++)
    {
      const struct last *last = &s->last[k];
      if (!may_meet_p (s, last->access, access))
	s->last[n++] = *last;
      else if (sure && !last->read && again_p (s->poly, last, stmt, access))
	s->found.overwritten[last->stmt->number]
			    [last->access - last->stmt->node->accesses] = true;
    }
  s->n = n;
  if (sure)
    *PRAM_ARENA_PUSH (s->poly->prog->arena, s->last, s->n)
      = (struct last) { stmt, access, false };
}

struct pram_nearest
pram_nearest_find (const struct pram_poly *poly, const struct pram_node *node)
{
  struct pram_arena *arena = poly->prog->arena;
  struct search search = { .poly = poly,
			   .class_of = pram_prog_classes (poly->prog, arena) };
  struct pram_nearest *found = &search.found;
  found->writer = PRAM_ARENA_NEW (arena, const struct pram_poly_stmt **, poly->n_stmts);
  found->overwritten = PRAM_ARENA_NEW (arena, bool *, poly->n_stmts);
  for (int s = 0; s < poly->n_stmts; s++)
    {
      const struct pram_poly_stmt *stmt = &poly->stmts[s];
      int n = stmt->node->n_accesses;
      found->writer[s] = PRAM_ARENA_NEW (arena, const struct pram_poly_stmt *, n);
      found->overwritten[s] = PRAM_ARENA_NEW (arena, bool, n);
      if (!pram_poly_inside_p (stmt, node))
	continue;
      /* Within a statement reads come first.  */
      for (int a = 0; a < n; a++)
	if (!stmt->node->accesses[a].write)
	  note_read (&search, stmt, a);
      for (int a = 0; a < n; a++)
	if (stmt->node->accesses[a].write)
	  note_write (&search, stmt, a);
    }
  return *found;
}
