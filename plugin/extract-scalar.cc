/* extract-scalar.cc: scalars that a loop carries from iteration to iteration.

   SPDX-License-Identifier: GPL-3.0-or-later

   A scalar is a PHI of the loop's header.  Its chain are the names on the
   paths from the PHI to its value at the latch, through inner loops and
   joins.  If every step of the chain applies one operator, and nothing else
   looks at the names in between, the order of combination is free.  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"
#include "scan.h"

/* How a step of a floating minimum or maximum chooses between what it has and a
   new value.  */
enum choice
{
  CHOOSE_FIRST = 1,		/* of equal values (0 and -0) what it has */
  CHOOSE_LATER = 2,		/* … the new one */
  CHOOSE_NAN = 4,		/* a new NaN is taken */
  CHOOSE_NUMBER = 8,		/* fmax: a NaN always loses (which zero wins, C
				   leaves open) */
  CHOOSE_ORDERED = 16		/* no comparison with a NaN takes anything */
};

struct chain
{
  struct plug_extract *x;
  struct plug_loop *l;
  gphi *phi;
  tree first, last;		/* the PHI's result; its value at the latch */
  bitmap members;		/* SSA versions */
  bitmap allowed;		/* UIDs of other statements that may look */
  bool op_known;
  enum pram_op op;
  location_t loc;		/* of an update */
  bool sets;			/* a constant, whatever it was */
  bool truth;			/* != 0 is applied to it */
  int choices;			/* enum choice: the kinds of its steps */
  gimple *witness;		/* of a use in between, or null */
};

/* --- Members ------------------------------------------------------------ */

static bool
member_p (struct chain *c, tree value)
{
  return (TREE_CODE (value) == SSA_NAME
	  && bitmap_bit_p (c->members, SSA_NAME_VERSION (value)));
}

static bool
inside_p (struct chain *c, gimple *stmt)
{
  return gimple_bb (stmt)
	 && flow_bb_inside_loop_p (c->l->loop, gimple_bb (stmt));
}

/* What STMT defines, a scalar, or null.  */
static tree
definition (gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt);
  return (lhs && TREE_CODE (lhs) == SSA_NAME && !virtual_operand_p (lhs)
	  ? lhs : NULL_TREE);
}

/* Put into REACHED what depends on NAME inside the loop.  */
static void
reach_uses (struct chain *c, tree name, bitmap reached)
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
	  tree lhs = is_gimple_debug (stmt) ? NULL_TREE : definition (stmt);
	  if (lhs && inside_p (c, stmt)
	      && bitmap_set_bit (reached, SSA_NAME_VERSION (lhs)))
	    work.safe_push (lhs);
	}
    }
}

/* Put into REACHED what NAME depends on inside the loop.  */
static void
reach_definitions (struct chain *c, tree name, bitmap reached)
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

/* --- Values that are the same ------------------------------------------- */

static bool same_value_p (tree, tree, int);

/* The state of memory VUSE, before the checks that a sanitizer put there.  */
static tree
skip_check_calls (tree vuse)
{
  while (vuse && !SSA_NAME_IS_DEFAULT_DEF (vuse))
    {
      gcall *call = dyn_cast <gcall *> (SSA_NAME_DEF_STMT (vuse));
      if (!call || !plug_check_call_p (call))
	break;
      vuse = gimple_vuse (call);
    }
  return vuse;
}

/* Likewise, if the checks are under a condition.  */
static tree
skip_checks (tree vuse)
{
  while (true)
    {
      vuse = skip_check_calls (vuse);
      gphi *phi = vuse ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (vuse)) : NULL;
      if (!phi || gimple_phi_num_args (phi) != 2)
	return vuse;
      tree a = skip_check_calls (gimple_phi_arg_def (phi, 0));
      if (a != skip_check_calls (gimple_phi_arg_def (phi, 1)))
	return vuse;
      vuse = a;
    }
}

static bool
same_operation_p (gimple *a, gimple *b, int depth)
{
  if (gimple_code (a) != gimple_code (b)
      || skip_checks (gimple_vuse (a)) != skip_checks (gimple_vuse (b))
      || gimple_num_ops (a) != gimple_num_ops (b))
    return false;
  if (is_gimple_assign (a)
      ? gimple_assign_rhs_code (a) != gimple_assign_rhs_code (b)
      : !is_gimple_call (a) || !plug_pure_call_p (as_a <gcall *> (a))
	|| !gimple_call_same_target_p (a, b))
    return false;
  if (gimple_num_ops (a) > 1
      && !types_compatible_p (TREE_TYPE (gimple_get_lhs (a)),
			      TREE_TYPE (gimple_get_lhs (b))))
    return false;
  for (unsigned i = 1; i < gimple_num_ops (a); i++)
    {
      tree s = gimple_op (a, i), t = gimple_op (b, i);
      if (s != t && (!s || !t || !same_value_p (s, t, depth + 1)))
	return false;
    }
  return true;
}

/* A and B, computed at different places, are the same value; memory
   included.  */
static bool
same_value_p (tree a, tree b, int depth)
{
  if (a == b)
    return true;
  if (depth > 12 || TREE_CODE (a) != TREE_CODE (b))
    return false;
  if (TREE_CODE (a) == SSA_NAME)
    return (!SSA_NAME_IS_DEFAULT_DEF (a) && !SSA_NAME_IS_DEFAULT_DEF (b)
	    && same_operation_p (SSA_NAME_DEF_STMT (a), SSA_NAME_DEF_STMT (b),
				 depth));
  if (!EXPR_P (a))
    return operand_equal_p (a, b, 0);
  for (int i = 0; i < TREE_OPERAND_LENGTH (a); i++)
    {
      tree s = TREE_OPERAND (a, i), t = TREE_OPERAND (b, i);
      if (s != t && (!s || !t || !same_value_p (s, t, depth + 1)))
	return false;
    }
  return true;
}

/* VALUE without copies and conversions between floating types.  */
static tree
strip_rounding (tree value)
{
  while (TREE_CODE (value) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (value);
      if (!is_gimple_assign (def) || gimple_vuse (def))
	break;
      enum tree_code code = gimple_assign_rhs_code (def);
      if (code != SSA_NAME
	  && (!CONVERT_EXPR_CODE_P (code)
	      || !SCALAR_FLOAT_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (def)))))
	break;
      value = gimple_assign_rhs1 (def);
    }
  return value;
}

/* --- Steps of a chain --------------------------------------------------- */

/* The chain's operator is OP, here as elsewhere.  */
static bool
set_op (struct chain *c, enum pram_op op, gimple *stmt)
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

static bool
assign_step_p (struct chain *c, gimple *stmt)
{
  tree lhs = gimple_assign_lhs (stmt), a = gimple_assign_rhs1 (stmt);
  tree b = gimple_assign_rhs2 (stmt);
  if (gimple_vuse (stmt) || gimple_num_ops (stmt) > 3
      || (b && member_p (c, a) == member_p (c, b)))
    return false;
  switch (gimple_assign_rhs_code (stmt))
    {
    CASE_CONVERT:
      return conversion_step_p (lhs, a, c->first);
    case SSA_NAME:
      return true;
    case PLUS_EXPR: return set_op (c, PRAM_OP_SUM, stmt);
    case MINUS_EXPR: return member_p (c, a) && set_op (c, PRAM_OP_SUM, stmt);
    case MULT_EXPR: return set_op (c, PRAM_OP_PROD, stmt);
    case MIN_EXPR: return set_op (c, PRAM_OP_MIN, stmt);
    case MAX_EXPR: return set_op (c, PRAM_OP_MAX, stmt);
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
truth_op_p (struct chain *c)
{
  if (!c->truth)
    return true;
  if (c->op != PRAM_OP_IOR && c->op != PRAM_OP_AND)
    return false;
  c->op = c->op == PRAM_OP_IOR ? PRAM_OP_LOR : PRAM_OP_LAND;
  return true;
}

static bool
call_step_p (struct chain *c, gimple *stmt)
{
  tree fn = gimple_call_fndecl (stmt);
  if (!fn || !fndecl_built_in_p (fn, BUILT_IN_NORMAL)
      || gimple_call_num_args (stmt) != 2
      || member_p (c, gimple_call_arg (stmt, 0))
	 == member_p (c, gimple_call_arg (stmt, 1)))
    return false;
  c->choices |= CHOOSE_NUMBER;
  switch (DECL_FUNCTION_CODE (fn))
    {
    CASE_FLT_FN (BUILT_IN_FMAX): return set_op (c, PRAM_OP_MAX, stmt);
    CASE_FLT_FN (BUILT_IN_FMIN): return set_op (c, PRAM_OP_MIN, stmt);
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
note_comparison (struct chain *c, enum tree_code code, bool taken)
{
  bool equal = code == LE_EXPR || code == GE_EXPR || code == UNLE_EXPR
	       || code == UNGE_EXPR;
  bool unordered = code == UNLT_EXPR || code == UNGT_EXPR || code == UNLE_EXPR
		   || code == UNGE_EXPR;
  c->choices |= equal == taken ? CHOOSE_LATER : CHOOSE_FIRST;
  c->choices |= unordered == taken ? CHOOSE_NAN : CHOOSE_ORDERED;
}

/* COND's comparison, for edge E to be taken, is OTHER < MEMBER (MIN) or
   OTHER > MEMBER (MAX).  */
static bool
comparison_op (struct chain *c, gcond *cond, edge e, tree member, tree other,
	       enum pram_op *op)
{
  tree a = gimple_cond_lhs (cond), b = gimple_cond_rhs (cond);
  enum tree_code code = gimple_cond_code (cond);
  tree m = strip_rounding (member), o = strip_rounding (other);
  if (same_value_p (strip_rounding (a), m, 0)
      && same_value_p (strip_rounding (b), o, 0))
    code = swap_tree_comparison (code);
  else if (!same_value_p (strip_rounding (a), o, 0)
	   || !same_value_p (strip_rounding (b), m, 0))
    return false;
  bool taken = e->flags & EDGE_TRUE_VALUE;
  switch (code)
    {
    case LT_EXPR: case LE_EXPR: case UNLT_EXPR: case UNLE_EXPR:
      *op = taken ? PRAM_OP_MIN : PRAM_OP_MAX;
      break;
    case GT_EXPR: case GE_EXPR: case UNGT_EXPR: case UNGE_EXPR:
      *op = taken ? PRAM_OP_MAX : PRAM_OP_MIN;
      break;
    default:
      return false;
    }
  note_comparison (c, code, taken);
  return true;
}

/* Nothing but COND looks at the conversion of MEMBER in it.  */
static void
allow_comparison (struct chain *c, gcond *cond, tree member)
{
  bitmap_set_bit (c->allowed, gimple_uid (cond));
  for (int i = 0; i < 2; i++)
    {
      tree operand = gimple_op (cond, i);
      if (TREE_CODE (operand) == SSA_NAME && operand != member
	  && has_single_use (operand)
	  && strip_rounding (operand) == strip_rounding (member))
	bitmap_set_bit (c->allowed,
			gimple_uid (SSA_NAME_DEF_STMT (operand)));
    }
}

/* The argument of PHI that is no member, and the member that all others are;
   false if they are several.  */
static bool
select_arguments (struct chain *c, gphi *phi, tree *member, unsigned *other)
{
  *member = NULL_TREE;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      tree value = gimple_phi_arg_def (phi, i);
      if (!member_p (c, value))
	*other = i;
      else if (!*member)
	*member = value;
      else if (strip_rounding (*member) != strip_rounding (value))
	return false;
    }
  return *member != NULL_TREE;
}

/* PHI selects between a member and another value by comparing the two.  */
static bool
select_step_p (struct chain *c, gphi *phi)
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
      if (!e || !comparison_op (c, cond, e, member, other, &op))
	continue;
      allow_comparison (c, cond, member);
      return set_op (c, op, cond);
    }
  return false;
}

static bool
phi_step_p (struct chain *c, gphi *phi)
{
  unsigned n_others = 0;
  basic_block bb = gimple_bb (phi);
  if (phi == c->phi)
    return true;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    n_others += !member_p (c, gimple_phi_arg_def (phi, i));
  if (n_others == 0)
    return true;
  return (n_others == 1 && bb->loop_father->header != bb
	  && select_step_p (c, phi));
}

static bool
step_p (struct chain *c, gimple *stmt)
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
private_p (struct chain *c, tree name)
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
		  && !dominated_by_p (CDI_DOMINATORS, test, bb)))
	    continue;
	  return false;
	}
      lhs = definition (stmt);
      if (!(lhs && member_p (c, lhs))
	  && !bitmap_bit_p (c->allowed, gimple_uid (stmt)))
	return false;
    }
  return true;
}

/* --- Logical operators -------------------------------------------------- */

/* The chain of a && b, written with branches, is not a chain of values.  We
   believe the clause if the scalar is only tested and selected.  */
static bool
only_tested_p (struct chain *c)
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
flag_constant (struct chain *c)
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
	  if (!member_p (c, value) && !always_p (value, &constant, 0))
	    return NULL_TREE;
	}
    }
  return constant;
}

/* C is a flag: take the operator that does the same.  */
static bool
flag_step_p (struct chain *c)
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

/* --- Carried scalars ---------------------------------------------------- */

/* The reduction clause for the variable of NAME, or null.  */
static struct plug_reduction *
clause_of (struct plug_extract *x, tree name)
{
  struct plug_region *region = x->region;
  tree var = SSA_NAME_VAR (name);
  for (int r = 0; var && r < region->n_reductions; r++)
    if (region->reductions[r].var == var
	|| region->reductions[r].var == DECL_ORIGIN (var))
      return &region->reductions[r];
  return NULL;
}

static const char *
op_text (enum pram_op op)
{
  static const char *const text[]
    = { "+", "*", "min", "max", "&", "|", "^", "&&", "||", "value",
	"first", "last" };
  return text[op];
}

/* Iterations of L have to run in order because of the scalar NAME.  */
static void
set_order (struct plug_extract *x, struct plug_loop *l, location_t loc,
	   const char *reason)
{
  if (l->node->order_reason)
    return;
  l->node->order_reason = pram_arena_strdup (x->prog->arena, reason);
  l->node->order_line = LOCATION_LINE (loc);
}

/* Iterations of L have to run in order if they share memory that is declared
   around it.  */
static void
find_shared (struct plug_extract *x, struct plug_loop *l)
{
  gimple *where;
  tree var = plug_private_variable (l->loop, true, &where);
  if (!var)
    return;
  const char *name = plug_name_of (x, var);
  set_order (x, l, gimple_location (where),
	     pram_arena_printf (x->prog->arena,
				"'%s' is declared outside of the loop at line "
				"%d, but inside the region: declare it outside",
				name ? name : "", l->node->line));
}

/* The location of an assignment to the scalar.  */
static location_t
update_location (struct chain *c)
{
  bitmap_iterator bi;
  unsigned v;
  if (c->loc != UNKNOWN_LOCATION)
    return c->loc;
  EXECUTE_IF_SET_IN_BITMAP (c->members, 0, v, bi)
    {
      gimple *stmt = SSA_NAME_DEF_STMT (ssa_name (v));
      if (gimple_code (stmt) != GIMPLE_PHI
	  && gimple_location (stmt) != UNKNOWN_LOCATION)
	return gimple_location (stmt);
    }
  if (TREE_CODE (c->last) == SSA_NAME)
    {
      gimple *stmt = SSA_NAME_DEF_STMT (c->last);
      if (gphi *phi = dyn_cast <gphi *> (stmt))
	for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	  if (gimple_phi_arg_location (phi, i) != UNKNOWN_LOCATION)
	    return gimple_phi_arg_location (phi, i);
      if (gimple_location (stmt) != UNKNOWN_LOCATION)
	return gimple_location (stmt);
    }
  return plug_loop_location (c->l);
}

/* NAME, a PHI's result, is looked at in LOOP by nothing but PHIs: only its
   last value matters.  */
static bool
idle_p (class loop *loop, tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *stmt = USE_STMT (use);
      if (!is_gimple_debug (stmt) && gimple_code (stmt) != GIMPLE_PHI
	  && flow_bb_inside_loop_p (loop, gimple_bb (stmt)))
	return false;
    }
  return true;
}

/* The scalar is set to a constant now and then.  */
static bool
flag_p (struct chain *c)
{
  if (!INTEGRAL_TYPE_P (TREE_TYPE (c->first))
      || TREE_CODE (c->last) != SSA_NAME)
    return false;
  gphi *phi = dyn_cast <gphi *> (SSA_NAME_DEF_STMT (c->last));
  for (unsigned i = 0; phi && i < gimple_phi_num_args (phi); i++)
    {
      tree value = strip_rounding (gimple_phi_arg_def (phi, i));
      if (TREE_CODE (value) == INTEGER_CST)
	return true;
      if (TREE_CODE (value) == SSA_NAME
	  && is_gimple_assign (SSA_NAME_DEF_STMT (value))
	  && gimple_assign_rhs_code (SSA_NAME_DEF_STMT (value)) == INTEGER_CST)
	return true;
    }
  return false;
}

/* Every step is right and private.  */
static bool
chain_p (struct chain *c)
{
  bitmap_iterator bi;
  unsigned v;
  if (TREE_CODE (c->last) != SSA_NAME)
    return false;
  if (!flag_step_p (c))
    EXECUTE_IF_SET_IN_BITMAP (c->members, 0, v, bi)
      if (!step_p (c, SSA_NAME_DEF_STMT (ssa_name (v))))
	return false;
  EXECUTE_IF_SET_IN_BITMAP (c->members, 0, v, bi)
    if (!private_p (c, ssa_name (v)))
      return false;
  return c->op_known && truth_op_p (c);
}

static void
refuse_order (struct chain *c)
{
  struct pram_arena *arena = c->x->prog->arena;
  const char *name = plug_name_of (c->x, c->first);
  struct plug_reduction *clause = clause_of (c->x, c->first);
  bool sum = (SCALAR_FLOAT_TYPE_P (TREE_TYPE (c->first)) && chain_p (c)
	      && (c->op == PRAM_OP_SUM || c->op == PRAM_OP_PROD));
  location_t loc = update_location (c);
  const char *text;
  if (!c->witness)
    c->witness = plug_influence_witness (c->l->loop, c->phi);
  if (!name)
    text = "a value is carried from iteration to iteration";
  else if (idle_p (c->l->loop, c->first))
    text = pram_arena_printf (arena, "the value of '%s' after the loop is that "
			      "of the last iteration; if it is not needed, "
			      "declare '%s' inside the loop", name, name);
  else if (c->witness)
    {
      text = pram_arena_printf (arena, "what the loop does depends on the "
				"value of '%s' in between", name);
      if (gimple_location (c->witness) != UNKNOWN_LOCATION)
	loc = gimple_location (c->witness);
    }
  else if (clause && c->op_known && clause->op != c->op)
    text = pram_arena_printf (arena, "the loop combines '%s' with %s, but the "
			      "clause says reduction(%s: %s)", name,
			      op_text (c->op), op_text (clause->op), name);
  else if (clause)
    text = pram_arena_printf (arena, "the value of '%s' is used in the loop "
			      "otherwise than as reduction(%s: %s) says", name,
			      op_text (clause->op), name);
  else if (sum)
    text = pram_arena_printf (arena, "the value of '%s' is carried from "
			      "iteration to iteration; if its order does not "
			      "matter add reduction(%s: %s)", name,
			      op_text (c->op), name);
  else if (flag_p (c))
    text = pram_arena_printf (arena, "the value of '%s' is carried from "
			      "iteration to iteration; if it is a condition add "
			      "reduction(||: %s) or reduction(&&: %s)", name,
			      name, name);
  else
    text = pram_arena_printf (arena, "the value of '%s' is carried from "
			      "iteration to iteration", name);
  set_order (c->x, c->l, loc, text);
}

/* The scalar is combined by an operator whose order is free.  */
static bool
combined_p (struct chain *c)
{
  struct plug_reduction *clause = clause_of (c->x, c->first);
  tree type = TREE_TYPE (c->first);
  if (!SCALAR_FLOAT_TYPE_P (type) && !INTEGRAL_TYPE_P (type))
    return false;
  if (clause && (clause->op == PRAM_OP_LAND || clause->op == PRAM_OP_LOR)
      && INTEGRAL_TYPE_P (type) && only_tested_p (c))
    {
      c->op = clause->op;
      c->op_known = true;
      return true;
    }
  if (!clause && plug_logical_p (c->x, c->l->loop, c->phi, &c->op))
    return c->op_known = true;
  if (!chain_p (c))
    return false;
  if (SCALAR_FLOAT_TYPE_P (type)
      && (c->op == PRAM_OP_SUM || c->op == PRAM_OP_PROD))
    return clause && clause->op == c->op;
  return !clause || clause->op == c->op;
}

/* Iterations may be combined in any order.  */
static bool
free_order_p (struct chain *c)
{
  if (!combined_p (c))
    return false;
  c->witness = plug_influence_witness (c->l->loop, c->phi);
  return !c->witness;
}

/* Every iteration of C's loop sets the scalar, whatever it was: the old value
   only reaches loops that set it in their turn.  */
static bool
last_value_p (struct chain *c)
{
  bitmap_iterator bi;
  unsigned v;
  tree type = TREE_TYPE (c->first);
  if (POINTER_TYPE_P (type) || plug_scalar_type (type) < 0
      || !plug_loop_runs_p (c->l) || !idle_p (c->l->loop, c->first)
      || TREE_CODE (c->last) != SSA_NAME)
    return false;
  EXECUTE_IF_SET_IN_BITMAP (c->members, 0, v, bi)
    {
      gphi *phi = dyn_cast <gphi *> (SSA_NAME_DEF_STMT (ssa_name (v)));
      class loop *loop = phi ? gimple_bb (phi)->loop_father : NULL;
      if (!phi || loop->header != gimple_bb (phi)
	  || !plug_loop_runs_p (plug_loop_of (c->x, loop))
	  || !idle_p (loop, gimple_phi_result (phi)))
	return false;
    }
  return true;
}

/* However its steps are grouped C has the same bits; *HOW says which.  */
static bool
exact_p (struct chain *c, int *how)
{
  tree type = TREE_TYPE (c->first);
  int choices = c->choices;
  *how = c->sets ? PRAM_COMBINE_REPLACES : 0;
  if (!SCALAR_FLOAT_TYPE_P (type))
    return c->op != PRAM_OP_LAST;
  if (c->op != PRAM_OP_MIN && c->op != PRAM_OP_MAX)
    return false;
  if (!HONOR_NANS (type))
    choices &= CHOOSE_FIRST | CHOOSE_LATER;
  if (!HONOR_SIGNED_ZEROS (type))
    choices &= ~(CHOOSE_FIRST | CHOOSE_LATER);
  if (choices & CHOOSE_LATER)
    *how |= PRAM_COMBINE_LATER;
  if (choices & CHOOSE_NUMBER)
    *how |= PRAM_COMBINE_NUMBERS;
  return !((choices & CHOOSE_FIRST && choices & CHOOSE_LATER)
	   || (choices & CHOOSE_NUMBER && choices & CHOOSE_ORDERED)
	   || choices & CHOOSE_NAN);
}

/* Classify the scalar PHI of L's header.  */
static void
find_scalar (struct plug_extract *x, struct plug_loop *l, gphi *phi)
{
  auto_bitmap members, uses, allowed;
  tree last = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l->loop));
  struct chain c = { x, l, phi, gimple_phi_result (phi), last, members,
		     allowed, false, PRAM_OP_SUM, UNKNOWN_LOCATION, false, false,
		     0, NULL };
  if (TREE_CODE (last) == SSA_NAME)
    {
      reach_uses (&c, c.first, uses);
      reach_definitions (&c, last, members);
      bitmap_and_into (members, uses);
    }
  bitmap_set_bit (members, SSA_NAME_VERSION (c.first));
  if (last_value_p (&c))
    c.op = PRAM_OP_LAST;
  else if (!free_order_p (&c))
    return refuse_order (&c);
  const char *name = plug_name_of (x, c.first);
  struct pram_carried *carried
    = PRAM_ARENA_PUSH (x->prog->arena, l->node->carried, l->node->n_carried);
  carried->name = pram_arena_strdup (x->prog->arena, name ? name : "value");
  carried->op = c.op;
  carried->type = plug_type_of (TREE_TYPE (c.first));
  carried->line = LOCATION_LINE (update_location (&c));
  carried->replaces = c.sets;
  carried->exact = exact_p (&c, &carried->how);
  carried->cookie = phi;
}

/* NAME evolves as a fixed function of the iteration number.  */
static bool
position_p (struct plug_extract *x, tree name)
{
  struct plug_affine a;
  struct plug_pointer p;
  class loop *loop = gimple_bb (SSA_NAME_DEF_STMT (name))->loop_father;
  x->at = NULL;
  if (POINTER_TYPE_P (TREE_TYPE (name)))
    return plug_pointer_of (x, name, loop, &p);
  return (INTEGRAL_TYPE_P (TREE_TYPE (name))
	  && plug_affine_of (x, name, loop, &a));
}

/* --- Values that survive the loop --------------------------------------- */

bool
plug_escapes_p (class loop *loop, tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *stmt = USE_STMT (use);
      if (!is_gimple_debug (stmt)
	  && !flow_bb_inside_loop_p (loop, gimple_bb (stmt)))
	return true;
    }
  return false;
}

/* NAME is the final value of a scalar that L carries.  */
static bool
carried_value_p (struct plug_loop *l, tree name)
{
  for (int r = 0; r < l->node->n_carried; r++)
    {
      gphi *phi = (gphi *) l->node->carried[r].cookie;
      if (name == gimple_phi_result (phi)
	  || name == PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l->loop)))
	return true;
    }
  return false;
}

static void
check_survivor (struct plug_extract *x, struct plug_loop *l, tree name)
{
  if (!name || virtual_operand_p (name) || !plug_escapes_p (l->loop, name)
      || carried_value_p (l, name) || position_p (x, name))
    return;
  const char *text = plug_name_of (x, name);
  gimple *def = SSA_NAME_DEF_STMT (name);
  location_t loc = gimple_location (def);
  set_order (x, l, loc != UNKNOWN_LOCATION ? loc : plug_loop_location (l),
	     pram_arena_printf (x->prog->arena, "the value of '%s' after the "
				"loop is that of the last iteration",
				text ? text : "an expression"));
}

static void
find_survivors (struct plug_extract *x, struct plug_loop *l)
{
  basic_block *body = get_loop_body (l->loop);
  for (unsigned i = 0; i < l->loop->num_nodes; i++)
    {
      for (gphi_iterator gsi = gsi_start_phis (body[i]); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	check_survivor (x, l, gimple_phi_result (gsi.phi ()));
      for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]);
	   !gsi_end_p (gsi); gsi_next (&gsi))
	check_survivor (x, l, definition (gsi_stmt (gsi)));
    }
  free (body);
}

/* Statements are told apart by UIDs.  */
static void
number_statements (class loop *loop)
{
  basic_block *body = get_loop_body (loop);
  unsigned uid = 1;
  for (unsigned i = 0; i < loop->num_nodes; i++)
    {
      for (gphi_iterator gsi = gsi_start_phis (body[i]); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	gimple_set_uid (gsi.phi (), uid++);
      for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]);
	   !gsi_end_p (gsi); gsi_next (&gsi))
	gimple_set_uid (gsi_stmt (gsi), uid++);
    }
  free (body);
}

bool
plug_find_carried (struct plug_extract *x, struct plug_loop *l)
{
  if (l->node->data_dependent)
    return true;
  number_statements (l->loop);
  for (gphi_iterator gsi = gsi_start_phis (l->loop->header); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gphi *phi = gsi.phi ();
      tree result = gimple_phi_result (phi);
      if (!virtual_operand_p (result) && !position_p (x, result))
	find_scalar (x, l, phi);
    }
  find_survivors (x, l);
  find_shared (x, l);
  return !x->failed;
}

/* --- Variables whose final value is known ------------------------------- */

/* The value of PHI, of L's header, when the loop is left after at least one
   iteration, if that is a constant.  */
static tree
final_constant (struct plug_extract *x, struct plug_loop *l, gphi *phi)
{
  tree last = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l->loop));
  tree type = TREE_TYPE (last);
  int d = loop_depth (l->loop) - 1;
  struct plug_affine a;
  if (is_gimple_min_invariant (last))
    return last;
  if (!INTEGRAL_TYPE_P (type) || !plug_affine_of (x, last, l->loop, &a))
    return NULL_TREE;
  HOST_WIDE_INT k = a.k[d];
  a.k[d] = 0;
  a.c += k * (l->latch.c - 1);
  return plug_affine_constant (&a) ? build_int_cst (type, a.c) : NULL_TREE;
}

/* A loop variable declared outside is carried by the loops around its own,
   just for its last value.  Where that is a constant, say so.  */
static void
settle_phi (struct plug_extract *x, struct plug_loop *l, gphi *phi)
{
  tree name = gimple_phi_result (phi), value;
  imm_use_iterator iter;
  use_operand_p use;
  gimple *stmt;
  if (virtual_operand_p (name) || !idle_p (l->loop, name)
      || !(value = final_constant (x, l, phi)))
    return;
  FOR_EACH_IMM_USE_STMT (stmt, iter, name)
    if (stmt != phi && !is_gimple_debug (stmt)
	&& !flow_bb_inside_loop_p (l->loop, gimple_bb (stmt)))
      {
	FOR_EACH_IMM_USE_ON_STMT (use, iter)
	  SET_USE (use, value);
	update_stmt (stmt);
      }
}

/* L runs at least once, and what is used after it is the header's PHIs.  */
static bool
settled_p (struct plug_loop *l)
{
  return (l->counted && plug_affine_constant (&l->latch) && l->latch.c > 0
	  && l->exits[0].test == l->loop->header);
}

void
plug_settle_finals (struct plug_extract *x, class loop *loop)
{
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    plug_settle_finals (x, inner);
  if (!loop_outer (loop))
    return;
  struct plug_loop *l = plug_loop_of (x, loop);
  x->at = NULL;
  if (!settled_p (l))
    return;
  for (gphi_iterator gsi = gsi_start_phis (loop->header); !gsi_end_p (gsi);)
    {
      gphi *phi = gsi.phi ();
      settle_phi (x, l, phi);
      if (has_zero_uses (gimple_phi_result (phi)))
	remove_phi_node (&gsi, true);
      else
	gsi_next (&gsi);
    }
}
