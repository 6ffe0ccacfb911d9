/* repeated-choices.cc: choices that are made twice.

   SPDX-License-Identifier: GPL-3.0-or-later

     rho[c + 1 == n ? 0 : c + 1] += f;

   is compiled as if the index had been written twice:

     load:  at = c + 1 == n ? 0 : c + 1;
     store: again = c + 1 == n ? 0 : c + 1;

   The second one yields what the first one has, and there need not be a test: so the load
   and the store are seen to be one update (read/deposit.h).

   Requires: SSA, loops, dominators.  Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"
#include "read/places.h"

/* JOIN is where the two ways meet that part at TEST, which do nothing else.  */
struct choice
{
  basic_block join;
  gcond *test;
};

/* The edge from the block of C's test by which control comes to E, which leads to C's
   join; null if something stands in between.  */
static edge
way_to (const struct choice *c, edge e)
{
  basic_block top = gimple_bb (c->test);
  if (e->src == top)
    return e;
  if (!single_pred_p (e->src) || single_pred (e->src) != top || !single_succ_p (e->src))
    return NULL;
  for (gimple_stmt_iterator i = gsi_start_bb (e->src); !gsi_end_p (i); gsi_next (&i))
    if (gimple_vuse (gsi_stmt (i)) || gimple_has_side_effects (gsi_stmt (i)))
      return NULL;
  return single_pred_edge (e->src);
}

/* What JOIN is the join of; false if there is no such choice.  */
static bool
choice_at (basic_block join, struct choice *c)
{
  basic_block top = get_immediate_dominator (CDI_DOMINATORS, join);
  c->join = join;
  c->test = top ? safe_dyn_cast <gcond *> (last_stmt (top)) : NULL;
  return (c->test && EDGE_COUNT (join->preds) == 2 && top->loop_father == join->loop_father
	  && join != join->loop_father->header && way_to (c, EDGE_PRED (join, 0))
	  && way_to (c, EDGE_PRED (join, 1)));
}

/* What PHI, of C, is if C's test holds, or if it doesn't.  */
static tree
value_if (const struct choice *c, gphi *phi, bool holds)
{
  int first = (way_to (c, EDGE_PRED (c->join, 0))->flags & EDGE_TRUE_VALUE) != 0;
  edge e = EDGE_PRED (c->join, first != holds);
  return plug_strip_copies (PHI_ARG_DEF_FROM_EDGE (phi, e));
}

static bool
same_test_p (const gcond *a, const gcond *b)
{
  return (gimple_cond_code (a) == gimple_cond_code (b)
	  && plug_equal_p (gimple_cond_lhs (a), gimple_cond_lhs (b))
	  && plug_equal_p (gimple_cond_rhs (a), gimple_cond_rhs (b)));
}

/* The PHI of BEFORE that is the same as PHI, of C; or null.  */
static gphi *
same_choice (const struct choice *before, const struct choice *c, gphi *phi)
{
  for (gphi_iterator i = gsi_start_phis (before->join); !gsi_end_p (i); gsi_next (&i))
    if (!virtual_operand_p (gimple_phi_result (i.phi ()))
	&& types_compatible_p (TREE_TYPE (gimple_phi_result (i.phi ())),
			       TREE_TYPE (gimple_phi_result (phi)))
	&& plug_equal_p (value_if (before, i.phi (), true), value_if (c, phi, true))
	&& plug_equal_p (value_if (before, i.phi (), false), value_if (c, phi, false)))
      return i.phi ();
  return NULL;
}

/* All that C chooses has been chosen at BEFORE: use that, and don't test again.  False if
   it hasn't.  */
static bool
spare (const struct choice *before, const struct choice *c)
{
  auto_vec<gphi *> same;
  if (!same_test_p (before->test, c->test))
    return false;
  for (gphi_iterator i = gsi_start_phis (c->join); !gsi_end_p (i); gsi_next (&i))
    if (!virtual_operand_p (gimple_phi_result (i.phi ())))
      {
	gphi *phi = same_choice (before, c, i.phi ());
	if (!phi)
	  return false;
	same.safe_push (phi);
      }
  if (same.is_empty ())
    return false;
  unsigned k = 0;
  for (gphi_iterator i = gsi_start_phis (c->join); !gsi_end_p (i); gsi_next (&i))
    if (!virtual_operand_p (gimple_phi_result (i.phi ())))
      replace_uses_by (gimple_phi_result (i.phi ()), gimple_phi_result (same[k++]));
  gimple_cond_make_true (c->test);
  update_stmt (c->test);
  return true;
}

/* Spare C if a choice that control has come through before is the same.  */
static bool
spare_repeated (const struct choice *c)
{
  basic_block bb = gimple_bb (c->test);
  for (; bb && bb->loop_father == c->join->loop_father;
       bb = get_immediate_dominator (CDI_DOMINATORS, bb))
    {
      struct choice before;
      if (choice_at (bb, &before) && spare (&before, c))
	return true;
    }
  return false;
}

void
plug_spare_choices (void)
{
  basic_block bb;
  bool any = false;
  FOR_EACH_BB_FN (bb, cfun)
    {
      struct choice c;
      any |= loop_outer (bb->loop_father) && choice_at (bb, &c) && spare_repeated (&c);
    }
  if (!any)
    return;
  free_dominance_info (CDI_DOMINATORS);
  cleanup_tree_cfg ();
  loops_state_set (LOOPS_NEED_FIXUP);
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  plug_prepare_loops ();
}
