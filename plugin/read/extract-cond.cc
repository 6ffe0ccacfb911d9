/* extract-cond.cc: the conditions under which blocks run.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"

/* --- Which conditions --------------------------------------------------- */

/* From FROM control may reach the end of LOOP's body (or of the function)
   without passing AVOID, exits from LOOP apart.  */
static bool
bypass_p (basic_block from, basic_block avoid, class loop *loop)
{
  bool found = false, root = !loop_outer (loop);
  auto_vec<basic_block> work;
  auto_bitmap seen;
  work.safe_push (from);
  bitmap_set_bit (seen, from->index);
  while (!found && !work.is_empty ())
    {
      basic_block bb = work.pop ();
      edge_iterator ei;
      edge e;
      found = bb == (root ? EXIT_BLOCK_PTR_FOR_FN (cfun) : loop->latch);
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (e->dest != avoid && (root || e->dest != loop->header)
	    && (root || flow_bb_inside_loop_p (loop, e->dest))
	    && bitmap_set_bit (seen, e->dest->index))
	  work.safe_push (e->dest);
    }
  return found;
}

/* BB has more than one successor within LOOP.  */
static bool
branches_p (basic_block bb, class loop *loop)
{
  int n = 0;
  edge_iterator ei;
  edge e;
  FOR_EACH_EDGE (e, ei, bb->succs)
    n += !loop_outer (loop) || flow_bb_inside_loop_p (loop, e->dest);
  return n > 1;
}

edge
plug_edge_to (basic_block test, basic_block bb)
{
  edge_iterator ei;
  edge e;
  FOR_EACH_EDGE (e, ei, test->succs)
    if (single_pred_p (e->dest)
	&& dominated_by_p (CDI_DOMINATORS, bb, e->dest))
      return e;
  return NULL;
}

/* --- Guards ------------------------------------------------------------- */

/* Conditions under construction.  */
struct conjunction
{
  struct plug_extract *x;
  class loop *loop;
  struct plug_conditions *result;
  /* If not null, make no guards, but find out whether one of them implies
     CLAIM >= 0 in CLAIMED_AT.  */
  const struct plug_affine *claim;
  basic_block claimed_at;
  bool proved;
};

/* The greatest common divisor of A's factors, 0 if it is constant.  */
static HOST_WIDE_INT
common_factor (const struct plug_affine *a)
{
  HOST_WIDE_INT factor = 0;
  for (int d = 0; d < PLUG_MAX_DEPTH; d++)
    factor = gcd (factor, a->k[d]);
  for (int t = 0; t < a->n_terms; t++)
    factor = gcd (factor, a->terms[t].k);
  return factor;
}

/* A >= 0, or A = 0, implies C's claim: so it is if CLAIM - A, or CLAIM + A, is
   never negative.  */
static void
try_claim (struct conjunction *c, const struct plug_affine *a, bool equality)
{
  basic_block outside = c->x->at;
  c->x->at = c->claimed_at;
  for (int sign = -1; sign <= (equality ? 1 : -1); sign += 2)
    {
      struct plug_affine rest = *c->claim;
      HOST_WIDE_INT min;
      c->proved |= (plug_affine_add (&rest, a, sign)
		    && plug_affine_least (c->x, &rest,
					  c->claimed_at->loop_father, &min)
		    && min >= 0);
    }
  c->x->at = outside;
}

/* A >= 0, or A = 0.  Known ones are left out.  */
static void
add_guard (struct conjunction *c, const struct plug_affine *a, bool equality)
{
  if (c->claim)
    return try_claim (c, a, equality);
  HOST_WIDE_INT min, max, factor = common_factor (a);
  struct plug_affine reduced;
  if (factor > 1 && (!equality || a->c % factor == 0))
    {
      reduced = *a;
      plug_affine_divide (&reduced, factor);
      a = &reduced;
    }
  if (plug_affine_range (c->x, a, c->loop, &min, &max))
    {
      if (max < 0 || (equality && min > 0))
	c->result->never = true;
      if (equality ? min == 0 && max == 0 : min >= 0)
	return;
    }
  struct pram_guard *guard
    = PRAM_ARENA_PUSH (c->x->prog->arena, c->result->guards, c->result->n);
  guard->affine = plug_affine_lower (c->x, a, c->loop);
  guard->equality = equality;
}

/* DIFFERENCE CODE 0.  */
static void
add_comparison (struct conjunction *c, enum tree_code code,
		struct plug_affine *difference)
{
  struct plug_affine negated;
  HOST_WIDE_INT min;
  memset (&negated, 0, sizeof negated);
  plug_affine_add (&negated, difference, -1);
  switch (code)
    {
    case EQ_EXPR:
      return add_guard (c, difference, true);
    case GT_EXPR:
      difference->c--;
      /* FALLTHRU */
    case GE_EXPR:
      return add_guard (c, difference, false);
    case LT_EXPR:
      negated.c--;
      /* FALLTHRU */
    case LE_EXPR:
      return add_guard (c, &negated, false);
    default:
      break;
    }
  if (code == NE_EXPR
      && plug_affine_least (c->x, difference, c->loop, &min) && min >= 0)
    return add_comparison (c, GT_EXPR, difference);
  if (code == NE_EXPR
      && plug_affine_least (c->x, &negated, c->loop, &min) && min >= 0)
    return add_comparison (c, LT_EXPR, difference);
  c->result->may = true;
}

/* (unsigned) A <= BOUND, which is how the front end writes
   A >= 0 && A <= BOUND.  */
static bool
add_range_test (struct conjunction *c, enum tree_code code, tree type,
		struct plug_affine *a, struct plug_affine *bound)
{
  HOST_WIDE_INT min, max;
  int precision = TYPE_PRECISION (type);
  if ((code != LE_EXPR && code != LT_EXPR) || !TYPE_UNSIGNED (type)
      || precision > 32 || !plug_affine_constant (bound) || !bound->exact
      || bound->c > HOST_WIDE_INT_1 << (precision - 1)
      || !plug_affine_range (c->x, a, c->loop, &min, &max))
    return false;
  HOST_WIDE_INT half = HOST_WIDE_INT_1 << (precision - 1);
  /* The representative next to zero.  */
  HOST_WIDE_INT turns = (min + half) >> precision;
  a->c -= turns << precision;
  if (max - (turns << precision) >= half)
    return false;
  struct plug_affine b = *a;
  add_comparison (c, GE_EXPR, &b);
  plug_affine_add (a, bound, -1);
  add_comparison (c, code, a);
  return true;
}

/* A contains a remainder of the variable of an outer loop.  That may be one
   of the driver, where no remainders can be: as a condition on data it does
   no harm.  */
static bool
outer_split_p (struct conjunction *c, const struct plug_affine *a)
{
  for (int t = 0; t < a->n_terms; t++)
    if (c->x->splits[a->terms[t].number / 2].loop != c->loop)
      return true;
  return false;
}

static void add_value (struct conjunction *, tree, bool);
static void add_argument (struct conjunction *, gphi *, int);

/* VALUE, or what it is a copy or conversion of.  */
static tree
strip_copies (tree value)
{
  while (TREE_CODE (value) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (value);
      if (!is_gimple_assign (def) || gimple_vuse (def)
	  || (!gimple_assign_single_p (def) && !gimple_assign_cast_p (def)))
	break;
      value = gimple_assign_rhs1 (def);
    }
  return value;
}

/* `i >= 0 && i < n', returned by a helper, is a PHI of 0 and 1.  If the truth
   value VALUE is such a one, and control comes one way only where it is SENSE,
   add that way's conditions.  */
static bool
add_truth_phi (struct conjunction *c, tree value, bool sense)
{
  int argument = -1;
  value = strip_copies (value);
  gphi *phi = (TREE_CODE (value) == SSA_NAME
	       ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (value)) : NULL);
  if (!phi || gimple_bb (phi)->loop_father != c->loop
      || gimple_bb (phi) == c->loop->header)
    return false;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      tree way = strip_copies (gimple_phi_arg_def (phi, i));
      if (!integer_zerop (way) && !integer_onep (way))
	return false;
      if (integer_onep (way) != sense)
	continue;
      if (argument >= 0)
	return false;
      argument = i;
    }
  if (argument >= 0)
    add_argument (c, phi, argument);
  return argument >= 0;
}

/* A condition that is no guard, for want of VALUE's value.  */
static void
add_unknown (struct conjunction *c, tree value)
{
  c->result->may = true;
  value = value ? strip_copies (value) : NULL_TREE;
  if (value && TREE_CODE (value) == SSA_NAME
      && SSA_NAME_IS_DEFAULT_DEF (value)
      && INTEGRAL_TYPE_P (TREE_TYPE (value)))
    c->result->unknown = value;
}

/* LHS CODE RHS is true.  */
static void
add_test (struct conjunction *c, enum tree_code code, tree lhs, tree rhs)
{
  struct plug_affine a, b;
  tree type = TREE_TYPE (lhs);
  if (!INTEGRAL_TYPE_P (type))
    {
      c->result->may = true;
      return;
    }
  if ((code == NE_EXPR || code == EQ_EXPR) && integer_zerop (rhs)
      && TREE_CODE (lhs) == SSA_NAME && TREE_CODE (type) == BOOLEAN_TYPE)
    return add_value (c, lhs, code == NE_EXPR);
  if ((code == NE_EXPR || code == EQ_EXPR) && integer_zerop (rhs)
      && add_truth_phi (c, lhs, code == NE_EXPR))
    return;
  if (!plug_affine_of (c->x, lhs, c->loop, &a)
      || !plug_affine_of (c->x, rhs, c->loop, &b))
    add_unknown (c, c->x->culprit);
  else if (outer_split_p (c, &a) || outer_split_p (c, &b))
    c->result->may = true;
  else if (plug_affine_exact (c->x, &a, type, c->loop)
	   && plug_affine_exact (c->x, &b, type, c->loop)
	   && plug_affine_add (&a, &b, -1))
    add_comparison (c, code, &a);
  else if (!add_range_test (c, code, type, &a, &b))
    c->result->may = true;
}

/* The truth value VALUE is SENSE.  */
static void
add_value (struct conjunction *c, tree value, bool sense)
{
  gimple *def = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value)
					       : NULL;
  if (add_truth_phi (c, value, sense))
    return;
  if (!def || !is_gimple_assign (def) || gimple_vuse (def))
    return add_unknown (c, value);
  tree lhs = gimple_assign_rhs1 (def), rhs = gimple_assign_rhs2 (def);
  enum tree_code code = gimple_assign_rhs_code (def);
  if (TREE_CODE_CLASS (code) == tcc_comparison)
    {
      if (!sense)
	code = invert_tree_comparison (code, HONOR_NANS (lhs));
      if (code == ERROR_MARK)
	c->result->may = true;
      else
	add_test (c, code, lhs, rhs);
    }
  else if (code == (sense ? BIT_AND_EXPR : BIT_IOR_EXPR))
    {
      add_value (c, lhs, sense);
      add_value (c, rhs, sense);
    }
  else if (code == BIT_NOT_EXPR)
    add_value (c, lhs, !sense);
  else if (code == SSA_NAME
	   || (CONVERT_EXPR_CODE_P (code)
	       && TREE_CODE (TREE_TYPE (lhs)) == BOOLEAN_TYPE))
    add_value (c, lhs, sense);
  else
    c->result->may = true;
}

/* Control leaves TEST by edge E.  */
static void
add_edge (struct conjunction *c, basic_block test, edge e)
{
  gimple *last = last_stmt (test);
  gcond *cond = last ? dyn_cast <gcond *> (last) : NULL;
  if (gswitch *choice = last ? dyn_cast <gswitch *> (last) : NULL)
    return add_unknown (c, gimple_switch_index (choice));
  if (!e || !cond)
    {
      c->result->may = true;
      return;
    }
  enum tree_code code = gimple_cond_code (cond);
  if (!(e->flags & EDGE_TRUE_VALUE))
    code = invert_tree_comparison (code, HONOR_NANS (gimple_cond_lhs (cond)));
  c->x->at = test;
  if (code == ERROR_MARK)
    c->result->may = true;
  else
    add_test (c, code, gimple_cond_lhs (cond), gimple_cond_rhs (cond));
}

/* A = SIGN * B + *REST.  */
static bool
differ_by_constant_p (const struct pram_affine *a, const struct pram_affine *b,
		      int sign, HOST_WIDE_INT *rest)
{
  for (int k = 0; k < MAX (a->n_coef, b->n_coef); k++)
    if (pram_affine_coef (a, k) != sign * pram_affine_coef (b, k))
      return false;
  *rest = a->constant - sign * b->constant;
  return true;
}

/* A and B never both hold: they are about the same expression.  */
static bool
contradict_p (const struct pram_guard *a, const struct pram_guard *b)
{
  HOST_WIDE_INT rest;
  if (b->equality)
    std::swap (a, b);
  if (a->equality)		/* then B's is REST */
    for (int sign = -1; sign <= 1; sign += 2)
      if (differ_by_constant_p (&b->affine, &a->affine, sign, &rest))
	return b->equality ? rest != 0 : rest < 0;
  return (!a->equality
	  && differ_by_constant_p (&a->affine, &b->affine, -1, &rest)
	  && rest < 0);		/* the sum of both */
}

bool
plug_exclusive_p (const struct plug_conditions *a,
		  const struct plug_conditions *b)
{
  for (int g = 0; g < a->n; g++)
    for (int h = 0; h < b->n; h++)
      if (contradict_p (&a->guards[g], &b->guards[h]))
	return true;
  return false;
}

/* Order of guards that does not depend on how the front end nested them.  */
static int
compare_guards (const void *va, const void *vb)
{
  const struct pram_guard *a = (const struct pram_guard *) va;
  const struct pram_guard *b = (const struct pram_guard *) vb;
  int n = MAX (a->affine.n_coef, b->affine.n_coef);
  for (int k = 0; k < n; k++)
    {
      int64_t p = pram_affine_coef (&a->affine, k);
      int64_t q = pram_affine_coef (&b->affine, k);
      if (p != q)
	return p > q ? -1 : 1;
    }
  if (a->affine.constant != b->affine.constant)
    return a->affine.constant < b->affine.constant ? -1 : 1;
  return (int) a->equality - (int) b->equality;
}

/* Add the conditions under which control gets from FIRST to BB.  */
static void
add_path (struct conjunction *c, basic_block first, basic_block bb)
{
  class loop *loop = c->loop;
  /* Once D's condition has been taken, what remains is why D runs.  */
  for (basic_block d = bb, target = bb; d != first;)
    {
      d = get_immediate_dominator (CDI_DOMINATORS, d);
      if (!d)
	break;
      bool inner = d->loop_father != loop;
      if (inner ? d->loop_father->header != d : !branches_p (d, loop))
	continue;
      if (!bypass_p (d, target, loop))
	continue;
      if (inner)		/* left to two different places */
	c->result->may = true;
      else
	add_edge (c, d, plug_edge_to (d, target));
      target = d;
    }
}

void
plug_conditions_in (struct plug_extract *x, basic_block bb, class loop *loop,
		    struct plug_conditions *result)
{
  struct conjunction c = { x, loop, result, NULL, NULL, false };
  basic_block outside = x->at;
  add_path (&c, (loop_outer (loop) ? loop->header
		 : ENTRY_BLOCK_PTR_FOR_FN (cfun)), bb);
  if (result->n > 1)
    qsort (result->guards, result->n, sizeof *result->guards, compare_guards);
  x->at = outside;
}

bool
plug_conditions_imply (struct plug_extract *x, const struct plug_affine *a)
{
  basic_block outside = x->at, bb = outside;
  bool choosing = x->choosing;
  struct plug_conditions unused;
  if (!bb || x->proving)
    return false;
  memset (&unused, 0, sizeof unused);
  struct conjunction c = { x, bb->loop_father, &unused, a, bb, false };
  x->proving = true;
  x->choosing = false;
  for (; !c.proved && loop_outer (c.loop); c.loop = loop_outer (c.loop))
    {
      add_path (&c, c.loop->header, bb);
      bb = c.loop->header;
    }
  x->proving = false;
  x->choosing = choosing;
  x->at = outside;
  return c.proved;
}

/* The conditions under which PHI gets its argument number I.  */
static void
add_argument (struct conjunction *c, gphi *phi, int i)
{
  edge e = gimple_phi_arg_edge (phi, i);
  basic_block first = get_immediate_dominator (CDI_DOMINATORS,
					       gimple_bb (phi));
  if (branches_p (e->src, c->loop))
    add_edge (c, e->src, e);
  if (e->src != first)
    add_path (c, first, e->src);
}

void
plug_conditions_of_choice (struct plug_extract *x,
			   const struct plug_choice *choice,
			   struct plug_conditions *result)
{
  gimple *def = SSA_NAME_DEF_STMT (choice->name);
  struct conjunction c
    = { x, gimple_bb (def)->loop_father, result, NULL, NULL, false };
  basic_block outside = x->at;
  bool choosing = x->choosing;
  x->at = gimple_bb (def);
  x->choosing = false;
  if (gphi *phi = dyn_cast <gphi *> (def))
    add_argument (&c, phi, choice->taken);
  else
    {
      struct plug_affine difference = choice->difference;
      add_comparison (&c, choice->taken ? LT_EXPR : GE_EXPR, &difference);
    }
  x->choosing = choosing;
  x->at = outside;
}
