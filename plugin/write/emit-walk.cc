/* emit-walk.cc: where a walk leaves an iteration, and how it goes on.

   SPDX-License-Identifier: GPL-3.0-or-later

     again:
       state = PRAM_walk_next ();
       if (state) { restore what has been kept; goto the stop; }
       for (k = lo; k < hi; k++)
	 {
	   …
	 stop:				a read, of what isn't here
	   if (it isn't) { keep what is needed from here on; goto next; }
	   …
	 next:
	   if (state) goto again;
	 }

   So a walk takes each step once, however often it has to wait.  A stop keeps the
   values that are defined before it and used behind.  Iterations have no other state:
   where the slice stores, or where the distributed loop is inside of another one,
   units run again from their beginnings.  */

#include "pram-gcc.h"
#include "emit.h"
#include "read/extract.h"

bool
plug_leads_p (const struct plug_layer *l, basic_block from, basic_block to)
{
  auto_vec<basic_block> work;
  hash_set<basic_block> seen;
  work.safe_push (from);
  while (!work.is_empty ())
    {
      edge e;
      edge_iterator i;
      FOR_EACH_EDGE (e, i, work.pop ()->succs)
	{
	  if (!flow_bb_inside_loop_p (l->loop, e->dest)
	      || (e->dest == l->loop->header && l->loop == l->distributed))
	    continue;
	  if (e->dest == to)
	    return true;
	  if (!seen.add (e->dest))
	    work.safe_push (e->dest);
	}
    }
  return false;
}

/* --- What is kept ----------------------------------------------------------- */

/* A comes before B, in the same block, or is B.  */
static bool
precedes_p (gimple *a, gimple *b)
{
  if (gimple_code (a) == GIMPLE_PHI || a == b)
    return true;
  for (gimple_stmt_iterator i = gsi_for_stmt (a); !gsi_end_p (i);
       gsi_next (&i))
    if (gsi_stmt (i) == b)
      return true;
  return false;
}

/* DEF has been computed, in this iteration, when control comes to STOP.  */
static bool
before_p (const struct plug_layer *l, gimple *def, gimple *stop)
{
  basic_block bb = gimple_bb (def), at = gimple_bb (stop);
  if (!bb || !flow_bb_inside_loop_p (l->loop, bb))
    return false;
  return (bb == at ? def != stop && precedes_p (def, stop)
	  : dominated_by_p (CDI_DOMINATORS, at, bb));
}

/* Control may come from STOP, which is not done yet, to where USE is made.  */
static bool
behind_p (const struct plug_layer *l, gimple *stop, use_operand_p use)
{
  gimple *stmt = USE_STMT (use);
  basic_block at = gimple_bb (stop), bb = gimple_bb (stmt);
  if (gphi *phi = dyn_cast <gphi *> (stmt))
    {
      bb = gimple_phi_arg_edge (phi, PHI_ARG_INDEX_FROM_USE (use))->src;
      return bb == at || plug_leads_p (l, at, bb);
    }
  return ((bb == at && precedes_p (stop, stmt)) || plug_leads_p (l, at, bb));
}

/* SLICE has STMT.  */
static bool
has_p (struct plug_slice *slice, gimple *stmt)
{
  if (gphi *phi = dyn_cast <gphi *> (stmt))
    return slice->names.contains (gimple_phi_result (phi));
  if (gimple_code (stmt) == GIMPLE_COND || gimple_code (stmt) == GIMPLE_SWITCH)
    return !slice->unknown.contains (stmt);
  tree lhs = gimple_get_lhs (stmt);
  return (slice->reads.contains (stmt)
	  || (lhs && TREE_CODE (lhs) == SSA_NAME
	      && slice->names.contains (lhs)));
}

/* SLICE, of L, needs NAME's value when it goes on from STOP.  */
static bool
needed_p (const struct plug_layer *l, struct plug_slice *slice, tree name,
	  gimple *stop)
{
  imm_use_iterator i;
  use_operand_p use;
  if (SSA_NAME_IS_DEFAULT_DEF (name)
      || !before_p (l, SSA_NAME_DEF_STMT (name), stop))
    return false;
  FOR_EACH_IMM_USE_FAST (use, i, name)
    if (!is_gimple_debug (USE_STMT (use))
	&& flow_bb_inside_loop_p (l->loop, gimple_bb (USE_STMT (use)))
	&& has_p (slice, USE_STMT (use)) && behind_p (l, stop, use))
      return true;
  return false;
}

/* Where a value of TYPE is kept if AT is free.  */
static HOST_WIDE_INT
place_for (tree type, HOST_WIDE_INT at)
{
  HOST_WIDE_INT align = TYPE_ALIGN_UNIT (type);
  return (at + align - 1) / align * align;
}

static HOST_WIDE_INT
size_of (tree type)
{
  return tree_to_shwi (TYPE_SIZE_UNIT (type));
}

/* The name of version V, if SLICE computes it.  */
static tree
known_name (struct plug_slice *slice, unsigned v)
{
  tree name = ssa_name (v);
  return name && slice->names.contains (name) ? name : NULL_TREE;
}

/* Where states have what is kept: behind the number of the stop.  */
enum { FIRST = 8 };

static void
find_kept (const struct plug_layer *l, struct plug_slice *slice, gimple *stmt)
{
  struct plug_stop *stop = new plug_stop ();
  HOST_WIDE_INT at = FIRST;
  stop->stmt = stmt;
  for (unsigned v = 1; v < num_ssa_names; v++)
    if (tree name = known_name (slice, v))
      {
	if (!needed_p (l, slice, name, stmt))
	  continue;
	tree type = TREE_TYPE (name);
	at = place_for (type, at) + size_of (type);
	stop->kept.safe_push (name);
      }
  slice->state_bytes = MAX (slice->state_bytes, (at + 15) / 16 * 16);
  slice->stops.safe_push (stop);
}

void
plug_walk_find (const struct plug_layer *l, struct plug_slice *slice)
{
  if (l->loop != l->distributed || !slice->stores.is_empty ())
    return;
  for (unsigned v = 1; v < num_ssa_names; v++)
    if (tree name = known_name (slice, v))
      if (slice->reads.contains (SSA_NAME_DEF_STMT (name)))
	find_kept (l, slice, SSA_NAME_DEF_STMT (name));
}

struct plug_stop *
plug_walk_stop (struct plug_slice *slice, gimple *stmt)
{
  for (struct plug_stop *stop : slice->stops)
    if (stop->stmt == stmt)
      return stop;
  return NULL;
}

/* --- Code --------------------------------------------------------------------- */

/* Jump to YES if POINTER isn't null, else to NO.  */
static void
branch (struct plug_clone *c, tree pointer, tree yes, tree no)
{
  plug_branch (c, build2 (NE_EXPR, boolean_type_node, pointer, null_pointer_node),
	       yes, no);
}

void
plug_walk_start (struct plug_clone *c)
{
  struct plug_slice *slice = c->slice;
  if (slice->stops.is_empty ())
    return;
  slice->again = plug_new_label (c);
  slice->state = plug_new_var (c, ptr_type_node, "state");
  tree start = plug_new_label (c), resume = plug_new_label (c);
  tree fn = plug_runtime_function ("PRAM_walk_next", ptr_type_node, NULL_TREE);
  plug_put_label (c, slice->again);
  plug_assign (c, slice->state, build_call_expr (fn, 0));
  slice->resume = resume;
  branch (c, slice->state, resume, start);
  plug_put_label (c, start);
}

/* The value of TYPE, OFFSET bytes behind the pointer STATE.  */
static tree
kept_value (tree state, tree type, HOST_WIDE_INT offset)
{
  type = TYPE_MAIN_VARIANT (type);
  return build2 (MEM_REF, type, state,
		 build_int_cst (build_pointer_type (type), offset));
}

/* Keep in STATE what STOP has to or, if TAKE, take it from there.  */
static void
move_kept (struct plug_clone *c, const struct plug_stop *stop, tree state,
	   bool take)
{
  HOST_WIDE_INT at = FIRST;
  for (tree name : stop->kept)
    {
      tree type = TREE_TYPE (name), var = plug_clone_name (c, name);
      at = place_for (type, at);
      tree value = kept_value (state, TREE_TYPE (var), at);
      at += size_of (type);
      if (CONSTANT_CLASS_P (var))
	continue;
      if (take)
	plug_assign (c, var, value);
      else
	plug_assign (c, value, var);
    }
}

/* The number of STOP, which leaves an iteration, or where that is in STATE.  */
static tree
number_in (tree state)
{
  return kept_value (state, long_long_integer_type_node, 0);
}

static tree
number_of (const struct plug_slice *slice, const struct plug_stop *stop)
{
  unsigned k = 0;
  while (slice->stops[k] != stop)
    k++;
  return build_int_cst (long_long_integer_type_node, k);
}

void
plug_walk_leave (struct plug_clone *c, const struct plug_stop *stop)
{
  tree fn = plug_runtime_function ("PRAM_walk_leave", ptr_type_node,
				   long_long_integer_type_node, NULL_TREE);
  tree room = plug_new_var (c, ptr_type_node, "room");
  tree keep = plug_new_label (c);
  plug_assign (c, room, build_call_expr
	       (fn, 1, build_int_cst (long_long_integer_type_node,
				      c->slice->state_bytes)));
  branch (c, room, keep, c->next_label);
  plug_put_label (c, keep);
  plug_assign (c, number_in (room), number_of (c->slice, stop));
  move_kept (c, stop, room, false);
  plug_goto (c, c->next_label);
}

void
plug_walk_next (struct plug_clone *c, class loop *loop)
{
  struct plug_slice *slice = c->slice;
  if (slice->stops.is_empty () || loop != c->whole)
    return;
  tree on = plug_new_label (c);
  branch (c, slice->state, slice->again, on);
  plug_put_label (c, on);
}

/* Where control goes with a state.  */
void
plug_walk_end (struct plug_clone *c)
{
  struct plug_slice *slice = c->slice;
  if (slice->stops.is_empty ())
    return;
  tree done = plug_new_label (c);
  plug_goto (c, done);
  plug_put_label (c, slice->resume);
  for (struct plug_stop *stop : slice->stops)
    {
      tree here = plug_new_label (c), other = plug_new_label (c);
      plug_branch (c, build2 (EQ_EXPR, boolean_type_node,
			      number_in (slice->state),
			      number_of (slice, stop)),
		   here, other);
      plug_put_label (c, here);
      move_kept (c, stop, slice->state, true);
      plug_goto (c, stop->label);
      plug_put_label (c, other);
    }
  plug_put_label (c, done);
}
