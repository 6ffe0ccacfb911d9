/* previous.cc: variables that keep what the iteration before had.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i = 1; i < n - 1; i++)
       {
	 double right = a[i + 1];
	 b[i] = (left + centre + right) / 3;
	 left = centre;
	 centre = right;
       }

   LEFT in one iteration is CENTRE in the one before, and that RIGHT in the one before:
   the same operations on the same elements.  So they are computed again, and no
   iteration waits for another one:

     left = i == 1 ? left : i == 2 ? centre : a[i - 1]

   This is done where that takes hardly any operations, on elements that the loop doesn't
   write, and where the loop isn't in another one over rows, which can be distributed as
   it is.

   Requires: SSA, loops with preheaders and simple latches, dominators.  Provides: the
   same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/choosing.h"
#include "read/extract.h"
#include "read/places.h"
#include "write/emit.h"

/* Operations on data that are done again, statements at all, and iterations that are
   looked back, at most.  With more operations a loop that isn't vectorised would be
   slower on one process: a flux of four, 1.6 times.  */
enum { OPERATIONS = 2, MOST = 40, FARTHEST = 4 };

/* LOOP, what counts its iterations by a constant STEP, and what it starts from.  */
struct kept
{
  class loop *loop;
  tree counter, step, start;
  int n, operations;		/* statements in a value, operations */
  bool loads;			/* … which is made of elements */
};

/* --- Which variables -------------------------------------------------------- */

/* The value that NAME, a PHI of LOOP's header, gets after an iteration; else
   null.  */
static tree
next_value (class loop *loop, tree name)
{
  gphi *phi = (TREE_CODE (name) == SSA_NAME && !SSA_NAME_IS_DEFAULT_DEF (name)
	       ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (name)) : NULL);
  return (phi && gimple_bb (phi) == loop->header
	  ? PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop)) : NULL_TREE);
}

/* NAME, a PHI of K's loop's header, counts its iterations by a constant *STEP.  */
static bool
counter_p (const struct kept *k, tree name, tree *step)
{
  return (plug_iv_p (k->loop, as_a <gphi *> (SSA_NAME_DEF_STMT (name)), step)
	  && TREE_CODE (*step) == INTEGER_CST);
}

bool
plug_stays_p (class loop *loop, gimple *load)
{
  int n;
  bool stays = gimple_assign_load_p (load) && !gimple_has_volatile_ops (load);
  basic_block *bbs = plug_loop_blocks (loop, &n);
  for (int b = 0; stays && b < n; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); stays && !gsi_end_p (i);
	 gsi_next (&i))
      {
	gimple *stmt = gsi_stmt (i);
	if (gimple_vdef (stmt) && !gimple_clobber_p (stmt))
	  stays = (gimple_assign_single_p (stmt)
		   && plug_different_places_p (gimple_assign_lhs (stmt),
					       gimple_assign_rhs1 (load)));
      }
  free (bbs);
  return stays;
}

/* NAME as it was BACK iterations ago can be computed again.  */
static bool
again_p (struct kept *k, tree name, int back)
{
  tree step;
  if (TREE_CODE (name) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (name))
    return is_gimple_val (name);
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (!flow_bb_inside_loop_p (k->loop, gimple_bb (def)))
    return true;
  if (tree next = next_value (k->loop, name))
    return (counter_p (k, name, &step)
	    || (back < FARTHEST && again_p (k, next, back + 1)));
  if (!is_gimple_assign (def) || gimple_vdef (def) || k->n++ > MOST
      || (gimple_vuse (def) && !plug_stays_p (k->loop, def)))
    return false;
  k->loads |= gimple_vuse (def) != NULL_TREE;
  k->operations += (!gimple_assign_single_p (def)
		    && FLOAT_TYPE_P (TREE_TYPE (gimple_assign_lhs (def))));
  ssa_op_iter i;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, def, i, SSA_OP_USE)
    if (!again_p (k, use, back))
      return false;
  return true;
}

/* NAME, a PHI of the header of K's loop, only keeps something.  */
static bool
kept_p (struct kept *k, tree name)
{
  tree step;
  k->n = k->operations = 0;
  k->loads = false;
  return (!virtual_operand_p (name) && !counter_p (k, name, &step)
	  && again_p (k, name, 0) && k->loads && k->operations <= OPERATIONS);
}

/* --- Where ------------------------------------------------------------------ */

/* Some access in LOOP moves with a loop around it.  */
static bool
rows_p (class loop *loop)
{
  int n;
  bool found = false;
  basic_block *bbs = plug_loop_blocks (loop, &n);
  for (int b = 0; b < n; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i);
	 gsi_next (&i))
      {
	tree refs[2];
	plug_references (gsi_stmt (i), &refs[0], &refs[1]);
	for (tree ref : refs)
	  for (class loop *outer = loop_outer (loop);
	       ref && !found && loop_outer (outer); outer = loop_outer (outer))
	    found = plug_place_in_p (ref, outer);
      }
  free (bbs);
  return found;
}

/* The edge by which an iteration of LOOP begins, behind its test if that comes
   first; null if something else does.  */
static edge
first_edge (class loop *loop)
{
  edge e, body = NULL;
  edge_iterator i;
  if (!loop_exits_from_bb_p (loop, loop->header))
    return split_block_after_labels (loop->header);
  FOR_EACH_EDGE (e, i, loop->header->succs)
    if (flow_bb_inside_loop_p (loop, e->dest))
      body = body ? NULL : e;
  return body;
}

/* All uses of NAME in LOOP are where an iteration has begun with the edge FIRST, or of
   other variables that keep it; and none are behind the loop.  */
static bool
used_inside_p (class loop *loop, tree name, edge first)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *stmt = USE_STMT (use);
      if (is_gimple_debug (stmt))
	continue;
      bool kept = (gimple_bb (stmt) == loop->header
		   && gimple_code (stmt) == GIMPLE_PHI);
      if (!kept && (!flow_bb_inside_loop_p (loop, gimple_bb (stmt))
		    || !dominated_by_p (CDI_DOMINATORS, gimple_bb (stmt),
					first->dest)))
	return false;
    }
  return true;
}

/* Set what K needs to know of LOOP's iterations; false if nothing counts them.  */
static bool
find_counter (struct kept *k, class loop *loop)
{
  k->loop = loop;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      k->counter = gimple_phi_result (i.phi ());
      k->start = PHI_ARG_DEF_FROM_EDGE (i.phi (), loop_preheader_edge (loop));
      if (!virtual_operand_p (k->counter)
	  && counter_p (k, k->counter, &k->step))
	return true;
    }
  return false;
}

/* --- Code --------------------------------------------------------------------- */

/* Where it is put: at the end of BB, for values of iterations BACK ago; those that are
   there already.  */
struct place
{
  const struct kept *k;
  basic_block bb;
  int back;
  hash_map<tree, tree> done;
  place (const struct kept *kept, basic_block at, int ago)
    : k (kept), bb (at), back (ago) {}
};

static tree before (struct place *p, tree name);

/* Add STMTS.  */
static void
add (struct place *p, gimple_seq stmts)
{
  gimple_stmt_iterator end = gsi_last_bb (p->bb);
  gsi_insert_seq_after (&end, stmts, GSI_NEW_STMT);
}

/* What a counter NAME, with STEP, was.  */
static tree
count_before (struct place *p, tree name, tree step)
{
  gimple_seq stmts = NULL;
  tree type = TREE_TYPE (name);
  if (!p->back)
    return name;
  tree far = int_const_binop (MULT_EXPR, step,
			      build_int_cst (TREE_TYPE (step), -p->back));
  tree value = (POINTER_TYPE_P (type)
		? fold_build_pointer_plus (name, fold_convert (sizetype, far))
		: fold_build2 (PLUS_EXPR, type, name, fold_convert (type, far)));
  value = force_gimple_operand (value, &stmts, true, NULL_TREE);
  add (p, stmts);
  return value;
}

/* What NAME, a PHI that gets NEXT in an iteration, was: what it started from if there
   was no iteration before.  */
static tree
kept_before (struct place *p, tree name, tree next)
{
  class loop *loop = p->k->loop;
  tree first = PHI_ARG_DEF_FROM_EDGE (as_a <gphi *> (SSA_NAME_DEF_STMT (name)),
				      loop_preheader_edge (loop));
  tree count = count_before (p, p->k->counter, p->k->step);
  edge behind = create_empty_if_region_on_edge
    (single_succ_edge (p->bb), build2 (EQ_EXPR, boolean_type_node, count,
				       p->k->start));
  p->bb = behind->src;
  edge yes = EDGE_PRED (p->bb, 0), no = EDGE_PRED (p->bb, 1);
  if (single_pred_edge (yes->src)->flags & EDGE_FALSE_VALUE)
    std::swap (yes, no);
  struct place otherwise (p->k, no->src, p->back + 1);
  tree value = before (&otherwise, next);
  gphi *merged = create_phi_node (copy_ssa_name (name), p->bb);
  add_phi_arg (merged, first, yes, UNKNOWN_LOCATION);
  add_phi_arg (merged, value, single_succ_edge (otherwise.bb), UNKNOWN_LOCATION);
  return gimple_phi_result (merged);
}

/* DEF, of the loop, done as it was.  */
static tree
done_before (struct place *p, gimple *def)
{
  hash_map<tree, tree> names;
  ssa_op_iter i;
  tree name;
  use_operand_p use;
  FOR_EACH_SSA_TREE_OPERAND (name, def, i, SSA_OP_USE)
    names.put (name, before (p, name));
  gimple *copy = gimple_copy (def);
  gimple_assign_set_lhs (copy, make_ssa_name (TREE_TYPE (gimple_assign_lhs (def)),
					      copy));
  gimple_seq stmts = NULL;
  gimple_seq_add_stmt (&stmts, copy);
  add (p, stmts);
  FOR_EACH_SSA_USE_OPERAND (use, copy, i, SSA_OP_USE)
    SET_USE (use, *names.get (USE_FROM_PTR (use)));
  update_stmt (copy);
  return gimple_assign_lhs (copy);
}

/* What NAME was.  */
static tree
before (struct place *p, tree name)
{
  class loop *loop = p->k->loop;
  tree step;
  if (TREE_CODE (name) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (name)
      || !flow_bb_inside_loop_p (loop, gimple_bb (SSA_NAME_DEF_STMT (name))))
    return name;
  if (tree *known = p->done.get (name))
    return *known;
  tree next = next_value (loop, name);
  tree value = (!next ? done_before (p, SSA_NAME_DEF_STMT (name))
		: counter_p (p->k, name, &step) ? count_before (p, name, step)
		: kept_before (p, name, next));
  p->done.put (name, value);
  return value;
}

/* Let VALUE stand for NAME where iterations of LOOP use it, but not where others keep
   it.  */
static void
use_instead (class loop *loop, tree name, tree value)
{
  imm_use_iterator iter;
  use_operand_p use;
  gimple *stmt;
  FOR_EACH_IMM_USE_STMT (stmt, iter, name)
    {
      if (gimple_code (stmt) == GIMPLE_PHI && gimple_bb (stmt) == loop->header)
	continue;
      FOR_EACH_IMM_USE_ON_STMT (use, iter)
	SET_USE (use, value);
      update_stmt (stmt);
    }
}

/* Find the NAMES of what variables of K's loop only keep.  */
static void
find_kept (struct kept *k, vec<tree> *names)
{
  for (gphi_iterator i = gsi_start_phis (k->loop->header); !gsi_end_p (i);
       gsi_next (&i))
    if (kept_p (k, gimple_phi_result (i.phi ())))
      names->safe_push (gimple_phi_result (i.phi ()));
}

/* Compute that again.  True if there is something.  */
static bool
compute_again (struct kept *k)
{
  auto_vec<tree> kept, names, values;
  find_kept (k, &kept);
  edge first = kept.is_empty () ? NULL : first_edge (k->loop);
  for (tree name : kept)
    if (first && used_inside_p (k->loop, name, first))
      names.safe_push (name);
  if (names.is_empty ())
    return false;
  struct place p (k, split_edge (first), 0);
  for (tree name : names)
    values.safe_push (before (&p, name));
  for (unsigned i = 0; i < names.length (); i++)
    use_instead (k->loop, names[i], values[i]);
  for (tree name : names)
    plug_remove_unused (name);
  return true;
}

void
plug_compute_previous (void)
{
  bool any = false;
  for (unsigned l = 1; l < number_of_loops (cfun); l++)
    {
      struct kept k = {};
      class loop *loop = get_loop (cfun, l);
      if (loop && find_counter (&k, loop) && !rows_p (loop))
	any |= compute_again (&k);
    }
  if (!any)
    return;
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa_only_virtuals);
}
