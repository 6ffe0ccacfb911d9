/* singles.cc: accesses between loops of which data choose the element, as loops of
   one iteration.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (k = 0; k < n; k++)
       {
	 for (v = 0; v < n; v++)
	   if (!done[v] && dist[v] < least)
	     least = dist[v], u = v;
	 done[u] = 1;
	 for (v = 0; v < n; v++) …
       }

   What is inspected or deposited is so by a layer, and a layer that isn't a
   loop runs on one process.  So

	 for (one = 0; one < 1; one++)
	   done[u] = 1;

   and likewise from the first to the last of such accesses in a block, and of those
   to the same arrays: `t = b[k]; b[k] = b[p]; b[p] = t'.  Values that are wanted
   afterwards are those of the last iteration.

   Requires: SSA, loops with preheaders, simple latches and recorded exits,
   dominators, scalar evolution.  Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* --- Which ones ----------------------------------------------------------- */

/* NAME moves with LOOP, or one around it, and data decide how often that runs.  */
static bool
moves_uncounted_p (class loop *loop, tree name)
{
  tree moves = analyze_scalar_evolution (loop, name);
  for (; loop_outer (loop); loop = loop_outer (loop))
    {
      moves = instantiate_scev (loop_preheader_edge (loop), loop, moves);
      tree by = evolution_part_in_loop_num (moves, loop->num);
      if (by && !integer_zerop (by)
	  && number_of_latch_executions (loop) == chrec_dont_know)
	return true;
      moves = initial_condition_in_loop_num (moves, loop->num);
    }
  return false;
}

/* Data choose NAME, an index in LOOP of REGION.  */
static bool
chosen_p (struct plug_region *region, class loop *loop, tree name)
{
  return (plug_data_p (region, loop, name)
	  || (region->deposits_history && moves_uncounted_p (loop, name)));
}

/* From what on REF, an access, is counted, as far as it can be told: a pointer;
   data choose by how much in LOOP if *CHOSEN.  */
static tree
array_of (struct plug_region *region, class loop *loop, tree ref, bool *chosen)
{
  *chosen = false;
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF)
      *chosen |= chosen_p (region, loop, TREE_OPERAND (ref, 1));
  if (TREE_CODE (ref) != MEM_REF)
    return ref;
  tree base = TREE_OPERAND (ref, 0);
  while (TREE_CODE (base) == SSA_NAME
	 && is_gimple_assign (SSA_NAME_DEF_STMT (base)))
    {
      gimple *def = SSA_NAME_DEF_STMT (base);
      bool sum = gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR;
      if (!sum && !gimple_assign_cast_p (def) && !gimple_assign_ssa_name_copy_p (def))
	break;
      if (sum)
	*chosen |= chosen_p (region, loop, gimple_assign_rhs2 (def));
      base = gimple_assign_rhs1 (def);
    }
  return base;
}

/* The array that STMT accesses, or null; is it CHOSEN by data which element?  */
static tree
accessed (struct plug_region *region, gimple *stmt, bool *chosen)
{
  tree load, store;
  *chosen = false;
  if (!gimple_assign_single_p (stmt))
    return NULL_TREE;
  plug_references (stmt, &load, &store);
  tree ref = load ? load : store;
  return ref ? array_of (region, gimple_bb (stmt)->loop_father, ref, chosen)
	     : NULL_TREE;
}

/* In LOOP there is one that may well be distributed.  */
static bool
works_p (class loop *loop)
{
  for (class loop *in = loop->inner; in; in = in->next)
    if (number_of_latch_executions (in) != chrec_dont_know)
      return true;
  return false;
}

/* All processes run what stands right in LOOP, or it is no loop but the region, or a
   condition on data (once.cc) beside work.  */
static bool
between_loops_p (class loop *loop)
{
  return (!loop_outer (loop) || loop->inner
	  || (plug_once_p (loop) && works_p (loop_outer (loop))));
}

/* The statements of BB that are to be in a loop, in their order: into STMTS.  */
static void
find_singles (struct plug_region *region, basic_block bb, vec<gimple *> *stmts)
{
  auto_vec<tree> arrays;
  gimple *first = NULL, *last = NULL;
  bool chosen;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
    {
      tree array = accessed (region, gsi_stmt (i), &chosen);
      if (array && chosen)
	arrays.safe_push (array);
    }
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
    {
      tree array = accessed (region, gsi_stmt (i), &chosen);
      if (!array || !arrays.contains (array))
	continue;
      first = first ? first : gsi_stmt (i);
      last = gsi_stmt (i);
    }
  if (!first)
    return;
  for (gimple_stmt_iterator i = gsi_for_stmt (first);; gsi_next (&i))
    {
      stmts->safe_push (gsi_stmt (i));
      if (gsi_stmt (i) == last)
	break;
    }
}

/* --- The change ----------------------------------------------------------- */

/* Let NAME, which BODY computes, be the last iteration's behind LOOP.  */
static void
carry_out (class loop *loop, basic_block body, tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  gimple *user;
  tree now = NULL_TREE;
  FOR_EACH_IMM_USE_STMT (user, iter, name)
    if (gimple_bb (user) != body)
      {
	now = now ? now : copy_ssa_name (name);
	FOR_EACH_IMM_USE_ON_STMT (use, iter)
	  SET_USE (use, now);
	update_stmt (user);
      }
  if (!now)
    return;
  gphi *phi = create_phi_node (now, loop->header);
  add_phi_arg (phi, build_zero_cst (TREE_TYPE (name)), loop_preheader_edge (loop),
	       UNKNOWN_LOCATION);
  add_phi_arg (phi, name, loop_latch_edge (loop), UNKNOWN_LOCATION);
}

void
plug_loop_around (const vec<gimple *> &stmts)
{
  gimple *first = stmts[0], *last = stmts[stmts.length () - 1];
  gimple_stmt_iterator at = gsi_for_stmt (first);
  basic_block bb = gimple_bb (first);
  gsi_prev (&at);
  if (gsi_end_p (at))
    split_block_after_labels (bb);
  else
    split_block (bb, gsi_stmt (at));
  edge e = split_block (gimple_bb (first), last), entered;
  tree one;
  plug_add_loop (e, integer_one_node, gimple_location (first), &one, &entered);
  basic_block body = split_edge (entered);
  gimple_stmt_iterator to = gsi_start_bb (body);
  for (gimple *stmt : stmts)
    {
      gimple_stmt_iterator from = gsi_for_stmt (stmt);
      gsi_move_after (&from, &to);
    }
  for (gimple *stmt : stmts)
    {
      tree name;
      ssa_op_iter i;
      FOR_EACH_SSA_TREE_OPERAND (name, stmt, i, SSA_OP_DEF)
	carry_out (body->loop_father, body, name);
    }
  free_dominance_info (CDI_DOMINATORS);
  loops_state_set (LOOPS_NEED_FIXUP);
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  plug_prepare_loops ();
}

/* Do so in the first block where there are such; false if there is none.  */
static bool
change_one (struct plug_region *region)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      auto_vec<gimple *> stmts;
      if (!between_loops_p (bb->loop_father))
	continue;
      find_singles (region, bb, &stmts);
      if (stmts.is_empty ())
	continue;
      plug_loop_around (stmts);
      return true;
    }
  return false;
}

bool
plug_loop_singles (struct plug_region *region)
{
  bool changed = false;
  while (change_one (region))
    changed = true;
  return changed;
}
