/* emit-extreme.cc: minima and maxima of floating type, to the bit.

   SPDX-License-Identifier: GPL-3.0-or-later

   Their order shows in two ways: of 0 and -0, which are equal, the first or the
   last one stays, and m = m > x ? m : x takes a NaN and begins anew after it.
   Blocks of iterations are combined in their order (pram_anew in pram-abi.h).

   The lanes of a vector are not in order.  They are combined all the same, and
   what might make a difference is noted as *doubt* where a new value is taken:
   a NaN, or -0.  If there is doubt in the end the loop is run again, one
   iteration after the other; so it must be one that may be run again.

   fmax takes no NaN, and which zero it yields C leaves open.  */

#include "pram-gcc.h"
#include "emit.h"
#include "read/extract.h"

tree
plug_identity (enum pram_op op, tree type)
{
  bool real = SCALAR_FLOAT_TYPE_P (type);
  REAL_VALUE_TYPE r;
  switch (op)
    {
    case PRAM_OP_PROD:
    case PRAM_OP_LAND:
      return build_one_cst (type);
    case PRAM_OP_AND:
      return build_all_ones_cst (type);
    case PRAM_OP_MIN:
    case PRAM_OP_MAX:
      if (!real)
	return op == PRAM_OP_MIN ? TYPE_MAX_VALUE (type)
				 : TYPE_MIN_VALUE (type);
      if (HONOR_INFINITIES (type))
	{
	  real_inf (&r);
	  if (op == PRAM_OP_MAX)
	    r = real_value_negate (&r);
	}
      else
	real_maxval (&r, op == PRAM_OP_MAX, TYPE_MODE (type));
      return build_real (type, r);
    default:
      return build_zero_cst (type);
    }
}

/* --- Names -------------------------------------------------------------- */

/* True if STMT is fmax or fmin; sets *MAX.  */
static bool
fmax_p (gimple *stmt, bool *max)
{
  if (!is_gimple_call (stmt) || gimple_call_num_args (stmt) != 2)
    return false;
  switch (gimple_call_combined_fn (stmt))
    {
    case CFN_BUILT_IN_FMAX:
    case CFN_BUILT_IN_FMAXF:
    case CFN_BUILT_IN_FMAXL:
    case CFN_FMAX:
      *max = true;
      return true;
    case CFN_BUILT_IN_FMIN:
    case CFN_BUILT_IN_FMINF:
    case CFN_BUILT_IN_FMINL:
    case CFN_FMIN:
      *max = false;
      return true;
    default:
      return false;
    }
}

/* The name that STMT makes of one of NAMES, or null.  */
static tree
next_name (gimple *stmt, const hash_set<tree> *names)
{
  bool max;
  hash_set<tree> *all = CONST_CAST (hash_set<tree> *, names);
  if (gphi *phi = dyn_cast <gphi *> (stmt))
    {
      for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
	if (all->contains (gimple_phi_arg_def (phi, k)))
	  return gimple_phi_result (phi);
      return NULL_TREE;
    }
  if (fmax_p (stmt, &max))
    return (all->contains (gimple_call_arg (stmt, 0))
	    || all->contains (gimple_call_arg (stmt, 1))
	    ? gimple_call_lhs (stmt) : NULL_TREE);
  return ((gimple_assign_ssa_name_copy_p (stmt)
	   || (is_gimple_assign (stmt)
	       && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt))))
	  && all->contains (gimple_assign_rhs1 (stmt))
	  ? gimple_assign_lhs (stmt) : NULL_TREE);
}

/* The names that PHI, in the header of LOOP, flows through.  */
static hash_set<tree> *
names_of (class loop *loop, gphi *phi)
{
  int n;
  basic_block *bbs = plug_loop_blocks (loop, &n);
  hash_set<tree> *names = new hash_set<tree>;
  names->add (gimple_phi_result (phi));
  for (int b = 0; b < n; b++)
    {
      for (gphi_iterator i = gsi_start_phis (bbs[b]); !gsi_end_p (i);
	   gsi_next (&i))
	if (tree name = next_name (i.phi (), names))
	  names->add (name);
      for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i);
	   gsi_next (&i))
	if (tree name = next_name (gsi_stmt (i), names))
	  names->add (name);
    }
  free (bbs);
  return names;
}

bool
plug_extreme_p (const struct plug_result *r)
{
  return ((r->op == PRAM_OP_MIN || r->op == PRAM_OP_MAX) && r->phi
	  && SCALAR_FLOAT_TYPE_P (TREE_TYPE (gimple_phi_result (r->phi))));
}

bool
plug_stateful_p (const struct plug_result *r)
{
  return r->how & (PRAM_COMBINE_ANEW | PRAM_COMBINE_STATE);
}

static struct plug_extreme
extreme_of (class loop *loop, const struct plug_result *r)
{
  struct plug_extreme x = { r->phi, r->op, r->how, names_of (loop, r->phi),
			    NULL_TREE, NULL_TREE, NULL_TREE, NULL_TREE };
  return x;
}

void
plug_extremes_free (vec<struct plug_extreme> *list)
{
  for (unsigned i = 0; i < list->length (); i++)
    delete (*list)[i].names;
}

/* --- What a value may be ------------------------------------------------ */

/* VALUE is at least 0, and not -0, or it is a NaN.  */
static bool
positive_p (tree value, int depth)
{
  if (TREE_CODE (value) == REAL_CST)
    return !REAL_VALUE_NEGATIVE (TREE_REAL_CST (value));
  if (TREE_CODE (value) != SSA_NAME || depth > 8)
    return false;
  gassign *def = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (value));
  if (!def || gimple_vuse (def))
    return false;
  tree a = gimple_assign_rhs1 (def), b = gimple_assign_rhs2 (def);
  switch (gimple_assign_rhs_code (def))
    {
    case ABS_EXPR:
      return true;
    case FLOAT_EXPR:
      return TYPE_UNSIGNED (TREE_TYPE (a));
    case MULT_EXPR:
      if (plug_same_value_p (a, b))
	return true;
      /* Fall through.  */
    case PLUS_EXPR: case RDIV_EXPR:
      return positive_p (a, depth + 1) && positive_p (b, depth + 1);
    CASE_CONVERT: case SSA_NAME:
      return positive_p (a, depth + 1);
    default:
      return false;
    }
}

/* It doesn't come from an integer, nor is it positive.  */
static bool
any_p (tree value)
{
  tree from = plug_strip_exact (value);
  return SCALAR_FLOAT_TYPE_P (TREE_TYPE (from)) && !positive_p (from, 0);
}

/* PHI, on E, takes a value that is not of X.  */
static bool
taking_p (const struct plug_extreme *x, gphi *phi, edge e)
{
  return (x->names->contains (gimple_phi_result (phi))
	  && e->dest->loop_father->header != e->dest
	  && !x->names->contains (PHI_ARG_DEF_FROM_EDGE (phi, e)));
}

/* X may take -0 in LOOP.  */
static bool
may_take_zero_p (const struct plug_extreme *x, class loop *loop)
{
  int n;
  bool found = false;
  basic_block *bbs = plug_loop_blocks (loop, &n);
  for (int b = 1; b < n && !found; b++)
    for (gphi_iterator i = gsi_start_phis (bbs[b]); !gsi_end_p (i);
	 gsi_next (&i))
      for (unsigned k = 0; k < gimple_phi_num_args (i.phi ()); k++)
	found |= (taking_p (x, i.phi (), gimple_phi_arg_edge (i.phi (), k))
		  && any_p (gimple_phi_arg_def (i.phi (), k)));
  free (bbs);
  return found;
}

/* The lanes of LOOP may yield something else than its iterations in order
   do.  */
static bool
doubtful_p (const struct plug_extreme *x, class loop *loop)
{
  tree type = TREE_TYPE (gimple_phi_result (x->phi));
  return (x->how & PRAM_COMBINE_ANEW
	  || (HONOR_SIGNED_ZEROS (type) && !(x->how & PRAM_COMBINE_NUMBERS)
	      && may_take_zero_p (x, loop)));
}

/* LOOP stores nothing that it reads.  */
static bool
repeatable_p (struct plug_emission *e, class loop *loop)
{
  const struct pram_node *node = plug_loop_node (e, loop);
  auto_vec<const struct pram_access *> all;
  if (!node)
    return false;
  plug_collect_accesses (node, &all);
  for (const struct pram_access *w : all)
    for (const struct pram_access *r : all)
      if (w->write && !r->write && w->array == r->array)
	return false;
  return true;
}

bool
plug_lanes_exact_p (struct plug_emission *e, class loop *loop,
		    const vec<struct plug_result> *carried)
{
  bool doubt = false;
  for (unsigned i = 0; i < carried->length () && !doubt; i++)
    if (plug_extreme_p (&(*carried)[i]))
      {
	struct plug_extreme x = extreme_of (loop, &(*carried)[i]);
	doubt = doubtful_p (&x, loop);
	delete x.names;
      }
  return !doubt || repeatable_p (e, loop);
}

/* --- Blocks of iterations ----------------------------------------------- */

/* The value that a block for R, of TYPE, starts from.  */
tree
plug_start_value (const struct plug_result *r, tree type)
{
  if (!(r->how & (PRAM_COMBINE_NUMBERS | PRAM_COMBINE_ANEW)))
    return plug_identity (r->op, type);
  REAL_VALUE_TYPE nan;
  real_nan (&nan, "", 1, TYPE_MODE (type));
  return build_real (type, nan);
}

/* How the values of L's units are combined for R.  */
int
plug_how_in_units (const struct plug_layer *l, const struct plug_result *r)
{
  int how = r->how + PRAM_COMBINE_FOLLOWER * plug_n_followers (r);
  if (l->plan->placement.coef >= 0
      || (!plug_extreme_p (r) && !plug_stateful_p (r)))
    return how;
  return how ^ (plug_stateful_p (r) ? PRAM_COMBINE_BACKWARDS
		: PRAM_COMBINE_LATER);
}

static tree
test (enum tree_code code, tree a, tree b)
{
  return build2 (code, boolean_type_node, unshare_expr (a), unshare_expr (b));
}

/* A OP B, as conditions.  */
static tree
both (enum tree_code op, tree a, tree b)
{
  return build2 (op, boolean_type_node, a, b);
}

/* B, of a later block, takes the place of A.  B is no NaN if HOW begins
   anew.  */
static tree
replaces (enum pram_op op, int how, tree a, tree b)
{
  bool max = op == PRAM_OP_MAX, later = how & PRAM_COMBINE_LATER;
  if (how & PRAM_COMBINE_ANEW)
    return test (max ? later ? UNGE_EXPR : UNGT_EXPR
		 : later ? UNLE_EXPR : UNLT_EXPR, b, a);
  if (!(how & PRAM_COMBINE_NUMBERS))
    return test (max ? later ? GE_EXPR : GT_EXPR
		 : later ? LE_EXPR : LT_EXPR, b, a);
  /* As fmax does, raise nothing where one is no number.  */
  tree worse = test (max ? later ? UNLT_EXPR : UNLE_EXPR
		     : later ? UNGT_EXPR : UNGE_EXPR, b, a);
  return both (TRUTH_OR_EXPR, build1 (TRUTH_NOT_EXPR, boolean_type_node, worse),
	       test (UNORDERED_EXPR, a, a));
}

tree
plug_extreme_replaces (const struct plug_result *r, tree a, tree b, tree state)
{
  tree yes = (r->op == PRAM_OP_SET ? boolean_true_node
	      : replaces (r->op, r->how, a, b));
  if (state)
    {
      tree zero = integer_zero_node;
      tree taken = build2 (BIT_AND_EXPR, integer_type_node, state,
			   build_int_cst (NULL_TREE, PRAM_ANEW_TAKEN));
      tree begun = build2 (BIT_AND_EXPR, integer_type_node, state,
			   build_int_cst (NULL_TREE, PRAM_ANEW_BEGUN));
      yes = both (TRUTH_OR_EXPR, test (NE_EXPR, begun, zero),
		  both (TRUTH_AND_EXPR, test (NE_EXPR, taken, zero), yes));
    }
  return yes;
}

tree
plug_extreme_combine (const struct plug_result *r, tree a, tree b, tree state)
{
  return build3 (COND_EXPR, TREE_TYPE (a),
		 plug_extreme_replaces (r, a, b, state), unshare_expr (b),
		 unshare_expr (a));
}

/* TYPE at OFFSET of the struct pram_anew at AT.  */
static tree
part_of_anew (tree at, int offset, tree type)
{
  tree pointer = build_pointer_type_for_mode (type, ptr_mode, true);
  return build2 (MEM_REF, TYPE_MAIN_VARIANT (type), unshare_expr (at),
		 build_int_cst (pointer, offset));
}

tree
plug_anew_value (tree at, tree type)
{
  return part_of_anew (at, offsetof (struct pram_anew, value), type);
}

tree
plug_anew_state (tree at)
{
  return part_of_anew (at, offsetof (struct pram_anew, state),
		       integer_type_node);
}

tree
plug_anew_follower (tree at, int k, tree type)
{
  return part_of_anew (at, (int) sizeof (struct pram_anew)
			   + k * PRAM_FOLLOWER_BYTES, type);
}

int
plug_anew_size (const struct plug_result *r)
{
  return ((int) sizeof (struct pram_anew)
	  + plug_n_followers (r) * PRAM_FOLLOWER_BYTES);
}

/* The state that C keeps of NAME, or null.  */
static tree
state_of (struct plug_clone *c, tree name)
{
  for (unsigned i = 0; c->anew && i < c->anew->length (); i++)
    if ((*c->anew)[i].names->contains (name))
      return (*c->anew)[i].state;
  return NULL_TREE;
}

tree
plug_extreme_state (struct plug_clone *c, const struct plug_result *r)
{
  return plug_stateful_p (r) ? state_of (c, gimple_phi_result (r->phi))
			     : NULL_TREE;
}

/* Find what has a state in L, C's function, and make variables for it.  */
void
plug_extremes_find (struct plug_clone *c, struct plug_layer *l)
{
  for (struct plug_result &r : l->results)
    if (plug_stateful_p (&r))
      {
	struct plug_extreme x = extreme_of (l->loop, &r);
	x.state = plug_new_var (c, integer_type_node, "anew");
	c->anew->safe_push (x);
      }
}

static void
set_bits (struct plug_clone *c, tree var, tree bits)
{
  plug_assign (c, var, build2 (BIT_IOR_EXPR, TREE_TYPE (var), var, bits));
}

/* --- While copying ------------------------------------------------------ */

/* X's doubt is LEVEL where TEST holds.  If-conversion wants operations here
   that never trap.  */
static void
set_doubt (struct plug_clone *c, const struct plug_extreme *x, tree test,
	   const REAL_VALUE_TYPE &level)
{
  tree type = TREE_TYPE (x->doubt);
  plug_assign (c, x->doubt, build3 (COND_EXPR, type, test,
				    build_real (type, level), x->doubt));
}

/* VALUE is taken in a lane: -0 is doubt 1, a NaN 2.  */
static void
doubt_value (struct plug_clone *c, const struct plug_extreme *x, tree value,
	     bool zero)
{
  tree type = TREE_TYPE (value);
  if (zero && HONOR_SIGNED_ZEROS (type))
    {
      tree fn = mathfn_built_in (type, BUILT_IN_COPYSIGN);
      tree sign = build_call_expr (fn, 2, build_one_cst (type), value);
      tree minus = both (BIT_AND_EXPR,
			 test (EQ_EXPR, value, build_zero_cst (type)),
			 test (UNLT_EXPR, sign, build_zero_cst (type)));
      tree less = test (NE_EXPR, x->doubt, build_real (type, dconst2));
      set_doubt (c, x, x->how & PRAM_COMBINE_ANEW
		       ? both (BIT_AND_EXPR, minus, less) : minus, dconst1);
    }
  if (x->how & PRAM_COMBINE_ANEW)
    set_doubt (c, x, test (UNORDERED_EXPR, value, value), dconst2);
}

/* Note in the state of X that VALUE is taken.  */
static void
note_taken (struct plug_clone *c, const struct plug_extreme *x, tree value)
{
  tree type = integer_type_node;
  if (!(x->how & PRAM_COMBINE_ANEW))
    return set_bits (c, x->state, build_int_cst (type, PRAM_ANEW_TAKEN));
  set_bits (c, x->state,
	    build3 (COND_EXPR, type, test (UNORDERED_EXPR, value, value),
		    build_int_cst (type, PRAM_ANEW_TAKEN | PRAM_ANEW_BEGUN),
		    build_int_cst (type, PRAM_ANEW_TAKEN)));
}

/* What PHI takes on E is copied into a variable.  */
static tree
taken_value (struct plug_clone *c, gphi *phi, edge e)
{
  tree var = plug_new_inner_var (c, TREE_TYPE (gimple_phi_result (phi)));
  plug_assign (c, var, plug_clone_expr (c, PHI_ARG_DEF_FROM_EDGE (phi, e)));
  return var;
}

/* C's code takes E: note what is taken.  */
void
plug_extreme_edge (struct plug_clone *c, edge e)
{
  vec<struct plug_extreme> *list = c->lanes ? c->lanes : c->anew;
  for (gphi_iterator i = gsi_start_phis (e->dest); list && !gsi_end_p (i);
       gsi_next (&i))
    for (unsigned k = 0; k < list->length (); k++)
      {
	const struct plug_extreme *x = &(*list)[k];
	if (!taking_p (x, i.phi (), e))
	  continue;
	if (x->doubt && !(x->how & PRAM_COMBINE_NUMBERS))
	  doubt_value (c, x, taken_value (c, i.phi (), e),
		       any_p (PHI_ARG_DEF_FROM_EDGE (i.phi (), e)));
	else if (x->state)
	  note_taken (c, x, taken_value (c, i.phi (), e));
      }
}

/* fmax (acc, x) in a lane, where ACC is never a NaN: `x > acc ? x : acc', which
   the vectorizer knows.  Null if STMT is something else.  */
tree
plug_extreme_fmax (struct plug_clone *c, gimple *stmt)
{
  bool max;
  if (!c->lanes || !fmax_p (stmt, &max))
    return NULL_TREE;
  tree a = gimple_call_arg (stmt, 0), b = gimple_call_arg (stmt, 1);
  for (unsigned k = 0; k < c->lanes->length (); k++)
    {
      const struct plug_extreme *x = &(*c->lanes)[k];
      if (x->names->contains (b))
	std::swap (a, b);
      if (!x->names->contains (a) || x->names->contains (b))
	continue;
      tree acc = plug_clone_expr (c, a), value = plug_clone_expr (c, b);
      /* The lane starts from it, so taking it does not show.  */
      if (x->doubt && !(x->op == PRAM_OP_MAX && positive_p (b, 0)))
	set_doubt (c, x, test (EQ_EXPR, value, plug_identity (x->op, TREE_TYPE
							      (value))),
		   dconst1);
      return build3 (COND_EXPR, TREE_TYPE (a),
		     test (max ? GT_EXPR : LT_EXPR, value, acc), value, acc);
    }
  return NULL_TREE;
}

/* --- Lanes -------------------------------------------------------------- */

/* X is reduced over the lanes of LOOP, from the value of OUTER: give them
   identities.  */
static void
start_lanes (struct plug_clone *c, struct plug_extreme *x, class loop *loop,
	     tree outer)
{
  tree type = TREE_TYPE (outer);
  x->outer = outer;
  x->saved = plug_new_var (c, type, "before");
  plug_assign (c, x->saved, outer);
  plug_assign (c, outer, plug_identity (x->op, type));
  if (x->how & PRAM_COMBINE_NUMBERS || doubtful_p (x, loop))
    {
      x->doubt = plug_new_var (c, type, "doubt");
      plug_assign (c, x->doubt, build_zero_cst (type));
    }
}

void
plug_lanes_start (struct plug_clone *c, class loop *loop,
		  const struct plug_result *r, tree outer,
		  vec<struct plug_extreme> *list)
{
  struct plug_extreme x = extreme_of (loop, r);
  start_lanes (c, &x, loop, outer);
  list->safe_push (x);
}

/* X's lanes may have got another value than iterations in order; null if
   not.  */
static tree
wrong (const struct plug_extreme *x)
{
  tree type = TREE_TYPE (x->outer);
  if (!x->doubt || x->how & PRAM_COMBINE_NUMBERS)
    return NULL_TREE;
  tree zero = both (TRUTH_AND_EXPR,
		    test (NE_EXPR, x->doubt, build_zero_cst (type)),
		    test (EQ_EXPR, x->outer, build_zero_cst (type)));
  if (!(x->how & PRAM_COMBINE_ANEW))
    return zero;
  /* None at all may have been taken.  */
  tree none = test (EQ_EXPR, x->outer, plug_identity (x->op, type));
  tree nan = test (GT_EXPR, x->doubt, build_one_cst (type));
  return both (TRUTH_OR_EXPR, zero, both (TRUTH_OR_EXPR, none, nan));
}

tree
plug_lanes_wrong (const vec<struct plug_extreme> *list)
{
  tree all = NULL_TREE;
  for (unsigned i = 0; i < list->length (); i++)
    if (tree one = wrong (&(*list)[i]))
      all = all ? both (TRUTH_OR_EXPR, all, one) : one;
  return all;
}

/* The lanes' value of X replaces what was before them.  */
static tree
lanes_replace (const struct plug_extreme *x)
{
  tree a = x->saved, b = x->outer, type = TREE_TYPE (a);
  if (!(x->how & PRAM_COMBINE_NUMBERS))
    return replaces (x->op, x->how, a, b);
  /* The identity, unless it was met, says that there was no number.  */
  tree number = both (TRUTH_OR_EXPR,
		      test (NE_EXPR, b, plug_identity (x->op, type)),
		      test (NE_EXPR, x->doubt, build_zero_cst (type)));
  return both (TRUTH_AND_EXPR, number, replaces (x->op, x->how, a, b));
}

/* After the lanes of LIST, which are right.  */
void
plug_lanes_finish (struct plug_clone *c, const vec<struct plug_extreme> *list)
{
  for (unsigned i = 0; i < list->length (); i++)
    {
      const struct plug_extreme *x = &(*list)[i];
      plug_assign (c, x->outer,
		   build3 (COND_EXPR, TREE_TYPE (x->outer), lanes_replace (x),
			   x->outer, x->saved));
      if (tree state = state_of (c, gimple_phi_result (x->phi)))
	set_bits (c, state, build_int_cst (integer_type_node,
					   PRAM_ANEW_TAKEN));
    }
}
