/* extract-call.cc: which calls a region may make.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"
#include "roots.h"

static bool
number_p (tree type)
{
  return SCALAR_FLOAT_TYPE_P (type) || INTEGRAL_TYPE_P (type);
}

/* FN is a mathematical function: from numbers to a number.  That it may set
   errno does not matter.  */
static bool
math_function_p (gcall *call, tree fn)
{
  bool real = SCALAR_FLOAT_TYPE_P (TREE_TYPE (TREE_TYPE (fn)));
  if (!fndecl_built_in_p (fn, BUILT_IN_NORMAL)
      || !number_p (TREE_TYPE (TREE_TYPE (fn))))
    return false;
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    {
      tree type = TREE_TYPE (gimple_call_arg (call, i));
      if (!number_p (type))
	return false;
      real |= SCALAR_FLOAT_TYPE_P (type);
    }
  switch (DECL_FUNCTION_CODE (fn))
    {
    CASE_FLT_FN (BUILT_IN_LGAMMA):	/* they set signgam */
    CASE_FLT_FN (BUILT_IN_GAMMA):
      return false;
    default:
      return real;
    }
}

/* REF is of memory that others see and that may change.  */
static bool
shared_reference_p (tree ref)
{
  tree base = get_base_address (ref);
  if (!base || TREE_THIS_VOLATILE (base))
    return true;
  if (TREE_CODE (base) == MEM_REF
      && TREE_CODE (TREE_OPERAND (base, 0)) == ADDR_EXPR)
    base = get_base_address (TREE_OPERAND (TREE_OPERAND (base, 0), 0));
  if (!base || !DECL_P (base))
    return !base || !CONSTANT_CLASS_P (base);
  return VAR_P (base) && is_global_var (base) && !TREE_READONLY (base);
}

static bool
shared_load (gimple *, tree, tree ref, void *)
{
  return shared_reference_p (ref);
}

/* Functions being looked at, innermost first: a function that calls itself is
   pure if all else in it is.  */
struct caller
{
  tree fn;
  const struct caller *outer;
};

static bool pure_function_p (tree fn, const struct caller *outer);

bool
plug_check_call_p (gcall *call)
{
  if (gimple_call_internal_p (call))
    switch (gimple_call_internal_fn (call))
      {
      case IFN_ASAN_MARK:
      case IFN_UBSAN_BOUNDS:
      case IFN_UBSAN_NULL:
      case IFN_UBSAN_OBJECT_SIZE:
      case IFN_UBSAN_PTR:
      case IFN_UBSAN_CHECK_ADD:
      case IFN_UBSAN_CHECK_SUB:
      case IFN_UBSAN_CHECK_MUL:
	return true;
      default:
	return false;
      }
  tree fn = gimple_call_fndecl (call);
  if (!fn || !fndecl_built_in_p (fn, BUILT_IN_NORMAL))
    return false;
  enum built_in_function code = DECL_FUNCTION_CODE (fn);
  return (code > BEGIN_SANITIZER_BUILTINS && code < END_SANITIZER_BUILTINS
	  && gimple_call_lhs (call) == NULL_TREE);
}

/* PRAM_ends_if, of which the rest of the compiler sees what it computes from, or null.  */
static tree ending_function;

gcall *
plug_new_ending (tree test, bool when)
{
  if (!ending_function)
    {
      tree type = build_function_type_list (void_type_node, boolean_type_node,
					    boolean_type_node, NULL_TREE);
      ending_function = build_fn_decl ("PRAM_ends_if", type);
      TREE_READONLY (ending_function) = 1;
      plug_root (&ending_function);
    }
  return gimple_build_call (ending_function, 2, test, constant_boolean_node
						       (when, boolean_type_node));
}

gcall *
plug_ending (gimple *stmt)
{
  gcall *call = dyn_cast <gcall *> (stmt);
  return call && ending_function && gimple_call_fndecl (call) == ending_function
	 ? call : NULL;
}

gcall *
plug_ending_in (class loop *loop)
{
  gcall *found = NULL;
  basic_block *body = get_loop_body (loop);
  for (unsigned b = 0; b < loop->num_nodes && !found; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (body[b]); !gsi_end_p (i) && !found;
	 gsi_next (&i))
      found = plug_ending (gsi_stmt (i));
  free (body);
  return found;
}

/* CALL computes its value from its arguments alone.  */
static bool
pure_call_p (gcall *call, const struct caller *outer)
{
  if (plug_check_call_p (call))
    return true;
  if (gimple_call_internal_p (call))
    return (gimple_call_flags (call) & (ECF_CONST | ECF_NOVOPS)) != 0;
  tree fn = gimple_call_fndecl (call);
  if (!fn)
    return false;
  if (math_function_p (call, fn))
    return true;
  if (gimple_call_flags (call) & ECF_CONST)
    return true;
  return !fndecl_built_in_p (fn) && pure_function_p (fn, outer);
}

static bool
pure_statement_p (gimple *stmt, const struct caller *outer)
{
  if (gimple_code (stmt) == GIMPLE_ASM || gimple_has_volatile_ops (stmt))
    return false;
  if (gcall *call = dyn_cast <gcall *> (stmt))
    if (!pure_call_p (call, outer))
      return false;
  if (is_gimple_debug (stmt) || gimple_clobber_p (stmt))
    return true;
  return !plug_shared_statement_p (stmt);
}

/* FN, defined in this unit, takes and gives numbers and touches no memory but
   its own.  */
static bool
pure_function_p (tree fn, const struct caller *outer)
{
  struct caller self = { fn, outer };
  for (const struct caller *c = outer; c; c = c->outer)
    if (c->fn == fn)
      return true;
  struct function *fun = DECL_STRUCT_FUNCTION (fn);
  cgraph_node *node = cgraph_node::get (fn);
  basic_block bb;
  if (!fun || !fun->cfg || !node || !node->definition
      || node->get_availability () <= AVAIL_INTERPOSABLE
      || !number_p (TREE_TYPE (TREE_TYPE (fn))))
    return false;
  for (tree parm = DECL_ARGUMENTS (fn); parm; parm = DECL_CHAIN (parm))
    if (!number_p (TREE_TYPE (parm)))
      return false;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (!pure_statement_p (gsi_stmt (gsi), &self))
	return false;
  return true;
}

bool
plug_shared_statement_p (gimple *stmt)
{
  return walk_stmt_load_store_ops (stmt, NULL, shared_load, shared_load);
}

bool
plug_pure_call_p (gcall *call)
{
  return pure_call_p (call, NULL);
}

/* MPI's functions are all processes' business, but for its clock.  */
bool
plug_system_function_p (tree fn)
{
  const char *name = IDENTIFIER_POINTER (DECL_NAME (fn));
  if (strncmp (name, "MPI_", 4) == 0)
    return strcmp (name, "MPI_Wtime") == 0 || strcmp (name, "MPI_Wtick") == 0;
  return DECL_IN_SYSTEM_HEADER (fn) || fndecl_built_in_p (fn, BUILT_IN_NORMAL);
}

/* In operations; what matters is the order of magnitude.  */
double
plug_call_weight (gcall *call)
{
  if (plug_check_call_p (call) || plug_ending (call))
    return 0;
  if (gimple_call_internal_p (call))
    return 1;
  if (!fndecl_built_in_p (gimple_call_fndecl (call), BUILT_IN_NORMAL))
    return 20;
  switch (DECL_FUNCTION_CODE (gimple_call_fndecl (call)))
    {
    CASE_FLT_FN (BUILT_IN_FMAX):
    CASE_FLT_FN (BUILT_IN_FMIN):
    CASE_FLT_FN (BUILT_IN_COPYSIGN):
      return 1;
    CASE_FLT_FN (BUILT_IN_SQRT):
      return 15;
    default:
      return 50;
    }
}

bool
plug_recursive_p (cgraph_node *node)
{
  for (struct cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (e->callee->ultimate_alias_target () == node)
      return true;
  return false;
}
