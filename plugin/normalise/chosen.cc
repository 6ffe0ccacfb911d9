/* chosen.cc: what carried scalars choose, as carried scalars.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i = 1; i < n; i++)
       if (fabs (a[i][k]) > fabs (a[at][k]))
	 at = i;

   becomes

     if (1 < n) most = fabs (a[at][k]);
     for (i = 1; i < n; i++)
       if (fabs (a[i][k]) > most)
	 {
	   at = i;
	   most = fabs (a[i][k]);
	 }

   where the loop stores nothing, and what the element would be is known where AT
   is set: then no iteration reads an element of which data choose the place, and
   AT is what is set with a maximum (extract-follow.cc).  Several scalars may
   choose together (a[row][column]).  So is what is computed from a scalar alone,
   `if (fabs (x[i]) > fabs (most)) most = x[i]', which is set with its magnitude.

   Where the loop begins with a constant that chooses nothing,

     at = -1;
     for (i = 0; i < n; i++)
       if (!done[i] && (at == -1 || x[i] < x[at]))
	 at = i;

   there is nothing to compute before it, and where AT is set x[i] may have to be read: some
   iteration does so anyway.

   Requires: SSA, loops with preheaders, simple latches and recorded exits,
   dominators.  Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "region.h"
#include "front/free-variables.h"
#include "read/extract.h"

/* Values of one function, at most.  */
#define MAX_CHOSEN 100

/* Where what chooses is set, and to what, in the order of CHOSEN's PHIs.  */
struct setting
{
  edge e;
  auto_vec<tree> to;
  tree value;			/* what the value then is, or null: it is to be
				   computed */
};

/* VALUE, which LOOP computes from scalars that it carries, PHIS of its header,
   by way of an element.  */
struct chosen
{
  class loop *loop;
  tree value;
  auto_vec<gphi *> phis;
  auto_vec<struct setting *> settings;
  gcond *entered;		/* the test that keeps the loop from computing
				   it, or null */
  bool late;			/* it isn't computed until the scalars have been set */
  ~chosen ()
  {
    for (struct setting *s : settings)
      delete s;
  }
};

static bool
inside_p (class loop *loop, tree name)
{
  basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (name));
  return bb && flow_bb_inside_loop_p (loop, bb);
}

/* Collect what NAME is made of in C's loop.  False if that is anything but the
   header's PHIs, loads, and operations that can be done anywhere; *LOADS: there
   are loads.  */
static bool
find_operands (struct chosen *c, tree name, bool *loads)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  ssa_op_iter iter;
  tree use;
  if (!inside_p (c->loop, name))
    return true;
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      if (gimple_bb (phi) != c->loop->header)
	return false;
      if (!c->phis.contains (phi))
	c->phis.safe_push (phi);
      return c->phis.length () <= 4;
    }
  bool load = (gimple_assign_load_p (def) && !gimple_has_volatile_ops (def));
  if (!load && !plug_harmless_p (def))
    return false;
  *loads |= load;
  FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
    if (!find_operands (c, use, loads))
      return false;
  return true;
}

/* C's value, by number of the PHI, is set to TO on E.  */
static void
add_setting (struct chosen *c, unsigned number, edge e, tree to)
{
  struct setting *found = NULL;
  for (struct setting *s : c->settings)
    if (s->e == e)
      found = s;
  if (!found)
    {
      found = new setting ();
      found->e = e;
      found->to.safe_grow_cleared (c->phis.length ());
      c->settings.safe_push (found);
    }
  found->to[number] = to;
}

/* What NAME is a copy of.  */
static tree
original (tree name)
{
  while (TREE_CODE (name) == SSA_NAME
	 && gimple_assign_ssa_name_copy_p (SSA_NAME_DEF_STMT (name)))
    name = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (name));
  return name;
}

/* Find where the scalar of C's PHI of NUMBER is set, NAME being what it is next,
   or may be.  False if it is so in every iteration.  */
static bool
find_settings (struct chosen *c, unsigned number, tree name, bitmap seen)
{
  name = original (name);
  gphi *phi = (TREE_CODE (name) == SSA_NAME && inside_p (c->loop, name)
	       ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (name)) : NULL);
  if (!phi)
    return false;
  if (phi == c->phis[number] || !bitmap_set_bit (seen, SSA_NAME_VERSION (name)))
    return true;
  if (gimple_bb (phi)->loop_father != c->loop
      || gimple_bb (phi) == c->loop->header)
    return false;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (!find_settings (c, number, gimple_phi_arg_def (phi, i), seen))
      add_setting (c, number, gimple_phi_arg_edge (phi, i),
		   gimple_phi_arg_def (phi, i));
  return true;
}

/* What C's value would be after S, if that has been computed, or is at all if ANYWHERE; else
   null.  */
static tree
value_after (struct chosen *c, struct setting *s, bool anywhere)
{
  hash_map<tree, tree> with;
  tree found = NULL_TREE;
  for (unsigned k = 0; k < c->phis.length (); k++)
    with.put (gimple_phi_result (c->phis[k]), plug_strip_exact (s->to[k]));
  basic_block *body = get_loop_body (c->loop);
  for (unsigned i = 0; !found && i < c->loop->num_nodes; i++)
    if (anywhere || dominated_by_p (CDI_DOMINATORS, s->e->src, body[i]))
      for (gimple_stmt_iterator g = gsi_start_bb (body[i]);
	   !found && !gsi_end_p (g); gsi_next (&g))
	{
	  tree lhs = gimple_get_lhs (gsi_stmt (g));
	  if (lhs && TREE_CODE (lhs) == SSA_NAME
	      && types_compatible_p (TREE_TYPE (lhs), TREE_TYPE (c->value))
	      && plug_same_value_with_p (c->value, lhs, &with))
	    found = lhs;
	}
  free (body);
  return found;
}

/* All that chooses C's value is set together, after it has been looked at unless that is
   late, and what it then is is known or can be computed.  */
static bool
all_known_p (struct chosen *c)
{
  basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (c->value));
  for (struct setting *s : c->settings)
    {
      for (tree to : s->to)
	if (!to)
	  return false;
      s->value = value_after (c, s, false);
      if (!s->value && !(c->late && value_after (c, s, true)))
	return false;
      if (!c->late && !dominated_by_p (CDI_DOMINATORS, s->e->src, bb))
	return false;
    }
  return !c->settings.is_empty ();
}

/* What C's scalar of NUMBER is before the loop.  */
static tree
initial (const struct chosen *c, unsigned number)
{
  return PHI_ARG_DEF_FROM_EDGE (c->phis[number], loop_preheader_edge (c->loop));
}

/* TEST, of one of C's scalars, which is a constant at first: the edge that is taken then;
   else null.  */
static edge
first_edge (const struct chosen *c, gcond *test)
{
  tree a = plug_strip_exact (gimple_cond_lhs (test)), b = gimple_cond_rhs (test);
  for (unsigned k = 0; k < c->phis.length (); k++)
    if (a == gimple_phi_result (c->phis[k]) && TREE_CODE (b) == INTEGER_CST)
      {
	tree first = plug_strip_copies (initial (c, k));
	tree is = (TREE_CODE (first) == INTEGER_CST
		   ? fold_binary (gimple_cond_code (test), boolean_type_node,
				  fold_convert (TREE_TYPE (b), first), b) : NULL_TREE);
	edge yes, no;
	extract_true_false_edges_from_block (gimple_bb (test), &yes, &no);
	return !is ? NULL : integer_nonzerop (is) ? yes : integer_zerop (is) ? no : NULL;
      }
  return NULL;
}

/* C's value isn't computed as long as the scalars are what they are at first.  */
static bool
late_p (const struct chosen *c)
{
  basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (c->value)), above = bb;
  while (above != c->loop->header)
    {
      above = get_immediate_dominator (CDI_DOMINATORS, above);
      gcond *test = safe_dyn_cast <gcond *> (last_stmt (above));
      edge taken = test ? first_edge (c, test) : NULL;
      if (!taken)
	continue;
      edge other = EDGE_SUCC (above, EDGE_SUCC (above, 0) == taken);
      if (single_pred_p (other->dest)
	  && dominated_by_p (CDI_DOMINATORS, bb, other->dest))
	return true;
    }
  return false;
}

/* LOOP stores nothing.  */
static bool
only_reads_p (class loop *loop)
{
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    if (virtual_operand_p (gimple_phi_result (i.phi ())))
      return false;
  return true;
}

/* VALUE, which LOOP computes, is a chosen one: C.  */
static bool
find_chosen (struct chosen *c, class loop *loop, tree value)
{
  bool loads = false;
  c->loop = loop;
  c->value = value;
  if (TREE_CODE (value) != SSA_NAME || !inside_p (loop, value)
      || POINTER_TYPE_P (TREE_TYPE (value))
      || plug_scalar_type (TREE_TYPE (value)) < 0
      || !find_operands (c, value, &loads) || c->phis.is_empty ()
      || gimple_code (SSA_NAME_DEF_STMT (original (value))) == GIMPLE_PHI
      || (loads && !only_reads_p (loop)))
    return false;
  for (unsigned k = 0; k < c->phis.length (); k++)
    {
      auto_bitmap seen;
      tree last = PHI_ARG_DEF_FROM_EDGE (c->phis[k], loop_latch_edge (loop));
      if (!find_settings (c, k, last, seen))
	return false;
    }
  basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (value));
  c->entered = plug_first_test (loop);
  c->late = loads && late_p (c);
  return all_known_p (c) && (c->late || plug_always_p (loop, bb, c->entered));
}

/* --- The change ----------------------------------------------------------- */

/* Append to SEQ what computes NAME, with C's scalars as they are where S sets them, or, if
   that is null, before the loop, and return what it is there.  */
static tree
compute_anew (struct chosen *c, struct setting *s, tree name, gimple_seq *seq)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  use_operand_p use;
  ssa_op_iter iter;
  if (!inside_p (c->loop, name))
    return name;
  for (unsigned k = 0; k < c->phis.length (); k++)
    if (def == c->phis[k])
      return s ? s->to[k] : initial (c, k);
  gimple *copy = gimple_copy (def);
  tree to = copy_ssa_name (name, copy);
  gimple_set_lhs (copy, to);
  gimple_seq tail = NULL;
  gimple_seq_add_stmt (&tail, copy);
  gimple_set_vuse (copy, NULL_TREE);
  update_stmt (copy);
  FOR_EACH_SSA_USE_OPERAND (use, copy, iter, SSA_OP_USE)
    SET_USE (use, compute_anew (c, s, USE_FROM_PTR (use), seq));
  update_stmt (copy);
  gimple_seq_add_seq (seq, tail);
  return to;
}

/* Assign SCALAR, C's, where control takes S's edge.  */
static void
set_on (struct chosen *c, struct setting *s, tree scalar)
{
  basic_block bb = single_succ_p (s->e->src) ? s->e->src : split_edge (s->e);
  gimple_stmt_iterator end = gsi_last_bb (bb);
  gimple_seq seq = NULL;
  tree value = s->value ? s->value : compute_anew (c, s, c->value, &seq);
  gimple_seq_add_stmt (&seq, gimple_build_assign (scalar, value));
  gimple_seq_set_location (seq, gimple_location (SSA_NAME_DEF_STMT (c->value)));
  gsi_insert_seq_after (&end, seq, GSI_NEW_STMT);
}

/* Assign SCALAR what C's value is before the loop; anything if it is late.  */
static void
set_before (struct chosen *c, tree scalar)
{
  edge entry = loop_preheader_edge (c->loop);
  gcond *test = (c->entered && !c->late ? plug_test_at_entry (c->loop, c->entered) : NULL);
  gimple_stmt_iterator end = gsi_last_bb (entry->src);
  tree zero = build_zero_cst (TREE_TYPE (scalar));
  if (test || c->late)
    gsi_insert_after (&end, gimple_build_assign (scalar, zero), GSI_NEW_STMT);
  if (c->late)
    return;
  gimple_seq seq = NULL;
  tree first = compute_anew (c, NULL, c->value, &seq);
  gimple_seq_add_stmt (&seq, gimple_build_assign (scalar, first));
  end = gsi_last_bb (plug_block_on (entry, test));
  gsi_insert_seq_after (&end, seq, GSI_NEW_STMT);
}

/* Let C's loop carry its value.  */
static void
carry (struct chosen *c)
{
  tree scalar = create_tmp_reg (TYPE_MAIN_VARIANT (TREE_TYPE (c->value)));
  gimple *def = SSA_NAME_DEF_STMT (c->value);
  set_before (c, scalar);
  for (struct setting *s : c->settings)
    set_on (c, s, scalar);
  tree old = copy_ssa_name (c->value);
  gassign *now = gimple_build_assign (c->value, scalar);
  gimple_set_location (now, gimple_location (def));
  gimple_stmt_iterator at = gsi_for_stmt (def);
  gimple_set_lhs (def, old);
  update_stmt (def);
  gsi_insert_after (&at, now, GSI_NEW_STMT);
  plug_remove_unused (old);
  free_dominance_info (CDI_DOMINATORS);
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  plug_prepare_loops ();
}

/* Carry a value that LOOP, or a loop in it, tests.  False if there is none.  */
static bool
carry_in (class loop *loop)
{
  for (class loop *in = loop->inner; in; in = in->next)
    if (carry_in (in))
      return true;
  if (!loop_outer (loop))
    return false;
  bool done = false;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; !done && i < loop->num_nodes; i++)
    if (gcond *test = safe_dyn_cast <gcond *> (last_stmt (body[i])))
      for (int k = 0; !done && k < 2 && body[i]->loop_father == loop; k++)
	{
	  struct chosen c;
	  done = find_chosen (&c, loop, gimple_op (test, k));
	  if (done)
	    carry (&c);
	}
  free (body);
  return done;
}

void
plug_carry_chosen (void)
{
  int n = 0;
  while (n < MAX_CHOSEN && carry_in (current_loops->tree_root))
    n++;
}
