/* meetings.cc: loops that end where two variables meet.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i = 0, j = n - 1; i < j; i++, j--)
       { t = a[i]; a[i] = a[j]; a[j] = t; }

   Such loops have a known number of iterations, but GCC doesn't see it where
   both sides of the test change.  They get a counter that is tested instead:

     count = (j - i + 1) >> 1;
     for (k = 0, …; k < count; k++, i++, j--)

   The steps are 1 and -1.  Then i and j don't wrap before they meet, unsigned
   ones neither: each is between the other and where it came from.  `i <= j'
   goes a step further, and is left to variables that must not wrap.

   Requires: SSA, loops with preheaders, simple latches and recorded exits,
   dominators, scalar evolution.  Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* A loop that goes on while LOW < HIGH, or LOW <= HIGH; the initial values.  */
struct meeting
{
  class loop *loop;
  gcond *test;
  bool or_equal;
  tree low, high;
};

/* The first value of NAME if it changes by STEP in each iteration of LOOP, or
   null.  */
static tree
starts_from (class loop *loop, tree name, int step)
{
  affine_iv iv;
  if (TREE_CODE (name) != SSA_NAME
      || !simple_iv (loop, loop, name, &iv, false))
    return NULL_TREE;
  return (step > 0 ? integer_onep (iv.step) : integer_all_onesp (iv.step))
	 ? iv.base : NULL_TREE;
}

static bool
find_meeting (class loop *loop, struct meeting *m)
{
  edge exit = single_exit (loop);
  m->loop = loop;
  m->test = exit ? safe_dyn_cast <gcond *> (last_stmt (exit->src)) : NULL;
  if (!m->test || exit->src->loop_father != loop
      || !dominated_by_p (CDI_DOMINATORS, loop->latch, exit->src))
    return false;
  tree a = gimple_cond_lhs (m->test), b = gimple_cond_rhs (m->test);
  tree type = TREE_TYPE (a);
  enum tree_code code = gimple_cond_code (m->test);
  if (!INTEGRAL_TYPE_P (type)
      || TYPE_PRECISION (type) > TYPE_PRECISION (ssizetype))
    return false;
  if (exit->flags & EDGE_TRUE_VALUE)
    code = invert_tree_comparison (code, false);
  if (code == GT_EXPR || code == GE_EXPR)
    {
      std::swap (a, b);
      code = swap_tree_comparison (code);
    }
  m->or_equal = code == LE_EXPR;
  return ((code == LT_EXPR
	   || (code == LE_EXPR && TYPE_OVERFLOW_UNDEFINED (type)))
	  && (m->low = starts_from (loop, a, 1))
	  && (m->high = starts_from (loop, b, -1)));
}

/* How often M's test holds, computed in front of the loop; 0 or less if it never
   does.  */
static tree
count_meeting (const struct meeting *m)
{
  gimple_seq seq = NULL, more = NULL;
  tree low = force_gimple_operand (unshare_expr (m->low), &seq, true,
				   NULL_TREE);
  tree high = force_gimple_operand (unshare_expr (m->high), &more, true,
				    NULL_TREE);
  gimple_seq_add_seq (&seq, more);
  low = gimple_convert (&seq, ssizetype, low);
  high = gimple_convert (&seq, ssizetype, high);
  tree count = gimple_build (&seq, MINUS_EXPR, ssizetype, high, low);
  count = gimple_build (&seq, PLUS_EXPR, ssizetype, count,
			build_int_cst (ssizetype, m->or_equal ? 2 : 1));
  count = gimple_build (&seq, RSHIFT_EXPR, ssizetype, count,
			build_int_cst (ssizetype, 1));
  annotate_all_with_location (seq, gimple_location (m->test));
  gsi_insert_seq_on_edge_immediate (loop_preheader_edge (m->loop), seq);
  return count;
}

static void
replace_test (const struct meeting *m)
{
  tree count = count_meeting (m), k;
  gimple_stmt_iterator end = gsi_last_bb (m->loop->latch);
  create_iv (build_zero_cst (ssizetype), build_one_cst (ssizetype), NULL_TREE,
	     m->loop, &end, true, &k, NULL);
  bool stay = !(single_exit (m->loop)->flags & EDGE_TRUE_VALUE);
  gimple_cond_set_condition (m->test, stay ? LT_EXPR : GE_EXPR, k, count);
  update_stmt (m->test);
}

/* In LOOP and the loops in it.  True if there was one.  */
static bool
count_meetings_in (class loop *loop)
{
  struct meeting m;
  bool found = loop_outer (loop) && find_meeting (loop, &m);
  if (found)
    replace_test (&m);
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    found |= count_meetings_in (inner);
  return found;
}

void
plug_count_meetings (void)
{
  if (count_meetings_in (current_loops->tree_root))
    scev_reset ();
}
