/* in-order.cc: loops whose iterations run in order, as far as can be told before they are
   read.

   SPDX-License-Identifier: GPL-3.0-or-later

   They aren't counted, exchange pointers, or have loops inside that write where each
   iteration does.

   Requires: SSA, loops.  Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"
#include "scratch.h"

/* The call that gives the memory that REF lies in, or null if none is seen to.  */
static gimple *
giving_call (tree ref)
{
  tree base = get_base_address (ref);
  if (!base || TREE_CODE (base) != MEM_REF)
    return NULL;
  tree name = TREE_OPERAND (base, 0);
  for (int steps = 0; steps < 100 && TREE_CODE (name) == SSA_NAME; steps++)
    {
      gimple *def = SSA_NAME_DEF_STMT (name);
      if (gimple_code (def) == GIMPLE_PHI)
	name = gimple_phi_arg_def (def, 0);
      else if (is_gimple_assign (def) && !gimple_vuse (def))
	name = gimple_assign_rhs1 (def);
      else
	return is_gimple_call (def) ? def : NULL;
    }
  return NULL;
}

/* REF lies in memory that is asked for in LOOP.  */
static bool
given_in_p (class loop *loop, tree ref)
{
  gimple *call = giving_call (ref);
  tree fn = call ? gimple_call_fndecl (call) : NULL_TREE;
  return (fn && (plug_allocates_p (fn) || plug_workspace (call))
	  && flow_bb_inside_loop_p (loop, gimple_bb (call)));
}

/* STMT loads from memory that is declared or asked for in LOOP.  */
static bool
own_load_p (class loop *loop, gimple *stmt)
{
  if (!gimple_assign_load_p (stmt))
    return false;
  tree ref = gimple_assign_rhs1 (stmt), var = plug_variable_of (ref);
  class loop *scope = var ? plug_scope_of (var, gimple_bb (stmt)) : NULL;
  return ((scope && (scope == loop || flow_loop_nested_p (loop, scope)))
	  || given_in_p (loop, ref));
}

/* What a value depends on.  */
struct dependence
{
  class loop *loop;
  hash_set<tree> seen;
  bool number = false;		/* an integer that LOOP changes, or its
				   own memory holds */
  bool other = false;		/* something else that it changes */
  bool nested = false;		/* what a loop inside of it computes */

  dependence (class loop *l) : loop (l) {}
};

static void
depend (struct dependence *d, tree name)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  basic_block bb = gimple_bb (def);
  ssa_op_iter iter;
  tree use;
  if (!bb || !flow_bb_inside_loop_p (d->loop, bb) || d->seen.add (name))
    return;
  d->nested |= bb->loop_father != d->loop;
  d->number |= own_load_p (d->loop, def);
  gphi *phi = dyn_cast <gphi *> (def);
  if (phi && bb == d->loop->header)
    {
      bool number = INTEGRAL_TYPE_P (TREE_TYPE (name));
      d->number |= number;
      d->other |= !number;
      return;
    }
  for (unsigned i = 0; phi && i < gimple_phi_num_args (phi); i++)
    if (TREE_CODE (gimple_phi_arg_def (phi, i)) == SSA_NAME)
      depend (d, gimple_phi_arg_def (phi, i));
  if (!phi)
    FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
      depend (d, use);
}

/* E, out of LOOP, is taken after a number of iterations.  */
static bool
counts_p (class loop *loop, edge e)
{
  struct dependence d (loop);
  gcond *test = safe_dyn_cast <gcond *> (last_stmt (e->src));
  for (int k = 0; test && k < 2; k++)
    if (TREE_CODE (gimple_op (test, k)) == SSA_NAME)
      depend (&d, gimple_op (test, k));
  return d.number && !d.other && !d.nested;
}

/* All of LOOP's exits count its iterations.  */
static bool
counted_p (class loop *loop)
{
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  for (edge e : exits)
    if (!counts_p (loop, e))
      return false;
  return true;
}

/* PHI, in LOOP's header, is what another pointer of its was.  */
static bool
exchanged_p (class loop *loop, gphi *phi)
{
  tree latch = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop));
  latch = TREE_CODE (latch) == SSA_NAME ? plug_strip_copies (latch) : latch;
  gphi *from = (TREE_CODE (latch) == SSA_NAME
		? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (latch)) : NULL);
  return (POINTER_TYPE_P (TREE_TYPE (gimple_phi_result (phi)))
	  && from && from != phi);
}

/* A loop inside of LOOP, where STMT stands, writes what nothing that LOOP changes
   chooses.  */
static bool
rewrites_p (class loop *loop, gimple *stmt)
{
  struct dependence d (loop);
  tree load, store, use;
  ssa_op_iter iter;
  if (!gimple_store_p (stmt) || gimple_clobber_p (stmt)
      || gimple_bb (stmt)->loop_father == loop)
    return false;
  plug_references (stmt, &load, &store);
  tree var = store ? plug_variable_of (store) : NULL_TREE;
  if (!store || given_in_p (loop, store)
      || (var && auto_var_in_fn_p (var, current_function_decl)))
    return false;
  tree value = gimple_assign_single_p (stmt) ? gimple_assign_rhs1 (stmt)
	       : NULL_TREE;
  FOR_EACH_SSA_TREE_OPERAND (use, stmt, iter, SSA_OP_USE)
    if (use != value)
      depend (&d, use);
  return !d.number && !d.other;
}

bool
plug_in_order_p (class loop *loop)
{
  if (!counted_p (loop))
    return true;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    if (exchanged_p (loop, i.phi ()))
      return true;
  basic_block *body = get_loop_body (loop);
  bool found = false;
  for (unsigned b = 0; b < loop->num_nodes && !found; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (body[b]);
	 !gsi_end_p (i) && !found; gsi_next (&i))
      found = rewrites_p (loop, gsi_stmt (i));
  free (body);
  return found;
}
