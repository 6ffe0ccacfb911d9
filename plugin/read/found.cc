/* found.cc: scalars that change where an element is stored that data choose.

   SPDX-License-Identifier: GPL-3.0-or-later

     do {
       more = 0;
       for (v) for (k)
	 if (level[to[k]] < 0) { level[to[k]] = d + 1; more = 1; }
     } while (more);

   Whether MORE is set is known when the update has been done, after the iterations
   of the distributed loop.  That should be at most the outermost loop that carries the
   scalar and in which nothing depends on it.  A counted loop around could be the one
   that is distributed instead, unless the array is read in another way, too.

   What becomes of such a scalar is found as for any other (extract-scalar.cc).  */

#include "pram-gcc.h"
#include "deposit.h"
#include "extract.h"
#include "found.h"
#include "ir.h"

/* PHI is one of a loop's header.  */
static bool
header_p (gphi *phi)
{
  class loop *loop = gimple_bb (phi)->loop_father;
  return loop_outer (loop) && loop->header == gimple_bb (phi);
}

/* Put into PHIS, of loops' headers, what VALUE is handed on from.  */
static void
find_headers (tree value, hash_set<gphi *> *seen, auto_vec<gphi *> *phis)
{
  gphi *phi = (TREE_CODE (value) == SSA_NAME
	       ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (value)) : NULL);
  if (!phi || seen->add (phi))
    return;
  if (header_p (phi))
    phis->safe_push (phi);
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    find_headers (gimple_phi_arg_def (phi, i), seen, phis);
}

bool
plug_update_for_led_p (const struct plug_update *update, gimple *stmt)
{
  imm_use_iterator iter;
  use_operand_p use;
  if (update->led.contains (stmt))
    return true;
  if (gimple_bb (stmt) != update->block || !is_gimple_assign (stmt)
      || gimple_vuse (stmt))
    return false;
  FOR_EACH_IMM_USE_FAST (use, iter, gimple_assign_lhs (stmt))
    if (!is_gimple_debug (USE_STMT (use)) && !plug_update_for_led_p (update, USE_STMT (use)))
      return false;
  return true;
}

/* In LOOP nothing but what NAME's scalar is next depends on NAME, and what UPDATE leads.  */
static bool
kept_apart_p (const struct plug_update *update, class loop *loop, tree name,
	      hash_set<tree> *seen)
{
  imm_use_iterator iter;
  use_operand_p use;
  if (seen->add (name))
    return true;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *stmt = USE_STMT (use);
      if (is_gimple_debug (stmt)
	  || !flow_bb_inside_loop_p (loop, gimple_bb (stmt))
	  || plug_update_for_led_p (update, stmt))
	continue;
      gphi *phi = dyn_cast <gphi *> (stmt);
      if (!phi && (!is_gimple_assign (stmt) || gimple_vuse (stmt)))
	return false;
      tree next = phi ? gimple_phi_result (phi) : gimple_assign_lhs (stmt);
      if (!kept_apart_p (update, loop, next, seen))
	return false;
    }
  return true;
}

/* The outermost loop around FOUND that carries its scalar, as all in it do, and in which
   nothing depends on that; or null.  */
static class loop *
carrying_loop (const struct plug_update *update, const struct plug_found *found)
{
  hash_set<gphi *> seen;
  auto_vec<gphi *> phis;
  class loop *outermost = NULL;
  find_headers (found->before, &seen, &phis);
  for (class loop *loop = gimple_bb (found->phi)->loop_father; loop_outer (loop);
       loop = loop_outer (loop))
    {
      hash_set<tree> names;
      bool carried = false;
      for (gphi *phi : phis)
	carried |= gimple_bb (phi) == loop->header;
      if (!carried
	  || !kept_apart_p (update, loop, gimple_phi_result (found->phi), &names))
	break;
      outermost = loop;
    }
  return outermost;
}

/* VALUE is computed from BEFORE in BB.  */
static bool
step_p (tree value, tree before, basic_block bb, int depth)
{
  if (value == before)
    return true;
  gassign *def = (TREE_CODE (value) == SSA_NAME && depth < 8
		  && !SSA_NAME_IS_DEFAULT_DEF (value)
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (value)) : NULL);
  if (!def || gimple_bb (def) != bb || gimple_vuse (def))
    return false;
  for (unsigned i = 1; i < gimple_num_ops (def); i++)
    if (step_p (gimple_op (def, i), before, bb, depth + 1))
      return true;
  return false;
}

/* The pointer that REF, an element, goes through.  */
static tree
pointer_of (tree ref)
{
  tree base = get_base_address (ref);
  tree pointer = base && TREE_CODE (base) == MEM_REF ? TREE_OPERAND (base, 0)
						      : NULL_TREE;
  while (pointer && TREE_CODE (pointer) == SSA_NAME
	 && !SSA_NAME_IS_DEFAULT_DEF (pointer))
    {
      gassign *def = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (pointer));
      if (!def || gimple_vuse (def))
	break;
      pointer = gimple_assign_rhs1 (def);
    }
  return pointer;
}

/* Something else than UPDATE in LOOP loads from its array.  */
static bool
read_too_p (class loop *loop, const struct plug_update *update)
{
  tree pointer = pointer_of (gimple_assign_lhs (update->store));
  bool found = false;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes && pointer; i++)
    for (gimple_stmt_iterator s = gsi_start_bb (body[i]); !gsi_end_p (s);
	 gsi_next (&s))
      found |= (gsi_stmt (s) != update->load
		&& gimple_assign_load_p (gsi_stmt (s))
		&& pointer_of (gimple_assign_rhs1 (gsi_stmt (s))) == pointer);
  free (body);
  return found;
}

/* Some loop around LOOP is counted.  */
static bool
counted_around_p (class loop *loop)
{
  for (loop = loop_outer (loop); loop_outer (loop); loop = loop_outer (loop))
    if (number_of_latch_executions (loop) != chrec_dont_know)
      return true;
  return false;
}

/* The block in which FOUND's scalar changes.  */
static basic_block
block_of (const struct plug_found *found)
{
  unsigned i = 0;
  while (gimple_phi_arg_def (found->phi, i) != found->after)
    i++;
  return gimple_phi_arg_edge (found->phi, i)->src;
}

bool
plug_found_p (const struct plug_update *update, const struct plug_found *found)
{
  tree result = gimple_phi_result (found->phi);
  if (!INTEGRAL_TYPE_P (TREE_TYPE (result)) || header_p (found->phi)
      || !(TREE_CODE (plug_strip_copies (found->after)) == INTEGER_CST
	   || step_p (found->after, found->before, block_of (found), 0)))
    return false;
  class loop *loop = carrying_loop (update, found);
  return loop && (!counted_around_p (loop) || read_too_p (loop, update));
}

bool
plug_found_in_p (const struct plug_found *found, const gphi *phi)
{
  hash_set<gphi *> seen;
  auto_vec<gphi *> phis;
  find_headers (found->before, &seen, &phis);
  for (gphi *p : phis)
    if (p == phi)
      return true;
  return false;
}
