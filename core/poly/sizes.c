/* sizes.c: may what a program counts be counted with 64 bits?

   SPDX-License-Identifier: Apache-2.0

   Subscripts, counts and conditions are sums of products.  If the sum of the
   products' greatest magnitudes stays below LIMIT everywhere, whatever is made
   of them later (differences, extents, coordinates) fits.  Iterators whose
   loops end nobody knows when are left out.

   Example: a[i][j] of rows of 2^40 doubles: 2^43 * i + 8 * j, for i < 2^17 less
   than 2^60 + 2^43.  */

#include "sizes.h"

#include "domain.h"

#define LIMIT (INT64_C (1) << 61)

/* Where values are looked at: the magnitude of each iterator is at most
   MOST.  */
struct place
{
  const struct pram_prog *prog;
  struct pram_arena *arena;
  const struct pram_diag *diag;
  int64_t *most;
};

/* *SUM, not negative, += the magnitude of A * B; false at LIMIT.  */
static bool
add_magnitude (int64_t *sum, int64_t a, int64_t b)
{
  int64_t product;
  if (__builtin_mul_overflow (a, b, &product) || product <= -LIMIT
      || product >= LIMIT)
    return false;
  *sum += product < 0 ? -product : product;
  return *sum < LIMIT;
}

static bool
fits_p (const struct place *p, const struct pram_affine *affine)
{
  int64_t sum = 0;
  bool fits = add_magnitude (&sum, affine->constant, 1);
  for (int k = 0; fits && k < affine->n_coef; k++)
    fits = (add_magnitude (&sum, affine->coef[k], p->most[k])
	    && affine->coef[k] > -LIMIT && affine->coef[k] < LIMIT);
  return fits;
}

/* The greatest iteration of LOOP; 0 if there is none or nobody knows.  */
static int64_t
last_iteration (const struct place *p, const struct pram_node *loop)
{
  struct pram_affine iterator = pram_affine_new (p->arena, p->prog->n_loops);
  iterator.coef[loop->iterator] = 1;
  struct pram_interval range = pram_domain_range
    (pram_domain_new (p->arena, loop->children[0], NULL), &iterator);
  return range.lo > range.hi || range.hi == PRAM_INF_POS ? 0 : range.hi;
}

static bool
check_loop (struct place *p, const struct pram_node *loop)
{
  if (loop->data_dependent)
    return true;
  if (!fits_p (p, &loop->count)
      || (loop->first && !fits_p (p, loop->first)))
    {
      pram_diag_report (p->diag, PRAM_REFUSAL, loop->line, "the number of "
			"iterations of this loop does not fit in 64 bits");
      return false;
    }
  p->most[loop->iterator] = last_iteration (p, loop);
  return true;
}

static bool
check_access (const struct place *p, const struct pram_access *access)
{
  const char *what = NULL;
  if (!fits_p (p, &access->offset))
    what = "at a distance in bytes";
  for (int g = 0; g < access->n_guards; g++)
    if (!fits_p (p, &access->guards[g].affine))
      what = "under a condition on numbers";
  if (what)
    pram_diag_report (p->diag, PRAM_REFUSAL, access->line,
		      "'%s' is accessed %s that may not fit in 64 bits",
		      p->prog->arrays[access->array].name, what);
  return !what;
}

static bool
check_node (struct place *p, const struct pram_node *node)
{
  bool ok = node->kind != PRAM_LOOP || check_loop (p, node);
  for (int a = 0; ok && a < node->n_accesses; a++)
    ok = check_access (p, &node->accesses[a]);
  for (int c = 0; ok && c < node->n_children; c++)
    ok = check_node (p, node->children[c]);
  return ok;
}

bool
pram_sizes_check (const struct pram_prog *prog, const struct pram_diag *diag)
{
  struct place p = { prog, pram_arena_new (), diag, NULL };
  p.most = PRAM_ARENA_NEW (p.arena, int64_t, prog->n_loops + 1);
  bool ok = check_node (&p, prog->root);
  pram_arena_free (p.arena);
  return ok;
}
