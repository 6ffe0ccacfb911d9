/* fixed-values.cc: values that are fixed in an iteration.

   SPDX-License-Identifier: GPL-3.0-or-later

   What is computed from a loop's number and from what is known before it can be
   computed again at other places of the iteration, or, without the number, before the
   loop.  */

#include "pram-gcc.h"
#include "read/extract.h"
#include "write/emit.h"
#include "scratch.h"

bool
plug_fixed_p (class loop *loop, tree value)
{
  ssa_op_iter i;
  tree use, step;
  if (TREE_CODE (value) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (value))
    return true;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (!flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return true;
  if (gphi *phi = dyn_cast <gphi *> (def))
    return gimple_bb (phi) == loop->header && plug_iv_p (loop, phi, &step);
  if (!is_gimple_assign (def) || gimple_vuse (def))
    return false;
  FOR_EACH_SSA_TREE_OPERAND (use, def, i, SSA_OP_USE)
    if (!plug_fixed_p (loop, use))
      return false;
  return true;
}

bool
plug_moves_p (class loop *loop, tree value)
{
  ssa_op_iter i;
  tree use;
  gimple *def = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
  if (!def || SSA_NAME_IS_DEFAULT_DEF (value)
      || !flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return false;
  if (gimple_code (def) == GIMPLE_PHI)
    return true;
  FOR_EACH_SSA_TREE_OPERAND (use, def, i, SSA_OP_USE)
    if (plug_moves_p (loop, use))
      return true;
  return false;
}

/* A loop, and where what is computed once more in it goes.  */
struct again
{
  class loop *loop;
  gimple_seq *seq;
};

/* For walk_tree: let a name be what is computed once more.  */
static tree
compute_name (tree *tp, int *walk_subtrees, void *data)
{
  struct again *a = (struct again *) data;
  if (TREE_CODE (*tp) == SSA_NAME)
    *tp = plug_compute_again (a->loop, *tp, a->seq);
  *walk_subtrees = TREE_CODE (*tp) != SSA_NAME && !TYPE_P (*tp);
  return NULL_TREE;
}

void
plug_compute_names (class loop *loop, tree *tp, gimple_seq *seq)
{
  struct again again = { loop, seq };
  walk_tree (tp, compute_name, &again, NULL);
}

tree
plug_compute_again (class loop *loop, tree value, gimple_seq *seq)
{
  if (TREE_CODE (value) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (value))
    return value;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (!flow_bb_inside_loop_p (loop, gimple_bb (def))
      || gimple_code (def) == GIMPLE_PHI)
    return value;
  gimple *copy = gimple_copy (def);
  for (unsigned k = 1; k < gimple_num_ops (copy); k++)
    {
      tree op = unshare_expr (gimple_op (copy, k));
      plug_compute_names (loop, &op, seq);
      gimple_set_op (copy, k, op);
    }
  tree name = make_ssa_name (TREE_TYPE (value));
  gimple_set_lhs (copy, name);
  gimple_seq_add_stmt (seq, copy);
  return name;
}
