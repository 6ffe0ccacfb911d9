/* extract-hoist.cc: load from lookups before loops, not in them.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i = 0; i < p[0]; i++) …

   How often a loop runs is to be computed before it starts; but C reads p[0] in
   every iteration.  What is loaded from a lookup, which nobody changes, is the
   same in all iterations if its place is; and if every iteration comes to the
   load before it may leave the loop, the first one does: the load, and what its
   place is computed from, can stand before the loop.

   Requires and provides: SSA, loops with preheaders, dominators.  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"

/* Control comes to BB in every iteration of LOOP before an exit.  */
static bool
before_exits_p (class loop *loop, basic_block bb)
{
  if (bb->loop_father != loop
      || !dominated_by_p (CDI_DOMINATORS, loop->latch, bb))
    return false;
  for (edge e : get_loop_exit_edges (loop))
    if (!dominated_by_p (CDI_DOMINATORS, e->src, bb))
      return false;
  return true;
}

/* All that STMT uses is computed before LOOP.  */
static bool
invariant_p (class loop *loop, gimple *stmt)
{
  ssa_op_iter iter;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, stmt, iter, SSA_OP_USE)
    if (!SSA_NAME_IS_DEFAULT_DEF (use)
	&& flow_bb_inside_loop_p (loop, gimple_bb (SSA_NAME_DEF_STMT (use))))
      return false;
  return true;
}

/* The memory that LOOP starts from, of which USE is a later state.  */
static tree
memory_before (class loop *loop, tree use)
{
  if (SSA_NAME_IS_DEFAULT_DEF (use)
      || !flow_bb_inside_loop_p (loop, gimple_bb (SSA_NAME_DEF_STMT (use))))
    return use;
  for (gphi_iterator gsi = gsi_start_phis (loop->header); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (virtual_operand_p (gimple_phi_result (gsi.phi ())))
      return PHI_ARG_DEF_FROM_EDGE (gsi.phi (), loop_preheader_edge (loop));
  return NULL_TREE;
}

/* STMT, in LOOP, can stand before it.  */
static bool
movable_p (struct plug_extract *x, class loop *loop, gimple *stmt)
{
  if (!is_gimple_assign (stmt) || gimple_vdef (stmt)
      || TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME
      || !invariant_p (loop, stmt))
    return false;
  if (!gimple_vuse (stmt))
    return !gimple_could_trap_p (stmt);
  return (gimple_assign_load_p (stmt)
	  && plug_lookup_of (x, gimple_assign_rhs1 (stmt))
	  && memory_before (loop, gimple_vuse (stmt)));
}

static void
hoist_block (struct plug_extract *x, class loop *loop, basic_block bb)
{
  gimple_stmt_iterator to = gsi_last_bb (loop_preheader_edge (loop)->src);
  bool ends = !gsi_end_p (to) && stmt_ends_bb_p (gsi_stmt (to));
  if (ends)
    return;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
    {
      gimple *stmt = gsi_stmt (gsi);
      if (!movable_p (x, loop, stmt))
	{
	  gsi_next (&gsi);
	  continue;
	}
      if (gimple_vuse (stmt))
	gimple_set_vuse (stmt, memory_before (loop, gimple_vuse (stmt)));
      to = gsi_last_bb (loop_preheader_edge (loop)->src);
      gsi_move_after (&gsi, &to);
      update_stmt (stmt);
    }
}

/* Some statement of BB loads from a lookup.  */
static bool
looks_up_p (struct plug_extract *x, basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      tree load, store;
      plug_references (gsi_stmt (gsi), &load, &store);
      if (load && plug_lookup_of (x, load))
	return true;
    }
  return false;
}

static void
hoist_loop (struct plug_extract *x, class loop *loop)
{
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    hoist_loop (x, inner);
  if (!loop_outer (loop))
    return;
  basic_block *body = get_loop_body_in_dom_order (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    if (before_exits_p (loop, body[i]) && looks_up_p (x, body[i]))
      hoist_block (x, loop, body[i]);
  free (body);
}

void
plug_hoist_lookups (struct plug_extract *x)
{
  if (x->source->lookups.n)
    hoist_loop (x, current_loops->tree_root);
}
