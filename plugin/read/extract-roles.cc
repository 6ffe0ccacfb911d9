/* extract-roles.cc: what values are used for.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"
#include "roles.h"

/* VALUE is a loop's variable that is counted down, or halved.  */
static bool
counted_down_p (tree value)
{
  gphi *phi = (TREE_CODE (value) == SSA_NAME
	       ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (value)) : NULL);
  for (unsigned i = 0; phi && i < gimple_phi_num_args (phi); i++)
    {
      tree next = gimple_phi_arg_def (phi, i);
      gassign *def = (TREE_CODE (next) == SSA_NAME
		      ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (next)) : NULL);
      if (!def || gimple_assign_rhs1 (def) != value)
	continue;
      tree step = gimple_assign_rhs2 (def);
      tree_code code = gimple_assign_rhs_code (def);
      if (code == MINUS_EXPR || code == RSHIFT_EXPR || code == TRUNC_DIV_EXPR
	  || (code == PLUS_EXPR && TREE_CODE (step) == INTEGER_CST
	      && wi::neg_p (wi::to_wide (step), SIGNED)))
	return true;
    }
  return false;
}

/* STMT adds NAME to what a loop's variable is, which that is next, maybe as another
   type.  */
static bool
step_p (gassign *stmt, tree name)
{
  tree to = (gimple_assign_rhs1 (stmt) == name ? gimple_assign_rhs2 (stmt)
	     : gimple_assign_rhs1 (stmt));
  tree next = gimple_assign_lhs (stmt);
  gassign *wider = (TREE_CODE (to) == SSA_NAME
		    ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (to)) : NULL);
  if (wider && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (wider)))
    to = gimple_assign_rhs1 (wider);
  gphi *phi = (TREE_CODE (to) == SSA_NAME
	       ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (to)) : NULL);
  if (!phi || gimple_bb (phi)->loop_father->header != gimple_bb (phi)
      || !loop_outer (gimple_bb (phi)->loop_father))
    return false;
  tree latch = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (gimple_bb (phi)->loop_father));
  gassign *narrower = (TREE_CODE (latch) == SSA_NAME
		       ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (latch)) : NULL);
  return (latch == next
	  || (narrower && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (narrower))
	      && gimple_assign_rhs1 (narrower) == next));
}

/* A loop starts where STMT, that subtracts from a constant, says.  */
static enum role
role_negated (gimple *stmt)
{
  return plug_roles_of (gimple_assign_lhs (stmt)) & 1 << START ? DEPTH : START;
}

/* What STMT uses NAME for; NOTHING if what it makes of it tells.  Where a loop
   counts down it starts from its limit.  What is subtracted (`last - first + 1')
   is where something starts, and so is how far something is shifted.  */
static enum role
role_in (gimple *stmt, tree name)
{
  if (gcond *cond = dyn_cast <gcond *> (stmt))
    {
      tree other = (gimple_cond_lhs (cond) == name ? gimple_cond_rhs (cond)
		    : gimple_cond_lhs (cond));
      return (TREE_CODE (other) == INTEGER_CST ? CASE
	      : counted_down_p (other) ? START : LIMIT);
    }
  if (gphi *phi = dyn_cast <gphi *> (stmt))
    return (EDGE_COUNT (gimple_bb (phi)->preds) <= 1 ? NOTHING
	    : counted_down_p (gimple_phi_result (phi)) ? LIMIT : START);
  if (!is_gimple_assign (stmt))
    return CASE;
  switch (gimple_assign_rhs_code (stmt))
    {
    case BIT_XOR_EXPR:
      return BIT;
    case PLUS_EXPR:
      return step_p (as_a <gassign *> (stmt), name) ? STEP : NOTHING;
    case LSHIFT_EXPR: case RSHIFT_EXPR:
      return (gimple_assign_rhs2 (stmt) == name ? START
	      : gimple_assign_rhs_code (stmt) == LSHIFT_EXPR ? STRIDE : NOTHING);
    case MULT_EXPR:
      return (TREE_CODE (gimple_assign_rhs2 (stmt)) == INTEGER_CST ? DISTANCE : STRIDE);
    case MIN_EXPR: case MAX_EXPR: case TRUNC_MOD_EXPR: case TRUNC_DIV_EXPR:
      return LIMIT;
    case NEGATE_EXPR:
      return role_negated (stmt) == DEPTH ? DEPTH : NOTHING;
    case MINUS_EXPR:
      return (gimple_assign_rhs2 (stmt) != name ? NOTHING
	      : TREE_CODE (gimple_assign_rhs1 (stmt)) == INTEGER_CST
	      ? role_negated (stmt) : START);
    default:
      return NOTHING;
    }
}

int
plug_roles_of (tree name)
{
  auto_vec<tree> work;
  auto_bitmap seen;
  int roles = 1 << NOTHING;
  work.safe_push (name);
  bitmap_set_bit (seen, SSA_NAME_VERSION (name));
  while (!work.is_empty ())
    {
      imm_use_iterator iter;
      use_operand_p use;
      tree value = work.pop ();
      FOR_EACH_IMM_USE_FAST (use, iter, value)
	{
	  gimple *stmt = USE_STMT (use);
	  if (is_gimple_debug (stmt))
	    continue;
	  roles |= 1 << role_in (stmt, value);
	  tree lhs = is_gimple_assign (stmt) ? gimple_assign_lhs (stmt) : NULL;
	  if (lhs && TREE_CODE (lhs) == SSA_NAME
	      && INTEGRAL_TYPE_P (TREE_TYPE (lhs))
	      && role_in (stmt, value) == NOTHING
	      && bitmap_set_bit (seen, SSA_NAME_VERSION (lhs)))
	    work.safe_push (lhs);
	}
    }
  return roles;
}

/* What NAME is compared with by CODE in STMT, or null.  */
static tree
compared_with (gimple *stmt, tree name, tree_code *code)
{
  gcond *cond = dyn_cast <gcond *> (stmt);
  gassign *assign = dyn_cast <gassign *> (stmt);
  if (!cond && !(assign && TREE_CODE_CLASS (gimple_assign_rhs_code (assign))
			   == tcc_comparison))
    return NULL_TREE;
  *code = cond ? gimple_cond_code (cond) : gimple_assign_rhs_code (assign);
  tree a = cond ? gimple_cond_lhs (cond) : gimple_assign_rhs1 (assign);
  tree b = cond ? gimple_cond_rhs (cond) : gimple_assign_rhs2 (assign);
  return a == name ? b : a;
}

static void
add_case (vec<HOST_WIDE_INT> *values, HOST_WIDE_INT value)
{
  if (!values->contains (value))
    values->safe_push (value);
}

/* Add what CHOICE distinguishes, and something else, to VALUES.  */
static void
add_choices (gswitch *choice, vec<HOST_WIDE_INT> *values)
{
  HOST_WIDE_INT most = 0;
  for (unsigned k = 1; k < gimple_switch_num_labels (choice); k++)
    {
      tree label = gimple_switch_label (choice, k);
      tree last = CASE_HIGH (label) ? CASE_HIGH (label) : CASE_LOW (label);
      if (!tree_fits_shwi_p (last) || !IN_RANGE (tree_to_shwi (last), -BOUND, BOUND))
	continue;
      add_case (values, tree_to_shwi (last));
      most = MAX (most, tree_to_shwi (last));
    }
  add_case (values, most + 1);
}

void
plug_cases_of (tree name, vec<HOST_WIDE_INT> *values)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *stmt = USE_STMT (use);
      tree_code code;
      if (gswitch *choice = dyn_cast <gswitch *> (stmt))
	add_choices (choice, values);
      tree other = compared_with (stmt, name, &code);
      if (other && tree_fits_shwi_p (other)
	  && IN_RANGE (tree_to_shwi (other), -BOUND, BOUND))
	{
	  HOST_WIDE_INT value = tree_to_shwi (other);
	  add_case (values, value);
	  if (code != EQ_EXPR && code != NE_EXPR)
	    add_case (values, value - 1);
	  add_case (values, value + 1);
	}
      if (is_gimple_assign (stmt) && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt))
	  && INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt))))
	plug_cases_of (gimple_assign_lhs (stmt), values);
    }
}

HOST_WIDE_INT
plug_declared_extent (const struct plug_region *region)
{
  HOST_WIDE_INT bound = HOST_WIDE_INT_MAX;
  for (int i = 0; i < region->n_params; i++)
    {
      tree type = TREE_TYPE (region->params[i].var);
      if (POINTER_TYPE_P (type))
	type = TREE_TYPE (type);
      for (; TREE_CODE (type) == ARRAY_TYPE; type = TREE_TYPE (type))
	{
	  tree last = TYPE_DOMAIN (type) ? TYPE_MAX_VALUE (TYPE_DOMAIN (type))
					 : NULL_TREE;
	  if (last && tree_fits_shwi_p (last)
	      && tree_to_shwi (last) > 2 * MARGIN)
	    bound = MIN (bound, tree_to_shwi (last) + 1 - MARGIN);
	}
    }
  return bound;
}

HOST_WIDE_INT
plug_declared_bound (const struct plug_region *region)
{
  return MIN (plug_declared_extent (region), BOUND);
}

/* NAME, maybe as another type, is multiplied with something that is no
   constant.  */
static bool
strides_p (tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gassign *stmt = dyn_cast <gassign *> (USE_STMT (use));
      if (!stmt)
	continue;
      if (gimple_assign_rhs_code (stmt) == MULT_EXPR
	  && TREE_CODE (gimple_assign_rhs2 (stmt)) == SSA_NAME)
	return true;
      tree lhs = gimple_assign_lhs (stmt);
      if (CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt))
	  && INTEGRAL_TYPE_P (TREE_TYPE (lhs)) && strides_p (lhs))
	return true;
    }
  return false;
}

void
plug_assume_elements (const struct plug_region *region,
		      struct plug_param *array, const vec<tree> *loads)
{
  int roles = 0;
  bool strides = false;
  for (tree name : *loads)
    {
      roles |= plug_roles_of (name);
      strides |= strides_p (name);
    }
  HOST_WIDE_INT bound = plug_declared_bound (region);
  bool starts = roles & 1 << START, limits = roles & 1 << LIMIT;
  array->assumed = true;
  array->step = starts && limits ? BETWEEN : 0;
  /* What is moved by something meets others.  */
  array->rest = (array->step ? 0 : strides ? ROW
		 : limits ? MIN (bound, BOUND) : starts);
}
