/* restarts.cc: variables that begin anew.

   SPDX-License-Identifier: GPL-3.0-or-later

     if (++j == m) { j = 0; i++; }      x = x + 1 < n ? x + 1 : 0;
     k = (k + 1) % n;                   if (--k < 0) k = n - 1;
     x += 3; if (x >= n) x -= n;        left = i;		at the end

   What such a variable is in iteration t of its loop is a remainder of t, and
   what changes only when it begins anew, a quotient: j = t % m, i = t / m.  That
   is put in its place, so that what follows depends on t alone, or becomes a nest
   (nests.cc).  A variable that keeps what another one was is that one's value in
   iteration t - 1 but in the first one: t - 1 + (t == 0) * (left + 1).  A *clock* ticks in certain
   iterations: the first one in all, others when a variable begins anew.

   The formulas hold if the variable starts within its period.  The period is
   divided by whether that is so, and what the loop's test compares with is made
   to depend on it: where it isn't so nobody knows how often the loop runs, and
   the region runs as it was written.

   Requires: SSA, loops with preheaders, simple latches and recorded exits,
   dominators, scalar evolution.  Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

struct clock
{
  edge branch;			/* ticks when a test takes this; null: in every
				   iteration */
  tree ticks;			/* how often before this iteration: a name */
  /* TICKS is OFFSET and the ticks of clock FROM, divided by PERIOD.  */
  int from;
  tree period, offset;
};

struct restarts
{
  class loop *loop;
  gimple *last;			/* what was added to the header, or null */
  auto_vec<struct clock> clocks;
  auto_vec<gphi *> done;
};

/* Where a variable begins anew, and what it then is.  */
struct turn
{
  edge branch;			/* null: that isn't told */
  HOST_WIDE_INT step;		/* else it changes by this */
  tree start;			/* GENERIC, as the rest */
  tree period;
};

/* --- Values --------------------------------------------------------------- */

/* VALUE, from outside LOOP, or null.  */
static tree
invariant (class loop *loop, tree value)
{
  tree v = plug_value_before (loop, value);
  return INTEGRAL_TYPE_P (TREE_TYPE (v)) && !plug_name_in_loop_p (loop, v)
	 ? v : NULL_TREE;
}

/* The PHI that VALUE, which may be a copy, is the result of, or null.  */
static gphi *
phi_of (tree value)
{
  while (TREE_CODE (value) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (value);
      if (!gimple_assign_ssa_name_copy_p (def))
	return dyn_cast <gphi *> (def);
      value = gimple_assign_rhs1 (def);
    }
  return NULL;
}

/* VALUE is X and something from outside LOOP, which is returned, or null.  */
static tree
more_than (class loop *loop, tree value, tree x)
{
  tree type = TREE_TYPE (x);
  if (value == x)
    return build_zero_cst (type);
  gassign *def = (TREE_CODE (value) == SSA_NAME
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (value)) : NULL);
  if (!def || gimple_vuse (def) || !types_compatible_p (TREE_TYPE (value), type))
    return NULL_TREE;
  tree_code code = gimple_assign_rhs_code (def);
  if (code == SSA_NAME)
    return more_than (loop, gimple_assign_rhs1 (def), x);
  if (code != PLUS_EXPR && code != MINUS_EXPR)
    return NULL_TREE;
  tree a = more_than (loop, gimple_assign_rhs1 (def), x);
  tree b = invariant (loop, gimple_assign_rhs2 (def));
  if (!a && code == PLUS_EXPR)
    {
      a = more_than (loop, gimple_assign_rhs2 (def), x);
      b = invariant (loop, gimple_assign_rhs1 (def));
    }
  return a && b ? fold_build2 (code, type, a, b) : NULL_TREE;
}

static tree
plus (tree a, tree b)
{
  return fold_build2 (PLUS_EXPR, TREE_TYPE (a), a,
		      fold_convert (TREE_TYPE (a), b));
}

static tree
minus (tree a, tree b)
{
  return fold_build2 (MINUS_EXPR, TREE_TYPE (a), a,
		      fold_convert (TREE_TYPE (a), b));
}

static tree
number (tree like, HOST_WIDE_INT value)
{
  return build_int_cst (TREE_TYPE (like), value);
}

/* --- Turns ---------------------------------------------------------------- */

/* A value that a variable may have next, and the edge of a join by which control
   then comes.  */
struct leaf
{
  edge e;
  tree value;
};

/* Of what NEXT is chosen in LOOP's body; false if it is no choice.  */
static bool
collect_leaves (class loop *loop, tree next, vec<struct leaf> *leaves)
{
  gphi *phi = phi_of (next);
  if (!phi || gimple_bb (phi)->loop_father != loop
      || gimple_bb (phi) == loop->header || leaves->length () > 8)
    return false;
  for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
    if (!collect_leaves (loop, gimple_phi_arg_def (phi, k), leaves))
      leaves->safe_push ({ gimple_phi_arg_edge (phi, k),
			   gimple_phi_arg_def (phi, k) });
  return true;
}

/* Control comes to E by BRANCH of a test.  */
static bool
behind_p (edge e, edge branch)
{
  return (e == branch
	  || (single_pred_p (branch->dest)
	      && dominated_by_p (CDI_DOMINATORS, e->src, branch->dest)));
}

/* The test in LOOP that decides between LEAVES, or null.  */
static basic_block
test_of (class loop *loop, const vec<struct leaf> &leaves)
{
  basic_block test = leaves[0].e->src;
  for (const struct leaf &l : leaves)
    test = nearest_common_dominator (CDI_DOMINATORS, test, l.e->src);
  return (test->loop_father == loop && EDGE_COUNT (test->succs) == 2
	  ? test : NULL);
}

/* What all of LEAVES, but those behind BRANCH, or else those, are; null if that
   is not one value or one of LEAVES is behind neither BRANCH nor OTHER.  With X,
   how much more than X.  */
static tree
common_value (class loop *loop, const vec<struct leaf> &leaves, edge branch,
	      edge other, tree x)
{
  tree value = NULL_TREE;
  for (const struct leaf &l : leaves)
    {
      if (!behind_p (l.e, branch))
	{
	  if (!behind_p (l.e, other))
	    return NULL_TREE;
	  continue;
	}
      tree one = x ? more_than (loop, l.value, x) : l.value;
      if (!one || (value && !operand_equal_p (value, one, 0)))
	return NULL_TREE;
      value = one;
    }
  return value;
}

/* X begins anew when control takes E from a test: when X is *BOUND *OP, EQ_EXPR,
   GE_EXPR or LE_EXPR.  */
static bool
read_test (class loop *loop, edge e, tree x, enum tree_code *op, tree *bound)
{
  gcond *test = safe_dyn_cast <gcond *> (last_stmt (e->src));
  if (!test || !INTEGRAL_TYPE_P (TREE_TYPE (gimple_cond_lhs (test))))
    return false;
  tree a = gimple_cond_lhs (test), b = gimple_cond_rhs (test);
  *op = gimple_cond_code (test);
  if (e->flags & EDGE_FALSE_VALUE)
    *op = invert_tree_comparison (*op, false);
  tree more = more_than (loop, a, x), other = invariant (loop, b);
  if (!more || !other)
    {
      more = more_than (loop, b, x);
      other = invariant (loop, a);
      *op = swap_tree_comparison (*op);
    }
  if (!more || !other || !types_compatible_p (TREE_TYPE (other), TREE_TYPE (x)))
    return false;
  *bound = minus (other, more);
  if (*op == GT_EXPR)
    {
      *bound = plus (*bound, number (x, 1));
      *op = GE_EXPR;
    }
  if (*op == LT_EXPR)
    {
      *bound = minus (*bound, number (x, 1));
      *op = LE_EXPR;
    }
  return *op == EQ_EXPR || *op == GE_EXPR || *op == LE_EXPR;
}

/* X, whose next value PHI, a join, chooses, begins anew with ANEW where it is
   BOUND OP, and else changes by STEP: describe that in T.  */
static bool
describe (class loop *loop, tree x, tree anew, enum tree_code op, tree bound,
	  struct turn *t)
{
  HOST_WIDE_INT step = t->step;
  bool up = step > 0;
  if (op != EQ_EXPR && (op == GE_EXPR) != up)
    return false;
  tree more = more_than (loop, anew, x);
  /* It must turn back.  */
  if (more && TREE_CODE (more) == INTEGER_CST
      && tree_int_cst_sgn (more) != (up ? -1 : 1))
    return false;
  if (step == 1 || step == -1)
    {
      /* BOUND is its last value.  */
      t->start = more ? plus (bound, more) : invariant (loop, anew);
      if (!t->start)
	return false;
      t->period = plus (up ? minus (bound, t->start) : minus (t->start, bound),
			number (x, 1));
      return true;
    }
  /* So much less, from so much on.  */
  if (!up || op == EQ_EXPR || !more)
    return false;
  t->start = number (x, 0);
  t->period = minus (number (x, step), more);
  return operand_equal_p (plus (bound, number (x, step)), t->period, 0);
}

/* One of LEAVES is what X is next: is that a turn?  */
static bool
find_turn (class loop *loop, tree x, const vec<struct leaf> &leaves,
	   struct turn *t)
{
  basic_block test = leaves.is_empty () ? NULL : test_of (loop, leaves);
  for (int k = 0; test && k < 2; k++)
    {
      enum tree_code op;
      tree bound;
      edge other = EDGE_SUCC (test, !k);
      t->branch = EDGE_SUCC (test, k);
      tree step = common_value (loop, leaves, other, t->branch, x);
      tree anew = common_value (loop, leaves, t->branch, other, NULL_TREE);
      if (!step || !anew || !tree_fits_shwi_p (step) || integer_zerop (step)
	  || !read_test (loop, t->branch, x, &op, &bound))
	continue;
      t->step = tree_to_shwi (step);
      if (describe (loop, x, anew, op, bound, t))
	return true;
    }
  return false;
}

/* NEXT is a remainder of X, X's next value.  */
static bool
find_remainder (class loop *loop, tree x, tree next, struct turn *t)
{
  gassign *def = (TREE_CODE (next) == SSA_NAME
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (next)) : NULL);
  if (!def || gimple_assign_rhs_code (def) != TRUNC_MOD_EXPR)
    return false;
  tree step = more_than (loop, gimple_assign_rhs1 (def), x);
  t->period = invariant (loop, gimple_assign_rhs2 (def));
  if (!step || !tree_fits_shwi_p (step) || tree_int_cst_sgn (step) <= 0
      || !t->period)
    return false;
  t->branch = NULL;
  t->start = number (x, 0);
  t->step = tree_to_shwi (step);
  return true;
}

/* --- Clocks --------------------------------------------------------------- */

/* A counter of R's iterations, at the start of the header.  */
static tree
add_counter (class loop *loop)
{
  tree type = long_long_integer_type_node;
  tree name = make_temp_ssa_name (type, NULL, "t");
  tree more = make_ssa_name (type);
  gphi *phi = create_phi_node (name, loop->header);
  edge latch = loop_latch_edge (loop);
  gimple_stmt_iterator end = gsi_last_bb (latch->src);
  gsi_insert_after (&end, gimple_build_assign (more, PLUS_EXPR, name,
					       build_one_cst (type)),
		    GSI_NEW_STMT);
  add_phi_arg (phi, build_zero_cst (type), loop_preheader_edge (loop),
	       UNKNOWN_LOCATION);
  add_phi_arg (phi, more, latch, UNKNOWN_LOCATION);
  return name;
}

/* A variable of LOOP's header that counts its iterations, or null; TESTED: one
   that a test compares.  */
static tree
counter_of (class loop *loop, bool tested)
{
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      affine_iv iv;
      imm_use_iterator iter;
      use_operand_p use;
      tree name = gimple_phi_result (i.phi ());
      bool good = !tested;
      FOR_EACH_IMM_USE_FAST (use, iter, name)
	good |= gimple_code (USE_STMT (use)) == GIMPLE_COND;
      if (good && !virtual_operand_p (name)
	  && INTEGRAL_TYPE_P (TREE_TYPE (name))
	  && TYPE_PRECISION (TREE_TYPE (name))
	     >= TYPE_PRECISION (integer_type_node)
	  && simple_iv (loop, loop, name, &iv, false)
	  && integer_zerop (iv.base) && integer_onep (iv.step))
	return name;
    }
  return NULL_TREE;
}

/* EXPR before the loop, a name or a constant.  */
static tree
before (struct restarts *r, tree expr)
{
  gimple_seq seq = NULL;
  tree value = force_gimple_operand (unshare_expr (expr), &seq, true,
				     NULL_TREE);
  gsi_insert_seq_on_edge_immediate (loop_preheader_edge (r->loop), seq);
  return value;
}

/* EXPR at the start of each iteration, a name or a constant.  */
static tree
each_time (struct restarts *r, tree expr)
{
  gimple_seq seq = NULL;
  tree value = force_gimple_operand (unshare_expr (expr), &seq, true,
				     NULL_TREE);
  gimple *last = gimple_seq_last_stmt (seq);
  gimple_stmt_iterator at = (r->last ? gsi_for_stmt (r->last)
			     : gsi_after_labels (r->loop->header));
  if (r->last)
    gsi_insert_seq_after (&at, seq, GSI_SAME_STMT);
  else
    gsi_insert_seq_before (&at, seq, GSI_SAME_STMT);
  r->last = last ? last : r->last;
  return value;
}

/* Let the first clock be what counts the iterations.  */
static void
start_clock (struct restarts *r)
{
  tree counter = counter_of (r->loop, true);
  if (!counter)
    counter = counter_of (r->loop, false);
  if (!counter)
    counter = add_counter (r->loop);
  counter = each_time (r, fold_convert (long_long_integer_type_node, counter));
  r->clocks.safe_push ({ NULL, counter, 0, NULL_TREE, NULL_TREE });
}

/* PHI's variable is VALUE.  */
static void
settle (struct restarts *r, gphi *phi, tree value)
{
  imm_use_iterator iter;
  use_operand_p use;
  gimple *stmt;
  FOR_EACH_IMM_USE_STMT (stmt, iter, gimple_phi_result (phi))
    {
      FOR_EACH_IMM_USE_ON_STMT (use, iter)
	SET_USE (use, value);
      update_stmt (stmt);
    }
  r->done.safe_push (phi);
}

/* --- Replacing ------------------------------------------------------------ */

/* A test that may end LOOP, and which of its sides comes from outside; null if
   there is none.  */
static gcond *
limit_of (class loop *loop, int *side)
{
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  for (edge e : exits)
    if (gcond *test = safe_dyn_cast <gcond *> (last_stmt (e->src)))
      for (*side = 0; *side < 2; ++*side)
	{
	  tree limit = gimple_op (test, *side);
	  if (INTEGRAL_TYPE_P (TREE_TYPE (limit))
	      && TYPE_PRECISION (TREE_TYPE (limit))
		 >= TYPE_PRECISION (integer_type_node)
	      && invariant (loop, limit))
	    return test;
	}
  return NULL;
}

/* How often R's loop runs is known if PERIOD, which is LENGTH then, is.  */
static void
depend_on (struct restarts *r, tree period, tree length)
{
  int side;
  gcond *test = limit_of (r->loop, &side);
  tree limit = invariant (r->loop, gimple_op (test, side));
  tree more = before (r, minus (period, length));
  gimple_set_op (test, side, before (r, plus (limit, more)));
  update_stmt (test);
}

/* PERIOD if OFFSET is in it and STEP isn't longer; else nobody knows.  */
static tree
checked_period (struct restarts *r, tree period, tree offset, tree step)
{
  tree type = TREE_TYPE (period), zero = build_zero_cst (type);
  tree good = before (r, fold_build2 (LT_EXPR, boolean_type_node, offset,
				      period));
  for (tree more : { fold_build2 (GE_EXPR, boolean_type_node, offset, zero),
		     fold_build2 (LE_EXPR, boolean_type_node, step, period) })
    good = before (r, fold_build2 (BIT_AND_EXPR, boolean_type_node, good,
				   before (r, more)));
  return before (r, fold_build2 (TRUNC_DIV_EXPR, type, period,
				 before (r, fold_convert (type, good))));
}

/* PHI's variable takes turns T when clock C ticks.  */
static void
take_turns (struct restarts *r, gphi *phi, const struct turn *t, int c)
{
  tree own = TREE_TYPE (gimple_phi_result (phi));
  tree type = long_long_integer_type_node;
  tree first = PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (r->loop));
  bool up = t->step > 0;
  tree start = before (r, fold_convert (type, t->start));
  tree length = before (r, fold_convert (type, t->period));
  first = before (r, fold_convert (type, first));
  tree offset = before (r, up ? minus (first, start) : minus (start, first));
  tree step = build_int_cst (type, up ? t->step : -t->step);
  tree period = checked_period (r, length, offset, step);
  if (TREE_CODE (period) != INTEGER_CST)
    depend_on (r, period, length);
  tree moved = fold_build2 (MULT_EXPR, type, r->clocks[c].ticks, step);
  moved = each_time (r, plus (moved, offset));
  tree rest = each_time (r, fold_build2 (TRUNC_MOD_EXPR, type, moved, period));
  tree value = up ? plus (start, rest) : minus (start, rest);
  value = each_time (r, fold_convert (own, each_time (r, value)));
  if (t->branch && integer_onep (step))
    {
      tree ticks = each_time (r, fold_build2 (TRUNC_DIV_EXPR, type, moved,
					      period));
      r->clocks.safe_push ({ t->branch, ticks, c, period, offset });
    }
  settle (r, phi, value);
}

/* The loop goes on while VALUE, FIRST and the ticks of clock C, is less than
   something from outside: let it test the number of the iteration.  */
static void
test_iteration (struct restarts *r, tree value, tree first, int c)
{
  edge leave = single_exit (r->loop);
  gcond *test = (leave && leave->src == r->loop->header
		 ? safe_dyn_cast <gcond *> (last_stmt (leave->src)) : NULL);
  tree limit = (test && gimple_cond_lhs (test) == value
		? invariant (r->loop, gimple_cond_rhs (test)) : NULL_TREE);
  if (!limit)
    return;
  bool leaves = leave->flags & EDGE_TRUE_VALUE;
  tree_code code = gimple_cond_code (test);
  if (leaves)
    code = invert_tree_comparison (code, false);
  if (code != LT_EXPR && code != LE_EXPR && code != NE_EXPR)
    return;
  tree type = long_long_integer_type_node;
  limit = minus (fold_convert (type, limit), first);
  if (code == LE_EXPR)
    limit = plus (limit, number (limit, 1));
  for (; c > 0; c = r->clocks[c].from)
    limit = minus (fold_build2 (MULT_EXPR, type, limit, r->clocks[c].period),
		   r->clocks[c].offset);
  gimple_cond_set_condition (test, leaves ? GE_EXPR : LT_EXPR,
			     r->clocks[0].ticks, before (r, limit));
  update_stmt (test);
}

/* PHI's variable is what KEPT was in the iteration before.  */
static void
keep (struct restarts *r, gphi *phi, const affine_iv *kept)
{
  tree own = TREE_TYPE (gimple_phi_result (phi));
  tree type = long_long_integer_type_node, ticks = r->clocks[0].ticks;
  tree first = PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (r->loop));
  tree step = fold_convert (signed_type_for (TREE_TYPE (kept->step)),
			    kept->step);
  step = before (r, fold_convert (type, step));
  tree base = before (r, fold_convert (type, kept->base));
  base = before (r, minus (base, step));
  first = before (r, fold_convert (type, first));
  first = before (r, minus (first, base));
  tree begins = each_time (r, fold_build2 (EQ_EXPR, boolean_type_node, ticks,
					   build_zero_cst (type)));
  begins = each_time (r, fold_convert (type, begins));
  begins = each_time (r, fold_build2 (MULT_EXPR, type, begins, first));
  tree value = each_time (r, fold_build2 (MULT_EXPR, type, ticks, step));
  value = each_time (r, plus (each_time (r, plus (value, base)), begins));
  settle (r, phi, each_time (r, fold_convert (own, value)));
}

/* PHI's variable changes by STEP when clock C ticks.  */
static void
count_ticks (struct restarts *r, gphi *phi, tree step, int c)
{
  tree own = TREE_TYPE (gimple_phi_result (phi));
  tree type = long_long_integer_type_node;
  tree first = PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (r->loop));
  tree moved = fold_build2 (MULT_EXPR, type, r->clocks[c].ticks,
			    fold_convert (type, step));
  first = before (r, fold_convert (type, first));
  tree value = each_time (r, plus (each_time (r, moved), first));
  value = each_time (r, fold_convert (own, value));
  settle (r, phi, value);
  if (integer_onep (step))
    test_iteration (r, value, first, c);
}

/* --- Finding -------------------------------------------------------------- */

/* Of LEAVES, X's next values, keep those that are not X because a clock ticks:
   which one?  */
static int
find_clock (const struct restarts *r, tree x, vec<struct leaf> *leaves)
{
  int c = 0;
  for (unsigned k = 1; k < r->clocks.length (); k++)
    {
      auto_vec<struct leaf> behind;
      bool same = true;
      for (const struct leaf &l : *leaves)
	{
	  tree more = more_than (r->loop, l.value, x);
	  if (behind_p (l.e, r->clocks[k].branch))
	    behind.safe_push (l);
	  else
	    same = same && more && integer_zerop (more);
	}
      if (!same || behind.is_empty ())
	continue;
      leaves->truncate (0);
      leaves->safe_splice (behind);
      c = k;
    }
  return c;
}

/* By how much all of LEAVES are more than X, or null.  */
static tree
common_step (class loop *loop, tree x, const vec<struct leaf> &leaves)
{
  tree step = NULL_TREE;
  for (const struct leaf &l : leaves)
    {
      tree more = more_than (loop, l.value, x);
      if (!more || !tree_fits_shwi_p (more) || integer_zerop (more)
	  || (step && !operand_equal_p (step, more, 0)))
	return NULL_TREE;
      step = more;
    }
  return step;
}

/* The variable of PHI may be one that begins anew.  */
static bool
candidate_p (class loop *loop, gphi *phi)
{
  affine_iv iv;
  tree x = gimple_phi_result (phi);
  return (!virtual_operand_p (x) && INTEGRAL_TYPE_P (TREE_TYPE (x))
	  && TYPE_PRECISION (TREE_TYPE (x)) <= 64
	  && !has_zero_uses (x)
	  && ((!loop->inner && loop_depth (loop) == 1) || plug_place_p (x))
	  && !simple_iv (loop, loop, x, &iv, false));
}

/* If PHI's variable begins anew, or is one that others depend on so, put what it
   is in its place.  */
static bool
replace (struct restarts *r, gphi *phi)
{
  tree x = gimple_phi_result (phi), step;
  tree next = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (r->loop));
  struct turn t;
  affine_iv kept;
  if (!candidate_p (r->loop, phi))
    return false;
  auto_vec<struct leaf> leaves;
  collect_leaves (r->loop, next, &leaves);
  int c = find_clock (r, x, &leaves);
  bool wide = (TYPE_PRECISION (TREE_TYPE (x))
	       >= TYPE_PRECISION (integer_type_node));
  bool counts = (wide && c > 0
		 && (step = common_step (r->loop, x, leaves)));
  bool turns = (wide && !counts
		&& (find_turn (r->loop, x, leaves, &t)
		    || find_remainder (r->loop, x, next, &t)));
  bool keeps = (!counts && !turns && plug_used_inside_p (r->loop, x)
		&& simple_iv (r->loop, r->loop, next, &kept, false));
  if (!counts && !turns && !keeps)
    return false;
  if (r->clocks.is_empty ())
    start_clock (r);
  if (counts)
    count_ticks (r, phi, step, c);
  else if (turns)
    take_turns (r, phi, &t, c);
  else
    keep (r, phi, &kept);
  return true;
}

/* Replace one of the variables of R's loop.  */
static bool
replace_one (struct restarts *r)
{
  for (gphi_iterator i = gsi_start_phis (r->loop->header); !gsi_end_p (i);
       gsi_next (&i))
    if (!r->done.contains (i.phi ()) && replace (r, i.phi ()))
      return true;
  return false;
}

/* Do so in LOOP and the loops in it.  */
static bool
replace_in (class loop *loop)
{
  bool changed = false;
  int side;
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    changed |= replace_in (inner);
  if (!loop_outer (loop) || !loop->latch || !limit_of (loop, &side)
      || !plug_accesses_p (loop))
    return changed;
  struct restarts r;
  auto_bitmap unused;
  r.loop = loop;
  r.last = NULL;
  while (replace_one (&r))
    ;
  for (gphi *phi : r.done)
    {
      tree next = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop));
      gimple_stmt_iterator gsi = gsi_for_stmt (phi);
      if (TREE_CODE (next) == SSA_NAME)
	bitmap_set_bit (unused, SSA_NAME_VERSION (next));
      remove_phi_node (&gsi, true);
    }
  simple_dce_from_worklist (unused);
  return changed || !r.done.is_empty ();
}

void
plug_settle_restarts (void)
{
  if (!replace_in (current_loops->tree_root))
    return;
  plug_propagate_constants ();
  plug_prepare_loops ();
}
