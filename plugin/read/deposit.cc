/* deposit.cc: updates of an element that data choose, as one operation.

   SPDX-License-Identifier: GPL-3.0-or-later

     h[key[i]] += w[i]		if (d < best[k]) best[k] = d

   The load of the element, what is computed from it and nothing else, a test of
   that, and the store form an *update*: whoever has the element can do it, if he
   is told where it is and the other values that it needs.

   Invariants
   (1) Nothing outside of an update depends on what it loads, but stores that it leads.
   (2) Nothing is stored to the element between its load and its store.
   (3) A test decides about the store, about scalars that are reduced, and about
   stores to other arrays:

     if (level[w] < 0) { level[w] = d + 1; parent[w] = v; more = 1; }

   MORE is *found* by who has the element.  What it is nobody else may want to know
   before all updates of a loop have been done.  The store to PARENT is *led*: it is
   made when it is known how the test came out.  So are stores that want to know what is
   loaded:

     at = next[key[i]]++; sorted[at] = i;
     link[i] = head[cell[i]]; head[cell[i]] = i;

   (4) A test of what is loaded may decide about these alone: it is a *filter*.

     at = count[c]++; if (at < MOST) list[c * MOST + at] = i; else lost++;

   … and what is found, on either way.  Whether the program ends is led like a store.  */

#include "pram-gcc.h"
#include "region.h"
#include "deposit.h"
#include "extract.h"
#include "found.h"
#include "ir.h"
#include "places.h"

/* So many bytes can be told.  */
enum { TOLD = 16 };

/* --- Parts ------------------------------------------------------------------- */

/* STMT is where the program may end, and what others load doesn't end it any less if they come
   there although it has.  */
static bool
ending_p (gimple *stmt)
{
  gcall *ending = plug_ending (stmt);
  if (!ending)
    return false;
  tree test = gimple_call_arg (ending, 0);
  gassign *compare = (TREE_CODE (test) == SSA_NAME
		      ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (test)) : NULL);
  tree_code code = compare ? gimple_assign_rhs_code (compare) : ERROR_MARK;
  return code == LT_EXPR || code == LE_EXPR || code == GT_EXPR || code == GE_EXPR;
}

/* Add what depends on NAME to UPDATE.  False if that isn't part of one.  */
static bool
follow (struct plug_update *update, tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *stmt = USE_STMT (use);
      if (is_gimple_debug (stmt) || update->stmts.contains (stmt))
	continue;
      gcall *call = dyn_cast <gcall *> (stmt);
      tree lhs = gimple_get_lhs (stmt);
      if (gcond *test = dyn_cast <gcond *> (stmt))
	{
	  if (update->test)
	    return false;
	  update->test = test;
	}
      else if (gimple_store_p (stmt) && gimple_assign_single_p (stmt)
	       && gimple_assign_rhs1 (stmt) == name && !update->store
	       && plug_same_place_p (gimple_assign_rhs1 (update->load), lhs))
	update->store = stmt;
      else if ((gimple_store_p (stmt) && gimple_assign_single_p (stmt))
	       || ending_p (stmt))
	{
	  if (!update->led.contains (stmt))
	    update->led.safe_push (stmt);
	}
      else if (!lhs || TREE_CODE (lhs) != SSA_NAME || gimple_vuse (stmt)
	       || !(is_gimple_assign (stmt) || (call && plug_pure_call_p (call))))
	return false;
      else
	{
	  update->stmts.add (stmt);
	  if (!follow (update, lhs))
	    return false;
	}
    }
  return true;
}

/* The only store to what LOAD loads that TEST decides about.  */
static gimple *
store_behind (gcond *test, gimple *load)
{
  gimple *found = NULL;
  edge e;
  edge_iterator i;
  FOR_EACH_EDGE (e, i, gimple_bb (test)->succs)
    for (gimple_stmt_iterator s = gsi_start_bb (e->dest); !gsi_end_p (s);
	 gsi_next (&s))
      if (gimple_store_p (gsi_stmt (s)) && single_pred_p (e->dest)
	  && gimple_assign_single_p (gsi_stmt (s))
	  && plug_same_place_p (gimple_assign_rhs1 (load),
				gimple_assign_lhs (gsi_stmt (s))))
	{
	  if (found)
	    return NULL;
	  found = gsi_stmt (s);
	}
  return found;
}

/* The first store to what LOAD loads behind it in its block.  */
static gimple *
store_after (gimple *load)
{
  for (gimple_stmt_iterator s = gsi_for_stmt (load); !gsi_end_p (s); gsi_next (&s))
    if (gimple_store_p (gsi_stmt (s)) && gimple_assign_single_p (gsi_stmt (s))
	&& plug_same_place_p (gimple_assign_rhs1 (load),
			      gimple_assign_lhs (gsi_stmt (s))))
      return gsi_stmt (s);
  return NULL;
}

/* What LOAD does is loaded in BB, too.  */
static bool
loaded_p (basic_block bb, gimple *load)
{
  for (gimple_stmt_iterator s = gsi_start_bb (bb); !gsi_end_p (s);
       gsi_next (&s))
    if (gimple_assign_load_p (gsi_stmt (s))
	&& plug_loads_same_p (gsi_stmt (s), load))
      return true;
  return false;
}

/* What STMT does is computed in BB, too.  */
static bool
computed_p (basic_block bb, gimple *stmt)
{
  tree lhs = gimple_assign_lhs (stmt);
  for (gimple_stmt_iterator s = gsi_start_bb (bb); !gsi_end_p (s);
       gsi_next (&s))
    if (is_gimple_assign (gsi_stmt (s)) && !gimple_vuse (gsi_stmt (s))
	&& plug_equal_p (gimple_assign_lhs (gsi_stmt (s)), lhs))
      return true;
  return false;
}

/* STMT, in a block behind TEST of what LOAD loads, may happen in vain.  */
static bool
harmless_p (gimple *stmt, basic_block test, gimple *load)
{
  return (gimple_code (stmt) == GIMPLE_LABEL
	  || gimple_code (stmt) == GIMPLE_PREDICT || is_gimple_debug (stmt)
	  || (gimple_assign_load_p (stmt)
	      ? loaded_p (test, stmt) && !plug_loads_same_p (stmt, load)
	      : is_gimple_assign (stmt) && !gimple_vuse (stmt)
		&& (!gimple_could_trap_p (stmt) || computed_p (test, stmt))));
}

/* The region may write to what REF is to.  */
static bool
written_p (tree ref)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator s = gsi_start_bb (bb); !gsi_end_p (s);
	 gsi_next (&s))
      {
	tree load, store;
	plug_references (gsi_stmt (s), &load, &store);
	if (store && !plug_different_places_p (store, ref))
	  return true;
      }
  return false;
}

/* STMT may as well happen later, if at all.  */
static bool
later_p (gimple *stmt)
{
  return (is_gimple_assign (stmt) && !gimple_vdef (stmt)
	  && (!gimple_vuse (stmt)
	      || (gimple_assign_load_p (stmt)
		  && !written_p (gimple_assign_rhs1 (stmt)))));
}

/* STMT, in the block of UPDATE's store, is a store that may be led, or ends the program.
   What is watched is so in its order, and leads nothing.  */
static bool
led_p (struct plug_update *update, gimple *stmt)
{
  tree place = gimple_assign_lhs (update->store);
  if (plug_ending (stmt))
    return true;
  return (gimple_store_p (stmt) && gimple_assign_single_p (stmt)
	  && !gimple_has_volatile_ops (stmt)
	  && is_gimple_val (gimple_assign_rhs1 (stmt))
	  && plug_different_places_p (gimple_assign_lhs (stmt), place)
	  && plug_indexed_p (gimple_assign_lhs (stmt))
	  && !plug_region_of (cfun->decl)->takes_apart);
}

/* --- What others want of what is loaded -------------------------------------- */

/* Put what VALUE is computed from into CHAIN, as far as UPDATE does that.  */
static void
find_chain (struct plug_update *update, tree value, hash_set<gimple *> *chain)
{
  if (!plug_update_computes_p (update, value)
      || chain->add (SSA_NAME_DEF_STMT (value)))
    return;
  ssa_op_iter i;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, SSA_NAME_DEF_STMT (value), i, SSA_OP_USE)
    find_chain (update, use, chain);
}

/* Stores that UPDATE may lead depend on what it loads: tell what is computed for these
   from the rest.  */
static void
split (struct plug_update *update)
{
  hash_set<gimple *> chain;
  update->told = true;
  find_chain (update, gimple_assign_rhs1 (update->store), &chain);
  for (unsigned i = 0; update->test && i < 2; i++)
    find_chain (update, gimple_op (update->test, i), &chain);
  for (gimple *stmt : update->stmts)
    if (stmt != update->load && !chain.contains (stmt))
      update->later.add (stmt);
  for (gimple *stmt : update->later)
    update->stmts.remove (stmt);
}

/* STMT, between parts of UPDATE in a block, may happen before or after them, as may
   stores to PLACES.  */
static bool
beside_p (struct plug_update *update, gimple *stmt, const vec<gimple *> &places)
{
  if (!gimple_vuse (stmt))
    return true;
  tree refs[2];
  plug_references (stmt, &refs[0], &refs[1]);
  if (!gimple_assign_single_p (stmt) || !(refs[0] || refs[1]))
    return false;
  for (tree ref : refs)
    {
      if (ref && !plug_different_places_p (ref, gimple_assign_lhs (update->store)))
	return false;
      for (gimple *place : places)
	if (ref && gimple_store_p (place)
	    && !plug_different_places_p (ref, gimple_assign_lhs (place)))
	  return false;
    }
  return true;
}

/* UPDATE, without a test, and what it leads, happen in one block, and all of it may
   where the last of that does.  */
static bool
straight_p (struct plug_update *update)
{
  basic_block bb = gimple_bb (update->store);
  auto_vec<gimple *> wanting;
  wanting.safe_splice (update->led);
  update->led.truncate (0);
  bool stored = false;
  gimple_stmt_iterator s = gsi_for_stmt (update->load);
  for (; !gsi_end_p (s) && !(stored && update->led.length () == wanting.length ());
       gsi_next (&s))
    {
      gimple *stmt = gsi_stmt (s);
      if (stmt == update->store)
	stored = true;
      else if (wanting.contains (stmt) && led_p (update, stmt))
	update->led.safe_push (stmt);
      else if (!update->stmts.contains (stmt) && !update->later.contains (stmt)
	       && !beside_p (update, stmt, wanting))
	return false;
    }
  for (gimple *stmt : update->stmts)
    if (gimple_bb (stmt) != bb)
      return false;
  for (gimple *stmt : update->later)
    if (gimple_bb (stmt) != bb)
      return false;
  return stored && update->led.length () == wanting.length ();
}

/* --- Tests ------------------------------------------------------------------- */

/* Nothing but what UPDATE leads, or what decides about that, wants what happens later.  */
static bool
later_alone_p (struct plug_update *update)
{
  for (gimple *stmt : update->later)
    {
      imm_use_iterator iter;
      use_operand_p use;
      FOR_EACH_IMM_USE_FAST (use, iter, gimple_assign_lhs (stmt))
	if (!is_gimple_debug (USE_STMT (use)) && USE_STMT (use) != update->filter
	    && !update->later.contains (USE_STMT (use))
	    && !update->led.contains (USE_STMT (use)))
	  return false;
    }
  return true;
}

gcond *
plug_update_branch (const struct plug_update *update)
{
  return update->filter ? update->filter : update->test;
}

/* BB does nothing.  */
static bool
empty_p (basic_block bb)
{
  for (gimple_stmt_iterator s = gsi_start_bb (bb); !gsi_end_p (s); gsi_next (&s))
    if (gimple_code (gsi_stmt (s)) != GIMPLE_LABEL
	&& gimple_code (gsi_stmt (s)) != GIMPLE_PREDICT
	&& !is_gimple_debug (gsi_stmt (s)))
      return false;
  return true;
}

/* What UPDATE's block is.  */
static basic_block
block_of (const struct plug_update *update)
{
  if (!update->filter)
    return gimple_bb (update->store);
  if (!update->led.is_empty ())
    return gimple_bb (update->led[0]);
  edge t, f;
  extract_true_false_edges_from_block (gimple_bb (update->filter), &t, &f);
  return single_pred_p (t->dest) && !empty_p (t->dest) ? t->dest : f->dest;
}

/* Nothing but UPDATE's store and what that leads happens in the block that its branch
   decides about.  */
static bool
alone_p (struct plug_update *update)
{
  basic_block bb = update->block;
  basic_block test = gimple_bb (plug_update_branch (update));
  auto_vec<gimple *> wanting;
  wanting.safe_splice (update->led);
  update->led.truncate (0);
  for (gimple_stmt_iterator s = gsi_start_bb (bb); !gsi_end_p (s);
       gsi_next (&s))
    if (gsi_stmt (s) == update->store || update->later.contains (gsi_stmt (s))
	|| update->stmts.contains (gsi_stmt (s))
	|| harmless_p (gsi_stmt (s), test, update->load))
      ;
    else if (led_p (update, gsi_stmt (s)))
      update->led.safe_push (gsi_stmt (s));
    else if (later_p (gsi_stmt (s)))
      update->later.add (gsi_stmt (s));
    else
      return false;
  for (gimple *stmt : wanting)
    if (!update->led.contains (stmt))
      return false;
  return later_alone_p (update);
}

/* From E on, the first edge to a block that has something in it: `continue' has a block
   of its own.  */
static edge
past_empty (edge e)
{
  for (int steps = 0; steps < 8 && single_pred_p (e->dest) && single_succ_p (e->dest);
       steps++)
    {
      if (!empty_p (e->dest) || phi_nodes (e->dest))
	return e;
      e = single_succ_edge (e->dest);
    }
  return e;
}

/* BB does nothing but to compute, and leads on.  */
static bool
computes_alone_p (basic_block bb)
{
  if (!single_pred_p (bb) || !single_succ_p (bb))
    return false;
  for (gimple_stmt_iterator s = gsi_start_bb (bb); !gsi_end_p (s); gsi_next (&s))
    if (gimple_code (gsi_stmt (s)) != GIMPLE_LABEL
	&& gimple_code (gsi_stmt (s)) != GIMPLE_PREDICT && !is_gimple_debug (gsi_stmt (s))
	&& (!is_gimple_assign (gsi_stmt (s)) || gimple_vuse (gsi_stmt (s))
	    || gimple_could_trap_p (gsi_stmt (s))))
      return false;
  return true;
}

/* VALUE comes from before BB.  */
static bool
from_before_p (tree value, basic_block bb)
{
  return (TREE_CODE (value) == SSA_NAME
	  && (SSA_NAME_IS_DEFAULT_DEF (value)
	      || gimple_bb (SSA_NAME_DEF_STMT (value)) != bb));
}

/* PHI merges what there is behind UPDATE's store, or what that leads, by the edge ON, and
   what there is else, by OVER, of which ELSEWHERE, or null, is the block.  Note what is found.
   False if that can't be.  */
static bool
find_found (struct plug_update *update, gphi *phi, edge on, edge over, basic_block elsewhere)
{
  tree there = PHI_ARG_DEF_FROM_EDGE (phi, on), other = PHI_ARG_DEF_FROM_EDGE (phi, over);
  basic_block bb = update->block;
  if (virtual_operand_p (gimple_phi_result (phi)) || there == other)
    return true;
  bool otherwise = elsewhere && from_before_p (there, bb);
  struct plug_found found = { phi, otherwise ? there : other, otherwise ? other : there,
			      otherwise ? elsewhere : bb, otherwise };
  if ((elsewhere && !otherwise && !from_before_p (other, elsewhere))
      || !plug_found_p (update, &found))
    return false;
  update->found.safe_push (found);
  return true;
}

/* UPDATE's branch decides about BB.  Find the way from there on which nothing is found.
   False if there is none.  */
static bool
find_rest (struct plug_update *update, basic_block bb)
{
  bool otherwise = false, named = true;
  for (const struct plug_found &found : update->found)
    {
      otherwise |= found.otherwise;
      named &= found.otherwise || !from_before_p (found.after, bb);
    }
  if (otherwise)
    update->rest = single_succ_edge (bb);
  return !otherwise || named;
}

/* What is computed for what UPDATE leads from NAME, which counts, is so when that is known.
   False if there is nothing.  */
static bool
compute_later (struct plug_update *update, tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  bool any = false;
  if (TREE_CODE (name) == SSA_NAME)
    FOR_EACH_IMM_USE_FAST (use, iter, name)
      if (!is_gimple_debug (USE_STMT (use)) && plug_update_for_led_p (update, USE_STMT (use)))
	{
	  any = true;
	  if (!update->led.contains (USE_STMT (use)))
	    {
	      update->later.add (USE_STMT (use));
	      compute_later (update, gimple_assign_lhs (USE_STMT (use)));
	    }
	}
  return any;
}

/* FOUND is a count.  */
static bool
counts_p (const struct plug_found &found)
{
  gassign *step = (TREE_CODE (found.after) == SSA_NAME
		   ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (found.after)) : NULL);
  return (step && gimple_assign_rhs_code (step) == PLUS_EXPR
	  && gimple_assign_rhs1 (step) == found.before
	  && TREE_CODE (gimple_assign_rhs2 (step)) == INTEGER_CST);
}

/* What UPDATE leads may want scalars that it finds,

     if (level[w] < 0) { level[w] = d + 1; next[n++] = w; }
     if (--before[w] == 0) next[n++] = w;

   if these count: how often that has been so before in the loop is known when they are
   made.  */
static bool
find_counted (struct plug_update *update)
{
  for (unsigned i = 0; i < update->found.length (); i++)
    {
      bool before = compute_later (update, update->found[i].before);
      if (!before && !compute_later (update, update->found[i].after))
	continue;
      compute_later (update, update->found[i].after);
      if (update->found[i].otherwise || !counts_p (update->found[i]))
	return false;
      update->counted.safe_push (i);
    }
  return true;
}

/* Invariants (3) and (4).  */
static bool
decides_alone_p (struct plug_update *update)
{
  basic_block test = gimple_bb (plug_update_branch (update)), elsewhere = NULL;
  basic_block bb = update->block;
  edge t, f;
  if (test != gimple_bb (update->load) || !single_pred_p (bb)
      || single_pred (bb) != test || !single_succ_p (bb)
      || !alone_p (update))
    return false;
  extract_true_false_edges_from_block (test, &t, &f);
  update->when = t->dest == bb;
  update->rest = update->when ? f : t;
  edge over = past_empty (update->rest);
  edge on = past_empty (single_succ_edge (bb));
  if (on->dest != over->dest && computes_alone_p (over->dest))
    {
      elsewhere = over->dest;
      over = past_empty (single_succ_edge (elsewhere));
    }
  if (on->dest != over->dest)
    return false;
  for (gphi_iterator i = gsi_start_phis (over->dest); !gsi_end_p (i);
       gsi_next (&i))
    if (!find_found (update, i.phi (), on, over, elsewhere))
      return false;
  return find_counted (update) && find_rest (update, bb);
}

/* All that UPDATE, which has a test or a filter, computes is computed where its load is or
   what that decides about.  */
static bool
together_p (struct plug_update *update)
{
  for (gimple *stmt : update->stmts)
    if (gimple_bb (stmt) != gimple_bb (update->load)
	&& gimple_bb (stmt) != gimple_bb (update->store))
      return false;
  for (gimple *stmt : update->later)
    if (gimple_bb (stmt) != gimple_bb (update->load)
	&& gimple_bb (stmt) != update->block)
      return false;
  return true;
}

/* In the block of UPDATE's load, which stores too, its filter comes after all else.  */
static bool
filtered_p (struct plug_update *update)
{
  for (gimple *stmt : update->led)
    if (gimple_bb (stmt) == gimple_bb (update->load))
      return false;
  for (gimple_stmt_iterator s = gsi_for_stmt (update->load); !gsi_end_p (s); gsi_next (&s))
    if (!update->stmts.contains (gsi_stmt (s)) && !update->later.contains (gsi_stmt (s))
	&& gsi_stmt (s) != update->store && gsi_stmt (s) != update->filter
	&& !beside_p (update, gsi_stmt (s), update->led))
      return false;
  return together_p (update) && decides_alone_p (update);
}

bool
plug_update_of_load (gimple *load, struct plug_update *update)
{
  tree lhs = gimple_assign_load_p (load) ? gimple_get_lhs (load) : NULL_TREE;
  if (!lhs || TREE_CODE (lhs) != SSA_NAME)
    return false;
  update->load = load;
  update->stmts.add (load);
  if (!follow (update, lhs))
    return false;
  if (!update->store)
    update->store = update->test ? store_behind (update->test, load)
		    : update->led.is_empty () ? NULL : store_after (load);
  if (!update->store || !gimple_assign_single_p (update->store)
      || (plug_memory_for (update->store, gimple_assign_lhs (update->store))
	  != plug_memory_for (load, gimple_assign_rhs1 (load)))
      || !plug_same_place_p (gimple_assign_rhs1 (load),
			     gimple_assign_lhs (update->store)))
    return false;
  if (update->test && gimple_bb (update->store) == gimple_bb (load))
    std::swap (update->test, update->filter);
  update->block = block_of (update);
  if (update->filter || !update->led.is_empty ())
    {
      if (tree_to_uhwi (TYPE_SIZE_UNIT (TREE_TYPE (lhs))) > TOLD)
	return false;
      split (update);
    }
  if (update->filter)
    return filtered_p (update);
  if (update->test)
    return together_p (update) && decides_alone_p (update);
  /* All can be done where the store is, in whichever blocks what is stored is chosen:
     nothing else happens to the element in between.  */
  return !update->told || straight_p (update);
}

/* LOAD begins UPDATE, which ends with STORE.  */
static bool
begins_p (gimple *load, gimple *store, struct plug_update *update)
{
  struct plug_update found;
  return (plug_update_of_load (load, &found) && found.store == store
	  && plug_update_of_load (load, update));
}

/* A load that VALUE is computed from, which begins the update that ends with
   STORE: it is UPDATE.  */
static bool
find_load (tree value, gimple *store, struct plug_update *update, int depth)
{
  if (depth > 16 || TREE_CODE (value) != SSA_NAME
      || SSA_NAME_IS_DEFAULT_DEF (value))
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gimple_assign_load_p (def))
    return begins_p (def, store, update);
  if (!is_gimple_assign (def) && !is_gimple_call (def))
    return false;
  ssa_op_iter i;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, def, i, SSA_OP_USE)
    if (find_load (use, store, update, depth + 1))
      return true;
  return false;
}

/* A load in BB does: the end of BB tests whether to store, or others want what the element
   was.  */
static bool
find_load_in (basic_block bb, gimple *store, struct plug_update *update)
{
  for (gimple_stmt_iterator s = gsi_start_bb (bb); !gsi_end_p (s);
       gsi_next (&s))
    if (gimple_assign_load_p (gsi_stmt (s))
	&& begins_p (gsi_stmt (s), store, update))
      return true;
  return false;
}

void
plug_update_of_store (gimple *store, struct plug_update *update)
{
  basic_block bb = gimple_bb (store);
  if ((gimple_assign_single_p (store)
       && find_load (gimple_assign_rhs1 (store), store, update, 0))
      || (single_pred_p (bb) && find_load_in (single_pred (bb), store, update)))
    return;
  if (find_load_in (bb, store, update))
    return;
  update->load = NULL;
  update->store = store;
  update->block = bb;
}

bool
plug_update_finds_p (gimple *store)
{
  struct plug_update update;
  plug_update_of_store (store, &update);
  return !update.found.is_empty ();
}

bool
plug_update_leads_p (gimple *store)
{
  struct plug_update update;
  plug_update_of_store (store, &update);
  return !update.led.is_empty ();
}

/* An update that stores in BB counts for what it leads, of which STMT is.  */
static bool
counted_in_p (basic_block bb, gimple *stmt)
{
  for (gimple_stmt_iterator s = gsi_start_bb (bb); !gsi_end_p (s); gsi_next (&s))
    if (gimple_store_p (gsi_stmt (s)) && gimple_assign_single_p (gsi_stmt (s)))
      {
	struct plug_update update;
	plug_update_of_store (gsi_stmt (s), &update);
	if (!update.counted.is_empty ()
	    && (update.led.contains (stmt) || update.later.contains (stmt)))
	  return true;
      }
  return false;
}

bool
plug_waits_for_count_p (gimple *stmt)
{
  basic_block bb = gimple_bb (stmt);
  return (plug_region_of (cfun->decl)->inspects
	  && (counted_in_p (bb, stmt)
	      || (single_pred_p (bb) && counted_in_p (single_pred (bb), stmt))));
}

bool
plug_counts_for_led_p (gphi *phi)
{
  class loop *loop = gimple_bb (phi)->loop_father;
  basic_block *body = get_loop_body (loop);
  bool counted = false;
  for (unsigned i = 0; i < loop->num_nodes; i++)
    for (gimple_stmt_iterator s = gsi_start_bb (body[i]); !gsi_end_p (s); gsi_next (&s))
      if (gimple_store_p (gsi_stmt (s)) && gimple_assign_single_p (gsi_stmt (s)))
	{
	  struct plug_update update;
	  plug_update_of_store (gsi_stmt (s), &update);
	  for (int k : update.counted)
	    counted |= plug_found_in_p (&update.found[k], phi);
	}
  free (body);
  return counted;
}

bool
plug_updates_p (gimple *load)
{
  struct plug_update update;
  return plug_update_of_load (load, &update);
}

/* --- Updates in any order --------------------------------------------------- */

bool
plug_update_computes_p (struct plug_update *update, tree value)
{
  return (TREE_CODE (value) == SSA_NAME && !SSA_NAME_IS_DEFAULT_DEF (value)
	  && update->stmts.contains (SSA_NAME_DEF_STMT (value)));
}

/* The operator that CODE is a step of; PRAM_OP_SET: none.  */
static enum pram_op
op_of (tree_code code)
{
  switch (code)
    {
    case PLUS_EXPR: case MINUS_EXPR: return PRAM_OP_SUM;
    case MULT_EXPR: return PRAM_OP_PROD;
    case BIT_AND_EXPR: return PRAM_OP_AND;
    case BIT_IOR_EXPR: return PRAM_OP_IOR;
    case BIT_XOR_EXPR: return PRAM_OP_XOR;
    default: return PRAM_OP_SET;
    }
}

/* The low bits of VALUE, as many as what UPDATE loads has, are those of this and of
   what doesn't depend on it, all by one operator: *OP; PRAM_OP_SET: not known
   yet.  */
static bool
chain_p (struct plug_update *update, tree value, enum pram_op *op)
{
  tree loaded = gimple_get_lhs (update->load);
  if (value == loaded)
    return *op != PRAM_OP_SET;
  gassign *def = (plug_update_computes_p (update, value)
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (value)) : NULL);
  if (!def || !INTEGRAL_TYPE_P (TREE_TYPE (value))
      || TYPE_PRECISION (TREE_TYPE (value)) < TYPE_PRECISION (TREE_TYPE (loaded)))
    return false;
  tree_code code = gimple_assign_rhs_code (def);
  tree a = gimple_assign_rhs1 (def), b = gimple_assign_rhs2 (def);
  if (CONVERT_EXPR_CODE_P (code))
    return chain_p (update, a, op);
  enum pram_op step = op_of (code);
  bool left = plug_update_computes_p (update, a);
  if (step == PRAM_OP_SET || (*op != PRAM_OP_SET && *op != step)
      || left == plug_update_computes_p (update, b)
      || (code == MINUS_EXPR && !left))
    return false;
  *op = step;
  return chain_p (update, left ? a : b, op);
}

/* VALUE is the smaller or the larger one of what UPDATE loads and of something
   else.  */
static bool
extreme_p (struct plug_update *update, tree value, enum pram_op *op)
{
  gassign *def = (plug_update_computes_p (update, value)
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (value)) : NULL);
  if (!def || update->stmts.elements () != 2
      || !INTEGRAL_TYPE_P (TREE_TYPE (value)))
    return false;
  *op = gimple_assign_rhs_code (def) == MIN_EXPR ? PRAM_OP_MIN : PRAM_OP_MAX;
  return (gimple_assign_rhs_code (def) == MIN_EXPR
	  || gimple_assign_rhs_code (def) == MAX_EXPR);
}

/* UPDATE stores what it compares with, if that is smaller, or larger.  */
static bool
taken_if_better_p (struct plug_update *update, struct plug_combination *c)
{
  tree loaded = gimple_get_lhs (update->load);
  tree a = gimple_cond_lhs (update->test), b = gimple_cond_rhs (update->test);
  tree value = gimple_assign_rhs1 (update->store);
  tree_code code = gimple_cond_code (update->test);
  if (!update->when)
    code = invert_tree_comparison (code, HONOR_NANS (loaded));
  if (code == ERROR_MARK)
    return false;
  if (a == loaded)
    {
      std::swap (a, b);
      code = swap_tree_comparison (code);
    }
  if (b != loaded || a == loaded || !plug_equal_p (a, value)
      || update->stmts.elements () != 1)
    return false;
  c->op = code == LT_EXPR || code == LE_EXPR ? PRAM_OP_MIN : PRAM_OP_MAX;
  c->how = (code == LE_EXPR || code == GE_EXPR ? PRAM_COMBINE_LATER : 0);
  return (code == LT_EXPR || code == LE_EXPR || code == GT_EXPR
	  || code == GE_EXPR);
}

/* Elements of TYPE are combined in memory, as a number that fills it.  */
static bool
number_p (tree type)
{
  int scalar = plug_scalar_type (type);
  return (SCALAR_FLOAT_TYPE_P (type)
	  ? scalar == PRAM_TYPE_F32 || scalar == PRAM_TYPE_F64
	  : INTEGRAL_TYPE_P (type) && scalar >= 0
	    && TYPE_PRECISION (type) == TREE_INT_CST_LOW (TYPE_SIZE (type)));
}

bool
plug_update_combines_p (struct plug_update *update, struct plug_combination *c)
{
  if (!update->load)
    return false;
  tree type = TREE_TYPE (gimple_get_lhs (update->load));
  tree value = gimple_assign_rhs1 (update->store);
  if (!number_p (type) || !update->found.is_empty ()
      || !update->led.is_empty ())
    return false;
  *c = { PRAM_OP_SET, (enum pram_type) plug_scalar_type (type), 0 };
  if (update->test)
    return taken_if_better_p (update, c);
  return (INTEGRAL_TYPE_P (type)
	  && (chain_p (update, value, &c->op)
	      || extreme_p (update, value, &c->op)));
}
