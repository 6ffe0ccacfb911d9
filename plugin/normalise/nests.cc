/* nests.cc: one loop over the elements of several dimensions.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (k = 0; k < n * m; k++) { i = k / m; j = k % m; … }

   is made the nest that it stands for:

     for (i = 0; i < n; i++) for (j = 0; j < m; j++) { k = i * m + j; … }

   Where the number of iterations is no multiple of m the last row ends early,
   by a minimum.  Three dimensions are two such steps.  It is done where the
   quotient and the remainder by m, which may be k - k / m * m, are used, or the
   quotient alone by a variable in an index; a constant m must divide the number of iterations, so that what
   is a coarse grid or every other element stays one loop.

   Where an outer loop changes m (butterflies, k / h and k % h, for h = 1, 2, 4, …) the
   loop stays as it is: cut along k each process has the same number of iterations
   however many rows there are.

   The number of rows is a quotient by MAX (m, 0): for other m than positive ones
   nobody knows it, and the region runs as it was written.

   Requires: SSA, loops with preheaders, simple latches and recorded exits,
   dominators, scalar evolution.  Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* Loops that are split in one region, at most.  */
#define MAX_SPLITS 16

/* --- Finding -------------------------------------------------------------- */

/* VALUE, an integer, GENERIC over what is made before LOOP, without conversions
   that keep all values; null if that can't be said.  */
static tree
outside_value (class loop *loop, tree value)
{
  tree v = plug_value_before (loop, value);
  if (!INTEGRAL_TYPE_P (TREE_TYPE (v)) || plug_name_in_loop_p (loop, v))
    return NULL_TREE;
  while (CONVERT_EXPR_P (v)
	 && plug_type_within_p (TREE_TYPE (TREE_OPERAND (v, 0)), TREE_TYPE (v)))
    v = TREE_OPERAND (v, 0);
  return v;
}

/* A quotient or remainder of a loop's counter by FACTOR (GENERIC) times what the
   loop is split by.  */
struct part
{
  gimple *stmt;
  tree factor;
};

/* A loop that counts from 0 up in steps of 1, to be split.  */
struct split
{
  class loop *loop;
  gphi *counter;
  edge leave;
  tree base;			/* what the counter begins with: GENERIC */
  tree count;			/* GENERIC; no less than 0 */
  tree limit;			/* the same, or negative */
  tree divisor;			/* GENERIC */
  bool exact;			/* it divides LIMIT */
  tree type;			/* of the new counters */
  auto_vec<struct part> parts;
};

/* VALUE without copies, and conversions that don't make it narrower.  */
static tree
strip_wider (tree value)
{
  while (TREE_CODE (value) == SSA_NAME)
    {
      gassign *def = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (value));
      if (!def || !(CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def))
		    || gimple_assign_ssa_name_copy_p (def))
	  || !INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (def)))
	  || (TYPE_PRECISION (TREE_TYPE (gimple_assign_rhs1 (def)))
	      > TYPE_PRECISION (TREE_TYPE (value))))
	break;
      value = gimple_assign_rhs1 (def);
    }
  return value;
}

/* Set S's counter, which goes up in steps of 1, and its count if the test at the head of
   its loop has such.  */
static bool
find_count (struct split *s)
{
  affine_iv iv;
  s->leave = single_exit (s->loop);
  gcond *test = (s->leave && s->leave->src == s->loop->header
		 ? safe_dyn_cast <gcond *> (last_stmt (s->leave->src)) : NULL);
  if (!test)
    return false;
  enum tree_code code = gimple_cond_code (test);
  if (s->leave->flags & EDGE_TRUE_VALUE)
    code = invert_tree_comparison (code, false);
  tree a = strip_wider (gimple_cond_lhs (test)), b = gimple_cond_rhs (test);
  if (code == GT_EXPR || code == GE_EXPR)
    {
      code = swap_tree_comparison (code);
      a = strip_wider (gimple_cond_rhs (test));
      b = gimple_cond_lhs (test);
    }
  s->counter = TREE_CODE (a) == SSA_NAME
	       ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (a)) : NULL;
  if (!s->counter || gimple_bb (s->counter) != s->loop->header
      || !INTEGRAL_TYPE_P (TREE_TYPE (a))
      || TYPE_PRECISION (TREE_TYPE (a)) < TYPE_PRECISION (integer_type_node)
      || !simple_iv (s->loop, s->loop, a, &iv, false)
      || !integer_onep (iv.step)
      || (code != LT_EXPR && code != LE_EXPR && code != NE_EXPR)
      || !(s->limit = outside_value (s->loop, b)))
    return false;
  tree type = TREE_TYPE (s->limit);
  if (code == LE_EXPR)
    s->limit = fold_build2 (PLUS_EXPR, type, s->limit, build_one_cst (type));
  s->count = s->limit;
  s->base = iv.base;
  if (!integer_zerop (s->base))
    {
      type = TREE_TYPE (a);
      s->base = fold_convert (type, s->base);
      s->count = fold_build2 (MAX_EXPR, type, fold_convert (type, s->limit), s->base);
      s->count = fold_build2 (MINUS_EXPR, type, s->count, s->base);
    }
  else if (!TYPE_UNSIGNED (type))
    s->count = fold_build2 (MAX_EXPR, type, s->limit, build_zero_cst (type));
  return true;
}

/* The same of a counter that begins with 0.  */
static bool
find_places (struct split *s)
{
  return find_count (s) && integer_zerop (s->base);
}

/* STMT divides S's counter by something from outside: what, or null.  */
static tree
divisor_in (const struct split *s, gimple *stmt)
{
  if (!is_gimple_assign (stmt)
      || (gimple_assign_rhs_code (stmt) != TRUNC_DIV_EXPR
	  && gimple_assign_rhs_code (stmt) != TRUNC_MOD_EXPR)
      || strip_wider (gimple_assign_rhs1 (stmt))
	 != gimple_phi_result (s->counter))
    return NULL_TREE;
  return outside_value (s->loop, gimple_assign_rhs2 (stmt));
}

/* What DIVISOR has to be multiplied by to yield PRODUCT, or null.  */
static tree
other_factor (tree product, tree divisor)
{
  tree type = TREE_TYPE (product);
  if (operand_equal_p (product, divisor, 0))
    return build_one_cst (type);
  if (TREE_CODE (product) == INTEGER_CST && TREE_CODE (divisor) == INTEGER_CST)
    return (!integer_zerop (divisor) && tree_int_cst_sgn (divisor) > 0
	    && multiple_of_p (type, product, fold_convert (type, divisor))
	    ? fold_build2 (TRUNC_DIV_EXPR, type, product,
			   fold_convert (type, divisor)) : NULL_TREE);
  if (TREE_CODE (product) == SSA_NAME)
    {
      gassign *def = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (product));
      if (!def || gimple_vuse (def))
	return NULL_TREE;
      tree_code code = gimple_assign_rhs_code (def);
      tree a = gimple_assign_rhs1 (def);
      if (code == MULT_EXPR)
	return other_factor (build2 (code, type, a, gimple_assign_rhs2 (def)),
			     divisor);
      if (CONVERT_EXPR_CODE_P (code))
	return other_factor (build1 (code, type, a), divisor);
      return code == SSA_NAME ? other_factor (a, divisor) : NULL_TREE;
    }
  if (CONVERT_EXPR_P (product)
      && plug_type_within_p (TREE_TYPE (TREE_OPERAND (product, 0)), type))
    {
      tree other = other_factor (TREE_OPERAND (product, 0), divisor);
      return other ? fold_convert (type, other) : NULL_TREE;
    }
  /* What wraps around is no multiple.  */
  if (TREE_CODE (product) != MULT_EXPR || !TYPE_OVERFLOW_UNDEFINED (type))
    return NULL_TREE;
  for (int k = 0; k < 2; k++)
    if (tree other = other_factor (TREE_OPERAND (product, k), divisor))
      return fold_build2 (MULT_EXPR, type, fold_convert (type, other),
			  TREE_OPERAND (product, !k));
  return NULL_TREE;
}

/* The first of DIVISORS that all others are multiples of, or null.  */
static tree
common_divisor (const vec<tree> &divisors)
{
  for (tree d : divisors)
    {
      bool common = true;
      for (tree other : divisors)
	common = common && other_factor (other, d);
      if (common)
	return d;
    }
  return NULL_TREE;
}

/* NAME, a quotient by DIVISOR, is multiplied by that again.  */
static bool
multiplied_p (class loop *loop, tree name, tree divisor)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gassign *stmt = dyn_cast <gassign *> (USE_STMT (use));
      if (stmt && gimple_assign_rhs_code (stmt) == MULT_EXPR
	  && operand_equal_p (plug_value_before (loop,
						 gimple_assign_rhs2 (stmt)),
			      divisor, 0))
	return true;
    }
  return false;
}

/* VALUE, GENERIC, is made of what changes from iteration to iteration of a loop, and
   of nothing that is read.  */
static bool
counted_p (tree value)
{
  if (TREE_CODE (value) != SSA_NAME)
    {
      bool found = false;
      for (int k = 0; EXPR_P (value) && k < TREE_OPERAND_LENGTH (value); k++)
	found |= counted_p (TREE_OPERAND (value, k));
      return found;
    }
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gphi *phi = dyn_cast <gphi *> (def))
    return bb_loop_header_p (gimple_bb (phi));
  if (!is_gimple_assign (def) || gimple_vuse (def))
    return false;
  bool found = false;
  for (unsigned k = 1; k < gimple_num_ops (def); k++)
    found |= counted_p (gimple_op (def, k));
  return found;
}

/* Find what S's loop is to be split by, if it is.  */
static bool
find_divisor (struct split *s)
{
  auto_vec<tree> divisors;
  bool quotient = false, remainder = false, place = false;
  basic_block *body = get_loop_body (s->loop);
  for (unsigned i = 0; i < s->loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (tree divisor = divisor_in (s, gsi_stmt (gsi)))
	{
	  divisors.safe_push (divisor);
	  s->parts.safe_push ({ gsi_stmt (gsi), NULL_TREE });
	}
  free (body);
  s->divisor = common_divisor (divisors);
  if (!s->divisor || integer_onep (s->divisor) || counted_p (s->divisor))
    return false;
  for (unsigned i = 0; i < divisors.length (); i++)
    {
      gimple *stmt = s->parts[i].stmt;
      bool div = gimple_assign_rhs_code (stmt) == TRUNC_DIV_EXPR;
      s->parts[i].factor = other_factor (divisors[i], s->divisor);
      quotient |= div;
      remainder |= !div || multiplied_p (s->loop, gimple_assign_lhs (stmt),
					 divisors[i]);
      place |= div && plug_place_p (gimple_assign_lhs (stmt));
    }
  s->exact = other_factor (s->limit, s->divisor);
  if (TREE_CODE (s->divisor) == INTEGER_CST)
    return quotient && remainder && s->exact;
  return quotient && (remainder || place);
}

/* Only the variables in the header of S's loop are used after it, and core will
   ask how often it runs.  */
static bool
closed_p (const struct split *s)
{
  for (gimple_stmt_iterator i = gsi_start_bb (s->loop->header);
       !gsi_end_p (i); gsi_next (&i))
    {
      tree lhs = gimple_get_lhs (gsi_stmt (i));
      if (lhs && TREE_CODE (lhs) == SSA_NAME
	  && plug_used_after_p (s->loop, lhs))
	return false;
    }
  return plug_head_pure_p (s->loop, true) && plug_accesses_p (s->loop);
}

/* --- Splitting ------------------------------------------------------------ */

/* The nest that S becomes.  */
struct nest : plug_nest
{
  tree count, divisor;
  tree column, place;		/* j, i * m + j */
};

/* EXPR, GENERIC, computed by what is added to SEQ.  */
static tree
build_before (gimple_seq *seq, tree expr)
{
  gimple_seq more = NULL;
  tree value = force_gimple_operand (unshare_expr (expr), &more, true,
				     NULL_TREE);
  gimple_seq_add_seq (seq, more);
  return value;
}

/* Compute what is the same for all iterations before the loop.  */
static void
compute_outside (const struct split *s, struct nest *n)
{
  gimple_seq seq = NULL;
  tree type = s->type, own = TREE_TYPE (s->divisor);
  tree count = fold_convert (type, unshare_expr (s->count));
  tree known = s->divisor;
  if (!TYPE_UNSIGNED (own))
    known = fold_build2 (MAX_EXPR, own, unshare_expr (known),
			 build_zero_cst (own));
  known = fold_convert (type, known);
  n->count = build_before (&seq, count);
  n->divisor = build_before (&seq, fold_convert (type, s->divisor));
  tree by = build_before (&seq, known);
  tree rows = n->count;
  if (!s->exact)
    {
      tree more = fold_build2 (MINUS_EXPR, type, by, build_one_cst (type));
      rows = fold_build2 (PLUS_EXPR, type, rows, more);
    }
  n->rows = build_before (&seq, fold_build2 (TRUNC_DIV_EXPR, type, rows, by));
  gsi_insert_seq_on_edge_immediate (loop_preheader_edge (s->loop), seq);
}

/* Add a test to the end of BB: take YES if A < B, else NO.  */
static void
add_test (basic_block bb, tree a, tree b, edge yes, edge no, location_t loc)
{
  gcond *test = gimple_build_cond (LT_EXPR, a, b, NULL_TREE, NULL_TREE);
  gimple_stmt_iterator end = gsi_last_bb (bb);
  gimple_set_location (test, loc);
  gsi_insert_after (&end, test, GSI_NEW_STMT);
  yes->flags = (yes->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
  no->flags = (no->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
  yes->probability = profile_probability::likely ();
  no->probability = profile_probability::unlikely ();
}

/* A counter from 0 on in BB, a header, which FIRST leads to and LATCH leads back
   to, CALLED so.  */
static tree
add_counter (basic_block bb, edge first, edge latch, tree type,
	     const char *called)
{
  tree name = make_temp_ssa_name (type, NULL, called);
  tree more = make_ssa_name (type);
  gphi *phi = create_phi_node (name, bb);
  gimple_stmt_iterator end = gsi_last_bb (latch->src);
  gsi_insert_after (&end, gimple_build_assign (more, PLUS_EXPR, name,
					       build_one_cst (type)),
		    GSI_NEW_STMT);
  add_phi_arg (phi, build_zero_cst (type), first, UNKNOWN_LOCATION);
  add_phi_arg (phi, more, latch, UNKNOWN_LOCATION);
  return name;
}

tree
plug_add_counter (class loop *loop, tree type, const char *called)
{
  return add_counter (loop->header, loop_preheader_edge (loop),
		      loop_latch_edge (loop), type, called);
}

/* Use INSIDE in place of NAME in LOOP, OUTSIDE elsewhere.  */
static void
replace_uses (class loop *loop, tree name, tree inside, tree outside)
{
  imm_use_iterator iter;
  use_operand_p use;
  gimple *stmt;
  FOR_EACH_IMM_USE_STMT (stmt, iter, name)
    {
      bool in = flow_bb_inside_loop_p (loop, gimple_bb (stmt));
      tree value = in ? inside : outside;
      if (value == name)
	continue;
      FOR_EACH_IMM_USE_ON_STMT (use, iter)
	SET_USE (use, value);
      update_stmt (stmt);
    }
}

tree
plug_iv_value (const affine_iv *iv, tree type, tree k)
{
  tree sum = POINTER_TYPE_P (type) ? sizetype : unsigned_type_for (type);
  tree moved = fold_build2 (MULT_EXPR, sum, fold_convert (sum, k),
			    fold_convert (sum, unshare_expr (iv->step)));
  tree base = unshare_expr (iv->base);
  if (POINTER_TYPE_P (type))
    return fold_build_pointer_plus (base, moved);
  return fold_convert (type, fold_build2 (PLUS_EXPR, sum,
					  fold_convert (sum, base), moved));
}

/* PHI, in the header of S's loop, changes by a fixed step: compute it from the
   place.  */
static void
replace_iv (const struct split *s, const struct nest *n, gphi *phi,
	    const affine_iv *iv)
{
  tree name = gimple_phi_result (phi), type = TREE_TYPE (name);
  gimple_stmt_iterator place = gsi_for_stmt (SSA_NAME_DEF_STMT (n->place));
  bool self = phi == s->counter && integer_zerop (s->base);
  tree value = self ? fold_convert (type, n->place)
		    : plug_iv_value (iv, type, n->place);
  tree inside = force_gimple_operand_gsi (&place, value, true, NULL_TREE,
					  false, GSI_CONTINUE_LINKING);
  gimple_seq seq = NULL;
  value = self ? fold_convert (type, n->count)
	       : plug_iv_value (iv, type, n->count);
  tree outside = build_before (&seq, value);
  gsi_insert_seq_on_edge_immediate (n->first, seq);
  replace_uses (s->loop, name, inside, outside);
}

/* PHI is carried from row to row.  */
static void
carry (const struct split *s, const struct nest *n, gphi *phi)
{
  tree name = gimple_phi_result (phi);
  tree outer = (virtual_operand_p (name)
		? make_ssa_name (SSA_NAME_VAR (name)) : copy_ssa_name (name));
  edge enter = single_succ_edge (n->enter);
  replace_uses (s->loop, name, name, outer);
  gphi *carried = create_phi_node (outer, n->outer);
  add_phi_arg (carried, PHI_ARG_DEF_FROM_EDGE (phi, enter), n->first,
	       UNKNOWN_LOCATION);
  add_phi_arg (carried, name, single_succ_edge (n->next), UNKNOWN_LOCATION);
  SET_USE (PHI_ARG_DEF_PTR_FROM_EDGE (phi, enter), outer);
}

/* The quotients and remainders of S's counter are N's counters.  */
static void
replace_parts (const struct split *s, const struct nest *n)
{
  for (const struct part &p : s->parts)
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (p.stmt);
      tree type = TREE_TYPE (gimple_assign_lhs (p.stmt));
      bool quotient = gimple_assign_rhs_code (p.stmt) == TRUNC_DIV_EXPR;
      if (!integer_onep (p.factor) && !quotient)
	continue;
      tree value = fold_convert (type, quotient ? n->row : n->column);
      if (!integer_onep (p.factor))
	value = fold_build2 (TRUNC_DIV_EXPR, type, value,
			     fold_convert (type, unshare_expr (p.factor)));
      value = force_gimple_operand_gsi (&gsi, value, true, NULL_TREE, true,
					GSI_SAME_STMT);
      gimple_assign_set_rhs_from_tree (&gsi, value);
      update_stmt (gsi_stmt (gsi));
    }
}

/* What the program calls the part of S's counter by CODE; else OTHERWISE.  */
static const char *
name_of (const struct split *s, enum tree_code code, const char *otherwise)
{
  for (const struct part &p : s->parts)
    {
      tree name = SSA_NAME_IDENTIFIER (gimple_assign_lhs (p.stmt));
      if (name && gimple_assign_rhs_code (p.stmt) == code)
	return IDENTIFIER_POINTER (name);
    }
  return otherwise;
}

/* Make the blocks of N around the loop of S, with its new tests.  */
static void
make_blocks (const struct split *s, struct nest *n)
{
  class loop *loop = s->loop;
  basic_block header = loop->header, after = s->leave->dest;
  edge latch = loop_latch_edge (loop);
  tree type = s->type;
  gcond *test = as_a <gcond *> (last_stmt (header));
  location_t loc = gimple_location (test);
  n->outer = split_edge (loop_preheader_edge (loop));
  n->enter = split_edge (single_succ_edge (n->outer));
  n->next = create_empty_bb (latch->src);
  add_bb_to_loop (n->next, loop_outer (loop));
  n->next->count = n->enter->count;
  n->first = single_pred_edge (n->outer);
  edge again = make_single_succ_edge (n->next, n->outer, EDGE_FALLTHRU);
  n->row = add_counter (n->outer, n->first, again, type,
			name_of (s, TRUNC_DIV_EXPR, "row"));
  n->column = add_counter (header, single_succ_edge (n->enter), latch, type,
			   name_of (s, TRUNC_MOD_EXPR, "column"));

  gimple_seq seq = NULL;
  tree base = build_before (&seq, fold_build2 (MULT_EXPR, type, n->row,
					       n->divisor));
  tree columns = n->divisor;
  if (!s->exact)
    columns = build_before (&seq, fold_build2 (MIN_EXPR, type, columns,
					       fold_build2 (MINUS_EXPR, type,
							    n->count, base)));
  gimple_stmt_iterator end = gsi_last_bb (n->enter);
  gsi_insert_seq_after (&end, seq, GSI_NEW_STMT);
  n->place = make_ssa_name (type);
  gimple_stmt_iterator start = gsi_after_labels (header);
  gsi_insert_before (&start, gimple_build_assign (n->place, PLUS_EXPR, base,
						  n->column), GSI_SAME_STMT);
  edge done = make_edge (n->outer, after, 0);
  for (gphi_iterator i = gsi_start_phis (after); !gsi_end_p (i); gsi_next (&i))
    add_phi_arg (i.phi (), PHI_ARG_DEF_FROM_EDGE (i.phi (), s->leave), done,
		 UNKNOWN_LOCATION);
  add_test (n->outer, n->row, n->rows, single_pred_edge (n->enter), done, loc);
  gimple_cond_set_condition (test, s->leave->flags & EDGE_TRUE_VALUE
				   ? GE_EXPR : LT_EXPR, n->column, columns);
  update_stmt (test);
}

static struct plug_nest
split (const struct split *s)
{
  struct nest n;
  auto_vec<gphi *> phis;
  auto_vec<affine_iv> ivs;
  for (gphi_iterator i = gsi_start_phis (s->loop->header); !gsi_end_p (i);
       gsi_next (&i))
    {
      affine_iv iv = { NULL_TREE, NULL_TREE, false };
      tree name = gimple_phi_result (i.phi ());
      if (virtual_operand_p (name)
	  || !(INTEGRAL_TYPE_P (TREE_TYPE (name))
	       || POINTER_TYPE_P (TREE_TYPE (name)))
	  || !simple_iv (s->loop, s->loop, name, &iv, false))
	iv.base = NULL_TREE;
      phis.safe_push (i.phi ());
      ivs.safe_push (iv);
    }
  compute_outside (s, &n);
  make_blocks (s, &n);
  replace_parts (s, &n);
  for (unsigned i = 0; i < phis.length (); i++)
    if (ivs[i].base)
      replace_iv (s, &n, phis[i], &ivs[i]);
    else
      carry (s, &n, phis[i]);
  for (unsigned i = 0; i < phis.length (); i++)
    if (ivs[i].base)
      {
	gimple_stmt_iterator gsi = gsi_for_stmt (phis[i]);
	remove_phi_node (&gsi, true);
      }
  redirect_edge_and_branch (s->leave, n.next);
  redirect_edge_var_map_clear (s->leave);
  free_dominance_info (CDI_DOMINATORS);
  loops_state_set (LOOPS_NEED_FIXUP);
  return n;
}

bool
plug_nest_possible_p (class loop *loop)
{
  struct split s;
  s.loop = loop;
  return loop->latch && find_places (&s) && closed_p (&s);
}

void
plug_make_nest (class loop *loop, tree divisor)
{
  struct split s;
  s.loop = loop;
  gcc_assert (find_places (&s));
  s.divisor = divisor;
  s.exact = true;
  s.type = TREE_TYPE (gimple_phi_result (s.counter));
  split (&s);
}

tree
plug_count_of (class loop *loop)
{
  struct split s;
  s.loop = loop;
  return (loop->latch && find_count (&s) && closed_p (&s)
	  ? fold_convert (TREE_TYPE (gimple_phi_result (s.counter)), s.count)
	  : NULL_TREE);
}

struct plug_nest
plug_make_blocks (class loop *loop, HOST_WIDE_INT size)
{
  struct split s;
  s.loop = loop;
  gcc_assert (find_count (&s));
  s.type = TREE_TYPE (gimple_phi_result (s.counter));
  s.divisor = build_int_cst (s.type, size);
  s.exact = false;
  return split (&s);
}

/* Split LOOP or, if it need not be, one inside of it.  */
static bool
split_one (class loop *loop)
{
  struct split s;
  s.loop = loop;
  if (loop_outer (loop) && loop->latch && find_places (&s) && find_divisor (&s)
      && closed_p (&s))
    {
      tree own = TREE_TYPE (gimple_phi_result (s.counter));
      s.type = own;
      for (const struct part &p : s.parts)
	if (TYPE_PRECISION (TREE_TYPE (gimple_assign_lhs (p.stmt)))
	    > TYPE_PRECISION (s.type))
	  s.type = long_long_integer_type_node;
      split (&s);
      return true;
    }
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    if (split_one (inner))
      return true;
  return false;
}

void
plug_make_nests (void)
{
  int n = 0;
  for (; n < MAX_SPLITS && split_one (current_loops->tree_root); n++)
    plug_prepare_loops ();
  if (n)
    {
      plug_propagate_constants ();
      plug_prepare_loops ();
    }
}
