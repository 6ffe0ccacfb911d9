/* emit-ways.cc: which ways inspectors go at tests that they don't know.

   SPDX-License-Identifier: GPL-3.0-or-later

     if (t[k] > 0.5) s += x[a[i]]; else s += x[b[i]];
     while (j < m && found[j] != column[k]) j++;

   Where data decide that only the layer itself has, and something is read on both ways,
   an inspector goes both, one after the other: where they meet it goes back to the
   second one.  A loop of which it doesn't know any end is left after one iteration,
   in which it reads the same as in all others; one that has another end goes on to
   that.  So more is noted than is read, which does no harm.  */

#include "pram-gcc.h"
#include "emit.h"

/* The edges by which the test at the end of BB stays in its loop, or not; false if it
   leaves none.  */
static bool
exit_edges (basic_block bb, edge *stay, edge *leave)
{
  class loop *loop = bb->loop_father;
  extract_true_false_edges_from_block (bb, stay, leave);
  if (!flow_bb_inside_loop_p (loop, (*stay)->dest))
    std::swap (*stay, *leave);
  return (loop_outer (loop) && flow_bb_inside_loop_p (loop, (*stay)->dest)
	  && !flow_bb_inside_loop_p (loop, (*leave)->dest));
}

bool
plug_ways_meet_p (const struct plug_layer *l, basic_block bb)
{
  basic_block meet = get_immediate_dominator (CDI_POST_DOMINATORS, bb);
  /* What a loop counts has gone on at its header.  */
  return (meet && meet->loop_father->header != meet
	  && flow_bb_inside_loop_p (l->loop, meet)
	  && (!l->distributed || flow_bb_inside_loop_p (l->distributed, meet)
	      || !flow_bb_inside_loop_p (l->distributed, bb)));
}

/* SLICE notes something in BB.  */
static bool
notes_in_p (struct plug_slice *slice, basic_block bb)
{
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
       gsi_next (&i))
    if (slice->reads.contains (gsi_stmt (i)))
      return true;
  return false;
}

/* … on the way that begins with E, in L, up to MEET and to the end of iterations.  */
static bool
notes_on_p (struct plug_slice *slice, const struct plug_layer *l, edge e,
	    basic_block meet)
{
  hash_set<basic_block> seen;
  auto_vec<edge> work;
  work.safe_push (e);
  while (!work.is_empty ())
    {
      edge to = work.pop (), next;
      edge_iterator i;
      basic_block bb = to->dest;
      if (bb == meet || dominated_by_p (CDI_DOMINATORS, to->src, bb)
	  || !flow_bb_inside_loop_p (l->loop, bb) || seen.add (bb))
	continue;
      if (notes_in_p (slice, bb))
	return true;
      FOR_EACH_EDGE (next, i, bb->succs)
	work.safe_push (next);
    }
  return false;
}

/* LOOP is left by a test that SLICE knows, too.  */
static bool
ends_p (struct plug_slice *slice, class loop *loop)
{
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  for (edge e : exits)
    if (!slice->unknown.contains (last_stmt (e->src)))
      return true;
  return false;
}

/* The ways that SLICE, of L, goes at the end of BB.  */
static struct plug_ways *
ways_at (struct plug_slice *slice, const struct plug_layer *l, basic_block bb)
{
  struct plug_ways *w = new plug_ways ();
  bool leaves = exit_edges (bb, &w->first, &w->second);
  w->bb = bb;
  w->meet = (plug_ways_meet_p (l, bb)
	     ? get_immediate_dominator (CDI_POST_DOMINATORS, bb) : NULL);
  bool notes[] = { notes_on_p (slice, l, w->first, w->meet),
		   notes_on_p (slice, l, w->second, w->meet) };
  bool ends = leaves && ends_p (slice, bb->loop_father);
  w->again = notes[1];
  w->toggles = leaves && !ends && notes[0];
  if (leaves ? !ends && !notes[0] : !notes[0] && notes[1])
    {
      std::swap (w->first, w->second);
      w->again = false;
    }
  return w;
}

void
plug_ways_find (struct plug_slice *slice, const struct plug_layer *l,
		basic_block *bbs, int n)
{
  for (int b = 0; b < n; b++)
    {
      gimple *last = last_stmt (bbs[b]);
      if (last && gimple_code (last) == GIMPLE_COND
	  && slice->unknown.contains (last))
	slice->ways.safe_push (ways_at (slice, l, bbs[b]));
    }
}

void
plug_ways_start (struct plug_clone *c)
{
  for (struct plug_ways *w : c->slice->ways)
    if (w->meet && (w->again || w->toggles))
      {
	w->second_next = plug_new_var (c, boolean_type_node, "second");
	plug_assign (c, w->second_next, boolean_false_node);
      }
}

tree
plug_ways_test (struct plug_clone *c, basic_block bb, gcond *)
{
  struct plug_ways *w = NULL;
  for (struct plug_ways *other : c->slice->ways)
    if (other->bb == bb)
      w = other;
  if (!w)
    return NULL_TREE;
  bool first = w->first->flags & EDGE_TRUE_VALUE;
  if (w->second_next && w->toggles)
    {
      tree before = plug_new_var (c, boolean_type_node, "before");
      plug_assign (c, before, w->second_next);
      plug_assign (c, w->second_next,
		   build1 (TRUTH_NOT_EXPR, boolean_type_node, before));
      return build2 (EQ_EXPR, boolean_type_node, before,
		     first ? boolean_false_node : boolean_true_node);
    }
  if (w->second_next)
    plug_assign (c, w->second_next, boolean_true_node);
  return first ? boolean_true_node : boolean_false_node;
}

/* The statements that take W's second way as a list of their own.  */
static tree
second_way (struct plug_clone *c, struct plug_ways *w)
{
  tree saved = c->list;
  c->list = alloc_stmt_list ();
  plug_assign (c, w->second_next, boolean_false_node);
  if (w->again)
    plug_clone_edge (c, w->second);
  std::swap (saved, c->list);
  return saved;
}

void
plug_ways_meet (struct plug_clone *c, basic_block bb)
{
  /* Inner ones first.  */
  for (unsigned k = c->slice->ways.length (); k-- > 0;)
    {
      struct plug_ways *w = c->slice->ways[k];
      if (w->meet == bb && w->second_next)
	plug_add (c, build3 (COND_EXPR, void_type_node, w->second_next,
			     second_way (c, w), NULL_TREE));
    }
}
