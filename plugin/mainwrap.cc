/* mainwrap.cc: main starts the runtime first and stops it last.

   SPDX-License-Identifier: GPL-3.0-or-later

     int main (int argc, char **argv) { BODY }
   becomes
     int argc_ = argc; char **argv_ = argv;
     PRAM_start (&argc_, &argv_);
     argc = argc_; argv = argv_;
     try { BODY } finally { PRAM_stop (); }

   Workers never return from PRAM_start.  A program that starts MPI itself is
   left alone; its regions run serially, and the runtime says why.  */

#include "pram-gcc.h"
#include "capture.h"

/* A temporary that holds PARM.  Appended to *VARS.  */
static tree
copy_parameter (tree parm, tree *vars)
{
  tree var = build_decl (DECL_SOURCE_LOCATION (parm), VAR_DECL, NULL_TREE,
			 TYPE_MAIN_VARIANT (TREE_TYPE (parm)));
  DECL_CONTEXT (var) = DECL_CONTEXT (parm);
  DECL_ARTIFICIAL (var) = DECL_IGNORED_P (var) = 1;
  TREE_USED (var) = TREE_ADDRESSABLE (var) = 1;
  DECL_CHAIN (var) = *vars;
  *vars = var;
  return var;
}

static void
append_assignment (tree target, tree value, tree *list)
{
  tree t = build2 (MODIFY_EXPR, TREE_TYPE (target), target, value);
  TREE_SIDE_EFFECTS (t) = 1;
  append_to_statement_list (t, list);
}

/* main's parameters if they are what PRAM_start can take, else null.  */
static tree
start_parameters (tree fndecl)
{
  tree argc = DECL_ARGUMENTS (fndecl);
  tree argv = argc ? DECL_CHAIN (argc) : NULL_TREE;
  return (argv && INTEGRAL_TYPE_P (TREE_TYPE (argc))
	  && TYPE_PRECISION (TREE_TYPE (argc)) == INT_TYPE_SIZE
	  && POINTER_TYPE_P (TREE_TYPE (argv)) ? argc : NULL_TREE);
}

/* Append the call of PRAM_start for main's parameters.  */
static void
append_start (tree fndecl, tree *vars, tree *list)
{
  tree type = build_function_type_list (void_type_node, ptr_type_node,
					ptr_type_node, NULL_TREE);
  tree start = build_fn_decl ("PRAM_start", type);
  tree argc = start_parameters (fndecl);
  if (!argc)
    {
      append_to_statement_list
	(build_call_expr (start, 2, null_pointer_node, null_pointer_node),
	 list);
      return;
    }
  tree argv = DECL_CHAIN (argc);
  tree argc_ = copy_parameter (argc, vars);
  tree argv_ = copy_parameter (argv, vars);
  append_assignment (argc_, argc, list);
  append_assignment (argv_, argv, list);
  append_to_statement_list
    (build_call_expr (start, 2, build_fold_addr_expr (argc_),
		      build_fold_addr_expr (argv_)), list);
  append_assignment (argc, argc_, list);
  append_assignment (argv, argv_, list);
}

/* The translation unit has called MPI_Init up to here.  */
static bool
starts_mpi_p (void)
{
  static const char *const names[] = { "MPI_Init", "MPI_Init_thread" };
  for (unsigned i = 0; i < ARRAY_SIZE (names); i++)
    {
      tree id = maybe_get_identifier (names[i]);
      tree decl = id ? identifier_global_value (id) : NULL_TREE;
      if (decl && TREE_CODE (decl) == FUNCTION_DECL && TREE_USED (decl))
	return true;
    }
  return false;
}

void
plug_wrap_main (tree fndecl)
{
  if (starts_mpi_p ())
    return;
  tree stop = build_fn_decl ("PRAM_stop",
			     build_function_type_list (void_type_node,
						       NULL_TREE));
  tree vars = NULL_TREE, list = NULL_TREE;
  append_start (fndecl, &vars, &list);
  append_to_statement_list
    (build2 (TRY_FINALLY_EXPR, void_type_node, DECL_SAVED_TREE (fndecl),
	     build_call_expr (stop, 0)), &list);
  tree bind = build3 (BIND_EXPR, void_type_node, vars, list, NULL_TREE);
  TREE_SIDE_EFFECTS (bind) = 1;
  DECL_SAVED_TREE (fndecl) = bind;
}
