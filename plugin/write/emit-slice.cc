/* emit-slice.cc: the code of an inspector, a slice of a layer's.

   SPDX-License-Identifier: GPL-3.0-or-later

   Hooks of the copy of a layer's loop: what is not in the slice is left out, what
   its round reads is noted.

   In a walk each read asks first whether its element is here.  If it isn't, and
   something depends on its value, the iteration of the distributed loop is left
   (emit-walk.cc).
   Tests on which nothing depends that is noted are passed over.  So a walk only
   goes where the layer itself does.  */

#include "pram-gcc.h"
#include "emit.h"
#include "read/extract.h"

/* The argument for which SLICE notes what is read of NAME.  */
static int
noted_argument (const struct plug_slice *slice, int name)
{
  const struct pram_prog *prog = slice->e->prog;
  int a = slice->asks ? name : 0;
  while (!pram_prog_same_class_p (prog, a, name))
    a++;
  return prog->arrays[a].arg;
}

/* Number K of the argument LEAVES as a variable of TYPE.  */
static tree
load_leaf (struct plug_clone *c, int k, tree type, const char *name)
{
  tree leaves = DECL_ARGUMENTS (c->fn);
  for (int i = 0; i < 3; i++)
    leaves = DECL_CHAIN (leaves);
  tree var = plug_new_var (c, type, name);
  plug_assign (c, var, fold_convert (type, build2
	       (MEM_REF, ptr_type_node, leaves,
		build_int_cst (TREE_TYPE (leaves),
			       k * (POINTER_SIZE / BITS_PER_UNIT)))));
  return var;
}

void
plug_slice_start (struct plug_clone *c)
{
  struct plug_slice *slice = c->slice;
  const struct pram_prog *prog = slice->e->prog;
  tree bytes = build_pointer_type (unsigned_char_type_node);
  slice->count = plug_new_var (c, long_long_integer_type_node, "count");
  plug_assign (c, slice->count, build_zero_cst (TREE_TYPE (slice->count)));
  for (int i = 0; i < prog->n_inspected; i++)
    {
      int k = PRAM_MARKS * noted_argument (slice, prog->inspected[i].array);
      if (slice->marks.get (k))
	continue;
      slice->marks.put (k, load_leaf (c, k, bytes, "marks"));
      k += PRAM_MARK_PAGES;
      slice->marks.put (k, load_leaf (c, k, bytes, "pages"));
      k += PRAM_MARK_FIRST - PRAM_MARK_PAGES;
      slice->marks.put (k, load_leaf (c, k, sizetype, "first"));
      k += PRAM_MARK_N - PRAM_MARK_FIRST;
      slice->marks.put (k, load_leaf (c, k, sizetype, "n"));
    }
}

void
plug_slice_end (struct plug_clone *c)
{
  tree count = c->slice->count, type = TREE_TYPE (count);
  tree at = load_leaf (c, PRAM_MARKS * c->e->region->n_params,
		       build_pointer_type (type), "counter");
  tree sum = plug_new_var (c, type, "sum");
  plug_assign (c, sum, build_simple_mem_ref (at));
  plug_assign (c, sum, build2 (PLUS_EXPR, type, sum, count));
  plug_assign (c, build_simple_mem_ref (at), sum);
}

/* Set the N bytes at POINTER plus INDEX to 1.  */
static void
set_bytes (struct plug_clone *c, tree pointer, tree index, HOST_WIDE_INT n)
{
  tree at = fold_build_pointer_plus (pointer, index);
  tree type = unsigned_char_type_node;
  if (n == 1)
    plug_assign (c, build2 (MEM_REF, type, at,
			    build_int_cst (TREE_TYPE (pointer), 0)),
		 build_one_cst (type));
  else
    plug_add (c, build_call_expr (builtin_decl_explicit (BUILT_IN_MEMSET), 3,
				  at, integer_one_node, size_int (n)));
}

/* The number of the element that ACCESS reads, of SIZE bytes, counted from
   FIRST.  */
static tree
element_of (struct plug_clone *c, const struct plug_access *access,
	    HOST_WIDE_INT size, tree first)
{
  tree ref = plug_clone_expr (c, access->ref);
  tree from = fold_convert (ptr_type_node, build_fold_addr_expr (ref));
  tree base = fold_convert (ptr_type_node, plug_clone_expr (c, access->base));
  tree index = build2 (POINTER_DIFF_EXPR, ptrdiff_type_node, from, base);
  if (size > 1)
    index = build2 (EXACT_DIV_EXPR, ptrdiff_type_node, index,
		    build_int_cst (ptrdiff_type_node, size));
  tree var = plug_new_var (c, sizetype, "index");
  plug_assign (c, var, build2 (MINUS_EXPR, sizetype,
			       fold_convert (sizetype, index), first));
  return var;
}

/* What ACCESS reads.  */
struct place
{
  int k;			/* the first of its marks */
  HOST_WIDE_INT n;		/* elements */
  tree index, last;		/* the first and the last one */
};

static struct place
place_of (struct plug_clone *c, const struct plug_access *access)
{
  struct plug_slice *slice = c->slice;
  const struct pram_prog *prog = slice->e->prog;
  HOST_WIDE_INT size = prog->arrays[access->name].elem_size;
  HOST_WIDE_INT bytes
    = tree_to_shwi (TYPE_SIZE_UNIT (TREE_TYPE (access->ref)));
  struct place p;
  p.k = PRAM_MARKS * noted_argument (slice, access->name);
  p.n = MAX (1, bytes / size);
  p.index = element_of (c, access, size,
			*slice->marks.get (p.k + PRAM_MARK_FIRST));
  p.last = fold_build2 (PLUS_EXPR, sizetype, p.index, size_int (p.n - 1));
  return p;
}

/* Jump to OVER unless P is where there can be anything.  Who doesn't know all
   tests may come to what isn't read.  */
static void
unless_inside (struct plug_clone *c, const struct place *p, tree over)
{
  tree most = *c->slice->marks.get (p->k + PRAM_MARK_N);
  tree inside = plug_new_label (c);
  plug_branch (c, build2 (TRUTH_AND_EXPR, boolean_type_node,
			  build2 (LT_EXPR, boolean_type_node, p->index,
			  most),
			  build2 (LT_EXPR, boolean_type_node, p->last,
			  most)),
	       inside, over);
  plug_put_label (c, inside);
}

/* Note what ACCESS reads.  If that isn't where there can be anything, a row of a
   table is elsewhere.  */
static void
note_read (struct plug_clone *c, const struct plug_access *access)
{
  struct plug_slice *slice = c->slice;
  struct place p = place_of (c, access);
  int arg = slice->e->prog->arrays[access->name].arg;
  bool rows = slice->e->region->params[arg].row_unit;
  tree over = plug_new_label (c), beyond = rows ? plug_new_label (c) : over;
  tree marks = *slice->marks.get (p.k + PRAM_MARK_BYTES);
  tree pages = *slice->marks.get (p.k + PRAM_MARK_PAGES);
  tree bits = build_int_cst (integer_type_node, PRAM_PAGE_BITS);
  plug_assign (c, slice->count, build2 (PLUS_EXPR, TREE_TYPE (slice->count),
					slice->count,
					build_one_cst (TREE_TYPE
						       (slice->count))));
  unless_inside (c, &p, beyond);
  set_bytes (c, marks, p.index, p.n);
  set_bytes (c, pages, build2 (RSHIFT_EXPR, sizetype, p.index, bits), 1);
  if (p.n > 1)
    set_bytes (c, pages, build2 (RSHIFT_EXPR, sizetype, p.last, bits), 1);
  if (rows)
    {
      plug_goto (c, over);
      plug_put_label (c, beyond);
      set_bytes (c, marks, *slice->marks.get (p.k + PRAM_MARK_N), 1);
    }
  plug_put_label (c, over);
}

/* PLACE is here; a condition.  One element says so by its mark, if it has been
   asked about before.  */
static tree
here_p (struct plug_clone *c, const struct place *p, bool needed)
{
  tree fn = plug_runtime_function ("PRAM_walk_read", integer_type_node,
				   integer_type_node, size_type_node,
				   integer_type_node, integer_type_node,
				   NULL_TREE);
  tree arg = build_int_cst (integer_type_node, p->k / PRAM_MARKS);
  tree call = build_call_expr (fn, 4, arg, p->index,
			       build_int_cst (integer_type_node, p->n),
			       build_int_cst (integer_type_node, needed));
  call = build2 (NE_EXPR, boolean_type_node, call, integer_zero_node);
  if (p->n > 1)
    return call;
  tree bytes = *c->slice->marks.get (p->k + PRAM_MARK_BYTES);
  tree most = *c->slice->marks.get (p->k + PRAM_MARK_N);
  tree at = fold_build_pointer_plus (bytes, p->index);
  tree mark = build2 (MEM_REF, unsigned_char_type_node, at,
		      build_int_cst (TREE_TYPE (bytes), 0));
  tree known = build2 (TRUTH_ANDIF_EXPR, boolean_type_node,
		       build2 (LT_EXPR, boolean_type_node, p->index, most),
		       build2 (EQ_EXPR, boolean_type_node, mark,
			       build_int_cst (unsigned_char_type_node,
					      PRAM_HERE)));
  return build2 (TRUTH_ORIF_EXPR, boolean_type_node, known, call);
}

/* Walk on where ACCESS leads.  If its value is NEEDED and not here, leave the
   iteration of the distributed loop: what it does next is not known.  */
static void
walk_on (struct plug_clone *c, const struct plug_access *access, bool needed)
{
  struct plug_stop *stop = plug_walk_stop (c->slice, access->stmt);
  tree here = plug_new_label (c), over = plug_new_label (c);
  tree away = !needed ? over : c->open_exit ? c->next_label : c->leave_label;
  if (stop)
    {
      stop->label = plug_new_label (c);
      plug_put_label (c, stop->label);
      away = plug_new_label (c);
    }
  struct place p = place_of (c, access);
  plug_branch (c, here_p (c, &p, needed), here, away);
  if (stop)
    {
      plug_put_label (c, away);
      plug_walk_leave (c, stop);
    }
  plug_put_label (c, here);
  if (needed)
    plug_clone_stmt (c, access->stmt);
  plug_put_label (c, over);
}

/* Read what ACCESS does, and has been brought.  */
static void
read_noted (struct plug_clone *c, const struct plug_access *access)
{
  struct place p = place_of (c, access);
  tree over = plug_new_label (c);
  tree value = plug_clone_name (c, gimple_get_lhs (access->stmt));
  plug_assign (c, value, build_zero_cst (TREE_TYPE (value)));
  unless_inside (c, &p, over);
  plug_clone_stmt (c, access->stmt);
  plug_put_label (c, over);
}

/* The access that STMT is, if that is inspected; else null.  */
static const struct plug_access *
inspected (const struct pram_prog *prog, gimple *stmt)
{
  for (int i = 0; i < prog->n_inspected; i++)
    {
      const struct plug_access *access
	= (const struct plug_access *) prog->inspected[i].cookie;
      if (access->stmt == stmt)
	return access;
    }
  return NULL;
}

/* STMT, a store, is going to be made: the runtime takes it back, unless it is to an array
   of the iteration's own.  */
static void
keep_element (struct plug_clone *c, gimple *stmt)
{
  if (plug_local_variable (gimple_assign_lhs (stmt)))
    return;
  tree fn = plug_runtime_function ("PRAM_inspect_store", void_type_node,
				   ptr_type_node, long_long_integer_type_node,
				   NULL_TREE);
  tree ref = plug_clone_expr (c, gimple_assign_lhs (stmt));
  tree bytes = TYPE_SIZE_UNIT (TREE_TYPE (gimple_assign_lhs (stmt)));
  plug_add (c, build_call_expr (fn, 2, fold_convert (ptr_type_node,
						     build_fold_addr_expr (ref)),
				fold_convert (long_long_integer_type_node,
					      bytes)));
}

bool
plug_slice_stmt (struct plug_clone *c, gimple *stmt)
{
  struct plug_slice *slice = c->slice;
  const struct plug_access *access = inspected (slice->e->prog, stmt);
  tree lhs = gimple_get_lhs (stmt);
  bool wanted = (lhs && TREE_CODE (lhs) == SSA_NAME
		 && slice->names.contains (lhs));
  if (slice->reads.contains (stmt) && slice->walks)
    walk_on (c, access, wanted);
  else if (slice->reads.contains (stmt))
    note_read (c, access);
  else if (access && wanted)
    read_noted (c, access);
  else if (slice->stores.contains (stmt))
    {
      keep_element (c, stmt);
      return false;
    }
  else
    return !wanted;
  return true;
}

bool
plug_slice_phi (struct plug_clone *c, gphi *phi, edge)
{
  return !c->slice->names.contains (gimple_phi_result (phi));
}

/* If nothing of the slice depends on the test at the end of BB jump to where its
   ways meet.  */
bool
plug_slice_jump (struct plug_clone *c, basic_block bb)
{
  gimple *last = last_stmt (bb);
  basic_block *behind = last ? c->slice->behind.get (last) : NULL;
  if (!behind)
    return false;
  if (!flow_bb_inside_loop_p (c->whole, *behind))
    plug_goto (c, c->leave_label);
  else if (c->open_exit
	   && (*behind == c->open_exit->header
	       || !flow_bb_inside_loop_p (c->open_exit, *behind)))
    plug_goto (c, c->next_label);
  else
    plug_goto (c, plug_clone_label (c, *behind));
  return true;
}
