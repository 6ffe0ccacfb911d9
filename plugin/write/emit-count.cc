/* emit-count.cc: write a counted loop for an interval of its iterations.

   SPDX-License-Identifier: GPL-3.0-or-later

   The loop's own test is replaced by a counter k from lo to hi; every
   induction variable is computed from k, so that iterations are independent
   of each other as far as the scalars are concerned.

   A loop that is reduced over and innermost becomes an OMP_SIMD with reduction
   clauses: that is the only way to let the vectorizer reassociate a sum, or
   vectorise a maximum, without -ffast-math.  The body works on private
   variables; the reduction variable is read first and written last, so that
   if-conversion has no conditional store to deal with.  */

#include "pram-gcc.h"
#include "emit.h"
#include "read/extract.h"

/* --- Values of induction variables --------------------------------------- */

/* LOOP's body runs so often at most each time that the loop is entered by PROG;
   HOST_WIDE_INT_MAX if that is not known.  */
static HOST_WIDE_INT
most_in (const struct pram_prog *prog, class loop *loop)
{
  HOST_WIDE_INT most = -1;
  struct pram_arena *arena = prog->arena;
  for (int i = 0; i < prog->n_loops; i++)
    {
      const struct pram_node *node = prog->loops[i];
      if (plug_node_loop (node) != loop)
	continue;
      struct pram_affine number = pram_affine_new (arena, prog->n_loops);
      for (int k = 0; node->first && k < i; k++)
	number.coef[k] = pram_affine_coef (node->first, k);
      number.constant = node->first ? node->first->constant : 0;
      number.coef[i] = 1;
      struct pram_interval range = pram_domain_range
	(pram_domain_new (arena, node->children[0], NULL), &number);
      if (range.hi >= HOST_WIDE_INT_MAX - 1)
	return HOST_WIDE_INT_MAX;
      most = MAX (most, range.lo > range.hi ? 0 : range.hi + 1);
    }
  return most < 0 ? HOST_WIDE_INT_MAX : most;
}

/* The same for all plans that the code of E is for: what is less than 2^31 is
   so for all of them (plan/shape.h).  */
static HOST_WIDE_INT
most_iterations (const struct plug_emission *e, class loop *loop)
{
  HOST_WIDE_INT most = most_in (e->prog, loop);
  for (int i = 0; i < e->n_all; i++)
    most = MAX (most, most_in (e->all[i].plan->prog, loop));
  return plug_variable_sizes_p (e->region) && most < INT32_MAX ? INT32_MAX
	 : most;
}

/* --- Emission ----------------------------------------------------------- */

/* A PHI in the header of the loop.  */
struct header_phi
{
  gphi *phi;
  tree step;			/* null: no induction variable */
  tree outer;			/* the variable it has outside of the body */
  tree init;			/* its value on entry (induction) */
};

/* One loop being emitted.  */
struct counted
{
  struct plug_clone *c;
  class loop *loop;
  enum plug_how how;
  location_t loc;
  tree k, hi, n;
  HOST_WIDE_INT most;		/* N is at most so much */
  auto_vec<struct header_phi> phis;
};

/* The counter has the type of the loop's own signed induction variable if its
   end is one of its values: then the vectorizer knows as much about addresses
   as in the original.  */
static tree
counter_type (struct counted *l)
{
  for (struct header_phi &p : l->phis)
    {
      tree type = TREE_TYPE (gimple_phi_result (p.phi));
      if (p.step && INTEGRAL_TYPE_P (type) && !TYPE_UNSIGNED (type)
	  && TYPE_PRECISION (type) >= TYPE_PRECISION (integer_type_node)
	  && plug_product_fits_p (type, 1, l->most))
	return type;
    }
  return long_long_integer_type_node;
}

static bool
listed_p (const vec<struct plug_result> *carried, gphi *phi)
{
  for (unsigned i = 0; i < carried->length (); i++)
    if ((*carried)[i].phi == phi)
      return true;
  return false;
}

static void
collect_phis (struct counted *l, const vec<struct plug_result> *carried)
{
  for (gphi_iterator i = gsi_start_phis (l->loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree result = gimple_phi_result (i.phi ());
      if (virtual_operand_p (result))
	continue;
      struct header_phi p = { i.phi (), NULL_TREE,
			      plug_clone_name (l->c, result), NULL_TREE };
      if (!listed_p (carried, p.phi) && plug_iv_p (l->loop, p.phi, &p.step))
	{
	  p.init = plug_new_var (l->c, TREE_TYPE (p.outer), NULL);
	  plug_assign (l->c, p.init, p.outer);
	}
      l->phis.safe_push (p);
    }
}

/* Give each induction variable its value in iteration K.  */
static void
set_inductions (struct counted *l)
{
  for (struct header_phi &p : l->phis)
    if (p.step)
      {
	tree result = gimple_phi_result (p.phi);
	plug_assign (l->c, plug_clone_name (l->c, result),
		     plug_induction_value (l->c, TREE_TYPE (result), p.init,
					   p.step, l->k, l->most));
      }
}

/* The body: all blocks of the loop, whose exits are dropped; control flow
   ends at NEXT.  */
static void
emit_body (struct counted *l, tree next)
{
  struct plug_clone *c = l->c;
  class loop *saved_exit = c->open_exit;
  tree saved_next = c->next_label;
  int n;
  basic_block *bbs = plug_loop_blocks (l->loop, &n);
  gcc_assert (bbs[0] == l->loop->header);
  c->open_exit = l->loop;
  c->next_label = next;
  plug_clone_block (c, bbs[0]);
  plug_clone_blocks (c, bbs + 1, n - 1);
  c->open_exit = saved_exit;
  c->next_label = saved_next;
  free (bbs);
}

static void
emit_plain (struct counted *l)
{
  struct plug_clone *c = l->c;
  tree test = plug_new_label (c), body = plug_new_label (c);
  tree next = plug_new_label (c), end = plug_new_label (c);
  plug_put_label (c, test);
  tree cond = build2 (LT_EXPR, boolean_type_node, l->k, l->hi);
  if (l->how == PLUG_IVDEP)
    cond = build3 (ANNOTATE_EXPR, boolean_type_node, cond,
		   build_int_cst (integer_type_node, annot_expr_ivdep_kind),
		   integer_zero_node);
  plug_branch (c, cond, body, end);
  plug_put_label (c, body);
  set_inductions (l);
  emit_body (l, next);
  c->loc = l->loc;
  plug_put_label (c, next);
  if (c->next_hook)
    c->next_hook (c, l->loop);
  if (l->how != PLUG_ONCE)
    {
      plug_assign (c, l->k, build2 (PLUS_EXPR, TREE_TYPE (l->k), l->k,
				    build_one_cst (TREE_TYPE (l->k))));
      plug_goto (c, test);
    }
  plug_put_label (c, end);
}

static enum tree_code
reduction_code (enum pram_op op)
{
  switch (op)
    {
    case PRAM_OP_SUM: return PLUS_EXPR;
    case PRAM_OP_PROD: return MULT_EXPR;
    case PRAM_OP_MIN: return MIN_EXPR;
    case PRAM_OP_MAX: return MAX_EXPR;
    case PRAM_OP_AND: return BIT_AND_EXPR;
    case PRAM_OP_IOR: return BIT_IOR_EXPR;
    case PRAM_OP_XOR: return BIT_XOR_EXPR;
    case PRAM_OP_LAND: return TRUTH_ANDIF_EXPR;
    case PRAM_OP_LOR: return TRUTH_ORIF_EXPR;
    default: gcc_unreachable ();
    }
}

static tree
reduction_clauses (struct counted *l, const vec<struct plug_result> *carried)
{
  tree clauses = NULL_TREE;
  for (struct header_phi &p : l->phis)
    for (unsigned i = 0; i < carried->length (); i++)
      if ((*carried)[i].phi == p.phi)
	{
	  bool last = (*carried)[i].op == PRAM_OP_VALUE;
	  tree clause = build_omp_clause (UNKNOWN_LOCATION,
					  last ? OMP_CLAUSE_LASTPRIVATE
					  : OMP_CLAUSE_REDUCTION);
	  OMP_CLAUSE_DECL (clause) = p.outer;
	  if (!last)
	    OMP_CLAUSE_REDUCTION_CODE (clause)
	      = reduction_code ((*carried)[i].op);
	  OMP_CLAUSE_CHAIN (clause) = clauses;
	  clauses = clause;
	}
  return clauses;
}

static tree
one_element (tree t)
{
  tree v = make_tree_vec (1);
  TREE_VEC_ELT (v, 0) = t;
  return v;
}

/* PHI is of a scalar that each iteration sets, whatever it was before.  */
static bool
last_value_p (const vec<struct plug_result> *carried, gphi *phi)
{
  for (unsigned i = 0; i < carried->length (); i++)
    if ((*carried)[i].phi == phi)
      return (*carried)[i].op == PRAM_OP_VALUE;
  return false;
}

/* The body works on a private copy of X's doubt.  Returns the variable.  */
static tree
open_doubt (struct plug_clone *c, struct plug_extreme *x)
{
  tree outer = x->doubt;
  if (outer)
    {
      x->doubt = plug_new_inner_var (c, TREE_TYPE (outer));
      plug_assign (c, x->doubt, outer);
    }
  return outer;
}

static void
close_doubt (struct plug_clone *c, struct plug_extreme *x, tree outer)
{
  if (outer)
    plug_assign (c, outer, x->doubt);
  x->doubt = outer;
}

/* The body of an OMP_SIMD as a BIND_EXPR with its own variables.  */
static tree
simd_body (struct counted *l, const vec<struct plug_result> *carried)
{
  struct plug_clone *c = l->c;
  tree saved_list = c->list, saved_vars = c->inner_vars;
  class loop *saved_inner = c->inner;
  tree next = plug_new_label (c);
  c->list = alloc_stmt_list ();
  c->inner = l->loop;
  c->inner_vars = NULL_TREE;
  for (struct header_phi &p : l->phis)
    {
      tree result = gimple_phi_result (p.phi);
      c->names.remove (result);
      tree inner = plug_clone_name (c, result);
      if (!p.step && !last_value_p (carried, p.phi))
	plug_assign (c, inner, p.outer);
    }
  auto_vec<tree> doubts;
  for (unsigned i = 0; i < c->lanes->length (); i++)
    doubts.safe_push (open_doubt (c, &(*c->lanes)[i]));
  set_inductions (l);
  emit_body (l, next);
  plug_put_label (c, next);
  for (unsigned i = 0; i < c->lanes->length (); i++)
    close_doubt (c, &(*c->lanes)[i], doubts[i]);
  for (struct header_phi &p : l->phis)
    {
      tree result = gimple_phi_result (p.phi);
      if (!p.step)
	plug_assign (c, p.outer, plug_clone_name (c, result));
      c->names.put (result, p.outer);
    }
  tree block = make_node (BLOCK);
  BLOCK_VARS (block) = c->inner_vars;
  TREE_USED (block) = 1;
  tree body = build3 (BIND_EXPR, void_type_node, c->inner_vars, c->list,
		      block);
  TREE_SIDE_EFFECTS (body) = 1;
  c->list = saved_list;
  c->inner_vars = saved_vars;
  c->inner = saved_inner;
  return body;
}

/* Add the clauses by which LANES are combined.  */
static tree
add_doubts (tree clauses, const vec<struct plug_extreme> *lanes)
{
  for (unsigned i = 0; i < lanes->length (); i++)
    if (tree doubt = (*lanes)[i].doubt)
      {
	tree clause = build_omp_clause (UNKNOWN_LOCATION, OMP_CLAUSE_REDUCTION);
	OMP_CLAUSE_DECL (clause) = doubt;
	OMP_CLAUSE_REDUCTION_CODE (clause) = MAX_EXPR;
	OMP_CLAUSE_CHAIN (clause) = clauses;
	clauses = clause;
      }
  return clauses;
}

static void
emit_lanes (struct counted *l, tree lo, const vec<struct plug_result> *carried,
	    vec<struct plug_extreme> *lanes)
{
  struct plug_clone *c = l->c;
  tree type = TREE_TYPE (l->k);
  vec<struct plug_extreme> *saved = c->lanes;
  c->lanes = lanes;
  tree body = simd_body (l, carried);
  c->lanes = saved;
  tree loop = make_node (OMP_SIMD);
  TREE_TYPE (loop) = void_type_node;
  TREE_SIDE_EFFECTS (loop) = 1;
  OMP_FOR_BODY (loop) = body;
  OMP_FOR_CLAUSES (loop) = add_doubts (reduction_clauses (l, carried), lanes);
  OMP_FOR_INIT (loop) = one_element (build2 (MODIFY_EXPR, void_type_node,
					     l->k, fold_convert (type, lo)));
  OMP_FOR_COND (loop) = one_element (build2 (LT_EXPR, boolean_type_node, l->k,
					     l->hi));
  OMP_FOR_INCR (loop)
    = one_element (build2 (MODIFY_EXPR, void_type_node, l->k,
			   build2 (PLUS_EXPR, type, l->k,
				   build_one_cst (type))));
  OMP_FOR_PRE_BODY (loop) = NULL_TREE;
  c->loc = l->loc;
  plug_add (c, loop);
}

/* What the body of L's loop has been copied to is not to be used again.  */
static void
forget_body (struct counted *l)
{
  int n;
  basic_block *bbs = plug_loop_blocks (l->loop, &n);
  for (int b = 0; b < n; b++)
    plug_forget_block (l->c, l->loop, bbs[b]);
  free (bbs);
}

/* Run the loop again in order from LO if WRONG; BEFORE: what its header's PHIs
   were.  Else the LANES are right.  */
static void
emit_again (struct counted *l, tree lo, tree wrong,
	    const vec<struct plug_extreme> *lanes, const vec<tree> *before)
{
  struct plug_clone *c = l->c;
  tree again = plug_new_label (c), right = plug_new_label (c);
  tree end = plug_new_label (c);
  plug_branch (c, wrong, again, right);
  plug_put_label (c, again);
  forget_body (l);
  for (unsigned i = 0; i < l->phis.length (); i++)
    plug_assign (c, l->phis[i].outer, (*before)[i]);
  plug_assign (c, l->k, fold_convert (TREE_TYPE (l->k), lo));
  emit_plain (l);
  plug_goto (c, end);
  plug_put_label (c, right);
  plug_lanes_finish (c, lanes);
  plug_put_label (c, end);
  forget_body (l);
}

/* The extremes among CARRIED, about to be reduced over lanes.  */
static void
start_lanes (struct counted *l, const vec<struct plug_result> *carried,
	     vec<struct plug_extreme> *lanes)
{
  for (struct header_phi &p : l->phis)
    for (unsigned i = 0; i < carried->length (); i++)
      if ((*carried)[i].phi == p.phi && plug_extreme_p (&(*carried)[i]))
	plug_lanes_start (l->c, l->loop, &(*carried)[i], p.outer, lanes);
}

static void
emit_simd (struct counted *l, tree lo, const vec<struct plug_result> *carried)
{
  struct plug_clone *c = l->c;
  auto_vec<tree> before;
  auto_vec<struct plug_extreme> lanes;
  for (struct header_phi &p : l->phis)
    {
      before.safe_push (plug_new_var (c, TREE_TYPE (p.outer), NULL));
      plug_assign (c, before.last (), p.outer);
    }
  start_lanes (l, carried, &lanes);
  emit_lanes (l, lo, carried, &lanes);
  if (tree wrong = plug_lanes_wrong (&lanes))
    emit_again (l, lo, wrong, &lanes, &before);
  else
    plug_lanes_finish (c, &lanes);
  plug_extremes_free (&lanes);
}

/* Give NAME, an SSA name of the loop, its VALUE after it.  */
static void
set_name (struct counted *l, tree name, tree value)
{
  if (l->how == PLUG_SIMD)
    l->c->names.remove (name);
  plug_assign (l->c, plug_clone_name (l->c, name), value);
}

/* The value of P, an induction variable of TYPE of L, after N steps.  */
static tree
final_value (struct counted *l, tree type, const struct header_phi *p, tree n)
{
  return plug_induction_value (l->c, type, p->init, p->step, n,
			       HOST_WIDE_INT_MAX);
}

/* After all iterations, wherever they ran, an induction variable has its last
   value.  */
static void
set_finals (struct counted *l, bool bottom)
{
  for (struct header_phi &p : l->phis)
    {
      if (!p.step)
	continue;
      tree type = TREE_TYPE (gimple_phi_result (p.phi));
      tree last = gimple_phi_arg_def (p.phi, loop_latch_edge
				      (l->loop)->dest_idx);
      if (!bottom)
	plug_assign (l->c, p.outer, final_value (l, type, &p, l->n));
      else if (TREE_CODE (last) == SSA_NAME && !plug_constant (last)
	       && SSA_NAME_DEF_STMT (last) != p.phi)
	set_name (l, last, final_value (l, type, &p, l->n));
    }
}

/* A reduction whose value leaves a loop with its test at the end does so under
   the name that goes back to the header.  */
static void
set_carried_finals (struct counted *l,
		    const vec<struct plug_result> *carried)
{
  for (struct header_phi &p : l->phis)
    for (unsigned i = 0; i < carried->length (); i++)
      if ((*carried)[i].phi == p.phi)
	{
	  tree last = gimple_phi_arg_def (p.phi, loop_latch_edge
					  (l->loop)->dest_idx);
	  if (TREE_CODE (last) == SSA_NAME)
	    {
	      l->c->names.remove (last);
	      plug_assign (l->c, plug_clone_name (l->c, last), p.outer);
	    }
	}
}

void
plug_emit_counted (struct plug_clone *c, class loop *loop, tree lo, tree hi,
		   tree n, enum plug_how how,
		   const vec<struct plug_result> *carried)
{
  struct counted l;
  bool bottom = false;
  plug_countable_p (loop, &bottom);
  l.c = c;
  l.loop = loop;
  l.how = how;
  l.most = most_iterations (c->e, loop);
  l.loc = c->loc = LOCATION_LOCUS (plug_loop_location (loop));
  collect_phis (&l, carried);
  tree type = counter_type (&l);
  l.k = plug_new_var (c, type, "k");
  l.hi = plug_new_var (c, type, "k_hi");
  l.n = n;
  plug_assign (c, l.hi, fold_convert (type, hi));
  if (how == PLUG_SIMD)
    emit_simd (&l, lo, carried);
  else
    {
      plug_assign (c, l.k, fold_convert (type, lo));
      emit_plain (&l);
    }
  set_finals (&l, bottom);
  if (bottom && how == PLUG_SIMD)
    set_carried_finals (&l, carried);
  plug_emit_leave (c, loop);
}
