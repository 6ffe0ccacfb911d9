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
   positive.  Variables of FOR stand behind those of the environment; a FOR's
   variable is smaller than PRAM_SET_MAX_VARS.

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

/* Receives COUNT numbers FIRST, FIRST + STRIDE, …; COUNT > 0.  */
typedef void (*pram_set_visit) (void *data, int64_t first, int64_t count,
				int64_t stride);

static inline int64_t
pram_set_fdiv (int64_t a, int64_t b)
{
  int64_t q = a / b;
  return q - (a % b != 0 && (a < 0) != (b < 0));
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
    case PRAM_SET_NEG: return -pram_set_value (pc, env);
    default: break;
    }
  a = pram_set_value (pc, env);
  b = pram_set_value (pc, env);
  switch (op)
    {
    case PRAM_SET_ADD: return a + b;
    case PRAM_SET_SUB: return a - b;
    case PRAM_SET_MUL: return a * b;
    case PRAM_SET_MIN: return a < b ? a : b;
    case PRAM_SET_MAX: return a > b ? a : b;
    case PRAM_SET_FDIV: return pram_set_fdiv (a, b);
    case PRAM_SET_MOD: return a - b * pram_set_fdiv (a, b);
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
	for (int64_t i = lower; i <= upper; i += step)
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
