/* memory-calls.cc: calls of memcpy and memset as loops over elements.

   SPDX-License-Identifier: GPL-3.0-or-later

   `memcpy (u, v, sizeof u)' is a loop that users don't write out.  Here it
   becomes one over the elements that U and V are made of:

     for (k = 0; k < n; k++)
       ((T *) u)[k] = ((T *) v)[k];

   GCC makes a call of what is left of it after distribution.  The number of
   bytes must be a multiple of T's size that can be seen at compile time.  What
   has no such form stays a call, and is refused as one.

   Requires: SSA, loops with preheaders and recorded exits, dominators.
   Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* A call that copies or fills memory.  */
struct block_call
{
  gcall *call;
  tree to, from;		/* FROM is null if it fills, with VALUE */
  tree value;
  tree bytes;
  tree elem;			/* the elements' type */
};

/* --- Types -------------------------------------------------------------- */

static tree scalar_type (tree type);

/* A type for each member of the structure TYPE, all of which have the same
   size: theirs, if that is the same, too, or an integer type; or null.  */
static tree
member_type (tree type)
{
  tree all = NULL_TREE;
  for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
    {
      if (TREE_CODE (field) != FIELD_DECL)
	continue;
      tree one = DECL_BIT_FIELD (field) ? NULL_TREE
					: scalar_type (TREE_TYPE (field));
      if (!one || (all && !tree_int_cst_equal (TYPE_SIZE (one),
						 TYPE_SIZE (all))))
	return NULL_TREE;
      if (all && !types_compatible_p (all, one))
	one = lang_hooks.types.type_for_size (tree_to_uhwi (TYPE_SIZE (one)),
					      true);
      all = one;
      if (!all)
	return NULL_TREE;
    }
  return all;
}

/* The type of the scalars that TYPE is made of, or null.  */
static tree
scalar_type (tree type)
{
  while (type && TREE_CODE (type) == ARRAY_TYPE)
    type = TREE_TYPE (type);
  if (!type || !COMPLETE_TYPE_P (type))
    return NULL_TREE;
  if (TREE_CODE (type) == RECORD_TYPE)
    return member_type (type);
  return (INTEGRAL_TYPE_P (type) || SCALAR_FLOAT_TYPE_P (type)
	  || TREE_CODE (type) == COMPLEX_TYPE
	  ? TYPE_MAIN_VARIANT (type) : NULL_TREE);
}

/* What the pointer POINTER points to.  */
static tree
pointed_type (tree pointer)
{
  for (;;)
    {
      if (TREE_CODE (pointer) == ADDR_EXPR)
	return scalar_type (TREE_TYPE (TREE_OPERAND (pointer, 0)));
      tree type = TREE_TYPE (pointer);
      gimple *def = (TREE_CODE (pointer) == SSA_NAME
		     ? SSA_NAME_DEF_STMT (pointer) : NULL);
      if (POINTER_TYPE_P (type) && scalar_type (TREE_TYPE (type)))
	return scalar_type (TREE_TYPE (type));
      if (!def || !is_gimple_assign (def) || gimple_vuse (def)
	  || (!CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def))
	      && gimple_assign_rhs_code (def) != SSA_NAME
	      && gimple_assign_rhs_code (def) != ADDR_EXPR
	      && gimple_assign_rhs_code (def) != POINTER_PLUS_EXPR))
	return NULL_TREE;
      pointer = gimple_assign_rhs1 (def);
    }
}

/* --- Calls -------------------------------------------------------------- */

/* The filler VALUE repeated in each byte of TYPE, or null.  */
static tree
fill_value (tree type, tree value)
{
  if (TREE_CODE (value) != INTEGER_CST)
    return NULL_TREE;
  unsigned byte = TREE_INT_CST_LOW (value) & 0xff;
  if (byte == 0)
    return build_zero_cst (type);
  if (TREE_CODE (type) != INTEGER_TYPE || TYPE_PRECISION (type) > 64)
    return NULL_TREE;
  return build_int_cst (type, (HOST_WIDE_INT)
			(byte * HOST_WIDE_INT_UC (0x0101010101010101)));
}

/* CALL as a block_call; false if it is none that we can replace.  */
static bool
parse_call (gcall *call, struct block_call *b)
{
  tree fn = gimple_call_fndecl (call);
  if (!fn || !fndecl_built_in_p (fn, BUILT_IN_NORMAL)
      || !gimple_call_builtin_p (call, DECL_FUNCTION_CODE (fn)))
    return false;
  memset (b, 0, sizeof *b);
  b->call = call;
  switch (DECL_FUNCTION_CODE (fn))
    {
    case BUILT_IN_MEMCPY:
    case BUILT_IN_MEMCPY_CHK:
      b->from = gimple_call_arg (call, 1);
      break;
    case BUILT_IN_MEMSET:
    case BUILT_IN_MEMSET_CHK:
      b->value = gimple_call_arg (call, 1);
      break;
    default:
      return false;
    }
  b->to = gimple_call_arg (call, 0);
  b->bytes = gimple_call_arg (call, 2);
  b->elem = pointed_type (b->to);
  if (!b->elem || !tree_fits_shwi_p (TYPE_SIZE_UNIT (b->elem)))
    return false;
  if (b->value)
    return (b->value = fill_value (b->elem, b->value)) != NULL_TREE;
  tree other = pointed_type (b->from);
  return other && types_compatible_p (other, b->elem);
}

/* --- Numbers of elements ------------------------------------------------ */

/* The constant that VALUE is, or null.  */
static tree
constant_of (tree value, int depth)
{
  if (TREE_CODE (value) == INTEGER_CST)
    return value;
  gimple *def = (TREE_CODE (value) == SSA_NAME && depth < 8
		 ? SSA_NAME_DEF_STMT (value) : NULL);
  if (!def || !is_gimple_assign (def) || gimple_vuse (def)
      || gimple_num_ops (def) > 3)
    return NULL_TREE;
  tree a = constant_of (gimple_assign_rhs1 (def), depth + 1), b = NULL_TREE;
  enum tree_code code = gimple_assign_rhs_code (def);
  if (!a || (gimple_num_ops (def) == 3
	     && !(b = constant_of (gimple_assign_rhs2 (def), depth + 1))))
    return NULL_TREE;
  tree type = TREE_TYPE (value);
  tree c = (b ? fold_binary (code, type, a, b)
	    : code == SSA_NAME || code == INTEGER_CST ? a
	    : fold_unary (code, type, a));
  return c && TREE_CODE (c) == INTEGER_CST ? c : NULL_TREE;
}

/* DEF chooses one of several multiples of SIZE.  */
static bool
multiples_p (gimple *def, HOST_WIDE_INT size)
{
  gphi *phi = dyn_cast <gphi *> (def);
  for (unsigned k = 0; phi && k < gimple_phi_num_args (phi); k++)
    {
      tree c = constant_of (gimple_phi_arg_def (phi, k), 0);
      if (!plug_divisible_p (c ? c : gimple_phi_arg_def (phi, k), size))
	return false;
    }
  return phi;
}

/* BYTES / SIZE, which has no remainder, as far as that can be seen; or null.
   Statements go to SEQ.  */
static tree
divide (tree bytes, HOST_WIDE_INT size, gimple_seq *seq, int depth)
{
  tree c = constant_of (bytes, 0);
  if (c)
    {
      HOST_WIDE_INT n = TREE_INT_CST_LOW (c);
      return (n >= 0 && n % size == 0 ? build_int_cst (sizetype, n / size)
	      : NULL_TREE);
    }
  gimple *def = (TREE_CODE (bytes) == SSA_NAME && depth < 8
		 ? SSA_NAME_DEF_STMT (bytes) : NULL);
  if (size == 1)
    return gimple_convert (seq, sizetype, bytes);
  if (def && multiples_p (def, size) && TYPE_UNSIGNED (TREE_TYPE (bytes)))
    return gimple_build (seq, TRUNC_DIV_EXPR, sizetype, gimple_convert (seq, sizetype, bytes),
			 size_int (size));
  if (!def || !is_gimple_assign (def) || gimple_vuse (def)
      || TYPE_PRECISION (TREE_TYPE (bytes)) != TYPE_PRECISION (sizetype))
    return NULL_TREE;
  tree a = gimple_assign_rhs1 (def);
  switch (gimple_assign_rhs_code (def))
    {
    case SSA_NAME:
      return divide (a, size, seq, depth + 1);
    case MULT_EXPR:
      {
	c = constant_of (gimple_assign_rhs2 (def), 0);
	HOST_WIDE_INT factor = c ? TREE_INT_CST_LOW (c) : 0;
	if (factor <= 0 || factor % size)
	  return NULL_TREE;
	a = gimple_convert (seq, sizetype, a);
	return (factor == size ? a
		: gimple_build (seq, MULT_EXPR, sizetype, a,
				build_int_cst (sizetype, factor / size)));
      }
    default:
      return NULL_TREE;
    }
}

/* --- Loops -------------------------------------------------------------- */

tree
plug_element_behind (gimple_seq *seq, tree pointer, tree offset, tree type)
{
  tree to = build_pointer_type (type);
  tree address = gimple_build (seq, POINTER_PLUS_EXPR, ptr_type_node,
			       pointer, offset);
  address = gimple_convert (seq, to, address);
  return build2 (MEM_REF, type, address, build_int_cst (to, 0));
}

edge
plug_replace_by_loop (gimple *stmt, tree n, tree *k)
{
  basic_block bb = gimple_bb (stmt);
  location_t loc = gimple_location (stmt);
  edge e = split_block (bb, stmt), body;
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  unlink_stmt_vdef (stmt);
  gsi_remove (&gsi, true);
  plug_add_loop (e, fold_convert (ssizetype, n), loc, k, &body);
  return body;
}

/* Fill the loop's body, entered by edge E, for element number K of B.  */
static void
fill_body (const struct block_call *b, edge e, tree k)
{
  gimple_seq seq = NULL;
  tree value = b->value;
  tree offset = gimple_build (&seq, MULT_EXPR, sizetype,
			      gimple_convert (&seq, sizetype, k),
			      fold_convert (sizetype,
					    TYPE_SIZE_UNIT (b->elem)));
  if (b->from)
    {
      value = make_ssa_name (b->elem);
      tree ref = plug_element_behind (&seq, b->from, offset, b->elem);
      gimple_seq_add_stmt (&seq, gimple_build_assign (value, ref));
    }
  tree ref = plug_element_behind (&seq, b->to, offset, b->elem);
  gimple_seq_add_stmt (&seq, gimple_build_assign (ref, value));
  annotate_all_with_location (seq, gimple_location (b->call));
  basic_block body = split_edge (e);
  gimple_stmt_iterator gsi = gsi_start_bb (body);
  gsi_insert_seq_after (&gsi, seq, GSI_CONTINUE_LINKING);
}

/* POINTER as a value that can be added to.  */
static tree
pointer_value (gimple_seq *seq, tree pointer)
{
  return gimple_convert (seq, ptr_type_node, pointer);
}

/* Put a loop in the place of B.  False if the number of elements is not
   known.  */
static bool
expand (struct block_call *b)
{
  gimple_seq seq = NULL;
  location_t loc = gimple_location (b->call);
  tree n = divide (b->bytes, tree_to_shwi (TYPE_SIZE_UNIT (b->elem)), &seq, 0);
  if (!n)
    return false;
  n = gimple_convert (&seq, ssizetype, n);
  tree lhs = gimple_call_lhs (b->call);
  if (lhs)
    gimple_seq_add_stmt (&seq, gimple_build_assign (lhs, b->to));
  b->to = pointer_value (&seq, b->to);
  if (b->from)
    b->from = pointer_value (&seq, b->from);
  annotate_all_with_location (seq, loc);

  gimple_stmt_iterator gsi = gsi_for_stmt (b->call);
  gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
  tree k;
  edge body = plug_replace_by_loop (b->call, n, &k);
  fill_body (b, body, k);
  return true;
}

void
plug_expand_memory_calls (void)
{
  auto_vec<gcall *> calls;
  basic_block bb;
  bool changed = false;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (gcall *call = dyn_cast <gcall *> (gsi_stmt (gsi)))
	calls.safe_push (call);
  for (unsigned i = 0; i < calls.length (); i++)
    {
      struct block_call b;
      changed |= parse_call (calls[i], &b) && expand (&b);
    }
  if (!changed)
    return;
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa_only_virtuals);
}
