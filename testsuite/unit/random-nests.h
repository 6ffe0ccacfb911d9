/* random-nests.h: random expressions, and random nests of loops.

   SPDX-License-Identifier: GPL-3.0-or-later

   They are made twice: by the makers of expressions, which fold them, and as
   plain trees, which are evaluated as C would.  */

#ifndef UNIT_RANDOM_NESTS_H
#define UNIT_RANDOM_NESTS_H

#include "support.h"

#include "prog/expr.h"

/* --- Plain trees ---------------------------------------------------------- */

enum { LEAF_I, LEAF_J, LEAF_N, N_LEAVES };

struct plain
{
  enum pram_expr_op op;
  bool or, differ;		/* of bits; not equal */
  int64_t value;
  int bits;
  bool is_signed;
  struct plain *a, *b, *c;
};

/* P's value where the leaves have the values LEAF; false if C says none.  */
static inline bool
plain_value (const struct plain *p, const int64_t *leaf, int64_t *value)
{
  int64_t a = 0, b = 0;
  if (p->op == PRAM_EXPR_CONSTANT || p->op == PRAM_EXPR_ITERATOR)
    {
      *value = p->op == PRAM_EXPR_CONSTANT ? p->value : leaf[p->value];
      return true;
    }
  if (!plain_value (p->a, leaf, &a))
    return false;
  if (p->op == PRAM_EXPR_SELECT)
    return plain_value (a ? p->b : p->c, leaf, value);
  if (p->b && !plain_value (p->b, leaf, &b))
    return false;
  switch (p->op)
    {
    case PRAM_EXPR_SUM: *value = a + p->value * b; break;
    case PRAM_EXPR_PRODUCT: *value = a * b; break;
    case PRAM_EXPR_DIV: case PRAM_EXPR_MOD:
      if (b == 0)
	return false;
      *value = p->op == PRAM_EXPR_DIV ? a / b : a % b;
      break;
    case PRAM_EXPR_MIN: *value = a < b ? a : b; break;
    case PRAM_EXPR_MAX: *value = a < b ? b : a; break;
    case PRAM_EXPR_AND: *value = p->or ? a | b : a & b; break;
    case PRAM_EXPR_XOR: *value = a ^ b; break;
    case PRAM_EXPR_SHL: *value = a * (INT64_C (1) << b); break;
    case PRAM_EXPR_SHR: *value = a >> b; break;
    case PRAM_EXPR_NEGATIVE: *value = a < b; break;
    case PRAM_EXPR_ZERO: *value = p->differ ? a != b : a == b; break;
    case PRAM_EXPR_NOT: *value = !a; break;
    case PRAM_EXPR_BOTH: *value = a && b; break;
    case PRAM_EXPR_EITHER: *value = a || b; break;
    default:
      switch (p->bits)
	{
	case 8: *value = p->is_signed ? (int64_t) (int8_t) a
				      : (int64_t) (uint8_t) a; break;
	default: *value = p->is_signed ? (int64_t) (int32_t) a
				       : (int64_t) (uint32_t) a;
	}
    }
  return true;
}

/* A random choice, and both of its forms.  */
struct maker
{
  struct rng rng;
  struct pram_arena *arena;
  struct pram_exprs *exprs;
  const struct pram_expr *leaf[N_LEAVES];
  int n_leaves;
};

struct both
{
  struct plain *plain;
  const struct pram_expr *expr;
};

static inline int
choose (struct maker *m, int n)
{
  return (int) (rng_next (&m->rng) % (unsigned) n);
}

static inline struct plain *
plain_of (struct maker *m, enum pram_expr_op op, struct plain *a,
	  struct plain *b)
{
  struct plain *p = PRAM_ARENA_NEW (m->arena, struct plain, 1);
  *p = (struct plain) { .op = op, .a = a, .b = b };
  return p;
}

static inline struct both
constant (struct maker *m, int64_t value)
{
  struct both r = { plain_of (m, PRAM_EXPR_CONSTANT, NULL, NULL),
		    pram_expr_constant (m->exprs, value) };
  r.plain->value = value;
  return r;
}

static inline struct both make_truth (struct maker *, int depth);

static inline struct both
wrap (struct maker *m, struct both a)
{
  struct both r = { plain_of (m, PRAM_EXPR_WRAP, a.plain, NULL), NULL };
  r.plain->bits = choose (m, 2) ? 32 : 8;
  r.plain->is_signed = choose (m, 2);
  r.expr = pram_expr_wrap (m->exprs, a.expr, r.plain->bits,
			   r.plain->is_signed);
  return r;
}

/* A sum, or what is made of it.  */
static inline struct both
sum (struct maker *m, struct both a, struct both b, int64_t factor)
{
  struct both r = { plain_of (m, PRAM_EXPR_SUM, a.plain, b.plain),
		    pram_expr_sum (m->exprs, a.expr, 1, b.expr, factor) };
  r.plain->value = factor;
  return r;
}

static inline struct both
make_value (struct maker *m, int depth)
{
  static const enum pram_expr_op with_constant[]
    = { PRAM_EXPR_DIV, PRAM_EXPR_MOD, PRAM_EXPR_AND, PRAM_EXPR_XOR,
	PRAM_EXPR_SHR, PRAM_EXPR_SHL, PRAM_EXPR_PRODUCT };
  int kind = depth > 0 ? choose (m, 9) : choose (m, 2);
  if (kind == 0)
    return constant (m, choose (m, 9) - 2);
  if (kind == 1)
    {
      int leaf = choose (m, m->n_leaves);
      struct both r = { plain_of (m, PRAM_EXPR_ITERATOR, NULL, NULL),
			m->leaf[leaf] };
      r.plain->value = leaf;
      return r;
    }
  struct both a = make_value (m, depth - 1);
  if (kind == 2)
    return wrap (m, a);
  if (kind == 3 || kind == 4)
    {
      enum pram_expr_op op = with_constant[choose (m, 7)];
      struct both b = constant (m, 1 + choose (m, 6));
      return (struct both) { plain_of (m, op, a.plain, b.plain),
			     pram_expr_binary (m->exprs, op, a.expr, b.expr) };
    }
  struct both b = make_value (m, depth - 1);
  if (kind == 5)
    {
      enum pram_expr_op op = choose (m, 2) ? PRAM_EXPR_MIN : PRAM_EXPR_MAX;
      return (struct both) { plain_of (m, op, a.plain, b.plain),
			     pram_expr_binary (m->exprs, op, a.expr, b.expr) };
    }
  if (kind == 6)
    {
      struct both t = make_truth (m, depth - 1);
      struct both r = { plain_of (m, PRAM_EXPR_SELECT, t.plain, a.plain),
			pram_expr_select (m->exprs, t.expr, a.expr, b.expr) };
      r.plain->c = b.plain;
      return r;
    }
  return sum (m, a, b, choose (m, 5) - 2);
}

static inline struct both
make_truth (struct maker *m, int depth)
{
  int kind = depth > 0 ? choose (m, 5) : choose (m, 2);
  struct pram_exprs *x = m->exprs;
  if (kind < 2)
    {
      struct both a = make_value (m, depth - 1), b = make_value (m, depth - 1);
      struct both r = { plain_of (m, kind ? PRAM_EXPR_ZERO : PRAM_EXPR_NEGATIVE,
				  a.plain, b.plain),
			kind ? pram_expr_equal (x, a.expr, b.expr)
			     : pram_expr_less (x, a.expr, b.expr) };
      return r;
    }
  struct both a = make_truth (m, depth - 1);
  if (kind == 2)
    return (struct both) { plain_of (m, PRAM_EXPR_NOT, a.plain, NULL),
			   pram_expr_not (x, a.expr) };
  struct both b = make_truth (m, depth - 1);
  return (kind == 3
	  ? (struct both) { plain_of (m, PRAM_EXPR_BOTH, a.plain, b.plain),
			    pram_expr_both (x, a.expr, b.expr) }
	  : (struct both) { plain_of (m, PRAM_EXPR_EITHER, a.plain, b.plain),
			    pram_expr_either (x, a.expr, b.expr) });
}

static inline struct maker
new_maker (struct pram_arena *arena, uint64_t seed)
{
  struct maker m = { .rng = { seed }, .arena = arena,
		     .exprs = pram_exprs_new (arena), .n_leaves = N_LEAVES };
  m.leaf[LEAF_I] = pram_expr_iterator (m.exprs, 0);
  m.leaf[LEAF_J] = pram_expr_iterator (m.exprs, 1);
  m.leaf[LEAF_N] = pram_expr_entry (m.exprs, 0, "n");
  return m;
}

/* --- Nests ---------------------------------------------------------------- */

/* for (i…) { for (j…) if (when) a[offset]; } */
struct nest
{
  int64_t n;
  struct both leave[2], when, offset;
};

enum { MAX_TRIPS = 60, MAX_POINTS = 20000, MAX_STEPS = 1000000 };

/* What happens: a number for each access, in no order.  */
struct events
{
  int n;
  bool overflow;
  int64_t event[MAX_POINTS];
};

static inline void
add_event (struct events *events, int64_t i, int64_t j, int64_t offset)
{
  if (events->n == MAX_POINTS || llabs (offset) > 100000)
    events->overflow = true;
  else
    events->event[events->n++] = (i * MAX_TRIPS + j) * 1000000 + offset;
}

static inline int
compare_events (const void *a, const void *b)
{
  int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;
  return x < y ? -1 : x > y;
}

static inline bool
truth (struct events *events, const struct both *e, const int64_t *leaf)
{
  int64_t value = 1;
  if (!plain_value (e->plain, leaf, &value))
    events->overflow = true;
  return value != 0;
}

/* Run NEST as it is.  */
static inline void
run_nest (const struct nest *nest, struct events *events)
{
  int64_t leaf[N_LEAVES] = { [LEAF_N] = nest->n }, offset;
  int64_t *i = &leaf[LEAF_I], *j = &leaf[LEAF_J];
  for (*i = 0; *j = 0, !truth (events, &nest->leave[0], leaf); ++*i)
    {
      if (*i >= MAX_TRIPS)
	events->overflow = true;
      if (events->overflow)
	return;
      for (*j = 0; !truth (events, &nest->leave[1], leaf); ++*j)
	{
	  events->overflow |= *j >= MAX_TRIPS;
	  if (events->overflow)
	    return;
	  if (!truth (events, &nest->when, leaf))
	    continue;
	  if (plain_value (nest->offset.plain, leaf, &offset))
	    add_event (events, *i, *j, offset);
	  else
	    events->overflow = true;
	}
    }
}

/* Run what NODE stands for; the first two iterators are the nest's.  */
struct runner
{
  struct events *events;
  const struct pram_node *i, *j;
  int64_t iter[64];
  int64_t steps;		/* quotients may be many */
};

static inline int64_t
affine_value (const struct runner *r, const struct pram_affine *a)
{
  int64_t value = a->constant;
  for (int k = 0; k < a->n_coef; k++)
    value += a->coef[k] * r->iter[k];
  return value;
}

static inline void
run_access (struct runner *r, const struct pram_access *access)
{
  for (int g = 0; g < access->n_guards; g++)
    {
      int64_t value = affine_value (r, &access->guards[g].affine);
      if (!pram_guard_holds_p (&access->guards[g], value))
	return;
    }
  add_event (r->events, r->iter[r->i->iterator], r->iter[r->j->iterator],
	     affine_value (r, &access->offset));
}

static inline void
run_node (struct runner *r, const struct pram_node *node)
{
  int64_t trips = 1;
  if (node->kind == PRAM_LOOP)
    trips = affine_value (r, &node->count);
  for (int64_t k = 0; k < trips && r->steps < MAX_STEPS; k++, r->steps++)
    {
      if (node->kind == PRAM_LOOP)
	r->iter[node->iterator] = k;
      for (int c = 0; c < node->n_children; c++)
	run_node (r, node->children[c]);
    }
  for (int a = 0; a < node->n_accesses; a++)
    run_access (r, &node->accesses[a]);
}

/* A random nest, most of whose loops end.  */
static inline struct nest
make_nest (struct maker *m)
{
  struct nest nest = { .n = choose (m, 12) };
  for (int l = 0; l < 2; l++)
    {
      m->n_leaves = l + 1;
      struct both k = { plain_of (m, PRAM_EXPR_ITERATOR, NULL, NULL),
			m->leaf[l] };
      k.plain->value = l;
      struct both more = { NULL, NULL }, less = constant (m, choose (m, 12));
      if (choose (m, 2))
	less = make_value (m, 2);
      nest.leave[l].plain = plain_of (m, PRAM_EXPR_NEGATIVE, less.plain,
				      k.plain);
      nest.leave[l].expr = pram_expr_less (m->exprs, less.expr, k.expr);
      if (choose (m, 3))
	continue;
      more = make_truth (m, 2);
      nest.leave[l] = (struct both)
	{ plain_of (m, PRAM_EXPR_EITHER, nest.leave[l].plain, more.plain),
	  pram_expr_either (m->exprs, nest.leave[l].expr, more.expr) };
    }
  m->n_leaves = N_LEAVES;
  nest.when = make_truth (m, choose (m, 3));
  nest.offset = make_value (m, 1 + choose (m, 3));
  return nest;
}

/* Are the events the same?  Sorts them.  */
static inline bool
same_events_p (struct events *a, struct events *b)
{
  qsort (a->event, (size_t) a->n, sizeof *a->event, compare_events);
  qsort (b->event, (size_t) b->n, sizeof *b->event, compare_events);
  return (a->n == b->n
	  && !memcmp (a->event, b->event, sizeof *a->event * (size_t) a->n));
}

#endif
