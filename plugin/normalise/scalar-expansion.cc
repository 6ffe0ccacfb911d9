/* scalar-expansion.cc: what loops carry on their own, in tables.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i = 0; i < n; i += len)
       for (w = 1, k = 0; k < len / 2; k++, w *= step)
	 {
	   u = a[i + k];
	   v = a[i + k + len / 2] * w;
	   a[i + k] = u + v;
	   a[i + k + len / 2] = u - v;
	 }

   Iterations wait for each other only because of W, which needs nothing that they write.  So
   a loop of its own computes it, once where it takes the same values again and again:

     if (0 < n)
       for (w = 1, k = 0; k < len / 2; k++, w *= step)
	 table[k] = w;
     for (i = 0; i < n; i += len)
       for (k = 0; k < len / 2; k++)
	 { … a[i + k + len / 2] * table[k] … }

   What is kept is the scalar as it is before the iteration, after it, or both, as is used; and
   integers that loops inside compute for an iteration, as they may choose elements.  It is
   done where the region can't be distributed otherwise, and what is left of the loop does
   more than store.

   Requires: SSA, loops with preheaders, simple latches and recorded exits, dominators,
   scalar evolution.  Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "needs.h"
#include "scratch.h"
#include "region.h"
#include "read/extract.h"
#include "write/emit.h"

/* Tables of one loop, and loops that are expanded, at most.  */
enum { MOST_TABLES = 6, MOST_LOOPS = 8 };

/* A scalar that a loop, or one directly inside, carries on its own.  */
struct carried
{
  gphi *phi;
  tree next;			/* what it is after an iteration, where that can be
				   kept; or null */
};

/* One that is kept: VALUE is stored in TABLE, by STORE.  */
struct kept
{
  tree value, table;
  gimple *store;
};

struct expansion
{
  class loop *loop;
  class loop *outer;		/* before which it is computed: LOOP or one around it */
  auto_vec<struct carried> carried;
  auto_vec<struct kept> kept;
  struct plug_needs chain;	/* what is carried is made of, … */
  struct plug_needs rest;	/* … and everything else, of that */
};

/* The name with the VERSION is one that N needs.  */
static bool
needed_p (const struct plug_needs *n, unsigned version)
{
  return bitmap_bit_p (const_cast<auto_bitmap &> (n->names), version);
}

/* --- What is carried ------------------------------------------------------- */

/* VALUE is the same in all iterations of LOOP.  */
static bool
same_p (class loop *loop, tree value)
{
  return plug_fixed_p (loop, value) && !plug_moves_p (loop, value);
}

/* LOOP is left at its header only, where what is counted is compared with what is known.  */
static bool
counted_p (class loop *loop)
{
  affine_iv iv;
  edge out = single_exit (loop);
  gcond *test = (out && out->src == loop->header
		 ? safe_dyn_cast <gcond *> (last_stmt (out->src)) : NULL);
  if (!test)
    return false;
  tree a = gimple_cond_lhs (test), b = gimple_cond_rhs (test);
  if (same_p (loop, a))
    std::swap (a, b);
  return (same_p (loop, b) && INTEGRAL_TYPE_P (TREE_TYPE (a))
	  && simple_iv (loop, loop, a, &iv, false) && TREE_CODE (iv.step) == INTEGER_CST);
}

static bool
expandable_type_p (tree type)
{
  return ((INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) >= BITS_PER_UNIT)
	  || SCALAR_FLOAT_TYPE_P (type));
}

/* STMT, in LOOP, loads each iteration's element: a loop of its own would need all of what
   this one reads.  */
static bool
sweeps_p (class loop *loop, gimple *load)
{
  ssa_op_iter iter;
  tree use;
  bool moves = false;
  FOR_EACH_SSA_TREE_OPERAND (use, load, iter, SSA_OP_USE)
    {
      if (!plug_fixed_p (loop, use))
	return false;
      moves |= plug_moves_p (loop, use);
    }
  return moves;
}

/* LOAD always is of the array to which the same pointer leads, which LOOP doesn't
   change.  */
static bool
one_array_p (class loop *loop, gimple *load)
{
  tree ref = gimple_assign_rhs1 (load), root = plug_root_of (ref);
  if (!root)
    return DECL_P (get_base_address (ref));
  return (SSA_NAME_IS_DEFAULT_DEF (root)
	  || !flow_bb_inside_loop_p (loop, gimple_bb (SSA_NAME_DEF_STMT (root))));
}

/* STMT, in LOOP, computes from names alone or loads what LOOP doesn't write.  */
static bool
steady_p (class loop *loop, gimple *stmt)
{
  if (gcall *call = dyn_cast <gcall *> (stmt))
    return plug_pure_call_p (call);
  return (!plug_private_of (stmt, false) && plug_stays_p (loop, stmt)
	  && one_array_p (loop, stmt) && !sweeps_p (loop, stmt));
}

/* All that N needs is.  */
static bool
all_steady_p (const struct plug_needs *n, class loop *loop)
{
  for (gimple *stmt : n->stmts)
    if (!steady_p (loop, stmt))
      return false;
  return true;
}

/* The loop whose header PHI is in carries it from one value to the next, on its own, in
   LOOP; if that is around it also without reading anything.  */
static bool
carried_p (class loop *loop, gphi *phi)
{
  tree name = gimple_phi_result (phi), step;
  class loop *own = gimple_bb (phi)->loop_father;
  struct plug_needs n;
  n.loop = loop;
  if (virtual_operand_p (name) || !expandable_type_p (TREE_TYPE (name))
      || (plug_iv_p (own, phi, &step) && (own == loop || counted_p (own))))
    return false;
  plug_need (&n, PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (own)));
  plug_need_loops (&n, gimple_bb (phi));
  plug_find_needs (&n);
  return (needed_p (&n, SSA_NAME_VERSION (name)) && all_steady_p (&n, loop)
	  && (own == loop || n.stmts.is_empty ()));
}

/* VALUE is that of one of E's scalars before or after an iteration.  */
static bool
of_carried_p (const struct expansion *e, tree value)
{
  for (const struct carried &c : e->carried)
    if (value == gimple_phi_result (c.phi) || value == c.next)
      return true;
  return false;
}

/* What PHI, which E's loop carries, is after an iteration, if each iteration comes to where
   that is computed, once; or null.  */
static tree
next_of (const struct expansion *e, gphi *phi)
{
  tree next = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (e->loop));
  gimple *def = TREE_CODE (next) == SSA_NAME ? SSA_NAME_DEF_STMT (next) : NULL;
  bool told = (def && gimple_bb (def) && gimple_bb (def)->loop_father == e->loop
	       && gimple_bb (def) != e->loop->header && !of_carried_p (e, next));
  return told ? next : NULL_TREE;
}

/* Find the integers that INNER, directly in E's loop, computes on its own for an
   iteration.  */
static void
find_computed (struct expansion *e, class loop *inner)
{
  edge out = single_exit (inner);
  if (!out || out->src != inner->header)
    return;
  for (gphi_iterator i = gsi_start_phis (inner->header); !gsi_end_p (i); gsi_next (&i))
    {
      tree name = gimple_phi_result (i.phi ());
      if (INTEGRAL_TYPE_P (TREE_TYPE (name)) && plug_used_after_p (inner, name)
	  && carried_p (e->loop, i.phi ()))
	e->carried.safe_push ({ i.phi (), NULL_TREE });
    }
}

/* Find the scalars that E's loop carries on its own, and those that loops inside
   compute.  */
static bool
find_carried (struct expansion *e)
{
  for (gphi_iterator i = gsi_start_phis (e->loop->header); !gsi_end_p (i); gsi_next (&i))
    if (carried_p (e->loop, i.phi ()))
      e->carried.safe_push ({ i.phi (), NULL_TREE });
  for (struct carried &c : e->carried)
    c.next = next_of (e, c.phi);
  for (class loop *inner = e->loop->inner; inner; inner = inner->next)
    find_computed (e, inner);
  for (const struct carried &c : e->carried)
    {
      plug_need_loops (&e->chain, gimple_bb (c.phi));
      plug_need_operands (&e->chain, c.phi);
    }
  plug_find_needs (&e->chain);
  return !e->carried.is_empty ();
}

/* Find what is left of E's loop without its scalars.  */
static void
find_rest (struct expansion *e)
{
  int n;
  for (const struct carried &c : e->carried)
    {
      bitmap_set_bit (e->rest.names, SSA_NAME_VERSION (gimple_phi_result (c.phi)));
      if (c.next)
	bitmap_set_bit (e->rest.names, SSA_NAME_VERSION (c.next));
    }
  basic_block *bbs = plug_loop_blocks (e->loop, &n);
  for (int b = 0; b < n; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i); gsi_next (&i))
      if (plug_stores_p (gsi_stmt (i)))
	{
	  plug_need_loops (&e->rest, bbs[b]);
	  plug_need_operands (&e->rest, gsi_stmt (i));
	}
  free (bbs);
  plug_need_results (&e->rest);
  plug_find_needs (&e->rest);
}

/* STMT, in E's loop, is part of what is left, and no scalar of E's.  */
static bool
left_p (const struct expansion *e, gimple *stmt)
{
  tree to = gimple_code (stmt) == GIMPLE_PHI ? gimple_phi_result (stmt)
	    : gimple_get_lhs (stmt);
  if (to && TREE_CODE (to) == SSA_NAME)
    return (!of_carried_p (e, to)
	    && needed_p (&e->rest, SSA_NAME_VERSION (to)));
  class loop *in = gimple_bb (stmt)->loop_father;
  return in == e->loop || bitmap_bit_p (const_cast<auto_bitmap &> (e->rest.loops), in->num);
}

/* What is left of E's loop uses VALUE.  */
static bool
used_p (const struct expansion *e, tree value)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, value)
    {
      gimple *stmt = USE_STMT (use);
      if (!is_gimple_debug (stmt) && flow_bb_inside_loop_p (e->loop, gimple_bb (stmt))
	  && left_p (e, stmt))
	return true;
    }
  return false;
}

/* Find the values that are to be kept.  */
static bool
find_kept (struct expansion *e)
{
  for (const struct carried &c : e->carried)
    for (tree value : { gimple_phi_result (c.phi), c.next })
      if (value && used_p (e, value))
	e->kept.safe_push ({ value, NULL_TREE, NULL });
  return !e->kept.is_empty () && e->kept.length () <= MOST_TABLES;
}

/* VALUE is used before the test of E's loop.  */
static bool
used_before_test_p (const struct expansion *e, tree value)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, value)
    if (gimple_bb (USE_STMT (use)) == e->loop->header && !is_gimple_debug (USE_STMT (use))
	&& gimple_code (USE_STMT (use)) != GIMPLE_PHI)
      return true;
  return false;
}

/* Of what E's scalars are made of nothing is used behind its loop but what that carries, or
   counts; and that not before its test.  */
static bool
within_p (const struct expansion *e)
{
  tree step;
  for (unsigned v = 0; v < num_ssa_names; v++)
    if (tree name = needed_p (&e->chain, v) ? ssa_name (v) : NULL_TREE)
      {
	gphi *phi = dyn_cast <gphi *> (SSA_NAME_DEF_STMT (name));
	bool own = phi && gimple_bb (phi) == e->loop->header;
	if (own ? !plug_iv_p (e->loop, phi, &step) && used_before_test_p (e, name)
	    : plug_used_after_p (e->loop, name))
	  return false;
      }
  return true;
}

/* What is left does more than store: it is worth a loop of its own.  */
static bool
worthwhile_p (const struct expansion *e)
{
  if (e->outer != e->loop || !e->rest.stmts.is_empty ())
    return true;
  for (unsigned v = 0; v < num_ssa_names; v++)
    if (needed_p (&e->rest, v) && is_gimple_call (SSA_NAME_DEF_STMT (ssa_name (v))))
      return true;
  return false;
}

/* --- Where it is computed -------------------------------------------------- */

/* All that STMT, in E's loop, takes from outside of it is the same in all iterations of
   AT.  */
static bool
same_in_p (const struct expansion *e, class loop *at, gimple *stmt)
{
  ssa_op_iter iter;
  use_operand_p use;
  FOR_EACH_PHI_OR_STMT_USE (use, stmt, iter, SSA_OP_USE)
    {
      tree value = USE_FROM_PTR (use);
      if (TREE_CODE (value) == SSA_NAME && !SSA_NAME_IS_DEFAULT_DEF (value)
	  && !flow_bb_inside_loop_p (e->loop, gimple_bb (SSA_NAME_DEF_STMT (value)))
	  && !same_p (at, value))
	return false;
    }
  return true;
}

/* All of AT's iterations come to INNER, and compute the same for E.  */
static bool
again_p (const struct expansion *e, class loop *at, class loop *inner)
{
  int n;
  edge out = single_exit (at);
  bool same = (out && out->src == at->header && all_steady_p (&e->chain, at)
	       && dominated_by_p (CDI_DOMINATORS, at->latch, inner->header));
  for (unsigned v = 0; v < num_ssa_names && same; v++)
    if (needed_p (&e->chain, v))
      same = same_in_p (e, at, SSA_NAME_DEF_STMT (ssa_name (v)));
  basic_block *bbs = plug_loop_blocks (e->loop, &n);
  for (int b = 0; b < n && same; b++)
    if (gimple *last = last_stmt (bbs[b]))
      same = !is_ctrl_stmt (last) || same_in_p (e, at, last);
  free (bbs);
  return same;
}

/* What E's loop carries is used behind it.  */
static bool
used_behind_p (const struct expansion *e)
{
  for (const struct carried &c : e->carried)
    if (plug_used_after_p (e->loop, gimple_phi_result (c.phi)))
      return true;
  return false;
}

/* A copy of LOOP can do without what it needn't do.  */
static bool
copyable_p (class loop *loop)
{
  int n;
  bool ok = single_exit (loop) && can_duplicate_loop_p (loop);
  basic_block *bbs = plug_loop_blocks (loop, &n);
  for (int b = 0; b < n && ok; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i) && ok; gsi_next (&i))
      ok = plug_copyable_p (gsi_stmt (i));
  free (bbs);
  return ok;
}

/* Find out before which loop E's scalars are computed: as far outside as they are the same
   in each iteration.  */
static bool
find_outer (struct expansion *e)
{
  e->outer = e->loop;
  for (class loop *at = loop_outer (e->loop);
       loop_outer (at) && !used_behind_p (e) && again_p (e, at, e->outer);
       at = loop_outer (at))
    e->outer = at;
  return copyable_p (e->outer);
}

/* E is what LOOP carries, and this can be expanded.  */
static bool
find_expansion (class loop *loop, struct expansion *e)
{
  gimple *where;
  e->loop = e->chain.loop = e->rest.loop = loop;
  if (!counted_p (loop) || plug_counts_p (loop, true)
      || plug_private_variable (loop, true, &where) || !find_carried (e))
    return false;
  find_rest (e);
  return find_kept (e) && within_p (e) && find_outer (e) && worthwhile_p (e);
}

/* --- Code ------------------------------------------------------------------ */

/* Where E's VALUE, which PHI gives, is kept: where the loop's BODY begins, or behind a loop
   inside that computes it, or where ways meet.  */
static basic_block
place_of (const struct expansion *e, gimple *phi, basic_block body)
{
  basic_block bb = gimple_bb (phi);
  if (bb == e->loop->header)
    return body;
  return bb == bb->loop_father->header ? split_edge (single_exit (bb->loop_father)) : bb;
}

/* Store E's value K in its table's element INDEX; BODY is where the loop's body begins.  */
static void
keep (struct expansion *e, struct kept *k, tree index, basic_block body)
{
  gimple_seq seq = NULL;
  gimple *def = SSA_NAME_DEF_STMT (k->value);
  tree ref = plug_scratch_element (&seq, k->table, index, TREE_TYPE (k->value));
  k->store = gimple_build_assign (ref, k->value);
  gimple_seq_add_stmt (&seq, k->store);
  gimple_seq_set_location (seq, plug_loop_location (e->loop));
  if (gimple_code (def) == GIMPLE_PHI)
    {
      gimple_stmt_iterator i = gsi_after_labels (place_of (e, def, body));
      gsi_insert_seq_before (&i, seq, GSI_SAME_STMT);
    }
  else
    {
      gimple_stmt_iterator i = gsi_for_stmt (def);
      gsi_insert_seq_after (&i, seq, GSI_SAME_STMT);
    }
}

/* Take tables for what E keeps.  */
static bool
take_tables (struct plug_region *region, struct expansion *e)
{
  for (struct kept &k : e->kept)
    {
      tree called = SSA_NAME_IDENTIFIER (k.value);
      struct plug_param *p
	= plug_take_pointer (region, TREE_TYPE (k.value),
			     called ? called : get_identifier ("carried"));
      if (!p)
	return false;
      k.table = get_or_create_ssa_default_def (cfun, p->parm);
    }
  return true;
}

/* Let E's loop store what is kept.  */
static void
store_all (struct expansion *e)
{
  edge leave = single_exit (e->loop), stay = EDGE_SUCC (leave->src, 0);
  stay = stay == leave ? EDGE_SUCC (leave->src, 1) : stay;
  tree index = plug_add_counter (e->loop, ssizetype, "k");
  basic_block body = split_edge (stay);
  for (struct kept &k : e->kept)
    keep (e, &k, index, body);
}

/* Number the stores of what E keeps, from 1 on; so are their copies.  */
static void
number_stores (struct expansion *e)
{
  int n;
  basic_block *bbs = plug_loop_blocks (e->outer, &n);
  for (int b = 0; b < n; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i); gsi_next (&i))
      gimple_set_uid (gsi_stmt (i), 0);
  free (bbs);
  for (unsigned k = 0; k < e->kept.length (); k++)
    gimple_set_uid (e->kept[k].store, k + 1);
}

/* Let COPY, of E's outer loop, do no more than store what is kept: in which loop it
   does.  */
static class loop *
only_keep (class loop *copy)
{
  int n;
  class loop *in = NULL;
  auto_vec<gimple *> stores;
  basic_block *bbs = plug_loop_blocks (copy, &n);
  for (int b = 0; b < n; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i); gsi_next (&i))
      if (gimple_uid (gsi_stmt (i)))
	in = bbs[b]->loop_father;
      else if (plug_stores_p (gsi_stmt (i)))
	stores.safe_push (gsi_stmt (i));
  free (bbs);
  plug_remove_statements (stores);
  return in;
}

/* Let no more than one iteration of LOOP be run.  */
static void
run_once (class loop *loop)
{
  edge out = single_exit (loop);
  edge done = redirect_edge_and_branch (loop_latch_edge (loop), out->dest);
  for (gphi_iterator i = gsi_start_phis (out->dest); !gsi_end_p (i); gsi_next (&i))
    add_phi_arg (i.phi (), PHI_ARG_DEF_FROM_EDGE (i.phi (), out), done, UNKNOWN_LOCATION);
}

/* Use VALUE in place of NAME in LOOP, but not in a loop inside that computes it; or, unless
   INSIDE, outside of LOOP.  */
static void
replace_uses (tree name, tree value, class loop *loop, bool inside)
{
  imm_use_iterator iter;
  use_operand_p use;
  gimple *stmt;
  class loop *own = gimple_bb (SSA_NAME_DEF_STMT (name))->loop_father;
  FOR_EACH_IMM_USE_STMT (stmt, iter, name)
    if (flow_bb_inside_loop_p (loop, gimple_bb (stmt)) == inside
	&& (own == loop || !flow_bb_inside_loop_p (own, gimple_bb (stmt))))
      {
	FOR_EACH_IMM_USE_ON_STMT (use, iter)
	  SET_USE (use, value);
	update_stmt (stmt);
      }
}

/* Let E's loop load what is kept where it has stored that.  */
static void
load_all (struct expansion *e)
{
  for (const struct kept &k : e->kept)
    {
      tree value = make_ssa_name (TREE_TYPE (k.value));
      gimple_stmt_iterator i = gsi_for_stmt (k.store);
      gassign *load = gimple_build_assign (value, gimple_assign_lhs (k.store));
      gimple_set_location (load, gimple_location (k.store));
      gsi_insert_before (&i, load, GSI_SAME_STMT);
      unlink_stmt_vdef (k.store);
      gsi_remove (&i, true);
      replace_uses (k.value, value, e->loop, true);
    }
}

/* Behind E's loop what it carries is what COPY has computed.  */
static void
replace_results (struct expansion *e, class loop *copy)
{
  gphi_iterator i = gsi_start_phis (e->loop->header), c = gsi_start_phis (copy->header);
  for (; !gsi_end_p (i); gsi_next (&i), gsi_next (&c))
    if (of_carried_p (e, gimple_phi_result (i.phi ())))
      replace_uses (gimple_phi_result (i.phi ()), gimple_phi_result (c.phi ()), e->loop,
		    false);
}

/* Expand E, in REGION.  */
static bool
expand (struct plug_region *region, struct expansion *e)
{
  if (!take_tables (region, e))
    return false;
  store_all (e);
  plug_update_copies ();
  number_stores (e);
  class loop *copy = plug_copy_before (e->outer);
  gcc_assert (copy);
  plug_update_copies ();
  class loop *in = only_keep (copy);
  if (in == copy)
    replace_results (e, copy);
  load_all (e);
  basic_block keeping = copy->header, rest = e->loop->header;
  for (class loop *at = in; at != copy; at = loop_outer (at))
    run_once (loop_outer (at));
  plug_find_loops_anew ();
  if (in == copy)
    plug_pass_loops (keeping->loop_father);
  plug_pass_loops (rest->loop_father);
  plug_find_loops_anew ();
  cleanup_tree_cfg ();
  plug_remove_dead_code ();
  plug_prepare_loops ();
  return true;
}

/* The first of LOOP and those inside, from within, that can be expanded; or null.  */
static class loop *
expandable_in (class loop *loop)
{
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    if (class loop *found = expandable_in (inner))
      return found;
  struct expansion e;
  return loop_outer (loop) && find_expansion (loop, &e) ? loop : NULL;
}

bool
plug_expandable_p (const struct plug_region *region)
{
  return !region->expanded && expandable_in (current_loops->tree_root);
}

bool
plug_expand_scalars (struct plug_region *region)
{
  int n = 0;
  if (region->expanded)
    return false;
  region->expanded = true;
  while (class loop *loop = n < MOST_LOOPS ? expandable_in (current_loops->tree_root) : NULL)
    {
      struct expansion e;
      if (!find_expansion (loop, &e) || !expand (region, &e))
	break;
      n++;
    }
  return n > 0;
}
