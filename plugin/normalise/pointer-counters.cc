/* pointer-counters.cc: pointers that data move, as what they have been moved by.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i = 0; i < n; i++)
       if (x[i] > tol)
	 *end++ = i;

   What END points to is LIST, which it is before the loop, and as many elements behind
   as have been stored:

     for (i = 0, k = 0; i < n; i++)
       if (x[i] > tol)
	 list[k++] = i;

   So such a pointer becomes an integer with a base, which is a counter like others
   (prefix-sums.cc).  Pointers that each iteration moves alike are positions anyway.

   Requires: SSA, loops with preheaders and simple latches.  Provides: the same but for
   virtual operands.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* The names that a pointer has in a loop and those inside of it, and the integers that
   say how many elements they are behind BASE.  */
struct moved
{
  class loop *loop;
  tree base, element;		/* a size */
  auto_vec<tree> names;
  hash_map<tree, tree> number;
};

/* How far STMT, an assignment, moves the pointer *FROM, in bytes; null if that isn't
   known.  */
static tree
step_of (gimple *stmt, tree *from)
{
  if (!is_gimple_assign (stmt) || gimple_vuse (stmt))
    return NULL_TREE;
  *from = gimple_assign_rhs1 (stmt);
  switch (gimple_assign_rhs_code (stmt))
    {
    case SSA_NAME:
      return size_zero_node;
    case POINTER_PLUS_EXPR:
      return (TREE_CODE (gimple_assign_rhs2 (stmt)) == INTEGER_CST
	      ? gimple_assign_rhs2 (stmt) : NULL_TREE);
    default:
      return NULL_TREE;
    }
}

/* STEP, in bytes, as elements of M's; null if these are no number.  */
static tree
elements (const struct moved *m, tree step)
{
  tree n = fold_convert (ssizetype, step), size = fold_convert (ssizetype, m->element);
  return (multiple_of_p (ssizetype, n, size)
	  ? fold_binary (EXACT_DIV_EXPR, ssizetype, n, size) : NULL_TREE);
}

/* NAME is one of M's.  False if it can't be.  */
static bool
add_name (struct moved *m, tree name)
{
  if (TREE_CODE (name) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (name)
      || !flow_bb_inside_loop_p (m->loop, gimple_bb (SSA_NAME_DEF_STMT (name))))
    return false;
  if (!m->number.get (name))
    {
      m->number.put (name, NULL_TREE);
      m->names.safe_push (name);
    }
  return true;
}

/* STMT, which defines one of M's names, makes it of others.  *CHOSEN: control decides of
   which.  */
static bool
add_sources (struct moved *m, gimple *stmt, bool *chosen)
{
  tree from;
  gphi *phi = dyn_cast <gphi *> (stmt);
  if (!phi)
    {
      tree step = step_of (stmt, &from);
      return step && elements (m, step) && add_name (m, from);
    }
  class loop *loop = gimple_bb (phi)->loop_father;
  bool header = loop->header == gimple_bb (phi);
  *chosen |= !header;
  /* Another pointer, with which it is exchanged, has a base of its own.  */
  if (header && loop == m->loop && gimple_phi_result (phi) != m->names[0])
    return false;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (!(header && loop == m->loop
	  && gimple_phi_arg_edge (phi, i) == loop_preheader_edge (loop))
	&& !add_name (m, gimple_phi_arg_def (phi, i)))
      return false;
  return true;
}

/* Fill M for PHI, in LOOP's header; false if that isn't moved where control decides.  */
static bool
find_moved (struct moved *m, class loop *loop, gphi *phi)
{
  tree name = gimple_phi_result (phi);
  tree type = POINTER_TYPE_P (TREE_TYPE (name)) ? TREE_TYPE (TREE_TYPE (name))
	      : void_type_node;
  bool chosen = false;
  if (!COMPLETE_TYPE_P (type) || int_size_in_bytes (type) <= 0)
    return false;
  m->loop = loop;
  m->base = PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop));
  m->element = TYPE_SIZE_UNIT (type);
  add_name (m, name);
  for (unsigned n = 0; n < m->names.length (); n++)
    if (!add_sources (m, SSA_NAME_DEF_STMT (m->names[n]), &chosen))
      return false;
  return chosen;
}

/* Let PHI's twin for M merge what belongs to what it merges.  */
static void
number_phi (struct moved *m, gphi *phi)
{
  gphi *twin = as_a <gphi *> (SSA_NAME_DEF_STMT
			      (*m->number.get (gimple_phi_result (phi))));
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      tree *number = m->number.get (gimple_phi_arg_def (phi, i));
      add_phi_arg (twin, number ? *number : build_zero_cst (ssizetype),
		   gimple_phi_arg_edge (phi, i), UNKNOWN_LOCATION);
    }
}

/* Give each of M's names its number.  */
static void
number_names (struct moved *m)
{
  for (tree name : m->names)
    {
      gimple *def = SSA_NAME_DEF_STMT (name);
      tree number = make_ssa_name (ssizetype);
      if (gimple_code (def) == GIMPLE_PHI)
	create_phi_node (number, gimple_bb (def));
      *m->number.get (name) = number;
    }
  for (tree name : m->names)
    {
      gimple *def = SSA_NAME_DEF_STMT (name);
      tree from;
      if (gphi *phi = dyn_cast <gphi *> (def))
	{
	  number_phi (m, phi);
	  continue;
	}
      tree step = elements (m, step_of (def, &from));
      gimple_stmt_iterator i = gsi_for_stmt (def);
      gassign *add = gimple_build_assign (*m->number.get (name), PLUS_EXPR,
					  *m->number.get (from), step);
      gimple_set_location (add, gimple_location (def));
      gsi_insert_before (&i, add, GSI_SAME_STMT);
    }
}

/* M's pointer whose number is NUMBER, computed before I.  */
static tree
pointer (const struct moved *m, tree number, gimple_stmt_iterator *i, tree type)
{
  gimple_seq seq = NULL;
  tree bytes = gimple_build (&seq, MULT_EXPR, sizetype,
			     gimple_convert (&seq, sizetype, number), m->element);
  tree name = gimple_build (&seq, POINTER_PLUS_EXPR, type, m->base, bytes);
  gsi_insert_seq_before (i, seq, GSI_SAME_STMT);
  return name;
}

/* How many elements POINTER, which M's loop doesn't change, is behind M's base, computed
   before the loop; null if that isn't seen.  */
static tree
elements_behind (const struct moved *m, tree pointer)
{
  tree base = TREE_CODE (m->base) == SSA_NAME ? plug_strip_copies (m->base) : m->base;
  pointer = TREE_CODE (pointer) == SSA_NAME ? plug_strip_copies (pointer) : pointer;
  gassign *def = (TREE_CODE (pointer) == SSA_NAME
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (pointer)) : NULL);
  if (pointer == base)
    return build_zero_cst (ssizetype);
  if (!def || gimple_assign_rhs_code (def) != POINTER_PLUS_EXPR
      || TREE_CODE (gimple_assign_rhs1 (def)) != SSA_NAME
      || plug_strip_copies (gimple_assign_rhs1 (def)) != base
      || flow_bb_inside_loop_p (m->loop, gimple_bb (def)))
    return NULL_TREE;
  gimple_seq seq = NULL;
  tree bytes = gimple_convert (&seq, ssizetype, gimple_assign_rhs2 (def));
  tree n = gimple_build (&seq, EXACT_DIV_EXPR, ssizetype, bytes,
			 fold_convert (ssizetype, m->element));
  plug_append (loop_preheader_edge (m->loop)->src, seq);
  return n;
}

/* TEST compares NAME, of M's, with another pointer: let it compare numbers, if it can.  */
static bool
compare_numbers (struct moved *m, gcond *test, tree name)
{
  bool left = gimple_cond_lhs (test) == name;
  tree other = left ? gimple_cond_rhs (test) : gimple_cond_lhs (test);
  tree n = other != name ? elements_behind (m, other) : NULL_TREE;
  if (!n)
    return false;
  tree number = *m->number.get (name);
  gimple_cond_set_condition (test, gimple_cond_code (test), left ? number : n,
			     left ? n : number);
  update_stmt (test);
  return true;
}

/* Compute NAME, of M's, where it is used: before the test of a loop nothing may.  */
static void
replace_uses (struct moved *m, tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  gimple *stmt;
  tree number = *m->number.get (name), type = TREE_TYPE (name);
  FOR_EACH_IMM_USE_STMT (stmt, iter, name)
    {
      tree lhs = (gimple_code (stmt) == GIMPLE_PHI ? gimple_phi_result (stmt)
		  : gimple_get_lhs (stmt));
      if (is_gimple_debug (stmt) || (lhs && m->number.get (lhs)))
	continue;
      gcond *test = dyn_cast <gcond *> (stmt);
      if (test && compare_numbers (m, test, name))
	continue;
      FOR_EACH_IMM_USE_ON_STMT (use, iter)
	{
	  gimple_stmt_iterator i = plug_before_use (use);
	  SET_USE (use, pointer (m, number, &i, type));
	}
      update_stmt (stmt);
    }
}

/* M's names are used by each other alone.  */
static void
remove_names (struct moved *m)
{
  for (tree name : m->names)
    {
      gimple *def = SSA_NAME_DEF_STMT (name);
      gimple_stmt_iterator i = gsi_for_stmt (def);
      if (gimple_code (def) == GIMPLE_PHI)
	remove_phi_node (&i, false);
      else
	gsi_remove (&i, true);
    }
  for (tree name : m->names)
    release_ssa_name (name);
}

/* Count instead what LOOP moves.  */
static bool
count_moves (class loop *loop)
{
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      struct moved m;
      if (!find_moved (&m, loop, i.phi ()))
	continue;
      number_names (&m);
      for (tree name : m.names)
	replace_uses (&m, name);
      remove_names (&m);
      return true;
    }
  return false;
}

/* … and what those inside of it move.  */
static void
count_moves_within (class loop *loop)
{
  while (loop_outer (loop) && count_moves (loop))
    ;
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    count_moves_within (inner);
}

void
plug_count_moves (void)
{
  count_moves_within (current_loops->tree_root);
}
