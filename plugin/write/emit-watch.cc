/* emit-watch.cc: accesses of loops that are taken not to use what they write.

   SPDX-License-Identifier: GPL-3.0-or-later

     if (mark[i]) { k = n + slot[i]; right[k] = right[i]; right[i] = k; }

   A layer that is watched (core/poly/offers.h) notes in its log, beside its deposits,
   its other accesses to the same array, in front of them:

     if (log) { next = …; next->where = …; next->iteration = i; }

   Who gets the deposits finds out whether any of them comes too late
   (runtime/watch.c).  */

#include "pram-gcc.h"
#include "emit.h"
#include "read/extract.h"

/* Bytes of what is noted: the word and the iteration.  */
enum { ITERATION = 8, N_BYTES = 16 };

/* --- Which ones ------------------------------------------------------------- */

/* LOOP has accesses that are watched.  */
bool
plug_watched_in_p (const struct plug_emission *e, class loop *loop)
{
  for (int i = 0; i < e->n_layers; i++)
    {
      const struct plug_layer *l = &e->layers[i];
      if (l->loop && pram_node_watches_p (e->prog, l->plan->node, -1)
	  && (flow_loop_nested_p (loop, l->loop) || loop == l->loop
	      || flow_loop_nested_p (l->loop, loop)))
	return true;
    }
  return false;
}

static void
add_watch (struct plug_emission *e, const struct plug_layer *l, int array,
	   int line, void *cookie, int how)
{
  const struct plug_access *access = (const struct plug_access *) cookie;
  /* A write under a condition on data comes as a read, too.  */
  for (struct plug_watch &w : e->watches)
    if (w.access == access)
      {
	w.how |= how;
	return;
      }
  if (pram_node_deposits_late_p (e->prog, l->plan->node, array))
    how |= PRAM_SITE_LATE;
  struct plug_watch w = { access, l->loop, array, line,
			  how | PRAM_SITE_WATCHED };
  e->watches.safe_push (w);
}

void
plug_watches_prepare (struct plug_emission *e)
{
  const struct pram_prog *prog = e->prog;
  for (int i = 0; i < e->n_layers; i++)
    {
      const struct plug_layer *l = &e->layers[i];
      const struct pram_node *node = l->plan->node;
      if (l->plan->offer || !pram_node_watches_p (prog, node, -1))
	continue;
      auto_vec<const struct pram_access *> all;
      plug_collect_accesses (node, &all);
      for (const struct pram_access *a : all)
	if (pram_node_watches_p (prog, node, a->array))
	  add_watch (e, l, a->array, a->line, a->cookie,
		     a->write ? PRAM_SITE_WRITES : 0);
      for (int k = 0; k < prog->n_inspected; k++)
	{
	  const struct pram_inspected *in = &prog->inspected[k];
	  if (pram_node_inside_p (in->stmt, node)
	      && pram_node_watches_p (prog, node, in->array))
	    add_watch (e, l, in->array, in->line, in->cookie,
		       PRAM_SITE_CHOSEN);
	}
    }
}

/* --- Code ------------------------------------------------------------------- */

void
plug_watch_stmt (struct plug_clone *c, gimple *stmt)
{
  for (unsigned k = 0; k < c->e->watches.length (); k++)
    {
      const struct plug_watch &w = c->e->watches[k];
      if (w.access->stmt != stmt)
	continue;
      tree some = plug_new_label (c), none = plug_new_label (c);
      plug_branch (c, build2 (NE_EXPR, boolean_type_node, c->log, null_pointer_node),
		   some, none);
      plug_put_label (c, some);
      tree record = plug_log_record (c, w.access, c->e->sites.length () + k,
				     N_BYTES);
      plug_note_iteration (c, w.loop, record, ITERATION);
      plug_put_label (c, none);
    }
}

void
plug_watches_name (struct plug_clone *c)
{
  tree i32 = integer_type_node;
  for (unsigned k = 0; k < c->e->watches.length (); k++)
    {
      const struct plug_watch &w = c->e->watches[k];
      int number = c->e->sites.length () + k;
      tree bytes = fold_convert (i32, TYPE_SIZE_UNIT (TREE_TYPE (w.access->ref)));
      plug_name_site (c, number, w.line, w.array, N_BYTES, bytes, w.how,
		      null_pointer_node);
    }
}

tree
plug_conflict_emit (struct plug_emission *e, const struct plug_layer *l,
		    bool claims)
{
  const struct pram_node *node
    = claims ? l->plan->offer->before : l->plan->node;
  if (!pram_node_watches_p (e->prog, node, -1)
      || (!claims && !pram_node_settles_p (e->prog, node)))
    return NULL_TREE;
  return build_call_expr (plug_runtime_function ("PRAM_conflict",
						 integer_type_node, NULL_TREE),
			  0);
}
