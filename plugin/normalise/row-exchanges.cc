/* row-exchanges.cc: rows that are exchanged by their pointers.

   SPDX-License-Identifier: GPL-3.0-or-later

     t = a[i]; a[i] = a[p]; a[p] = t;

   A region that has the rows in the place of the table A (rows.cc) has no pointers to
   exchange.  It exchanges what is in the rows, and the runtime exchanges the pointers
   when the region has run: each row has its number behind what the region uses of it,
   which is exchanged, too (runtime/rows-exchanged.c).

   Who has taken a pointer from the table must not use it when that row has been
   exchanged: it would get another row's contents.

   Requires: SSA, loops with preheaders and recorded exits, dominators.
   Provides: the same but for virtual operands.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* --- What is stored -------------------------------------------------------- */

/* The statement of LOADS that the value of STORE comes from, as it was; or null.  */
static gimple *
load_stored (gimple *store, const vec<gimple *> &loads)
{
  tree value = plug_strip_conversions (gimple_assign_rhs1 (store));
  gimple *def = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
  return def && loads.contains (def) ? def : NULL;
}

/* Data or loops choose which element of a table TO is.  What takes the place of another by
   name (u[0] and u[1]) is no row.  */
static bool
chosen_p (tree to)
{
  for (; handled_component_p (to); to = TREE_OPERAND (to, 0))
    if (TREE_CODE (to) == ARRAY_REF && TREE_CODE (TREE_OPERAND (to, 1)) == SSA_NAME)
      return true;
  tree from = plug_strip_conversions (TREE_OPERAND (to, 0));
  gassign *def = (TREE_CODE (from) == SSA_NAME
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (from)) : NULL);
  return (def && gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR
	  && TREE_CODE (gimple_assign_rhs2 (def)) == SSA_NAME);
}

/* FIRST and SECOND, stores of a table of which LOADS get rows, exchange two: *X.  */
static bool
exchange_p (gimple *first, gimple *second, const vec<gimple *> &loads,
	    struct plug_row_exchange *x)
{
  gimple *row = load_stored (second, loads), *other = load_stored (first, loads);
  *x = { 0, first, second, NULL_TREE, NULL_TREE };
  if (!row || !other
      || (!chosen_p (gimple_assign_lhs (first)) && !chosen_p (gimple_assign_lhs (second)))
      || !plug_same_value_p (gimple_assign_rhs1 (row), gimple_assign_lhs (first))
      || !plug_same_value_p (gimple_assign_rhs1 (other), gimple_assign_lhs (second)))
    return false;
  x->row = gimple_assign_lhs (row);
  x->other = gimple_assign_lhs (other);
  return true;
}

/* The first statement behind STMT, in its block, that is one of STORES or LOADS; or
   null.  */
static gimple *
next_access (gimple *stmt, const vec<gimple *> &stores, const vec<gimple *> &loads)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  for (gsi_next (&gsi); !gsi_end_p (gsi); gsi_next (&gsi))
    if (stores.contains (gsi_stmt (gsi)) || loads.contains (gsi_stmt (gsi)))
      return gsi_stmt (gsi);
  return NULL;
}

/* --- Who uses rows afterwards ---------------------------------------------- */

/* A walk along all ways that lead from an exchange, up to where LOAD is run again.  */
struct walk
{
  gimple *load;
  hash_set<tree> names;		/* what it loads, and pointers made of that */
  hash_set<gimple *> uses;	/* what is done with these */
  hash_set<basic_block> seen;
  bool mixed;			/* something else than what it loaded last */
};

/* NAME is what W's load gets, or made of that; MIXED: perhaps of what it got before, or
   of other things.  */
static void
find_uses (struct walk *w, tree name, bool mixed)
{
  imm_use_iterator iter;
  use_operand_p use;
  if (w->names.add (name))
    return;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *stmt = USE_STMT (use);
      tree lhs = gimple_get_lhs (stmt);
      bool joined = (gimple_code (stmt) == GIMPLE_PHI
		     && !dominated_by_p (CDI_DOMINATORS, gimple_bb (stmt),
					 gimple_bb (w->load)));
      if (lhs && TREE_CODE (lhs) == SSA_NAME && POINTER_TYPE_P (TREE_TYPE (lhs)))
	find_uses (w, lhs, mixed || joined);
      else if (!is_gimple_debug (stmt))
	{
	  w->uses.add (stmt);
	  w->mixed |= mixed;
	}
    }
}

/* One of the uses of W is run from GSI on, or in blocks that follow.  */
static bool
used_from_p (struct walk *w, gimple_stmt_iterator gsi)
{
  basic_block bb = gsi_bb (gsi);
  for (; !gsi_end_p (gsi); gsi_next (&gsi))
    if (gsi_stmt (gsi) == w->load)
      return false;
    else if (w->uses.contains (gsi_stmt (gsi)))
      return true;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (!w->seen.add (e->dest) && e->dest != EXIT_BLOCK_PTR_FOR_FN (cfun)
	&& used_from_p (w, gsi_start_bb (e->dest)))
      return true;
  return false;
}

/* What LOAD gets is used after X.  */
static bool
used_after_p (gimple *load, const struct plug_row_exchange *x)
{
  struct walk w;
  w.load = load;
  w.mixed = false;
  find_uses (&w, gimple_assign_lhs (load), false);
  gimple_stmt_iterator gsi = gsi_for_stmt (x->second);
  gsi_next (&gsi);
  return w.mixed || used_from_p (&w, gsi);
}

bool
plug_find_row_exchanges (int table, const vec<gimple *> &stores,
			 const vec<gimple *> &loads,
			 vec<struct plug_row_exchange> *exchanges)
{
  unsigned n_before = exchanges->length ();
  calculate_dominance_info (CDI_DOMINATORS);
  hash_set<gimple *> exchanged;
  for (gimple *first : stores)
    {
      gimple *second = next_access (first, stores, loads);
      struct plug_row_exchange x;
      if (!exchanged.contains (first) && second && stores.contains (second)
	  && exchange_p (first, second, loads, &x))
	{
	  exchanged.add (first);
	  exchanged.add (second);
	  x.table = table;
	  exchanges->safe_push (x);
	}
    }
  for (gimple *store : stores)
    if (!exchanged.contains (store))
      return false;
  for (unsigned i = n_before; i < exchanges->length (); i++)
    for (gimple *load : loads)
      if (used_after_p (load, &(*exchanges)[i]))
	return false;
  return true;
}

/* --- The exchange ---------------------------------------------------------- */

/* Exchange at the edge E what is OFFSET bytes behind the beginning of X's rows, of the
   type UNIT.  */
static void
fill_body (const struct plug_row_exchange *x, edge e, gimple_seq seq, tree offset,
	   tree unit, location_t loc)
{
  tree a = plug_element_behind (&seq, x->row, offset, unit);
  tree b = plug_element_behind (&seq, x->other, offset, unit);
  tree of_a = make_ssa_name (unit), of_b = make_ssa_name (unit);
  gimple_seq_add_stmt (&seq, gimple_build_assign (of_a, a));
  gimple_seq_add_stmt (&seq, gimple_build_assign (of_b, b));
  gimple_seq_add_stmt (&seq, gimple_build_assign (unshare_expr (a), of_b));
  gimple_seq_add_stmt (&seq, gimple_build_assign (unshare_expr (b), of_a));
  annotate_all_with_location (seq, loc);
  gimple_stmt_iterator gsi = gsi_start_bb (split_edge (e));
  gsi_insert_seq_after (&gsi, seq, GSI_CONTINUE_LINKING);
}

void
plug_exchange_contents (const struct plug_row_exchange *x, tree width, tree unit)
{
  location_t loc = gimple_location (x->second);
  gimple_stmt_iterator gsi = gsi_for_stmt (x->second), first = gsi_for_stmt (x->first);
  gimple_seq seq = NULL;
  tree n = gimple_convert (&seq, ssizetype, width), k;
  gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
  unlink_stmt_vdef (x->first);
  gsi_remove (&first, true);
  edge body = plug_replace_by_loop (x->second, n, &k);
  seq = NULL;
  tree offset = gimple_build (&seq, MULT_EXPR, sizetype,
			      gimple_convert (&seq, sizetype, k),
			      fold_convert (sizetype, TYPE_SIZE_UNIT (unit)));
  fill_body (x, body, seq, offset, unit, loc);
}
