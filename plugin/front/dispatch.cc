/* dispatch.cc: where a region stands in the user's function.

   SPDX-License-Identifier: GPL-3.0-or-later

   The statement S becomes

     {
       tmp_1 = x; tmp_2 = &a; …
       void *args[] = { &tmp_1, &tmp_2, … };
       if (PRAM_run (&site, args)) { x = tmp_1; … }
       else { S; tmp_1 = x; … PRAM_leave (&site); }
     }

   Only the temporaries' addresses are taken: a user's scalar stays in its
   register.  */

#include "pram-gcc.h"
#include "region.h"
#include "free-variables.h"
#include "dispatch.h"
#include "abi-types.h"
#include "roots.h"

static tree run_function, leave_function;

/* The name of the temporaries, which no C program can use.  */
static tree
temporary_name (void)
{
  return get_identifier ("pram.tmp");
}

bool
plug_dispatch_temporary_p (tree decl)
{
  return VAR_P (decl) && DECL_NAME (decl) == temporary_name ();
}

/* The functions that have sites; they stay alive until they are compiled.  */
static hash_set<tree> *functions;

bool
plug_dispatch_p (tree fndecl)
{
  return functions && functions->contains (fndecl);
}

void
plug_dispatch_mute (function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      {
	gimple *stmt = gsi_stmt (i);
	tree lhs = gimple_get_lhs (stmt);
	if (!lhs || !plug_dispatch_temporary_p (lhs))
	  continue;
	plug_no_warning (stmt);
	/* A member is loaded first.  */
	gimple_stmt_iterator before = i;
	gsi_prev (&before);
	if (!gsi_end_p (before) && is_gimple_assign (stmt)
	    && is_gimple_assign (gsi_stmt (before))
	    && gimple_get_lhs (gsi_stmt (before)) == gimple_assign_rhs1 (stmt))
	  plug_no_warning (gimple_assign_rhs1 (gsi_stmt (before)));
      }
}

static void
declare_functions (void)
{
  if (run_function)
    return;
  run_function
    = build_fn_decl ("PRAM_run",
		     build_function_type_list (integer_type_node,
					       ptr_type_node, ptr_type_node,
					       NULL_TREE));
  leave_function
    = build_fn_decl ("PRAM_leave",
		     build_function_type_list (void_type_node, ptr_type_node,
					       NULL_TREE));
  plug_root (&run_function);
  plug_root (&leave_function);
}

tree
plug_dispatch_variable (const char *symbol, const char *name, location_t loc,
		    int n_args)
{
  expanded_location where = expand_location (loc);
  struct pram_site value = { PRAM_ABI_VERSION, where.line, name, where.file,
			     n_args, NULL };
  tree site = plug_abi_static (plug_abi_type (PLUG_ABI_SITE), symbol,
			       plug_abi_value (PLUG_ABI_SITE, &value, symbol,
					       -1), false);
  /* The tables name it even if the function that it is in is never called.  */
  varpool_node::get (site)->force_output = 1;
  return site;
}

enum pram_arg_kind
plug_arg_kind (const struct plug_outer *o)
{
  tree type = TREE_TYPE (o->var);
  if (o->guard || plug_object_p (type))
    return PRAM_ARG_ARRAY;
  if (POINTER_TYPE_P (type) && TREE_CODE (TREE_TYPE (type)) != FUNCTION_TYPE)
    return o->written ? PRAM_ARG_ARRAY_INOUT : PRAM_ARG_ARRAY;
  return o->written ? PRAM_ARG_INOUT : PRAM_ARG_IN;
}

static tree
variable_value (const struct plug_outer *o)
{
  tree var = o->complex ? o->complex : o->var;
  tree value = o->member ? plug_member_value (o->member) : var;
  return (o->complex ? build1 (o->imaginary ? IMAGPART_EXPR : REALPART_EXPR,
			       TREE_TYPE (o->var), value) : value);
}

tree
plug_argument_value (const struct plug_outer *o)
{
  tree type = TREE_TYPE (o->var);
  if (o->scratch)
    return null_pointer_node;
  if (o->distance)
    return o->distance;
  if (o->value)
    return unshare_expr (o->value);
  if (!o->guard && !plug_object_p (type))
    return variable_value (o);
  return o->member ? plug_member_address (o->member)
	 : plug_abi_address (o->var);
}

/* A fresh variable of TYPE, appended to *VARS.  */
static tree
new_temporary (tree type, location_t loc, tree *vars)
{
  tree var = build_decl (loc, VAR_DECL, temporary_name (), type);
  DECL_CONTEXT (var) = current_function_decl;
  DECL_ARTIFICIAL (var) = 1;
  DECL_IGNORED_P (var) = 1;
  TREE_USED (var) = 1;
  TREE_ADDRESSABLE (var) = 1;
  plug_no_warning (var);
  layout_decl (var, 0);
  DECL_CHAIN (var) = *vars;
  *vars = var;
  return var;
}

/* Append the assignment TARGET = VALUE, about which nobody is warned.  */
static void
append_assignment (location_t loc, tree target, tree value, tree *list)
{
  tree t = build2_loc (loc, MODIFY_EXPR, TREE_TYPE (target), target, value);
  TREE_SIDE_EFFECTS (t) = 1;
  plug_no_warning (t);
  append_to_statement_list (t, list);
}

static tree
element (tree array, int i)
{
  return build4 (ARRAY_REF, ptr_type_node, array, size_int (i), NULL_TREE,
		 NULL_TREE);
}

/* The body and the call that ends the serial run, which sees the RESULTS.  */
static tree
serial_arm (tree site, location_t loc, tree body, tree results)
{
  tree list = NULL_TREE;
  append_to_statement_list (body, &list);
  append_to_statement_list (results, &list);
  append_to_statement_list
    (build_call_expr_loc (loc, leave_function, 1, plug_abi_address (site)),
     &list);
  return list;
}

tree
plug_dispatch_serial (tree site, location_t loc, tree body)
{
  declare_functions ();
  tree list = NULL_TREE;
  append_to_statement_list
    (build_call_expr_loc (loc, run_function, 2, plug_abi_address (site),
			  null_pointer_node), &list);
  tree leave = build_call_expr_loc (loc, leave_function, 1,
				    plug_abi_address (site));
  append_to_statement_list
    (build2_loc (loc, TRY_FINALLY_EXPR, void_type_node, body, leave), &list);
  return list;
}

/* Append to *RESULTS what gives O, a variable or what one stands for, VALUE.  */
static void
append_result (const struct plug_outer *o, location_t loc, tree value, tree *results)
{
  if (o->member)
    append_to_statement_list (plug_member_assignment (o->member, value), results);
  else
    append_assignment (loc, o->complex ? o->complex : o->var, value, results);
}

/* COPY stands for O, and BEFORE for what comes before it: what gives O its value is
   appended to *RESULTS, and what gives COPY O's, once the original statement has run, to
   *SHOWN.  */
static void
append_results (const struct plug_outer *o, location_t loc, tree before, tree copy,
		tree *results, tree *shown)
{
  if (!o->complex)
    append_result (o, loc, copy, results);
  else if (o->imaginary)
    append_result (o, loc, build2 (COMPLEX_EXPR, TREE_TYPE (o->complex), before, copy),
		   results);
  append_assignment (loc, copy, variable_value (o), shown);
}

tree
plug_dispatch_statement (tree site, location_t loc, tree body,
		     const vec<struct plug_outer> &outer)
{
  declare_functions ();
  if (!functions)
    functions = new hash_set<tree>;
  functions->add (current_function_decl);
  tree vars = NULL_TREE, list = NULL_TREE;
  tree results = NULL_TREE, shown = NULL_TREE;
  unsigned n = outer.length ();
  tree args = null_pointer_node;
  tree before = NULL_TREE;
  if (n)
    args = new_temporary (build_array_type_nelts (ptr_type_node, n), loc,
			  &vars);
  for (unsigned i = 0; i < n; i++)
    {
      const struct plug_outer *o = &outer[i];
      tree value = plug_argument_value (o);
      tree tmp = new_temporary (TYPE_MAIN_VARIANT (TREE_TYPE (value)), loc,
				&vars);
      /* What has no value yet has an address.  */
      if (!o->declared || plug_object_p (TREE_TYPE (o->var)))
	append_assignment (loc, tmp, value, &list);
      append_assignment (loc, element (args, i), plug_abi_address (tmp),
			 &list);
      enum pram_arg_kind kind = plug_arg_kind (o);
      if (kind == PRAM_ARG_INOUT || kind == PRAM_ARG_ARRAY_INOUT)
	append_results (o, loc, before, tmp, &results, &shown);
      before = tmp;
    }
  tree call = build_call_expr_loc (loc, run_function, 2,
				   plug_abi_address (site),
				   n ? plug_abi_address (args) : args);
  tree test = build2_loc (loc, NE_EXPR, boolean_type_node, call,
			  integer_zero_node);
  append_to_statement_list
    (build3_loc (loc, COND_EXPR, void_type_node, test, results,
		 serial_arm (site, loc, body, shown)), &list);
  tree bind = build3_loc (loc, BIND_EXPR, void_type_node, vars, list,
			  NULL_TREE);
  TREE_SIDE_EFFECTS (bind) = 1;
  return bind;
}
