/* set-count.c: how many elements a set's program enumerates.

   SPDX-License-Identifier: Apache-2.0

   A loop may have very many rows.  Rows of equal length are counted once.
   Others are mostly those of a convex set: from row to row the length is a
   minimum of linear functions less a maximum of such, hence concave, and only
   few rows are looked at:

   (1) a concave function that takes a value on the chord between two points
       is linear between them;
   (2) it is positive between two points where it is.

   Example: { [i, j] : 0 <= i, j < n, i + j >= 1 }, a halo without its corner,
   has rows of lengths n - 1, n, n, …, n.  It takes about log n rows to find
   out.

   Of other sets no more than about MOST_ROWS rows are looked at, evenly spread:
   then the number is an estimate.  */

#include "set-count.h"

#include <stdbool.h>

#include "pram-sets.h"
#include "base/saturate.h"

enum
{
  MOST_ROWS = 1 << 14,		/* of all loops together, about */
  LEAST_ROWS = 4		/* of each */
};

/* What is known of an expression as a function of a variable.  */
enum { CONVEX = 1, CONCAVE = 2, CONSTANT = 4, ALL = 7 };

static int
negated (int shape)
{
  return ((shape & CONSTANT) | (shape & CONVEX ? CONCAVE : 0)
	  | (shape & CONCAVE ? CONVEX : 0));
}

static int
unless_varying (int shape)
{
  return shape & CONSTANT ? ALL : 0;
}

/* The shape of the expression at *PC as a function of the variable VAR.  Moves
   *PC behind it.  */
static int
expression_shape (const int64_t **pc, int64_t var)
{
  int64_t op = *(*pc)++;
  if (op == PRAM_SET_CONST || op == PRAM_SET_VAR)
    return (*(*pc)++ == var && op == PRAM_SET_VAR ? CONVEX | CONCAVE : ALL);
  if (op == PRAM_SET_NEG)
    return negated (expression_shape (pc, var));
  const int64_t *left = *pc;
  int a = expression_shape (pc, var), b = expression_shape (pc, var);
  switch (op)
    {
    case PRAM_SET_ADD: return a & b;
    case PRAM_SET_SUB: return a & negated (b);
    case PRAM_SET_MIN: return a & b & CONSTANT ? ALL : a & b & CONCAVE;
    case PRAM_SET_MAX: return a & b & CONSTANT ? ALL : a & b & CONVEX;
    case PRAM_SET_MUL:
      if (left[0] == PRAM_SET_CONST)
	return left[1] < 0 ? negated (b) : b;
      return unless_varying (a & b);
    case PRAM_SET_SELECT:
      return unless_varying (a & b & expression_shape (pc, var));
    default:
      return unless_varying (a & b);
    }
}

/* The shape of the number of elements of the statement at *PC.  That of a RUN
   may be negative, and counts as 0 then.  */
static int
size_shape (const int64_t **pc, int64_t var)
{
  int shape = ALL;
  switch (*(*pc)++)
    {
    case PRAM_SET_SEQ:
      for (int64_t k = *(*pc)++; k > 0; k--)
	shape &= size_shape (pc, var);
      return unless_varying (shape);
    case PRAM_SET_FOR:
      ++*pc;			/* its variable */
      shape = expression_shape (pc, var);
      shape &= expression_shape (pc, var);
      *pc += 2;			/* step and size */
      return unless_varying (shape & size_shape (pc, var));
    case PRAM_SET_IF:
      shape = expression_shape (pc, var);
      ++*pc;			/* size */
      return unless_varying (shape & size_shape (pc, var));
    default:			/* PRAM_SET_RUN */
      expression_shape (pc, var);
      shape = expression_shape (pc, var);
      expression_shape (pc, var);
      return shape;
    }
}

static int64_t
positive (int64_t n)
{
  return n > 0 ? n : 0;
}

static int64_t count_statement (const int64_t **pc, int64_t *env, int64_t most);

/* The rows of a loop: row K has LOWER + K * STEP in variable VAR.  */
struct rows
{
  const int64_t *body;
  int64_t *env;
  int64_t var, lower, step;
  int64_t most;			/* rows of loops in rows */
};

static int64_t
count_row (const struct rows *r, int64_t k)
{
  const int64_t *pc = r->body;
  r->env[r->var] = r->lower + k * r->step;
  return count_statement (&pc, r->env, r->most);
}

/* The COUNT of row K, which is a RUN.  */
static int64_t
run_length (const struct rows *r, int64_t k)
{
  const int64_t *pc = r->body + 1;
  r->env[r->var] = r->lower + k * r->step;
  pram_set_value (&pc, r->env);
  return pram_set_value (&pc, r->env);
}

/* The elements of the rows FIRST to LAST, of lengths A and B, if lengths are
   concave.  */
static int64_t
sum_concave (const struct rows *r, int64_t first, int64_t last, int64_t a,
	     int64_t b)
{
  int64_t distance = last - first;
  if (distance == 0)
    return positive (a);
  if (distance == 1)
    return positive (a) + positive (b);
  int64_t middle = first + distance / 2, m = run_length (r, middle);
  if (a > 0 && b > 0 && (m - a) * distance == (b - a) * (middle - first))
    return (a + b) * (distance + 1) / 2;
  return (sum_concave (r, first, middle, a, m)
	  + sum_concave (r, middle + 1, last, run_length (r, middle + 1), b));
}

/* The elements of ROWS rows, of which MOST are looked at.  */
static int64_t
sum_rows (const struct rows *r, int64_t rows, int64_t most)
{
  int64_t n = 0;
  if (rows <= most)
    {
      for (int64_t k = 0; k < rows; k++)
	n += count_row (r, k);
      return n;
    }
  double scale = (double) rows / (double) most;
  for (int64_t k = 0; k < most; k++)
    n += count_row (r, (int64_t) (((double) k + 0.5) * scale));
  return (int64_t) ((double) n * scale);
}

/* Elements of the FOR whose operands are at *PC; of MOST rows.  */
static int64_t
count_loop (const int64_t **pc, int64_t *env, int64_t most)
{
  struct rows r = { .env = env, .var = *(*pc)++ };
  r.lower = pram_set_value (pc, env);
  int64_t upper = pram_set_value (pc, env);
  r.step = *(*pc)++;
  int64_t size = *(*pc)++;
  const int64_t *end = r.body = *pc;
  *pc += size;
  int64_t rows = pram_set_steps (r.lower, upper, r.step);
  if (rows == 0)
    return 0;
  r.most = most / rows > LEAST_ROWS ? most / rows : LEAST_ROWS;
  int shape = size_shape (&end, r.var);
  if (shape & CONSTANT)
    return pram_saturated_product (rows, count_row (&r, 0));
  if (shape & CONCAVE)
    return sum_concave (&r, 0, rows - 1, run_length (&r, 0),
			run_length (&r, rows - 1));
  return sum_rows (&r, rows, most);
}

/* Moves *PC behind the statement.  */
static int64_t
count_statement (const int64_t **pc, int64_t *env, int64_t most)
{
  int64_t n = 0;
  switch (*(*pc)++)
    {
    case PRAM_SET_SEQ:
      for (int64_t k = *(*pc)++; k > 0; k--)
	n += count_statement (pc, env, most);
      return n;
    case PRAM_SET_FOR:
      return count_loop (pc, env, most);
    case PRAM_SET_IF:
      {
	int64_t condition = pram_set_value (pc, env), size = *(*pc)++;
	const int64_t *then = *pc;
	*pc += size;
	return condition ? count_statement (&then, env, most) : 0;
      }
    default:			/* PRAM_SET_RUN */
      pram_set_value (pc, env);
      n = pram_set_value (pc, env);
      pram_set_value (pc, env);
      return positive (n);
    }
}

int64_t
pram_set_count (const int64_t *pc, int64_t *env)
{
  return count_statement (&pc, env, MOST_ROWS);
}
