/* layer.c: the units of a layer, and what it has to wait for.

   SPDX-License-Identifier: Apache-2.0

   Units whose results others need, the *boundary*, run first: a process has
   them as a few intervals of its block.

   Invariant: a layer has at most one round under way.  */

#include "prt.h"
#include "pram-sets.h"

/* Wait for what LAYER has under way.  */

void
prt_layer_finish (struct prt_layer *layer)
{
  if (layer->pending)
    {
      struct prt_round *round = layer->pending;
      layer->pending = NULL;
      prt_round_wait (round);
    }
}

/* Wait for all that must have arrived before LAYER runs.  */

void
prt_layer_wait (struct prt_region *region, struct prt_layer *layer)
{
  const struct pram_layer *desc = layer->desc;
  if (prt.procs == 1)
    return;
  for (int i = 0; i < desc->n_waits; i++)
    prt_layer_finish (&region->layer[desc->waits[i]]);
  prt_layer_finish (layer);
}

/* --- Boundaries ---------------------------------------------------------- */

/* Units FIRST, FIRST + STRIDE, …: remember those of this process.  */

static void
visit_units (void *data, int64_t first, int64_t count, int64_t stride)
{
  struct prt_layer *layer = data;
  if (stride != 1 && count > 1)
    {
      for (int64_t i = 0; i < count; i++)
	visit_units (data, first + i * stride, 1, 1);
      return;
    }
  int64_t lo = first < layer->own.lo ? layer->own.lo : first;
  int64_t hi = first + count > layer->own.hi ? layer->own.hi : first + count;
  if (lo >= hi)
    return;
  struct prt_block *last
    = layer->n_edges ? &layer->edge[layer->n_edges - 1] : NULL;
  if (last && lo >= last->lo && lo <= last->hi)
    {
      if (hi > last->hi)
	last->hi = hi;
      return;
    }
  if (layer->n_edges == layer->edges_room)
    {
      layer->edges_room = 2 * layer->edges_room + 4;
      layer->edge = prt_grow (layer->edge, layer->edges_room,
			      sizeof *layer->edge);
    }
  layer->edge[layer->n_edges++] = (struct prt_block) { lo, hi };
}

static int
compare_blocks (const void *a, const void *b)
{
  const struct prt_block *x = a, *y = b;
  return (x->lo > y->lo) - (x->lo < y->lo);
}

/* Sort the boundary's intervals and merge those that touch.  */

static void
merge_edges (struct prt_layer *layer)
{
  int n = 0;
  if (layer->n_edges > 1)
    qsort (layer->edge, layer->n_edges, sizeof *layer->edge, compare_blocks);
  for (int i = 0; i < layer->n_edges; i++)
    {
      struct prt_block b = layer->edge[i];
      if (n && b.lo <= layer->edge[n - 1].hi)
	{
	  if (b.hi > layer->edge[n - 1].hi)
	    layer->edge[n - 1].hi = b.hi;
	}
      else
	layer->edge[n++] = b;
    }
  layer->n_edges = n;
  layer->edge_units = 0;
  for (int i = 0; i < n; i++)
    layer->edge_units += layer->edge[i].hi - layer->edge[i].lo;
}

static void
find_edges (struct prt_region *region, struct prt_layer *layer)
{
  layer->n_edges = 0;
  if (layer->desc->boundary >= 0 && layer->own.lo < layer->own.hi)
    for (int dst = 0; dst < prt.procs; dst++)
      if (dst != prt.rank)
	{
	  struct prt_env env;
	  prt_env_set (&env, region, prt.rank, dst);
	  prt_units_visit (region->desc->code + layer->desc->boundary, &env,
			   visit_units, layer);
	}
  merge_edges (layer);
  layer->have_edges = layer->uniform;
}

/* Take the boundary of CALL's layer off its units; false if some of it is not
   at their ends.  */

bool
prt_cut_edges (struct prt_call *call)
{
  const struct prt_layer *layer = call->layer;
  for (int i = 0; i < layer->n_edges; i++)
    if (layer->edge[i].lo == call->lo)
      call->lo = layer->edge[i].hi;
    else if (layer->edge[i].hi == call->hi)
      call->hi = layer->edge[i].lo;
    else
      return false;
  return true;
}

/* --- Running a layer ----------------------------------------------------- */

static void
run_code (const struct prt_call *call, int64_t lo, int64_t hi)
{
  if (prt.current->desc->traits & PRAM_ENDS)
    prt_run_ending (call, lo, hi);
  else
    call->fn (call->frame, lo, hi, call->layer->at);
}

static void
guess_units (const struct prt_call *call, int64_t lo, int64_t hi)
{
  struct prt_floating before = prt_floating_part ();
  run_code (call, lo, hi);
  call->layer->raised |= prt_floating_rejoin (&before);
}

void
prt_run_units (const struct prt_call *call, int64_t lo, int64_t hi)
{
  struct prt_layer *layer = call->layer;
  if (lo >= hi || !call->fn)
    return;
  if (call->relayed)
    prt_relay_take (call);
  for (int k = 0; k < layer->n_reductions; k++)
    layer->at[k] = layer->leaves[k] + (lo - layer->own.lo) * layer->size[k];
  double since = prt.trace ? prt_now () : 0;
  if (layer->guessed)
    guess_units (call, lo, hi);
  else
    run_code (call, lo, hi);
  if (prt.task_seconds > 0)
    smpi_execute (prt.task_seconds * (double) layer->desc->tasks_per_unit
		  * (double) (hi - lo));
  if (prt.trace)
    prt_trace_compute (layer->number, since, lo, hi);
  if (call->relayed)
    prt_relay_pass (call);
}

/* Count what the transfers of DESC touch, for the statistics.  */

static void
hold_halo (struct prt_region *region, const struct pram_layer *desc,
	   void *const *bases)
{
  for (int peer = 0; peer < prt.procs; peer++)
    if (peer != prt.rank)
      {
	prt_hold (region, desc->transfers, desc->n_transfers, peer,
		  prt.rank, bases);
	prt_hold (region, desc->transfers, desc->n_transfers, prt.rank,
		  peer, bases);
      }
}

static bool
offer_p (const struct prt_layer *layer)
{
  return layer->desc->flags & PRAM_LAYER_OFFER;
}

/* Count what others offer in LAYER.  */

static void
hold_wanted (struct prt_region *region, const struct prt_layer *layer,
	     void *const *bases)
{
  const struct prt_wanted *wanted = prt_wanted_of (region, layer->number);
  for (int p = 0; p < prt.procs && layer->desc->n_transfers; p++)
    prt_hold_pieces (region, &wanted->recv[p],
		     bases[layer->desc->transfers[0].array]);
}

/* The round of LAYER for BASES.  */

static struct prt_round *
layer_round (struct prt_region *region, struct prt_layer *layer,
	     void *const *bases)
{
  const struct pram_layer *desc = layer->desc;
  struct prt_transfers table = { desc->transfers, desc->n_transfers,
				 PRT_EXCHANGE,
				 PRT_TAG_LAYERS + layer->number,
				 offer_p (layer) ? prt_wanted_of (region,
								  layer->number)
				 : NULL };
  return (layer->uniform
	  ? prt_round_of (&layer->rounds, region, &table, bases, desc->n_bases,
			  0)
	  : prt_round_once (region, &table, bases));
}

/* Make ready what LAYER needs to exchange elements of BASES.  */

struct prt_round *
prt_layer_prepare (struct prt_region *region, struct prt_layer *layer,
		   void *const *bases)
{
  struct prt_round *round = layer_round (region, layer, bases);
  if (prt.stats && round->held != prt.n_entered)
    {
      if (offer_p (layer))
	hold_wanted (region, layer, bases);
      else
	hold_halo (region, layer->desc, bases);
      round->held = prt.n_entered;
    }
  if (!layer->have_edges)
    find_edges (region, layer);
  return round;
}

void
prt_count_tasks (const struct prt_layer *layer)
{
  if (prt.stats)
    prt.tally.tasks += ((layer->own.hi - layer->own.lo)
			* layer->desc->tasks_per_unit);
}
