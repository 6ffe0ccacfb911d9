/* lower.c: functions and sets of isl as affine functions and guards.

   SPDX-License-Identifier: Apache-2.0

   Invariant (1): an iterator for a quotient only occurs where the iterators
   that its value depends on have values, that is inside of its loop.  */

#include "lower.h"

#include "pram-sets.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ilp.h>
#include <isl/set.h>
#include <isl/space.h>
#include <math.h>
#include <stdlib.h>

/* Alternatives of one access.  */
enum { MAX_PLACES = 64 };
/* Parts of the iterations in which a loop runs: each has alternatives.  */
enum { MAX_PARTS = 4 };
/* Quotients of one loop.  */
enum { MAX_SPLITS = 8 };
/* Longer loops over quotients are not worth it.  */
#define MAX_QUOTIENTS (INT64_C (1) << 40)

/* An affine function in the making.  */
struct term
{
  struct pram_node *loop;
  int64_t coef;
};

struct terms
{
  int64_t constant;
  int n;
  struct term *term;		/* of different loops; no coef is 0 */
};

/* VALUE = MODULUS * (FIRST + quotient) + remainder.  */
struct split
{
  int loop;			/* the innermost that VALUE depends on */
  struct terms value;
  int64_t modulus, first, n_quotients;
  struct pram_node *quotient, *remainder;
};

/* A loop of the scope.  */
struct lowered_loop
{
  struct pram_node *node;
  isl_set *box;			/* the iterations that the prog's loops have */
};

struct pram_lower
{
  struct pram_prog *prog;
  struct pram_scope *scope;
  bool anew;
  int n_loops;
  struct lowered_loop *loops;
  int n_splits;
  struct split *splits;
};

struct pram_lower *
pram_lower_new (struct pram_prog *prog, struct pram_scope *scope, bool anew)
{
  struct pram_lower *w = PRAM_ARENA_NEW (prog->arena, struct pram_lower, 1);
  w->prog = prog;
  w->scope = scope;
  w->anew = anew;
  return w;
}

void
pram_lower_free (struct pram_lower *w)
{
  for (int l = 0; w && l < w->n_loops; l++)
    isl_set_free (w->loops[l].box);
}

/* LOOP's entry, or null if it is not in the prog.  */
static struct lowered_loop *
loop_of (const struct pram_lower *w, int loop)
{
  return loop >= 0 && loop < w->n_loops && w->loops[loop].node
	 ? &w->loops[loop] : NULL;
}

/* The loop around LOOP that has DEPTH iterators.  */
static int
at_depth (const struct pram_lower *w, int loop, int depth)
{
  while (pram_scope_depth (w->scope, loop) > depth)
    loop = pram_scope_outer (w->scope, loop);
  return loop;
}

/* --- Terms --------------------------------------------------------------- */

static bool
add_term (struct pram_lower *w, struct terms *t, struct pram_node *loop,
	  int64_t coef)
{
  for (int k = 0; k < t->n; k++)
    if (t->term[k].loop == loop)
      {
	if (__builtin_add_overflow (t->term[k].coef, coef, &t->term[k].coef))
	  return false;
	if (!t->term[k].coef)
	  t->term[k] = t->term[--t->n];
	return true;
      }
  if (coef)
    *PRAM_ARENA_PUSH (w->prog->arena, t->term, t->n)
      = (struct term) { loop, coef };
  return true;
}

/* T += FACTOR * B.  */
static bool
add_terms (struct pram_lower *w, struct terms *t, const struct terms *b,
	   int64_t factor)
{
  int64_t product;
  if (__builtin_mul_overflow (b->constant, factor, &product)
      || __builtin_add_overflow (t->constant, product, &t->constant))
    return false;
  for (int k = 0; k < b->n; k++)
    if (__builtin_mul_overflow (b->term[k].coef, factor, &product)
	|| !add_term (w, t, b->term[k].loop, product))
      return false;
  return true;
}

static struct terms
copy_terms (struct pram_lower *w, const struct terms *t)
{
  struct terms copy = { 0, 0, NULL };
  add_terms (w, &copy, t, 1);
  return copy;
}

static bool
same_terms_p (struct pram_lower *w, const struct terms *a,
	      const struct terms *b)
{
  struct terms rest = copy_terms (w, a);
  return (add_terms (w, &rest, b, -1) && rest.n == 0 && rest.constant == 0);
}

static struct pram_affine
affine_of (struct pram_lower *w, const struct terms *t)
{
  struct pram_affine a = pram_affine_new (w->prog->arena, w->prog->n_loops);
  a.constant = t->constant;
  for (int k = 0; k < t->n; k++)
    a.coef[t->term[k].loop->iterator] = t->term[k].coef;
  return a;
}

/* --- Quotients ----------------------------------------------------------- */

/* The innermost loop that T depends on, those of quotients standing in the
   loops that they split; -1 if there is none.  */
static int
innermost_of (const struct pram_lower *w, const struct terms *t)
{
  int innermost = -1;
  for (int k = 0; k < t->n; k++)
    {
      int loop = -1;
      for (int l = 0; l < w->n_loops; l++)
	if (w->loops[l].node == t->term[k].loop)
	  loop = l;
      for (int s = 0; s < w->n_splits; s++)
	if (w->splits[s].quotient == t->term[k].loop
	    || w->splits[s].remainder == t->term[k].loop)
	  loop = w->splits[s].loop;
      if (pram_scope_depth (w->scope, loop)
	  > pram_scope_depth (w->scope, innermost))
	innermost = loop;
    }
  return innermost;
}

/* A loop called NAME that stands for a quotient or a remainder.  */
static struct pram_node *
make_loop (struct pram_lower *w, struct pram_node *parent, const char *name, int64_t count)
{
  struct pram_node *loop = pram_prog_add_loop (w->prog, parent, name);
  loop->split = true;
  loop->count = pram_affine_new (w->prog->arena, 0);
  loop->count.constant = count;
  return loop;
}

/* The least and the greatest quotient of DIVIDEND, which is kept, by M in
   LOOP's box.  */
static bool
quotient_range (const struct pram_lower *w, isl_aff *dividend, int64_t m,
		int loop, int64_t *first, int64_t *last)
{
  isl_set *box = isl_set_copy (w->loops[loop].box);
  int more = (int) isl_aff_dim (dividend, isl_dim_in)
	     - pram_scope_depth (w->scope, loop);
  if (more > 0)
    box = isl_set_add_dims (box, isl_dim_set, (unsigned) more);
  isl_val *by = isl_val_int_from_si (isl_aff_get_ctx (dividend), m);
  isl_aff *floor = isl_aff_floor (isl_aff_scale_down_val
				  (isl_aff_copy (dividend), by));
  isl_pw_aff *quotient = isl_pw_aff_intersect_domain
			   (isl_pw_aff_from_aff (floor), box);
  isl_val *ends[2] = { isl_pw_aff_min_val (isl_pw_aff_copy (quotient)),
		       isl_pw_aff_max_val (quotient) };
  bool ok = true;
  for (int k = 0; k < 2; k++)
    {
      ok = ok && isl_val_is_int (ends[k]) == isl_bool_true;
      if (ok)
	*(k ? last : first) = isl_val_get_num_si (ends[k]);
      isl_val_free (ends[k]);
    }
  return ok && *first <= *last && *last - *first < MAX_QUOTIENTS;
}

/* The split of VALUE by MODULUS in LOOP, with these quotients, perhaps a new
   one; null if there are too many.  */
static struct split *
find_split (struct pram_lower *w, const struct terms *value, int64_t modulus,
	    int loop, int64_t first, int64_t last)
{
  int n_here = 0;
  for (int s = 0; s < w->n_splits; s++)
    {
      struct split *split = &w->splits[s];
      n_here += split->loop == loop;
      if (split->loop == loop && split->modulus == modulus
	  && same_terms_p (w, &split->value, value))
	return split;
    }
  if (n_here == MAX_SPLITS)
    return NULL;
  int number = w->n_splits;
  struct split *split = PRAM_ARENA_PUSH (w->prog->arena, w->splits,
					 w->n_splits);
  *split = (struct split) { loop, copy_terms (w, value), modulus, first,
			    last - first + 1, NULL, NULL };
  struct pram_node *apart = PRAM_ARENA_NEW (w->prog->arena, struct pram_node,
					    1);
  apart->kind = PRAM_SEQ;
  split->quotient = make_loop (w, apart, pram_arena_printf (w->prog->arena, "quotient_%d",
							    number), split->n_quotients);
  apart = pram_prog_add_segment (w->prog, split->quotient);
  split->remainder = make_loop (w, apart, pram_arena_printf (w->prog->arena, "remainder_%d",
							     number), modulus);
  return split;
}

static bool lower_aff (struct pram_lower *, int loop, isl_aff *,
		       struct terms *);

/* Is A no less simple than B: fewer terms, or smaller factors?  */
static bool
simpler_p (const struct terms *a, const struct terms *b)
{
  double more = 0;
  if (a->n != b->n)
    return a->n < b->n;
  for (int k = 0; k < a->n; k++)
    more += fabs ((double) a->term[k].coef) - fabs ((double) b->term[k].coef);
  return more <= 0;
}

/* NUMBER modulo M, as close to zero as can be.  */
static int64_t
least_residue (int64_t number, int64_t m)
{
  int64_t r = pram_set_mod (number, m);
  return r > m - r ? r - m : r;
}

/* COEF * floor (DIVIDEND / MODULUS), at a place in LOOP, being added to T.  */
struct quotient
{
  struct pram_lower *w;
  int loop;
  isl_aff *dividend;
  int64_t modulus, coef;
  struct terms *t;
};

static int64_t
coefficient (isl_aff *aff, int k)
{
  isl_val *c = isl_aff_get_coefficient_val (aff, isl_dim_in, k);
  int64_t coef = isl_val_get_num_si (c);
  isl_val_free (c);
  return coef;
}

static bool
has_term_p (const struct terms *t, const struct pram_node *loop, int64_t coef)
{
  for (int k = 0; k < t->n; k++)
    if (t->term[k].loop == loop)
      return t->term[k].coef == coef;
  return false;
}

/* Move what is a multiple of the modulus from the dividend to T, and let its
   innermost iterator count upwards: isl has factors between 0 and the modulus,
   (2*i + 2) / 3 in i - (2*i + 2) / 3, which is i / 3.  */
static bool
simplify (struct quotient *q)
{
  int64_t m = q->modulus, innermost = 0;
  for (int k = 0; k < (int) isl_aff_dim (q->dividend, isl_dim_in); k++)
    {
      int64_t c = coefficient (q->dividend, k), r = least_residue (c, m);
      const struct lowered_loop *l
	= loop_of (q->w, at_depth (q->w, q->loop, k + 1));
      /* Of both halves the one that leaves less.  */
      if (2 * r == m && l && has_term_p (q->t, l->node, -q->coef))
	r = -r;
      innermost = r ? r : innermost;
      if (r == c)
	continue;
      if (!l || !add_term (q->w, q->t, l->node, q->coef * ((c - r) / m)))
	return false;
      q->dividend = isl_aff_set_coefficient_si (q->dividend, isl_dim_in, k,
						(int) r);
    }
  if (innermost < 0)
    {
      q->dividend = isl_aff_add_constant_si (isl_aff_neg (q->dividend),
					     (int) (m - 1));
      q->coef = -q->coef;
    }
  isl_val *c = isl_aff_get_constant_val (q->dividend);
  int64_t constant = isl_val_get_num_si (c);
  isl_val_free (c);
  int64_t times = pram_set_fdiv (constant, m);
  q->dividend = isl_aff_set_constant_si (q->dividend,
					 (int) (constant - m * times));
  return !__builtin_add_overflow (q->t->constant, q->coef * times,
				  &q->t->constant);
}

/* T += COEF times FIRST + the quotient of SPLIT.  */
static bool
add_split_quotient (struct pram_lower *w, struct terms *t,
		    const struct split *split, int64_t coef)
{
  return (!__builtin_add_overflow (t->constant, coef * split->first,
				   &t->constant)
	  && add_term (w, t, split->quotient, coef));
}

/* The split of VALUE in LOOP by a divisor of M, the largest, or by a multiple,
   the smallest; null if there is none.  */
static struct split *
related_split (struct pram_lower *w, const struct terms *value, int64_t m,
	       int loop)
{
  struct split *best = NULL;
  for (int s = 0; s < w->n_splits; s++)
    {
      struct split *split = &w->splits[s];
      int64_t n = split->modulus;
      if (split->loop == loop && (m % n == 0 || n % m == 0)
	  && same_terms_p (w, &split->value, value)
	  && (!best || best->modulus == n || (n <= m && best->modulus > m)
	      || (n <= m && n > best->modulus)
	      || (n > m && best->modulus > m && n < best->modulus)))
	best = split;
    }
  return best;
}

/* The split of a neighbour of VALUE in LOOP by 2, and by how much VALUE is
   larger, 1 or -1; null if there is none.  */
static struct split *
neighbour_split (struct pram_lower *w, const struct terms *value, int loop,
		 int64_t *larger)
{
  for (int s = 0; s < w->n_splits; s++)
    {
      struct split *split = &w->splits[s];
      struct terms rest = copy_terms (w, value);
      if (split->loop == loop && split->modulus == 2
	  && add_terms (w, &rest, &split->value, -1) && rest.n == 0
	  && (rest.constant == 1 || rest.constant == -1))
	{
	  *larger = rest.constant;
	  return split;
	}
    }
  return NULL;
}

/* Of the value that SPLIT, by 2, is of, and a neighbour that is by LARGER
   larger, the latter's quotient and remainder: with 2 * q + r, those of 2 * q
   + r + 1 are q + r and 1 - r.  */
static bool
add_neighbour (struct pram_lower *w, const struct split *split, int64_t larger,
	       struct terms *quotient, struct terms *remainder)
{
  quotient->constant = larger < 0 ? -1 : 0;
  remainder->constant = 1;
  return (add_split_quotient (w, quotient, split, 1)
	  && add_term (w, quotient, split->remainder, 1)
	  && add_term (w, remainder, split->remainder, -1));
}

/* VALUE, with FIRST to LAST as its quotients in LOOP, = M * *QUOTIENT +
   *REMAINDER.  Of several splits of a value each is one of the next one's
   parts: i = 2 * h + r, h = 4 * g + s; isl is quicker with that than with two
   of i.  */
static bool
split_value (struct pram_lower *w, const struct terms *value, int64_t m,
	     int loop, int64_t first, int64_t last, struct terms *quotient,
	     struct terms *remainder)
{
  struct split *known = related_split (w, value, m, loop), *split;
  int64_t larger;
  *quotient = *remainder = (struct terms) { 0, 0, NULL };
  if (!known && m == 2
      && (split = neighbour_split (w, value, loop, &larger)))
    return add_neighbour (w, split, larger, quotient, remainder);
  if (!known || known->modulus == m)
    {
      split = find_split (w, value, m, loop, first, last);
      return (split && add_split_quotient (w, quotient, split, 1)
	      && add_term (w, remainder, split->remainder, 1));
    }
  struct terms part = { 0, 0, NULL };
  struct pram_node *rest = known->remainder;
  int64_t n = known->modulus;
  if (n < m)
    {
      /* The quotient has a quotient.  */
      if (!add_split_quotient (w, &part, known, 1))
	return false;
      split = find_split (w, &part, m / n, loop,
			  pram_set_fdiv (known->first, m / n),
			  pram_set_fdiv (known->first + known->n_quotients - 1,
					 m / n));
      return (split && add_split_quotient (w, quotient, split, 1)
	      && add_term (w, remainder, split->remainder, n)
	      && add_term (w, remainder, rest, 1));
    }
  /* The remainder has one.  */
  if (!add_split_quotient (w, quotient, known, n / m)
      || !add_term (w, &part, rest, 1))
    return false;
  split = find_split (w, &part, m, loop, 0, n / m - 1);
  return (split && add_split_quotient (w, quotient, split, 1)
	  && add_term (w, remainder, split->remainder, 1));
}

/* Add Q.  Where T has the dividend as well, so that they make a remainder, add
   that.  */
static bool
add_simple (struct quotient *q)
{
  struct pram_lower *w = q->w;
  struct terms value, quotient, remainder, *t = q->t;
  int64_t m = q->modulus, coef = q->coef, first, last;
  if (!lower_aff (w, q->loop, q->dividend, &value))
    return false;
  int inner = innermost_of (w, &value);
  if (inner < 0)
    return (value.n == 0
	    && !__builtin_add_overflow (t->constant,
					coef * pram_set_fdiv (value.constant,
							      m),
					&t->constant));
  if (!quotient_range (w, q->dividend, m, inner, &first, &last))
    return false;
  if (first == last)
    return !__builtin_add_overflow (t->constant, coef * first, &t->constant);
  struct terms with = copy_terms (w, t);
  bool remains = (coef % m == 0 && add_terms (w, &with, &value, coef / m)
		  && simpler_p (&with, t));
  if (!split_value (w, &value, m, inner, first, last, &quotient, &remainder))
    return false;
  if (!remains)
    return add_terms (w, t, &quotient, coef);
  *t = with;
  return add_terms (w, t, &remainder, -(coef / m));
}

/* Q, which is as it is in the program, comes around often, in steps that its modulus is
   no multiple of.  Where (31 * i) % m lies isl would have a piece for each time, and no
   two iterations would be known to be apart: that is as good as chosen by data.  Steps
   of several loops take isl long at once.  */
static bool
scattered_p (const struct quotient *q)
{
  enum { OFTEN = 16 };
  int odd = 0;
  int64_t first, last;
  for (int k = 0; k < (int) isl_aff_dim (q->dividend, isl_dim_in); k++)
    {
      int64_t step = least_residue (coefficient (q->dividend, k), q->modulus);
      odd += step && q->modulus % step;
    }
  return (odd && quotient_range (q->w, q->dividend, q->modulus, q->loop, &first, &last)
	  && (odd > 1 ? last > first : last - first >= OFTEN));
}

/* T += COEF * floor (DIV), at a place in LOOP.  DIV is kept.  */
static bool
add_quotient (struct pram_lower *w, int loop, isl_aff *div, int64_t coef,
	      struct terms *t)
{
  isl_val *denominator = isl_aff_get_denominator_val (div);
  struct quotient q = { w, loop, NULL, isl_val_get_num_si (denominator), coef,
			t };
  bool small = isl_val_cmp_si (denominator, INT32_MAX) < 0;
  q.dividend = isl_aff_scale_val (isl_aff_copy (div), denominator);
  bool ok = (small && q.modulus > 1 && !(w->anew && scattered_p (&q))
	     && simplify (&q) && add_simple (&q));
  isl_aff_free (q.dividend);
  return ok;
}

/* AFF, a function at a place in LOOP, kept, as T.  */
static bool
lower_aff (struct pram_lower *w, int loop, isl_aff *aff, struct terms *t)
{
  isl_val *c = isl_aff_get_constant_val (aff);
  bool ok = isl_val_is_int (c) == isl_bool_true;
  *t = (struct terms) { ok ? isl_val_get_num_si (c) : 0, 0, NULL };
  isl_val_free (c);
  for (int k = 0; ok && k < (int) isl_aff_dim (aff, isl_dim_in); k++)
    {
      c = isl_aff_get_coefficient_val (aff, isl_dim_in, k);
      int64_t coef = isl_val_get_num_si (c);
      ok = isl_val_is_int (c) == isl_bool_true;
      isl_val_free (c);
      const struct lowered_loop *l
	= coef ? loop_of (w, at_depth (w, loop, k + 1)) : NULL;
      if (coef)
	ok = ok && l && add_term (w, t, l->node, coef);
    }
  for (int d = 0; ok && d < (int) isl_aff_dim (aff, isl_dim_div); d++)
    {
      c = isl_aff_get_coefficient_val (aff, isl_dim_div, d);
      int64_t coef = isl_val_get_num_si (c);
      ok = isl_val_is_int (c) == isl_bool_true;
      isl_val_free (c);
      if (!ok || !coef)
	continue;
      isl_aff *div = isl_aff_get_div (aff, d);
      ok = add_quotient (w, loop, div, coef, t);
      isl_aff_free (div);
    }
  return ok;
}

/* All accesses in NODE happen only under GUARD.  */
static void
guard_accesses (struct pram_lower *w, struct pram_node *node,
		const struct pram_guard *guard)
{
  for (int i = 0; i < node->n_children; i++)
    guard_accesses (w, node->children[i], guard);
  for (int i = 0; i < node->n_accesses; i++)
    pram_access_add_guard (w->prog, &node->accesses[i], guard);
}

/* Call VISIT with DATA for each affine function in NODE.  */
static void
visit_affine (struct pram_node *node, void (*visit) (struct pram_affine *, void *), void *data)
{
  for (int i = 0; i < node->n_children; i++)
    visit_affine (node->children[i], visit, data);
  for (int i = 0; i < node->n_accesses; i++)
    {
      visit (&node->accesses[i].offset, data);
      for (int g = 0; g < node->accesses[i].n_guards; g++)
	visit (&node->accesses[i].guards[g].affine, data);
    }
  for (int r = 0; r < node->n_reached; r++)
    for (int g = 0; g < node->reached[r].n_guards; g++)
      visit (&node->reached[r].guards[g].affine, data);
  if (node->kind == PRAM_LOOP)
    visit (&node->count, data);
  if (node->first)
    visit (node->first, data);
}

/* Whether a quotient or a remainder is mentioned, and what stands in its place.  */
struct mention
{
  struct pram_arena *arena;
  int iterator, instead;
  bool found;
};

static void
find_mention (struct pram_affine *a, void *data)
{
  struct mention *m = data;
  m->found |= pram_affine_coef (a, m->iterator) != 0;
}

static void
replace_mention (struct pram_affine *a, void *data)
{
  struct mention *m = data;
  int64_t coef = pram_affine_coef (a, m->iterator);
  if (!coef)
    return;
  int n = a->n_coef > m->instead ? a->n_coef : m->instead + 1;
  struct pram_affine with = pram_affine_new (m->arena, n);
  with.constant = a->constant;
  for (int k = 0; k < a->n_coef; k++)
    with.coef[k] = a->coef[k];
  with.coef[m->iterator] = 0;
  with.coef[m->instead] += coef;
  *a = with;
}

/* Something in NODE depends on SPLIT's quotient or remainder.  */
static bool
needs_p (struct pram_node *node, const struct split *split)
{
  struct mention q = { .iterator = split->quotient->iterator };
  struct mention r = { .iterator = split->remainder->iterator };
  visit_affine (node, find_mention, &q);
  visit_affine (node, find_mention, &r);
  return q.found || r.found;
}

/* Let NODE depend on a loop like FROM, in APART, of COUNT iterations, and return that.  */
static struct pram_node *
use_another (struct pram_lower *w, struct pram_node *node, const struct pram_node *from,
	     struct pram_node *apart, int64_t count)
{
  struct pram_node *loop = make_loop (w, apart, from->iterator_name, count);
  struct mention m = { w->prog->arena, from->iterator, loop->iterator, false };
  visit_affine (node, replace_mention, &m);
  return loop;
}

/* There are loops in NODE other than those of quotients.  */
static bool
has_loops_p (const struct pram_node *node)
{
  for (int i = 0; i < node->n_children; i++)
    if ((node->children[i]->kind == PRAM_LOOP && !node->children[i]->split)
	|| has_loops_p (node->children[i]))
      return true;
  return false;
}

/* What says which iteration of SPLIT's loops it is.  */
static struct pram_guard
guard_of (struct pram_lower *w, const struct split *split)
{
  struct terms rest = copy_terms (w, &split->value);
  rest.constant -= split->modulus * split->first;
  add_term (w, &rest, split->quotient, -split->modulus);
  add_term (w, &rest, split->remainder, -1);
  return (struct pram_guard) { .affine = affine_of (w, &rest), .equality = true };
}

/* Put NODE, a PRAM_SEQ, into SPLIT's loops, in BODY, of the loop in LINE.  */
static void
enclose (struct pram_lower *w, const struct split *split, struct pram_node *node,
	 struct pram_node *body, int line)
{
  struct pram_guard guard = guard_of (w, split);
  struct pram_node *inside = pram_prog_add_segment (w->prog, split->remainder);
  guard_accesses (w, node, &guard);
  inside->children = node->children;
  inside->n_children = node->n_children;
  for (int i = 0; i < inside->n_children; i++)
    inside->children[i]->parent = inside;
  *PRAM_ARENA_PUSH (w->prog->arena, body->children, body->n_children) = split->quotient;
  split->quotient->parent = body;
  split->quotient->line = split->remainder->line = line;
}

/* SPLIT, or if NODE isn't the FIRST that goes into such loops, another one like it, on
   which NODE depends then: what stands in loops of its own can be distributed by itself.  */
static struct split
split_for (struct pram_lower *w, const struct split *split, struct pram_node *node, bool first)
{
  struct split own = *split;
  if (first)
    return own;
  struct pram_node *apart = PRAM_ARENA_NEW (w->prog->arena, struct pram_node, 1);
  apart->kind = PRAM_SEQ;
  own.quotient = use_another (w, node, split->quotient, apart, split->n_quotients);
  own.remainder = use_another (w, node, split->remainder,
			       pram_prog_add_segment (w->prog, own.quotient), split->modulus);
  return own;
}

/* Put what needs SPLIT's loops in its loop's body into them: all together if there are no
   other loops, else each loop, and what stands between two, by itself.  There may be
   nothing.  */
static void
wrap (struct pram_lower *w, struct split *split)
{
  struct pram_node *loop = w->loops[split->loop].node, *body = loop->children[0];
  struct pram_node **children = body->children;
  int n = body->n_children;
  bool first = true, all = !has_loops_p (body);
  body->children = NULL;
  body->n_children = 0;
  for (int i = 0; i < n || first;)
    {
      struct pram_node *part = PRAM_ARENA_NEW (w->prog->arena, struct pram_node, 1);
      part->kind = PRAM_SEQ;
      for (bool more = i < n; more;
	   more = i < n && (all || (children[i]->kind == PRAM_STMT
				    && children[i - 1]->kind == PRAM_STMT)))
	*PRAM_ARENA_PUSH (w->prog->arena, part->children, part->n_children) = children[i++];
      if (part->n_children && !all && !needs_p (part, split))
	{
	  for (int k = 0; k < part->n_children; k++)
	    *PRAM_ARENA_PUSH (w->prog->arena, body->children, body->n_children)
	      = part->children[k];
	  continue;
	}
      struct split own = split_for (w, split, part, first);
      enclose (w, &own, part, body, loop->line);
      first = false;
    }
}

void
pram_lower_end_loop (struct pram_lower *w, int loop)
{
  /* The value of a split mentions earlier ones only.  */
  for (int s = w->n_splits - 1; s >= 0; s--)
    if (w->splits[s].loop == loop)
      wrap (w, &w->splits[s]);
}

/* --- Loops --------------------------------------------------------------- */

/* What a loop's count is looked for among.  */
enum count_kind
{
  COUNT_EXACT,			/* it is the count, and has no quotients */
  COUNT_LIMIT,			/* one of several limits, which together say
				   what the loop runs */
  COUNT_QUOTIENT,		/* it is the count */
  COUNT_AT_MOST			/* it is no less */
};

/* A candidate for a loop's count.  */
struct candidate
{
  struct pram_lower *w;
  int outer;
  isl_pw_aff *count;
  isl_set *outside;
  enum count_kind kind;
  bool failed;			/* there are other limits */
  bool found;
  int64_t size;			/* least and greatest value together */
  struct terms terms;
  isl_pw_aff *value;
};

/* The least and the greatest value of COUNT in OUTSIDE together, as a measure
   of how many iterations there are on the whole.  Neither is taken.  */
static int64_t
size_of (isl_pw_aff *count, isl_set *outside)
{
  int64_t least, most, size;
  isl_pw_aff *there = isl_pw_aff_intersect_domain (isl_pw_aff_copy (count),
						   isl_set_copy (outside));
  return (pram_scope_extremes (there, &least, &most)
	  && !__builtin_add_overflow (least, most, &size) ? size : INT64_MAX);
}

/* Is VALUE, or 0 if that is negative, a count as C is looked for?  */
static bool
count_p (const struct candidate *c, isl_pw_aff *value)
{
  isl_pw_aff *zero = isl_pw_aff_zero_on_domain
    (isl_local_space_from_space (isl_pw_aff_get_domain_space (value)));
  isl_pw_aff *most = isl_pw_aff_max (isl_pw_aff_copy (value), zero);
  isl_pw_aff *count = isl_pw_aff_copy (c->count);
  bool exact = c->kind == COUNT_EXACT || c->kind == COUNT_QUOTIENT;
  isl_set *wrong = exact ? isl_pw_aff_ne_set (most, count)
			 : isl_pw_aff_lt_set (most, count);
  wrong = isl_set_intersect (wrong, isl_set_copy (c->outside));
  bool right = isl_set_is_empty (wrong) == isl_bool_true;
  isl_set_free (wrong);
  return right;
}

/* Take AFF if it is better than what C has.  */
static isl_stat
try_count (isl_set *set, isl_aff *aff, void *data)
{
  struct candidate *c = data;
  isl_set_free (set);
  isl_pw_aff *value = isl_pw_aff_from_aff (isl_aff_copy (aff));
  bool plain = isl_aff_dim (aff, isl_dim_div) == 0;
  bool right = (plain || c->kind >= COUNT_QUOTIENT) && count_p (c, value);
  int64_t size = right ? size_of (value, c->outside) : INT64_MAX;
  struct terms terms;
  if (right && (!c->found || size < c->size)
      && lower_aff (c->w, c->outer, aff, &terms))
    {
      isl_pw_aff_free (c->value);
      c->found = true;
      c->size = size;
      c->terms = terms;
      c->value = isl_pw_aff_copy (value);
    }
  isl_pw_aff_free (value);
  isl_aff_free (aff);
  return isl_stat_ok;
}

/* CONSTRAINT of the iterations: a limit is a candidate.  */
static isl_stat
try_limit (isl_constraint *constraint, void *data)
{
  struct candidate *c = data;
  isl_aff *aff = isl_constraint_get_aff (constraint);
  int last = (int) isl_aff_dim (aff, isl_dim_in) - 1;
  isl_val *coef = isl_aff_get_coefficient_val (aff, isl_dim_in, last);
  bool unit = isl_val_is_negone (coef) == isl_bool_true;
  bool lower = isl_val_is_nonneg (coef) == isl_bool_true;
  bool equality = isl_constraint_is_equality (constraint) == isl_bool_true;
  bool plain = isl_aff_dim (aff, isl_dim_div) == 0;
  if (equality || !plain || (!unit && !lower))
    c->failed = true;
  else if (unit)
    {
      isl_aff *count = isl_aff_set_coefficient_si (isl_aff_copy (aff),
						   isl_dim_in, last, 0);
      count = isl_aff_drop_dims (isl_aff_add_constant_si (count, 1),
				 isl_dim_in, (unsigned) last, 1);
      try_count (isl_set_copy (c->outside), count, c);
    }
  isl_val_free (coef);
  isl_aff_free (aff);
  isl_constraint_free (constraint);
  return isl_stat_ok;
}

static isl_stat
try_limits (isl_basic_set *set, void *data)
{
  isl_basic_set_foreach_constraint (set, try_limit, data);
  isl_basic_set_free (set);
  return isl_stat_ok;
}

/* A limit of LOOP as the count.  */
static void
find_limit (struct candidate *c, int loop)
{
  isl_set *iterations = pram_scope_iterations (c->w->scope, loop);
  struct candidate limit = *c;
  limit.kind = COUNT_LIMIT;
  if (isl_set_n_basic_set (iterations) == 1)
    isl_set_foreach_basic_set (iterations, try_limits, &limit);
  isl_set_free (iterations);
  if (!limit.failed && limit.found)
    *c = limit;
  else
    isl_pw_aff_free (limit.value);
}

/* The greatest value of the count, if nothing better is found.  */
static void
try_greatest (struct candidate *c)
{
  isl_val *most = isl_pw_aff_max_val (isl_pw_aff_copy (c->count));
  if (isl_val_is_int (most) == isl_bool_true)
    {
      isl_space *space = isl_set_get_space (c->outside);
      try_count (isl_set_copy (c->outside),
		 isl_aff_val_on_domain (isl_local_space_from_space (space),
					isl_val_copy (most)), c);
    }
  isl_val_free (most);
}

/* Find the count of LOOP among candidates; LAST_TOO: its body runs once more.  False
   if there is none: it grows with that of a loop of which nobody knows the end.  */
static bool
find_count (struct candidate *c, int loop, bool last_too)
{
  c->kind = COUNT_EXACT;
  isl_pw_aff_foreach_piece (c->count, try_count, c);
  if (!c->found && !last_too)
    find_limit (c, loop);
  if (!c->found)
    {
      c->kind = COUNT_QUOTIENT;
      isl_pw_aff_foreach_piece (c->count, try_count, c);
    }
  if (!c->found)
    {
      c->kind = COUNT_AT_MOST;
      isl_pw_aff_foreach_piece (c->count, try_count, c);
    }
  if (!c->found)
    try_greatest (c);
  return c->found || isl_set_is_empty (c->outside) == isl_bool_true;
}

/* OUTER with one more iterator, from 0 on, and less than COUNT unless that is
   null, which is taken.  */
static isl_set *
box_of (isl_set *outer, isl_pw_aff *count)
{
  int depth = (int) isl_set_dim (outer, isl_dim_set);
  isl_set *box = isl_set_add_dims (outer, isl_dim_set, 1);
  box = isl_set_lower_bound_si (box, isl_dim_set, (unsigned) depth, 0);
  if (!count)
    return box;
  isl_local_space *space = isl_local_space_from_space (isl_set_get_space (box));
  isl_pw_aff *k = isl_pw_aff_var_on_domain (space, isl_dim_set,
					    (unsigned) depth);
  count = isl_pw_aff_add_dims (count, isl_dim_in, 1);
  return isl_set_intersect (box, isl_pw_aff_lt_set (k, count));
}

bool
pram_lower_loop (struct pram_lower *w, int loop, struct pram_node *node,
		 bool last_too)
{
  while (w->n_loops <= loop)
    PRAM_ARENA_PUSH (w->prog->arena, w->loops, w->n_loops);
  int outer = pram_scope_outer (w->scope, loop);
  const struct lowered_loop *around = loop_of (w, outer);
  struct lowered_loop *l = &w->loops[loop];
  isl_set *outside = pram_scope_outside (w->scope, loop);
  isl_set *outer_box
    = around ? isl_set_copy (around->box)
	     : isl_set_universe (isl_set_get_space (outside));
  l->node = node;
  node->data_dependent = !pram_scope_counted_p (w->scope, loop);
  if (node->data_dependent)
    {
      l->box = box_of (outer_box, NULL);
      isl_set_free (outside);
      return true;
    }
  isl_pw_aff *count = pram_scope_trips (w->scope, loop);
  if (last_too)
    count = isl_pw_aff_add_constant_val
	      (count, isl_val_one (isl_pw_aff_get_ctx (count)));
  struct candidate c = { .w = w, .outer = outer, .count = count,
			 .outside = outside };
  bool found = find_count (&c, loop, last_too);
  node->at_most = c.kind == COUNT_LIMIT || c.kind == COUNT_AT_MOST;
  node->count = affine_of (w, &c.terms);
  l = &w->loops[loop];
  l->box = box_of (outer_box, c.value);
  isl_pw_aff_free (count);
  isl_set_free (outside);
  return found;
}

/* --- Accesses ------------------------------------------------------------ */

/* One access being lowered.  */
struct access
{
  struct pram_lower *w;
  int loop;
  bool one, any_round;
  const struct pram_place *place;
  int n, n_pieces;		/* places, the different offsets among them */
  struct pram_lowered *all;
  bool failed;
  isl_aff *offset;		/* of the piece that is looked at */
};

/* T depends on SPLIT.  */
static bool
split_in_p (const struct terms *t, const struct split *split)
{
  for (int k = 0; k < t->n; k++)
    if (t->term[k].loop == split->quotient
	|| t->term[k].loop == split->remainder)
      return true;
  return false;
}

/* Where guards T would come from quotients of an outer loop: that may be one of
   the driver, where none can be.  As a condition on data it does no harm, unless
   the OFFSET depends on them as well.  */
static bool
outer_split_p (const struct pram_lower *w, const struct terms *t,
	       const struct terms *offset, int loop)
{
  for (int s = 0; s < w->n_splits; s++)
    if (w->splits[s].loop != loop && split_in_p (t, &w->splits[s])
	&& !split_in_p (offset, &w->splits[s]))
      return true;
  return false;
}

/* TIMES * (VALUE modulo MOD) + REST, which is constant.  */
struct remainder
{
  struct terms value, rest;
  int64_t mod, times;
};

/* The only div that AFF depends on, or -1; *COEF times.  */
static int
only_div (isl_aff *aff, int64_t *coef)
{
  int only = -1, n = 0;
  for (int d = 0; d < (int) isl_aff_dim (aff, isl_dim_div); d++)
    {
      isl_val *c = isl_aff_get_coefficient_val (aff, isl_dim_div, d);
      if (isl_val_is_zero (c) != isl_bool_true)
	{
	  only = d;
	  *coef = isl_val_get_num_si (c);
	  n++;
	}
      isl_val_free (c);
    }
  return n == 1 ? only : -1;
}

/* Is AFF, at a place in LOOP, which is kept, a remainder and a constant?  Then
   *R.  */
static bool
remainder_p (struct pram_lower *w, int loop, isl_aff *aff, struct remainder *r)
{
  int64_t coef, inner;
  int d = only_div (aff, &coef);
  if (d < 0)
    return false;
  isl_aff *div = isl_aff_get_div (aff, d);
  isl_val *m = isl_aff_get_denominator_val (div);
  isl_aff *dividend = isl_aff_scale_val (div, isl_val_copy (m));
  isl_aff *rest = isl_aff_set_coefficient_si (isl_aff_copy (aff), isl_dim_div,
					      d, 0);
  r->mod = isl_val_get_num_si (m);
  r->times = -coef / r->mod;
  bool ok = (isl_val_cmp_si (m, INT32_MAX) < 0 && coef % r->mod == 0
	     && only_div (dividend, &inner) < 0
	     && lower_aff (w, loop, dividend, &r->value)
	     && lower_aff (w, loop, rest, &r->rest)
	     && add_terms (w, &r->rest, &r->value, -r->times)
	     && r->rest.n == 0);
  isl_val_free (m);
  isl_aff_free (dividend);
  isl_aff_free (rest);
  return ok;
}

struct guards
{
  struct access *access;
  struct pram_lowered *at;
  const struct terms *offset;
};

/* The condition AFF of G depends on a remainder of a loop that may be one of the
   driver, where there are no quotients (outer_split_p): a guard of that kind.
   False if it is none.  */
static bool
add_remainder_guard (struct guards *g, isl_aff *aff, bool equality)
{
  struct access *a = g->access;
  struct pram_lower *w = a->w;
  struct remainder r;
  if (!remainder_p (w, a->loop, aff, &r))
    return false;
  int loop = innermost_of (w, &r.value);
  if (loop == a->loop && !a->one)
    return false;
  for (int s = 0; s < w->n_splits; s++)
    if (w->splits[s].loop == loop && split_in_p (g->offset, &w->splits[s]))
      return false;
  *PRAM_ARENA_PUSH (w->prog->arena, g->at->guards, g->at->n_guards)
    = (struct pram_guard) { affine_of (w, &r.value), equality, r.mod, r.times,
			    r.rest.constant };
  return true;
}

static isl_stat
add_guard (isl_constraint *constraint, void *data)
{
  struct guards *g = data;
  struct pram_lower *w = g->access->w;
  struct terms terms;
  if (isl_constraint_is_div_constraint (constraint) == isl_bool_true)
    {
      isl_constraint_free (constraint);
      return isl_stat_ok;
    }
  isl_aff *aff = isl_constraint_get_aff (constraint);
  bool equality = isl_constraint_is_equality (constraint);
  if (add_remainder_guard (g, aff, equality))
    ;
  else if (!lower_aff (w, g->access->loop, aff, &terms)
      || outer_split_p (w, &terms, g->offset, g->access->loop))
    g->at->may = true;
  else
    {
      struct pram_guard *guard = PRAM_ARENA_PUSH (w->prog->arena,
						  g->at->guards,
						  g->at->n_guards);
      guard->affine = affine_of (w, &terms);
      guard->equality = equality;
    }
  isl_aff_free (aff);
  isl_constraint_free (constraint);
  return isl_stat_ok;
}

/* Order of guards that does not depend on how the source nested them.  */
static int
compare_guards (const void *va, const void *vb)
{
  const struct pram_guard *a = va, *b = vb;
  int n = a->affine.n_coef > b->affine.n_coef ? a->affine.n_coef
					      : b->affine.n_coef;
  for (int k = 0; k < n; k++)
    {
      int64_t p = pram_affine_coef (&a->affine, k);
      int64_t q = pram_affine_coef (&b->affine, k);
      if (p != q)
	return p > q ? -1 : 1;
    }
  if (a->affine.constant != b->affine.constant)
    return a->affine.constant < b->affine.constant ? -1 : 1;
  if (a->mod != b->mod)
    return a->mod < b->mod ? -1 : 1;
  if (a->times != b->times)
    return a->times < b->times ? -1 : 1;
  if (a->plus != b->plus)
    return a->plus < b->plus ? -1 : 1;
  return (int) a->equality - (int) b->equality;
}

/* The offset at the piece, where control comes in SET, what the loops say left
   out.  */
static isl_stat
add_place (isl_basic_set *set, void *data)
{
  struct access *a = data;
  struct pram_lower *w = a->w;
  struct terms terms;
  struct pram_lowered at = { .may = !a->place->exact };
  if (!lower_aff (w, a->loop, a->offset, &terms) || a->n == MAX_PLACES)
    a->failed = true;
  else
    {
      struct guards guards = { a, &at, &terms };
      isl_basic_set_foreach_constraint (set, add_guard, &guards);
      at.offset = affine_of (w, &terms);
      if (at.n_guards > 1)
	qsort (at.guards, (size_t) at.n_guards, sizeof *at.guards,
	       compare_guards);
      *PRAM_ARENA_PUSH (w->prog->arena, a->all, a->n) = at;
    }
  isl_basic_set_free (set);
  return isl_stat_ok;
}

/* What SET, of iterations of LOOP, which is taken, says beside the loops.  */
static isl_set *
beside_loops (const struct pram_lower *w, int loop, isl_set *set)
{
  isl_set *box = loop < 0 ? isl_set_universe (isl_set_get_space (set))
			  : isl_set_copy (w->loops[loop].box);
  return isl_set_coalesce (isl_set_gist (isl_set_coalesce (set), box));
}

bool
pram_lower_guarded_p (const struct pram_lower *w,
		      const struct pram_place *place)
{
  isl_set *set = beside_loops (w, place->loop, isl_set_copy (place->domain));
  bool guarded = isl_set_n_basic_set (set) <= MAX_PARTS;
  isl_set_free (set);
  return guarded;
}

/* SET, which is taken, of iterations in which A lies at AFF; of loops of which nobody
   knows how often they run, in others, as far as AFF and they don't depend on which one
   it is.  */
static isl_set *
in_any_round (const struct access *a, const isl_aff *aff, isl_set *set)
{
  const struct pram_scope *scope = a->w->scope;
  int depth = (int) isl_set_dim (set, isl_dim_set);
  for (int l = a->loop; l >= 0; l = pram_scope_outer (scope, l), depth--)
    if (!pram_scope_counted_p (scope, l) && pram_scope_outer (scope, l) >= 0
	&& !isl_aff_involves_dims ((isl_aff *) aff, isl_dim_in,
				   (unsigned) depth - 1, 1))
      set = isl_set_eliminate (set, isl_dim_set, (unsigned) depth - 1, 1);
  return set;
}

/* The access lies at AFF where control comes in SET; both are taken.  */
static isl_stat
add_piece (isl_set *set, isl_aff *aff, void *data)
{
  struct access *a = data;
  set = isl_set_intersect (set, isl_set_copy (a->place->domain));
  if (a->any_round)
    set = in_any_round (a, aff, set);
  if (isl_set_is_empty (set) == isl_bool_true)
    {
      isl_set_free (set);
      isl_aff_free (aff);
      return isl_stat_ok;
    }
  set = isl_set_compute_divs (beside_loops (a->w, a->loop, set));
  a->offset = aff;
  a->n_pieces++;
  if (isl_set_n_basic_set (set) > (a->one ? MAX_PARTS : MAX_PLACES))
    {
      int before = a->n;
      add_place (isl_set_simple_hull (set), a);
      if (a->n > before)
	a->all[before].may = true;
    }
  else
    {
      set = isl_set_make_disjoint (set);
      isl_set_foreach_basic_set (set, add_place, a);
      isl_set_free (set);
    }
  isl_aff_free (aff);
  return isl_stat_ok;
}

int
pram_lower_access (struct pram_lower *w, const struct pram_place *place,
		   const struct pram_expr *offset, bool one, bool any_round,
		   struct pram_lowered **all, const struct pram_expr **blame)
{
  struct access a = { .w = w, .loop = place->loop, .one = one,
		      .any_round = any_round, .place = place };
  *blame = NULL;
  if (isl_set_is_empty (place->domain) == isl_bool_true)
    return 0;
  isl_pw_aff *value = pram_scope_value (w->scope, place, offset, one, blame);
  if (!value)
    return -1;
  isl_pw_aff_foreach_piece (value, add_piece, &a);
  isl_pw_aff_free (value);
  if (a.failed || (one && a.n_pieces > 1))
    return -1;
  *all = a.all;
  return a.n;
}

/* AFF, in the first of several pieces, as the offset.  */
static isl_stat
take_offset (isl_set *set, isl_aff *aff, void *data)
{
  struct access *a = data;
  struct terms terms;
  isl_set_free (set);
  if (a->n == 0 && lower_aff (a->w, a->loop, aff, &terms))
    {
      a->n = 1;
      a->all->offset = affine_of (a->w, &terms);
    }
  isl_aff_free (aff);
  return isl_stat_ok;
}

void
pram_lower_never (struct pram_lower *w, const struct pram_place *place, int passed,
		  const struct pram_expr *offset, bool one, struct pram_lowered *at)
{
  struct access a = { .w = w, .loop = place->loop, .place = place, .all = at };
  struct pram_guard *guard = PRAM_ARENA_NEW (w->prog->arena, struct pram_guard,
					     1);
  guard->affine.constant = -1;
  *at = (struct pram_lowered) { .n_guards = 1, .guards = guard };
  /* As it is where its condition holds: it isn't to look as if there were quotients
     just because nothing is known of where it happens.  */
  isl_pw_aff *value
    = pram_scope_value (w->scope,
			pram_scope_place (w->scope, place->loop, passed, NULL),
			offset, one, NULL);
  if (value)
    isl_pw_aff_foreach_piece (value, take_offset, &a);
  isl_pw_aff_free (value);
}
