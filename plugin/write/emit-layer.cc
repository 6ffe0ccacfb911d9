/* emit-layer.cc: a layer's function.

   SPDX-License-Identifier: GPL-3.0-or-later

     static void
     F.layer.K (void *frame, int64_t unit_lo, int64_t unit_hi,
		void *const *leaves)

   holds the user's own loop nest.  Without reductions the distributed loop
   runs over the iterations of all its units; with reductions the nest is run
   for one unit after the other, each of which yields a leaf: that makes
   leaves independent of how units lie on processes (DESIGN, "the same bits at
   any number of ranks").

   Invariant (1): iterations of a layer's distributed loop in different units
   do not depend on each other, so running the units in order is running the
   layer.  */

#include "pram-gcc.h"
#include "emit.h"
#include "vector-width.h"
#include "read/extract.h"

/* What the hooks see.  */
struct layer_code
{
  struct plug_layer *layer;
  tree k_lo, k_hi;		/* iterations of the distributed loop */
  /* Numbers of the plan, null if L has none such.  */
  tree granularity, coef, per_unit, origin, part_lo, part_hi;
  tree shift;			/* floor (origin / |coef|) */
  tree has_last;		/* the last iteration of the distributed loop,
				   if any, is one of this unit; null if no
				   result wants to know */
  bool simd;			/* it has lanes whose values are combined */
};

static tree
int64_cst (int64_t value)
{
  return build_int_cst (long_long_integer_type_node, value);
}

/* The first k with coef * k + origin >= BOUND * granularity (coef > 0), or
   one past the last with … < … (coef < 0).  Divisions take long: none is needed
   if each unit has as many iterations.  */
static tree
iteration_bound (struct layer_code *code, tree bound)
{
  tree type = long_long_integer_type_node;
  tree fast = fold_build2 (MULT_EXPR, type, bound, code->per_unit);
  tree slow = fold_build2 (MULT_EXPR, type, bound, code->granularity);
  if (code->layer->plan->placement.coef > 0)
    {
      fast = fold_build2 (MINUS_EXPR, type, fast, code->shift);
      slow = fold_build2 (CEIL_DIV_EXPR, type,
			  fold_build2 (MINUS_EXPR, type, slow, code->origin),
			  code->coef);
    }
  else
    {
      fast = fold_build2 (PLUS_EXPR, type,
			  fold_build2 (MINUS_EXPR, type, code->shift, fast),
			  int64_cst (1));
      slow = fold_build2 (FLOOR_DIV_EXPR, type,
			  fold_build2 (MINUS_EXPR, type, code->origin, slow),
			  code->coef);
      slow = fold_build2 (PLUS_EXPR, type, slow, int64_cst (1));
    }
  return fold_build3 (COND_EXPR, type,
		      fold_build2 (NE_EXPR, boolean_type_node, code->per_unit,
				   int64_cst (0)), fast, slow);
}

/* Set the bounds of the distributed loop for the units [LO, HI).  */
static void
set_bounds (struct plug_clone *c, struct layer_code *code, tree lo, tree hi)
{
  if (!code->layer->distributed)
    return;
  if (code->layer->plan->placement.coef < 0)
    std::swap (lo, hi);
  tree bound[2] = { iteration_bound (code, lo),
		    iteration_bound (code, hi) };
  /* Those of the loop, not of the part.  */
  if (code->part_lo && code->layer->distributed == code->layer->loop)
    for (tree &b : bound)
      b = fold_build2 (PLUS_EXPR, TREE_TYPE (b), b, code->part_lo);
  plug_assign (c, code->k_lo, bound[0]);
  plug_assign (c, code->k_hi, bound[1]);
}

/* True if the exit test of BB's loop, which BB ends with, may be annotated.
   (Other tests may not: GCC would warn that it ignores the annotation.)  */
static bool
ivdep_hook (struct plug_clone *c, basic_block bb)
{
  class loop *loop = bb->loop_father;
  bool bottom;
  return (loop != c->open_exit && single_exit (loop)
	  && plug_countable_p (loop, &bottom)
	  && loop_exits_from_bb_p (loop, bb) && plug_ivdep_p (c->e, loop));
}

/* NAME, a PHI's result, is used in LOOP for more than to be passed on, or where it has
   been, by PHIS, in the same iteration.  */
static bool
used_in_p (class loop *loop, tree name, bitmap phis)
{
  imm_use_iterator iter;
  use_operand_p use;
  if (!bitmap_set_bit (phis, SSA_NAME_VERSION (name)))
    return false;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *stmt = USE_STMT (use);
      if (is_gimple_debug (stmt) || !flow_bb_inside_loop_p (loop, gimple_bb (stmt)))
	continue;
      if (gimple_code (stmt) != GIMPLE_PHI
	  || (gimple_bb (stmt) != loop->header
	      && used_in_p (loop, gimple_phi_result (stmt), phis)))
	return true;
    }
  return false;
}

/* A variable that LOOP, distributed, uses and that is neither CARRIED nor relayed
   by L nor known in each iteration, or null.  */
static tree
lost_variable (const struct plug_layer *l, class loop *loop,
	       const vec<struct plug_result> &carried)
{
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      auto_bitmap phis;
      tree name = gimple_phi_result (i.phi ()), step;
      bool known = virtual_operand_p (name) || !used_in_p (loop, name, phis)
		   || plug_relayed_p (l, name)
		   || plug_iv_p (loop, i.phi (), &step);
      for (const struct plug_result &r : carried)
	known |= r.phi == i.phi ();
      if (!known)
	return name;
    }
  return NULL_TREE;
}

/* The unit runs the iterations LO .. HI - 1 of FIRST .. END - 1.  */
static void
note_last (struct plug_clone *c, struct layer_code *code, tree lo, tree hi,
	   tree first, tree end)
{
  if (!code->has_last)
    return;
  tree type = boolean_type_node;
  tree some = build2 (LT_EXPR, type, lo, hi), none;
  none = build2 (LE_EXPR, type, unshare_expr (end), unshare_expr (first));
  some = build2 (BIT_AND_EXPR, type, some,
		 build2 (EQ_EXPR, type, hi, unshare_expr (end)));
  plug_assign (c, code->has_last, build2 (BIT_IOR_EXPR, type, some, none));
}

static bool
loop_hook (struct plug_clone *c, basic_block bb)
{
  struct layer_code *code = (struct layer_code *) c->data;
  class loop *loop = bb->loop_father;
  struct plug_layer *l = code->layer;
  if (l->plan->whole)
    return false;
  bool distributed = loop == l->distributed;
  bool part = l->part_lo.name && loop == l->loop;
  tree type = long_long_integer_type_node;
  auto_vec<struct plug_result> carried;
  enum plug_how how = PLUG_PLAIN;
  if (!c->slice)
    {
      bool combined, all = plug_carried_by (c->e, l, loop, &carried,
					    &combined);
      how = plug_how_to_emit (c->e, l, loop, all && combined, &carried);
    }
  if (!distributed && !part && how != PLUG_SIMD)
    return false;
  tree n = plug_count_iterations (c, loop, type);
  if (!n && !distributed && !part)
    return false;
  if (!n)
    {
      plug_refuse (c->e, l->plan->node->line, "the number of iterations of "
		   "this loop can't be computed when it starts");
      return true;
    }
  if (tree lost = (distributed && !c->slice
		   ? lost_variable (l, loop, carried) : NULL_TREE))
    {
      tree symbol = SSA_NAME_IDENTIFIER (lost);
      plug_refuse (c->e, l->plan->node->line, "what '%s' is in an iteration of "
		   "this loop can't be computed from its number",
		   symbol ? IDENTIFIER_POINTER (symbol) : "(temporary)");
      return true;
    }
  tree count = plug_new_var (c, type, "n");
  plug_assign (c, count, n);
  tree late = plug_late_iterations (c, loop), first = late;
  tree end = fold_build2 (PLUS_EXPR, type, count, late);
  if (part)
    {
      first = fold_build2 (MAX_EXPR, type, first, code->part_lo);
      end = fold_build2 (MIN_EXPR, type, end, code->part_hi);
    }
  tree lo = first, hi = end;
  if (distributed)
    {
      lo = plug_new_var (c, type, "lo");
      hi = plug_new_var (c, type, "hi");
      plug_assign (c, lo, build2 (MAX_EXPR, type, code->k_lo, first));
      plug_assign (c, hi, build2 (MIN_EXPR, type, code->k_hi, end));
      note_last (c, code, lo, hi, first, end);
    }
  if (how == PLUG_PLAIN && distributed && l->rerun_units
      && integer_onep (code->per_unit))
    how = PLUG_ONCE;
  lo = fold_build2 (MINUS_EXPR, type, lo, late);
  hi = fold_build2 (MINUS_EXPR, type, hi, late);
  code->simd |= how == PLUG_SIMD;
  plug_emit_counted (c, loop, lo, hi, count, how, &carried);
  return true;
}

static tree
parameter (tree fn, int k)
{
  tree parm = DECL_ARGUMENTS (fn);
  while (k--)
    parm = DECL_CHAIN (parm);
  return parm;
}

static tree
frame_field (struct plug_clone *c, struct plug_layer *l, tree field)
{
  tree frame = build2 (MEM_REF, l->frame, parameter (c->fn, 0),
		       build_int_cst (build_pointer_type (l->frame), 0));
  return build3 (COMPONENT_REF, TREE_TYPE (field), frame, field, NULL_TREE);
}

/* NUMBER of the plan, a constant or a variable, or null.  */
static tree
load_number (struct plug_clone *c, struct plug_layer *l,
	     const struct plug_number *number)
{
  if (!number->decl)
    return number->constant;
  tree var = plug_new_var (c, long_long_integer_type_node, number->name);
  plug_assign (c, var, frame_field (c, l, number->decl));
  return var;
}

static void
load_numbers (struct plug_clone *c, struct layer_code *code)
{
  struct plug_layer *l = code->layer;
  tree type = long_long_integer_type_node;
  code->granularity = load_number (c, l, &l->granularity);
  code->coef = load_number (c, l, &l->coef);
  code->per_unit = load_number (c, l, &l->per_unit);
  code->origin = load_number (c, l, &l->origin);
  code->part_lo = load_number (c, l, &l->part_lo);
  code->part_hi = load_number (c, l, &l->part_hi);
  if (!l->distributed)
    return;
  if (l->plan->placement.coef < 0)
    {
      tree coef = fold_build1 (NEGATE_EXPR, type, code->coef);
      if (!CONSTANT_CLASS_P (coef))
	plug_assign (c, code->coef, coef);
      else
	code->coef = coef;
    }
  tree shift = fold_build2 (FLOOR_DIV_EXPR, type, code->origin, code->coef);
  code->shift = shift;
  if (CONSTANT_CLASS_P (shift))
    return;
  code->shift = plug_new_var (c, type, "shift");
  plug_assign (c, code->shift, shift);
}

static bool
header_name_p (struct plug_layer *l, tree name)
{
  return (l->loop && gimple_code (SSA_NAME_DEF_STMT (name)) == GIMPLE_PHI
	  && gimple_bb (SSA_NAME_DEF_STMT (name)) == l->loop->header);
}

/* Load what never changes during the layer.  */
static void
load_invariants (struct plug_clone *c, struct plug_layer *l)
{
  for (struct plug_field &f : l->fields)
    if (!header_name_p (l, f.name))
      plug_assign (c, plug_clone_name (c, f.name),
		   frame_field (c, l, f.decl));
}

/* NAME is what blocks of R start from, or, with null, anything.  */
static void
start_name (struct plug_clone *c, const struct plug_result *r, tree name)
{
  tree type = TREE_TYPE (name);
  plug_assign (c, plug_clone_name (c, name),
	       r ? plug_start_value (r, type) : build_zero_cst (type));
}

/* Give the header's PHIs their values at the start of a run.  */
static void
start_run (struct plug_clone *c, struct plug_layer *l)
{
  for (struct plug_field &f : l->fields)
    if (header_name_p (l, f.name))
      plug_assign (c, plug_clone_name (c, f.name),
		   frame_field (c, l, f.decl));
  for (struct plug_result &r : l->results)
    if (r.phi && !plug_last_p (&r))
      {
	start_name (c, &r, gimple_phi_result (r.phi));
	for (int k = 0; k < plug_n_followers (&r); k++)
	  start_name (c, NULL, gimple_phi_result (plug_follower_phi (&r, k)));
      }
  for (gphi_iterator i = gsi_start_phis (l->loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree init = PHI_ARG_DEF_FROM_EDGE (i.phi (),
					 loop_preheader_edge (l->loop));
      bool carried = plug_relayed_p (l, gimple_phi_result (i.phi ()));
      for (struct plug_result &r : l->results)
	carried |= plug_result_phi_p (&r, i.phi ()) && !plug_last_p (&r);
      if (!virtual_operand_p (init) && !carried && plug_constant (init))
	plug_assign (c, plug_clone_name (c, gimple_phi_result (i.phi ())),
		     plug_constant (init));
    }
}

/* The address of the leaf of unit UNIT for result K, which has SIZE bytes.  */
static tree
leaf_address (struct plug_clone *c, int k, tree size, tree unit)
{
  tree leaves = parameter (c->fn, 3), unit_lo = parameter (c->fn, 1);
  tree first = build2 (MEM_REF, ptr_type_node, leaves,
		       build_int_cst (TREE_TYPE (leaves),
				      k * (POINTER_SIZE / BITS_PER_UNIT)));
  tree index = fold_build2 (MINUS_EXPR, long_long_integer_type_node, unit,
			    unit_lo);
  index = fold_build2 (MULT_EXPR, sizetype, fold_convert (sizetype, index),
		       size);
  return fold_build_pointer_plus (first, index);
}

/* The leaf of unit UNIT for result K.  */
static tree
leaf (struct plug_clone *c, struct plug_layer *l, int k, tree unit)
{
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (l->results[k].value));
  tree at = leaf_address (c, k, TYPE_SIZE_UNIT (type), unit);
  return build2 (MEM_REF, type, at,
		 build_int_cst (build_pointer_type (type), 0));
}

static void
store_leaf (struct plug_clone *c, struct layer_code *code, int k, tree unit)
{
  struct plug_layer *l = code->layer;
  struct plug_result *r = &l->results[k];
  tree value = plug_clone_name (c, r->value);
  tree state = plug_extreme_state (c, r);
  if (plug_last_p (r))
    value = build3 (COND_EXPR, TREE_TYPE (value), code->has_last, value,
		    build_zero_cst (TREE_TYPE (value)));
  if (!state)
    {
      plug_assign (c, leaf (c, l, k, unit), value);
      return;
    }
  tree at = leaf_address (c, k, size_int (plug_anew_size (r)), unit);
  plug_assign (c, plug_anew_value (at, TREE_TYPE (value)), value);
  plug_assign (c, plug_anew_state (at), state);
  for (int f = 0; f < plug_n_followers (r); f++)
    {
      value = plug_clone_name (c, plug_follower_value (r, f));
      plug_assign (c, plug_anew_follower (at, f, TREE_TYPE (value)), value);
    }
}

/* Leave in the frame what L's scalars are now.  */
static void
leave_relayed (struct plug_clone *c, struct plug_layer *l)
{
  for (unsigned k = 0; k < l->n_relayed; k++)
    plug_assign (c, frame_field (c, l, l->fields[k].decl),
		 plug_clone_name (c, l->fields[k].name));
}

/* Copy the layer's loop; the values it leaves are in the variables of its
   results.  */
static void
emit_nest (struct plug_clone *c, struct plug_layer *l)
{
  int n;
  basic_block *bbs = plug_loop_blocks (l->loop, &n);
  c->whole = l->loop;
  c->left_by = l->left_by ? plug_clone_name (c, l->left_by) : NULL_TREE;
  c->leave_label = plug_new_label (c);
  start_run (c, l);
  plug_goto (c, plug_clone_label (c, l->loop->header));
  plug_clone_blocks (c, bbs, n);
  plug_put_label (c, c->leave_label);
  leave_relayed (c, l);
  free (bbs);
}

static tree
condition (tree test, tree yes, tree no)
{
  return build3 (COND_EXPR, void_type_node, test,
		 build1 (GOTO_EXPR, void_type_node, yes),
		 build1 (GOTO_EXPR, void_type_node, no));
}

/* The unit in which all of a layer without a distributed loop lies.  */
static tree
only_unit (struct layer_code *code)
{
  return fold_build2 (FLOOR_DIV_EXPR, long_long_integer_type_node,
		      code->origin, code->granularity);
}

/* Jump to SKIP unless the layer's only unit is one of [LO, HI).  */
static void
unless_here (struct plug_clone *c, struct layer_code *code, tree lo, tree hi,
	     tree skip)
{
  tree unit = only_unit (code);
  tree above = plug_new_label (c), here = plug_new_label (c);
  plug_add (c, condition (build2 (LE_EXPR, boolean_type_node, lo, unit),
			  above, skip));
  plug_put_label (c, above);
  plug_add (c, condition (build2 (LT_EXPR, boolean_type_node, unit, hi),
			  here, skip));
  plug_put_label (c, here);
}

/* One unit after the other, with their leaves.  What is relayed goes on with the
   loop's iterations, which may go DOWN.  */
static void
emit_units (struct plug_clone *c, struct layer_code *code)
{
  struct plug_layer *l = code->layer;
  bool down = l->n_relayed && l->plan->placement.coef < 0;
  tree type = long_long_integer_type_node;
  tree unit = plug_new_var (c, type, "unit"), next = plug_new_var (c, type,
								   "next");
  tree test = plug_new_label (c), body = plug_new_label (c);
  tree store = plug_new_label (c), end = plug_new_label (c);
  plug_assign (c, unit, parameter (c->fn, down ? 2 : 1));
  plug_put_label (c, test);
  plug_add (c, condition (build2 (down ? GT_EXPR : LT_EXPR, boolean_type_node,
				  unit, parameter (c->fn, down ? 1 : 2)),
			  body, end));
  plug_put_label (c, body);
  if (down)
    plug_assign (c, unit, build2 (MINUS_EXPR, type, unit, int64_cst (1)));
  plug_assign (c, next, build2 (PLUS_EXPR, type, unit, int64_cst (1)));
  for (struct plug_result &r : l->results)
    {
      if (plug_last_p (&r) && !code->has_last)
	code->has_last = plug_new_var (c, boolean_type_node, "has_last");
      start_name (c, &r, r.value);
      for (int k = 0; k < plug_n_followers (&r); k++)
	start_name (c, NULL, plug_follower_value (&r, k));
      if (tree state = plug_extreme_state (c, &r))
	plug_assign (c, state, build_int_cst (integer_type_node,
					      plug_how_in_units (l, &r)));
    }
  set_bounds (c, code, unit, next);
  if (code->has_last)
    plug_assign (c, code->has_last, (l->distributed ? boolean_true_node
				     : boolean_false_node));
  if (!l->distributed)
    unless_here (c, code, unit, next, store);
  if (code->has_last && !l->distributed)
    plug_assign (c, code->has_last, boolean_true_node);
  emit_nest (c, l);
  plug_put_label (c, store);
  for (unsigned k = 0; k < l->results.length (); k++)
    store_leaf (c, code, k, unit);
  if (!down)
    plug_assign (c, unit, next);
  plug_goto (c, test);
  plug_put_label (c, end);
}

/* Set the leaves of the units [LO, HI), with the result of a layer that is a
   statement, to bits that are zero.  */
static void
clear_leaves (struct plug_clone *c, struct plug_layer *l, tree lo, tree hi)
{
  tree first = leaf (c, l, 0, lo);
  tree n = fold_build2 (MINUS_EXPR, long_long_integer_type_node, hi, lo);
  n = fold_build2 (MULT_EXPR, sizetype, fold_convert (sizetype, n),
		   TYPE_SIZE_UNIT (TREE_TYPE (first)));
  plug_add (c, build_call_expr (builtin_decl_explicit (BUILT_IN_MEMSET), 3,
				build_fold_addr_expr (first),
				integer_zero_node, n));
}

static void
emit_stmt (struct plug_clone *c, struct layer_code *code)
{
  struct plug_layer *l = code->layer;
  tree end = plug_new_label (c);
  tree lo = parameter (c->fn, 1), hi = parameter (c->fn, 2);
  if (!l->results.is_empty ())
    clear_leaves (c, l, lo, hi);
  unless_here (c, code, lo, hi, end);
  plug_clone_stmt (c, l->stmt);
  if (!l->results.is_empty ())
    plug_assign (c, leaf (c, l, 0, only_unit (code)),
		 plug_clone_name (c, l->results[0].value));
  plug_put_label (c, end);
}

/* Lanes must be the same on all processes, whatever the addresses are: no
   iterations may be peeled off for alignment.  */
static void
forbid_peeling (struct gcc_options *options)
{
  options->x_param_vect_max_peeling_for_alignment = 0;
}

/* Behind L's leaves there is where deposits are noted.  */
static void
load_log (struct plug_clone *c, struct plug_layer *l)
{
  tree leaves = parameter (c->fn, 3);
  int k = l->results.length ();
  c->log = plug_new_var (c, ptr_type_node, "log");
  plug_assign (c, c->log,
	       build2 (MEM_REF, ptr_type_node, leaves,
		       build_int_cst (TREE_TYPE (leaves),
				      k * (POINTER_SIZE / BITS_PER_UNIT))));
  if (l->rerun_units && l->plan->placement.coef < 0)
    plug_refuse (c->e, l->plan->node->line, "data choose what is written, and "
		 "the loop's units are in another order than its iterations");
}

/* What C, the copy of a layer's code, puts in the place of some of it.  */
static void
set_hooks (struct plug_clone *c, struct plug_slice *slice)
{
  c->loop_hook = loop_hook;
  c->slice = slice;
  if (slice)
    {
      c->stmt_hook = plug_slice_stmt;
      c->phi_hook = plug_slice_phi;
      c->test_hook = plug_ways_test;
      c->block_hook = plug_ways_meet;
      c->jump_hook = plug_slice_jump;
      c->next_hook = plug_walk_next;
      plug_slice_start (c);
      plug_ways_start (c);
      return;
    }
  if (c->log)
    {
      c->stmt_hook = plug_deposit_stmt;
      c->test_hook = plug_deposit_test;
      c->jump_hook = plug_deposit_jump;
    }
  if (c->checks)
    c->stmt_hook = plug_pinned_stmt;
  c->alias_free = true;
  c->call_hook = plug_extreme_fmax;
  c->edge_hook = plug_extreme_edge;
  c->ivdep_hook = ivdep_hook;
}

/* What L's function is called; the caller frees it.  */
static char *
symbol_of (const struct plug_emission *e, const struct plug_layer *l,
	   const struct plug_slice *slice)
{
  if (!slice)
    return plug_symbol (e, "layer", l->number);
  char *what = xasprintf ("inspect.%d", slice->round);
  char *symbol = plug_symbol (e, what, l->number);
  free (what);
  return symbol;
}

void
plug_layer_emit (struct plug_emission *e, struct plug_layer *l,
		 struct plug_slice *slice)
{
  char *symbol = symbol_of (e, l, slice);
  tree i64 = long_long_integer_type_node;
  tree type = build_function_type_list
    (void_type_node, ptr_type_node, i64, i64,
     build_pointer_type (build_qualified_type (ptr_type_node,
					       TYPE_QUAL_CONST)), NULL_TREE);
  l->fn = plug_new_function (symbol, type, e->region->fndecl);
  free (symbol);
  DECL_SOURCE_LOCATION (l->fn)
    = LOCATION_LOCUS (l->loop ? plug_loop_location (l->loop)
		      : gimple_location (l->stmt));
  plug_vector_width_mark (l->fn);
  static const char *const names[] = { "frame", "unit_lo", "unit_hi", "leaves" };
  plug_name_parameters (l->fn, names);
  struct plug_clone c;
  struct layer_code code;
  memset (&code, 0, sizeof code);
  code.layer = l;
  plug_clone_start (&c, e, l->fn);
  c.data = &code;
  if (!slice && l->loop && plug_deposits_in_p (e, l->loop))
    load_log (&c, l);
  if (!slice && l->loop && plug_pinned_in_p (e, l->loop))
    plug_pinned_start (&c);
  set_hooks (&c, slice);
  code.k_lo = plug_new_var (&c, i64, "k_lo");
  code.k_hi = plug_new_var (&c, i64, "k_hi");
  load_numbers (&c, &code);
  load_invariants (&c, l);
  if (slice)
    plug_walk_start (&c);
  auto_vec<struct plug_extreme> anew;
  c.anew = &anew;
  plug_extremes_find (&c, l);
  if (!l->loop)
    emit_stmt (&c, &code);
  else if (l->rerun_units)
    emit_units (&c, &code);
  else
    {
      tree end = plug_new_label (&c);
      set_bounds (&c, &code, parameter (l->fn, 1), parameter (l->fn, 2));
      if (!l->distributed)
	unless_here (&c, &code, parameter (l->fn, 1), parameter (l->fn, 2),
		     end);
      emit_nest (&c, l);
      plug_put_label (&c, end);
    }
  if (slice)
    {
      plug_slice_end (&c);
      plug_walk_end (&c);
    }
  plug_add (&c, build1 (RETURN_EXPR, void_type_node, NULL_TREE));
  if (code.simd || l->rerun_units)
    plug_change_options (l->fn, forbid_peeling);
  plug_clone_finish (&c);
  plug_extremes_free (&anew);
}
