/* extract-chain.cc: the steps by which a loop changes a scalar.

   SPDX-License-Identifier: GPL-3.0-or-later

   If every step of a chain applies one operator, and nothing else looks at the
   names in between, the order of combination is free.  */

#include "pram-gcc.h"
#include "region.h"
#include "deposit.h"
#include "extract.h"
#include "extract-chain.h"
#include "front/free-variables.h"

/* --- Members ------------------------------------------------------------ */

bool
plug_member_p (const struct plug_chain *c, tree value)
{
  return (TREE_CODE (value) == SSA_NAME
	  && bitmap_bit_p (c->members, SSA_NAME_VERSION (value)));
}

static bool
inside_p (struct plug_chain *c, gimple *stmt)
{
  return gimple_bb (stmt)
	 && flow_bb_inside_loop_p (c->l->loop, gimple_bb (stmt));
}

tree
plug_defined_scalar (gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt);
  return (lhs && TREE_CODE (lhs) == SSA_NAME && !virtual_operand_p (lhs)
	  ? lhs : NULL_TREE);
}

/* Put into REACHED what depends on NAME inside the loop.  */
static void
reach_uses (struct plug_chain *c, tree name, bitmap reached)
{
  auto_vec<tree> work;
  work.safe_push (name);
  bitmap_set_bit (reached, SSA_NAME_VERSION (name));
  while (!work.is_empty ())
    {
      imm_use_iterator iter;
      use_operand_p use;
      FOR_EACH_IMM_USE_FAST (use, iter, work.pop ())
	{
	  gimple *stmt = USE_STMT (use);
	  tree lhs = (is_gimple_debug (stmt) ? NULL_TREE
		      : plug_defined_scalar (stmt));
	  if (lhs && inside_p (c, stmt)
	      && bitmap_set_bit (reached, SSA_NAME_VERSION (lhs)))
	    work.safe_push (lhs);
	}
    }
}

/* Put into REACHED what NAME depends on inside the loop.  */
static void
reach_definitions (struct plug_chain *c, tree name, bitmap reached)
{
  auto_vec<tree> work;
  work.safe_push (name);
  bitmap_set_bit (reached, SSA_NAME_VERSION (name));
  while (!work.is_empty ())
    {
      gimple *stmt = SSA_NAME_DEF_STMT (work.pop ());
      ssa_op_iter iter;
      use_operand_p use;
      if (!inside_p (c, stmt) || stmt == c->phi)
	continue;
      FOR_EACH_PHI_OR_STMT_USE (use, stmt, iter, SSA_OP_USE)
	if (TREE_CODE (USE_FROM_PTR (use)) == SSA_NAME
	    && bitmap_set_bit (reached,
			       SSA_NAME_VERSION (USE_FROM_PTR (use))))
	  work.safe_push (USE_FROM_PTR (use));
    }
}

/* --- Steps of a chain --------------------------------------------------- */

/* The chain's operator is OP, here as elsewhere.  */
static bool
set_op (struct plug_chain *c, enum pram_op op, gimple *stmt)
{
  if (c->op_known && c->op != op)
    return false;
  if (!c->op_known || c->loc == UNKNOWN_LOCATION)
    c->loc = gimple_location (stmt);
  c->op_known = true;
  c->op = op;
  return true;
}

static bool
conversion_step_p (tree to, tree from, tree result)
{
  tree a = TREE_TYPE (to), b = TREE_TYPE (from), r = TREE_TYPE (result);
  if (SCALAR_FLOAT_TYPE_P (a))
    return SCALAR_FLOAT_TYPE_P (b);
  return (INTEGRAL_TYPE_P (a) && INTEGRAL_TYPE_P (b)
	  && TYPE_PRECISION (a) >= TYPE_PRECISION (r)
	  && TYPE_PRECISION (b) >= TYPE_PRECISION (r));
}

/* STMT chooses between a member and one more value, A and B.  */
static bool
set_extreme (struct plug_chain *c, enum pram_op op, gimple *stmt, tree a,
	     tree b)
{
  tree other = plug_member_p (c, a) ? b : a;
  if (!plug_fits_p (other, TREE_TYPE (c->first)))
    c->other_type = TREE_TYPE (other);
  return set_op (c, op, stmt);
}

static bool
assign_step_p (struct plug_chain *c, gimple *stmt)
{
  tree lhs = gimple_assign_lhs (stmt), a = gimple_assign_rhs1 (stmt);
  tree b = gimple_assign_rhs2 (stmt);
  if (gimple_vuse (stmt) || gimple_num_ops (stmt) > 3
      || (b && plug_member_p (c, a) == plug_member_p (c, b)))
    return false;
  switch (gimple_assign_rhs_code (stmt))
    {
    CASE_CONVERT:
      if (!plug_type_within_p (TREE_TYPE (c->first), TREE_TYPE (lhs)))
	c->converted_to = TREE_TYPE (lhs);
      return conversion_step_p (lhs, a, c->first);
    case SSA_NAME:
      return true;
    case PLUS_EXPR: return set_op (c, PRAM_OP_SUM, stmt);
    case MINUS_EXPR: return plug_member_p (c, a) && set_op (c, PRAM_OP_SUM, stmt);
    case MULT_EXPR: return set_op (c, PRAM_OP_PROD, stmt);
    case MIN_EXPR: return set_extreme (c, PRAM_OP_MIN, stmt, a, b);
    case MAX_EXPR: return set_extreme (c, PRAM_OP_MAX, stmt, a, b);
    case BIT_AND_EXPR: return set_op (c, PRAM_OP_AND, stmt);
    case BIT_IOR_EXPR: return set_op (c, PRAM_OP_IOR, stmt);
    case BIT_XOR_EXPR: return set_op (c, PRAM_OP_XOR, stmt);
    case NE_EXPR:
      return (c->truth = (TREE_CODE (TREE_TYPE (c->first)) == BOOLEAN_TYPE
			  && TREE_CODE (TREE_TYPE (lhs)) == BOOLEAN_TYPE
			  && integer_zerop (b)));
    default: return false;
    }
}

/* `any |= x' for a _Bool: any = ((int) any | (int) x) != 0.  */
static bool
truth_op_p (struct plug_chain *c)
{
  if (!c->truth)
    return true;
  if (c->op != PRAM_OP_IOR && c->op != PRAM_OP_AND)
    return false;
  c->op = c->op == PRAM_OP_IOR ? PRAM_OP_LOR : PRAM_OP_LAND;
  return true;
}

static bool
call_step_p (struct plug_chain *c, gimple *stmt)
{
  tree fn = gimple_call_fndecl (stmt);
  if (!fn || !fndecl_built_in_p (fn, BUILT_IN_NORMAL)
      || gimple_call_num_args (stmt) != 2)
    return false;
  tree a = gimple_call_arg (stmt, 0), b = gimple_call_arg (stmt, 1);
  if (plug_member_p (c, a) == plug_member_p (c, b))
    return false;
  c->choices |= CHOOSE_NUMBER;
  switch (DECL_FUNCTION_CODE (fn))
    {
    CASE_FLT_FN (BUILT_IN_FMAX):
      return set_extreme (c, PRAM_OP_MAX, stmt, a, b);
    CASE_FLT_FN (BUILT_IN_FMIN):
      return set_extreme (c, PRAM_OP_MIN, stmt, a, b);
    default: return false;
    }
}

/* The edge of TEST by which alone control reaches edge E.  */
static edge
edge_before (basic_block test, edge e)
{
  edge f;
  edge_iterator ei;
  if (e->src == test)
    return e;
  FOR_EACH_EDGE (f, ei, test->succs)
    if (single_pred_p (f->dest)
	&& dominated_by_p (CDI_DOMINATORS, e->src, f->dest))
      return f;
  return NULL;
}

/* A new value is taken where its comparison CODE with the old one is TAKEN.  */
static void
note_comparison (struct plug_chain *c, enum tree_code code, bool taken)
{
  bool equal = code == LE_EXPR || code == GE_EXPR || code == UNLE_EXPR
	       || code == UNGE_EXPR;
  bool unordered = code == UNLT_EXPR || code == UNGT_EXPR || code == UNLE_EXPR
		   || code == UNGE_EXPR;
  c->choices |= equal == taken ? CHOOSE_LATER : CHOOSE_FIRST;
  c->choices |= unordered == taken ? CHOOSE_NAN : CHOOSE_ORDERED;
}

/* OPERAND of a comparison is VALUE, as far as its type goes.  */
static bool
compared_p (tree operand, tree value)
{
  return plug_same_value_p (plug_strip_exact (operand),
			    plug_strip_exact (value));
}

/* … but for conversions that may change it.  */
static bool
converted_p (tree operand, tree value)
{
  return plug_same_value_p (plug_strip_conversions (operand),
			    plug_strip_conversions (value));
}

/* A and B, which are compared, aren't MEMBER and OTHER.  Say so if they were
   in another type.  */
static void
note_type (struct plug_chain *c, tree a, tree b, tree member, tree other)
{
  if ((converted_p (a, member) && converted_p (b, other))
      || (converted_p (a, other) && converted_p (b, member)))
    c->other_type = TREE_TYPE (a);
}

/* What a condition tests: STMT, the condition or where its truth value comes
   from, finds A CODE B for the edge in question if TAKEN.  */
struct comparison
{
  gimple *stmt;
  enum tree_code code;
  tree a, b;
  bool taken;
};

/* STMT makes *R's truth value from another one: follow that.  */
static bool
follow_truth (struct comparison *r, gimple *stmt, enum tree_code code, tree a,
	      tree b)
{
  bool truth = TREE_CODE (TREE_TYPE (a)) == BOOLEAN_TYPE;
  gassign *def = (truth && TREE_CODE (a) == SSA_NAME && has_single_use (a)
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (a)) : NULL);
  *r = (struct comparison) { stmt, code, a, b, r->taken };
  if (!def)
    return false;
  if (code == EQ_EXPR || code == NE_EXPR)
    {
      if (!integer_zerop (b) && !integer_onep (b))
	return false;
      r->taken ^= (code == EQ_EXPR) == (integer_zerop (b) != 0);
    }
  else if (code == BIT_NOT_EXPR)
    r->taken = !r->taken;
  else if (code != SSA_NAME)
    return false;
  r->stmt = def;
  return true;
}

/* The comparison that COND makes for edge E.  */
static struct comparison
comparison_of (gcond *cond, edge e)
{
  struct comparison r = { cond, ERROR_MARK, NULL_TREE, NULL_TREE,
			  (e->flags & EDGE_TRUE_VALUE) != 0 };
  bool more = follow_truth (&r, cond, gimple_cond_code (cond),
			    gimple_cond_lhs (cond), gimple_cond_rhs (cond));
  while (more)
    more = follow_truth (&r, r.stmt, gimple_assign_rhs_code (r.stmt),
			 gimple_assign_rhs1 (r.stmt),
			 gimple_assign_rhs2 (r.stmt));
  return r;
}

/* R is OTHER < MEMBER (MIN) or OTHER > MEMBER (MAX).  */
static bool
comparison_op (struct plug_chain *c, const struct comparison *r, tree member,
	       tree other, enum pram_op *op)
{
  enum tree_code code = r->code;
  if (TREE_CODE_CLASS (code) != tcc_comparison)
    return false;
  if (compared_p (r->a, member) && compared_p (r->b, other))
    code = swap_tree_comparison (code);
  else if (!compared_p (r->a, other) || !compared_p (r->b, member))
    {
      note_type (c, r->a, r->b, member, other);
      return false;
    }
  switch (code)
    {
    case LT_EXPR: case LE_EXPR: case UNLT_EXPR: case UNLE_EXPR:
      *op = r->taken ? PRAM_OP_MIN : PRAM_OP_MAX;
      break;
    case GT_EXPR: case GE_EXPR: case UNGT_EXPR: case UNGE_EXPR:
      *op = r->taken ? PRAM_OP_MAX : PRAM_OP_MIN;
      break;
    default:
      return false;
    }
  note_comparison (c, code, r->taken);
  return true;
}

/* Nothing but R looks at the conversion of MEMBER in it.  */
static void
allow_comparison (struct plug_chain *c, const struct comparison *r,
		  tree member)
{
  const tree operands[] = { r->a, r->b };
  bitmap_set_bit (c->allowed, gimple_uid (r->stmt));
  for (tree operand : operands)
    if (TREE_CODE (operand) == SSA_NAME && operand != member
	&& has_single_use (operand)
	&& plug_strip_exact (operand) == plug_strip_exact (member))
      bitmap_set_bit (c->allowed, gimple_uid (SSA_NAME_DEF_STMT (operand)));
}

/* The argument of PHI that is no member, and the member that all others are;
   false if they are several.  */
static bool
select_arguments (struct plug_chain *c, gphi *phi, tree *member,
		  unsigned *other)
{
  *member = NULL_TREE;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      tree value = gimple_phi_arg_def (phi, i);
      if (!plug_member_p (c, value))
	*other = i;
      else if (!*member)
	*member = value;
      else if (plug_strip_exact (*member) != plug_strip_exact (value))
	return false;
    }
  return *member != NULL_TREE;
}

/* PHI selects between a member and another value by comparing the two.  */
static bool
select_step_p (struct plug_chain *c, gphi *phi)
{
  tree member;
  unsigned i = 0;
  if (!select_arguments (c, phi, &member, &i))
    return false;
  tree other = gimple_phi_arg_def (phi, i);
  edge into = gimple_phi_arg_edge (phi, i);
  for (basic_block test = into->src;
       test && flow_bb_inside_loop_p (c->l->loop, test);
       test = get_immediate_dominator (CDI_DOMINATORS, test))
    {
      gimple *last = last_stmt (test);
      gcond *cond = last ? dyn_cast <gcond *> (last) : NULL;
      edge e = cond ? edge_before (test, into) : NULL;
      enum pram_op op;
      if (!e)
	continue;
      struct comparison r = comparison_of (cond, e);
      if (!comparison_op (c, &r, member, other, &op))
	continue;
      allow_comparison (c, &r, member);
      return set_op (c, op, cond);
    }
  return false;
}

static bool
phi_step_p (struct plug_chain *c, gphi *phi)
{
  unsigned n_others = 0;
  basic_block bb = gimple_bb (phi);
  if (phi == c->phi)
    return true;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    n_others += !plug_member_p (c, gimple_phi_arg_def (phi, i));
  if (n_others == 0)
    return true;
  return (n_others == 1 && bb->loop_father->header != bb
	  && select_step_p (c, phi));
}

static bool
step_p (struct plug_chain *c, gimple *stmt)
{
  if (gphi *phi = dyn_cast <gphi *> (stmt))
    return phi_step_p (c, phi);
  return is_gimple_assign (stmt) ? assign_step_p (c, stmt)
				 : is_gimple_call (stmt)
				   && call_step_p (c, stmt);
}

/* NAME, a member, is not looked at but by the chain; after the loop its final
   value alone.  */
static bool
private_p (struct plug_chain *c, tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  basic_block test = c->l->exits[0].test;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *stmt = USE_STMT (use);
      tree lhs;
      if (is_gimple_debug (stmt))
	continue;
      if (!inside_p (c, stmt))
	{
	  basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (c->last));
	  if (name == c->last
	      || (name == c->first
		  && !(bb && dominated_by_p (CDI_DOMINATORS, test, bb))))
	    continue;
	  return false;
	}
      lhs = plug_defined_scalar (stmt);
      if (!(lhs && plug_member_p (c, lhs)) && !plug_waits_for_count_p (stmt)
	  && !bitmap_bit_p (c->allowed, gimple_uid (stmt)))
	return false;
    }
  return true;
}

/* --- Logical operators -------------------------------------------------- */

bool
plug_chain_tested_p (struct plug_chain *c)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, c->first)
    {
      gimple *stmt = USE_STMT (use);
      if (is_gimple_debug (stmt) || !inside_p (c, stmt)
	  || gimple_code (stmt) == GIMPLE_PHI)
	continue;
      if (gcond *cond = dyn_cast <gcond *> (stmt))
	{
	  if (!integer_zerop (gimple_cond_rhs (cond)))
	    return false;
	  continue;
	}
      if (!is_gimple_assign (stmt))
	return false;
      enum tree_code code = gimple_assign_rhs_code (stmt);
      if (code != BIT_AND_EXPR && code != BIT_IOR_EXPR
	  && !CONVERT_EXPR_CODE_P (code)
	  && !((code == NE_EXPR || code == EQ_EXPR)
	       && integer_zerop (gimple_assign_rhs2 (stmt))))
	return false;
    }
  return true;
}

/* --- Flags -------------------------------------------------------------- */

/* `for (…) if (…) flag = 1;': a scalar that the loop sets to one constant is,
   where it is set, the maximum of that constant and the least value of its
   type (or the minimum, if the constant is that).  */

/* VALUE is the constant *CONSTANT, or a choice between copies of it.  The
   first one is taken as *CONSTANT.  */
static bool
always_p (tree value, tree *constant, int depth)
{
  if (TREE_CODE (value) == INTEGER_CST)
    {
      if (!*constant)
	*constant = value;
      return tree_int_cst_equal (*constant, value);
    }
  if (TREE_CODE (value) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (value)
      || depth > 8)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	if (!always_p (gimple_phi_arg_def (phi, i), constant, depth + 1))
	  return false;
      return true;
    }
  return (gimple_assign_single_p (def) && !gimple_vuse (def)
	  && always_p (gimple_assign_rhs1 (def), constant, depth + 1));
}

/* The constant that C's loop sets the scalar to, or null.  */
static tree
flag_constant (struct plug_chain *c)
{
  tree constant = NULL_TREE;
  bitmap_iterator bi;
  unsigned v;
  EXECUTE_IF_SET_IN_BITMAP (c->members, 0, v, bi)
    {
      gimple *def = SSA_NAME_DEF_STMT (ssa_name (v));
      gphi *phi = dyn_cast <gphi *> (def);
      if (!phi && !gimple_assign_ssa_name_copy_p (def))
	return NULL_TREE;
      for (unsigned i = 0; phi && phi != c->phi
			   && i < gimple_phi_num_args (phi); i++)
	{
	  tree value = gimple_phi_arg_def (phi, i);
	  if (!plug_member_p (c, value) && !always_p (value, &constant, 0))
	    return NULL_TREE;
	}
    }
  return constant;
}

/* C is a flag: take the operator that does the same.  */
static bool
flag_step_p (struct plug_chain *c)
{
  tree type = TREE_TYPE (c->first), constant;
  if (!INTEGRAL_TYPE_P (type) || TREE_CODE (c->last) != SSA_NAME
      || !(constant = flag_constant (c)))
    return false;
  if (TREE_CODE (type) == BOOLEAN_TYPE)
    c->op = integer_zerop (constant) ? PRAM_OP_LAND : PRAM_OP_LOR;
  else
    c->op = (tree_int_cst_equal (constant, TYPE_MIN_VALUE (type))
	     ? PRAM_OP_MIN : PRAM_OP_MAX);
  c->op_known = c->sets = true;
  return true;
}

/* --- The whole chain ---------------------------------------------------- */

void
plug_chain_collect (struct plug_chain *c)
{
  auto_bitmap uses;
  if (TREE_CODE (c->last) == SSA_NAME)
    {
      reach_uses (c, c->first, uses);
      reach_definitions (c, c->last, c->members);
      bitmap_and_into (c->members, uses);
    }
  bitmap_set_bit (c->members, SSA_NAME_VERSION (c->first));
}

bool
plug_chain_private_p (struct plug_chain *c)
{
  bitmap_iterator bi;
  unsigned v;
  EXECUTE_IF_SET_IN_BITMAP (c->members, 0, v, bi)
    if (!private_p (c, ssa_name (v)))
      return false;
  return true;
}

bool
plug_chain_p (struct plug_chain *c)
{
  bitmap_iterator bi;
  unsigned v;
  if (TREE_CODE (c->last) != SSA_NAME)
    return false;
  if (!flag_step_p (c))
    EXECUTE_IF_SET_IN_BITMAP (c->members, 0, v, bi)
      if (!step_p (c, SSA_NAME_DEF_STMT (ssa_name (v))))
	return false;
  if (!plug_chain_private_p (c))
    return false;
  if (c->op == PRAM_OP_MIN || c->op == PRAM_OP_MAX)
    {
      if (c->converted_to)
	c->other_type = c->converted_to;
      if (c->other_type)
	return false;
    }
  return c->op_known && truth_op_p (c);
}
