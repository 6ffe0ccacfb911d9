/* set-count.c: tests of core/plan/set-count.c and of the programs of sets.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include <stdlib.h>

#include "plan/plan.h"
#include "pram-sets.h"
#include "plan/set-count.h"
#include "plan/sets.h"

enum { LOOPS = 8 };		/* the variables of loops: LOOPS and beyond */

/* A program under construction.  */
struct code
{
  int64_t words[4096];
  int n;
  unsigned random;
};

static void
put (struct code *c, int64_t word)
{
  cr_assert (c->n < 4096);
  c->words[c->n++] = word;
}

static int
pick (struct code *c, int n)
{
  return rand_r (&c->random) % n;
}

/* An expression in the variables of the environment and of DEPTH loops.  */
static void
put_expression (struct code *c, int depth, int height)
{
  static const int ops[]
    = { PRAM_SET_ADD, PRAM_SET_SUB, PRAM_SET_MIN, PRAM_SET_MAX, PRAM_SET_MUL,
	PRAM_SET_FDIV, PRAM_SET_LE, PRAM_SET_SELECT, PRAM_SET_NEG };
  int k = pick (c, height > 0 ? 14 : 4);
  if (k < 4)
    {
      put (c, k < 2 ? PRAM_SET_CONST : PRAM_SET_VAR);
      put (c, (k < 2 ? pick (c, 13) - 4
	       : pick (c, 2) ? pick (c, LOOPS) : LOOPS + pick (c, depth + 1)));
      return;
    }
  int op = k < 9 ? ops[pick (c, 4)] : ops[pick (c, 9)];
  put (c, op);
  if (op == PRAM_SET_MUL)
    {
      put (c, PRAM_SET_CONST);
      put (c, pick (c, 7) - 3);
    }
  else
    put_expression (c, depth, height - 1);
  if (op == PRAM_SET_FDIV)
    {
      put (c, PRAM_SET_CONST);
      put (c, 1 + pick (c, 3));
    }
  else if (op != PRAM_SET_NEG)
    put_expression (c, depth, height - 1);
  if (op == PRAM_SET_SELECT)
    put_expression (c, depth, height - 1);
}

static void
put_statement (struct code *c, int depth)
{
  int k = pick (c, 6), start;
  if (depth < 3 && (depth == 0 || k < 2))
    {
      put (c, PRAM_SET_FOR);
      put (c, LOOPS + depth + 1);
      put_expression (c, depth, 1);
      put (c, PRAM_SET_ADD);
      put (c, PRAM_SET_CONST);
      put (c, pick (c, 16));
      put_expression (c, depth, 1);
      put (c, 1 + pick (c, 2));
      put (c, 0);
      start = c->n;
      put_statement (c, depth + 1);
      c->words[start - 1] = c->n - start;
    }
  else if (k == 2)
    {
      put (c, PRAM_SET_IF);
      put_expression (c, depth, 2);
      put (c, 0);
      start = c->n;
      put_statement (c, depth);
      c->words[start - 1] = c->n - start;
    }
  else if (k == 3)
    {
      put (c, PRAM_SET_SEQ);
      put (c, 2);
      put_statement (c, depth);
      put_statement (c, depth);
    }
  else
    {
      put (c, PRAM_SET_RUN);
      put_expression (c, depth, 1);
      put_expression (c, depth, 4);
      put_expression (c, depth, 1);
    }
}

static void
add_run (void *data, int64_t first, int64_t count, int64_t stride)
{
  (void) first, (void) stride;
  *(int64_t *) data += count;
}

/* Random programs against their enumeration.  */
Test (set_count, enumeration)
{
  for (unsigned seed = 0; seed < 10000; seed++)
    {
      struct code c = { .random = seed };
      int64_t env[PRAM_SET_MAX_VARS] = { 0 }, again[PRAM_SET_MAX_VARS] = { 0 };
      int64_t n = 0;
      for (int i = 0; i < LOOPS; i++)
	env[i] = again[i] = pick (&c, 30) - 5;
      put_statement (&c, 0);
      pram_set_enumerate (c.words, env, add_run, &n);
      cr_assert_eq (pram_set_count (c.words, again), n, "seed %u", seed);
    }
}

/* { [i, j] : 0 <= i, j < n, i + j >= 1 }: too many rows to look at each.  */
Test (set_count, many_rows)
{
  int64_t n = 1000000000, env[PRAM_SET_MAX_VARS] = { 0 };
  int64_t code[]
    = { PRAM_SET_FOR, LOOPS, PRAM_SET_CONST, 0, PRAM_SET_CONST, n - 1, 1, 19,
	PRAM_SET_RUN, PRAM_SET_CONST, 0,
	PRAM_SET_SUB, PRAM_SET_CONST, n,
	PRAM_SET_MAX, PRAM_SET_CONST, 0, PRAM_SET_SUB, PRAM_SET_CONST, 1,
	PRAM_SET_VAR, LOOPS, PRAM_SET_CONST, 1 };
  code[7] = sizeof code / sizeof *code - 8;
  cr_expect_eq (pram_set_count (code, env), n * n - 1);
}

static void
count_run (void *data, int64_t first, int64_t count, int64_t stride)
{
  (void) first;
  (void) count;
  (void) stride;
  ++*(int64_t *) data;
}

/* --- Spans ---------------------------------------------------------------- */

struct numbers { int n; int64_t list[1024]; };

static void
list_run (void *data, int64_t first, int64_t count, int64_t stride)
{
  struct numbers *numbers = data;
  for (; count > 0; count--, first += stride)
    {
      cr_assert (numbers->n < 1024);
      numbers->list[numbers->n++] = first;
    }
}

/* A condition on loop variable 1 that has remainders; sometimes a number that
   has some.  */
static void
put_filter (struct code *c)
{
  static const int comparisons[]
    = { PRAM_SET_LE, PRAM_SET_LT, PRAM_SET_EQ, PRAM_SET_AND, PRAM_SET_OR,
	PRAM_SET_MOD };
  put (c, comparisons[pick (c, 6)]);
  put_expression (c, 1, 2);
  put (c, PRAM_SET_ADD);		/* a divisor is positive */
  put (c, PRAM_SET_CONST);
  put (c, 1);
  put (c, PRAM_SET_MOD);
  put_expression (c, 1, 1);
  put (c, PRAM_SET_CONST);
  put (c, 1 + pick (c, 40));
}

/* A loop over IF condition RUN is enumerated as one by one.  */
Test (spans, one_by_one)
{
  int several = 0;
  for (unsigned seed = 0; seed < 10000; seed++)
    {
      struct code c = { .random = seed };
      struct numbers got = { .n = 0 }, expected = { .n = 0 };
      int64_t env[PRAM_SET_MAX_VARS] = { 0 };
      for (int i = 0; i < LOOPS; i++)
	env[i] = pick (&c, 60) - 20;
      int64_t from = pick (&c, 50) - 25, to = from + pick (&c, 300) - 5;
      int64_t step = 1 + pick (&c, 3);
      const int64_t head[] = { PRAM_SET_FOR, LOOPS + 1, PRAM_SET_CONST, from,
			       PRAM_SET_CONST, to, step, 0, PRAM_SET_IF };
      for (size_t k = 0; k < sizeof head / sizeof *head; k++)
	put (&c, head[k]);
      put_filter (&c);
      put (&c, 0);
      int start = c.n;
      put (&c, PRAM_SET_RUN);
      put_expression (&c, 1, 2);
      put (&c, PRAM_SET_CONST);
      put (&c, 1);
      put (&c, PRAM_SET_CONST);
      put (&c, 8);
      c.words[start - 1] = c.n - start;
      c.words[7] = c.n - 8;
      pram_set_enumerate (c.words, env, list_run, &got);
      for (env[LOOPS + 1] = from; env[LOOPS + 1] <= to;
	   env[LOOPS + 1] += step)
	pram_set_enumerate (c.words + 8, env, list_run, &expected);
      cr_assert_eq (got.n, expected.n, "seed %u", seed);
      several += got.n > 1;
      for (int k = 0; k < got.n; k++)
	cr_assert_eq (got.list[k], expected.list[k], "seed %u", seed);
    }
  cr_expect_gt (several, 2000);
}

/* Numbers of a block that is rounded to pairs, of 8 bytes each, as an FFT's
   first stage reads it: i - i % 2 >= 5, i < 2^40.  One by one it would take
   hours.  */
Test (spans, rounded_block)
{
  static const int64_t code[]
    = { PRAM_SET_FOR, LOOPS, PRAM_SET_CONST, 0,
	PRAM_SET_CONST, INT64_C (1) << 40, 1, 26,
	PRAM_SET_IF, PRAM_SET_LE, PRAM_SET_CONST, 5,
	PRAM_SET_SUB, PRAM_SET_VAR, LOOPS,
	PRAM_SET_MOD, PRAM_SET_VAR, LOOPS, PRAM_SET_CONST, 2, 13,
	PRAM_SET_RUN, PRAM_SET_ADD, PRAM_SET_CONST, 100,
	PRAM_SET_MUL, PRAM_SET_CONST, 8, PRAM_SET_VAR, LOOPS,
	PRAM_SET_CONST, 1, PRAM_SET_CONST, 1 };
  int64_t env[PRAM_SET_MAX_VARS] = { 0 }, runs = 0, n = 0;
  pram_set_enumerate (code, env, count_run, &runs);
  pram_set_enumerate (code, env, add_run, &n);
  cr_expect_eq (runs, 1);
  cr_expect_eq (n, (INT64_C (1) << 40) - 5);
}

/* --- Large numbers -------------------------------------------------------- */

static int64_t
folded (int64_t op, int64_t a, int64_t b)
{
  const int64_t code[] = { op, PRAM_SET_CONST, a, PRAM_SET_CONST, b };
  const int64_t *pc = code;
  static const int64_t env[PRAM_SET_MAX_VARS];
  return pram_set_value (&pc, env);
}

/* They stop at the ends of their type, and ranges do, too.  */
Test (values, stop)
{
  static const struct { int64_t op, a, b, value; } cases[]
    = { { PRAM_SET_ADD, INT64_MAX, 1, INT64_MAX },
	{ PRAM_SET_ADD, INT64_MIN, -1, INT64_MIN },
	{ PRAM_SET_SUB, INT64_MIN, 1, INT64_MIN },
	{ PRAM_SET_SUB, 0, INT64_MIN, INT64_MAX },
	{ PRAM_SET_MUL, INT64_C (1) << 40, INT64_C (1) << 40, INT64_MAX },
	{ PRAM_SET_MUL, INT64_C (1) << 40, -(INT64_C (1) << 40), INT64_MIN },
	{ PRAM_SET_MOD, INT64_MIN, INT64_MAX, INT64_MAX - 1 } };
  static const int64_t env[PRAM_SET_MAX_VARS];
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    cr_expect_eq (folded (cases[k].op, cases[k].a, cases[k].b),
		  cases[k].value, "case %zu", k);
  const int64_t code[] = { PRAM_SET_MUL, PRAM_SET_VAR, LOOPS, PRAM_SET_CONST,
			   INT64_C (1) << 40 }, *pc = code;
  struct pram_set_span span = { LOOPS, 1, INT64_C (1) << 40 };
  struct pram_set_range range = pram_set_bounds (&pc, env, &span);
  cr_expect_eq (range.lo, INT64_C (1) << 40);
  cr_expect_eq (range.hi, INT64_MAX);
}

/* A loop that ends at the greatest number ends.  */
Test (values, last)
{
  static const int64_t code[]
    = { PRAM_SET_FOR, LOOPS, PRAM_SET_CONST, INT64_MAX - 2,
	PRAM_SET_CONST, INT64_MAX, 2, 7,
	PRAM_SET_RUN, PRAM_SET_VAR, LOOPS, PRAM_SET_CONST, 1,
	PRAM_SET_CONST, 1 };
  int64_t env[PRAM_SET_MAX_VARS] = { 0 }, n = 0;
  pram_set_enumerate (code, env, add_run, &n);
  cr_expect_eq (n, 2);
  cr_expect_eq (pram_set_count (code, env), 2);
}

/* --- Programs of plans ---------------------------------------------------- */

/* Every second element of a row is a subscript divided by 2, and what is left;
   rows are not enumerated pair by pair.  */
Test (sets, every_second_element)
{
  static const char text[]
    = "region f.1 file f.c line 1\n"
      "array u[900][450][2] bytes 8 type f64\n"
      "for i < 900 { for j < 450 { stmt weight 1 write u[i][j][1] } }\n";
  struct pram_plan *plan = plan_from (text);
  cr_assert_eq (plan->n_gather, 1);
  int64_t env[PRAM_SET_MAX_VARS] = { 450, 900, 0, 450 }, runs = 0, n = 0;
  const int64_t *code = plan->code + plan->gather[0].set;
  pram_set_enumerate (code, env, count_run, &runs);
  pram_set_enumerate (code, env, add_run, &n);
  cr_expect_eq (n, 450 * 450);
  cr_expect_eq (runs, 450);
  pram_prog_free (plan->prog);
}

/* What isl gives up, when it has taken too long, is null.  */
Test (sets, given_up)
{
  struct pram_plan *plan
    = plan_from ("region f.1 file f.c line 1\n"
		 "array u[9] bytes 8 type f64\n"
		 "for i < 9 { stmt weight 1 write u[i] }\n");
  struct pram_poly *poly = pram_poly_new (plan->prog, true);
  struct pram_encoded none = { 0, NULL };
  int64_t stride = 8;
  cr_expect_eq (pram_sets_encode (poly, plan, &none, NULL, 0, &stride), -2);
  cr_expect_eq (none.n, 0);
  pram_poly_free (poly);
  pram_prog_free (plan->prog);
}
