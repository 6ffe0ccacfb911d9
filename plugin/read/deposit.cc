/* deposit.cc: updates of an element that data choose, as one operation.

   SPDX-License-Identifier: GPL-3.0-or-later

     h[key[i]] += w[i]		if (d < best[k]) best[k] = d

   The load of the element, what is computed from it and nothing else, a test of
   that, and the store form an *update*: whoever has the element can do it, if he
   is told where it is and the other values that it needs.

   Invariants
   (1) Nothing outside of an update depends on what it loads.
   (2) Nothing is stored between its load and its store.
   (3) A test decides about the store alone.  */

#include "pram-gcc.h"
#include "deposit.h"
#include "extract.h"
#include "ir.h"

static bool same_value_p (tree a, tree b, int depth);

/* A and B, references, are to the same place.  */
static bool
same_place_p (tree a, tree b, int depth)
{
  if (TREE_CODE (a) != TREE_CODE (b)
      || !types_compatible_p (TREE_TYPE (a), TREE_TYPE (b)))
    return false;
  switch (TREE_CODE (a))
    {
    case MEM_REF:
      return (tree_int_cst_equal (TREE_OPERAND (a, 1), TREE_OPERAND (b, 1))
	      && same_value_p (TREE_OPERAND (a, 0), TREE_OPERAND (b, 0),
			       depth));
    case ARRAY_REF:
      return (same_place_p (TREE_OPERAND (a, 0), TREE_OPERAND (b, 0), depth)
	      && same_value_p (TREE_OPERAND (a, 1), TREE_OPERAND (b, 1),
			       depth));
    case COMPONENT_REF:
      return (TREE_OPERAND (a, 1) == TREE_OPERAND (b, 1)
	      && same_place_p (TREE_OPERAND (a, 0), TREE_OPERAND (b, 0),
			       depth));
    default:
      return operand_equal_p (a, b, 0);
    }
}

/* A and B, values, are computed in the same way from the same.  */
static bool
same_value_p (tree a, tree b, int depth)
{
  if (a == b || operand_equal_p (a, b, 0))
    return true;
  if (depth > 16 || TREE_CODE (a) != SSA_NAME || TREE_CODE (b) != SSA_NAME
      || SSA_NAME_IS_DEFAULT_DEF (a) || SSA_NAME_IS_DEFAULT_DEF (b))
    return false;
  gassign *p = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (a));
  gassign *q = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (b));
  if (!p || !q || gimple_assign_rhs_code (p) != gimple_assign_rhs_code (q)
      || gimple_num_ops (p) != gimple_num_ops (q)
      || gimple_vuse (p) != gimple_vuse (q))
    return false;
  if (gimple_vuse (p))
    return same_place_p (gimple_assign_rhs1 (p), gimple_assign_rhs1 (q),
			 depth + 1);
  for (unsigned i = 1; i < gimple_num_ops (p); i++)
    if (!same_value_p (gimple_op (p, i), gimple_op (q, i), depth + 1))
      return false;
  return true;
}

/* Add what depends on NAME to UPDATE.  False if that isn't part of one.  */
static bool
follow (struct plug_update *update, tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *stmt = USE_STMT (use);
      if (is_gimple_debug (stmt) || update->stmts.contains (stmt))
	continue;
      gcall *call = dyn_cast <gcall *> (stmt);
      tree lhs = gimple_get_lhs (stmt);
      if (gcond *test = dyn_cast <gcond *> (stmt))
	{
	  if (update->test)
	    return false;
	  update->test = test;
	}
      else if (gimple_store_p (stmt) && gimple_assign_single_p (stmt)
	       && gimple_assign_rhs1 (stmt) == name && !update->store)
	update->store = stmt;
      else if (!lhs || TREE_CODE (lhs) != SSA_NAME || gimple_vuse (stmt)
	       || !(is_gimple_assign (stmt) || (call && plug_pure_call_p (call))))
	return false;
      else
	{
	  update->stmts.add (stmt);
	  if (!follow (update, lhs))
	    return false;
	}
    }
  return true;
}

/* The store that TEST, which UPDATE has, decides about, if it is the only thing
   in its block that matters.  */
static gimple *
store_behind (gcond *test)
{
  gimple *found = NULL;
  edge e;
  edge_iterator i;
  FOR_EACH_EDGE (e, i, gimple_bb (test)->succs)
    for (gimple_stmt_iterator s = gsi_start_bb (e->dest); !gsi_end_p (s);
	 gsi_next (&s))
      if (gimple_store_p (gsi_stmt (s)) && single_pred_p (e->dest))
	{
	  if (found)
	    return NULL;
	  found = gsi_stmt (s);
	}
  return found;
}

/* What LOAD does is loaded in BB, too.  */
static bool
loaded_p (basic_block bb, gimple *load)
{
  for (gimple_stmt_iterator s = gsi_start_bb (bb); !gsi_end_p (s);
       gsi_next (&s))
    if (gimple_assign_load_p (gsi_stmt (s))
	&& gimple_vuse (gsi_stmt (s)) == gimple_vuse (load)
	&& same_place_p (gimple_assign_rhs1 (gsi_stmt (s)),
			 gimple_assign_rhs1 (load), 0))
      return true;
  return false;
}

/* STMT, in a block behind TEST, may happen in vain.  */
static bool
harmless_p (gimple *stmt, basic_block test)
{
  return (gimple_code (stmt) == GIMPLE_LABEL
	  || gimple_code (stmt) == GIMPLE_PREDICT || is_gimple_debug (stmt)
	  || (gimple_assign_load_p (stmt) ? loaded_p (test, stmt)
	      : is_gimple_assign (stmt) && !gimple_vuse (stmt)
		&& !gimple_could_trap_p (stmt)));
}

/* Nothing but UPDATE's store happens in its block.  */
static bool
alone_p (const struct plug_update *update)
{
  basic_block bb = gimple_bb (update->store);
  for (gimple_stmt_iterator s = gsi_start_bb (bb); !gsi_end_p (s);
       gsi_next (&s))
    if (gsi_stmt (s) != update->store
	&& !harmless_p (gsi_stmt (s), gimple_bb (update->test)))
      return false;
  return true;
}

/* Invariant (3).  */
static bool
decides_alone_p (struct plug_update *update)
{
  basic_block test = gimple_bb (update->test);
  basic_block bb = gimple_bb (update->store);
  edge t, f;
  if (test != gimple_bb (update->load) || !single_pred_p (bb)
      || single_pred (bb) != test || !single_succ_p (bb)
      || !alone_p (update))
    return false;
  extract_true_false_edges_from_block (test, &t, &f);
  edge over = t->dest == bb ? f : t;
  if (single_succ (bb) != over->dest)
    return false;
  update->when = t->dest == bb;
  for (gphi_iterator i = gsi_start_phis (over->dest); !gsi_end_p (i);
       gsi_next (&i))
    if (!virtual_operand_p (gimple_phi_result (i.phi ()))
	&& (PHI_ARG_DEF_FROM_EDGE (i.phi (), over)
	    != PHI_ARG_DEF_FROM_EDGE (i.phi (), single_succ_edge (bb))))
      return false;
  return true;
}

/* STMT is done where UPDATE's load or its store is.  */
static bool
inside_p (const struct plug_update *update, gimple *stmt)
{
  return (gimple_bb (stmt) == gimple_bb (update->load)
	  || gimple_bb (stmt) == gimple_bb (update->store));
}

bool
plug_update_of_load (gimple *load, struct plug_update *update)
{
  tree lhs = gimple_assign_load_p (load) ? gimple_get_lhs (load) : NULL_TREE;
  if (!lhs || TREE_CODE (lhs) != SSA_NAME)
    return false;
  update->load = load;
  update->stmts.add (load);
  if (!follow (update, lhs))
    return false;
  if (!update->store && update->test)
    update->store = store_behind (update->test);
  if (!update->store || !gimple_assign_single_p (update->store)
      || gimple_vuse (update->store) != gimple_vuse (load)
      || !same_place_p (gimple_assign_rhs1 (load),
			gimple_assign_lhs (update->store), 0))
    return false;
  for (gimple *stmt : update->stmts)
    if (!inside_p (update, stmt))
      return false;
  return (update->test ? decides_alone_p (update)
	  : gimple_bb (update->store) == gimple_bb (load));
}

/* A load that STORE's update may begin with, in BB.  */
static bool
find_load (basic_block bb, gimple *store, struct plug_update *update)
{
  for (gimple_stmt_iterator s = gsi_start_bb (bb); !gsi_end_p (s);
       gsi_next (&s))
    if (gsi_stmt (s) == store)
      break;
    else if (gimple_assign_load_p (gsi_stmt (s)))
      {
	struct plug_update found;
	if (plug_update_of_load (gsi_stmt (s), &found) && found.store == store)
	  return plug_update_of_load (gsi_stmt (s), update);
      }
  return false;
}

void
plug_update_of_store (gimple *store, struct plug_update *update)
{
  basic_block bb = gimple_bb (store);
  if (find_load (bb, store, update)
      || (single_pred_p (bb) && find_load (single_pred (bb), store, update)))
    return;
  update->load = NULL;
  update->store = store;
}

bool
plug_updates_p (gimple *load)
{
  struct plug_update update;
  return plug_update_of_load (load, &update);
}
