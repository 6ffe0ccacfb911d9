/* inline.cc: inline the helpers that a region calls.

   SPDX-License-Identifier: GPL-3.0-or-later

   Our pass runs before the early inliner.  What it calls is in SSA form
   already, because functions are compiled callees first.  The inliner's
   summaries do not exist yet; inlining every call by decree needs none.

   Of a function that calls itself a copy is inlined that has loops instead
   (recursion.cc).

   Functions that only compute a number can stay calls, but not those without
   loops: they may be `max (a, b)' or compute an index.  Those that call the system
   stay (read/extract-effects.cc).  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* Helpers that call helpers …  */
#define MAX_ROUNDS 8
#define MAX_CALLS 1000

/* The body of FN can be copied and the user doesn't mind.  That there is no -O
   does not matter.  */
static bool
inlinable_p (tree fn)
{
  bool marked = DECL_UNINLINABLE (fn);
  int no_inline = flag_no_inline;
  if (lookup_attribute ("noinline", DECL_ATTRIBUTES (fn))
      || lookup_attribute ("noipa", DECL_ATTRIBUTES (fn)))
    return false;
  DECL_UNINLINABLE (fn) = 0;
  flag_no_inline = 0;
  bool result = tree_inlinable_function_p (fn);
  DECL_UNINLINABLE (fn) = marked;
  flag_no_inline = no_inline;
  return result;
}

/* CALL, of a function whose body is FUN, may stay a call.  */
static bool
may_stay_p (gcall *call, struct function *fun)
{
  return (plug_pure_call_p (call)
	  ? !loops_for_fn (fun) || number_of_loops (fun) > 1
	  : plug_effect_call_p (call));
}

/* E's callee can be put in the place of the call.  */
static bool
inline_edge_p (struct cgraph_edge *e)
{
  cgraph_node *callee = e->callee->ultimate_alias_target ();
  struct function *fun = DECL_STRUCT_FUNCTION (callee->decl);
  return (e->inline_failed && e->call_stmt && callee == e->callee
	  && callee->definition && !callee->inlined_to
	  && callee->get_availability () > AVAIL_INTERPOSABLE
	  && callee->decl != current_function_decl
	  && fun && fun->cfg && gimple_in_ssa_p (fun)
	  && !may_stay_p (e->call_stmt, fun) && !plug_recursive_p (callee)
	  && gimple_call_num_args (e->call_stmt)
	     == (unsigned) list_length (DECL_ARGUMENTS (callee->decl))
	  && inlinable_p (callee->decl));
}

/* Mark the calls that are to be inlined; returns their number.  */
static int
mark_calls (cgraph_node *node)
{
  int n = 0;
  for (struct cgraph_edge *e = node->callees, *next; e; e = next)
    {
      next = e->next_callee;
      if (!inline_edge_p (e))
	continue;
      e->inline_failed = CIF_OK;
      DECL_POSSIBLY_INLINED (e->callee->decl) = true;
      clone_inlined_nodes (e, true, false, NULL);
      n++;
    }
  return n;
}

/* STMT takes the address of a local scalar.  */
static bool
takes_address_p (gimple *stmt)
{
  if (!gimple_assign_single_p (stmt)
      || TREE_CODE (gimple_assign_rhs1 (stmt)) != ADDR_EXPR
      || TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME)
    return false;
  tree decl = TREE_OPERAND (gimple_assign_rhs1 (stmt), 0);
  return (VAR_P (decl) && auto_var_in_fn_p (decl, current_function_decl)
	  && is_gimple_reg_type (TREE_TYPE (decl)));
}

/* Put addresses that were passed to helpers where the helpers use them, so
   that the scalars need not lie in memory.  */
static void
forward_addresses (void)
{
  basic_block bb;
  bool changed;
  do
    {
      changed = false;
      FOR_EACH_BB_FN (bb, cfun)
	for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	     gsi_next (&gsi))
	  if (takes_address_p (gsi_stmt (gsi))
	      && !has_zero_uses (gimple_assign_lhs (gsi_stmt (gsi))))
	    {
	      replace_uses_by (gimple_assign_lhs (gsi_stmt (gsi)),
			       gimple_assign_rhs1 (gsi_stmt (gsi)));
	      changed = true;
	    }
    }
  while (changed);
}

/* Remove what is left of addresses that nobody uses.  */
static void
remove_addresses (void)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      if (takes_address_p (gsi_stmt (gsi))
	  && has_zero_uses (gimple_assign_lhs (gsi_stmt (gsi))))
	{
	  gimple *stmt = gsi_stmt (gsi);
	  gsi_remove (&gsi, true);
	  release_defs (stmt);
	}
      else
	gsi_next (&gsi);
}

/* Bring the function's SSA form, loops and call graph up to date.  */
static void
clean_up (void)
{
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  update_ssa (TODO_update_ssa);
  cleanup_tree_cfg ();
  cgraph_edge::rebuild_edges ();
}

/* Make registers of the variables that only helpers wanted in memory.  */
static void
settle_variables (struct plug_region *region)
{
  plug_replace_globals (region);
  forward_addresses ();
  remove_addresses ();
  execute_update_addresses_taken ();
  if (need_ssa_update_p (cfun))
    update_ssa (TODO_update_ssa);
}

/* A parameter's value is kept in memory because a helper uses the variable,
   too.  */
static bool
shared_local_p (struct plug_region *r)
{
  for (int p = 0; p < r->n_params; p++)
    {
      tree local = r->params[p].whole ? r->params[p].whole : r->params[p].local;
      if (local && TREE_ADDRESSABLE (local))
	return true;
    }
  return false;
}

/* Inline what is called in NODE, the current function, and is neither pure nor
   recursive; returns the number of calls.  */
static int
inline_calls (cgraph_node *node)
{
  int n_calls = 0;
  for (int round = 0; round < MAX_ROUNDS && n_calls < MAX_CALLS; round++)
    {
      int n = mark_calls (node);
      if (n == 0)
	break;
      n_calls += n;
      optimize_inline_calls (node->decl);
      clean_up ();
    }
  return n_calls;
}

/* A copy of NODE, which calls itself, with loops instead; null if that isn't
   possible.  */
static tree
unfolded (cgraph_node *node)
{
  cgraph_node *copy = node->create_version_clone_with_body
			(vNULL, NULL, NULL, NULL, NULL, "pram");
  if (!copy)
    return NULL_TREE;
  push_cfun (DECL_STRUCT_FUNCTION (copy->decl));
  cgraph_edge::rebuild_edges ();
  inline_calls (copy);
  bool ok = plug_unfold_recursion (node->decl);
  clean_up ();
  /* Who removes a function finds none.  */
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  pop_cfun ();
  if (!ok)
    copy->remove ();
  return ok ? copy->decl : NULL_TREE;
}

/* What NODE, the current function, calls of functions that call themselves, it calls
   of copies that have loops instead, where that is possible.  */
static void
unfold_calls (cgraph_node *node, hash_map<tree, tree> *copies)
{
  for (struct cgraph_edge *e = node->callees; e; e = e->next_callee)
    {
      cgraph_node *callee = e->callee->ultimate_alias_target ();
      bool known;
      if (!e->call_stmt || !callee->definition || !plug_recursive_p (callee)
	  || !DECL_STRUCT_FUNCTION (callee->decl)
	  || !gimple_in_ssa_p (DECL_STRUCT_FUNCTION (callee->decl))
	  || plug_pure_call_p (e->call_stmt) || !inlinable_p (callee->decl))
	continue;
      tree &copy = copies->get_or_insert (callee->decl, &known);
      if (!known)
	copy = unfolded (callee);
      if (copy)
	gimple_call_set_fndecl (e->call_stmt, copy);
    }
  cgraph_edge::rebuild_edges ();
}

void
plug_inline_helpers (struct plug_region *region)
{
  cgraph_node *node = cgraph_node::get (current_function_decl);
  hash_map<tree, tree> copies;
  int n_calls = 0, n;
  cgraph_edge::rebuild_edges ();
  do
    {
      unfold_calls (node, &copies);
      n = inline_calls (node);
      n_calls += n;
    }
  while (n);
  if (n_calls || shared_local_p (region))
    settle_variables (region);
}
