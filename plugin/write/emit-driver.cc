/* emit-driver.cc: the function that every process runs.

   SPDX-License-Identifier: GPL-3.0-or-later

   The captured function with each layer replaced by

     frame.x = …; bases[] = …;
     PRAM_layer (k, F.layer.k, &frame, bases);

   and, where the first of a layer's scalars is needed, PRAM_reduced for all
   that are pending: several layers' reductions are then completed together.

   The driver counts how often each segment of a loop has begun; the runtime
   evaluates the transfers' sets with these counts.

   Invariant (1): what is pending at the end of a block is either completed
   there, or the block's only successor has no other predecessor and comes
   next.  */

#include "pram-gcc.h"
#include "emit.h"
#include "read/extract.h"

/* A reduction whose value has not been fetched.  */
struct pending
{
  struct plug_layer *layer;
  int number;			/* among the layer's results */
};

struct driver
{
  struct plug_emission *e;
  auto_vec<struct pending> pending;
  tree counts, numbers;		/* int64_t *; null if the region has none */
  hash_map<class loop *, tree> *iterations;	/* of level loops, counted over
						   all of them */
  tree layer_fn, ahead_fn;	/* entry points of the runtime, … */
  tree relay_fn, reduced_fn;
  tree end_fn;			/* … null if there are no layers */
};

static tree
int64_cst (int64_t value)
{
  return build_int_cst (long_long_integer_type_node, value);
}

/* --- Pending reductions ------------------------------------------------- */

/* The value of a reduction that started from A, with B from the layer.  */
static tree
combine (struct plug_result *r, tree a, tree b)
{
  tree type = TREE_TYPE (a);
  if (plug_extreme_p (r))
    return plug_extreme_combine (r, a, b, NULL_TREE);
  if (r->how & PRAM_COMBINE_REPLACES)
    return build3 (COND_EXPR, type,
		   build2 (EQ_EXPR, boolean_type_node, b,
			   plug_identity (r->op, type)), a, b);
  switch (r->op)
    {
    case PRAM_OP_SUM: return build2 (PLUS_EXPR, type, a, b);
    case PRAM_OP_PROD: return build2 (MULT_EXPR, type, a, b);
    case PRAM_OP_AND: return build2 (BIT_AND_EXPR, type, a, b);
    case PRAM_OP_IOR: return build2 (BIT_IOR_EXPR, type, a, b);
    case PRAM_OP_XOR: return build2 (BIT_XOR_EXPR, type, a, b);
    case PRAM_OP_LAND:
    case PRAM_OP_LOR:
      a = fold_convert (boolean_type_node,
			build2 (NE_EXPR, boolean_type_node, a,
				build_zero_cst (type)));
      b = build2 (NE_EXPR, boolean_type_node, b, build_zero_cst (type));
      return fold_convert (type, build2 (r->op == PRAM_OP_LAND
					 ? TRUTH_AND_EXPR : TRUTH_OR_EXPR,
					 boolean_type_node, a, b));
    case PRAM_OP_MIN: return build2 (MIN_EXPR, type, a, b);
    case PRAM_OP_MAX: return build2 (MAX_EXPR, type, a, b);
    default:
      return b;
    }
}

/* NAME, a result, is VALUE if YES, otherwise what PHI has.  */
static void
choose (struct plug_clone *c, tree name, tree yes, tree value, gphi *phi)
{
  plug_assign (c, plug_clone_name (c, name),
	       build3 (COND_EXPR, TREE_TYPE (value), yes, value,
		       plug_clone_name (c, gimple_phi_result (phi))));
}

/* The struct pram_anew at the address AT is what the layer has taken for R: put
   it, and what follows, in the place of what was there before, if it is
   better.  */
static void
combine_anew (struct plug_clone *c, struct plug_result *r, tree at)
{
  tree init = plug_clone_name (c, gimple_phi_result (r->phi));
  tree yes = plug_new_var (c, boolean_type_node, NULL);
  tree value = plug_anew_value (at, TREE_TYPE (init));
  plug_assign (c, yes, plug_extreme_replaces (r, init, value,
					      plug_anew_state (at)));
  choose (c, r->value, yes, value, r->phi);
  for (int k = 0; k < plug_n_followers (r); k++)
    {
      tree name = plug_follower_value (r, k);
      choose (c, name, yes, plug_anew_follower (at, k, TREE_TYPE (name)),
	      plug_follower_phi (r, k));
    }
}

/* Fetch one value.  */
static void
complete_one (struct plug_clone *c, struct pending *p)
{
  struct driver *d = (struct driver *) c->data;
  struct plug_result *r = &p->layer->results[p->number];
  bool anew = plug_stateful_p (r);
  tree type = (anew ? build_array_type_nelts (long_double_type_node,
					      1 + plug_n_followers (r))
	       : TYPE_MAIN_VARIANT (TREE_TYPE (r->value)));
  tree temp = plug_new_var (c, type, NULL);
  TREE_ADDRESSABLE (temp) = 1;
  if (plug_last_p (r))
    plug_assign (c, temp, plug_clone_name (c, gimple_phi_result (r->phi)));
  plug_add (c, build_call_expr (d->reduced_fn, 3, p->layer->called,
				build_int_cst (integer_type_node, p->number),
				fold_convert (ptr_type_node,
					      build_fold_addr_expr (temp))));
  if (anew)
    return combine_anew (c, r, build_fold_addr_expr (temp));
  tree init = r->phi ? plug_clone_name (c, gimple_phi_result (r->phi)) : temp;
  plug_assign (c, plug_clone_name (c, r->value), combine (r, init, temp));
}

/* Predictions should know which layers' are completed together.  */
static void
note_together (struct driver *d)
{
  for (struct pending &p : d->pending)
    p.layer->completed_with = d->pending.last ().layer;
}

static void
complete_all (struct plug_clone *c)
{
  struct driver *d = (struct driver *) c->data;
  if (!d->pending.is_empty ())
    note_together (d);
  for (struct pending &p : d->pending)
    complete_one (c, &p);
  d->pending.truncate (0);
}

static bool
pending_p (struct driver *d, tree name)
{
  gphi *phi = (TREE_CODE (name) == SSA_NAME
	       ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (name)) : NULL);
  for (struct pending &p : d->pending)
    {
      const struct plug_result *r = &p.layer->results[p.number];
      if (plug_result_value_p (r, name)
	  || (phi && r->phi && plug_result_phi_p (r, phi)))
	return true;
    }
  return false;
}

/* True if control flow reaches E's destination over E alone, apart from the
   latch of a layer's loop, and E's copies need nothing that is pending.  */
static bool
carries_over_p (struct driver *d, edge e)
{
  if (!single_succ_p (e->src) && !(e->flags & EDGE_FAKE))
    {
      /* The exit of a layer's loop.  */
      bool layer_exit = false;
      for (int i = 0; i < d->e->n_layers; i++)
	layer_exit |= (d->e->layers[i].loop
		       && flow_bb_inside_loop_p (d->e->layers[i].loop, e->src));
      if (!layer_exit)
	return false;
    }
  class loop *layer = NULL;
  for (int i = 0; i < d->e->n_layers; i++)
    if (d->e->layers[i].loop && d->e->layers[i].loop->header == e->dest)
      layer = d->e->layers[i].loop;
  edge other;
  edge_iterator i;
  FOR_EACH_EDGE (other, i, e->dest->preds)
    if (other != e && !(layer && flow_bb_inside_loop_p (layer, other->src)))
      return false;
  for (gphi_iterator p = gsi_start_phis (e->dest); !gsi_end_p (p);
       gsi_next (&p))
    if (pending_p (d, PHI_ARG_DEF_FROM_EDGE (p.phi (), e)))
      return false;
  return true;
}

static void
end_hook (struct plug_clone *c, basic_block bb)
{
  struct driver *d = (struct driver *) c->data;
  gimple *last = last_stmt (bb);
  if (!(single_succ_p (bb) && carries_over_p (d, single_succ_edge (bb))))
    complete_all (c);
  if (d->end_fn && last && gimple_code (last) == GIMPLE_RETURN)
    plug_add (c, build_call_expr (d->end_fn, 0));
}

/* --- Counts ------------------------------------------------------------- */

static bool
in_layer_p (struct plug_emission *e, const struct pram_node *node)
{
  for (int i = 0; i < e->plan->n_layers; i++)
    if (pram_node_inside_p (node, e->plan->layers[i].node))
      return true;
  return false;
}

/* Number K of the plan, or of what RECORD points to.  */
static tree
number_at (tree record, int k)
{
  return build2 (MEM_REF, TREE_TYPE (TREE_TYPE (record)), record,
		 build_int_cst (TREE_TYPE (record), k * 8));
}

/* POINTER, to 64 bits, plus INDEX of them.  */
static tree
advance (tree pointer, tree index)
{
  tree bytes = fold_build2 (MULT_EXPR, sizetype, fold_convert (sizetype, index),
			    size_int (8));
  return fold_build_pointer_plus (pointer, bytes);
}

/* Which iteration of LOOP, a level loop, or null, it is.  */
static tree
iteration_of (struct plug_clone *c, class loop *loop)
{
  struct driver *d = (struct driver *) c->data;
  if (!loop)
    return int64_cst (0);
  tree &var = d->iterations->get_or_insert (loop);
  if (!var)
    var = plug_new_var (c, long_long_integer_type_node, "level");
  return var;
}

/* A variable that points to row ROW of SIZE numbers of the table that number
   HEAD is for.  */
static tree
row_of (struct plug_clone *c, int head, tree row, int size)
{
  struct driver *d = (struct driver *) c->data;
  tree type = long_long_integer_type_node;
  tree at = fold_build2 (MULT_EXPR, type, row, int64_cst (size));
  at = fold_build2 (PLUS_EXPR, type, number_at (d->numbers, head), at);
  tree var = plug_new_var (c, TREE_TYPE (d->numbers), "row");
  plug_assign (c, var, advance (d->numbers, at));
  return var;
}

/* The count of segment S of NODE, a loop of the driver.  */
static tree
count_ref (struct plug_clone *c, const struct pram_node *node, int s)
{
  struct driver *d = (struct driver *) c->data;
  tree type = TREE_TYPE (TREE_TYPE (d->counts));
  if (!d->e->prog->levels)
    return build2 (MEM_REF, type, d->counts,
		   build_int_cst (TREE_TYPE (d->counts),
				  (node->first_count + s) * 8));
  class loop *level = plug_level_around (d->e, plug_node_loop (node)->header);
  tree row = row_of (c, pram_kind_of_driver (node), iteration_of (c, level), 1);
  tree at = plug_new_var (c, TREE_TYPE (d->counts), "count");
  plug_assign (c, at, advance (d->counts, number_at (row, 0)));
  return build2 (MEM_REF, type, at, build_int_cst (TREE_TYPE (at), s * 8));
}

static void
begin_segment (struct plug_clone *c, const struct pram_node *node, int s)
{
  tree count = count_ref (c, node, s), type = TREE_TYPE (count);
  plug_assign (c, count, build2 (PLUS_EXPR, type, unshare_expr (count),
				 build_one_cst (type)));
}

/* The loop of L, whose end depends on data, runs whole: how often process 0 alone
   knows.  It holds all that may have been written, so once is as right as any
   number (hold_whole in core/plan/plan.c).  */
static void
count_once (struct plug_clone *c, const struct plug_layer *l)
{
  const struct pram_node *node = l->plan->node;
  if (!l->plan->whole || !node->data_dependent)
    return;
  for (int s = 0; s < node->n_children; s++)
    {
      tree count = count_ref (c, node, s);
      plug_assign (c, count, build_int_cst (TREE_TYPE (count), s ? 1 : 2));
    }
}

/* Control takes E, to the header of a level loop.  */
static void
begin_level (struct plug_clone *c, edge e)
{
  struct driver *d = (struct driver *) c->data;
  class loop *loop = e->dest->loop_father;
  tree now = iteration_of (c, loop);
  if (flow_bb_inside_loop_p (loop, e->src))
    {
      plug_assign (c, now, build2 (PLUS_EXPR, TREE_TYPE (now), now,
				   int64_cst (1)));
      return;
    }
  class loop *around = plug_level_around (d->e, loop->header);
  tree row = row_of (c, plug_level_number (d->e, loop),
		     iteration_of (c, around), 1);
  plug_assign (c, now, number_at (row, 0));
}

static void make_offers (struct plug_clone *, class loop *, bool);
static void make_exchanges (struct plug_clone *, class loop *);

static void
edge_hook (struct plug_clone *c, edge e)
{
  struct driver *d = (struct driver *) c->data;
  for (class loop *loop = e->src->loop_father; loop_outer (loop);
       loop = loop_outer (loop))
    {
      const struct pram_node *node = plug_loop_node (d->e, loop);
      if (!node || in_layer_p (d->e, node))
	continue;
      for (int s = 0; s < node->n_children; s++)
	if (node->children[s]->cookie == e)
	  begin_segment (c, node, s);
    }
  for (class loop *loop = e->src->loop_father;
       !flow_bb_inside_loop_p (loop, e->dest); loop = loop_outer (loop))
    make_offers (c, loop, true);
  class loop *entered = e->dest->loop_father;
  if (entered->header == e->dest && !flow_bb_inside_loop_p (entered, e->src))
    make_offers (c, entered, false);
  if (entered->header == e->dest && flow_bb_inside_loop_p (entered, e->src))
    make_exchanges (c, entered);
  if (entered->header == e->dest && plug_level_loop_p (d->e, entered))
    begin_level (c, e);
  const struct pram_node *node = plug_loop_node (d->e, entered);
  if (!node || in_layer_p (d->e, node) || entered->header != e->dest)
    return;
  if (!flow_bb_inside_loop_p (entered, e->src))
    {
      tree first = plug_late_iterations (c, entered);
      for (int s = 0; s < node->n_children; s++)
	plug_assign (c, count_ref (c, node, s), first);
    }
  if (!node->children[0]->cookie)
    begin_segment (c, node, 0);
}

/* --- Layers ------------------------------------------------------------- */

/* The value of NAME where layer L is called: this time or, with NEXT, the next
   time.  */
static tree
value_at_call (struct plug_clone *c, struct plug_layer *l, tree name,
	       bool next)
{
  return next ? plug_ahead_value (c, l, name) : plug_clone_expr (c, name);
}

/* Element K of the array BASES.  */
static tree
base_ref (tree bases, tree k)
{
  return build4 (ARRAY_REF, ptr_type_node, bases, k, NULL_TREE, NULL_TREE);
}

/* The array of base pointers, in order of the prog's names: where level loops
   exchange them, what those of the source are called now is in L's record.  */
static tree
fill_bases (struct plug_clone *c, struct plug_layer *l, bool next)
{
  struct driver *d = (struct driver *) c->data;
  int n = d->e->prog->n_arrays;
  bool named = d->e->prog->levels && pram_record_names (&d->e->kinds);
  tree type = build_array_type_nelts (ptr_type_node, n);
  tree bases = plug_new_var (c, type, next ? "next_bases" : "bases");
  TREE_ADDRESSABLE (bases) = 1;
  auto_vec<tree> base (n);
  base.safe_grow_cleared (n);
  auto_vec<const struct pram_access *> all;
  plug_collect_accesses (l->plan->node, &all);
  for (const struct pram_access *access : all)
    {
      const struct plug_access *a = (struct plug_access *) access->cookie;
      base[a->name] = a->base;
    }
  for (int i = 0; i < d->e->prog->n_deposits; i++)
    {
      const struct pram_deposit *deposit = &d->e->prog->deposits[i];
      if (pram_node_inside_p (deposit->stmt, l->plan->node))
	base[deposit->array]
	  = ((const struct plug_access *) deposit->cookie)->base;
    }
  for (int i = 0; i < n; i++)
    if (named || !base[i])
      plug_assign (c, base_ref (bases, size_int (i)), null_pointer_node);
  for (int i = 0; i < n; i++)
    {
      tree k = size_int (i);
      if (!base[i])
	continue;
      if (named)
	{
	  k = plug_new_var (c, sizetype, "name");
	  plug_assign (c, k, fold_convert (sizetype, number_at (l->record,
								i + 1)));
	}
      plug_assign (c, base_ref (bases, k),
		   fold_convert (ptr_type_node,
				 value_at_call (c, l, base[i], next)));
    }
  return fold_convert (ptr_type_node, build_fold_addr_expr (bases));
}

/* What NUMBER of layer L is in the present iteration of the loops around.  */
static tree
number_now (struct plug_clone *c, struct plug_layer *l,
	    const struct plug_number *number)
{
  tree type = long_long_integer_type_node;
  tree value = number_at (l->record, number->at);
  const struct pram_node *loop = l->plan->node;
  for (int k = number->n - 1; k > 0; k--)
    {
      loop = pram_node_loop (loop);
      tree iteration = build2 (MINUS_EXPR, type, count_ref (c, loop, 0),
			       int64_cst (1));
      value = build2 (PLUS_EXPR, type, value,
		      build2 (MULT_EXPR, type, iteration,
			      number_at (l->record, number->at + k)));
    }
  return value;
}

/* The address of a local record, called NAME, with the values that the layer's
   function needs, as VALUE and NUMBER say.  */
static tree
fill_record (struct plug_clone *c, struct plug_layer *l, const char *name,
	     tree (*value) (struct plug_clone *, struct plug_layer *, tree),
	     tree (*number) (struct plug_clone *, struct plug_layer *,
			     const struct plug_number *))
{
  if (!l->frame)
    return null_pointer_node;
  tree frame = l->told = plug_new_var (c, l->frame, name);
  TREE_ADDRESSABLE (frame) = 1;
  for (struct plug_field &f : l->fields)
    plug_assign (c, build3 (COMPONENT_REF, TREE_TYPE (f.decl), frame,
			    f.decl, NULL_TREE),
		 fold_convert (TREE_TYPE (f.decl), value (c, l, f.name)));
  const struct plug_number *numbers[]
    = { &l->granularity, &l->coef, &l->per_unit, &l->origin, &l->part_lo,
	&l->part_hi };
  for (const struct plug_number *n : numbers)
    if (n->decl)
      plug_assign (c, build3 (COMPONENT_REF, TREE_TYPE (n->decl), frame,
			      n->decl, NULL_TREE), number (c, l, n));
  return fold_convert (ptr_type_node, build_fold_addr_expr (frame));
}

static tree
value_now (struct plug_clone *c, struct plug_layer *l, tree name)
{
  return value_at_call (c, l, name, false);
}

static tree
value_next (struct plug_clone *c, struct plug_layer *l, tree name)
{
  return value_at_call (c, l, name, true);
}

/* The record for this call of L or, with NEXT, for the next one.  */
static tree
fill_frame (struct plug_clone *c, struct plug_layer *l, bool next)
{
  return fill_record (c, l, next ? "next_frame" : "frame",
		      next ? value_next : value_now, number_now);
}

/* Find L's numbers, and which layer it is, for a call.  */
static void
find_record (struct plug_clone *c, struct plug_layer *l)
{
  struct driver *d = (struct driver *) c->data;
  l->record = d->numbers;
  l->called = build_int_cst (integer_type_node, l->number);
  if (!d->e->prog->levels)
    return;
  l->record = row_of (c, l->kind, iteration_of (c, l->level),
		      plug_numbers_at (d->e, l)
		      + pram_layer_numbers (l->plan));
  l->called = plug_new_var (c, integer_type_node, "layer");
  plug_assign (c, l->called, fold_convert (integer_type_node,
					   number_at (l->record, 0)));
}

/* The bytes of L's frame that one process tells the next.  */
static tree
relayed_bytes (const struct plug_layer *l)
{
  tree last = l->fields[l->n_relayed - 1].decl;
  return fold_convert (integer_type_node,
		       size_binop (PLUS_EXPR, byte_position (last),
				   TYPE_SIZE_UNIT (TREE_TYPE (last))));
}

/* L has run: its scalars are what its frame says.  */
static void
take_relayed (struct plug_clone *c, struct plug_layer *l)
{
  for (unsigned k = 0; k < l->n_relayed; k++)
    {
      tree decl = l->fields[k].decl;
      plug_assign (c, plug_clone_name (c, l->fields[k].name),
		   build3 (COMPONENT_REF, TREE_TYPE (decl), l->told, decl,
			   NULL_TREE));
    }
}

/* The call of L's function by the runtime, and, if it may be made ahead, that
   of the next one.  */
static tree
build_call (struct plug_clone *c, struct plug_layer *l)
{
  struct driver *d = (struct driver *) c->data;
  find_record (c, l);
  tree number = l->called, fn = build_fold_addr_expr (l->fn);
  tree frame = fill_frame (c, l, false), bases = fill_bases (c, l, false);
  if (l->n_relayed)
    {
      l->not_ahead = true;
      return build_call_expr (d->relay_fn, 5, number, fn, frame, bases,
			      relayed_bytes (l));
    }
  if (plug_asking_of (d->e, l) || !plug_ahead_p (d->e, l))
    {
      l->not_ahead = true;
      return build_call_expr (d->layer_fn, 4, number, fn, frame, bases);
    }
  const struct pram_node *loop = pram_node_loop (l->plan->node);
  tree ahead = plug_new_var (c, integer_type_node, "ahead");
  plug_assign (c, ahead, plug_ahead_hint (c, l,
					  count_ref (c, loop, 0)));
  tree next_frame = fill_frame (c, l, true);
  tree next_bases = fill_bases (c, l, true);
  return build_call_expr (d->ahead_fn, 7, number, fn, frame, bases,
			  next_frame, next_bases, ahead);
}

static void
leave (struct plug_clone *c)
{
  struct driver *d = (struct driver *) c->data;
  plug_add (c, build_call_expr (d->end_fn, 0));
  plug_add (c, build1 (RETURN_EXPR, void_type_node, NULL_TREE));
}

/* Return if IN_VAIN, an integer, says so.  */
static void
return_if (struct plug_clone *c, tree in_vain)
{
  tree vain = plug_new_label (c), on = plug_new_label (c);
  tree test = build2 (NE_EXPR, boolean_type_node, in_vain, integer_zero_node);
  plug_branch (c, test, vain, on);
  plug_put_label (c, vain);
  leave (c);
  plug_put_label (c, on);
}

/* LOOP is entered: offer what it inspects, and claim where it deposits; or it is
   LEFT: claim where that is late, and accept.  */
static void
make_offers (struct plug_clone *c, class loop *loop, bool left)
{
  struct driver *d = (struct driver *) c->data;
  for (int i = 0; i < d->e->n_layers; i++)
    {
      struct plug_layer *l = &d->e->layers[i];
      const struct pram_offer *offer = l->plan->offer;
      if (!offer || offer->exchanges || (l->plan->accepts || offer->late) != left
	  || plug_node_loop (offer->before) != loop)
	continue;
      tree fn = build_int_cst (TREE_VALUE (TREE_CHAIN
					   (TYPE_ARG_TYPES
					    (TREE_TYPE (d->layer_fn)))), 0);
      find_record (c, l);
      plug_add (c, build_call_expr (d->layer_fn, 4, l->called, fn,
				    null_pointer_node,
				    fill_bases (c, l, false)));
      if (tree conflict = (offer->late && !l->plan->accepts
			   ? plug_conflict_emit (d->e, l, true) : NULL_TREE))
	return_if (c, conflict);
    }
}

/* What the pointer that ACCESS goes through becomes when LOOP goes on.  */
static tree
pointer_next (struct plug_clone *c, class loop *loop,
	      const struct pram_access *access)
{
  struct driver *d = (struct driver *) c->data;
  gphi *phi = plug_exchanged_phi (d->e, access, loop);
  return fold_convert (ptr_type_node, plug_clone_expr
		       (c, PHI_ARG_DEF_FROM_EDGE (phi,
						  loop_latch_edge (loop))));
}

/* LOOP goes on, and exchanges pointers: send what others read by the names that
   it has from now on.  */
static void
make_exchanges (struct plug_clone *c, class loop *loop)
{
  struct driver *d = (struct driver *) c->data;
  tree stands = plug_runtime_function ("PRAM_stands", void_type_node,
				       integer_type_node, ptr_type_node,
				       NULL_TREE);
  for (int i = 0; i < d->e->n_layers; i++)
    {
      struct plug_layer *l = &d->e->layers[i];
      const struct pram_offer *offer = l->plan->offer;
      if (!offer || !offer->exchanges || plug_node_loop (offer->before) != loop)
	continue;
      int n = d->e->prog->n_arrays;
      tree type = build_array_type_nelts (ptr_type_node, n);
      tree bases = plug_new_var (c, type, "bases");
      TREE_ADDRESSABLE (bases) = 1;
      for (int k = 0; k < n; k++)
	plug_assign (c, base_ref (bases, size_int (k)), null_pointer_node);
      auto_vec<const struct pram_access *> all;
      plug_collect_accesses (l->plan->node, &all);
      for (const struct pram_access *access : all)
	if (access->write)
	  {
	    tree at = base_ref (bases, size_int (access->array));
	    int arg = d->e->prog->arrays[access->array].arg;
	    plug_assign (c, at, pointer_next (c, loop, access));
	    plug_add (c, build_call_expr (stands, 2,
					  build_int_cst (integer_type_node, arg),
					  at));
	  }
      tree fn = build_int_cst (TREE_VALUE (TREE_CHAIN
					   (TYPE_ARG_TYPES
					    (TREE_TYPE (d->layer_fn)))), 0);
      find_record (c, l);
      plug_add (c, build_call_expr (d->layer_fn, 4, l->called, fn,
				    null_pointer_node, fold_convert
				    (ptr_type_node,
				     build_fold_addr_expr (bases))));
    }
}

static tree
value_at_entry (struct plug_clone *c, struct plug_layer *l, tree name)
{
  return plug_field_value (c, l, name);
}

static tree
number_at_entry (struct plug_clone *, struct plug_layer *l,
		 const struct plug_number *number)
{
  return number_at (l->record, number->at);
}

/* Skip what follows, up to OVER, if the region certainly doesn't come to BB: the
   loops of the driver around it, or conditions, say so when it is entered.  (A loop may end
   elsewhere than in its header, the test in which then says nothing of later
   iterations.)  */
static void
unless_reached (struct plug_clone *c, basic_block bb, tree over)
{
  basic_block target = bb;
  for (basic_block top = get_immediate_dominator (CDI_DOMINATORS, bb); top;
       bb = top, top = get_immediate_dominator (CDI_DOMINATORS, top))
    {
      gcond *cond = safe_dyn_cast <gcond *> (last_stmt (top));
      class loop *loop = top->loop_father;
      edge in = cond ? plug_edge_to (top, bb) : NULL;
      bool first = (!loop_outer (loop)
		    || (loop->header == top && loop_exits_from_bb_p (loop, top)
			&& !loop_outer (loop_outer (loop))
			&& flow_bb_inside_loop_p (loop, target)));
      if (!in || !first || !plug_first_p (c->e, gimple_cond_lhs (cond))
	  || !plug_first_p (c->e, gimple_cond_rhs (cond)))
	continue;
      tree a = plug_first_value (c, gimple_cond_lhs (cond));
      tree b = plug_first_value (c, gimple_cond_rhs (cond));
      tree test = build2 (gimple_cond_code (cond), boolean_type_node, a, b);
      tree on = plug_new_label (c);
      bool when = in->flags & EDGE_TRUE_VALUE;
      plug_branch (c, test, when ? on : over, when ? over : on);
      plug_put_label (c, on);
    }
}

/* Call the inspectors that run at entry.  */
static void
inspect (struct plug_clone *c)
{
  struct driver *d = (struct driver *) c->data;
  unsigned n = 0;
  while (n < d->e->inspectors.length () && !d->e->inspectors[n]->slice.asks)
    n++;
  if (!n)
    return;
  tree inspect_fn
    = plug_runtime_function ("PRAM_inspect", void_type_node, integer_type_node,
			     ptr_type_node, ptr_type_node, NULL_TREE);
  tree inspected_fn = plug_runtime_function ("PRAM_inspected",
					     integer_type_node,
					     integer_type_node, NULL_TREE);
  for (unsigned i = 0; i < n; i++)
    {
      struct plug_inspector *in = d->e->inspectors[i];
      struct plug_layer *l = &in->layer;
      tree over = plug_new_label (c);
      unless_reached (c, l->loop->header, over);
      tree fn = fold_convert (ptr_type_node, build_fold_addr_expr (l->fn));
      find_record (c, l);
      tree frame = fill_record (c, l, "frame", value_at_entry,
				number_at_entry);
      plug_add (c, build_call_expr (inspect_fn, 3, l->called, fn, frame));
      plug_put_label (c, over);
      if (i + 1 == n || d->e->inspectors[i + 1]->slice.round
			!= in->slice.round)
	return_if (c, build_call_expr (inspected_fn, 1,
				       i + 1 == n ? integer_one_node
				       : integer_zero_node));
    }
}

/* L, or an inspector, is going to be told its fields.  */
static void
complete_fields (struct plug_clone *c, const struct plug_layer *l)
{
  struct driver *d = (struct driver *) c->data;
  for (const struct plug_field &f : l->fields)
    if (pending_p (d, f.name))
      {
	complete_all (c);
	break;
      }
}

/* *TP is a name of which the value is pending.  */
static tree
pending_name (tree *tp, int *, void *data)
{
  return (TREE_CODE (*tp) == SSA_NAME
	  && pending_p ((struct driver *) data, *tp) ? *tp : NULL_TREE);
}

/* L is about to run: return if the order of deposits matters.  */
static void
return_unless_steady (struct plug_clone *c, const struct plug_layer *l)
{
  struct driver *d = (struct driver *) c->data;
  tree when = plug_unsteady (d->e, l);
  if (!when)
    return;
  if (walk_tree (&when, pending_name, d, NULL))
    complete_all (c);
  return_if (c, plug_unsteady_emit (c, l, when));
}

/* The record for a call of L, an inspector, in the loop.  */
static tree
inspector_frame (struct plug_clone *c, struct plug_layer *l)
{
  return fill_frame (c, l, false);
}

/* L is about to run: ask for what it reads.  */
static void
ask (struct plug_clone *c, const struct plug_layer *l)
{
  struct driver *d = (struct driver *) c->data;
  struct plug_asking *a = plug_asking_of (d->e, l);
  if (!a)
    return;
  for (struct plug_inspector *in : a->inspectors)
    {
      complete_fields (c, &in->layer);
      find_record (c, &in->layer);
    }
  for (int i = 0; i < d->e->n_layers; i++)
    if (d->e->layers[i].plan->offer)
      find_record (c, &d->e->layers[i]);
  return_if (c, plug_asking_emit (c, a, inspector_frame));
}

/* A call that may be recorded is come to: return if what was done before it was in
   vain.  */
static void
return_if_vain (struct plug_clone *c)
{
  struct driver *d = (struct driver *) c->data;
  if (d->e->records && (d->e->region->traits & (PRAM_COPIES_OUTSIDE | PRAM_ENDS)))
    return_if (c, build_call_expr (plug_runtime_function ("PRAM_vain", integer_type_node,
							  NULL_TREE), 0));
}

static void
call_layer (struct plug_clone *c, struct plug_layer *l)
{
  struct driver *d = (struct driver *) c->data;
  if (l->loop && plug_effect_in (l->loop))
    return_if_vain (c);
  complete_fields (c, l);
  return_unless_steady (c, l);
  ask (c, l);
  plug_add (c, build_call (c, l));
  if (tree conflict = plug_conflict_emit (d->e, l, false))
    return_if (c, conflict);
  if (l->loop && plug_ending_in (l->loop))
    return_if (c, build_call_expr (plug_runtime_function ("PRAM_ended", integer_type_node,
							  NULL_TREE), 0));
  take_relayed (c, l);
  plug_asking_ran (c, l);
  for (unsigned k = 0; k < l->results.length (); k++)
    {
      struct pending p = { l, (int) k };
      d->pending.safe_push (p);
    }
}

/* --- Values after a layer ----------------------------------------------- */

static bool
defined_in_loop_p (class loop *loop, tree name)
{
  basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (name));
  return bb && flow_bb_inside_loop_p (loop, bb);
}

static tree
names_of_loop (tree *tp, int *, void *data)
{
  return (TREE_CODE (*tp) == SSA_NAME
	  && defined_in_loop_p ((class loop *) data, *tp) ? *tp : NULL_TREE);
}

/* The value that NAME has when the last iteration of WHOLE is over, if it is
   the same in all of them; null if it isn't known.  */
static tree
value_at_end (struct plug_clone *c, class loop *whole, tree name, int depth)
{
  if (TREE_CODE (name) != SSA_NAME)
    return plug_clone_expr (c, name);
  if (!defined_in_loop_p (whole, name))
    return plug_clone_name (c, name);
  if (plug_constant (name))
    return plug_constant (name);
  gimple *def = SSA_NAME_DEF_STMT (name);
  class loop *loop = gimple_bb (def)->loop_father;
  if (depth > 8 || loop == whole || !flow_loop_nested_p (whole, loop))
    return NULL_TREE;
  tree latch = number_of_latch_executions (loop);
  if (!latch || latch == chrec_dont_know
      || walk_tree (&latch, names_of_loop, whole, NULL))
    return NULL_TREE;
  tree ev = analyze_scalar_evolution (loop, name);
  if (TREE_CODE (ev) == POLYNOMIAL_CHREC
      && CHREC_VARIABLE (ev) == (unsigned) loop->num
      && TREE_CODE (CHREC_RIGHT (ev)) == INTEGER_CST)
    {
      tree base = CHREC_LEFT (ev), type = TREE_TYPE (name);
      if (TREE_CODE (base) == SSA_NAME)
	base = value_at_end (c, whole, base, depth + 1);
      else if (walk_tree (&base, names_of_loop, whole, NULL))
	return NULL_TREE;
      else
	base = plug_clone_expr (c, base);
      if (!base || !INTEGRAL_TYPE_P (type))
	return NULL_TREE;
      tree inner = unsigned_type_for (type);
      tree k = fold_convert (inner, plug_clone_expr (c, latch));
      k = fold_build2 (MULT_EXPR, inner, k,
		       fold_convert (inner, CHREC_RIGHT (ev)));
      k = fold_build2 (PLUS_EXPR, inner, fold_convert (inner, base), k);
      return fold_convert (type, k);
    }
  gphi *phi = dyn_cast <gphi *> (def);
  if (!phi || gimple_bb (phi) != loop->header)
    return NULL_TREE;
  /* Set in each iteration of an inner loop: what the last one left.  */
  tree set = value_at_end (c, whole, PHI_ARG_DEF_FROM_EDGE
			   (phi, loop_latch_edge (loop)), depth + 1);
  tree init = value_at_end (c, whole, PHI_ARG_DEF_FROM_EDGE
			    (phi, loop_preheader_edge (loop)), depth + 1);
  latch = plug_clone_expr (c, latch);
  if (integer_zerop (latch))
    return init;
  if (TREE_CODE (latch) == INTEGER_CST)
    return set;
  if (!set || !init)
    return NULL_TREE;
  return fold_build3 (COND_EXPR, TREE_TYPE (name),
		      fold_build2 (NE_EXPR, boolean_type_node, latch,
				   build_zero_cst (TREE_TYPE (latch))),
		      set, init);
}

/* The value of NAME, defined in LAYER's loop, after it; null if it isn't
   known.  */
static tree
final_value (struct plug_clone *c, struct plug_layer *l, tree name)
{
  class loop *loop = l->loop;
  bool bottom;
  tree step, i64 = long_long_integer_type_node;
  if (plug_constant (name))
    return plug_constant (name);
  tree n = plug_count_iterations (c, loop, i64);
  if (!n || !plug_countable_p (loop, &bottom))
    return NULL_TREE;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      gphi *phi = i.phi ();
      tree result = gimple_phi_result (phi);
      tree last = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop));
      if (virtual_operand_p (result) || (name != result && name != last))
	continue;
      tree init = plug_clone_name (c, result);
      bool iv = plug_iv_p (loop, phi, &step);
      /* How often the step was taken: a test at the end stands before the
	 last, one at the start after the N+1st if the step precedes it.  */
      if (iv && name == result && bottom)
	n = fold_build2 (MINUS_EXPR, i64, n, build_one_cst (i64));
      else if (iv && name == last && name != result && !bottom)
	n = fold_build2 (PLUS_EXPR, i64, n, build_one_cst (i64));
      if (iv)
	return plug_iteration_value (c, loop, init, phi, n);
      tree value = value_at_end (c, loop, last, 0);
      if (!value || name == last || integer_onep (n))
	return value;
      return fold_build3 (COND_EXPR, TREE_TYPE (result),
			  fold_build2 (GT_EXPR, boolean_type_node, n,
				       int64_cst (0)), value, init);
    }
  return NULL_TREE;
}

static void
set_finals (struct plug_clone *c, struct plug_layer *l)
{
  auto_vec<tree> values;
  /* Once, and not each time that another iteration is tried.  */
  if (!l->finals.is_empty () && plug_count_tried_p (l->loop))
    complete_all (c);
  for (tree name : l->finals)
    {
      tree value = final_value (c, l, name);
      tree symbol = SSA_NAME_IDENTIFIER (name);
      if (!value)
	{
	  plug_refuse (c->e, l->plan->node->line,
		       "the value of '%s' after the loop in this line is "
		       "needed, but only some process knows it; use a variable "
		       "of the loop's own",
		       symbol ? IDENTIFIER_POINTER (symbol) : "(temporary)");
	  return;
	}
      tree temp = plug_new_var (c, TREE_TYPE (name), NULL);
      plug_assign (c, temp, value);
      values.safe_push (temp);
    }
  for (unsigned i = 0; i < values.length (); i++)
    if (!plug_constant (l->finals[i]))
      plug_assign (c, plug_clone_name (c, l->finals[i]), values[i]);
}

/* --- Hooks -------------------------------------------------------------- */

/* The first layer that LOOP, or a part of it, is; or null.  Parts follow each
   other.  */
static struct plug_layer *
layer_of (struct driver *d, class loop *loop)
{
  for (int i = 0; i < d->e->n_layers; i++)
    if (d->e->layers[i].loop == loop)
      return &d->e->layers[i];
  return NULL;
}

static bool
loop_hook (struct plug_clone *c, basic_block bb)
{
  struct driver *d = (struct driver *) c->data;
  struct plug_layer *l = layer_of (d, bb->loop_father);
  if (!l)
    return false;
  bool bottom, late = true;
  auto_vec<edge> exits = get_loop_exit_edges (l->loop);
  if (exits.length () != 1 && !l->plan->whole
      && !plug_countable_p (l->loop, &bottom))
    {
      plug_refuse (c->e, l->plan->node->line, "the loop in this line has "
		   "several exits");
      return true;
    }
  for (struct plug_layer *end = d->e->layers + d->e->n_layers;
       l != end && l->loop == bb->loop_father; l++)
    call_layer (c, l);
  set_finals (c, --l);
  count_once (c, l);
  for (edge e : exits)
    late &= carries_over_p (d, e);
  if (!late || l->left_by)
    complete_all (c);
  if (l->plan->whole)
    plug_clone_exits (c, l->loop, l->left_by ? plug_clone_name (c, l->left_by)
				  : NULL_TREE);
  else
    plug_emit_leave (c, bb->loop_father);
  return true;
}

/* STMT may be several layers: a store to several elements is one for each.  */
static bool
stmt_hook (struct plug_clone *c, gimple *stmt)
{
  struct driver *d = (struct driver *) c->data;
  bool layer = false;
  for (int i = 0; i < d->e->n_layers; i++)
    if (d->e->layers[i].stmt == stmt)
      {
	call_layer (c, &d->e->layers[i]);
	layer = true;
      }
  if (layer)
    return true;
  ssa_op_iter i;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, stmt, i, SSA_OP_USE)
    if (pending_p (d, use))
      {
	complete_all (c);
	break;
      }
  if (!d->pending.is_empty () && is_gimple_call (stmt)
      && gimple_has_side_effects (stmt))
    complete_all (c);
  if (gcall *ending = plug_ending (stmt))
    {
      tree over = plug_unless_ending (c, ending, "PRAM_end_in");
      leave (c);
      plug_put_label (c, over);
      return true;
    }
  if (plug_effect_call_p (stmt))
    return_if_vain (c);
  return plug_effect_stmt (c, stmt);
}

/* --- The function ------------------------------------------------------- */

void
plug_copy_parameters (struct plug_clone *c, tree from)
{
  tree *chain = &DECL_ARGUMENTS (c->fn);
  for (tree p = DECL_ARGUMENTS (from); p; p = DECL_CHAIN (p))
    {
      tree parm = copy_node (p);
      DECL_CONTEXT (parm) = c->fn;
      DECL_CHAIN (parm) = NULL_TREE;
      DECL_ABSTRACT_ORIGIN (parm) = NULL_TREE;
      SET_DECL_RTL (parm, NULL);
      DECL_INCOMING_RTL (parm) = NULL;
      if (variably_modified_type_p (TREE_TYPE (parm), NULL_TREE))
	TREE_TYPE (parm) = DECL_ARG_TYPE (parm) = ptr_type_node;
      c->decls.put (p, parm);
      *chain = parm;
      chain = &DECL_CHAIN (parm);
    }
}

/* A variable NAME, the pointer to int64_t that the runtime's FUNCTION
   yields.  */
static tree
fetch (struct plug_clone *c, const char *name, const char *function)
{
  tree pointer = build_pointer_type (long_long_integer_type_node);
  tree fn = plug_runtime_function (function, ptr_type_node, NULL_TREE);
  tree var = plug_new_var (c, pointer, name);
  plug_assign (c, var, build_call_expr (fn, 0));
  return var;
}

static void
declare_runtime (struct driver *d)
{
  if (!d->e->plan->n_layers)
    return;
  tree fn = NULL_TREE;
  for (int i = 0; i < d->e->n_layers && !fn; i++)
    fn = d->e->layers[i].fn;
  tree layer_type = build_pointer_type (TREE_TYPE (fn));
  tree bases = build_pointer_type (build_qualified_type (ptr_type_node,
							 TYPE_QUAL_CONST));
  d->layer_fn = plug_runtime_function ("PRAM_layer", void_type_node,
				       integer_type_node, layer_type,
				       ptr_type_node, bases, NULL_TREE);
  d->ahead_fn = plug_runtime_function ("PRAM_layer_ahead", void_type_node,
				       integer_type_node, layer_type,
				       ptr_type_node, bases, ptr_type_node,
				       bases, integer_type_node, NULL_TREE);
  d->relay_fn = plug_runtime_function ("PRAM_relay", void_type_node,
				       integer_type_node, layer_type,
				       ptr_type_node, bases, integer_type_node,
				       NULL_TREE);
  d->reduced_fn = plug_runtime_function ("PRAM_reduced", void_type_node,
					 integer_type_node, integer_type_node,
					 ptr_type_node, NULL_TREE);
  d->end_fn = plug_runtime_function ("PRAM_end", void_type_node, NULL_TREE);
}

/* A driver calls, and computes a few scalars: passes that move code between
   blocks, or that take loops apart, cost more than they can save.  */
static void
spare_passes (struct gcc_options *options)
{
  if (options->x_optimize > 1)
    options->x_optimize = 1;
  options->x_flag_expensive_optimizations = 0;
  options->x_flag_gcse = 0;
  options->x_flag_ivopts = 0;
  options->x_flag_schedule_insns_after_reload = 0;
  options->x_flag_tree_dom = 0;
  options->x_flag_tree_loop_optimize = 0;
  options->x_flag_tree_loop_vectorize = 0;
  options->x_flag_tree_pre = 0;
  options->x_flag_tree_slp_vectorize = 0;
  options->x_flag_tree_vrp = 0;
}

/* All others do, too.  */
static void
spare_all_passes (struct gcc_options *options)
{
  options->x_optimize = 0;
}

/* L runs, or is a part of what runs, in LOOP.  */
static bool
layer_inside_p (class loop *loop, const struct plug_layer *l)
{
  /* An offer stands in front of one.  */
  return (!l->plan->offer
	  && flow_bb_inside_loop_p (loop, l->loop ? l->loop->header
					  : gimple_bb (l->stmt)));
}

/* STMT computes with floating-point numbers: whether two operations become one,
   with one rounding, must not depend on the options.  */
static bool
floating_p (gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt);
  return (lhs && FLOAT_TYPE_P (TREE_TYPE (lhs))
	  && !gimple_assign_single_p (stmt));
}

/* E's driver does more than to call layers: it has floating-point operations, or
   a loop without any layer.  */
static bool
computes_p (const struct plug_emission *e)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      bool here = true, alone = bb->loop_father->num != 0;
      for (int l = 0; l < e->n_layers; l++)
	{
	  const struct plug_layer *layer = &e->layers[l];
	  here &= !(layer->loop && flow_bb_inside_loop_p (layer->loop, bb));
	  alone &= !layer_inside_p (bb->loop_father, layer);
	}
      if (here && alone)
	return true;
      for (gimple_stmt_iterator i = gsi_start_bb (bb); here && !gsi_end_p (i);
	   gsi_next (&i))
	if (floating_p (gsi_stmt (i)))
	  return true;
    }
  return false;
}

void
plug_driver_emit (struct plug_emission *e)
{
  char *symbol = plug_symbol (e, "driver", -1);
  tree like = e->region->fndecl;
  e->driver = plug_new_function (symbol, TREE_TYPE (like), like);
  plug_change_options (e->driver, computes_p (e) ? spare_passes
				  : spare_all_passes);
  free (symbol);
  struct plug_clone c;
  struct driver d;
  d.e = e;
  hash_map<class loop *, tree> iterations;
  d.counts = d.numbers = NULL_TREE;
  d.iterations = &iterations;
  d.end_fn = NULL_TREE;
  plug_clone_start (&c, e, e->driver);
  c.data = &d;
  c.loop_hook = loop_hook;
  c.stmt_hook = stmt_hook;
  c.edge_hook = edge_hook;
  c.end_hook = end_hook;
  plug_copy_parameters (&c, like);
  declare_runtime (&d);
  if (e->prog->n_counts)
    d.counts = fetch (&c, "counts", "PRAM_counts");
  if (e->plan->n_layers)
    d.numbers = fetch (&c, "numbers", "PRAM_numbers");
  plug_deposits_name (&c);
  inspect (&c);
  plug_asking_start (&c);
  int n;
  basic_block *bbs = plug_loop_blocks (NULL, &n);
  plug_clone_edge (&c, single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)));
  plug_clone_blocks (&c, bbs, n);
  free (bbs);
  plug_clone_finish (&c);
}
