/* nodes.cc: GCC's loops and core's.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-gcc.h"
#include "region.h"
#include "emit.h"
#include "read/extract.h"

class loop *
plug_node_loop (const struct pram_node *node)
{
  return node && node->kind == PRAM_LOOP ? (class loop *) node->cookie : NULL;
}

const struct pram_node *
plug_loop_node (struct plug_emission *e, class loop *loop)
{
  for (int i = 0; i < e->prog->n_loops; i++)
    if (plug_node_loop (e->prog->loops[i]) == loop)
      return e->prog->loops[i];
  return NULL;
}

class loop *
plug_level_of (struct plug_emission *e, basic_block bb)
{
  class loop *loop = bb->loop_father;
  while (loop && loop_outer (loop) && !plug_loop_node (e, loop))
    loop = loop_outer (loop);
  return loop && loop_outer (loop) ? loop : NULL;
}

bool
plug_level_header_p (struct plug_emission *e, basic_block bb)
{
  class loop *level = plug_level_of (e, bb);
  return level && level->header == bb;
}

void
plug_collect_accesses (const struct pram_node *node,
		       vec<const struct pram_access *> *all)
{
  for (int i = 0; i < node->n_accesses; i++)
    all->safe_push (&node->accesses[i]);
  for (int i = 0; i < node->n_children; i++)
    plug_collect_accesses (node->children[i], all);
}

/* What the pointer NAME was before all loops around.  */
static tree
pointer_at_first (tree name)
{
  for (;;)
    {
      name = plug_strip_copies (name);
      gphi *phi = (TREE_CODE (name) == SSA_NAME
		   ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (name)) : NULL);
      if (!phi)
	return name;
      basic_block bb = gimple_bb (phi);
      name = (bb->loop_father->header == bb && loop_outer (bb->loop_father)
	      ? PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (bb->loop_father))
	      : gimple_phi_arg_def (phi, 0));
    }
}

/* NAME is the pointer that REGION's parameter P is, or holds.  */
static bool
from_param_p (const struct plug_param *p, tree name)
{
  if (TREE_CODE (name) != SSA_NAME)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (!SSA_NAME_IS_DEFAULT_DEF (name) && gimple_assign_load_p (def)
      && TREE_CODE (gimple_assign_rhs1 (def)) == MEM_REF)
    name = TREE_OPERAND (gimple_assign_rhs1 (def), 0);
  return (TREE_CODE (name) == SSA_NAME && SSA_NAME_IS_DEFAULT_DEF (name)
	  && SSA_NAME_VAR (name) == p->parm);
}

/* The loop itself may have no access that goes through the pointer.  */
gphi *
plug_exchanged_phi (struct plug_emission *e, const struct pram_access *access,
		    class loop *loop)
{
  const struct plug_access *a = (const struct plug_access *) access->cookie;
  const struct plug_param *p
    = &e->region->params[e->prog->arrays[access->array].arg];
  if (a)
    return plug_pointer_phi (a->base, loop);
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree name = gimple_phi_result (i.phi ());
      if (POINTER_TYPE_P (TREE_TYPE (name))
	  && from_param_p (p, pointer_at_first (name)))
	return i.phi ();
    }
  return NULL;
}
