/* pointers.cc: arrays of pointers as variables.

   SPDX-License-Identifier: GPL-3.0-or-later

     double *u[2] = { p, q };
     for (t = 0; t < n; t++) { … u[(t + 1) % 2][i] = … u[t % 2][i] … }

   Which array `u[t % 2]' is, is chosen by the index: u[0] if it is 0, else u[1].
   So no index into u varies, and GCC's scalar replacement makes registers of its
   elements.  In a loop whose iterations choose them in turn these are exchanged
   instead,

     x = p; y = q;
     for (t = 0; t < n; t++) { … y[i] = … x[i] …; x <-> y; }

   other choices are left to periodic.cc.

   Invariant: what was chosen in iteration k is the successor, by one and the
   same permutation, of what was chosen in iteration k - 1.

   Requires: SSA.  Provides: the same but for virtual operands.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* VAR is an array of a few pointers of the function's own, which nothing points
   to.  */
static bool
pointers_p (tree var)
{
  tree type = TREE_TYPE (var);
  return (VAR_P (var) && !is_global_var (var) && !TREE_ADDRESSABLE (var)
	  && TREE_CODE (type) == ARRAY_TYPE && POINTER_TYPE_P (TREE_TYPE (type))
	  && int_size_in_bytes (type) > 0
	  && int_size_in_bytes (type) <= (PLUG_MAX_POINTERS
					  * GET_MODE_SIZE (Pmode)));
}

/* Is REF an element of such an array?  */
static bool
element_p (tree ref)
{
  return TREE_CODE (ref) == ARRAY_REF && pointers_p (TREE_OPERAND (ref, 0));
}

/* Insert before GSI: element K of ARRAY, as a register.  */
static tree
load_element (gimple_stmt_iterator *gsi, tree array, int k)
{
  tree type = TREE_TYPE (TREE_TYPE (array)), name = make_ssa_name (type);
  tree ref = build4 (ARRAY_REF, type, array, size_int (k), NULL_TREE,
		     NULL_TREE);
  gassign *load = gimple_build_assign (name, ref);
  gimple_set_location (load, gimple_location (gsi_stmt (*gsi)));
  gsi_insert_before (gsi, load, GSI_SAME_STMT);
  return name;
}

/* Insert before GSI: VALUE if INDEX is K, else OTHERWISE.  */
static tree
choose (gimple_stmt_iterator *gsi, tree index, int k, tree value,
	tree otherwise)
{
  tree test = make_ssa_name (boolean_type_node);
  tree name = make_ssa_name (TREE_TYPE (value));
  gsi_insert_before (gsi, gimple_build_assign
			    (test, EQ_EXPR, index,
			     build_int_cst (TREE_TYPE (index), k)),
		     GSI_SAME_STMT);
  gsi_insert_before (gsi, gimple_build_assign (name, COND_EXPR, test, value,
					       otherwise), GSI_SAME_STMT);
  return name;
}

/* Let GSI's statement, which loads an element of a variable index, choose among
   all of them.  */
static void
load_chosen (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  tree ref = gimple_assign_rhs1 (stmt);
  tree array = TREE_OPERAND (ref, 0), index = TREE_OPERAND (ref, 1);
  int n = (int_size_in_bytes (TREE_TYPE (array))
	   / int_size_in_bytes (TREE_TYPE (ref)));
  tree value = load_element (gsi, array, n - 1);
  for (int k = n - 2; k >= 0; k--)
    value = choose (gsi, index, k, load_element (gsi, array, k), value);
  gimple_assign_set_rhs1 (stmt, value);
  update_stmt (stmt);
}

bool
plug_choose_pointers (void)
{
  bool found = false;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gimple *stmt = gsi_stmt (gsi);
	if (!gimple_assign_single_p (stmt)
	    || !element_p (gimple_assign_rhs1 (stmt)))
	  continue;
	found = true;
	if (TREE_CODE (TREE_OPERAND (gimple_assign_rhs1 (stmt), 1)) == SSA_NAME)
	  load_chosen (&gsi);
      }
  return found;
}

/* --- Taking turns ---------------------------------------------------------- */

/* Choices in a loop that take turns: pointer K is followed by NEXT[K].  */
struct rotation
{
  class loop *loop;
  auto_vec<tree> pointers;
  auto_vec<int> next;
  auto_vec<gphi *> phis;
};

/* NAME in iteration K of LOOP, as a constant or, if it is a pointer, what it is
   a copy of that LOOP doesn't change; else null.  *PERIOD is the least common
   multiple of the periods of the remainders that it depends on.  */
static tree
value_at (class loop *loop, tree name, int k, HOST_WIDE_INT *period)
{
  gimple *def = TREE_CODE (name) == SSA_NAME ? SSA_NAME_DEF_STMT (name) : NULL;
  if (!def || !gimple_bb (def)
      || !flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return (TREE_CODE (name) == INTEGER_CST || POINTER_TYPE_P (TREE_TYPE (name))
	    ? name : NULL_TREE);
  if (!is_gimple_assign (def) || gimple_vuse (def))
    return NULL_TREE;
  tree type = TREE_TYPE (name);
  HOST_WIDE_INT own, rest = plug_remainder_at (loop, def, k, &own);
  if (rest >= 0)
    {
      *period = *period / gcd (*period, own) * own;
      return *period <= PLUG_MAX_POINTERS ? build_int_cst (type, rest)
	     : NULL_TREE;
    }
  tree_code code = gimple_assign_rhs_code (def);
  tree a = value_at (loop, gimple_assign_rhs1 (def), k, period), b;
  if (!a || code == SSA_NAME)
    return a;
  switch (get_gimple_rhs_class (code))
    {
    case GIMPLE_UNARY_RHS:
      a = fold_unary (code, type, a);
      break;
    case GIMPLE_BINARY_RHS:
      b = value_at (loop, gimple_assign_rhs2 (def), k, period);
      a = b ? fold_binary (code, type, a, b) : NULL_TREE;
      break;
    case GIMPLE_TERNARY_RHS:
      return (code != COND_EXPR ? NULL_TREE
	      : value_at (loop, integer_zerop (a) ? gimple_assign_rhs3 (def)
				: gimple_assign_rhs2 (def), k, period));
    default:
      return NULL_TREE;
    }
  return a && TREE_CODE (a) == INTEGER_CST ? a : NULL_TREE;
}

/* The number of POINTER in R; it is added if it isn't there.  */
static int
number_of (struct rotation *r, tree pointer)
{
  for (unsigned i = 0; i < r->pointers.length (); i++)
    if (operand_equal_p (r->pointers[i], pointer, 0))
      return i;
  r->pointers.safe_push (pointer);
  r->next.safe_push (-1);
  return r->pointers.length () - 1;
}

/* Note what NAME is chosen from, in its turn.  False if it isn't, or not as what
   was noted before.  */
static bool
note_turns (struct rotation *r, tree name)
{
  HOST_WIDE_INT period = 1;
  tree first = value_at (r->loop, name, 0, &period);
  if (!first || period == 1)
    return false;
  int from = number_of (r, first);
  for (int k = 1; k <= period; k++)
    {
      tree pointer = value_at (r->loop, name, k, &period);
      if (!pointer)
	return false;
      int to = number_of (r, pointer);
      if (r->next[from] >= 0 && r->next[from] != to)
	return false;
      r->next[from] = to;
      from = to;
    }
  return true;
}

/* No two pointers of R are followed by the same.  */
static bool
permutation_p (const struct rotation *r)
{
  for (unsigned i = 0; i < r->next.length (); i++)
    for (unsigned k = 0; k < i; k++)
      if (r->next[i] == r->next[k])
	return false;
  return true;
}

/* Exchange R's pointers at the end of each iteration.  */
static void
exchange (struct rotation *r)
{
  for (tree pointer : r->pointers)
    r->phis.safe_push (create_phi_node (make_ssa_name (TREE_TYPE (pointer)),
					r->loop->header));
  for (unsigned i = 0; i < r->phis.length (); i++)
    {
      add_phi_arg (r->phis[i], r->pointers[i],
		   loop_preheader_edge (r->loop), UNKNOWN_LOCATION);
      add_phi_arg (r->phis[i], gimple_phi_result (r->phis[r->next[i]]),
		   loop_latch_edge (r->loop), UNKNOWN_LOCATION);
    }
}

/* Is STMT a choice between pointers?  */
static bool
choice_p (gimple *stmt)
{
  return (is_gimple_assign (stmt)
	  && gimple_assign_rhs_code (stmt) == COND_EXPR
	  && POINTER_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt))));
}

/* The choices in LOOP that are no parts of others.  */
static void
collect_choices (class loop *loop, auto_vec<gimple *> *choices)
{
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gimple *stmt = gsi_stmt (gsi), *use;
	use_operand_p at;
	if (choice_p (stmt)
	    && !(single_imm_use (gimple_assign_lhs (stmt), &at, &use)
		 && choice_p (use)))
	  choices->safe_push (stmt);
      }
  free (body);
}

/* Let the choices in LOOP be exchanged pointers, if they all take turns.  */
static void
rotate (class loop *loop)
{
  struct rotation r;
  auto_vec<gimple *> choices;
  r.loop = loop;
  collect_choices (loop, &choices);
  if (choices.is_empty () || !plug_writes_again_p (loop))
    return;
  for (gimple *choice : choices)
    if (!note_turns (&r, gimple_assign_lhs (choice)))
      return;
  if (!permutation_p (&r))
    return;
  exchange (&r);
  auto_bitmap unused;
  for (gimple *choice : choices)
    {
      tree part;
      ssa_op_iter iter;
      FOR_EACH_SSA_TREE_OPERAND (part, choice, iter, SSA_OP_USE)
	bitmap_set_bit (unused, SSA_NAME_VERSION (part));
      HOST_WIDE_INT period = 1;
      tree first = value_at (loop, gimple_assign_lhs (choice), 0, &period);
      gimple_stmt_iterator gsi = gsi_for_stmt (choice);
      gimple_assign_set_rhs_from_tree
	(&gsi, gimple_phi_result (r.phis[number_of (&r, first)]));
      update_stmt (gsi_stmt (gsi));
    }
  /* No remainder is left for which to unroll the loop.  */
  simple_dce_from_worklist (unused);
}

/* Do so in the loops in OUTER.  */
static void
rotate_inside (class loop *outer)
{
  for (class loop *loop = outer->inner; loop; loop = loop->next)
    if (loop->inner)
      {
	rotate (loop);
	rotate_inside (loop);
      }
}

void
plug_rotate_pointers (void)
{
  rotate_inside (current_loops->tree_root);
  scev_reset ();
}
