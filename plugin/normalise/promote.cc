/* promote.cc: elements that a loop's iterations share, as scalars.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i = 0; i < n; i++) *s += a[i];

   becomes

     if (0 < n) t = *s; else t = 0;
     for (i = 0; i < n; i++) t += a[i];
     if (0 < n) *s = t;

   where it can be read as what it is, a reduction; and in a loop whose iterations
   can't be distributed for other reasons, if no loop inside uses it: all processes
   know scalars, so that what is done with them may depend on data.  The loop may
   only use other elements of the array that are so for certain.  Arrays of different
   names are different ones.  What can't be a reduction stays in memory, where
   what is beside it may still be distributed; unless there is nothing: then the
   reason to give is the scalar's.

   So is an element that only the statements between loops access, under what these
   have found out: for the whole region.

   An element may be beyond its array where the loop doesn't touch it: it is
   looked at outside of the loop only if the loop does so, too.  What lies at a
   fixed place, and is touched under conditions on data, counts as there.

   Requires: SSA, loops with preheaders, simple latches and recorded exits,
   dominators.  Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "region.h"
#include "front/free-variables.h"
#include "read/extract.h"

/* Elements of one region, at most.  */
#define MAX_PROMOTED 100

struct access
{
  gimple *stmt;
  tree ref;
  bool store;
  bitmap roots;			/* UIDs of the parameters that may be the
				   array; 0: any */
  aff_tree address;
  poly_widest_int size;
};

/* The accesses of a loop.  */
struct survey
{
  class loop *loop;
  auto_vec<struct access> all;
  hash_map<tree, name_expansion *> *expansions;
  bitmap_obstack bitmaps;
};

/* An element that a loop shares.  */
struct element
{
  class loop *loop;
  auto_vec<struct access *> group;	/* all that touch it */
  gcond *entered;		/* the test that keeps the loop from touching
				   it, or null */
};

/* --- What a loop accesses ------------------------------------------------- */

static void find_roots (tree pointer, bitmap roots, bitmap seen);

/* The roots of the address of REF.  */
static void
find_roots_of (tree ref, bitmap roots, bitmap seen)
{
  tree base = get_base_address (ref);
  if (base && TREE_CODE (base) == MEM_REF)
    find_roots (TREE_OPERAND (base, 0), roots, seen);
  else
    bitmap_set_bit (roots, base && DECL_P (base) ? DECL_UID (base) : 0);
}

/* … of what DEF computes.  */
static void
find_roots_in (gimple *def, bitmap roots, bitmap seen)
{
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	find_roots (gimple_phi_arg_def (phi, i), roots, seen);
      return;
    }
  tree rhs = is_gimple_assign (def) ? gimple_assign_rhs1 (def) : NULL_TREE;
  tree_code code = rhs ? gimple_assign_rhs_code (def) : ERROR_MARK;
  if (rhs && (gimple_vuse (def) || code == ADDR_EXPR))
    find_roots_of (code == ADDR_EXPR ? TREE_OPERAND (rhs, 0) : rhs, roots,
		   seen);
  else if (code == POINTER_PLUS_EXPR || code == SSA_NAME
	   || CONVERT_EXPR_CODE_P (code))
    find_roots (rhs, roots, seen);
  else
    bitmap_set_bit (roots, 0);
}

/* Add to ROOTS the parameters that POINTER, or a pointer in memory to which it
   points, may be computed from.  */
static void
find_roots (tree pointer, bitmap roots, bitmap seen)
{
  if (TREE_CODE (pointer) == ADDR_EXPR)
    find_roots_of (TREE_OPERAND (pointer, 0), roots, seen);
  else if (TREE_CODE (pointer) != SSA_NAME
	   || !POINTER_TYPE_P (TREE_TYPE (pointer)))
    bitmap_set_bit (roots, 0);
  else if (SSA_NAME_IS_DEFAULT_DEF (pointer))
    bitmap_set_bit (roots, DECL_UID (SSA_NAME_VAR (pointer)));
  else if (bitmap_set_bit (seen, SSA_NAME_VERSION (pointer)))
    find_roots_in (SSA_NAME_DEF_STMT (pointer), roots, seen);
}

static void
add_access (struct survey *s, gimple *stmt, tree ref, bool store)
{
  auto_bitmap seen;
  struct access a;
  a.stmt = stmt;
  a.ref = ref;
  a.store = store;
  a.roots = BITMAP_ALLOC (&s->bitmaps);
  find_roots_of (ref, a.roots, seen);
  get_inner_reference_aff (ref, &a.address, &a.size);
  aff_combination_expand (&a.address, &s->expansions);
  s->all.safe_push (a);
}

/* Note what STMT accesses.  False if that isn't known.  */
static bool
survey_statement (struct survey *s, gimple *stmt)
{
  if (gcall *call = dyn_cast <gcall *> (stmt))
    return (plug_check_call_p (call) || plug_pure_call_p (call)
	    || !gimple_vuse (call));
  if (!gimple_vuse (stmt) || gimple_clobber_p (stmt)
      || is_gimple_debug (stmt) || gimple_code (stmt) == GIMPLE_RETURN)
    return true;
  if (!gimple_assign_single_p (stmt) || gimple_has_volatile_ops (stmt))
    return false;
  if (gimple_vdef (stmt))
    add_access (s, stmt, gimple_assign_lhs (stmt), true);
  if (gimple_assign_load_p (stmt))
    add_access (s, stmt, gimple_assign_rhs1 (stmt), false);
  return true;
}

static bool
survey_loop (struct survey *s)
{
  bool ok = true;
  basic_block *body = get_loop_body (s->loop);
  for (unsigned i = 0; ok && i < s->loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]);
	 ok && !gsi_end_p (gsi); gsi_next (&gsi))
      ok = survey_statement (s, gsi_stmt (gsi));
  free (body);
  return ok;
}

/* --- What is the same in all iterations ----------------------------------- */

bool
plug_invariant_p (class loop *loop, tree name)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  ssa_op_iter iter;
  tree use;
  if (SSA_NAME_IS_DEFAULT_DEF (name)
      || !flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return true;
  if (!is_gimple_assign (def) || !plug_harmless_p (def))
    return false;
  FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
    if (!plug_invariant_p (loop, use))
      return false;
  return true;
}

/* A name in REF that isn't: for walk_tree.  */
static tree
find_variant (tree *tp, int *, void *loop)
{
  return (TREE_CODE (*tp) == SSA_NAME
	  && !plug_invariant_p ((class loop *) loop, *tp) ? *tp : NULL_TREE);
}

void
plug_hoist (class loop *loop, tree name)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  ssa_op_iter iter;
  tree use;
  if (SSA_NAME_IS_DEFAULT_DEF (name)
      || !flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return;
  FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
    plug_hoist (loop, use);
  gimple_stmt_iterator from = gsi_for_stmt (def);
  gsi_remove (&from, false);
  gimple_seq seq = NULL;
  gimple_seq_add_stmt (&seq, def);
  gimple_stmt_iterator to = gsi_last_bb (loop_preheader_edge (loop)->src);
  gsi_insert_seq_after (&to, seq, GSI_NEW_STMT);
}

static tree
hoist_names (tree *tp, int *, void *loop)
{
  if (TREE_CODE (*tp) == SSA_NAME)
    plug_hoist ((class loop *) loop, *tp);
  return NULL_TREE;
}

/* --- Which elements ------------------------------------------------------- */

static bool
bit_field_p (tree ref)
{
  return (TREE_CODE (ref) == BIT_FIELD_REF
	  || (TREE_CODE (ref) == COMPONENT_REF
	      && DECL_BIT_FIELD (TREE_OPERAND (ref, 1))));
}

/* A is an access of a number at one and the same place in an array.  */
static bool
candidate_p (struct survey *s, struct access *a)
{
  tree type = TREE_TYPE (a->ref), base = get_base_address (a->ref);
  return (a->store && base && TREE_CODE (base) == MEM_REF
	  && plug_scalar_type (type) >= 0 && !POINTER_TYPE_P (type)
	  && !bit_field_p (a->ref)
	  && bitmap_single_bit_set_p (a->roots)
	  && !bitmap_bit_p (a->roots, 0)
	  && !walk_tree (&a->ref, find_variant, s->loop, NULL));
}

/* A and B, of one array, are the same element.  */
static bool
same_element_p (struct access *a, struct access *b, aff_tree *difference)
{
  return (aff_combination_zero_p (difference)
	  && types_compatible_p (TREE_TYPE (a->ref), TREE_TYPE (b->ref))
	  && !bit_field_p (b->ref));
}

/* Find all accesses that touch the element of A, for E.  False if some might
   touch a part of it, or another one now and then.  */
static bool
find_group (struct survey *s, struct access *a, struct element *e)
{
  for (unsigned i = 0; i < s->all.length (); i++)
    {
      struct access *b = &s->all[i];
      if (!bitmap_bit_p (b->roots, 0)
	  && !bitmap_intersect_p (a->roots, b->roots))
	continue;
      aff_tree difference = b->address, minus = a->address;
      aff_combination_scale (&minus, -1);
      aff_combination_add (&difference, &minus);
      if (same_element_p (a, b, &difference))
	e->group.safe_push (b);
      else if (!aff_comb_cannot_overlap_p (&difference, a->size, b->size))
	return false;
    }
  return true;
}

/* What GROUP reads comes from before the loop or from another iteration.  */
static bool
carried_p (const vec<struct access *> &group)
{
  for (struct access *load : group)
    {
      bool own = false;
      for (struct access *store : group)
	own |= (store->store
		&& stmt_dominates_stmt_p (store->stmt, load->stmt));
      if (!load->store && !own)
	return true;
    }
  return false;
}

/* LOOP, outside of loops in it, sets GROUP's element in some of its iterations: what
   it was before doesn't matter.  */
static bool
set_p (class loop *loop, const vec<struct access *> &group)
{
  for (struct access *a : group)
    if (!a->store || gimple_bb (a->stmt)->loop_father != loop
	|| dominated_by_p (CDI_DOMINATORS, loop->latch, gimple_bb (a->stmt)))
      return false;
  return true;
}

/* --- What the loop makes of it -------------------------------------------- */

/* Operators that the loop may apply to the element, a set.  Two of them don't
   commute, nor does any other.  */
enum { ADD = 1, MULTIPLY = 2, LEAST = 4, MOST = 8, BOTH = 16, EITHER = 32,
       DIFFER = 64, OTHER = 128 + 256 };

/* What follows from the element's value in an iteration.  */
struct course
{
  struct survey *survey;
  struct element *element;
  bool summed;			/* floating-point sums have no order */
  int ops;
  bitmap names;
  auto_vec<tree> work;
};

static bool
in_course_p (struct course *c, tree value)
{
  return (value && TREE_CODE (value) == SSA_NAME
	  && bitmap_bit_p (c->names, SSA_NAME_VERSION (value)));
}

/* The operator of STMT, a statement of the course.  */
static int
op_of_call (gcall *call)
{
  tree fn = gimple_call_fndecl (call);
  if (!fn || !fndecl_built_in_p (fn, BUILT_IN_NORMAL))
    return OTHER;
  switch (DECL_FUNCTION_CODE (fn))
    {
    CASE_FLT_FN (BUILT_IN_FMAX): return MOST;
    CASE_FLT_FN (BUILT_IN_FMIN): return LEAST;
    default: return OTHER;
    }
}

static int
op_of_assignment (struct course *c, gimple *stmt)
{
  tree_code code = gimple_assign_rhs_code (stmt);
  bool real = SCALAR_FLOAT_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt)));
  switch (code)
    {
    CASE_CONVERT: case SSA_NAME: case FLOAT_EXPR: case FIX_TRUNC_EXPR:
      return 0;
    case PLUS_EXPR: return real && !c->summed ? OTHER : ADD;
    case MINUS_EXPR:
      return (real && !c->summed) || in_course_p (c, gimple_assign_rhs2 (stmt))
	     ? OTHER : ADD;
    case MULT_EXPR: return real && !c->summed ? OTHER : MULTIPLY;
    case MIN_EXPR: return LEAST;
    case MAX_EXPR: return MOST;
    case BIT_AND_EXPR: return BOTH;
    case BIT_IOR_EXPR: return EITHER;
    case BIT_XOR_EXPR: return DIFFER;
    default: return TREE_CODE_CLASS (code) == tcc_comparison ? 0 : OTHER;
    }
}

static bool
in_group_p (struct element *e, gimple *stmt)
{
  for (struct access *a : e->group)
    if (a->stmt == stmt)
      return true;
  return false;
}

/* TEST decides about nothing but the element, and others that may become scalars
   like it.  */
static bool
choice_p (struct course *c, gimple *test)
{
  basic_block bb = gimple_bb (test);
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    {
      if (loop_exit_edge_p (bb->loop_father, e))
	return false;
      for (unsigned i = 0; i < c->survey->all.length (); i++)
	{
	  struct access *a = &c->survey->all[i];
	  if (a->store && !in_group_p (c->element, a->stmt)
	      && !candidate_p (c->survey, a) && single_pred_p (e->dest)
	      && dominated_by_p (CDI_DOMINATORS, gimple_bb (a->stmt), e->dest))
	    return false;
	}
    }
  return true;
}

/* STMT uses a name of the course.  False if that shows in anything but the
   element.  */
static bool
follow_use (struct course *c, gimple *stmt)
{
  if (is_gimple_debug (stmt)
      || !flow_bb_inside_loop_p (c->survey->loop, gimple_bb (stmt)))
    return is_gimple_debug (stmt);
  if (gimple_code (stmt) == GIMPLE_COND)
    return choice_p (c, stmt);
  gcall *call = dyn_cast <gcall *> (stmt);
  if (call && (gimple_vuse (call) || !plug_pure_call_p (call)))
    return false;
  if (!call && gimple_vuse (stmt))
    return in_group_p (c->element, stmt);
  tree lhs = gimple_get_lhs (stmt);
  if (!lhs || TREE_CODE (lhs) != SSA_NAME)
    return false;
  c->ops |= call ? op_of_call (call)
	    : is_gimple_assign (stmt) ? op_of_assignment (c, stmt) : 0;
  if (bitmap_set_bit (c->names, SSA_NAME_VERSION (lhs)))
    c->work.safe_push (lhs);
  return true;
}

/* Follow the element's value through the loop.  */
static bool
follow_values (struct course *c)
{
  for (struct access *a : c->element->group)
    if (!a->store)
      {
	tree name = gimple_assign_lhs (a->stmt);
	bitmap_set_bit (c->names, SSA_NAME_VERSION (name));
	c->work.safe_push (name);
      }
  while (!c->work.is_empty ())
    {
      imm_use_iterator iter;
      use_operand_p use;
      FOR_EACH_IMM_USE_FAST (use, iter, c->work.pop ())
	if (!follow_use (c, USE_STMT (use)))
	  return false;
    }
  return true;
}

/* The clause that allows it for A's array.  */
static bool
summed_p (struct plug_region *region, struct access *a)
{
  for (int r = 0; r < region->n_reductions; r++)
    if (bitmap_bit_p (a->roots, DECL_UID (region->reductions[r].var)))
      return true;
  return false;
}

/* The loop does nothing but combine values into E: in any order, or in its
   own, and then there must be nothing else that could be done in
   parallel.  */
static bool
combined_p (struct plug_region *region, struct survey *s, struct element *e)
{
  auto_bitmap names;
  struct course c;
  c.survey = s;
  c.element = e;
  c.summed = summed_p (region, e->group[0]);
  c.ops = 0;
  c.names = names;
  if (!follow_values (&c))
    return false;
  if (popcount_hwi (c.ops) <= 1)
    return true;
  for (unsigned i = 0; i < s->all.length (); i++)
    if (s->all[i].store && !in_group_p (e, s->all[i].stmt))
      return false;
  return loop_depth (s->loop) == 1;
}

/* --- Is the loop one that all processes run? ------------------------------- */

/* S's loop does something to the same elements in each iteration, or data say how
   often it runs: so its iterations aren't distributed.  E isn't what they are
   about.  */
static bool
in_order_p (struct survey *s, struct element *e)
{
  if (number_of_latch_executions (s->loop) == chrec_dont_know)
    return true;
  for (struct access &a : s->all)
    if (a.store && !in_group_p (e, a.stmt) && !candidate_p (s, &a)
	&& plug_stores_again_p (s->loop, a.stmt))
      return true;
  return false;
}

/* E is accessed between loops of S's loop, which is one for all processes; if that
   is unconditional and no iteration gets it from the one before, it may stay what
   it is.  */
static bool
driven_p (struct survey *s, struct element *e)
{
  bool sometimes = carried_p (e->group);
  for (struct access *a : e->group)
    {
      basic_block bb = gimple_bb (a->stmt);
      if (!bb->loop_father->inner)
	return false;
      sometimes |= !plug_always_p (s->loop, bb, NULL);
    }
  return sometimes && in_order_p (s, e);
}

/* --- Does the loop touch the element? ------------------------------------- */

/* Control comes to BB, for the first time, from one block only, over one of its
   edges: so what that tests decides about BB.  */
static bool
decides_p (basic_block bb)
{
  int n = 0;
  edge e;
  edge_iterator i;
  FOR_EACH_EDGE (e, i, bb->preds)
    n += !dominated_by_p (CDI_DOMINATORS, e->src, bb);
  return n == 1;
}

/* Whether BB runs in LOOP depends on nothing that is known before.  */
static bool
varies_p (class loop *loop, basic_block bb)
{
  while (bb != loop->header)
    {
      bool decides = decides_p (bb);
      bb = get_immediate_dominator (CDI_DOMINATORS, bb);
      gimple *last = last_stmt (bb);
      if (!decides || !last || gimple_code (last) != GIMPLE_COND)
	continue;
      bool varies = false;
      ssa_op_iter iter;
      tree use;
      FOR_EACH_SSA_TREE_OPERAND (use, last, iter, SSA_OP_USE)
	varies |= !plug_invariant_p (loop, use);
      if (!varies)
	return false;
    }
  return true;
}

/* E may be looked at before the loop and after it, under the condition that
   this sets.  */
static bool
touched_p (struct element *e)
{
  gcond *test = plug_first_test (e->loop);
  bool fixed = e->group[0]->address.n == 1, ok = fixed;
  for (struct access *a : e->group)
    if (plug_always_p (e->loop, gimple_bb (a->stmt), NULL))
      return true;
    else if (test && plug_always_p (e->loop, gimple_bb (a->stmt), test))
      {
	e->entered = test;
	return true;
      }
    else
      ok &= varies_p (e->loop, gimple_bb (a->stmt));
  e->entered = test;
  return ok;
}

/* --- The change ----------------------------------------------------------- */

/* Append to BB: assign FROM to TO, one of them in memory, at LOC.  */
static void
append_assignment (basic_block bb, tree to, tree from, location_t loc)
{
  gimple_stmt_iterator end = gsi_last_bb (bb);
  tree name = make_ssa_name (TREE_TYPE (to));
  gassign *first = gimple_build_assign (name, unshare_expr (from));
  gassign *second = gimple_build_assign (unshare_expr (to), name);
  gimple_set_location (first, loc);
  gimple_set_location (second, loc);
  gsi_insert_after (&end, first, GSI_NEW_STMT);
  gsi_insert_after (&end, second, GSI_NEW_STMT);
}

/* A scalar that is called after the array of A.  It has the array's
   clauses: see clause_of.  */
static tree
scalar_for (struct plug_region *region, struct access *a)
{
  tree scalar = create_tmp_reg (TYPE_MAIN_VARIANT (TREE_TYPE (a->ref)));
  for (int p = 0; p < region->n_params; p++)
    if (bitmap_bit_p (a->roots, DECL_UID (region->params[p].parm)))
      {
	DECL_NAME (scalar) = get_identifier (region->params[p].name);
	DECL_ABSTRACT_ORIGIN (scalar) = region->params[p].parm;
      }
  return scalar;
}

/* Let A access SCALAR instead.  */
static void
replace_access (struct access *a, tree scalar)
{
  if (a->store)
    {
      unlink_stmt_vdef (a->stmt);
      gimple_assign_set_lhs (a->stmt, scalar);
    }
  else
    gimple_assign_set_rhs1 (a->stmt, scalar);
  update_stmt (a->stmt);
}

/* In BB the program only notes which way it has come; it comes from LOOP, or from
   blocks that are PASSED already.  */
static bool
passed_p (class loop *loop, bitmap passed, basic_block bb)
{
  edge e;
  edge_iterator i;
  FOR_EACH_EDGE (e, i, bb->preds)
    if (!flow_bb_inside_loop_p (loop, e->src)
	&& !bitmap_bit_p (passed, e->src->index))
      return false;
  if (!single_succ_p (bb) || single_succ (bb) == EXIT_BLOCK_PTR_FOR_FN (cfun))
    return false;
  for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
    if (gimple_code (gsi_stmt (g)) != GIMPLE_LABEL
	&& (gimple_vuse (gsi_stmt (g)) || !plug_harmless_p (gsi_stmt (g))))
      return false;
  return true;
}

/* Where all ways out of LOOP meet before anything else is done, if more than one
   block leads there; else null.  */
static basic_block
meeting_place (class loop *loop)
{
  auto_bitmap passed, ahead;
  for (edge exit : get_loop_exit_edges (loop))
    bitmap_set_bit (ahead, exit->dest->index);
  for (bool moved = true; moved && !bitmap_single_bit_set_p (ahead);)
    {
      unsigned k;
      bitmap_iterator i;
      moved = false;
      EXECUTE_IF_SET_IN_BITMAP (ahead, 0, k, i)
	if (passed_p (loop, passed, BASIC_BLOCK_FOR_FN (cfun, k)))
	  {
	    moved = true;
	    break;
	  }
      if (!moved)
	break;
      bitmap_clear_bit (ahead, k);
      bitmap_set_bit (passed, k);
      bitmap_set_bit (ahead, single_succ (BASIC_BLOCK_FOR_FN (cfun, k))->index);
    }
  if (!bitmap_single_bit_set_p (ahead))
    return NULL;
  basic_block meet = BASIC_BLOCK_FOR_FN (cfun, bitmap_first_set_bit (ahead));
  edge e;
  edge_iterator i;
  FOR_EACH_EDGE (e, i, meet->preds)
    if (!flow_bb_inside_loop_p (loop, e->src)
	&& !bitmap_bit_p (passed, e->src->index))
      return NULL;
  return single_pred_p (meet) ? NULL : meet;
}

/* The edges behind which something is to be done once LOOP has been left, into
   *BEHIND: one, if all ways out meet at once, so that it isn't under a
   condition.  */
static void
find_ways_out (class loop *loop, vec<edge> *behind)
{
  if (basic_block meet = meeting_place (loop))
    behind->safe_push (split_block_after_labels (meet));
  else
    for (edge exit : get_loop_exit_edges (loop))
      behind->safe_push (exit);
}

static void
promote (struct plug_region *region, struct element *e)
{
  struct access *first = e->group[0];
  tree ref = unshare_expr (first->ref), scalar = scalar_for (region, first);
  location_t loc = gimple_location (first->stmt);
  walk_tree (&ref, hoist_names, e->loop, NULL);
  for (struct access *a : e->group)
    replace_access (a, scalar);
  gcond *test = e->entered ? plug_test_at_entry (e->loop, e->entered) : NULL;
  auto_vec<edge> behind;
  find_ways_out (e->loop, &behind);
  edge entry = loop_preheader_edge (e->loop);
  if (test)
    {
      gimple_stmt_iterator end = gsi_last_bb (entry->src);
      gsi_insert_after (&end, gimple_build_assign
				(scalar, build_zero_cst (TREE_TYPE (scalar))),
			GSI_NEW_STMT);
    }
  append_assignment (plug_block_on (entry, test), scalar, ref, loc);
  for (edge way : behind)
    append_assignment (plug_block_on (way, test), ref, scalar, loc);
  free_dominance_info (CDI_DOMINATORS);
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  plug_prepare_loops ();
}

/* Find the element that A accesses, and if all is well, promote it.  */
static bool
promote_access (struct plug_region *region, struct survey *s, struct access *a)
{
  struct element e;
  e.loop = s->loop;
  e.entered = NULL;
  if (!candidate_p (s, a) || !find_group (s, a, &e)
      || !(driven_p (s, &e)
	   || ((carried_p (e.group) || set_p (s->loop, e.group))
	       && combined_p (region, s, &e)))
      || !touched_p (&e))
    return false;
  promote (region, &e);
  return true;
}

/* Promote an element of LOOP, or of a loop in it.  What is run at most once shares
   nothing, and around it there are the same conditions on data.  False if there is
   none.  */
static bool
promote_in (struct plug_region *region, class loop *loop)
{
  struct survey s;
  bool done = false;
  s.loop = loop;
  s.expansions = NULL;
  bitmap_obstack_initialize (&s.bitmaps);
  if (loop_outer (loop) && !plug_once_p (loop) && survey_loop (&s))
    for (unsigned i = 0; !done && i < s.all.length (); i++)
      done = promote_access (region, &s, &s.all[i]);
  free_affine_expand_cache (&s.expansions);
  bitmap_obstack_release (&s.bitmaps);
  for (class loop *in = loop->inner; in && !done; in = in->next)
    done = promote_in (region, in);
  return done;
}

/* --- Between loops ---------------------------------------------------------- */

/* A's array is one of REGION's, not a variable that it changes, and where A lies in
   it is known at once.  */
static bool
result_p (struct plug_region *region, struct access *a)
{
  tree pointer = TREE_OPERAND (get_base_address (a->ref), 0);
  if (TREE_CODE (pointer) != SSA_NAME || !SSA_NAME_IS_DEFAULT_DEF (pointer)
      || a->address.n != 1)
    return false;
  for (int p = 0; p < region->n_params; p++)
    if (region->params[p].parm == SSA_NAME_VAR (pointer))
      return region->params[p].kind == PRAM_ARG_ARRAY;
  return false;
}

/* E is accessed in no loop; at some places only if what data decide says so.  */
static bool
decided_p (struct element *e)
{
  basic_block last = single_pred (EXIT_BLOCK_PTR_FOR_FN (cfun));
  bool sometimes = false;
  for (struct access *a : e->group)
    {
      basic_block bb = gimple_bb (a->stmt);
      if (loop_outer (bb->loop_father))
	return false;
      if (dominated_by_p (CDI_DOMINATORS, last, bb))
	continue;
      if (!varies_p (e->loop, bb))
	return false;
      sometimes = true;
    }
  return sometimes;
}

/* Let E be a scalar from the beginning to the end.  */
static void
promote_throughout (struct plug_region *region, struct element *e)
{
  struct access *first = e->group[0];
  tree ref = unshare_expr (first->ref), scalar = scalar_for (region, first);
  location_t loc = gimple_location (first->stmt);
  basic_block last = single_pred (EXIT_BLOCK_PTR_FOR_FN (cfun));
  gimple_stmt_iterator end = gsi_last_bb (last);
  for (struct access *a : e->group)
    replace_access (a, scalar);
  append_assignment (split_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun))),
		     scalar, ref, loc);
  if (!gsi_end_p (end) && gimple_code (gsi_stmt (end)) == GIMPLE_RETURN)
    {
      gsi_prev (&end);
      last = (gsi_end_p (end) ? split_block_after_labels (last)
	      : split_block (last, gsi_stmt (end)))->src;
    }
  append_assignment (last, ref, scalar, loc);
  free_dominance_info (CDI_DOMINATORS);
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  plug_prepare_loops ();
}

/* Promote an element that is accessed behind loops, as they were left, or under what
   they found out (if (r < tol) { *its = it; return 0; }).  False if there is
   none.  */
static bool
promote_between (struct plug_region *region)
{
  struct survey s;
  bool done = false;
  s.loop = current_loops->tree_root;
  s.expansions = NULL;
  bitmap_obstack_initialize (&s.bitmaps);
  if (single_pred_p (EXIT_BLOCK_PTR_FOR_FN (cfun)) && survey_loop (&s))
    for (unsigned i = 0; !done && i < s.all.length (); i++)
      {
	struct element e;
	e.loop = s.loop;
	e.entered = NULL;
	done = (candidate_p (&s, &s.all[i]) && result_p (region, &s.all[i])
		&& find_group (&s, &s.all[i], &e) && decided_p (&e));
	if (done)
	  promote_throughout (region, &e);
      }
  free_affine_expand_cache (&s.expansions);
  bitmap_obstack_release (&s.bitmaps);
  return done;
}

void
plug_promote_elements (struct plug_region *region)
{
  int n = 0;
  while (n < MAX_PROMOTED && (promote_in (region, current_loops->tree_root)
			      || promote_between (region)))
    n++;
}
