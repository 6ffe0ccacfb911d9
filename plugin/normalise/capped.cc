/* capped.cc: loops that run as far as a counted loop has come, or has counted.

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

   So do lists that a loop has made, as

     for (i = 0, k = 0; i < n; i++)
       if (mark[i])
	 list[k++] = i;
     for (j = 0; j < k; j++) … list[j] …

   K grows by 1 in an iteration of the first loop at most, so it is at most N.  Of
   what comes from an array (n = first[n]) nothing is known, but that loops access no
   more elements than there are, as the array's type says or where it was allocated
   (front/lengths.cc).

   Requires: SSA, loops with their exits recorded, preheaders and simple latches,
   dominators, scalar evolution.  Provides: the same, built anew.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"

/* --- How much a value is at most ------------------------------------------ */

/* What some value is at most: the largest of the VALUES, each with something
   added, of LONG's type.  */
struct cap
{
  struct plug_region *region;
  class loop *loop;		/* for whose header that is */
  auto_vec<tree> values;
  auto_vec<tree> plus;
  hash_map<tree, tree> seen;	/* PHIs, with what is added to them */
};

/* Sums of this type don't overflow.  */
static tree
number (HOST_WIDE_INT n)
{
  return build_int_cst (long_long_integer_type_node, n);
}

static tree
sum_of (tree a, tree b)
{
  return fold_build2 (PLUS_EXPR, long_long_integer_type_node, a, b);
}

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

bool
plug_known_before_p (class loop *loop, tree value)
{
  basic_block in = (TREE_CODE (value) == SSA_NAME
		    ? gimple_bb (SSA_NAME_DEF_STMT (value)) : NULL);
  return !in || !flow_bb_inside_loop_p (loop, in);
}

/* VALUE is known in front of CAP's loop, and no data.  */
static bool
fixed_p (const struct cap *cap, tree value)
{
  if (TREE_CODE (value) != SSA_NAME)
    return TREE_CODE (value) == INTEGER_CST;
  return (!plug_data_p (cap->region, cap->loop, value)
	  && (SSA_NAME_IS_DEFAULT_DEF (value)
	      || dominated_by_p (CDI_DOMINATORS, cap->loop->header,
				 gimple_bb (SSA_NAME_DEF_STMT (value)))));
}

/* CAP's value may be VALUE, if that is fixed, and PLUS.  */
static bool
add_cap (struct cap *cap, tree value, tree plus)
{
  if (!fixed_p (cap, value))
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
      || !plug_known_before_p (loop, gimple_cond_rhs (test))
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
cap_counter (struct cap *cap, gphi *phi, basic_block at, tree plus)
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
	  && add_cap (cap, bound, sum_of (plus, number (more + !begun))));
}

/* --- How much a value grows ----------------------------------------------- */

/* How often LOOP, which counts up, runs at most, for CAP; null if that isn't known.
   */
static tree
most_iterations (const struct cap *cap, class loop *loop)
{
  gcond *test;
  edge exit;
  affine_iv tested;
  tree_code code = goes_on (loop, &test, &exit);
  if ((code != LT_EXPR && code != LE_EXPR)
      || !simple_iv (loop, loop, gimple_cond_lhs (test), &tested, true)
      || TREE_CODE (tested.step) != INTEGER_CST
      || tree_int_cst_sgn (tested.step) <= 0)
    return NULL_TREE;
  tree type = long_long_integer_type_node, bound = gimple_cond_rhs (test);
  tree base = plug_strip_copies (tested.base);
  if (!fixed_p (cap, bound) || !fixed_p (cap, base))
    return NULL_TREE;
  tree n = fold_build2 (MINUS_EXPR, type, fold_convert (type, bound),
			fold_convert (type, base));
  return fold_build2 (MAX_EXPR, type, sum_of (n, number (code == LE_EXPR)),
		      number (0));
}

/* What an iteration adds to FROM, of a loop's header, at most; by value.  */
struct growth
{
  struct cap *cap;
  gphi *from;
  hash_map<tree, tree> known;
};

static tree growth_of (struct cap *cap, gphi *phi);
static tree added_to (struct growth *g, tree value);

/* That of PHI, in G's loop.  */
static tree
added_to_phi (struct growth *g, gphi *phi)
{
  class loop *in = gimple_bb (phi)->loop_father;
  tree most = NULL_TREE;
  if (in->header == gimple_bb (phi))
    {
      tree before = added_to (g, PHI_ARG_DEF_FROM_EDGE
				   (phi, loop_preheader_edge (in)));
      tree more = before ? growth_of (g->cap, phi) : NULL_TREE;
      return more ? sum_of (before, more) : NULL_TREE;
    }
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      tree one = added_to (g, gimple_phi_arg_def (phi, i));
      if (!one)
	return NULL_TREE;
      most = most ? fold_build2 (MAX_EXPR, TREE_TYPE (one), most, one) : one;
    }
  return most;
}

/* That of what DEF, in G's loop, defines.  */
static tree
added_to_definition (struct growth *g, gimple *def)
{
  if (gphi *phi = dyn_cast <gphi *> (def))
    return added_to_phi (g, phi);
  if (!is_gimple_assign (def))
    return NULL_TREE;
  tree first = gimple_assign_rhs1 (def), second = gimple_assign_rhs2 (def);
  if (gimple_assign_ssa_name_copy_p (def))
    return added_to (g, first);
  if (gimple_assign_rhs_code (def) != PLUS_EXPR || !tree_fits_shwi_p (second))
    return NULL_TREE;
  tree before = added_to (g, first);
  return before ? sum_of (before, number (tree_to_shwi (second))) : NULL_TREE;
}

/* What has been added in VALUE; null if that isn't known.  */
static tree
added_to (struct growth *g, tree value)
{
  gimple *def = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
  if (def == g->from)
    return number (0);
  if (!def || !gimple_bb (def)
      || !flow_bb_inside_loop_p (gimple_bb (g->from)->loop_father, gimple_bb (def)))
    return NULL_TREE;
  if (tree *known = g->known.get (value))
    return *known;
  tree added = added_to_definition (g, def);
  g->known.put (value, added);
  return added;
}

/* How much PHI, of a loop's header, grows in all its iterations at most.  */
static tree
growth_of (struct cap *cap, gphi *phi)
{
  class loop *loop = gimple_bb (phi)->loop_father;
  tree type = long_long_integer_type_node;
  struct growth g;
  g.cap = cap;
  g.from = phi;
  tree n = most_iterations (cap, loop);
  tree each = n ? added_to (&g, PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop)))
	      : NULL_TREE;
  if (!each)
    return NULL_TREE;
  each = fold_build2 (MAX_EXPR, type, each, number (0));
  return fold_build2 (MULT_EXPR, type, n, each);
}

/* --- Values --------------------------------------------------------------- */

static bool cap_value (struct cap *cap, tree value, basic_block at, tree plus);

/* Add to CAP what PHI, whose block doesn't count, is at most, plus PLUS.  */
static bool
cap_phi (struct cap *cap, gphi *phi, tree plus)
{
  class loop *loop = gimple_bb (phi)->loop_father;
  tree growth = loop->header == gimple_bb (phi) ? growth_of (cap, phi) : NULL_TREE;
  if (growth)
    {
      edge first = loop_preheader_edge (loop);
      return cap_value (cap, PHI_ARG_DEF_FROM_EDGE (phi, first), first->src,
			sum_of (plus, growth));
    }
  bool existed;
  tree &before = cap->seen.get_or_insert (gimple_phi_result (phi), &existed);
  if (existed)
    return operand_equal_p (before, plus);
  before = plus;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (!cap_value (cap, gimple_phi_arg_def (phi, i),
		    gimple_phi_arg_edge (phi, i)->src, plus))
      return false;
  return true;
}

/* Add to CAP what VALUE, used in AT, is at most, plus PLUS; false if that isn't
   known.  */
static bool
cap_value (struct cap *cap, tree value, basic_block at, tree plus)
{
  gimple *def = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
  if (!def || SSA_NAME_IS_DEFAULT_DEF (value))
    return add_cap (cap, value, plus);
  if (gphi *phi = dyn_cast <gphi *> (def))
    return cap_counter (cap, phi, at, plus) || cap_phi (cap, phi, plus);
  if (!is_gimple_assign (def))
    return false;
  tree first = gimple_assign_rhs1 (def), second = gimple_assign_rhs2 (def);
  if (gimple_assign_rhs_code (def) == PLUS_EXPR && tree_fits_shwi_p (second))
    return cap_value (cap, first, gimple_bb (def),
		      sum_of (plus, number (tree_to_shwi (second))));
  /* An unsigned number of iterations isn't meant to be a negative one.  */
  if (gimple_assign_ssa_name_copy_p (def)
      || (CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def))
	  && INTEGRAL_TYPE_P (TREE_TYPE (first)) && !fixed_p (cap, value)))
    return cap_value (cap, first, gimple_bb (def), plus);
  return add_cap (cap, value, plus);
}

/* VALUE of CAP and what is added to it, in TYPE: if that is no constant, no more than
   TYPE has.  */
static tree
with_plus (tree value, tree plus, tree type)
{
  if (tree_fits_shwi_p (plus))
    return fold_build2 (PLUS_EXPR, type, fold_convert (type, value),
			fold_convert (type, plus));
  tree wide = TREE_TYPE (plus);
  tree sum = sum_of (fold_convert (wide, value), plus);
  if (TYPE_PRECISION (type) < TYPE_PRECISION (wide))
    sum = fold_build2 (MIN_EXPR, wide, sum,
		       fold_convert (wide, TYPE_MAX_VALUE (type)));
  return fold_convert (type, sum);
}

/* The largest of what CAP has, in TYPE, but for what is less than LEAST; null if
   that is none.  */
static tree
largest (const struct cap *cap, tree least, tree type)
{
  tree max = NULL_TREE;
  for (unsigned k = 0; k < cap->values.length (); k++)
    {
      tree value = with_plus (cap->values[k], cap->plus[k], type);
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
      || !simple_iv (c->loop, c->loop, counter, &iv, true))
    return false;
  c->up = c->code == LT_EXPR || c->code == LE_EXPR;
  return ((c->up || !TYPE_UNSIGNED (TREE_TYPE (counter)))
	  && (c->up ? integer_onep (iv.step) : integer_minus_onep (iv.step))
	  && (c->up || c->code == GT_EXPR || c->code == GE_EXPR)
	  && !plug_used_after_p (c->loop, counter));
}

/* --- How much there is to access ------------------------------------------ */

/* The number of the last element of the array of REGION that REF is an element of, or
   of a part; null if it isn't known.  *INDEX: the first subscript.  (Others are
   overrun on purpose.)  */
static tree
last_element (struct plug_region *region, tree ref, tree *index)
{
  while (handled_component_p (ref) && TREE_CODE (TREE_OPERAND (ref, 0)) != MEM_REF)
    ref = TREE_OPERAND (ref, 0);
  if (TREE_CODE (ref) != ARRAY_REF)
    return NULL_TREE;
  tree array = TREE_OPERAND (ref, 0), last = array_ref_up_bound (ref);
  *index = TREE_OPERAND (ref, 1);
  for (int p = 0; p < region->n_params; p++)
    if (TREE_OPERAND (array, 0) == ssa_default_def (cfun, region->params[p].parm)
	&& region->params[p].array_bytes > 0
	&& region->params[p].array_bytes == int_size_in_bytes (TREE_TYPE (array)))
      return last && tree_fits_shwi_p (last) ? last : NULL_TREE;
  return NULL_TREE;
}

/* VALUE grows by SIZE when C's counter grows by one: how far VALUE, by SIZE, is *AHEAD of
   that.  False if that isn't so, or isn't known.  */
static bool
ahead_p (const struct capped *c, tree value, HOST_WIDE_INT size,
	 HOST_WIDE_INT *ahead)
{
  affine_iv iv, counter;
  if (!simple_iv (c->loop, c->loop, value, &iv, true)
      || !simple_iv (c->loop, c->loop, gimple_phi_result (c->counter), &counter,
		     true)
      || !tree_fits_shwi_p (counter.step) || TREE_CODE (iv.step) != INTEGER_CST
      || tree_to_shwi (fold_convert (ssizetype, iv.step))
	 != size * tree_to_shwi (counter.step))
    return false;
  tree type = size == 1 ? TREE_TYPE (counter.base) : ssizetype;
  tree from = fold_convert (type, plug_strip_copies (iv.base));
  tree begin = fold_convert (type, plug_strip_copies (counter.base));
  tree bytes = fold_build2 (MINUS_EXPR, type, from,
			    fold_build2 (MULT_EXPR, type, begin,
					 build_int_cst (type, size)));
  if (!tree_fits_shwi_p (bytes))
    return false;
  *ahead = tree_to_shwi (bytes) / size;
  return true;
}

/* REF, which each iteration of C's loop accesses, is to an element of an array that is
   declared: what it lets the loop's counter be at most, or null.  */
static tree
limit_by_type (struct plug_region *region, const struct capped *c, tree ref)
{
  HOST_WIDE_INT ahead;
  tree index, last = last_element (region, ref, &index);
  return (last && ahead_p (c, index, 1, &ahead)
	  ? number (tree_to_shwi (last) - ahead) : NULL_TREE);
}

/* The parameter of REGION that POINTER is as the region begins, or null.  */
static const struct plug_param *
param_at_first (struct plug_region *region, tree pointer)
{
  gimple *def = SSA_NAME_DEF_STMT (pointer);
  tree from = gimple_assign_load_p (def) ? gimple_assign_rhs1 (def) : NULL_TREE;
  if (from && TREE_CODE (from) == MEM_REF && integer_zerop (TREE_OPERAND (from, 1)))
    pointer = TREE_OPERAND (from, 0);
  for (int p = 0; p < region->n_params; p++)
    if (pointer == ssa_default_def (cfun, region->params[p].parm))
      return &region->params[p];
  return NULL;
}

/* The parameter of REGION that says how many elements there are where POINTER leads, an
   array or one of several that loops exchange; -1: it isn't known.  */
static int
length_behind (struct plug_region *region, tree pointer)
{
  int length = -1;
  auto_vec<tree> all;
  all.safe_push (pointer);
  for (unsigned k = 0; k < all.length (); k++)
    if (TREE_CODE (all[k]) != SSA_NAME)
      return -1;
    else if (gphi *phi = dyn_cast <gphi *> (SSA_NAME_DEF_STMT (all[k])))
      {
	for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	  if (!all.contains (plug_strip_copies (gimple_phi_arg_def (phi, i))))
	    all.safe_push (plug_strip_copies (gimple_phi_arg_def (phi, i)));
      }
    else
      {
	const struct plug_param *first = param_at_first (region, all[k]);
	if (!first || first->length < 0 || (length >= 0 && first->length != length))
	  return -1;
	length = first->length;
      }
  return length;
}

/* The parameter of REGION that says how many elements the array has of which REF is one,
   or a part, *OFFSET bytes behind the first one, all of SIZE bytes; -1: it isn't known.  */
static int
allocated (struct plug_region *region, tree ref, tree *offset, HOST_WIDE_INT *size)
{
  tree base = get_base_address (ref);
  tree pointer = (base && TREE_CODE (base) == MEM_REF ? TREE_OPERAND (base, 0)
		  : NULL_TREE);
  gassign *def = (pointer && TREE_CODE (pointer) == SSA_NAME
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (pointer)) : NULL);
  if (!def || gimple_assign_rhs_code (def) != POINTER_PLUS_EXPR)
    return -1;
  tree array = gimple_assign_rhs1 (def);
  *offset = gimple_assign_rhs2 (def);
  *size = int_size_in_bytes (TREE_TYPE (TREE_TYPE (array)));
  return *size > 0 ? length_behind (region, array) : -1;
}

/* The same of an array that has been allocated.  */
static tree
limit_by_length (struct plug_region *region, const struct capped *c, tree ref)
{
  HOST_WIDE_INT ahead, size;
  tree offset;
  int length = allocated (region, ref, &offset, &size);
  if (length < 0 || !ahead_p (c, offset, size, &ahead))
    return NULL_TREE;
  tree parm = region->params[length].parm;
  return sum_of (fold_convert (long_long_integer_type_node,
			       get_or_create_ssa_default_def (cfun, parm)),
		 number (-1 - ahead));
}

/* Let *LEAST be at most what REF, if it isn't null, lets C's counter be.  */
static void
limit (struct plug_region *region, const struct capped *c, tree ref, tree *least)
{
  tree most = ref ? limit_by_type (region, c, ref) : NULL_TREE;
  if (ref && !most)
    most = limit_by_length (region, c, ref);
  if (most && *least)
    *least = fold_build2 (MIN_EXPR, TREE_TYPE (most), *least, most);
  else if (most)
    *least = most;
}

/* What C's data are at most, as each iteration of its loop, in REGION, accesses an
   element that there has to be; or null.  */
static tree
cap_of_elements (struct plug_region *region, const struct capped *c)
{
  tree least = NULL_TREE;
  int n;
  basic_block *bbs = plug_loop_blocks (c->loop, &n);
  for (int b = 0; b < n; b++)
    if (bbs[b]->loop_father == c->loop && bbs[b] != c->loop->header
	&& dominated_by_p (CDI_DOMINATORS, c->loop->latch, bbs[b]))
      for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i);
	   gsi_next (&i))
	{
	  tree load, store;
	  plug_references (gsi_stmt (i), &load, &store);
	  limit (region, c, load, &least);
	  limit (region, c, store, &least);
	}
  free (bbs);
  bool behind = c->up && c->code == LT_EXPR;
  return least ? fold_convert (TREE_TYPE (c->data), sum_of (least, number (behind)))
	       : NULL_TREE;
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
  if (!plug_known_before_p (loop, limit)
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
  tree counted = (cap_value (&cap, c->data, first->src, number (0))
		  ? largest (&cap, least, type) : NULL_TREE);
  tree there = cap_of_elements (region, c);
  c->cap = (counted && there ? fold_build2 (MIN_EXPR, type, counted, there)
	    : counted ? counted : there);
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

/* What the tests of loops inside of LOOP compare with, if it could be known in front of
   them, let be.  */
static void
hoist_limits (class loop *loop)
{
  for (class loop *in = loop->inner; in; in = in->next)
    {
      gcond *test = safe_dyn_cast <gcond *> (last_stmt (in->header));
      tree limit = test ? gimple_cond_rhs (test) : NULL_TREE;
      if (limit && TREE_CODE (limit) == SSA_NAME && plug_invariant_p (in, limit))
	plug_hoist (in, limit);
      hoist_limits (in);
    }
}

bool
plug_cap_loops (struct plug_region *region)
{
  bool any = false;
  hoist_limits (current_loops->tree_root);
  while (cap_one (region, current_loops->tree_root))
    any = true;
  return any;
}
