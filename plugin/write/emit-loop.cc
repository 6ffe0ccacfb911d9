/* emit-loop.cc: in which form a loop of a layer may be emitted.

   SPDX-License-Identifier: GPL-3.0-or-later

   A loop over independent iterations may be vectorised as it is; one that
   carries reductions that a clause can name gets lanes.  */

#include "pram-gcc.h"
#include "emit.h"
#include "read/extract.h"

/* --- What core knows of a loop ------------------------------------------ */

/* The iterations of LOOP use variables in memory that are declared inside a
   loop.  The copy has one of each for all iterations, whatever the scope.  */
static bool
uses_private_p (class loop *loop)
{
  gimple *where;
  return plug_private_variable (loop, false, &where) != NULL_TREE;
}

bool
plug_ivdep_p (struct plug_emission *e, class loop *loop)
{
  bool found = false;
  if (plug_deposits_in_p (e, loop))
    return false;
  for (int i = 0; i < e->prog->n_loops; i++)
    {
      const struct pram_node *node = e->prog->loops[i];
      if (plug_node_loop (node) != loop)
	continue;
      found = true;
      /* Nobody has compared what is read there with what is written.  */
      for (int a = 0; a < e->prog->n_arrays; a++)
	if (pram_node_inspects_p (e->prog, node, a))
	  return false;
      if (!(loop->inner ? pram_lanes_neighbours_p (e->prog, node)
	    : pram_lanes_independent_p (e->prog, node)))
	return false;
    }
  return found && !uses_private_p (loop);
}

/* --- Reductions --------------------------------------------------------- */

/* PHI is that of CARRIED, or of a follower.  */
static bool
carries_p (const struct pram_carried *carried, gphi *phi)
{
  bool found = carried->cookie == phi;
  for (int k = 0; k < carried->n_followers; k++)
    found |= carried->followers[k].cookie == phi;
  return found;
}

/* How header PHI of LOOP, within WHOLE, is reduced; null if it isn't.  A sum
   over rows is carried by the loop over columns as well: follow the value to
   the loop that is listed.  *END is the PHI that is listed.  */
static const struct pram_carried *
carried_of (struct plug_emission *e, class loop *whole, class loop *loop,
	    gphi *phi, gphi **end)
{
  for (;;)
    {
      const struct pram_node *node = plug_loop_node (e, loop);
      const struct pram_carried *carried = NULL;
      *end = phi;
      for (int i = 0; node && i < node->n_carried; i++)
	if (carries_p (&node->carried[i], phi))
	  carried = &node->carried[i];
      if (loop == whole)
	return carried;
      tree init = PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop));
      gphi *outer = (TREE_CODE (init) == SSA_NAME
		     ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (init)) : NULL);
      class loop *next = outer ? gimple_bb (outer)->loop_father : NULL;
      if (!outer || next->header != gimple_bb (outer)
	  || !(next == whole || flow_loop_nested_p (whole, next)))
	return carried;
      phi = outer;
      loop = next;
    }
}

/* True if something that is computed in LOOP, but its header's PHIS (or what
   they are set to, for a test at the end), is used after it.  */
static bool
other_escapes_p (class loop *loop, bool bottom)
{
  hash_set<tree> allowed;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    allowed.add (bottom ? PHI_ARG_DEF_FROM_EDGE (i.phi (),
						 loop_latch_edge (loop))
			: gimple_phi_result (i.phi ()));
  int n;
  bool found = false;
  basic_block *bbs = plug_loop_blocks (loop, &n);
  for (int b = 0; b < n && !found; b++)
    {
      for (gphi_iterator i = gsi_start_phis (bbs[b]); !gsi_end_p (i);
	   gsi_next (&i))
	found |= (!virtual_operand_p (gimple_phi_result (i.phi ()))
		  && !allowed.contains (gimple_phi_result (i.phi ()))
		  && plug_used_after_p (loop, gimple_phi_result (i.phi ())));
      for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i);
	   gsi_next (&i))
	{
	  ssa_op_iter o;
	  tree def;
	  FOR_EACH_SSA_TREE_OPERAND (def, gsi_stmt (i), o, SSA_OP_DEF)
	    found |= !allowed.contains (def) && plug_used_after_p (loop, def);
	}
    }
  free (bbs);
  return found;
}

/* True if PHI, in the header of the layer's loop, starts a reduction.  */
static bool
starts_result_p (struct plug_layer *l, gphi *phi)
{
  for (struct plug_result &r : l->results)
    if (plug_result_phi_p (&r, phi))
      return true;
  return false;
}

/* The constant that LOOP sets a scalar to that becomes VALUE, or null.  */
static tree
set_in (class loop *loop, tree value, hash_set<tree> *seen)
{
  value = plug_strip_copies (value);
  if (TREE_CODE (value) == INTEGER_CST)
    return value;
  gphi *phi = (TREE_CODE (value) == SSA_NAME && !seen->add (value)
	       ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (value)) : NULL);
  if (!phi || !flow_bb_inside_loop_p (loop, gimple_bb (phi)))
    return NULL_TREE;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (tree found = (gimple_bb (phi) == loop->header ? NULL_TREE
		      : set_in (loop, gimple_phi_arg_def (phi, i), seen)))
      return found;
  return NULL_TREE;
}

/* PHI, of a loop's header, starts with CONSTANT, or with what is nothing to it as OP
   combines them: with what results of L begin with.  */
static bool
starts_behind_p (struct plug_layer *l, gphi *phi, enum pram_op op, tree constant)
{
  class loop *loop = gimple_bb (phi)->loop_father;
  if (starts_result_p (l, phi))
    return true;
  tree start = plug_strip_copies (PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop)));
  if (TREE_CODE (start) == INTEGER_CST)
    return (op == PRAM_OP_MAX ? tree_int_cst_le (start, constant)
	    : tree_int_cst_le (constant, start));
  gphi *outer = (TREE_CODE (start) == SSA_NAME
		 ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (start)) : NULL);
  return (outer && gimple_bb (outer)->loop_father->header == gimple_bb (outer)
	  && flow_loop_nested_p (gimple_bb (outer)->loop_father, loop)
	  && starts_behind_p (l, outer, op, constant));
}

/* Lanes of LOOP may be combined with what PHI starts with, HOW.  */
static bool
combinable_p (struct plug_layer *l, class loop *loop, gphi *phi,
	      const struct pram_carried *how)
{
  hash_set<tree> seen;
  if (!(how->how & PRAM_COMBINE_REPLACES))
    return true;
  tree constant = set_in (loop, PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop)),
			  &seen);
  return constant && starts_behind_p (l, phi, how->op, constant);
}

/* Add to CARRIED what LOOP, in LAYER, is reduced over.  False if its header
   has a PHI that is no reduction that a clause can name, and no induction
   variable.  *COMBINED: lanes have to be combined at the end.  (A reduction
   that adds a constant looks like an induction variable: but then only the
   iterations of this process may count.)  */
bool
plug_carried_by (struct plug_emission *e, struct plug_layer *l,
		 class loop *loop, vec<struct plug_result> *carried,
		 bool *combined)
{
  bool all = true;
  *combined = false;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      gphi *phi = i.phi (), *end;
      tree step;
      if (virtual_operand_p (gimple_phi_result (phi)))
	continue;
      const struct pram_carried *how = carried_of (e, l->loop, loop, phi, &end);
      bool partial = loop == l->distributed && starts_result_p (l, end);
      if (plug_iv_p (loop, phi, &step) && !partial)
	continue;
      if (!how)
	{
	  all = false;
	  continue;
	}
      all &= (how->op != PRAM_OP_LAND && how->op != PRAM_OP_LOR
	      && !(how->how & PRAM_COMBINE_STATE)
	      && combinable_p (l, loop, phi, how));
      *combined |= how->op != PRAM_OP_VALUE;
      struct plug_result r = { NULL, how->op, PRAM_TYPE_PTR, phi, NULL_TREE,
			       how->how, NULL, false };
      carried->safe_push (r);
    }
  return all;
}

/* Iterations of LOOP read what later ones write.  */
static bool
in_order_p (struct plug_emission *e, class loop *loop)
{
  bool found = false;
  for (int i = 0; i < e->prog->n_loops; i++)
    found |= (plug_node_loop (e->prog->loops[i]) == loop
	      && e->prog->loops[i]->in_order);
  return found;
}

/* How to emit LOOP of layer L.  SIMD: it has reductions, and clauses can name
   all that it carries.  The iterations of the distributed loop are known to be
   independent, if only it is innermost.  */
enum plug_how
plug_how_to_emit (struct plug_emission *e, struct plug_layer *l,
		  class loop *loop, bool simd,
		  const vec<struct plug_result> *carried)
{
  bool bottom, innermost = !loop->inner;
  if (plug_deposits_in_p (e, loop))
    return PLUG_PLAIN;
  bool independent = (innermost && loop == l->distributed
		      && plug_loop_node (e, loop) && !in_order_p (e, loop)
		      && !uses_private_p (loop));
  if (!independent && !plug_ivdep_p (e, loop))
    return PLUG_PLAIN;
  if (!innermost)
    return PLUG_IVDEP;
  if (!simd || !plug_countable_p (loop, &bottom)
      || other_escapes_p (loop, bottom)
      || !plug_lanes_exact_p (e, loop, carried))
    return PLUG_IVDEP;
  return PLUG_SIMD;
}
