/* counted-exits.cc: loops that end at one count that is known and at one that isn't.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (k = 0; k < m && total < most; k++, total++)

   The front end makes one test of this, (k < m) & (total < most), or two if it doesn't
   optimise.  Of how far K counts something is known when the region is entered, of TOTAL,
   which an outer loop counts on, nothing is: as two tests, that of K first, the loop has M
   iterations at most, which data may end sooner.

   Requires: SSA, loops with preheaders, simple latches and recorded exits, scalar
   evolution.  Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* The test of LOOP that stays in it over STAY, and leaves it over LEAVE, where both of two
   hold, and what computes these.  */
struct both
{
  gcond *test;
  edge stay, leave;
  gassign *part[2];
};

/* COUNTER, a value of LOOP, counts its iterations, up to BOUND; *DATA: with which it begins
   data decide.  */
static bool
counts_p (struct plug_region *region, class loop *loop, tree counter, tree bound, bool *data)
{
  affine_iv iv;
  if (TREE_CODE (counter) != SSA_NAME || !INTEGRAL_TYPE_P (TREE_TYPE (counter))
      || !simple_iv (loop, loop, counter, &iv, false) || integer_zerop (iv.step)
      || plug_data_p (region, loop, bound))
    return false;
  *data = plug_data_p (region, loop, counter);
  return true;
}

/* NAME compares such a counter of LOOP.  */
static gassign *
comparison_of (struct plug_region *region, class loop *loop, tree name, bool *data)
{
  gassign *def = (TREE_CODE (name) == SSA_NAME
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (name)) : NULL);
  return (def && TREE_CODE_CLASS (gimple_assign_rhs_code (def)) == tcc_comparison
	  && flow_bb_inside_loop_p (loop, gimple_bb (def))
	  && counts_p (region, loop, gimple_assign_rhs1 (def), gimple_assign_rhs2 (def), data)
	  ? def : NULL);
}

/* At the end of BB two tests decide, one of which is known how often it holds: B.  */
static bool
find_both (struct plug_region *region, basic_block bb, struct both *b)
{
  class loop *loop = bb->loop_father;
  b->test = safe_dyn_cast <gcond *> (last_stmt (bb));
  if (!b->test || !loop_outer (loop) || !loop_exits_from_bb_p (loop, bb)
      || gimple_cond_code (b->test) != NE_EXPR || !integer_zerop (gimple_cond_rhs (b->test)))
    return false;
  extract_true_false_edges_from_block (bb, &b->stay, &b->leave);
  tree name = gimple_cond_lhs (b->test);
  gassign *both = (TREE_CODE (name) == SSA_NAME
		   ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (name)) : NULL);
  if (!both || gimple_assign_rhs_code (both) != BIT_AND_EXPR
      || !flow_bb_inside_loop_p (loop, b->stay->dest)
      || flow_bb_inside_loop_p (loop, b->leave->dest))
    return false;
  bool data[2];
  b->part[0] = comparison_of (region, loop, gimple_assign_rhs1 (both), &data[0]);
  b->part[1] = comparison_of (region, loop, gimple_assign_rhs2 (both), &data[1]);
  if (!b->part[0] || !b->part[1] || data[0] == data[1])
    return false;
  if (data[0])
    std::swap (b->part[0], b->part[1]);
  return true;
}

/* Let the test be one of what PART compares.  */
static void
set_test (gcond *test, gassign *part)
{
  gimple_cond_set_condition (test, gimple_assign_rhs_code (part), gimple_assign_rhs1 (part),
			     gimple_assign_rhs2 (part));
}

/* Let B be two tests.  */
static void
part (const struct both *b)
{
  basic_block second = split_edge (b->stay);
  gcond *test = gimple_build_cond (NE_EXPR, integer_zero_node, integer_zero_node, NULL_TREE,
				   NULL_TREE);
  set_test (b->test, b->part[0]);
  update_stmt (b->test);
  set_test (test, b->part[1]);
  gimple_set_location (test, gimple_location (b->test));
  gimple_stmt_iterator end = gsi_last_bb (second);
  gsi_insert_after (&end, test, GSI_NEW_STMT);
  edge on = single_succ_edge (second);
  on->flags = (on->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
  edge leave = make_edge (second, b->leave->dest, EDGE_FALSE_VALUE);
  on->probability = leave->probability = profile_probability::even ();
  for (gphi_iterator i = gsi_start_phis (leave->dest); !gsi_end_p (i); gsi_next (&i))
    add_phi_arg (i.phi (), PHI_ARG_DEF_FROM_EDGE (i.phi (), b->leave), leave,
		 gimple_phi_arg_location_from_edge (i.phi (), b->leave));
}

/* TEST compares such a counter of LOOP, which it ends.  */
static bool
counted_test_p (struct plug_region *region, class loop *loop, gcond *test, bool *data)
{
  return (test && loop_exits_from_bb_p (loop, gimple_bb (test))
	  && counts_p (region, loop, gimple_cond_lhs (test), gimple_cond_rhs (test), data));
}

/* LEFT and RIGHT end a loop in the same way.  */
static bool
same_exit_p (edge left, edge right)
{
  if (left->dest != right->dest)
    return false;
  for (gphi_iterator i = gsi_start_phis (left->dest); !gsi_end_p (i); gsi_next (&i))
    if (!operand_equal_p (PHI_ARG_DEF_FROM_EDGE (i.phi (), left),
			  PHI_ARG_DEF_FROM_EDGE (i.phi (), right), 0))
      return false;
  return true;
}

/* Let what TEST compares hold over STAY.  */
static void
turn_test (gcond *test, edge stay, bool holds)
{
  bool now = stay->flags & EDGE_TRUE_VALUE;
  if (now != holds)
    gimple_cond_set_code (test, invert_tree_comparison (gimple_cond_code (test), false));
  update_stmt (test);
}

/* BB ends a loop at the counter that data decide, and what follows, which is nothing but a
   test, at the one that is known: let them be asked the other way round.  */
static void
swap_tests (struct plug_region *region, basic_block bb)
{
  class loop *loop = bb->loop_father;
  gcond *test = safe_dyn_cast <gcond *> (last_stmt (bb));
  bool first, second;
  if (!loop_outer (loop) || !counted_test_p (region, loop, test, &first) || !first)
    return;
  edge stay = EDGE_SUCC (bb, flow_bb_inside_loop_p (loop, EDGE_SUCC (bb, 0)->dest) ? 0 : 1);
  edge leave = EDGE_SUCC (bb, EDGE_SUCC (bb, 0) == stay);
  basic_block next = stay->dest;
  gcond *other = (single_pred_p (next) && first_stmt (next) == last_stmt (next)
		  ? safe_dyn_cast <gcond *> (last_stmt (next)) : NULL);
  if (!counted_test_p (region, loop, other, &second) || second)
    return;
  edge on = EDGE_SUCC (next, flow_bb_inside_loop_p (loop, EDGE_SUCC (next, 0)->dest) ? 0 : 1);
  if (!same_exit_p (leave, EDGE_SUCC (next, EDGE_SUCC (next, 0) == on)))
    return;
  bool holds[] = { (stay->flags & EDGE_TRUE_VALUE) != 0, (on->flags & EDGE_TRUE_VALUE) != 0 };
  gcond *kept = as_a <gcond *> (gimple_copy (test));
  gimple_cond_set_condition (test, gimple_cond_code (other), gimple_cond_lhs (other),
			     gimple_cond_rhs (other));
  gimple_cond_set_condition (other, gimple_cond_code (kept), gimple_cond_lhs (kept),
			     gimple_cond_rhs (kept));
  turn_test (test, stay, holds[1]);
  turn_test (other, on, holds[0]);
}

void
plug_part_counted_exits (struct plug_region *region)
{
  basic_block bb;
  bool changed = false;
  struct both b;
  FOR_EACH_BB_FN (bb, cfun)
    swap_tests (region, bb);
  FOR_EACH_BB_FN (bb, cfun)
    if (find_both (region, bb, &b))
      {
	part (&b);
	changed = true;
      }
  if (!changed)
    return;
  free_dominance_info (CDI_DOMINATORS);
  loops_state_set (LOOPS_NEED_FIXUP);
  plug_prepare_loops ();
}
