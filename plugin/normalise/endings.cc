/* endings.cc: tests whether the program ends.

   SPDX-License-Identifier: GPL-3.0-or-later

     if (d <= 0) { fprintf (stderr, "not positive definite: %d\n", j); exit (1); }

   What is printed then, and after what else, is the original statement's business.  A
   process that comes there says so and leaves its layer; then all drivers return, and
   rank 0 puts back what it had and runs that statement (runtime/ending.c).  So for the rest
   of the compiler there is a call that computes,

     PRAM_ends_if (d <= 0, 1);

   and what stands behind it always happens.

   Requires: SSA, no loops.  Provides: the same but for dominators.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* Put into ENDS the blocks from which the function's end isn't come to.  False if from one
   of them no call is that doesn't return.  */
static bool
find_ends (hash_set<basic_block> *ends)
{
  auto_vec<basic_block> todo;
  hash_set<basic_block> on, stop;
  basic_block bb;
  edge e;
  edge_iterator i;
  todo.safe_push (EXIT_BLOCK_PTR_FOR_FN (cfun));
  while (!todo.is_empty ())
    FOR_EACH_EDGE (e, i, todo.pop ()->preds)
      if (!on.add (e->src))
	todo.safe_push (e->src);
  FOR_EACH_BB_FN (bb, cfun)
    if (!on.contains (bb))
      {
	ends->add (bb);
	if (!EDGE_COUNT (bb->succs) && !stop.add (bb))
	  todo.safe_push (bb);
      }
  while (!todo.is_empty ())
    FOR_EACH_EDGE (e, i, todo.pop ()->preds)
      if (ends->contains (e->src) && !stop.add (e->src))
	todo.safe_push (e->src);
  return stop.elements () == ends->elements ();
}

/* Tests alone lead to ENDS.  */
static bool
replaceable_p (hash_set<basic_block> *ends)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (!ends->contains (bb))
      {
	edge e;
	edge_iterator i;
	FOR_EACH_EDGE (e, i, bb->succs)
	  if (ends->contains (e->dest) && !safe_dyn_cast <gcond *> (last_stmt (bb)))
	    return false;
      }
  return true;
}

/* BB ends with a test, by which E leads to where the program ends: it goes on.  */
static void
go_on (basic_block bb, edge e)
{
  gimple_stmt_iterator i = gsi_last_bb (bb);
  gcond *test = as_a <gcond *> (gsi_stmt (i));
  tree holds = make_ssa_name (boolean_type_node);
  bool when = e->flags & EDGE_TRUE_VALUE;
  gassign *compare = gimple_build_assign (holds, gimple_cond_code (test),
					  gimple_cond_lhs (test), gimple_cond_rhs (test));
  gcall *ends = plug_new_ending (holds, when);
  gimple_set_location (compare, gimple_location (test));
  gimple_set_location (ends, gimple_location (test));
  gsi_insert_before (&i, compare, GSI_SAME_STMT);
  gsi_replace (&i, ends, true);
  remove_edge (e);
  edge on = single_succ_edge (bb);
  on->flags &= ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE);
  on->flags |= EDGE_FALLTHRU;
  on->probability = profile_probability::always ();
}

int
plug_pass_endings (void)
{
  hash_set<basic_block> ends;
  basic_block bb;
  if (!find_ends (&ends) || ends.is_empty () || !replaceable_p (&ends))
    return 0;
  FOR_EACH_BB_FN (bb, cfun)
    if (!ends.contains (bb))
      for (int k = EDGE_COUNT (bb->succs) - 1; k >= 0; k--)
	if (ends.contains (EDGE_SUCC (bb, k)->dest))
	  go_on (bb, EDGE_SUCC (bb, k));
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  cleanup_tree_cfg ();
  cgraph_edge::rebuild_edges ();
  return PRAM_ENDS;
}
