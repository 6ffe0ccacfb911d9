/* scratch.cc: memory that the region takes for itself.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (t…) { double flux[n + 1]; … }
     for (t…) { double *flux = malloc (bytes); … free (flux); }

   The same in functions that were inlined.  Such memory becomes an array like
   those that come from outside, so that what is kept in it can be distributed:
   one of the pointers that the region has for that (front/free-variables.cc),
   which are null.  The runtime has memory for what nobody else wants.

   An array whose size is constant stays what it is if the iterations of the loop
   in which it is declared may run in parallel (in-order.cc): each has its own then
   (read/extract-private.cc), in registers perhaps.  If a region can't be distributed
   otherwise they are taken, too, and it is read once more (plug_take_shared).

   Memory between malloc and free is taken if the pointer leads nowhere else, and
   not from one iteration of what is around the call to the next.  It may stay an
   iteration's own, too (workspaces.cc).

   Requires: SSA, helpers inlined, loops.  Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"
#include "scratch.h"

/* --- Pointers ------------------------------------------------------------- */

struct plug_param *
plug_take_pointer (struct plug_region *region, tree type, tree called)
{
  tree elem = TYPE_MAIN_VARIANT (strip_array_types (type));
  for (int i = 0; i < region->n_params; i++)
    {
      struct plug_param *p = &region->params[i];
      if (!p->scratch || ssa_default_def (cfun, p->parm) || VOID_TYPE_P (elem))
	continue;
      TREE_TYPE (p->parm) = DECL_ARG_TYPE (p->parm) = build_pointer_type (elem);
      get_or_create_ssa_default_def (cfun, p->parm);
      p->type = plug_type_of (elem);
      if (called)
	{
	  DECL_NAME (p->parm) = called;
	  p->name = xstrdup (IDENTIFIER_POINTER (called));
	}
      return p;
    }
  return NULL;
}

tree
plug_scratch_element (gimple_seq *seq, tree pointer, tree index, tree type)
{
  tree offset = gimple_build (seq, MULT_EXPR, sizetype,
			      gimple_convert (seq, sizetype, index),
			      fold_convert (sizetype, TYPE_SIZE_UNIT (type)));
  return plug_element_behind (seq, pointer, offset, type);
}

/* --- Arrays that are declared --------------------------------------------- */

/* The array that REF, in STMT of REGION, lies in, if it is to be scratch; or null.  */
static tree
array_of (struct plug_region *region, gimple *stmt, tree ref)
{
  tree var = ref ? plug_variable_of (ref) : NULL_TREE;
  if (!var || !VAR_P (var) || TREE_CODE (TREE_TYPE (var)) != ARRAY_TYPE
      || !auto_var_in_fn_p (var, current_function_decl)
      || TREE_THIS_VOLATILE (var) || TREE_READONLY (var)
      || int_size_in_bytes (TREE_TYPE (var)) <= 0
      || POINTER_TYPE_P (strip_array_types (TREE_TYPE (var))))
    return NULL_TREE;
  class loop *scope = plug_scope_of (var, gimple_bb (stmt));
  return !scope || var == region->shared || plug_in_order_p (scope) ? var : NULL_TREE;
}

/* STMT gives the whole array VAR a value: let a call do that.  */
static void
fill_by_call (gimple_stmt_iterator *i, tree var)
{
  gimple *stmt = gsi_stmt (*i);
  tree value = gimple_assign_rhs1 (stmt), to = build_fold_addr_expr (var);
  tree bytes = TYPE_SIZE_UNIT (TREE_TYPE (var));
  bool clears = TREE_CODE (value) == CONSTRUCTOR;
  TREE_ADDRESSABLE (var) = 1;
  gcall *call
    = (clears
       ? gimple_build_call (builtin_decl_explicit (BUILT_IN_MEMSET), 3, to,
			    integer_zero_node, bytes)
       : gimple_build_call (builtin_decl_explicit (BUILT_IN_MEMCPY), 3, to,
			    build_fold_addr_expr (value), bytes));
  gimple_set_location (call, gimple_location (stmt));
  gimple_move_vops (call, stmt);
  gsi_replace (i, call, false);
}

/* End VAR's scope nowhere, and assign it as a whole by calls alone.  */
static void
open_array (tree var)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);)
      {
	gimple *stmt = gsi_stmt (i);
	bool whole = (gimple_assign_single_p (stmt)
		      && gimple_assign_lhs (stmt) == var);
	if (whole && gimple_clobber_p (stmt))
	  {
	    unlink_stmt_vdef (stmt);
	    gsi_remove (&i, true);
	    continue;
	  }
	if (whole)
	  fill_by_call (&i, var);
	gsi_next (&i);
      }
}

/* Take the arrays that are declared in the current function, for REGION.  */
static bool
take_arrays (struct plug_region *region)
{
  hash_set<tree> seen;
  auto_vec<tree> vars;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      {
	tree refs[2];
	plug_references (gsi_stmt (i), &refs[0], &refs[1]);
	for (int r = 0; r < 2; r++)
	  if (tree var = array_of (region, gsi_stmt (i), refs[r]))
	    if (!seen.add (var))
	      vars.safe_push (var);
      }
  for (tree var : vars)
    if (struct plug_param *p
	= plug_take_pointer (region, TREE_TYPE (var), DECL_NAME (var)))
      {
	p->var = var;
	p->array_bytes = int_size_in_bytes (TREE_TYPE (var));
	open_array (var);
      }
  if (!vars.is_empty ())
    plug_replace_globals (region);
  return !vars.is_empty ();
}

/* --- Memory that is asked for --------------------------------------------- */

static void
add_name (struct plug_memory *m, tree name)
{
  if (!m->known.add (name))
    m->names.safe_push (name);
}

/* A loop around one of M's calls has its header at BB.  */
static bool
around_p (const struct plug_memory *m, basic_block bb)
{
  for (gcall *call : m->calls)
    if (bb->loop_father->header == bb
	&& flow_bb_inside_loop_p (bb->loop_father, gimple_bb (call)))
      return true;
  return false;
}

/* CALL, which is passed NAME, does nothing with it that others could see.  */
static bool
note_call (struct plug_memory *m, gcall *call)
{
  if (gimple_call_builtin_p (call, BUILT_IN_FREE))
    m->frees.safe_push (call);
  else if (gimple_call_builtin_p (call, BUILT_IN_MEMSET)
	   || gimple_call_builtin_p (call, BUILT_IN_MEMCPY))
    {
      if (gimple_call_lhs (call))
	add_name (m, gimple_call_lhs (call));
    }
  else
    return false;
  return true;
}

/* CODE compares with VALUE, a null pointer.  */
static bool
null_test_p (enum tree_code code, tree value)
{
  return (code == EQ_EXPR || code == NE_EXPR) && integer_zerop (value);
}

/* STMT, an assignment, only computes an address from NAME, or accesses memory
   there.  */
static bool
note_assignment (struct plug_memory *m, gassign *stmt, tree name)
{
  tree lhs = gimple_assign_lhs (stmt), rhs = gimple_assign_rhs1 (stmt);
  enum tree_code code = gimple_assign_rhs_code (stmt);
  if (TREE_CODE_CLASS (code) == tcc_comparison)
    {
      m->tests.safe_push (stmt);
      return null_test_p (code, gimple_assign_rhs2 (stmt));
    }
  if (gimple_vdef (stmt))
    return rhs != name;
  if (gimple_vuse (stmt))
    return true;
  if (TREE_CODE (lhs) != SSA_NAME || !POINTER_TYPE_P (TREE_TYPE (lhs))
      || (code != SSA_NAME && code != POINTER_PLUS_EXPR && code != ADDR_EXPR
	  && !CONVERT_EXPR_CODE_P (code)))
    return false;
  add_name (m, lhs);
  return true;
}

/* STMT uses NAME in such a way that nobody else learns of it.  */
static bool
note_use (struct plug_memory *m, gimple *stmt, tree name)
{
  if (is_gimple_debug (stmt))
    return true;
  if (gphi *phi = dyn_cast <gphi *> (stmt))
    {
      add_name (m, gimple_phi_result (phi));
      return !around_p (m, gimple_bb (phi));
    }
  if (gcond *test = dyn_cast <gcond *> (stmt))
    {
      m->tests.safe_push (test);
      return null_test_p (gimple_cond_code (test), gimple_cond_rhs (test));
    }
  if (gcall *call = dyn_cast <gcall *> (stmt))
    return note_call (m, call);
  gassign *assign = dyn_cast <gassign *> (stmt);
  return assign && note_assignment (m, assign, name);
}

/* What is merged is all such memory.  */
static bool
merged_p (const struct plug_memory *m)
{
  hash_set<tree> *known = const_cast <hash_set<tree> *> (&m->known);
  for (tree name : m->names)
    if (gphi *phi = dyn_cast <gphi *> (SSA_NAME_DEF_STMT (name)))
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	if (!known->contains (gimple_phi_arg_def (phi, i)))
	  return false;
  return true;
}

/* Find the calls that give memory, and all that is done with that.  False if
   others may get at it.  */
static bool
find_memory (struct plug_memory *m)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      {
	gcall *call = dyn_cast <gcall *> (gsi_stmt (i));
	tree fn = call ? gimple_call_fndecl (call) : NULL_TREE;
	tree lhs = call ? gimple_call_lhs (call) : NULL_TREE;
	if (!fn || !lhs || !plug_allocates_p (fn))
	  continue;
	m->calls.safe_push (call);
	add_name (m, lhs);
      }
  for (unsigned n = 0; n < m->names.length (); n++)
    {
      imm_use_iterator iter;
      use_operand_p use;
      FOR_EACH_IMM_USE_FAST (use, iter, m->names[n])
	if (!note_use (m, USE_STMT (use), m->names[n]))
	  return false;
    }
  return !m->calls.is_empty () && merged_p (m);
}

/* The type of what NAME, which a call gives, points to: that of a cast if it has
   none itself.  */
static tree
pointed_to (tree name)
{
  tree type = TREE_TYPE (TREE_TYPE (name));
  imm_use_iterator iter;
  use_operand_p use;
  if (!VOID_TYPE_P (type))
    return type;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    if (gassign *cast = dyn_cast <gassign *> (USE_STMT (use)))
      if (POINTER_TYPE_P (TREE_TYPE (gimple_assign_lhs (cast))))
	type = TREE_TYPE (TREE_TYPE (gimple_assign_lhs (cast)));
  return type;
}

/* Before I, set the memory at POINTER to zeros, as CALL does if it is calloc.  */
static void
clear (gimple_stmt_iterator *i, gcall *call, tree pointer)
{
  gimple_seq seq = NULL;
  if (!gimple_call_builtin_p (call, BUILT_IN_CALLOC))
    return;
  tree bytes = gimple_build (&seq, MULT_EXPR, sizetype,
			     gimple_convert (&seq, sizetype,
					     gimple_call_arg (call, 0)),
			     gimple_convert (&seq, sizetype,
					     gimple_call_arg (call, 1)));
  gcall *set = gimple_build_call (builtin_decl_explicit (BUILT_IN_MEMSET), 3,
				  pointer, integer_zero_node, bytes);
  gimple_set_location (set, gimple_location (call));
  gimple_seq_add_stmt (&seq, set);
  gsi_insert_seq_before (i, seq, GSI_SAME_STMT);
}

/* Let one of REGION's pointers be what CALL gives.  */
static bool
take_call (struct plug_region *region, gcall *call)
{
  tree lhs = gimple_call_lhs (call);
  tree called = SSA_NAME_VAR (lhs) ? DECL_NAME (SSA_NAME_VAR (lhs)) : NULL_TREE;
  struct plug_param *p = plug_take_pointer (region, pointed_to (lhs), called);
  if (!p)
    return false;
  tree pointer = ssa_default_def (cfun, p->parm);
  gimple_stmt_iterator i = gsi_for_stmt (call);
  clear (&i, call, pointer);
  unlink_stmt_vdef (call);
  gsi_replace (&i, gimple_build_assign (lhs, NOP_EXPR, pointer), false);
  return true;
}

static void
remove_call (gimple *call)
{
  gimple_stmt_iterator i = gsi_for_stmt (call);
  unlink_stmt_vdef (call);
  gsi_remove (&i, true);
  release_defs (call);
}

/* There was memory, says TEST.  */
static void
settle_test (gimple *test)
{
  if (gcond *cond = dyn_cast <gcond *> (test))
    {
      if (gimple_cond_code (cond) == NE_EXPR)
	gimple_cond_make_true (cond);
      else
	gimple_cond_make_false (cond);
      update_stmt (cond);
      return;
    }
  gimple_stmt_iterator i = gsi_for_stmt (test);
  bool there = gimple_assign_rhs_code (test) == NE_EXPR;
  gimple_assign_set_rhs_from_tree
    (&i, build_int_cst (TREE_TYPE (gimple_assign_lhs (test)), there));
  update_stmt (gsi_stmt (i));
}

/* Nothing is on the stack that its marks are for.  */
static void
remove_stack_marks (void)
{
  basic_block bb;
  auto_vec<gimple *> marks;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      if (gimple_call_builtin_p (gsi_stmt (i), BUILT_IN_STACK_SAVE)
	  || gimple_call_builtin_p (gsi_stmt (i), BUILT_IN_STACK_RESTORE))
	marks.safe_push (gsi_stmt (i));
  /* What is saved is used last.  */
  for (int k = marks.length () - 1; k >= 0; k--)
    if (gimple_call_builtin_p (marks[k], BUILT_IN_STACK_RESTORE))
      remove_call (marks[k]);
  for (gimple *mark : marks)
    if (gimple_bb (mark))
      remove_call (mark);
}

/* Take the memory that the current function asks for, for REGION.  */
static bool
take_memory (struct plug_region *region)
{
  struct plug_memory m;
  if (!find_memory (&m))
    return false;
  hash_set<gimple *> workspaces;
  plug_find_workspaces (&m, &workspaces);
  for (gcall *call : m.calls)
    if (workspaces.contains (call))
      plug_take_workspace (call);
    else if (!take_call (region, call))
      return true;
  for (gcall *call : m.frees)
    remove_call (call);
  for (gimple *test : m.tests)
    settle_test (test);
  remove_stack_marks ();
  return true;
}

/* Bring the current function into order, of which memory has been taken.  */
static void
settle_taken (void)
{
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa_only_virtuals);
  cleanup_tree_cfg ();
  plug_prepare_loops ();
}

void
plug_take_scratch (struct plug_region *region)
{
  /* Reading the function before may have found one: it is taken last.  */
  region->shared = NULL_TREE;
  bool arrays = take_arrays (region);
  if (take_memory (region) || arrays)
    settle_taken ();
}

/* Loops meet in a workspace: it becomes an array of REGION's, and so do the others of the
   same loop.  */
static bool
share_workspaces (struct plug_region *region)
{
  auto_vec<gcall *> calls;
  plug_workspaces_with (region->shared, &calls);
  for (gcall *call : calls)
    if (!take_call (region, call))
      return false;
  return !calls.is_empty ();
}

bool
plug_take_shared (struct plug_region *region)
{
  bool taken = share_workspaces (region) || take_arrays (region);
  region->shared = NULL_TREE;
  if (taken)
    settle_taken ();
  return taken;
}
