/* extract-effects.cc: calls that do more than to compute a number.

   SPDX-License-Identifier: GPL-3.0-or-later

     if (step % 100 == 0) printf ("%d %g\n", step, residual);
     if (step == 1) start = now ();

   Functions of the system's that write, read clocks, draw random numbers: once
   for the program, not once a process.  They touch no array of the region, so
   that nothing need be known of them but that loops around them run in the
   program's order: the driver has process 0 make the call, and tell the others
   what it yields (write/emit-effects.cc).  In a layer that runs whole they are
   process 0's anyway.

   A helper that computes with nothing but numbers and calls such a function,
   perhaps with variables of its own, is as good as one.

   So is a function of another file, a *foreign* one, if it can't touch what the
   region accesses (extract-apart.cc), or if the clause outside(f) says so.  It
   may end the program: the others wait until it has returned.  */

#include "pram-gcc.h"
#include "region.h"
#include "diagnostics.h"
#include "extract.h"
#include "front/pragma.h"

/* Numbers, or nothing.  */
static bool
plain_p (tree type)
{
  return (VOID_TYPE_P (type) || SCALAR_FLOAT_TYPE_P (type)
	  || INTEGRAL_TYPE_P (type));
}

/* FN is the user's, and not to be seen here.  */
static bool
foreign_function_p (tree fn)
{
  const char *name = IDENTIFIER_POINTER (DECL_NAME (fn));
  cgraph_node *node = cgraph_node::get (fn);
  return (!plug_system_function_p (fn) && !(node && node->definition)
	  && strncmp (name, "MPI_", 4) != 0 && strncmp (name, "PRAM_", 5) != 0);
}

/* FN's value, and what follows, is that of one call.  */
static bool
ordinary_p (tree fn)
{
  int flags = flags_from_decl_or_type (fn);
  if (flags & (ECF_NORETURN | ECF_RETURNS_TWICE))
    return false;
  if (fndecl_built_in_p (fn, BUILT_IN_NORMAL))
    switch (DECL_FUNCTION_CODE (fn))
      {
      CASE_BUILT_IN_ALLOCA:
      case BUILT_IN_STACK_SAVE:
      case BUILT_IN_STACK_RESTORE:
      case BUILT_IN_MEMCPY:
      case BUILT_IN_MEMMOVE:
      case BUILT_IN_MEMSET:
	return false;
      default:
	break;
      }
  tree type = TREE_TYPE (TREE_TYPE (fn));
  return plain_p (type) || POINTER_TYPE_P (type);
}

/* FN is none of the file's, and process 0 can call it for all.  */
static bool
callable_p (tree fn)
{
  return ((plug_system_function_p (fn) || foreign_function_p (fn))
	  && ordinary_p (fn));
}

/* VALUE is the address of something that never changes.  */
static bool
constant_address_p (tree value)
{
  if (TREE_CODE (value) != ADDR_EXPR)
    return false;
  tree base = get_base_address (TREE_OPERAND (value, 0));
  return base && (TREE_CODE (base) == STRING_CST || TREE_CODE (base) == CONST_DECL
		  || (VAR_P (base) && TREE_STATIC (base)
		      && TREE_READONLY (base)));
}

/* VALUE is the address of a local variable of FN.  */
static bool
local_address_p (tree value, tree fn)
{
  if (TREE_CODE (value) != ADDR_EXPR)
    return false;
  tree base = get_base_address (TREE_OPERAND (value, 0));
  return base && VAR_P (base) && auto_var_in_fn_p (base, fn);
}

/* STMT, of the helper FN, touches FN's own memory alone; *CALLS: it calls the
   system.  */
static bool
own_statement_p (gimple *stmt, tree fn, bool *calls)
{
  gcall *call = dyn_cast <gcall *> (stmt);
  if (is_gimple_debug (stmt) || gimple_clobber_p (stmt))
    return true;
  if (gimple_code (stmt) == GIMPLE_ASM || gimple_has_volatile_ops (stmt))
    return false;
  if (!call || plug_pure_call_p (call))
    return !plug_shared_statement_p (stmt);
  tree callee = gimple_call_fndecl (call);
  if (!callee || !callable_p (callee))
    return false;
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    {
      tree arg = gimple_call_arg (call, i);
      if (!plain_p (TREE_TYPE (arg)) && !integer_zerop (arg)
	  && !constant_address_p (arg) && !local_address_p (arg, fn))
	return false;
    }
  *calls = true;
  return true;
}

/* FN is defined here, and what it does is calling the system, with numbers and
   variables of its own.  */
static bool
helper_p (tree fn)
{
  struct function *fun = DECL_STRUCT_FUNCTION (fn);
  cgraph_node *node = cgraph_node::get (fn);
  bool calls = false;
  basic_block bb;
  if (!fun || !fun->cfg || !node || !node->definition
      || node->get_availability () <= AVAIL_INTERPOSABLE
      || !plain_p (TREE_TYPE (TREE_TYPE (fn))))
    return false;
  for (tree parm = DECL_ARGUMENTS (fn); parm; parm = DECL_CHAIN (parm))
    if (!plain_p (TREE_TYPE (parm)))
      return false;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      if (!own_statement_p (gsi_stmt (i), fn, &calls))
	return false;
  return calls;
}

bool
plug_effect_function_p (tree fn)
{
  return fn && (helper_p (fn) || callable_p (fn));
}

void
plug_foreign_functions (tree fn, vec<tree> *found)
{
  function *fun = DECL_STRUCT_FUNCTION (fn);
  basic_block bb;
  if (foreign_function_p (fn))
    found->safe_push (fn);
  else if (!plug_system_function_p (fn) && fun && fun->cfg)
    FOR_EACH_BB_FN (bb, fun)
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	   gsi_next (&i))
	{
	  gcall *call = dyn_cast <gcall *> (gsi_stmt (i));
	  tree callee = call && !plug_pure_call_p (call)
			? gimple_call_fndecl (call) : NULL_TREE;
	  if (callee && foreign_function_p (callee))
	    found->safe_push (callee);
	}
}

bool
plug_effect_call_p (gimple *stmt)
{
  gcall *call = dyn_cast <gcall *> (stmt);
  return (call && !gimple_call_internal_p (call)
	  && !plug_pure_call_p (call)
	  && plug_effect_function_p (gimple_call_fndecl (call)));
}

tree
plug_effect_place (gimple *stmt)
{
  enum { COLUMNS = 4096 };
  expanded_location where = expand_location (gimple_location (stmt));
  unsigned place = (unsigned) where.line * COLUMNS + (unsigned) where.column % COLUMNS;
  return build_int_cst (integer_type_node, (int) place);
}

gimple *
plug_effect_in (class loop *loop)
{
  gimple *found = NULL;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes && !found; i++)
    for (gimple_stmt_iterator g = gsi_start_bb (body[i]);
	 !gsi_end_p (g) && !found; gsi_next (&g))
      if (plug_effect_call_p (gsi_stmt (g)))
	found = gsi_stmt (g);
  free (body);
  return found;
}

static bool
text_p (tree type)
{
  return TYPE_MAIN_VARIANT (type) == char_type_node;
}

/* Some item of ITEMS refers to ARRAY.  */
static bool
refers_p (const struct pram_items *items, int array)
{
  for (int i = 0; i < items->n; i++)
    {
      const struct pram_item *item = items->item[i];
      if (item->kind == PRAM_ITEM_REFERENCE && item->array == array)
	return true;
      for (int s = 0; item->kind == PRAM_ITEM_LOOP && s < item->n_segments; s++)
	if (refers_p (&item->segment[s], array))
	  return true;
    }
  return false;
}

/* What ARG is a copy of.  */
static tree
original (tree arg)
{
  while (TREE_CODE (arg) == SSA_NAME
	 && gimple_assign_single_p (SSA_NAME_DEF_STMT (arg))
	 && !gimple_vuse (SSA_NAME_DEF_STMT (arg)))
    arg = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (arg));
  return arg;
}

/* VALUE is one of several constant addresses, as a text that a condition chooses.  */
static bool
constant_addresses_p (tree value, int depth)
{
  value = original (value);
  gphi *phi = (TREE_CODE (value) == SSA_NAME
	       ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (value)) : NULL);
  if (constant_address_p (value))
    return true;
  if (!phi || depth == 0)
    return false;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (!constant_addresses_p (gimple_phi_arg_def (phi, i), depth - 1))
      return false;
  return true;
}

/* ARG, a pointer to TYPE, is to nothing that the region accesses: a text, or a
   structure like FILE.  Others may be to a part of an array of the region.  */
static bool
foreign_p (struct plug_extract *x, tree arg, tree type)
{
  struct plug_pointer p;
  arg = original (arg);
  if (integer_zerop (arg) || constant_addresses_p (arg, 4)
      || (TREE_CODE (arg) == SSA_NAME
	  && plug_effect_call_p (SSA_NAME_DEF_STMT (arg))))
    return true;
  return ((text_p (type) || RECORD_OR_UNION_TYPE_P (type))
	  && plug_pointer_of (x, arg, &p) && p.name >= 0
	  && !refers_p (&x->source->body, p.name));
}

/* CALL may be given ARG.  */
static bool
argument_allowed_p (struct plug_extract *x, gimple *call, tree arg)
{
  location_t loc = gimple_location (call);
  const char *name = IDENTIFIER_POINTER (DECL_NAME (gimple_call_fndecl (call)));
  if (plain_p (TREE_TYPE (arg)))
    return true;
  if (!POINTER_TYPE_P (TREE_TYPE (arg)))
    return plug_refuse (x, loc, "a structure is given to '%s'", name);
  tree type = TREE_TYPE (TREE_TYPE (arg));
  if (FUNC_OR_METHOD_TYPE_P (type))
    return plug_refuse (x, loc, "a function is given to '%s'", name);
  if (foreign_p (x, arg, type))
    return true;
  const char *what = plug_name_of (x, arg);
  return plug_refuse (x, loc, "calls '%s', which is not defined in this file, "
		      "with the address of '%s'; take it out of the region, or "
		      "put it into a function that is given numbers alone", name,
		      what ? what : "a variable");
}

/* The clause outside(FN).  */
static bool
outside_p (const struct plug_region *region, tree fn)
{
  for (const struct plug_clause *c = region->outside; c; c = c->next)
    if (c->name == DECL_NAME (fn))
      return true;
  return false;
}

const char *
plug_if_const (gimple *call)
{
  return (gimple_call_num_args (call) && gimple_call_lhs (call)
	  ? "; if its value depends on its arguments alone, declare it "
	    "__attribute__ ((const))" : "");
}

/* FN, foreign and called by CALL, touches nothing of the region's.  */
static bool
apart_p (struct plug_extract *x, gimple *call, tree fn)
{
  struct plug_region *region = x->region;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (fn)), *what;
  if (outside_p (region, fn))
    return true;
  bool *accessed = XCNEWVEC (bool, region->n_params + 1);
  for (int p = 0; p < region->n_params; p++)
    accessed[p] = (x->name_of_param[p] < 0
		   || refers_p (&x->source->body, x->name_of_param[p]));
  char *how = plug_not_apart (region, accessed, fn, &what);
  if (how)
    plug_refuse (x, gimple_location (call), "calls '%s', which may access '%s' "
		 "(%s); if it doesn't say outside(%s)%s", name, what, how, name,
		 plug_if_const (call));
  bool ok = !how;
  free (how);
  free (accessed);
  return ok;
}

/* All foreign functions that CALL leads to are so.  */
static bool
all_apart_p (struct plug_extract *x, gimple *call)
{
  auto_vec<tree> foreign;
  plug_foreign_functions (gimple_call_fndecl (call), &foreign);
  for (tree fn : foreign)
    if (!apart_p (x, call, fn))
      return false;
  return true;
}

static bool
arguments_allowed_p (struct plug_extract *x, gimple *call)
{
  for (unsigned k = 0; k < gimple_call_num_args (call); k++)
    if (!argument_allowed_p (x, call, gimple_call_arg (call, k)))
      return false;
  return true;
}

bool
plug_effects_check (struct plug_extract *x)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      if (plug_effect_call_p (gsi_stmt (i))
	  && (!arguments_allowed_p (x, gsi_stmt (i))
	      || !all_apart_p (x, gsi_stmt (i))))
	return false;
  return true;
}
