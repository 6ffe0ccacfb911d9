/* extract-apart.cc: what functions of other files may access.

   SPDX-License-Identifier: GPL-3.0-or-later

     if (step == 1) start = wtime ();

   A function that is not defined here accesses what it can name or what it has
   been told the address of, sooner or later and by whatever way.  So all functions
   of the file are looked at for what leads where (cells.cc).  What gets out are
   variables that other files see, what such functions are given or return, what
   functions that they may call are given or return, and all that this leads to.

   An object that stays inside may be accessed all the same by a function of this
   file that the other calls back, unless that is a leaf.  It finds what variables
   of static storage are or lead to; others are each call's own.  main is called
   by nobody.

   What can't be seen (pointers made of integers, jumps out of functions) counts
   as accessing all.  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"
#include "cells.h"
#include "front/capture.h"
#include "front/free-variables.h"
#include "front/dispatch.h"

static tree built_for;		/* the region's function for which cells are */
static const char *opaque;	/* why nothing is known, or null */

/* --- Statements ----------------------------------------------------------- */

static const char mixed[] = "a pointer to it is taken for a number";

/* REF, of a number, may be in place of a pointer.  */
static bool
punned_p (tree ref)
{
  unsigned bits = TYPE_PRECISION (TREE_TYPE (ref));
  bool other = (!is_gimple_reg (ref)
		&& ((bits == BITS_PER_UNIT && TREE_CODE (ref) != COMPONENT_REF)
		    || (bits >= POINTER_SIZE && !flag_strict_aliasing)));
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    other |= (TREE_CODE (ref) == VIEW_CONVERT_EXPR
	      || TREE_CODE (TREE_TYPE (TREE_OPERAND (ref, 0))) == UNION_TYPE);
  return (other
	  || (TREE_CODE (ref) == MEM_REF
	      && TYPE_REF_CAN_ALIAS_ALL (TREE_TYPE (TREE_OPERAND (ref, 1)))));
}

static void
visit_assignment (gimple *stmt)
{
  tree lhs = gimple_assign_lhs (stmt);
  enum tree_code code = gimple_assign_rhs_code (stmt);
  bool converted = CONVERT_EXPR_CODE_P (code) || code == VIEW_CONVERT_EXPR;
  bool pointer = POINTER_TYPE_P (TREE_TYPE (lhs));
  tree first = gimple_assign_rhs1 (stmt);
  if (code == ADDR_EXPR && plug_dispatch_temporary_p (TREE_OPERAND (first, 0)))
    return;			/* a site's: its statement is here, too */
  for (unsigned i = 1; i < gimple_num_ops (stmt); i++)
    {
      tree value = gimple_op (stmt, i);
      plug_cell_assign (lhs, value);
      if (TREE_CODE (value) == VIEW_CONVERT_EXPR)
	value = TREE_OPERAND (value, 0);
      if (pointer && converted && !plug_leads_p (TREE_TYPE (value))
	  && !CONSTANT_CLASS_P (value))
	opaque = "pointers are made of integers";
      if (!plug_leads_p (TREE_TYPE (lhs)) && converted)
	plug_cell_give (value, mixed, NULL_TREE);
    }
  if (gimple_assign_single_p (stmt) && INTEGRAL_TYPE_P (TREE_TYPE (lhs)))
    for (int i = 0; i < 2; i++)
      {
	tree ref = gimple_op (stmt, i);
	if (!CONSTANT_CLASS_P (gimple_op (stmt, 1)) && punned_p (ref))
	  plug_cell_get_out (plug_cell_target (plug_cell_of (ref)), mixed, NULL_TREE);
      }
}

/* FN, of the system's, forgets what it was given.  Others may keep it, as for
   threads.  */
static bool
forgets_p (tree fn)
{
  static const char *const headers[]
    = { "stdio", "stdlib", "string", "math", "time", "unistd", "malloc",
	"mm_malloc" };
  static const char *const keep[]
    = { "setvbuf", "setbuf", "setbuffer", "putenv", "strtok", "fmemopen",
	"open_memstream", "fopencookie" };
  if (!plug_system_function_p (fn))
    return false;
  for (const char *name : keep)
    if (id_equal (DECL_NAME (fn), name))
      return false;
  if (fndecl_built_in_p (fn, BUILT_IN_NORMAL))
    return true;
  const char *file = lbasename (DECL_SOURCE_FILE (fn));
  for (const char *name : headers)
    if (strncmp (file, name, strlen (name)) == 0)
      return true;
  return false;
}

static bool
copies_p (tree fn)
{
  const char *name = IDENTIFIER_POINTER (DECL_NAME (fn));
  return (strstr (name, "memcpy") || strstr (name, "memmove")
	  || strstr (name, "mempcpy") || strstr (name, "memccpy")
	  || strcmp (name, "bcopy") == 0);
}

/* FN's statements are known.  */
static bool
body_p (tree fn)
{
  return (fn && DECL_STRUCT_FUNCTION (fn) && DECL_STRUCT_FUNCTION (fn)->cfg
	  && !plug_artificial_p (fn));
}

/* … and are what a call of it runs.  */
static bool
known_p (tree fn)
{
  cgraph_node *node = fn ? cgraph_node::get (fn) : NULL;
  return (node && node->definition && body_p (fn)
	  && (!DECL_EXTERNAL (fn) || DECL_IN_SYSTEM_HEADER (fn))
	  && node->get_availability () > AVAIL_INTERPOSABLE);
}

/* The function that VALUE, an argument, is the address of, or what points to
   one; or null.  */
static tree
function_given (tree value)
{
  tree type = TREE_TYPE (value);
  return (!POINTER_TYPE_P (type) || !FUNC_OR_METHOD_TYPE_P (TREE_TYPE (type))
	  ? NULL_TREE
	  : TREE_CODE (value) == ADDR_EXPR ? TREE_OPERAND (value, 0) : value);
}

/* CALL gives a function, which gets what CALL has.  */
static bool
function_given_p (gcall *call)
{
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    if (function_given (gimple_call_arg (call, i)))
      return true;
  return false;
}

/* CALL is one of qsort or bsearch: a function of this file compares what it is
   given, and nobody else keeps either.  */
static bool
visit_sorting (gcall *call, tree fn)
{
  unsigned n = gimple_call_num_args (call);
  tree order = n ? function_given (gimple_call_arg (call, n - 1)) : NULL_TREE;
  if ((!id_equal (DECL_NAME (fn), "qsort")
       && !id_equal (DECL_NAME (fn), "bsearch"))
      || !plug_system_function_p (fn) || !order || !known_p (order))
    return false;
  for (unsigned i = 0; i < n - 1; i++)
    {
      tree value = gimple_call_arg (call, i);
      for (tree parm = DECL_ARGUMENTS (order); parm; parm = DECL_CHAIN (parm))
	plug_cell_assign (parm, value);
      plug_cell_assign (gimple_call_lhs (call), value);
    }
  return true;
}

/* CALL of FN, of the system's, that forgets what it is given.  Its result may
   be any part of that, and so may what it stores where a pointer to a pointer
   leads.  */
static void
visit_forgetful (gcall *call, tree fn)
{
  unsigned n = gimple_call_num_args (call);
  tree lhs = gimple_call_lhs (call);
  bool fresh = gimple_call_flags (call) & ECF_MALLOC;
  for (unsigned i = 0; i < n; i++)
    {
      tree to = gimple_call_arg (call, i);
      if (plug_cell_led_to (to) < 0)
	continue;
      if (!fresh)
	plug_cell_assign (lhs, to);
      bool place_p = (POINTER_TYPE_P (TREE_TYPE (to))
		      && POINTER_TYPE_P (TREE_TYPE (TREE_TYPE (to))));
      for (unsigned k = 0; k < n; k++)
	{
	  int from = plug_cell_led_to (gimple_call_arg (call, k));
	  if (k != i && from >= 0 && copies_p (fn))
	    plug_cell_unify (plug_cell_target (plug_cell_led_to (to)),
			     plug_cell_target (from));
	  else if (k != i && from >= 0 && place_p)
	    plug_cell_unify (plug_cell_target (plug_cell_led_to (to)), from);
	}
    }
}

static void
visit_call (gcall *call)
{
  static const char given[] = "it is given to '%s'";
  tree fn = gimple_call_fndecl (call), lhs = gimple_call_lhs (call);
  tree parm = fn ? DECL_ARGUMENTS (fn) : NULL_TREE;
  bool known = known_p (fn);
  if (plug_check_call_p (call)
      || (fn && strncmp (IDENTIFIER_POINTER (DECL_NAME (fn)), "PRAM_", 5) == 0))
    return;
  if (gimple_call_flags (call) & ECF_RETURNS_TWICE)
    opaque = "this file calls setjmp";
  if (gimple_call_chain (call))
    opaque = "this file has nested functions";
  if (!known && fn && visit_sorting (call, fn))
    return;
  if (!known && fn && forgets_p (fn) && !function_given_p (call))
    {
      visit_forgetful (call, fn);
      return;
    }
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    {
      if (known && parm)
	plug_cell_assign (parm, gimple_call_arg (call, i));
      else
	plug_cell_give (gimple_call_arg (call, i), given, fn);
      parm = parm ? DECL_CHAIN (parm) : NULL_TREE;
    }
  if (known)
    plug_cell_assign (lhs, DECL_RESULT (fn));
  else if (!(gimple_call_flags (call) & ECF_MALLOC))
    plug_cell_give (lhs, "it comes from '%s'", fn);
}

static void
visit_statement (gimple *stmt, tree fndecl)
{
  if (is_gimple_debug (stmt) || gimple_clobber_p (stmt))
    return;
  if (is_gimple_assign (stmt))
    visit_assignment (stmt);
  else if (gcall *call = dyn_cast <gcall *> (stmt))
    visit_call (call);
  else if (gphi *phi = dyn_cast <gphi *> (stmt))
    for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
      plug_cell_assign (gimple_phi_result (phi), gimple_phi_arg_def (phi, i));
  else if (greturn *ret = dyn_cast <greturn *> (stmt))
    plug_cell_assign (DECL_RESULT (fndecl), gimple_return_retval (ret));
  else if (gimple_code (stmt) == GIMPLE_ASM)
    opaque = "this file has assembly language";
}

/* --- Functions ------------------------------------------------------------ */

/* Functions of other files can call NODE's.  */
static bool
called_back_p (cgraph_node *node)
{
  tree fn = node->decl;
  return (!MAIN_NAME_P (DECL_NAME (fn)) && !DECL_EXTERNAL (fn)
	  && (TREE_PUBLIC (fn) || plug_addressed->contains (fn) || DECL_PRESERVE_P (fn)
	      || node->has_aliases_p ()));
}

/* What the function NODE is given, and what it returns, other files know if
   they can call it.  */
static void
visit_interface (cgraph_node *node)
{
  tree fn = node->decl;
  if (!called_back_p (node) && !MAIN_NAME_P (DECL_NAME (fn)))
    return;
  for (tree parm = DECL_ARGUMENTS (fn); parm; parm = DECL_CHAIN (parm))
    plug_cell_give (parm, "it comes from what calls '%s'", fn);
  plug_cell_give (DECL_RESULT (fn), "'%s' returns it, which other files can "
		  "call: declare that static", fn);
}

/* What the function NODE does with addresses.  */
static void
visit_function (cgraph_node *node)
{
  tree fn = node->decl;
  function *fun = DECL_STRUCT_FUNCTION (fn);
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    {
      for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
	if (!virtual_operand_p (gimple_phi_result (i.phi ())))
	  visit_statement (i.phi (), fn);
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	   gsi_next (&i))
	visit_statement (gsi_stmt (i), fn);
    }
}

struct touching { tree root; hash_set<tree> seen; };

static bool
touch (gimple *, tree base, tree, void *data)
{
  struct touching *t = (struct touching *) data;
  int c = plug_cell_of (base);
  if (!plug_cells[c].touched)
    plug_cells[c].touched = t->root;
  return false;
}

/* Note what FN, and what it calls, accesses when T's root is called back.  */
static void
touch_all (struct touching *t, tree fn)
{
  basic_block bb;
  if (!body_p (fn) || t->seen.add (fn))
    return;
  FOR_EACH_BB_FN (bb, DECL_STRUCT_FUNCTION (fn))
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      {
	gimple *stmt = gsi_stmt (i);
	walk_stmt_load_store_addr_ops (stmt, t, touch, touch, touch);
	if (!is_gimple_call (stmt))
	  continue;
	for (unsigned k = 0; k < gimple_call_num_args (stmt); k++)
	  if (plug_cell_led_to (gimple_call_arg (stmt, k)) >= 0)
	    plug_cells[plug_cell_led_to (gimple_call_arg (stmt, k))].touched = t->root;
	touch_all (t, gimple_call_fndecl (stmt));
      }
}

/* What a cell that gets out, or is found, leads to does so, too.  */
static void
close_over (void)
{
  bool changed = true;
  while (changed)
    {
      changed = false;
      for (unsigned i = 0; i < plug_cells.length (); i++)
	{
	  struct plug_cell *c = &plug_cells[i];
	  if (c->up != (int) i || c->to < 0)
	    continue;
	  struct plug_cell *to = &plug_cells[plug_cell_find (c->to)];
	  changed |= (c->how && !to->how) || (c->lasting && !to->lasting);
	  to->lasting |= c->lasting;
	  if (c->how)
	    plug_cell_get_out (c->to, c->how, c->by);
	}
    }
}

/* Find the cells of all that the file has.  */
static void
build (void)
{
  cgraph_node *node;
  varpool_node *variable;
  plug_cells_clear ();
  opaque = NULL;
  built_for = current_function_decl;
  FOR_EACH_VARIABLE (variable)
    if (tree init = DECL_INITIAL (variable->decl))
      if (init != error_mark_node && !plug_artificial_p (variable->decl))
	plug_cell_assign (variable->decl, init);
  FOR_EACH_DEFINED_FUNCTION (node)
    if (body_p (node->decl))
      visit_function (node);
  /* Now cells don't merge any more, and what is addressed is known.  */
  FOR_EACH_DEFINED_FUNCTION (node)
    if (body_p (node->decl))
      visit_interface (node);
  FOR_EACH_DEFINED_FUNCTION (node)
    if (body_p (node->decl) && called_back_p (node))
      {
	struct touching t;
	t.root = node->decl;
	touch_all (&t, node->decl);
      }
}

/* How others may access what is in cell C, or, if ALL, in those that it leads
   to; null if they can't.  LEAF: they call nothing back.  */
static const char *
reach (int c, bool all, bool leaf, tree *by)
{
  hash_set<int_hash<int, -1, -2>> seen;
  while (c >= 0 && !seen.add (plug_cell_find (c)))
    {
      const struct plug_cell *cell = &plug_cells[plug_cell_find (c)];
      c = all ? cell->to : -1;
      *by = cell->how ? cell->by : cell->touched;
      if (cell->how)
	return cell->how;
      if (cell->lasting && cell->touched && !leaf)
	return (TREE_PUBLIC (cell->touched)
		? "by calling '%s': declare that static"
		: "by calling '%s', whose address is passed on");
    }
  return NULL;
}

/* The value of P is constant, and leads to nothing.  */
static bool
constant_p (tree ref)
{
  return (TREE_READONLY (ref)
	  && !POINTER_TYPE_P (strip_array_types (TREE_TYPE (ref))));
}

/* What P, a parameter of a region, stands for, or null.  */
static tree
ref_of_param (const struct plug_param *p)
{
  return p->member ? p->member : p->var;
}

/* The cell that P is in, or -1.  */
static int
cell_of_param (const struct plug_param *p)
{
  tree ref = ref_of_param (p);
  return (ref && (p->member || DECL_P (ref)) && !constant_p (ref)
	  ? plug_cell_of (ref) : -1);
}

/* HOW about BY.  */
static char *
put (const char *how, tree by)
{
  const char *name = by ? IDENTIFIER_POINTER (DECL_NAME (by)) : "a function";
  const char *at = strstr (how, "'%s'");
  return (!at ? xstrdup (how) : by
	  ? xasprintf ("%.*s'%s'%s", (int) (at - how), how, name, at + 4)
	  : xasprintf ("%.*s%s%s", (int) (at - how), how, name, at + 4));
}

char *
plug_not_apart (struct plug_region *region, const bool *accessed, tree fn,
		const char **what)
{
  bool leaf = lookup_attribute ("leaf", DECL_ATTRIBUTES (fn));
  if (built_for != current_function_decl)
    build ();
  for (int i = 0; i < region->n_params; i++)
    cell_of_param (&region->params[i]);
  close_over ();
  for (int i = 0; i < region->n_params; i++)
    {
      const struct plug_param *p = &region->params[i];
      tree by = NULL_TREE;
      int c = cell_of_param (p);
      bool all = (accessed[i] && c >= 0
		  && plug_leads_p (TREE_TYPE (ref_of_param (p))));
      const char *how = (c < 0 ? NULL : opaque ? opaque
			 : reach (c, all, leaf, &by));
      if (how && plug_visible_p (p->var))
	{
	  how = plug_visible;
	  by = p->var;
	}
      *what = p->name;
      if (how)
	return put (how, by);
    }
  return NULL;
}
