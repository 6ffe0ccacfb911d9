/* structure-tables.cc: read members of an array of structures from tables of their own.

   SPDX-License-Identifier: GPL-3.0-or-later

   `level[k].n', where LEVEL holds pointers (front/structure-tables.cc), is what lies as many
   bytes behind the first structure's N as level[k] behind that structure.

   Invariant: nothing is done with the array but to read members; else all is left as it
   was.

   Requires: SSA, helpers inlined.  Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* A member that STMT loads, the parameter P, so many BYTES behind the first one.  */
struct member_load
{
  gimple *stmt;
  int p;
};

struct splitting
{
  struct plug_region *region;
  int array;			/* the parameter */
  hash_set<tree> names;		/* that point into it */
  auto_vec<struct member_load> loads;
};

/* --- Places ------------------------------------------------------------------ */

/* How far something is behind the first structure: VARIABLE, in bytes, a multiple of what
   a structure has, and a constant.  */
struct place
{
  tree variable;
  HOST_WIDE_INT constant;
};

/* Add OFFSET to *AT.  False if it isn't seen to be a multiple of STRIDE.  */
static bool
add_offset (gimple_seq *seq, struct place *at, tree offset, HOST_WIDE_INT stride)
{
  gassign *sum = (TREE_CODE (offset) == SSA_NAME
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (offset)) : NULL);
  /* A member of an element (a[k].u) is one offset.  */
  if (sum && gimple_assign_rhs_code (sum) == PLUS_EXPR
      && TREE_CODE (gimple_assign_rhs2 (sum)) == INTEGER_CST)
    return (add_offset (seq, at, gimple_assign_rhs2 (sum), stride)
	    && add_offset (seq, at, gimple_assign_rhs1 (sum), stride));
  if (TREE_CODE (offset) == INTEGER_CST)
    {
      at->constant += tree_to_shwi (fold_convert (ssizetype, offset));
      return true;
    }
  at->variable = gimple_build (seq, PLUS_EXPR, sizetype, at->variable,
			       gimple_convert (seq, sizetype, offset));
  return plug_divisible_p (offset, stride);
}

/* Add how far REF is behind the name that it is counted from, which is returned; null if that
   isn't known.  */
static tree
add_reference (gimple_seq *seq, struct place *at, tree ref, HOST_WIDE_INT stride)
{
  poly_int64 bitsize, bitpos;
  tree offset;
  machine_mode mode;
  int is_unsigned, reverse, is_volatile = 0;
  tree base = get_inner_reference (ref, &bitsize, &bitpos, &offset, &mode,
				   &is_unsigned, &reverse, &is_volatile);
  if (TREE_CODE (base) != MEM_REF || reverse || is_volatile
      || !multiple_p (bitpos, BITS_PER_UNIT))
    return NULL_TREE;
  gimple_seq more = NULL;
  if (offset)
    offset = force_gimple_operand (unshare_expr (offset), &more, true, NULL_TREE);
  gimple_seq_add_seq (seq, more);
  at->constant += bitpos.to_constant () / BITS_PER_UNIT;
  return (add_offset (seq, at, TREE_OPERAND (base, 1), stride)
	  && (!offset || add_offset (seq, at, offset, stride))
	  ? TREE_OPERAND (base, 0) : NULL_TREE);
}

/* Where REF is, behind the beginning of the array; false if that isn't known.  */
static bool
find_place (gimple_seq *seq, tree ref, HOST_WIDE_INT stride, struct place *at)
{
  *at = { size_zero_node, 0 };
  tree name = add_reference (seq, at, ref, stride);
  while (name && !SSA_NAME_IS_DEFAULT_DEF (name))
    {
      gassign *def = as_a <gassign *> (SSA_NAME_DEF_STMT (name));
      tree from = gimple_assign_rhs1 (def);
      if (gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR
	  && !add_offset (seq, at, gimple_assign_rhs2 (def), stride))
	return false;
      name = (TREE_CODE (from) == ADDR_EXPR
	      ? add_reference (seq, at, TREE_OPERAND (from, 0), stride) : from);
    }
  return name;
}

/* --- What is done with the array ---------------------------------------------- */

/* The parameter that is the member of TYPE at byte FIELD of S's structures, or -1.  */
static int
member_at (const struct splitting *s, HOST_WIDE_INT field, tree type)
{
  for (int p = 0; p < s->region->n_params; p++)
    {
      const struct plug_param *m = &s->region->params[p];
      if (m->stride && m->structures == s->array && m->field == field
	  && types_compatible_p (TREE_TYPE (TREE_TYPE (m->var)), type))
	return p;
    }
  return -1;
}

static HOST_WIDE_INT
stride_of (const struct splitting *s)
{
  for (int p = 0; p < s->region->n_params; p++)
    if (s->region->params[p].stride && s->region->params[p].structures == s->array)
      return s->region->params[p].stride;
  return 0;
}

/* Note what STMT loads; false if it is no member.  */
static bool
note_load (struct splitting *s, gimple *stmt)
{
  HOST_WIDE_INT stride = stride_of (s);
  struct place at;
  gimple_seq seq = NULL;
  tree ref = gimple_assign_rhs1 (stmt);
  bool known = find_place (&seq, ref, stride, &at);
  gimple_seq_discard (seq);
  if (!known)
    return false;
  HOST_WIDE_INT field = (at.constant % stride + stride) % stride;
  int p = member_at (s, field, TREE_TYPE (ref));
  s->loads.safe_push ({ stmt, p });
  return p >= 0;
}

/* Members are all that is read where NAME points, or behind.  */
static bool
only_read_p (struct splitting *s, tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  if (s->names.add (name))
    return true;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *stmt = USE_STMT (use);
      if (is_gimple_debug (stmt))
	continue;
      if (!is_gimple_assign (stmt) || gimple_has_volatile_ops (stmt)
	  || TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME)
	return false;
      tree_code code = gimple_assign_rhs_code (stmt);
      if (gimple_assign_load_p (stmt) ? !note_load (s, stmt)
	  : !((code == POINTER_PLUS_EXPR || code == ADDR_EXPR || code == SSA_NAME
	       || CONVERT_EXPR_CODE_P (code))
	      && POINTER_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt)))
	      && only_read_p (s, gimple_assign_lhs (stmt))))
	return false;
    }
  return true;
}

/* --- The tables ------------------------------------------------------------------ */

/* Let LOAD be from the table of its member.  */
static void
replace_load (struct splitting *s, const struct member_load *load, bitmap unused)
{
  const struct plug_param *m = &s->region->params[load->p];
  gimple_stmt_iterator i = gsi_for_stmt (load->stmt);
  gimple_seq seq = NULL;
  struct place at;
  ssa_op_iter iter;
  tree use, ref = gimple_assign_rhs1 (load->stmt);
  FOR_EACH_SSA_TREE_OPERAND (use, load->stmt, iter, SSA_OP_USE)
    if (!SSA_NAME_IS_DEFAULT_DEF (use))
      bitmap_set_bit (unused, SSA_NAME_VERSION (use));
  find_place (&seq, ref, m->stride, &at);
  tree bytes = gimple_build (&seq, PLUS_EXPR, sizetype, at.variable,
			     size_int (at.constant - m->field));
  tree table = get_or_create_ssa_default_def (cfun, m->parm);
  tree address = gimple_build (&seq, POINTER_PLUS_EXPR, TREE_TYPE (table), table, bytes);
  gimple_seq_set_location (seq, gimple_location (load->stmt));
  gsi_insert_seq_before (&i, seq, GSI_SAME_STMT);
  gimple_assign_set_rhs1 (load->stmt, build2 (MEM_REF, TREE_TYPE (ref), address,
					      build_zero_cst
					      (reference_alias_ptr_type (ref))));
  update_stmt (load->stmt);
}

void
plug_split_structures (struct plug_region *region)
{
  auto_bitmap unused;
  for (int p = 0; p < region->n_params; p++)
    {
      struct splitting s;
      s.region = region;
      s.array = p;
      tree array = (region->params[p].kind == PRAM_ARG_ARRAY
		    ? ssa_default_def (cfun, region->params[p].parm) : NULL_TREE);
      if (!array || !stride_of (&s) || !only_read_p (&s, array))
	continue;
      for (const struct member_load &load : s.loads)
	replace_load (&s, &load, unused);
    }
  simple_dce_from_worklist (unused);
}
