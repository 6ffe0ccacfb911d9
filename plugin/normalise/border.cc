/* border.cc: cut loops where the elements that they read were written.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) q[i * w + j] = …;
     for (k = 0; k < w * w; k++) r[k] -= q[k];

   The second loop reads what the first wrote, and a border that nobody writes.
   It becomes a nest of rows, if it isn't one, and a row becomes three loops:

     for (row = 0; …; row++)
       {
	 lo = row was written ? 1 : 0;  hi = row was written ? n + 1 : 0;
	 for (c = 0; c < lo; c++) …
	 for (; c < hi; c++) …
	 for (; c < w; c++) …
       }

   so that the second can do with the values instead of the elements
   (rematerialise.cc).  That rows are W elements apart, where they begin, how
   many there are and how long they are is computed from entry values.  For some
   of these rows overlap, or the reading loop ends too early or within a row:
   then a bound divides by zero, so that core doesn't know it, and the region
   runs serially.

   Requires: SSA, loops with preheaders, simple latches and recorded exits,
   dominators, scalar evolution; the prog as extracted.  Provides: the same,
   built anew, but for the prog.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* --- Entry values ---------------------------------------------------------- */

/* The parameter that holds entry value NUMBER of REGION, or null.  */
static tree
entry_tree (const struct plug_region *region, int number)
{
  tree parm = DECL_ARGUMENTS (cfun->decl);
  for (int i = 0; parm && i < number; i++)
    parm = DECL_CHAIN (parm);
  if (!parm || number >= region->n_params
      || region->params[number].kind != PRAM_ARG_IN
      || !INTEGRAL_TYPE_P (TREE_TYPE (parm)) || !is_gimple_reg (parm))
    return NULL_TREE;
  tree name = ssa_default_def (cfun, parm);
  return name ? fold_convert (long_long_integer_type_node, name) : NULL_TREE;
}

/* E / BY, an expression over entry values: GENERIC; null if it is something
   else.  */
static tree
tree_of (const struct plug_region *region, const struct pram_expr *e,
	 int64_t by)
{
  tree type = long_long_integer_type_node;
  tree sum = e->value % by ? NULL_TREE : build_int_cst (type, e->value / by);
  switch (e->op)
    {
    case PRAM_EXPR_CONSTANT:
      return sum;
    case PRAM_EXPR_ENTRY:
      return by == 1 ? entry_tree (region, e->value) : NULL_TREE;
    case PRAM_EXPR_SUM:
      for (int k = 0; k < e->n && sum; k++)
	{
	  tree term = tree_of (region, e->operand[k], 1);
	  if (!term || e->coef[k] % by)
	    return NULL_TREE;
	  term = fold_build2 (MULT_EXPR, type, term,
			      build_int_cst (type, e->coef[k] / by));
	  sum = fold_build2 (PLUS_EXPR, type, sum, term);
	}
      return sum;
    case PRAM_EXPR_PRODUCT:
      sum = by == 1 ? build_one_cst (type) : NULL_TREE;
      for (int k = 0; k < e->n && sum; k++)
	{
	  tree factor = tree_of (region, e->operand[k], 1);
	  sum = factor ? fold_build2 (MULT_EXPR, type, sum, factor) : NULL_TREE;
	}
      return sum;
    default:
      return NULL_TREE;
    }
}

static const struct pram_expr *
iterator_of (const struct pram_source *source, const struct pram_node *loop)
{
  return pram_expr_iterator (source->exprs, loop->source_loop - 1);
}

/* E is linear in the iterator of loop IT, whatever the entry values
   are.  */
static bool
linear_p (const struct pram_expr *e, int it)
{
  int n = 0;
  if (!pram_expr_mentions_p (e, PRAM_EXPR_ITERATOR, it)
      || e->op == PRAM_EXPR_ITERATOR)
    return true;
  if (e->op != PRAM_EXPR_SUM && e->op != PRAM_EXPR_PRODUCT)
    return false;
  for (int k = 0; k < e->n; k++)
    {
      n += pram_expr_mentions_p (e->operand[k], PRAM_EXPR_ITERATOR, it);
      if (!linear_p (e->operand[k], it))
	return false;
    }
  return e->op == PRAM_EXPR_SUM || n == 1;
}

/* How much more E is in each iteration of LOOP; null if that isn't known.  */
static const struct pram_expr *
step_of (const struct pram_source *source, const struct pram_expr *e,
	 const struct pram_node *loop)
{
  struct pram_exprs *exprs = source->exprs;
  const struct pram_expr *it = iterator_of (source, loop);
  if (!linear_p (e, loop->source_loop - 1))
    return NULL;
  return pram_expr_sum
    (exprs, pram_expr_replace (exprs, e, it, pram_expr_constant (exprs, 1)), 1,
     pram_expr_replace (exprs, e, it, pram_expr_constant (exprs, 0)), -1);
}

/* How often LOOP runs, GENERIC; null if that isn't the same whatever the loops
   around it do.  It is left where REST - iteration < 0, or where
   iteration - REST >= 0.  */
static tree
count_of (const struct plug_region *region, const struct pram_source *source,
	  const struct pram_node *loop)
{
  const struct pram_source_loop *l = &source->loops[loop->source_loop - 1];
  const struct pram_expr *test = l->n_leave == 1 ? l->leave[0] : NULL;
  bool upwards = test && test->op == PRAM_EXPR_NOT;
  tree type = long_long_integer_type_node;
  if (upwards)
    test = test->operand[0];
  if (!test || test->op != PRAM_EXPR_NEGATIVE
      || !pram_position_always_p (&l->at))
    return NULL_TREE;
  const struct pram_expr *sum = test->operand[0];
  const struct pram_expr *step = step_of (source, sum, loop);
  if (!step || step->op != PRAM_EXPR_CONSTANT
      || step->value != (upwards ? 1 : -1))
    return NULL_TREE;
  sum = pram_expr_replace (source->exprs, sum, iterator_of (source, loop),
			   pram_expr_constant (source->exprs, 0));
  tree first = tree_of (region, sum, 1);
  if (!first)
    return NULL_TREE;
  tree count = upwards ? fold_build1 (NEGATE_EXPR, type, first)
	       : fold_build2 (PLUS_EXPR, type, first, build_one_cst (type));
  return fold_build2 (MAX_EXPR, type, build_zero_cst (type), count);
}

/* The distance, GENERIC and in elements of SIZE bytes, of A from B, accesses in
   OVER and WITH, where all loops are in their first iteration; null if it isn't
   known.  */
static tree
distance (const struct plug_region *region, const struct pram_source *source,
	  const struct pram_expr *a, const struct pram_nest *over,
	  const struct pram_expr *b, const struct pram_nest *with, int size)
{
  struct pram_exprs *exprs = source->exprs;
  const struct pram_expr *zero = pram_expr_constant (exprs, 0);
  for (int d = 0; d < over->n; d++)
    a = pram_expr_replace (exprs, a, iterator_of (source, over->loop[d]), zero);
  for (int d = 0; d < with->n; d++)
    b = pram_expr_replace (exprs, b, iterator_of (source, with->loop[d]), zero);
  return tree_of (region, pram_expr_sum (exprs, a, 1, b, -1), size);
}

/* --- Whether it can be done ------------------------------------------------ */

/* LOOP can be three, one behind the other.  */
static bool
simple_p (class loop *loop)
{
  edge leave = single_exit (loop);
  if (loop->inner || !leave || leave->src != loop->header
      || !safe_dyn_cast <gcond *> (last_stmt (leave->src))
      || !plug_head_pure_p (loop, true) || !can_duplicate_loop_p (loop))
    return false;
  for (gimple_stmt_iterator i = gsi_start_bb (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree lhs = gimple_get_lhs (gsi_stmt (i));
      if (lhs && TREE_CODE (lhs) == SSA_NAME && plug_used_after_p (loop, lhs))
	return false;
    }
  return true;
}

/* For the sizes at hand: READ, in WITH, comes to all that WRITE writes in
   OVER, which are rows within its own rows.  Innermost loops first.  */
static bool
rows_p (const struct pram_access *write, const struct pram_nest *over,
	const struct pram_access *read, const struct pram_nest *with, int size)
{
  const struct pram_affine *w = &write->offset, *r = &read->offset;
  int64_t width = pram_affine_coef (w, over->loop[1]->iterator) / size;
  int64_t shift = (w->constant - r->constant) / size;
  int64_t length = over->loop[0]->count.constant;
  int64_t rows = over->loop[1]->count.constant;
  int64_t columns = with->loop[0]->count.constant;
  for (int d = 0; d < over->n; d++)
    if (!pram_affine_constant_p (&over->loop[d]->count))
      return false;
  for (int d = 0; d < with->n; d++)
    if (!pram_affine_constant_p (&with->loop[d]->count))
      return false;
  if (width < 1 || shift < 0 || rows < 1 || length < 1
      || 2 * length < width || shift % width + length > width)
    return false;
  return (with->n == 1
	  ? (shift + width * (rows - 1) + length <= columns
	     && columns % width == 0)
	  : shift % width + length <= columns && columns <= width);
}

bool
plug_find_cut (const struct plug_region *region,
	       const struct pram_source *source, int size,
	       const struct pram_access *write, const struct pram_nest *over,
	       const struct pram_access *read, const struct pram_nest *with,
	       struct plug_cut *cut)
{
  const struct pram_item *to = pram_source_find (source, write->cookie);
  const struct pram_item *from = pram_source_find (source, read->cookie);
  if (over->n != 2 || with->n < 1 || with->n > 2
      || !pram_position_always_p (&to->at))
    return false;
  const struct pram_expr *apart = step_of (source, to->offset, over->loop[1]);
  const struct pram_expr *step = step_of (source, to->offset, over->loop[0]);
  if (!apart || !step || step->op != PRAM_EXPR_CONSTANT
      || step->value != size
      || step_of (source, from->offset, with->loop[0]) != step
      || (with->n == 2
	  && step_of (source, from->offset, with->loop[1]) != apart)
      || !rows_p (write, over, read, with, size))
    return false;
  cut->loop = (class loop *) with->loop[0]->cookie;
  cut->flat = with->n == 1;
  cut->width = tree_of (region, apart, size);
  cut->shift = distance (region, source, to->offset, over, from->offset, with,
			 size);
  cut->columns = count_of (region, source, over->loop[0]);
  cut->rows = count_of (region, source, over->loop[1]);
  cut->most = count_of (region, source, with->loop[0]);
  return (cut->width && cut->shift && cut->columns && cut->rows && cut->most
	  && simple_p (cut->loop)
	  && (!cut->flat || plug_nest_possible_p (cut->loop)));
}

/* --- Cutting --------------------------------------------------------------- */

/* What is computed for a row.  */
struct row
{
  gimple_seq seq;
  tree lo, hi;
};

/* VALUE, GENERIC, of TYPE, computed for ROW.  */
static tree
compute (struct row *row, tree type, tree value)
{
  gimple_seq more = NULL;
  tree name = force_gimple_operand (fold_convert (type, unshare_expr (value)),
				    &more, true, NULL_TREE);
  gimple_seq_add_seq (&row->seq, more);
  return name;
}

/* CODE of A and B, which have one type.  */
static tree
build (enum tree_code code, tree a, tree b)
{
  return fold_build2 (code, TREE_TYPE (a), unshare_expr (a), unshare_expr (b));
}

/* 1 if N numbers SLACK are all 0 or more, else 0.  */
static tree
all_natural (const tree *slack, int n)
{
  tree type = TREE_TYPE (slack[0]), least = build_zero_cst (type);
  for (int k = 0; k < n; k++)
    least = build (MIN_EXPR, least, slack[k]);
  return build (MAX_EXPR, build_zero_cst (type),
		build (PLUS_EXPR, least, build_one_cst (type)));
}

/* CUT is right: 1, else 0.  START: where columns begin.  */
static tree
right (const struct plug_cut *cut, tree start)
{
  tree end = build (PLUS_EXPR, start, cut->columns);
  tree one = build_one_cst (TREE_TYPE (start));
  tree last = build (MULT_EXPR, cut->width, build (MINUS_EXPR, cut->rows, one));
  tree all = build (PLUS_EXPR, build (PLUS_EXPR, cut->shift, last),
		    cut->columns);
  tree slack[] = {
    cut->shift, build (MINUS_EXPR, cut->width, end),
    build (MINUS_EXPR, cut->most, cut->flat ? all : end),
    cut->flat ? build (MINUS_EXPR, build_zero_cst (TREE_TYPE (start)),
		       build (TRUNC_MOD_EXPR, cut->most, cut->width))
    : build (MINUS_EXPR, cut->width, cut->most)
  };
  return all_natural (slack, 4);
}

/* Compute from CUT's row number NUMBER which columns of ROW were written; which
   row and column of the writing nest CUT's first ones would be.  */
static void
find_columns (struct plug_cut *cut, tree number, struct row *row)
{
  tree wide = long_long_integer_type_node, type = TREE_TYPE (number);
  tree one = build_one_cst (wide);
  tree width = compute (row, wide, cut->width);
  tree shift = compute (row, wide, cut->shift);
  tree start = compute (row, wide, build (TRUNC_MOD_EXPR, shift, width));
  tree sure = compute (row, wide, right (cut, start));
  start = compute (row, wide, build (TRUNC_DIV_EXPR, start, sure));
  tree first = compute (row, wide, build (TRUNC_DIV_EXPR, shift, width));
  tree its = compute (row, wide, build (MINUS_EXPR,
					fold_convert (wide, number), first));
  tree slack[] = { its, build (MINUS_EXPR, build (MINUS_EXPR, cut->rows, one),
			       its) };
  tree written = compute (row, wide, all_natural (slack, 2));
  tree end = build (PLUS_EXPR, start, cut->columns);
  row->lo = compute (row, wide, build (MULT_EXPR, written, start));
  row->lo = compute (row, type, row->lo);
  row->hi = compute (row, wide, build (MULT_EXPR, written, end));
  row->hi = compute (row, type, row->hi);
  cut->row = compute (row, type, its);
  cut->start = compute (row, type, start);
}

/* A variable of a loop's header: what it begins with in the second and in the
   third part, or null.  */
struct begin { tree second, third; };

/* Find them for LOOP.  */
static void
find_begins (class loop *loop, struct row *row, vec<struct begin> *all)
{
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree name = gimple_phi_result (i.phi ()), type = TREE_TYPE (name);
      struct begin b = { NULL_TREE, NULL_TREE };
      affine_iv iv;
      if (!virtual_operand_p (name)
	  && (INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type))
	  && simple_iv (loop, loop, name, &iv, false))
	{
	  b.second = compute (row, type, plug_iv_value (&iv, type, row->lo));
	  b.third = compute (row, type, plug_iv_value (&iv, type, row->hi));
	}
      all->safe_push (b);
    }
}

/* Let PART of a loop, which runs after BEFORE, begin where that ends; BEGINS says
   with what, THIRD: the third part.  */
static void
begin_after (class loop *part, class loop *before,
	     const vec<struct begin> &begins, bool third)
{
  unsigned n = 0;
  gphi_iterator j = gsi_start_phis (before->header);
  for (gphi_iterator i = gsi_start_phis (part->header); !gsi_end_p (i);
       gsi_next (&i), gsi_next (&j), n++)
    {
      tree known = third ? begins[n].third : begins[n].second;
      if (!virtual_operand_p (gimple_phi_result (i.phi ())))
	SET_USE (PHI_ARG_DEF_PTR_FROM_EDGE (i.phi (),
					    loop_preheader_edge (part)),
		 known ? known : gimple_phi_result (j.phi ()));
    }
}

/* The last variable of LOOP's header, its counter.  */
static tree
counter_of (class loop *loop)
{
  tree name = NULL_TREE;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    if (!virtual_operand_p (gimple_phi_result (i.phi ())))
      name = gimple_phi_result (i.phi ());
  return name;
}

/* Let LOOP end where its counter comes to LIMIT.  */
static void
end_at (class loop *loop, tree limit)
{
  edge leave = single_exit (loop);
  gcond *test = as_a <gcond *> (last_stmt (leave->src));
  gimple_cond_set_condition (test, leave->flags & EDGE_TRUE_VALUE
				   ? GE_EXPR : LT_EXPR,
			     counter_of (loop), limit);
  update_stmt (test);
}

void
plug_make_cut (struct plug_cut *cut, tree type)
{
  class loop *loop = cut->loop;
  struct row row = { NULL, NULL_TREE, NULL_TREE };
  auto_vec<struct begin> begins;
  if (cut->flat)
    {
      plug_make_nest (loop, cut->width);
      plug_prepare_loops ();
    }
  class loop *outer = loop_outer (loop);
  tree number = plug_add_counter (outer, type, "row");
  plug_add_counter (loop, type, "column");
  scev_reset ();
  find_columns (cut, number, &row);
  find_begins (loop, &row, &begins);
  gsi_insert_seq_on_edge_immediate (loop_preheader_edge (loop), row.seq);
  class loop *first = plug_copy_before (loop);
  plug_update_copies ();
  class loop *second = plug_copy_before (loop);
  begin_after (second, first, begins, false);
  begin_after (loop, second, begins, true);
  end_at (first, row.lo);
  end_at (second, row.hi);
  cut->middle = second;
  cut->column = counter_of (second);
  plug_update_copies ();
  plug_prepare_loops ();
}
