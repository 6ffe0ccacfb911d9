/* flow.c: data flow, nest by nest.

   SPDX-License-Identifier: GPL-3.0-or-later

   A program is a sequence of blocks: a nest (any node), or a steady loop
   (poly.h), which is a sequence of nests done again and again.  What happens
   inside of a nest is left to isl (graph.c), where the text does not tell
   already.  From nest to nest no instances have to be compared: going back
   from a read, the elements that a nest writes come from it, and only the
   others are looked for further on.

   A steady loop writes the same elements by the same names in every iteration.
   After as many iterations as the name has a period, going back finds nothing
   new.  So the loop's iterator occurs in no set, and its counts only in those
   of the end, which makes sets small:

   (1) A read in iteration t meets iterations t-1, t-2, … and, before iteration
       0, what precedes the loop, under the name that it had there.  What a
       read in iteration t >= period wants from before the loop, a read in
       iteration t modulo the period wants as well, from the same object.
   (2) Which object a name stands for at the end depends on the number of
       iterations modulo the period.  One case for each is followed, and those
       that turn out the same are joined.
   (3) The last iteration of a data-dependent loop may end after any segment.

   Example: Jacobi with swapped pointers, period 2.  The read of old[i-1][j] in
   iteration t finds old unwritten in t, and in t-1, where the name was new, the
   row written, but for row 0, which comes from before the loop: as old if t is
   even, as new if it is odd.  */

#include "flow.h"
#include "graph.h"
#include "blocks.h"

#include <stdlib.h>
#include <string.h>

/* Elements that STMT is the last of its nest to write.  */
struct written
{
  const struct pram_poly_stmt *stmt;
  isl_map *map;			/* { S -> [e] } */
};

/* What a nest writes by one name.  */
struct writes
{
  bool known;
  int n;
  struct written *list;
  isl_set *all;			/* { [e] }; null if nothing */
};

struct nest
{
  const struct pram_node *node;
  int segment;			/* of the steady loop, else 0 */
  bool permutes;		/* names change inside */
  struct pram_graph *graph;	/* made when needed */
  struct writes *writes;	/* by name */
};

struct block
{
  const struct pram_node *loop;	/* steady, or null */
  int n;
  struct nest *nests;
};

struct builder
{
  struct pram_poly *poly;
  const struct pram_plan *plan;
  struct pram_arena *arena;
  struct pram_flows *flows;
};

/* --- Blocks ------------------------------------------------------------- */

static bool
permutes_p (const struct pram_node *node)
{
  bool found = node->kind == PRAM_LOOP && node->next;
  for (int i = 0; i < node->n_children && !found; i++)
    found = permutes_p (node->children[i]);
  return found;
}

static void
add_nest (struct builder *b, struct block *block, const struct pram_node *node,
	  int segment)
{
  struct nest *nest = PRAM_ARENA_PUSH (b->arena, block->nests, block->n);
  memset (nest, 0, sizeof *nest);
  nest->node = node;
  nest->segment = segment;
  nest->permutes = permutes_p (node);
  nest->writes = PRAM_ARENA_NEW (b->arena, struct writes,
				 b->plan->prog->n_arrays + 1);
}

/* Make the loops and statements of NODE, a sequence, nests of BLOCK.  */
static void
add_nests (struct builder *b, struct block *block,
	   const struct pram_node *node, int segment)
{
  if (node->kind != PRAM_SEQ)
    add_nest (b, block, node, segment);
  for (int i = 0; node->kind == PRAM_SEQ && i < node->n_children; i++)
    add_nests (b, block, node->children[i], segment);
}

static struct block *
add_block (struct builder *b, const struct pram_node *loop)
{
  struct block *block = PRAM_ARENA_PUSH (b->arena, b->flows->blocks,
					 b->flows->n_blocks);
  *block = (struct block) { .loop = loop };
  return block;
}

static void
add_blocks (struct builder *b, const struct pram_node *node)
{
  if (node->kind == PRAM_SEQ)
    for (int i = 0; i < node->n_children; i++)
      add_blocks (b, node->children[i]);
  else if (node->kind == PRAM_LOOP && pram_poly_steady_p (b->poly, node))
    {
      struct block *block = add_block (b, node);
      for (int s = 0; s < node->n_children; s++)
	add_nests (b, block, node->children[s], s);
    }
  else
    add_nest (b, add_block (b, NULL), node, 0);
}

/* Cut the program into blocks; into a single one if that is wanted, or if names
   change where no steady loop changes them.  */
static void
find_blocks (struct builder *b, bool whole)
{
  const struct pram_prog *prog = b->plan->prog;
  for (int l = 0; l < prog->n_loops; l++)
    whole |= !pram_poly_steady_p (b->poly, prog->loops[l])
	     && !pram_poly_restores_names_p (prog, prog->loops[l]);
  if (whole)
    add_nest (b, add_block (b, NULL), prog->root, 0);
  else
    add_blocks (b, prog->root);
}

/* How often LOOP's body is done; 0 if that depends on data.  */
static int64_t
count_of (const struct pram_node *loop)
{
  return loop->data_dependent ? 0 : loop->count.constant;
}

static int
name_before (const struct pram_node *loop, int name)
{
  return loop->next ? loop->next[name] : name;
}

/* What NAME, behind LOOP, is called in its last iteration.  */
static int
name_inside (const struct pram_node *loop, int name)
{
  return loop->data_dependent ? name : name_before (loop, name);
}

/* The number of ways to end BLOCK's last iteration: after each segment that
   has nests and, if the first has none, before any.  */
static int
n_ends (const struct block *block)
{
  int n = block->n && block->nests[0].segment > 0;
  for (int i = 0; i < block->n; i++)
    n += i == 0 || block->nests[i].segment != block->nests[i - 1].segment;
  return n;
}

/* The number of nests done in the last iteration if it ends in way END.  */
static int
nests_done (const struct block *block, int end)
{
  int n = block->n && block->nests[0].segment > 0;
  for (int i = 0; i < block->n; i++)
    {
      n += i == 0 || block->nests[i].segment != block->nests[i - 1].segment;
      if (n > end + 1)
	return i;
    }
  return block->n;
}

/* How a steady loop ends: iterations but one, and way to end the last.  */
struct turn
{
  int64_t m;
  int end;
};

static bool
whole_p (const struct block *block, int end)
{
  return nests_done (block, end) == block->n;
}

/* From M = settled on, M and M + period show the same behind BLOCK.  */
static int
settled (const struct block *block, int end, int period)
{
  return whole_p (block, end) ? period - 1 : period;
}

/* The turn of BLOCK, a counted loop; many iterations are like few.  */
static struct turn
counted_turn (const struct block *block, int name)
{
  int period = pram_poly_period (block->loop, name);
  int64_t m = count_of (block->loop) - 1;
  int64_t enough = settled (block, 0, period);
  if (m > enough)
    m = enough + (m - enough) % period;
  return (struct turn) { m, 0 };
}

/* --- Inside of nests ---------------------------------------------------- */

/* { S -> [e] } of ACCESS.  */
static isl_map *
elements_of (const struct builder *b, const struct pram_poly_stmt *stmt,
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
  isl_map *map = elements_of (b, stmt, access);
  bool injective = isl_map_is_injective (map) == isl_bool_true;
  isl_map_free (map);
  return injective;
}

/* How a read is served inside of its nest: by no write; by the same instance
   of the loops; in a way that takes the graph to tell.  */
enum service { NOT_SERVED, SERVED, UNKNOWN };

/* How READ of R is served by W's only write, WRITE, of the same name.  */
static enum service
service_by (const struct builder *b, const struct pram_poly_stmt *r,
	    const struct pram_access *read, const struct pram_poly_stmt *w,
	    const struct pram_access *write)
{
  if (!same_loops_p (r, w)
      || !same_subscripts_p (b->plan->prog, r, read, write)
      || !injective_p (b, w, write))
    return UNKNOWN;
  /* Only this instance of the loops writes the element.  */
  if (w->number >= r->number)
    return NOT_SERVED;
  return (!write->n_guards
	  && pram_plan_layer_of (b->plan, w)
	     == pram_plan_layer_of (b->plan, r)) ? SERVED : UNKNOWN;
}

static enum service
service_of (const struct builder *b, const struct nest *nest,
	    const struct pram_poly_stmt *r, const struct pram_access *read)
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

static struct pram_graph *
graph_of (const struct builder *b, struct nest *nest)
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
  writes->all = writes->all ? isl_set_union (writes->all, range) : range;
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
  if (!pram_poly_stmt_of (c->b->poly,
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
  return isl_stat_ok;
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

static const struct writes *
writes_of (struct builder *b, struct nest *nest, int name)
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
    add_written (b, writes, writer, elements_of (b, writer, write));
  else if (n)
    {
      struct collecting c = { b, writes, name };
      isl_union_map_foreach_map (graph_of (b, nest)->flow, collect_last, &c);
    }
  return writes;
}

/* --- Going back from a read --------------------------------------------- */

/* Elements looked for: { S -> [e] } of a reader, under a name.  */
struct search
{
  const struct pram_poly_stmt *reader;
  isl_map *rest;
  int name;
};

static void
add_end (struct builder *b, struct pram_end **list, int *n,
	 const struct pram_poly_stmt *stmt, int object, isl_map *map)
{
  *PRAM_ARENA_PUSH (b->arena, *list, *n)
    = (struct pram_end) { stmt, object, map };
}

static bool
found_all_p (const struct search *s)
{
  return isl_map_is_empty (s->rest) != isl_bool_false;
}

/* Take from S what NEST writes.  */
static void
search_nest (struct builder *b, struct search *s, struct nest *nest)
{
  const struct writes *writes = writes_of (b, nest, s->name);
  if (!writes->all || found_all_p (s))
    return;
  for (int w = 0; w < writes->n; w++)
    {
      isl_set *range = isl_map_range (isl_map_copy (writes->list[w].map));
      isl_map *met = isl_map_intersect_range (isl_map_copy (s->rest), range);
      if (isl_map_is_empty (met) == isl_bool_true)
	isl_map_free (met);
      else
	*PRAM_ARENA_PUSH (b->arena, b->flows->flows, b->flows->n_flows)
	  = (struct pram_flow_part)
	    { .writer = writes->list[w].stmt, .reader = s->reader,
	      .from = isl_map_copy (writes->list[w].map), .to = met };
    }
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
  int64_t count = count_of (block->loop);
  for (int back = 0; !found_all_p (&s); back++)
    {
      if (back < period)
	search_before (b, (struct search) { s.reader, isl_map_copy (s.rest),
					    s.name }, index);
      if (back == period || back + 1 == count)
	break;
      s.name = name_before (block->loop, s.name);
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
  for (int64_t m = counted_turn (block, s.name).m; m > 0; m--)
    {
      s.name = name_before (block->loop, s.name);
      search_nests (b, &s, block, block->n);
    }
  search_before (b, s, index);
}

/* Look for S before block number INDEX.  */
static void
search_before (struct builder *b, struct search s, int index)
{
  if (found_all_p (&s))
    isl_map_free (s.rest);
  else if (index == 0)
    add_end (b, &b->flows->inputs, &b->flows->n_inputs, s.reader, s.name,
	     s.rest);
  else
    {
      struct block *block = &b->flows->blocks[index - 1];
      if (block->loop)
	s.name = name_inside (block->loop, s.name);
      if (!block->loop)
	search_block (b, s, index - 1, block->n);
      else if (!block->loop->data_dependent)
	search_counted (b, s, index - 1);
      else
	{
	  for (int end = 0; end < n_ends (block); end++)
	    search_block (b, (struct search) { s.reader,
					       isl_map_copy (s.rest), s.name },
			  index - 1, nests_done (block, end));
	  isl_map_free (s.rest);
	}
    }
}

/* --- Reads -------------------------------------------------------------- */

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
  search_block (p->b, (struct search) { reader, map, name }, p->block,
		p->nest);
  return isl_stat_ok;
}

/* Add the flow inside of a nest, { S -> [R -> B] }.  */
static isl_stat
add_inside (isl_map *map, void *data)
{
  struct builder *b = data;
  isl_map *pair = isl_map_range_factor_domain (isl_map_copy (map));
  const char *name = isl_map_get_tuple_name (pair, isl_dim_out);
  struct pram_flow_part flow = { .reader = pram_poly_stmt_of (b->poly, name) };
  if (flow.reader)
    {
      flow.reader_name = pram_arena_strdup (b->arena, name);
      flow.writer = pram_poly_stmt_of (b->poly, isl_map_get_tuple_name
						(pair, isl_dim_in));
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
  for (int l = 0; l < b->plan->n_layers; l++)
    for (const struct pram_node *n = nest->node; n; n = n->parent)
      if (n == b->plan->layers[l].node)
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
	    && service_of (b, nest, stmt, &stmt->node->accesses[a]) == UNKNOWN)
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
	  if (access->write
	      || service_of (p->b, nest, stmt, access) == SERVED)
	    continue;
	  search_block (p->b, (struct search)
			      { stmt, elements_of (p->b, stmt, access),
				access->array },
			p->block, p->nest);
	}
    }
}

/* Find where the reads of nest P->nest come from.  */
static void
trace_nest (struct place *p)
{
  struct nest *nest = &p->b->flows->blocks[p->block].nests[p->nest];
  if (plain_p (p->b, nest))
    {
      trace_plain (p, nest);
      return;
    }
  struct pram_graph *graph = graph_of (p->b, nest);
  if (!in_layer_p (p->b, nest))
    isl_union_map_foreach_map (graph->flow, add_inside, p->b);
  isl_union_map_foreach_map (graph->no_source, search_input, p);
}

/* --- Going back from the end -------------------------------------------- */

/* The elements of an array object at the end, or further back.  */
struct exit
{
  int object, name;
  isl_set *covered;		/* { [e] }: written further on; or null */
  isl_set *condition;		/* on the counts */
  const struct pram_node *chosen;	/* the loop that takes TURN, or null */
  struct turn turn;
};

/* What NAME, at the end of the program, stands for at its beginning, if CHOSEN
   takes TURN.  */
static int
object_of (const struct pram_flows *flows, int name,
	   const struct pram_node *chosen, struct turn turn)
{
  for (int i = flows->n_blocks - 1; i >= 0; i--)
    {
      const struct block *block = &flows->blocks[i];
      if (!block->loop)
	continue;
      name = name_inside (block->loop, name);
      int64_t m = block->loop == chosen ? turn.m
		  : block->loop->data_dependent ? 0
		  : counted_turn (block, name).m;
      while (m-- > 0)
	name = name_before (block->loop, name);
    }
  return name;
}

/* Add what NEST writes and nobody further on.  */
static void
exit_nest (struct builder *b, struct exit *e, struct nest *nest)
{
  const struct writes *writes = writes_of (b, nest, e->name);
  if (!writes->all)
    return;
  for (int w = 0; w < writes->n; w++)
    {
      isl_map *map = isl_map_copy (writes->list[w].map);
      if (e->covered)
	map = isl_map_subtract_range (map, isl_set_copy (e->covered));
      if (isl_map_is_empty (map) == isl_bool_true)
	isl_map_free (map);
      else
	add_end (b, &b->flows->outputs, &b->flows->n_outputs,
		 writes->list[w].stmt, e->object,
		 isl_map_intersect_params (map, isl_set_copy (e->condition)));
    }
  isl_set *all = isl_set_copy (writes->all);
  e->covered = e->covered ? isl_set_union (e->covered, all) : all;
}

/* The condition that COUNT - 1 is M, or if PERIOD is positive is M, M + PERIOD,
   and so on.  */
static isl_set *
turned_p (const struct builder *b, const struct pram_node *loop, int64_t m,
	  int period)
{
  isl_set *set = isl_set_universe (isl_space_copy (b->poly->params));
  int count = pram_poly_param_count (b->poly, loop->first_count);
  if (!period)
    return isl_set_fix_si (set, isl_dim_param, count, m + 1);
  set = isl_set_lower_bound_si (set, isl_dim_param, count, m + 1);
  if (period == 1)
    return set;
  isl_aff *aff = isl_aff_zero_on_domain
		   (isl_local_space_from_space (isl_set_get_space (set)));
  aff = isl_aff_set_coefficient_si (aff, isl_dim_param, count, 1);
  aff = isl_aff_add_constant_si (aff, -(m + 1));
  aff = isl_aff_mod_val (aff, isl_val_int_from_si (b->poly->ctx, period));
  return isl_set_intersect (set, isl_set_from_basic_set
				   (isl_aff_zero_basic_set (aff)));
}

/* The condition that BLOCK's last iteration ends in way END.  */
static isl_set *
ended_p (const struct builder *b, const struct block *block, int end)
{
  isl_set *set = isl_set_universe (isl_space_copy (b->poly->params));
  int first = block->loop->first_count, done = nests_done (block, end);
  int zero = pram_poly_param_count (b->poly, first);
  if (done > 0 && block->nests[done - 1].segment > 0)
    set = pram_poly_relate_counts
	    (set, pram_poly_param_count
		    (b->poly, first + block->nests[done - 1].segment),
	     zero, 0);
  if (done < block->n)
    set = pram_poly_relate_counts
	    (set, pram_poly_param_count
		    (b->poly, first + block->nests[done].segment),
	     zero, -1);
  return set;
}

static void exit_block (struct builder *, struct exit, int block);

/* Go back over block number INDEX, a loop that took TURN.  Takes E's sets.  */
static void
exit_loop (struct builder *b, struct exit e, int index, struct turn turn)
{
  struct block *block = &b->flows->blocks[index];
  e.name = name_inside (block->loop, e.name);
  for (int i = nests_done (block, turn.end) - 1; i >= 0; i--)
    exit_nest (b, &e, &block->nests[i]);
  for (; turn.m > 0; turn.m--)
    {
      e.name = name_before (block->loop, e.name);
      for (int i = block->n - 1; i >= 0; i--)
	exit_nest (b, &e, &block->nests[i]);
    }
  exit_block (b, e, index - 1);
}

/* The same for each turn of a data-dependent loop that leaves the name.  */
static void
exit_turns (struct builder *b, const struct exit *e, int index)
{
  struct block *block = &b->flows->blocks[index];
  for (int end = 0; end < n_ends (block); end++)
    for (int m = 0, last = settled (block, end, 1); m <= last; m++)
      {
	struct exit turned = *e;
	turned.covered = isl_set_copy (e->covered);
	turned.condition = isl_set_intersect
	  (isl_set_copy (e->condition), ended_p (b, block, end));
	if (last > 0)
	  turned.condition = isl_set_intersect
	    (turned.condition, turned_p (b, block->loop, m, m == last));
	exit_loop (b, turned, index, (struct turn) { m, end });
      }
}

/* Add what block number INDEX and those before it are the last to write.  Takes
   E's sets.  */
static void
exit_block (struct builder *b, struct exit e, int index)
{
  struct block *block = &b->flows->blocks[index];
  if (index >= 0 && block->loop && block->loop == e.chosen)
    {
      exit_loop (b, e, index, e.turn);
      return;
    }
  if (index >= 0 && block->loop && !block->loop->data_dependent)
    {
      exit_loop (b, e, index,
		 counted_turn (block, name_inside (block->loop, e.name)));
      return;
    }
  if (index >= 0 && block->loop)
    exit_turns (b, &e, index);
  else if (index >= 0)
    {
      for (int i = block->n - 1; i >= 0; i--)
	exit_nest (b, &e, &block->nests[i]);
      exit_block (b, e, index - 1);
      return;
    }
  isl_set_free (e.covered);
  isl_set_free (e.condition);
}

/* Add the outputs of OBJECT if CHOSEN (or null) takes TURN.  */
static void
trace_turn (struct builder *b, int object, const struct pram_node *chosen,
	    struct turn turn)
{
  struct exit e = { .object = object, .chosen = chosen, .turn = turn };
  while (object_of (b->flows, e.name, chosen, turn) != object)
    e.name++;
  e.condition = isl_set_universe (isl_space_copy (b->poly->params));
  exit_block (b, e, b->flows->n_blocks - 1);
}

/* The outputs of one turn: FROM up to TO.  */
struct outputs { int from, to; };

static bool
same_outputs_p (const struct pram_flows *flows, struct outputs x,
		struct outputs y)
{
  if (x.to - x.from != y.to - y.from)
    return false;
  for (int i = 0; i < x.to - x.from; i++)
    {
      const struct pram_end *p = &flows->outputs[x.from + i];
      const struct pram_end *q = &flows->outputs[y.from + i];
      if (p->stmt != q->stmt
	  || isl_map_is_equal (p->map, q->map) != isl_bool_true)
	return false;
    }
  return true;
}

/* Keep the outputs of a turn, those behind number N_OUTPUTS of FLOWS, under
   CONDITION; if that is null drop them.  */
static void
keep_outputs (struct pram_flows *flows, struct outputs turn,
	      isl_set *condition)
{
  for (int i = turn.from; i < turn.to; i++)
    {
      struct pram_end *output = &flows->outputs[i];
      if (!condition)
	isl_map_free (output->map);
      else
	{
	  output->map = isl_map_intersect_params (output->map,
						  isl_set_copy (condition));
	  flows->outputs[flows->n_outputs++] = *output;
	}
    }
  isl_set_free (condition);
}

/* Add the outputs of OBJECT where BLOCK, which decides what name stands for it,
   ends in way END: by the number of its iterations, as far as it matters.  */
static void
trace_turns (struct builder *b, int object, const struct block *block, int end)
{
  struct pram_flows *flows = b->flows;
  int period = pram_poly_period (block->loop, object);
  int from = settled (block, end, period), kept = flows->n_outputs;
  struct outputs *turn = PRAM_ARENA_NEW (b->arena, struct outputs,
					 from + period);
  for (int m = 0; m < from + period; m++)
    {
      turn[m].from = flows->n_outputs;
      trace_turn (b, object, block->loop, (struct turn) { m, end });
      turn[m].to = flows->n_outputs;
    }
  bool same = true;
  for (int m = from + 1; m < from + period; m++)
    same &= same_outputs_p (flows, turn[from], turn[m]);
  int last = same ? from : from + period - 1;
  while (same && last > 0 && same_outputs_p (flows, turn[last - 1],
					     turn[from]))
    last--;
  flows->n_outputs = kept;
  for (int m = 0; m < from + period; m++)
    {
      isl_set *condition = NULL;
      if (m <= last)
	condition = isl_set_intersect
		      (ended_p (b, block, end),
		       turned_p (b, block->loop, m, m < from && m < last ? 0
						    : same ? 1 : period));
      keep_outputs (flows, turn[m], condition);
    }
}

/* Find out who writes the elements of OBJECT last.  */
static void
trace_object (struct builder *b, int object)
{
  const struct block *chosen = NULL;
  for (int i = 0; i < b->flows->n_blocks; i++)
    {
      const struct block *block = &b->flows->blocks[i];
      if (block->loop && block->loop->data_dependent
	  && pram_poly_period (block->loop, object) > 1)
	chosen = block;
    }
  if (!chosen)
    trace_turn (b, object, NULL, (struct turn) { 0, 0 });
  for (int end = 0; chosen && end < n_ends (chosen); end++)
    trace_turns (b, object, chosen, end);
}

/* --- Results ------------------------------------------------------------ */

struct pram_flows *
pram_flows_new (struct pram_poly *poly, const struct pram_plan *plan,
		bool by_nests)
{
  struct pram_arena *arena = plan->prog->arena;
  struct pram_flows *flows = PRAM_ARENA_NEW (arena, struct pram_flows, 1);
  struct builder b = { poly, plan, arena, flows };
  flows->n_arrays = plan->prog->n_arrays;
  find_blocks (&b, !by_nests);
  for (int i = 0; i < flows->n_blocks; i++)
    for (int n = 0; n < flows->blocks[i].n; n++)
      trace_nest (&(struct place) { &b, i, n });
  for (int a = 0; a < plan->prog->n_arrays; a++)
    trace_object (&b, a);
  return flows;
}

static void
free_nest (struct nest *nest, int n_arrays)
{
  pram_graph_free (nest->graph);
  for (int a = 0; a < n_arrays; a++)
    {
      for (int w = 0; w < nest->writes[a].n; w++)
	isl_map_free (nest->writes[a].list[w].map);
      isl_set_free (nest->writes[a].all);
    }
}

void
pram_flows_free (struct pram_flows *flows)
{
  if (!flows)
    return;
  for (int i = 0; i < flows->n_flows; i++)
    {
      isl_map_free (flows->flows[i].from);
      isl_map_free (flows->flows[i].to);
      isl_map_free (flows->flows[i].inside);
    }
  for (int i = 0; i < flows->n_inputs; i++)
    isl_map_free (flows->inputs[i].map);
  for (int i = 0; i < flows->n_outputs; i++)
    isl_map_free (flows->outputs[i].map);
  for (int i = 0; i < flows->n_blocks; i++)
    for (int n = 0; n < flows->blocks[i].n; n++)
      free_nest (&flows->blocks[i].nests[n], flows->n_arrays);
}

/* --- Objects of an access ----------------------------------------------- */

struct visiting
{
  const struct pram_flows *flows;
  int block;
  isl_set *elements;
  pram_flow_visit visit;
  void *data;
};

static void visit_name (const struct visiting *, int block, int name);

/* Visit what NAME, in block number INDEX, stood for before it.  */
static void
visit_name_inside (const struct visiting *v, int index, int name)
{
  const struct pram_node *loop = v->flows->blocks[index].loop;
  int period = loop ? pram_poly_period (loop, name) : 1;
  for (int64_t t = 0; t < period && (t == 0 || t != count_of (loop)); t++)
    {
      visit_name (v, index - 1, name);
      if (loop)
	name = name_before (loop, name);
    }
}

/* Visit what NAME stands for behind block number INDEX.  */
static void
visit_name (const struct visiting *v, int index, int name)
{
  if (index < 0)
    {
      v->visit (v->data, name, isl_set_copy (v->elements));
      return;
    }
  const struct block *block = &v->flows->blocks[index];
  if (!block->loop)
    visit_name (v, index - 1, name);
  else if (block->loop->data_dependent)
    visit_name_inside (v, index, name);
  else
    {
      name = name_inside (block->loop, name);
      for (int64_t m = counted_turn (block, name).m; m > 0; m--)
	name = name_before (block->loop, name);
      visit_name (v, index - 1, name);
    }
}

static isl_stat
visit_map (isl_map *map, void *data)
{
  struct visiting *v = data;
  int name = pram_poly_array_of (isl_map_get_tuple_name (map, isl_dim_out));
  v->elements = isl_set_reset_tuple_id (isl_map_range (map));
  visit_name_inside (v, v->block, name);
  isl_set_free (v->elements);
  return isl_stat_ok;
}

void
pram_flow_foreach_object (const struct pram_flows *flows,
			  const struct pram_poly *poly,
			  const struct pram_poly_stmt *stmt,
			  const struct pram_access *access,
			  pram_flow_visit visit, void *data)
{
  for (int i = 0; i < flows->n_blocks; i++)
    for (int n = 0; n < flows->blocks[i].n; n++)
      {
	const struct nest *nest = &flows->blocks[i].nests[n];
	struct visiting v = { flows, i, NULL, visit, data };
	if (!pram_poly_inside_p (stmt, nest->node))
	  continue;
	isl_union_map *map;
	if (nest->permutes)
	  map = pram_poly_object_access (poly, stmt, access, nest->node);
	else
	  map = isl_union_map_from_map (pram_poly_access (poly, stmt, access));
	isl_union_map_foreach_map (map, visit_map, &v);
	isl_union_map_free (map);
      }
}
