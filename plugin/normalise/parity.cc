/* parity.cc: two pointers of which the parity of a number chooses one.

   SPDX-License-Identifier: GPL-3.0-or-later

     double *u[2] = { p, q };
     for (step = 0; step < n; step++)
       while (r > tol)
	 {
	   … u[1 - cur][i] = … u[cur][i] …
	   cur = 1 - cur;
	 }

   How often the inner loop runs nobody knows, so neither what CUR is when it
   begins.  But X, which is p if CUR is even and else q, and Y, the other one, are
   exchanged wherever CUR changes its parity:

     x = p; y = q;
     for (step = 0; step < n; step++)
       while (r > tol)
	 {
	   … y[i] = … x[i] …;
	   x <-> y;
	 }

   So each number on which such a choice depends, and from which that is computed,
   gets such a pair.  Where the numbers of one loop decide, that is not inside of
   another, pointers.cc and periodic.cc see to it.

   Requires: SSA, loops with preheaders and simple latches, dominators, scalar
   evolution.  Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* How far values are followed.  */
#define MAX_STEPS 16

/* A pointer that STMT, of a COND_EXPR or a PHI, chooses: AT[LEAF modulo 2].  */
struct choice
{
  gimple *stmt;
  tree leaf, at[2];
  bool bit;			/* LEAF is 0 or 1 */
};

/* For a number what it chooses of two pointers, and the other one.  */
struct pair { tree chosen, other; };

struct pairs
{
  struct plug_region *region;
  tree even, odd;
  hash_map<tree, struct pair> *of;
};

/* --- Values --------------------------------------------------------------- */

/* What NAME is computed from, if that is one name, into *LEAF, which may have been
   found before.  */
static bool
find_leaf (tree name, tree *leaf, int steps)
{
  if (TREE_CODE (name) != SSA_NAME)
    return is_gimple_min_invariant (name);
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (steps == 0)
    return false;
  if (is_gimple_assign (def) && !gimple_vuse (def))
    {
      tree use;
      ssa_op_iter iter;
      FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
	if (!find_leaf (use, leaf, steps - 1))
	  return false;
      return true;
    }
  if (!*leaf)
    *leaf = name;
  return *leaf == name && INTEGRAL_TYPE_P (TREE_TYPE (name));
}

static bool nonnegative_p (struct plug_region *, tree, bitmap);

/* The remainder of NAME by M, 2 or 4, follows from that of LEAF.  */
static bool
congruent_p (tree name, tree leaf, unsigned m)
{
  if (TREE_CODE (name) == INTEGER_CST || name == leaf)
    return true;
  gimple *def = TREE_CODE (name) == SSA_NAME ? SSA_NAME_DEF_STMT (name) : NULL;
  if (!def || !is_gimple_assign (def) || gimple_vuse (def))
    return false;
  tree a = gimple_assign_rhs1 (def), b = gimple_assign_rhs2 (def);
  switch (gimple_assign_rhs_code (def))
    {
    case SSA_NAME: CASE_CONVERT: case NEGATE_EXPR: case BIT_NOT_EXPR:
      return (INTEGRAL_TYPE_P (TREE_TYPE (a))
	      && TYPE_PRECISION (TREE_TYPE (name)) > 1
	      && congruent_p (a, leaf, m));
    case PLUS_EXPR: case MINUS_EXPR: case MULT_EXPR:
    case BIT_AND_EXPR: case BIT_IOR_EXPR: case BIT_XOR_EXPR:
      return congruent_p (a, leaf, m) && congruent_p (b, leaf, m);
    case TRUNC_MOD_EXPR:
      return (TREE_CODE (b) == INTEGER_CST
	      && wi::umod_trunc (wi::to_wide (b), m) == 0
	      && congruent_p (a, leaf, m));
    default:
      return false;
    }
}

/* The remainder of A by the constant B, which is 2 or 4, follows from LEAF's, but
   for its sign.  */
static bool
remainder_p (tree a, tree b, tree leaf)
{
  return (TREE_CODE (b) == INTEGER_CST
	  && (wi::to_wide (b) == 2 || wi::to_wide (b) == 4)
	  && congruent_p (a, leaf, tree_to_uhwi (b)));
}

/* NAME is such a remainder: whether it is 0 follows from LEAF's.  */
static bool
is_remainder_p (tree name, tree leaf)
{
  gimple *def = TREE_CODE (name) == SSA_NAME ? SSA_NAME_DEF_STMT (name) : NULL;
  return (def && is_gimple_assign (def)
	  && gimple_assign_rhs_code (def) == TRUNC_MOD_EXPR
	  && remainder_p (gimple_assign_rhs1 (def), gimple_assign_rhs2 (def),
			  leaf));
}

/* NAME follows from LEAF's remainder by 4: of the numbers with one remainder all
   give the same.  */
static bool
determined_p (struct plug_region *region, tree name, tree leaf, int steps)
{
  if (TREE_CODE (name) == INTEGER_CST)
    return true;
  gimple *def = TREE_CODE (name) == SSA_NAME ? SSA_NAME_DEF_STMT (name) : NULL;
  if (name == leaf || !def || !is_gimple_assign (def) || gimple_vuse (def)
      || steps == 0)
    return false;
  tree a = gimple_assign_rhs1 (def), b = gimple_assign_rhs2 (def);
  tree_code code = gimple_assign_rhs_code (def);
  auto_bitmap seen;
  if (code == BIT_AND_EXPR && TREE_CODE (b) == INTEGER_CST
      && wi::ltu_p (wi::to_wide (b), 4)
      && congruent_p (a, leaf, wi::ltu_p (wi::to_wide (b), 2) ? 2 : 4))
    return true;
  /* Of a negative number the remainder has another sign.  */
  if (code == TRUNC_MOD_EXPR && remainder_p (a, b, leaf)
      && nonnegative_p (region, a, seen))
    return true;
  if ((code == EQ_EXPR || code == NE_EXPR) && integer_zerop (b)
      && is_remainder_p (a, leaf))
    return true;
  tree use;
  ssa_op_iter iter;
  FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
    if (!determined_p (region, use, leaf, steps - 1))
      return false;
  return true;
}

/* What NAME is if C's leaf is VALUE or, unless that is a bit, any number with the
   same remainder by 4; null if that isn't one constant.  */
static tree
value_if (struct plug_region *region, const struct choice *c, tree name,
	  tree value)
{
  return (c->bit || determined_p (region, name, c->leaf, MAX_STEPS)
	  ? plug_value_if (name, c->leaf, value, MAX_STEPS) : NULL_TREE);
}

/* The test that decides which way control comes to PHI, which has two, or null.  */
static gcond *
test_before (gphi *phi)
{
  basic_block bb = gimple_bb (phi);
  if (gimple_phi_num_args (phi) != 2 || bb->loop_father->header == bb)
    return NULL;
  basic_block top = get_immediate_dominator (CDI_DOMINATORS, bb);
  for (int k = 0; k < 2; k++)
    {
      basic_block from = gimple_phi_arg_edge (phi, k)->src;
      if (from != top && !(single_pred_p (from) && single_pred (from) == top))
	return NULL;
    }
  return safe_dyn_cast <gcond *> (last_stmt (top));
}

/* The argument that PHI, behind TEST, has where that HOLDS.  */
static tree
argument_if (gphi *phi, gcond *test, bool holds)
{
  for (int k = 0; k < 2; k++)
    {
      edge e = gimple_phi_arg_edge (phi, k);
      if (e->src != gimple_bb (test))
	e = single_pred_edge (e->src);
      if (holds == ((e->flags & EDGE_TRUE_VALUE) != 0))
	return gimple_phi_arg_def (phi, k);
    }
  return NULL_TREE;
}

/* The pointer that NAME is if C's leaf is VALUE; null if that isn't one of the
   region's own.  */
static tree
pointer_if (struct plug_region *region, const struct choice *c, tree name,
	    tree value)
{
  name = plug_strip_copies (name);
  gimple *def = TREE_CODE (name) == SSA_NAME ? SSA_NAME_DEF_STMT (name) : NULL;
  if (!def || !gimple_bb (def) || !loop_outer (gimple_bb (def)->loop_father))
    return def && gimple_code (def) != GIMPLE_PHI ? name : NULL_TREE;
  if (is_gimple_assign (def) && gimple_assign_rhs_code (def) == COND_EXPR)
    {
      tree test = value_if (region, c, gimple_assign_rhs1 (def), value);
      return !test ? test
	     : pointer_if (region, c, integer_zerop (test)
			   ? gimple_assign_rhs3 (def)
			   : gimple_assign_rhs2 (def), value);
    }
  return NULL_TREE;
}

/* Does TEST hold if C's leaf is VALUE?  A constant, or null.  */
static tree
holds_if (struct plug_region *region, const struct choice *c, gcond *test,
	  tree value)
{
  tree lhs = gimple_cond_lhs (test), rhs = gimple_cond_rhs (test);
  tree_code code = gimple_cond_code (test);
  bool zero = ((code == EQ_EXPR || code == NE_EXPR) && integer_zerop (rhs)
	       && is_remainder_p (lhs, c->leaf));
  tree a = (zero ? plug_value_if (lhs, c->leaf, value, MAX_STEPS)
	    : value_if (region, c, lhs, value));
  tree b = value_if (region, c, rhs, value);
  tree holds = a && b ? fold_binary (code, boolean_type_node, a, b) : NULL_TREE;
  return holds && TREE_CODE (holds) == INTEGER_CST ? holds : NULL_TREE;
}

/* The pointer that C chooses if its leaf is K.  */
static tree
chosen_if (struct plug_region *region, const struct choice *c, int k)
{
  tree value = build_int_cst (TREE_TYPE (c->leaf), k);
  gphi *phi = dyn_cast <gphi *> (c->stmt);
  if (!phi)
    return pointer_if (region, c, gimple_assign_lhs (c->stmt), value);
  gcond *test = test_before (phi);
  tree holds = holds_if (region, c, test, value);
  return (holds ? pointer_if (region, c, argument_if (phi, test,
						      integer_onep (holds)),
			      value) : NULL_TREE);
}

/* --- Parities ------------------------------------------------------------- */

/* What an assignment makes of the parity of its operand.  */
enum change { KEEPS, FLIPS, UNCLEAR };

static bool bit_p (struct plug_region *, tree, bitmap);

/* DEF's operand of which it is the parity into *OPERAND.  */
static enum change
change_of (struct plug_region *region, gimple *def, tree *operand)
{
  tree a = gimple_assign_rhs1 (def), b = gimple_assign_rhs2 (def);
  tree_code code = gimple_assign_rhs_code (def);
  *operand = a;
  if (code == SSA_NAME || CONVERT_EXPR_CODE_P (code))
    return INTEGRAL_TYPE_P (TREE_TYPE (a)) ? KEEPS : UNCLEAR;
  if (TREE_CODE (a) == INTEGER_CST && code == MINUS_EXPR)
    {
      *operand = b;
      b = a;
    }
  if (!b || TREE_CODE (b) != INTEGER_CST)
    return UNCLEAR;
  bool odd = wi::bit_and (wi::to_wide (b), 1) != 0;
  auto_bitmap seen;
  switch (code)
    {
    case PLUS_EXPR: case MINUS_EXPR: case BIT_XOR_EXPR:
      return odd ? FLIPS : KEEPS;
    case BIT_AND_EXPR:
      return odd ? KEEPS : UNCLEAR;
    case TRUNC_MOD_EXPR:
      return odd ? UNCLEAR : KEEPS;
    case EQ_EXPR: case NE_EXPR:
      return (!(integer_zerop (b) || integer_onep (b))
	      || !bit_p (region, a, seen) ? UNCLEAR
	      : integer_zerop (b) == (code == EQ_EXPR) ? FLIPS : KEEPS);
    default:
      return UNCLEAR;
    }
}

/* NAME, which REGION is given, has a value that it is likely to have: that.  */
static tree
likely_value (struct plug_region *region, tree name)
{
  struct plug_param *p
    = TREE_CODE (name) == SSA_NAME ? plug_parameter_of (region, name) : NULL;
  return p ? build_int_cst (TREE_TYPE (name), p->likely) : NULL_TREE;
}

/* NAME is 0 or 1, those that are SEEN being so.  */
static bool
bit_p (struct plug_region *region, tree name, bitmap seen)
{
  name = plug_strip_copies (name);
  if (TREE_CODE (name) == INTEGER_CST)
    return integer_zerop (name) || integer_onep (name);
  if (TREE_CODE (name) != SSA_NAME)
    return false;
  if (TREE_CODE (TREE_TYPE (name)) == BOOLEAN_TYPE
      || !bitmap_set_bit (seen, SSA_NAME_VERSION (name)))
    return true;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      bool all = true;
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	all = all && bit_p (region, gimple_phi_arg_def (phi, i), seen);
      return all;
    }
  if (tree likely = likely_value (region, name))
    return bit_p (region, likely, seen);
  if (!is_gimple_assign (def) || gimple_vuse (def))
    return false;
  tree a = gimple_assign_rhs1 (def), b = gimple_assign_rhs2 (def);
  switch (gimple_assign_rhs_code (def))
    {
    case SSA_NAME: CASE_CONVERT:
      return INTEGRAL_TYPE_P (TREE_TYPE (a)) && bit_p (region, a, seen);
    case MINUS_EXPR:
      return integer_onep (a) && bit_p (region, b, seen);
    case BIT_XOR_EXPR:
      return integer_onep (b) && bit_p (region, a, seen);
    case BIT_AND_EXPR:
      return integer_onep (b);
    default:
      return TREE_CODE_CLASS (gimple_assign_rhs_code (def)) == tcc_comparison;
    }
}

/* NAME, computed from A and B by CODE, isn't negative if those aren't.  */
static bool
keeps_sign_p (tree name, tree_code code)
{
  switch (code)
    {
    case PLUS_EXPR: case MULT_EXPR:
      return TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (name));
    case BIT_IOR_EXPR: case BIT_XOR_EXPR: case BIT_AND_EXPR:
    case TRUNC_DIV_EXPR: case TRUNC_MOD_EXPR: case RSHIFT_EXPR:
      return true;
    default:
      return false;
    }
}

/* NAME isn't negative, those that are SEEN not being so.  */
static bool
nonnegative_p (struct plug_region *region, tree name, bitmap seen)
{
  name = plug_strip_copies (name);
  if (TREE_CODE (name) == INTEGER_CST)
    return tree_int_cst_sgn (name) >= 0;
  if (TREE_CODE (name) != SSA_NAME)
    return false;
  if (TYPE_UNSIGNED (TREE_TYPE (name))
      || !bitmap_set_bit (seen, SSA_NAME_VERSION (name)))
    return true;
  if (tree likely = likely_value (region, name))
    return tree_int_cst_sgn (likely) >= 0;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	if (!nonnegative_p (region, gimple_phi_arg_def (phi, i), seen))
	  return false;
      return true;
    }
  return (is_gimple_assign (def) && !gimple_vuse (def)
	  && keeps_sign_p (name, gimple_assign_rhs_code (def))
	  && nonnegative_p (region, gimple_assign_rhs1 (def), seen)
	  && nonnegative_p (region, gimple_assign_rhs2 (def), seen));
}

/* The parity of NAME follows from constants; *INSIDE: a loop inside of another
   changes it.  SEEN: those that are being looked at.  */
static bool
followed_p (struct plug_region *region, tree name, bitmap seen, bool *inside)
{
  name = plug_strip_copies (name);
  if (TREE_CODE (name) == INTEGER_CST || likely_value (region, name))
    return true;
  if (TREE_CODE (name) != SSA_NAME)
    return false;
  if (!bitmap_set_bit (seen, SSA_NAME_VERSION (name)))
    return true;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      class loop *loop = gimple_bb (phi)->loop_father;
      bool header = loop_outer (loop) && loop->header == gimple_bb (phi);
      if (header && !loop->inner)
	return false;
      *inside |= header && loop_depth (loop) > 1;
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	if (!followed_p (region, gimple_phi_arg_def (phi, i), seen, inside))
	  return false;
      return true;
    }
  tree operand;
  return (is_gimple_assign (def) && !gimple_vuse (def)
	  && change_of (region, def, &operand) != UNCLEAR
	  && followed_p (region, operand, seen, inside));
}

/* --- Choices -------------------------------------------------------------- */

/* STMT chooses a pointer.  */
static bool
choice_p (gimple *stmt)
{
  if (gphi *phi = dyn_cast <gphi *> (stmt))
    return (POINTER_TYPE_P (TREE_TYPE (gimple_phi_result (phi)))
	    && test_before (phi));
  return (is_gimple_assign (stmt)
	  && gimple_assign_rhs_code (stmt) == COND_EXPR
	  && POINTER_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt))));
}

/* What STMT chooses by into *LEAF.  */
static bool
find_leaf_of (gimple *stmt, tree *leaf)
{
  *leaf = NULL_TREE;
  gcond *test = (gimple_code (stmt) == GIMPLE_PHI
		 ? test_before (as_a <gphi *> (stmt)) : NULL);
  bool ok = (test ? (find_leaf (gimple_cond_lhs (test), leaf, MAX_STEPS)
		     && find_leaf (gimple_cond_rhs (test), leaf, MAX_STEPS))
	     : find_leaf (gimple_assign_rhs1 (stmt), leaf, MAX_STEPS));
  return ok && *leaf;
}

/* STMT chooses by a parity: how into *C.  */
static bool
parity_choice_p (struct plug_region *region, gimple *stmt, struct choice *c)
{
  auto_bitmap seen, bits;
  bool inside = false;
  if (!choice_p (stmt) || !find_leaf_of (stmt, &c->leaf))
    return false;
  c->stmt = stmt;
  c->bit = bit_p (region, c->leaf, bits);
  for (int k = 0; k < (c->bit ? 2 : 4); k++)
    {
      tree chosen = chosen_if (region, c, k);
      if (!chosen || (k > 1 && chosen != c->at[k % 2]))
	return false;
      c->at[k % 2] = chosen;
    }
  return (c->at[0] != c->at[1]
	  && types_compatible_p (TREE_TYPE (c->at[0]), TREE_TYPE (c->at[1]))
	  && followed_p (region, c->leaf, seen, &inside) && inside);
}

/* --- Pairs ---------------------------------------------------------------- */

static struct pair pair_of (struct pairs *, tree);

/* The pair of the PHI that defines NAME.  */
static struct pair
pair_of_phi (struct pairs *pairs, tree name, gphi *phi)
{
  basic_block bb = gimple_bb (phi);
  tree type = TREE_TYPE (pairs->even);
  gphi *chosen = create_phi_node (make_ssa_name (type), bb);
  gphi *other = create_phi_node (make_ssa_name (type), bb);
  struct pair p = { gimple_phi_result (chosen), gimple_phi_result (other) };
  pairs->of->put (name, p);
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      struct pair arg = pair_of (pairs, gimple_phi_arg_def (phi, i));
      edge e = gimple_phi_arg_edge (phi, i);
      add_phi_arg (chosen, arg.chosen, e, UNKNOWN_LOCATION);
      add_phi_arg (other, arg.other, e, UNKNOWN_LOCATION);
    }
  return p;
}

static struct pair
pair_of (struct pairs *pairs, tree name)
{
  name = plug_strip_copies (name);
  if (TREE_CODE (name) == INTEGER_CST)
    {
      bool odd = wi::bit_and (wi::to_wide (name), 1) != 0;
      return { odd ? pairs->odd : pairs->even, odd ? pairs->even : pairs->odd };
    }
  if (struct pair *known = pairs->of->get (name))
    return *known;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (gphi *phi = dyn_cast <gphi *> (def))
    return pair_of_phi (pairs, name, phi);
  if (struct plug_param *p = plug_parameter_of (pairs->region, name))
    {
      plug_expect_likely (p, name);
      return pair_of (pairs, likely_value (pairs->region, name));
    }
  tree operand;
  enum change change = change_of (pairs->region, def, &operand);
  struct pair from = pair_of (pairs, operand), p = { from.other, from.chosen };
  return change == FLIPS ? p : from;
}

/* Let C choose by the pairs.  */
static void
replace (struct pairs *pairs, const struct choice *c)
{
  struct pair p = pair_of (pairs, c->leaf);
  tree value = c->at[0] == pairs->even ? p.chosen : p.other;
  gphi *phi = dyn_cast <gphi *> (c->stmt);
  if (!phi)
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (c->stmt);
      gimple_assign_set_rhs_from_tree (&gsi, value);
      update_stmt (gsi_stmt (gsi));
      return;
    }
  tree result = gimple_phi_result (phi);
  gimple_stmt_iterator at = gsi_for_stmt (phi);
  gimple_stmt_iterator to = gsi_after_labels (gimple_bb (phi));
  remove_phi_node (&at, false);
  gsi_insert_before (&to, gimple_build_assign (result, value), GSI_SAME_STMT);
}

static void
collect (struct plug_region *region, vec<struct choice> *all)
{
  basic_block bb;
  struct choice c;
  FOR_EACH_BB_FN (bb, cfun)
    {
      for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
	if (parity_choice_p (region, i.phi (), &c))
	  all->safe_push (c);
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	   gsi_next (&i))
	if (parity_choice_p (region, gsi_stmt (i), &c))
	  all->safe_push (c);
    }
}

/* The choices from FIRST on between the same pointers as that one.  */
static void
pair_like (struct plug_region *region, const vec<struct choice> &all,
	   unsigned first)
{
  hash_map<tree, struct pair> of;
  struct pairs pairs = { region, all[first].at[0], all[first].at[1], &of };
  for (unsigned k = first; k < all.length (); k++)
    if ((all[k].at[0] == pairs.even && all[k].at[1] == pairs.odd)
	|| (all[k].at[0] == pairs.odd && all[k].at[1] == pairs.even))
      replace (&pairs, &all[k]);
}

/* ALL[K] is between the same pointers as one before.  */
static bool
paired_p (const vec<struct choice> &all, unsigned k)
{
  for (unsigned i = 0; i < k; i++)
    if (all[i].at[0] == all[k].at[0] || all[i].at[0] == all[k].at[1])
      return true;
  return false;
}

void
plug_pair_pointers (struct plug_region *region)
{
  auto_vec<struct choice> all;
  collect (region, &all);
  for (unsigned k = 0; k < all.length (); k++)
    if (!paired_p (all, k))
      pair_like (region, all, k);
  scev_reset ();
}
