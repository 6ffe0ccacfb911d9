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
same_affine_p (const struct pram_poly_stmt *stmt, const struct pram_affine *p,
	       const struct pram_affine *q)
{
  bool same = p->constant == q->constant;
  for (int i = 0; i < stmt->depth; i++)
    same &= (pram_affine_coef (p, stmt->loops[i]->iterator)
	     == pram_affine_coef (q, stmt->loops[i]->iterator));
  return same;
}

static bool
same_subscripts_p (const struct pram_prog *prog,
		   const struct pram_poly_stmt *stmt,
		   const struct pram_access *x, const struct pram_access *y)
{
  for (int d = 0; d < prog->arrays[x->array].n_dims; d++)
    {
      const struct pram_affine *p = &x->subscript[d], *q = &y->subscript[d];
      if (!same_affine_p (stmt, p, q)
	  || (x->div ? x->div[d] : 0) != (y->div ? y->div[d] : 0)
	  || (x->mod ? x->mod[d] : 0) != (y->mod ? y->mod[d] : 0))
	return false;
    }
  return true;
}

static bool
same_guards_p (const struct pram_poly_stmt *stmt, const struct pram_access *x,
	       const struct pram_access *y)
{
  bool same = x->n_guards == y->n_guards;
  for (int g = 0; g < x->n_guards && same; g++)
    {
      const struct pram_guard *p = &x->guards[g], *q = &y->guards[g];
      same = (p->equality == q->equality && p->mod == q->mod
	      && p->times == q->times && p->plus == q->plus
	      && same_affine_p (stmt, &p->affine, &q->affine));
    }
  return same;
}

bool
pram_flow_repeated_p (const struct builder *b,
		      const struct pram_poly_stmt *stmt,
		      const struct pram_access *read)
{
  bool repeated = false;
  for (const struct pram_access *a = stmt->node->accesses;
       a < read && !repeated; a++)
    repeated = (!a->write && a->array == read->array
		&& same_subscripts_p (b->poly->prog, stmt, a, read)
		&& same_guards_p (stmt, a, read));
  return repeated;
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

/* No element is accessed by both X of P and Y of Q.  */
static bool
apart_p (const struct builder *b, const struct pram_poly_stmt *p,
	 const struct pram_access *x, const struct pram_poly_stmt *q,
	 const struct pram_access *y)
{
  isl_set *one = isl_map_range (pram_flow_elements (b, p, x));
  isl_set *other = isl_map_range (pram_flow_elements (b, q, y));
  bool apart = isl_set_is_disjoint (one, other) == isl_bool_true;
  isl_set_free (one);
  isl_set_free (other);
  return apart;
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
      || !same_subscripts_p (b->poly->prog, r, read, write))
    return apart_p (b, r, read, w, write) ? NOT_SERVED : UNKNOWN;
  if (!injective_p (b, w, write))
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
  isl_set *range = isl_map_range (isl_map_copy (map));
  *PRAM_ARENA_PUSH (b->arena, writes->list, writes->n)
    = (struct written) { stmt, map, range };
  if (pram_poly_unsure_p (b->poly, stmt))
    return;
  range = isl_set_copy (range);
  writes->all = writes->all ? isl_set_union (writes->all, range) : range;
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

/* A write, and its statement.  */
struct writer
{
  const struct pram_poly_stmt *stmt;
  const struct pram_access *write;
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
	    = (struct writer) { stmt, &stmt->node->accesses[a] };
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
      if (!injective_p (b, list[i].stmt, list[i].write))
	return false;
      for (int j = 0; j < i; j++)
	if (!apart_p (b, list[i].stmt, list[i].write, list[j].stmt,
		      list[j].write))
	  return false;
    }
  return true;
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
	{
	  isl_map_free (w.map);
	  isl_set_free (w.range);
	}
      else
	writes->list[n++] = w;
    }
  writes->n = n;
}

/* SET, or what it is the same as, without strides: the elements between those
   that are multiples, which together are all.  */
static isl_set *
without_strides (isl_set *set)
{
  if (!set || (isl_set_n_basic_set (set) == 1
	       && isl_set_involves_locals (set) != isl_bool_true))
    return set;
  isl_set *hull = isl_set_from_basic_set
    (isl_set_simple_hull (isl_set_remove_divs (isl_set_copy (set))));
  bool same = isl_set_is_subset (hull, set) == isl_bool_true;
  isl_set_free (same ? set : hull);
  return same ? hull : set;
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
  if (n <= MOST_WRITERS && !nest->permutes && once_p (b, list, n))
    for (int i = 0; i < n; i++)
      add_written (b, writes, list[i].stmt,
		   pram_flow_elements (b, list[i].stmt, list[i].write));
  else
    {
      struct collecting c = { b, writes, name };
      isl_union_map_foreach_map (pram_flow_graph (b, nest)->flow,
				 collect_last, &c);
      drop_replaced (b->poly, writes);
    }
  writes->all = without_strides (writes->all);
  return writes;
}
