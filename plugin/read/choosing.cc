/* choosing.cc: the loops on which a place depends.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (t) for (v) for (k = start[v]; k < start[v + 1]; k++) x[to[k]] = …

   Where x is written depends on k, and what k starts from on v, but nothing on t.  Nor
   on a loop of which nothing is used but the range of another one:

     for (c) for (k = first[c]; k < first[c + 1]; k++) x[to[k]] = …  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"
#include "choosing.h"
#include "places.h"

/* The loops in the headers of which there is something that NAME is computed from.  */
static void
find_loops (tree name, hash_set<tree> *visited, hash_set<class loop *> *loops)
{
  if (TREE_CODE (name) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (name)
      || visited->add (name))
    return;
  gimple *def = SSA_NAME_DEF_STMT (name);
  gphi *phi = dyn_cast <gphi *> (def);
  class loop *loop = gimple_bb (def)->loop_father;
  if (phi && loop->header == gimple_bb (def))
    loops->add (loop);
  for (unsigned i = 0; phi && i < gimple_phi_num_args (phi); i++)
    find_loops (gimple_phi_arg_def (phi, i), visited, loops);
  ssa_op_iter iter;
  tree use;
  if (!phi)
    FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
      find_loops (use, visited, loops);
}

/* What a walk over a reference collects.  */
struct found
{
  hash_set<tree> visited;
  hash_set<class loop *> loops;
};

static tree
visit (tree *tp, int *, void *data)
{
  struct found *f = (struct found *) data;
  if (TREE_CODE (*tp) == SSA_NAME)
    find_loops (*tp, &f->visited, &f->loops);
  return NULL_TREE;
}

/* USE, of what a loop around INNER computes, says from where to where that runs, and
   nothing else; or it isn't in INNER.  */
static bool
tells_range_p (class loop *inner, gimple *use, hash_set<gimple *> *visited)
{
  basic_block bb = gimple_bb (use);
  if (visited->add (use) || is_gimple_debug (use)
      || !flow_bb_inside_loop_p (inner, bb))
    return true;
  if (gimple_code (use) == GIMPLE_COND)
    return loop_exits_from_bb_p (inner, bb);
  if (gimple_code (use) == GIMPLE_PHI)
    return bb == inner->header;
  tree name = gimple_get_lhs (use);
  if (!is_gimple_assign (use) || TREE_CODE (name) != SSA_NAME)
    return false;
  imm_use_iterator iter;
  use_operand_p operand;
  FOR_EACH_IMM_USE_FAST (operand, iter, name)
    if (!tells_range_p (inner, USE_STMT (operand), visited))
      return false;
  return true;
}

/* INNER uses NAME, defined around it, for its range alone.  */
static bool
range_only_p (class loop *inner, tree name)
{
  hash_set<gimple *> visited;
  imm_use_iterator iter;
  use_operand_p operand;
  FOR_EACH_IMM_USE_FAST (operand, iter, name)
    if (!tells_range_p (inner, USE_STMT (operand), &visited))
      return false;
  return true;
}

/* NAME, of what the loop around INNER computes, comes to INNER or to a test of that
   loop's; it isn't for a sum, say.  */
static bool
matters_p (class loop *inner, tree name, hash_set<tree> *visited)
{
  imm_use_iterator iter;
  use_operand_p operand;
  if (visited->add (name))
    return false;
  FOR_EACH_IMM_USE_FAST (operand, iter, name)
    {
      gimple *use = USE_STMT (operand);
      tree result = gimple_get_lhs (use);
      if (is_gimple_debug (use)
	  || !flow_bb_inside_loop_p (loop_outer (inner), gimple_bb (use)))
	continue;
      if (flow_bb_inside_loop_p (inner, gimple_bb (use))
	  || gimple_code (use) == GIMPLE_COND
	  || (result && TREE_CODE (result) == SSA_NAME
	      && matters_p (inner, result, visited)))
	return true;
    }
  return false;
}

/* NAME, of what the loop around INNER computes, is for INNER's range alone.  */
static bool
for_range_p (class loop *inner, tree name)
{
  hash_set<tree> visited;
  return (range_only_p (inner, name)
	  && (has_zero_uses (name) || matters_p (inner, name, &visited)));
}

/* Nothing is done in BB, around INNER, but finding ranges for that.  */
static bool
finds_ranges_p (class loop *inner, basic_block bb)
{
  for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
    if (!virtual_operand_p (gimple_phi_result (i.phi ()))
	&& !for_range_p (inner, gimple_phi_result (i.phi ())))
      return false;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
       gsi_next (&i))
    {
      gimple *stmt = gsi_stmt (i);
      tree name = gimple_get_lhs (stmt);
      if (gimple_vdef (stmt)
	  || (name && !for_range_p (inner, name)))
	return false;
    }
  return true;
}

bool
plug_stages_p (class loop *loop)
{
  class loop *inner = loop->inner;
  bool only = inner && !inner->next;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; only && i < loop->num_nodes; i++)
    only = (flow_bb_inside_loop_p (inner, body[i])
	    || finds_ranges_p (inner, body[i]));
  free (body);
  return only;
}

bool
plug_place_in_p (tree ref, class loop *loop)
{
  struct found f;
  walk_tree (&ref, visit, &f, NULL);
  return f.loops.contains (loop);
}

int
plug_choosing_loops (struct plug_extract *x, gimple *stmt, tree ref)
{
  struct found f;
  walk_tree (&ref, visit, &f, NULL);
  int n = 0, most = 0;
  for (class loop *loop = gimple_bb (stmt)->loop_father;
       loop_outer (loop) && !plug_level_p (x, loop); loop = loop_outer (loop))
    {
      n++;
      if (f.loops.contains (loop) && !plug_stages_p (loop))
	most = n;
    }
  return most;
}

/* For walk_tree: the name DATA.  */
static tree
find_name (tree *tp, int *walk_subtrees, void *data)
{
  *walk_subtrees = !TYPE_P (*tp);
  return *tp == data ? *tp : NULL_TREE;
}

/* USE takes NAME for where it accesses memory, or whether a loop ends, or divides by it.  */
static bool
steered_p (gimple *use, tree name)
{
  tree refs[2];
  plug_references (use, &refs[0], &refs[1]);
  for (tree &ref : refs)
    if (ref && walk_tree (&ref, find_name, name, NULL))
      return true;
  if (is_ctrl_stmt (use))
    return loop_exits_from_bb_p (gimple_bb (use)->loop_father, gimple_bb (use));
  enum tree_code code = is_gimple_assign (use) ? gimple_assign_rhs_code (use) : ERROR_MARK;
  return ((code == TRUNC_DIV_EXPR || code == TRUNC_MOD_EXPR)
	  && gimple_assign_rhs2 (use) == name);
}

/* NAME, or what is computed from it, is taken so.  VISITED: what has been looked at.  */
static bool
steers_p (tree name, hash_set<tree> *visited)
{
  imm_use_iterator iter;
  use_operand_p operand;
  if (visited->add (name))
    return false;
  FOR_EACH_IMM_USE_FAST (operand, iter, name)
    {
      gimple *use = USE_STMT (operand);
      tree result = gimple_get_lhs (use);
      if (!is_gimple_debug (use)
	  && (steered_p (use, name)
	      || (result && TREE_CODE (result) == SSA_NAME && steers_p (result, visited))))
	return true;
    }
  return false;
}

bool
plug_steers_p (tree name)
{
  hash_set<tree> visited;
  return steers_p (name, &visited);
}

/* What LOAD gets is taken so: it had better be right.  */
static bool
steering_p (gimple *load)
{
  tree name = gimple_assign_load_p (load) ? gimple_assign_lhs (load) : NULL_TREE;
  return name && TREE_CODE (name) == SSA_NAME && plug_steers_p (name);
}

/* A comes before B in an iteration of LOOP, in which both are, or is in a loop there that
   does.  */
static bool
before_p (gimple *a, gimple *b, class loop *loop)
{
  basic_block from = gimple_bb (a), to = gimple_bb (b);
  if (from == to)
    for (gimple_stmt_iterator i = gsi_for_stmt (b); !gsi_end_p (i); gsi_prev (&i))
      if (gsi_stmt (i) == a)
	return true;
  hash_set<basic_block> seen;
  auto_vec<basic_block> work;
  for (work.safe_push (from); !work.is_empty ();)
    {
      edge e;
      edge_iterator i;
      FOR_EACH_EDGE (e, i, work.pop ()->succs)
	{
	  if (e->dest == to && to != loop->header)
	    return true;
	  if (e->dest != loop->header && flow_bb_inside_loop_p (loop, e->dest)
	      && !seen.add (e->dest))
	    work.safe_push (e->dest);
	}
    }
  return false;
}

/* LOOP is one of those that choose the place of REF in STMT, or inside.  */
static bool
chosen_in_p (struct plug_extract *x, gimple *stmt, tree ref, class loop *loop)
{
  class loop *own = gimple_bb (stmt)->loop_father;
  for (int n = plug_choosing_loops (x, stmt, ref); n > 0; n--, own = loop_outer (own))
    if (own == loop)
      return true;
  return false;
}

/* STORE and then LOAD are done in the same iteration of a loop that chooses what is
   accessed.  */
static bool
filled_first_p (struct plug_extract *x, gimple *store, gimple *load)
{
  tree refs[2], none;
  plug_references (store, &none, &refs[0]);
  plug_references (load, &refs[1], &none);
  class loop *loop = find_common_loop (gimple_bb (store)->loop_father,
				       gimple_bb (load)->loop_father);
  return (loop_outer (loop)
	  && (chosen_in_p (x, store, refs[0], loop) || chosen_in_p (x, load, refs[1], loop))
	  && before_p (store, load, loop));
}

bool
plug_misleads_p (struct plug_extract *x, tree ref)
{
  basic_block bb;
  auto_vec<gimple *> loads, stores;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *stmt = gsi_stmt (i);
	tree load, store;
	plug_references (stmt, &load, &store);
	if (load && !plug_different_places_p (load, ref) && steering_p (stmt))
	  loads.safe_push (stmt);
	if (store && !gimple_clobber_p (stmt) && !plug_different_places_p (store, ref))
	  stores.safe_push (stmt);
      }
  for (gimple *store : stores)
    for (gimple *load : loads)
      if (filled_first_p (x, store, load))
	return true;
  return false;
}
