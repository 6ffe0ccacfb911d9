/* threads.cc: tests behind a loop whose outcome the loop's exits know.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (k = 0; k < n; k++)
       if (c[k] > 0)
	 break;
     if (k < n)
       least = c[k];

   Whether something has been found is known by how the loop was left, so control
   comes from the break to where it is used right away: that is what
   `{ least = c[k]; break; }' is (reread.cc).

   Only loops whose end data decide are looked at.

   Requires: SSA, loops with their exits recorded, dominators.  Provides: the
   same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* Which of less, equal and greater CODE allows, as bits; or 0.  */
static int
outcomes_of (enum tree_code code)
{
  switch (code)
    {
    case LT_EXPR: return 1;
    case EQ_EXPR: return 2;
    case LE_EXPR: return 3;
    case GT_EXPR: return 4;
    case NE_EXPR: return 5;
    case GE_EXPR: return 6;
    default: return 0;
    }
}

/* The outcomes that TEST allows where control takes E, one of its edges.  */
static int
outcomes_on (gcond *test, edge e)
{
  int allowed = outcomes_of (gimple_cond_code (test));
  return e->flags & EDGE_TRUE_VALUE ? allowed : 7 & ~allowed;
}

/* BB does nothing but test integers that are computed before: the test.  */
static gcond *
mere_test_of (basic_block bb)
{
  gimple_stmt_iterator i = gsi_start_nondebug_after_labels_bb (bb);
  gcond *test = gsi_end_p (i) ? NULL : dyn_cast <gcond *> (gsi_stmt (i));
  for (gphi_iterator p = gsi_start_phis (bb); test && !gsi_end_p (p);
       gsi_next (&p))
    if (!virtual_operand_p (gimple_phi_result (p.phi ())))
      return NULL;
  return (test && outcomes_of (gimple_cond_code (test))
	  && INTEGRAL_TYPE_P (TREE_TYPE (gimple_cond_lhs (test)))
	  ? test : NULL);
}

/* The edge from BB, which tests the same as TEST, by which control has come to
   E's source, or that E is; or null.  */
static edge
way_to (basic_block bb, gcond *test, edge e)
{
  gcond *before = safe_dyn_cast <gcond *> (last_stmt (bb));
  if (!before || EDGE_COUNT (bb->succs) != 2
      || !outcomes_of (gimple_cond_code (before))
      || !operand_equal_p (gimple_cond_lhs (before), gimple_cond_lhs (test), 0)
      || !operand_equal_p (gimple_cond_rhs (before), gimple_cond_rhs (test), 0))
    return NULL;
  for (int i = 0; i < 2; i++)
    {
      edge way = EDGE_SUCC (bb, i);
      if (way == e
	  || (single_pred_p (way->dest)
	      && dominated_by_p (CDI_DOMINATORS, e->src, way->dest)))
	return way;
    }
  return NULL;
}

/* Where control takes E, out of LOOP, TEST comes next: the edge from there if it is
   known, else null.  */
static edge
next_after (class loop *loop, edge e, gcond *test)
{
  for (basic_block bb = e->src; bb && flow_bb_inside_loop_p (loop, bb);
       bb = get_immediate_dominator (CDI_DOMINATORS, bb))
    if (edge way = way_to (bb, test, e))
      {
	int known = outcomes_on (as_a <gcond *> (last_stmt (bb)), way);
	for (int i = 0; i < 2; i++)
	  {
	    edge next = EDGE_SUCC (gimple_bb (test), i);
	    if (!(known & ~outcomes_on (test, next)))
	      return next;
	  }
      }
  return NULL;
}

/* What VALUE is where control comes from E: it may be a PHI of E's end.  */
static tree
value_from (tree value, edge e)
{
  gphi *phi = (TREE_CODE (value) == SSA_NAME
	       ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (value)) : NULL);
  return (phi && gimple_bb (phi) == e->dest ? PHI_ARG_DEF_FROM_EDGE (phi, e)
	  : value);
}

/* Let E lead to where NEXT does, from E's end.  */
static void
lead_on (edge e, edge next)
{
  auto_vec<tree> values;
  for (gphi_iterator i = gsi_start_phis (next->dest); !gsi_end_p (i);
       gsi_next (&i))
    values.safe_push (value_from (PHI_ARG_DEF_FROM_EDGE (i.phi (), next), e));
  unsigned k = 0;
  /* The test may be gone then, and with it what others take the memory's state from.  */
  for (gphi_iterator i = gsi_start_phis (e->dest); !gsi_end_p (i); gsi_next (&i))
    if (virtual_operand_p (gimple_phi_result (i.phi ())))
      mark_virtual_phi_result_for_renaming (i.phi ());
  e = redirect_edge_and_branch (e, next->dest);
  for (gphi_iterator i = gsi_start_phis (next->dest); !gsi_end_p (i);
       gsi_next (&i))
    add_phi_arg (i.phi (), values[k++], e, UNKNOWN_LOCATION);
}

/* Do so with one exit of LOOP, or of a loop in it; false if there is none.  */
static bool
thread_one (class loop *loop)
{
  for (class loop *in = loop->inner; in; in = in->next)
    if (thread_one (in))
      return true;
  if (!loop_outer (loop) || plug_head_pure_p (loop, true))
    return false;
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  for (edge e : exits)
    {
      gcond *test = mere_test_of (e->dest);
      edge next = (test && !(e->flags & EDGE_COMPLEX)
		   ? next_after (loop, e, test) : NULL);
      if (next && !flow_bb_inside_loop_p (loop, next->dest))
	{
	  lead_on (e, next);
	  return true;
	}
    }
  return false;
}

void
plug_thread_exits (void)
{
  while (thread_one (current_loops->tree_root))
    {
      free_dominance_info (CDI_DOMINATORS);
      cleanup_tree_cfg ();
      mark_virtual_operands_for_renaming (cfun);
      update_ssa (TODO_update_ssa);
      plug_prepare_loops ();
    }
}
