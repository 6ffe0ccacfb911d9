/* deposit.cc: updates of an element that data choose, as one operation.

   SPDX-License-Identifier: GPL-3.0-or-later

     h[key[i]] += w[i]		if (d < best[k]) best[k] = d

   The load of the element, what is computed from it and nothing else, a test of
   that, and the store form an *update*: whoever has the element can do it, if he
   is told where it is and the other values that it needs.

   Invariants
   (1) Nothing outside of an update depends on what it loads.
   (2) Nothing is stored between its load and its store.
   (3) A test decides about the store, and about scalars that are reduced:

     if (level[w] < 0) { level[w] = d + 1; more = 1; }

   MORE is *found* by who has the element.  What it is nobody else may want to know
   before all updates of a loop have been done.  */

#include "pram-gcc.h"
#include "deposit.h"
#include "extract.h"
#include "found.h"
#include "ir.h"

static bool same_value_p (tree a, tree b, int depth);

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
      || gimple_vuse (p) != gimple_vuse (q))
    return false;
  if (gimple_vuse (p))
    return same_place_p (gimple_assign_rhs1 (p), gimple_assign_rhs1 (q),
			 depth + 1);
  for (unsigned i = 1; i < gimple_num_ops (p); i++)
    if (!same_value_p (gimple_op (p, i), gimple_op (q, i), depth + 1))
      return false;
  return true;
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

/* The store that TEST, which UPDATE has, decides about, if it is the only thing
   in its block that matters.  */
static gimple *
store_behind (gcond *test)
{
  gimple *found = NULL;
  edge e;
  edge_iterator i;
  FOR_EACH_EDGE (e, i, gimple_bb (test)->succs)
    for (gimple_stmt_iterator s = gsi_start_bb (e->dest); !gsi_end_p (s);
	 gsi_next (&s))
      if (gimple_store_p (gsi_stmt (s)) && single_pred_p (e->dest))
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
	&& gimple_vuse (gsi_stmt (s)) == gimple_vuse (load)
	&& same_place_p (gimple_assign_rhs1 (gsi_stmt (s)),
			 gimple_assign_rhs1 (load), 0))
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
		&& !gimple_could_trap_p (stmt)));
}

/* Nothing but UPDATE's store happens in its block.  */
static bool
alone_p (const struct plug_update *update)
{
  basic_block bb = gimple_bb (update->store);
  for (gimple_stmt_iterator s = gsi_start_bb (bb); !gsi_end_p (s);
       gsi_next (&s))
    if (gsi_stmt (s) != update->store
	&& !harmless_p (gsi_stmt (s), gimple_bb (update->test)))
      return false;
  return true;
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
  edge over = t->dest == bb ? f : t;
  if (single_succ (bb) != over->dest)
    return false;
  update->when = t->dest == bb;
  for (gphi_iterator i = gsi_start_phis (over->dest); !gsi_end_p (i);
       gsi_next (&i))
    {
      struct plug_found found
	= { i.phi (), PHI_ARG_DEF_FROM_EDGE (i.phi (), over),
	    PHI_ARG_DEF_FROM_EDGE (i.phi (), single_succ_edge (bb)) };
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
    update->store = store_behind (update->test);
  if (!update->store || !gimple_assign_single_p (update->store)
      || gimple_vuse (update->store) != gimple_vuse (load)
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
  if (!number_p (type) || !update->found.is_empty ())
    return false;
  *c = { PRAM_OP_SET, (enum pram_type) plug_scalar_type (type), 0 };
  if (update->test)
    return taken_if_better_p (update, c);
  return (INTEGRAL_TYPE_P (type)
	  && (chain_p (update, value, &c->op)
	      || extreme_p (update, value, &c->op)));
}
