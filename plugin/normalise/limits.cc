/* limits.cc: loops with several limits.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i = t; i < MIN (t + 7, n); i++) …
     for (j = MAX (0, i - 3); j <= MIN (n - 1, i + 3); j++) …
     for (j = 0; j < n; j++) { if (j > i) break; … }

   How often such a loop runs is no affine function of the other loops'
   variables, but the least of several.  One limit and one start stay; where the
   others don't hold, an iteration does nothing:

     for (i = t; i < t + 7; i++) if (i < n) …
     for (j = i - 3; j <= i + 3; j++) if (j >= 0 && j <= n - 1) …
     for (j = 0; j <= i; j++) if (j < n) …

   That is the same program if
   (1) the variables tested have fixed steps, and the limits are values that
       stay the same in the loop: a test that has failed once fails ever after;
   (2) what an iteration does before it comes to a test is to compute and to
       branch, so that it may be done when the loop would have been left;
   (3) an iteration that does nothing leaves the loop's other variables as they
       are, so that those read after the loop have their last values; and so it
       leaves those with fixed steps: inside, copies of them go on stepping.  Of
       a test that not every iteration comes to nobody can tell with which of
       them the loop would have been left: those with fixed steps must not be
       read then;
   (4) all exits lead to the same place.
   Of the limits that with the deepest loop's variable stays, as it is the
   closest one: t + 7, not n.  All are affine functions, as far as can be told
   here: a loop that ends by an unknown limit may be distributed as it is.

   Requires: SSA, loops with preheaders, simple latches and recorded exits,
   dominators, scalar evolution.  Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* Limits of one test, or values that a variable starts from.  */
#define MAX_LIMITS 4
/* Definitions followed for one limit.  */
#define MAX_STEPS 24

/* The least or greatest of VALUES + PLUS.  */
struct extreme
{
  int n;
  tree values[MAX_LIMITS + 1];	/* with room for a constant */
  HOST_WIDE_INT plus[MAX_LIMITS];
};

/* A test that lets control STAY in the loop while VARIABLE CODE each of
   LIMITS.  */
struct test
{
  gcond *cond;
  edge stay, leave;
  tree variable;
  enum tree_code code;
  struct extreme limits;
};

struct limited
{
  struct plug_region *region;
  class loop *loop;
  int n_tests;
  struct test tests[PLUG_MAX_EXITS];	/* every iteration makes the first one
					   first */
  gphi *counter;		/* the variable of the first test if it is one
				   of the header's and changes by 1 or -1 */
  struct extreme starts;	/* its first value */
};

/* --- Values ------------------------------------------------------------- */

static bool
header_phi_p (gimple *stmt)
{
  basic_block bb = gimple_bb (stmt);
  return (gimple_code (stmt) == GIMPLE_PHI && bb->loop_father->header == bb
	  && loop_outer (bb->loop_father));
}

/* The constant that the region is compiled for in place of parameter NAME, or
   NAME itself, if it is compiled for several; null if it can be anything.  */
static tree
parameter_value (struct plug_region *region, tree name)
{
  for (int p = 0; p < region->n_params; p++)
    if (region->params[p].parm == SSA_NAME_VAR (name)
	&& region->params[p].kind == PRAM_ARG_IN && region->params[p].checked)
      return (region->params[p].variable ? name
	      : build_int_cst (TREE_TYPE (name), region->params[p].expected));
  return NULL_TREE;
}

/* The depth of the innermost loop that VALUE depends on the variable of, or -1
   if it depends on anything but such variables and constants.  */
static int
depth_of (struct plug_region *region, tree value, int *steps)
{
  if (TREE_CODE (value) == INTEGER_CST)
    return 0;
  if (TREE_CODE (value) != SSA_NAME || !INTEGRAL_TYPE_P (TREE_TYPE (value))
      || ++*steps > MAX_STEPS)
    return -1;
  if (SSA_NAME_IS_DEFAULT_DEF (value))
    return parameter_value (region, value) ? 0 : -1;
  gimple *def = SSA_NAME_DEF_STMT (value);
  class loop *loop = gimple_bb (def)->loop_father;
  affine_iv iv;
  int depth = 0;
  tree use;
  ssa_op_iter iter;
  use_operand_p arg;
  if (header_phi_p (def))
    {
      tree first = PHI_ARG_DEF_FROM_EDGE (def, loop_preheader_edge (loop));
      if (!simple_iv (loop, loop, value, &iv, false)
	  || depth_of (region, first, steps) < 0)
	return -1;
      return loop_depth (loop);
    }
  if (gphi *phi = dyn_cast <gphi *> (def))
    FOR_EACH_PHI_ARG (arg, phi, iter, SSA_OP_USE)
      {
	int d = depth_of (region, USE_FROM_PTR (arg), steps);
	if (d < 0)
	  return -1;
	depth = MAX (depth, d);
      }
  else if (!is_gimple_assign (def) || gimple_vuse (def))
    return -1;
  else
    FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
      {
	int d = depth_of (region, use, steps);
	if (d < 0)
	  return -1;
	depth = MAX (depth, d);
      }
  return depth;
}

static int
depth (struct limited *l, tree value)
{
  int steps = 0;
  return depth_of (l->region, value, &steps);
}

/* VALUE as it can be had before L's loop: append to SEQ what computes it.  Null
   if it can't.  */
static tree
value_before (struct limited *l, tree value, gimple_seq *seq)
{
  if (TREE_CODE (value) != SSA_NAME)
    return value;
  if (SSA_NAME_IS_DEFAULT_DEF (value))
    return parameter_value (l->region, value);
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (dominated_by_p (CDI_DOMINATORS, loop_preheader_edge (l->loop)->src,
		      gimple_bb (def)))
    return value;
  if (!is_gimple_assign (def) || !plug_harmless_p (def))
    return NULL_TREE;
  enum tree_code code = gimple_assign_rhs_code (def);
  tree a = value_before (l, gimple_assign_rhs1 (def), seq), b;
  if (!a || gimple_assign_single_p (def))
    return a;
  switch (get_gimple_rhs_class (code))
    {
    case GIMPLE_UNARY_RHS:
      return gimple_build (seq, code, TREE_TYPE (value), a);
    case GIMPLE_BINARY_RHS:
      b = value_before (l, gimple_assign_rhs2 (def), seq);
      return b ? gimple_build (seq, code, TREE_TYPE (value), a, b) : NULL_TREE;
    default:
      return NULL_TREE;
    }
}

/* --- Least and greatest values ------------------------------------------ */

/* What VALUE is a copy of.  */
static tree
strip_copies (tree value)
{
  gimple *def;
  while (TREE_CODE (value) == SSA_NAME
	 && (def = SSA_NAME_DEF_STMT (value), gimple_assign_single_p (def))
	 && !gimple_vuse (def))
    value = gimple_assign_rhs1 (def);
  return value;
}

/* A - B - SIGN * (P - Q) = *C, a constant.  Null P: A - B = *C.  */
static bool
differ_by_constant_p (tree a, tree b, int sign, tree p, tree q,
		      HOST_WIDE_INT *c)
{
  hash_map<tree, name_expansion *> *cache = NULL;
  tree type = TREE_TYPE (a), names[] = { a, b, p, q };
  int factors[] = { 1, -1, -sign, sign };
  aff_tree sum, one;
  aff_combination_const (&sum, type, 0);
  for (int i = 0; i < (p ? 4 : 2); i++)
    {
      if (!types_compatible_p (TREE_TYPE (names[i]), type))
	{
	  free_affine_expand_cache (&cache);
	  return false;
	}
      tree_to_aff_combination_expand (names[i], type, &one, &cache);
      aff_combination_scale (&one, factors[i]);
      aff_combination_add (&sum, &one);
    }
  free_affine_expand_cache (&cache);
  if (sum.n || sum.rest)
    return false;
  tree value = aff_combination_to_tree (&sum);
  if (TREE_CODE (value) != INTEGER_CST)
    return false;
  *c = (HOST_WIDE_INT) TREE_INT_CST_LOW (value);
  return true;
}

/* What `P <= Q + T ? A : B' is: MIN_EXPR, MAX_EXPR, or ERROR_MARK if it is
   neither.  */
static enum tree_code
extremum_of (tree p, tree q, int t, tree a, tree b)
{
  HOST_WIDE_INT c, d;
  if (!TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (a)))
    {
      /* Differences may wrap.  */
      if (differ_by_constant_p (a, p, 0, NULL_TREE, NULL_TREE, &c)
	  && differ_by_constant_p (b, q, 0, NULL_TREE, NULL_TREE, &d)
	  && !c && !d)
	return MIN_EXPR;
      if (differ_by_constant_p (a, q, 0, NULL_TREE, NULL_TREE, &c)
	  && differ_by_constant_p (b, p, 0, NULL_TREE, NULL_TREE, &d)
	  && !c && !d)
	return MAX_EXPR;
      return ERROR_MARK;
    }
  /* A - B = P - Q + C: then A <= B where it is taken if C + T <= 0, and B <= A
     elsewhere if C + T + 1 >= 0.  */
  if (differ_by_constant_p (a, b, 1, p, q, &c) && (c == -t || c == -t - 1))
    return MIN_EXPR;
  if (differ_by_constant_p (a, b, -1, p, q, &c) && (c == t || c == t + 1))
    return MAX_EXPR;
  return ERROR_MARK;
}

/* The edge of BRANCH by which control gets to edge E, if it does nothing in
   between; else null.  */
static edge
edge_from (basic_block branch, edge e)
{
  if (e->src == branch)
    return e;
  return (single_pred_p (e->src) && single_pred (e->src) == branch
	  && single_succ_p (e->src) ? single_pred_edge (e->src) : NULL);
}

/* PHI merges the results of `p < q ? a : b', the least or greatest of both:
   MIN_EXPR, MAX_EXPR, or ERROR_MARK.  */
static enum tree_code
phi_extremum (gphi *phi)
{
  basic_block bb = gimple_bb (phi);
  basic_block branch = get_immediate_dominator (CDI_DOMINATORS, bb);
  gimple *last = last_stmt (branch);
  gcond *cond = last ? dyn_cast <gcond *> (last) : NULL;
  if (header_phi_p (phi) || gimple_phi_num_args (phi) != 2 || !cond
      || !INTEGRAL_TYPE_P (TREE_TYPE (gimple_cond_lhs (cond))))
    return ERROR_MARK;
  edge first = edge_from (branch, gimple_phi_arg_edge (phi, 0));
  edge second = edge_from (branch, gimple_phi_arg_edge (phi, 1));
  if (!first || !second || first == second)
    return ERROR_MARK;
  tree p = gimple_cond_lhs (cond), q = gimple_cond_rhs (cond);
  tree a = strip_copies (gimple_phi_arg_def (phi, 0));
  tree b = strip_copies (gimple_phi_arg_def (phi, 1));
  if (!(first->flags & EDGE_TRUE_VALUE))
    std::swap (a, b);
  switch (gimple_cond_code (cond))
    {
    case LT_EXPR: return extremum_of (p, q, -1, a, b);
    case LE_EXPR: return extremum_of (p, q, 0, a, b);
    case GT_EXPR: return extremum_of (q, p, -1, a, b);
    case GE_EXPR: return extremum_of (q, p, 0, a, b);
    default: return ERROR_MARK;
    }
}

/* A conversion FROM one type TO another keeps the order of values.  */
static bool
keeps_order_p (tree to, tree from)
{
  if (!INTEGRAL_TYPE_P (to) || !INTEGRAL_TYPE_P (from))
    return false;
  if (TYPE_UNSIGNED (to) == TYPE_UNSIGNED (from))
    return TYPE_PRECISION (to) >= TYPE_PRECISION (from);
  return TYPE_UNSIGNED (from) && TYPE_PRECISION (to) > TYPE_PRECISION (from);
}

/* Add to E the values of which VALUE is the least or greatest (CODE), or VALUE
   itself; and PLUS to each.  False if there are too many.  */
static bool
add_values (struct extreme *e, tree value, enum tree_code code,
	    HOST_WIDE_INT plus)
{
  value = strip_copies (value);
  gimple *def = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value)
					       : NULL;
  gphi *phi = def ? dyn_cast <gphi *> (def) : NULL;
  if (phi && phi_extremum (phi) == code)
    return (add_values (e, gimple_phi_arg_def (phi, 0), code, plus)
	    && add_values (e, gimple_phi_arg_def (phi, 1), code, plus));
  if (def && is_gimple_assign (def) && !gimple_vuse (def))
    {
      enum tree_code op = gimple_assign_rhs_code (def);
      tree type = TREE_TYPE (value), a = gimple_assign_rhs1 (def);
      tree b = gimple_assign_rhs2 (def);
      if (op == code)
	return add_values (e, a, code, plus) && add_values (e, b, code, plus);
      if (op == PLUS_EXPR && TYPE_OVERFLOW_UNDEFINED (type)
	  && TREE_CODE (b) == INTEGER_CST && tree_fits_shwi_p (b))
	return add_values (e, a, code, plus + tree_to_shwi (b));
      if (CONVERT_EXPR_CODE_P (op) && keeps_order_p (type, TREE_TYPE (a)))
	return add_values (e, a, code, plus);
    }
  if (e->n == MAX_LIMITS)
    return false;
  e->values[e->n] = value;
  e->plus[e->n++] = plus;
  return true;
}

/* --- Finding them ------------------------------------------------------- */

/* A value that VALUE is never less than.  */
static bool
least_value (struct limited *l, tree value, HOST_WIDE_INT *least)
{
  affine_iv iv;
  value = strip_copies (value);
  if (TREE_CODE (value) == SSA_NAME && SSA_NAME_IS_DEFAULT_DEF (value))
    value = parameter_value (l->region, value);
  if (value && TREE_CODE (value) == INTEGER_CST)
    {
      *least = (HOST_WIDE_INT) TREE_INT_CST_LOW (value);
      return true;
    }
  if (!value || SSA_NAME_IS_DEFAULT_DEF (value))
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  class loop *loop = gimple_bb (def)->loop_father;
  return (TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (value)) && header_phi_p (def)
	  && simple_iv (loop, loop, value, &iv, false)
	  && tree_int_cst_sgn (iv.step) > 0
	  && least_value (l, PHI_ARG_DEF_FROM_EDGE (def,
						    loop_preheader_edge (loop)),
			  least));
}

/* `if (j == i) break;' where j counts up from no more than i is
   `if (j >= i) break;'.  */
static bool
meets_limit_p (struct limited *l, affine_iv *iv, tree limit)
{
  HOST_WIDE_INT least;
  return (integer_onep (iv->step) && TREE_CODE (iv->base) == INTEGER_CST
	  && least_value (l, limit, &least)
	  && (HOST_WIDE_INT) TREE_INT_CST_LOW (iv->base) <= least);
}

/* Tests of NAME may be made in more iterations: it doesn't wrap around, or is
   what L's first test compares.  */
static bool
no_wrap_p (struct limited *l, tree name)
{
  return (TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (name)) || l->n_tests == 0
	  || name == l->tests[0].variable);
}

/* Read into T the test that leaves L's loop by edge LEAVE.  */
static bool
read_test (struct limited *l, edge leave, struct test *t)
{
  gimple *last = last_stmt (leave->src);
  affine_iv iv;
  memset (t, 0, sizeof *t);
  t->cond = last ? dyn_cast <gcond *> (last) : NULL;
  if (!t->cond || leave->src->loop_father != l->loop)
    return false;
  t->leave = leave;
  t->stay = EDGE_SUCC (leave->src, EDGE_SUCC (leave->src, 0) == leave);
  t->variable = gimple_cond_lhs (t->cond);
  t->code = gimple_cond_code (t->cond);
  tree limit = gimple_cond_rhs (t->cond);
  if (!INTEGRAL_TYPE_P (TREE_TYPE (limit)))
    return false;
  if (t->leave->flags & EDGE_TRUE_VALUE)
    t->code = invert_tree_comparison (t->code, false);
  if (!simple_iv (l->loop, l->loop, t->variable, &iv, false)
      || integer_zerop (iv.step))
    {
      std::swap (t->variable, limit);
      t->code = swap_tree_comparison (t->code);
      if (!simple_iv (l->loop, l->loop, t->variable, &iv, false)
	  || integer_zerop (iv.step))
	return false;
    }
  if (t->code == NE_EXPR && meets_limit_p (l, &iv, limit))
    t->code = LT_EXPR;
  /* All alike, so that they can be compared.  */
  HOST_WIDE_INT plus = 0;
  if (TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (limit)))
    {
      plus = (t->code == GT_EXPR) - (t->code == LT_EXPR);
      t->code = (t->code == LT_EXPR ? LE_EXPR : t->code == GT_EXPR ? GE_EXPR
		 : t->code);
    }
  bool up = t->code == LT_EXPR || t->code == LE_EXPR;
  if (!(up || t->code == GT_EXPR || t->code == GE_EXPR)
      || TREE_CODE (t->variable) != SSA_NAME
      || up != (tree_int_cst_sgn (iv.step) > 0)
      || !no_wrap_p (l, t->variable))
    return false;
  return add_values (&t->limits, limit, up ? MIN_EXPR : MAX_EXPR, plus);
}

/* Read all tests of L's loop.  */
static bool
read_tests (struct limited *l)
{
  auto_vec<edge> edges = get_loop_exit_edges (l->loop);
  if (edges.is_empty () || edges.length () > PLUG_MAX_EXITS)
    return false;
  unsigned first = 0;
  for (unsigned i = 1; i < edges.length (); i++)
    if (dominated_by_p (CDI_DOMINATORS, edges[first]->src, edges[i]->src))
      first = i;
  std::swap (edges[0], edges[first]);
  for (unsigned i = 0; i < edges.length (); i++)
    {
      if (!dominated_by_p (CDI_DOMINATORS, edges[i]->src, edges[0]->src)
	  || !read_test (l, edges[i], &l->tests[i]))
	return false;
      l->n_tests++;
    }
  return dominated_by_p (CDI_DOMINATORS, l->loop->latch, edges[0]->src);
}

/* Read where the first test's variable starts.  */
static bool
read_starts (struct limited *l)
{
  struct test *t = &l->tests[0];
  gimple *def = SSA_NAME_DEF_STMT (t->variable);
  affine_iv iv;
  if (gimple_bb (def) != l->loop->header || gimple_code (def) != GIMPLE_PHI
      || !simple_iv (l->loop, l->loop, t->variable, &iv, false)
      || (!integer_onep (iv.step) && !integer_all_onesp (iv.step)))
    return true;
  l->counter = as_a <gphi *> (def);
  tree first = PHI_ARG_DEF_FROM_EDGE (l->counter,
				      loop_preheader_edge (l->loop));
  return add_values (&l->starts, first,
		     integer_onep (iv.step) ? MAX_EXPR : MIN_EXPR, 0);
}

/* --- Whether they can be separated -------------------------------------- */

/* By what the variable NAME, of LOOP's header, changes in each iteration, if it
   is a constant; else null.  */
static tree
step_of (class loop *loop, tree name)
{
  if (virtual_operand_p (name))
    return NULL_TREE;
  tree value = analyze_scalar_evolution (loop, name);
  return (TREE_CODE (value) == POLYNOMIAL_CHREC
	  && CHREC_VARIABLE (value) == (unsigned) loop->num
	  && TREE_CODE (CHREC_RIGHT (value)) == INTEGER_CST
	  ? CHREC_RIGHT (value) : NULL_TREE);
}

/* BB, in LOOP, computes and branches only, for LOOP alone.  */
static bool
idle_p (class loop *loop, basic_block bb)
{
  if (bb->loop_father != loop)
    return false;
  for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
    if (bb != loop->header
	&& plug_used_after_p (loop, gimple_phi_result (i.phi ())))
      return false;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
       gsi_next (&i))
    {
      gimple *stmt = gsi_stmt (i);
      tree name;
      ssa_op_iter iter;
      if (gimple_code (stmt) != GIMPLE_COND && !plug_harmless_p (stmt))
	return false;
      FOR_EACH_SSA_TREE_OPERAND (name, stmt, iter, SSA_OP_DEF)
	if (plug_used_after_p (loop, name))
	  return false;
    }
  return true;
}

/* On ways through an iteration that don't pass BEHIND, VALUE is the variable
   NAME.  */
static bool
unchanged_p (tree value, tree name, basic_block behind, int depth)
{
  if (value == name)
    return true;
  gphi *phi = (TREE_CODE (value) == SSA_NAME
	       ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (value)) : NULL);
  if (!phi || header_phi_p (phi) || depth == 0)
    return false;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (!dominated_by_p (CDI_DOMINATORS, gimple_phi_arg_edge (phi, i)->src,
			 behind)
	&& !unchanged_p (gimple_phi_arg_def (phi, i), name, behind, depth - 1))
      return false;
  return true;
}

/* An iteration of LOOP that does not pass edge STAY does nothing.  */
static bool
idle_before_p (class loop *loop, edge stay)
{
  if (!single_pred_p (stay->dest))
    return false;
  bool idle = true;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes && idle; i++)
    idle = (dominated_by_p (CDI_DOMINATORS, body[i], stay->dest)
	    || idle_p (loop, body[i]));
  free (body);
  if (dominated_by_p (CDI_DOMINATORS, loop->latch, stay->dest))
    return idle;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i) && idle;
       gsi_next (&i))
    {
      tree name = gimple_phi_result (i.phi ());
      tree next = PHI_ARG_DEF_FROM_EDGE (i.phi (), loop_latch_edge (loop));
      idle = (unchanged_p (next, name, stay->dest, MAX_STEPS)
	      || (step_of (loop, name) && !plug_used_after_p (loop, name)));
    }
  return idle;
}

/* Where E leads to, empty blocks apart: the edge that arrives.  */
static edge
landing (edge e)
{
  while (single_pred_p (e->dest) && single_succ_p (e->dest)
	 && !phi_nodes (e->dest) && !last_stmt (e->dest))
    e = single_succ_edge (e->dest);
  return e;
}

/* All exits of L's loop lead to the same place, with the same values.  */
static bool
leave_alike_p (struct limited *l)
{
  edge first = landing (l->tests[0].leave);
  for (int i = 1; i < l->n_tests; i++)
    {
      edge other = landing (l->tests[i].leave);
      if (other->dest != first->dest
	  || !plug_same_arguments_p (first, other))
	return false;
    }
  return true;
}

/* Take what E's values are before L's loop.  False if one is not known.  */
static bool
move_values (struct limited *l, struct extreme *e, tree type, gimple_seq *seq)
{
  for (int i = 0; i < e->n; i++)
    {
      tree value = depth (l, e->values[i]) < 0
		   ? NULL_TREE : value_before (l, e->values[i], seq);
      if (!value)
	return false;
      value = gimple_convert (seq, type, value);
      e->values[i] = gimple_build (seq, PLUS_EXPR, type, value,
				   build_int_cst (type, e->plus[i]));
    }
  return true;
}

/* The same for all of L's; insert before the loop what computes them.  */
static bool
move_all_values (struct limited *l)
{
  gimple_seq seq = NULL;
  bool ok = (!l->counter
	     || move_values (l, &l->starts,
			     TREE_TYPE (gimple_phi_result (l->counter)),
			     &seq));
  for (int i = 0; i < l->n_tests && ok; i++)
    ok = move_values (l, &l->tests[i].limits,
		      TREE_TYPE (l->tests[i].variable), &seq);
  if (!ok)
    {
      gimple_seq_discard (seq);
      return false;
    }
  annotate_all_with_location (seq, gimple_location (l->tests[0].cond));
  if (seq)
    gsi_insert_seq_on_edge_immediate (loop_preheader_edge (l->loop), seq);
  return true;
}

/* LOOP has several limits, or its variable starts from the greatest of several
   values, and they can be separated.  */
static bool
find_limits (struct plug_region *region, class loop *loop, struct limited *l)
{
  memset (l, 0, sizeof *l);
  l->region = region;
  l->loop = loop;
  if (!read_tests (l) || !read_starts (l)
      || (l->n_tests == 1 && l->tests[0].limits.n == 1 && l->starts.n <= 1)
      || !leave_alike_p (l))
    return false;
  for (int i = 0; i < l->n_tests; i++)
    if (!idle_before_p (loop, l->tests[i].stay))
      return false;
  return move_all_values (l);
}

/* --- Which ones stay ---------------------------------------------------- */

static tree
take_out (struct extreme *e, int i)
{
  tree value = e->values[i];
  e->values[i] = e->values[--e->n];
  return value;
}

/* Of two constant limits of the same variable one is enough.  */
static void
drop_constants (struct limited *l)
{
  tree least = NULL_TREE;
  struct test *from = &l->tests[0];
  for (int pass = 0; pass < 2; pass++)
    for (int t = 0; t < l->n_tests; t++)
      for (int i = l->tests[t].limits.n - 1; i >= 0; i--)
	{
	  struct test *test = &l->tests[t];
	  tree value = test->limits.values[i];
	  if (TREE_CODE (value) != INTEGER_CST || test->code != from->code
	      || test->variable != from->variable)
	    continue;
	  bool up = test->code == LT_EXPR || test->code == LE_EXPR;
	  if (pass == 1)
	    take_out (&test->limits, i);
	  else if (!least || (up ? tree_int_cst_lt (value, least)
			      : tree_int_cst_lt (least, value)))
	    least = value;
	}
  if (least)
    from->limits.values[from->limits.n++] = least;
}

/* The number of E's value with the innermost variable.  */
static int
closest (struct limited *l, const struct extreme *e)
{
  int best = 0;
  for (int i = 1; i < e->n; i++)
    if (depth (l, e->values[i]) > depth (l, e->values[best]))
      best = i;
  return best;
}

/* The test whose limit is to be that of L's loop.  If that may do nothing at
   first only the first test's variable steps meanwhile.  */
static struct test *
closest_test (struct limited *l)
{
  struct test *best = NULL;
  for (int t = 0; t < l->n_tests; t++)
    {
      struct test *test = &l->tests[t];
      basic_block def = gimple_bb (SSA_NAME_DEF_STMT (test->variable));
      if (!test->limits.n || (t > 0 && l->starts.n > 1)
	  || !dominated_by_p (CDI_DOMINATORS,
			      gimple_bb (l->tests[0].cond), def))
	continue;
      if (!best
	  || (depth (l, test->limits.values[closest (l, &test->limits)])
	      > depth (l, best->limits.values[closest (l, &best->limits)])))
	best = test;
    }
  return best;
}

/* --- Separating them ---------------------------------------------------- */

/* A new latch of L's loop, where its variables join those of iterations that do
   nothing.  */
static basic_block
add_latch (struct limited *l)
{
  basic_block latch = split_edge (loop_latch_edge (l->loop));
  edge in = single_pred_edge (latch), back = single_succ_edge (latch);
  for (gphi_iterator i = gsi_start_phis (l->loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      gphi *phi = i.phi ();
      gphi *join = create_phi_node (copy_ssa_name (gimple_phi_result (phi)),
				    latch);
      add_phi_arg (join, PHI_ARG_DEF_FROM_EDGE (phi, back), in,
		   gimple_phi_arg_location_from_edge (phi, back));
      SET_PHI_ARG_DEF (phi, back->dest_idx, gimple_phi_result (join));
    }
  return latch;
}

/* Use COPY in LOOP instead of NAME.  */
static void
replace_inside (class loop *loop, tree name, tree copy)
{
  imm_use_iterator iter;
  use_operand_p use;
  gimple *stmt;
  FOR_EACH_IMM_USE_STMT (stmt, iter, name)
    if (flow_bb_inside_loop_p (loop, gimple_bb (stmt)))
      {
	FOR_EACH_IMM_USE_ON_STMT (use, iter)
	  SET_USE (use, copy);
	update_stmt (stmt);
      }
}

/* The variables of L's loop that have fixed STEPS.  If it may do nothing at
   first only the counter is copied.  */
static void
find_steps (struct limited *l, auto_vec<gphi *> *phis, auto_vec<tree> *steps)
{
  for (gphi_iterator i = gsi_start_phis (l->loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree step = step_of (l->loop, gimple_phi_result (i.phi ()));
      if (!step || (l->starts.n && i.phi () != l->counter))
	continue;
      phis->safe_push (i.phi ());
      steps->safe_push (step);
    }
}

/* Let a copy of PHI's variable be used inside L's loop that begins with START
   and changes by STEP in every iteration.  */
static void
copy_variable (struct limited *l, basic_block latch, gphi *phi, tree start,
	       tree step)
{
  tree name = gimple_phi_result (phi), copy;
  gimple_stmt_iterator end = gsi_last_bb (latch);
  create_iv (start, step, SSA_NAME_VAR (name), l->loop, &end, true, &copy,
	     NULL);
  replace_inside (l->loop, name, copy);
  for (int t = 0; t < l->n_tests; t++)
    if (l->tests[t].variable == name)
      l->tests[t].variable = copy;
}

/* Let control pass edge E only if VARIABLE CODE LIMIT; else it goes to LATCH.
   Returns the edge behind.  */
static edge
add_condition (edge e, basic_block latch, tree variable, enum tree_code code,
	       tree limit, location_t loc)
{
  basic_block bb = split_edge (e);
  gimple_stmt_iterator end = gsi_last_bb (bb);
  gcond *cond = gimple_build_cond (code, variable, limit, NULL_TREE, NULL_TREE);
  gimple_set_location (cond, loc);
  gsi_insert_after (&end, cond, GSI_NEW_STMT);
  edge on = single_succ_edge (bb), skip = make_edge (bb, latch,
						     EDGE_FALSE_VALUE);
  on->flags = (on->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
  on->probability = profile_probability::likely ();
  skip->probability = on->probability.invert ();
  gphi_iterator i = gsi_start_phis (latch);
  for (gphi_iterator h = gsi_start_phis (single_succ (latch)); !gsi_end_p (h);
       gsi_next (&h))
    {
      /* LATCH joins the header's variables but the copies.  */
      if (gsi_end_p (i)
	  || PHI_ARG_DEF_FROM_EDGE (h.phi (), single_succ_edge (latch))
	     != gimple_phi_result (i.phi ()))
	continue;
      add_phi_arg (i.phi (), gimple_phi_result (h.phi ()), skip,
		   UNKNOWN_LOCATION);
      gsi_next (&i);
    }
  return on;
}

/* Make conditions of the limits that are left in T.  */
static edge
add_conditions (struct test *t, edge e, basic_block latch)
{
  location_t loc = gimple_location (t->cond);
  for (int i = 0; i < t->limits.n; i++)
    e = add_condition (e, latch, t->variable, t->code, t->limits.values[i],
		       loc);
  return e;
}

/* T does not leave the loop any more.  */
static void
remove_exit (struct test *t)
{
  gimple_stmt_iterator at = gsi_for_stmt (t->cond);
  t->stay->flags &= ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE);
  t->stay->flags |= EDGE_FALLTHRU;
  t->stay->probability = profile_probability::always ();
  gsi_remove (&at, true);
  remove_edge_and_dominated_blocks (t->leave);
}

static void
separate (struct limited *l)
{
  drop_constants (l);
  struct test *first = &l->tests[0], *main = closest_test (l);
  tree limit = take_out (&main->limits, closest (l, &main->limits));
  tree start = (l->counter ? take_out (&l->starts, closest (l, &l->starts))
		: NULL_TREE);
  auto_vec<gphi *> phis;
  auto_vec<tree> steps;
  find_steps (l, &phis, &steps);
  for (int t = 1; t < l->n_tests; t++)
    remove_exit (&l->tests[t]);
  basic_block latch = add_latch (l);
  for (unsigned i = 0; i < phis.length (); i++)
    copy_variable (l, latch, phis[i],
		   phis[i] == l->counter ? start
		   : PHI_ARG_DEF_FROM_EDGE (phis[i],
					    loop_preheader_edge (l->loop)),
		   steps[i]);

  bool up = first->code == LT_EXPR || first->code == LE_EXPR;
  edge behind = add_conditions (first, first->stay, latch);
  for (int i = 0; i < l->starts.n; i++)
    behind = add_condition (behind, latch, first->variable,
			    up ? GE_EXPR : LE_EXPR, l->starts.values[i],
			    gimple_location (first->cond));
  for (int t = 1; t < l->n_tests; t++)
    add_conditions (&l->tests[t], l->tests[t].stay, latch);
  gimple_cond_set_condition (first->cond,
			     first->leave->flags & EDGE_TRUE_VALUE
			     ? invert_tree_comparison (main->code, false)
			     : main->code, main->variable, limit);
  update_stmt (first->cond);
  free_dominance_info (CDI_DOMINATORS);
  calculate_dominance_info (CDI_DOMINATORS);
  scev_reset ();
}

/* In LOOP and the loops in it.  True if there was one.  */
static bool
separate_in (struct plug_region *region, class loop *loop)
{
  struct limited l;
  bool found = loop_outer (loop) && find_limits (region, loop, &l);
  if (found)
    separate (&l);
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    found |= separate_in (region, inner);
  return found;
}

void
plug_separate_limits (struct plug_region *region)
{
  if (!separate_in (region, current_loops->tree_root))
    return;
  plug_prune_phis ();
  plug_prepare_loops ();
}
