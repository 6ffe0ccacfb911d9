/* recursion.cc: recursion along a chain, as two loops.

   SPDX-License-Identifier: GPL-3.0-or-later

     static void cycle (int l)			   for (depth = 0;; depth++, l++)
     {						     {
       smooth (l);				       smooth (l);
       if (l < coarsest)			       if (!(l < coarsest))
	 {						 break;
	   restrict_to (l);		=>	       restrict_to (l);
	   cycle (l + 1);			     }
	   prolong (l);				   for (; depth > 0;)
	 }					     {
     }						       depth--, l--;
						       prolong (l);
						     }

   (Non-oblivious, simplification: recursion whose depth is known at entry is
   unfolded.)  A function that calls itself at one place, outside of loops, goes
   down and comes back.  What it goes on with behind the call is known from its
   parameters alone, and these from those of the call, which differ by constants,
   or from those at entry, of which they are a half, a quarter, or twice as much (of
   floating-point numbers by a power of 2, which loses nothing).
   The loops stand in a copy of the function, which the region calls instead;
   that is then inlined as any helper.

   Requires: SSA, helpers of the function inlined.  Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* Statements from which a value behind the call is computed again, at most.  */
enum { MAX_STEPS = 20 };

/* A parameter of the function.  */
struct parameter
{
  int number;
  tree name;			/* its value at entry */
  tree distance;		/* the call's is so much more; null: that isn't
				   a constant */
  tree_code scaled;		/* or the call's is this one halved, by a division
				   or a shift to the right, with PLUS added
				   before, or doubled, by a shift to the left;
				   or, of a real number, 2^PLUS times as much,
				   by MULT_EXPR; or ERROR_MARK */
  HOST_WIDE_INT plus;
  tree var;			/* what it is now; null: it never changes */
};

struct recursion
{
  gcall *call;
  basic_block back;		/* where it goes on behind the call */
  hash_set<basic_block> after;	/* where control may come from there */
  auto_vec<struct parameter> parameters;
  auto_vec<tree> kept;		/* values from before the call that are used
				   behind it */
};

/* --- The call of itself --------------------------------------------------- */

/* The one call of FN in the current function; null if there are several.  */
static gcall *
only_call (tree fn)
{
  basic_block bb;
  gcall *found = NULL;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (gcall *call = dyn_cast <gcall *> (gsi_stmt (gsi)))
	{
	  tree callee = gimple_call_fndecl (call);
	  if (callee != fn && callee != current_function_decl)
	    continue;
	  if (found)
	    return NULL;
	  found = call;
	}
  return found;
}

/* Add what control can reach from BB to REACHED.  */
static void
reach (basic_block bb, hash_set<basic_block> *reached)
{
  edge e;
  edge_iterator i;
  if (reached->add (bb))
    return;
  FOR_EACH_EDGE (e, i, bb->succs)
    reach (e->dest, reached);
}

/* STMT uses a variable of the function that lies in memory: each call has its
   own.  */
static bool
uses_memory_p (gimple *stmt)
{
  for (unsigned i = 0; i < gimple_num_ops (stmt); i++)
    {
      tree op = gimple_op (stmt, i);
      if (op && TREE_CODE (op) == ADDR_EXPR)
	op = TREE_OPERAND (op, 0);
      tree base = op ? get_base_address (op) : NULL_TREE;
      if (base && DECL_P (base) && TREE_CODE (base) != FUNCTION_DECL
	  && !is_gimple_reg (base)
	  && auto_var_in_fn_p (base, current_function_decl))
	return true;
    }
  return false;
}

static bool
any_memory_p (void)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (!is_gimple_debug (gsi_stmt (gsi)) && uses_memory_p (gsi_stmt (gsi)))
	return true;
  return false;
}

/* The block with the one return of the current function, or null.  */
static basic_block
return_block (void)
{
  basic_block exit = EXIT_BLOCK_PTR_FOR_FN (cfun);
  return single_pred_p (exit) ? single_pred (exit) : NULL;
}

/* --- What is needed behind the call --------------------------------------- */

static struct parameter *
parameter_of (struct recursion *r, tree name)
{
  for (struct parameter &p : r->parameters)
    if (p.name == name)
      return &p;
  return NULL;
}

/* How far PASSED is from NAME; null if that isn't a constant.  */
static tree
distance_of (tree passed, tree name)
{
  if (passed == name)
    return size_zero_node;
  gassign *def = (TREE_CODE (passed) == SSA_NAME
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (passed)) : NULL);
  if (!def || gimple_assign_rhs1 (def) != name
      || (gimple_assign_rhs_code (def) != PLUS_EXPR
	  && gimple_assign_rhs_code (def) != POINTER_PLUS_EXPR)
      || TREE_CODE (gimple_assign_rhs2 (def)) != INTEGER_CST)
    return NULL_TREE;
  return gimple_assign_rhs2 (def);
}

/* Control comes to BB only if NAME is at least LEAST.  */
static bool
at_least_p (tree name, HOST_WIDE_INT least, basic_block bb)
{
  for (; !single_pred_p (bb) || single_pred (bb) != ENTRY_BLOCK_PTR_FOR_FN (cfun);
       bb = get_immediate_dominator (CDI_DOMINATORS, bb))
    {
      gcond *test = (single_pred_p (bb)
		     ? safe_dyn_cast <gcond *> (last_stmt (single_pred (bb)))
		     : NULL);
      if (!test || gimple_cond_lhs (test) != name
	  || !tree_fits_shwi_p (gimple_cond_rhs (test)))
	continue;
      tree_code code = gimple_cond_code (test);
      if (single_pred_edge (bb)->flags & EDGE_FALSE_VALUE)
	code = invert_tree_comparison (code, false);
      HOST_WIDE_INT than = tree_to_shwi (gimple_cond_rhs (test));
      if ((code == GT_EXPR && than >= least - 1)
	  || (code == GE_EXPR && than >= least))
	return true;
    }
  return false;
}

/* What VALUE is a half of, by a division or a shift, or twice as much as, and
   how in *CODE; or null.  */
static tree
scaled_from (tree value, tree_code *code)
{
  gassign *def = (TREE_CODE (value) == SSA_NAME
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (value)) : NULL);
  if (!def || TREE_CODE (gimple_assign_rhs1 (def)) != SSA_NAME)
    return NULL_TREE;
  tree by = gimple_assign_rhs2 (def);
  bool two = by && tree_fits_shwi_p (by) && tree_to_shwi (by) == 2;
  *code = gimple_assign_rhs_code (def);
  if (*code == MULT_EXPR && two)
    *code = LSHIFT_EXPR;
  else if (!(*code == TRUNC_DIV_EXPR && two)
	   && !((*code == RSHIFT_EXPR || *code == LSHIFT_EXPR)
		&& integer_onep (by)))
    return NULL_TREE;
  return gimple_assign_rhs1 (def);
}

/* If P's value at R's call is PASSED, P halved or doubled, let P say so.  */
static void
find_scaled (struct recursion *r, struct parameter *p, tree passed)
{
  tree_code code;
  tree of = scaled_from (passed, &code);
  tree more = of ? distance_of (of, p->name) : NULL_TREE;
  if (!more || !tree_fits_shwi_p (more))
    return;
  p->plus = tree_to_shwi (more);
  if (p->plus && code == LSHIFT_EXPR)
    return;
  /* Below 0 a division isn't a shift, and an unsigned number isn't there.  */
  calculate_dominance_info (CDI_DOMINATORS);
  if (!p->plus || at_least_p (p->name, -p->plus, gimple_bb (r->call)))
    p->scaled = p->plus ? RSHIFT_EXPR : code;
  free_dominance_info (CDI_DOMINATORS);
}

/* If P's value at R's call is PASSED, 2, 4 … times P, real numbers, let P say so.  */
static void
find_multiplied (struct parameter *p, tree passed)
{
  gassign *def = (TREE_CODE (passed) == SSA_NAME
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (passed)) : NULL);
  tree by = def ? gimple_assign_rhs2 (def) : NULL_TREE;
  if (by == p->name && gimple_assign_rhs_code (def) == PLUS_EXPR)
    by = build_real (TREE_TYPE (by), dconst2);
  else if (!by || gimple_assign_rhs_code (def) != MULT_EXPR || TREE_CODE (by) != REAL_CST)
    return;
  if (gimple_assign_rhs1 (def) != p->name)
    return;
  REAL_VALUE_TYPE one;
  int power = real_exponent (TREE_REAL_CST_PTR (by)) - 1;
  real_ldexp (&one, &dconst1, power);
  if (power < 1 || !real_identical (&one, TREE_REAL_CST_PTR (by))
      || !mathfn_built_in (TREE_TYPE (p->name), BUILT_IN_LDEXP))
    return;
  p->scaled = MULT_EXPR;
  p->plus = power;
}

/* What LOAD loads is the same all the time.  */
static bool
steady_p (struct recursion *r, gimple *load)
{
  ao_ref ref;
  basic_block bb;
  ao_ref_init (&ref, gimple_assign_rhs1 (load));
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (gsi_stmt (gsi) != r->call && gimple_vdef (gsi_stmt (gsi))
	  && stmt_may_clobber_ref_p_1 (gsi_stmt (gsi), &ref, true))
	return false;
  return true;
}

/* NAME can be computed again of parameters, of which it is known by how much they
   differ from call to call.  */
static bool
computable_p (struct recursion *r, tree name, int steps)
{
  if (struct parameter *p = parameter_of (r, name))
    return p->distance || p->scaled != ERROR_MARK;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (!steps || !is_gimple_assign (def) || gimple_has_volatile_ops (def)
      || (gimple_vuse (def)
	  && (!gimple_assign_load_p (def) || !steady_p (r, def))))
    return false;
  tree use;
  ssa_op_iter iter;
  FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
    if (!computable_p (r, use, steps - 1))
      return false;
  return true;
}

/* USE, of a statement at BB, is of a value from before the call: enter it.  False
   if it can't be known there.  */
static bool
keep (struct recursion *r, tree use, basic_block bb)
{
  if (TREE_CODE (use) != SSA_NAME || !r->after.contains (bb))
    return true;
  gimple *def = SSA_NAME_DEF_STMT (use);
  if (!SSA_NAME_IS_DEFAULT_DEF (use) && r->after.contains (gimple_bb (def)))
    return true;
  if (r->kept.contains (use)
      || (SSA_NAME_IS_DEFAULT_DEF (use) && !parameter_of (r, use)))
    return true;
  if (!computable_p (r, use, MAX_STEPS))
    return false;
  if (!parameter_of (r, use))
    r->kept.safe_push (use);
  return true;
}

/* Find all that is needed behind the call.  */
static bool
find_kept (struct recursion *r)
{
  basic_block bb;
  ssa_op_iter iter;
  use_operand_p at;
  FOR_EACH_BB_FN (bb, cfun)
    {
      for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
	for (unsigned k = 0; k < gimple_phi_num_args (i.phi ()); k++)
	  if (!virtual_operand_p (gimple_phi_result (i.phi ()))
	      && !keep (r, gimple_phi_arg_def (i.phi (), k),
			gimple_phi_arg_edge (i.phi (), k)->src))
	    return false;
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	   gsi_next (&i))
	if (!is_gimple_debug (gsi_stmt (i)))
	  FOR_EACH_SSA_USE_OPERAND (at, gsi_stmt (i), iter, SSA_OP_USE)
	    if (!keep (r, USE_FROM_PTR (at), bb))
	      return false;
    }
  return true;
}

/* --- Two loops ------------------------------------------------------------ */

/* From now on VAR is what NAME, a parameter's value, has been; only FIRST,
   which says so, uses that.  */
static void
replace_uses (tree name, tree var, gimple *first)
{
  imm_use_iterator iter;
  use_operand_p use;
  gimple *stmt;
  FOR_EACH_IMM_USE_STMT (stmt, iter, name)
    {
      gphi *phi = dyn_cast <gphi *> (stmt);
      if (is_gimple_debug (stmt))
	{
	  gimple_debug_bind_reset_value (stmt);
	  update_stmt (stmt);
	  continue;
	}
      if (stmt == first)
	continue;
      FOR_EACH_IMM_USE_ON_STMT (use, iter)
	if (!phi)
	  SET_USE (use, var);
	else
	  {
	    edge e = gimple_phi_arg_edge (phi, PHI_ARG_INDEX_FROM_USE (use));
	    tree now = make_ssa_name (TREE_TYPE (name));
	    gsi_insert_on_edge (e, gimple_build_assign (now, var));
	    SET_USE (use, now);
	  }
      if (!phi)
	update_stmt (stmt);
    }
}

/* NAME as it is computed of what parameters, which are variables, are now, in
   *SEQ.  */
static tree
compute_again (gimple_seq *seq, tree name)
{
  ssa_op_iter iter;
  use_operand_p use;
  if (DECL_P (name) || SSA_NAME_IS_DEFAULT_DEF (name))
    return name;
  gimple *again = gimple_copy (SSA_NAME_DEF_STMT (name));
  gimple_set_vuse (again, NULL_TREE);
  update_stmt_operands (cfun, again);
  FOR_EACH_SSA_USE_OPERAND (use, again, iter, SSA_OP_USE)
    SET_USE (use, compute_again (seq, USE_FROM_PTR (use)));
  tree result = make_ssa_name (TREE_TYPE (name));
  gimple_assign_set_lhs (again, result);
  gimple_seq_add_stmt (seq, again);
  return result;
}

/* Let STMT, which uses NAME, compute that again where control may come from
   behind R's call.  */
static void
compute_at (struct recursion *r, gimple *stmt, tree name)
{
  ssa_op_iter iter;
  use_operand_p use;
  gphi *phi = dyn_cast <gphi *> (stmt);
  for (unsigned k = 0; phi && k < gimple_phi_num_args (phi); k++)
    if (gimple_phi_arg_def (phi, k) == name
	&& r->after.contains (gimple_phi_arg_edge (phi, k)->src))
      {
	gimple_seq seq = NULL;
	SET_PHI_ARG_DEF (phi, k, compute_again (&seq, name));
	gsi_insert_seq_on_edge (gimple_phi_arg_edge (phi, k), seq);
      }
  if (phi || !r->after.contains (gimple_bb (stmt)))
    return;
  gimple_seq seq = NULL;
  tree now = compute_again (&seq, name);
  gimple_stmt_iterator at = gsi_for_stmt (stmt);
  gsi_insert_seq_before (&at, seq, GSI_SAME_STMT);
  FOR_EACH_SSA_USE_OPERAND (use, stmt, iter, SSA_OP_USE)
    if (USE_FROM_PTR (use) == name)
      SET_USE (use, now);
  update_stmt (stmt);
}

/* Compute NAME again wherever R uses it behind the call.  */
static void
compute_behind (struct recursion *r, tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  auto_vec<gimple *> users;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    if (!users.contains (USE_STMT (use)))
      users.safe_push (USE_STMT (use));
  for (gimple *stmt : users)
    if (!is_gimple_debug (stmt))
      compute_at (r, stmt, name);
    else if (r->after.contains (gimple_bb (stmt)))
      {
	gimple_debug_bind_reset_value (stmt);
	update_stmt (stmt);
      }
}

/* Before the call's place: parameters become what it passes, DEPTH grows.  */
static void
go_down (struct recursion *r, tree depth)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (r->call);
  auto_vec<gassign *> sets;
  for (const struct parameter &p : r->parameters)
    if (p.var)
      {
	tree value = make_ssa_name (TREE_TYPE (p.var));
	gsi_insert_before (&gsi, gimple_build_assign
				   (value, gimple_call_arg (r->call, p.number)),
			   GSI_SAME_STMT);
	sets.safe_push (gimple_build_assign (p.var, value));
      }
  for (gassign *set : sets)
    gsi_insert_before (&gsi, set, GSI_SAME_STMT);
  gsi_insert_before (&gsi, gimple_build_assign
			     (depth, PLUS_EXPR, depth,
			      build_one_cst (TREE_TYPE (depth))),
		     GSI_SAME_STMT);
  unlink_stmt_vdef (r->call);
  gsi_remove (&gsi, true);
  release_defs (r->call);
}

/* Add to SEQ what CODE makes of A and B.  */
static tree
operate (gimple_seq *seq, tree_code code, tree a, tree b)
{
  tree result = make_ssa_name (TREE_TYPE (a));
  gimple_seq_add_stmt (seq, gimple_build_assign (result, code, a, b));
  return result;
}

static tree
convert (gimple_seq *seq, tree type, tree value)
{
  tree result = make_ssa_name (type);
  gimple_seq_add_stmt (seq, gimple_build_assign (result, NOP_EXPR, value));
  return result;
}

/* Into SEQ: P, which calls get halved or doubled, is what it is DEPTH calls
   down.  With a the number that is added before halving, the rest is halved as
   it is: (n + a) / 2 - a = (n - a) / 2.  */
static void
scale (const struct parameter *p, tree depth, gimple_seq *seq)
{
  /* Halved so often anything is 0.  */
  tree often = operate (seq, MIN_EXPR, depth, build_int_cst (ssizetype, 62));
  tree rest = operate (seq, MINUS_EXPR, convert (seq, ssizetype, p->name),
		       build_int_cst (ssizetype, p->plus));
  tree by = (p->scaled != TRUNC_DIV_EXPR ? often
	     : operate (seq, LSHIFT_EXPR, build_one_cst (ssizetype), often));
  rest = operate (seq, p->scaled, rest, by);
  rest = operate (seq, PLUS_EXPR, rest, build_int_cst (ssizetype, p->plus));
  gimple_seq_add_stmt (seq, gimple_build_assign (p->var, NOP_EXPR, rest));
}

/* The same of P, a real number.  */
static void
multiply (const struct parameter *p, tree depth, gimple_seq *seq)
{
  tree times = operate (seq, MULT_EXPR, convert (seq, integer_type_node, depth),
			build_int_cst (integer_type_node, p->plus));
  gcall *call = gimple_build_call (mathfn_built_in (TREE_TYPE (p->name), BUILT_IN_LDEXP),
				   2, p->name, times);
  gimple_call_set_lhs (call, p->var);
  gimple_seq_add_stmt (seq, call);
}

/* Into SEQ: DEPTH shrinks, parameters are what they were.  */
static void
come_back (struct recursion *r, tree depth, gimple_seq *seq)
{
  gimple_seq_add_stmt (seq, gimple_build_assign
			      (depth, MINUS_EXPR, depth,
			       build_one_cst (TREE_TYPE (depth))));
  for (const struct parameter &p : r->parameters)
    {
      if (p.scaled == MULT_EXPR)
	multiply (&p, depth, seq);
      else if (p.scaled != ERROR_MARK)
	scale (&p, depth, seq);
      if (!p.distance || !p.var)
	continue;
      enum tree_code code = (POINTER_TYPE_P (TREE_TYPE (p.var))
			     ? POINTER_PLUS_EXPR : PLUS_EXPR);
      tree by = fold_unary (NEGATE_EXPR, TREE_TYPE (p.distance), p.distance);
      gimple_seq_add_stmt (seq, gimple_build_assign (p.var, code, p.var, by));
    }
}

/* The function's end, END, is where it is left or, if DEPTH isn't 0, goes on
   behind the call, with SEQ done before.  */
static void
decide (struct recursion *r, basic_block end, tree depth, gimple_seq seq)
{
  gimple_stmt_iterator gsi = gsi_last_nondebug_bb (end);
  gsi_prev (&gsi);
  edge leave = (gsi_end_p (gsi) ? split_block_after_labels (end)
		: split_block (end, gsi_stmt (gsi)));
  basic_block back = create_empty_bb (leave->src);
  add_bb_to_loop (back, leave->src->loop_father);
  gsi = gsi_last_bb (leave->src);
  gsi_insert_after (&gsi, gimple_build_cond (NE_EXPR, depth,
					     build_zero_cst (TREE_TYPE (depth)),
					     NULL_TREE, NULL_TREE),
		    GSI_NEW_STMT);
  leave->flags = (leave->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
  leave->probability = profile_probability::unlikely ();
  edge again = make_edge (leave->src, back, EDGE_TRUE_VALUE);
  again->probability = profile_probability::likely ();
  edge go = make_edge (back, r->back, EDGE_FALLTHRU);
  go->probability = profile_probability::always ();
  gsi = gsi_start_bb (back);
  gsi_insert_seq_after (&gsi, seq, GSI_NEW_STMT);
}

/* Make variables of R's parameters, if these change; what is computed of them,
   and used behind the call, is so again there.  */
static void
make_variables (struct recursion *r, basic_block first)
{
  for (struct parameter &p : r->parameters)
    {
      if (p.distance && integer_zerop (p.distance))
	continue;
      gimple_stmt_iterator gsi = gsi_last_bb (first);
      p.var = create_tmp_reg (TREE_TYPE (p.name));
      gimple *set = gimple_build_assign (p.var, p.name);
      gsi_insert_after (&gsi, set, GSI_NEW_STMT);
      replace_uses (p.name, p.var, set);
    }
  for (tree name : r->kept)
    compute_behind (r, name);
}

/* Let the current function do with loops what R is.  */
static void
make_loops (struct recursion *r)
{
  tree depth = create_tmp_reg (ssizetype, "depth");
  basic_block down = gimple_bb (r->call), end = return_block ();
  edge entry = single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  basic_block first = split_edge (entry);
  basic_block head = split_edge (single_succ_edge (first));
  gimple_stmt_iterator gsi = gsi_last_bb (first);
  gsi_insert_after (&gsi, gimple_build_assign (depth,
					       build_zero_cst (ssizetype)),
		    GSI_NEW_STMT);
  gimple_seq seq = NULL;
  make_variables (r, first);
  come_back (r, depth, &seq);
  go_down (r, depth);
  gsi_commit_edge_inserts ();
  redirect_edge_and_branch_force (single_succ_edge (down), head);
  decide (r, end, depth, seq);
  mark_virtual_operands_for_renaming (cfun);
}

/* --- Functions ------------------------------------------------------------ */

/* Find out about the current function, a copy of FN, which calls that.  False if
   it can't have loops instead.  */
static bool
find (struct recursion *r, tree fn)
{
  r->call = only_call (fn);
  if (!r->call || gimple_call_lhs (r->call) || !return_block ()
      || stmt_ends_bb_p (r->call)
      || !VOID_TYPE_P (TREE_TYPE (TREE_TYPE (fn))) || any_memory_p ()
      || gimple_call_num_args (r->call)
	 != (unsigned) list_length (DECL_ARGUMENTS (current_function_decl)))
    return false;
  r->back = split_block (gimple_bb (r->call), r->call)->dest;
  reach (r->back, &r->after);
  int k = 0;
  for (tree parm = DECL_ARGUMENTS (current_function_decl); parm;
       parm = DECL_CHAIN (parm), k++)
    if (tree name = ssa_default_def (cfun, parm))
      {
	tree passed = gimple_call_arg (r->call, k);
	struct parameter p = { k, name, distance_of (passed, name), ERROR_MARK,
			       0, NULL_TREE };
	if (!p.distance && INTEGRAL_TYPE_P (TREE_TYPE (name)))
	  find_scaled (r, &p, passed);
	if (!p.distance && SCALAR_FLOAT_TYPE_P (TREE_TYPE (name)))
	  find_multiplied (&p, passed);
	r->parameters.safe_push (p);
      }
  return (!r->after.contains (gimple_bb (r->call))
	  && r->after.contains (return_block ()) && find_kept (r));
}

bool
plug_unfold_recursion (tree fn)
{
  struct recursion r;
  if (!find (&r, fn))
    return false;
  make_loops (&r);
  loops_state_set (LOOPS_NEED_FIXUP);
  return true;
}
