/* capped.cc: loops that run as far as a counted loop has come.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (j = 0; j < m; j++)
       {
	 …
	 k = j + 1;
	 if (res < tol)
	   break;
       }
     for (j = k - 1; j >= 0; j--) …
     for (j = 0; j < k; j++)
       for (i = 0; i < n; i++)
	 x[i] += y[j] * v[j][i];

   What iterations these loops have only data tell, so nothing that they access
   can be planned.  But K is never more than M, so

     for (j = m - 1; j >= 0; j--)
       if (j < k) …
     for (j = 0; j < m; j++)
       if (j < k)
	 for (i = 0; i < n; i++)
	   x[i] += y[j] * v[j][i];

   Requires: SSA, loops with their exits recorded, preheaders and simple latches,
   dominators, scalar evolution.  Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* --- How much a value is at most ------------------------------------------ */

/* What some value is at most: the largest of the VALUES, each with something
   added.  */
struct cap
{
  struct plug_region *region;
  class loop *loop;		/* for whose header that is */
  auto_vec<tree> values;
  auto_vec<HOST_WIDE_INT> plus;
  hash_map<tree, HOST_WIDE_INT> seen;	/* PHIs, with what is added to them */
};

/* Let *TEST be that of LOOP's header, which ends the loop, and *EXIT where it
   does.  Returns how the test's operands compare as long as it doesn't, or
   ERROR_MARK.  */
static tree_code
goes_on (class loop *loop, gcond **test, edge *exit)
{
  edge yes, no;
  *test = safe_dyn_cast <gcond *> (last_stmt (loop->header));
  if (!*test)
    return ERROR_MARK;
  extract_true_false_edges_from_block (loop->header, &yes, &no);
  bool stays = flow_bb_inside_loop_p (loop, yes->dest);
  if (stays == flow_bb_inside_loop_p (loop, no->dest))
    return ERROR_MARK;
  *exit = stays ? no : yes;
  tree_code code = gimple_cond_code (*test);
  return stays ? code : invert_tree_comparison (code, false);
}

/* VALUE is known in front of LOOP.  */
static bool
known_before_p (class loop *loop, tree value)
{
  basic_block in = (TREE_CODE (value) == SSA_NAME
		    ? gimple_bb (SSA_NAME_DEF_STMT (value)) : NULL);
  return !in || !flow_bb_inside_loop_p (loop, in);
}

/* CAP's value may be VALUE, of which it is known that it is no data, and PLUS.
   */
static bool
add_cap (struct cap *cap, tree value, HOST_WIDE_INT plus)
{
  if (TREE_CODE (value) != SSA_NAME && TREE_CODE (value) != INTEGER_CST)
    return false;
  if (TREE_CODE (value) == SSA_NAME
      && (plug_data_p (cap->region, cap->loop, value)
	  || (!SSA_NAME_IS_DEFAULT_DEF (value)
	      && !dominated_by_p (CDI_DOMINATORS, cap->loop->header,
				  gimple_bb (SSA_NAME_DEF_STMT (value))))))
    return false;
  cap->values.safe_push (value);
  cap->plus.safe_push (plus);
  return true;
}

/* IV, a counter of LOOP's header, is at most *BOUND + *PLUS where an iteration has
   begun, what the header compares another one with.  */
static bool
counted_up_p (class loop *loop, const affine_iv *iv, tree *bound,
	      HOST_WIDE_INT *plus)
{
  gcond *test;
  edge exit;
  affine_iv tested;
  tree_code code = goes_on (loop, &test, &exit);
  if ((code != LT_EXPR && code != LE_EXPR)
      || !known_before_p (loop, gimple_cond_rhs (test))
      || !simple_iv (loop, loop, gimple_cond_lhs (test), &tested, true)
      || !integer_onep (tested.step) || !integer_onep (iv->step))
    return false;
  tree ahead = fold_build2 (MINUS_EXPR, TREE_TYPE (iv->base),
			    plug_strip_copies (iv->base),
			    plug_strip_copies (tested.base));
  if (!tree_fits_shwi_p (ahead))
    return false;
  *bound = gimple_cond_rhs (test);
  *plus = tree_to_shwi (ahead) - (code == LT_EXPR);
  return true;
}

/* PHI, of a loop's header, counts up, and is used in AT: add what it is at
   most there, plus PLUS.  */
static bool
cap_counter (struct cap *cap, gphi *phi, basic_block at, HOST_WIDE_INT plus)
{
  class loop *loop = gimple_bb (phi)->loop_father;
  bool begun = at != loop->header && flow_bb_inside_loop_p (loop, at);
  affine_iv iv;
  tree bound;
  HOST_WIDE_INT more;
  return (loop->header == gimple_bb (phi)
	  && simple_iv (loop, loop, gimple_phi_result (phi), &iv, true)
	  && counted_up_p (loop, &iv, &bound, &more)
	  && (begun || add_cap (cap, plug_strip_copies (iv.base), plus))
	  && add_cap (cap, bound, plus + more + !begun));
}

/* Add to CAP what VALUE, used in AT, is at most, plus PLUS; false if that isn't
   known.  */
static bool
cap_value (struct cap *cap, tree value, basic_block at, HOST_WIDE_INT plus)
{
  gimple *def = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
  if (!def || SSA_NAME_IS_DEFAULT_DEF (value))
    return add_cap (cap, value, plus);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      if (cap_counter (cap, phi, at, plus))
	return true;
      bool existed;
      HOST_WIDE_INT &before = cap->seen.get_or_insert (value, &existed);
      if (existed)
	return before == plus;
      before = plus;
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	if (!cap_value (cap, gimple_phi_arg_def (phi, i),
			gimple_phi_arg_edge (phi, i)->src, plus))
	  return false;
      return true;
    }
  if (!is_gimple_assign (def))
    return false;
  tree first = gimple_assign_rhs1 (def), second = gimple_assign_rhs2 (def);
  if (gimple_assign_rhs_code (def) == PLUS_EXPR && tree_fits_shwi_p (second))
    return cap_value (cap, first, gimple_bb (def), plus + tree_to_shwi (second));
  if (gimple_assign_ssa_name_copy_p (def))
    return cap_value (cap, first, gimple_bb (def), plus);
  return add_cap (cap, value, plus);
}

/* The largest of what CAP has, in TYPE, but for what is less than LEAST; null if
   that is none.  */
static tree
largest (const struct cap *cap, tree least, tree type)
{
  tree max = NULL_TREE;
  for (unsigned k = 0; k < cap->values.length (); k++)
    {
      tree value = fold_build2 (PLUS_EXPR, type,
				fold_convert (type, cap->values[k]),
				build_int_cst (type, cap->plus[k]));
      if (TREE_CODE (value) == INTEGER_CST && TREE_CODE (least) == INTEGER_CST
	  && tree_int_cst_lt (value, least))
	continue;
      if (!max)
	max = value;
      else if (!operand_equal_p (max, value))
	max = fold_build2 (MAX_EXPR, type, max, value);
    }
  return max;
}

/* --- Which loops ---------------------------------------------------------- */

/* A loop whose header's TEST leads to EXIT, unless the COUNTER and what it is
   compared with are as CODE says; only data tell how often it runs.  */
struct capped
{
  class loop *loop;
  gcond *test;
  edge exit;
  tree_code code;
  gphi *counter;
  bool up;			/* it counts up; else down */
  tree data;			/* where it ends, or where it begins downwards */
  tree cap;			/* at most */
};

/* C's loop counts by one, and its counter isn't wanted afterwards.  */
static bool
counts_by_one_p (struct capped *c)
{
  affine_iv iv;
  tree counter = gimple_cond_lhs (c->test);
  gimple *def = TREE_CODE (counter) == SSA_NAME ? SSA_NAME_DEF_STMT (counter)
						: NULL;
  c->counter = def ? dyn_cast <gphi *> (def) : NULL;
  if (!c->counter || gimple_bb (c->counter) != c->loop->header
      || !INTEGRAL_TYPE_P (TREE_TYPE (counter))
      || TYPE_UNSIGNED (TREE_TYPE (counter))
      || !simple_iv (c->loop, c->loop, counter, &iv, true))
    return false;
  c->up = c->code == LT_EXPR || c->code == LE_EXPR;
  return ((c->up ? integer_onep (iv.step) : integer_minus_onep (iv.step))
	  && (c->up || c->code == GT_EXPR || c->code == GE_EXPR)
	  && !plug_used_after_p (c->loop, counter));
}

/* Only data tell how often LOOP, of REGION, runs, but there is a limit, as *C
   says then.  */
static bool
capped_p (struct plug_region *region, class loop *loop, struct capped *c)
{
  struct cap cap;
  c->loop = loop;
  c->code = goes_on (loop, &c->test, &c->exit);
  if (c->code == ERROR_MARK || single_exit (loop) != c->exit
      || !counts_by_one_p (c))
    return false;
  edge first = loop_preheader_edge (loop);
  tree begin = PHI_ARG_DEF_FROM_EDGE (c->counter, first);
  tree limit = gimple_cond_rhs (c->test);
  tree other = c->up ? begin : limit;
  c->data = c->up ? limit : begin;
  if (!known_before_p (loop, limit)
      || !plug_data_p (region, loop_outer (loop), c->data)
      || plug_data_p (region, loop_outer (loop), other))
    return false;
  cap.region = region;
  cap.loop = loop;
  /* Of less no iteration comes.  */
  tree type = TREE_TYPE (c->data), least = other;
  if (c->code == LT_EXPR || c->code == GT_EXPR)
    least = fold_build2 (PLUS_EXPR, type, plug_strip_copies (other),
			 build_one_cst (type));
  c->cap = (cap_value (&cap, c->data, first->src, 0)
	    ? largest (&cap, least, type) : NULL_TREE);
  return c->cap;
}

/* --- The change ----------------------------------------------------------- */

/* VALUE as an operand in front of LOOP.  */
static tree
in_front (class loop *loop, tree value)
{
  gimple_stmt_iterator at = gsi_last_bb (loop_preheader_edge (loop)->src);
  return force_gimple_operand_gsi (&at, value, true, NULL_TREE, false,
				   GSI_CONTINUE_LINKING);
}

/* Let C's loop run as often as it may at most.  */
static void
run_to_cap (const struct capped *c)
{
  tree cap = in_front (c->loop, c->cap), skip = make_ssa_name (boolean_type_node);
  gimple_stmt_iterator at = gsi_for_stmt (c->test);
  gsi_insert_before (&at, gimple_build_assign
			    (skip, c->up ? invert_tree_comparison (c->code, false)
				   : GT_EXPR,
			     gimple_phi_result (c->counter), c->data),
		     GSI_SAME_STMT);
  if (c->up)
    gimple_cond_set_rhs (c->test, cap);
  else
    SET_PHI_ARG_DEF (c->counter, loop_preheader_edge (c->loop)->dest_idx, cap);
  update_stmt (c->test);
  plug_skip_iterations (c->loop, c->exit, c->counter, skip,
			gimple_location (c->test));
}

/* Do so with LOOP, of REGION, or one in it; false if there is none.  */
static bool
cap_one (struct plug_region *region, class loop *loop)
{
  struct capped c;
  for (class loop *in = loop->inner; in; in = in->next)
    if (cap_one (region, in))
      return true;
  if (!loop_outer (loop) || !capped_p (region, loop, &c))
    return false;
  run_to_cap (&c);
  plug_settle_loops ();
  return true;
}

bool
plug_cap_loops (struct plug_region *region)
{
  bool any = false;
  while (cap_one (region, current_loops->tree_root))
    any = true;
  return any;
}
