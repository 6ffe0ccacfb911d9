/* emit-ahead.cc: layers whose next run may be made ahead of its call.

   SPDX-License-Identifier: GPL-3.0-or-later

   A layer that is alone in a loop of the driver may be run two times in one
   sweep (runtime/ahead.c), if the driver knows beforehand what the next run
   gets: pointers that are swapped, an iterator, values from before the loop.
   In a counted loop the next run is certain.  In a convergence loop it is a
   guess, which must do no harm: it writes only arrays that local(…) gives
   away, and cannot trap.

   Example:  do { v = f (u); t = u; u = v; v = t; } while (…)  with local(v):
   the next run writes what is u now, and the loop would end with v there.  */

#include "pram-gcc.h"
#include "emit.h"
#include "read/extract.h"

static basic_block
block_of (const struct plug_layer *l)
{
  return l->loop ? l->loop->header : gimple_bb (l->stmt);
}

/* The loop of the driver that layer L is in, and its node in *NODE.  */
static class loop *
driver_loop (const struct plug_layer *l, const struct pram_node **node)
{
  *node = pram_node_loop (l->plan->node);
  return plug_node_loop (*node);
}

/* What NAME is a copy of.  */
static tree
original (tree name)
{
  while (TREE_CODE (name) == SSA_NAME
	 && gimple_assign_single_p (SSA_NAME_DEF_STMT (name)))
    {
      tree from = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (name));
      if (TREE_CODE (from) != SSA_NAME)
	break;
      name = from;
    }
  return name;
}

/* What PHI will be in the next iteration of LOOP.  */
static tree
value_on_latch (class loop *loop, gphi *phi)
{
  return original (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop)));
}

/* The PHI in LOOP's header that defines NAME, or null.  */
static gphi *
header_phi (class loop *loop, tree name)
{
  gphi *phi = (TREE_CODE (name) == SSA_NAME
	       ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (name)) : NULL);
  return phi && gimple_bb (phi) == loop->header ? phi : NULL;
}

static bool
invariant_p (class loop *loop, tree name)
{
  basic_block bb = (TREE_CODE (name) == SSA_NAME
		    ? gimple_bb (SSA_NAME_DEF_STMT (name)) : NULL);
  return !bb || !flow_bb_inside_loop_p (loop, bb);
}

/* What NAME will be in the next iteration of LOOP, as an expression of the
   driver C; null if that isn't known yet where L is called.  If C is null the
   result only says whether it is known.  */
static tree
next_value (struct plug_clone *c, const struct plug_layer *l,
	    class loop *loop, tree name)
{
  tree step;
  name = original (name);
  if (invariant_p (loop, name))
    return c ? plug_clone_expr (c, name) : name;
  gphi *phi = l->loop ? header_phi (l->loop, name) : NULL;
  if (phi)
    return next_value (c, l, loop, PHI_ARG_DEF_FROM_EDGE
		       (phi, loop_preheader_edge (l->loop)));
  phi = header_phi (loop, name);
  if (!phi)
    return NULL_TREE;
  tree next = value_on_latch (loop, phi);
  if (invariant_p (loop, next) || header_phi (loop, next))
    return c ? plug_clone_expr (c, next) : next;
  if (!INTEGRAL_TYPE_P (TREE_TYPE (name)) || !plug_iv_p (loop, phi, &step))
    return NULL_TREE;
  tree type = unsigned_type_for (TREE_TYPE (name));
  return c ? fold_convert (TREE_TYPE (name),
			   fold_build2 (PLUS_EXPR, type,
					fold_convert (type, plug_clone_name
						      (c, name)),
					fold_convert (type, plug_clone_expr
						      (c, step))))
	   : name;
}

static tree
base_of (const struct pram_access *access)
{
  return ((struct plug_access *) access->cookie)->base;
}

/* --- Guesses do no harm -------------------------------------------------- */

/* Is running L without need free of side effects other than what it writes to
   arrays?  Integer divisions may trap, and loops whose end data decide may
   never end.  */
static bool
safe_p (const struct plug_layer *l)
{
  bool safe = l->loop != NULL;
  int n = 0;
  basic_block *bbs = safe ? plug_loop_blocks (l->loop, &n) : NULL;
  for (int i = 0; i < n && safe; i++)
    {
      class loop *loop = bbs[i]->loop_father;
      safe = loop->header != bbs[i] || plug_counted_p (loop);
      for (gimple_stmt_iterator s = gsi_start_bb (bbs[i]);
	   !gsi_end_p (s) && safe; gsi_next (&s))
	{
	  gimple *stmt = gsi_stmt (s);
	  if (gimple_code (stmt) != GIMPLE_ASSIGN || !gimple_assign_rhs2 (stmt))
	    continue;
	  tree type = TREE_TYPE (gimple_assign_lhs (stmt));
	  safe = !(INTEGRAL_TYPE_P (type)
		   && operation_could_trap_p (gimple_assign_rhs_code (stmt),
					      false, TYPE_OVERFLOW_TRAPS (type),
					      gimple_assign_rhs2 (stmt)));
	}
    }
  free (bbs);
  return safe;
}

/* What VALUE, used behind LOOP, is when the loop is left by edge EXIT; null if
   that isn't known.  */
static tree
value_on_exit (class loop *loop, edge exit, tree value)
{
  while (TREE_CODE (value = original (value)) == SSA_NAME)
    {
      gphi *phi = dyn_cast <gphi *> (SSA_NAME_DEF_STMT (value));
      if (!phi || flow_bb_inside_loop_p (loop, gimple_bb (phi)))
	return value;
      edge from = NULL, e;
      edge_iterator i;
      FOR_EACH_EDGE (e, i, gimple_bb (phi)->preds)
	if (e == exit || (single_pred_p (exit->dest)
			  && dominated_by_p (CDI_DOMINATORS, e->src,
					     exit->dest)))
	  {
	    if (from)
	      return NULL_TREE;
	    from = e;
	  }
      if (!from)
	return NULL_TREE;
      value = PHI_ARG_DEF_FROM_EDGE (phi, from);
    }
  return value;
}

/* The value that the captured function leaves in the variable of parameter P,
   or null.  */
static tree
value_stored (const struct plug_param *p)
{
  tree stored = NULL_TREE;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator s = gsi_start_bb (bb); !gsi_end_p (s);
	 gsi_next (&s))
      {
	gimple *stmt = gsi_stmt (s);
	if (!gimple_assign_single_p (stmt))
	  continue;
	tree lhs = gimple_assign_lhs (stmt);
	if (TREE_CODE (lhs) != MEM_REF
	    || TREE_CODE (TREE_OPERAND (lhs, 0)) != SSA_NAME
	    || SSA_NAME_VAR (TREE_OPERAND (lhs, 0)) != p->parm)
	  continue;
	if (stored)
	  return NULL_TREE;
	stored = gimple_assign_rhs1 (stmt);
      }
  return stored;
}

/* The variable that points to the array BASE if LOOP ends by EXIT; null if
   there isn't just one.  */
static const struct plug_param *
holder (struct plug_emission *e, class loop *loop, edge exit, tree base)
{
  const struct plug_param *found = NULL;
  for (int i = 0; i < e->region->n_params; i++)
    {
      const struct plug_param *p = &e->region->params[i];
      if (p->kind != PRAM_ARG_ARRAY_INOUT)
	continue;
      tree value = value_stored (p);
      value = value ? value_on_exit (loop, exit, value) : NULL_TREE;
      if (!value || (value == base && found))
	return NULL;
      if (value == base)
	found = p;
    }
  return found;
}

/* Is the array that L writes in the next run, ACCESS, given away however LOOP
   ends?  If it would be with one variable more in local(…), that is
   *NEEDED.  */
static bool
given_away_p (struct plug_emission *e, const struct plug_layer *l,
	      class loop *loop, const struct pram_access *access,
	      const struct plug_param **needed)
{
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  tree base = original (base_of (access));
  gphi *phi = header_phi (loop, base);
  if (!phi)
    return false;
  tree next = value_on_latch (loop, phi);
  for (edge exit : exits)
    {
      bool before = dominated_by_p (CDI_DOMINATORS, block_of (l), exit->src);
      if (!before && !dominated_by_p (CDI_DOMINATORS, exit->src, block_of (l)))
	return false;
      const struct plug_param *p = holder (e, loop, exit, before ? base : next);
      if (!p || (*needed && *needed != p))
	return false;
      if (!p->unneeded)
	*needed = p;
    }
  return true;
}

/* May L be run once more than the program does, whenever LOOP ends?  NODE is
   the loop's.  */
static bool
harmless_p (struct plug_emission *e, const struct plug_layer *l,
	    class loop *loop, const struct pram_node *node)
{
  const struct plug_param *needed = NULL;
  auto_vec<const struct pram_access *> all;
  if (!l->plan->last || pram_node_loop (node) || !safe_p (l))
    return false;
  plug_collect_accesses (l->plan->node, &all);
  for (const struct pram_access *access : all)
    if (access->write && !given_away_p (e, l, loop, access, &needed))
      return false;
  if (needed)
    pram_diag_report (e->diag, PRAM_NOTE, e->prog->line,
		      "two iterations could run in one sweep if the array that "
		      "'%s' points to after the loop were not needed: then "
		      "name it in local(%s)", needed->name, needed->name);
  return !needed;
}

/* --- The call ------------------------------------------------------------ */

bool
plug_ahead_p (struct plug_emission *e, const struct plug_layer *l)
{
  const struct pram_node *node;
  class loop *loop = driver_loop (l, &node);
  if (l->plan->ahead_up < 0 || !loop || l->level
      || (l->loop && plug_effect_in (l->loop)))
    return false;
  for (const struct plug_field &f : l->fields)
    if (!next_value (NULL, l, loop, f.name))
      return false;
  auto_vec<const struct pram_access *> all;
  plug_collect_accesses (l->plan->node, &all);
  for (const struct pram_access *access : all)
    if (!next_value (NULL, l, loop, base_of (access)))
      return false;
  return plug_counted_p (loop) || harmless_p (e, l, loop, node);
}

tree
plug_ahead_value (struct plug_clone *c, const struct plug_layer *l, tree name)
{
  const struct pram_node *node;
  return next_value (c, l, driver_loop (l, &node), name);
}

/* Whether there is a next run: an enum pram_ahead.  COUNT: how often the body
   of the loop has begun.  */
tree
plug_ahead_hint (struct plug_clone *c, const struct plug_layer *l, tree count)
{
  const struct pram_node *node;
  class loop *loop = driver_loop (l, &node);
  tree i64 = long_long_integer_type_node, type = integer_type_node;
  tree n = plug_count_iterations (c, loop, i64);
  if (!n)
    return build_int_cst (type, PRAM_AHEAD_UNSURE);
  return fold_build3 (COND_EXPR, type,
		      fold_build2 (LT_EXPR, boolean_type_node, count, n),
		      build_int_cst (type, PRAM_AHEAD_CERTAIN),
		      build_int_cst (type, PRAM_AHEAD_NO));
}
