/* globals.cc: global variables that helpers use.

   SPDX-License-Identifier: GPL-3.0-or-later

   The region gets what it takes from outside as parameters.  A helper that was
   inlined still names the global variables themselves: here they become the
   parameters that stand for them (scan.cc has seen to it that there are
   such).

   Requires: SSA, helpers inlined.  Provides: SSA.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* The walk over statements.  */
struct globals_walk
{
  struct plug_region *region;
  bool changed;			/* this statement */
};

/* The parameter for the global variable VAR, or null.  What scan.cc did not
   see, because the helper is defined after the region, stays, and is
   refused.  */
static struct plug_param *
param_of (struct plug_region *r, tree var)
{
  if (VAR_P (var) && is_global_var (var))
    for (int p = 0; p < r->n_params; p++)
      if (r->params[p].var == var && !r->params[p].guard
	  && r->params[p].in_helper)
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
  if (p->local)
    return p->local;
  return (p->checked && !p->variable
	  ? build_int_cst (TREE_TYPE (p->var), p->expected) : value_of (p));
}

/* Replace global variables in the operand *TP.  */
static tree
replace_variable (tree *tp, int *walk_subtrees, void *data)
{
  struct globals_walk *w
    = (struct globals_walk *) ((struct walk_stmt_info *) data)->info;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  struct plug_param *p = VAR_P (*tp) ? param_of (w->region, *tp) : NULL;
  if (!p)
    return NULL_TREE;
  *tp = aggregate_p (p) ? object_of (p) : scalar_of (p);
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

void
plug_replace_globals (struct plug_region *r)
{
  struct globals_walk w = { r, false };
  basic_block bb;
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
  update_ssa (TODO_update_ssa_only_virtuals);
}
