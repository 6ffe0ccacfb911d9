/* trips.cc: how often a loop's body runs, and what is left of an iteration in
   which the loop ends.

   SPDX-License-Identifier: GPL-3.0-or-later

   A loop can be counted if all its tests stand at its start, or its only one at
   its end:

     for (;;) { if (i >= n) break; if (j > i) break; body; i++, j += 2; }
     do { body; i++; } while (i < n);

   What stands before the last test at the start is the loop's *head*.  It
   computes and branches only; so iterations of the body can be run without it,
   and it is run once more where the loop ends, to say by which exit and with
   which values.

   How often the body runs GCC tells if it can.  If not, but core knows that the
   tests depend on iteration numbers alone, the head is run until it ends the
   loop.  */

#include "pram-gcc.h"
#include "emit.h"
#include "read/extract.h"

/* --- Heads -------------------------------------------------------------- */

static bool
nothing_in_block_p (basic_block bb)
{
  for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
       gsi_next_nondebug (&i))
    if (gimple_code (gsi_stmt (i)) != GIMPLE_LABEL
	&& gimple_code (gsi_stmt (i)) != GIMPLE_PREDICT)
      return false;
  return true;
}

/* The head of a loop: its blocks, the header first, and the edges that lead
   from it to the rest of an iteration.  */
struct head
{
  class loop *loop;
  auto_vec<basic_block> blocks;
  auto_vec<edge> stay;
};

/* False if LOOP has none.  */
static bool
find_head (class loop *loop, struct head *h)
{
  auto_bitmap in;
  int n;
  h->loop = loop;
  if (!plug_find_head (loop, in))
    return false;
  basic_block *bbs = plug_loop_blocks (loop, &n);
  for (int i = 0; i < n; i++)
    if (bitmap_bit_p (in, bbs[i]->index))
      {
	edge_iterator j;
	edge e;
	h->blocks.safe_push (bbs[i]);
	FOR_EACH_EDGE (e, j, bbs[i]->succs)
	  if (flow_bb_inside_loop_p (loop, e->dest)
	      && (e->dest == loop->header
		  || !bitmap_bit_p (in, e->dest->index)))
	    h->stay.safe_push (e);
      }
  free (bbs);
  return true;
}

bool
plug_countable_p (class loop *loop, bool *bottom)
{
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  *bottom = false;
  if (exits.is_empty () || !loop->latch)
    return false;
  edge exit = exits[0];
  if (exits.length () == 1 && EDGE_COUNT (exit->src->succs) == 2
      && exit->src->loop_father == loop && !(exit->flags & EDGE_COMPLEX)
      && dominated_by_p (CDI_DOMINATORS, loop->latch, exit->src))
    {
      edge stay = EDGE_SUCC (exit->src, EDGE_SUCC (exit->src, 0) == exit);
      *bottom = ((stay->dest == loop->latch
		  && nothing_in_block_p (stay->dest))
		 || stay->dest == loop->header);
    }
  return *bottom || plug_head_pure_p (loop, exits.length () > 1
					    || exit->src != loop->header);
}

/* Copy H.  */
static void
clone_head (struct plug_clone *c, const struct head *h)
{
  plug_clone_block (c, h->blocks[0]);
  for (unsigned i = 1; i < h->blocks.length (); i++)
    {
      plug_put_label (c, plug_clone_label (c, h->blocks[i]));
      plug_clone_block (c, h->blocks[i]);
    }
}

/* H is going to be copied again; its variables are other ones then.  */
static void
forget_head (struct plug_clone *c, const struct head *h)
{
  for (basic_block bb : h->blocks)
    plug_forget_block (c, h->loop, bb);
}

/* Let EDGES lead to LABEL; null: as they do.  */
static void
redirect (struct plug_clone *c, const vec<edge> &edges, tree label)
{
  for (edge e : edges)
    if (label)
      c->redirected.put (e, label);
    else
      c->redirected.remove (e);
}

/* NAME, of LOOP's head, is used after the loop.  */
static bool
escapes_p (class loop *loop, tree name)
{
  return (name && TREE_CODE (name) == SSA_NAME && !virtual_operand_p (name)
	  && plug_used_after_p (loop, name));
}

bool
plug_exits_differ_p (class loop *loop)
{
  bool differ = false;
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  for (edge e : exits)
    differ |= (e->dest != exits[0]->dest
	       || !plug_same_arguments_p (e, exits[0]));
  return differ;
}

/* Values of LOOP's head are used behind it, or it matters where it ends.  */
bool
plug_head_needed_p (class loop *loop)
{
  bool bottom;
  struct head h;
  if (!plug_countable_p (loop, &bottom) || bottom || !find_head (loop, &h))
    return false;
  bool needed = plug_exits_differ_p (loop);
  for (basic_block bb : h.blocks)
    {
      for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i);
	   gsi_next (&i))
	needed |= (bb != loop->header
		   && escapes_p (loop, gimple_phi_result (i.phi ())));
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	   gsi_next (&i))
	needed |= escapes_p (loop, gimple_get_lhs (gsi_stmt (i)));
    }
  return needed;
}

bool
plug_head_uses_p (class loop *loop, tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  auto_bitmap head;
  if (!plug_find_head (loop, head))
    return false;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      basic_block bb = gimple_bb (USE_STMT (use));
      bool header_phi = (bb == loop->header
			 && gimple_code (USE_STMT (use)) == GIMPLE_PHI);
      if (!header_phi && bitmap_bit_p (head, bb->index))
	return true;
    }
  return false;
}

void
plug_emit_leave (struct plug_clone *c, class loop *loop)
{
  struct head h;
  if (c->whole == loop || !plug_head_needed_p (loop) || !find_head (loop, &h))
    {
      plug_clone_edge (c, get_loop_exit_edges (loop)[0]);
      return;
    }
  tree never = plug_new_label (c);
  forget_head (c, &h);
  redirect (c, h.stay, never);
  clone_head (c, &h);
  redirect (c, h.stay, NULL_TREE);
  plug_put_label (c, never);
  plug_add (c, build_call_expr (builtin_decl_explicit (BUILT_IN_UNREACHABLE),
				0));
}

/* --- Latches ------------------------------------------------------------ */

/* How often EXIT's test lets control stay in LOOP if it is the only one, or
   null.  */
static tree
latches_of (class loop *loop, edge exit)
{
  class tree_niter_desc desc;
  tree n = NULL_TREE;
  if (single_exit (loop))
    n = number_of_latch_executions (loop);	/* GCC keeps it */
  else if (number_of_iterations_exit (loop, exit, &desc, false))
    n = fold_build3 (COND_EXPR, TREE_TYPE (desc.niter), desc.may_be_zero,
		     build_zero_cst (TREE_TYPE (desc.niter)), desc.niter);
  /* A loop that goes on while i == 0 is counted by trying.  */
  if (!n || chrec_contains_undetermined (n))
    n = loop_niter_by_eval (loop, exit);
  return chrec_contains_undetermined (n) ? NULL_TREE : n;
}

/* How often LOOP's latch is run, or null.  */
static tree
latch_executions (class loop *loop)
{
  tree least = NULL_TREE, type = long_long_unsigned_type_node;
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  for (edge e : exits)
    {
      tree n = latches_of (loop, e);
      if (!n || exits.length () == 1)
	return n;
      n = fold_convert (type, n);
      least = least ? fold_build2 (MIN_EXPR, type, least, n) : n;
    }
  return least;
}

/* --- Induction variables ------------------------------------------------ */

/* VALUE is the same in all iterations of LOOP.  */
static bool
invariant_p (class loop *loop, tree value)
{
  basic_block bb = (TREE_CODE (value) == SSA_NAME
		    ? gimple_bb (SSA_NAME_DEF_STMT (value)) : NULL);
  return !bb || !flow_bb_inside_loop_p (loop, bb);
}

static tree
name_in_loop (tree *tp, int *, void *loop)
{
  return (TREE_CODE (*tp) == SSA_NAME
	  && !invariant_p ((class loop *) loop, *tp) ? *tp : NULL_TREE);
}

/* *TP is what it is computed from before LOOP, if it is a name that is.  */
static tree
put_value_before (tree *tp, int *walk, void *loop)
{
  if (TREE_CODE (*tp) != SSA_NAME)
    return NULL_TREE;
  *tp = plug_value_before ((class loop *) loop, *tp);
  *walk = 0;
  return NULL_TREE;
}

/* NAME, of a loop within LOOP, is that loop's variable *PHI when it ends, which
   has changed by its step so often, GENERIC; null if that isn't known or not
   always so in LOOP.  */
static tree
steps_inside (class loop *loop, tree name, gphi **phi)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  class loop *inner = gimple_bb (def)->loop_father;
  bool bottom;
  if (inner == loop || !flow_loop_nested_p (loop, inner)
      || !plug_countable_p (inner, &bottom))
    return NULL_TREE;
  *phi = NULL;
  for (gphi_iterator i = gsi_start_phis (inner->header); !gsi_end_p (i);
       gsi_next (&i))
    if (name == (bottom ? PHI_ARG_DEF_FROM_EDGE (i.phi (),
						 loop_latch_edge (inner))
		 : gimple_phi_result (i.phi ())))
      *phi = i.phi ();
  tree n = *phi ? unshare_expr (latch_executions (inner)) : NULL_TREE;
  if (n)
    walk_tree (&n, put_value_before, loop, NULL);
  if (!n || walk_tree (&n, name_in_loop, loop, NULL))
    return NULL_TREE;
  return bottom ? fold_build2 (PLUS_EXPR, TREE_TYPE (n), n,
			       build_one_cst (TREE_TYPE (n))) : n;
}

static tree invariant_step (class loop *loop, gphi *phi);

/* DEF converts an integer to another one, of which as many bits as TYPE has stay: in
   `i += step' with an int I and a long STEP.  */
static bool
keeps_bits_p (gimple *def, tree type)
{
  tree from = TREE_TYPE (gimple_assign_rhs1 (def)), to = TREE_TYPE (gimple_assign_lhs (def));
  return (CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def))
	  && INTEGRAL_TYPE_P (from) && INTEGRAL_TYPE_P (to) && INTEGRAL_TYPE_P (type)
	  && TYPE_PRECISION (from) >= TYPE_PRECISION (type)
	  && TYPE_PRECISION (to) >= TYPE_PRECISION (type));
}

/* Set *NAME, a variable of LOOP, to what it was before the operation that makes
   it, and return what that adds, of TYPE, the same in all iterations; null if
   that isn't known.  */
static tree
undo_operation (class loop *loop, tree *name, tree type)
{
  gimple *def = SSA_NAME_DEF_STMT (*name);
  gphi *phi;
  if (tree n = steps_inside (loop, *name, &phi))
    {
      class loop *inner = gimple_bb (phi)->loop_father;
      tree step = invariant_step (inner, phi);
      *name = PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (inner));
      return (step && !walk_tree (&step, name_in_loop, loop, NULL)
	      ? fold_build2 (MULT_EXPR, type, fold_convert (type, step),
			     fold_convert (type, n)) : NULL_TREE);
    }
  if (!is_gimple_assign (def))
    return NULL_TREE;
  enum tree_code code = gimple_assign_rhs_code (def);
  *name = gimple_assign_rhs1 (def);
  if (code == SSA_NAME || keeps_bits_p (def, type))
    return build_zero_cst (type);
  if (code != PLUS_EXPR && code != MINUS_EXPR && code != POINTER_PLUS_EXPR)
    return NULL_TREE;
  tree add = plug_value_before (loop, gimple_assign_rhs2 (def));
  if (code == PLUS_EXPR && walk_tree (&add, name_in_loop, loop, NULL))
    {
      add = plug_value_before (loop, *name);
      *name = gimple_assign_rhs2 (def);
    }
  if (walk_tree (&add, name_in_loop, loop, NULL))
    return NULL_TREE;
  add = fold_convert (type, add);
  return code == MINUS_EXPR ? fold_build1 (NEGATE_EXPR, type, add) : add;
}

/* What is added to PHI's value in each iteration of LOOP, the same in all of
   them, by sums, copies (at which, of pointers, scalar evolution stops) and
   loops inside.  Null if there is something else.  */
static tree
invariant_step (class loop *loop, gphi *phi)
{
  tree name = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop));
  tree type = (POINTER_TYPE_P (TREE_TYPE (name)) ? sizetype
	       : TREE_TYPE (name));
  tree sum = build_zero_cst (type);
  while (TREE_CODE (name) == SSA_NAME && SSA_NAME_DEF_STMT (name) != phi)
    {
      gimple *def = SSA_NAME_DEF_STMT (name);
      tree add = (gimple_bb (def) && flow_bb_inside_loop_p (loop,
							    gimple_bb (def))
		  ? undo_operation (loop, &name, type) : NULL_TREE);
      if (!add)
	return NULL_TREE;
      sum = fold_build2 (PLUS_EXPR, type, sum, add);
    }
  return (TREE_CODE (name) == SSA_NAME && !integer_zerop (sum) ? sum
	  : NULL_TREE);
}

bool
plug_iv_p (class loop *loop, gphi *phi, tree *step)
{
  affine_iv iv;
  tree result = gimple_phi_result (phi);
  if (virtual_operand_p (result)
      || !(INTEGRAL_TYPE_P (TREE_TYPE (result))
	   || POINTER_TYPE_P (TREE_TYPE (result))))
    return false;
  if ((*step = invariant_step (loop, phi)))
    return true;
  if (!simple_iv (loop, loop, result, &iv, false)
      || !iv.step || integer_zerop (iv.step))
    return false;
  *step = iv.step;
  return true;
}

bool
plug_product_fits_p (tree type, HOST_WIDE_INT step, HOST_WIDE_INT n)
{
  HOST_WIDE_INT product;
  return (!__builtin_mul_overflow (step, n, &product)
	  && product > HOST_WIDE_INT_MIN
	  && wi::fits_to_tree_p (wi::shwi (abs_hwi (product), 64), type));
}

tree
plug_induction_value (struct plug_clone *c, tree type, tree init, tree step,
		      tree k, HOST_WIDE_INT most)
{
  step = plug_clone_expr (c, step);
  if (POINTER_TYPE_P (type))
    {
      tree bytes = fold_build2 (MULT_EXPR, sizetype,
				fold_convert (sizetype, k),
				fold_convert (sizetype, step));
      return fold_build_pointer_plus (init, bytes);
    }
  /* Where C would not promote there is no undefined overflow to keep; and what
     INIT makes up for must not overflow.  */
  tree inner = type;
  if (TYPE_UNSIGNED (type)
      || TYPE_PRECISION (type) < TYPE_PRECISION (integer_type_node)
      || !tree_fits_shwi_p (step)
      || !plug_product_fits_p (type, tree_to_shwi (step), most))
    inner = unsigned_type_for (type);
  k = fold_convert (inner, k);
  k = fold_build2 (MULT_EXPR, inner, k, fold_convert (inner, step));
  k = fold_build2 (PLUS_EXPR, inner, fold_convert (inner, init), k);
  return fold_convert (type, k);
}

tree
plug_iteration_value (struct plug_clone *c, class loop *loop, tree init,
		      gphi *phi, tree k)
{
  tree step;
  if (!plug_iv_p (loop, phi, &step))
    return NULL_TREE;
  return plug_induction_value (c, TREE_TYPE (gimple_phi_result (phi)), init,
			       step, k, HOST_WIDE_INT_MAX);
}

/* --- Counting ----------------------------------------------------------- */

bool
plug_counted_p (class loop *loop)
{
  bool bottom;
  return plug_countable_p (loop, &bottom) && latch_executions (loop);
}

tree
plug_late_iterations (struct plug_clone *c, class loop *loop)
{
  const struct plug_origin *origin = (const struct plug_origin *) loop->aux;
  tree type = long_long_integer_type_node;
  if (!origin)
    return build_zero_cst (type);
  tree late = plug_new_var (c, type, "late");
  tree start = plug_clone_expr (c, plug_value_before (loop, origin->extreme));
  tree from = plug_clone_expr (c, plug_value_before (loop, origin->value));
  if (origin->step < 0)
    std::swap (start, from);
  plug_assign (c, late, fold_build2 (MINUS_EXPR, type,
				     fold_convert (type, start),
				     fold_convert (type, from)));
  return late;
}

void
plug_walk_count (class loop *loop, walk_tree_fn what, void *data)
{
  if (loop->aux)
    {
      const struct plug_origin *origin = (const struct plug_origin *) loop->aux;
      tree start = plug_value_before (loop, origin->extreme);
      tree from = plug_value_before (loop, origin->value);
      walk_tree (&start, what, data, NULL);
      walk_tree (&from, what, data, NULL);
    }
  bool bottom;
  tree n = plug_countable_p (loop, &bottom) ? latch_executions (loop)
					    : NULL_TREE;
  if (n)
    walk_tree (&n, what, data, NULL);
}

/* The induction variables in LOOP's header, and variables that have what they
   are now.  */
struct start
{
  gphi *phi;
  tree init;
};

static void
keep_starts (struct plug_clone *c, class loop *loop, vec<struct start> *starts)
{
  tree step;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    if (plug_iv_p (loop, i.phi (), &step))
      {
	tree outer = plug_clone_name (c, gimple_phi_result (i.phi ()));
	struct start s = { i.phi (), plug_new_var (c, TREE_TYPE (outer),
						   NULL) };
	plug_assign (c, s.init, outer);
	starts->safe_push (s);
      }
}

/* Run the head H of a loop until it ends the loop; the number of times that it
   didn't.  */
static tree
count_by_trying (struct plug_clone *c, const struct head *h)
{
  tree type = long_long_integer_type_node, n = plug_new_var (c, type, "n");
  tree again = plug_new_label (c), stay = plug_new_label (c);
  tree end = plug_new_label (c);
  auto_vec<struct start> starts;
  auto_vec<edge> exits = get_loop_exit_edges (h->loop);
  keep_starts (c, h->loop, &starts);
  plug_assign (c, n, build_zero_cst (type));
  plug_put_label (c, again);
  for (struct start &s : starts)
    plug_assign (c, plug_clone_name (c, gimple_phi_result (s.phi)),
		 plug_iteration_value (c, h->loop, s.init, s.phi, n));
  redirect (c, exits, end);
  redirect (c, h->stay, stay);
  clone_head (c, h);
  redirect (c, exits, NULL_TREE);
  redirect (c, h->stay, NULL_TREE);
  plug_put_label (c, stay);
  plug_assign (c, n, build2 (PLUS_EXPR, type, n, build_one_cst (type)));
  plug_goto (c, again);
  plug_put_label (c, end);
  for (struct start &s : starts)
    plug_assign (c, plug_clone_name (c, gimple_phi_result (s.phi)), s.init);
  forget_head (c, h);
  return n;
}

bool
plug_count_tried_p (class loop *loop)
{
  return !latch_executions (loop);
}

tree
plug_count_iterations (struct plug_clone *c, class loop *loop, tree type)
{
  bool bottom;
  struct head h;
  if (!plug_countable_p (loop, &bottom))
    return NULL_TREE;
  tree n = latch_executions (loop);
  const struct pram_node *node = plug_loop_node (c->e, loop);
  if (n)
    n = fold_convert (type, plug_clone_expr (c, n));
  else if (node && !node->data_dependent && !bottom
	   && plug_head_pure_p (loop, true) && find_head (loop, &h))
    n = fold_convert (type, count_by_trying (c, &h));
  return n && bottom ? fold_build2 (PLUS_EXPR, type, n, build_one_cst (type))
		     : n;
}
