/* extract-scalar.cc: scalars that a loop carries from iteration to iteration.

   SPDX-License-Identifier: GPL-3.0-or-later

   What becomes of a scalar: it is combined in any order (extract-chain.h), is
   set anew in each iteration, or makes the iterations run in order.  */

#include "pram-gcc.h"
#include "region.h"
#include "diagnostics.h"
#include "extract.h"
#include "extract-chain.h"
#include "choosing.h"
#include "front/free-variables.h"

/* --- Carried scalars ---------------------------------------------------- */

/* The reduction clause for the variable of NAME, or for the array of which it
   is an element (promote.cc), or complex number of which it is a part; or null.  */
static struct plug_reduction *
clause_of (struct plug_extract *x, tree name)
{
  struct plug_region *region = x->region;
  tree var = SSA_NAME_VAR (name) ? plug_whole_variable (SSA_NAME_VAR (name)) : NULL_TREE;
  for (int r = 0; var && r < region->n_reductions; r++)
    if (region->reductions[r].var == var
	|| region->reductions[r].var == DECL_ORIGIN (var))
      return &region->reductions[r];
  return NULL;
}

/* CLAUSE is about the elements of an array, of which others may be combined
   otherwise.  */
static bool
of_array_p (struct plug_reduction *clause)
{
  return TREE_CODE (clause->var) == PARM_DECL;
}

static const char *
op_text (enum pram_op op)
{
  static const char *const text[]
    = { "+", "*", "min", "max", "&", "|", "^", "&&", "||", "last", "set" };
  return text[op];
}

/* Iterations of L have to run in order, for REASON.  RELAYED: one process can hand
   on to the next what that is about.  */
static void
set_order (struct plug_extract *x, struct plug_loop *l, location_t loc,
	   const char *reason, bool relayed = false)
{
  struct pram_item *item = l->item;
  item->relayed = relayed && (item->relayed || !item->order_reason);
  if (item->order_reason)
    return;
  item->order_reason = pram_arena_strdup (x->source->arena, reason);
  l->item->order_line = plug_line (x->region, loc);
}

/* Iterations of L have to run in order if they share memory that is declared
   around it.  */
static void
find_shared (struct plug_extract *x, struct plug_loop *l)
{
  gimple *where;
  tree var = plug_private_variable (l->loop, true, &where);
  if (!var)
    return;
  const char *name = plug_name_of (x, var);
  x->region->shared = var;
  set_order (x, l, gimple_location (where),
	     pram_arena_printf (x->source->arena,
				"'%s' is declared outside of the loop at line "
				"%d, but inside the region: declare it before",
				name ? name : "", l->item->line));
}

/* … and if a function is called that does more than to compute.  */
static void
find_effects (struct plug_extract *x, struct plug_loop *l)
{
  gimple *call = plug_effect_in (l->loop);
  if (!call)
    return;
  tree fn = gimple_call_fndecl (call);
  set_order (x, l, gimple_location (call),
	     pram_arena_printf (x->source->arena, "calls '%s'%s",
				IDENTIFIER_POINTER (DECL_NAME (fn)),
				DECL_IN_SYSTEM_HEADER (fn) ? ""
				: plug_if_const (call)));
}

/* The location of an assignment to the scalar.  */
static location_t
update_location (struct plug_chain *c)
{
  bitmap_iterator bi;
  unsigned v;
  if (c->loc != UNKNOWN_LOCATION)
    return c->loc;
  EXECUTE_IF_SET_IN_BITMAP (c->members, 0, v, bi)
    {
      gimple *stmt = SSA_NAME_DEF_STMT (ssa_name (v));
      if (gimple_code (stmt) != GIMPLE_PHI
	  && gimple_location (stmt) != UNKNOWN_LOCATION)
	return gimple_location (stmt);
    }
  if (TREE_CODE (c->last) == SSA_NAME)
    {
      gimple *stmt = SSA_NAME_DEF_STMT (c->last);
      if (gphi *phi = dyn_cast <gphi *> (stmt))
	for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	  if (gimple_phi_arg_location (phi, i) != UNKNOWN_LOCATION)
	    return gimple_phi_arg_location (phi, i);
      if (gimple_location (stmt) != UNKNOWN_LOCATION)
	return gimple_location (stmt);
    }
  return plug_loop_location (c->l->loop);
}

/* What NAME, a PHI's result, is in LOOP nobody but C's PHIs look at.  */
static bool
overwritten_p (struct plug_chain *c, class loop *loop, tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gphi *phi = dyn_cast <gphi *> (USE_STMT (use));
      if (flow_bb_inside_loop_p (loop, gimple_bb (USE_STMT (use)))
	  && !(phi && bitmap_bit_p (c->members, SSA_NAME_VERSION
						  (gimple_phi_result (phi)))))
	return false;
    }
  return true;
}

/* The scalar is set to a constant now and then.  */
static bool
flag_p (struct plug_chain *c)
{
  if (!INTEGRAL_TYPE_P (TREE_TYPE (c->first))
      || TREE_CODE (c->last) != SSA_NAME)
    return false;
  gphi *phi = dyn_cast <gphi *> (SSA_NAME_DEF_STMT (c->last));
  for (unsigned i = 0; phi && i < gimple_phi_num_args (phi); i++)
    {
      tree value = plug_strip_exact (gimple_phi_arg_def (phi, i));
      if (TREE_CODE (value) == INTEGER_CST)
	return true;
      if (TREE_CODE (value) == SSA_NAME
	  && is_gimple_assign (SSA_NAME_DEF_STMT (value))
	  && gimple_assign_rhs_code (SSA_NAME_DEF_STMT (value)) == INTEGER_CST)
	return true;
    }
  return false;
}

/* Something in LOOP, which has no loops inside, is stored.  */
static bool
stores_p (class loop *loop)
{
  bool stores = false;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes && !loop->inner; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      stores |= gimple_store_p (gsi_stmt (gsi));
  free (body);
  return stores;
}

/* A process can hand C's scalar to the next one, which goes on with it: nothing
   else in the loop depends on it, or but values that are stored.  */
static bool
relayed_p (struct plug_chain *c)
{
  tree init = PHI_ARG_DEF_FROM_EDGE (c->phi, loop_preheader_edge (c->l->loop));
  return ((!c->witness || (stores_p (c->l->loop) && !plug_steers_p (c->first)))
	  && !POINTER_TYPE_P (TREE_TYPE (c->first))
	  && !(TREE_CODE (init) == SSA_NAME
	       && ssa_undefined_value_p (init, false)));
}

/* C is a floating minimum or maximum.  */
static bool
extreme_p (struct plug_chain *c)
{
  return (SCALAR_FLOAT_TYPE_P (TREE_TYPE (c->first))
	  && (c->op == PRAM_OP_MIN || c->op == PRAM_OP_MAX));
}

/* How its steps choose, as far as it can show.  */
static int
choices_of (struct plug_chain *c)
{
  tree type = TREE_TYPE (c->first);
  int choices = c->choices;
  if (!HONOR_NANS (type))
    choices &= CHOOSE_FIRST | CHOOSE_LATER;
  if (!HONOR_SIGNED_ZEROS (type))
    choices &= ~(CHOOSE_FIRST | CHOOSE_LATER);
  return choices;
}

/* Some of its steps keep the first of equal values and some the last one, or
   they differ in what they do with a NaN.  */
static bool
mixed_p (struct plug_chain *c)
{
  int choices = extreme_p (c) ? choices_of (c) : 0;
  int nans = choices & (CHOOSE_NAN | CHOOSE_NUMBER | CHOOSE_ORDERED);
  return ((choices & CHOOSE_FIRST && choices & CHOOSE_LATER)
	  || (nans & (nans - 1)));
}

/* A minimum or maximum in the type of the comparison is not always one in the
   scalar's.  */
static const char *
other_type_text (struct plug_chain *c, const char *name)
{
  char *own = print_generic_expr_to_str (TREE_TYPE (c->first));
  char *other = print_generic_expr_to_str (c->other_type);
  const char *text
    = pram_arena_printf (c->x->source->arena, "'%s', of type '%s', is compared "
			 "as '%s', which has other values: declare it as '%s'",
			 name, own, other, other);
  free (own);
  free (other);
  return text;
}

static void
refuse_order (struct plug_chain *c)
{
  struct pram_arena *arena = c->x->source->arena;
  const char *name = plug_name_of (c->x, c->first);
  struct plug_reduction *clause = clause_of (c->x, c->first);
  bool chain = plug_chain_p (c);
  bool sum = (SCALAR_FLOAT_TYPE_P (TREE_TYPE (c->first)) && chain
	      && (c->op == PRAM_OP_SUM || c->op == PRAM_OP_PROD));
  bool extremum = chain && (c->op == PRAM_OP_MIN || c->op == PRAM_OP_MAX);
  location_t loc = update_location (c);
  const char *text;
  if (!c->witness)
    c->witness = plug_influence_witness (c->l->loop, c->phi, NULL);
  if (plug_scalar_type (TREE_TYPE (c->first)) < 0)
    text = pram_arena_printf (arena, "the value of '%s' is carried from "
			      "iteration to iteration, and has a type that "
			      "cannot be passed to other processes",
			      name ? name : "(temporary)");
  else if (!name)
    text = "a value is carried from iteration to iteration";
  else if (overwritten_p (c, c->l->loop, c->first))
    text = pram_arena_printf (arena, "the value of '%s' after the loop is that "
			      "of the last iteration; if it is not needed, "
			      "declare '%s' inside the loop", name, name);
  else if (c->witness)
    {
      text = pram_arena_printf (arena, "what the loop does depends on the "
				"value of '%s' in between%s", name,
				extremum ? "; only what is set together with "
				"it may" : "");
      if (gimple_location (c->witness) != UNKNOWN_LOCATION)
	loc = gimple_location (c->witness);
    }
  else if (c->other_type)
    text = other_type_text (c, name);
  else if (chain && mixed_p (c))
    text = pram_arena_printf (arena, "'%s' is compared in several ways, which "
			      "differ if there are NaNs or zeros of both "
			      "signs: write all comparisons alike", name);
  else if (clause && c->op_known && clause->op != c->op)
    text = pram_arena_printf (arena, "the loop combines '%s' with %s, but the "
			      "clause says reduction(%s: %s)", name,
			      op_text (c->op), op_text (clause->op), name);
  else if (clause)
    text = pram_arena_printf (arena, "the value of '%s' is used in the loop "
			      "otherwise than as reduction(%s: %s) says", name,
			      op_text (clause->op), name);
  else if (sum)
    text = pram_arena_printf (arena, "the value of '%s' is carried from "
			      "iteration to iteration; if its order does not "
			      "matter add reduction(%s: %s)", name,
			      op_text (c->op), name);
  else if (flag_p (c))
    text = pram_arena_printf (arena, "the value of '%s' is carried from "
			      "iteration to iteration; if it is a condition add "
			      "reduction(||: %s) or reduction(&&: %s)", name,
			      name, name);
  else
    text = pram_arena_printf (arena, "the value of '%s' is carried from "
			      "iteration to iteration", name);
  set_order (c->x, c->l, loc, text, relayed_p (c));
}

/* The scalar is combined by an operator whose order is free.  */
static bool
combined_p (struct plug_chain *c)
{
  struct plug_reduction *clause = clause_of (c->x, c->first);
  tree type = TREE_TYPE (c->first);
  if (!SCALAR_FLOAT_TYPE_P (type) && !INTEGRAL_TYPE_P (type))
    return false;
  if (clause && (clause->op == PRAM_OP_LAND || clause->op == PRAM_OP_LOR)
      && INTEGRAL_TYPE_P (type) && plug_chain_tested_p (c))
    {
      c->op = clause->op;
      c->op_known = true;
      return true;
    }
  if (!clause && plug_logical_p (c->x, c->l->loop, c->phi, &c->op))
    return c->op_known = true;
  if (!plug_chain_p (c))
    return false;
  if (SCALAR_FLOAT_TYPE_P (type)
      && (c->op == PRAM_OP_SUM || c->op == PRAM_OP_PROD))
    return clause && clause->op == c->op;
  return !mixed_p (c) && (!clause || clause->op == c->op || of_array_p (clause));
}

/* Iterations may be combined in any order.  */
static bool
free_order_p (struct plug_chain *c)
{
  if (!combined_p (c))
    return false;
  c->witness = plug_influence_witness (c->l->loop, c->phi, NULL);
  return !c->witness;
}

/* Every iteration of C's loop sets the scalar, whatever it was: the old value
   only reaches loops that set it in their turn.  */
static bool
last_value_p (struct plug_chain *c)
{
  bitmap_iterator bi;
  unsigned v;
  tree type = TREE_TYPE (c->first);
  if (POINTER_TYPE_P (type) || plug_scalar_type (type) < 0
      || !c->l->counted || c->l->late || TREE_CODE (c->last) != SSA_NAME)
    return false;
  EXECUTE_IF_SET_IN_BITMAP (c->members, 0, v, bi)
    {
      gphi *phi = dyn_cast <gphi *> (SSA_NAME_DEF_STMT (ssa_name (v)));
      class loop *loop = phi ? gimple_bb (phi)->loop_father : NULL;
      if (!phi || loop->header != gimple_bb (phi)
	  || (phi != c->phi
	      && !plug_loop_runs_p (c->x, plug_loop_of (c->x, loop)))
	  || !overwritten_p (c, loop, gimple_phi_result (phi)))
	return false;
    }
  EXECUTE_IF_SET_IN_BITMAP (c->members, 0, v, bi)
    if (class loop *loop = gimple_bb (SSA_NAME_DEF_STMT (ssa_name (v)))->loop_father;
	loop != c->l->loop)
      plug_count_on_runs (c->x, plug_loop_of (c->x, loop));
  return true;
}

/* C's blocks are combined so.  */
static int
how_combined (struct plug_chain *c)
{
  int choices = extreme_p (c) ? choices_of (c) : 0;
  if (c->op == PRAM_OP_SET)
    return PRAM_COMBINE_STATE;
  return ((c->sets ? PRAM_COMBINE_REPLACES : 0)
	  | (choices & CHOOSE_LATER ? PRAM_COMBINE_LATER : 0)
	  | (choices & CHOOSE_NUMBER ? PRAM_COMBINE_NUMBERS : 0)
	  | (choices & CHOOSE_NAN ? PRAM_COMBINE_ANEW : 0));
}

/* However its steps are grouped, in any order, C has the same bits.  */
static bool
exact_p (struct plug_chain *c)
{
  if (!SCALAR_FLOAT_TYPE_P (TREE_TYPE (c->first)))
    return c->op != PRAM_OP_VALUE && c->op != PRAM_OP_SET;
  return extreme_p (c) && !(choices_of (c) & CHOOSE_NAN);
}

/* NAME evolves as a fixed function of the iteration number.  */
static bool
position_p (struct plug_extract *x, tree name)
{
  struct plug_pointer p;
  if (POINTER_TYPE_P (TREE_TYPE (name)))
    return plug_pointer_of (x, name, &p);
  return INTEGRAL_TYPE_P (TREE_TYPE (name)) && plug_position_p (x, name);
}

/* PHI, of a loop's header, is no such thing, nor memory.  */
static bool
scalar_p (struct plug_extract *x, gphi *phi)
{
  tree name = gimple_phi_result (phi);
  return !virtual_operand_p (name) && !position_p (x, name);
}

static void
free_chain (struct plug_chain *c)
{
  BITMAP_FREE (c->members);
  BITMAP_FREE (c->allowed);
  free (c);
}

/* Make C the chain of PHI, of L's header, with the two bitmaps.  */
static void
start_chain (struct plug_chain *c, struct plug_extract *x, struct plug_loop *l,
	     gphi *phi, bitmap members, bitmap allowed)
{
  tree last = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l->loop));
  *c = { x, l, phi, gimple_phi_result (phi), last, members, allowed, false,
	 PRAM_OP_SUM, UNKNOWN_LOCATION, false, false, 0, NULL_TREE, NULL_TREE,
	 NULL };
  plug_chain_collect (c);
}

static const char *
kept_name (struct plug_chain *c)
{
  const char *name = plug_name_of (c->x, c->first);
  return pram_arena_strdup (c->x->source->arena, name ? name : "value");
}

/* C's scalar is carried as C says.  */
static struct pram_carried *
add_carried (struct plug_chain *c)
{
  struct pram_item *item = c->l->item;
  struct pram_carried *carried
    = PRAM_ARENA_PUSH (c->x->source->arena, item->carried, item->n_carried);
  carried->name = kept_name (c);
  carried->op = c->op;
  carried->type = (enum pram_type) plug_scalar_type (TREE_TYPE (c->first));
  carried->line = plug_line (c->x->region, update_location (c));
  carried->how = how_combined (c);
  carried->exact = exact_p (c);
  carried->alone = !plug_busy_p (c->x, c->l->loop, c->phi);
  carried->cookie = c->phi;
  return carried;
}

/* Some of C's iterations set its scalar, to whatever.  */
static bool
set_now_and_then_p (struct plug_chain *c)
{
  if (clause_of (c->x, c->first) || !plug_set_p (c))
    return false;
  c->op = PRAM_OP_SET;
  return true;
}

/* Classify the scalar PHI of L's header.  */
static void
find_scalar (struct plug_extract *x, struct plug_loop *l, gphi *phi)
{
  auto_bitmap members, allowed;
  struct plug_chain c;
  start_chain (&c, x, l, phi, members, allowed);
  if (last_value_p (&c))
    c.op = PRAM_OP_VALUE;
  else if (plug_scalar_type (TREE_TYPE (c.first)) < 0
	   || (!free_order_p (&c) && !set_now_and_then_p (&c)))
    return refuse_order (&c);
  add_carried (&c);
}

/* PHI, of L's header, is among what L carries, or follows that.  */
static bool
known_p (struct plug_loop *l, gphi *phi)
{
  for (int r = 0; r < l->item->n_carried; r++)
    {
      const struct pram_carried *carried = &l->item->carried[r];
      if (carried->cookie == phi)
	return true;
      for (int f = 0; f < carried->n_followers; f++)
	if (carried->followers[f].cookie == phi)
	  return true;
    }
  return false;
}

/* Note in CARRIED that C's scalar follows it.  */
static void
add_follower (struct pram_carried *carried, struct plug_chain *c)
{
  struct pram_follower *f
    = PRAM_ARENA_PUSH (c->x->source->arena, carried->followers,
		       carried->n_followers);
  f->name = kept_name (c);
  f->type = (enum pram_type) plug_scalar_type (TREE_TYPE (c->first));
  f->cookie = c->phi;
}

/* C is a minimum or maximum, and all its steps keep the first of equal values, or
   all the last one: that shows in what is set with it.  */
static bool
leader_p (struct plug_chain *c)
{
  const int both = CHOOSE_FIRST | CHOOSE_LATER;
  return (!last_value_p (c) && combined_p (c) && !c->sets
	  && (c->op == PRAM_OP_MIN || c->op == PRAM_OP_MAX)
	  && (c->choices & both) != both);
}

/* If PHI, of L's header, is a minimum or maximum with which other scalars are
   set, take them all.  */
static void
find_followed (struct plug_extract *x, struct plug_loop *l, gphi *phi)
{
  auto_bitmap members, allowed;
  auto_vec<struct plug_chain *> followers;
  struct plug_chain c;
  start_chain (&c, x, l, phi, members, allowed);
  if (!leader_p (&c))
    return;
  for (gphi_iterator i = gsi_start_phis (l->loop->header); !gsi_end_p (i);
       gsi_next (&i))
    if (i.phi () != phi && scalar_p (x, i.phi ()) && !known_p (l, i.phi ()))
      {
	struct plug_chain *f = XNEW (struct plug_chain);
	start_chain (f, x, l, i.phi (), BITMAP_ALLOC (NULL),
		     BITMAP_ALLOC (NULL));
	followers.safe_push (f);
	if (!plug_follows_p (&c, f))
	  free_chain (followers.pop ());
      }
  if (!followers.is_empty ()
      && !plug_influence_witness (l->loop, phi, &followers))
    {
      struct pram_carried *carried = add_carried (&c);
      carried->how |= PRAM_COMBINE_STATE;
      if (c.choices & CHOOSE_LATER)
	carried->how |= PRAM_COMBINE_LATER;
      carried->exact = false;
      for (struct plug_chain *f : followers)
	add_follower (carried, f);
    }
  for (struct plug_chain *f : followers)
    free_chain (f);
}

/* --- Values that survive the loop --------------------------------------- */

/* NAME is the final value of a scalar that L carries.  */
static bool
carried_value_p (struct plug_loop *l, tree name)
{
  for (gphi_iterator i = gsi_start_phis (l->loop->header); !gsi_end_p (i);
       gsi_next (&i))
    if (known_p (l, i.phi ())
	&& (name == gimple_phi_result (i.phi ())
	    || name == PHI_ARG_DEF_FROM_EDGE (i.phi (),
					      loop_latch_edge (l->loop))))
      return true;
  return false;
}

/* NAME is what a scalar that L relays is in the end.  */
static bool
relayed_value_p (struct plug_extract *x, struct plug_loop *l, tree name)
{
  gphi *phi = dyn_cast <gphi *> (SSA_NAME_DEF_STMT (name));
  return (l->item->relayed && phi && gimple_bb (phi) == l->loop->header
	  && scalar_p (x, phi));
}

static void
check_survivor (struct plug_extract *x, struct plug_loop *l, tree name)
{
  if (!name || virtual_operand_p (name) || !plug_used_after_p (l->loop, name)
      || carried_value_p (l, name) || relayed_value_p (x, l, name)
      || position_p (x, name))
    return;
  const char *text = plug_name_of (x, name);
  gimple *def = SSA_NAME_DEF_STMT (name);
  location_t loc = gimple_location (def);
  set_order (x, l, loc != UNKNOWN_LOCATION ? loc : plug_loop_location (l->loop),
	     pram_arena_printf (x->source->arena, "the value of '%s' after the "
				"loop is that of the last iteration",
				text ? text : "an expression"));
}

static void
find_survivors (struct plug_extract *x, struct plug_loop *l)
{
  basic_block *body = get_loop_body (l->loop);
  for (unsigned i = 0; i < l->loop->num_nodes; i++)
    {
      for (gphi_iterator gsi = gsi_start_phis (body[i]); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	check_survivor (x, l, gimple_phi_result (gsi.phi ()));
      for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]);
	   !gsi_end_p (gsi); gsi_next (&gsi))
	check_survivor (x, l, plug_defined_scalar (gsi_stmt (gsi)));
    }
  free (body);
}

/* Statements are told apart by UIDs.  */
static void
number_statements (class loop *loop)
{
  basic_block *body = get_loop_body (loop);
  unsigned uid = 1;
  for (unsigned i = 0; i < loop->num_nodes; i++)
    {
      for (gphi_iterator gsi = gsi_start_phis (body[i]); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	gimple_set_uid (gsi.phi (), uid++);
      for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]);
	   !gsi_end_p (gsi); gsi_next (&gsi))
	gimple_set_uid (gsi_stmt (gsi), uid++);
    }
  free (body);
}

/* The iterations of L are counted, and what its header's PHIs are in the end is what
   they are at its only test, in front of all else.  */
static bool
hands_on_p (struct plug_loop *l)
{
  return (!l->late && l->n_exits == 1
	  && l->exits[0].test == l->loop->header);
}

/* What L relays nobody needs afterwards.  */
static bool
waves_p (struct plug_extract *x, struct plug_loop *l)
{
  bool needed = !l->item->relayed;
  for (gphi_iterator gsi = gsi_start_phis (l->loop->header); !gsi_end_p (gsi);
       gsi_next (&gsi))
    needed |= (scalar_p (x, gsi.phi ())
	       && plug_used_after_p (l->loop, gimple_phi_result (gsi.phi ())));
  return !needed;
}

bool
plug_find_carried (struct plug_extract *x, struct plug_loop *l)
{
  if (!l->counted)
    return true;
  number_statements (l->loop);
  for (gphi_iterator gsi = gsi_start_phis (l->loop->header); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (scalar_p (x, gsi.phi ()))
      find_followed (x, l, gsi.phi ());
  for (gphi_iterator gsi = gsi_start_phis (l->loop->header); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (scalar_p (x, gsi.phi ()) && !known_p (l, gsi.phi ()))
      find_scalar (x, l, gsi.phi ());
  find_survivors (x, l);
  find_shared (x, l);
  find_effects (x, l);
  l->item->relayed &= hands_on_p (l);
  l->item->waves = waves_p (x, l);
  return !x->failed;
}

/* --- Variables whose final value is known ------------------------------- */

/* The value of PHI, of L's header, when the loop is left after at least one
   iteration, if that is a constant.  */
static tree
final_constant (struct plug_extract *x, struct plug_loop *l, gphi *phi)
{
  tree last = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l->loop));
  tree type = TREE_TYPE (last);
  int64_t trips, most, value;
  if (is_gimple_min_invariant (last))
    return last;
  if (!INTEGRAL_TYPE_P (type) || plug_variable_sizes_p (x->region)
      || !pram_scope_trips_range (x->scope, l->number, &trips, &most)
      || trips != most || plug_leveled_p (x, plug_value_of (x, last)))
    return NULL_TREE;
  const struct pram_expr *e
    = pram_expr_replace (x->exprs, plug_value_of (x, last),
			 pram_expr_iterator (x->exprs, l->number),
			 pram_expr_constant (x->exprs, trips - 1));
  const struct pram_place *place
    = plug_place_of (x, l->loop->header, loop_outer (l->loop));
  return (pram_scope_range (x->scope, place, e, &value, &most) && value == most
	  ? build_int_cst (type, value) : NULL_TREE);
}

/* NAME, a PHI's result, is looked at in LOOP by nothing but PHIs: only its
   last value matters.  */
static bool
idle_p (class loop *loop, tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *stmt = USE_STMT (use);
      if (gimple_code (stmt) != GIMPLE_PHI
	  && flow_bb_inside_loop_p (loop, gimple_bb (stmt)))
	return false;
    }
  return true;
}

/* A loop variable declared outside is carried by the loops around its own,
   just for its last value.  Where that is a constant, say so.  */
static void
settle_phi (struct plug_extract *x, struct plug_loop *l, gphi *phi)
{
  tree name = gimple_phi_result (phi), value;
  imm_use_iterator iter;
  use_operand_p use;
  gimple *stmt;
  if (virtual_operand_p (name) || !idle_p (l->loop, name)
      || !(value = final_constant (x, l, phi)))
    return;
  plug_count_on_runs (x, l);
  FOR_EACH_IMM_USE_STMT (stmt, iter, name)
    if (stmt != phi && !flow_bb_inside_loop_p (l->loop, gimple_bb (stmt)))
      {
	FOR_EACH_IMM_USE_ON_STMT (use, iter)
	  SET_USE (use, value);
	update_stmt (stmt);
      }
}

/* L runs at least once, always as often, and what is used after it is the
   header's PHIs.  */
static bool
settled_p (struct plug_extract *x, struct plug_loop *l)
{
  int64_t trips;
  return (plug_loop_fixed_p (x, l, &trips) && trips > 0
	  && plug_loop_runs_p (x, l)
	  && l->n_exits == 1 && l->exits[0].test == l->loop->header);
}

void
plug_settle_finals (struct plug_extract *x, class loop *loop)
{
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    plug_settle_finals (x, inner);
  if (!loop_outer (loop))
    return;
  struct plug_loop *l = plug_loop_of (x, loop);
  if (!settled_p (x, l))
    return;
  for (gphi_iterator gsi = gsi_start_phis (loop->header); !gsi_end_p (gsi);)
    {
      gphi *phi = gsi.phi ();
      settle_phi (x, l, phi);
      if (has_zero_uses (gimple_phi_result (phi)))
	remove_phi_node (&gsi, true);
      else
	gsi_next (&gsi);
    }
}
