/* placed-rows.cc: let rows of which nobody knows how long they are lie anywhere.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (int k = 0; k < length[i]; k++)
       sum += value[i][k] * x[column[i][k]];

   The pitch of rows.cc, by which rows of a sparse matrix would be equally far apart, is one
   that they seldom have, and nobody could make a copy of such rows.  But where they are only
   read, a table of pointers to them is a list of indices, its *places*: value[i][k] is
   element places[i] + k of the array that begins with the first row, and what of it a
   process needs is inspected.  The runtime makes that list (runtime/row-places.c).

   Requires: rows.cc has put rows in the place of tables.  */

#include "pram-gcc.h"
#include "region.h"
#include "front/free-variables.h"
#include "read/extract.h"

/* The rows, a number, to which STMT adds up the PITCH of each; or null.  */
static tree
rows_of (gimple *stmt, tree pitch)
{
  if (!is_gimple_assign (stmt))
    return NULL_TREE;
  tree a = gimple_assign_rhs1 (stmt), b = gimple_assign_rhs2 (stmt);
  switch (gimple_assign_rhs_code (stmt))
    {
    case MULT_EXPR:
      return a == pitch && b == pitch ? NULL_TREE : a == pitch ? b : a;
    case POINTER_PLUS_EXPR:
      return b == pitch ? size_one_node : NULL_TREE;
    default:
      return NULL_TREE;
    }
}

/* Find in USES where rows are counted by PITCH.  False if something else is done with
   it.  */
static bool
find_uses (tree pitch, vec<std::pair<gimple *, tree>> *uses)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, pitch)
    {
      gimple *stmt = USE_STMT (use);
      tree lhs = gimple_get_lhs (stmt);
      if (is_gimple_debug (stmt))
	continue;
      if (is_gimple_assign (stmt) && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt)))
	{
	  if (!find_uses (lhs, uses))
	    return false;
	}
      else if (rows_of (stmt, pitch))
	uses->safe_push (std::make_pair (stmt, pitch));
      else
	return false;
    }
  return true;
}

/* Let STMT, which counts rows of TABLE by PITCH, read from PLACES where they are.  */
static void
read_place (const struct plug_param *table, gimple *stmt, tree pitch, tree places)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  gimple_seq seq = NULL;
  tree type = TREE_TYPE (TREE_TYPE (places));
  tree rows = gimple_convert (&seq, sizetype, rows_of (stmt, pitch));
  tree offset = gimple_build (&seq, MULT_EXPR, sizetype, rows, TYPE_SIZE_UNIT (type));
  tree place = make_ssa_name (type);
  gimple_seq_add_stmt (&seq, gimple_build_assign
		       (place, plug_element_behind (&seq, places, offset, type)));
  tree bytes = gimple_build (&seq, MULT_EXPR, sizetype,
			     gimple_convert (&seq, sizetype, place),
			     size_int (table->row_unit));
  gimple_seq_set_location (seq, gimple_location (stmt));
  gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
  if (gimple_assign_rhs_code (stmt) == POINTER_PLUS_EXPR)
    gimple_assign_set_rhs2 (stmt, bytes);
  else
    gimple_assign_set_rhs_with_ops (&gsi, NOP_EXPR, bytes);
  update_stmt (stmt);
}

/* No table of REGION's but P has its pitch: it isn't exchanged with others.  */
static bool
own_pitch_p (const struct plug_region *region, int p)
{
  for (int i = 0; i < region->n_params; i++)
    if (i != p && region->params[i].pitch == region->params[p].pitch)
      return false;
  return region->params[p].kind == PRAM_ARG_ARRAY;
}

/* Let rows of parameter P of REGION be where their places say.  False if they can't.  */
static bool
place_rows (struct plug_region *region, int p)
{
  struct plug_param *table = &region->params[p];
  auto_vec<std::pair<gimple *, tree>> uses;
  tree pitch = ssa_default_def (cfun, region->params[table->pitch].parm);
  if (!own_pitch_p (region, p) || !pitch || !find_uses (pitch, &uses))
    return false;
  tree unit = strip_array_types (plug_row_type (TREE_TYPE (table->var)));
  tree places = get_or_create_ssa_default_def (cfun, region->params[table->places].parm);
  table->row_unit = plug_scalar_type (unit) < 0 ? 1 : int_size_in_bytes (unit);
  for (const std::pair<gimple *, tree> &use : uses)
    read_place (table, use.first, use.second, places);
  table->pitch = -1;
  return true;
}

bool
plug_place_rows (struct plug_region *region)
{
  bool any = false;
  for (int p = 0; p < region->n_params; p++)
    if (region->params[p].ragged)
      {
	struct plug_param *table = &region->params[p];
	table->ragged = false;
	if (!place_rows (region, p))
	  table->places = -1;
	any = true;
      }
  if (any)
    {
      mark_virtual_operands_for_renaming (cfun);
      update_ssa (TODO_update_ssa_only_virtuals);
    }
  return any;
}
