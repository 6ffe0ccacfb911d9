/* entered.cc: what is to be done before a loop if it does anything.

   SPDX-License-Identifier: GPL-3.0-or-later

   Requires: SSA, loops with preheaders, simple latches and recorded exits,
   dominators.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

gcond *
plug_first_test (class loop *loop)
{
  basic_block bb = loop->header;
  gimple *last = last_stmt (bb);
  gcond *test = last ? dyn_cast <gcond *> (last) : NULL;
  if (!test || !loop_exits_from_bb_p (loop, bb)
      || !INTEGRAL_TYPE_P (TREE_TYPE (gimple_cond_lhs (test))))
    return NULL;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); gsi_stmt (i) != test;
       gsi_next (&i))
    if (!plug_harmless_p (gsi_stmt (i)))
      return NULL;
  return test;
}

bool
plug_always_p (class loop *loop, basic_block bb, gcond *test)
{
  bool always = dominated_by_p (CDI_DOMINATORS, loop->latch, bb);
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  for (edge e : exits)
    always &= ((test && e->src == gimple_bb (test))
	       || dominated_by_p (CDI_DOMINATORS, e->src, bb));
  return always;
}

/* VALUE, where LOOP begins.  */
static tree
at_entry (class loop *loop, tree value, hash_map<tree, tree> *map)
{
  if (tree *known = map->get (value))
    return *known;
  gphi *phi = (TREE_CODE (value) == SSA_NAME
	       ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (value)) : NULL);
  return (phi && gimple_bb (phi) == loop->header
	  ? PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop)) : value);
}

gcond *
plug_test_at_entry (class loop *loop, gcond *test)
{
  hash_map<tree, tree> map;
  gimple_seq seq = NULL;
  basic_block bb = loop->header;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); gsi_stmt (i) != test;
       gsi_next (&i))
    {
      tree name = gimple_get_lhs (gsi_stmt (i));
      use_operand_p use;
      ssa_op_iter iter;
      if (!name)
	continue;
      gimple *copy = gimple_copy (gsi_stmt (i));
      tree to = copy_ssa_name (name, copy);
      gimple_set_lhs (copy, to);
      gimple_seq_add_stmt (&seq, copy);
      update_stmt (copy);
      FOR_EACH_SSA_USE_OPERAND (use, copy, iter, SSA_OP_USE)
	SET_USE (use, at_entry (loop, USE_FROM_PTR (use), &map));
      update_stmt (copy);
      map.put (name, to);
    }
  edge stay = EDGE_SUCC (bb, loop_exit_edge_p (loop, EDGE_SUCC (bb, 0)));
  tree_code code = gimple_cond_code (test);
  if (stay->flags & EDGE_FALSE_VALUE)
    code = invert_tree_comparison (code, false);
  tree a = at_entry (loop, gimple_cond_lhs (test), &map);
  tree b = at_entry (loop, gimple_cond_rhs (test), &map);
  tree known = fold_binary (code, boolean_type_node, a, b);
  gimple_stmt_iterator to = gsi_last_bb (loop_preheader_edge (loop)->src);
  gsi_insert_seq_after (&to, seq, GSI_NEW_STMT);
  return (known && integer_onep (known) ? NULL
	  : gimple_build_cond (code, a, b, NULL_TREE, NULL_TREE));
}

basic_block
plug_block_on (edge e, gcond *test)
{
  basic_block bb = split_edge (e);
  if (!test)
    return bb;
  basic_block then = split_edge (single_succ_edge (bb));
  basic_block join = split_edge (single_succ_edge (then));
  gimple_stmt_iterator end = gsi_last_bb (bb);
  gsi_insert_after (&end, gimple_copy (test), GSI_NEW_STMT);
  edge into = single_succ_edge (bb);
  into->flags = (into->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
  into->probability = profile_probability::likely ();
  edge around = make_edge (bb, join, EDGE_FALSE_VALUE);
  around->probability = into->probability.invert ();
  return then;
}
