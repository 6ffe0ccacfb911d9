/* quotient-stores.cc: what a loop stores in every so many iterations, in a loop of its own.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (t = 0; t < steps; t++)
       {
	 for (i…) …
	 if (t % 10 == 0)
	   peak[t / 10] = most;

   becomes

	 if (t % 10 == 0)
	   for (z = 0; z < 1; z++)
	     peak[t / 10] = most;

   Core knows quotients of a loop's variable as loops of their own (core/poly/lower.c);
   where that loop isn't distributed they go into one that can be (core/plan/sink.c), and
   here is none.

   Requires: SSA, loops with preheaders, simple latches and recorded exits, dominators.
   Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/deposit.h"
#include "read/extract.h"

/* Stores of one function, at most; how far addresses are followed.  */
enum { MAX_STORES = 16, MAX_STEPS = 12 };

static bool
quotient_code_p (enum tree_code code)
{
  return (code == TRUNC_DIV_EXPR || code == TRUNC_MOD_EXPR || code == RSHIFT_EXPR
	  || code == BIT_AND_EXPR);
}

/* NAME, an address or an integer, is computed in LOOP from a quotient, or a
   remainder.  */
static bool
from_quotient_p (class loop *loop, tree name, int steps)
{
  gassign *def = (TREE_CODE (name) == SSA_NAME
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (name)) : NULL);
  if (!def || steps == 0 || gimple_bb (def)->loop_father != loop || gimple_vuse (def))
    return false;
  if (quotient_code_p (gimple_assign_rhs_code (def)))
    return TREE_CODE (gimple_assign_rhs2 (def)) == INTEGER_CST;
  tree use;
  ssa_op_iter iter;
  FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
    if (from_quotient_p (loop, use, steps - 1))
      return true;
  return false;
}

/* STMT, between the loops inside of LOOP, stores to where a quotient says, whatever is
   there: what is added is deposited, best from LOOP itself.  */
static bool
candidate_p (class loop *loop, gimple *stmt)
{
  struct plug_update update;
  if (!gimple_assign_single_p (stmt) || !gimple_store_p (stmt)
      || gimple_has_volatile_ops (stmt)
      || !is_gimple_reg_type (TREE_TYPE (gimple_assign_lhs (stmt))))
    return false;
  plug_update_of_store (stmt, &update);
  if (update.load)
    return false;
  tree ref = gimple_assign_lhs (stmt);
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF
	&& from_quotient_p (loop, TREE_OPERAND (ref, 1), MAX_STEPS))
      return true;
  return (TREE_CODE (ref) == MEM_REF
	  && from_quotient_p (loop, TREE_OPERAND (ref, 0), MAX_STEPS));
}

static gimple *
find_store (void)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (loop_outer (bb->loop_father) && bb->loop_father->inner)
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
	if (candidate_p (bb->loop_father, gsi_stmt (gsi)))
	  return gsi_stmt (gsi);
  return NULL;
}

void
plug_loop_quotient_stores (void)
{
  gimple *stmt;
  for (int n = 0; n < MAX_STORES && (stmt = find_store ()); n++)
    {
      auto_vec<gimple *> stmts;
      stmts.safe_push (stmt);
      plug_loop_around (stmts);
    }
}
