/* extract-follow.cc: scalars that are set with another one.

   SPDX-License-Identifier: GPL-3.0-or-later

     if (a[i] > most)
       {
	 most = a[i];
	 at = i;
       }

   AT, a *follower*, is set where MOST takes a new value, and nowhere else.  So
   what it is after some iterations is what it is in those from which the value of
   MOST comes: when blocks of iterations are combined the follower of the better
   one goes along.

     if (a[i] > 0)
       last = i;

   is a scalar that follows nobody: the last iteration that sets it says what it
   is.

   In both cases no iteration may look at what the scalar was.  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"
#include "extract-chain.h"

/* C's scalar has a value that can be passed on.  */
static bool
passed_p (const struct plug_chain *c)
{
  tree type = TREE_TYPE (c->first);
  return (!POINTER_TYPE_P (type) && plug_scalar_type (type) >= 0
	  && TREE_CODE (c->last) == SSA_NAME && c->last != c->first);
}

/* The PHI joins paths of an iteration.  */
static bool
join_p (gphi *phi)
{
  basic_block bb = gimple_bb (phi);
  return bb->loop_father->header != bb;
}

/* How many of PHI's arguments are no members of C; *OTHER is one of these.  */
static int
count_others (const struct plug_chain *c, gphi *phi, unsigned *other)
{
  int n = 0;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (!plug_member_p (c, gimple_phi_arg_def (phi, i)))
      {
	*other = i;
	n++;
      }
  return n;
}

/* STMT, which defines a member of C, hands on what it was; if it is a join that
   may set C's scalar, *JOIN is it.  */
static bool
hands_on_p (const struct plug_chain *c, gimple *stmt, gphi **join)
{
  unsigned other;
  gphi *phi = dyn_cast <gphi *> (stmt);
  *join = NULL;
  if (!phi)
    return gimple_assign_ssa_name_copy_p (stmt);
  if (phi == c->phi || count_others (c, phi, &other) == 0)
    return true;
  *join = phi;
  return join_p (phi);
}

/* Wherever C is set, it is by a join that takes one other value, and there is a
   join in the same place that sets WITH at the same time.  */
static bool
set_with_p (const struct plug_chain *c, const struct plug_chain *with)
{
  bitmap_iterator bi;
  unsigned v;
  EXECUTE_IF_SET_IN_BITMAP (c->members, 0, v, bi)
    {
      gimple *stmt = SSA_NAME_DEF_STMT (ssa_name (v));
      unsigned own = 0, other = 0;
      bool found = false;
      gphi *join;
      if (!hands_on_p (c, stmt, &join)
	  && !(is_gimple_assign (stmt)
	       && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt))))
	return false;
      if (!join)
	continue;
      if (count_others (c, join, &own) != 1)
	return false;
      for (gphi_iterator i = gsi_start_phis (gimple_bb (join));
	   !gsi_end_p (i); gsi_next (&i))
	found |= (plug_member_p (with, gimple_phi_result (i.phi ()))
		  && count_others (with, i.phi (), &other) == 1
		  && other == own);
      if (!found)
	return false;
    }
  return true;
}

/* All that C does is to be set, and nobody looks at it in between.  */
static bool
only_set_p (struct plug_chain *c)
{
  bitmap_iterator bi;
  unsigned v;
  gphi *join;
  if (!passed_p (c) || !bitmap_empty_p (c->allowed))
    return false;
  EXECUTE_IF_SET_IN_BITMAP (c->members, 0, v, bi)
    if (!hands_on_p (c, SSA_NAME_DEF_STMT (ssa_name (v)), &join))
      return false;
  return plug_chain_private_p (c);
}

bool
plug_set_p (struct plug_chain *c)
{
  return only_set_p (c);
}

bool
plug_follows_p (const struct plug_chain *leader, struct plug_chain *c)
{
  return (only_set_p (c) && set_with_p (c, leader)
	  && set_with_p (leader, c));
}
