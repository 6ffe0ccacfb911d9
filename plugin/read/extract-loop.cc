/* extract-loop.cc: how often loops run and where they are left.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"

/* --- Exits -------------------------------------------------------------- */

/* Where the first statement of BB with a location is.  */
static location_t
block_location (basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (gimple_location (gsi_stmt (gsi)) != UNKNOWN_LOCATION)
      return gimple_location (gsi_stmt (gsi));
  return UNKNOWN_LOCATION;
}

location_t
plug_loop_location (class loop *loop)
{
  location_t test = UNKNOWN_LOCATION, first = UNKNOWN_LOCATION;
  basic_block *body = get_loop_body_in_dom_order (loop);
  for (unsigned i = 0; i < loop->num_nodes && test == UNKNOWN_LOCATION; i++)
    {
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, body[i]->succs)
	if (!flow_bb_inside_loop_p (loop, e->dest) && last_stmt (body[i]))
	  test = gimple_location (last_stmt (body[i]));
      if (first == UNKNOWN_LOCATION)
	first = block_location (body[i]);
    }
  free (body);
  return test != UNKNOWN_LOCATION ? test : first;
}

/* Exit edge E of L leaves from a test that every iteration reaches.  */
static bool
regular_exit_p (struct plug_loop *l, edge e)
{
  gimple *last = last_stmt (e->src);
  return (e->src->loop_father == l->loop && last
	  && gimple_code (last) == GIMPLE_COND
	  && dominated_by_p (CDI_DOMINATORS, l->loop->latch, e->src));
}

/* Put the exits into L, in the order in which they are passed.  False if some
   exit is irregular.  */
static bool
find_exits (struct plug_loop *l)
{
  auto_vec<edge> edges = get_loop_exit_edges (l->loop);
  unsigned i;
  edge e;
  bool regular = edges.length () <= PLUG_MAX_EXITS;
  FOR_EACH_VEC_ELT (edges, i, e)
    {
      if (!regular || !regular_exit_p (l, e))
	{
	  regular = false;
	  break;
	}
      int place = l->n_exits++;
      for (; place > 0 && dominated_by_p (CDI_DOMINATORS,
					  l->exits[place - 1].test, e->src);
	   place--)
	l->exits[place] = l->exits[place - 1];
      l->exits[place].test = e->src;
      l->exits[place].stay = EDGE_SUCC (e->src, EDGE_SUCC (e->src, 0) == e);
    }
  return regular;
}

int
plug_segment_of (struct plug_loop *l, basic_block bb)
{
  int segment = 0;
  for (int e = 0; e < l->n_exits; e++)
    segment += (bb != l->exits[e].test
		&& dominated_by_p (CDI_DOMINATORS, bb, l->exits[e].test));
  return segment;
}

/* --- Counts ------------------------------------------------------------- */

/* A variable of TYPE that changes by S does not wrap before the test against
   BOUND fails.  Signed variables need no test: overflow is
   undefined.  */
static bool
no_wrap_p (struct plug_extract *x, tree type, const struct plug_affine *bound,
	   HOST_WIDE_INT s, bool or_equal, class loop *at)
{
  HOST_WIDE_INT min, max;
  if (!TYPE_UNSIGNED (type) && TYPE_OVERFLOW_UNDEFINED (type))
    return true;
  if (!plug_affine_range (x, bound, at, &min, &max))
    return false;
  if (TYPE_PRECISION (type) >= HOST_BITS_PER_WIDE_INT)
    return s > 0 ? max < HOST_WIDE_INT_MAX - s : min >= -(s + !or_equal);
  HOST_WIDE_INT low = (HOST_WIDE_INT) TREE_INT_CST_LOW (TYPE_MIN_VALUE (type));
  HOST_WIDE_INT high = (HOST_WIDE_INT) TREE_INT_CST_LOW (TYPE_MAX_VALUE (type));
  return (s > 0 ? max + s - !or_equal <= high : min + s + !or_equal >= low);
}

/* All coefficients of E are multiples of A.  */
static bool
divisible_p (const struct plug_affine *e, HOST_WIDE_INT a)
{
  for (int d = 0; d < PLUG_MAX_DEPTH; d++)
    if (e->k[d] % a)
      return false;
  for (int t = 0; t < e->n_terms; t++)
    if (e->terms[t].k % a)
      return false;
  return true;
}

/* The number of k >= 0 before E - A * k turns negative.  A > 0.  */
static bool
count_until_negative (struct plug_extract *x, struct plug_affine *e,
		      HOST_WIDE_INT a, class loop *at,
		      struct plug_affine *count)
{
  *count = *e;
  if (!divisible_p (e, a))
    {
      if (!plug_split (x, count, a, false, at))
	return false;
      count->c++;
      return true;
    }
  HOST_WIDE_INT q = e->c / a;
  count->c = q - (e->c % a != 0 && e->c < 0) + 1;
  for (int d = 0; d < PLUG_MAX_DEPTH; d++)
    count->k[d] = e->k[d] / a;
  for (int t = 0; t < e->n_terms; t++)
    count->terms[t].k = e->terms[t].k / a;
  return true;
}

/* The number of k before DIFFERENCE + S * k = 0.  */
static bool
count_until_zero (struct plug_extract *x, struct plug_affine *difference,
		  HOST_WIDE_INT s, class loop *at, struct plug_affine *count)
{
  HOST_WIDE_INT min, max;
  memset (count, 0, sizeof *count);
  if (difference->c % s)
    return false;
  count->c = -(difference->c / s);
  for (int d = 0; d < PLUG_MAX_DEPTH; d++)
    if (difference->k[d] % s)
      return false;
    else
      count->k[d] = -(difference->k[d] / s);
  if (difference->n_terms)
    return false;
  count->exact = true;
  return plug_affine_range (x, count, at, &min, &max) && min >= 0;
}

/* Iterations of L while VARIABLE (which changes by S) CODE BOUND.  */
static bool
count_while (struct plug_extract *x, class loop *loop, enum tree_code code,
	     tree type, struct plug_affine *variable, HOST_WIDE_INT s,
	     struct plug_affine *bound, struct plug_affine *count)
{
  class loop *outer = loop_outer (loop);
  struct plug_affine e;
  if (!plug_affine_exact (x, variable, type, outer)
      || !plug_affine_exact (x, bound, type, outer))
    return false;
  bool up = code == LT_EXPR || code == LE_EXPR;
  bool or_equal = code == LE_EXPR || code == GE_EXPR;
  if (code == NE_EXPR)
    {
      e = *variable;
      return (plug_affine_add (&e, bound, -1)
	      && count_until_zero (x, &e, s, outer, count));
    }
  /* i < 1 is i == 0 if i is unsigned.  */
  if (code == EQ_EXPR)
    {
      e = *variable;
      memset (count, 0, sizeof *count);
      count->exact = true;
      if (!plug_affine_add (&e, bound, -1) || !plug_affine_constant (&e))
	return false;
      count->c = e.c == 0;
      return true;
    }
  if (up != (s > 0) || s == HOST_WIDE_INT_MIN
      || !no_wrap_p (x, type, bound, s, or_equal, outer))
    return false;
  e = up ? *bound : *variable;
  e.c -= !or_equal;
  return plug_affine_add (&e, up ? variable : bound, -1)
	 && count_until_negative (x, &e, s > 0 ? s : -s, outer, count);
}

/* What is unknown in the count of L, if it is a value that stays the same.  */
static void
remember_unknown (struct plug_extract *x, struct plug_loop *l)
{
  tree culprit = x->culprit;
  if (culprit && TREE_CODE (culprit) == SSA_NAME
      && SSA_NAME_IS_DEFAULT_DEF (culprit))
    l->unknown = culprit;
}

/* What LOOP's test compares, A and B, and their TYPE: for pointers into the same
   array, their distance from its start.  */
static bool
compared (struct plug_extract *x, class loop *loop, gcond *cond,
	  struct plug_affine *a, struct plug_affine *b, tree *type)
{
  tree lhs = gimple_cond_lhs (cond), rhs = gimple_cond_rhs (cond);
  struct plug_pointer p, q;
  *type = TREE_TYPE (lhs);
  if (INTEGRAL_TYPE_P (*type))
    return (plug_affine_of (x, lhs, loop, a)
	    && plug_affine_of (x, rhs, loop, b));
  if (!POINTER_TYPE_P (*type) || !plug_pointer_of (x, lhs, loop, &p)
      || !plug_pointer_of (x, rhs, loop, &q) || p.base != q.base
      || p.indirect || q.indirect)
    return false;
  *type = ssizetype;
  *a = p.offset;
  *b = q.offset;
  return true;
}

/* L, left by its only exit, is a counted loop.  */
static bool
count_latch (struct plug_extract *x, struct plug_loop *l)
{
  class loop *loop = l->loop;
  gcond *cond = as_a <gcond *> (last_stmt (l->exits[0].test));
  enum tree_code code = gimple_cond_code (cond);
  struct plug_affine a, b;
  tree type;
  int d = loop_depth (loop) - 1;
  if (d >= PLUG_MAX_DEPTH)
    return false;
  x->at = NULL;
  x->culprit = NULL_TREE;
  if (!compared (x, loop, cond, &a, &b, &type))
    {
      remember_unknown (x, l);
      return false;
    }
  if (!(l->exits[0].stay->flags & EDGE_TRUE_VALUE))
    code = invert_tree_comparison (code, false);
  if (b.k[d])
    {
      std::swap (a, b);
      code = swap_tree_comparison (code);
    }
  HOST_WIDE_INT s = a.k[d];
  if (!s || b.k[d])
    return false;
  a.k[d] = 0;
  return count_while (x, loop, code, type, &a, s, &b, &l->latch);
}

/* --- Loops -------------------------------------------------------------- */

/* Array accesses in BB.  */
static bool
block_accesses_p (struct plug_extract *x, basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      tree load, store;
      plug_references (gsi_stmt (gsi), &load, &store);
      if ((load && plug_classify_reference (x, gsi_stmt (gsi), load)
		   == PLUG_ARRAY)
	  || (store && plug_classify_reference (x, gsi_stmt (gsi), store)
		       == PLUG_ARRAY))
	return true;
    }
  return false;
}

/* Note the accesses in L's body, and on which side of its test they are.  */
static void
survey_body (struct plug_extract *x, struct plug_loop *l, bool *before,
	     bool *after)
{
  basic_block *body = get_loop_body (l->loop);
  *before = *after = false;
  for (unsigned i = 0; i < l->loop->num_nodes; i++)
    if (block_accesses_p (x, body[i]))
      {
	l->has_access = true;
	if (plug_segment_of (l, body[i]) > 0)
	  *after = true;
	else
	  *before = true;
      }
  free (body);
}

/* L's latch count says how often the accesses run.  */
static bool
count_accesses (struct plug_extract *x, struct plug_loop *l, bool before,
		bool after)
{
  HOST_WIDE_INT min, max;
  l->test_first = !before;
  if (before && after)
    return false;
  if (l->test_first)
    return true;
  /* do … while: runs once more than its latch.  */
  if (!plug_affine_range (x, &l->latch, loop_outer (l->loop), &min, &max))
    return false;
  if (max < 0)
    memset (&l->latch, 0, sizeof l->latch);
  return max < 0 || min >= 0;
}

static void
analyse (struct plug_extract *x, struct plug_loop *l)
{
  bool before, after;
  basic_block outside = x->at;
  tree culprit = x->culprit;
  bool regular = find_exits (l);
  survey_body (x, l, &before, &after);
  if (regular && l->n_exits == 1 && count_latch (x, l))
    {
      x->at = NULL;
      l->counted = count_accesses (x, l, before, after);
    }
  x->at = outside;
  x->culprit = culprit;
}

/* LOOP's description.  While it is being made the loop counts as not
   counted.  */
struct plug_loop *
plug_loop_of (struct plug_extract *x, class loop *loop)
{
  struct plug_loop *l = &x->loops[loop->num];
  if (l->state == 0)
    {
      l->state = 1;
      l->loop = loop;
      analyse (x, l);
      l->state = 2;
    }
  return l;
}

bool
plug_loop_runs_p (struct plug_loop *l)
{
  return (l->counted && plug_affine_constant (&l->latch)
	  && l->latch.c >= 1);
}

/* Refuse what has no regular form, in LOOP and the loops in it.  */
bool
plug_loop_check (struct plug_extract *x, class loop *loop)
{
  struct plug_loop *l = plug_loop_of (x, loop);
  location_t loc = plug_loop_location (loop);
  if (loop_depth (loop) > PLUG_MAX_DEPTH)
    return plug_refuse (x, loc, "loops are nested too deeply");
  auto_vec<edge> edges = get_loop_exit_edges (loop);
  unsigned i;
  edge e;
  if (edges.is_empty ())
    return plug_refuse (x, loc, "the loop never ends");
  if (edges.length () > PLUG_MAX_EXITS)
    return plug_refuse (x, loc, "the loop has too many exits");
  FOR_EACH_VEC_ELT (edges, i, e)
    if (!regular_exit_p (l, e))
      {
	gimple *last = last_stmt (e->src);
	if (last && gimple_location (last) != UNKNOWN_LOCATION)
	  loc = gimple_location (last);
	if (e->src->loop_father != loop)
	  return plug_refuse (x, loc, "more than one loop is left at once");
	return plug_refuse (x, loc, "the loop is left from under a condition: "
			    "combine the conditions into a variable and test "
			    "that at the end of the iteration");
      }
  return true;
}
