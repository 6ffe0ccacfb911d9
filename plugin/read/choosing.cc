/* choosing.cc: the loops on which a place depends.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (t) for (v) for (k = start[v]; k < start[v + 1]; k++) x[to[k]] = …

   Where x is written depends on k, and what k starts from on v, but nothing on t.  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"
#include "choosing.h"

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
      if (f.loops.contains (loop))
	most = n;
    }
  return most;
}
