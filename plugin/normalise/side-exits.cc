/* side-exits.cc: exits that not every iteration comes to.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (k = start[v]; k < start[v + 1]; k++)
       {
	 w = to[k];
	 if (w != v && x[w] > x[v])
	   {
	     best = 0;
	     break;
	   }
       }

   Where data say so an iteration doesn't get to the break.  So the ways to what
   every iteration comes to, here K's next value, go over a test whether the loop is
   left:

	 stop = false;
	 if (w != v)
	   stop = x[w] > x[v];
	 if (stop)
	   {
	     best = 0;
	     break;
	   }

   Conditions that need no memory are read as they stand (exits.cc,
   read/extract-loop.cc), and the breaks of loops that exchange pointers go to the
   header (breaks.cc).

   Requires: SSA, loops with their exits recorded and simple latches.  Provides: the
   same, with dominators.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* The block that every iteration of LOOP comes to, first of those behind the ways that
   lead to E as well as past it; or null: every iteration comes to E, or it is in
   another loop.  */
static basic_block
meeting_of (class loop *loop, edge e)
{
  basic_block fork = nearest_common_dominator (CDI_DOMINATORS, loop->latch,
					       e->src);
  if (fork == e->src)
    return NULL;
  basic_block meeting = loop->latch, up = meeting;
  for (; up != fork; up = get_immediate_dominator (CDI_DOMINATORS, up))
    meeting = up;
  return meeting != fork && meeting->loop_father == loop ? meeting : NULL;
}

tree
plug_value_at (tree value, edge e, basic_block meeting)
{
  basic_block in = (TREE_CODE (value) == SSA_NAME
		    ? gimple_bb (SSA_NAME_DEF_STMT (value)) : NULL);
  if (!in || (in != meeting && dominated_by_p (CDI_DOMINATORS, meeting, in)))
    return value;
  gphi *phi = create_phi_node (copy_ssa_name (value), meeting);
  edge_iterator i;
  edge from;
  FOR_EACH_EDGE (from, i, meeting->preds)
    add_phi_arg (phi, from == e ? value : build_zero_cst (TREE_TYPE (value)),
		 from, UNKNOWN_LOCATION);
  return gimple_phi_result (phi);
}

tree
plug_came_over (edge e, basic_block meeting)
{
  gphi *phi = create_phi_node (make_ssa_name (boolean_type_node), meeting);
  edge_iterator i;
  edge from;
  FOR_EACH_EDGE (from, i, meeting->preds)
    add_phi_arg (phi, constant_boolean_node (from == e, boolean_type_node),
		 from, UNKNOWN_LOCATION);
  return gimple_phi_result (phi);
}

void
plug_settle_copies (class loop *loop, basic_block out, edge e, basic_block meeting)
{
  for (gimple_stmt_iterator i = gsi_start_bb (out); !gsi_end_p (i);
       gsi_next (&i))
    if (plug_copies_from_p (loop, gsi_stmt (i)))
      {
	gimple_assign_set_rhs1 (gsi_stmt (i),
				plug_value_at (gimple_assign_rhs1 (gsi_stmt (i)),
					       e, meeting));
	update_stmt (gsi_stmt (i));
      }
}

/* Let LEAVE lead to MEETING, and LOOP be left from there.  */
static void
leave_by_meeting (class loop *loop, edge leave, basic_block meeting)
{
  plug_close_off (loop);
  edge go = split_block_after_labels (meeting);
  basic_block out = leave->dest;
  location_t where = gimple_location (last_stmt (leave->src));
  edge stay = EDGE_SUCC (leave->src, EDGE_SUCC (leave->src, 0) == leave);
  if (stay->dest == meeting)
    split_edge (stay);
  edge over = redirect_edge_and_branch (leave, meeting);
  redirect_edge_var_map_clear (over);
  for (gphi_iterator i = gsi_start_phis (meeting); !gsi_end_p (i);
       gsi_next (&i))
    if (!virtual_operand_p (gimple_phi_result (i.phi ())))
      add_phi_arg (i.phi (),
		   build_zero_cst (TREE_TYPE (gimple_phi_result (i.phi ()))),
		   over, UNKNOWN_LOCATION);
  plug_settle_copies (loop, out, over, meeting);
  plug_leave_if (go, out, plug_came_over (over, meeting), boolean_true_node, where);
}

/* Do so once in LOOP or one in it; false if there is nothing to do.  */
static bool
settle_exit (class loop *loop)
{
  for (class loop *in = loop->inner; in; in = in->next)
    if (settle_exit (in))
      return true;
  if (!loop_outer (loop) || plug_head_pure_p (loop, true))
    return false;
  for (edge e : get_loop_exit_edges (loop))
    if (basic_block meeting = meeting_of (loop, e))
      {
	leave_by_meeting (loop, e, meeting);
	free_dominance_info (CDI_DOMINATORS);
	mark_virtual_operands_for_renaming (cfun);
	update_ssa (TODO_update_ssa);
	plug_prepare_loops ();
	return true;
      }
  return false;
}

void
plug_settle_exits (void)
{
  while (settle_exit (current_loops->tree_root))
    ;
}
