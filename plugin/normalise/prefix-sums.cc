/* prefix-sums.cc: what data add to counters, as prefix sums.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i = 0; i < n; i++)
       if (x[i] > tol)
	 list[m++] = i;

   Where an iteration stores depends on how often earlier ones have.  So that is counted
   first, for blocks of iterations, and summed up over these:

     for (b = 0; b < (n + 15) / 16; b++)
       {
	 c = 0;
	 for (i = 16 * b; i < MIN (16 * b + 16, n); i++)
	   if (x[i] > tol)
	     c++;
	 counts[b] = c;
       }
     for (b = 0; b < (n + 15) / 16; b++)
       { c = counts[b]; counts[b] = m; m += c; }
     for (b = 0; b < (n + 15) / 16; b++)
       {
	 c = counts[b];
	 for (i = 16 * b; i < MIN (16 * b + 16, n); i++)
	   if (x[i] > tol)
	     list[c++] = i;
       }

   The first and the last loop can be distributed.  A loop that has others inside is as it
   was, with a count for each iteration.

   A counter is an integer to which iterations add what doesn't depend on it, neither
   whether nor what, nor on anything that other iterations write (`c = x[i]; x[i] = m;
   m += c' is right); several of a loop are
   summed up together.  It is done where the loop can't be distributed otherwise.

   Requires: SSA, loops with preheaders, simple latches and recorded exits, dominators,
   scalar evolution.  Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "needs.h"
#include "scratch.h"
#include "region.h"
#include "read/extract.h"
#include "read/places.h"
#include "write/emit.h"

/* Iterations in a block; counters of a loop, at most.  */
enum { BLOCK_SIZE = 16, MOST_COUNTERS = 4 };
/* What the arrays that keep what is counted are called.  */
#define COUNTS "pram.counts"

/* What PHI, of a loop's header, counts, and where that is kept.  */
struct counter
{
  gphi *phi;
  tree counts;			/* pointer to the region's own array */
};

/* --- Counters --------------------------------------------------------------- */

/* All that depends on NAME in LOOP, and the TESTS that do, if these aren't null.  False if
   they are, or if something before the loop's test does.  */
static bool
follow (class loop *loop, tree name, hash_set<tree> *found, vec<gimple *> *tests)
{
  imm_use_iterator iter;
  use_operand_p use;
  if (found->add (name))
    return true;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *stmt = USE_STMT (use);
      if (is_gimple_debug (stmt) || !flow_bb_inside_loop_p (loop, gimple_bb (stmt)))
	continue;
      bool merged = gimple_code (stmt) == GIMPLE_PHI;
      if (!merged && (gimple_bb (stmt) == loop->header
		      || (is_ctrl_stmt (stmt) && !tests)))
	return false;
      if (is_ctrl_stmt (stmt))
	tests->safe_push (stmt);
      tree to = merged ? gimple_phi_result (stmt) : gimple_get_lhs (stmt);
      if (to && TREE_CODE (to) == SSA_NAME && !follow (loop, to, found, tests))
	return false;
    }
  return true;
}

/* NAME is FIRST and what has been added to it in LOOP, to CHAIN.  DEPENDENT: what
   depends on FIRST.  */
static bool
added_up_p (class loop *loop, tree first, tree name, hash_set<tree> *dependent,
	    hash_set<tree> *chain)
{
  if (name == first)
    return true;
  if (TREE_CODE (name) != SSA_NAME || !dependent->contains (name))
    return false;
  if (chain->add (name))
    return true;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	if (!added_up_p (loop, first, gimple_phi_arg_def (phi, i), dependent, chain))
	  return false;
      return true;
    }
  gassign *sum = dyn_cast <gassign *> (def);
  enum tree_code code = sum ? gimple_assign_rhs_code (sum) : ERROR_MARK;
  if (code == SSA_NAME)
    return added_up_p (loop, first, gimple_assign_rhs1 (sum), dependent, chain);
  if (code != PLUS_EXPR && code != MINUS_EXPR)
    return false;
  tree to = gimple_assign_rhs1 (sum), more = gimple_assign_rhs2 (sum);
  if (code == PLUS_EXPR && dependent->contains (more))
    std::swap (to, more);
  return (!dependent->contains (more)
	  && added_up_p (loop, first, to, dependent, chain));
}

/* Something in LOOP, but for the sum itself, which is CHAIN, uses what FIRST is before or
   after adding.  */
static bool
read_between_p (class loop *loop, tree first, hash_set<tree> *chain)
{
  chain->add (first);
  for (tree name : *chain)
    {
      imm_use_iterator iter;
      use_operand_p use;
      FOR_EACH_IMM_USE_FAST (use, iter, name)
	{
	  gimple *stmt = USE_STMT (use);
	  tree to = (gimple_code (stmt) == GIMPLE_PHI ? gimple_phi_result (stmt)
		     : gimple_get_lhs (stmt));
	  if (!is_gimple_debug (stmt) && flow_bb_inside_loop_p (loop, gimple_bb (stmt))
	      && !(to && chain->contains (to)))
	    return true;
	}
    }
  return false;
}

/* PHI, of LOOP's header, counts, and TESTS depend on that.  */
static bool
counter_p (class loop *loop, gphi *phi, vec<gimple *> *tests)
{
  tree name = gimple_phi_result (phi), step;
  hash_set<tree> dependent, chain;
  return (!virtual_operand_p (name) && INTEGRAL_TYPE_P (TREE_TYPE (name))
	  && !plug_iv_p (loop, phi, &step)
	  && follow (loop, name, &dependent, tests)
	  && added_up_p (loop, name, PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop)),
			 &dependent, &chain)
	  && read_between_p (loop, name, &chain));
}

/* An element that is read where it has just been written.  */
struct kept
{
  gimple *load;
  tree value;
};

/* What LOAD, in LOOP, reads if the same iteration has stored that, and no other one may
   have stored there; else null.  */
static tree
just_stored (class loop *loop, gimple *load)
{
  int n;
  tree value = NULL_TREE, from = gimple_assign_rhs1 (load);
  bool ok = gimple_assign_load_p (load);
  basic_block *bbs = plug_loop_blocks (loop, &n);
  for (int b = 0; b < n && ok; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i) && ok;
	 gsi_next (&i))
      {
	gimple *store = gsi_stmt (i);
	if (!gimple_vdef (store) || gimple_clobber_p (store)
	    || plug_different_places_p (gimple_assign_lhs (store), from))
	  continue;
	ok = (!value && plug_same_place_p (gimple_assign_lhs (store), from)
	      && stmt_dominates_stmt_p (store, load)
	      && types_compatible_p (TREE_TYPE (gimple_assign_lhs (store)),
				     TREE_TYPE (from)));
	value = gimple_assign_rhs1 (store);
      }
  free (bbs);
  return ok ? value : NULL_TREE;
}

/* Each iteration of LOOP loads from another place where LOAD does.  */
static bool
moves_on_p (class loop *loop, gimple *load)
{
  tree ref = gimple_assign_rhs1 (load);
  if (gimple_bb (load)->loop_father != loop)
    return false;
  struct data_reference *dr
    = create_data_ref (loop_preheader_edge (loop), loop, ref, load, true, false);
  tree step = DR_STEP (dr), size = TYPE_SIZE_UNIT (TREE_TYPE (ref));
  bool moves = (step && tree_fits_shwi_p (step) && tree_fits_shwi_p (size)
		&& absu_hwi (tree_to_shwi (step)) >= tree_to_uhwi (size));
  free_data_ref (dr);
  return moves;
}

/* What LOAD, in LOOP, reads only the same iteration may store, later.  */
static bool
stored_later_p (class loop *loop, gimple *load)
{
  int n;
  bool ok = (gimple_assign_load_p (load) && !gimple_has_volatile_ops (load)
	     && moves_on_p (loop, load));
  tree from = ok ? gimple_assign_rhs1 (load) : NULL_TREE;
  basic_block *bbs = plug_loop_blocks (loop, &n);
  for (int b = 0; b < n && ok; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i) && ok;
	 gsi_next (&i))
      {
	gimple *store = gsi_stmt (i);
	if (gimple_vdef (store) && !gimple_clobber_p (store))
	  ok = (gimple_assign_single_p (store)
		&& (plug_different_places_p (gimple_assign_lhs (store), from)
		    || (plug_same_place_p (gimple_assign_lhs (store), from)
			&& gimple_bb (store)->loop_father == loop
			&& stmt_dominates_stmt_p (load, store))));
      }
  free (bbs);
  return ok;
}

/* What LOOP reads to add to COUNTERS is nothing that it writes, but for what it HAS just
   written, or will when it has read it.  */
static bool
steady_p (class loop *loop, const vec<struct counter> &counters, vec<struct kept> *has)
{
  struct plug_needs n;
  n.loop = loop;
  for (const struct counter &c : counters)
    plug_need_operands (&n, c.phi);
  plug_find_needs (&n);
  for (unsigned k = 0; k < n.stmts.length (); k++)
    {
      gimple *stmt = n.stmts[k];
      if (plug_private_of (stmt, false) || plug_stays_p (loop, stmt)
	  || stored_later_p (loop, stmt))
	continue;
      tree value = just_stored (loop, stmt);
      if (!value)
	return false;
      has->safe_push ({ stmt, value });
      plug_need (&n, value);
      plug_find_needs (&n);
    }
  return true;
}

/* TEST says where a loop inside of LOOP ends.  */
static bool
ends_inside_p (class loop *loop, gimple *test)
{
  basic_block bb = gimple_bb (test);
  return bb->loop_father != loop && loop_exits_from_bb_p (bb->loop_father, bb);
}

/* Append LOOP's counters to COUNTERS, and what is read for them though the loop writes it
   to HAS.  False if there is none, or they can't be summed up.  */
static bool
find_counters (class loop *loop, vec<struct counter> *counters, vec<struct kept> *has)
{
  gimple *where;
  auto_vec<gimple *> tests;
  if (!plug_count_of (loop) || !can_duplicate_loop_p (loop)
      || plug_private_variable (loop, true, &where))
    return false;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i); gsi_next (&i))
    {
      auto_vec<gimple *> its;
      if (!counter_p (loop, i.phi (), &its))
	continue;
      counters->safe_push ({ i.phi (), NULL_TREE });
      tests.safe_splice (its);
    }
  if (counters->is_empty () || counters->length () > MOST_COUNTERS)
    return false;
  /* What they count mustn't depend on what they have counted.  */
  for (gimple *test : tests)
    if (ends_inside_p (loop, test))
      return false;
  for (const struct counter &c : *counters)
    for (gimple *test : tests)
      if (!plug_same_either_way_p (loop, test, c.phi))
	return false;
  int n;
  bool ok = true;
  basic_block *bbs = plug_loop_blocks (loop, &n);
  for (int b = 0; b < n; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i); gsi_next (&i))
      ok = ok && plug_copyable_p (gsi_stmt (i));
  free (bbs);
  return ok && steady_p (loop, *counters, has);
}

/* --- Code ------------------------------------------------------------------- */

/* At the end of BB, keep VALUE.  */
static void
store_count (basic_block bb, tree counts, tree row, tree value, location_t where)
{
  gimple_seq seq = NULL;
  gimple_stmt_iterator end = gsi_last_bb (bb);
  tree ref = plug_scratch_element (&seq, counts, row, TREE_TYPE (value));
  gimple_seq_add_stmt (&seq, gimple_build_assign (ref, value));
  gimple_seq_set_location (seq, where);
  gsi_insert_seq_after (&end, seq, GSI_NEW_STMT);
}

/* At the end of BB, get it.  */
static tree
load_count (basic_block bb, tree counts, tree row, tree type, location_t where)
{
  gimple_seq seq = NULL;
  gimple_stmt_iterator end = gsi_last_bb (bb);
  tree ref = plug_scratch_element (&seq, counts, row, type), value = make_ssa_name (type);
  gimple_seq_add_stmt (&seq, gimple_build_assign (value, ref));
  gimple_seq_set_location (seq, where);
  gsi_insert_seq_after (&end, seq, GSI_NEW_STMT);
  return value;
}

/* On the edge E, let each of the ROWS of COUNTS be FIRST and those before it; what all are
   together.  */
static tree
sum_up (edge e, tree counts, tree rows, tree first, location_t where)
{
  tree type = TREE_TYPE (first), row, sum = make_ssa_name (type);
  tree next = make_ssa_name (type);
  edge entered, alone = single_pred_edge (split_edge (e));
  class loop *loop = plug_add_loop (alone, rows, where, &row, &entered);
  basic_block body = split_edge (entered);
  tree count = load_count (body, counts, row, type, where);
  store_count (body, counts, row, sum, where);
  gimple_stmt_iterator end = gsi_last_bb (body);
  gsi_insert_after (&end, gimple_build_assign (next, PLUS_EXPR, sum, count),
		    GSI_NEW_STMT);
  gphi *phi = create_phi_node (sum, loop->header);
  add_phi_arg (phi, first, loop_preheader_edge (loop), where);
  add_phi_arg (phi, next, loop_latch_edge (loop), where);
  return sum;
}

/* A loop with counters of which each ROW of iterations, one of ROWS, is to begin anew.  */
struct counting
{
  tree rows, row;
  edge before;			/* before all */
  basic_block begin;		/* where a row begins, and where it ends */
  basic_block end;
  struct plug_nest nest;
  bool nested;			/* rows are an inner loop */
};

/* Make rows of LOOP.  */
static struct counting
make_rows (class loop *loop)
{
  struct counting c;
  tree count = plug_count_of (loop);
  c.nested = !loop->inner;
  if (c.nested)
    {
      c.nest = plug_make_blocks (loop, BLOCK_SIZE);
      c.rows = c.nest.rows;
      c.row = c.nest.row;
      c.before = c.nest.first;
      c.begin = c.nest.enter;
      c.end = c.nest.next;
      return c;
    }
  edge leave = single_exit (loop), stay = EDGE_SUCC (leave->src, 0);
  stay = stay == leave ? EDGE_SUCC (leave->src, 1) : stay;
  gimple_seq seq = NULL;
  c.rows = force_gimple_operand (unshare_expr (count), &seq, true, NULL_TREE);
  gsi_insert_seq_on_edge_immediate (loop_preheader_edge (loop), seq);
  c.row = plug_add_counter (loop, TREE_TYPE (count), "row");
  c.before = loop_preheader_edge (loop);
  c.begin = split_edge (stay);
  c.end = loop->latch;
  return c;
}

/* Use VALUE in place of NAME; if LOOP isn't null only there.  */
static void
replace_uses (tree name, tree value, class loop *loop)
{
  imm_use_iterator iter;
  use_operand_p use;
  gimple *stmt;
  FOR_EACH_IMM_USE_STMT (stmt, iter, name)
    if (!loop || flow_bb_inside_loop_p (loop, gimple_bb (stmt)))
      {
	FOR_EACH_IMM_USE_ON_STMT (use, iter)
	  SET_USE (use, value);
	update_stmt (stmt);
      }
}

static void
remove_phi (gphi *phi)
{
  gimple_stmt_iterator i = gsi_for_stmt (phi);
  remove_phi_node (&i, true);
}

/* Of the rows C has, PHI is carried over from one to the next: by which PHI.  */
static gphi *
carried_by (const struct counting *c, gphi *phi)
{
  edge again = single_succ_edge (c->nest.next);
  for (gphi_iterator i = gsi_start_phis (c->nest.outer); !gsi_end_p (i); gsi_next (&i))
    if (PHI_ARG_DEF_FROM_EDGE (i.phi (), again) == gimple_phi_result (phi))
      return i.phi ();
  gcc_unreachable ();
}

/* Let PHI, of the header of LOOP, of which C are the rows, begin each row with VALUE.  What
   it begins with before all is *FIRST, and what it is at the end of a row *LAST.  The PHI
   that is the sum of all is returned.  */
static gphi *
begin_rows (class loop *loop, const struct counting *c, gphi *phi, tree value,
	    tree *first, tree *last)
{
  tree name = gimple_phi_result (phi);
  if (c->nested)
    {
      gphi *carried = carried_by (c, phi);
      *first = PHI_ARG_DEF_FROM_EDGE (carried, c->before);
      *last = name;
      SET_PHI_ARG_DEF (phi, single_succ_edge (c->nest.enter)->dest_idx, value);
      return carried;
    }
  *first = PHI_ARG_DEF_FROM_EDGE (phi, c->before);
  replace_uses (name, value, loop);
  *last = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop));
  return phi;
}

/* Let LOOP, a copy, only count.  */
static void
only_count (class loop *loop)
{
  int n;
  auto_vec<gimple *> stores;
  basic_block *bbs = plug_loop_blocks (loop, &n);
  for (int b = 0; b < n; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i); gsi_next (&i))
      if (plug_stores_p (gsi_stmt (i)) && !plug_private_of (gsi_stmt (i), true))
	stores.safe_push (gsi_stmt (i));
  free (bbs);
  plug_remove_statements (stores);
}

/* Let LOOP, a copy, count what each row adds to COUNTERS, which are named in the loop that
   it is a copy of.  Its outermost header.  */
static basic_block
count_rows (class loop *loop, const vec<struct counter> &counters, location_t where)
{
  auto_vec<gphi *> phis;
  auto_vec<gimple *> tests;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i); gsi_next (&i))
    if (counter_p (loop, i.phi (), &tests))
      phis.safe_push (i.phi ());
  gcc_assert (phis.length () == counters.length ());
  struct counting rows = make_rows (loop);
  only_count (loop);
  for (unsigned k = 0; k < phis.length (); k++)
    {
      tree first, last, zero = build_zero_cst (TREE_TYPE (gimple_phi_result (phis[k])));
      gphi *sum = begin_rows (loop, &rows, phis[k], zero, &first, &last);
      store_count (rows.end, counters[k].counts, rows.row, last, where);
      remove_phi (sum);
    }
  return rows.nested ? rows.nest.outer : loop->header;
}

/* Let LOOP begin each row with what has been counted of COUNTERS.  */
static void
begin_with_counts (class loop *loop, const vec<struct counter> &counters,
		   location_t where)
{
  basic_block header = loop->header;
  struct counting rows = make_rows (loop);
  auto_vec<tree> sums;
  auto_vec<gphi *> phis;
  for (const struct counter &c : counters)
    {
      tree first, last, type = TREE_TYPE (gimple_phi_result (c.phi));
      tree count = load_count (rows.begin, c.counts, rows.row, type, where);
      phis.safe_push (begin_rows (loop, &rows, c.phi, count, &first, &last));
      sums.safe_push (first);
    }
  plug_find_loops_anew ();
  header = rows.nested ? rows.nest.outer : header;
  for (unsigned k = 0; k < counters.length (); k++)
    {
      edge before = loop_preheader_edge (header->loop_father);
      tree sum = sum_up (before, counters[k].counts, rows.rows, sums[k], where);
      replace_uses (gimple_phi_result (phis[k]), sum, NULL);
      remove_phi (phis[k]);
    }
}

/* Sum up the counters that LOOP has.  */
static bool
sum_prefixes (struct plug_region *region, class loop *loop)
{
  auto_vec<struct counter> counters;
  auto_vec<struct kept> has;
  if (!find_counters (loop, &counters, &has))
    return false;
  for (struct counter &c : counters)
    {
      tree type = TREE_TYPE (gimple_phi_result (c.phi));
      struct plug_param *p
	= plug_take_pointer (region, type, get_identifier (COUNTS));
      if (!p)
	return false;
      c.counts = get_or_create_ssa_default_def (cfun, p->parm);
    }
  for (const struct kept &k : has)
    {
      gimple_stmt_iterator i = gsi_for_stmt (k.load);
      gimple_assign_set_rhs_from_tree (&i, k.value);
      update_stmt (gsi_stmt (i));
    }
  location_t where = plug_loop_location (loop);
  class loop *copy = plug_copy_before (loop);
  if (!copy)
    return false;
  plug_update_copies ();
  basic_block header = loop->header, counting = count_rows (copy, counters, where);
  plug_find_loops_anew ();
  plug_pass_loops (counting->loop_father);
  begin_with_counts (header->loop_father, counters, where);
  plug_find_loops_anew ();
  cleanup_tree_cfg ();
  plug_remove_dead_code ();
  plug_prepare_loops ();
  return true;
}

bool
plug_counts_p (class loop *loop, bool all)
{
  auto_vec<struct counter> counters;
  auto_vec<struct kept> has;
  if (!find_counters (loop, &counters, &has))
    return false;
  for (const struct counter &c : counters)
    {
      hash_set<tree> dependent;
      if (!all && !follow (current_loops->tree_root, gimple_phi_result (c.phi),
			   &dependent, NULL))
	return false;
    }
  return true;
}

/* Append to HEADERS those of LOOP or, where that has no counters, of loops inside that
   do.  ALL: of those, too, on whose counters something depends that is decided.  */
static void
find_loops (class loop *loop, bool all, vec<basic_block> *headers)
{
  if (loop_outer (loop) && plug_counts_p (loop, all))
    headers->safe_push (loop->header);
  else
    for (class loop *inner = loop->inner; inner; inner = inner->next)
      find_loops (inner, all, headers);
}

bool
plug_sums_counts_p (const struct pram_node *node)
{
  for (int a = 0; a < node->n_accesses; a++)
    {
      const struct plug_access *access
	= (const struct plug_access *) node->accesses[a].cookie;
      tree name = access ? SSA_NAME_IDENTIFIER (access->base) : NULL_TREE;
      if (name && strcmp (IDENTIFIER_POINTER (name), COUNTS) == 0)
	return true;
    }
  for (int i = 0; i < node->n_children; i++)
    if (plug_sums_counts_p (node->children[i]))
      return true;
  return false;
}

bool
plug_sum_prefixes (struct plug_region *region, bool all)
{
  auto_vec<basic_block> headers;
  bool changed = false;
  if (region->summed == PLUG_SUMMED)
    return false;
  if (plug_count_on ())
    plug_prepare_loops ();
  find_loops (current_loops->tree_root, all, &headers);
  for (basic_block header : headers)
    changed |= sum_prefixes (region, header->loop_father);
  if (changed || all)
    region->summed = changed ? PLUG_SUMMED : PLUG_NOT_SUMMED;
  return changed;
}
