/* extract-loop.cc: how often loops run and where they are left.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"

/* --- Heads -------------------------------------------------------------- */

/* Its test is a flag that the only iteration clears.  */
bool
plug_once_p (class loop *loop)
{
  gcond *test = safe_dyn_cast <gcond *> (last_stmt (loop->header));
  tree go = test ? gimple_cond_lhs (test) : NULL_TREE;
  gphi *phi = (go && TREE_CODE (go) == SSA_NAME
	       ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (go)) : NULL);
  return (phi && gimple_bb (phi) == loop->header
	  && TREE_CODE (TREE_TYPE (go)) == BOOLEAN_TYPE
	  && TREE_CODE (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop)))
	     == INTEGER_CST);
}

/* E leaves LOOP, and no other, from a test.  */
static bool
exit_p (class loop *loop, edge e)
{
  return (e->src->loop_father == loop && EDGE_COUNT (e->src->succs) == 2
	  && !(e->flags & EDGE_COMPLEX)
	  && safe_dyn_cast <gcond *> (last_stmt (e->src)));
}

bool
plug_find_head (class loop *loop, bitmap head)
{
  auto_vec<basic_block> rest;
  for (edge e : get_loop_exit_edges (loop))
    if (!exit_p (loop, e))
      return false;
    else if (bitmap_set_bit (head, e->src->index))
      rest.safe_push (e->src);
  while (!rest.is_empty ())
    {
      basic_block bb = rest.pop ();
      edge_iterator i;
      edge e;
      if (bb != loop->header)
	FOR_EACH_EDGE (e, i, bb->preds)
	  if (bitmap_set_bit (head, e->src->index))
	    rest.safe_push (e->src);
    }
  return true;
}

/* Nothing in BB, of LOOP, can be noticed from outside; ALONE: nor does it look
   at memory.  */
static bool
pure_block_p (class loop *loop, basic_block bb, bool alone)
{
  if (bb->loop_father != loop)
    return false;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
       gsi_next (&i))
    if (gimple_vdef (gsi_stmt (i)) || gimple_has_side_effects (gsi_stmt (i))
	|| (alone && gimple_vuse (gsi_stmt (i))))
      return false;
  return true;
}

bool
plug_head_pure_p (class loop *loop, bool alone)
{
  auto_bitmap head;
  unsigned bb;
  bitmap_iterator i;
  if (!plug_find_head (loop, head))
    return false;
  EXECUTE_IF_SET_IN_BITMAP (head, 0, bb, i)
    if (!pure_block_p (loop, BASIC_BLOCK_FOR_FN (cfun, bb), alone))
      return false;
  return true;
}

/* --- Exits -------------------------------------------------------------- */

/* Every iteration comes to the test of L's exit E.  */
static bool
regular_exit_p (struct plug_loop *l, edge e)
{
  return (exit_p (l->loop, e)
	  && dominated_by_p (CDI_DOMINATORS, l->loop->latch, e->src));
}

/* Put the exits into L, in the order in which they are passed.  False if they
   can't be read.  */
static bool
find_exits (struct plug_loop *l)
{
  auto_vec<edge> edges = get_loop_exit_edges (l->loop);
  auto_bitmap head;
  l->n_exits = 0;
  l->regular = true;
  if (edges.length () > PLUG_MAX_EXITS || !plug_find_head (l->loop, head))
    return l->regular = false;
  for (edge e : edges)
    l->regular &= regular_exit_p (l, e);
  if (!l->regular && !plug_head_pure_p (l->loop, true))
    return false;
  int n = 0;
  int *order = XNEWVEC (int, n_basic_blocks_for_fn (cfun));
  n = pre_and_rev_post_order_compute_fn (cfun, NULL, order, false);
  for (int i = 0; i < n; i++)
    for (edge e : edges)
      if (e->src->index == order[i])
	{
	  edge stay = EDGE_SUCC (e->src, EDGE_SUCC (e->src, 0) == e);
	  l->exits[l->n_exits++] = { e->src, stay };
	}
  free (order);
  return true;
}

/* Where some iterations come to some exits only they stand in the head, which
   accesses nothing.  */
int
plug_segment_of (struct plug_loop *l, basic_block bb)
{
  int segment = 0;
  if (!l->regular && l->n_exits)
    {
      auto_bitmap head;
      plug_find_head (l->loop, head);
      return bitmap_bit_p (head, bb->index) ? 0 : l->n_exits;
    }
  for (int e = 0; e < l->n_exits; e++)
    segment += (bb != l->exits[e].test
		&& dominated_by_p (CDI_DOMINATORS, bb, l->exits[e].test));
  return segment;
}

/* --- Loops -------------------------------------------------------------- */

bool
plug_block_accesses_p (struct plug_extract *x, basic_block bb)
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
    if (plug_block_accesses_p (x, body[i]))
      {
	l->has_access = true;
	if (plug_segment_of (l, body[i]) == l->n_exits)
	  *after = true;
	else
	  *before = true;
      }
  free (body);
}

/* L stands at AT and is left under N conditions LEAVE: tell the scope.  */
static void
define (struct plug_extract *x, struct plug_loop *l, struct pram_position at,
	int n, const struct pram_expr *const *leave)
{
  struct pram_source *source = x->source;
  struct pram_source_loop *loop = &source->loops[l->number];
  loop->at = at;
  loop->n_leave = n;
  loop->leave = PRAM_ARENA_NEW (source->arena, const struct pram_expr *, n + 1);
  for (int k = 0; k < n; k++)
    loop->leave[k] = leave[k];
  if (!source->n_order || source->order[source->n_order - 1] != l->number)
    *PRAM_ARENA_PUSH (source->arena, source->order, source->n_order)
      = l->number;
  if (x->survey)
    return;
  loop->level = plug_level_p (x, l->loop);
  if (loop->level)
    pram_scope_fix_loop (x->scope, l->number,
			 x->levels->iteration[l->loop->num]);
  pram_scope_end_loop (x->scope, l->number, at.passed, at.when, n, leave);
}

/* The conditions under which L is left, and how often it runs if these are
   known and accesses are all on one side of its test.  */
static void
count (struct plug_extract *x, struct plug_loop *l, bool known, bool mixed)
{
  const struct pram_expr *leave[PLUG_MAX_EXITS];
  struct pram_position at
    = plug_position_of (x, l->loop->header, loop_outer (l->loop));
  int n = known ? l->n_exits : 0;
  for (int k = 0; k < n; k++)
    {
      edge stay = l->exits[k].stay;
      basic_block test = l->exits[k].test;
      edge exit = EDGE_SUCC (test, EDGE_SUCC (test, 0) == stay);
      leave[k] = plug_running (x, l->loop, plug_leave_condition (x, exit));
      if (!l->regular)
	leave[k] = pram_expr_both (x->exprs, plug_block_condition
						 (x, test, l->loop), leave[k]);
    }
  define (x, l, at, n, leave);
  x->source->loops[l->number].late = plug_late_of (x, l->loop);
  if (x->survey || plug_level_p (x, l->loop))
    return;
  l->counted = (n > 0 && !mixed && (n == 1 || plug_head_pure_p (l->loop, true))
		&& pram_scope_counted_p (x->scope, l->number));
  x->source->loops[l->number].counted = l->counted;
  if (l->counted)
    return;
  tree culprit = plug_culprit_of (x, pram_scope_loop_blame (x->scope,
							    l->number));
  if (n == 1 && culprit && TREE_CODE (culprit) == SSA_NAME
      && SSA_NAME_IS_DEFAULT_DEF (culprit))
    l->unknown = culprit;
  /* A loop that is not counted has any number of iterations.  */
  define (x, l, at, 0, NULL);
}

static void
analyse (struct plug_extract *x, struct plug_loop *l)
{
  bool before, after;
  bool known = find_exits (l);
  survey_body (x, l, &before, &after);
  l->test_first = !before;
  count (x, l, known, before && after);
}

/* LOOP's description.  While it is being made the loop counts as not
   counted.  */
struct plug_loop *
plug_loop_of (struct plug_extract *x, class loop *loop)
{
  struct plug_loop *l = &x->loops[loop->num];
  class loop *outer = loop_outer (loop);
  if (l->state == 0)
    {
      l->loop = loop;
      plug_loop_number (x, loop);
      bool settled = !x->n_pending;
      if (loop_outer (outer))
	{
	  struct plug_loop *around = plug_loop_of (x, outer);
	  settled &= around->state == 2;
	}
      l->state = 1;
      analyse (x, l);
      /* What is known so far may be less than what will be.  */
      l->state = settled ? 2 : 0;
    }
  return l;
}

struct pram_position
plug_position_of (struct plug_extract *x, basic_block bb, class loop *loop)
{
  struct pram_position at = { 0, plug_block_condition (x, bb, loop) };
  if (loop_outer (loop))
    {
      at.passed = plug_segment_of (&x->loops[loop->num], bb);
      at.when = plug_running (x, loop, at.when);
    }
  return at;
}

const struct pram_place *
plug_place_of (struct plug_extract *x, basic_block bb, class loop *loop)
{
  if (loop_outer (loop))
    plug_loop_of (x, loop);
  struct pram_position at = plug_position_of (x, bb, loop);
  return pram_scope_place (x->scope, plug_loop_number (x, loop), at.passed,
			   at.when);
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
    if (!l->counted && !regular_exit_p (l, e))
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
