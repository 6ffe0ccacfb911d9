/* expr.h: integer expressions of a program.

   SPDX-License-Identifier: Apache-2.0

   What bounds, conditions and addresses are computed from, as the source has
   it: operators over iterators, entry values (scalars that the region doesn't
   change), constants, and data, of which nothing is known.  An expression
   stands for an integer, without a size; where C's arithmetic wraps there is a
   PRAM_EXPR_WRAP.  Truth values are 0 and 1.

   Two expressions that are the same value are, as far as the rules below tell,
   the same node: they can be compared as pointers.  The rules:
   (1) sums are linear combinations of other nodes, sorted, with a constant;
       where operands commute they are sorted, too, by what they are;
   (2) a comparison is one of a sum with zero;
   (3) what is constant is folded;
   (4) within a WRAP there is no other one that doesn't matter: of sums and
       products only the value modulo 2^bits counts.

   An iterator counts the iterations of its loop, from 0.  Where its loop has
   been left it is what it was then.

   Example: a[(unsigned) (i + 1) % n] has the index
     MOD (WRAP 32 (1 + i), n)  */

#ifndef PRAM_EXPR_H
#define PRAM_EXPR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum pram_expr_op
{
  PRAM_EXPR_CONSTANT,		/* VALUE */
  PRAM_EXPR_ITERATOR,		/* of loop number VALUE */
  PRAM_EXPR_TRIPS,		/* how often loop number VALUE runs, which is
				   always as often */
  PRAM_EXPR_VARIABLE,		/* variable number VALUE of the source, in the
				   present iteration of its loop */
  PRAM_EXPR_ENTRY,		/* entry value number VALUE */
  PRAM_EXPR_ELEMENT,		/* of lookup number VALUE (source.h), that
				   which lies OPERAND[0] bytes behind its
				   base */
  PRAM_EXPR_DATA,		/* not known; VALUE tells them apart */
  PRAM_EXPR_SUM,		/* VALUE + the sum of COEF[k] * OPERAND[k] */
  PRAM_EXPR_PRODUCT,
  PRAM_EXPR_DIV, PRAM_EXPR_MOD,	/* as C has them: rounded towards zero */
  PRAM_EXPR_MIN, PRAM_EXPR_MAX,
  PRAM_EXPR_AND, PRAM_EXPR_XOR,	/* of bits, two's complement */
  PRAM_EXPR_SHL, PRAM_EXPR_SHR,	/* by a number that is no constant; >> also by
				   one that is: rounds downwards */
  PRAM_EXPR_WRAP,		/* the value modulo 2^BITS in a type's range */
  PRAM_EXPR_NEGATIVE,		/* OPERAND[0] < 0 */
  PRAM_EXPR_ZERO,		/* OPERAND[0] == 0 */
  PRAM_EXPR_NOT,		/* of a truth value; so, too: */
  PRAM_EXPR_BOTH, PRAM_EXPR_EITHER,
  PRAM_EXPR_SELECT		/* OPERAND[0] ? OPERAND[1] : OPERAND[2] */
};

struct pram_expr
{
  enum pram_expr_op op;
  int number;			/* in the order in which they were made */
  int weight;			/* nodes, written out as a tree */
  int64_t value;
  int bits;			/* WRAP: 1 to 64 */
  bool is_signed;
  int n;
  const struct pram_expr **operand;
  int64_t *coef;		/* SUM; none is 0 */
  const char *name;		/* what a user would call it, or null */
  void *cookie;			/* of whoever made it first */
};

/* All expressions of a program.  */
struct pram_exprs;
struct pram_exprs *pram_exprs_new (struct pram_arena *);

/* Makers.  Operands belong to the same struct pram_exprs.  Null operands make
   null.  Where a constant would not have 64 bits, or the whole is larger than
   anything that people write, the result is DATA.  */
const struct pram_expr *pram_expr_constant (struct pram_exprs *, int64_t);
const struct pram_expr *pram_expr_iterator (struct pram_exprs *, int loop);
const struct pram_expr *pram_expr_trips (struct pram_exprs *, int loop);
const struct pram_expr *pram_expr_variable (struct pram_exprs *, int number,
					    const char *name);
const struct pram_expr *pram_expr_entry (struct pram_exprs *, int number,
					 const char *name);
const struct pram_expr *pram_expr_element (struct pram_exprs *, int lookup,
					   const char *name,
					   const struct pram_expr *offset);
/* Something that isn't known, other than everything before.  */
const struct pram_expr *pram_expr_data (struct pram_exprs *, const char *name,
					void *cookie);
/* A * FA + B * FB.  */
const struct pram_expr *pram_expr_sum (struct pram_exprs *,
				       const struct pram_expr *a, int64_t fa,
				       const struct pram_expr *b, int64_t fb);
/* PRODUCT, DIV, MOD, MIN, MAX, AND, XOR, SHL, SHR.  */
const struct pram_expr *pram_expr_binary (struct pram_exprs *,
					  enum pram_expr_op,
					  const struct pram_expr *,
					  const struct pram_expr *);
/* A value that is the same modulo 2^BITS, without what only matters
   otherwise.  */
const struct pram_expr *pram_expr_modulo (struct pram_exprs *,
					  const struct pram_expr *, int bits);
const struct pram_expr *pram_expr_wrap (struct pram_exprs *,
					const struct pram_expr *, int bits,
					bool is_signed);
const struct pram_expr *pram_expr_less (struct pram_exprs *,
					const struct pram_expr *,
					const struct pram_expr *);
const struct pram_expr *pram_expr_equal (struct pram_exprs *,
					 const struct pram_expr *,
					 const struct pram_expr *);
/* != 0 */
const struct pram_expr *pram_expr_truth (struct pram_exprs *,
					 const struct pram_expr *);
const struct pram_expr *pram_expr_not (struct pram_exprs *,
				       const struct pram_expr *);
const struct pram_expr *pram_expr_both (struct pram_exprs *,
					const struct pram_expr *,
					const struct pram_expr *);
const struct pram_expr *pram_expr_either (struct pram_exprs *,
					  const struct pram_expr *,
					  const struct pram_expr *);
const struct pram_expr *pram_expr_select (struct pram_exprs *,
					  const struct pram_expr *test,
					  const struct pram_expr *,
					  const struct pram_expr *);

/* The expression with B in the place of A, a leaf.  */
const struct pram_expr *pram_expr_replace (struct pram_exprs *,
					   const struct pram_expr *,
					   const struct pram_expr *a,
					   const struct pram_expr *b);

/* The expression with each leaf replaced by what REPLACE makes of it.  */
typedef const struct pram_expr *(*pram_leaf_replace)
  (void *data, const struct pram_expr *leaf);
const struct pram_expr *pram_expr_substitute (struct pram_exprs *,
					      const struct pram_expr *,
					      pram_leaf_replace, void *data);

/* Does EXPR have the operator OP in it, with the value VALUE (any if that is
   negative)?  */
bool pram_expr_mentions_p (const struct pram_expr *, enum pram_expr_op,
			   int64_t value);

/* A leaf's value: false if it is not known.  */
typedef bool (*pram_leaf_value) (void *data, const struct pram_expr *leaf,
				 int64_t *value);
/* The value of EXPR; false if it is not known, or has no 64 bits, or is not
   defined (a division by zero).  */
bool pram_expr_evaluate (const struct pram_expr *, pram_leaf_value, void *data,
			 int64_t *value);

/* A OP B of numbers, by the rules above; false if that isn't defined.  */
bool pram_expr_fold (enum pram_expr_op, int64_t a, int64_t b, int64_t *result);
/* VALUE as a type of BITS bits has it.  */
int64_t pram_expr_wrap_value (int64_t value, int bits, bool is_signed);

#endif
