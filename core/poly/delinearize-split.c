/* delinearize-split.c: one offset to subscripts, given strides.

   SPDX-License-Identifier: Apache-2.0

   Given a shape, an offset f splits in one way only at a stride s into
   f = s*q + r with 0 <= r < s; what has to be found is whether q and r are
   affine.  Coefficients are divided by s and rounded up or down, and then the
   range of r over the access's domain says both which multiple of s belongs to
   q's constant and whether 0 <= r < s holds.  Where no rounding succeeds the
   access runs across the dimension (x[k] with k < n*n): the dimensions on both
   sides of s then share one linear form, and the subscripts are that form
   divided by and modulo extents.  */

#include "delinearize-parts.h"

#include <string.h>

/* Coefficients that are rounded both ways at a split.  */
enum { MAX_ROUNDED = 6 };

static struct pram_affine
copy_affine (struct pram_arena *arena, const struct pram_affine *affine)
{
  struct pram_affine copy = pram_affine_new (arena, affine->n_coef);
  copy.constant = affine->constant;
  if (affine->n_coef)
    memcpy (copy.coef, affine->coef,
	    sizeof *copy.coef * (size_t) affine->n_coef);
  return copy;
}

/* Divide the coefficients of F by S into those of Q and R, rounding to the
   nearest, but the other way for those whose bit in FLIP is set (bits count
   the coefficients that S doesn't divide).  */
static void
divide_coefs (const struct pram_affine *f, int64_t s, unsigned flip,
	      struct pram_affine *q, struct pram_affine *r)
{
  int bit = 0;
  for (int k = 0; k < f->n_coef; k++)
    {
      int64_t low = pram_set_fdiv (f->coef[k], s), rest = f->coef[k] - low * s;
      if (rest)
	{
	  bool up = rest > s - rest;
	  if (bit < MAX_ROUNDED && (flip >> bit++ & 1))
	    up = !up;
	  low += up;
	  rest -= up ? s : 0;
	}
      q->coef[k] = low;
      r->coef[k] = rest;
    }
}

/* Split F = S*Q + R with 0 <= R < S everywhere in the domain; false if there
   is no affine way.  */
static bool
split (struct state *state, const struct pram_domain *domain,
       const struct pram_affine *f, int64_t s, struct pram_affine *q,
       struct pram_affine *r)
{
  int n_rounded = 0;
  for (int k = 0; k < f->n_coef; k++)
    n_rounded += f->coef[k] % s != 0;
  if (n_rounded > MAX_ROUNDED)
    n_rounded = MAX_ROUNDED;

  *q = pram_affine_new (state->scratch, f->n_coef);
  *r = pram_affine_new (state->scratch, f->n_coef);
  for (unsigned flip = 0; flip < 1u << n_rounded; flip++)
    {
      divide_coefs (f, s, flip, q, r);
      r->constant = f->constant;
      struct pram_interval range = pram_domain_range (domain, r);
      if (range.lo == PRAM_INF_NEG || range.hi == PRAM_INF_POS)
	continue;
      q->constant = pram_set_fdiv (range.lo, s);
      r->constant -= q->constant * s;
      if (range.lo > range.hi || range.hi - q->constant * s < s)
	return true;
    }
  return false;
}

bool
pram_delinearize_fits_p (struct state *state, const struct reference *ref,
			 int64_t stride)
{
  struct pram_affine q, r;
  return split (state, ref->domain, &ref->access->offset, stride, &q, &r);
}

/* Do iterators with different coefficients meet in F?  */
static bool
mixed_p (const struct pram_affine *f)
{
  int64_t seen = 0;
  for (int k = 0; k < f->n_coef; k++)
    {
      int64_t magnitude = f->coef[k] < 0 ? -f->coef[k] : f->coef[k];
      if (magnitude && seen && magnitude != seen)
	return true;
      if (magnitude)
	seen = magnitude;
    }
  return false;
}

int64_t
pram_delinearize_stride (const struct state *state,
			 const struct shape *shape, int d)
{
  return d < shape->n_strides ? shape->stride[d] : state->elem_size;
}

/* Q, in units of the stride of dimension LAST, covers the dimensions FIRST …
   LAST of ACCESS.  */
static void
set_subscripts (const struct state *state, const struct shape *shape,
		struct pram_access *access, int first, int last,
		const struct pram_affine *q)
{
  int64_t unit = pram_delinearize_stride (state, shape, last);
  for (int d = first; d <= last; d++)
    {
      access->subscript[d] = copy_affine (state->prog->arena, q);
      access->div[d] = pram_delinearize_stride (state, shape, d) / unit;
      access->mod[d] = d == first ? 0
		       : pram_delinearize_stride (state, shape, d - 1)
			 / pram_delinearize_stride (state, shape, d);
    }
}

void
pram_delinearize_decompose (struct state *state, const struct reference *ref,
			    const struct shape *shape, struct cost *cost,
			    bool set)
{
  struct pram_affine rest
    = copy_affine (state->scratch, &ref->access->offset);
  rest.constant -= shape->origin;
  bool quasi = false, mixed = false;

  for (int first = 0, d = 0; d <= shape->n_strides; d++)
    {
      struct pram_affine q, r;
      int64_t stride = pram_delinearize_stride (state, shape, d);
      if (!split (state, ref->domain, &rest, stride, &q, &r))
	continue;
      quasi = quasi || first < d;
      mixed = mixed || mixed_p (&q);
      if (set)
	set_subscripts (state, shape, ref->access, first, d, &q);
      rest = r;
      first = d + 1;
    }
  cost->n_quasi += quasi;
  cost->n_mixed += mixed;
}

void
pram_delinearize_apply (struct state *state, const struct shape *shape)
{
  struct cost cost = { .n_mixed = 0 };
  struct pram_arena *arena = state->prog->arena;
  int n = shape->n_strides + 1;
  for (int r = 0; r < state->n_refs; r++)
    {
      struct pram_access *access = state->refs[r].access;
      access->subscript = PRAM_ARENA_NEW (arena, struct pram_affine, n);
      access->div = PRAM_ARENA_NEW (arena, int64_t, n);
      access->mod = PRAM_ARENA_NEW (arena, int64_t, n);
      pram_delinearize_decompose (state, &state->refs[r], shape, &cost, true);
    }
}
