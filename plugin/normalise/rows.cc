/* rows.cc: put the rows of an array in the place of the table that points to
   them.

   SPDX-License-Identifier: GPL-3.0-or-later

   `a[i]', where A is a table of pointers to rows (front/rows.cc), is the address
   i times the pitch behind the first row.  A itself, which the runtime gives the
   first row's address, stays what pointers are counted from and exchanged by:
   tables that the region exchanges have one pitch.  Where rows of one table are
   exchanged, what is in them is (row-exchanges.cc).

   A table of planes becomes one of all rows first: a[i] is the address of its element
   i times the height.

   Invariant: nothing is done with a table but to load pointers from it, to exchange
   these, and to exchange it with others; else all is left as it was.

   Requires: SSA, helpers inlined.  Provides: the same but for virtual
   operands.  */

#include "pram-gcc.h"
#include "region.h"
#include "front/free-variables.h"
#include "read/extract.h"

struct tables
{
  struct plug_region *region;
  /* What points to the beginning of a table, or into one: the number of its
     parameter.  */
  hash_map<tree, int> begins, inside;
  auto_vec<gimple *> planes;	/* load what points into a table of all rows */
  auto_vec<gimple *> loads, stores;
  /* By parameter: the one that stands for all that it is exchanged with; other
     things are done with it.  */
  auto_vec<int> same;
  auto_vec<bool> bad;
  auto_vec<struct plug_row_exchange> exchanges;
  auto_bitmap addresses;	/* in tables: names that may be of no use any more */
};

static int
class_of (struct tables *t, int p)
{
  while (t->same[p] != p)
    p = t->same[p];
  return p;
}

/* --- What is done with tables --------------------------------------------- */

static void follow (struct tables *t, tree name, int p, bool inside);

/* STMT loads a pointer to OBJECT, a type, where NAME points, or behind.  */
static bool
pointer_load_p (tree object, gimple *stmt, tree name)
{
  if (!gimple_assign_load_p (stmt) || gimple_has_volatile_ops (stmt)
      || TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME)
    return false;
  tree ref = gimple_assign_rhs1 (stmt), base = get_base_address (ref);
  return (base && TREE_CODE (base) == MEM_REF && TREE_OPERAND (base, 0) == name
	  && POINTER_TYPE_P (TREE_TYPE (ref))
	  && types_compatible_p (TREE_TYPE (TREE_TYPE (ref)), object));
}

/* STMT loads a pointer to a row of TABLE from there.  */
static bool
row_load_p (const struct plug_param *table, gimple *stmt, tree name)
{
  return pointer_load_p (plug_row_type (TREE_TYPE (table->var)), stmt, name);
}

/* … a pointer to a plane.  */
static bool
plane_load_p (const struct plug_param *table, gimple *stmt, tree name)
{
  tree pointer = TREE_TYPE (TREE_TYPE (table->var));
  return table->height >= 0 && pointer_load_p (TREE_TYPE (pointer), stmt, name);
}

/* STMT stores a pointer to where NAME points, or behind: to another row, as one may
   hope.  */
static bool
row_store_p (gimple *stmt, tree name)
{
  tree to = gimple_store_p (stmt) ? gimple_get_lhs (stmt) : NULL_TREE;
  tree base = to ? get_base_address (to) : NULL_TREE;
  return (base && gimple_assign_single_p (stmt) && !gimple_has_volatile_ops (stmt)
	  && TREE_CODE (base) == MEM_REF && TREE_OPERAND (base, 0) == name
	  && gimple_assign_rhs1 (stmt) != name);
}

/* STMT says where the pointer to table P, which the region changes, is in the
   end.  */
static bool
final_store_p (const struct plug_param *table, gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt);
  return (gimple_store_p (stmt) && lhs && TREE_CODE (lhs) == MEM_REF
	  && TREE_CODE (TREE_OPERAND (lhs, 0)) == SSA_NAME
	  && SSA_NAME_IS_DEFAULT_DEF (TREE_OPERAND (lhs, 0))
	  && table->kind == PRAM_ARG_ARRAY_INOUT);
}

/* STMT uses NAME, which points to table P, or INSIDE of it.  */
static void
follow_use (struct tables *t, gimple *stmt, tree name, int p, bool inside)
{
  const struct plug_param *table = &t->region->params[p];
  tree lhs = gimple_get_lhs (stmt);
  if (is_gimple_debug (stmt) || (!inside && final_store_p (table, stmt)))
    return;
  if (row_load_p (table, stmt, name))
    t->loads.safe_push (stmt);
  else if (plane_load_p (table, stmt, name))
    {
      t->planes.safe_push (stmt);
      follow (t, lhs, p, true);
    }
  else if (row_store_p (stmt, name))
    t->stores.safe_push (stmt);
  else if (gimple_code (stmt) == GIMPLE_PHI && !inside)
    follow (t, gimple_phi_result (stmt), p, false);
  else if (is_gimple_assign (stmt) && TREE_CODE (lhs) == SSA_NAME
	   && POINTER_TYPE_P (TREE_TYPE (lhs))
	   && (gimple_assign_ssa_name_copy_p (stmt)
	       || CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt))))
    follow (t, lhs, p, inside);
  else if (is_gimple_assign (stmt)
	   && (gimple_assign_rhs_code (stmt) == POINTER_PLUS_EXPR
	       || gimple_assign_rhs_code (stmt) == ADDR_EXPR)
	   && TREE_CODE (lhs) == SSA_NAME)
    follow (t, lhs, p, true);
  else
    t->bad[p] = true;
}

/* NAME points to table P, or INSIDE of it: see what is done with it.  */
static void
follow (struct tables *t, tree name, int p, bool inside)
{
  imm_use_iterator iter;
  use_operand_p use;
  bool known;
  int &at = (inside ? t->inside : t->begins).get_or_insert (name, &known);
  if (known)
    {
      int a = class_of (t, at), b = class_of (t, p);
      t->same[MAX (a, b)] = MIN (a, b);
      return;
    }
  at = p;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    follow_use (t, USE_STMT (use), name, p, inside);
}

/* Follow the parameter P, a table.  One that the region changes is passed by
   address.  */
static void
follow_table (struct tables *t, int p)
{
  struct plug_param *table = &t->region->params[p];
  tree parm = ssa_default_def (cfun, table->parm);
  imm_use_iterator iter;
  use_operand_p use;
  if (parm && table->kind == PRAM_ARG_ARRAY)
    follow (t, parm, p, false);
  else if (parm)
    FOR_EACH_IMM_USE_FAST (use, iter, parm)
      {
	gimple *stmt = USE_STMT (use);
	if (gimple_assign_load_p (stmt)
	    && TREE_CODE (gimple_assign_lhs (stmt)) == SSA_NAME)
	  follow (t, gimple_assign_lhs (stmt), p, false);
	else if (!is_gimple_debug (stmt) && !final_store_p (table, stmt))
	  t->bad[p] = true;
      }
}

/* All that is exchanged with what is bad is so, too, and so is what may be
   something else.  */
static void
spread_bad (struct tables *t)
{
  for (auto i = t->begins.begin (); i != t->begins.end (); ++i)
    if (gphi *phi = dyn_cast <gphi *> (SSA_NAME_DEF_STMT ((*i).first)))
      for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
	if (TREE_CODE (gimple_phi_arg_def (phi, k)) != SSA_NAME
	    || !t->begins.get (gimple_phi_arg_def (phi, k)))
	  t->bad[(*i).second] = true;
  for (unsigned p = 0; p < t->bad.length (); p++)
    if (t->bad[p])
      t->bad[class_of (t, p)] = true;
}

/* --- The rows ------------------------------------------------------------- */

/* The statement that computes OFFSET, or null.  */
static gassign *
computed_by (tree offset)
{
  return (TREE_CODE (offset) == SSA_NAME
	  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (offset)) : NULL);
}

/* OFFSET, bytes in a table, by the SIZE that its elements are apart.  */
static tree
rows_in (gimple_seq *seq, tree offset, HOST_WIDE_INT size)
{
  if (TREE_CODE (offset) == INTEGER_CST)
    return size_int ((HOST_WIDE_INT) TREE_INT_CST_LOW (offset) / size);
  if (!plug_divisible_p (offset, size))
    {
      tree bytes = gimple_convert (seq, ssizetype, offset);
      return gimple_convert (seq, sizetype,
			     gimple_build (seq, TRUNC_DIV_EXPR, ssizetype,
					   bytes, ssize_int (size)));
    }
  gassign *def = computed_by (offset);
  enum tree_code code = gimple_assign_rhs_code (def);
  tree a = gimple_assign_rhs1 (def), b = gimple_assign_rhs2 (def);
  if (code != MULT_EXPR)
    a = rows_in (seq, a, size);
  b = rows_in (seq, b, size);
  return gimple_build (seq, code, sizetype, a, b);
}

/* Add ROWS to *SUM.  */
static void
add_rows (gimple_seq *seq, tree *sum, tree rows)
{
  *sum = gimple_build (seq, PLUS_EXPR, sizetype, *sum, rows);
}

/* The name from which the address of REF, in a table, is counted: how many rows
   it is behind that is added to *SUM.  */
static tree
table_of (gimple_seq *seq, tree ref, tree *sum, HOST_WIDE_INT size)
{
  poly_int64 bitsize, bitpos;
  tree offset;
  machine_mode mode;
  int is_unsigned, reverse, is_volatile;
  tree base = get_inner_reference (ref, &bitsize, &bitpos, &offset, &mode,
				   &is_unsigned, &reverse, &is_volatile);
  gimple_seq more = NULL;
  add_rows (seq, sum, rows_in (seq, size_int (bitpos.to_constant ()
					      / BITS_PER_UNIT), size));
  add_rows (seq, sum, rows_in (seq, TREE_OPERAND (base, 1), size));
  if (offset)
    {
      offset = force_gimple_operand (unshare_expr (offset), &more, true,
				     NULL_TREE);
      gimple_seq_add_seq (seq, more);
      add_rows (seq, sum, rows_in (seq, offset, size));
    }
  return TREE_OPERAND (base, 0);
}

/* The same of the pointer NAME.  */
static tree
beginning_of (struct tables *t, gimple_seq *seq, tree name, tree *sum, HOST_WIDE_INT size)
{
  while (!t->begins.get (name))
    {
      gassign *def = as_a <gassign *> (SSA_NAME_DEF_STMT (name));
      tree from = gimple_assign_rhs1 (def);
      if (gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR)
	add_rows (seq, sum, rows_in (seq, gimple_assign_rhs2 (def), size));
      name = (TREE_CODE (from) == ADDR_EXPR
	      ? table_of (seq, TREE_OPERAND (from, 0), sum, size) : from);
    }
  return name;
}

/* STMT, which accesses a table, will do so no more.  */
static void
note_address (struct tables *t, gimple *stmt)
{
  ssa_op_iter iter;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, stmt, iter, SSA_OP_USE)
    bitmap_set_bit (t->addresses, SSA_NAME_VERSION (use));
}

/* The parameter number P of T's region, an integer.  */
static tree
integer_of (const struct tables *t, gimple_seq *seq, int p)
{
  tree parm = get_or_create_ssa_default_def (cfun, t->region->params[p].parm);
  return gimple_convert (seq, sizetype, parm);
}

/* The table that STMT loads from or stores to.  */
static int
table_accessed (struct tables *t, gimple *stmt)
{
  tree ref = (gimple_assign_load_p (stmt) ? gimple_assign_rhs1 (stmt)
	      : gimple_assign_lhs (stmt));
  tree name = TREE_OPERAND (get_base_address (ref), 0);
  int *p = t->begins.get (name);
  return class_of (t, p ? *p : *t->inside.get (name));
}

/* Compute what LOAD loads from a table: the address of a row, or, of a PLANE's first
   pointer in a table of all rows.  */
static void
replace_load (struct tables *t, gimple *load, bool plane)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (load);
  gimple_seq seq = NULL;
  note_address (t, load);
  tree rows = size_zero_node;
  HOST_WIDE_INT stride = t->region->params[table_accessed (t, load)].stride;
  HOST_WIDE_INT size = stride ? stride : int_size_in_bytes (ptr_type_node);
  tree name = table_of (&seq, gimple_assign_rhs1 (load), &rows, size);
  name = beginning_of (t, &seq, name, &rows, size);
  const struct plug_param *table
    = &t->region->params[class_of (t, *t->begins.get (name))];
  if (plane)
    rows = gimple_build (&seq, MULT_EXPR, sizetype, rows,
			 integer_of (t, &seq, table->height));
  tree apart = (plane ? size_int (int_size_in_bytes (ptr_type_node))
		: integer_of (t, &seq, table->pitch));
  tree bytes = gimple_build (&seq, MULT_EXPR, sizetype, rows, apart);
  tree row = gimple_build (&seq, POINTER_PLUS_EXPR, TREE_TYPE (name), name,
			   bytes);
  gimple_seq_set_location (seq, gimple_location (load));
  gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
  gimple_assign_set_rhs_with_ops (&gsi, NOP_EXPR, row);
  update_stmt (gsi_stmt (gsi));
}

/* --- Exchanges ------------------------------------------------------------- */

/* Table P is exchanged with others.  */
static bool
tables_exchanged_p (const struct tables *t, int p)
{
  for (unsigned i = 0; i < t->same.length (); i++)
    if ((int) i != p && class_of (const_cast <struct tables *> (t), i) == p)
      return true;
  return t->region->params[p].kind != PRAM_ARG_ARRAY;
}

/* What rows of P consist of can be exchanged.  */
static bool
exchangeable_p (const struct plug_param *p)
{
  tree unit = strip_array_types (plug_row_type (TREE_TYPE (p->var)));
  return (p->width >= 0 && TREE_CODE (unit) != BOOLEAN_TYPE
	  && (INTEGRAL_TYPE_P (unit) || SCALAR_FLOAT_TYPE_P (unit)
	      || TREE_CODE (unit) == COMPLEX_TYPE));
}

/* Find the rows of P that are exchanged; it is bad if something else is done with its
   pointers.  */
static void
find_exchanges (struct tables *t, int p)
{
  auto_vec<gimple *> loads, stores;
  for (gimple *load : t->loads)
    if (table_accessed (t, load) == p)
      loads.safe_push (load);
  for (gimple *store : t->stores)
    if (table_accessed (t, store) == p)
      stores.safe_push (store);
  if (stores.is_empty ())
    t->region->params[p].width = -1;
  else if (t->region->params[p].height >= 0 || tables_exchanged_p (t, p)
	   || !exchangeable_p (&t->region->params[p])
	   || !plug_find_row_exchanges (p, stores, loads, &t->exchanges))
    t->bad[p] = true;
}

/* Exchange what is in the rows.  */
static void
replace_exchanges (struct tables *t)
{
  bool any = false;
  for (const struct plug_row_exchange &x : t->exchanges)
    if (!t->bad[x.table])
      {
	const struct plug_param *table = &t->region->params[x.table];
	tree width = t->region->params[table->width].parm;
	if (!any)
	  plug_prepare_loops ();
	note_address (t, x.first);
	note_address (t, x.second);
	plug_exchange_contents (&x, get_or_create_ssa_default_def (cfun, width),
				strip_array_types (plug_row_type
						   (TREE_TYPE (table->var))));
	any = true;
      }
  if (!any)
    return;
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa_only_virtuals);
}

/* P is the rows of its table, which are apart as those of LIKE are.  */
static void
set_rows (struct plug_param *p, const struct plug_param *like)
{
  tree unit = strip_array_types (plug_row_type (TREE_TYPE (p->var)));
  p->pitch = like->pitch;
  p->height = like->height;
  p->row_unit = int_size_in_bytes (unit);
  p->type = plug_type_of (unit);
  p->array_bytes = 0;
}

void
plug_replace_rows (struct plug_region *region)
{
  struct tables t;
  t.region = region;
  for (int p = 0; p < region->n_params; p++)
    {
      t.same.safe_push (p);
      t.bad.safe_push (false);
    }
  for (int p = 0; p < region->n_params; p++)
    if (region->params[p].pitch >= 0)
      follow_table (&t, p);
  spread_bad (&t);
  for (int p = 0; p < region->n_params; p++)
    if (region->params[p].pitch >= 0 && class_of (&t, p) == p)
      find_exchanges (&t, p);
    else
      region->params[p].width = -1;
  auto_vec<bool> loaded;
  loaded.safe_grow_cleared (region->n_params);
  for (gimple *load : t.planes)
    if (!t.bad[table_accessed (&t, load)])
      replace_load (&t, load, true);
  for (gimple *load : t.loads)
    {
      int p = table_accessed (&t, load);
      if (t.bad[p])
	continue;
      replace_load (&t, load, false);
      loaded[p] = true;
    }
  for (int p = 0; p < region->n_params; p++)
    if (region->params[p].pitch >= 0 && loaded[class_of (&t, p)])
      set_rows (&region->params[p], &region->params[class_of (&t, p)]);
  replace_exchanges (&t);
  /* What scalars are carried for must not be addresses that nobody uses.  */
  simple_dce_from_worklist (t.addresses);
}
