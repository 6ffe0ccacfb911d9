/* alike.cc: sizes of structures that are exchanged.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (k = 0; k < steps; k++)
       {
	 for (i = 1; i < a.n - 1; i++)
	   b.v[i] = …
	 t = a; a = b; b = t;
       }

   Each iteration has another bound, if A.N and B.N differ.  Hardly ever they do: so A.N
   stands for both.  Where they differ when the region is entered no plan is made, and it
   runs as it was written (core/predict/plan-source.c).

   Requires: SSA.  Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* Variables that are assigned to each other, and from what: names that depend on nothing
   else.  */
struct exchange
{
  struct plug_region *region;
  auto_vec<gphi *> phis;
  auto_vec<tree> first;		/* loads of what they are at entry */
};

/* Append to X what NAME may be; false if that may be something computed.  */
static bool
collect (struct exchange *x, tree name)
{
  gimple *def = TREE_CODE (name) == SSA_NAME ? SSA_NAME_DEF_STMT (name) : NULL;
  if (def && gimple_assign_ssa_name_copy_p (def))
    return collect (x, gimple_assign_rhs1 (def));
  if (gphi *phi = def ? dyn_cast <gphi *> (def) : NULL)
    {
      if (x->phis.contains (phi))
	return true;
      x->phis.safe_push (phi);
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	if (!collect (x, gimple_phi_arg_def (phi, i)))
	  return false;
      return true;
    }
  struct plug_param *p = plug_parameter_of (x->region, name);
  if (!p || !p->member || (!x->first.is_empty ()
			   && !plug_same_member_p (p, plug_parameter_of (x->region,
									x->first[0]))))
    return false;
  if (!x->first.contains (name))
    x->first.safe_push (name);
  return true;
}

/* PHI and another one of its block are assigned to each other: X says what may be.  */
static bool
exchanged_p (struct exchange *x, gphi *phi)
{
  if (!INTEGRAL_TYPE_P (TREE_TYPE (gimple_phi_result (phi)))
      || !collect (x, gimple_phi_result (phi)) || x->first.length () < 2)
    return false;
  for (gphi *other : x->phis)
    {
      struct exchange back;
      back.region = x->region;
      if (other != phi && gimple_bb (other) == gimple_bb (phi)
	  && collect (&back, gimple_phi_result (other)) && back.phis.contains (phi))
	return true;
    }
  return false;
}

/* Let X be the same everywhere.  */
static void
settle (struct exchange *x)
{
  tree value = x->first[0];
  struct plug_param *first = plug_parameter_of (x->region, value);
  for (gphi *phi : x->phis)
    replace_uses_by (gimple_phi_result (phi), value);
  for (gphi *phi : x->phis)
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (phi);
      remove_phi_node (&gsi, true);
    }
  for (unsigned i = 1; i < x->first.length (); i++)
    plug_parameter_of (x->region, x->first[i])->like = 1 + (int) (first - x->region->params);
}

/* The loads of X are in the function's first block.  */
static bool
first_p (const struct exchange *x)
{
  for (tree name : x->first)
    if (gimple_bb (SSA_NAME_DEF_STMT (name))
	!= single_succ (ENTRY_BLOCK_PTR_FOR_FN (cfun)))
      return false;
  return true;
}

/* Settle one of REGION's; false if there is none.  */
static bool
settle_one (struct plug_region *region)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
      {
	struct exchange x;
	x.region = region;
	if (!exchanged_p (&x, i.phi ()) || !first_p (&x))
	  continue;
	settle (&x);
	return true;
      }
  return false;
}

void
plug_settle_alike (struct plug_region *region)
{
  while (region->any_size && settle_one (region))
    continue;
}
