/* extract-busy.cc: scalars that only change where an array is accessed.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i = 0; i < n; i++) if (i > 0 && i < n - 1) s += a[i];

   The first and the last iteration do nothing, to no array and not to S, so
   that the loop may be cut as if it had none such.  Of scalars a prog doesn't
   say when they change: that this is only in iterations that access an array
   is found here.  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"

struct search
{
  struct plug_extract *x;
  class loop *loop;
  tree start;			/* the scalar in the loop's header */
  hash_set<tree> seen;
};

/* Whenever control is in BB, of the search's loop, an array is accessed in that
   iteration.  */
static bool
accessing_block_p (struct search *s, basic_block bb)
{
  for (; flow_bb_inside_loop_p (s->loop, bb);
       bb = get_immediate_dominator (CDI_DOMINATORS, bb))
    if (plug_block_accesses_p (s->x, bb))
      return true;
  return false;
}

/* NAME is what the scalar was at the start of the iteration, or an array has
   been accessed.  */
static bool
unchanged_p (struct search *s, tree name)
{
  if (name == s->start)
    return true;
  if (TREE_CODE (name) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (name))
    return false;
  if (s->seen.add (name))
    return true;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (!flow_bb_inside_loop_p (s->loop, gimple_bb (def)))
    return false;
  if (accessing_block_p (s, gimple_bb (def)))
    return true;
  gphi *phi = dyn_cast <gphi *> (def);
  bool all = phi;
  for (unsigned a = 0; all && a < gimple_phi_num_args (phi); a++)
    all = (accessing_block_p (s, gimple_phi_arg_edge (phi, a)->src)
	   || unchanged_p (s, gimple_phi_arg_def (phi, a)));
  return all || (gimple_assign_ssa_name_copy_p (def)
		 && unchanged_p (s, gimple_assign_rhs1 (def)));
}

bool
plug_busy_p (struct plug_extract *x, class loop *loop, gphi *phi)
{
  struct search s;
  s.x = x;
  s.loop = loop;
  s.start = gimple_phi_result (phi);
  return unchanged_p (&s, PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop)));
}
