/* linear-rows.cc: which row of a linear array an element is in.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (s…) { … for (v = 0; v < n; v++) dist[s * n + v] = …; … dist[s * n + col[k]] … }

   All elements are dist + s * n + something: iteration s has a row from there to where
   that of iteration s + 1 begins, of n elements.  Then no two rows overlap, if all
   accesses are within theirs: where tests before them don't say so it has to be found
   out when they run.  */

#include "pram-gcc.h"
#include "read/extract.h"
#include "write/emit.h"
#include "scratch.h"

/* --- Sums ------------------------------------------------------------------ */

/* Room for what is multiplied.  */
enum { MOST_FACTORS = ARRAY_SIZE (((struct plug_term *) NULL)->factor) };

/* The definition of VALUE, where that is computed in LOOP; or null.  */
static gimple *
definition_in (class loop *loop, tree value)
{
  gimple *def = (value && TREE_CODE (value) == SSA_NAME && !SSA_NAME_IS_DEFAULT_DEF (value)
		 ? SSA_NAME_DEF_STMT (value) : NULL);
  return def && flow_bb_inside_loop_p (loop, gimple_bb (def)) ? def : NULL;
}

/* VALUE is the same in all iterations of LOOP.  */
static bool
invariant_p (class loop *loop, tree value)
{
  return plug_fixed_p (loop, value) && !plug_moves_p (loop, value);
}

static bool
same_p (tree a, tree b)
{
  return (a == b
	  || (a && b && TREE_CODE (a) == TREE_CODE (b)
	      && (TREE_CODE (a) == INTEGER_CST ? tree_int_cst_equal (a, b)
		  : plug_same_value_p (a, b))));
}

/* FACTOR is among those of T that USED, a bit for each, isn't set for: then it is.  */
static bool
use_factor (const struct plug_term *t, tree factor, unsigned *used)
{
  for (int k = 0; k < t->n_factors; k++)
    if (!(*used >> k & 1) && same_p (t->factor[k], factor))
      {
	*used |= 1u << k;
	return true;
      }
  return false;
}

/* A's factors are B's, and but for one of these, *OTHER, if that isn't null, all of
   B's.  */
static bool
same_factors_p (const struct plug_term *a, const struct plug_term *b, tree *other)
{
  unsigned used = 0;
  if (a->n_factors + (other != NULL) != b->n_factors)
    return false;
  for (int k = 0; k < a->n_factors; k++)
    if (!use_factor (b, a->factor[k], &used))
      return false;
  for (int k = 0; other && k < b->n_factors; k++)
    if (!(used >> k & 1))
      *other = b->factor[k];
  return true;
}

static bool
same_term_p (const struct plug_term *a, const struct plug_term *b)
{
  return (a->times == b->times && same_p (a->leaf, b->leaf)
	  && same_factors_p (a, b, NULL));
}

/* The constant VALUE, of whose type -1 may be the greatest number.  */
static HOST_WIDE_INT
signed_of (tree value)
{
  return wi::to_wide (value).to_shwi ();
}

/* FROM, an integer, is the same number if converted to TO, or so are places in memory.  */
static bool
kept_p (tree from, tree to)
{
  return (INTEGRAL_TYPE_P (from)
	  && (plug_type_within_p (from, to)
	      || TYPE_PRECISION (to) >= TYPE_PRECISION (sizetype)));
}

/* Multiply T by VALUE, the same in all iterations of LOOP.  */
static bool
multiply (class loop *loop, struct plug_term *t, tree value)
{
  if (TREE_CODE (value) == INTEGER_CST)
    return !__builtin_mul_overflow (t->times, signed_of (value), &t->times);
  gimple *def = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
  if (def && is_gimple_assign (def) && !gimple_vuse (def))
    {
      tree_code code = gimple_assign_rhs_code (def);
      tree a = gimple_assign_rhs1 (def), type = TREE_TYPE (value);
      if (CONVERT_EXPR_CODE_P (code) && kept_p (TREE_TYPE (a), type))
	return multiply (loop, t, a);
      if (code == MULT_EXPR && (TYPE_OVERFLOW_UNDEFINED (type)
				|| TYPE_PRECISION (type) >= TYPE_PRECISION (sizetype)))
	return multiply (loop, t, a) && multiply (loop, t, gimple_assign_rhs2 (def));
    }
  if (t->n_factors == MOST_FACTORS)
    return false;
  t->factor[t->n_factors++] = value;
  return true;
}

/* Add VALUE times what T says, which has no leaf, to SUM, as LOOP computes it.  */
static bool
add (class loop *loop, tree value, struct plug_term t, struct plug_sum *sum)
{
  if (TREE_CODE (value) == INTEGER_CST)
    {
      bool ok = !__builtin_mul_overflow (t.times, signed_of (value), &t.times);
      if (!t.n_factors)
	return ok && !__builtin_add_overflow (sum->constant, t.times, &sum->constant);
      sum->terms.safe_push (t);
      return ok;
    }
  gimple *def = definition_in (loop, value);
  tree_code code = def && is_gimple_assign (def) ? gimple_assign_rhs_code (def) : ERROR_MARK;
  tree a = code != ERROR_MARK ? gimple_assign_rhs1 (def) : NULL_TREE;
  tree b = code != ERROR_MARK ? gimple_assign_rhs2 (def) : NULL_TREE;
  /* What wraps at less than an address's bits is no sum.  */
  bool exact = a && (TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (a))
		     || TYPE_PRECISION (TREE_TYPE (a)) >= TYPE_PRECISION (sizetype));
  if (CONVERT_EXPR_CODE_P (code) && kept_p (TREE_TYPE (a), TREE_TYPE (value)))
    return add (loop, a, t, sum);
  if (exact && (code == PLUS_EXPR || code == MINUS_EXPR))
    {
      if (!add (loop, a, t, sum))
	return false;
      t.times = code == MINUS_EXPR ? -t.times : t.times;
      return add (loop, b, t, sum);
    }
  if (exact && code == MULT_EXPR && (invariant_p (loop, a) || invariant_p (loop, b)))
    {
      tree factor = invariant_p (loop, a) ? a : b;
      return (multiply (loop, &t, factor)
	      && add (loop, factor == a ? b : a, t, sum));
    }
  t.leaf = value;
  sum->terms.safe_push (t);
  return true;
}

/* Add what ADDRESS is behind ROOT to SUM, as LOOP computes it.  */
static bool
add_address (class loop *loop, tree address, tree root, struct plug_sum *sum)
{
  while (address != root)
    {
      gimple *def = definition_in (loop, address);
      if (!def || !is_gimple_assign (def) || gimple_vuse (def))
	return false;
      tree_code code = gimple_assign_rhs_code (def);
      struct plug_term one = { NULL_TREE, { NULL_TREE }, 0, 1 };
      if (code == POINTER_PLUS_EXPR && !add (loop, gimple_assign_rhs2 (def), one, sum))
	return false;
      address = gimple_assign_rhs1 (def);
      if (code == ADDR_EXPR)
	return plug_place_of (loop, TREE_OPERAND (address, 0), root, sum);
      if (code != POINTER_PLUS_EXPR && code != SSA_NAME && !CONVERT_EXPR_CODE_P (code))
	return false;
    }
  return true;
}

bool
plug_place_of (class loop *loop, tree ref, tree root, struct plug_sum *sum)
{
  for (; TREE_CODE (ref) == ARRAY_REF; ref = TREE_OPERAND (ref, 0))
    {
      struct plug_term one = { NULL_TREE, { NULL_TREE }, 0, 1 };
      tree size = TREE_OPERAND (ref, 3);
      if (!integer_zerop (array_ref_low_bound (ref)))
	return false;
      if (size)
	one.times = TYPE_ALIGN_UNIT (TREE_TYPE (ref));
      else
	size = TYPE_SIZE_UNIT (TREE_TYPE (ref));
      if (!invariant_p (loop, size) || !multiply (loop, &one, size)
	  || !add (loop, TREE_OPERAND (ref, 1), one, sum))
	return false;
    }
  if (TREE_CODE (ref) != MEM_REF)
    return false;
  sum->constant += mem_ref_offset (ref).to_constant ().to_shwi ();
  return add_address (loop, TREE_OPERAND (ref, 0), root, sum);
}

/* T is in SUM; then it no longer is if it is to be TAKEN out.  */
static bool
find_term (struct plug_sum *sum, const struct plug_term *t, bool taken)
{
  for (unsigned k = 0; k < sum->terms.length (); k++)
    if (same_term_p (&sum->terms[k], t))
      {
	if (taken)
	  sum->terms.unordered_remove (k);
	return true;
      }
  return false;
}

void
plug_keep_common (struct plug_sum *sum, struct plug_sum *other)
{
  for (unsigned k = sum->terms.length (); k-- > 0;)
    if (!find_term (other, &sum->terms[k], false))
      sum->terms.unordered_remove (k);
}

void
plug_take_out (struct plug_sum *sum, const struct plug_sum *part)
{
  for (const struct plug_term &t : part->terms)
    find_term (sum, &t, true);
}

/* The steps in which LEAF counts the iterations of LOOP, or null.  */
static tree
step_of (class loop *loop, tree leaf)
{
  tree step;
  gphi *phi = safe_dyn_cast <gphi *> (definition_in (loop, leaf));
  return (phi && gimple_bb (phi) == loop->header && plug_iv_p (loop, phi, &step)
	  && invariant_p (loop, step) ? step : NULL_TREE);
}

void
plug_keep_fixed (class loop *loop, struct plug_sum *sum)
{
  for (unsigned k = sum->terms.length (); k-- > 0;)
    {
      tree leaf = sum->terms[k].leaf;
      if (leaf && !invariant_p (loop, leaf) && !step_of (loop, leaf))
	sum->terms.unordered_remove (k);
    }
}

/* VALUE as a number of bytes.  */
static tree
number (class loop *loop, tree value, gimple_seq *seq)
{
  if (loop)
    value = plug_compute_again (loop, value, seq);
  return gimple_convert (seq, sizetype, value);
}

tree
plug_build_sum (class loop *loop, const struct plug_sum *sum, gimple_seq *seq)
{
  tree value = size_int (sum->constant);
  for (const struct plug_term &t : sum->terms)
    {
      tree term = t.leaf ? number (loop, t.leaf, seq) : size_one_node;
      for (int k = 0; k < t.n_factors; k++)
	term = gimple_build (seq, MULT_EXPR, sizetype, term,
			     number (loop, t.factor[k], seq));
      term = gimple_build (seq, MULT_EXPR, sizetype, term, size_int (t.times));
      value = gimple_build (seq, PLUS_EXPR, sizetype, value, term);
    }
  return value;
}

/* --- Lengths --------------------------------------------------------------- */

bool
plug_length_of (class loop *loop, const struct plug_sum *start, int size,
		struct plug_sum *length)
{
  for (struct plug_term t : start->terms)
    {
      tree step = step_of (loop, t.leaf);
      if (!step)
	continue;
      bool constant = TREE_CODE (step) == INTEGER_CST;
      if (t.times % size)
	return false;
      t.times /= size;
      t.leaf = NULL_TREE;
      if (constant)
	t.times *= abs_hwi (signed_of (step));
      else if (!multiply (loop, &t, step))
	return false;
      length->terms.safe_push (t);
    }
  return length->terms.length () > 0;
}

/* TEST, on its true side or, if not HOLDS, on its other one, says that VALUE is less than
   what is returned, or null.  */
static tree
less_than (gcond *test, bool holds, tree value)
{
  tree_code code = gimple_cond_code (test);
  tree a = gimple_cond_lhs (test), b = gimple_cond_rhs (test);
  if (code == (holds ? LT_EXPR : GE_EXPR) && same_p (a, value))
    return b;
  if (code == (holds ? LE_EXPR : GT_EXPR) && same_p (a, value)
      && TREE_CODE (b) == INTEGER_CST)
    return int_const_binop (PLUS_EXPR, b, build_one_cst (TREE_TYPE (b)));
  return code == (holds ? GT_EXPR : LE_EXPR) && same_p (b, value) ? a : NULL_TREE;
}

/* What VALUE is less than where control comes to BB, in LOOP: LIMIT or, if that is null,
   anything that is the same in all iterations; null if no test says so.  */
static tree
limit_of (class loop *loop, basic_block bb, tree value, tree limit)
{
  for (basic_block top = bb; top != loop->header;)
    {
      edge e;
      edge_iterator i;
      top = get_immediate_dominator (CDI_DOMINATORS, top);
      gcond *test = safe_dyn_cast <gcond *> (last_stmt (top));
      if (!test)
	continue;
      FOR_EACH_EDGE (e, i, top->succs)
	{
	  tree found = less_than (test, e->flags & EDGE_TRUE_VALUE, value);
	  if (found && single_pred_p (e->dest)
	      && dominated_by_p (CDI_DOMINATORS, bb, e->dest)
	      && (limit ? same_p (found, limit) : invariant_p (loop, found)))
	    return found;
	}
    }
  return NULL_TREE;
}

static bool upwards_p (class loop *loop, tree value);

/* VALUE, in LOOP, is what counts upwards, or more, or a constant that isn't negative.  */
static bool
positive_p (class loop *loop, tree value)
{
  value = plug_strip_copies (value);
  if (TREE_CODE (value) == INTEGER_CST)
    return tree_int_cst_sgn (value) >= 0;
  gimple *def = definition_in (loop, value);
  if (def && is_gimple_assign (def) && gimple_assign_rhs_code (def) == PLUS_EXPR
      && TREE_CODE (gimple_assign_rhs2 (def)) == INTEGER_CST)
    return (tree_int_cst_sgn (gimple_assign_rhs2 (def)) >= 0
	    && positive_p (loop, gimple_assign_rhs1 (def)));
  return upwards_p (loop, value);
}

/* VALUE, which LOOP computes, counts from 0 or more upwards.  */
static bool
upwards_p (class loop *loop, tree value)
{
  gimple *def = definition_in (loop, value);
  if (!def || gimple_code (def) != GIMPLE_PHI)
    return false;
  class loop *own = gimple_bb (def)->loop_father;
  tree step = step_of (own, value);
  if (!step || TREE_CODE (step) != INTEGER_CST || tree_int_cst_sgn (step) < 0)
    return false;
  return positive_p (loop, PHI_ARG_DEF_FROM_EDGE (def, loop_preheader_edge (own)));
}

/* T, of which there are as many as WHOLE in all, is 0 or one of the others, in BB.  */
static bool
part_p (class loop *loop, basic_block bb, const struct plug_term *t,
	const struct plug_term *whole)
{
  tree limit = NULL_TREE;
  if (t->times <= 0 || !t->leaf || !upwards_p (loop, t->leaf))
    return false;
  if (t->times == whole->times)
    return same_factors_p (t, whole, &limit) && limit_of (loop, bb, t->leaf, limit);
  limit = build_int_cst (TREE_TYPE (t->leaf), whole->times / t->times);
  return (whole->times % t->times == 0 && same_factors_p (t, whole, NULL)
	  && limit_of (loop, bb, t->leaf, limit));
}

bool
plug_likely_within_p (const struct plug_sum *at, const struct plug_sum *length, int size)
{
  struct plug_term whole = length->terms[0];
  if (length->terms.length () > 1 || (at->constant < 0 && !at->terms.length ())
      || (!whole.n_factors && abs_hwi (at->constant) >= whole.times * size))
    return false;
  for (const struct plug_term &t : at->terms)
    if (t.times <= 0 || t.n_factors > whole.n_factors
	|| (t.n_factors == whole.n_factors && t.times >= whole.times * size))
      return false;
  return true;
}

bool
plug_within_p (class loop *loop, basic_block bb, const struct plug_sum *at,
	       const struct plug_sum *length, int size)
{
  struct plug_term whole = length->terms[0];
  auto_vec<struct plug_term> rest;
  whole.times *= size;
  rest.safe_splice (at->terms);
  if (length->terms.length () > 1 || at->constant)
    return false;
  while (rest.length ())
    {
      unsigned k = 0;
      while (k < rest.length () && !part_p (loop, bb, &rest[k], &whole))
	k++;
      if (k == rest.length ())
	return false;
      whole = rest[k];
      rest.unordered_remove (k);
    }
  return whole.n_factors == 0 && whole.times == size;
}

/* All factors of T are among LIMITS, so they are positive.  */
static bool
factors_positive_p (const struct plug_term *t, const vec<tree> &limits)
{
  for (int k = 0; k < t->n_factors; k++)
    {
      bool found = false;
      for (tree limit : limits)
	found |= same_p (limit, t->factor[k]);
      if (!found)
	return false;
    }
  return t->times > 0;
}

tree
plug_reach_of (class loop *loop, basic_block bb, const struct plug_sum *at, int size,
	       gimple_seq *seq)
{
  auto_vec<tree> limits;
  struct plug_sum last;
  if (at->constant < 0)
    return NULL_TREE;
  last.constant = at->constant + size;
  for (const struct plug_term &t : at->terms)
    {
      tree limit = t.leaf && upwards_p (loop, t.leaf) ? limit_of (loop, bb, t.leaf, NULL_TREE)
		   : NULL_TREE;
      if (!limit)
	return NULL_TREE;
      limits.safe_push (limit);
    }
  for (unsigned k = 0; k < at->terms.length (); k++)
    {
      struct plug_term t = at->terms[k], less = t;
      if (!factors_positive_p (&t, limits))
	return NULL_TREE;
      t.leaf = limits[k];
      less.leaf = NULL_TREE;
      less.times = -t.times;
      last.terms.safe_push (t);
      last.terms.safe_push (less);
    }
  return seq ? plug_build_sum (loop, &last, seq) : integer_one_node;
}

/* LOOP has one end, but for those that what it reads decides on.  */
static bool
one_end_p (class loop *loop)
{
  int n = 0;
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  for (edge e : exits)
    {
      gcond *test = safe_dyn_cast <gcond *> (last_stmt (e->src));
      n += !(test && (plug_loaded_p (loop, gimple_cond_lhs (test))
		      || plug_loaded_p (loop, gimple_cond_rhs (test))));
    }
  return n == 1;
}

/* Every iteration of LOOP comes to BB, however often a loop inside does.  */
static bool
always_p (class loop *loop, basic_block bb)
{
  class loop *in = bb->loop_father;
  for (; in != loop; in = loop_outer (in))
    {
      if (!one_end_p (in) || !dominated_by_p (CDI_DOMINATORS, in->latch, bb))
	return false;
      bb = in->header;
    }
  return dominated_by_p (CDI_DOMINATORS, loop->latch, bb);
}

bool
plug_sweeps_p (class loop *loop, basic_block bb, const struct plug_sum *at)
{
  for (const struct plug_term &t : at->terms)
    {
      gimple *def = definition_in (loop, t.leaf);
      tree step = (def && gimple_code (def) == GIMPLE_PHI
		   ? step_of (gimple_bb (def)->loop_father, t.leaf) : NULL_TREE);
      if (!step || !integer_onep (step))
	return false;
    }
  return at->terms.length () > 0 && always_p (loop, bb);
}
