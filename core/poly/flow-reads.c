/* flow-reads.c: go back from reads to those who wrote.

   SPDX-License-Identifier: Apache-2.0

   Of flow.h; flow-nests.h says how.  */

#include "flow-nests.h"

/* Elements looked for: { S -> [e] } of a reader, under a name.  */
struct search
{
  const struct pram_poly_stmt *reader;
  isl_map *rest;
  isl_set *box;			/* { [e] }: convex, around all of them */
  int name;
  bool around;			/* in an earlier iteration */
  struct seen **seen;		/* what has been looked for */
};

/* What has been looked for before a block.  A loop that may not run, or may end in several
   places, is left by many ways, which lead to the same blocks: without this there would be
   as many searches as there are ways through a sequence of such loops.  */
struct seen
{
  int block, name;
  bool around;
  isl_map *rest;
  struct seen *next;
};

/* S has been looked for before block number INDEX; if not it will have been.  */
static bool
seen_p (struct builder *b, const struct search *s, int index)
{
  for (const struct seen *k = *s->seen; k; k = k->next)
    if (k->block == index && k->name == s->name && k->around == s->around
	&& isl_map_plain_is_equal (k->rest, s->rest) == isl_bool_true)
      return true;
  struct seen *k = PRAM_ARENA_NEW (b->arena, struct seen, 1);
  *k = (struct seen) { index, s->name, s->around, isl_map_copy (s->rest), *s->seen };
  *s->seen = k;
  return false;
}

void
pram_flow_add_end (struct builder *b, struct pram_end **list, int *n,
		   const struct pram_poly_stmt *stmt, int object,
		   isl_map *map)
{
  *PRAM_ARENA_PUSH (b->arena, *list, *n)
    = (struct pram_end) { stmt, object, map };
}

/* … or as much as there is time for.  */
static bool
found_all_p (const struct builder *b, const struct search *s)
{
  return (isl_map_is_empty (s->rest) != isl_bool_false
	  || pram_poly_exceeded_p (b->poly));
}

/* No element looked for is in what WRITES writes, as far as it is quick to see.  */
static bool
apart_p (const struct search *s, const struct writes *writes)
{
  return (!writes->box
	  || isl_set_is_disjoint (s->box, writes->box) == isl_bool_true);
}

/* Take from S what NEST writes.  */
static void
search_nest (struct builder *b, struct search *s, struct nest *nest)
{
  const struct writes *writes = pram_flow_writes (b, nest, s->name);
  if (found_all_p (b, s) || apart_p (s, writes))
    return;
  for (int w = 0; w < writes->n; w++)
    {
      isl_map *met = isl_map_intersect_range
	(isl_map_copy (s->rest), isl_set_copy (writes->list[w].range));
      if (isl_map_is_empty (met) == isl_bool_true)
	isl_map_free (met);
      else
	*PRAM_ARENA_PUSH (b->arena, b->flows->flows, b->flows->n_flows)
	  = (struct pram_flow_part)
	    { .writer = writes->list[w].stmt, .reader = s->reader,
	      .form = writes->list[w].form, .around = s->around,
	      .from = isl_map_copy (writes->list[w].map), .to = met };
    }
  if (pram_flow_within_p (s->box, writes->all))
    {
      isl_space *space = isl_map_get_space (s->rest);
      isl_map_free (s->rest);
      s->rest = isl_map_empty (space);
    }
  else if (writes->all)
    s->rest = isl_map_subtract_range (s->rest, isl_set_copy (writes->all));
}

/* Take from S what the first N nests of BLOCK write.  */
static void
search_nests (struct builder *b, struct search *s, struct block *block, int n)
{
  for (int i = n - 1; i >= 0; i--)
    search_nest (b, s, &block->nests[i]);
}

static void search_before (struct builder *, struct search, int block);

/* Look for S, which is read in any iteration of block number INDEX or behind
   it, in the block's first N nests, and before them.  Takes S's map.  */
static void
search_block (struct builder *b, struct search s, int index, int n)
{
  struct block *block = &b->flows->blocks[index];
  search_nests (b, &s, block, n);
  if (!block->loop)
    {
      search_before (b, s, index);
      return;
    }
  int period = pram_poly_period (block->loop, s.name);
  int64_t count = pram_flow_count (block->loop);
  for (int back = 0; !found_all_p (b, &s); back++)
    {
      if (back < period)
	search_before (b, (struct search) { s.reader, isl_map_copy (s.rest), s.box,
					    s.name, false, s.seen }, index);
      if (back == period || back + 1 == count)
	break;
      s.around = true;
      s.name = pram_flow_name_before (block->loop, s.name);
      search_nests (b, &s, block, block->n);
    }
  isl_map_free (s.rest);
}

/* The same for block number INDEX that is a counted loop and has ended.  */
static void
search_counted (struct builder *b, struct search s, int index)
{
  struct block *block = &b->flows->blocks[index];
  search_nests (b, &s, block, block->n);
  for (int64_t m = pram_flow_counted_turn (block, s.name).m; m > 0; m--)
    {
      s.name = pram_flow_name_before (block->loop, s.name);
      search_nests (b, &s, block, block->n);
    }
  search_before (b, s, index);
}

/* Look for S before block number INDEX.  */
static void
search_before (struct builder *b, struct search s, int index)
{
  if (found_all_p (b, &s) || seen_p (b, &s, index))
    isl_map_free (s.rest);
  else if (index == 0)
    pram_flow_add_end (b, &b->flows->inputs, &b->flows->n_inputs, s.reader,
		       s.name, s.rest);
  else
    {
      struct block *block = &b->flows->blocks[index - 1];
      if (block->loop)
	s.name = pram_flow_name_inside (block->loop, s.name);
      if (!block->loop)
	search_block (b, s, index - 1, block->n);
      else if (!block->loop->data_dependent)
	search_counted (b, s, index - 1);
      else
	{
	  for (int end = 0; end < pram_flow_n_ends (block); end++)
	    search_block (b, (struct search) { s.reader, isl_map_copy (s.rest), s.box,
					       s.name, false, s.seen },
			  index - 1, pram_flow_nests_done (block, end));
	  isl_map_free (s.rest);
	}
    }
}

/* Look for MAP, elements of array NAME in BOX that READER reads in block number INDEX, in
   its first N nests, and before them.  Takes MAP.  */
static void
search (struct builder *b, const struct pram_poly_stmt *reader, isl_map *map, isl_set *box,
	int name, int index, int n)
{
  struct seen *seen = NULL;
  search_block (b, (struct search) { reader, map, box, name, false, &seen }, index, n);
  for (; seen; seen = seen->next)
    isl_map_free (seen->rest);
}

struct place
{
  struct builder *b;
  int block, nest;
};

/* Look for what a graph says is read before it is written, { R -> B }.  */
static isl_stat
search_input (isl_map *map, void *data)
{
  struct place *p = data;
  const struct pram_poly_stmt *reader
    = pram_poly_stmt_of (p->b->poly, isl_map_get_tuple_name (map, isl_dim_in));
  if (!reader)
    {
      isl_map_free (map);
      return isl_stat_ok;
    }
  int name = pram_poly_array_of (isl_map_get_tuple_name (map, isl_dim_out));
  map = isl_map_set_tuple_name (map, isl_dim_in,
				pram_arena_printf (p->b->arena, "S%d",
						   reader->number));
  map = isl_map_reset_tuple_id (map, isl_dim_out);
  isl_set *elements = isl_map_range (isl_map_copy (map));
  isl_set *box = pram_flow_box (elements);
  search (p->b, reader, map, box, name, p->block, p->nest);
  isl_set_free (elements);
  isl_set_free (box);
  return isl_stat_ok;
}

/* Add the flow inside of a nest, { S -> [R -> B] }.  */
static isl_stat
add_inside (isl_map *map, void *data)
{
  struct builder *b = data;
  isl_map *pair = isl_map_range_factor_domain (isl_map_copy (map));
  if (!pair)			/* isl has given up */
    {
      isl_map_free (map);
      return isl_stat_error;
    }
  const char *name = isl_map_get_tuple_name (pair, isl_dim_out);
  struct pram_flow_part flow = { .reader = pram_poly_stmt_of (b->poly, name) };
  if (flow.reader)
    {
      flow.reader_name = pram_arena_strdup (b->arena, name);
      flow.writer = pram_poly_stmt_of (b->poly, isl_map_get_tuple_name
						(pair, isl_dim_in));
      map = pram_flow_not_replaced (b->poly, flow.writer, flow.reader, map);
      flow.inside = isl_map_reset_tuple_id (isl_map_uncurry (map),
					    isl_dim_out);
      *PRAM_ARENA_PUSH (b->arena, b->flows->flows, b->flows->n_flows) = flow;
    }
  else
    isl_map_free (map);
  isl_map_free (pair);
  return isl_stat_ok;
}

/* Is NEST part of a layer, or a layer?  Then nothing that flows inside of it
   leaves an iteration of the distributed loop.  */
static bool
in_layer_p (const struct builder *b, const struct nest *nest)
{
  for (const struct pram_node *const *layer = b->layers; *layer; layer++)
    for (const struct pram_node *n = nest->node; n; n = n->parent)
      if (n == *layer)
	return true;
  return false;
}

/* Is the text of NEST enough to tell how each read in it is served?  */
static bool
plain_p (const struct builder *b, const struct nest *nest)
{
  for (int s = 0; s < b->poly->n_stmts; s++)
    {
      const struct pram_poly_stmt *stmt = &b->poly->stmts[s];
      if (!pram_poly_inside_p (stmt, nest->node))
	continue;
      for (int a = 0; a < stmt->node->n_accesses; a++)
	if (!stmt->node->accesses[a].write
	    && !pram_poly_repeated_p (b->poly, stmt, &stmt->node->accesses[a])
	    && pram_flow_service (b, nest, stmt, &stmt->node->accesses[a])
	       == UNKNOWN)
	  return false;
    }
  return true;
}

static void
trace_plain (struct place *p, const struct nest *nest)
{
  for (int s = 0; s < p->b->poly->n_stmts; s++)
    {
      const struct pram_poly_stmt *stmt = &p->b->poly->stmts[s];
      if (!pram_poly_inside_p (stmt, nest->node))
	continue;
      for (int a = 0; a < stmt->node->n_accesses; a++)
	{
	  const struct pram_access *access = &stmt->node->accesses[a];
	  if (access->write || pram_poly_repeated_p (p->b->poly, stmt,
						       access)
	      || pram_flow_service (p->b, nest, stmt, access) == SERVED)
	    continue;
	  isl_set *box = pram_flow_form_box (pram_flow_form (p->b, stmt,
							     access));
	  search (p->b, stmt, pram_flow_elements (p->b, stmt, access), box,
		  access->array, p->block, p->nest);
	}
    }
}

void
pram_flow_trace_reads (struct builder *b, int block, int number)
{
  struct nest *nest = &b->flows->blocks[block].nests[number];
  struct place p = { b, block, number };
  if (plain_p (b, nest))
    {
      trace_plain (&p, nest);
      return;
    }
  struct pram_graph *graph = pram_flow_graph (b, nest);
  if (!in_layer_p (b, nest))
    isl_union_map_foreach_map (graph->flow, add_inside, b);
  isl_union_map_foreach_map (graph->no_source, search_input, &p);
}
