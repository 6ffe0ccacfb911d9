/* deposit.cc: updates of an element that data choose, as one operation.

   SPDX-License-Identifier: GPL-3.0-or-later

     h[key[i]] += w[i]		if (d < best[k]) best[k] = d

   The load of the element, what is computed from it and nothing else, a test of
   that, and the store form an *update*: whoever has the element can do it, if he
   is told where it is and the other values that it needs.

   Invariants
   (1) Nothing outside of an update depends on what it loads.
   (2) Nothing is stored to the element between its load and its store.
   (3) A test decides about the store, about scalars that are reduced, and about
   stores to other arrays:

     if (level[w] < 0) { level[w] = d + 1; parent[w] = v; more = 1; }

   MORE is *found* by who has the element.  What it is nobody else may want to know
   before all updates of a loop have been done.  The store to PARENT is a deposit of
   its own, which *follows*: it is made when it is known how the test came out.  So data
   must choose its element where they choose that of the update: by the same index.  */

#include "pram-gcc.h"
#include "region.h"
#include "deposit.h"
#include "extract.h"
#include "found.h"
#include "ir.h"

static bool same_value_p (tree a, tree b, int depth);

/* --- Places ------------------------------------------------------------------ */

/* Collect what POINTER may be counted from into ROOTS: parameters of the region, or
   what they lead to at first, which each lead to another array.  False: something
   else.  */
static bool
find_roots (tree pointer, hash_set<tree> *seen, auto_vec<tree> *roots)
{
  if (TREE_CODE (pointer) != SSA_NAME || seen->add (pointer))
    return TREE_CODE (pointer) == SSA_NAME;
  gimple *def = SSA_NAME_DEF_STMT (pointer);
  bool ok = true;
  gphi *phi = dyn_cast <gphi *> (def);
  for (unsigned i = 0; phi && i < gimple_phi_num_args (phi); i++)
    ok &= find_roots (gimple_phi_arg_def (phi, i), seen, roots);
  if (phi)
    return ok;
  if (is_gimple_assign (def) && !gimple_vuse (def))
    return find_roots (gimple_assign_rhs1 (def), seen, roots);
  tree from = gimple_assign_load_p (def) ? gimple_assign_rhs1 (def) : NULL_TREE;
  roots->safe_push (pointer);
  return (SSA_NAME_IS_DEFAULT_DEF (pointer)
	  || (from && TREE_CODE (from) == MEM_REF
	      && TREE_CODE (TREE_OPERAND (from, 0)) == SSA_NAME
	      && SSA_NAME_IS_DEFAULT_DEF (TREE_OPERAND (from, 0))));
}

/* The same of the pointer that REF goes through.  */
static bool
find_arrays (tree ref, auto_vec<tree> *roots)
{
  hash_set<tree> seen;
  tree base = get_base_address (ref);
  return (base && TREE_CODE (base) == MEM_REF
	  && find_roots (TREE_OPERAND (base, 0), &seen, roots));
}

bool
plug_different_members_p (tree a, tree b)
{
  return (TREE_CODE (a) == COMPONENT_REF && TREE_CODE (b) == COMPONENT_REF
	  && TREE_OPERAND (a, 1) != TREE_OPERAND (b, 1)
	  && DECL_CONTEXT (TREE_OPERAND (a, 1)) == DECL_CONTEXT (TREE_OPERAND (b, 1))
	  && TREE_CODE (DECL_CONTEXT (TREE_OPERAND (a, 1))) == RECORD_TYPE
	  && !DECL_BIT_FIELD_TYPE (TREE_OPERAND (a, 1))
	  && !DECL_BIT_FIELD_TYPE (TREE_OPERAND (b, 1)));
}

/* A and B, references, never are to the same place, whatever data say.  */
static bool
different_places_p (tree a, tree b)
{
  auto_vec<tree> p, q;
  if (!find_arrays (a, &p) || !find_arrays (b, &q))
    return false;
  bool shared = false;
  for (tree root : p)
    shared |= q.contains (root);
  return !shared || plug_different_members_p (a, b);
}

/* What memory is for STMT, which accesses REF: behind those stores before it that are
   to other places.  */
static tree
memory_for (gimple *stmt, tree ref)
{
  tree memory = gimple_vuse (stmt);
  for (int steps = 0; steps < 16; steps++)
    {
      gimple *def = SSA_NAME_DEF_STMT (memory);
      if (SSA_NAME_IS_DEFAULT_DEF (memory) || !gimple_assign_single_p (def)
	  || !gimple_store_p (def)
	  || !different_places_p (gimple_assign_lhs (def), ref))
	break;
      memory = gimple_vuse (def);
    }
  return memory;
}

/* P and Q, loads, are made of the same memory.  */
static bool
same_memory_p (gimple *p, gimple *q)
{
  return (memory_for (p, gimple_assign_rhs1 (p))
	  == memory_for (q, gimple_assign_rhs1 (q)));
}

/* A and B, references, are to the same place.  */
static bool
same_place_p (tree a, tree b, int depth)
{
  if (TREE_CODE (a) != TREE_CODE (b)
      || !types_compatible_p (TREE_TYPE (a), TREE_TYPE (b)))
    return false;
  switch (TREE_CODE (a))
    {
    case MEM_REF:
      return (tree_int_cst_equal (TREE_OPERAND (a, 1), TREE_OPERAND (b, 1))
	      && same_value_p (TREE_OPERAND (a, 0), TREE_OPERAND (b, 0),
			       depth));
    case ARRAY_REF:
      return (same_place_p (TREE_OPERAND (a, 0), TREE_OPERAND (b, 0), depth)
	      && same_value_p (TREE_OPERAND (a, 1), TREE_OPERAND (b, 1),
			       depth));
    case COMPONENT_REF:
      return (TREE_OPERAND (a, 1) == TREE_OPERAND (b, 1)
	      && same_place_p (TREE_OPERAND (a, 0), TREE_OPERAND (b, 0),
			       depth));
    default:
      return operand_equal_p (a, b, 0);
    }
}

/* A and B, values, are computed in the same way from the same.  */
static bool
same_value_p (tree a, tree b, int depth)
{
  if (a == b || operand_equal_p (a, b, 0))
    return true;
  if (depth > 16 || TREE_CODE (a) != SSA_NAME || TREE_CODE (b) != SSA_NAME
      || SSA_NAME_IS_DEFAULT_DEF (a) || SSA_NAME_IS_DEFAULT_DEF (b))
    return false;
  gassign *p = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (a));
  gassign *q = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (b));
  if (!p || !q || gimple_assign_rhs_code (p) != gimple_assign_rhs_code (q)
      || gimple_num_ops (p) != gimple_num_ops (q)
      || !gimple_vuse (p) != !gimple_vuse (q))
    return false;
  if (gimple_vuse (p))
    return (gimple_assign_load_p (p) && gimple_assign_load_p (q)
	    && same_memory_p (p, q)
	    && same_place_p (gimple_assign_rhs1 (p), gimple_assign_rhs1 (q),
			     depth + 1));
  for (unsigned i = 1; i < gimple_num_ops (p); i++)
    if (!same_value_p (gimple_op (p, i), gimple_op (q, i), depth + 1))
      return false;
  return true;
}

/* What is multiplied, and added to a constant, in VALUE.  */
static tree
counted_by (tree value)
{
  for (int depth = 0; depth < 16 && TREE_CODE (value) == SSA_NAME; depth++)
    {
      gassign *def = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (value));
      if (!def || gimple_vuse (def))
	break;
      tree_code code = gimple_assign_rhs_code (def);
      tree by = gimple_assign_rhs2 (def);
      if (!CONVERT_EXPR_CODE_P (code) && code != SSA_NAME
	  && !((code == MULT_EXPR || code == PLUS_EXPR)
	       && TREE_CODE (by) == INTEGER_CST))
	break;
      value = gimple_assign_rhs1 (def);
    }
  return value;
}

/* The only value that says where REF is, beside constants and its array; null: there
   is no such.  */
static tree
index_of (tree ref)
{
  tree index = NULL_TREE;
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF
	&& !is_gimple_min_invariant (TREE_OPERAND (ref, 1)))
      {
	if (index)
	  return NULL_TREE;
	index = TREE_OPERAND (ref, 1);
      }
  tree at = TREE_CODE (ref) == MEM_REF ? TREE_OPERAND (ref, 0) : NULL_TREE;
  while (at && TREE_CODE (at) == SSA_NAME && !SSA_NAME_IS_DEFAULT_DEF (at))
    {
      gassign *def = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (at));
      if (!def || gimple_vuse (def))
	break;
      if (gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR
	  && !is_gimple_min_invariant (gimple_assign_rhs2 (def)))
	{
	  if (index)
	    return NULL_TREE;
	  index = gimple_assign_rhs2 (def);
	}
      at = gimple_assign_rhs1 (def);
    }
  return index ? counted_by (index) : NULL_TREE;
}

/* Data choose where A is if they choose where B is.  */
static bool
chosen_alike_p (tree a, tree b)
{
  tree i = index_of (a), j = index_of (b);
  return i && j && same_value_p (i, j, 0);
}

/* --- Parts ------------------------------------------------------------------- */

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
	       && gimple_assign_rhs1 (stmt) == name && !update->store)
	update->store = stmt;
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
	  && same_place_p (gimple_assign_rhs1 (load),
			   gimple_assign_lhs (gsi_stmt (s)), 0))
	{
	  if (found)
	    return NULL;
	  found = gsi_stmt (s);
	}
  return found;
}

/* What LOAD does is loaded in BB, too.  */
static bool
loaded_p (basic_block bb, gimple *load)
{
  for (gimple_stmt_iterator s = gsi_start_bb (bb); !gsi_end_p (s);
       gsi_next (&s))
    if (gimple_assign_load_p (gsi_stmt (s))
	&& same_memory_p (gsi_stmt (s), load)
	&& same_place_p (gimple_assign_rhs1 (gsi_stmt (s)),
			 gimple_assign_rhs1 (load), 0))
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
	&& same_value_p (gimple_assign_lhs (gsi_stmt (s)), lhs, 0))
      return true;
  return false;
}

/* STMT, in a block behind TEST, may happen in vain.  */
static bool
harmless_p (gimple *stmt, basic_block test)
{
  return (gimple_code (stmt) == GIMPLE_LABEL
	  || gimple_code (stmt) == GIMPLE_PREDICT || is_gimple_debug (stmt)
	  || (gimple_assign_load_p (stmt) ? loaded_p (test, stmt)
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
	if (store && !different_places_p (store, ref))
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

/* STMT, in the block of UPDATE's store, is a store that may follow.  What is watched
   is so in its order, and nothing follows.  */
static bool
follows_p (struct plug_update *update, gimple *stmt)
{
  tree place = gimple_assign_lhs (update->store);
  return (gimple_store_p (stmt) && gimple_assign_single_p (stmt)
	  && !gimple_has_volatile_ops (stmt)
	  && is_gimple_val (gimple_assign_rhs1 (stmt))
	  && !plug_update_computes_p (update, gimple_assign_rhs1 (stmt))
	  && different_places_p (gimple_assign_lhs (stmt), place)
	  && chosen_alike_p (gimple_assign_lhs (stmt), place)
	  && !plug_region_of (cfun->decl)->takes_apart);
}

/* Nothing but UPDATE's followers wants what happens later.  */
static bool
later_alone_p (struct plug_update *update)
{
  for (gimple *stmt : update->later)
    {
      imm_use_iterator iter;
      use_operand_p use;
      FOR_EACH_IMM_USE_FAST (use, iter, gimple_assign_lhs (stmt))
	if (!is_gimple_debug (USE_STMT (use))
	    && !update->later.contains (USE_STMT (use))
	    && !update->led.contains (USE_STMT (use)))
	  return false;
    }
  return true;
}

/* Nothing but UPDATE's store and what follows it happens in its block.  */
static bool
alone_p (struct plug_update *update)
{
  basic_block bb = gimple_bb (update->store);
  for (gimple_stmt_iterator s = gsi_start_bb (bb); !gsi_end_p (s);
       gsi_next (&s))
    if (gsi_stmt (s) == update->store
	|| harmless_p (gsi_stmt (s), gimple_bb (update->test)))
      ;
    else if (follows_p (update, gsi_stmt (s)))
      update->led.safe_push (gsi_stmt (s));
    else if (later_p (gsi_stmt (s)))
      update->later.add (gsi_stmt (s));
    else
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
      for (gimple_stmt_iterator s = gsi_start_bb (e->dest); !gsi_end_p (s);
	   gsi_next (&s))
	if (gimple_code (gsi_stmt (s)) != GIMPLE_LABEL
	    && gimple_code (gsi_stmt (s)) != GIMPLE_PREDICT
	    && !is_gimple_debug (gsi_stmt (s)))
	  return e;
      if (phi_nodes (e->dest))
	return e;
      e = single_succ_edge (e->dest);
    }
  return e;
}

/* Invariant (3).  */
static bool
decides_alone_p (struct plug_update *update)
{
  basic_block test = gimple_bb (update->test);
  basic_block bb = gimple_bb (update->store);
  edge t, f;
  if (test != gimple_bb (update->load) || !single_pred_p (bb)
      || single_pred (bb) != test || !single_succ_p (bb)
      || !alone_p (update))
    return false;
  extract_true_false_edges_from_block (test, &t, &f);
  edge over = past_empty (t->dest == bb ? f : t);
  edge on = past_empty (single_succ_edge (bb));
  if (on->dest != over->dest)
    return false;
  update->when = t->dest == bb;
  for (gphi_iterator i = gsi_start_phis (over->dest); !gsi_end_p (i);
       gsi_next (&i))
    {
      struct plug_found found
	= { i.phi (), PHI_ARG_DEF_FROM_EDGE (i.phi (), over),
	    PHI_ARG_DEF_FROM_EDGE (i.phi (), on) };
      if (virtual_operand_p (gimple_phi_result (i.phi ()))
	  || found.before == found.after)
	continue;
      if (!plug_found_p (update, &found))
	return false;
      update->found.safe_push (found);
    }
  return true;
}

/* All that UPDATE, which has a test, computes is computed where its load or its
   store is.  */
static bool
together_p (struct plug_update *update)
{
  for (gimple *stmt : update->stmts)
    if (gimple_bb (stmt) != gimple_bb (update->load)
	&& gimple_bb (stmt) != gimple_bb (update->store))
      return false;
  return true;
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
  if (!update->store && update->test)
    update->store = store_behind (update->test, load);
  if (!update->store || !gimple_assign_single_p (update->store)
      || (memory_for (update->store, gimple_assign_lhs (update->store))
	  != memory_for (load, gimple_assign_rhs1 (load)))
      || !same_place_p (gimple_assign_rhs1 (load),
			gimple_assign_lhs (update->store), 0))
    return false;
  /* Else all can be done where the store is, in whichever blocks what is
     stored is chosen: nothing else happens to the element in between.  */
  return !update->test || (together_p (update) && decides_alone_p (update));
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

/* The same, where the end of BB tests whether to store.  */
static bool
find_tested (basic_block bb, gimple *store, struct plug_update *update)
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
      || (single_pred_p (bb) && find_tested (single_pred (bb), store, update)))
    return;
  update->load = NULL;
  update->store = store;
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
  if (a == loaded)
    {
      std::swap (a, b);
      code = swap_tree_comparison (code);
    }
  if (b != loaded || a == loaded || !operand_equal_p (a, value, 0)
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
