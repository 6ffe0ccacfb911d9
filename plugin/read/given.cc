/* given.cc: values that the program gives to variables and members.

   SPDX-License-Identifier: GPL-3.0-or-later

     g->n = n; g->size = n * n;		in one function
     solve (g, n, n * n);		in another one

   Constants are followed through assignments and calls to the region.  So are
   sizes that are computed from each other: what is a copy of a size has the value
   that was assumed for that, and the others follow.  A member is what the first
   assignment to it in the file gives it, in whatever structure, as is a variable
   of the file: it is only assumed.  No size is 0 or 1: such a constant only stands
   there for another.

   Requires: the file's functions have blocks; some have SSA form.  */

#include "pram-gcc.h"
#include "region.h"
#include "given.h"

/* Assignments and calls are followed so far, and so many of them at all: a file may
   call a function in many places, and that one others.  */
#define MAX_STEPS 16
#define MAX_TRIES 2000

/* Where a value stands: in FNDECL, which need not have SSA form yet, so many
   assignments and calls from a parameter of the region.  */
struct origin
{
  struct plug_given *given;
  tree fndecl;
  int steps;
};

/* --- One step back -------------------------------------------------------- */

/* The argument that the caller E passes for parameter PARM of FNDECL, or
   null.  */
static tree
argument_passed (cgraph_edge *e, tree fndecl, tree parm)
{
  unsigned number = 0;
  for (tree p = DECL_ARGUMENTS (fndecl); p && p != parm; p = DECL_CHAIN (p))
    number++;
  return (e->call_stmt && number < gimple_call_num_args (e->call_stmt)
	  ? gimple_call_arg (e->call_stmt, number) : NULL_TREE);
}

/* The variable or member that LHS, maybe null, is, else null.  */
static tree
assigned_decl (tree lhs)
{
  if (lhs && TREE_CODE (lhs) == SSA_NAME)
    return SSA_NAME_VAR (lhs);
  return (lhs && TREE_CODE (lhs) == COMPONENT_REF ? TREE_OPERAND (lhs, 1)
	  : lhs && DECL_P (lhs) ? lhs : NULL_TREE);
}

/* STMT assigns DECL something that may be a size.  */
static bool
assigns_p (gimple *stmt, tree decl)
{
  gassign *assign = dyn_cast <gassign *> (stmt);
  if (!assign || assigned_decl (gimple_assign_lhs (assign)) != decl)
    return false;
  tree value = gimple_assign_rhs1 (assign);
  return !(TREE_CODE (value) == INTEGER_CST && compare_tree_int (value, 1) <= 0)
	 || !gimple_assign_single_p (assign);
}

/* The first statement of FNDECL that assigns DECL a size, or null.  */
static gassign *
first_assignment_in (tree fndecl, tree decl)
{
  function *fn = DECL_STRUCT_FUNCTION (fndecl);
  basic_block bb;
  if (fn && fn->cfg)
    FOR_EACH_BB_FN (bb, fn)
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	   gsi_next (&i))
	if (assigns_p (gsi_stmt (i), decl))
	  return as_a <gassign *> (gsi_stmt (i));
  return NULL;
}

/* The first one of the file, and the function in which it stands.  */
static gassign *
first_assignment (tree decl, tree *fndecl)
{
  cgraph_node *node, *first = NULL;
  gassign *found = NULL;
  FOR_EACH_FUNCTION (node)
    if (!plug_region_of (node->decl) && (!first || node->order < first->order))
      if (gassign *stmt = first_assignment_in (node->decl, decl))
	{
	  found = stmt;
	  first = node;
	  *fndecl = node->decl;
	}
  return found;
}

/* A variable that functions share.  */
static bool
shared_p (tree decl)
{
  return VAR_P (decl) && is_global_var (decl);
}

/* What stands in the place of VALUE, *O's: in *O, or where it has come from.
   Null if that is no copy.  */
static tree
copied_from (struct origin *o, tree value)
{
  gassign *stmt = NULL;
  if (o->steps++ > MAX_STEPS)
    return NULL_TREE;
  if (CONVERT_EXPR_P (value) || TREE_CODE (value) == SAVE_EXPR)
    return TREE_OPERAND (value, 0);
  if (TREE_CODE (value) == SSA_NAME)
    {
      if (SSA_NAME_IS_DEFAULT_DEF (value))
	return SSA_NAME_VAR (value);
      stmt = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (value));
    }
  else if (TREE_CODE (value) == PARM_DECL)
    {
      cgraph_node *node = cgraph_node::get (o->fndecl);
      cgraph_edge *e = node ? node->callers : NULL;
      tree passed = e ? argument_passed (e, o->fndecl, value) : NULL_TREE;
      o->fndecl = passed ? e->caller->decl : o->fndecl;
      return passed;
    }
  else if (TREE_CODE (value) == COMPONENT_REF)
    stmt = first_assignment (TREE_OPERAND (value, 1), &o->fndecl);
  else if (DECL_P (value) && shared_p (value))
    stmt = first_assignment (value, &o->fndecl);
  else if (VAR_P (value))
    stmt = first_assignment_in (o->fndecl, value);
  return (stmt && (gimple_assign_single_p (stmt)
		   || CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt)))
	  ? gimple_assign_rhs1 (stmt) : NULL_TREE);
}

/* --- Which objects' members ---------------------------------------------- */

/* Where P, a parameter of G's region, comes from.  */
static tree
start_of (struct plug_given *g, const struct plug_param *p, struct origin *o)
{
  *o = { g, g->region->function, 0 };
  return p->member ? p->member : p->computed ? p->computed : p->var;
}

/* The member that P is a copy of, or null.  */
static tree
member_of (struct plug_given *g, const struct plug_param *p)
{
  struct origin o;
  tree value = start_of (g, p, &o);
  while (value && TREE_CODE (value) != COMPONENT_REF)
    value = copied_from (&o, value);
  return value;
}

/* REF and OTHER are the same object, or part of one, in one function.  */
static bool
same_object_p (tree ref, tree other)
{
  bool pointed = TREE_CODE (ref) == MEM_REF || TREE_CODE (ref) == INDIRECT_REF;
  if (pointed
      && (TREE_CODE (other) == MEM_REF || TREE_CODE (other) == INDIRECT_REF))
    return ((TREE_CODE (ref) != MEM_REF || integer_zerop (TREE_OPERAND (ref, 1)))
	    && (TREE_CODE (other) != MEM_REF
		|| integer_zerop (TREE_OPERAND (other, 1)))
	    && same_object_p (TREE_OPERAND (ref, 0), TREE_OPERAND (other, 0)));
  if ((TREE_CODE (ref) == COMPONENT_REF || TREE_CODE (ref) == ARRAY_REF)
      && TREE_CODE (ref) == TREE_CODE (other))
    return (operand_equal_p (TREE_OPERAND (ref, 1), TREE_OPERAND (other, 1), 0)
	    && same_object_p (TREE_OPERAND (ref, 0), TREE_OPERAND (other, 0)));
  if (TREE_CODE (ref) == SSA_NAME && SSA_NAME_VAR (ref))
    ref = SSA_NAME_VAR (ref);
  if (TREE_CODE (other) == SSA_NAME && SSA_NAME_VAR (other))
    other = SSA_NAME_VAR (other);
  return operand_equal_p (ref, other, 0);
}

/* FIELD is not the same member wherever G's region uses it: those of the fine
   and of the coarse grid have nothing to do with each other.  */
static bool
several_objects_p (struct plug_given *g, tree field)
{
  tree first = NULL_TREE;
  bool known, &several = g->several.get_or_insert (field, &known);
  for (int i = 0; !known && i < g->region->n_params; i++)
    {
      const struct plug_param *p = &g->region->params[i];
      tree ref = (INTEGRAL_TYPE_P (TREE_TYPE (p->var))
		  ? member_of (g, p) : NULL_TREE);
      if (!ref || TREE_OPERAND (ref, 1) != field)
	continue;
      several |= first && !same_object_p (first, ref);
      first = ref;
    }
  return several;
}

/* --- Values --------------------------------------------------------------- */

static bool constant_in (struct origin o, tree value, HOST_WIDE_INT *constant);
static bool constant_computed (struct origin o, gassign *stmt,
			       HOST_WIDE_INT *constant);

/* Some caller of O's function passes *CONSTANT, a size, for PARM.  */
static bool
constant_passed (struct origin o, tree parm, HOST_WIDE_INT *constant)
{
  cgraph_node *node = cgraph_node::get (o.fndecl);
  for (cgraph_edge *e = node ? node->callers : NULL; e; e = e->next_caller)
    {
      struct origin caller = { o.given, e->caller->decl, o.steps };
      tree passed = argument_passed (e, o.fndecl, parm);
      if (passed && constant_in (caller, passed, constant) && *constant > 1)
	return true;
    }
  return false;
}

/* VAR is assigned *CONSTANT.  */
static bool
constant_assigned (struct origin o, tree var, HOST_WIDE_INT *constant)
{
  function *fn = DECL_STRUCT_FUNCTION (o.fndecl);
  basic_block bb;
  bool found = false;
  if (!fn || !fn->cfg)
    return false;
  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      {
	gassign *stmt = dyn_cast <gassign *> (gsi_stmt (i));
	tree lhs = stmt ? gimple_assign_lhs (stmt) : NULL_TREE;
	if (lhs && TREE_CODE (lhs) == SSA_NAME)
	  lhs = SSA_NAME_VAR (lhs);
	if (lhs == var && stmt)
	  found |= constant_computed (o, stmt, constant);
      }
  return found;
}

/* … DECL, a member or a variable of the file, first.  */
static bool
constant_first (struct origin o, tree decl, HOST_WIDE_INT *constant)
{
  gassign *stmt = first_assignment (decl, &o.fndecl);
  return stmt && constant_computed (o, stmt, constant);
}

/* A CODE B is *VALUE, if that is a number.  */
static bool
compute (enum tree_code code, HOST_WIDE_INT a, HOST_WIDE_INT b, HOST_WIDE_INT *value)
{
  switch (code)
    {
    case PLUS_EXPR:
      return !__builtin_add_overflow (a, b, value);
    case MINUS_EXPR:
      return !__builtin_sub_overflow (a, b, value);
    case MULT_EXPR:
      return !__builtin_mul_overflow (a, b, value);
    case TRUNC_DIV_EXPR:
      *value = b > 0 ? a / b : 0;
      return b > 0;
    case MIN_EXPR:
      *value = MIN (a, b);
      return true;
    case MAX_EXPR:
      *value = MAX (a, b);
      return true;
    case RSHIFT_EXPR:
      *value = b >= 0 && b < HOST_BITS_PER_WIDE_INT ? a >> b : 0;
      return *value > 0;
    default:
      return false;
    }
}

/* LEFT CODE RIGHT is *CONSTANT, in some case.  */
static bool
constant_of (struct origin o, enum tree_code code, tree left, tree right,
	     HOST_WIDE_INT *constant)
{
  HOST_WIDE_INT a, b;
  return (TREE_CODE_CLASS (code) == tcc_binary && constant_in (o, left, &a)
	  && constant_in (o, right, &b) && compute (code, a, b, constant));
}

/* What STMT computes is *CONSTANT, in some case.  */
static bool
constant_computed (struct origin o, gassign *stmt, HOST_WIDE_INT *constant)
{
  enum tree_code code = gimple_assign_rhs_code (stmt);
  if (gimple_assign_single_p (stmt) || CONVERT_EXPR_CODE_P (code))
    return constant_in (o, gimple_assign_rhs1 (stmt), constant);
  return constant_of (o, code, gimple_assign_rhs1 (stmt),
		      gimple_assign_rhs2 (stmt), constant);
}

/* Some argument of PHI is *CONSTANT, a size; none that a loop computes.  */
static bool
constant_merged (struct origin o, gphi *phi, HOST_WIDE_INT *constant)
{
  bool found = false;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      tree arg = gimple_phi_arg_def (phi, i);
      gimple *def = (TREE_CODE (arg) == SSA_NAME ? SSA_NAME_DEF_STMT (arg)
		     : NULL);
      HOST_WIDE_INT value;
      if ((!def || gimple_assign_single_p (def))
	  && constant_in (o, arg, &value) && value > 1)
	{
	  *constant = value;
	  found = true;
	}
    }
  return found;
}

/* The region is compiled for *CONSTANT as the value of DECL, or that is
   assumed.  */
static bool
constant_expected (struct origin o, tree decl, HOST_WIDE_INT *constant)
{
  const struct plug_region *region = o.given->region;
  for (int i = 0; decl && i < region->n_params; i++)
    {
      const struct plug_param *p = &region->params[i];
      if (p->var == decl && p->checked)
	{
	  *constant = p->expected;
	  o.given->follows |= p->variable;
	  return true;
	}
    }
  HOST_WIDE_INT *assumed = decl ? o.given->values.get (decl) : NULL;
  if (!assumed)
    return false;
  *constant = *assumed;
  o.given->follows = true;
  return true;
}

/* … as the program assigns it to DECL.  */
static bool
constant_stored (struct origin o, tree decl, HOST_WIDE_INT *constant)
{
  if (TREE_CODE (decl) == FIELD_DECL)
    return constant_first (o, decl, constant);
  if (TREE_CODE (decl) == PARM_DECL)
    return constant_passed (o, decl, constant);
  if (!shared_p (decl))
    return VAR_P (decl) && constant_assigned (o, decl, constant);
  tree initial = DECL_INITIAL (decl);
  return ((initial && initial != error_mark_node
	   && constant_in (o, initial, constant) && *constant > 1)
	  || constant_first (o, decl, constant));
}

/* DECL is *CONSTANT, a size, in some case.  */
static bool
constant_decl (struct origin o, tree decl, HOST_WIDE_INT *constant)
{
  if (TREE_CODE (decl) == FIELD_DECL && several_objects_p (o.given, decl))
    return false;
  if (constant_expected (o, decl, constant)
      || (constant_stored (o, decl, constant) && *constant > 1))
    return true;
  if (!o.given->missing)
    o.given->missing = decl;
  return false;
}

/* VALUE is *CONSTANT, in some case.  */
static bool
constant_in (struct origin o, tree value, HOST_WIDE_INT *constant)
{
  if (o.steps++ > MAX_STEPS || o.given->tries++ > MAX_TRIES)
    return false;
  if (TREE_CODE (value) == INTEGER_CST)
    {
      *constant = tree_fits_shwi_p (value) ? tree_to_shwi (value) : 0;
      return true;
    }
  if (TREE_CODE (value) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (value);
      if (constant_expected (o, SSA_NAME_VAR (value), constant))
	return true;
      gphi *phi = dyn_cast <gphi *> (def);
      if (phi && constant_merged (o, phi, constant))
	return true;
      if (gassign *stmt = dyn_cast <gassign *> (def))
	return constant_computed (o, stmt, constant);
      value = SSA_NAME_VAR (value);
    }
  if (value && (CONVERT_EXPR_P (value) || TREE_CODE (value) == SAVE_EXPR))
    return constant_in (o, TREE_OPERAND (value, 0), constant);
  if (value && BINARY_CLASS_P (value))
    return constant_of (o, TREE_CODE (value), TREE_OPERAND (value, 0),
			TREE_OPERAND (value, 1), constant);
  tree decl = assigned_decl (value);
  return decl && constant_decl (o, decl, constant);
}

bool
plug_given_value (struct plug_given *g, const struct plug_param *p,
		  HOST_WIDE_INT *value)
{
  struct origin o;
  tree start = start_of (g, p, &o);
  g->missing = NULL_TREE;
  g->follows = false;
  g->tries = 0;
  return (DECL_P (start) || p->computed || p->member)
	 && constant_in (o, start, value);
}

/* The variable or member that VALUE is, or null.  */
static tree
decl_of (struct plug_given *g, tree value)
{
  tree decl = assigned_decl (value);
  return (decl && TREE_CODE (decl) == FIELD_DECL
	  && several_objects_p (g, decl) ? NULL_TREE : decl);
}

bool
plug_given_copy_p (struct plug_given *g, const struct plug_param *p, tree decl)
{
  struct origin o;
  tree value = start_of (g, p, &o);
  while (value && decl_of (g, value) != decl)
    value = copied_from (&o, value);
  return value;
}

void
plug_given_note (struct plug_given *g, const struct plug_param *p,
		 HOST_WIDE_INT value)
{
  struct origin o;
  tree from = start_of (g, p, &o);
  for (; from; from = copied_from (&o, from))
    {
      tree decl = decl_of (g, from);
      if (decl)
	g->values.put (decl, value);
      else if (TREE_CODE (from) == COMPONENT_REF)
	break;
    }
}

bool
plug_fits_p (const struct plug_param *p, HOST_WIDE_INT value)
{
  return wi::fits_to_tree_p (wi::shwi (value, 64), TREE_TYPE (p->parm));
}

/* P of G's region, which follows from others, is expected to be what it then
   is.  */
static void
expect_again (struct plug_given *g, struct plug_param *p)
{
  HOST_WIDE_INT value;
  p->checked = false;
  if (plug_given_value (g, p, &value) && value > 1 && plug_fits_p (p, value))
    p->expected = value;
  p->checked = true;
  plug_given_note (g, p, p->expected);
}

void
plug_assume_again (struct plug_region *region)
{
  struct plug_given g (region);
  bool small = false;		/* for the sake of lookups */
  for (int i = 0; i < region->n_params; i++)
    {
      const struct plug_param *p = &region->params[i];
      small |= p->usual != 0;
      if (p->variable && !p->follows)
	plug_given_note (&g, p, p->expected);
    }
  for (int i = 0; i < region->n_params; i++)
    {
      struct plug_param *p = &region->params[i];
      if (!p->variable || !p->follows)
	continue;
      if (small && !p->usual)
	p->usual = p->expected;
      expect_again (&g, p);
    }
}
