/* expr.c: make expressions, each value once.

   SPDX-License-Identifier: Apache-2.0

   Nodes are found by their operator and operands (hash-consing); the makers
   apply the rules of expr.h, so that what is equal by them is one node.  */

#include "expr.h"

#include <stdlib.h>
#include <string.h>

struct pram_exprs
{
  struct pram_arena *arena;
  int n_exprs, n_data;
  int n_buckets;		/* a power of two */
  struct pram_expr **bucket;	/* open addressing */
};

enum { FIRST_BUCKETS = 256, MAX_WEIGHT = 20000 };

struct pram_exprs *
pram_exprs_new (struct pram_arena *arena)
{
  struct pram_exprs *x = PRAM_ARENA_NEW (arena, struct pram_exprs, 1);
  x->arena = arena;
  x->n_buckets = FIRST_BUCKETS;
  x->bucket = PRAM_ARENA_NEW (arena, struct pram_expr *, x->n_buckets);
  return x;
}

/* --- Finding ------------------------------------------------------------- */

static uint64_t
hash_of (const struct pram_expr *e)
{
  uint64_t h = (uint64_t) e->op * 31 + (uint64_t) e->bits * 2 + e->is_signed;
  h = h * UINT64_C (0x9e3779b97f4a7c15) + (uint64_t) e->value;
  for (int k = 0; k < e->n; k++)
    {
      h = h * UINT64_C (0x9e3779b97f4a7c15) + (uint64_t) e->operand[k]->number;
      if (e->coef)
	h = h * UINT64_C (0x9e3779b97f4a7c15) + (uint64_t) e->coef[k];
    }
  /* Numbers follow each other; their places in the table must not, or those that follow
     wait behind all of them.  */
  h = (h ^ h >> 33) * UINT64_C (0xff51afd7ed558ccd);
  return h ^ h >> 33;
}

static bool
same_p (const struct pram_expr *a, const struct pram_expr *b)
{
  if (a->op != b->op || a->value != b->value || a->bits != b->bits
      || a->is_signed != b->is_signed || a->n != b->n)
    return false;
  for (int k = 0; k < a->n; k++)
    if (a->operand[k] != b->operand[k]
	|| (a->coef && a->coef[k] != b->coef[k]))
      return false;
  return true;
}

static struct pram_expr **
place_of (struct pram_exprs *x, const struct pram_expr *e)
{
  int i = (int) (hash_of (e) & (uint64_t) (x->n_buckets - 1));
  while (x->bucket[i] && !same_p (x->bucket[i], e))
    i = (i + 1) & (x->n_buckets - 1);
  return &x->bucket[i];
}

static void
grow (struct pram_exprs *x)
{
  struct pram_expr **old = x->bucket;
  int n = x->n_buckets;
  x->n_buckets *= 2;
  x->bucket = PRAM_ARENA_NEW (x->arena, struct pram_expr *, x->n_buckets);
  for (int i = 0; i < n; i++)
    if (old[i])
      *place_of (x, old[i]) = old[i];
}

/* The node that is like E; operands and factors are copied.  */
static const struct pram_expr *
node (struct pram_exprs *x, const struct pram_expr *e)
{
  struct pram_expr **place = place_of (x, e);
  if (*place)
    return *place;
  int weight = 1;
  for (int k = 0; k < e->n; k++)
    weight += e->operand[k]->weight;
  if (weight > MAX_WEIGHT)
    return pram_expr_data (x, NULL, NULL);
  struct pram_expr *made = PRAM_ARENA_NEW (x->arena, struct pram_expr, 1);
  *made = *e;
  made->number = x->n_exprs++;
  made->weight = weight;
  made->operand = PRAM_ARENA_NEW (x->arena, const struct pram_expr *,
				  e->n + 1);
  for (int k = 0; k < e->n; k++)
    made->operand[k] = e->operand[k];
  if (e->coef)
    {
      made->coef = PRAM_ARENA_NEW (x->arena, int64_t, e->n + 1);
      memcpy (made->coef, e->coef, sizeof *e->coef * (size_t) e->n);
    }
  *place = made;
  if (x->n_exprs * 2 > x->n_buckets)
    grow (x);
  return made;
}

static const struct pram_expr *
leaf (struct pram_exprs *x, enum pram_expr_op op, int64_t value,
      const char *name)
{
  return node (x, &(struct pram_expr) { .op = op, .value = value,
					.name = name });
}

const struct pram_expr *
pram_expr_constant (struct pram_exprs *x, int64_t value)
{
  return leaf (x, PRAM_EXPR_CONSTANT, value, NULL);
}

const struct pram_expr *
pram_expr_iterator (struct pram_exprs *x, int loop)
{
  return leaf (x, PRAM_EXPR_ITERATOR, loop, NULL);
}

const struct pram_expr *
pram_expr_trips (struct pram_exprs *x, int loop)
{
  return leaf (x, PRAM_EXPR_TRIPS, loop, NULL);
}

const struct pram_expr *
pram_expr_variable (struct pram_exprs *x, int number, const char *name)
{
  return leaf (x, PRAM_EXPR_VARIABLE, number, name);
}

const struct pram_expr *
pram_expr_entry (struct pram_exprs *x, int number, const char *name)
{
  return leaf (x, PRAM_EXPR_ENTRY, number, name);
}

const struct pram_expr *
pram_expr_element (struct pram_exprs *x, int lookup, const char *name,
		   const struct pram_expr *offset)
{
  if (!offset)
    return NULL;
  return node (x, &(struct pram_expr) { .op = PRAM_EXPR_ELEMENT,
					.value = lookup, .name = name,
					.n = 1, .operand = &offset });
}

const struct pram_expr *
pram_expr_data (struct pram_exprs *x, const char *name, void *cookie)
{
  return node (x, &(struct pram_expr) { .op = PRAM_EXPR_DATA,
					.value = x->n_data++, .name = name,
					.cookie = cookie });
}

/* The node OP of N OPERANDs.  */
static const struct pram_expr *
operation (struct pram_exprs *x, enum pram_expr_op op, int n,
	   const struct pram_expr **operand)
{
  return node (x, &(struct pram_expr) { .op = op, .n = n,
					.operand = operand });
}

/* --- Order --------------------------------------------------------------- */

static int
sign_of (int64_t a, int64_t b)
{
  return (a > b) - (a < b);
}

/* Which of two nodes is the first operand, < 0: A.  That depends on what they
   are, not on which was made first, so that a source that is read has the nodes
   that were printed.  Differing operands are nodes themselves: one path.  */
static int
order (const struct pram_expr *a, const struct pram_expr *b)
{
  while (a != b)
    {
      int by = sign_of (b->weight, a->weight);
      by = by ? by : sign_of (a->op, b->op);
      by = by ? by : sign_of (a->value, b->value);
      by = by ? by : sign_of (a->bits, b->bits);
      by = by ? by : a->is_signed - b->is_signed;
      by = by ? by : a->n - b->n;
      for (int k = 0; k < a->n && a->coef && !by; k++)
	by = sign_of (a->coef[k], b->coef[k]);
      if (by)
	return by;
      int k = 0;
      while (a->operand[k] == b->operand[k])
	k++;
      const struct pram_expr *x = a->operand[k], *y = b->operand[k];
      a = x;
      b = y;
    }
  return 0;
}

/* --- Sums ---------------------------------------------------------------- */

/* A sum in the making, with room for all terms.  */
struct sum
{
  struct pram_exprs *x;
  struct pram_expr e;
  bool overflow;
};

static void
add_term (struct sum *s, const struct pram_expr *term, int64_t factor)
{
  int k = 0;
  while (k < s->e.n && order (s->e.operand[k], term) < 0)
    k++;
  if (k < s->e.n && s->e.operand[k] == term)
    {
      s->overflow |= __builtin_add_overflow (s->e.coef[k], factor,
					     &s->e.coef[k]);
      if (s->e.coef[k])
	return;
      s->e.n--;
      for (; k < s->e.n; k++)
	{
	  s->e.operand[k] = s->e.operand[k + 1];
	  s->e.coef[k] = s->e.coef[k + 1];
	}
      return;
    }
  for (int i = s->e.n; i > k; i--)
    {
      s->e.operand[i] = s->e.operand[i - 1];
      s->e.coef[i] = s->e.coef[i - 1];
    }
  s->e.operand[k] = term;
  s->e.coef[k] = factor;
  s->e.n += factor != 0;
}

static void
add_product (struct sum *s, const struct pram_expr *a, int64_t factor)
{
  int64_t product;
  if (a->op != PRAM_EXPR_SUM && a->op != PRAM_EXPR_CONSTANT)
    {
      if (factor)
	add_term (s, a, factor);
      return;
    }
  s->overflow |= (__builtin_mul_overflow (a->value, factor, &product)
		  || __builtin_add_overflow (s->e.value, product,
					     &s->e.value));
  for (int k = 0; k < a->n && factor; k++)
    {
      s->overflow |= __builtin_mul_overflow (a->coef[k], factor, &product);
      add_term (s, a->operand[k], product);
    }
}

static const struct pram_expr *
finish_sum (struct sum *s)
{
  if (s->overflow)
    return pram_expr_data (s->x, NULL, NULL);
  if (s->e.n == 0)
    return pram_expr_constant (s->x, s->e.value);
  if (s->e.n == 1 && s->e.coef[0] == 1 && s->e.value == 0)
    return s->e.operand[0];
  return node (s->x, &s->e);
}

const struct pram_expr *
pram_expr_sum (struct pram_exprs *x, const struct pram_expr *a, int64_t fa,
	       const struct pram_expr *b, int64_t fb)
{
  if (!a || !b)
    return NULL;
  int most = a->n + b->n + 2;
  const struct pram_expr *operand[most];
  int64_t coef[most];
  struct sum s = { x, { .op = PRAM_EXPR_SUM, .operand = operand,
			.coef = coef }, false };
  add_product (&s, a, fa);
  add_product (&s, b, fb);
  return finish_sum (&s);
}

static const struct pram_expr *
times (struct pram_exprs *x, const struct pram_expr *e, int64_t factor)
{
  return pram_expr_sum (x, e, factor, pram_expr_constant (x, 0), 0);
}

/* --- Wrapping ------------------------------------------------------------ */

int64_t
pram_expr_wrap_value (int64_t value, int bits, bool is_signed)
{
  uint64_t low = bits < 64 ? (uint64_t) value & ((UINT64_C (1) << bits) - 1)
			   : (uint64_t) value;
  if (is_signed && bits < 64 && low >> (bits - 1))
    low |= ~((UINT64_C (1) << bits) - 1);
  return (int64_t) low;
}

const struct pram_expr *
pram_expr_modulo (struct pram_exprs *x, const struct pram_expr *e, int bits)
{
  if (e->op == PRAM_EXPR_WRAP && e->bits >= bits)
    return pram_expr_modulo (x, e->operand[0], bits);
  if (e->op == PRAM_EXPR_CONSTANT)
    return pram_expr_constant (x, pram_expr_wrap_value (e->value, bits, true));
  if (e->op == PRAM_EXPR_SELECT)
    return pram_expr_select (x, e->operand[0], pram_expr_modulo (x, e->operand[1], bits),
			     pram_expr_modulo (x, e->operand[2], bits));
  if (e->op != PRAM_EXPR_SUM && e->op != PRAM_EXPR_PRODUCT)
    return e;
  const struct pram_expr *all
    = pram_expr_constant (x, pram_expr_wrap_value (e->value, bits, true));
  if (e->op == PRAM_EXPR_PRODUCT)
    all = pram_expr_binary (x, PRAM_EXPR_PRODUCT,
			    pram_expr_modulo (x, e->operand[0], bits),
			    pram_expr_modulo (x, e->operand[1], bits));
  for (int k = 0; k < e->n && e->op == PRAM_EXPR_SUM; k++)
    all = pram_expr_sum (x, all, 1,
			 pram_expr_modulo (x, e->operand[k], bits),
			 pram_expr_wrap_value (e->coef[k], bits, true));
  /* What terms have become may be less once more.  */
  return all == e ? e : pram_expr_modulo (x, all, bits);
}

static bool
truth_p (const struct pram_expr *e)
{
  switch (e->op)
    {
    case PRAM_EXPR_NEGATIVE: case PRAM_EXPR_ZERO: case PRAM_EXPR_NOT:
    case PRAM_EXPR_BOTH: case PRAM_EXPR_EITHER:
      return true;
    case PRAM_EXPR_CONSTANT:
      return e->value == 0 || e->value == 1;
    default:
      return false;
    }
}

/* E is in the range of the type as it stands.  */
static bool
within_p (const struct pram_expr *e, int bits, bool is_signed)
{
  if (truth_p (e) && bits > 1)
    return true;
  if (e->op == PRAM_EXPR_SELECT)
    return (within_p (e->operand[1], bits, is_signed)
	    && within_p (e->operand[2], bits, is_signed));
  if (e->op == PRAM_EXPR_WRAP)
    return (e->is_signed ? is_signed && e->bits <= bits
	    : e->bits < bits || (e->bits == bits && !is_signed));
  return (e->op == PRAM_EXPR_CONSTANT
	  && (is_signed || e->value >= 0)
	  && (bits == 64 || pram_expr_wrap_value (e->value, bits, is_signed)
			    == e->value));
}

const struct pram_expr *
pram_expr_wrap (struct pram_exprs *x, const struct pram_expr *e, int bits,
		bool is_signed)
{
  if (!e || within_p (e, bits, is_signed))
    return e;
  e = pram_expr_modulo (x, e, bits);
  if (within_p (e, bits, is_signed))
    return e;
  if (e->op == PRAM_EXPR_CONSTANT)
    {
      int64_t value = pram_expr_wrap_value (e->value, bits, is_signed);
      /* 2^63 and more stay as they are.  */
      if (is_signed || value >= 0)
	return pram_expr_constant (x, value);
    }
  return node (x, &(struct pram_expr) { .op = PRAM_EXPR_WRAP, .bits = bits,
					.is_signed = is_signed, .n = 1,
					.operand = &e });
}

/* --- Other operators ----------------------------------------------------- */

bool
pram_expr_fold (enum pram_expr_op op, int64_t a, int64_t b, int64_t *result)
{
  switch (op)
    {
    case PRAM_EXPR_PRODUCT:
      return !__builtin_mul_overflow (a, b, result);
    case PRAM_EXPR_DIV: case PRAM_EXPR_MOD:
      if (b == 0 || (a == INT64_MIN && b == -1))
	return false;
      *result = op == PRAM_EXPR_DIV ? a / b : a % b;
      return true;
    case PRAM_EXPR_MIN:
      *result = a < b ? a : b;
      return true;
    case PRAM_EXPR_MAX:
      *result = a > b ? a : b;
      return true;
    case PRAM_EXPR_AND:
      *result = a & b;
      return true;
    case PRAM_EXPR_XOR:
      *result = a ^ b;
      return true;
    case PRAM_EXPR_SHL:
      return (b >= 0 && b < 63
	      && !__builtin_mul_overflow (a, INT64_C (1) << b, result));
    case PRAM_EXPR_SHR:
      if (b < 0 || b > 63)
	return false;
      *result = a >> b;
      return true;
    default:
      return false;
    }
}

static bool
commutes_p (enum pram_expr_op op)
{
  return (op == PRAM_EXPR_PRODUCT || op == PRAM_EXPR_MIN || op == PRAM_EXPR_MAX
	  || op == PRAM_EXPR_AND || op == PRAM_EXPR_XOR
	  || op == PRAM_EXPR_BOTH || op == PRAM_EXPR_EITHER);
}

/* A OP B in one order.  */
static const struct pram_expr *
pair (struct pram_exprs *x, enum pram_expr_op op, const struct pram_expr *a,
      const struct pram_expr *b)
{
  bool swap = (commutes_p (op)
	       && (a->op == PRAM_EXPR_CONSTANT
		   || (b->op != PRAM_EXPR_CONSTANT
		       && order (a, b) > 0)));
  const struct pram_expr *operand[] = { swap ? b : a, swap ? a : b };
  return operation (x, op, 2, operand);
}

const struct pram_expr *
pram_expr_binary (struct pram_exprs *x, enum pram_expr_op op,
		  const struct pram_expr *a, const struct pram_expr *b)
{
  int64_t value;
  if (!a || !b)
    return NULL;
  bool ca = a->op == PRAM_EXPR_CONSTANT, cb = b->op == PRAM_EXPR_CONSTANT;
  if (ca && cb)
    return (pram_expr_fold (op, a->value, b->value, &value)
	    ? pram_expr_constant (x, value) : pram_expr_data (x, NULL, NULL));
  if (ca && commutes_p (op))
    return pram_expr_binary (x, op, b, a);
  if (op == PRAM_EXPR_PRODUCT && cb)
    return times (x, a, b->value);
  if (op == PRAM_EXPR_SHL && cb && b->value >= 0 && b->value < 63)
    return times (x, a, INT64_C (1) << b->value);
  if ((op == PRAM_EXPR_DIV && cb && b->value == 1)
      || ((op == PRAM_EXPR_MIN || op == PRAM_EXPR_MAX) && a == b))
    return a;
  if (op == PRAM_EXPR_AND && truth_p (a) && truth_p (b))
    return pram_expr_both (x, a, b);
  /* The last bit is that of the sum.  */
  if (op == PRAM_EXPR_AND && a->op == PRAM_EXPR_XOR && cb && b->value == 1)
    return pram_expr_binary (x, op, pram_expr_sum (x, a->operand[0], 1,
						   a->operand[1], 1), b);
  if (op == PRAM_EXPR_XOR && truth_p (a) && cb && truth_p (b))
    return b->value ? pram_expr_not (x, a) : a;
  return pair (x, op, a, b);
}

/* --- Truth --------------------------------------------------------------- */

/* DIFFERENCE < 0, or == 0.  */
static const struct pram_expr *
compare (struct pram_exprs *x, enum pram_expr_op op,
	 const struct pram_expr *difference)
{
  if (difference->op == PRAM_EXPR_CONSTANT)
    return pram_expr_constant (x, op == PRAM_EXPR_ZERO
				  ? difference->value == 0
				  : difference->value < 0);
  if (truth_p (difference))
    return (op == PRAM_EXPR_ZERO ? pram_expr_not (x, difference)
	    : pram_expr_constant (x, 0));
  /* a == b is b == a; and t == 1, of a truth value, is t.  */
  if (op == PRAM_EXPR_ZERO && difference->op == PRAM_EXPR_SUM)
    {
      if (difference->coef[0] < 0)
	return compare (x, op, times (x, difference, -1));
      if (difference->n == 1
	  && difference->coef[0] == 1 && truth_p (difference->operand[0]))
	return (difference->value == -1 ? difference->operand[0]
		: pram_expr_constant (x, 0));
    }
  /* !t, as 1 - t, is less than 1 or more than 0: leave that to sets.  */
  return operation (x, op, 1, &difference);
}

const struct pram_expr *
pram_expr_less (struct pram_exprs *x, const struct pram_expr *a,
		const struct pram_expr *b)
{
  return a && b ? compare (x, PRAM_EXPR_NEGATIVE,
			   pram_expr_sum (x, a, 1, b, -1)) : NULL;
}

const struct pram_expr *
pram_expr_equal (struct pram_exprs *x, const struct pram_expr *a,
		 const struct pram_expr *b)
{
  return a && b ? compare (x, PRAM_EXPR_ZERO,
			   pram_expr_sum (x, a, 1, b, -1)) : NULL;
}

const struct pram_expr *
pram_expr_truth (struct pram_exprs *x, const struct pram_expr *e)
{
  if (!e || truth_p (e))
    return e;
  return pram_expr_not (x, compare (x, PRAM_EXPR_ZERO, e));
}

const struct pram_expr *
pram_expr_not (struct pram_exprs *x, const struct pram_expr *e)
{
  if (!e)
    return NULL;
  if (e->op == PRAM_EXPR_CONSTANT)
    return pram_expr_constant (x, !e->value);
  return (e->op == PRAM_EXPR_NOT ? e->operand[0]
	  : operation (x, PRAM_EXPR_NOT, 1, &e));
}

const struct pram_expr *
pram_expr_both (struct pram_exprs *x, const struct pram_expr *a,
		const struct pram_expr *b)
{
  if (!a || !b)
    return NULL;
  if (a->op == PRAM_EXPR_CONSTANT || b->op == PRAM_EXPR_CONSTANT)
    {
      bool first = a->op == PRAM_EXPR_CONSTANT;
      return (first ? a : b)->value ? (first ? b : a)
				    : pram_expr_constant (x, 0);
    }
  if (a == b)
    return a;
  if (pram_expr_not (x, a) == b)
    return pram_expr_constant (x, 0);
  return pair (x, PRAM_EXPR_BOTH, a, b);
}

/* If one of A and B is P and Q, and the other one P and not Q, P.  */
static const struct pram_expr *
meet (struct pram_exprs *x, const struct pram_expr *a,
      const struct pram_expr *b)
{
  if (pram_expr_not (x, a) == b)
    return pram_expr_constant (x, 1);
  if (a->op != PRAM_EXPR_BOTH || b->op != PRAM_EXPR_BOTH)
    return NULL;
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++)
      if (a->operand[i] == b->operand[k]
	  && pram_expr_not (x, a->operand[1 - i]) == b->operand[1 - k])
	return a->operand[i];
  return NULL;
}

/* A or B, if B meets A or a part of A; else null.  */
static const struct pram_expr *
absorb (struct pram_exprs *x, const struct pram_expr *a,
	const struct pram_expr *b)
{
  const struct pram_expr *both = meet (x, a, b);
  for (int k = 0; !both && a->op == PRAM_EXPR_EITHER && k < 2; k++)
    if ((both = absorb (x, a->operand[k], b)))
      both = pram_expr_either (x, a->operand[1 - k], both);
  return both;
}

const struct pram_expr *
pram_expr_either (struct pram_exprs *x, const struct pram_expr *a,
		  const struct pram_expr *b)
{
  if (!a || !b)
    return NULL;
  if (a->op == PRAM_EXPR_CONSTANT || b->op == PRAM_EXPR_CONSTANT)
    {
      bool first = a->op == PRAM_EXPR_CONSTANT;
      return (first ? a : b)->value ? pram_expr_constant (x, 1)
				    : first ? b : a;
    }
  if (a == b)
    return a;
  const struct pram_expr *both = absorb (x, a, b);
  if (!both)
    both = absorb (x, b, a);
  if (both)
    return both;
  return pair (x, PRAM_EXPR_EITHER, a, b);
}

/* A - B = X + 0 or X + 1: then `X < 0 ? A : B' is the less of the two.  (The
   operations that were read don't overflow, or would be wrapped.)  */
static bool
less_if_negative_p (struct pram_exprs *x, const struct pram_expr *less,
		    const struct pram_expr *a, const struct pram_expr *b)
{
  const struct pram_expr *rest
    = pram_expr_sum (x, pram_expr_sum (x, a, 1, b, -1), 1, less, -1);
  return (rest && rest->op == PRAM_EXPR_CONSTANT
	  && (rest->value == 0 || rest->value == 1));
}

const struct pram_expr *
pram_expr_select (struct pram_exprs *x, const struct pram_expr *test,
		  const struct pram_expr *a, const struct pram_expr *b)
{
  if (!test || !a || !b)
    return NULL;
  test = pram_expr_truth (x, test);
  if (test->op == PRAM_EXPR_NOT)
    return pram_expr_select (x, test->operand[0], b, a);
  if (a == b)
    return a;
  if (test->op == PRAM_EXPR_CONSTANT)
    return test->value ? a : b;
  if (truth_p (a) && truth_p (b))
    return pram_expr_either (x, pram_expr_both (x, test, a),
			     pram_expr_both (x, pram_expr_not (x, test), b));
  if (test->op == PRAM_EXPR_NEGATIVE
      && less_if_negative_p (x, test->operand[0], a, b))
    return pram_expr_binary (x, PRAM_EXPR_MIN, a, b);
  if (test->op == PRAM_EXPR_NEGATIVE
      && less_if_negative_p (x, test->operand[0], b, a))
    return pram_expr_binary (x, PRAM_EXPR_MAX, a, b);
  const struct pram_expr *operand[] = { test, a, b };
  return operation (x, PRAM_EXPR_SELECT, 3, operand);
}

/* --- Looking at expressions ---------------------------------------------- */

bool
pram_expr_mentions_p (const struct pram_expr *e, enum pram_expr_op op,
		      int64_t value)
{
  if (e->op == op && (value < 0 || e->value == value))
    return true;
  for (int k = 0; k < e->n; k++)
    if (pram_expr_mentions_p (e->operand[k], op, value))
      return true;
  return false;
}

/* The node that has E's operator and the operands OPERAND.  */
static const struct pram_expr *
rebuild (struct pram_exprs *x, const struct pram_expr *e,
	 const struct pram_expr **operand)
{
  const struct pram_expr *all;
  switch (e->op)
    {
    case PRAM_EXPR_SUM:
      all = pram_expr_constant (x, e->value);
      for (int k = 0; k < e->n; k++)
	all = pram_expr_sum (x, all, 1, operand[k], e->coef[k]);
      return all;
    case PRAM_EXPR_WRAP:
      return pram_expr_wrap (x, operand[0], e->bits, e->is_signed);
    case PRAM_EXPR_NEGATIVE: case PRAM_EXPR_ZERO:
      return compare (x, e->op, operand[0]);
    case PRAM_EXPR_NOT:
      return pram_expr_not (x, operand[0]);
    case PRAM_EXPR_ELEMENT:
      return pram_expr_element (x, (int) e->value, e->name, operand[0]);
    case PRAM_EXPR_BOTH:
      return pram_expr_both (x, operand[0], operand[1]);
    case PRAM_EXPR_EITHER:
      return pram_expr_either (x, operand[0], operand[1]);
    case PRAM_EXPR_SELECT:
      return pram_expr_select (x, operand[0], operand[1], operand[2]);
    default:
      return e->n == 2 ? pram_expr_binary (x, e->op, operand[0], operand[1])
		       : e;
    }
}

const struct pram_expr *
pram_expr_replace (struct pram_exprs *x, const struct pram_expr *e,
		   const struct pram_expr *a, const struct pram_expr *b)
{
  if (e == a)
    return b;
  if (!pram_expr_mentions_p (e, a->op, a->value))
    return e;
  const struct pram_expr *operand[e->n + 1];
  for (int k = 0; k < e->n; k++)
    operand[k] = pram_expr_replace (x, e->operand[k], a, b);
  return rebuild (x, e, operand);
}

const struct pram_expr *
pram_expr_substitute (struct pram_exprs *x, const struct pram_expr *e,
		      pram_leaf_replace replace, void *data)
{
  if (!e || e->op == PRAM_EXPR_CONSTANT)
    return e;
  if (e->n == 0)
    return replace (data, e);
  const struct pram_expr *operand[e->n];
  bool same = true;
  for (int k = 0; k < e->n; k++)
    {
      operand[k] = pram_expr_substitute (x, e->operand[k], replace, data);
      same &= operand[k] == e->operand[k];
    }
  return same ? e : rebuild (x, e, operand);
}

/* E of the values V of its operands.  */
static bool
apply (const struct pram_expr *e, const int64_t *v, int64_t *value)
{
  int64_t product;
  switch (e->op)
    {
    case PRAM_EXPR_SUM:
      *value = e->value;
      for (int k = 0; k < e->n; k++)
	if (__builtin_mul_overflow (e->coef[k], v[k], &product)
	    || __builtin_add_overflow (*value, product, value))
	  return false;
      return true;
    case PRAM_EXPR_WRAP:
      *value = pram_expr_wrap_value (v[0], e->bits, e->is_signed);
      return e->is_signed || *value >= 0;
    case PRAM_EXPR_NEGATIVE:
      *value = v[0] < 0;
      return true;
    case PRAM_EXPR_ZERO: case PRAM_EXPR_NOT:
      *value = v[0] == 0;
      return true;
    case PRAM_EXPR_ELEMENT:
      return false;
    default:
      return pram_expr_fold (e->op, v[0], v[1], value);
    }
}

bool
pram_expr_evaluate (const struct pram_expr *e, pram_leaf_value leaf_value,
		    void *data, int64_t *value)
{
  int64_t v[e->n + 1];
  if (e->op == PRAM_EXPR_CONSTANT)
    {
      *value = e->value;
      return true;
    }
  if (e->n == 0)
    return leaf_value (data, e, value);
  /* What isn't chosen need not be known.  */
  if (!pram_expr_evaluate (e->operand[0], leaf_value, data, &v[0]))
    return false;
  if (e->op == PRAM_EXPR_SELECT)
    return pram_expr_evaluate (e->operand[v[0] ? 1 : 2], leaf_value, data,
			       value);
  if (e->op == PRAM_EXPR_BOTH || e->op == PRAM_EXPR_EITHER)
    {
      *value = v[0];
      return (!v[0] == (e->op == PRAM_EXPR_BOTH)
	      || pram_expr_evaluate (e->operand[1], leaf_value, data, value));
    }
  for (int k = 1; k < e->n; k++)
    if (!pram_expr_evaluate (e->operand[k], leaf_value, data, &v[k]))
      return false;
  return apply (e, v, value);
}
