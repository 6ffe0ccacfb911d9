/* extract-same.cc: names that have the same value.

   SPDX-License-Identifier: GPL-3.0-or-later

   Of two reads nothing may be stored in between but by what checks them.  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"
#include "front/free-variables.h"

typedef hash_map<tree, tree> substitution;	/* of names, or null: none */

static bool same_value_p (tree, tree, const substitution *, int);

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
same_operation_p (gimple *a, gimple *b, const substitution *with, int depth)
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
      if ((s != t || (s && with))
	  && (!s || !t || !same_value_p (s, t, with, depth + 1)))
	return false;
    }
  return true;
}

static bool
same_value_p (tree a, tree b, const substitution *with, int depth)
{
  if (tree *to = with ? const_cast <substitution *> (with)->get (a) : NULL)
    return same_value_p (*to, b, NULL, depth);
  /* What is the same may be made of what isn't.  */
  bool made = (TREE_CODE (a) != SSA_NAME ? EXPR_P (a)
	       : !SSA_NAME_IS_DEFAULT_DEF (a)
		 && gimple_code (SSA_NAME_DEF_STMT (a)) != GIMPLE_PHI);
  if (a == b && !(with && made))
    return true;
  if (depth > 12 || TREE_CODE (a) != TREE_CODE (b))
    return false;
  if (TREE_CODE (a) == SSA_NAME)
    return (!SSA_NAME_IS_DEFAULT_DEF (a) && !SSA_NAME_IS_DEFAULT_DEF (b)
	    && same_operation_p (SSA_NAME_DEF_STMT (a), SSA_NAME_DEF_STMT (b),
				 with, depth));
  if (!EXPR_P (a))
    return operand_equal_p (a, b, 0);
  for (int i = 0; i < TREE_OPERAND_LENGTH (a); i++)
    {
      tree s = TREE_OPERAND (a, i), t = TREE_OPERAND (b, i);
      if ((s != t || (s && with))
	  && (!s || !t || !same_value_p (s, t, with, depth + 1)))
	return false;
    }
  return true;
}

bool
plug_same_value_p (tree a, tree b)
{
  return same_value_p (a, b, NULL, 0);
}

bool
plug_same_value_with_p (tree a, tree b, const substitution *with)
{
  return same_value_p (a, b, with, 0);
}

bool
plug_called_p (tree value, const char *name)
{
  return (TREE_CODE (value) == SSA_NAME && SSA_NAME_IDENTIFIER (value)
	  && strcmp (IDENTIFIER_POINTER (SSA_NAME_IDENTIFIER (value)), name) == 0);
}

/* --- Conversions that change nothing ------------------------------------ */

bool
plug_type_within_p (tree from, tree to)
{
  if (types_compatible_p (from, to))
    return true;
  if (INTEGRAL_TYPE_P (from))
    {
      int bits = TYPE_PRECISION (from) - !TYPE_UNSIGNED (from);
      if (SCALAR_FLOAT_TYPE_P (to))
	return REAL_MODE_FORMAT (TYPE_MODE (to))->p >= bits;
      return (INTEGRAL_TYPE_P (to)
	      && TYPE_PRECISION (to) - !TYPE_UNSIGNED (to) >= bits
	      && (TYPE_UNSIGNED (from) || !TYPE_UNSIGNED (to)));
    }
  if (!SCALAR_FLOAT_TYPE_P (from) || !SCALAR_FLOAT_TYPE_P (to))
    return false;
  const struct real_format *f = REAL_MODE_FORMAT (TYPE_MODE (from));
  const struct real_format *t = REAL_MODE_FORMAT (TYPE_MODE (to));
  return f->p <= t->p && f->emin >= t->emin && f->emax <= t->emax;
}

/* What VALUE, a name, is a copy or a conversion of, or null.  */
static tree
converted (tree value)
{
  gassign *def = (TREE_CODE (value) == SSA_NAME
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (value)) : NULL);
  if (!def || gimple_vuse (def))
    return NULL_TREE;
  enum tree_code code = gimple_assign_rhs_code (def);
  return (code == SSA_NAME || code == FLOAT_EXPR || CONVERT_EXPR_CODE_P (code)
	  ? gimple_assign_rhs1 (def) : NULL_TREE);
}

/* The constant VALUE is one of TYPE.  */
static bool
constant_fits_p (tree value, tree type)
{
  if (TREE_CODE (value) == INTEGER_CST)
    return INTEGRAL_TYPE_P (type) && int_fits_type_p (value, type);
  return (TREE_CODE (value) == REAL_CST && SCALAR_FLOAT_TYPE_P (type)
	  && exact_real_truncate (TYPE_MODE (type), &TREE_REAL_CST (value)));
}

bool
plug_fits_p (tree value, tree type)
{
  if (plug_type_within_p (TREE_TYPE (value), type)
      || constant_fits_p (value, type))
    return true;
  tree from = converted (value);
  if (from)
    return (plug_type_within_p (TREE_TYPE (from), TREE_TYPE (value))
	    && plug_fits_p (from, type));
  gassign *def = (SCALAR_FLOAT_TYPE_P (type) && TREE_CODE (value) == SSA_NAME
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (value)) : NULL);
  return (def && gimple_assign_rhs_code (def) == ABS_EXPR
	  && plug_fits_p (gimple_assign_rhs1 (def), type));
}

tree
plug_strip_exact (tree value)
{
  tree from;
  while ((from = converted (value)) && plug_fits_p (from, TREE_TYPE (value)))
    value = from;
  return value;
}

tree
plug_strip_conversions (tree value)
{
  tree from;
  while ((from = converted (value)))
    value = from;
  return value;
}
