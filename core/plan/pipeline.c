/* pipeline.c: layers that may run as one sweep.

   SPDX-License-Identifier: Apache-2.0

   When layer A is followed by layer B, unit u of B needs no more of A than
   the units up to u + up.  So the two can sweep over a process's block
   together, B a few units behind A, and what A has written is still in the
   cache when B reads it: one pass over memory instead of two.

   up and down bound the distance between units of A and B that touch the same
   element, one of them writing:  -down <= unit of A - unit of B <= up.  Names
   that loops permute count as the same array, and the iterations of enclosing
   loops are left free, so the bounds hold whenever B follows A.

   So can a third layer behind B, at its distances from both.

   A layer that is alone in its loop follows itself: two iterations can sweep
   together in the same way.

   Example: p[i] = r[i] + beta * p[i] followed by q[i] = p[i-1] + p[i+1]:
   up = down = 1.  */

#include "blocks.h"
#include "poly/offers.h"

#include <string.h>

/* Sweeps further apart than this many units don't share a cache.  */
enum { MAX_LAG = 64 };

/* Bytes that come from memory at a time.  */
enum { LINE = 64 };

/* --- What follows a layer ----------------------------------------------- */

/* Add the layers that may be the first to run in NODE to FIRST (flags by
   layer).  Returns whether one of them certainly runs.  */
static bool
add_first (const struct pram_plan *plan, const struct pram_node *node,
	   bool *first)
{
  for (int l = 0; l < plan->n_layers; l++)
    if (plan->layers[l].node == node)
      {
	first[l] = true;
	return !pram_layer_passed_over_p (node, NULL);
      }
  for (int i = 0; i < node->n_children; i++)
    {
      bool certain = add_first (plan, node->children[i], first);
      /* A counted loop may run no iteration, and behind the first exit test
	 all is uncertain.  */
      if (node->kind == PRAM_SEQ ? certain
	  : certain && node->data_dependent && i == 0)
	return !node->conditional;
    }
  return false;
}

/* Add to NEXT the layers that may be the next to run after NODE.  */
static void
add_next (const struct pram_plan *plan, const struct pram_node *node,
	  bool *next)
{
  const struct pram_node *parent = node->parent;
  if (!parent)
    return;
  int i = 0;
  while (parent->children[i] != node)
    i++;
  for (i++; i < parent->n_children; i++)
    if (add_first (plan, parent->children[i], next)
	&& parent->kind == PRAM_SEQ)
      return;
  /* From the last segment back to the first; or the loop is left.  */
  if (parent->kind == PRAM_LOOP)
    add_first (plan, parent, next);
  add_next (plan, parent, next);
}

/* --- Distances ---------------------------------------------------------- */

/* Bounds of the difference of coordinates, in units, rounded outwards.  */
struct distance
{
  bool known, any;
  int64_t up, down;
};

/* { S -> N } with the tuple of the element replaced by its class's.  */
static isl_map *
class_access (const struct pram_poly *poly, const struct pram_poly_stmt *stmt,
	      const struct pram_access *access)
{
  return isl_map_set_tuple_name (pram_poly_access (poly, stmt, access),
				 isl_dim_out, "N");
}

/* Add to AFF, whose dimensions from FIRST on are the iterators of STMT, in
   LAYER, SIGN times the coordinate of its instances.  */
static isl_aff *
add_coordinate (isl_aff *aff, const struct pram_poly *poly,
		const struct pram_plan_layer *layer,
		const struct pram_poly_stmt *stmt, int first, int sign)
{
  struct pram_affine at
    = pram_placement_coordinate (poly->prog, &layer->placement);
  int64_t constant = at.constant;
  for (int level = 0; level < stmt->depth; level++)
    {
      int64_t coef = pram_affine_coef (&at, stmt->loops[level]->iterator);
      constant += coef * stmt->residues[level];
      if (coef)
	aff = isl_aff_add_coefficient_val
		(aff, isl_dim_in, first + level,
		 isl_val_int_from_si (poly->ctx, sign * coef
						 * stmt->periods[level]));
    }
  return isl_aff_add_constant_val
	   (aff, isl_val_int_from_si (poly->ctx, sign * constant));
}

/* The coordinate of A's instance minus that of B's, on the wrapped relation
   between them; negated if SIGN is -1.  */
static isl_aff *
difference (const struct pram_poly *poly, const struct pram_plan_layer *la,
	    const struct pram_poly_stmt *a, const struct pram_plan_layer *lb,
	    const struct pram_poly_stmt *b, isl_space *space, int sign)
{
  isl_aff *aff = isl_aff_zero_on_domain (isl_local_space_from_space (space));
  aff = add_coordinate (aff, poly, la, a, 0, sign);
  return add_coordinate (aff, poly, lb, b, a->depth, -sign);
}

/* The largest value of AFF on SET, in units.  False if it has none; *EMPTY: for
   there is nothing in SET.  */
static bool
largest (const struct pram_plan *plan, isl_set *set, isl_aff *aff,
	 int64_t *value, bool *empty)
{
  isl_val *max = isl_set_max_val (set, aff);
  *empty = isl_val_is_nan (max) == isl_bool_true;
  bool ok = isl_val_is_int (max) == isl_bool_true;
  if (ok)
    *value = -pram_set_fdiv (-isl_val_get_num_si (max), plan->granularity);
  isl_val_free (max);
  isl_aff_free (aff);
  return ok;
}

static void
widen (const struct pram_poly *poly, const struct pram_plan *plan,
       const struct pram_plan_layer *la, const struct pram_poly_stmt *a,
       const struct pram_access *x, const struct pram_plan_layer *lb,
       const struct pram_poly_stmt *b, const struct pram_access *y,
       struct distance *d)
{
  isl_map *same = isl_map_apply_range
		    (class_access (poly, a, x),
		     isl_map_reverse (class_access (poly, b, y)));
  isl_set *pairs = isl_map_wrap (same);
  int64_t up, down;
  bool empty;
  isl_aff *forth = difference (poly, la, a, lb, b, isl_set_get_space (pairs),
			       1);
  bool known = largest (plan, pairs, forth, &up, &empty);
  if (!empty)
    {
      isl_aff *back = difference (poly, la, a, lb, b,
				  isl_set_get_space (pairs), -1);
      d->known &= known && largest (plan, pairs, back, &down, &empty);
      if (d->known)
	{
	  d->up = !d->any || up > d->up ? up : d->up;
	  d->down = !d->any || down > d->down ? down : d->down;
	  d->any = true;
	}
    }
  isl_set_free (pairs);
}

/* Does LA inspect an array that LB writes?  */
static bool
inspects_written_p (const struct pram_plan *plan,
		    const struct pram_plan_layer *la,
		    const struct pram_plan_layer *lb)
{
  for (int a = 0; a < plan->prog->n_arrays; a++)
    if (pram_node_inspects_p (plan->prog, la->node, a)
	&& pram_node_writes_p (lb->node, a))
      return true;
  return false;
}

/* How far units of LA and LB that touch the same element are apart, where one
   of them writes it.  */
static struct distance
distance_between (const struct pram_poly *poly, const struct pram_plan *plan,
		  const struct pram_plan_layer *la,
		  const struct pram_plan_layer *lb)
{
  struct distance d = { !inspects_written_p (plan, la, lb)
			&& !inspects_written_p (plan, lb, la), false, 0, 0 };
  for (int s = la->first_stmt; s < la->end_stmt && d.known; s++)
    for (int t = lb->first_stmt; t < lb->end_stmt && d.known; t++)
      {
	const struct pram_poly_stmt *a = &poly->stmts[s];
	const struct pram_poly_stmt *b = &poly->stmts[t];
	for (int i = 0; i < a->node->n_accesses; i++)
	  for (int j = 0; j < b->node->n_accesses && d.known; j++)
	    {
	      const struct pram_access *x = &a->node->accesses[i];
	      const struct pram_access *y = &b->node->accesses[j];
	      if ((x->write || y->write)
		  && pram_prog_same_class_p (plan->prog, x->array, y->array))
		widen (poly, plan, la, a, x, lb, b, y, &d);
	    }
      }
  d.known &= d.up <= MAX_LAG && d.down <= MAX_LAG;
  d.up = d.up > 0 ? d.up : 0;
  d.down = d.down > 0 ? d.down : 0;
  return d;
}

/* --- Pipelines ---------------------------------------------------------- */

/* A distance that was asked for, to layer OTHER.  */
struct known
{
  int other;
  struct distance is;
};

/* Finding pipelines in PLAN.  Of each layer, what is known of distances to
   layers whose numbers are not less.  */
struct pipelines
{
  const struct pram_poly *poly;
  struct pram_plan *plan;
  int *n_known;
  struct known **known;
};

/* The distance between layers A and B, A not the greater.  */
static struct distance
find_distance (struct pipelines *f, int a, int b)
{
  const struct pram_plan *plan = f->plan;
  for (int k = 0; k < f->n_known[a]; k++)
    if (f->known[a][k].other == b)
      return f->known[a][k].is;
  struct distance d = distance_between (f->poly, plan, &plan->layers[a],
					&plan->layers[b]);
  *PRAM_ARENA_PUSH (plan->prog->arena, f->known[a], f->n_known[a])
    = (struct known) { b, d };
  return d;
}

/* How far units of layers A and B that touch the same element are apart.  */
static struct distance
distance (struct pipelines *f, int a, int b)
{
  struct distance d = find_distance (f, a < b ? a : b, a < b ? b : a);
  return a <= b ? d : (struct distance) { d.known, d.any, d.down, d.up };
}

/* Is a turn of LAYER, a few units, a few elements in each of many rows?  Then
   all rows would be swept over again and again.  */
static bool
narrow_turns_p (const struct pram_poly *poly,
		const struct pram_plan_layer *layer)
{
  const struct pram_node *loop = layer->placement.loop;
  for (int s = layer->first_stmt; s < layer->end_stmt; s++)
    {
      const struct pram_poly_stmt *stmt = &poly->stmts[s];
      for (int i = 0; i < stmt->node->n_accesses; i++)
	{
	  const struct pram_access *access = &stmt->node->accesses[i];
	  int64_t by = pram_access_moved (poly->prog, access, loop);
	  for (int level = 0; by && by <= LINE && level < stmt->depth; level++)
	    if (pram_node_inside_p (stmt->loops[level], layer->node)
		&& pram_access_moved (poly->prog, access,
				      stmt->loops[level]) > by)
	      return true;
	}
    }
  return false;
}

static bool
waits_p (const struct pram_plan_layer *layer, int for_layer)
{
  for (int w = 0; w < layer->n_waits; w++)
    if (layer->waits[w] == for_layer)
      return true;
  return false;
}

/* How far units of layer A are from those that write what it receives, or, if
   SENT, read what it sends; -1 if there is no bound.  */
static int64_t
reach_of (struct pipelines *f, int a, bool sent)
{
  const struct pram_plan *plan = f->plan;
  const struct pram_plan_layer *layer = &plan->layers[a];
  int64_t reach = 0;
  for (int b = 0; b < plan->n_layers; b++)
    {
      const struct pram_plan_layer *other = &plan->layers[b];
      if (!waits_p (layer, b) && !(sent && waits_p (other, a)))
	continue;
      /* What is offered may be needed anywhere.  */
      if (!other->placement.loop || other->offer)
	return -1;
      struct distance d = distance (f, b, a);
      if (!d.known)
	return -1;
      reach = d.up > reach ? d.up : reach;
      reach = d.down > reach ? d.down : reach;
    }
  return reach;
}

/* Layer A is alone in its loop and has the same units in each iteration.  */
static bool
alone_p (const struct pram_plan *plan, int a)
{
  const struct pram_plan_layer *layer = &plan->layers[a];
  const struct pram_node *loop = pram_node_loop (layer->node);
  /* Its units are others the next time, or there may be no next time.  */
  if (layer->placement.outer || pram_layer_passed_over_p (layer->node, NULL))
    return false;
  for (int b = 0; b < plan->n_layers; b++)
    if (b != a && pram_node_inside_p (plan->layers[b].node, loop))
      return false;
  return true;
}

/* Layer A may be the next to run after itself: may two of its runs sweep
   together?  */
static void
find_ahead (struct pipelines *f, int a)
{
  struct pram_plan_layer *layer = &f->plan->layers[a];
  if (!alone_p (f->plan, a))
    return;
  struct distance d = distance (f, a, a);
  if (!d.known || (layer->n_transfers
		   && !(layer->uniform && layer->early_recv)))
    return;
  layer->reach = reach_of (f, a, true);
  if (layer->reach < 0)
    return;
  layer->ahead_up = d.up;
  layer->ahead_down = d.down;
}

/* One of the layers that may be next after layer FROM, NEXT, is run by the code
   of layer A: A's frame would be filled anew if it still waited to be run.  */
static bool
refilled_p (const struct pram_plan *plan, int a, int from, bool *const *next)
{
  const struct pram_node *node = plan->layers[a].node;
  for (int b = 0; b < plan->n_layers; b++)
    {
      const struct pram_node *other = plan->layers[b].node;
      if (next[from][b] && (b == a || (node->level >= 0 && other->level >= 0
				       && other->item == node->item)))
	return true;
    }
  return false;
}

/* May LAYER sweep together with others at all?  */
static bool
sweeps_p (const struct pram_poly *poly, const struct pram_plan_layer *layer)
{
  return (layer->placement.loop && !layer->offer
	  && !pram_layer_in_order_p (layer)
	  && !pram_node_logs_p (poly->prog, layer->node)
	  && !narrow_turns_p (poly, layer));
}

/* Layer B may run soon after layer A: add a pipe if they may sweep together,
   KEEP as in struct pram_pipe.  */
static void
find_pipe (struct pipelines *f, int a, int b, bool keep)
{
  struct pram_plan *plan = f->plan;
  struct pram_plan_layer *la = &plan->layers[a];
  if (!sweeps_p (f->poly, &plan->layers[b]))
    return;
  struct distance d = distance (f, a, b);
  if (d.known)
    *PRAM_ARENA_PUSH (plan->prog->arena, la->pipes, la->n_pipes)
      = (struct pram_pipe) { b, keep, d.up, d.down };
}

/* Those of layer A to layers that may be the next to run after layer FROM, but
   for those SEEN.  NEXT: by layer, which may be the next.  */
static void
find_pipes_behind (struct pipelines *f, int a, int from, bool *const *next,
		   bool *seen)
{
  const struct pram_plan *plan = f->plan;
  for (int b = 0; b < plan->n_layers; b++)
    if (next[from][b] && !seen[b])
      {
	seen[b] = true;
	find_pipe (f, a, b, !refilled_p (plan, a, b, next));
      }
}

/* Find the layers with which layer A may sweep together: those that may be the
   next, then those that may be the next of these, if these can be left.  */
static void
find_pipes (struct pipelines *f, int a, bool *const *next)
{
  const struct pram_plan *plan = f->plan;
  const struct pram_plan_layer *la = &plan->layers[a];
  bool *seen = PRAM_ARENA_NEW (plan->prog->arena, bool, plan->n_layers + 1);
  int done = 0;
  seen[a] = true;
  find_pipes_behind (f, a, a, next, seen);
  for (int length = 3; length <= PRAM_CHAIN; length++)
    for (int end = la->n_pipes; done < end; done++)
      {
	int b = la->pipes[done].layer;
	if (la->pipes[done].keep && !refilled_p (plan, b, b, next))
	  find_pipes_behind (f, a, b, next, seen);
      }
}

/* By layer, which layers may be the next.  */
static bool **
find_next (const struct pram_plan *plan)
{
  struct pram_arena *arena = plan->prog->arena;
  int n = plan->n_layers;
  bool **next = PRAM_ARENA_NEW (arena, bool *, n + 1);
  for (int a = 0; a < n; a++)
    {
      next[a] = PRAM_ARENA_NEW (arena, bool, n + 1);
      add_next (plan, plan->layers[a].node, next[a]);
    }
  return next;
}

void
pram_plan_find_last (const struct pram_poly *poly, struct pram_plan *plan)
{
  bool *const *next = find_next (plan);
  for (int a = 0; a < plan->n_layers; a++)
    {
      struct pram_plan_layer *layer = &plan->layers[a];
      layer->last = next[a][a] && sweeps_p (poly, layer);
      for (int b = 0; b < plan->n_layers; b++)
	layer->last &= b == a || !next[a][b];
    }
}

void
pram_plan_pipelines (const struct pram_poly *poly, struct pram_plan *plan)
{
  int n = plan->n_layers;
  bool *const *next = find_next (plan);
  struct pram_arena *arena = plan->prog->arena;
  struct pipelines f = { poly, plan, PRAM_ARENA_NEW (arena, int, n + 1),
			 PRAM_ARENA_NEW (arena, struct known *, n + 1) };
  for (int a = 0; a < n; a++)
    {
      struct pram_plan_layer *la = &plan->layers[a];
      la->reach = la->ahead_up = la->ahead_down = -1;
      if (!sweeps_p (poly, la))
	continue;
      if (next[a][a])
	find_ahead (&f, a);
      else if (!refilled_p (plan, a, a, next))
	find_pipes (&f, a, next);
    }
  for (int l = 0; l < n; l++)
    for (int a = 0; a < n; a++)
      for (int p = 0; p < plan->layers[a].n_pipes; p++)
	if (plan->layers[a].pipes[p].layer == l && plan->layers[l].reach < 0)
	  plan->layers[l].reach = reach_of (&f, l, false);
}
