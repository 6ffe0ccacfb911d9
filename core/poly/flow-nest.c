/* flow-nest.c: what happens inside of a nest, and what it writes.

   SPDX-License-Identifier: Apache-2.0

   Of flow.h; flow-nests.h says how.  */

#include "flow-nests.h"

isl_map *
pram_flow_elements (const struct builder *b,
		    const struct pram_poly_stmt *stmt,
		    const struct pram_access *access)
{
  return isl_map_reset_tuple_id (pram_poly_access (b->poly, stmt, access),
				 isl_dim_out);
}

static bool
same_subscripts_p (const struct pram_prog *prog,
		   const struct pram_poly_stmt *stmt,
		   const struct pram_access *x, const struct pram_access *y)
{
  for (int d = 0; d < prog->arrays[x->array].n_dims; d++)
    {
      const struct pram_affine *p = &x->subscript[d], *q = &y->subscript[d];
      if (p->constant != q->constant
	  || (x->div ? x->div[d] : 0) != (y->div ? y->div[d] : 0)
	  || (x->mod ? x->mod[d] : 0) != (y->mod ? y->mod[d] : 0))
	return false;
      for (int i = 0; i < stmt->depth; i++)
	if (pram_affine_coef (p, stmt->loops[i]->iterator)
	    != pram_affine_coef (q, stmt->loops[i]->iterator))
	  return false;
    }
  return true;
}

static bool
same_loops_p (const struct pram_poly_stmt *a, const struct pram_poly_stmt *b)
{
  if (a->depth != b->depth)
    return false;
  for (int i = 0; i < a->depth; i++)
    if (a->loops[i] != b->loops[i])
      return false;
  return true;
}

static bool
injective_p (const struct builder *b, const struct pram_poly_stmt *stmt,
	     const struct pram_access *access)
{
  isl_map *map = pram_flow_elements (b, stmt, access);
  bool injective = isl_map_is_injective (map) == isl_bool_true;
  isl_map_free (map);
  return injective;
}

static const struct pram_node *
layer_of (const struct builder *b, const struct pram_poly_stmt *stmt)
{
  const struct pram_node *const *layer = b->layers;
  while (*layer && !pram_poly_inside_p (stmt, *layer))
    layer++;
  return *layer;
}

/* How READ of R is served by W's only write, WRITE, of the same name.  */
static enum service
service_by (const struct builder *b, const struct pram_poly_stmt *r,
	    const struct pram_access *read, const struct pram_poly_stmt *w,
	    const struct pram_access *write)
{
  if (!same_loops_p (r, w)
      || !same_subscripts_p (b->poly->prog, r, read, write)
      || !injective_p (b, w, write))
    return UNKNOWN;
  /* Only this instance of the loops writes the element.  */
  if (w->number >= r->number)
    return NOT_SERVED;
  return !write->n_guards && layer_of (b, w) == layer_of (b, r)
	 ? SERVED : UNKNOWN;
}

enum service
pram_flow_service (const struct builder *b, const struct nest *nest,
		   const struct pram_poly_stmt *r,
		   const struct pram_access *read)
{
  enum service service = nest->permutes ? UNKNOWN : NOT_SERVED;
  for (int s = 0; s < b->poly->n_stmts && service != UNKNOWN; s++)
    {
      const struct pram_poly_stmt *w = &b->poly->stmts[s];
      if (!pram_poly_inside_p (w, nest->node))
	continue;
      for (int a = 0; a < w->node->n_accesses && service != UNKNOWN; a++)
	{
	  const struct pram_access *write = &w->node->accesses[a];
	  if (!write->write || write->array != read->array)
	    continue;
	  enum service by = service_by (b, r, read, w, write);
	  service = by == NOT_SERVED ? service : by;
	}
    }
  return service;
}

struct pram_graph *
pram_flow_graph (const struct builder *b, struct nest *nest)
{
  if (!nest->graph)
    nest->graph = pram_graph_new (b->poly, nest->node);
  return nest->graph;
}

/* --- What a nest writes ------------------------------------------------- */

static void
add_written (struct builder *b, struct writes *writes,
	     const struct pram_poly_stmt *stmt, isl_map *map)
{
  if (!pram_poly_unsure_p (b->poly, stmt))
    {
      isl_set *range = isl_map_range (isl_map_copy (map));
      writes->all = writes->all ? isl_set_union (writes->all, range) : range;
    }
  *PRAM_ARENA_PUSH (b->arena, writes->list, writes->n)
    = (struct written) { stmt, map };
}

struct collecting
{
  struct builder *b;
  struct writes *writes;
  int name;
};

/* Collect MAP of a graph, { S -> [R -> B] }, if it leads to the end.  */
static isl_stat
collect_last (isl_map *map, void *data)
{
  struct collecting *c = data;
  isl_map *last = isl_map_range_factor_range (isl_map_copy (map));
  isl_map *reader = isl_map_range_factor_domain (map);
  isl_stat all = last && reader ? isl_stat_ok : isl_stat_error;
  if (all == isl_stat_ok
      && !pram_poly_stmt_of (c->b->poly,
			     isl_map_get_tuple_name (reader, isl_dim_out))
      && pram_poly_array_of (isl_map_get_tuple_name (last, isl_dim_out))
	 == c->name)
    {
      const struct pram_poly_stmt *writer
	= pram_poly_stmt_of (c->b->poly,
			     isl_map_get_tuple_name (last, isl_dim_in));
      add_written (c->b, c->writes, writer,
		   isl_map_reset_tuple_id (isl_map_copy (last), isl_dim_out));
    }
  isl_map_free (last);
  isl_map_free (reader);
  return all;
}

/* The statement in NEST that is the only one to write NAME, with its access in
   *WRITE; null if there are several or none, which N tells.  */
static const struct pram_poly_stmt *
only_writer (const struct builder *b, const struct nest *nest, int name,
	     const struct pram_access **write, int *n)
{
  const struct pram_poly_stmt *writer = NULL;
  *n = 0;
  for (int s = 0; s < b->poly->n_stmts; s++)
    {
      const struct pram_poly_stmt *stmt = &b->poly->stmts[s];
      if (!pram_poly_inside_p (stmt, nest->node))
	continue;
      for (int a = 0; a < stmt->node->n_accesses; a++)
	if (stmt->node->accesses[a].write
	    && (stmt->node->accesses[a].array == name || nest->permutes))
	  {
	    ++*n;
	    writer = stmt;
	    *write = &stmt->node->accesses[a];
	  }
    }
  return *n == 1 && !nest->permutes ? writer : NULL;
}

/* The level of the innermost loop around STMT that may not run; -1: there is none.  */
static int
unsure_level (const struct pram_poly *poly, const struct pram_poly_stmt *stmt)
{
  int level = stmt->depth - 1;
  while (level >= 0 && !poly->counted[stmt->loops[level]->iterator])
    level--;
  return level;
}

/* The part of the body of STMT's loop at LEVEL that STMT is in.  */
static const struct pram_node *
segment_of (const struct pram_poly_stmt *stmt, int level)
{
  const struct pram_node *node = stmt->node;
  while (node->parent != stmt->loops[level])
    node = node->parent;
  return node;
}

/* STMT, or something around it in its loop at LEVEL, is under a condition on
   data.  */
static bool
conditional_p (const struct pram_poly_stmt *stmt, int level)
{
  bool conditional = false;
  for (const struct pram_node *n = stmt->node; n != stmt->loops[level];
       n = n->parent)
    conditional |= n->conditional;
  return conditional;
}

/* When FIRST writes in an iteration of the loop at LEVEL, which may not run, SECOND
   surely runs in that iteration, too, and later.  */
static bool
follows_p (const struct pram_poly *poly, const struct pram_poly_stmt *first,
	   const struct pram_poly_stmt *second, int level)
{
  return (level >= 0 && unsure_level (poly, second) == level
	  && first->loops[level] == second->loops[level]
	  && first->number < second->number
	  && segment_of (first, level) == segment_of (second, level)
	  && !conditional_p (second, level));
}

/* STMT writes all elements by accepting deposits.  */
static bool
accepts_p (const struct pram_prog *prog, const struct pram_poly_stmt *stmt)
{
  for (int i = 0; i < prog->n_offers; i++)
    if (prog->offers[i].accept && !prog->offers[i].exchanges
	&& pram_poly_inside_p (stmt, prog->offers[i].accept))
      return true;
  return false;
}

/* Drop from WRITES what is replaced in the same round of a loop that may not run: all
   that is written beside deposits is, by what accepts these.  */
static void
drop_replaced (const struct pram_poly *poly, struct writes *writes)
{
  int n = 0;
  for (int i = 0; i < writes->n; i++)
    {
      const struct written w = writes->list[i];
      int level = unsure_level (poly, w.stmt);
      bool replaced = false;
      for (int j = 0; j < writes->n; j++)
	replaced |= (accepts_p (poly->prog, writes->list[j].stmt)
		     && follows_p (poly, w.stmt, writes->list[j].stmt, level));
      if (replaced)
	isl_map_free (w.map);
      else
	writes->list[n++] = w;
    }
  writes->n = n;
}

const struct writes *
pram_flow_writes (struct builder *b, struct nest *nest, int name)
{
  struct writes *writes = &nest->writes[name];
  if (writes->known)
    return writes;
  writes->known = true;
  const struct pram_access *write = NULL;
  int n;
  const struct pram_poly_stmt *writer
    = only_writer (b, nest, name, &write, &n);
  if (writer && injective_p (b, writer, write))
    add_written (b, writes, writer, pram_flow_elements (b, writer, write));
  else if (n)
    {
      struct collecting c = { b, writes, name };
      isl_union_map_foreach_map (pram_flow_graph (b, nest)->flow,
				 collect_last, &c);
      drop_replaced (b->poly, writes);
    }
  return writes;
}
