/* task-combine.cc: cells that tasks combine values into.

   SPDX-License-Identifier: GPL-3.0-or-later

   A minimum, a maximum, or whatever else a loop may combine in any order with
   the bits of the serial program, is no chain of tasks: each combines its own
   value into the cell and sees no other (pram-abi.h).  A floating-point sum
   stays a chain: its bits are those of its order.

   A reduction within a counted loop stays a chain, too: that of a row, say,
   belongs on the process of the row.

   Requires: cells.  Extraction has found that inside the loop nothing but the
   reduction's own steps looks at the scalar.  */

#include "pram-gcc.h"
#include "emit.h"
#include "read/extract.h"
#include "tasks.h"

static bool
inside_p (class loop *level, class loop *loop)
{
  return level && (level == loop || flow_loop_nested_p (loop, level));
}

const struct pram_carried *
plug_free_order_of (struct plug_tasks *t, class loop *level, int cell)
{
  for (const struct plug_free_order &f : t->free_orders)
    if (f.cell == cell && inside_p (level, f.loop))
      return f.carried;
  return NULL;
}

/* STMT, in another group than that which defines NAME, a name of CELL, is a
   step of a reduction, too.  */
static bool
step_p (struct plug_tasks *t, gimple *stmt, int cell)
{
  if (gimple_code (stmt) == GIMPLE_COND)
    return true;
  tree lhs = gimple_get_lhs (stmt);
  return lhs && plug_cell_of (t, lhs) == cell;
}

/* No task inside LOOP hands NAME, of CELL, to one that does something else with
   it.  What a header's PHI yields extraction has looked at.  */
static bool
handed_on_p (struct plug_tasks *t, class loop *loop, tree name, int cell)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  imm_use_iterator i;
  use_operand_p use;
  if (gimple_code (def) == GIMPLE_PHI
      && plug_level_header_p (t->e, gimple_bb (def)))
    return true;
  FOR_EACH_IMM_USE_FAST (use, i, name)
    {
      gimple *stmt = USE_STMT (use);
      if (flow_bb_inside_loop_p (loop, gimple_bb (stmt))
	  && t->group_of[gimple_bb (stmt)->index]
	     != t->group_of[gimple_bb (def)->index]
	  && !step_p (t, stmt, cell))
	return false;
    }
  return true;
}

/* The runtime has this type of number.  */
static bool
known_type_p (tree type)
{
  int bits = tree_to_shwi (TYPE_SIZE_UNIT (type)) * BITS_PER_UNIT;
  if (SCALAR_FLOAT_TYPE_P (type))
    return plug_type_of (type) != PRAM_TYPE_U8;
  return (INTEGRAL_TYPE_P (type) && bits <= 64
	  && (TREE_CODE (type) == BOOLEAN_TYPE
	      || (int) TYPE_PRECISION (type) == bits));
}

/* The runtime can combine values of CELL as CARRIED says, which LOOP does.  */
static bool
suitable_p (struct plug_tasks *t, class loop *loop, int cell,
	    const struct pram_carried *carried)
{
  tree name;
  unsigned v;
  if (!carried->exact || cell < 0
      || !types_compatible_p (t->cells[cell].type, TREE_TYPE
			      (gimple_phi_result ((gphi *) carried->cookie)))
      || !known_type_p (t->cells[cell].type))
    return false;
  FOR_EACH_SSA_NAME (v, name, cfun)
    if (plug_cell_of (t, name) == cell && !SSA_NAME_IS_DEFAULT_DEF (name)
	&& flow_bb_inside_loop_p (loop, gimple_bb (SSA_NAME_DEF_STMT (name)))
	&& !handed_on_p (t, loop, name, cell))
      return false;
  return true;
}

static void
find_in (struct plug_tasks *t, const struct pram_node *node)
{
  class loop *loop = node->kind == PRAM_LOOP ? plug_node_loop (node) : NULL;
  bool counted = loop && !node->data_dependent;
  for (int i = 0; counted && i < node->n_carried; i++)
    {
      const struct pram_carried *carried = &node->carried[i];
      int cell = plug_cell_of (t, gimple_phi_result
			       ((gphi *) carried->cookie));
      struct plug_free_order f = { loop, cell, carried };
      if (suitable_p (t, loop, cell, carried))
	t->free_orders.safe_push (f);
    }
  for (int c = 0; c < node->n_children && !counted; c++)
    find_in (t, node->children[c]);
}

void
plug_tasks_find_free_orders (struct plug_tasks *t)
{
  find_in (t, t->e->prog->root);
}
