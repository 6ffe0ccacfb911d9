/* residue.c: what is known of a place that data choose.

   SPDX-License-Identifier: Apache-2.0  */

#include "residue.h"

#include "pram-sets.h"

/* E is a number, or known when the region is entered.  */
static bool
fixed_p (const struct pram_expr *e)
{
  return e->op == PRAM_EXPR_CONSTANT || e->op == PRAM_EXPR_ENTRY;
}

/* E counts iterations, or is a multiple of what does.  */
static bool
counts_p (const struct pram_expr *e)
{
  return (fixed_p (e) || e->op == PRAM_EXPR_ITERATOR
	  || (e->op == PRAM_EXPR_PRODUCT
	      && ((fixed_p (e->operand[0]) && counts_p (e->operand[1]))
		  || (fixed_p (e->operand[1]) && counts_p (e->operand[0])))));
}

/* What E, a term, is a multiple of beside its factor: a number or an entry value;
   null if it isn't a multiple of anything that is.  */
static const struct pram_expr *
factor_of (const struct pram_expr *e)
{
  if (e->op != PRAM_EXPR_PRODUCT)
    return NULL;
  return (fixed_p (e->operand[0]) ? e->operand[0]
	  : fixed_p (e->operand[1]) ? e->operand[1] : NULL);
}

/* Of E, a term of which little is known, only DATA matters.  */
static bool
unknown_p (const struct pram_expr *e)
{
  const struct pram_expr *factor = factor_of (e);
  if (factor)
    e = e->operand[e->operand[0] == factor];
  return e->op == PRAM_EXPR_DATA;
}

bool
pram_residue_p (const struct pram_expr *offset)
{
  bool unknown = false;
  if (offset->op != PRAM_EXPR_SUM)
    return false;
  for (int k = 0; k < offset->n; k++)
    if (unknown_p (offset->operand[k]))
      unknown = true;
    else if (!counts_p (offset->operand[k]))
      return false;
  return unknown;
}

const struct pram_expr *
pram_residue (struct pram_exprs *exprs, struct pram_scope *scope,
	      const struct pram_place *place, const struct pram_expr *offset,
	      int64_t *modulus)
{
  if (!pram_residue_p (offset))
    return NULL;
  const struct pram_expr *known = pram_expr_constant (exprs, offset->value);
  *modulus = 0;
  for (int k = 0; k < offset->n; k++)
    {
      const struct pram_expr *term = offset->operand[k];
      int64_t lo = 1, hi = 1, by;
      if (!unknown_p (term))
	{
	  known = pram_expr_sum (exprs, known, 1, term, offset->coef[k]);
	  continue;
	}
      const struct pram_expr *factor = factor_of (term);
      if (factor && (!pram_scope_range (scope, place, factor, &lo, &hi)
		     || lo != hi))
	return NULL;
      if (__builtin_mul_overflow (lo, offset->coef[k], &by))
	return NULL;
      *modulus = pram_set_gcd (*modulus, by);
    }
  return *modulus > 0 ? known : NULL;
}
