/* extract-influence.cc: what a reduction decides while it is being made.

   SPDX-License-Identifier: GPL-3.0-or-later

   A scalar whose order of combination is free has its serial value at the end
   of the loop only; in between it is that of some block of iterations.  So
   nothing but the scalar itself may depend on it there:

     if (a[i] < least)			least's old value decides
       {
	 least = a[i];			- what least is next: allowed
	 at = i;			- allowed, too, if AT follows LEAST
	 n++;				- what n is next: not allowed
       }

   We follow the values from name to name.  A condition hands them on to what
   its branches change: names that are used, or that differ, where the branches
   meet again.  The branches must have no effect in memory.  */

#include "pram-gcc.h"
#include "region.h"
#include "deposit.h"
#include "extract.h"
#include "extract-chain.h"

struct influence
{
  class loop *loop;
  gphi *phi;			/* the scalar, in LOOP's header */
  const vec<struct plug_chain *> *followers;
  bitmap reached;		/* SSA versions */
  vec<tree> *work;		/* reached, but not yet followed */
};

static void
reach (struct influence *f, tree name)
{
  if (name && TREE_CODE (name) == SSA_NAME && !virtual_operand_p (name)
      && bitmap_set_bit (f->reached, SSA_NAME_VERSION (name)))
    f->work->safe_push (name);
}

/* The effect of STMT is more than the name that it defines.  */
static bool
effect_p (gimple *stmt)
{
  gcall *call = dyn_cast <gcall *> (stmt);
  if (gimple_clobber_p (stmt) || (call && plug_check_call_p (call)))
    return false;
  return gimple_vdef (stmt) || gimple_has_volatile_ops (stmt);
}

/* --- Conditions --------------------------------------------------------- */

/* Put the blocks on the paths from TEST to JOIN into BRANCHES.  */
static void
collect_branches (basic_block test, basic_block join,
		  auto_vec<basic_block> *branches, bitmap in_branches)
{
  edge e;
  edge_iterator ei;
  basic_block bb = test;
  for (unsigned next = 0;; bb = (*branches)[next++])
    {
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (e->dest != join && bitmap_set_bit (in_branches, e->dest->index))
	  branches->safe_push (e->dest);
      if (next == branches->length ())
	return;
    }
}

/* Reach NAME, defined in a branch, if it is used elsewhere: what a join makes
   of it.  */
static void
reach_outside (struct influence *f, tree name, bitmap in_branches)
{
  imm_use_iterator iter;
  use_operand_p use;
  if (!name || TREE_CODE (name) != SSA_NAME || virtual_operand_p (name))
    return;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    if (!bitmap_bit_p (in_branches, gimple_bb (USE_STMT (use))->index))
      {
	gphi *phi = dyn_cast <gphi *> (USE_STMT (use));
	reach (f, phi && gimple_bb (phi) != f->loop->header
		  ? gimple_phi_result (phi) : name);
      }
}

/* Reach what BB, in a branch, defines for others.  Its first effect, or
   null.  */
static gimple *
follow_block (struct influence *f, basic_block bb, bitmap in_branches)
{
  for (gphi_iterator gsi = gsi_start_phis (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    reach_outside (f, gimple_phi_result (gsi.phi ()), in_branches);
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      if (effect_p (gsi_stmt (gsi)))
	return gsi_stmt (gsi);
      reach_outside (f, gimple_get_lhs (gsi_stmt (gsi)), in_branches);
    }
  return NULL;
}

/* Reach the PHIs of JOIN that differ between the branches.  */
static void
follow_join (struct influence *f, basic_block test, basic_block join,
	     bitmap in_branches)
{
  for (gphi_iterator gsi = gsi_start_phis (join); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      tree first = NULL_TREE;
      for (unsigned i = 0; i < gimple_phi_num_args (gsi.phi ()); i++)
	{
	  basic_block from = gimple_phi_arg_edge (gsi.phi (), i)->src;
	  tree value = gimple_phi_arg_def (gsi.phi (), i);
	  if (from != test && !bitmap_bit_p (in_branches, from->index))
	    continue;
	  if (first && !operand_equal_p (first, value, 0))
	    reach (f, gimple_phi_result (gsi.phi ()));
	  first = value;
	}
    }
}

/* STMT, a condition in the loop, depends on the scalar.  An effect of its
   branches, or null.  */
static gimple *
follow_condition (struct influence *f, gimple *stmt)
{
  auto_bitmap in_branches;
  auto_vec<basic_block> branches;
  basic_block test = gimple_bb (stmt);
  if (!dom_info_available_p (CDI_POST_DOMINATORS))
    calculate_dominance_info (CDI_POST_DOMINATORS);
  basic_block join = get_immediate_dominator (CDI_POST_DOMINATORS, test);
  /* Without a join in the iteration it decides whether there is a next.  */
  if (!join || join == f->loop->header
      || !flow_bb_inside_loop_p (f->loop, join))
    return stmt;
  collect_branches (test, join, &branches, in_branches);
  for (unsigned i = 0; i < branches.length (); i++)
    if (gimple *effect = follow_block (f, branches[i], in_branches))
      return effect;
  follow_join (f, test, join, in_branches);
  return NULL;
}

/* --- Names -------------------------------------------------------------- */

/* The follower that NAME is part of, or null.  */
static struct plug_chain *
follower_of (struct influence *f, tree name)
{
  for (unsigned i = 0; f->followers && i < f->followers->length (); i++)
    if (plug_member_p ((*f->followers)[i], name))
      return (*f->followers)[i];
  return NULL;
}

/* STMT uses NAME, which depends on the scalar.  STMT if that shows, else
   null.  */
static gimple *
follow_use (struct influence *f, tree name, gimple *stmt)
{
  if (!flow_bb_inside_loop_p (f->loop, gimple_bb (stmt)))
    return NULL;
  if (gphi *phi = dyn_cast <gphi *> (stmt))
    {
      struct plug_chain *follower = follower_of (f, gimple_phi_result (phi));
      /* When a follower is set may depend on it, not to what.  */
      if (follower)
	return plug_member_p (follower, name) ? NULL : phi;
      if (gimple_bb (phi) == f->loop->header)
	return phi == f->phi ? NULL : phi;
      reach (f, gimple_phi_result (phi));
      return NULL;
    }
  if (gimple_code (stmt) == GIMPLE_COND || gimple_code (stmt) == GIMPLE_SWITCH)
    return follow_condition (f, stmt);
  /* It waits until that is known.  */
  if (plug_waits_for_count_p (stmt))
    return NULL;
  if (effect_p (stmt))
    return stmt;
  reach (f, gimple_get_lhs (stmt));
  return NULL;
}

static gimple *
follow (struct influence *f)
{
  imm_use_iterator iter;
  use_operand_p use;
  reach (f, gimple_phi_result (f->phi));
  while (!f->work->is_empty ())
    {
      tree name = f->work->pop ();
      FOR_EACH_IMM_USE_FAST (use, iter, name)
	if (gimple *witness = follow_use (f, name, USE_STMT (use)))
	  return witness;
    }
  return NULL;
}

gimple *
plug_influence_witness (class loop *loop, gphi *phi,
			const vec<struct plug_chain *> *followers)
{
  auto_bitmap reached;
  auto_vec<tree> work;
  struct influence f = { loop, phi, followers, reached, &work };
  gimple *witness = follow (&f);
  free_dominance_info (CDI_POST_DOMINATORS);
  return witness;
}
