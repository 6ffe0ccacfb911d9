/* places.cc: whether references are to the same place, or never are.

   SPDX-License-Identifier: GPL-3.0-or-later

   Different arrays of the region have no element in common: where they overlap it runs
   serially.  */

#include "pram-gcc.h"
#include "places.h"

static bool same_value_p (tree a, tree b, int depth);

/* NAME is what one of the region's parameters is, or leads to, at first: others lead to
   other arrays.  */
static bool
from_outside_p (tree name)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  tree from = gimple_assign_load_p (def) ? gimple_assign_rhs1 (def) : NULL_TREE;
  return (SSA_NAME_IS_DEFAULT_DEF (name)
	  || (from && TREE_CODE (from) == MEM_REF
	      && TREE_CODE (TREE_OPERAND (from, 0)) == SSA_NAME
	      && SSA_NAME_IS_DEFAULT_DEF (TREE_OPERAND (from, 0))));
}

/* What POINTER is counted from.  */
static tree
origin_of (tree pointer)
{
  while (pointer && TREE_CODE (pointer) == SSA_NAME
	 && is_gimple_assign (SSA_NAME_DEF_STMT (pointer))
	 && !gimple_vuse (SSA_NAME_DEF_STMT (pointer)))
    pointer = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (pointer));
  return pointer && TREE_CODE (pointer) == SSA_NAME ? pointer : NULL_TREE;
}

/* A and B, pointers, lead to different arrays, as those that PAIRS has do: pointers that
   a loop exchanges do in each iteration if they do in the first one.  */
static bool
different_arrays_p (tree a, tree b, auto_vec<std::pair<tree, tree> > *pairs)
{
  a = origin_of (a);
  b = origin_of (b);
  if (!a || !b || a == b || pairs->length () > 32)
    return false;
  gphi *p = dyn_cast <gphi *> (SSA_NAME_DEF_STMT (a));
  gphi *q = dyn_cast <gphi *> (SSA_NAME_DEF_STMT (b));
  if (!p && !q)
    return from_outside_p (a) && from_outside_p (b);
  if (!p || (q && dominated_by_p (CDI_DOMINATORS, gimple_bb (q), gimple_bb (p))))
    {
      std::swap (a, b);
      std::swap (p, q);
    }
  if (q ? !dominated_by_p (CDI_DOMINATORS, gimple_bb (p), gimple_bb (q))
      : !from_outside_p (b))
    return false;
  std::pair<tree, tree> pair (a, b), turned (b, a);
  if (pairs->contains (pair) || pairs->contains (turned))
    return true;
  pairs->safe_push (pair);
  bool together = q && gimple_bb (p) == gimple_bb (q);
  for (unsigned i = 0; i < gimple_phi_num_args (p); i++)
    if (!different_arrays_p (gimple_phi_arg_def (p, i),
			     together ? PHI_ARG_DEF_FROM_EDGE
				       (q, gimple_phi_arg_edge (p, i)) : b, pairs))
      return false;
  return true;
}

bool
plug_different_members_p (tree a, tree b)
{
  return (TREE_CODE (a) == COMPONENT_REF && TREE_CODE (b) == COMPONENT_REF
	  && TREE_OPERAND (a, 1) != TREE_OPERAND (b, 1)
	  && DECL_CONTEXT (TREE_OPERAND (a, 1)) == DECL_CONTEXT (TREE_OPERAND (b, 1))
	  && TREE_CODE (DECL_CONTEXT (TREE_OPERAND (a, 1))) == RECORD_TYPE
	  && !DECL_BIT_FIELD_TYPE (TREE_OPERAND (a, 1))
	  && !DECL_BIT_FIELD_TYPE (TREE_OPERAND (b, 1)));
}

bool
plug_different_places_p (tree a, tree b)
{
  auto_vec<std::pair<tree, tree> > pairs;
  tree p = get_base_address (a), q = get_base_address (b);
  return (plug_different_members_p (a, b)
	  || (p && q && TREE_CODE (p) == MEM_REF && TREE_CODE (q) == MEM_REF
	      && different_arrays_p (TREE_OPERAND (p, 0), TREE_OPERAND (q, 0),
				     &pairs)));
}

/* What stores last to the array of REF before memory is MEMORY, or that may: the memory
   that this makes, or a join of such.  */
static tree
last_store (tree memory, tree ref)
{
  for (int steps = 0; steps < 16; steps++)
    {
      gimple *def = SSA_NAME_DEF_STMT (memory);
      if (SSA_NAME_IS_DEFAULT_DEF (memory) || !gimple_assign_single_p (def)
	  || !gimple_store_p (def)
	  || !plug_different_places_p (gimple_assign_lhs (def), ref))
	break;
      memory = gimple_vuse (def);
    }
  return memory;
}

/* What all paths to PHI, of memory, have stored last to the array of REF, if that has been
   before they part; else PHI's result.  */
static tree
before_parting (gphi *phi, tree ref)
{
  tree result = gimple_phi_result (phi), only = NULL_TREE;
  hash_set<tree> seen;
  auto_vec<tree> todo;
  for (todo.safe_push (result); !todo.is_empty () && seen.elements () < 64;)
    {
      tree memory = last_store (todo.pop (), ref);
      gimple *def = SSA_NAME_DEF_STMT (memory);
      if (memory != result
	  && (SSA_NAME_IS_DEFAULT_DEF (memory)
	      || dominated_by_p (CDI_DOMINATORS, gimple_bb (phi), gimple_bb (def))))
	{
	  if (only && memory != only)
	    return result;
	  only = memory;
	}
      else if (gimple_code (def) != GIMPLE_PHI)
	return result;
      else if (!seen.add (memory))
	for (unsigned k = 0; k < gimple_phi_num_args (def); k++)
	  todo.safe_push (gimple_phi_arg_def (def, k));
    }
  return only && todo.is_empty () ? only : result;
}

tree
plug_memory_for (gimple *stmt, tree ref)
{
  tree memory = last_store (gimple_vuse (stmt), ref);
  for (int phis = 0; phis < 8; phis++)
    {
      gphi *phi = dyn_cast <gphi *> (SSA_NAME_DEF_STMT (memory));
      tree before = phi ? before_parting (phi, ref) : memory;
      if (before == memory)
	break;
      memory = before;
    }
  return memory;
}

/* P and Q, loads, are made of the same memory.  */
static bool
same_memory_p (gimple *p, gimple *q)
{
  return (plug_memory_for (p, gimple_assign_rhs1 (p))
	  == plug_memory_for (q, gimple_assign_rhs1 (q)));
}

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
      || !gimple_vuse (p) != !gimple_vuse (q))
    return false;
  if (gimple_vuse (p))
    return (gimple_assign_load_p (p) && gimple_assign_load_p (q)
	    && same_memory_p (p, q)
	    && same_place_p (gimple_assign_rhs1 (p), gimple_assign_rhs1 (q),
			     depth + 1));
  for (unsigned i = 1; i < gimple_num_ops (p); i++)
    if (!same_value_p (gimple_op (p, i), gimple_op (q, i), depth + 1))
      return false;
  return true;
}

/* Put what says where REF is, beside constants and its array, into INDICES.  */
static void
find_indices (tree ref, auto_vec<tree> *indices)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF
	&& !is_gimple_min_invariant (TREE_OPERAND (ref, 1)))
      indices->safe_push (TREE_OPERAND (ref, 1));
  tree at = TREE_CODE (ref) == MEM_REF ? TREE_OPERAND (ref, 0) : NULL_TREE;
  while (at && TREE_CODE (at) == SSA_NAME && !SSA_NAME_IS_DEFAULT_DEF (at))
    {
      gassign *def = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (at));
      if (!def || gimple_vuse (def))
	break;
      if (gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR
	  && !is_gimple_min_invariant (gimple_assign_rhs2 (def)))
	indices->safe_push (gimple_assign_rhs2 (def));
      at = gimple_assign_rhs1 (def);
    }
}

bool
plug_same_place_p (tree a, tree b)
{
  return same_place_p (a, b, 0);
}

bool
plug_equal_p (tree a, tree b)
{
  return same_value_p (a, b, 0);
}

bool
plug_loads_same_p (gimple *p, gimple *q)
{
  return (same_memory_p (p, q)
	  && same_place_p (gimple_assign_rhs1 (p), gimple_assign_rhs1 (q), 0));
}

/* VALUE is computed from something that is loaded.  */
static bool
from_load_p (tree value, int depth)
{
  if (TREE_CODE (value) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (value) || depth > 8)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gimple_assign_load_p (def))
    return true;
  ssa_op_iter i;
  tree use;
  if (is_gimple_assign (def))
    FOR_EACH_SSA_TREE_OPERAND (use, def, i, SSA_OP_USE)
      if (from_load_p (use, depth + 1))
	return true;
  /* One of several values, as where an index is kept within bounds.  */
  gphi *phi = bb_loop_header_p (gimple_bb (def)) ? NULL : dyn_cast <gphi *> (def);
  for (unsigned k = 0; phi && k < gimple_phi_num_args (phi); k++)
    if (from_load_p (gimple_phi_arg_def (phi, k), depth + 1))
      return true;
  return false;
}

bool
plug_loaded_index_p (tree ref)
{
  auto_vec<tree> indices;
  find_indices (ref, &indices);
  for (tree index : indices)
    if (from_load_p (index, 0))
      return true;
  return false;
}

bool
plug_indexed_p (tree ref)
{
  auto_vec<tree> indices;
  find_indices (ref, &indices);
  return !indices.is_empty ();
}
