/* extract-private.cc: variables in memory that are declared inside loops.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i…) { double w[9]; for (k…) w[k] = a[i + k]; … b[i] = w[4]; }

   Such a variable begins anew in each iteration of its scope, the loop in
   whose body it is declared: the iterations of that loop, and of those around
   it, do not meet in it, and each process has its own.  So it is no array of
   the prog.  The iterations of loops within its scope do meet in it, and have
   to run in order.

   The front end says where the scope ends, by a clobber or a mark for the
   address sanitizer.  Memory whose size is known when it runs can be such a
   variable, too (normalise/workspaces.cc).  A variable whose scope is no loop, or that is used where
   the scope is not, is refused.  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"
#include "abi-types.h"
#include "roots.h"

/* What the symbols of workspaces begin with.  */
#define WORKSPACE "pram_workspace"

/* --- Workspaces ------------------------------------------------------------ */

/* PRAM_workspace, which gives the same memory for the same arguments; or null.  */
static tree workspace_function;

tree
plug_workspace_function (void)
{
  if (!workspace_function)
    {
      tree type = build_function_type_list (ptr_type_node, ptr_type_node,
					    size_type_node, NULL_TREE);
      workspace_function = build_fn_decl ("PRAM_workspace", type);
      TREE_READONLY (workspace_function) = 1;
      plug_root (&workspace_function);
    }
  return workspace_function;
}

tree
plug_new_workspace (tree name)
{
  tree symbol = create_tmp_var_name (WORKSPACE);
  gcc_checking_assert (sizeof (struct pram_workspace) == 2 * sizeof (void *));
  tree var = plug_abi_static (build_array_type_nelts (ptr_type_node, 2),
			      IDENTIFIER_POINTER (symbol), NULL_TREE, false);
  SET_DECL_ASSEMBLER_NAME (var, symbol);
  DECL_NAME (var) = name;
  return var;
}

tree
plug_workspace (gimple *stmt)
{
  return (workspace_function && is_gimple_call (stmt)
	  && gimple_call_fndecl (stmt) == workspace_function
	  ? TREE_OPERAND (gimple_call_arg (stmt, 0), 0) : NULL_TREE);
}

bool
plug_workspace_p (tree var)
{
  return (VAR_P (var) && TREE_STATIC (var) && DECL_ARTIFICIAL (var)
	  && strstr (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (var)), WORKSPACE));
}

/* --- Variables ------------------------------------------------------------- */

static bool pointee (tree ptr, bitmap seen, tree *var);

/* All that PHI merges points into *VAR.  */
static bool
merged_pointee (gphi *phi, bitmap seen, tree *var)
{
  if (!bitmap_set_bit (seen, SSA_NAME_VERSION (gimple_phi_result (phi))))
    return true;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (!pointee (gimple_phi_arg_def (phi, i), seen, var))
      return false;
  return true;
}

/* PTR points into *VAR, a variable or a constant; if that is null it is set.
   False if PTR points into something else, or it isn't known into what.  SEEN
   holds the PHIs that have been looked at.  */
static bool
pointee (tree ptr, bitmap seen, tree *var)
{
  if (TREE_CODE (ptr) == ADDR_EXPR)
    {
      tree base = get_base_address (TREE_OPERAND (ptr, 0));
      if (base && TREE_CODE (base) == MEM_REF)
	return pointee (TREE_OPERAND (base, 0), seen, var);
      if (!*var)
	*var = base;
      return base && *var == base;
    }
  if (TREE_CODE (ptr) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (ptr))
    return false;
  gimple *def = SSA_NAME_DEF_STMT (ptr);
  if (plug_workspace (def))
    return pointee (gimple_call_arg (def, 0), seen, var);
  if (gphi *phi = dyn_cast <gphi *> (def))
    return merged_pointee (phi, seen, var);
  if (!is_gimple_assign (def) || gimple_vuse (def))
    return false;
  tree_code code = gimple_assign_rhs_code (def);
  return ((code == SSA_NAME || code == POINTER_PLUS_EXPR || code == ADDR_EXPR
	   || CONVERT_EXPR_CODE_P (code))
	  && pointee (gimple_assign_rhs1 (def), seen, var));
}

tree
plug_variable_of (tree ref)
{
  tree base = get_base_address (ref), var = NULL_TREE;
  if (!base)
    return NULL_TREE;
  if (DECL_P (base) || CONSTANT_CLASS_P (base))
    return base;
  auto_bitmap seen;
  return (TREE_CODE (base) == MEM_REF
	  && pointee (TREE_OPERAND (base, 0), seen, &var) ? var : NULL_TREE);
}

tree
plug_local_variable (tree ref)
{
  tree var = plug_variable_of (ref);
  return (var && VAR_P (var) && (!is_global_var (var) || plug_workspace_p (var))
	  ? var : NULL_TREE);
}

/* STMT stands at an end of VAR's scope.  */
static bool
scope_mark_p (gimple *stmt, tree var)
{
  if (gimple_clobber_p (stmt))
    return gimple_assign_lhs (stmt) == var;
  if (!gimple_call_internal_p (stmt, IFN_ASAN_MARK))
    return false;
  tree at = gimple_call_arg (stmt, 1);
  return TREE_CODE (at) == ADDR_EXPR && TREE_OPERAND (at, 0) == var;
}

/* The loop around AT in whose body VAR's scope ends, or null.  Where loops have
   been unrolled other copies of it have ends of their own.  */
static class loop *
ending_loop (tree var, basic_block at)
{
  class loop *scope = NULL;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      if (flow_bb_inside_loop_p (bb->loop_father, at)
	  && scope_mark_p (gsi_stmt (i), var))
	scope = (scope ? find_common_loop (scope, bb->loop_father)
		 : bb->loop_father);
  return scope && loop_outer (scope) ? scope : NULL;
}

class loop *
plug_scope_of (tree var, basic_block bb)
{
  if (TREE_CODE (var) != VAR_DECL || TREE_THIS_VOLATILE (var)
      || (is_global_var (var) && !plug_workspace_p (var)))
    return NULL;
  return ending_loop (var, bb);
}

bool
plug_scope_within_p (tree var, class loop *loop)
{
  basic_block *body = get_loop_body (loop);
  bool found = false;
  for (unsigned b = 0; b < loop->num_nodes && !found; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (body[b]);
	 !gsi_end_p (i) && !found; gsi_next (&i))
      found = scope_mark_p (gsi_stmt (i), var);
  free (body);
  return found;
}

tree
plug_private_variable (class loop *loop, bool around, gimple **where)
{
  basic_block *body = get_loop_body (loop);
  tree found = NULL_TREE;
  for (unsigned b = 0; b < loop->num_nodes && !found; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (body[b]);
	 !gsi_end_p (i) && !found; gsi_next (&i))
      {
	tree refs[2];
	plug_references (gsi_stmt (i), &refs[0], &refs[1]);
	for (int r = 0; r < 2; r++)
	  {
	    tree var = refs[r] ? plug_variable_of (refs[r]) : NULL_TREE;
	    class loop *scope = var ? plug_scope_of (var, body[b]) : NULL;
	    if (!scope || (around && !flow_loop_nested_p (scope, loop)))
	      continue;
	    found = var;
	    *where = gsi_stmt (i);
	  }
      }
  free (body);
  return found;
}
