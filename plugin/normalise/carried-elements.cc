/* carried-elements.cc: elements that an iteration takes from the one before, as scalars.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i = 1; i < n; i++)
       for (j = 1; j < m; j++)
	 u[i][j] = (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) / 4;

   Iterations of the inner loop wait for each other because of u[i][j - 1] alone, which is
   what the one before has stored:

     for (i = 1; i < n; i++)
       for (j = 1; j < m; j++)
	 {
	   left = j == 1 ? u[i][j - 1] : held;
	   u[i][j] = held = (u[i - 1][j] + u[i + 1][j] + left + u[i][j + 1]) / 4;
	 }

   That a process can hand on to the next one (runtime/relay.c), and then the loop is
   distributed.  Each iteration stores the element, in whichever branch; the first one loads
   what is there.  It is done where the region can't be distributed otherwise.

   Requires: SSA, loops with preheaders, simple latches and recorded exits, dominators,
   scalar evolution.  Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "scratch.h"
#include "region.h"
#include "read/extract.h"
#include "read/places.h"
#include "write/emit.h"

/* Elements of one region, at most.  */
enum { MOST_ELEMENTS = 16 };

/* The element that all of STORES, of LOOP, store in is, an iteration later, loaded by
   LOADS.  COUNTER, which begins with FIRST, tells the first iteration from others.  */
struct element
{
  class loop *loop;
  basic_block header;		/* LOOP's */
  auto_vec<gimple *> stores, loads;
  tree counter, first;
};

/* --- What is carried ------------------------------------------------------- */

/* Find E's counter; false if there is none.  */
static bool
find_counter (struct element *e)
{
  tree step;
  edge out = single_exit (e->loop);
  for (gphi_iterator i = gsi_start_phis (e->loop->header);
       !gsi_end_p (i) && !e->counter; gsi_next (&i))
    if (INTEGRAL_TYPE_P (TREE_TYPE (gimple_phi_result (i.phi ())))
	&& plug_iv_p (e->loop, i.phi (), &step) && TREE_CODE (step) == INTEGER_CST)
      {
	e->counter = gimple_phi_result (i.phi ());
	e->first = PHI_ARG_DEF_FROM_EDGE (i.phi (), loop_preheader_edge (e->loop));
      }
  return e->counter && out && out->src == e->loop->header;
}

/* By how many bytes the place PLACE moves on in an iteration of LOOP; 0 if that isn't plain.  */
static HOST_WIDE_INT
step_of (class loop *loop, const struct plug_sum *place)
{
  HOST_WIDE_INT moves = 0;
  for (const struct plug_term &t : place->terms)
    {
      tree step;
      gphi *phi = (t.leaf && TREE_CODE (t.leaf) == SSA_NAME
		   ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (t.leaf)) : NULL);
      if (!phi || gimple_bb (phi) != loop->header)
	continue;
      if (t.n_factors || !plug_iv_p (loop, phi, &step) || !tree_fits_shwi_p (step))
	return 0;
      moves += t.times * tree_to_shwi (step);
    }
  return moves;
}

/* REF is what STORED, in LOOP, is, or, if it is to be BEHIND, what that was an iteration
   before.  */
static bool
related_p (class loop *loop, tree ref, tree stored, bool behind)
{
  struct plug_sum a, b;
  tree root = plug_root_of (stored);
  if (!root || plug_root_of (ref) != root || !plug_place_of (loop, ref, root, &a)
      || !plug_place_of (loop, stored, root, &b) || a.terms.length () != b.terms.length ())
    return false;
  HOST_WIDE_INT step = step_of (loop, &b);
  plug_take_out (&a, &b);
  return (a.terms.is_empty () && step != 0
	  && a.constant + (behind ? step : 0) == b.constant);
}

/* STMT stores a number.  */
static bool
plain_store_p (gimple *stmt)
{
  return (gimple_assign_single_p (stmt) && gimple_store_p (stmt)
	  && !gimple_has_volatile_ops (stmt)
	  && is_gimple_reg_type (TREE_TYPE (gimple_assign_lhs (stmt)))
	  && is_gimple_val (gimple_assign_rhs1 (stmt)));
}

/* Find what else E's loop stores where STORE does, and loads of that one step later; false if
   it may be stored to by others.  */
static bool
find_accesses (struct element *e, gimple *store)
{
  int n;
  bool ok = true;
  tree place = gimple_assign_lhs (store);
  basic_block *bbs = plug_loop_blocks (e->loop, &n);
  for (int b = 0; b < n && ok; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i) && ok; gsi_next (&i))
      {
	gimple *stmt = gsi_stmt (i);
	if (plain_store_p (stmt) && related_p (e->loop, gimple_assign_lhs (stmt), place, false))
	  e->stores.safe_push (stmt);
	else if (gimple_store_p (stmt))
	  ok = (gimple_assign_single_p (stmt)
		&& plug_different_places_p (gimple_assign_lhs (stmt), place));
	else if (gimple_assign_load_p (stmt) && !gimple_has_volatile_ops (stmt)
		 && types_compatible_p (TREE_TYPE (gimple_assign_lhs (stmt)),
					TREE_TYPE (place))
		 && related_p (e->loop, gimple_assign_rhs1 (stmt), place, true))
	  e->loads.safe_push (stmt);
      }
  free (bbs);
  return ok && !e->loads.is_empty ();
}

/* No iteration of E's loop goes without one of its stores.  */
static bool
always_stores_p (const struct element *e)
{
  hash_set<basic_block> seen;
  auto_vec<basic_block> work;
  for (gimple *store : e->stores)
    seen.add (gimple_bb (store));
  for (work.safe_push (e->loop->header); !work.is_empty ();)
    {
      edge out;
      edge_iterator i;
      FOR_EACH_EDGE (out, i, work.pop ()->succs)
	{
	  if (out->dest == e->loop->latch && !seen.contains (out->dest))
	    return false;
	  if (flow_bb_inside_loop_p (e->loop, out->dest) && !seen.add (out->dest))
	    work.safe_push (out->dest);
	}
    }
  return true;
}

/* STORE is one of an element of ALL.  */
static bool
known_p (const vec<struct element *> &all, gimple *store)
{
  for (const struct element *e : all)
    if (e->stores.contains (store))
      return true;
  return false;
}

/* Append the elements that LOOP, which has none inside, carries to ALL.  */
static void
find_elements (class loop *loop, vec<struct element *> *all)
{
  int n;
  basic_block *bbs = plug_loop_blocks (loop, &n);
  for (int b = 0; b < n; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i); gsi_next (&i))
      {
	if (!plain_store_p (gsi_stmt (i)) || known_p (*all, gsi_stmt (i))
	    || all->length () == MOST_ELEMENTS)
	  continue;
	struct element *e = new element ();
	e->loop = loop;
	e->header = loop->header;
	if (find_counter (e) && find_accesses (e, gsi_stmt (i)) && always_stores_p (e))
	  all->safe_push (e);
	else
	  delete e;
      }
  free (bbs);
}

/* Append those of loops in LOOP.  */
static void
find_in (class loop *loop, vec<struct element *> *all)
{
  for (class loop *in = loop->inner; in; in = in->next)
    find_in (in, all);
  if (loop_outer (loop) && !loop->inner)
    find_elements (loop, all);
}

/* --- Code ------------------------------------------------------------------ */

/* Only where E's counter begins let LOAD load; otherwise it gets BEFORE.  */
static void
load_first_only (const struct element *e, gimple *load, tree before)
{
  basic_block bb = gimple_bb (load);
  tree value = gimple_assign_lhs (load), chosen = create_tmp_reg (TREE_TYPE (value));
  gimple_stmt_iterator at = gsi_for_stmt (load);
  gsi_prev (&at);
  edge enter = gsi_end_p (at) ? split_block_after_labels (bb)
	       : split_block (bb, gsi_stmt (at));
  basic_block loads = enter->dest, behind = split_block (loads, load)->dest;
  basic_block takes = create_empty_bb (enter->src);
  add_bb_to_loop (takes, e->loop);
  enter->flags = EDGE_TRUE_VALUE;
  edge other = make_edge (enter->src, takes, EDGE_FALSE_VALUE);
  enter->probability = profile_probability::unlikely ();
  other->probability = enter->probability.invert ();
  make_single_succ_edge (takes, behind, EDGE_FALLTHRU);
  gcond *test = gimple_build_cond (EQ_EXPR, e->counter, e->first, NULL_TREE, NULL_TREE);
  gimple_set_location (test, gimple_location (load));
  at = gsi_last_bb (enter->src);
  gsi_insert_after (&at, test, GSI_NEW_STMT);
  at = gsi_last_bb (takes);
  gsi_insert_after (&at, gimple_build_assign (chosen, before), GSI_NEW_STMT);
  gimple_assign_set_lhs (load, chosen);
  update_stmt (load);
  at = gsi_after_labels (behind);
  gassign *result = gimple_build_assign (value, chosen);
  gsi_insert_before (&at, result, GSI_SAME_STMT);
}

/* A variable like PLACE, called as the array that this is of.  */
static tree
variable_like (tree place)
{
  tree var = create_tmp_reg (TYPE_MAIN_VARIANT (TREE_TYPE (place)));
  if (tree called = SSA_NAME_IDENTIFIER (plug_root_of (place)))
    DECL_NAME (var) = called;
  return var;
}

/* Let E's loop carry it.  */
static void
carry (const struct element *e)
{
  tree place = gimple_assign_lhs (e->stores[0]);
  tree held = variable_like (place), before = variable_like (place);
  edge leave = single_exit (e->loop), stay = EDGE_SUCC (leave->src, 0);
  stay = stay == leave ? EDGE_SUCC (leave->src, 1) : stay;
  gimple_stmt_iterator at = gsi_last_bb (loop_preheader_edge (e->loop)->src);
  gsi_insert_after (&at, gimple_build_assign (held, build_zero_cst (TREE_TYPE (held))),
		    GSI_NEW_STMT);
  at = gsi_start_bb (split_edge (stay));
  gsi_insert_before (&at, gimple_build_assign (before, held), GSI_NEW_STMT);
  for (gimple *store : e->stores)
    {
      at = gsi_for_stmt (store);
      gsi_insert_after (&at, gimple_build_assign (held, gimple_assign_rhs1 (store)),
			GSI_NEW_STMT);
    }
  for (gimple *load : e->loads)
    load_first_only (e, load, before);
}

bool
plug_carry_elements (struct plug_region *region)
{
  auto_vec<struct element *> all;
  if (region->carries)
    return false;
  region->carries = true;
  find_in (current_loops->tree_root, &all);
  for (struct element *e : all)
    {
      e->loop = e->header->loop_father;
      carry (e);
      plug_find_loops_anew ();
      delete e;
    }
  if (!all.is_empty () && plug_keep_addends (region, true))
    plug_find_loops_anew ();
  return !all.is_empty ();
}
