/* prune.cc: remove values that nothing needs.

   SPDX-License-Identifier: GPL-3.0-or-later

   Early SSA form has PHIs for variables that are dead: one declared before the
   region and used as a temporary in a loop seems to be carried from iteration
   to iteration.  A PHI is needed if a statement uses it, or a PHI that is
   needed.  `i--' in a test and `*p++' leave copies of i and p, which scalar
   evolution takes for values of their own.  `#pragma GCC ivdep' and `unroll'
   leave the test's result in a variable, and number_of_iterations doesn't see
   what is compared.

   Requires: SSA.  Provides: every PHI of a scalar reaches a statement.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* NAME is needed: so is, if a PHI defines it, what that merges.  */
static void
need (tree name, auto_vec<tree> *work, bitmap needed)
{
  if (name && TREE_CODE (name) == SSA_NAME
      && gimple_code (SSA_NAME_DEF_STMT (name)) == GIMPLE_PHI
      && bitmap_set_bit (needed, SSA_NAME_VERSION (name)))
    work->safe_push (name);
}

static void
find_needed (bitmap needed)
{
  auto_vec<tree> work;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      {
	ssa_op_iter iter;
	tree use;
	FOR_EACH_SSA_TREE_OPERAND (use, gsi_stmt (i), iter, SSA_OP_USE)
	  need (use, &work, needed);
      }
  while (!work.is_empty ())
    {
      gimple *phi = SSA_NAME_DEF_STMT (work.pop ());
      for (unsigned a = 0; a < gimple_phi_num_args (phi); a++)
	need (gimple_phi_arg_def (phi, a), &work, needed);
    }
}

/* Debuggers see what is emitted, not the function that it is made of: nobody
   else wants to be told where values are.  */
void
plug_prune_debug (void)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);)
      if (is_gimple_debug (gsi_stmt (i)))
	gsi_remove (&i, true);
      else
	gsi_next (&i);
}

void
plug_prune_phis (void)
{
  auto_bitmap needed;
  basic_block bb;
  find_needed (needed);
  /* Dead PHIs use each other: let go of the arguments first.  */
  for (int round = 0; round < 2; round++)
    FOR_EACH_BB_FN (bb, cfun)
      for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i);)
	{
	  gphi *phi = i.phi ();
	  tree name = gimple_phi_result (phi);
	  if (virtual_operand_p (name)
	      || bitmap_bit_p (needed, SSA_NAME_VERSION (name)))
	    gsi_next (&i);
	  else if (round == 0)
	    {
	      for (unsigned a = 0; a < gimple_phi_num_args (phi); a++)
		SET_PHI_ARG_DEF (phi, a, build_zero_cst (TREE_TYPE (name)));
	      gsi_next (&i);
	    }
	  else
	    remove_phi_node (&i, true);
	}
}

/* STMT is a temporary copy of an integer or pointer variable.  */
static bool
temporary_copy_p (gimple *stmt)
{
  if (!gimple_assign_ssa_name_copy_p (stmt))
    return false;
  tree copy = gimple_assign_lhs (stmt), name = gimple_assign_rhs1 (stmt);
  return ((INTEGRAL_TYPE_P (TREE_TYPE (name))
	   || POINTER_TYPE_P (TREE_TYPE (name)))
	  && types_compatible_p (TREE_TYPE (copy), TREE_TYPE (name))
	  && SSA_NAME_VAR (name)
	  && (!SSA_NAME_VAR (copy) || DECL_IGNORED_P (SSA_NAME_VAR (copy))));
}

void
plug_prune_copies (void)
{
  basic_block bb;
  imm_use_iterator iter;
  use_operand_p use;
  gimple *stmt;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);)
      {
	gimple *copy = gsi_stmt (i);
	if (!temporary_copy_p (copy))
	  {
	    gsi_next (&i);
	    continue;
	  }
	tree name = gimple_assign_rhs1 (copy);
	FOR_EACH_IMM_USE_STMT (stmt, iter, gimple_assign_lhs (copy))
	  {
	    FOR_EACH_IMM_USE_ON_STMT (use, iter)
	      SET_USE (use, name);
	    update_stmt (stmt);
	  }
	/* It would be a use of NAME that is no step of a reduction.  */
	gsi_remove (&i, true);
	release_defs (copy);
      }
}

/* The comparison of integers in BB that NAME has the result of, or null.  */
static gassign *
comparison_in (basic_block bb, tree name)
{
  while (TREE_CODE (name) == SSA_NAME)
    {
      gassign *def = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (name));
      if (!def || gimple_bb (def) != bb)
	return NULL;
      tree value = gimple_assign_rhs1 (def);
      if (TREE_CODE_CLASS (gimple_assign_rhs_code (def)) == tcc_comparison)
	return INTEGRAL_TYPE_P (TREE_TYPE (value)) ? def : NULL;
      if (!gimple_assign_ssa_name_copy_p (def))
	return NULL;
      name = value;
    }
  return NULL;
}

void
plug_prune_conditions (void)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      gimple *last = last_stmt (bb);
      gcond *cond = last ? dyn_cast <gcond *> (last) : NULL;
      if (!cond || gimple_cond_code (cond) != NE_EXPR
	  || !integer_zerop (gimple_cond_rhs (cond)))
	continue;
      if (gassign *def = comparison_in (bb, gimple_cond_lhs (cond)))
	{
	  gimple_cond_set_condition (cond, gimple_assign_rhs_code (def),
				     gimple_assign_rhs1 (def),
				     gimple_assign_rhs2 (def));
	  update_stmt (cond);
	}
    }
}

void
plug_remove_unused (tree name)
{
  auto_vec<tree> operands;
  ssa_op_iter iter;
  tree use;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (!has_zero_uses (name) || !is_gimple_assign (def))
    return;
  FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
    operands.safe_push (use);
  gimple_stmt_iterator at = gsi_for_stmt (def);
  gsi_remove (&at, true);
  release_defs (def);
  for (tree operand : operands)
    plug_remove_unused (operand);
}
