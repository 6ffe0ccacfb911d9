/* plan.c: from layers on a template to transfers.

   SPDX-License-Identifier: Apache-2.0

   The task graph (flow.c) relates writing and reading instances through the
   elements that flow between them.  With the
   writer's unit in the source's block and the reader's in the destination's,
   the elements of this relation are what has to move after the writer's layer.
   A read without a source wants the value from before the region: rank 0
   scatters it.  What reaches the end of the region is gathered.

   Invariants
   (1) An element moves between a pair at most once after each run of a layer,
       and only if it was written by the source in that run.
   (2) Where the set is used for every iteration of the enclosing loops
       (uniform), each iteration writes all of it.  */

#include "base/guard.h"
#include "poly/exchanges.h"
#include "poly/flow.h"
#include "poly/last-writer.h"
#include "poly/offers.h"
#include "poly/pinned.h"
#include "sets.h"
#include "blocks.h"
#include "rounds.h"
#include "verdicts.h"

#include <stdlib.h>
#include <string.h>

/* So many other choices are tried where nobody can tell who writes elements last.  */
#define MOST_TRIES 3

struct builder
{
  struct pram_poly *poly;
  struct pram_plan *plan;
  const struct pram_diag *diag;
  struct pram_flows *flows;
  struct pram_encoded *encoded;
  const struct pram_end *unsettled; /* nobody can tell who writes these elements
				   last */
};

/* --- Blocks ------------------------------------------------------------- */

/* Instances of STMT in SET whose coordinate lies in the units of SIDE.  */
static isl_set *
in_block (const struct builder *b, const struct pram_poly_stmt *stmt, int side,
	  isl_set *set)
{
  struct pram_affine at = pram_placement_coordinate
    (b->plan->prog, &pram_plan_layer_of (b->plan, stmt)->placement);
  int lo = pram_poly_param_units (b->poly, side);
  for (int upper = 0; upper < 2; upper++)
    {
      /* lo * g <= coordinate,  coordinate <= hi * g - 1  */
      isl_aff *aff = pram_poly_aff (b->poly, stmt, &at);
      aff = isl_aff_add_coefficient_val
	      (aff, isl_dim_param, lo + upper,
	       isl_val_int_from_si (b->poly->ctx, -b->plan->granularity));
      if (upper)
	aff = isl_aff_add_constant_si (isl_aff_neg (aff), -1);
      set = isl_set_add_constraint (set, isl_inequality_from_aff (aff));
    }
  return set;
}

static isl_set *
block_of (const struct builder *b, const struct pram_poly_stmt *stmt, int side)
{
  isl_set **known = &b->poly->stmts[stmt->number].block[side];
  if (!*known)
    *known = in_block (b, stmt, side, pram_poly_domain (b->poly, stmt));
  return isl_set_copy (*known);
}

/* The same for instances as the reader called NAME.  */
static isl_set *
reading_block (const struct builder *b, const struct pram_poly_stmt *stmt,
	       const char *name)
{
  return isl_set_set_tuple_name (block_of (b, stmt, PRAM_POLY_DST), name);
}

static const struct pram_access *
write_of (const struct pram_poly_stmt *stmt)
{
  for (int a = 0; a < stmt->node->n_accesses; a++)
    if (stmt->node->accesses[a].write)
      return &stmt->node->accesses[a];
  return NULL;
}

/* --- Flow between blocks ------------------------------------------------ */

/* What FLOW moves from the source's to the destination's block, iterators
   outside of NODE tied to parameters: { S -> [e] }, the writing instances and
   the elements.  */
static isl_map *
between_blocks (const struct builder *b, const struct pram_flow_part *flow,
		const struct pram_node *node)
{
  isl_set *source = block_of (b, flow->writer, PRAM_POLY_SRC);
  source = pram_poly_fix_outer (b->poly, flow->writer, node, source);
  if (!flow->inside)
    {
      isl_set *wanted
	= isl_set_apply (block_of (b, flow->reader, PRAM_POLY_DST),
			 isl_map_copy (flow->to));
      isl_map *map = isl_map_intersect_domain (isl_map_copy (flow->from),
					       source);
      return isl_map_intersect_range (map, wanted);
    }
  isl_set *destination
    = reading_block (b, flow->reader, flow->reader_name);
  isl_map *pairs = isl_map_from_domain_and_range (source, destination);
  isl_map *map = isl_map_intersect_domain (isl_map_copy (flow->inside),
					   isl_map_wrap (pairs));
  return isl_map_domain_factor_domain (map);
}

/* --- Encoding ----------------------------------------------------------- */

static bool
refuse_complex (const struct builder *b)
{
  if (!pram_deadline_refuse (b->plan->prog->deadline, b->diag))
    pram_diag_report (b->diag, PRAM_REFUSAL, b->plan->prog->line,
		      "its data flow is too complex to analyse");
  return false;
}

/* Append a transfer of SET, elements of ARRAY, to LIST.  */
static bool
add_transfer (const struct builder *b, struct pram_plan_transfer **list,
	      int *n, int array, int line, isl_set *set)
{
  const struct pram_array *object = &b->plan->prog->arrays[array];
  int code = pram_sets_encode (b->poly, b->plan, b->encoded, set,
			       object->origin, object->stride);
  if (code == -2)
    return refuse_complex (b);
  if (code >= 0)
    *PRAM_ARENA_PUSH (b->plan->prog->arena, *list, *n)
      = (struct pram_plan_transfer) { array, code, line };
  return true;
}

/* Collect SET into *SETS[array], which may be null.  */
static void
collect (isl_set **sets, int array, isl_set *set)
{
  set = isl_set_reset_tuple_id (set);
  sets[array] = sets[array] ? isl_set_union (sets[array], set) : set;
}

/* --- Transfers of a layer ----------------------------------------------- */

/* The iterations of the loops around LAYER, as parameters t; also those in
   which it has nothing to do.  */
static isl_set *
driver_iterations (const struct builder *b,
		   const struct pram_plan_layer *layer)
{
  isl_set *all = NULL;
  for (int s = layer->first_stmt; s < layer->end_stmt; s++)
    {
      const struct pram_poly_stmt *stmt = &b->poly->stmts[s];
      int depth = layer->node->kind == PRAM_LOOP
		  ? pram_poly_level (stmt, layer->node) : stmt->depth;
      isl_set *set = pram_poly_outer_domain (b->poly, stmt, depth);
      set = pram_poly_fix_outer (b->poly, stmt, layer->node, set);
      set = isl_set_params (set);
      all = all ? isl_set_union (all, set) : set;
    }
  return pram_poly_forget_counts (b->poly, all);
}

/* What the source's block writes of name ARRAY in one run of LAYER.  */
static isl_set *
written_by_source (const struct builder *b,
		   const struct pram_plan_layer *layer, int array)
{
  isl_set *all = NULL;
  for (int s = layer->first_stmt; s < layer->end_stmt; s++)
    {
      const struct pram_poly_stmt *stmt = &b->poly->stmts[s];
      const struct pram_access *w = write_of (stmt);
      if (!w || w->array != array)
	continue;
      isl_set *block = block_of (b, stmt, PRAM_POLY_SRC);
      block = pram_poly_fix_outer (b->poly, stmt, layer->node, block);
      isl_set *set = isl_set_apply (block, pram_poly_access (b->poly, stmt,
							     w));
      set = isl_set_reset_tuple_id (set);
      all = all ? isl_set_union (all, set) : set;
    }
  return pram_poly_forget_counts (b->poly, all);
}

/* LAYER runs once, or all its runs are alike.  */
static bool
alike_p (const struct pram_poly *poly, const struct pram_plan_layer *layer)
{
  bool alike = true;
  for (const struct pram_node *n = layer->node->parent; n; n = n->parent)
    alike &= n->kind != PRAM_LOOP || pram_poly_steady_p (poly, n);
  return alike;
}

/* SET (with parameters t) without them, if invariant (2) allows; null if
   not.  Takes SET only on success.  What accepts deposits has written everything,
   but most of it is what it was: it sends no more than it has to.  */
static isl_set *
make_uniform (const struct builder *b, const struct pram_plan_layer *layer,
	      int array, isl_set *set)
{
  if (alike_p (b->poly, layer))
    return set;
  isl_set *any = pram_poly_forget_iterators (b->poly, isl_set_copy (set));
  isl_set *each = isl_set_intersect_params (isl_set_copy (any),
					    driver_iterations (b, layer));
  isl_set *written = (layer->accepts ? isl_set_copy (set)
		      : written_by_source (b, layer, array));
  isl_bool uniform = isl_set_is_subset (each, written);
  isl_set_free (each);
  isl_set_free (written);
  if (uniform == isl_bool_true)
    {
      isl_set_free (set);
      return any;
    }
  isl_set_free (any);
  return NULL;
}

/* Are any of the elements that LAYER's transfers bring read in the same run
   of it, by the destination?  Those that an iteration writes no other one accesses,
   unless they are read first.  */
static bool
reads_received_p (const struct builder *b, const struct pram_plan_layer *layer,
		  int array, isl_set *set)
{
  const struct pram_node *loop = layer->placement.loop;
  bool found = false;
  if (loop && !loop->in_order && !layer->offer && alike_p (b->poly, layer))
    return false;
  for (int s = layer->first_stmt; s < layer->end_stmt && !found; s++)
    {
      const struct pram_poly_stmt *stmt = &b->poly->stmts[s];
      for (int a = 0; a < stmt->node->n_accesses; a++)
	{
	  const struct pram_access *access = &stmt->node->accesses[a];
	  if (access->array != array)
	    continue;
	  isl_set *block = block_of (b, stmt, PRAM_POLY_DST);
	  block = pram_poly_fix_outer (b->poly, stmt, layer->node, block);
	  isl_set *touched
	    = isl_set_apply (block, pram_poly_access (b->poly, stmt, access));
	  touched = isl_set_reset_tuple_id (touched);
	  isl_bool disjoint = isl_set_is_disjoint (touched, set);
	  isl_set_free (touched);
	  found |= disjoint != isl_bool_true;
	}
    }
  return found;
}

/* The units of WRITER that write what goes to the destination, BETWEEN.  */
static isl_set *
boundary_of (const struct builder *b, const struct pram_plan_layer *layer,
	     const struct pram_poly_stmt *writer, isl_map *between)
{
  isl_set *writers = isl_map_domain (between);
  struct pram_affine affine
    = pram_placement_coordinate (b->plan->prog, &layer->placement);
  isl_aff *unit = pram_poly_aff (b->poly, writer, &affine);
  unit = isl_aff_floor (isl_aff_scale_down_val
			(unit, isl_val_int_from_si (b->poly->ctx,
						    b->plan->granularity)));
  isl_set *set = isl_set_apply (writers, isl_map_from_aff (unit));
  set = pram_poly_forget_counts (b->poly, set);
  return isl_set_reset_tuple_id (set);
}

struct layer_sets
{
  isl_set **elements;		/* by name, with parameters t */
  isl_set *boundary;
  int *line;			/* by name */
};

/* MAP where the parameter at position A is DIFFERENCE more than that at B, or, if
   AT_LEAST, no less than that.  */
static isl_basic_map *
relate_units (isl_basic_map *map, int a, int b, int difference, bool at_least)
{
  isl_local_space *space
    = isl_local_space_from_space (isl_basic_map_get_space (map));
  isl_constraint *c = at_least ? isl_constraint_alloc_inequality (space)
			       : isl_constraint_alloc_equality (space);
  c = isl_constraint_set_coefficient_si (c, isl_dim_param, a, 1);
  c = isl_constraint_set_coefficient_si (c, isl_dim_param, b, -1);
  c = isl_constraint_set_constant_si (c, -difference);
  return isl_basic_map_add_constraint (map, c);
}

/* Of MAP, which is between blocks, what is between different processes: the
   source's block is before the destination's or, if BEHIND, behind it.  */
static isl_basic_map *
different_processes (const struct builder *b, isl_basic_map *map, bool behind)
{
  int source = pram_poly_param_units (b->poly, PRAM_POLY_SRC);
  int destination = pram_poly_param_units (b->poly, PRAM_POLY_DST);
  return relate_units (map, behind ? source : destination,
		       (behind ? destination : source) + 1, 0, true);
}

/* Is there nothing in MAP, of different processes?  That is seen from blocks of
   one unit: a writing and a reading instance are in such blocks if they are in
   any.  To look for a point takes isl much longer while it may choose all bounds
   of the blocks.  */
static bool
nothing_between_p (const struct builder *b, isl_basic_map *map)
{
  isl_basic_map *narrow = isl_basic_map_copy (map);
  for (int side = 0; side < 2; side++)
    {
      int lo = pram_poly_param_units (b->poly, side);
      narrow = relate_units (narrow, lo + 1, lo, 1, false);
    }
  bool empty = isl_basic_map_is_empty (narrow) == isl_bool_true;
  isl_basic_map_free (narrow);
  return empty;
}

/* A relation between blocks that is restricted to different processes.  */
struct separating
{
  const struct builder *b;
  isl_map *between;
};

static isl_stat
separate_piece (isl_basic_map *piece, void *data)
{
  struct separating *s = data;
  for (int behind = 0; behind < 2; behind++)
    {
      isl_basic_map *map
	= different_processes (s->b, isl_basic_map_copy (piece), behind);
      if (nothing_between_p (s->b, map))
	isl_basic_map_free (map);
      else
	s->between = isl_map_union (s->between, isl_map_from_basic_map (map));
    }
  isl_basic_map_free (piece);
  return isl_stat_ok;
}

/* BETWEEN blocks, of different processes only.  */
static isl_map *
separate (const struct builder *b, isl_map *between)
{
  struct separating s = { b, isl_map_empty (isl_map_get_space (between)) };
  if (isl_map_foreach_basic_map (between, separate_piece, &s) != isl_stat_ok)
    s.between = isl_map_free (s.between);
  isl_map_free (between);
  return s.between;
}

/* Which pairs of instances FLOW relates that different processes run, { S -> R };
   null: it is not given by pairs.  */
static isl_map *
pairs_between (const struct builder *b, const struct pram_flow_part *flow)
{
  if (!flow->inside)
    return NULL;
  isl_set *source = block_of (b, flow->writer, PRAM_POLY_SRC);
  isl_set *destination = reading_block (b, flow->reader, flow->reader_name);
  isl_map *pairs = isl_set_unwrap (isl_map_domain (isl_map_copy (flow->inside)));
  pairs = isl_map_intersect_domain (pairs, source);
  pairs = isl_map_intersect_range (pairs, destination);
  return separate (b, pairs);
}

/* FLOW makes LAYER send of ARRAY.  */
static void
note_destinations (const struct builder *b,
		   const struct pram_plan_layer *layer,
		   const struct pram_flow_part *flow, int array)
{
  struct pram_destined d
    = { .layer = (int) (layer - b->plan->layers), .array = array,
	.reader = (int) (pram_plan_layer_of (b->plan, flow->reader)
			 - b->plan->layers) };
  pram_verdicts_destine (b->plan, flow, pairs_between (b, flow), d);
}

/* What a flow moves between blocks: the elements, and the units that write them;
   null: nothing, or, of the units, that others have the same.  */
struct moved
{
  const struct pram_flow_part *flow;
  isl_set *elements, *boundary;
};

static struct moved
find_moved (const struct builder *b, const struct pram_plan_layer *layer,
	    const struct pram_flow_part *flow)
{
  struct moved m = { flow, NULL, NULL };
  isl_map *between = separate (b, between_blocks (b, flow, layer->node));
  if (isl_map_plain_is_empty (between) == isl_bool_true)
    {
      isl_map_free (between);
      return m;
    }
  m.elements = isl_map_range (isl_map_copy (between));
  m.elements = pram_poly_forget_counts (b->poly, m.elements);
  m.boundary = boundary_of (b, layer, flow->writer, between);
  return m;
}

/* The same of FLOW, which may be like one of the N in KNOWN: arrays are often
   written and read alike.  */
static struct moved
know_moved (const struct builder *b, const struct pram_plan_layer *layer,
	    const struct pram_flow_part *flow, const struct moved *known, int n)
{
  for (int i = 0; i < n; i++)
    {
      const struct pram_flow_part *other = known[i].flow;
      if (flow->form && flow->form == other->form
	  && flow->reader == other->reader
	  && isl_map_plain_is_equal (flow->to, other->to) == isl_bool_true)
	return (struct moved) { flow, isl_set_copy (known[i].elements), NULL };
    }
  return find_moved (b, layer, flow);
}

static void
collect_layer (const struct builder *b, const struct pram_plan_layer *layer,
	       struct layer_sets *sets)
{
  struct moved *known = NULL;
  int n = 0;
  for (int i = 0; i < b->flows->n_flows; i++)
    {
      const struct pram_flow_part *flow = &b->flows->flows[i];
      if (flow->writer->number < layer->first_stmt
	  || flow->writer->number >= layer->end_stmt)
	continue;
      const struct pram_access *w = write_of (flow->writer);
      struct moved m = know_moved (b, layer, flow, known, n);
      *PRAM_ARENA_PUSH (b->plan->prog->arena, known, n) = m;
      if (!m.elements)
	continue;
      if (b->plan->prog->explained)
	note_destinations (b, layer, flow, w->array);
      collect (sets->elements, w->array, isl_set_copy (m.elements));
      sets->line[w->array] = w->line;
      if (m.boundary && sets->boundary)
	sets->boundary = isl_set_union (sets->boundary, m.boundary);
      else if (m.boundary)
	sets->boundary = m.boundary;
    }
  for (int i = 0; i < n; i++)
    isl_set_free (known[i].elements);
}

/* LAYER's iterations have other processes from time to time.  */
static bool
moves_p (const struct pram_plan *plan, const struct pram_plan_layer *layer)
{
  bool moves = false;
  for (int k = 0; layer->placement.outer && k < plan->prog->n_loops; k++)
    moves |= layer->placement.outer[k] != 0;
  return moves;
}

/* What an offer moves is a choice of what the source's block has.  */
static bool
plan_offer (struct builder *b, struct pram_plan_layer *layer)
{
  const struct pram_prog *prog = b->plan->prog;
  const char *name = prog->arrays[layer->offer->array].name;
  layer->uniform = layer->early_recv = true;
  if (moves_p (b->plan, layer))
    {
      pram_diag_report (b->diag, PRAM_REFUSAL, layer->node->line,
			"data choose which element of '%s' is accessed, and it "
			"moves from process to process", name);
      return false;
    }
  for (int s = layer->first_stmt; s < layer->end_stmt; s++)
    {
      const struct pram_poly_stmt *stmt = &b->poly->stmts[s];
      isl_set *set = isl_set_apply (block_of (b, stmt, PRAM_POLY_SRC),
				    pram_poly_access (b->poly, stmt,
						      stmt->node->accesses));
      set = isl_set_reset_tuple_id (set);
      set = pram_poly_forget_counts (b->poly, set);
      set = pram_poly_forget_iterators (b->poly, set);
      struct pram_plan_transfer *list = NULL;
      int n = 0;
      bool ok = add_transfer (b, &list, &n, layer->offer->array,
			      layer->node->line, set);
      layer->n_offered = n;
      if (n)
	layer->offered = list[0];
      return ok;
    }
  return true;
}

/* What LAYER sends of what it writes.  */
static bool
plan_transfers (struct builder *b, struct pram_plan_layer *layer)
{
  struct pram_arena *arena = b->plan->prog->arena;
  int n_arrays = b->plan->prog->n_arrays;
  struct layer_sets sets
    = { PRAM_ARENA_NEW (arena, isl_set *, n_arrays + 1), NULL,
	PRAM_ARENA_NEW (arena, int, n_arrays + 1) };
  bool ok = true;
  collect_layer (b, layer, &sets);
  layer->uniform = layer->early_recv = true;
  for (int a = 0; a < n_arrays; a++)
    if (sets.elements[a])
      {
	isl_set *uniform = make_uniform (b, layer, a, sets.elements[a]);
	if (uniform)
	  sets.elements[a] = uniform;
	else
	  layer->uniform = false;
	layer->early_recv &= !reads_received_p (b, layer, a,
						sets.elements[a]);
	ok = ok && add_transfer (b, &layer->transfers, &layer->n_transfers, a,
				 sets.line[a],
				 isl_set_copy (sets.elements[a]));
	isl_set_free (sets.elements[a]);
      }
  if (layer->uniform && sets.boundary)
    sets.boundary = pram_poly_forget_iterators (b->poly, sets.boundary);
  if (ok && layer->n_transfers)
    {
      int64_t one = 1;
      layer->boundary = pram_sets_encode
	(b->poly, b->plan, b->encoded, isl_set_copy (sets.boundary), 0, &one);
      ok = layer->boundary != -2 || refuse_complex (b);
    }
  isl_set_free (sets.boundary);
  return ok;
}

/* What is claimed stays where it is.  */
static bool
plan_claim (struct builder *b, struct pram_plan_layer *layer)
{
  if (!plan_transfers (b, layer))
    return false;
  if (layer->n_transfers)
    pram_diag_report (b->diag, PRAM_REFUSAL, layer->node->line,
		      "data choose which element of '%s' is written, and it "
		      "moves from process to process",
		      b->plan->prog->arrays[layer->offer->array].name);
  return !layer->n_transfers && plan_offer (b, layer);
}

static bool
plan_layer (struct builder *b, struct pram_plan_layer *layer)
{
  if (!layer->offer || layer->accepts)
    return plan_transfers (b, layer);
  return layer->offer->accept ? plan_claim (b, layer) : plan_offer (b, layer);
}

/* --- Scatter and gather ------------------------------------------------- */

/* Initial values in more pieces with strides than this are sent with what lies
   between them.  */
enum { MOST_STRIDED = 4 };

/* Restrict *HULL to where VALUE is what it is somewhere in SET, or between such
   values; false if they have no bounds.  */
static bool
restrict_to_range (isl_set **hull, isl_set *set, isl_aff *value)
{
  isl_val *min = isl_set_min_val (set, value);
  isl_val *max = isl_set_max_val (set, value);
  bool bounded = (isl_val_is_int (min) == isl_bool_true
		  && isl_val_is_int (max) == isl_bool_true);
  if (bounded)
    {
      isl_local_space *space = isl_aff_get_domain_local_space (value);
      isl_aff *least = isl_aff_val_on_domain (isl_local_space_copy (space),
					      isl_val_copy (min));
      isl_aff *greatest = isl_aff_val_on_domain (space, isl_val_copy (max));
      isl_basic_set *range = isl_basic_set_intersect
	(isl_aff_ge_basic_set (isl_aff_copy (value), least),
	 isl_aff_le_basic_set (isl_aff_copy (value), greatest));
      *hull = isl_set_intersect (*hull, isl_set_from_basic_set (range));
    }
  isl_val_free (min);
  isl_val_free (max);
  isl_aff_free (value);
  return bounded;
}

/* SET, of elements of ARRAY whose initial values a process needs, or if it is
   in many pieces a simpler one around it.  More initial values do no harm: they
   arrive before anything is written.  The levels of an FFT read each power of
   two of their factors with another stride.  */
static isl_set *
around_initial (isl_set *set, const struct pram_array *array)
{
  set = isl_set_compute_divs (set);
  if (pram_sets_strided (set) > MOST_STRIDED)
    set = isl_set_coalesce (set);
  if (pram_sets_strided (set) <= MOST_STRIDED)
    return set;
  isl_set *hull = isl_set_from_basic_set
    (isl_set_simple_hull (isl_set_remove_divs (isl_set_copy (set))));
  /* It must leave the array neither in one dimension nor in memory, which may
     end in the middle of a row.  */
  isl_local_space *space
    = isl_local_space_from_space (isl_set_get_space (set));
  isl_aff *offset = isl_aff_zero_on_domain (isl_local_space_copy (space));
  bool bounded = true;
  for (int d = 0; d < isl_set_dim (set, isl_dim_set); d++)
    {
      isl_aff *subscript = isl_aff_var_on_domain (isl_local_space_copy (space),
						  isl_dim_set, d);
      offset = isl_aff_add_coefficient_val
	(offset, isl_dim_in, d,
	 isl_val_int_from_si (isl_set_get_ctx (set), array->stride[d]));
      bounded &= restrict_to_range (&hull, set, subscript);
    }
  bounded &= restrict_to_range (&hull, set, offset);
  isl_local_space_free (space);
  isl_set_free (bounded ? set : hull);
  return bounded ? hull : set;
}

static bool
same_shape_p (const struct pram_array *a, const struct pram_array *b)
{
  bool same = a->n_dims == b->n_dims;
  for (int d = 0; d < a->n_dims && same; d++)
    same = a->stride[d] == b->stride[d];
  return same;
}

/* Make simpler what a process needs of initial values, by array, in SETS.  Many
   arrays are read alike.  */
static void
simplify_initial (const struct pram_prog *prog, isl_set **sets)
{
  isl_set **exact = PRAM_ARENA_NEW (prog->arena, isl_set *,
				    prog->n_arrays + 1);
  for (int a = 0; a < prog->n_arrays; a++)
    if (sets[a])
      {
	int like = 0;
	while (like < a
	       && (!exact[like]
		   || !same_shape_p (&prog->arrays[a], &prog->arrays[like])
		   || isl_set_plain_is_equal (exact[like], sets[a])
		      != isl_bool_true))
	  like++;
	exact[a] = sets[a];
	sets[a] = (like < a ? isl_set_copy (sets[like])
		   : around_initial (isl_set_copy (sets[a]),
				     &prog->arrays[a]));
      }
  for (int a = 0; a < prog->n_arrays; a++)
    isl_set_free (exact[a]);
}

/* Nobody can tell who has END, which is written last, where a loop inside of another
   one runs.  */
static bool
unsettled_p (const struct builder *b, const struct pram_end *end)
{
  return (pram_poly_unsure_p (b->poly, end->stmt)
	  && !pram_rounds_agree_p (b->poly, b->plan, b->flows, end->object));
}

/* … which doesn't matter, as nobody wants it.  */
static bool
left_p (const struct builder *b, const struct pram_end *end)
{
  return b->plan->prog->arrays[end->object].local && unsettled_p (b, end);
}

/* Append to LIST the transfers of ENDS, seen from SIDE.  */
static bool
plan_ends (struct builder *b, const struct pram_end *ends, int n_ends,
	   int side, struct pram_plan_transfer **list, int *n)
{
  const struct pram_prog *prog = b->plan->prog;
  isl_set **sets = PRAM_ARENA_NEW (prog->arena, isl_set *, prog->n_arrays + 1);
  int *line = PRAM_ARENA_NEW (prog->arena, int, prog->n_arrays + 1);
  bool ok = true;
  for (int i = 0; i < n_ends; i++)
    {
      const struct pram_end *end = &ends[i];
      if (side == PRAM_POLY_SRC && left_p (b, end))
	continue;
      isl_set *set = isl_set_apply (block_of (b, end->stmt, side),
				    isl_map_copy (end->map));
      if (side == PRAM_POLY_DST)
	set = pram_poly_forget_counts (b->poly, set);
      else if (pram_rounds_end_p (b->poly, b->flows, end->object))
	set = pram_poly_forget_rounds (b->poly, set);
      if (side == PRAM_POLY_SRC)
	line[end->object] = write_of (end->stmt)->line;
      if (side == PRAM_POLY_SRC && prog->explained)
	pram_verdicts_gather (b->plan, end);
      collect (sets, end->object, set);
    }
  if (side == PRAM_POLY_DST)
    simplify_initial (prog, sets);
  for (int a = 0; a < prog->n_arrays; a++)
    if (sets[a])
      ok = ok && add_transfer (b, list, n, a, line[a], isl_set_copy (sets[a]));
  for (int a = 0; a < prog->n_arrays; a++)
    isl_set_free (sets[a]);
  return ok;
}

static bool
plan_scatter (struct builder *b)
{
  return plan_ends (b, b->flows->inputs, b->flows->n_inputs, PRAM_POLY_DST,
		    &b->plan->scatter, &b->plan->n_scatter);
}

/* False if there is an array of which nobody can tell where its elements are in the
   end.  */
static bool
check_ends (struct builder *b)
{
  b->unsettled = NULL;
  for (int i = 0; i < b->flows->n_outputs && !b->unsettled; i++)
    if (!b->plan->prog->arrays[b->flows->outputs[i].object].local
	&& unsettled_p (b, &b->flows->outputs[i]))
      b->unsettled = &b->flows->outputs[i];
  return !b->unsettled;
}

static bool
plan_gather (struct builder *b)
{
  if (!check_ends (b))
    return false;
  return plan_ends (b, b->flows->outputs, b->flows->n_outputs, PRAM_POLY_SRC,
		    &b->plan->gather, &b->plan->n_gather);
}

/* --- Waits -------------------------------------------------------------- */

static bool
touches_transfers_p (const struct builder *b,
		     const struct pram_plan_layer *layer,
		     const struct pram_plan_layer *sender)
{
  for (int s = layer->first_stmt; s < layer->end_stmt; s++)
    {
      const struct pram_poly_stmt *stmt = &b->poly->stmts[s];
      for (int a = 0; a < stmt->node->n_accesses; a++)
	for (int t = 0; t < sender->n_transfers; t++)
	  if (pram_prog_same_class_p (b->plan->prog,
				      stmt->node->accesses[a].array,
				      sender->transfers[t].array))
	    return true;
    }
  return false;
}

/* LAYER needs what SENDER offers or has claimed, or changes it.  */
static bool
touches_offer_p (const struct builder *b, const struct pram_plan_layer *layer,
		 const struct pram_plan_layer *sender)
{
  const struct pram_prog *prog = b->plan->prog;
  if (!sender->offer || sender->accepts)
    return false;
  for (int a = 0; a < prog->n_arrays; a++)
    if (pram_prog_same_class_p (prog, a, sender->offer->array)
	&& (pram_node_writes_p (layer->node, a)
	    || pram_node_deposits_p (prog, layer->node, a)
	    || pram_node_inspects_p (prog, layer->node, a)))
      return true;
  return false;
}

static void
find_waits (const struct builder *b)
{
  struct pram_plan *plan = b->plan;
  for (int l = 0; l < plan->n_layers; l++)
    for (int m = 0; m < plan->n_layers; m++)
      if (touches_transfers_p (b, &plan->layers[l], &plan->layers[m])
	  || touches_offer_p (b, &plan->layers[l], &plan->layers[m]))
	*PRAM_ARENA_PUSH (plan->prog->arena, plan->layers[l].waits,
			  plan->layers[l].n_waits) = m;
}

static void
set_results (struct pram_plan *plan, int l)
{
  const struct pram_node *node = plan->layers[l].node;
  plan->layers[l].n_results = node->n_carried + (node->value_of != NULL);
  plan->layers[l].completed_with = l;
}

/* STMT, which deposits or inspects, is in a layer whose iterations always have the
   same processes, and that does nothing of the kind in another way.  */
static bool
in_layer_p (const struct pram_plan *plan, const struct pram_node *stmt)
{
  for (int l = 0; l < plan->n_layers; l++)
    if (plan->layers[l].node->kind == PRAM_LOOP
	&& pram_node_inside_p (stmt, plan->layers[l].node))
      return (!moves_p (plan, &plan->layers[l])
	      && !pram_node_offers_p (plan->prog, plan->layers[l].node)
	      && !pram_node_pins_p (plan->prog, plan->layers[l].node));
  return false;
}

/* STMT is in a layer that runs whole.  */
static bool
in_whole_p (const struct pram_plan *plan, const struct pram_node *stmt)
{
  for (int l = 0; l < plan->n_layers; l++)
    if (pram_node_inside_p (stmt, plan->layers[l].node))
      return plan->layers[l].whole;
  return false;
}

/* Where arrays are exchanged what is pinned goes with nothing that is inspected or
   deposited elsewhere.  */
static bool
check_pinned (const struct builder *b)
{
  const struct pram_prog *prog = b->plan->prog;
  const struct pram_pinned *p = prog->pinned;
  bool offers = prog->n_inspected || prog->n_deposits;
  for (int i = 0; i < prog->n_offers; i++)
    offers |= !prog->offers[i].exchanges;
  if (!pram_pinned_alone_p (prog) || !offers)
    return true;
  pram_diag_report (b->diag, PRAM_REFUSAL, p->line,
		    "data choose which element of '%s' is %s in a loop that "
		    "can't be distributed, and in others what they access; "
		    "pointers are exchanged",
		    prog->arrays[p->array].name, p->write ? "written" : "read");
  return false;
}

/* What data choose in LAYER, an element of ARRAY that is read or WRITTEN in LINE, is
   watched in the loop AROUND: false, with a report, if that is another one.  */
static bool
check_around (const struct builder *b, const struct pram_plan_layer *layer,
	      const struct pram_node *around, int array, int line, bool written)
{
  if (layer->node == around)
    return true;
  pram_diag_report (b->diag, PRAM_REFUSAL, line, "data choose which element of '%s' "
		    "is %s, and in the loop at line %d it may be %s",
		    b->plan->prog->arrays[array].name, written ? "written" : "read",
		    around->line, written ? "read again" : "written");
  return false;
}

/* A layer is watched as a whole: all its accesses come together.  */
static bool
check_watched (const struct builder *b)
{
  const struct pram_prog *prog = b->plan->prog;
  bool ok = true;
  for (int l = 0; l < b->plan->n_layers; l++)
    {
      const struct pram_plan_layer *layer = &b->plan->layers[l];
      for (int i = 0; i < prog->n_deposits && ok; i++)
	{
	  const struct pram_deposit *d = &prog->deposits[i];
	  if (d->watched && pram_node_inside_p (d->stmt, layer->node))
	    ok = check_around (b, layer, d->around, d->array, d->line, true);
	}
      for (int i = 0; i < prog->n_inspected && ok; i++)
	{
	  const struct pram_inspected *in = &prog->inspected[i];
	  if (in->watched && pram_node_inside_p (in->stmt, layer->node))
	    ok = check_around (b, layer, in->before, in->array, in->line,
			       false);
	}
    }
  return ok;
}

/* Nobody but a layer's processes can inspect, or deposit, and none but the
   process of a layer that runs whole does what is pinned.  */
static bool
check_inspected (const struct builder *b)
{
  static const char text[]
    = "data choose which element of '%s' is %s, outside of a loop that can be "
      "distributed";
  const struct pram_prog *prog = b->plan->prog;
  for (int i = 0; i < prog->n_inspected; i++)
    if (!in_layer_p (b->plan, prog->inspected[i].stmt))
      {
	const struct pram_inspected *in = &prog->inspected[i];
	pram_diag_report (b->diag, PRAM_REFUSAL, in->line, text,
			  prog->arrays[in->array].name, "read");
	return false;
      }
  for (int i = 0; i < prog->n_deposits; i++)
    if (!in_layer_p (b->plan, prog->deposits[i].stmt))
      {
	const struct pram_deposit *d = &prog->deposits[i];
	pram_diag_report (b->diag, PRAM_REFUSAL, d->line, text,
			  prog->arrays[d->array].name, "written");
	return false;
      }
  for (int i = 0; i < prog->n_pinned; i++)
    if (!in_whole_p (b->plan, prog->pinned[i].stmt))
      {
	const struct pram_pinned *k = &prog->pinned[i];
	pram_diag_report (b->diag, PRAM_REFUSAL, k->line, "%s", k->why);
	return false;
      }
  return true;
}

/* --- Building ----------------------------------------------------------- */

static const struct pram_node *const *
layer_nodes (const struct pram_plan *plan)
{
  const struct pram_node **nodes
    = PRAM_ARENA_NEW (plan->prog->arena, const struct pram_node *,
		      plan->n_layers + 1);
  for (int l = 0; l < plan->n_layers; l++)
    nodes[l] = plan->layers[l].node;
  return nodes;
}

/* All that moves, found from nest to nest or at once.  */
static bool
plan_moves (struct builder *b, bool by_nests)
{
  b->flows = pram_flows_new (b->poly, layer_nodes (b->plan), by_nests);
  if (pram_poly_exceeded_p (b->poly))
    return refuse_complex (b);
  pram_plan_extents (b->poly, b->plan, b->flows);
  bool ok = true;
  for (int l = 0; l < b->plan->n_layers && ok; l++)
    ok = plan_layer (b, &b->plan->layers[l]);
  ok = ok && plan_scatter (b) && plan_gather (b);
  for (int l = 0; l < b->plan->n_layers; l++)
    set_results (b->plan, l);
  if (b->plan->prog->explained)
    pram_verdicts_find (b->plan);
  find_waits (b);
  pram_plan_pipelines (b->poly, b->plan);
  if (ok && pram_poly_exceeded_p (b->poly))
    return refuse_complex (b);
  if (ok)
    {
      pram_plan_find_chains (b->poly, b->plan);
      pram_plan_measure (b->plan);
    }
  return ok;
}

static enum pram_class
classify (const struct pram_prog *prog)
{
  if (prog->chosen || prog->n_pinned)
    return PRAM_NON_OBLIVIOUS;
  for (int l = 0; l < prog->n_loops; l++)
    if (prog->loops[l]->data_dependent)
      return PRAM_ITERATIVELY_OBLIVIOUS;
  return PRAM_OBLIVIOUS;
}

/* What a name stands for in a loop must not depend on how often other loops
   have run in earlier iterations of the loops around it.  */
static bool
check_names (const struct pram_prog *prog, const struct pram_diag *diag)
{
  for (int l = 0; l < prog->n_loops; l++)
    if (!pram_poly_restores_names_p (prog, prog->loops[l]))
      for (const struct pram_node *n = prog->loops[l]->parent; n;
	   n = n->parent)
	if (n->kind == PRAM_LOOP)
	  {
	    pram_diag_report (diag, PRAM_REFUSAL, prog->loops[l]->line,
			      "pointers are exchanged in a loop inside of "
			      "another, not a number of times after which they "
			      "are as before; copy the array back instead, or "
			      "make the outer loop no part of the region");
	    return false;
	  }
  return true;
}

/* --- Loops that may not run ------------------------------------------------- */

/* Access number A of STMT is a write, and the statement reads the element
   before.  */
static bool
held_p (const struct pram_node *stmt, int a)
{
  const struct pram_access *write = &stmt->accesses[a];
  bool held = false;
  for (int k = 0; k < a; k++)
    held |= (!stmt->accesses[k].write && stmt->accesses[k].item == write->item
	     && stmt->accesses[k].array == write->array
	     && stmt->accesses[k].guards == write->guards);
  return held;
}

/* Let the statements in NODE read what they write.  True if one didn't.  */
static bool
hold_old_values (const struct pram_prog *prog, struct pram_node *node)
{
  bool any = false;
  for (int c = 0; c < node->n_children; c++)
    any |= hold_old_values (prog, node->children[c]);
  for (int a = node->n_accesses - 1; a >= 0; a--)
    if (node->accesses[a].write && !held_p (node, a))
      {
	struct pram_access read = node->accesses[a];
	read.write = read.may = false;
	PRAM_ARENA_PUSH (prog->arena, node->accesses, node->n_accesses);
	memmove (node->accesses + a + 1, node->accesses + a,
		 sizeof read * (size_t) (node->n_accesses - 1 - a));
	node->accesses[a] = read;
	any = true;
      }
  return any;
}

/* A loop that runs whole and whose end depends on data may run no iteration, and
   how many it did process 0 alone knows: so it must hold all elements that are
   written there.  True if that changes the program of PLAN.  */
static bool
hold_whole (const struct pram_plan *plan)
{
  bool any = false;
  for (int l = 0; l < plan->n_layers; l++)
    if (plan->layers[l].whole && plan->layers[l].node->data_dependent)
      any |= hold_old_values (plan->prog, plan->layers[l].node);
  return any;
}

/* What of a plan is made, and how its flow is found.  */
enum extent { ONLY_LAYERS, BY_NESTS, OF_THE_WHOLE };

static bool plan_layers_anew (struct builder *b, enum extent extent, int tries);

static bool
plan_layers (struct builder *b, enum extent extent)
{
  bool ok = pram_blocks_build (b->poly, b->plan, b->diag);
  if (b->plan->sunk)
    return plan_layers_anew (b, extent, 0);
  if (!ok || !check_pinned (b) || !check_inspected (b) || !check_watched (b))
    return false;
  pram_plan_find_last (b->poly, b->plan);
  return !pram_poly_exceeded_p (b->poly) || refuse_complex (b);
}

/* Begin anew, so many TRIES of choosing having failed.  */
static bool
plan_layers_anew (struct builder *b, enum extent extent, int tries)
{
  pram_poly_free (b->poly);
  b->poly = pram_poly_new (b->plan->prog, extent != OF_THE_WHOLE);
  *b->plan = (struct pram_plan) { .prog = b->plan->prog, .class_ = b->plan->class_,
				  .tries = tries, .writes_more = b->plan->writes_more };
  return plan_layers (b, extent);
}

static bool
check_loops (const struct pram_prog *prog, const struct pram_diag *diag)
{
  int n_vars = prog->n_counts > prog->n_loops ? prog->n_counts : prog->n_loops;
  bool few = PRAM_ENV_COUNTS + n_vars + 8 <= PRAM_SET_MAX_VARS;
  if (!few)
    pram_diag_report (diag, PRAM_REFUSAL, prog->line, "it has more than %d loops",
		      PRAM_SET_MAX_VARS - 8 - PRAM_ENV_COUNTS);
  return few;
}

/* Nobody can tell who writes some elements of ARRAY last, in LINE: perhaps one can if
   they are written elsewhere; if not, let all be written once more.  False after a
   report.  */
static bool
find_last_writer (struct builder *b, enum extent extent, int array, int line)
{
  struct pram_plan *plan = b->plan;
  if (plan->others && plan->tries < MOST_TRIES)
    return plan_layers_anew (b, extent, plan->tries + 1);
  struct pram_prog *more = pram_make_last_writer (plan->prog, array);
  if (!more)
    {
      pram_diag_report (b->diag, PRAM_REFUSAL, line,
			"what is written to '%s' here may be replaced on another "
			"processor, or not, as a loop inside of another one "
			"runs: write its elements in the same order in all "
			"loops", plan->prog->arrays[array].name);
      return false;
    }
  plan->prog = more;
  plan->writes_more = true;
  return check_loops (more, b->diag) && plan_layers_anew (b, extent, 0);
}

static bool
build (struct builder *b, enum extent extent)
{
  bool by_nests = extent == BY_NESTS;
  bool ok = plan_layers (b, extent);
  if (ok && hold_whole (b->plan))
    ok = plan_layers_anew (b, extent, 0);
  if (!ok || extent == ONLY_LAYERS)
    return ok;
  while (!plan_moves (b, by_nests))
    {
      if (!b->unsettled)
	return false;
      int array = b->unsettled->object, line = write_of (b->unsettled->stmt)->line;
      pram_flows_free (b->flows);
      b->flows = NULL;
      b->unsettled = NULL;
      if (!find_last_writer (b, extent, array, line))
	return false;
    }
  return true;
}

static struct pram_plan *
plan_by (struct pram_prog *prog, enum extent extent,
	 const struct pram_diag *diag)
{
  struct pram_plan *plan = PRAM_ARENA_NEW (prog->arena, struct pram_plan, 1);
  struct pram_encoded encoded = { 0, NULL };
  struct builder b = { .plan = plan, .diag = diag, .encoded = &encoded };
  if (!(prog = pram_exchange_contents (prog, diag)))
    return NULL;
  plan->prog = prog = pram_split_index_sets (prog);
  plan->class_ = classify (prog);
  if (!check_loops (prog, diag) || !check_names (prog, diag)
      || !pram_prog_rows_known_p (prog, diag))
    return NULL;
  b.poly = pram_poly_new (prog, extent != OF_THE_WHOLE);
  bool ok = build (&b, extent);
  pram_encoded_free (&encoded);
  pram_flows_free (b.flows);
  pram_poly_free (b.poly);
  return ok ? plan : NULL;
}

/* Building a plan while memory lasts.  */
struct planning
{
  struct pram_prog *prog;
  enum extent extent;
  const struct pram_diag *diag;
  struct pram_plan *plan;
};

static void
make_plan (void *data)
{
  struct planning *p = data;
  p->plan = plan_by (p->prog, p->extent, p->diag);
}

static struct pram_plan *
guarded_plan (struct pram_prog *prog, enum extent extent,
	      const struct pram_diag *diag)
{
  struct planning p = { prog, extent, diag, NULL };
  return pram_guard (make_plan, &p, prog->line, diag) ? p.plan : NULL;
}

struct pram_plan *
pram_plan_build (struct pram_prog *prog, const struct pram_diag *diag)
{
  return guarded_plan (prog, BY_NESTS, diag);
}

struct pram_plan *
pram_plan_build_whole (struct pram_prog *prog, const struct pram_diag *diag)
{
  return guarded_plan (prog, OF_THE_WHOLE, diag);
}

struct pram_plan *
pram_plan_layers (struct pram_prog *prog, const struct pram_diag *diag)
{
  return guarded_plan (prog, ONLY_LAYERS, diag);
}
