/* emit-ask.cc: layers that ask for what they read where data choose.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (t …)
       {
	 for (i …) y[i] = x[b[i]];		what chooses is changed
	 for (i …) b[i] = …;			in the region
       }

   Before the call of the first layer the driver calls its inspectors, round by
   round, and after each the runtime brings what was found (PRAM_ask).  Not each
   time: a variable says whether anything has changed that the slices load, or
   that they are told, since they ran last, another one whether values of x have.
   All processes run the same driver, and so agree about them.  */

#include "pram-gcc.h"
#include "emit.h"

/* A loop exchanges ARRAY for another one.  */
static bool
exchanged_p (const struct pram_prog *prog, int array)
{
  for (int l = 0; l < prog->n_loops; l++)
    if (prog->loops[l]->next && prog->loops[l]->next[array] != array)
      return true;
  for (int o = 0; o < prog->n_offers; o++)
    if (prog->offers[o].exchanges
	&& pram_node_writes_p (prog->offers[o].node, array))
      return true;
  return false;
}

/* A's inspectors load ARRAY, or one that it is exchanged with.  */
static bool
loads_p (const struct pram_prog *prog, const struct plug_asking *a, int array)
{
  for (const struct plug_inspector *in : a->inspectors)
    for (int k : in->slice.loads)
      if (pram_prog_same_class_p (prog, k, array))
	return true;
  return false;
}

/* --- What inspectors are told --------------------------------------------------- */

/* F has the same value whenever the driver comes to the layer.  */
static bool
steady_p (const struct plug_field &f)
{
  return (SSA_NAME_IS_DEFAULT_DEF (f.name)
	  || !loop_outer (gimple_bb (SSA_NAME_DEF_STMT (f.name))->loop_father));
}

/* It can't be told from the value of F whether the inspector finds anything
   else.  */
static bool
vague_p (struct plug_emission *e, const struct plug_field &f)
{
  return (!steady_p (f) && !INTEGRAL_TYPE_P (TREE_TYPE (f.name))
	  && !plug_array_name_p (e, f.name));
}

/* It can.  */
static bool
compared_p (const struct plug_field &f)
{
  return !steady_p (f) && INTEGRAL_TYPE_P (TREE_TYPE (f.name));
}

/* A number of L changes with the loops around it.  */
static bool
number_changes_p (const struct plug_layer *l)
{
  const struct plug_number *all[]
    = { &l->granularity, &l->coef, &l->per_unit, &l->origin, &l->part_lo,
	&l->part_hi };
  for (const struct plug_number *n : all)
    if (n->decl && n->n > 1)
      return true;
  return false;
}

/* What A's inspectors find may be something else without anybody noticing.  */
static bool
always_p (struct plug_emission *e, const struct plug_asking *a)
{
  const struct pram_prog *prog = e->prog;
  if (a->layer->level)
    return true;
  for (int k = 0; k < prog->n_arrays; k++)
    if (exchanged_p (prog, k) && loads_p (prog, a, k))
      return true;
  for (const struct plug_inspector *in : a->inspectors)
    {
      if (number_changes_p (&in->layer))
	return true;
      for (const struct plug_field &f : in->layer.fields)
	if (vague_p (e, f))
	  return true;
    }
  return false;
}

/* --- Preparation ---------------------------------------------------------------- */

struct plug_asking *
plug_asking_of (struct plug_emission *e, const struct plug_layer *l)
{
  for (struct plug_asking *a : e->asking)
    if (a->layer == l)
      return a;
  return NULL;
}

static struct plug_asking *
asking_for (struct plug_emission *e, const struct plug_layer *l)
{
  struct plug_asking *a = plug_asking_of (e, l);
  if (!a)
    {
      a = new plug_asking ();
      a->layer = l;
      e->asking.safe_push (a);
    }
  return a;
}

/* What ACCESS reads is asked for in ROUND: note it wherever that is to be
   known.  */
static void
note_asked (struct plug_emission *e, const void *access, int round)
{
  for (int i = 0; i < e->n_all; i++)
    {
      const struct pram_prog *prog = e->all[i].plan->prog;
      for (int k = 0; k < prog->n_inspected; k++)
	if (prog->inspected[k].cookie == access)
	  prog->inspected[k].asked = round;
      struct pram_item *item = pram_source_find (prog->source, access);
      if (item)
	item->asked = round;
    }
}

void
plug_asking_find (struct plug_emission *e)
{
  const struct pram_prog *prog = e->prog;
  for (struct plug_inspector *in : e->inspectors)
    {
      if (!in->slice.asks)
	continue;
      asking_for (e, &e->layers[in->layer.number])->inspectors.safe_push (in);
      for (int k = 0; k < prog->n_inspected; k++)
	if (in->slice.reads.contains (((const struct plug_access *)
				       prog->inspected[k].cookie)->stmt))
	  note_asked (e, prog->inspected[k].cookie, in->slice.round);
    }
  for (struct plug_asking *a : e->asking)
    a->always = always_p (e, a);
}

void
plug_asking_free (struct plug_emission *e)
{
  for (struct plug_asking *a : e->asking)
    delete a;
  e->asking.release ();
}

/* --- The driver ------------------------------------------------------------------ */

static tree
int_cst (int value)
{
  return build_int_cst (integer_type_node, value);
}

static tree
new_flag (struct plug_clone *c, const char *name, int value)
{
  tree var = plug_new_var (c, integer_type_node, name);
  plug_assign (c, var, int_cst (value));
  return var;
}

void
plug_asking_start (struct plug_clone *c)
{
  for (struct plug_asking *a : c->e->asking)
    {
      a->stale = new_flag (c, "stale", 1);
      a->moved = new_flag (c, "moved", 1);
      a->vain = new_flag (c, "vain", 0);
      for (struct plug_inspector *in : a->inspectors)
	for (struct plug_field &f : in->layer.fields)
	  if (compared_p (f))
	    {
	      tree var = plug_new_var (c, TREE_TYPE (f.name), "saved");
	      plug_assign (c, var, build_zero_cst (TREE_TYPE (f.name)));
	      a->saved.safe_push (var);
	    }
    }
}

void
plug_asking_ran (struct plug_clone *c, const struct plug_layer *l)
{
  const struct pram_prog *prog = c->e->prog;
  for (struct plug_asking *a : c->e->asking)
    for (int k = 0; k < prog->n_arrays; k++)
      {
	if (!pram_node_writes_p (l->plan->node, k)
	    && !pram_node_deposits_p (prog, l->plan->node, k)
	    && !pram_node_pins_class_p (prog, l->plan->node, k, true))
	  continue;
	if (loads_p (prog, a, k))
	  plug_assign (c, a->stale, int_cst (1));
	if (pram_node_inspects_p (prog, a->layer->plan->node, k))
	  plug_assign (c, a->moved, int_cst (1));
      }
}

/* Jump to YES if the flag VAR is set, else to NO.  */
static void
branch (struct plug_clone *c, tree var, tree yes, tree no)
{
  plug_branch (c, build2 (NE_EXPR, boolean_type_node, var, int_cst (0)), yes, no);
}

/* A is stale if its inspectors are told anything else than the last time.  */
static void
compare_fields (struct plug_clone *c, struct plug_asking *a)
{
  unsigned k = 0;
  for (struct plug_inspector *in : a->inspectors)
    for (struct plug_field &f : in->layer.fields)
      if (compared_p (f))
	{
	  tree saved = a->saved[k++];
	  tree now = fold_convert (TREE_TYPE (saved),
				   plug_clone_expr (c, f.name));
	  tree differs = fold_convert (integer_type_node,
				       build2 (NE_EXPR, boolean_type_node,
					       saved, now));
	  plug_assign (c, a->stale, build2 (BIT_IOR_EXPR, integer_type_node,
					    a->stale, differs));
	  plug_assign (c, saved, now);
	}
}

/* The number of the layer that offers what IN reads, or -1.  */
static tree
offer_for (struct plug_emission *e, const struct pram_inspected *in)
{
  for (int l = 0; l < e->n_layers && in->before; l++)
    {
      const struct pram_offer *offer = e->layers[l].plan->offer;
      if (offer && !offer->accept && offer->array == in->array
	  && plug_node_loop (offer->before) == plug_node_loop (in->before))
	return e->layers[l].called;
    }
  return int_cst (-1);
}

/* What IN finds, of each array once.  */
static void
find_reads (const struct pram_prog *prog, struct plug_inspector *in,
	    vec<const struct pram_inspected *> *all)
{
  for (int k = 0; k < prog->n_inspected; k++)
    {
      const struct pram_inspected *r = &prog->inspected[k];
      const struct plug_access *access = (const struct plug_access *) r->cookie;
      bool found = in->slice.reads.contains (access->stmt);
      for (const struct pram_inspected *other : *all)
	found &= other->array != r->array;
      if (found)
	all->safe_push (r);
    }
}

/* Set element K of the array WHAT to VALUE.  */
static void
set_element (struct plug_clone *c, tree what, int k, tree value)
{
  plug_assign (c, build4 (ARRAY_REF, ptr_type_node, what, size_int (k),
			  NULL_TREE, NULL_TREE),
	       fold_convert (ptr_type_node, value));
}

/* PRAM_ask's description of READS.  */
static tree
describe (struct plug_clone *c, const vec<const struct pram_inspected *> &reads)
{
  const struct pram_prog *prog = c->e->prog;
  tree type = build_array_type_nelts (ptr_type_node,
				      PRAM_ASKED * reads.length ());
  tree what = plug_new_var (c, type, "what");
  TREE_ADDRESSABLE (what) = 1;
  int at = 0;
  for (const struct pram_inspected *r : reads)
    {
      const struct plug_access *access = (const struct plug_access *) r->cookie;
      tree arg = build_int_cst (intptr_type_node, prog->arrays[r->array].arg);
      tree offer = offer_for (c->e, r);
      set_element (c, what, at + PRAM_ASKED_ARG, arg);
      set_element (c, what, at + PRAM_ASKED_OFFER, offer);
      set_element (c, what, at + PRAM_ASKED_BASE,
		   plug_clone_expr (c, access->base));
      at += PRAM_ASKED;
    }
  return fold_convert (ptr_type_node, build_fold_addr_expr (what));
}

/* Ask for what IN has found, now if ANEW, or before.  */
static void
ask (struct plug_clone *c, struct plug_asking *a,
     struct plug_inspector *in, bool anew)
{
  tree fn = plug_runtime_function ("PRAM_ask", integer_type_node,
				   integer_type_node, integer_type_node,
				   integer_type_node, ptr_type_node,
				   integer_type_node, NULL_TREE);
  auto_vec<const struct pram_inspected *> reads;
  find_reads (c->e->prog, in, &reads);
  if (reads.is_empty ())
    return;
  tree what = describe (c, reads);
  plug_assign (c, a->vain,
	       build_call_expr (fn, 5, in->layer.called,
				int_cst (in->slice.round),
				int_cst (reads.length ()), what,
				int_cst (anew)));
}

/* Inspect and ask in the round of IN, which walks, with FRAME.  */
static void
walk (struct plug_clone *c, struct plug_asking *a, struct plug_inspector *in,
      tree frame)
{
  tree fn = plug_runtime_function ("PRAM_walk", integer_type_node,
				   integer_type_node, integer_type_node,
				   integer_type_node, ptr_type_node,
				   ptr_type_node, ptr_type_node, NULL_TREE);
  auto_vec<const struct pram_inspected *> reads;
  find_reads (c->e->prog, in, &reads);
  tree what = describe (c, reads);
  tree code = fold_convert (ptr_type_node,
			    build_fold_addr_expr (in->layer.fn));
  plug_assign (c, a->vain,
	       build_call_expr (fn, 6, in->layer.called,
				int_cst (in->slice.round),
				int_cst (reads.length ()), what, code,
				frame));
}

/* Inspect and ask in the round of IN, with FRAME.  */
static void
look_and_ask (struct plug_clone *c, struct plug_asking *a,
	      struct plug_inspector *in, tree frame)
{
  tree look = plug_runtime_function ("PRAM_inspect_now", void_type_node,
				     integer_type_node, ptr_type_node,
				     ptr_type_node, NULL_TREE);
  tree fn = fold_convert (ptr_type_node, build_fold_addr_expr (in->layer.fn));
  plug_add (c, build_call_expr (look, 3, in->layer.called, fn,
				frame));
  ask (c, a, in, true);
}

/* Inspect, and ask; go to DONE if that was in vain.  */
static void
ask_anew (struct plug_clone *c, struct plug_asking *a, tree done,
	  tree (*frame) (struct plug_clone *, struct plug_layer *))
{
  for (struct plug_inspector *in : a->inspectors)
    {
      tree on = plug_new_label (c);
      (in->slice.walks ? walk : look_and_ask) (c, a, in,
					       frame (c, &in->layer));
      branch (c, a->vain, done, on);
      plug_put_label (c, on);
    }
}

/* The name of an array that A asks for may stand for another one than the last
   time.  */
static bool
renamed_p (const struct pram_prog *prog, const struct plug_asking *a)
{
  for (int k = 0; k < prog->n_arrays; k++)
    if (exchanged_p (prog, k)
	&& pram_node_inspects_p (prog, a->layer->plan->node, k))
      return true;
  return false;
}

tree
plug_asking_emit (struct plug_clone *c, struct plug_asking *a,
		  tree (*frame) (struct plug_clone *, struct plug_layer *))
{
  tree anew = plug_new_label (c), kept = plug_new_label (c);
  tree again = plug_new_label (c), done = plug_new_label (c);
  if (a->always)
    plug_assign (c, a->stale, int_cst (1));
  else
    compare_fields (c, a);
  if (renamed_p (c->e->prog, a))
    plug_assign (c, a->moved, int_cst (1));
  branch (c, a->stale, anew, kept);
  plug_put_label (c, anew);
  ask_anew (c, a, done, frame);
  plug_goto (c, done);
  plug_put_label (c, kept);
  branch (c, a->moved, again, done);
  plug_put_label (c, again);
  for (struct plug_inspector *in : a->inspectors)
    ask (c, a, in, false);
  plug_put_label (c, done);
  plug_assign (c, a->stale, int_cst (0));
  plug_assign (c, a->moved, int_cst (0));
  return a->vain;
}
