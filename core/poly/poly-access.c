/* poly-access.c: which elements the instances of a statement access.

   SPDX-License-Identifier: Apache-2.0

   Names that a loop permutes are resolved to array objects by residue: after
   t iterations name a stands for next^t (a), a power that depends on t modulo
   the permutation's order alone.  */

#include "poly-parts.h"
#include "pram-sets.h"

#include <stdio.h>
#include <string.h>

/* floor (affine / div) mod mod.  */
static isl_aff *
subscript_aff (const struct pram_poly *poly,
	       const struct pram_poly_stmt *stmt,
	       const struct pram_access *access, int d)
{
  isl_aff *aff = pram_poly_aff (poly, stmt, &access->subscript[d]);
  int64_t div = access->div ? access->div[d] : 0;
  int64_t mod = access->mod ? access->mod[d] : 0;
  if (div > 1)
    aff = isl_aff_floor (isl_aff_scale_down_val
			 (aff, isl_val_int_from_si (poly->ctx, div)));
  if (mod > 0)
    aff = isl_aff_mod_val (aff, isl_val_int_from_si (poly->ctx, mod));
  return aff;
}

static isl_set *
apply_guards (const struct pram_poly *poly, const struct pram_poly_stmt *stmt,
	      const struct pram_access *access, isl_set *domain)
{
  for (int g = 0; g < access->n_guards; g++)
    {
      const struct pram_guard *guard = &access->guards[g];
      isl_aff *aff = pram_poly_aff (poly, stmt, &guard->affine);
      if (guard->mod)
	{
	  aff = isl_aff_mod_val (aff, isl_val_int_from_si (poly->ctx,
							   guard->mod));
	  aff = isl_aff_scale_val (aff, isl_val_int_from_si (poly->ctx,
							     guard->times));
	  aff = isl_aff_add_constant_val
		  (aff, isl_val_int_from_si (poly->ctx, guard->plus));
	}
      isl_set *half = guard->equality
		      ? isl_set_from_basic_set (isl_aff_zero_basic_set (aff))
		      : pram_poly_nonneg_set (aff);
      domain = isl_set_intersect (domain, half);
    }
  return domain;
}

/* ACCESS on DOMAIN, with a target tuple PREFIX followed by ARRAY.  */
static isl_map *
access_map (const struct pram_poly *poly, const struct pram_poly_stmt *stmt,
	    const struct pram_access *access, isl_set *domain, char prefix,
	    int array)
{
  int n = poly->prog->arrays[access->array].n_dims;
  char name[16];
  isl_space *range = isl_space_set_from_params (isl_space_copy (poly->params));
  range = isl_space_add_dims (range, isl_dim_set, n);
  snprintf (name, sizeof name, "%c%d", prefix, array);
  range = isl_space_set_tuple_name (range, isl_dim_set, name);
  isl_aff_list *list = isl_aff_list_alloc (poly->ctx, n);
  for (int d = 0; d < n; d++)
    list = isl_aff_list_add (list, subscript_aff (poly, stmt, access, d));
  isl_space *space
    = isl_space_map_from_domain_and_range (pram_poly_stmt_space (poly, stmt),
					   range);
  isl_map *map = isl_map_from_multi_aff
		   (isl_multi_aff_from_aff_list (space, list));
  return isl_map_intersect_domain (map, domain);
}

isl_map *
pram_poly_access (const struct pram_poly *poly,
		  const struct pram_poly_stmt *stmt,
		  const struct pram_access *access)
{
  isl_map ***all = &poly->stmts[stmt->number].access[poly->swapped];
  if (!*all)
    *all = PRAM_ARENA_NEW (poly->prog->arena, isl_map *,
			   stmt->node->n_accesses + 1);
  isl_map **known = &(*all)[access - stmt->node->accesses];
  if (*known)
    return isl_map_copy (*known);
  isl_set *domain = apply_guards (poly, stmt, access,
				  pram_poly_domain (poly, stmt));
  *known = access_map (poly, stmt, access, domain, 'N', access->array);
  return isl_map_copy (*known);
}

/* --- Accesses that are alike -------------------------------------------- */

static bool
same_affine_p (const struct pram_poly_stmt *stmt, const struct pram_affine *p,
	       const struct pram_affine *q)
{
  bool same = p->constant == q->constant;
  for (int i = 0; i < stmt->depth; i++)
    same &= (pram_affine_coef (p, stmt->loops[i]->iterator)
	     == pram_affine_coef (q, stmt->loops[i]->iterator));
  return same;
}

static bool
same_subscripts_p (const struct pram_prog *prog,
		   const struct pram_poly_stmt *stmt,
		   const struct pram_access *x, const struct pram_access *y)
{
  int n = prog->arrays[x->array].n_dims;
  if (n != prog->arrays[y->array].n_dims)
    return false;
  for (int d = 0; d < n; d++)
    {
      const struct pram_affine *p = &x->subscript[d], *q = &y->subscript[d];
      if (!same_affine_p (stmt, p, q)
	  || (x->div ? x->div[d] : 0) != (y->div ? y->div[d] : 0)
	  || (x->mod ? x->mod[d] : 0) != (y->mod ? y->mod[d] : 0))
	return false;
    }
  return true;
}

static bool
same_guards_p (const struct pram_poly_stmt *stmt, const struct pram_access *x,
	       const struct pram_access *y)
{
  bool same = x->n_guards == y->n_guards;
  for (int g = 0; g < x->n_guards && same; g++)
    {
      const struct pram_guard *p = &x->guards[g], *q = &y->guards[g];
      same = (p->equality == q->equality && p->mod == q->mod
	      && p->times == q->times && p->plus == q->plus
	      && same_affine_p (stmt, &p->affine, &q->affine));
    }
  return same;
}

static bool
same_loops_p (const struct pram_poly_stmt *a, const struct pram_poly_stmt *b)
{
  if (a->depth != b->depth)
    return false;
  for (int i = 0; i < a->depth; i++)
    if (a->loops[i] != b->loops[i])
      return false;
  return true;
}

bool
pram_poly_same_place_p (const struct pram_poly *poly,
			const struct pram_poly_stmt *p,
			const struct pram_access *x,
			const struct pram_poly_stmt *q,
			const struct pram_access *y)
{
  return same_loops_p (p, q) && same_subscripts_p (poly->prog, p, x, y);
}

bool
pram_poly_alike_p (const struct pram_poly *poly,
		   const struct pram_poly_stmt *p,
		   const struct pram_access *x,
		   const struct pram_poly_stmt *q,
		   const struct pram_access *y)
{
  size_t size = sizeof *p->residues * (size_t) p->depth;
  return (pram_poly_same_place_p (poly, p, x, q, y)
	  && memcmp (p->residues, q->residues, size) == 0
	  && same_guards_p (p, x, y));
}

/* The same of accesses that are alike.  */
static uint64_t
hash (const struct pram_poly *poly, const struct pram_poly_stmt *stmt,
      const struct pram_access *x)
{
  uint64_t h = (uint64_t) stmt->depth << 8 ^ (uint64_t) x->n_guards;
  for (int d = 0; d < poly->prog->arrays[x->array].n_dims; d++)
    h = h * 0x9e3779b97f4a7c15 + (uint64_t) x->subscript[d].constant;
  return h;
}

/* The first access of each kind.  */
struct kind
{
  const struct pram_poly_stmt *stmt;
  const struct pram_access *access;
  uint64_t hash;
};

/* The number of the N KINDS which ACCESS of STMT, whose hash is H, is of, or N.  */
static int
kind_of (const struct pram_poly *poly, const struct kind *kinds, int n,
	 const struct pram_poly_stmt *stmt, const struct pram_access *access,
	 uint64_t h)
{
  int k = 0;
  while (k < n && !(kinds[k].hash == h
		    && pram_poly_alike_p (poly, kinds[k].stmt, kinds[k].access, stmt,
					  access)))
    k++;
  return k;
}

int
pram_poly_kinds (const struct pram_poly *poly)
{
  struct kind *kinds = NULL;
  for (int s = 0; s < poly->n_stmts && !poly->stmts[s].kinds; s++)
    {
      struct pram_poly_stmt *stmt = &poly->stmts[s];
      stmt->kinds = PRAM_ARENA_NEW (poly->prog->arena, int,
				    stmt->node->n_accesses + 1);
      for (int a = 0; a < stmt->node->n_accesses; a++)
	{
	  const struct pram_access *access = &stmt->node->accesses[a];
	  uint64_t h = hash (poly, stmt, access);
	  int *n = poly->n_kinds, k = kind_of (poly, kinds, *n, stmt, access, h);
	  if (k == *n)
	    *PRAM_ARENA_PUSH (poly->prog->arena, kinds, *n)
	      = (struct kind) { stmt, access, h };
	  stmt->kinds[a] = k;
	}
    }
  return *poly->n_kinds;
}

int
pram_poly_kind (const struct pram_poly *poly, const struct pram_poly_stmt *stmt,
		const struct pram_access *access)
{
  pram_poly_kinds (poly);
  return stmt->kinds[access - stmt->node->accesses];
}

bool
pram_poly_repeated_p (const struct pram_poly *poly,
		      const struct pram_poly_stmt *stmt,
		      const struct pram_access *read)
{
  bool repeated = false;
  for (const struct pram_access *a = stmt->node->accesses;
       a < read && !repeated; a++)
    repeated = (!a->write && a->array == read->array
		&& pram_poly_alike_p (poly, stmt, a, stmt, read));
  return repeated;
}

int64_t
pram_poly_step (const struct pram_access *x, int d, int64_t step)
{
  const struct pram_affine *s = &x->subscript[d];
  if (x->div && x->div[d] > 1)
    return 1;
  if (x->mod && x->mod[d] > 0)
    step = pram_set_gcd (step, x->mod[d]);
  for (int k = 0; k < s->n_coef; k++)
    step = pram_set_gcd (step, s->coef[k]);
  return step;
}

bool
pram_poly_congruent_p (const struct pram_access *x, const struct pram_access *y, int d,
		       int64_t step)
{
  int64_t difference;
  return (__builtin_sub_overflow (x->subscript[d].constant, y->subscript[d].constant,
				  &difference)
	  || (step ? difference % step == 0 : difference == 0));
}

bool
pram_poly_apart_p (const struct pram_poly *poly, const struct pram_access *x,
		   const struct pram_access *y)
{
  bool apart = false;
  for (int d = 0; d < poly->prog->arrays[x->array].n_dims && !apart; d++)
    apart = !pram_poly_congruent_p (x, y, d,
				    pram_poly_step (x, d, pram_poly_step (y, d, 0)));
  return apart;
}

/* --- Names to objects --------------------------------------------------- */

/* LOOP's permutation, to be applied as often as its iterator says (for
   statements inside), or as its back edge was taken (for statements behind
   it).  */
struct power
{
  const struct pram_node *loop;
  bool inside;
};

/* The loops in WITHIN with permutations that have run before, or enclose, NODE,
   in the order in which they were entered.  */
static void
collect_powers (const struct pram_poly *poly, const struct pram_node *within,
		const struct pram_node *node, struct power **powers, int *n)
{
  const struct pram_node *parent = node->parent;
  if (node != within && parent)
    collect_powers (poly, within, parent, powers, n);
  for (int i = 0; node != within && i < parent->n_children; i++)
    {
      const struct pram_node *child = parent->children[i];
      if (parent->kind == PRAM_SEQ && child != node && child->kind == PRAM_LOOP
	  && child->next)
	{
	  struct power *p = PRAM_ARENA_PUSH (poly->prog->arena, *powers, *n);
	  *p = (struct power) { child, false };
	}
      if (child == node)
	break;
    }
  if (node->kind == PRAM_LOOP && node->next)
    {
      struct power *p = PRAM_ARENA_PUSH (poly->prog->arena, *powers, *n);
      *p = (struct power) { node, true };
    }
}

static isl_aff *
exponent_aff (const struct pram_poly *poly, const struct pram_poly_stmt *stmt,
	      const struct power *power)
{
  const struct pram_node *loop = power->loop;
  isl_aff *zero = pram_poly_zero_aff (poly, stmt);
  if (loop->data_dependent)
    {
      int count = pram_poly_param_count (poly, loop->first_count);
      isl_aff *begun = pram_poly_add_term (zero, isl_dim_param, count, 1);
      return pram_poly_add_constant (begun, -1);
    }
  if (pram_affine_constant_p (&loop->count) && loop->count.constant < 0)
    return zero;
  isl_aff_free (zero);
  return pram_poly_aff (poly, stmt, &loop->count);
}

/* ACCESS on DOMAIN, ARRAY being the name to resolve by the first N of POWERS.
   The innermost permutation acts first.  */
static isl_union_map *
resolve (const struct pram_poly *poly, const struct pram_poly_stmt *stmt,
	 const struct pram_access *access, const struct power *powers, int n,
	 int array, isl_set *domain)
{
  if (n == 0)
    return isl_union_map_from_map (access_map (poly, stmt, access, domain,
					       'B', array));
  const struct power *power = &powers[n - 1];
  const int *next = power->loop->next;
  if (power->inside)
    {
      int residue
	= stmt->residues[pram_poly_level (stmt, power->loop)];
      while (residue-- > 0)
	array = next[array];
      return resolve (poly, stmt, access, powers, n - 1, array, domain);
    }
  int order = pram_poly_permutation_order (power->loop, poly->prog->n_arrays);
  isl_union_map *all = isl_union_map_empty (isl_space_copy (poly->params));
  for (int residue = 0; residue < order; residue++)
    {
      isl_aff *exponent = exponent_aff (poly, stmt, power);
      exponent = isl_aff_mod_val (exponent,
				  isl_val_int_from_si (poly->ctx, order));
      exponent = pram_poly_add_constant (exponent, -residue);
      isl_set *part = isl_set_from_basic_set (isl_aff_zero_basic_set
					      (exponent));
      part = isl_set_intersect (part, isl_set_copy (domain));
      all = isl_union_map_union (all, resolve (poly, stmt, access, powers,
					       n - 1, array, part));
      array = next[array];
    }
  isl_set_free (domain);
  return all;
}

isl_union_map *
pram_poly_object_access (const struct pram_poly *poly,
			 const struct pram_poly_stmt *stmt,
			 const struct pram_access *access,
			 const struct pram_node *node)
{
  struct power *powers = NULL;
  int n = 0;
  collect_powers (poly, node, stmt->node, &powers, &n);
  isl_set *domain = apply_guards (poly, stmt, access,
				  pram_poly_domain (poly, stmt));
  return resolve (poly, stmt, access, powers, n, access->array, domain);
}
