/* capture.cc: isolating regions into functions of their own.

   SPDX-License-Identifier: GPL-3.0-or-later

   See region.h for what is made, doc/design/01-model.md for why.  For each
   size that a region is compiled for, its statements are copied into a new
   function

     static void FUNCTION.pram.N.V (T1 in, T2 *inout, T3 *array, …)
     {
       T2 local = *inout;
       … the region …
       *inout = local;
     }

   All versions of a region have the same parameters: the site passes them
   before the runtime chooses a version.

   In a version's function its sizes are constants.  If there are several sizes
   one more function has variables in their places: what can be compiled from
   that is code for all of them.  */

#include "pram-gcc.h"
#include "args.h"
#include "region.h"
#include "pragma.h"
#include "bind.h"
#include "remap.h"
#include "free-variables.h"
#include "leaving.h"
#include "pardo.h"
#include "planes.h"
#include "same-pointers.h"
#include "part-pointers.h"
#include "structure-copies.h"
#include "dispatch.h"
#include "ends.h"
#include "capture.h"
#include "diagnostics.h"
#include "plug-report.h"
#include "roots.h"

/* What makes the tables of a region that stays as it is.  */
static plug_serial_fn *emit_serial;

/* All regions of the translation unit, in source order.  */
static struct plug_region *regions;
static struct plug_region **last_region = &regions;

struct plug_region *
plug_region_of (tree fndecl)
{
  for (struct plug_region *r = regions; r; r = r->next)
    if (r->fndecl == fndecl)
      return r;
  return NULL;
}

bool
plug_artificial_p (tree fndecl)
{
  return (fndecl && DECL_ARTIFICIAL (fndecl) && DECL_NAME (fndecl)
	  && strstr (IDENTIFIER_POINTER (DECL_NAME (fndecl)), ".pram."));
}

/* What is known about the region that is being captured.  */
struct capture
{
  struct plug_binding *binding;
  struct plug_free_variables scan;
  const char *name;		/* FUNCTION.N or from name(id) */
  char *symbol;			/* FUNCTION.pram.N */
  tree site;
};

/* --- Parameters ---------------------------------------------------------- */

/* The type of the elements of the array or of what the pointer points to.  */
static enum pram_type
element_type (tree type)
{
  if (POINTER_TYPE_P (type))
    type = TREE_TYPE (type);
  while (TREE_CODE (type) == ARRAY_TYPE)
    type = TREE_TYPE (type);
  return plug_type_of (type);
}

static const char *
outer_name (const struct plug_outer *o)
{
  if (DECL_P (o->var))
    return (DECL_NAME (o->var) ? IDENTIFIER_POINTER (DECL_NAME (o->var))
	    : "tmp");
  return print_generic_expr_to_str (TREE_OPERAND (o->var, 0));
}

/* The value that VERSION gives to VAR, or null.  */
static tree
size_of (const struct plug_version *version, tree var)
{
  if (version && DECL_P (var))
    for (struct plug_clause *c = version->sizes; c; c = c->next)
      if (c->decl ? c->decl == var : c->name == DECL_NAME (var))
	return build_int_cst (TREE_TYPE (var), c->value);
  return NULL_TREE;
}

/* A parameter without a type yet.  */
static tree
new_parameter (struct plug_remap *c, const struct plug_outer *o)
{
  tree name = DECL_P (o->var) ? DECL_NAME (o->var) : NULL_TREE;
  tree parm = build_decl (o->loc, PARM_DECL, name, void_type_node);
  DECL_CONTEXT (parm) = c->to;
  DECL_ARTIFICIAL (parm) = 1;
  TREE_USED (parm) = 1;
  plug_no_warning (parm);
  return parm;
}

static void
set_parameter_type (tree parm, tree type)
{
  TREE_TYPE (parm) = type;
  DECL_ARG_TYPE (parm) = type;
  layout_decl (parm, 0);
}

/* Note that the parameter P is compiled for VALUE.  */
static tree
expect_value (struct plug_param *p, tree value)
{
  p->checked = true;
  p->expected = (HOST_WIDE_INT) TREE_INT_CST_LOW (value);
  return value;
}

/* A local variable that stands for VAR, of O, and has TYPE.  */
static tree
new_variable (struct plug_remap *c, const struct plug_outer *o, tree var,
	      tree type)
{
  tree local = build_decl (o->loc, VAR_DECL, DECL_NAME (var), type);
  DECL_CONTEXT (local) = c->to;
  TREE_USED (local) = 1;
  plug_no_warning (local);
  layout_decl (local, 0);
  c->map->put (var, local);
  return local;
}

struct sizes { struct plug_remap *c; const struct plug_version *version; };

/* Map a variable that the region itself doesn't use to the value that the
   clause gives it.  */
static tree
map_size (tree *tp, int *, void *data)
{
  struct sizes *s = (struct sizes *) data;
  tree value = DECL_P (*tp) && !s->c->map->get (*tp)
	       ? size_of (s->version, *tp) : NULL_TREE;
  if (value)
    s->c->map->put (*tp, value);
  return NULL_TREE;
}

/* The constant that O, which is only read, is in VERSION, or null.  */
static tree
input_value (struct plug_remap *c, const struct plug_outer *o,
	     const struct plug_version *version)
{
  tree value = size_of (version, o->var);
  if (!value)
    value = plug_only_value (c->from, o->var);
  if (!value && TREE_CODE (o->var) == SAVE_EXPR)
    {
      struct sizes sizes = { c, version };
      walk_tree_without_duplicates (&TREE_OPERAND (o->var, 0), map_size,
				    &sizes);
      value = plug_remap_tree (c, TREE_OPERAND (o->var, 0));
      if (TREE_CODE (value) != INTEGER_CST)
	value = NULL_TREE;
    }
  return value;
}

/* Scalars that are only read: types of variable size may depend on them.  */
static void
map_input (struct plug_remap *c, struct plug_param *p,
	   const struct plug_outer *o, const struct plug_version *version)
{
  tree value = input_value (c, o, version);
  c->map->put (o->var, value ? expect_value (p, value) : p->parm);
}

static void
map_inputs (struct plug_remap *c, struct plug_region *r,
	    const struct plug_free_variables *s,
	    const struct plug_version *version)
{
  for (int declarations = 1; declarations >= 0; declarations--)
    for (int i = 0; i < r->n_params; i++)
      if (r->params[i].kind == PRAM_ARG_IN
	  && DECL_P (s->outer[i].var) == (declarations == 1))
	map_input (c, &r->params[i], &s->outer[i], version);
}

/* An array variable: the parameter points to the whole of it.  */
static void
map_object (struct plug_remap *c, struct plug_param *p,
	    const struct plug_outer *o)
{
  tree type = plug_remap_type (c, TREE_TYPE (o->var));
  tree object = build1 (INDIRECT_REF, type, p->parm);
  TREE_THIS_NOTRAP (object) = 1;
  set_parameter_type (p->parm, build_pointer_type (type));
  c->map->put (o->var, object);
  HOST_WIDE_INT size = int_size_in_bytes (type);
  p->array_bytes = size > 0 ? size : 0;
}

/* The address of a scalar, for the runtime only.  */
static void
map_guard (struct plug_param *p, const struct plug_outer *o)
{
  tree type = TREE_TYPE (o->var);
  set_parameter_type (p->parm, build_pointer_type (type));
  p->type = element_type (type);
  p->array_bytes = int_size_in_bytes (type);
  p->guard = true;
  p->written = o->written;
}

/* A scalar or pointer: by value, or by address with a local inside.  */
static void
map_scalar (struct plug_remap *c, struct plug_param *p,
	    const struct plug_outer *o)
{
  tree type = plug_remap_type (c, TYPE_MAIN_VARIANT (TREE_TYPE (o->var)));
  if (p->kind == PRAM_ARG_ARRAY)
    {
      set_parameter_type (p->parm, type);
      c->map->put (o->var, p->parm);
    }
  else
    {
      set_parameter_type (p->parm, build_pointer_type (type));
      p->local = new_variable (c, o, o->var, type);
      TREE_ADDRESSABLE (p->local) = o->in_helper;
    }
}

/* The complex number of which O, the parameter P, is a part: a variable of the copy that
   both are joined to (append_wholes).  */
static void
map_complex (struct plug_remap *c, struct plug_param *p, const struct plug_outer *o)
{
  p->complex = o->complex;
  p->whole = new_variable (c, o, o->complex, TYPE_MAIN_VARIANT (TREE_TYPE (o->complex)));
  TREE_ADDRESSABLE (p->whole) = o->in_helper;
  plug_root (&p->complex);
  plug_root (&p->whole);
}

/* Nobody wants what the array P holds, or what it points to, afterwards.  */
static void
give_away (struct plug_param *p)
{
  p->unneeded = (p->kind == PRAM_ARG_ARRAY
		 || p->kind == PRAM_ARG_ARRAY_INOUT);
  /* The runtime looks at where the pointer points in the end.  */
  if (p->kind == PRAM_ARG_ARRAY_INOUT)
    p->dead = false;
}

/* The number of VAR among those of S, or -1.  */
static int
number_of (const struct plug_free_variables *s, tree var)
{
  for (unsigned k = 0; var && k < s->outer.length (); k++)
    if (s->outer[k].var == var)
      return k;
  return -1;
}

/* Make the parameters of R and enter in C->map what stands for the variables
   of S.  */
static void
build_parameters (struct plug_region *r, struct plug_remap *c,
		  struct plug_free_variables *s,
		  const struct plug_version *version)
{
  unsigned n = s->outer.length ();
  r->n_params = n;
  r->params = XCNEWVEC (struct plug_param, n + 1);
  for (unsigned i = 0; i < n; i++)
    {
      struct plug_param *p = &r->params[i];
      tree type = TREE_TYPE (s->outer[i].var);
      p->var = s->outer[i].var;
      /* Gimplification changes the original.  */
      p->member = unshare_expr (s->outer[i].member);
      if (TREE_CODE (p->var) == SAVE_EXPR)
	p->computed = plug_copy_saved (c->from, p->var);
      p->parm = new_parameter (c, &s->outer[i]);
      p->name = xstrdup (outer_name (&s->outer[i]));
      p->kind = plug_arg_kind (&s->outer[i]);
      p->likely = plug_likely_value (c->from, p->var, r->loc);
      p->elements = plug_initial_elements (p->var, &p->n_elements);
      p->dead = s->outer[i].dead;
      p->in_helper = s->outer[i].in_helper;
      p->scratch = s->outer[i].scratch;
      p->pitch = number_of (s, s->outer[i].pitch);
      p->height = number_of (s, s->outer[i].height);
      p->width = number_of (s, s->outer[i].width);
      p->places = number_of (s, s->outer[i].places);
      p->length = number_of (s, s->outer[i].length);
      if (tree field = s->outer[i].field)
	{
	  p->structures = number_of (s, s->outer[i].structures);
	  p->field = int_byte_position (field);
	  p->stride = int_size_in_bytes (DECL_CONTEXT (field));
	}
      if (s->outer[i].unneeded)
	give_away (p);
      p->type = (p->kind == PRAM_ARG_IN || p->kind == PRAM_ARG_INOUT
		 ? (enum pram_type) plug_scalar_type (type)
		 : element_type (type));
      plug_root (&p->var);
      plug_root (&p->computed);
      plug_root (&p->member);
      plug_root (&p->parm);
      plug_root (&p->local);
    }
  for (unsigned i = 0; i < n; i++)
    if (r->params[i].kind == PRAM_ARG_IN)
      set_parameter_type (r->params[i].parm,
			  TYPE_MAIN_VARIANT (TREE_TYPE (s->outer[i].var)));
  map_inputs (c, r, s, version);
  for (unsigned i = 0; i < n; i++)
    {
      tree type = TREE_TYPE (s->outer[i].var);
      if (s->outer[i].guard)
	map_guard (&r->params[i], &s->outer[i]);
      else if (plug_object_p (type))
	map_object (c, &r->params[i], &s->outer[i]);
      else if (r->params[i].kind != PRAM_ARG_IN)
	map_scalar (c, &r->params[i], &s->outer[i]);
      else if (tree end = s->outer[i].apart)
	new_variable (c, &s->outer[i], end, TYPE_MAIN_VARIANT (TREE_TYPE (end)));
      if (s->outer[i].imaginary)
	map_complex (c, &r->params[i], &s->outer[i]);
    }
}

/* --- The function -------------------------------------------------------- */

/* *PARM of the parameter P.  */
static tree
pointed_to (struct plug_param *p)
{
  tree t = build1 (INDIRECT_REF, TREE_TYPE (TREE_TYPE (p->parm)), p->parm);
  TREE_THIS_NOTRAP (t) = 1;
  return t;
}

static void
append_assignment (location_t loc, tree target, tree value, tree *list)
{
  tree t = build2_loc (loc, MODIFY_EXPR, void_type_node, target, value);
  TREE_SIDE_EFFECTS (t) = 1;
  append_to_statement_list (t, list);
}

/* Keep LOCAL, which helpers use, in memory until they have been inlined
   (globals.cc): take its address.  */
static void
append_address (struct plug_region *r, tree local, tree *vars, tree *list)
{
  tree keep = build_decl (r->loc, VAR_DECL, NULL_TREE, ptr_type_node);
  DECL_CONTEXT (keep) = r->fndecl;
  DECL_ARTIFICIAL (keep) = DECL_IGNORED_P (keep) = TREE_USED (keep) = 1;
  DECL_CHAIN (keep) = *vars;
  *vars = keep;
  append_assignment (r->loc, keep,
		     build_fold_addr_expr_with_type (local, ptr_type_node),
		     list);
}

/* Fill the arrays of pointers of S that the copy has: each element is a
   parameter.  */
static void
append_elements (struct plug_region *r, struct plug_remap *c,
		 const struct plug_free_variables *s, tree *list)
{
  for (unsigned i = 0; i < s->outer.length (); i++)
    if (s->outer[i].element)
      append_assignment (r->loc, plug_remap_tree (c, s->outer[i].member),
			 r->params[i].parm, list);
}

/* Set the copy's pointers that are passed as distances, and chain them before
   VARS.  */
static tree
append_ends (struct plug_region *r, struct plug_remap *c,
	     const struct plug_free_variables *s, tree vars, tree *list)
{
  for (unsigned i = 0; i < s->outer.length (); i++)
    if (s->outer[i].apart)
      {
	tree end = *c->map->get (s->outer[i].apart);
	tree from = plug_remap_tree (c, s->outer[i].from);
	if (TREE_CODE (TREE_TYPE (from)) == ARRAY_TYPE)
	  from = build_fold_addr_expr (from);
	DECL_CHAIN (end) = vars;
	vars = end;
	append_assignment (r->loc, end,
			   plug_end_pointer (&s->outer[i], from,
					     r->params[i].parm), list);
      }
  return vars;
}

/* Join the parts of S's complex numbers to the copy's, and chain these before VARS; append
   to *BACK what takes them apart again.  */
static tree
append_wholes (struct plug_region *r, struct plug_remap *c,
	       const struct plug_free_variables *s, tree vars, tree *list, tree *back)
{
  for (unsigned i = 0; i < s->outer.length (); i++)
    if (s->outer[i].imaginary)
      {
	const struct plug_outer *o = &s->outer[i];
	tree whole = r->params[i].whole, type = TREE_TYPE (o->var);
	tree real = *c->map->get (o[-1].var), imaginary = *c->map->get (o->var);
	DECL_CHAIN (whole) = vars;
	vars = whole;
	append_assignment (r->loc, whole,
			   build2 (COMPLEX_EXPR, TREE_TYPE (whole), real, imaginary), list);
	if (TREE_ADDRESSABLE (whole))
	  append_address (r, whole, &vars, list);
	if (!o->written)
	  continue;
	append_assignment (r->loc, real, build1 (REALPART_EXPR, type, whole), back);
	append_assignment (r->loc, imaginary, build1 (IMAGPART_EXPR, type, whole), back);
      }
  return vars;
}

/* The body of R's function: load the locals, run BODY, store the locals.  */
static tree
build_body (struct plug_region *r, struct plug_remap *c,
	    const struct plug_free_variables *s, tree body)
{
  tree list = NULL_TREE, back = NULL_TREE;
  append_elements (r, c, s, &list);
  tree vars = c->loose;
  for (int i = 0; i < r->n_params; i++)
    if (r->params[i].local)
      {
	DECL_CHAIN (r->params[i].local) = vars;
	vars = r->params[i].local;
	append_assignment (r->loc, vars, pointed_to (&r->params[i]), &list);
	if (TREE_ADDRESSABLE (r->params[i].local))
	  append_address (r, r->params[i].local, &vars, &list);
      }
  vars = append_ends (r, c, s, vars, &list);
  vars = append_wholes (r, c, s, vars, &list, &back);
  append_to_statement_list_force (body, &list);
  append_to_statement_list (back, &list);
  for (int i = 0; i < r->n_params; i++)
    if (r->params[i].local && !r->params[i].dead)
      append_assignment (r->loc, pointed_to (&r->params[i]),
			 r->params[i].local, &list);
  tree block = DECL_INITIAL (r->fndecl);
  tree bind = build3_loc (r->loc, BIND_EXPR, void_type_node, vars, list,
			  block);
  BLOCK_VARS (block) = vars;
  TREE_SIDE_EFFECTS (bind) = 1;
  return bind;
}

/* A declaration of the static function SYMBOL, which is not called: pass.cc
   takes the region from it.  */
static tree
declare_function (const char *symbol, location_t loc, tree user_function)
{
  tree fn = build_decl (loc, FUNCTION_DECL, get_identifier (symbol),
			build_function_type_list (void_type_node, NULL_TREE));
  tree result = build_decl (loc, RESULT_DECL, NULL_TREE, void_type_node);
  DECL_ARTIFICIAL (result) = DECL_IGNORED_P (result) = 1;
  DECL_CONTEXT (result) = fn;
  DECL_RESULT (fn) = result;
  TREE_STATIC (fn) = TREE_USED (fn) = 1;
  DECL_ARTIFICIAL (fn) = 1;
  DECL_UNINLINABLE (fn) = 1;
  DECL_PRESERVE_P (fn) = 1;
  DECL_NO_INSTRUMENT_FUNCTION_ENTRY_EXIT (fn) = 1;
  DECL_CONTEXT (fn) = DECL_CONTEXT (user_function);
  DECL_FUNCTION_SPECIFIC_TARGET (fn)
    = DECL_FUNCTION_SPECIFIC_TARGET (user_function);
  DECL_FUNCTION_SPECIFIC_OPTIMIZATION (fn)
    = DECL_FUNCTION_SPECIFIC_OPTIMIZATION (user_function);
  static const char *const attributes[]
    = { "noinline", "noclone", "no_icf" };
  for (unsigned i = 0; i < ARRAY_SIZE (attributes); i++)
    DECL_ATTRIBUTES (fn) = tree_cons (get_identifier (attributes[i]),
				      NULL_TREE, DECL_ATTRIBUTES (fn));
  tree block = make_node (BLOCK);
  TREE_USED (block) = 1;
  BLOCK_SUPERCONTEXT (block) = fn;
  DECL_INITIAL (fn) = block;
  return fn;
}

/* Give R's function its parameters.  */
static void
set_signature (struct plug_region *r)
{
  tree types = void_list_node, parms = NULL_TREE;
  for (int i = r->n_params - 1; i >= 0; i--)
    {
      tree parm = r->params[i].parm;
      types = tree_cons (NULL_TREE, TREE_TYPE (parm), types);
      DECL_CHAIN (parm) = parms;
      parms = parm;
    }
  TREE_TYPE (r->fndecl) = build_function_type (void_type_node, types);
  DECL_ARGUMENTS (r->fndecl) = parms;
}

/* Hand R's function to the middle end.  */
static void
finish_function (struct plug_region *r, location_t end)
{
  bool inhibit = global_dc->dc_inhibit_warnings;
  push_struct_function (r->fndecl);
  cfun->function_start_locus = r->loc;
  cfun->function_end_locus = end;
  pop_cfun ();
  /* The original gets the warnings.  */
  global_dc->dc_inhibit_warnings = true;
  c_genericize (r->fndecl);
  global_dc->dc_inhibit_warnings = inhibit;
  if (plug_args.dump_capture)
    plug_dump_function (r->fndecl);
  cgraph_node::get_create (r->fndecl)->force_output = 1;
  cgraph_node::finalize_function (r->fndecl, true);
}

/* --- Clauses ------------------------------------------------------------- */

/* The number of R's parameter that stands for CLAUSE's variable, or -1.  */
static int
clause_parameter (struct capture *cap, struct plug_clause *clause)
{
  for (unsigned i = 0; i < cap->scan.outer.length (); i++)
    {
      const struct plug_outer *o = &cap->scan.outer[i];
      tree var = o->complex ? o->complex : o->var;
      if (clause->decl ? var == clause->decl
	  : o->member && !o->guard && DECL_NAME (var) == clause->name)
	return i;
    }
  return -1;
}

static void
add_reduction (struct plug_region *r, struct plug_clause *clause, int param,
	       tree var)
{
  r->reductions = XRESIZEVEC (struct plug_reduction, r->reductions,
			      r->n_reductions + 1);
  struct plug_reduction *red = &r->reductions[r->n_reductions++];
  red->op = clause->op;
  red->param = param;
  red->var = var;
  red->loc = clause->loc;
}

/* What a clause for O, the parameter P, is about: the variable that holds its value, or,
   for an array, the parameter, whose elements the loops may reduce to.  */
static tree
reduced (struct plug_remap *c, const struct plug_outer *o, const struct plug_param *p)
{
  if (o->complex)
    return *c->map->get (o->complex);
  return p->local && p->kind != PRAM_ARG_ARRAY_INOUT ? p->local : p->parm;
}

/* The variables of the name in CLAUSE: that of the parameter, those that the
   region declares, and those of the helpers that it calls.  */
static void
resolve_reduction (struct capture *cap, struct plug_region *r,
		   struct plug_remap *c, struct plug_clause *clause)
{
  int before = r->n_reductions, param = clause_parameter (cap, clause);
  if (param >= 0)
    add_reduction (r, clause, param, reduced (c, &cap->scan.outer[param], &r->params[param]));
  for (unsigned i = 0; i < cap->scan.variables.length (); i++)
    {
      tree var = cap->scan.variables[i];
      tree *copy = c->map->get (var);
      if (DECL_NAME (var) == clause->name && copy && VAR_P (*copy))
	add_reduction (r, clause, -1, *copy);
    }
  for (unsigned i = 0; i < cap->scan.helper_variables.length (); i++)
    if (DECL_NAME (cap->scan.helper_variables[i]) == clause->name)
      add_reduction (r, clause, -1, cap->scan.helper_variables[i]);
  if (r->n_reductions == before && param < 0)
    error_at (clause->loc, "%<#pragma pram%>: the region does not use %qE",
	      clause->name);
}

static void
resolve_clauses (struct capture *cap, struct plug_region *r,
		 struct plug_remap *c)
{
  struct plug_pragma *p = cap->binding->pragma;
  for (struct plug_clause *cl = p->reductions; cl; cl = cl->next)
    resolve_reduction (cap, r, c, cl);
  for (int i = 0; i < r->n_reductions; i++)
    plug_root (&r->reductions[i].var);
  for (struct plug_clause *cl = p->locals; cl; cl = cl->next)
    {
      int param = clause_parameter (cap, cl);
      if (param >= 0)
	give_away (&r->params[param]);
    }
  r->outside = p->outside;
  r->schedule = p->schedule ? p->schedule
		: plug_args.schedule ? plug_args.schedule
		: pram_schedule_choices;
}

/* "n=1024, m=512" */
static char *
size_text (const struct plug_version *version)
{
  char *text = xstrdup ("");
  for (struct plug_clause *c = version ? version->sizes : NULL; c;
       c = c->next)
    {
      char *longer = xasprintf ("%s%s%s=%" PRId64, text, *text ? ", " : "",
				IDENTIFIER_POINTER (c->name),
				(int64_t) c->value);
      free (text);
      text = longer;
    }
  return text;
}

/* A size may not be assigned in the region: it would not stay constant.  */
static bool
check_sizes (struct capture *cap)
{
  bool ok = true;
  for (struct plug_version *v = cap->binding->pragma->versions; v;
       v = v->next)
    for (struct plug_clause *c = v->sizes; c; c = c->next)
      for (unsigned i = 0; i < cap->scan.outer.length (); i++)
	if (cap->scan.outer[i].var == c->decl && cap->scan.outer[i].written)
	  {
	    error_at (cap->scan.outer[i].loc, "%<#pragma pram%>: the size "
		      "%qE is changed in the region", c->name);
	    ok = false;
	  }
  return ok;
}

/* The integer that the region reads under the name NAME, or null.  */
static tree
input_named (struct capture *cap, const char *name)
{
  for (unsigned i = 0; i < cap->scan.outer.length (); i++)
    {
      const struct plug_outer *o = &cap->scan.outer[i];
      if (DECL_P (o->var) && DECL_NAME (o->var) && !o->written && !o->guard
	  && INTEGRAL_TYPE_P (TREE_TYPE (o->var))
	  && id_equal (DECL_NAME (o->var), name))
	return o->var;
    }
  return NULL_TREE;
}

/* Where the first region is that leaves its size open.  */
static location_t first_open;

/* The versions that -fplugin-arg-pram-size=NAME:VALUE asks for: a name given
   again begins another version.  Only names that the region uses count.  */
static struct plug_version *
versions_from_arguments (struct capture *cap)
{
  struct plug_version *first = NULL, **last = &first;
  for (int i = 0; i < plug_args.n_sizes; i++)
    {
      struct plug_arg_size *size = &plug_args.sizes[i];
      tree var = input_named (cap, size->name);
      if (!var)
	continue;
      size->used = true;
      if (!*last)
	*last = XCNEW (struct plug_version);
      else if (size_of (*last, var))
	{
	  last = &(*last)->next;
	  *last = XCNEW (struct plug_version);
	}
      struct plug_clause *c = XCNEW (struct plug_clause);
      c->loc = cap->binding->loc;
      c->name = DECL_NAME (var);
      c->decl = var;
      c->value = size->value;
      c->next = (*last)->sizes;
      (*last)->sizes = c;
    }
  return first;
}

/* --- Regions ------------------------------------------------------------- */

static struct plug_region *
new_region (struct capture *cap)
{
  struct plug_region *r = XCNEW (struct plug_region);
  r->name = cap->name;
  r->loc = cap->binding->loc;
  r->site = cap->site;
  r->function = cap->scan.fndecl;
  r->n_places = cap->scan.places.length ();
  r->places = XNEWVEC (location_t, r->n_places + 1);
  for (int i = 0; i < r->n_places; i++)
    r->places[i] = cap->scan.places[i];
  plug_root (&r->site);
  plug_root (&r->function);
  plug_root (&r->fndecl);
  *last_region = r;
  last_region = &r->next;
  return r;
}

/* Compile the region for the sizes of VERSION, in a function called SYMBOL.  */
static struct plug_region *
capture_version (struct capture *cap, const struct plug_version *version,
		 const char *symbol)
{
  hash_map<tree, tree> map;
  hash_set<tree> made;
  struct plug_region *r = new_region (cap);
  r->fndecl = declare_function (symbol, r->loc, cap->scan.fndecl);
  r->size_text = r->named_text = size_text (version);
  struct plug_remap c = { cap->scan.fndecl, r->fndecl, &map, &made,
			 NULL_TREE, &cap->scan.members };
  build_parameters (r, &c, &cap->scan, version);
  set_signature (r);
  tree body = plug_remap_tree (&c, cap->scan.body);
  resolve_clauses (cap, r, &c);
  DECL_SAVED_TREE (r->fndecl) = build_body (r, &c, &cap->scan, body);
  finish_function (r, r->n_places ? r->places[r->n_places - 1] : r->loc);
  return r;
}

/* What the region of ALL, in whose function sizes are variables, is for
   VERSION, for which alone there is OWN.  Null if the function has another
   value.  */
static struct plug_region *
version_of (struct capture *cap, const struct plug_region *all,
	    const struct plug_version *version, struct plug_region *own)
{
  hash_map<tree, tree> map;
  hash_set<tree> made;
  struct plug_region *r = XNEW (struct plug_region);
  *r = *all;
  r->size_text = own->size_text;
  r->own = own;
  r->params = XNEWVEC (struct plug_param, r->n_params + 1);
  for (int i = 0; i < r->n_params; i++)
    {
      r->params[i] = all->params[i];
      r->params[i].checked = false;
    }
  struct plug_remap c = { cap->scan.fndecl, r->fndecl, &map, &made,
			 NULL_TREE, &cap->scan.members };
  map_inputs (&c, r, &cap->scan, version);
  for (int i = 0; i < r->n_params; i++)
    {
      const struct plug_param *p = &all->params[i];
      r->params[i].variable = r->params[i].checked && !p->checked;
      if (p->checked && p->expected != r->params[i].expected)
	return NULL;
    }
  return r;
}

static void
make_site (struct capture *cap, int n_args)
{
  char *symbol = xasprintf ("%s.site", cap->symbol);
  cap->site = plug_dispatch_variable (symbol, cap->name, cap->binding->loc,
				  n_args);
  free (symbol);
}

/* The region stays as it is, bracketed for the statistics if possible.  */
static void
refuse_region (struct capture *cap)
{
  struct plug_region *r = new_region (cap);
  const char *reason = plug_text_at (r, cap->scan.reason_loc,
				     cap->scan.reason);
  int line = plug_line (r, cap->scan.reason_loc);
  r->size_text = "";
  r->schedule = pram_schedule_choice_find ("serial");
  plug_note_serial (r, cap->scan.reason_loc, reason);
  plug_report_serial (r, reason, line, NULL);
  if (cap->scan.fixed)
    return;
  make_site (cap, 0);
  r->site = cap->site;
  emit_serial (r, reason, line);
  *cap->binding->place = plug_dispatch_serial (cap->site, r->loc,
					   cap->binding->body);
}

/* Refuse the region and leave it alone altogether.  */
static void
refuse_untouched (struct capture *cap, const char *reason)
{
  cap->scan.fixed = true;
  if (!cap->scan.reason)
    {
      cap->scan.reason = reason;
      cap->scan.reason_loc = cap->binding->loc;
    }
}

/* Find out what the region of B, number NUMBER of the function FNDECL, takes
   from outside.  COPY: its number among those of that number.  */
static struct capture *
scan_region (tree fndecl, struct plug_binding *b, int number, int copy)
{
  struct capture *cap = new capture;
  const char *function = IDENTIFIER_POINTER (DECL_NAME (fndecl));
  cap->binding = b;
  cap->site = NULL_TREE;
  const char *same = b->same ? b->same : "";
  cap->name = b->pragma->name ? xasprintf ("%s%s", b->pragma->name, same)
	      : xasprintf ("%s.%d%s", function, number, same);
  cap->symbol = (copy ? xasprintf ("%s.pram.%d.same.%d", function, number, copy)
		 : xasprintf ("%s.pram.%d", function, number));
  plug_leave_later (b, fndecl);
  plug_find_free_variables (&cap->scan, fndecl, b->body);
  if (b->omp)
    refuse_untouched (cap, "it stands within an OpenMP construct; "
		      "take it out of that");
  if (decl_function_context (fndecl))
    refuse_untouched (cap, "it stands in a nested function");
  return cap;
}

/* Capture the region for all sizes.  VERSION: those that the user named, null
   if none; OWN is the region for these.  */
static void
capture_any (struct capture *cap, const struct plug_version *version,
	     struct plug_region *own)
{
  struct plug_region *all = capture_version (cap, NULL, cap->symbol);
  struct plug_region *named
    = version ? version_of (cap, all, version, own) : NULL;
  all->any_size = true;
  all->other_sizes = version;
  if (own)
    own->others = all;
  if (named)
    all->params = named->params;
}

/* R is for one size of several: what a variable always is is no size.  */
static bool
sized_p (const struct plug_region *r)
{
  for (int i = 0; i < r->n_params; i++)
    {
      const struct plug_param *p = &r->params[i];
      if (!p->checked || !DECL_P (p->var))
	continue;		/* a copy of a size, in a type */
      tree only = plug_only_value (r->function, p->var);
      if (!only || (HOST_WIDE_INT) TREE_INT_CST_LOW (only) != p->expected)
	return true;
    }
  return false;
}

/* Capture the region for each of the versions FIRST …  Functions are compiled
   in the order in which they are captured: for several sizes first that for
   all of them, for one size first that for which it is a constant.  */
static void
capture_all (struct capture *cap, const struct plug_version *first)
{
  struct plug_region *all = NULL;
  int n = 0;
  if (!first)
    {
      capture_any (cap, NULL, NULL);
      return;
    }
  if (first->next)
    all = capture_version (cap, NULL, cap->symbol);
  for (const struct plug_version *v = first; v; v = v->next)
    {
      char *symbol = xasprintf ("%s.%d", cap->symbol, n++);
      struct plug_region *own = capture_version (cap, v, symbol);
      struct plug_region *r = all ? version_of (cap, all, v, own) : NULL;
      if (r)
	{
	  all->versions = XRESIZEVEC (struct plug_region *, all->versions, n);
	  all->versions[all->n_versions++] = r;
	}
      free (symbol);
      if (!all && sized_p (own))
	capture_any (cap, v, own);
    }
}

static void
capture_versions (struct capture *cap)
{
  struct plug_binding *b = cap->binding;
  if (!b->pragma->versions)
    {
      b->pragma->versions = versions_from_arguments (cap);
      if (!first_open)
	first_open = b->loc;
    }
  make_site (cap, cap->scan.outer.length ());
  capture_all (cap, b->pragma->versions);
  *b->place = plug_dispatch_statement (cap->site, b->loc, b->body,
				   cap->scan.outer);
}

/* Every pragma must have found its statement.  */
static void
check_bound (void)
{
  for (struct plug_pragma *p = plug_pragmas; p; p = p->next)
    if (!p->bound)
      error_at (p->loc, "%<#pragma pram%> applies to no statement here");
}

/* Capture the regions of FNDECL and of the functions nested in it.  */
static void
capture_function (tree fndecl)
{
  struct plug_binding *bindings = plug_bind (&DECL_SAVED_TREE (fndecl));
  auto_vec<struct capture *> captures;
  int n = 0, copy = 0;
  if (bindings)
    plug_part_pointers_rewrite (fndecl);
  for (struct plug_binding *b = bindings; b; b = b->next)
    {
      plug_same_pointers_rewrite (fndecl, b);
      plug_pardo_rewrite (fndecl, b);
      plug_planes_rewrite (fndecl, b);
      plug_structure_copies_rewrite (b);
    }
  /* All of them first: what takes a region's place names variables whose values
     it doesn't want.  */
  for (struct plug_binding *b = bindings; b; b = b->next)
    {
      n += !b->same;
      copy = b->same ? copy + 1 : 0;
      captures.safe_push (scan_region (fndecl, b, n, copy));
    }
  for (struct capture *cap : captures)
    {
      if (seen_error ())
	;
      else if (cap->scan.reason)
	refuse_region (cap);
      else if (check_sizes (cap))
	capture_versions (cap);
      free (cap->symbol);
      delete cap;
    }
  for (struct plug_binding *b = bindings; b; b = b->next)
    plug_pardo_declare (b);
  plug_bindings_free (bindings);
  cgraph_node *node = cgraph_node::get (fndecl);
  for (node = node ? first_nested_function (node) : NULL; node;
       node = next_nested_function (node))
    capture_function (node->decl);
}

void
plug_capture_start (plug_serial_fn *emit)
{
  emit_serial = emit;
}

void
plug_capture_function (tree fndecl)
{
  capture_function (fndecl);
  check_bound ();
  plug_pragmas = NULL;
}

/* Only a note: a program's units are compiled with the same flags.  */
void
plug_capture_finish (void *, void *)
{
  if (!first_open || seen_error () || inhibit_warnings)
    return;
  for (int i = 0; i < plug_args.n_sizes; i++)
    if (!plug_args.sizes[i].used)
      inform (first_open, "pram: %<-fplugin-arg-pram-size=%s:%ld%> is not "
	      "used: no region of this file that has no size clause reads an "
	      "integer %qs", plug_args.sizes[i].name,
	      (long) plug_args.sizes[i].value, plug_args.sizes[i].name);
}
