/* bit-fields.cc: bit fields as parts of the integers that they lie in.

   SPDX-License-Identifier: GPL-3.0-or-later

     f[i].level += i;

   with `unsigned on : 1, level : 5' becomes

     word = f[i].bits;
     level = (word >> 1) & 31;
     level = level + i;
     f[i].bits = (f[i].bits & ~(31 << 1)) | ((level & 31) << 1);

   where `bits' is the member that GCC has for all bit fields of one memory
   location (DECL_BIT_FIELD_REPRESENTATIVE).  C has it that nobody else may touch
   that location meanwhile, and what reads it must read all of it.

   Requires: SSA.  Provides: SSA.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* Where a bit field lies.  */
struct bits
{
  tree word;			/* a reference */
  tree type;			/* of WORD, unsigned */
  unsigned precision;		/* of TYPE */
  unsigned first, n;		/* bits of it */
};

/* The first bit of FIELD in its structure.  */
static bool
first_bit (tree field, HOST_WIDE_INT *bit)
{
  tree offset = DECL_FIELD_OFFSET (field);
  if (!tree_fits_shwi_p (offset))
    return false;
  *bit = (tree_to_shwi (offset) * BITS_PER_UNIT
	  + tree_to_shwi (DECL_FIELD_BIT_OFFSET (field)));
  return true;
}

/* N bits of OBJECT, a structure, from FIRST on lie in the integer that FIELD, a bit
   field of it, lies in: then set *B.  */
static bool
bits_beside (tree object, tree field, HOST_WIDE_INT first, HOST_WIDE_INT n,
	     struct bits *b)
{
  HOST_WIDE_INT from;
  tree whole = DECL_BIT_FIELD_REPRESENTATIVE (field);
  if (!whole || !INTEGRAL_TYPE_P (TREE_TYPE (whole))
      || TYPE_PRECISION (TREE_TYPE (whole)) > HOST_BITS_PER_WIDE_INT
      || !first_bit (whole, &from))
    return false;
  b->type = unsigned_type_for (TREE_TYPE (whole));
  b->precision = TYPE_PRECISION (b->type);
  if (first < from || first + n > from + b->precision)
    return false;
  b->word = build3 (COMPONENT_REF, TREE_TYPE (whole), unshare_expr (object), whole,
		    NULL_TREE);
  b->first = first - from;
  b->n = n;
  return true;
}

/* REF is a part of a structure that the compiler has made of comparisons of bit
   fields.  */
static bool
find_part (tree ref, struct bits *b)
{
  tree object = TREE_OPERAND (ref, 0), n = TREE_OPERAND (ref, 1);
  tree first = TREE_OPERAND (ref, 2);
  if (TREE_CODE (TREE_TYPE (object)) != RECORD_TYPE || !tree_fits_shwi_p (first)
      || !tree_fits_shwi_p (n))
    return false;
  for (tree f = TYPE_FIELDS (TREE_TYPE (object)); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && DECL_BIT_FIELD (f)
	&& bits_beside (object, f, tree_to_shwi (first), tree_to_shwi (n), b))
      return true;
  return false;
}

/* Where REF lies, if it is a bit field, or bits, in an integer.  */
static bool
find_bits (tree ref, struct bits *b)
{
  HOST_WIDE_INT first;
  if (TREE_THIS_VOLATILE (ref) || BYTES_BIG_ENDIAN)
    return false;
  if (TREE_CODE (ref) == BIT_FIELD_REF)
    return find_part (ref, b);
  if (TREE_CODE (ref) != COMPONENT_REF || !DECL_BIT_FIELD (TREE_OPERAND (ref, 1)))
    return false;
  tree field = TREE_OPERAND (ref, 1);
  return (tree_fits_shwi_p (DECL_SIZE (field)) && first_bit (field, &first)
	  && bits_beside (TREE_OPERAND (ref, 0), field, first,
			  tree_to_shwi (DECL_SIZE (field)), b));
}

/* A new name for CODE of LEFT and, unless null, RIGHT, in front of AT.  */
static tree
compute (gimple_stmt_iterator *at, tree type, tree_code code, tree left,
	 tree right)
{
  tree name = make_ssa_name (type);
  gassign *stmt = (right ? gimple_build_assign (name, code, left, right)
		   : gimple_build_assign (name, code, left));
  gimple_set_location (stmt, gimple_location (gsi_stmt (*at)));
  gsi_insert_before (at, stmt, GSI_SAME_STMT);
  return name;
}

static tree
load_word (gimple_stmt_iterator *at, const struct bits *b)
{
  tree word = compute (at, TREE_TYPE (b->word), TREE_CODE (b->word),
		       unshare_expr (b->word), NULL_TREE);
  return compute (at, b->type, NOP_EXPR, word, NULL_TREE);
}

/* Let the statement at *AT, a load, take its value from B.  */
static void
lower_load (gimple_stmt_iterator *at, const struct bits *b)
{
  gimple *stmt = gsi_stmt (*at);
  tree type = b->type;
  tree up = build_int_cst (integer_type_node, b->precision - b->first - b->n);
  tree down = build_int_cst (integer_type_node, b->precision - b->n);
  tree value = compute (at, type, LSHIFT_EXPR, load_word (at, b), up);
  if (!TYPE_UNSIGNED (TREE_TYPE (gimple_assign_lhs (stmt))))
    {
      type = signed_type_for (type);
      value = compute (at, type, NOP_EXPR, value, NULL_TREE);
    }
  value = compute (at, type, RSHIFT_EXPR, value, down);
  gimple_assign_set_rhs_with_ops (at, NOP_EXPR, value);
  update_stmt (gsi_stmt (*at));
}

/* Let the statement at *AT, a store, change B, and leave what lies beside it.  */
static void
lower_store (gimple_stmt_iterator *at, const struct bits *b)
{
  gimple *stmt = gsi_stmt (*at);
  wide_int mask = wi::shifted_mask (b->first, b->n, false, b->precision);
  tree value = gimple_assign_rhs1 (stmt);
  tree first = build_int_cst (integer_type_node, b->first);
  if (is_gimple_min_invariant (value))
    value = fold_convert (b->type, value);
  else
    value = compute (at, b->type, NOP_EXPR, value, NULL_TREE);
  value = compute (at, b->type, LSHIFT_EXPR, value, first);
  value = compute (at, b->type, BIT_AND_EXPR, value,
		   wide_int_to_tree (b->type, mask));
  tree rest = compute (at, b->type, BIT_AND_EXPR, load_word (at, b),
		       wide_int_to_tree (b->type, wi::bit_not (mask)));
  tree all = compute (at, b->type, BIT_IOR_EXPR, rest, value);
  gimple_assign_set_lhs (stmt, unshare_expr (b->word));
  gimple_assign_set_rhs1 (stmt, compute (at, TREE_TYPE (b->word), NOP_EXPR, all,
					 NULL_TREE));
  update_stmt (stmt);
}

void
plug_lower_bit_fields (void)
{
  bool any = false;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	struct bits b;
	gimple *stmt = gsi_stmt (i);
	if (!gimple_assign_single_p (stmt) || gimple_clobber_p (stmt))
	  continue;
	bool store = find_bits (gimple_assign_lhs (stmt), &b);
	if (store)
	  lower_store (&i, &b);
	else if (find_bits (gimple_assign_rhs1 (stmt), &b))
	  lower_load (&i, &b);
	else
	  continue;
	any = true;
      }
  if (!any)
    return;
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa_only_virtuals);
}
