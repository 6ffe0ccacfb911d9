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
    return factor_of (offset) && unknown_p (offset);
  for (int k = 0; k < offset->n; k++)
    if (unknown_p (offset->operand[k]))
      unknown = true;
    else if (!counts_p (offset->operand[k]))
      return false;
  return unknown;
}

/* Let *MODULUS divide COEF times TERM, at PLACE, of which no more is known.  */
static bool
divide (struct pram_scope *scope, const struct pram_place *place,
	const struct pram_expr *term, int64_t coef, int64_t *modulus)
{
  const struct pram_expr *factor = factor_of (term);
  int64_t lo = 1, hi = 1, by;
  if ((factor && (!pram_scope_range (scope, place, factor, &lo, &hi) || lo != hi))
      || __builtin_mul_overflow (lo, coef, &by))
    return false;
  *modulus = pram_set_gcd (*modulus, by);
  return true;
}

const struct pram_expr *
pram_residue (struct pram_exprs *exprs, struct pram_scope *scope,
	      const struct pram_place *place, const struct pram_expr *offset,
	      int64_t *modulus)
{
  *modulus = 0;
  if (!pram_residue_p (offset))
    return NULL;
  bool sum = offset->op == PRAM_EXPR_SUM;
  const struct pram_expr *known = pram_expr_constant (exprs,
						      sum ? offset->value : 0);
  if (!sum && !divide (scope, place, offset, 1, modulus))
    return NULL;
  for (int k = 0; sum && k < offset->n; k++)
    {
      const struct pram_expr *term = offset->operand[k];
      if (!unknown_p (term))
	known = pram_expr_sum (exprs, known, 1, term, offset->coef[k]);
      else if (!divide (scope, place, term, offset->coef[k], modulus))
	return NULL;
    }
  return *modulus > 0 ? known : NULL;
}
