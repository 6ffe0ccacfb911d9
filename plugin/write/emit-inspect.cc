/* emit-inspect.cc: inspectors, which find what a layer reads where data choose.

   SPDX-License-Identifier: GPL-3.0-or-later

     y[i] += a[k] * x[column[k]]	k from start[i] to start[i + 1]

   Where a and column are read is known when start is there (round 1), where x is
   when column is (round 2).  The inspector of a round is a *slice* of the layer's
   code: what the places of that round's reads are computed from, and the tests
   that control them; in the place of the reads it notes which elements they
   take (PRAM_inspect).  Inspectors run when the region is entered, if what they
   depend on is known then.  If not they run in the loop, before the layer is
   called (emit-ask.cc): what it reads at known places is there then.

   Where a loop inside of the layer follows what it reads (a bisection, a list) there
   is no such round: levels grow for ever.  All these reads, and those behind them,
   then are of one last round, in which the inspector *walks*: it runs again and
   again, each time as far as what has been brought leads it (runtime/walk.c).  What
   depends on a walk is known in that round itself.  A walk must not go where the
   layer doesn't, or it might not end: the slices are then *exact*, all tests that
   they depend on have to be known, and they run right before the layer.

   Invariant: a value has the level L if it can be computed when L rounds are
   over.  A read whose place, and whose tests, have level L is one of round
   L + 1, and its value has that level.  */

#include "pram-gcc.h"
#include "diagnostics.h"
#include "emit.h"
#include "read/extract.h"
#include "read/choosing.h"

/* The level of what is never known in time; rounds of one layer, at most; that of
   a walk.  */
enum { NEVER = 1000, MOST = 16, WALK };

/* A store to an array of that name or, if that is NOBODYS, to one of the iteration's
   own.  */
struct store
{
  gimple *stmt;
  int array;
  tree own;
};
enum { NOBODYS = -1 };

/* How values of a layer are known.  */
struct survey
{
  struct plug_emission *e;
  struct plug_layer *l;
  bool asks;			/* inspectors run in the loop */
  bool walks;			/* … and the last one walks */
  hash_map<gimple *, const struct pram_item *> items;	/* by load */
  hash_set<gimple *> writes;	/* of arrays of the region */
  auto_vec<struct store> stores;			/* of the layer */
  hash_set<tree> own;		/* arrays that each iteration fills for itself */
  /* Values depend on each other, so levels are found in passes, growing, until
     they don't change.  */
  hash_map<tree, int> levels;
  hash_set<tree> visited;	/* in this pass */
  bool changed;
  /* The ends of blocks whose tests no read waits for: they are known too late,
     perhaps because they depend on it.  */
  hash_set<basic_block> hopeless;
};

static int level_of (struct survey *s, tree value, basic_block at);

/* --- Entry --------------------------------------------------------------- */

bool
plug_array_name_p (struct plug_emission *e, tree name)
{
  for (int i = 0; i < e->prog->n_inspected; i++)
    if (((const struct plug_access *) e->prog->inspected[i].cookie)->base
	== name)
      return true;
  return false;
}

/* DEF loads a variable of the user's that the region has not changed.  */
static bool
loads_argument_p (struct plug_emission *e, gimple *def)
{
  tree rhs = gimple_assign_load_p (def) ? gimple_assign_rhs1 (def) : NULL_TREE;
  if (!rhs || TREE_CODE (rhs) != MEM_REF || !gimple_vuse (def)
      || !SSA_NAME_IS_DEFAULT_DEF (gimple_vuse (def)))
    return false;
  tree from = TREE_OPERAND (rhs, 0);
  for (int p = 0; p < e->region->n_params; p++)
    {
      const struct plug_param *param = &e->region->params[p];
      if (TREE_CODE (from) == SSA_NAME && SSA_NAME_IS_DEFAULT_DEF (from)
	  && SSA_NAME_VAR (from) == param->parm)
	return (param->kind == PRAM_ARG_INOUT
		|| param->kind == PRAM_ARG_ARRAY_INOUT);
    }
  return false;
}

/* PHI, of a loop's header, stands for an array: what it is when the loop is
   entered first; else null.  */
static tree
first_value (struct plug_emission *e, gphi *phi)
{
  class loop *loop = gimple_bb (phi)->loop_father;
  if (loop->header != gimple_bb (phi) || !loop_outer (loop)
      || !plug_array_name_p (e, gimple_phi_result (phi)))
    return NULL_TREE;
  return PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop));
}

bool
plug_entry_p (struct plug_emission *e, tree name)
{
  if (TREE_CODE (name) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (name))
    return true;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      tree first = first_value (e, phi);
      return first && plug_entry_p (e, first);
    }
  if (!is_gimple_assign (def))
    return false;
  if (gimple_vuse (def))
    return loads_argument_p (e, def);
  ssa_op_iter i;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, def, i, SSA_OP_USE)
    if (!plug_entry_p (e, use))
      return false;
  return true;
}

/* Inspectors are told NAME, which the region has from its caller: what they find
   depends on it.  An array's address says nothing of its elements.  */
static void
note_choosing (struct plug_emission *e, tree name)
{
  for (int p = 0; p < e->region->n_params; p++)
    if (TREE_CODE (name) == SSA_NAME
	&& SSA_NAME_VAR (name) == e->region->params[p].parm
	&& (e->region->params[p].kind == PRAM_ARG_IN
	    || e->region->params[p].kind == PRAM_ARG_INOUT))
      e->choosing.safe_push (p);
}

tree
plug_entry_value (struct plug_clone *c, tree name)
{
  if (TREE_CODE (name) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (name))
    {
      note_choosing (c->e, name);
      return plug_clone_expr (c, name);
    }
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      /* What is computed from it looks at its copy.  */
      tree copy = plug_clone_name (c, name);
      plug_assign (c, copy, plug_entry_value (c, first_value (c->e, phi)));
      return copy;
    }
  ssa_op_iter i;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, def, i, SSA_OP_USE)
    plug_entry_value (c, use);
  plug_clone_stmt (c, def);
  return plug_clone_expr (c, name);
}

/* What NAME is at first, if it is a variable of a loop, else NAME.  */
static tree
at_first (tree name)
{
  gphi *phi = (TREE_CODE (name) == SSA_NAME
	       ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (name)) : NULL);
  class loop *loop = phi ? gimple_bb (phi)->loop_father : NULL;
  return (phi && loop->header == gimple_bb (phi) && loop_outer (loop)
	  ? PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop)) : name);
}

bool
plug_first_p (struct plug_emission *e, tree name)
{
  return plug_entry_p (e, at_first (name));
}

tree
plug_first_value (struct plug_clone *c, tree name)
{
  return plug_entry_value (c, at_first (name));
}

/* NAME, of L's header, starts from what the driver has for it.  */
static bool
starts_p (const struct plug_layer *l, tree name)
{
  return (TREE_CODE (name) == SSA_NAME
	  && gimple_code (SSA_NAME_DEF_STMT (name)) == GIMPLE_PHI
	  && gimple_bb (SSA_NAME_DEF_STMT (name)) == l->loop->header);
}

bool
plug_field_p (struct plug_emission *e, const struct plug_layer *l, tree name)
{
  return starts_p (l, name) ? plug_first_p (e, name) : plug_entry_p (e, name);
}

tree
plug_field_value (struct plug_clone *c, const struct plug_layer *l, tree name)
{
  return (starts_p (l, name) ? plug_first_value (c, name)
	  : plug_entry_value (c, name));
}

/* --- Levels --------------------------------------------------------------- */

/* The item that STMT, a load, is; null if it is none of an array.  */
static const struct pram_item *
item_of (struct survey *s, gimple *stmt)
{
  const struct pram_item **item = s->items.get (stmt);
  return item ? *item : NULL;
}

/* The region changes ARRAY, or one that it is exchanged with, or exchanges
   them.  */
static bool
changed_p (struct plug_emission *e, int array)
{
  const struct pram_prog *prog = e->prog;
  for (int l = 0; l < prog->n_loops; l++)
    if (prog->loops[l]->next && prog->loops[l]->next[array] != array)
      return true;
  return pram_written_p (prog, array);
}

/* L reads what must be asked for each time, even if it is known at entry where:
   in a level loop it is another layer each time, and the inspector's code the
   same.  */
static bool
asks_anyway_p (struct plug_emission *e, const struct plug_layer *l)
{
  const struct pram_prog *prog = e->prog;
  if (l->level)
    return true;
  for (int i = 0; i < prog->n_inspected; i++)
    if (pram_node_inside_p (prog->inspected[i].stmt, l->plan->node)
	&& pram_chosen_beyond_p (prog, prog->inspected[i].array))
      return true;
  return false;
}

static bool
in_layer_p (struct survey *s, basic_block bb)
{
  return flow_bb_inside_loop_p (s->l->loop, bb);
}

/* The level of what STMT, in the layer, is computed from.  */
static int
level_of_operands (struct survey *s, gimple *stmt)
{
  int level = 0;
  ssa_op_iter i;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, stmt, i, SSA_OP_USE)
    level = MAX (level, level_of (s, use, gimple_bb (stmt)));
  return level;
}

/* The level of the test at the end of BB.  */
static int
level_of_test (struct survey *s, basic_block bb)
{
  gimple *last = last_stmt (bb);
  if (!last || (gimple_code (last) != GIMPLE_COND
		&& gimple_code (last) != GIMPLE_SWITCH))
    return 0;
  return level_of_operands (s, last);
}

/* BB is where the distributed loop may end.  */
static bool
ends_distributed_p (const struct survey *s, basic_block bb)
{
  return (bb->loop_father == s->l->distributed
	  && loop_exits_from_bb_p (s->l->distributed, bb));
}

/* That of the tests by which LOOP, in the layer, is left; the distributed loop's
   are none of its iterations'.  */
static int
level_of_end (struct survey *s, class loop *loop)
{
  int level = 0;
  if (loop == s->l->distributed)
    return 0;
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  for (edge e : exits)
    level = MAX (level, level_of_test (s, e->src));
  return level;
}

/* That of the test by which LOOP is surely left some time, for STMT, which reads in
   it.  Who doesn't know of others, as for `if (column[k] < 0) break', stays too
   long: he notes more than is read, which does no harm.  Where each iteration reads
   the same, as while (j < m && found[j] != column[k]), one is enough.  */
static int
level_of_staying (struct survey *s, class loop *loop, gimple *stmt)
{
  int level = NEVER;
  if (loop == s->l->distributed)
    return 0;
  bool meet = true;
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  for (edge e : exits)
    {
      level = MIN (level, level_of_test (s, e->src));
      meet &= plug_ways_meet_p (s->l, e->src);
    }
  return (level == NEVER && meet
	  && !plug_place_in_p (gimple_assign_rhs1 (stmt), loop) ? 0 : level);
}

/* The level of the test at the end of BB for what it controls: where it is never
   known inspectors go both ways (emit-ways.cc), and note more than is read.  */
static int
level_of_way (struct survey *s, basic_block bb)
{
  int level = level_of_test (s, bb);
  return ((level == NEVER || s->hopeless.contains (bb))
	  && gimple_code (last_stmt (bb)) == GIMPLE_COND
	  && plug_ways_meet_p (s->l, bb) ? 0 : level);
}

/* The test at the end of BB decides whether control goes on to AT.  */
static bool
decides_p (basic_block bb, basic_block at)
{
  edge e;
  edge_iterator i;
  bool leads = false;
  FOR_EACH_EDGE (e, i, bb->succs)
    leads |= dominated_by_p (CDI_POST_DOMINATORS, e->dest, at);
  return leads && (bb == at || !dominated_by_p (CDI_POST_DOMINATORS, bb, at));
}

/* BB ends with a test that S's layer makes in each iteration of its own, not one
   that shares them out.  */
static bool
tests_p (struct survey *s, basic_block bb)
{
  return EDGE_COUNT (bb->succs) > 1 && !ends_distributed_p (s, bb);
}

/* The blocks of S's layer whose tests decide whether control comes to AT, directly
   or because they decide about other tests.  */
static void
find_deciding (struct survey *s, basic_block at, hash_set<basic_block> *all)
{
  int n;
  basic_block *bbs = plug_loop_blocks (s->l->loop, &n);
  auto_vec<basic_block> work;
  work.safe_push (at);
  while (!work.is_empty ())
    {
      basic_block to = work.pop ();
      for (int b = 0; b < n; b++)
	if (tests_p (s, bbs[b]) && decides_p (bbs[b], to)
	    && !all->add (bbs[b]))
	  work.safe_push (bbs[b]);
    }
  free (bbs);
}

/* The level of all of them.  */
static int
level_of_deciding (struct survey *s, basic_block at)
{
  int level = 0;
  hash_set<basic_block> all;
  find_deciding (s, at, &all);
  for (basic_block bb : all)
    level = MAX (level, level_of_test (s, bb));
  return level;
}

/* That of the tests that decide whether control comes to STMT, which reads.  */
static int
level_of_control (struct survey *s, gimple *stmt)
{
  basic_block at = gimple_bb (stmt);
  int level = 0;
  if (s->walks)
    return level_of_deciding (s, at);
  for (basic_block bb = get_immediate_dominator (CDI_DOMINATORS, at);
       bb && in_layer_p (s, bb);
       bb = get_immediate_dominator (CDI_DOMINATORS, bb))
    if (EDGE_COUNT (bb->succs) > 1 && plug_edge_to (bb, at)
	&& !(loop_exits_from_bb_p (bb->loop_father, bb)
	     && flow_bb_inside_loop_p (bb->loop_father, at)))
      level = MAX (level, level_of_way (s, bb));
  for (class loop *loop = at->loop_father; in_layer_p (s, loop->header);
       loop = loop_outer (loop))
    level = MAX (level, level_of_staying (s, loop, stmt));
  return level;
}

/* The last round that S may have.  */
static int
most_rounds (const struct survey *s)
{
  return s->walks ? WALK : MOST;
}

/* The round in which the place of STMT, which reads where data choose, is
   known; more than NEVER if it never is.  */
static int
round_of (struct survey *s, gimple *stmt)
{
  int level = MAX (level_of_control (s, stmt),
		   level_of_operands (s, stmt));
  return s->walks && level == WALK ? WALK : level + 1;
}

/* --- Stores ----------------------------------------------------------------- */

/* LOAD may read what STORE has written.  */
static bool
reaches_p (struct survey *s, const struct store *store, gimple *load)
{
  basic_block bb = gimple_bb (store->stmt);
  if (bb == gimple_bb (load))
    for (gimple_stmt_iterator i = gsi_for_stmt (store->stmt); !gsi_end_p (i);
	 gsi_next (&i))
      if (gsi_stmt (i) == load)
	return true;
  return plug_leads_p (s->l, bb, gimple_bb (load));
}

/* The level of all that says what STORE writes, where, and whether it does.  */
static int
level_of_store (struct survey *s, const struct store *store)
{
  basic_block at = gimple_bb (store->stmt);
  if (!gimple_assign_single_p (store->stmt))
    return NEVER;
  int level = level_of_operands (s, store->stmt), n;
  basic_block *bbs = plug_loop_blocks (s->l->loop, &n);
  for (int b = 0; b < n; b++)
    if (tests_p (s, bbs[b])
	&& !dominated_by_p (CDI_POST_DOMINATORS, bbs[b], at)
	&& (bbs[b] == at || plug_leads_p (s->l, bbs[b], at)))
      level = MAX (level, level_of_test (s, bbs[b]));
  free (bbs);
  return level;
}

/* The level at which STMT, which loads of ARRAY or OWN, can be computed: what its
   layer writes there inspectors write, too, and take it back.  */
static int
level_of_element (struct survey *s, gimple *stmt, int array, tree own)
{
  int level = level_of_operands (s, stmt);
  for (const struct store &store : s->stores)
    if (store.array == array && store.own == own && level < NEVER
	&& reaches_p (s, &store, stmt))
      level = MAX (level, level_of_store (s, &store));
  return level;
}

/* STMT, if it writes to VAR, does so in an iteration of S's layer; note that.  */
static bool
writes_own_p (struct survey *s, gimple *stmt, tree var)
{
  class loop *loop = s->l->distributed ? s->l->distributed : s->l->loop;
  if (!gimple_vdef (stmt) || gimple_clobber_p (stmt) || s->writes.contains (stmt))
    return true;
  tree written = (gimple_assign_single_p (stmt)
		  ? plug_local_variable (gimple_assign_lhs (stmt)) : NULL_TREE);
  if (written != var)
    return written || !stmt_may_clobber_ref_p (stmt, var);
  s->stores.safe_push ({ stmt, NOBODYS, var });
  return flow_bb_inside_loop_p (loop, gimple_bb (stmt));
}

/* Find the arrays that each iteration of S's layer fills for itself, and what it writes
   to them.  */
static void
find_own (struct survey *s)
{
  basic_block bb;
  hash_set<tree> written;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      if (gimple_assign_single_p (gsi_stmt (i)) && gimple_vdef (gsi_stmt (i)))
	if (tree var = plug_local_variable (gimple_assign_lhs (gsi_stmt (i))))
	  written.add (var);
  for (tree var : written)
    {
      bool own = true;
      FOR_EACH_BB_FN (bb, cfun)
	for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	     gsi_next (&i))
	  own = own && writes_own_p (s, gsi_stmt (i), var);
      if (own)
	s->own.add (var);
    }
}

/* STMT loads an entry value, which all processes have.  */
static bool
loads_lookup_p (struct survey *s, gimple *stmt)
{
  const struct pram_lookups *all = &s->e->prog->source->lookups;
  for (int k = 0; k < all->n; k++)
    for (int i = 0; i < all->lookup[k].n_loads; i++)
      if (all->lookup[k].loads[i].cookie == stmt)
	return true;
  return false;
}

static int
level_of_load (struct survey *s, gimple *stmt)
{
  tree base = get_base_address (gimple_assign_rhs1 (stmt));
  tree own = plug_local_variable (gimple_assign_rhs1 (stmt));
  const struct pram_item *item = item_of (s, stmt);
  if (!item && own && s->own.contains (own))
    return level_of_element (s, stmt, NOBODYS, own);
  bool constant = base && VAR_P (base) && TREE_READONLY (base)
		  && TREE_STATIC (base);
  if (item ? !s->asks && changed_p (s->e, item->array)
      : !constant && !loads_argument_p (s->e, stmt)
	&& !loads_lookup_p (s, stmt))
    return NEVER;
  if (!item)
    return level_of_operands (s, stmt);
  if (!item->indirect)
    return level_of_element (s, stmt, item->array, NULL_TREE);
  int round = round_of (s, stmt);
  return round > most_rounds (s) ? NEVER : round;
}

/* The level of what says that control goes on from FROM by just that edge.  */
static int
level_of_way_from (struct survey *s, basic_block from)
{
  return MAX (level_of_deciding (s, from),
	      tests_p (s, from) ? level_of_test (s, from) : 0);
}

/* PHI of a loop's header.  */
static int
level_of_header (struct survey *s, gphi *phi)
{
  class loop *loop = gimple_bb (phi)->loop_father;
  tree step;
  bool counts = plug_iv_p (loop, phi, &step);
  int level = 0;
  /* Iterations of the distributed loop are other processes'.  */
  bool spread = (s->l->distributed
		 && (loop == s->l->distributed
		     || flow_loop_nested_p (loop, s->l->distributed)));
  if (spread && !counts)
    return NEVER;
  for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
    {
      basic_block from = gimple_phi_arg_edge (phi, k)->src;
      if (counts && flow_bb_inside_loop_p (loop, from))
	continue;
      level = MAX (level, level_of (s, gimple_phi_arg_def (phi, k), from));
      if (s->walks && in_layer_p (s, from))
	level = MAX (level, level_of_way_from (s, from));
    }
  return counts ? MAX (level, level_of (s, step, loop->header)) : level;
}

/* PHI of several ways that meet.  */
static int
level_of_join (struct survey *s, gphi *phi)
{
  basic_block bb = gimple_bb (phi);
  basic_block top = get_immediate_dominator (CDI_DOMINATORS, bb);
  int level = 0;
  for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
    {
      basic_block from = gimple_phi_arg_edge (phi, k)->src;
      level = MAX (level, level_of (s, gimple_phi_arg_def (phi, k), from));
      if (s->walks)
	level = MAX (level, level_of_way_from (s, from));
      for (; !s->walks && from && in_layer_p (s, from);
	   from = get_immediate_dominator (CDI_DOMINATORS, from))
	{
	  level = MAX (level, level_of_test (s, from));
	  if (from == top)
	    break;
	}
    }
  return level;
}

static int
level_of_definition (struct survey *s, gimple *def)
{
  if (gphi *phi = dyn_cast <gphi *> (def))
    return (gimple_bb (def)->loop_father->header == gimple_bb (def)
	    ? level_of_header (s, phi) : level_of_join (s, phi));
  if (is_gimple_assign (def) && gimple_vuse (def))
    return gimple_assign_load_p (def) ? level_of_load (s, def) : NEVER;
  gcall *call = dyn_cast <gcall *> (def);
  if (!is_gimple_assign (def) && !(call && plug_pure_call_p (call)))
    return NEVER;
  return level_of_operands (s, def);
}

static int
level_of_name (struct survey *s, tree name)
{
  if (plug_array_name_p (s->e, name) || SSA_NAME_IS_DEFAULT_DEF (name))
    return 0;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (!in_layer_p (s, gimple_bb (def)))
    return s->asks || plug_entry_p (s->e, name) ? 0 : NEVER;
  int *known = s->levels.get (name), before = known ? *known : 0;
  if (s->visited.add (name))
    return before;
  int level = level_of_definition (s, def);
  if (level > before)
    {
      s->changed = true;
      s->levels.put (name, level);
    }
  return MAX (level, before);
}

/* That of VALUE where it is used, AT: it also depends on the ends of the loops
   that have been left.  */
static int
level_of (struct survey *s, tree value, basic_block at)
{
  if (TREE_CODE (value) != SSA_NAME || virtual_operand_p (value))
    return 0;
  int level = level_of_name (s, value);
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (SSA_NAME_IS_DEFAULT_DEF (value) || !in_layer_p (s, gimple_bb (def)))
    return level;
  for (class loop *loop = gimple_bb (def)->loop_father;
       !flow_bb_inside_loop_p (loop, at) && in_layer_p (s, loop->header);
       loop = loop_outer (loop))
    level = MAX (level, level_of_end (s, loop));
  return level;
}

/* --- Slices --------------------------------------------------------------- */

/* A slice in the making.  */
struct slicing
{
  struct survey *survey;
  struct plug_slice *slice;
  auto_vec<tree> work;		/* names that are to be followed */
  bool lost;			/* it depends on what isn't known in time */
};

static void
want (struct slicing *s, tree name)
{
  if (TREE_CODE (name) == SSA_NAME && !virtual_operand_p (name)
      && !s->slice->names.add (name)
      && !SSA_NAME_IS_DEFAULT_DEF (name)
      && in_layer_p (s->survey, gimple_bb (SSA_NAME_DEF_STMT (name))))
    s->work.safe_push (name);
}

static void
want_uses (struct slicing *s, gimple *stmt)
{
  if (gphi *phi = dyn_cast <gphi *> (stmt))
    {
      for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
	want (s, gimple_phi_arg_def (phi, k));
      return;
    }
  ssa_op_iter i;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, stmt, i, SSA_OP_USE)
    want (s, use);
}

/* The test at the end of BB, or null.  */
static gimple *
test_of (basic_block bb)
{
  gimple *last = last_stmt (bb);
  return last && (gimple_code (last) == GIMPLE_COND
		  || gimple_code (last) == GIMPLE_SWITCH) ? last : NULL;
}

/* The test at the end of BB is in the slice if it is known by then; if that is
   exact, once it turns out to matter.  How often the distributed loop runs matters in
   any case.  */
static void
add_test (struct slicing *s, basic_block bb)
{
  gimple *last = test_of (bb);
  if (!last)
    return;
  if (ends_distributed_p (s->survey, bb)
      || (s->slice->exact ? !tests_p (s->survey, bb)
	  : level_of_test (s->survey, bb) < s->slice->round))
    want_uses (s, last);
  else
    s->slice->unknown.add (last);
}

/* The test at the end of BB matters.  */
static void
need_test (struct slicing *s, basic_block bb)
{
  gimple *last = test_of (bb);
  if (!last || !s->slice->unknown.contains (last))
    return;
  s->slice->unknown.remove (last);
  s->lost |= (level_of_test (s->survey, bb)
	      >= s->slice->round + s->slice->walks);
  want_uses (s, last);
}

/* The slice has a PHI to which E leads.  */
static bool
phi_behind_p (struct slicing *s, edge e)
{
  for (gphi_iterator i = gsi_start_phis (e->dest); !gsi_end_p (i);
       gsi_next (&i))
    if (s->slice->names.contains (gimple_phi_result (i.phi ())))
      return true;
  return false;
}

/* The slice has something in BB.  */
static bool
in_slice_p (struct slicing *s, basic_block bb)
{
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree lhs = gimple_get_lhs (gsi_stmt (i));
      if ((lhs && TREE_CODE (lhs) == SSA_NAME
	   && s->slice->names.contains (lhs))
	  || s->slice->reads.contains (gsi_stmt (i))
	  || s->slice->stores.contains (gsi_stmt (i)))
	return true;
    }
  return false;
}

/* The tests on which what the slice has depends: whether control comes there, and
   by which way to PHIs.  BBS: all N blocks.  */
static void
need_tests (struct slicing *s, basic_block *bbs, int n)
{
  hash_set<basic_block> all;
  for (int b = 0; b < n; b++)
    {
      edge e;
      edge_iterator i;
      bool ways = false;
      FOR_EACH_EDGE (e, i, bbs[b]->succs)
	ways |= phi_behind_p (s, e);
      if (ways && tests_p (s->survey, bbs[b]))
	all.add (bbs[b]);
      if (ways || in_slice_p (s, bbs[b]))
	find_deciding (s->survey, bbs[b], &all);
    }
  for (basic_block bb : all)
    need_test (s, bb);
}

/* Tests on which nothing depends: where their ways meet.  */
static void
find_behind (struct slicing *s, basic_block *bbs, int n)
{
  for (int b = 0; b < n; b++)
    {
      gimple *last = test_of (bbs[b]);
      basic_block behind
	= get_immediate_dominator (CDI_POST_DOMINATORS, bbs[b]);
      if (last && behind && s->slice->unknown.contains (last))
	s->slice->behind.put (last, behind);
    }
}

/* The stores that LOAD, of ARRAY or OWN, may read from are in the slice.  */
static void
add_stores (struct slicing *s, gimple *load, int array, tree own)
{
  for (const struct store &store : s->survey->stores)
    if (store.array == array && store.own == own && reaches_p (s->survey, &store, load)
	&& !s->slice->stores.add (store.stmt))
      want_uses (s, store.stmt);
}

/* Note which arrays are loaded in BB by the slice, and what is stored there
   before.  */
static void
find_loads (struct slicing *s, basic_block bb)
{
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
       gsi_next (&i))
    {
      gimple *stmt = gsi_stmt (i);
      const struct pram_item *item = item_of (s->survey, stmt);
      if (!gimple_assign_load_p (stmt)
	  || !s->slice->names.contains (gimple_get_lhs (stmt)))
	continue;
      tree own = plug_local_variable (gimple_assign_rhs1 (stmt));
      if (!item && own && s->survey->own.contains (own))
	add_stores (s, stmt, NOBODYS, own);
      if (!item)
	continue;
      if (!s->slice->loads.contains (item->array))
	s->slice->loads.safe_push (item->array);
      if (s->slice->asks && !item->indirect)
	add_stores (s, stmt, item->array, NULL_TREE);
    }
}

/* Who leaves an iteration in SLICE's walk would go on without what it had stored, in
   elements that others read.  */
static bool
leaves_stores_p (const struct survey *s, struct plug_slice *slice)
{
  bool found = false;
  for (const struct store &store : s->stores)
    found |= store.array != NOBODYS && slice->stores.contains (store.stmt);
  return found && slice->walks && s->l->loop != s->l->distributed;
}

/* Find what the inspector for SLICE's round computes.  False if it can't.  */
static bool
find_slice (struct survey *survey, struct plug_slice *slice)
{
  struct slicing s;
  s.survey = survey;
  s.slice = slice;
  s.lost = false;
  int n;
  basic_block *bbs = plug_loop_blocks (survey->l->loop, &n);
  for (int b = 0; b < n; b++)
    {
      add_test (&s, bbs[b]);
      for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i);
	   gsi_next (&i))
	{
	  const struct pram_item *item = item_of (survey, gsi_stmt (i));
	  if (item && item->indirect
	      && round_of (survey, gsi_stmt (i)) == slice->round)
	    {
	      slice->reads.add (gsi_stmt (i));
	      want_uses (&s, gsi_stmt (i));
	    }
	}
    }
  do
    {
      while (!s.work.is_empty ())
	want_uses (&s, SSA_NAME_DEF_STMT (s.work.pop ()));
      for (int b = 0; b < n; b++)
	find_loads (&s, bbs[b]);
      if (slice->exact)
	need_tests (&s, bbs, n);
    }
  while (!s.work.is_empty ());
  if (slice->exact)
    find_behind (&s, bbs, n);
  plug_ways_find (slice, survey->l, bbs, n);
  free (bbs);
  return !s.lost && !leaves_stores_p (survey, slice);
}

/* --- Inspectors ----------------------------------------------------------- */

/* Enter the loads and stores of ITEMS.  */
static void
map_items (struct survey *s, const struct pram_items *items)
{
  for (int i = 0; i < items->n; i++)
    {
      const struct pram_item *item = items->item[i];
      gimple *stmt = (item->kind == PRAM_ITEM_REFERENCE
		      ? ((const struct plug_access *) item->cookie)->stmt
		      : NULL);
      if (stmt && item->write)
	s->writes.add (stmt);
      if (stmt && !item->write)
	s->items.put (stmt, item);
      else if (stmt && in_layer_p (s, gimple_bb (stmt)))
	s->stores.safe_push ({ stmt, item->array, NULL_TREE });
      for (int k = 0; k < item->n_segments; k++)
	map_items (s, &item->segment[k]);
    }
}

/* Find the levels of values in S's layer, and of the reads in it the one whose
   round, *LAST, comes last; null if there is no read.  */
static const struct pram_inspected *
find_levels (struct survey *s, int *last)
{
  const struct pram_prog *prog = s->e->prog;
  const struct pram_inspected *latest;
  do
    {
      s->changed = false;
      s->visited.empty ();
      latest = NULL;
      *last = 0;
      for (int i = 0; i < prog->n_inspected; i++)
	{
	  const struct pram_inspected *in = &prog->inspected[i];
	  gimple *stmt = ((const struct plug_access *) in->cookie)->stmt;
	  int round = (pram_node_inside_p (in->stmt, s->l->plan->node)
		       ? round_of (s, stmt) : 0);
	  latest = round > *last ? in : latest;
	  *last = MAX (*last, round);
	}
    }
  while (s->changed);
  return latest;
}

/* Give up tests of S's layer that are never known; false if there are no more of
   them.  */
static bool
give_up_tests (struct survey *s)
{
  bool found = false;
  int n;
  basic_block *bbs = plug_loop_blocks (s->l->loop, &n);
  for (int b = 0; b < n; b++)
    if (level_of_test (s, bbs[b]) == NEVER && !s->hopeless.add (bbs[b]))
      found = true;
  free (bbs);
  return found;
}

/* Find the rounds of S's layer: the number of the last one, more than MOST if
   there is no such, because of *LATEST.  */
static int
last_round (struct survey *s, const struct pram_inspected **latest)
{
  int last;
  *latest = find_levels (s, &last);
  while (!s->walks && give_up_tests (s))
    {
      s->levels.empty ();
      *latest = find_levels (s, &last);
    }
  return last;
}

/* What L, an inspector, is told is known when the region is entered.  Beside what
   its slice computes with, that is where L's loops end.  */
static bool
entry_fields_p (struct plug_emission *e, const struct plug_layer *l)
{
  for (const struct plug_field &f : l->fields)
    if (!plug_field_p (e, l, f.name))
      return false;
  return true;
}

/* The inspector of ROUND for what S looks at; null if there can be none.  */
static struct plug_inspector *
new_inspector (struct survey *s, int round)
{
  struct plug_inspector *in = new plug_inspector ();
  struct plug_layer *l = &in->layer;
  l->number = s->l->number;
  l->plan = s->l->plan;
  l->kind = s->l->kind;
  l->level = s->l->level;
  l->loop = s->l->loop;
  l->distributed = s->l->distributed;
  in->slice.e = s->e;
  in->slice.round = round;
  in->slice.asks = s->asks;
  in->slice.exact = s->walks;
  in->slice.walks = round == WALK;
  if (!find_slice (s, &in->slice))
    {
      delete in;
      return NULL;
    }
  if (in->slice.walks)
    plug_walk_find (l, &in->slice);
  plug_slice_prepare (s->e, l, &in->slice);
  return in;
}

/* Something is read in ROUND of S's layer.  */
static bool
reads_in_p (struct survey *s, int round)
{
  const struct pram_prog *prog = s->e->prog;
  for (int i = 0; i < prog->n_inspected; i++)
    if (pram_node_inside_p (prog->inspected[i].stmt, s->l->plan->node)
	&& round_of (s, ((const struct plug_access *)
			 prog->inspected[i].cookie)->stmt) == round)
      return true;
  return false;
}

/* Make L's inspectors, which run in the loop if they are to ASK, and may WALK then.
   Null, or why that can't be.  */
static const struct pram_inspected *
make_inspectors (struct plug_emission *e, struct plug_layer *l, bool ask,
		 bool walk)
{
  struct survey s;
  const struct pram_inspected *latest;
  unsigned before = e->inspectors.length ();
  s.e = e;
  s.l = l;
  s.asks = ask;
  s.walks = walk;
  map_items (&s, &e->prog->source->body);
  find_own (&s);
  int last = last_round (&s, &latest);
  bool ok = last <= most_rounds (&s);
  for (int round = 1; ok && round <= last; round++)
    {
      if (!reads_in_p (&s, round))
	continue;
      struct plug_inspector *in = new_inspector (&s, round);
      ok = in && (ask || entry_fields_p (e, &in->layer));
      if (!in)
	break;
      e->inspectors.safe_push (in);
      for (int a : in->slice.loads)
	e->choosing.safe_push (e->prog->arrays[a].arg);
    }
  while (!ok && e->inspectors.length () > before)
    delete e->inspectors.pop ();
  return ok ? NULL : latest;
}

static void
prepare (struct plug_emission *e, struct plug_layer *l)
{
  if ((!asks_anyway_p (e, l) && !make_inspectors (e, l, false, false))
      || !make_inspectors (e, l, true, false))
    return;
  /* A walk knows no ends but those of loops.  */
  gcall *ending = plug_ending_in (l->loop);
  if (ending)
    plug_refuse (e, plug_stmt_line (e, ending), "what the loop at line %d reads leads it on, "
		 "and the program may end here meanwhile", l->plan->node->line);
  const struct pram_inspected *in = ending ? NULL : make_inspectors (e, l, true, true);
  e->region->asks_inside = in && l->distributed != l->loop;
  if (in)
    plug_refuse (e, in->line, "which element of '%s' is read here depends on "
		 "what this loop computes", e->prog->arrays[in->array].name);
}

static int
compare_rounds (const void *a, const void *b)
{
  const struct plug_inspector *p = *(struct plug_inspector *const *) a;
  const struct plug_inspector *q = *(struct plug_inspector *const *) b;
  return (p->slice.asks != q->slice.asks ? p->slice.asks - q->slice.asks
	  : p->slice.round != q->slice.round
	  ? p->slice.round - q->slice.round
	  : p->layer.number - q->layer.number);
}

void
plug_inspectors_prepare (struct plug_emission *e)
{
  if (!e->prog->n_inspected)
    return;
  calculate_dominance_info (CDI_POST_DOMINATORS);
  for (int i = 0; i < e->n_layers && !e->failed; i++)
    if (!e->layers[i].plan->offer && e->layers[i].loop)
      for (int k = 0; k < e->prog->n_inspected; k++)
	if (pram_node_inside_p (e->prog->inspected[k].stmt,
				e->layers[i].plan->node))
	  {
	    prepare (e, &e->layers[i]);
	    break;
	  }
  free_dominance_info (CDI_POST_DOMINATORS);
  e->inspectors.qsort (compare_rounds);
}

void
plug_inspectors_emit (struct plug_emission *e)
{
  for (unsigned i = 0; i < e->inspectors.length () && !e->failed; i++)
    plug_layer_emit (e, &e->inspectors[i]->layer, &e->inspectors[i]->slice);
}

void
plug_inspectors_free (struct plug_emission *e)
{
  for (struct plug_inspector *in : e->inspectors)
    delete in;
  e->inspectors.release ();
}
