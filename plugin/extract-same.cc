/* extract-same.cc: names that have the same value.

   SPDX-License-Identifier: GPL-3.0-or-later

   Of two reads nothing may be stored in between but by what checks them.  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"
#include "scan.h"

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

bool
plug_same_value_p (tree a, tree b)
{
  return same_value_p (a, b, 0);
}

tree
plug_strip_rounding (tree value)
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
