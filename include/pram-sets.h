/* pram-sets.h: programs that enumerate sets of integers, and their evaluator.

   SPDX-License-Identifier: Apache-2.0

   The compiler describes which elements move between two processes by a small
   program over the environment of pram-abi.h.  It stands in an array of
   int64_t in prefix form.  Core evaluates it to count messages and bytes, the
   runtime to make MPI datatypes: hence one header for both.

   statement :=  SEQ n statement*n
	      |  FOR var lower upper step size statement
				upper is inclusive; step > 0; size is the
				number of words of the statement
	      |  IF condition size statement
				size: words of the statement
	      |  RUN first count stride
				the numbers first, first + stride, … (count)
   expression := CONST k | VAR v | NEG e | ADD e e | SUB e e | MUL e e
	      |  MIN e e | MAX e e | FDIV e e | MOD e e
	      |  LE e e | LT e e | EQ e e | AND e e | OR e e | SELECT e e e
   FDIV rounds towards minus infinity, MOD is its remainder; divisors are
   positive.  Sums, differences and products stop at the least and at the
   greatest number, which keeps what a range's ends say true of all between.
   Variables of FOR stand behind those of the environment; a FOR's variable is
   smaller than PRAM_SET_MAX_VARS.

   Example: the rows lo-1 and hi of an array with rows of 80 bytes,
   SEQ 2 RUN (MUL (SUB VAR 2 CONST 1) CONST 80) CONST 10 CONST 8
	 RUN (MUL VAR 3 CONST 80) CONST 10 CONST 8.  */

#ifndef PRAM_SETS_H
#define PRAM_SETS_H

#include <stdint.h>

enum pram_set_op
{
  PRAM_SET_SEQ, PRAM_SET_FOR, PRAM_SET_IF, PRAM_SET_RUN,
  PRAM_SET_CONST, PRAM_SET_VAR, PRAM_SET_NEG, PRAM_SET_ADD, PRAM_SET_SUB,
  PRAM_SET_MUL, PRAM_SET_MIN, PRAM_SET_MAX, PRAM_SET_FDIV, PRAM_SET_MOD,
  PRAM_SET_LE, PRAM_SET_LT, PRAM_SET_EQ, PRAM_SET_AND, PRAM_SET_OR,
  PRAM_SET_SELECT
};

#define PRAM_SET_MAX_VARS 512

/* The first unit of process RANK of PROCS: N_UNITS * RANK / PROCS, rounded up so
   that process 0 has unit 0, though that product may not fit.  */
static inline int64_t
pram_first_unit (int64_t n_units, int rank, int procs)
{
  return (n_units / procs * rank
	  + (n_units % procs * rank + procs - 1) / procs);
}

/* The numbers LOWER, LOWER + STEP, … up to UPPER, STEP > 0.  */
static inline int64_t
pram_set_steps (int64_t lower, int64_t upper, int64_t step)
{
  if (lower > upper)
    return 0;
  uint64_t steps = ((uint64_t) upper - (uint64_t) lower) / (uint64_t) step;
  return steps < INT64_MAX ? (int64_t) steps + 1 : INT64_MAX;
}

/* Has each of PROCS processes enough of the units LO .. HI - 1 of N_UNITS for
   two runs of a layer to sweep together: the ends of its block, REACH units
   each, something between them, and what the second run stays behind at either
   end, UP and DOWN?  */
static inline int
pram_ahead_fits_p (int64_t n_units, int64_t lo, int64_t hi, int64_t reach,
		   int64_t up, int64_t down, int procs)
{
  for (int p = 0; p < procs; p++)
    {
      int64_t first = pram_first_unit (n_units, p, procs);
      int64_t end = pram_first_unit (n_units, p + 1, procs);
      if ((end < hi ? end : hi) - (first > lo ? first : lo)
	  < 2 * reach + up + down + 2)
	return 0;
    }
  return 1;
}

/* Receives COUNT numbers FIRST, FIRST + STRIDE, …; COUNT > 0.  */
typedef void (*pram_set_visit) (void *data, int64_t first, int64_t count,
				int64_t stride);

static inline int64_t
pram_set_fdiv (int64_t a, int64_t b)
{
  int64_t q = a / b;
  return q - (a % b != 0 && (a < 0) != (b < 0));
}

static inline int64_t
pram_set_sum (int64_t a, int64_t b)
{
  int64_t sum;
  if (!__builtin_add_overflow (a, b, &sum))
    return sum;
  return b < 0 ? INT64_MIN : INT64_MAX;
}

static inline int64_t
pram_set_difference (int64_t a, int64_t b)
{
  int64_t difference;
  if (!__builtin_sub_overflow (a, b, &difference))
    return difference;
  return b < 0 ? INT64_MAX : INT64_MIN;
}

static inline int64_t
pram_set_times (int64_t a, int64_t b)
{
  int64_t product;
  if (!__builtin_mul_overflow (a, b, &product))
    return product;
  return (a < 0) != (b < 0) ? INT64_MIN : INT64_MAX;
}

/* The remainder of A by the positive B: 0 .. B - 1.  */
static inline int64_t
pram_set_mod (int64_t a, int64_t b)
{
  int64_t r = a % b;
  return r < 0 ? r + b : r;
}

/* The greatest common divisor of A and B; 0 if both are.  */
static inline int64_t
pram_set_gcd (int64_t a, int64_t b)
{
  while (b)
    {
      int64_t r = a % b;
      a = b;
      b = r;
    }
  return a < 0 ? -a : a;
}

/* The value of the expression at *PC, in ENV; moves *PC behind it.  */
static inline int64_t
pram_set_value (const int64_t **pc, const int64_t *env)
{
  int64_t a, b, c;
  int64_t op = *(*pc)++;
  switch (op)
    {
    case PRAM_SET_CONST: return *(*pc)++;
    case PRAM_SET_VAR: return env[*(*pc)++];
    case PRAM_SET_NEG: return pram_set_difference (0, pram_set_value (pc, env));
    default: break;
    }
  a = pram_set_value (pc, env);
  b = pram_set_value (pc, env);
  switch (op)
    {
    case PRAM_SET_ADD: return pram_set_sum (a, b);
    case PRAM_SET_SUB: return pram_set_difference (a, b);
    case PRAM_SET_MUL: return pram_set_times (a, b);
    case PRAM_SET_MIN: return a < b ? a : b;
    case PRAM_SET_MAX: return a > b ? a : b;
    case PRAM_SET_FDIV: return pram_set_fdiv (a, b);
    case PRAM_SET_MOD: return pram_set_mod (a, b);
    case PRAM_SET_LE: return a <= b;
    case PRAM_SET_LT: return a < b;
    case PRAM_SET_EQ: return a == b;
    case PRAM_SET_AND: return a && b;
    case PRAM_SET_OR: return a || b;
    default: break;
    }
  c = pram_set_value (pc, env);		/* PRAM_SET_SELECT */
  return a ? b : c;
}

/* Whole spans of a loop whose body is IF condition RUN are decided at once:
   what the condition's values lie between says of most that they are in the
   set, or that they are not, as for i % 4096 >= 2048.  */

struct pram_set_range { int64_t lo, hi; };

/* The values of a variable.  */
struct pram_set_span { int64_t var, from, to; };

static inline int64_t
pram_set_least (int64_t a, int64_t b)
{
  return a < b ? a : b;
}

static inline int64_t
pram_set_most (int64_t a, int64_t b)
{
  return a > b ? a : b;
}

static inline struct pram_set_range
pram_set_product (struct pram_set_range a, struct pram_set_range b)
{
  int64_t p = pram_set_times (a.lo, b.lo), q = pram_set_times (a.lo, b.hi);
  int64_t r = pram_set_times (a.hi, b.lo), s = pram_set_times (a.hi, b.hi);
  return (struct pram_set_range)
    { pram_set_least (pram_set_least (p, q), pram_set_least (r, s)),
      pram_set_most (pram_set_most (p, q), pram_set_most (r, s)) };
}

/* Remainders of A by the positive B.  */
static inline struct pram_set_range
pram_set_remainders (struct pram_set_range a, struct pram_set_range b)
{
  int64_t q = pram_set_fdiv (a.lo, b.lo);
  if (b.lo != b.hi || q != pram_set_fdiv (a.hi, b.lo))
    return (struct pram_set_range) { 0, b.hi - 1 };
  return (struct pram_set_range) { pram_set_mod (a.lo, b.lo),
				   pram_set_mod (a.hi, b.lo) };
}

/* Is a condition of RANGE true whatever it is, is it perhaps?  */
static inline struct pram_set_range
pram_set_truth (struct pram_set_range range)
{
  return (struct pram_set_range) { range.lo > 0 || range.hi < 0,
				   range.lo != 0 || range.hi != 0 };
}

/* What the values of the expression at *PC lie between in ENV and SPAN; exact
   if the span is one value.  Moves *PC behind it.  */
static inline struct pram_set_range
pram_set_bounds (const int64_t **pc, const int64_t *env,
		 const struct pram_set_span *span)
{
  typedef struct pram_set_range range;
  int64_t op = *(*pc)++, v;
  if (op == PRAM_SET_CONST || op == PRAM_SET_VAR)
    {
      v = *(*pc)++;
      if (op == PRAM_SET_VAR && v == span->var)
	return (range) { span->from, span->to };
      v = op == PRAM_SET_VAR ? env[v] : v;
      return (range) { v, v };
    }
  range a = pram_set_bounds (pc, env, span), c;
  if (op == PRAM_SET_NEG)
    return (range) { pram_set_difference (0, a.hi),
		     pram_set_difference (0, a.lo) };
  range b = pram_set_bounds (pc, env, span);
  switch (op)
    {
    case PRAM_SET_ADD:
      return (range) { pram_set_sum (a.lo, b.lo), pram_set_sum (a.hi, b.hi) };
    case PRAM_SET_SUB:
      return (range) { pram_set_difference (a.lo, b.hi),
		       pram_set_difference (a.hi, b.lo) };
    case PRAM_SET_MUL: return pram_set_product (a, b);
    case PRAM_SET_MIN:
      return (range) { pram_set_least (a.lo, b.lo),
		       pram_set_least (a.hi, b.hi) };
    case PRAM_SET_MAX:
      return (range) { pram_set_most (a.lo, b.lo), pram_set_most (a.hi, b.hi) };
    case PRAM_SET_FDIV:
      return (range) { pram_set_fdiv (a.lo, a.lo < 0 ? b.lo : b.hi),
		       pram_set_fdiv (a.hi, a.hi < 0 ? b.hi : b.lo) };
    case PRAM_SET_MOD: return pram_set_remainders (a, b);
    case PRAM_SET_LE: return (range) { a.hi <= b.lo, a.lo <= b.hi };
    case PRAM_SET_LT: return (range) { a.hi < b.lo, a.lo < b.hi };
    case PRAM_SET_EQ:
      return (range) { a.lo == b.hi && a.hi == b.lo,
		       a.lo <= b.hi && b.lo <= a.hi };
    default: break;
    }
  if (op == PRAM_SET_AND || op == PRAM_SET_OR)
    {
      a = pram_set_truth (a);
      b = pram_set_truth (b);
      return op == PRAM_SET_AND ? (range) { a.lo && b.lo, a.hi && b.hi }
				: (range) { a.lo || b.lo, a.hi || b.hi };
    }
  c = pram_set_bounds (pc, env, span);	/* PRAM_SET_SELECT */
  a = pram_set_truth (a);
  if (a.lo == a.hi)
    return a.lo ? b : c;
  return (range) { pram_set_least (b.lo, c.lo), pram_set_most (b.hi, c.hi) };
}

/* The degree of the expression at *PC as a polynomial in variable VAR, 2 if it
   is more than 1 or not one.  Moves *PC behind it.  */
static inline int
pram_set_degree (const int64_t **pc, int64_t var)
{
  int64_t op = *(*pc)++;
  if (op == PRAM_SET_CONST || op == PRAM_SET_VAR)
    return *(*pc)++ == var && op == PRAM_SET_VAR;
  int a = pram_set_degree (pc, var);
  if (op == PRAM_SET_NEG)
    return a;
  int b = pram_set_degree (pc, var);
  if (op == PRAM_SET_SELECT)
    b |= pram_set_degree (pc, var);
  switch (op)
    {
    case PRAM_SET_ADD: case PRAM_SET_SUB: return a > b ? a : b;
    case PRAM_SET_MUL: return a + b > 1 ? 2 : a + b;
    default: return a || b ? 2 : 0;
    }
}

/* Is the statement at PC an IF condition RUN of single numbers that variable
   VAR moves steadily?  */
static inline int
pram_set_steady_p (const int64_t *pc, int64_t var)
{
  if (*pc++ != PRAM_SET_IF)
    return 0;
  pram_set_degree (&pc, var);
  pc++;					/* size */
  if (*pc++ != PRAM_SET_RUN || pram_set_degree (&pc, var) > 1)
    return 0;
  return pc[0] == PRAM_SET_CONST && pc[1] == 1;
}

/* A loop over such a statement.  What is known to be in the set and has not
   been visited: FROM, FROM + STEP, … TO; nothing if there are no steps
   between.  */
struct pram_set_loop
{
  const int64_t *body;
  int64_t *env, var, step;
  int64_t from, to;
  int any;
  pram_set_visit visit;
  void *data;
};

static inline void
pram_set_flush (struct pram_set_loop *loop)
{
  const int64_t *pc = loop->body + 1;
  int64_t first, next;
  if (!loop->any)
    return;
  loop->any = 0;
  pram_set_degree (&pc, loop->var);
  const int64_t *number = pc += 2;	/* size and RUN */
  loop->env[loop->var] = loop->from;
  first = pram_set_value (&pc, loop->env);
  loop->env[loop->var] = loop->from + loop->step;
  next = pram_set_value (&number, loop->env);
  int64_t count = (loop->to - loop->from) / loop->step + 1;
  loop->visit (loop->data, first, count, count > 1 ? next - first : 1);
}

static inline void
pram_set_take (struct pram_set_loop *loop, int64_t from, int64_t to)
{
  if (!loop->any || from != loop->to + loop->step)
    {
      pram_set_flush (loop);
      loop->from = from;
    }
  loop->to = to;
  loop->any = 1;
}

/* Take what is in the set of FROM, FROM + STEP, …, N of them.  */
static inline void
pram_set_sift (struct pram_set_loop *loop, int64_t from, int64_t n)
{
  enum { FEW = 8 };
  int64_t step = loop->step;
  for (int64_t k = 0; n <= FEW && k < n; k++)
    {
      const int64_t *pc = loop->body + 1;
      int64_t i = from + k * step;
      loop->env[loop->var] = i;
      if (pram_set_value (&pc, loop->env))
	pram_set_take (loop, i, i);
    }
  if (n <= FEW)
    return;
  const int64_t *pc = loop->body + 1;
  int64_t to = from + (n - 1) * step;
  struct pram_set_span span = { loop->var, from, to };
  struct pram_set_range truth
    = pram_set_truth (pram_set_bounds (&pc, loop->env, &span));
  if (truth.lo)
    pram_set_take (loop, from, to);
  else if (truth.hi)
    {
      pram_set_sift (loop, from, n / 2);
      pram_set_sift (loop, from + n / 2 * step, n - n / 2);
    }
}

/* Enumerate the set of the statement at PC; returns the place behind it.
   ENV has PRAM_SET_MAX_VARS elements; those of loops are overwritten.  */
static inline const int64_t *
pram_set_enumerate (const int64_t *pc, int64_t *env, pram_set_visit visit,
		    void *data)
{
  switch (*pc++)
    {
    case PRAM_SET_SEQ:
      for (int64_t n = *pc++; n > 0; n--)
	pc = pram_set_enumerate (pc, env, visit, data);
      return pc;
    case PRAM_SET_FOR:
      {
	int64_t var = *pc++;
	int64_t lower = pram_set_value (&pc, env);
	int64_t upper = pram_set_value (&pc, env);
	int64_t step = *pc++, size = *pc++;
	int64_t n = pram_set_steps (lower, upper, step), i = lower;
	if (n > 0 && pram_set_steady_p (pc, var))
	  {
	    struct pram_set_loop loop = { .body = pc, .env = env, .var = var,
					  .step = step, .visit = visit,
					  .data = data };
	    pram_set_sift (&loop, lower, n);
	    pram_set_flush (&loop);
	    return pc + size;
	  }
	for (; n > 0; n--, i = pram_set_sum (i, step))
	  {
	    env[var] = i;
	    pram_set_enumerate (pc, env, visit, data);
	  }
	return pc + size;
      }
    case PRAM_SET_IF:
      {
	int64_t condition = pram_set_value (&pc, env);
	int64_t size = *pc++;
	if (condition)
	  pram_set_enumerate (pc, env, visit, data);
	return pc + size;
      }
    default:			/* PRAM_SET_RUN */
      {
	int64_t first = pram_set_value (&pc, env);
	int64_t count = pram_set_value (&pc, env);
	int64_t stride = pram_set_value (&pc, env);
	if (count > 0)
	  visit (data, first, count, stride);
	return pc;
      }
    }
}

/* The fixed reduction tree over units.  A node covers the units
   [k << level, (k + 1) << level); its value is left op right, where a side
   without any leaf is left out.  Leaves are combined in this tree and in no
   other order, so the value does not depend on how units lie on processes:
   a process combines the maximal aligned ranges within its own units and
   passes these partial values on.  */

#endif
