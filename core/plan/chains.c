/* chains.c: chains of iterations within the layers of a plan.

   SPDX-License-Identifier: Apache-2.0

   The iterations of a layer's distributed loop don't depend on each other.
   Those of other loops in it may: c[i][j] += a[i][k] * b[k][j] is a chain along
   k.  Which iteration needs what an earlier one of the same run wrote is taken
   from the exact flow of the loop alone, where some element that it writes is
   read in a later iteration at all.

   Example: x[i] = x[i - 3] + 1, i < 12, is three chains beside each other: the
   iterations that depend on each other are 3 apart, and 4 of them have to wait
   for one another.  In x[i] = x[0] + 1 all wait for one iteration, 0.  */

#include "blocks.h"
#include "poly/graph.h"

#include <stdlib.h>
#include <string.h>

struct finding
{
  struct pram_poly *poly;
  struct pram_plan *plan;
  const struct pram_node *loop;
  struct pram_chain *chain;	/* of LOOP */
};

/* MAP, from instances of A to instances of B, where the loops around LOOP are
   in one iteration and LOOP in a later one.  */
static isl_map *
later_in_loop (const struct finding *f, const struct pram_poly_stmt *a,
	       const struct pram_poly_stmt *b, isl_map *map)
{
  int level = pram_poly_level (a, f->loop);
  for (int l = 0; l < level; l++)
    if (a->residues[l] != b->residues[l])
      map = isl_map_intersect (map, isl_map_empty (isl_map_get_space (map)));
    else
      map = isl_map_equate (map, isl_dim_in, l, isl_dim_out, l);
  return isl_map_order_lt (map, isl_dim_in, level, isl_dim_out, level);
}

/* Does an instance of R read by READ what one of W in an earlier iteration of
   the loop wrote, unless that was overwritten?  */
static bool
may_flow_p (const struct finding *f, const struct pram_poly_stmt *w,
	    const struct pram_access *write, const struct pram_poly_stmt *r,
	    const struct pram_access *read)
{
  if (!write->write || read->write || write->array != read->array
      || pram_poly_apart_p (f->poly, write, read))
    return false;
  isl_map *pairs = isl_map_apply_range
    (pram_poly_access (f->poly, w, write),
     isl_map_reverse (pram_poly_access (f->poly, r, read)));
  pairs = later_in_loop (f, w, r, pairs);
  bool may = isl_map_is_empty (pairs) != isl_bool_true;
  isl_map_free (pairs);
  return may;
}

/* An access of those that are alike.  */
struct one
{
  const struct pram_poly_stmt *stmt;
  const struct pram_access *access;
};

/* Add ACCESS of STMT to LIST of N, unless one like it is there.  */
static void
add_one (const struct pram_poly *poly, struct one **list, int *n,
	 const struct pram_poly_stmt *stmt, const struct pram_access *access)
{
  for (int k = 0; k < *n; k++)
    {
      const struct one *o = &(*list)[k];
      if (o->access->write == access->write && o->access->array == access->array
	  && (pram_poly_kind (poly, o->stmt, o->access)
	      == pram_poly_kind (poly, stmt, access)))
	return;
    }
  *PRAM_ARENA_PUSH (poly->prog->arena, *list, *n) = (struct one) { stmt, access };
}

static bool
any_flow_p (const struct finding *f)
{
  const struct pram_poly *poly = f->poly;
  struct one *list = NULL;
  int n = 0;
  for (int s = 0; s < poly->n_stmts; s++)
    for (int a = 0; pram_poly_inside_p (&poly->stmts[s], f->loop)
		    && a < poly->stmts[s].node->n_accesses; a++)
      add_one (poly, &list, &n, &poly->stmts[s], &poly->stmts[s].node->accesses[a]);
  for (int w = 0; w < n; w++)
    for (int r = 0; r < n; r++)
      if (may_flow_p (f, list[w].stmt, list[w].access, list[r].stmt, list[r].access))
	return true;
  return false;
}

/* The value of VAL, which is taken; OTHERWISE if there is none.  */
static int64_t
integer (isl_val *val, int64_t otherwise)
{
  int64_t value = val && isl_val_is_int (val) == isl_bool_true
		  ? isl_val_get_num_si (val) : otherwise;
  isl_val_free (val);
  return value;
}

/* MAP, the dimensions up to LEVEL of its domain and of its range, with nothing
   else in its space.  */
static isl_map *
up_to_level (isl_map *map, int level)
{
  for (int k = 0; k < 2; k++)
    {
      enum isl_dim_type side = k ? isl_dim_out : isl_dim_in;
      map = isl_map_reset_tuple_id (map, side);
      map = isl_map_project_out (map, side, level + 1,
				 isl_map_dim (map, side) - level - 1);
    }
  return map;
}

/* How far apart two sources of MAP are at most that differ in dimension LEVEL
   alone.  */
static isl_val *
span_of (isl_map *map, int level)
{
  isl_map *sources = isl_map_from_range (isl_map_domain (map));
  sources = isl_map_move_dims (sources, isl_dim_in, 0, isl_dim_out, 0, level);
  isl_map *pairs = isl_map_apply_range (isl_map_reverse
					(isl_map_copy (sources)), sources);
  return isl_set_dim_max_val (isl_map_deltas (pairs), 0);
}

/* Let the chain have the dependences of MAP, from the iterations of the loop,
   dimension LEVEL, to later ones.  */
static void
add_dependences (const struct finding *f, isl_map *map, int level)
{
  struct pram_chain *c = f->chain;
  int64_t span = integer (span_of (isl_map_copy (map), level), INT64_MAX);
  int64_t apart = integer (isl_set_dim_min_val (isl_map_deltas (map), level),
			   1);
  if (!c->apart || apart < c->apart)
    c->apart = apart;
  c->span = span > c->span ? span : c->span;
}

/* Look at MAP of a graph, { S -> R }.  */
static isl_stat
look_at_flow (isl_map *map, void *data)
{
  const struct finding *f = data;
  const char *name = isl_map_get_tuple_name (map, isl_dim_out);
  const struct pram_poly_stmt *r = pram_poly_stmt_of (f->poly, name);
  const struct pram_poly_stmt *w
    = pram_poly_stmt_of (f->poly, isl_map_get_tuple_name (map, isl_dim_in));
  if (!r)
    {
      isl_map_free (map);
      return isl_stat_ok;
    }
  int read = atoi (strchr (name, '_') + 1);
  int level = pram_poly_level (r, f->loop);
  map = later_in_loop (f, w, r, map);
  if (isl_map_is_empty (map) == isl_bool_true)
    isl_map_free (map);
  else if (r->node->accesses[read].step)
    {
      f->chain->combined = true;
      isl_map_free (map);
    }
  else
    add_dependences (f, up_to_level (map, level), level);
  return isl_stat_ok;
}

static void
find_chain (struct finding *f)
{
  if (!any_flow_p (f))
    return;
  struct pram_graph *graph = pram_graph_new (f->poly, f->loop);
  isl_union_map *flow
    = isl_union_map_range_factor_domain (isl_union_map_copy (graph->flow));
  if (flow)
    isl_union_map_foreach_map (flow, look_at_flow, f);
  else
    *f->chain = (struct pram_chain) { 1, INT64_MAX, false };
  isl_union_map_free (flow);
  pram_graph_free (graph);
}

/* Find the chains of the loops in NODE, which is a part of LAYER.  */
static void
find_in (struct finding *f, const struct pram_plan_layer *layer,
	 const struct pram_node *node)
{
  if (node->kind == PRAM_LOOP && node != layer->placement.loop
      && !node->order_reason)
    {
      f->loop = node;
      f->chain = &f->plan->chains[node->iterator];
      find_chain (f);
    }
  for (int i = 0; i < node->n_children; i++)
    find_in (f, layer, node->children[i]);
}

void
pram_plan_find_chains (struct pram_poly *poly, struct pram_plan *plan)
{
  struct finding f = { .poly = poly, .plan = plan };
  plan->chains = PRAM_ARENA_NEW (plan->prog->arena, struct pram_chain,
				 plan->prog->n_loops + 1);
  for (int l = 0; l < plan->n_layers; l++)
    if (plan->layers[l].placement.loop && !plan->layers[l].whole)
      find_in (&f, &plan->layers[l], plan->layers[l].node);
}
