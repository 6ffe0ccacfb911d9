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
   an iteration: a matrix, an array in a structure.  If no type says so, it is that of a
   linear array, dist[s * n + col[k]] (linear-rows.cc).  There data may choose something
   outside of it: instead of that what comes behind the copy is accessed, and the line
   noted in front of it, for the original statement to run (runtime/workspace.c).

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
  tree row;			/* of one of them, or null: the array is linear, … */
  struct plug_sum start, length;	/* … and these are its row's */
  bool swept;			/* which is certainly there as a whole */
};

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
	if (!plug_fixed_p (loop, TREE_OPERAND (ref, 1)))
	  row = TREE_OPERAND (ref, 0);
      }
    else if (TREE_CODE (ref) != COMPONENT_REF)
      return NULL_TREE;
  *fixed = TREE_CODE (ref) == MEM_REF && plug_fixed_p (loop, TREE_OPERAND (ref, 0));
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
    if (TREE_CODE (row) == ARRAY_REF && plug_moves_p (loop, TREE_OPERAND (row, 1)))
      return true;
  return plug_moves_p (loop, TREE_OPERAND (row, 0));
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

/* Let A's row be the largest that all accesses are within and types tell of.  False if
   there is none.  */
static bool
find_typed_row (struct array *a)
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

/* How many bytes the elements of A have that are accessed, all alike, as numbers; or 0.  */
static int
element_size (const struct array *a)
{
  tree type = TREE_TYPE (*a->accesses[0].at);
  for (const struct access &x : a->accesses)
    if (!types_compatible_p (TREE_TYPE (*x.at), type))
      return 0;
  return AGGREGATE_TYPE_P (type) || TYPE_VOLATILE (type) ? 0 : int_size_in_bytes (type);
}

/* Let SUM be where in A element X is.  False if that is no sum, or of parts of elements.  */
static bool
place_of (const struct array *a, const struct access *x, struct plug_sum *sum)
{
  int size = element_size (a);
  if (!plug_place_of (a->loop, *x->at, a->root, sum))
    return false;
  for (const struct plug_term &t : sum->terms)
    if (t.times % size)
      return false;
  return sum->constant % size == 0;
}

static bool
written_p (const struct array *a)
{
  for (const struct access &x : a->accesses)
    if (x.write)
      return true;
  return false;
}

/* Let SUM be where in A's linear row X is.  */
static void
place_in_row (const struct array *a, const struct access *x, struct plug_sum *sum)
{
  place_of (a, x, sum);
  plug_take_out (sum, &a->start);
}

/* X is in A's linear row, whatever data choose; *SUM is where.  */
static bool
within_p (const struct array *a, const struct access *x, struct plug_sum *sum)
{
  place_in_row (a, x, sum);
  return plug_within_p (a->loop, gimple_bb (x->stmt), sum, &a->length, element_size (a));
}

/* What X, which goes up to the end of the row in each iteration as far as tests tell, says
   of A's row: 0, nothing; 1, that it is there as a whole if it isn't longer; 2, that it
   is.  */
static int
swept_by (const struct array *a, const struct access *x)
{
  struct plug_sum sum;
  basic_block bb = gimple_bb (x->stmt);
  bool within = within_p (a, x, &sum);
  return (!plug_sweeps_p (a->loop, bb, &sum) ? 0
	  : within ? 2 : plug_reach_of (a->loop, bb, &sum, 1, NULL) ? 1 : 0);
}

/* Let A's row begin with what the places of all accesses have in common.  False if it
   has no length, others don't look like places in it, or it is written and the last one may
   not be there as a whole: what comes behind the array isn't the program's.  */
static bool
find_linear_row (struct array *a)
{
  int swept = 0;
  a->start.terms.truncate (0);
  a->length.terms.truncate (0);
  if (element_size (a) <= 0)
    return false;
  for (const struct access &x : a->accesses)
    {
      struct plug_sum sum;
      if (!place_of (a, &x, &sum))
	return false;
      if (&x == &a->accesses[0])
	a->start.terms.safe_splice (sum.terms);
      plug_keep_common (&a->start, &sum);
    }
  plug_keep_fixed (a->loop, &a->start);
  if (!plug_length_of (a->loop, &a->start, element_size (a), &a->length))
    return false;
  for (const struct access &x : a->accesses)
    {
      struct plug_sum sum;
      place_in_row (a, &x, &sum);
      if (!plug_likely_within_p (&sum, &a->length, element_size (a)))
	return false;
      swept = MAX (swept, swept_by (a, &x));
    }
  a->swept = swept == 2;
  return swept || !written_p (a);
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

/* --- Taking ---------------------------------------------------------------- */

/* A's row is an array as its type says: how many numbers it has, computed by BEFORE, and,
   where it is copied, by SEQ, its address.  */
static tree
typed_row (const struct array *a, gimple_seq *before, gimple_seq *seq, tree *n)
{
  tree row = unshare_expr (a->row);
  *n = numbers_of (a->loop, TREE_TYPE (row), before);
  plug_compute_names (a->loop, &row, seq);
  tree address = make_ssa_name (build_pointer_type (TREE_TYPE (row)));
  gimple_seq_add_stmt (seq, gimple_build_assign (address, build_fold_addr_expr (row)));
  return address;
}

/* The same of a linear array.  */
static tree
linear_row (const struct array *a, gimple_seq *before, gimple_seq *seq, tree *n)
{
  tree length = gimple_convert (before, ssizetype, plug_build_sum (a->loop, &a->length, before));
  length = gimple_build (before, MAX_EXPR, ssizetype, length,
			 build_zero_cst (ssizetype));
  *n = gimple_convert (before, sizetype, length);
  return gimple_build (seq, POINTER_PLUS_EXPR, TREE_TYPE (a->root), a->root,
		       plug_build_sum (a->loop, &a->start, seq));
}

/* Let X be to the same element of OWN.  */
static void
use_typed (const struct array *a, const struct access *x, tree own)
{
  tree ref = unshare_expr (*x->at), *at = part_of (&ref, a->row);
  tree type = build_pointer_type (TREE_TYPE (a->row));
  *at = build2 (MEM_REF, TREE_TYPE (*at), own, build_zero_cst (type));
  *x->at = ref;
}

static bool
all_within_p (const struct array *a)
{
  for (const struct access &x : a->accesses)
    {
      struct plug_sum sum;
      if (!within_p (a, &x, &sum))
	return false;
    }
  return true;
}

/* Note in front of OWN, where that is looked for, that X is outside of its row, if OUT;
   else where it isn't.  */
static void
note_outside (const struct access *x, tree own, tree out, gimple_seq *seq)
{
  tree line = build_int_cst (integer_type_node, gimple_lineno (x->stmt));
  tree step = gimple_build (seq, MULT_EXPR, sizetype,
			    gimple_convert (seq, sizetype, out), size_int (4));
  tree cell = gimple_build (seq, POINTER_PLUS_EXPR, TREE_TYPE (own), own, step);
  tree at = build_int_cst (ptr_type_node, PRAM_WORKSPACE_OUTSIDE - 4);
  gimple_seq_add_stmt (seq, gimple_build_assign (build2 (MEM_REF, integer_type_node, cell,
							 at), line));
}

/* A row that is being taken: BYTES bytes of OWN, the iteration's, which has ROOM bytes; and
   for each access, if not null, where it may end.  */
struct taking
{
  const struct array *array;
  tree own, bytes, room;
  auto_vec<tree> reaches;
};

/* Let there be room for all that T's linear array may access, as far as is known before,
   computed by SEQ, and for another element behind the row.  */
static void
find_reaches (struct taking *t, gimple_seq *seq)
{
  int size = element_size (t->array);
  t->room = gimple_build (seq, PLUS_EXPR, sizetype, t->bytes, size_int (size));
  for (const struct access &x : t->array->accesses)
    {
      struct plug_sum sum;
      tree reach = within_p (t->array, &x, &sum) ? NULL_TREE
		   : plug_reach_of (t->array->loop, gimple_bb (x.stmt), &sum, size, seq);
      t->reaches.safe_push (reach);
      if (reach)
	t->room = gimple_convert (seq, sizetype,
				  gimple_build (seq, MAX_EXPR, ssizetype,
						gimple_convert (seq, ssizetype, t->room),
						gimple_convert (seq, ssizetype, reach)));
    }
}

/* Note if T's row is longer than what goes up to its end.  */
static void
note_length (const struct taking *t, gimple_seq *seq)
{
  tree most = NULL_TREE;
  unsigned last = 0;
  for (unsigned k = 0; k < t->reaches.length (); k++)
    if (t->reaches[k] && swept_by (t->array, &t->array->accesses[k]))
      {
	tree reach = gimple_convert (seq, ssizetype, t->reaches[k]);
	most = most ? gimple_build (seq, MAX_EXPR, ssizetype, most, reach) : reach;
	last = k;
      }
  if (most)
    note_outside (&t->array->accesses[last], t->own,
		  gimple_build (seq, LT_EXPR, boolean_type_node, most,
				gimple_convert (seq, ssizetype, t->bytes)), seq);
}

/* Note what then ends behind the row.  */
static void
note_reaches (const struct taking *t, gimple_seq *seq)
{
  if (!t->array->swept && written_p (t->array))
    note_length (t, seq);
  for (unsigned k = 0; k < t->reaches.length (); k++)
    if (tree reach = t->reaches[k])
      {
	tree out = gimple_build (seq, GT_EXPR, boolean_type_node,
				 gimple_convert (seq, ssizetype, reach),
				 gimple_convert (seq, ssizetype, t->bytes));
	note_outside (&t->array->accesses[k], t->own, out, seq);
      }
}

/* Let access number K of T's linear array be to the same element of its own.  True if it
   may be outside.  */
static bool
use_linear (const struct taking *t, unsigned k)
{
  struct plug_sum sum;
  gimple_seq seq = NULL;
  const struct access *x = &t->array->accesses[k];
  gimple_stmt_iterator i = gsi_for_stmt (x->stmt);
  bool within = within_p (t->array, x, &sum);
  tree at = plug_build_sum (NULL, &sum, &seq);
  if (!within && !t->reaches[k])
    {
      tree out = gimple_build (&seq, GE_EXPR, boolean_type_node, at, t->bytes);
      at = gimple_build (&seq, COND_EXPR, sizetype, out, t->bytes, at);
      note_outside (x, t->own, out, &seq);
    }
  tree address = gimple_build (&seq, POINTER_PLUS_EXPR, TREE_TYPE (t->own), t->own, at);
  gsi_insert_seq_before (&i, seq, GSI_SAME_STMT);
  *x->at = build2 (MEM_REF, TREE_TYPE (*x->at), address,
		   build_zero_cst (reference_alias_ptr_type (*x->at)));
  return !within;
}

/* Let all accesses of T's array be to its own.  True if one may be outside.  */
static bool
use_own (const struct taking *t)
{
  bool outside = false;
  for (unsigned k = 0; k < t->array->accesses.length (); k++)
    {
      const struct access *x = &t->array->accesses[k];
      if (t->array->row)
	use_typed (t->array, x, t->own);
      else
	outside |= use_linear (t, k);
      update_stmt (x->stmt);
    }
  return outside;
}

/* Let A's row be each iteration's own.  True if something may be outside.  */
static bool
take_row (struct array *a)
{
  struct taking t;
  basic_block bb = beginning_of (a);
  tree scalar = strip_array_types (TREE_TYPE (a->row ? a->row : *a->accesses[0].at)), n;
  gimple_seq before = NULL, seq = NULL, noted = NULL;
  location_t loc = gimple_location (a->accesses[0].stmt);
  tree address = (a->row ? typed_row : linear_row) (a, &before, &seq, &n);
  plug_append (loop_preheader_edge (a->loop)->src, before);
  address = gimple_convert (&seq, build_pointer_type (scalar), address);
  t.array = a;
  t.own = make_ssa_name (TREE_TYPE (address));
  t.bytes = t.room = gimple_build (&seq, MULT_EXPR, sizetype, n, TYPE_SIZE_UNIT (scalar));
  if (!a->row)
    find_reaches (&t, &seq);
  gimple_stmt_iterator i = place_in (a, bb);
  gsi_insert_seq_before (&i, seq, GSI_SAME_STMT);
  tree var = SSA_NAME_VAR (a->root);
  plug_give_workspace (&i, t.own, t.room, var ? DECL_NAME (var) : NULL_TREE, loc);
  gsi_insert_before (&i, copying (t.own, address, t.bytes, loc), GSI_SAME_STMT);
  note_reaches (&t, &noted);
  gsi_insert_seq_before (&i, noted, GSI_SAME_STMT);
  bool outside = use_own (&t);
  if (written_p (a))
    copy_back (a, bb, address, t.own, t.bytes, loc);
  return outside;
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
  bool typed = find_typed_row (a) && measured_p (a->loop, TREE_TYPE (a->row));
  if (!typed)
    a->row = NULL_TREE;
  return (typed || find_linear_row (a)) && beginning_of (a);
}

/* Let each iteration of LOOP have for itself all rows that it has to, if it can; then
   others of which data choose elements, too, if they are never outside.  COPIES says what
   is copied (struct pram_region).  */
static bool
take_rows (class loop *loop, int *copies)
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
    if (needed && any_chosen_p (a) && takeable_p (a)
	&& (a->row || needed_p (a) || all_within_p (a)))
      *copies |= take_row (a) ? PRAM_COPIES | PRAM_COPIES_OUTSIDE : PRAM_COPIES;
  return needed;
}

/* … and of those inside of it.  */
static bool
take_rows_within (class loop *loop, int *copies)
{
  bool taken = take_rows (loop, copies);
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    taken |= take_rows_within (inner, copies);
  return taken;
}

int
plug_take_rows (void)
{
  int copies = 0;
  if (!take_rows_within (current_loops->tree_root, &copies))
    return 0;
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa_only_virtuals);
  return copies;
}
