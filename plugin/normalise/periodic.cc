/* periodic.cc: time loops whose iterations take turns.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (t = 0; t < n; t++) { … u[(t + 1) % 2] … u[t % 2] … }
     while (…) { … u[1 - cur] … u[cur] …; cur = 1 - cur; }
     for (t = 0; t < n; t++) { if (t % 3 == 0) … }

   Which array such an iteration uses, or what it does, depends on a remainder
   of its number.  Unrolled as often as there are different remainders, each
   copy of the body has a constant in its place:

     for (h = 0; h < n; h += 2) { … u[1] … u[0] …; … u[0] … u[1] … }

   All copies keep their tests, but those that the known number of iterations
   decides.  A remainder is that of a variable with a fixed step, or a TURN: a
   variable that each iteration computes from nothing but its last value, and
   that comes back to its first one.  If a turn's first value is that of the
   user's variable the region is compiled for the likely value of that, and
   the runtime compares.

   Only loops around loops, in which some element is written whatever the
   iteration, are unrolled for remainders: others may be distributed, and
   their remainders are left to core.

   Requires: SSA, loops with preheaders, simple latches and recorded exits,
   dominators, scalar evolution.  Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* Loops unrolled in one region, at most.  */
#define MAX_UNROLLED 8

/* --- Remainders ----------------------------------------------------------- */

/* STMT computes a remainder: of which value, and by what; else 0.  */
static HOST_WIDE_INT
modulus_of (gimple *stmt, tree *value)
{
  if (!is_gimple_assign (stmt))
    return 0;
  tree_code code = gimple_assign_rhs_code (stmt);
  tree m = gimple_assign_rhs2 (stmt);
  if ((code != TRUNC_MOD_EXPR && code != BIT_AND_EXPR)
      || TREE_CODE (m) != INTEGER_CST || !tree_fits_shwi_p (m))
    return 0;
  HOST_WIDE_INT modulus = tree_to_shwi (m) + (code == BIT_AND_EXPR);
  *value = gimple_assign_rhs1 (stmt);
  if (modulus < 2 || TREE_CODE (*value) != SSA_NAME)
    return 0;
  bool power = pow2p_hwi (modulus);
  if (code == BIT_AND_EXPR)
    return power ? modulus : 0;
  /* What wraps around has no other remainders.  */
  return power || TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (*value)) ? modulus : 0;
}

/* VALUE, in STMT, is FIRST + STEP * the number of LOOP's iteration.  */
static bool
steps_p (class loop *loop, gimple *stmt, tree value, HOST_WIDE_INT *first,
	 HOST_WIDE_INT *step)
{
  class loop *at = gimple_bb (stmt)->loop_father;
  tree chrec = instantiate_scev (loop_preheader_edge (loop), at,
				 analyze_scalar_evolution (at, value));
  if (TREE_CODE (chrec) != POLYNOMIAL_CHREC
      || CHREC_VARIABLE (chrec) != (unsigned) loop->num
      || !tree_fits_shwi_p (CHREC_LEFT (chrec))
      || !tree_fits_shwi_p (CHREC_RIGHT (chrec)))
    return false;
  *first = tree_to_shwi (CHREC_LEFT (chrec));
  *step = tree_to_shwi (CHREC_RIGHT (chrec));
  /* Negative remainders aren't periodic.  */
  return *first >= 0 && *step > 0;
}

/* After how many iterations of LOOP what STMT computes comes again, if it is
   the remainder of a number of the iteration; else 1.  */
static HOST_WIDE_INT
remainder_period (class loop *loop, gimple *stmt)
{
  tree value;
  HOST_WIDE_INT first, step, modulus = modulus_of (stmt, &value);
  if (!modulus || !steps_p (loop, stmt, value, &first, &step))
    return 1;
  return modulus / gcd (modulus, step);
}

HOST_WIDE_INT
plug_remainder_at (class loop *loop, gimple *stmt, HOST_WIDE_INT k,
		   HOST_WIDE_INT *period)
{
  tree value;
  HOST_WIDE_INT first, step, modulus = modulus_of (stmt, &value);
  if (!modulus || modulus > INT_MAX
      || !steps_p (loop, stmt, value, &first, &step))
    return -1;
  *period = modulus / gcd (modulus, step);
  return (first % modulus + step % modulus * k) % modulus;
}

/* Put constants for the remainders in LOOP that are the same in all of its
   iterations.  */
static void
settle_remainders (class loop *loop)
{
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	tree value;
	gimple *stmt = gsi_stmt (gsi);
	HOST_WIDE_INT first, step, modulus = modulus_of (stmt, &value);
	if (!modulus || !steps_p (loop, stmt, value, &first, &step)
	    || step % modulus != 0)
	  continue;
	tree type = TREE_TYPE (gimple_assign_lhs (stmt));
	gimple_assign_set_rhs_from_tree (&gsi, build_int_cst (type,
							      first % modulus));
	update_stmt (gsi_stmt (gsi));
      }
  free (body);
}

/* --- Does a loop write the same elements in every iteration? -------------- */

/* NAME depends on the number of LOOP's iteration by more than small
   remainders, or on memory.  */
static bool
varies_p (class loop *loop, tree name, bitmap seen)
{
  tree value, use;
  ssa_op_iter iter;
  if (TREE_CODE (name) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (name)
      || !bitmap_set_bit (seen, SSA_NAME_VERSION (name)))
    return false;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (!flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return false;
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      if (gimple_bb (phi) == loop->header)
	return (INTEGRAL_TYPE_P (TREE_TYPE (name))
		|| TREE_CODE (analyze_scalar_evolution (loop, name))
		   == POLYNOMIAL_CHREC);
      for (unsigned a = 0; a < gimple_phi_num_args (phi); a++)
	if (varies_p (loop, gimple_phi_arg_def (phi, a), seen))
	  return true;
      return false;
    }
  if (gimple_vuse (def))
    return true;
  HOST_WIDE_INT modulus = modulus_of (def, &value);
  if (modulus && modulus <= PLUG_MAX_PERIOD)
    return false;
  FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
    if (varies_p (loop, use, seen))
      return true;
  return false;
}

bool
plug_stores_again_p (class loop *loop, gimple *stmt)
{
  if (!gimple_store_p (stmt) || !is_gimple_assign (stmt))
    return false;
  tree lhs = gimple_assign_lhs (stmt);
  if (TREE_CODE (get_base_address (lhs)) != MEM_REF || plug_variable_of (lhs))
    return false;
  auto_bitmap seen;
  for (tree ref = lhs; ref; ref = (handled_component_p (ref)
				   ? TREE_OPERAND (ref, 0) : NULL_TREE))
    if ((TREE_CODE (ref) == ARRAY_REF
	 && varies_p (loop, TREE_OPERAND (ref, 1), seen))
	|| (TREE_CODE (ref) == MEM_REF
	    && varies_p (loop, TREE_OPERAND (ref, 0), seen)))
      return false;
  return true;
}

bool
plug_writes_again_p (class loop *loop)
{
  basic_block *body = get_loop_body (loop);
  bool again = false;
  for (unsigned i = 0; i < loop->num_nodes && !again; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      again |= plug_stores_again_p (loop, gsi_stmt (gsi));
  free (body);
  return again;
}

/* --- Turns ---------------------------------------------------------------- */

tree
plug_value_if (tree name, tree leaf, tree value, int depth)
{
  if (TREE_CODE (name) == INTEGER_CST)
    return name;
  if (name == leaf)
    return value;
  gimple *def = TREE_CODE (name) == SSA_NAME ? SSA_NAME_DEF_STMT (name) : NULL;
  if (!def || !is_gimple_assign (def) || gimple_vuse (def) || depth == 0)
    return NULL_TREE;
  tree type = TREE_TYPE (name), result = NULL_TREE;
  tree_code code = gimple_assign_rhs_code (def);
  tree a = plug_value_if (gimple_assign_rhs1 (def), leaf, value, depth - 1);
  if (!a)
    return NULL_TREE;
  if (code == SSA_NAME)
    return a;
  if (get_gimple_rhs_class (code) == GIMPLE_UNARY_RHS)
    result = fold_unary (code, type, a);
  else if (get_gimple_rhs_class (code) == GIMPLE_BINARY_RHS)
    {
      tree b = plug_value_if (gimple_assign_rhs2 (def), leaf, value, depth - 1);
      result = b ? fold_binary (code, type, a, b) : NULL_TREE;
    }
  return result && TREE_CODE (result) == INTEGER_CST ? result : NULL_TREE;
}

/* After how many iterations of LOOP the PHI, of its header, has its first
   value again, if it is a turn; else 1.  */
static HOST_WIDE_INT
turn_period (struct plug_region *region, class loop *loop, gphi *phi)
{
  tree first = PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop));
  tree latch = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop));
  if (!INTEGRAL_TYPE_P (TREE_TYPE (first)))
    return 1;
  if (struct plug_param *p = plug_parameter_of (region, first))
    first = build_int_cst (TREE_TYPE (first), p->likely);
  if (TREE_CODE (first) != INTEGER_CST)
    return 1;
  tree value = first;
  for (int n = 1; n <= PLUG_MAX_PERIOD; n++)
    {
      value = plug_value_if (latch, gimple_phi_result (phi), value, 8);
      if (!value)
	return 1;
      if (tree_int_cst_equal (value, first))
	return n;
    }
  return 1;
}

/* The region is only for those first values of LOOP's turns.  */
static void
expect_first_values (struct plug_region *region, class loop *loop)
{
  for (gphi_iterator gsi = gsi_start_phis (loop->header); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gphi *phi = gsi.phi ();
      tree first = PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop));
      struct plug_param *p = plug_parameter_of (region, first);
      if (!p || turn_period (region, loop, phi) == 1)
	continue;
      plug_expect_likely (p, first);
    }
}

/* --- Unrolling ------------------------------------------------------------ */

static HOST_WIDE_INT
common_period (HOST_WIDE_INT a, HOST_WIDE_INT b)
{
  return a / gcd (a, b) * b;
}

/* LOOP, inside of another one, exchanges pointers: of copies of its body each
   would leave others.  */
static bool
exchanges_inside_p (class loop *loop)
{
  return loop_depth (loop) > 1 && plug_exchanges_p (loop);
}

/* After how many of its iterations LOOP does the same again; 1 if it need not
   be unrolled, or can't.  */
static HOST_WIDE_INT
period_of (struct plug_region *region, class loop *loop)
{
  HOST_WIDE_INT turns = 1, remainders = 1;
  if (!loop->inner || !can_duplicate_loop_p (loop)
      || exchanges_inside_p (loop))
    return 1;
  for (gphi_iterator gsi = gsi_start_phis (loop->header); !gsi_end_p (gsi);
       gsi_next (&gsi))
    turns = common_period (turns, turn_period (region, loop, gsi.phi ()));
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	HOST_WIDE_INT period = remainder_period (loop, gsi_stmt (gsi));
	if (period <= PLUG_MAX_PERIOD)
	  remainders = common_period (remainders, period);
      }
  free (body);
  HOST_WIDE_INT period = (plug_writes_again_p (loop)
			  ? common_period (turns, remainders) : turns);
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  /* Remainders that are only tested core knows, too.  */
  if (period * exits.length () > PLUG_MAX_EXITS)
    period = turns;
  return period <= PLUG_MAX_PERIOD ? period : 1;
}

/* LOOP is left by one of the PERIOD copies of its only exit, the test of which
   fails when it is made for the (LATCHES + 1)-th time.  Remove the other
   copies.  */
static void
settle_exits (class loop *loop, HOST_WIDE_INT period, HOST_WIDE_INT latches)
{
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  gcc_assert (exits.length () == period);
  for (unsigned i = 0; i < exits.length (); i++)
    {
      int before = 0;
      for (unsigned k = 0; k < exits.length (); k++)
	before += k != i && dominated_by_p (CDI_DOMINATORS, exits[i]->src,
					    exits[k]->src);
      if (before == latches % period)
	continue;
      gcond *test = as_a <gcond *> (last_stmt (exits[i]->src));
      if (exits[i]->flags & EDGE_TRUE_VALUE)
	gimple_cond_make_false (test);
      else
	gimple_cond_make_true (test);
      update_stmt (test);
    }
}

/* Let LOOP's body contain PERIOD iterations.  */
static bool
unroll (struct plug_region *region, class loop *loop, HOST_WIDE_INT period)
{
  bool single = get_loop_exit_edges (loop).length () == 1;
  tree latches = number_of_latch_executions (loop);
  expect_first_values (region, loop);
  if (!plug_copy_body (loop, (int) period - 1))
    return false;
  settle_remainders (loop);
  if (single && tree_fits_uhwi_p (latches))
    settle_exits (loop, period, tree_to_uhwi (latches));
  plug_propagate_constants ();
  return true;
}

/* Unroll LOOP or, if it need not be, one inside of it.  */
static bool
unroll_one (struct plug_region *region, class loop *loop)
{
  HOST_WIDE_INT period = loop_outer (loop) ? period_of (region, loop) : 1;
  if (period > 1 && unroll (region, loop, period))
    return true;
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    if (unroll_one (region, inner))
      return true;
  return false;
}

void
plug_unroll_periodic (struct plug_region *region)
{
  for (int n = 0; n < MAX_UNROLLED
		  && unroll_one (region, current_loops->tree_root); n++)
    plug_prepare_loops ();
}
