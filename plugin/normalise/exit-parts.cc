/* exit-parts.cc: loops behind which something is done only if they were left in one
   of several ways.

   SPDX-License-Identifier: GPL-3.0-or-later

     do
       {
	 …
	 if (norm < tol)
	   {
	     for (i = 0; i < n; i++)
	       x[i] += alpha * p[i];
	     break;
	   }
	 …
       }
     while (++it < most);

   No condition leads to the inner loop but that the outer one was left so.  All ways
   out of it meet behind it, and part again by one that says which it was:

     do
       {
	 …
	 if (way = norm < tol)
	   break;
	 …
       }
     while (++it < most);
     if (way)
       for (i = 0; i < n; i++)
	 x[i] += alpha * p[i];

   which is a loop of at most one iteration then (once.cc).

   Requires: SSA, loops with their exits recorded, dominators, scalar evolution.
   Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* Control only comes to some loop after LOOP if E is taken, which leaves it.  */
static bool
leads_to_loop_p (edge e)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (bb->loop_father->header == bb
	&& bb->loop_father != e->dest->loop_father
	&& flow_loop_nested_p (e->dest->loop_father, bb->loop_father)
	&& (single_pred_p (e->dest)
	    && dominated_by_p (CDI_DOMINATORS, bb, e->dest)))
      return true;
  return false;
}

/* The ways out of LOOP should meet.  */
static bool
candidate_p (class loop *loop)
{
  bool leads = false;
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  for (edge e : exits)
    {
      if (e->dest->loop_father != loop_outer (loop) || e->flags & EDGE_COMPLEX
	  || !safe_dyn_cast <gcond *> (last_stmt (e->src)))
	return false;
      leads = leads || leads_to_loop_p (e);
    }
  return leads && exits.length () > 1 && plug_driver_p (loop_outer (loop));
}

/* Let the ways out of LOOP meet.  */
static void
meet (class loop *loop)
{
  auto_vec<basic_block> outs;
  auto_vec<location_t> where;
  for (edge e : get_loop_exit_edges (loop))
    split_edge (e);
  plug_close_off (loop);
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  for (edge e : exits)
    {
      outs.safe_push (e->dest);
      where.safe_push (gimple_location (last_stmt (e->src)));
    }
  basic_block meeting = split_edge (exits[0]);
  edge go = single_succ_edge (meeting);
  exits[0] = single_pred_edge (meeting);
  for (unsigned k = 1; k < exits.length (); k++)
    exits[k] = redirect_edge_and_branch (exits[k], meeting);
  for (unsigned k = 1; k < exits.length (); k++)
    {
      if (k > 1)
	go = single_succ_edge (split_edge (go));
      plug_leave_if (go, outs[k], plug_came_over (exits[k], meeting),
		     boolean_true_node, where[k]);
    }
  free_dominance_info (CDI_DOMINATORS);
  calculate_dominance_info (CDI_DOMINATORS);
  for (unsigned k = 0; k < exits.length (); k++)
    plug_settle_copies (loop, outs[k], exits[k], meeting);
}

/* Do so with LOOP or one in it, unless it is in DONE; false if there is none.  */
static bool
meet_one (class loop *loop, bitmap done)
{
  for (class loop *in = loop->inner; in; in = in->next)
    if (meet_one (in, done))
      return true;
  if (!loop_outer (loop) || !candidate_p (loop)
      || !bitmap_set_bit (done, loop->header->index))
    return false;
  meet (loop);
  plug_settle_loops ();
  return true;
}

void
plug_meet_exits (void)
{
  auto_bitmap done;
  while (meet_one (current_loops->tree_root, done))
    ;
}
