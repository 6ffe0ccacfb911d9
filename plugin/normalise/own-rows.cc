/* own-rows.cc: rows that each iteration has for itself.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (s = 0; s < n; s++)
       {
	 …
	 while (head < tail)
	   { … if (dist[s][col[k]] < 0) dist[s][col[k]] = dist[s][v] + 1; … }
       }

   Data choose which elements are read that the loop writes, so it had to run in order.  But
   they are all of the row S, which no other iteration accesses:

     for (s = 0; s < n; s++)
       {
	 row = PRAM_workspace (&w, sizeof dist[s]);
	 memcpy (row, dist[s], sizeof dist[s]);
	 …
	 memcpy (dist[s], row, sizeof dist[s]);
       }

   What is read and written then is known, and the row is each iteration's own
   (workspaces.cc).  How long it is the array's type says.  A row is whatever is fixed in
   an iteration: a matrix, an array in a structure.

   Requires: SSA, loops with preheaders and simple latches, dominators.  Provides: the same
   but for virtual operands.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"
#include "read/places.h"
#include "write/emit.h"
#include "scratch.h"

/* A reference to an array: in STMT, at AT.  */
struct access
{
  gimple *stmt;
  tree *at;
  bool write;
};

/* What LOOP accesses of the array to which ROOT leads.  */
struct array
{
  class loop *loop;
  tree root;
  auto_vec<struct access> accesses;
  tree row;			/* of one of them */
};

/* --- Values that are fixed in an iteration --------------------------------- */

/* VALUE is the same in all of an iteration of LOOP, and computed from its number.  */
static bool
fixed_p (class loop *loop, tree value)
{
  ssa_op_iter i;
  tree use, step;
  if (TREE_CODE (value) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (value))
    return true;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (!flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return true;
  if (gphi *phi = dyn_cast <gphi *> (def))
    return gimple_bb (phi) == loop->header && plug_iv_p (loop, phi, &step);
  if (!is_gimple_assign (def) || gimple_vuse (def))
    return false;
  FOR_EACH_SSA_TREE_OPERAND (use, def, i, SSA_OP_USE)
    if (!fixed_p (loop, use))
      return false;
  return true;
}

/* VALUE, which is fixed in an iteration of LOOP, is another one in the next.  */
static bool
moves_p (class loop *loop, tree value)
{
  ssa_op_iter i;
  tree use;
  gimple *def = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
  if (!def || SSA_NAME_IS_DEFAULT_DEF (value)
      || !flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return false;
  if (gimple_code (def) == GIMPLE_PHI)
    return true;
  FOR_EACH_SSA_TREE_OPERAND (use, def, i, SSA_OP_USE)
    if (moves_p (loop, use))
      return true;
  return false;
}

/* A loop, and where what is computed once more in it goes.  */
struct again
{
  class loop *loop;
  gimple_seq *seq;
};

static tree compute (class loop *loop, tree value, gimple_seq *seq);

/* For walk_tree: let a name be what is computed once more.  */
static tree
compute_name (tree *tp, int *walk_subtrees, void *data)
{
  struct again *a = (struct again *) data;
  if (TREE_CODE (*tp) == SSA_NAME)
    *tp = compute (a->loop, *tp, a->seq);
  *walk_subtrees = TREE_CODE (*tp) != SSA_NAME && !TYPE_P (*tp);
  return NULL_TREE;
}

/* VALUE, which is fixed in an iteration of LOOP, computed once more by SEQ.  */
static tree
compute (class loop *loop, tree value, gimple_seq *seq)
{
  if (SSA_NAME_IS_DEFAULT_DEF (value))
    return value;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (!flow_bb_inside_loop_p (loop, gimple_bb (def))
      || gimple_code (def) == GIMPLE_PHI)
    return value;
  gimple *copy = gimple_copy (def);
  struct again again = { loop, seq };
  for (unsigned k = 1; k < gimple_num_ops (copy); k++)
    {
      tree op = unshare_expr (gimple_op (copy, k));
      walk_tree (&op, compute_name, &again, NULL);
      gimple_set_op (copy, k, op);
    }
  tree name = make_ssa_name (TREE_TYPE (value));
  gimple_set_lhs (copy, name);
  gimple_seq_add_stmt (seq, copy);
  return name;
}

/* --- Rows ------------------------------------------------------------------ */

/* The largest part of REF that is fixed in an iteration of LOOP and an array of which
   REF takes an element that isn't; null if there is none, and then *FIXED says whether
   all is.  */
static tree
row_of (class loop *loop, tree ref, bool *fixed)
{
  tree row = NULL_TREE;
  *fixed = false;
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF)
      {
	if (!fixed_p (loop, TREE_OPERAND (ref, 1)))
	  row = TREE_OPERAND (ref, 0);
      }
    else if (TREE_CODE (ref) != COMPONENT_REF)
      return NULL_TREE;
  *fixed = TREE_CODE (ref) == MEM_REF && fixed_p (loop, TREE_OPERAND (ref, 0));
  return *fixed ? row : NULL_TREE;
}

/* A and B, each fixed in an iteration, are the same part of memory.  */
static bool
same_part_p (tree a, tree b)
{
  if (TREE_CODE (a) != TREE_CODE (b)
      || !types_compatible_p (TREE_TYPE (a), TREE_TYPE (b)))
    return false;
  if (TREE_CODE (a) == MEM_REF)
    return (tree_int_cst_equal (TREE_OPERAND (a, 1), TREE_OPERAND (b, 1))
	    && plug_same_value_p (TREE_OPERAND (a, 0), TREE_OPERAND (b, 0)));
  return (TREE_CODE (a) == ARRAY_REF
	  ? plug_same_value_p (TREE_OPERAND (a, 1), TREE_OPERAND (b, 1))
	  : TREE_OPERAND (a, 1) == TREE_OPERAND (b, 1))
	 && same_part_p (TREE_OPERAND (a, 0), TREE_OPERAND (b, 0));
}

/* Where in *REF the part is that is the same as ROW; null if nowhere.  */
static tree *
part_of (tree *ref, tree row)
{
  while (!same_part_p (*ref, row))
    {
      if (!handled_component_p (*ref))
	return NULL;
      ref = &TREE_OPERAND (*ref, 0);
    }
  return ref;
}

/* ROW is another one in each iteration of LOOP.  */
static bool
row_moves_p (class loop *loop, tree row)
{
  for (; handled_component_p (row); row = TREE_OPERAND (row, 0))
    if (TREE_CODE (row) == ARRAY_REF && moves_p (loop, TREE_OPERAND (row, 1)))
      return true;
  return moves_p (loop, TREE_OPERAND (row, 0));
}

/* How many components REF has.  */
static int
depth_of (tree ref)
{
  int depth = 0;
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    depth++;
  return depth;
}

/* Let A's row be the largest that all accesses are within.  False if there is none.  */
static bool
find_row (struct array *a)
{
  for (const struct access &x : a->accesses)
    {
      bool fixed;
      tree row = row_of (a->loop, *x.at, &fixed);
      if (!fixed)
	return false;
      if (row && (!a->row || depth_of (row) < depth_of (a->row)))
	a->row = row;
    }
  if (!a->row || TREE_CODE (TREE_TYPE (a->row)) != ARRAY_TYPE
      || !row_moves_p (a->loop, a->row))
    return false;
  for (const struct access &x : a->accesses)
    if (!part_of (x.at, a->row))
      return false;
  return true;
}

/* --- Elements that data choose --------------------------------------------- */

/* Data choose the element that X is to, in LOOP, or how often.  */
static bool
chosen_p (class loop *loop, const struct access *x)
{
  return plug_chosen_p (loop, gimple_bb (x->stmt), *x->at);
}

/* X, which reads, is of an update: what has been read is changed and written back.  */
static bool
updates_p (const struct array *a, const struct access *x)
{
  tree old = gimple_assign_lhs (x->stmt), single;
  ssa_op_iter i;
  for (const struct access &y : a->accesses)
    {
      tree value = y.write ? gimple_assign_rhs1 (y.stmt) : NULL_TREE;
      gimple *def = (value && TREE_CODE (value) == SSA_NAME
		     ? SSA_NAME_DEF_STMT (value) : NULL);
      if (def && is_gimple_assign (def) && plug_same_place_p (*y.at, *x->at))
	FOR_EACH_SSA_TREE_OPERAND (single, def, i, SSA_OP_USE)
	  if (single == old)
	    return true;
    }
  return false;
}

static bool
any_chosen_p (const struct array *a)
{
  for (const struct access &x : a->accesses)
    if (chosen_p (a->loop, &x))
      return true;
  return false;
}

static bool
written_p (const struct array *a)
{
  for (const struct access &x : a->accesses)
    if (x.write)
      return true;
  return false;
}

/* A's loop writes it, and reads elements that data choose: then nobody can tell what
   its iterations need of each other.  */
static bool
needed_p (const struct array *a)
{
  if (written_p (a))
    for (const struct access &x : a->accesses)
      if (!x.write && chosen_p (a->loop, &x) && !updates_p (a, &x))
	return true;
  return false;
}

/* --- Memory ---------------------------------------------------------------- */

/* What the array bound MAX, no constant, is, where that is known before LOOP.  */
static tree
bound_value (class loop *loop, tree max)
{
  tree value = NULL_TREE, name;
  unsigned k;
  if (!VAR_P (max))
    return NULL_TREE;
  FOR_EACH_SSA_NAME (k, name, cfun)
    if (SSA_NAME_VAR (name) == max && SSA_NAME_DEF_STMT (name))
      {
	if (value)
	  return NULL_TREE;
	value = name;
      }
  return (value && !SSA_NAME_IS_DEFAULT_DEF (value)
	  && dominated_by_p (CDI_DOMINATORS, loop->header,
			     gimple_bb (SSA_NAME_DEF_STMT (value))) ? value : NULL_TREE);
}

/* The last index of TYPE, an array; null if it isn't known before LOOP.  */
static tree
last_index (class loop *loop, tree type)
{
  tree domain = TYPE_DOMAIN (type), max = domain ? TYPE_MAX_VALUE (domain) : NULL_TREE;
  if (!max || !integer_zerop (TYPE_MIN_VALUE (domain)))
    return NULL_TREE;
  return TREE_CODE (max) == INTEGER_CST ? max : bound_value (loop, max);
}

/* TYPE is an array of numbers that has a length before LOOP.  */
static bool
measured_p (class loop *loop, tree type)
{
  for (; TREE_CODE (type) == ARRAY_TYPE; type = TREE_TYPE (type))
    if (!last_index (loop, type))
      return false;
  return !AGGREGATE_TYPE_P (type);
}

/* How many numbers TYPE has, which is measured, computed by SEQ.  */
static tree
numbers_of (class loop *loop, tree type, gimple_seq *seq)
{
  tree n = size_one_node;
  for (; TREE_CODE (type) == ARRAY_TYPE; type = TREE_TYPE (type))
    {
      tree last = gimple_convert (seq, sizetype, last_index (loop, type));
      n = gimple_build (seq, MULT_EXPR, sizetype, n,
			gimple_build (seq, PLUS_EXPR, sizetype, last, size_one_node));
    }
  return n;
}

/* Where A's row is to be copied: a block of its loop's own that all accesses come
   behind; null if there is none.  */
static basic_block
beginning_of (const struct array *a)
{
  basic_block bb = NULL;
  for (const struct access &x : a->accesses)
    bb = (bb ? nearest_common_dominator (CDI_DOMINATORS, bb, gimple_bb (x.stmt))
	  : gimple_bb (x.stmt));
  while (bb->loop_father != a->loop)
    bb = loop_preheader_edge (bb->loop_father)->src;
  return loop_exits_from_bb_p (a->loop, bb) ? NULL : bb;
}

/* The first of A's accesses in BB, or its end.  */
static gimple_stmt_iterator
place_in (const struct array *a, basic_block bb)
{
  gimple_stmt_iterator i = gsi_after_labels (bb);
  for (; !gsi_end_p (i) && !stmt_ends_bb_p (gsi_stmt (i)); gsi_next (&i))
    for (const struct access &x : a->accesses)
      if (x.stmt == gsi_stmt (i))
	return i;
  return i;
}

/* A call that copies N bytes from FROM to TO.  */
static gcall *
copying (tree to, tree from, tree n, location_t loc)
{
  gcall *call = gimple_build_call (builtin_decl_explicit (BUILT_IN_MEMCPY), 3, to, from,
				   n);
  gimple_set_location (call, loc);
  return call;
}

/* The edges by which control goes from what comes behind BB, in A's loop, to what may come
   without it.  */
static void
find_ends (const struct array *a, basic_block bb, vec<edge> *ends)
{
  int n;
  basic_block *bbs = plug_loop_blocks (a->loop, &n);
  for (int b = 0; b < n; b++)
    {
      edge e;
      edge_iterator i;
      FOR_EACH_EDGE (e, i, bbs[b]->succs)
	if (dominated_by_p (CDI_DOMINATORS, bbs[b], bb)
	    && !dominated_by_p (CDI_DOMINATORS, e->dest, bb))
	  ends->safe_push (e);
    }
  free (bbs);
}

/* Let A's row, which is OWN behind BB, be copied back to ADDRESS.  */
static void
copy_back (const struct array *a, basic_block bb, tree address, tree own, tree bytes,
	   location_t loc)
{
  auto_vec<edge> ends;
  find_ends (a, bb, &ends);
  for (edge e : ends)
    {
      gimple_seq back = NULL;
      gimple_seq_add_stmt (&back, copying (address, own, bytes, loc));
      plug_append (e->src == a->loop->latch ? e->src : split_edge (e), back);
    }
}

/* Let A's row be each iteration's own.  */
static void
take_row (struct array *a)
{
  basic_block bb = beginning_of (a);
  tree scalar = strip_array_types (TREE_TYPE (a->row));
  gimple_seq before = NULL, seq = NULL;
  tree n = numbers_of (a->loop, TREE_TYPE (a->row), &before);
  location_t loc = gimple_location (a->accesses[0].stmt);
  plug_append (loop_preheader_edge (a->loop)->src, before);
  /* The address once more, where it is needed.  */
  tree row = unshare_expr (a->row), to = build_pointer_type (scalar);
  struct again again = { a->loop, &seq };
  walk_tree (&row, compute_name, &again, NULL);
  tree address = make_ssa_name (build_pointer_type (TREE_TYPE (row)));
  gimple_seq_add_stmt (&seq, gimple_build_assign (address, build_fold_addr_expr (row)));
  address = gimple_convert (&seq, to, address);
  tree bytes = gimple_build (&seq, MULT_EXPR, sizetype, n, TYPE_SIZE_UNIT (scalar));
  gimple_stmt_iterator i = place_in (a, bb);
  gsi_insert_seq_before (&i, seq, GSI_SAME_STMT);
  tree own = make_ssa_name (to);
  tree var = SSA_NAME_VAR (a->root);
  plug_give_workspace (&i, own, bytes, var ? DECL_NAME (var) : NULL_TREE, loc);
  gsi_insert_before (&i, copying (own, address, bytes, loc), GSI_SAME_STMT);
  for (struct access &x : a->accesses)
    {
      tree ref = unshare_expr (*x.at), *at = part_of (&ref, a->row);
      tree type = build_pointer_type (TREE_TYPE (a->row));
      *at = build2 (MEM_REF, TREE_TYPE (*at), own, build_zero_cst (type));
      *x.at = ref;
      update_stmt (x.stmt);
    }
  if (written_p (a))
    copy_back (a, bb, address, own, bytes, loc);
}

/* --- Loops ----------------------------------------------------------------- */

/* What REF is counted from: a pointer that isn't computed from others.  Null: it is a
   variable.  */
static tree
root_of (tree ref)
{
  tree base = get_base_address (ref);
  tree name = base && TREE_CODE (base) == MEM_REF ? TREE_OPERAND (base, 0) : NULL_TREE;
  while (name && TREE_CODE (name) == SSA_NAME && !SSA_NAME_IS_DEFAULT_DEF (name))
    {
      gimple *def = SSA_NAME_DEF_STMT (name);
      if (!is_gimple_assign (def) || gimple_vuse (def))
	break;
      tree from = gimple_assign_rhs1 (def);
      if (TREE_CODE (from) == ADDR_EXPR)
	return root_of (TREE_OPERAND (from, 0));
      if (!POINTER_TYPE_P (TREE_TYPE (from)))
	break;
      name = from;
    }
  return name;
}

/* Note what is at AT in STMT in ARRAYS.  False if it isn't known what that is.  */
static bool
note (class loop *loop, gimple *stmt, tree *at, bool write,
      auto_delete_vec<struct array> *arrays)
{
  tree root = root_of (*at);
  if (plug_variable_of (*at))
    return true;
  if (!root || TREE_CODE (root) != SSA_NAME
      || (!SSA_NAME_IS_DEFAULT_DEF (root)
	  && flow_bb_inside_loop_p (loop, gimple_bb (SSA_NAME_DEF_STMT (root)))))
    return false;
  struct array *found = NULL;
  for (struct array *a : *arrays)
    if (a->root == root)
      found = a;
  if (!found)
    {
      found = new array ();
      found->loop = loop;
      found->root = root;
      arrays->safe_push (found);
    }
  found->accesses.safe_push ({ stmt, at, write });
  return true;
}

/* Find what LOOP accesses; false if calls do, or it isn't known.  */
static bool
find_arrays (class loop *loop, auto_delete_vec<struct array> *arrays)
{
  int n;
  bool ok = true;
  basic_block *bbs = plug_loop_blocks (loop, &n);
  for (int b = 0; b < n && ok; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i) && ok;
	 gsi_next (&i))
      {
	gimple *stmt = gsi_stmt (i);
	if (!gimple_vuse (stmt) || gimple_clobber_p (stmt) || is_gimple_debug (stmt))
	  continue;
	ok = gimple_assign_single_p (stmt);
	if (ok && gimple_vdef (stmt))
	  ok = note (loop, stmt, gimple_assign_lhs_ptr (stmt), true, arrays);
	if (ok && gimple_assign_load_p (stmt))
	  ok = note (loop, stmt, gimple_assign_rhs1_ptr (stmt), false, arrays);
      }
  free (bbs);
  return ok;
}

/* A has a row that can be taken.  */
static bool
takeable_p (struct array *a)
{
  return (find_row (a) && measured_p (a->loop, TREE_TYPE (a->row))
	  && beginning_of (a));
}

/* Let each iteration of LOOP have for itself all rows that it has to, if it can; then
   others of which data choose elements, too.  */
static bool
take_rows (class loop *loop)
{
  auto_delete_vec<struct array> arrays;
  bool needed = false;
  if (!loop_outer (loop) || plug_in_order_p (loop) || !single_exit (loop)
      || !find_arrays (loop, &arrays))
    return false;
  for (struct array *a : arrays)
    if (needed_p (a))
      {
	if (!takeable_p (a))
	  return false;
	needed = true;
      }
  for (struct array *a : arrays)
    if (needed && any_chosen_p (a) && takeable_p (a))
      take_row (a);
  return needed;
}

/* … and of those inside of it.  */
static bool
take_rows_within (class loop *loop)
{
  bool taken = take_rows (loop);
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    taken |= take_rows_within (inner);
  return taken;
}

bool
plug_take_rows (void)
{
  if (!take_rows_within (current_loops->tree_root))
    return false;
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa_only_virtuals);
  return true;
}
