/* domain.c: bounds of affine forms over the iterations of an access.

   SPDX-License-Identifier: Apache-2.0

   Forms are vectors indexed by depth: entry k belongs to the loop at depth k
   (the outermost is 0), the last entry is the constant.  A constraint says
   that its form is >= 0 and is filed under its deepest iterator.  To bound a
   form from above, its deepest iterator is replaced by a bound that some
   constraint filed there gives, and so on outwards; the least result over all
   choices is the answer.  Overflow counts as `no bound'.

   Example: for i < n, for j < n - i: the largest i + j.  The constraint
   n - 1 - i - j >= 0 is filed under j; adding it to i + j leaves n - 1.  */

#include "domain.h"

#include <string.h>

/* More constraints than this under one iterator are not looked at.  */
enum { MAX_CHOICES = 6 };

struct constraint
{
  struct constraint *next;
  int64_t *form;
};

struct pram_domain
{
  struct pram_arena *arena;
  int depth;			/* number of loops */
  int *iterator;		/* number of the loop at each depth */
  struct constraint **filed;	/* by depth */
  bool empty;
};

static int
deepest (const struct pram_domain *domain, const int64_t *form)
{
  int k = domain->depth - 1;
  while (k >= 0 && !form[k])
    k--;
  return k;
}

/* FORM = the vector of AFFINE.  */
static void
set_form (const struct pram_domain *domain, int64_t *form,
	  const struct pram_affine *affine)
{
  for (int k = 0; k < domain->depth; k++)
    form[k] = pram_affine_coef (affine, domain->iterator[k]);
  form[domain->depth] = affine->constant;
}

/* File FORM >= 0.  */
static void
file_constraint (struct pram_domain *domain, const int64_t *form)
{
  int k = deepest (domain, form);
  if (k < 0)
    {
      domain->empty = domain->empty || form[domain->depth] < 0;
      return;
    }
  struct constraint *constraint
    = PRAM_ARENA_NEW (domain->arena, struct constraint, 1);
  size_t size = sizeof *form * (size_t) (domain->depth + 1);
  constraint->form = pram_arena_alloc (domain->arena, size);
  memcpy (constraint->form, form, size);
  constraint->next = domain->filed[k];
  domain->filed[k] = constraint;
}

/* 0 <= iterator of LOOP at depth K < its count, and the count is positive.  */
static void
file_loop (struct pram_domain *domain, const struct pram_node *loop, int k)
{
  int64_t form[domain->depth + 1];
  memset (form, 0, sizeof form);
  form[k] = 1;
  file_constraint (domain, form);
  if (loop->data_dependent)
    return;

  set_form (domain, form, &loop->count);
  form[domain->depth] -= 1;
  file_constraint (domain, form);
  form[k] = -1;
  file_constraint (domain, form);
}

static void
file_guard (struct pram_domain *domain, const struct pram_guard *guard)
{
  int64_t form[domain->depth + 1];
  if (guard->mod)
    return;			/* no constraint of this form */
  set_form (domain, form, &guard->affine);
  file_constraint (domain, form);
  if (!guard->equality)
    return;
  for (int k = 0; k <= domain->depth; k++)
    form[k] = -form[k];
  file_constraint (domain, form);
}

/* Replace in FORM the iterator at depth K by the bound that CONSTRAINT gives
   for it; false if it gives none, or none that is easily found.  */
static bool
eliminate (const struct pram_domain *domain, const int64_t *form, int k,
	   const int64_t *constraint, int64_t *result)
{
  int64_t c = form[k], a = constraint[k];
  if ((c > 0) == (a > 0))
    return false;
  int64_t magnitude = a < 0 ? -a : a, factor = c < 0 ? -c : c;
  int64_t scale = 1, rest = constraint[domain->depth];

  if (factor % magnitude == 0)
    factor /= magnitude;
  else
    {
      /* The bound is rest / |a|, rounded inwards: only for constant rests.  */
      for (int o = 0; o < k; o++)
	if (constraint[o])
	  return false;
      scale = magnitude;
      rest -= (rest % magnitude + magnitude) % magnitude;
      rest /= magnitude;
    }

  memcpy (result, form, sizeof *form * (size_t) (domain->depth + 1));
  result[k] = 0;
  for (int o = 0; scale == 1 && o < k; o++)
    {
      int64_t product;
      if (__builtin_mul_overflow (factor, constraint[o], &product)
	  || __builtin_add_overflow (result[o], product, &result[o]))
	return false;
    }
  int64_t product;
  return !__builtin_mul_overflow (factor, rest, &product)
	 && !__builtin_add_overflow (result[domain->depth], product,
				     &result[domain->depth]);
}

/* The largest value of FORM.  */
static int64_t
largest (const struct pram_domain *domain, const int64_t *form)
{
  int k = deepest (domain, form);
  if (k < 0)
    return form[domain->depth];

  int64_t best = PRAM_INF_POS;
  int64_t result[domain->depth + 1];
  int n_choices = 0;
  for (struct constraint *c = domain->filed[k];
       c && n_choices < MAX_CHOICES; c = c->next)
    if (eliminate (domain, form, k, c->form, result))
      {
	int64_t value = largest (domain, result);
	best = value < best ? value : best;
	n_choices++;
      }
  return best;
}

static struct pram_interval
range_of_form (const struct pram_domain *domain, int64_t *form)
{
  struct pram_interval range;
  range.hi = largest (domain, form);
  for (int k = 0; k <= domain->depth; k++)
    form[k] = -form[k];
  int64_t negated = largest (domain, form);
  range.lo = negated == PRAM_INF_POS ? PRAM_INF_NEG : -negated;
  return range;
}

struct pram_domain *
pram_domain_new (struct pram_arena *arena, const struct pram_node *stmt,
		 const struct pram_access *access)
{
  struct pram_domain *domain = PRAM_ARENA_NEW (arena, struct pram_domain, 1);
  domain->arena = arena;
  for (const struct pram_node *n = stmt->parent; n; n = n->parent)
    domain->depth += n->kind == PRAM_LOOP;
  domain->iterator = PRAM_ARENA_NEW (arena, int, domain->depth);
  domain->filed = PRAM_ARENA_NEW (arena, struct constraint *, domain->depth);

  int k = domain->depth;
  for (const struct pram_node *n = stmt->parent; n; n = n->parent)
    if (n->kind == PRAM_LOOP)
      domain->iterator[--k] = n->iterator;
  k = domain->depth;
  for (const struct pram_node *n = stmt->parent; n; n = n->parent)
    if (n->kind == PRAM_LOOP)
      file_loop (domain, n, --k);
  for (int g = 0; access && g < access->n_guards; g++)
    file_guard (domain, &access->guards[g]);

  /* A domain is empty, too, if an iterator has no value.  */
  for (k = 0; k < domain->depth && !domain->empty; k++)
    {
      int64_t form[domain->depth + 1];
      memset (form, 0, sizeof form);
      form[k] = 1;
      struct pram_interval range = range_of_form (domain, form);
      domain->empty = range.lo > range.hi;
    }
  return domain;
}

struct pram_interval
pram_domain_range (const struct pram_domain *domain,
		   const struct pram_affine *affine)
{
  if (domain->empty)
    return (struct pram_interval) { 1, 0 };
  int64_t form[domain->depth + 1];
  set_form (domain, form, affine);
  return range_of_form (domain, form);
}
