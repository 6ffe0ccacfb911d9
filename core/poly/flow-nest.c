/* flow-nest.c: what happens inside of a nest, and what it writes.

   SPDX-License-Identifier: Apache-2.0

   Of flow.h; flow-nests.h says how.  */

#include "flow-nests.h"

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
  struct form *form = pram_flow_form (b, w, write);
  if (!pram_poly_same_place_p (b->poly, r, read, w, write))
    return (pram_flow_apart_p (b->arena, pram_flow_form (b, r, read), form) ? NOT_SERVED
	    : UNKNOWN);
  if (!pram_flow_injective_p (b, form))
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

/* FORM is that of the write, or null if not all that it writes is there.  */
static void
add_written (struct builder *b, struct writes *writes,
	     const struct pram_poly_stmt *stmt, isl_map *map,
	     const struct form *form)
{
  isl_set *range = form ? isl_set_copy (form->range)
		   : isl_map_range (isl_map_copy (map));
  *PRAM_ARENA_PUSH (b->arena, writes->list, writes->n)
    = (struct written) { stmt, map, range, form };
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
		   isl_map_reset_tuple_id (isl_map_copy (last), isl_dim_out),
		   NULL);
    }
  isl_map_free (last);
  isl_map_free (reader);
  return all;
}

/* A write, and its statement.  */
struct writer
{
  const struct pram_poly_stmt *stmt;
  const struct pram_access *write;
  struct form *form;
};

/* The writes to NAME in NEST, *N of them.  */
static struct writer *
writers_of (const struct builder *b, const struct nest *nest, int name, int *n)
{
  struct writer *list = NULL;
  *n = 0;
  for (int s = 0; s < b->poly->n_stmts; s++)
    {
      const struct pram_poly_stmt *stmt = &b->poly->stmts[s];
      if (!pram_poly_inside_p (stmt, nest->node))
	continue;
      for (int a = 0; a < stmt->node->n_accesses; a++)
	if (stmt->node->accesses[a].write
	    && (stmt->node->accesses[a].array == name || nest->permutes))
	  *PRAM_ARENA_PUSH (b->arena, list, *n)
	    = (struct writer)
	      { stmt, &stmt->node->accesses[a],
		pram_flow_form (b, stmt, &stmt->node->accesses[a]) };
    }
  return list;
}

/* Of more writes it isn't looked at whether they have no element in common.  */
enum { MOST_WRITERS = 8 };

/* Do the N writes in LIST write each element once?  */
static bool
once_p (const struct builder *b, const struct writer *list, int n)
{
  for (int i = 0; i < n; i++)
    {
      if (!pram_flow_injective_p (b, list[i].form))
	return false;
      for (int j = 0; j < i; j++)
	if (!pram_flow_apart_p (b->arena, list[i].form, list[j].form))
	  return false;
    }
  return true;
}

/* SET, or null, and MORE.  */
static isl_set *
also (isl_set *set, isl_set *more)
{
  more = isl_set_copy (more);
  return set ? isl_set_union (set, more) : more;
}

/* Find what WRITES has together, and a convex set around it.  If each element of
   that is surely written it is the same: pieces that are strides apart may be all
   together.  */
static void
find_all (const struct builder *b, struct writes *writes)
{
  isl_set *any = NULL;
  for (int w = 0; w < writes->n; w++)
    {
      const struct written *written = &writes->list[w];
      any = also (any, written->range);
      if (!pram_poly_unsure_p (b->poly, written->stmt))
	writes->all = also (writes->all, written->range);
    }
  writes->box = any ? pram_flow_box (any) : NULL;
  isl_set_free (any);
  if (!writes->all || pram_flow_plain_p (writes->all)
      || isl_set_is_subset (writes->box, writes->all) != isl_bool_true)
    return;
  isl_set_free (writes->all);
  writes->all = isl_set_copy (writes->box);
}

/* In NEST another name is written as NAME is by LIST, N writes, each element once:
   what is known of it, or null.  */
static const struct writes *
alike (const struct builder *b, const struct nest *nest, int name,
       const struct writer *list, int n)
{
  for (int a = 0; a < b->poly->prog->n_arrays; a++)
    {
      const struct writes *other = &nest->writes[a];
      if (a == name || !other->once || other->n != n)
	continue;
      int same = 0;
      while (same < n && other->list[same].form == list[same].form
	     && pram_poly_unsure_p (b->poly, other->list[same].stmt)
		== pram_poly_unsure_p (b->poly, list[same].stmt))
	same++;
      if (same == n)
	return other;
    }
  return NULL;
}

const struct writes *
pram_flow_writes (struct builder *b, struct nest *nest, int name)
{
  struct writes *writes = &nest->writes[name];
  if (writes->known)
    return writes;
  writes->known = true;
  int n;
  const struct writer *list = writers_of (b, nest, name, &n);
  writes->once = (n && n <= MOST_WRITERS && !nest->permutes
		  && once_p (b, list, n));
  if (!n)
    return writes;
  const struct writes *other
    = writes->once ? alike (b, nest, name, list, n) : NULL;
  if (writes->once)
    for (int i = 0; i < n; i++)
      add_written (b, writes, list[i].stmt,
		   pram_flow_elements (b, list[i].stmt, list[i].write),
		   list[i].form);
  else
    {
      struct collecting c = { b, writes, name };
      isl_union_map_foreach_map (pram_flow_graph (b, nest)->flow,
				 collect_last, &c);
    }
  if (!other)
    find_all (b, writes);
  else
    {
      writes->all = isl_set_copy (other->all);
      writes->box = isl_set_copy (other->box);
    }
  if (!writes->once)
    pram_flow_drop_replaced (b->poly, writes);
  return writes;
}
