/* scope.c: tests of core/prog/expr.c, core/poly/scope.c and core/poly/lower.c.

   SPDX-License-Identifier: GPL-3.0-or-later

   Random expressions are made twice: by the makers, which fold them, and as
   plain trees, which are evaluated as C would.  Random nests of two loops with
   random exits, conditions and offsets are run by these trees, and as the prog
   that is made of them.
   PRAM_SOAK=FIRST,LAST in the environment: random nests of these seeds.  */

#include "random-nests.h"

#include "poly/lower.h"

/* --- Folding -------------------------------------------------------------- */

static bool
leaf_value (void *data, const struct pram_expr *leaf, int64_t *value)
{
  const int64_t *values = data;
  *value = values[leaf->op == PRAM_EXPR_ENTRY ? LEAF_N : leaf->value];
  return leaf->op != PRAM_EXPR_DATA;
}

Test (expr, folded)
{
  int n_same = 0;
  for (uint64_t seed = 0; seed < 20000; seed++)
    {
      struct pram_arena *arena = pram_arena_new ();
      struct maker m = new_maker (arena, seed);
      struct both e = seed % 2 ? make_value (&m, 4) : make_truth (&m, 4);
      for (int k = 0; k < 8; k++)
	{
	  int64_t leaf[N_LEAVES], plain, folded;
	  for (int l = 0; l < N_LEAVES; l++)
	    leaf[l] = choose (&m, 50) - 10;
	  if (!plain_value (e.plain, leaf, &plain)
	      || !pram_expr_evaluate (e.expr, leaf_value, leaf, &folded))
	    continue;
	  n_same++;
	  cr_assert_eq (plain, folded, "seed %d", (int) seed);
	}
      pram_arena_free (arena);
    }
  cr_assert_gt (n_same, 100000);
}

/* What is the same value is the same node.  */
Test (expr, same)
{
  struct pram_arena *arena = pram_arena_new ();
  struct maker m = new_maker (arena, 1);
  struct pram_exprs *x = m.exprs;
  const struct pram_expr *i = m.leaf[LEAF_I], *n = m.leaf[LEAF_N];
  const struct pram_expr *one = pram_expr_constant (x, 1);
  const struct pram_expr *next = pram_expr_sum (x, i, 1, one, 1);
  cr_assert_eq (pram_expr_sum (x, next, 1, one, -1), i);
  cr_assert_eq (pram_expr_less (x, next, n),
		pram_expr_less (x, i, pram_expr_sum (x, n, 1, one, -1)));
  /* (int) ((unsigned) i + 1) */
  const struct pram_expr *wrapped
    = pram_expr_wrap (x, pram_expr_sum (x, pram_expr_wrap (x, i, 32, false), 1,
					one, 1), 32, true);
  cr_assert_eq (wrapped, pram_expr_wrap (x, next, 32, true));
  /* Of a condition and its contrary nothing remains.  */
  const struct pram_expr *p = pram_expr_less (x, i, n);
  const struct pram_expr *q = pram_expr_equal (x, i, one);
  const struct pram_expr *joined
    = pram_expr_either (x, pram_expr_both (x, p, q),
			pram_expr_both (x, p, pram_expr_not (x, q)));
  cr_assert_eq (joined, p);
  /* Nor of four ways that join in any order.  */
  const struct pram_expr *way[4], *rest = p;
  for (int k = 0; k < 3; k++)
    {
      const struct pram_expr *choice = pram_expr_data (x, NULL, NULL);
      way[k] = pram_expr_both (x, rest, choice);
      rest = pram_expr_both (x, rest, pram_expr_not (x, choice));
    }
  way[3] = rest;
  for (int first = 0; first < 4; first++)
    for (int step = 1; step < 4; step += 2)
      {
	joined = way[first];
	for (int k = 1; k < 4; k++)
	  joined = pram_expr_either (x, joined, way[(first + k * step) % 4]);
	cr_assert_eq (joined, p);
      }
  cr_assert_eq (pram_expr_select (x, p, one, pram_expr_constant (x, 0)), p);
  pram_arena_free (arena);
}

/* --- Nests ---------------------------------------------------------------- */

/* Make a prog of NEST; false if what it does is not known.  */
static bool
lower_nest (const struct nest *nest, struct pram_scope *scope,
	    struct pram_prog *prog, struct pram_node **loop)
{
  struct pram_lower *lower = pram_lower_new (prog, scope, false);
  struct pram_node *parent = prog->root;
  pram_scope_set_entry (scope, 0, nest->n);
  pram_prog_add_array (prog, "a", PRAM_TYPE_U8, 1);
  bool known = true;
  for (int l = 0; l < 2; l++)
    pram_scope_add_loop (scope, l - 1);
  for (int l = 0; l < 2 && known; l++)
    {
      pram_scope_end_loop (scope, l, 1, NULL, 1, &nest->leave[l].expr);
      known = pram_scope_counted_p (scope, l);
      if (!known)
	break;
      loop[l] = pram_prog_add_loop (prog, parent, l ? "j" : "i");
      pram_lower_loop (lower, l, loop[l], false);
      parent = pram_prog_add_segment (prog, loop[l]);
    }
  struct pram_lowered *at = NULL;
  const struct pram_expr *blame;
  int n = known ? pram_lower_access
		    (lower, pram_scope_place (scope, 1, 1, nest->when.expr),
		     nest->offset.expr, false, false, &at,
		      &blame) : -1;
  known = n >= 0;
  struct pram_node *stmt = known ? pram_prog_add_stmt (prog, parent) : NULL;
  for (int k = 0; k < n; k++)
    {
      struct pram_access *access = pram_prog_add_access (prog, stmt);
      access->offset = at[k].offset;
      access->guards = at[k].guards;
      access->n_guards = at[k].n_guards;
      known &= !at[k].may;
    }
  for (int l = 1; l >= 0 && known; l--)
    pram_lower_end_loop (lower, l);
  known &= !pram_scope_exceeded_p (scope);
  pram_lower_free (lower);
  return known;
}

/* Is the nest of SEED known, and the same?  */
static bool
check_nest (uint64_t seed)
{
  static struct events plain, lowered;
  struct pram_prog *prog = pram_prog_new ("p", "p.c", 1);
  struct maker m = new_maker (prog->arena, seed);
  struct nest nest = make_nest (&m);
  struct pram_scope *scope = pram_scope_new (m.exprs, prog->arena, NULL);
  struct pram_node *loop[2];
  plain.n = lowered.n = 0;
  plain.overflow = lowered.overflow = false;
  run_nest (&nest, &plain);
  bool known = (!plain.overflow && lower_nest (&nest, scope, prog, loop)
		&& prog->n_loops < 64);
  if (known)
    {
      struct runner runner = { &lowered, loop[0], loop[1], { 0 }, 0 };
      run_node (&runner, prog->root);
      known = runner.steps < MAX_STEPS;
    }
  if (known)
    {
      cr_assert (!lowered.overflow, "seed %d", (int) seed);
      cr_assert (same_events_p (&plain, &lowered), "seed %d: %d, not %d",
		 (int) seed, lowered.n, plain.n);
    }
  pram_scope_free (scope);
  pram_prog_free (prog);
  return known && plain.n > 0;
}

Test (scope, nests)
{
  uint64_t first = 0, last = 3000, n_known = 0;
  bool soak = soak_p (&first, &last);
  for (uint64_t seed = first; seed < last; seed++)
    n_known += check_nest (seed);
  cr_assert (soak || n_known > 500, "%d", (int) n_known);
}
