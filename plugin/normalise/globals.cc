/* globals.cc: global variables, and members of structures, that helpers use; the
   region's own arrays.

   SPDX-License-Identifier: GPL-3.0-or-later

   The region gets what it takes from outside as parameters.  A helper that was
   inlined still names the global variables themselves: here they become the
   parameters that stand for them (free-variables.cc has seen to it that there
   are such).

   Likewise a helper to which a structure was passed names the members of that:
   `g_5(D)->nx', where g_5(D) is the region's parameter, becomes the parameter
   for g->nx (members.cc has seen to it that there is one, and that nothing else
   is done with the structure).  And one that names a structure of file scope, or a
   pointer to one.

   Requires: SSA, helpers inlined.  Provides: SSA.  */

#include "pram-gcc.h"
#include "region.h"
#include "front/free-variables.h"
#include "read/extract.h"

/* The walk over statements.  */
struct globals_walk
{
  struct plug_region *region;
  bool changed;			/* this statement */
};

/* What P, or both parts of it, stand for.  */
static tree
variable_of (const struct plug_param *p)
{
  return p->complex ? p->complex : p->var;
}

/* The parameter for the variable VAR, a global one or scratch, or null.  What free-variables.cc
   did not see stays, and is refused.  */
static struct plug_param *
param_of (struct plug_region *r, tree var)
{
  for (int p = 0; VAR_P (var) && p < r->n_params; p++)
    if (variable_of (&r->params[p]) == var && !r->params[p].guard
	&& (r->params[p].in_helper || r->params[p].scratch))
      return &r->params[p];
  return NULL;
}

/* The value of P's parameter.  */
static tree
value_of (struct plug_param *p)
{
  return get_or_create_ssa_default_def (cfun, p->parm);
}

static bool
aggregate_p (struct plug_param *p)
{
  return AGGREGATE_TYPE_P (TREE_TYPE (p->var));
}

/* What stands for the array that P is.  */
static tree
object_of (struct plug_param *p)
{
  tree pointer = value_of (p);
  return build2 (MEM_REF, TREE_TYPE (p->var), pointer,
		 build_int_cst (build_pointer_type (TREE_TYPE (p->var)), 0));
}

/* What stands for the scalar that P is: a value, or the local variable, which
   is in memory for that purpose (capture.cc).  */
static tree
scalar_of (struct plug_param *p)
{
  if (p->whole || p->local)
    return p->whole ? p->whole : p->local;
  return (p->checked && !p->variable
	  ? build_int_cst (TREE_TYPE (p->var), p->expected) : value_of (p));
}

static tree
stand_in (struct plug_param *p)
{
  return aggregate_p (p) ? object_of (p) : scalar_of (p);
}

/* --- Members -------------------------------------------------------------- */

/* The name that NAME is a copy of.  */
static tree
source_of (tree name)
{
  while (TREE_CODE (name) == SSA_NAME && !SSA_NAME_IS_DEFAULT_DEF (name)
	 && gimple_assign_ssa_name_copy_p (SSA_NAME_DEF_STMT (name)))
    name = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (name));
  return name;
}

/* The variable that is, or points to, the structure in which REF lies, as a helper
   names it, and where REF lies in that; or null.  */
static tree
structure_of (struct plug_region *r, tree ref, HOST_WIDE_INT *offset)
{
  poly_int64 at, fixed;
  tree base = get_addr_base_and_unit_offset (ref, &at);
  if (base && VAR_P (base) && is_global_var (base))
    return at.is_constant (offset) ? base : NULL_TREE;
  if (!base || TREE_CODE (base) != MEM_REF
      || !mem_ref_offset (base).to_shwi (&fixed)
      || !(at + fixed).is_constant (offset))
    return NULL_TREE;
  tree name = source_of (TREE_OPERAND (base, 0));
  gassign *def = (TREE_CODE (name) == SSA_NAME
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (name)) : NULL);
  HOST_WIDE_INT more = *offset;
  if (def && gimple_assign_rhs_code (def) == ADDR_EXPR)
    {
      tree object = TREE_OPERAND (gimple_assign_rhs1 (def), 0);
      tree structure = structure_of (r, object, offset);
      *offset += more;
      return structure;
    }
  if (def && gimple_assign_load_p (def) && VAR_P (gimple_assign_rhs1 (def)))
    return gimple_assign_rhs1 (def);
  for (int p = 0; TREE_CODE (name) == SSA_NAME && p < r->n_params; p++)
    if (SSA_NAME_VAR (name) == r->params[p].parm
	&& SSA_NAME_IS_DEFAULT_DEF (name))
      return r->params[p].var;
  return NULL_TREE;
}

/* P stands for a member of STRUCTURE that helpers use.  */
static bool
reached_p (struct plug_param *p, tree structure)
{
  return (p->member && p->in_helper && !p->guard
	  && plug_member_root (p->member) == structure);
}

/* … at OFFSET.  */
static bool
member_at_p (struct plug_param *p, tree structure, HOST_WIDE_INT offset)
{
  poly_int64 at;
  return (reached_p (p, structure)
	  && get_addr_base_and_unit_offset (p->member, &at)
	  && known_eq (at, offset));
}

/* What stands for REF, a member that a helper names, or null.  */
static tree
member_for (struct plug_region *r, tree ref)
{
  HOST_WIDE_INT offset;
  tree structure = structure_of (r, ref, &offset);
  for (int p = 0; structure && p < r->n_params; p++)
    if (member_at_p (&r->params[p], structure, offset)
	&& types_compatible_p (TREE_TYPE (ref), TREE_TYPE (variable_of (&r->params[p]))))
      return stand_in (&r->params[p]);
  return NULL_TREE;
}

/* STMT gives VAR, the parameter of a helper, the value of a structure that
   helpers use by its members: such structures don't change.  */
static bool
passes_structure_p (struct plug_region *r, gimple *stmt, tree *var)
{
  HOST_WIDE_INT offset;
  if (!gimple_assign_single_p (stmt) || gimple_clobber_p (stmt)
      || TREE_CODE (TREE_TYPE (gimple_assign_lhs (stmt))) != RECORD_TYPE)
    return false;
  *var = gimple_assign_lhs (stmt);
  tree structure
    = (VAR_P (*var) && auto_var_in_fn_p (*var, current_function_decl)
       ? structure_of (r, gimple_assign_rhs1 (stmt), &offset) : NULL_TREE);
  for (int p = 0; structure && p < r->n_params; p++)
    if (reached_p (&r->params[p], structure))
      return true;
  return false;
}

/* A variable and what stands for it.  */
struct substitution
{
  tree var, value;
};

static tree
substitute (tree *tp, int *walk_subtrees, void *data)
{
  struct walk_stmt_info *wi = (struct walk_stmt_info *) data;
  struct substitution *s = (struct substitution *) wi->info;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (*tp != s->var)
    return NULL_TREE;
  *tp = unshare_expr (s->value);
  *walk_subtrees = 0;
  wi->changed = true;
  return NULL_TREE;
}

/* Let all statements use VALUE instead of VAR, which is only set to that.  */
static void
replace_copy (tree var, tree value)
{
  struct substitution s = { var, value };
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);)
      {
	gimple *stmt = gsi_stmt (i);
	struct walk_stmt_info wi;
	memset (&wi, 0, sizeof wi);
	wi.info = &s;
	if (gimple_assign_single_p (stmt) && gimple_assign_lhs (stmt) == var)
	  {
	    unlink_stmt_vdef (stmt);
	    gsi_remove (&i, true);
	    continue;
	  }
	walk_gimple_op (stmt, substitute, &wi);
	if (wi.changed)
	  update_stmt (stmt);
	gsi_next (&i);
      }
}

/* Use structures where they come from, not the copies that helpers get.  */
static void
replace_copies (struct plug_region *r)
{
  auto_vec<struct substitution> copies;
  basic_block bb;
  tree var;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      if (passes_structure_p (r, gsi_stmt (i), &var))
	copies.safe_push ({ var, gimple_assign_rhs1 (gsi_stmt (i)) });
  for (unsigned c = 0; c < copies.length (); c++)
    replace_copy (copies[c].var, copies[c].value);
}

/* --- All ------------------------------------------------------------------ */

/* Replace global variables and members in the operand *TP.  */
static tree
replace_variable (tree *tp, int *walk_subtrees, void *data)
{
  struct globals_walk *w
    = (struct globals_walk *) ((struct walk_stmt_info *) data)->info;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  struct plug_param *p = VAR_P (*tp) ? param_of (w->region, *tp) : NULL;
  tree to = (p ? stand_in (p)
	     : TREE_CODE (*tp) == COMPONENT_REF || TREE_CODE (*tp) == ARRAY_REF
	       || TREE_CODE (*tp) == MEM_REF
	     ? member_for (w->region, *tp)
	     : NULL_TREE);
  if (!to)
    return NULL_TREE;
  *tp = to;
  *walk_subtrees = 0;
  w->changed = true;
  return NULL_TREE;
}

/* A name for ADDRESS, a constant address in an array that is a parameter, or
   null.  Addresses of scalars stay: they can't be passed on.  */
static tree
name_address (struct plug_region *r, tree address)
{
  tree base = get_base_address (TREE_OPERAND (address, 0));
  struct plug_param *p = base && VAR_P (base) ? param_of (r, base) : NULL;
  if (!p || !aggregate_p (p))
    return NULL_TREE;
  tree copy = unshare_expr (address);
  tree *place = &TREE_OPERAND (copy, 0);
  while (handled_component_p (*place))
    place = &TREE_OPERAND (*place, 0);
  if (*place != p->var)
    return NULL_TREE;
  *place = object_of (p);
  recompute_tree_invariant_for_addr_expr (copy);
  tree name = make_ssa_name (TREE_TYPE (address));
  gsi_insert_on_edge_immediate
    (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)),
     gimple_build_assign (name, copy));
  return name;
}

/* Replace constant addresses in the operand *TP.  */
static tree
replace_address (tree *tp, int *walk_subtrees, void *data)
{
  struct globals_walk *w
    = (struct globals_walk *) ((struct walk_stmt_info *) data)->info;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (TREE_CODE (*tp) != ADDR_EXPR || !is_gimple_min_invariant (*tp))
    return NULL_TREE;
  *walk_subtrees = 0;
  if (tree name = name_address (w->region, *tp))
    {
      *tp = name;
      w->changed = true;
    }
  return NULL_TREE;
}

static void
replace_in_phi (struct globals_walk *w, gphi *phi)
{
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      tree value = gimple_phi_arg_def (phi, i);
      tree name = (TREE_CODE (value) == ADDR_EXPR
		   ? name_address (w->region, value) : NULL_TREE);
      if (name)
	SET_PHI_ARG_DEF (phi, i, name);
    }
}

static void
replace_in_statement (struct globals_walk *w, gimple *stmt)
{
  struct walk_stmt_info wi;
  memset (&wi, 0, sizeof wi);
  wi.info = w;
  w->changed = false;
  walk_gimple_op (stmt, replace_address, &wi);
  memset (&wi, 0, sizeof wi);
  wi.info = w;
  walk_gimple_op (stmt, replace_variable, &wi);
  if (w->changed)
    update_stmt (stmt);
}

/* Remove loads of variables of which nobody uses the value any more, as of pointers of
   file scope if what they lead to has parameters.  */
static void
remove_loads (void)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      {
	gimple *stmt = gsi_stmt (gsi);
	if (gimple_assign_load_p (stmt) && VAR_P (gimple_assign_rhs1 (stmt))
	    && !gimple_has_volatile_ops (stmt)
	    && TREE_CODE (gimple_assign_lhs (stmt)) == SSA_NAME
	    && has_zero_uses (gimple_assign_lhs (stmt)))
	  {
	    gsi_remove (&gsi, true);
	    release_defs (stmt);
	  }
	else
	  gsi_next (&gsi);
      }
}

void
plug_replace_globals (struct plug_region *r)
{
  struct globals_walk w = { r, false };
  basic_block bb;
  replace_copies (r);
  FOR_EACH_BB_FN (bb, cfun)
    {
      for (gphi_iterator gsi = gsi_start_phis (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	replace_in_phi (&w, gsi.phi ());
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	if (!is_gimple_debug (gsi_stmt (gsi)))
	  replace_in_statement (&w, gsi_stmt (gsi));
    }
  remove_loads ();
  update_ssa (TODO_update_ssa_only_virtuals);
}
