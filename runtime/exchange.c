/* exchange.c: layers, and the transfers between processes.

   SPDX-License-Identifier: Apache-2.0

   PRAM_layer runs the units whose results others need first, starts the
   transfers, and runs the other units while the messages are under way; the
   layers that need them wait for them (pram_layer.waits).  */

#include "prt.h"

/* Run CALL's units outside the boundary.  Halfway let MPI look at the messages
   of ROUND.  */

static void
run_interior (const struct prt_call *call, struct prt_round *round)
{
  const struct prt_layer *layer = call->layer;
  int64_t lo = call->lo;
  int64_t left = call->hi - call->lo - layer->edge_units;
  int64_t half = left / 2;
  for (int i = 0; i <= layer->n_edges; i++)
    {
      int64_t hi = i < layer->n_edges ? layer->edge[i].lo : call->hi;
      if (half > 0 && half <= hi - lo)
	{
	  prt_run_units (call, lo, lo + half);
	  lo += half;
	  half = 0;
	  prt_round_progress (round);
	}
      half -= half > 0 ? hi - lo : 0;
      prt_run_units (call, lo, hi);
      if (i < layer->n_edges)
	lo = layer->edge[i].hi;
    }
}

static void
run_and_exchange (struct prt_region *region, const struct prt_call *call,
		  void *const *bases)
{
  struct prt_layer *layer = call->layer;
  struct prt_round *round = prt_layer_prepare (region, layer, bases);
  bool early = layer->early_recv;
  if (early)
    prt_round_start (round, true, false);
  if (round->n_send == 0 || layer->desc->flags & PRAM_LAYER_IN_ORDER
      || 2 * layer->edge_units >= call->hi - call->lo)
    {
      if (round->n_send > 0 || !early || !prt_sweep_defer (region, call))
	prt_run_units (call, call->lo, call->hi);
      prt_round_start (round, !early, true);
    }
  else
    {
      for (int i = 0; i < layer->n_edges; i++)
	prt_run_units (call, layer->edge[i].lo, layer->edge[i].hi);
      prt_round_start (round, false, true);
      if (!early || !prt_sweep_defer (region, call))
	run_interior (call, round);
      if (!early)
	prt_round_start (round, true, false);
    }
  layer->pending = round;
}

/* The same if CALL's units deposit, and so run in order.  */

static void
deposit_and_exchange (struct prt_region *region, const struct prt_call *call,
		      void *const *bases)
{
  struct prt_layer *layer = call->layer;
  prt_deposits_run (region, call, bases);
  if (!layer->exchanges)
    return;
  layer->pending = prt_layer_prepare (region, layer, bases);
  prt_round_start (layer->pending, true, true);
}

/* Run CALL by itself.  */

static void
run_alone (struct prt_region *region, const struct prt_call *call,
	   void *const *bases)
{
  int32_t flags = call->layer->desc->flags;
  prt_layer_wait (region, call->layer);
  if (flags & PRAM_LAYER_CLAIM)
    prt_deposits_claim (region, call->layer, bases);
  else if (flags & PRAM_LAYER_DEPOSITS)
    deposit_and_exchange (region, call, bases);
  else if (call->layer->exchanges)
    run_and_exchange (region, call, bases);
  else if (!prt_sweep_defer (region, call))
    prt_run_units (call, call->lo, call->hi);
}

void
PRAM_layer (int32_t number, pram_layer_fn fn, void *frame, void *const *bases)
{
  struct prt_region *region = prt.current;
  struct prt_layer *layer = &region->layer[number];
  struct prt_call call = { layer, fn, frame, layer->own.lo, layer->own.hi, 0,
			   0 };
  if (!prt_sweep_join (region, &call, bases))
    run_alone (region, &call, bases);
  prt_count_tasks (layer);
  prt_reduce_later (region, layer);
}

void
PRAM_relay (int32_t number, pram_layer_fn fn, void *frame, void *const *bases,
	    int32_t relayed)
{
  struct prt_region *region = prt.current;
  struct prt_layer *layer = &region->layer[number];
  struct prt_call call = { layer, fn, frame, layer->own.lo, layer->own.hi, 0,
			   relayed };
  if (region->n_chain)
    prt_sweep_flush (region);
  run_alone (region, &call, bases);
  prt_count_tasks (layer);
  prt_reduce_later (region, layer);
  prt_relay_tell (&call);
}

void
PRAM_stands (int32_t arg, void *base)
{
  prt.current->stands[arg] = base;
}

/* Run what is left, and wait for everything that is under way in REGION.  */

void
prt_exchange_finish (struct prt_region *region)
{
  prt_sweep_flush (region);
  for (int i = 0; i < region->desc->n_layers; i++)
    {
      struct prt_layer *layer = &region->layer[i];
      prt_layer_finish (layer);
      if (layer->ahead)
	prt_layer_finish (layer->ahead);
    }
}

/* --- Scatter and gather -------------------------------------------------- */

static void
move (struct prt_region *region, struct prt_rounds *rounds,
      const struct prt_transfers *table, void *const *bases, int n_counts)
{
  if (prt.procs == 1 || table->n == 0)
    return;
  struct prt_round *round = prt_round_of (rounds, region, table, bases,
					  region->desc->n_args, n_counts);
  prt_round_start (round, true, true);
  prt_round_wait (round);
}

/* Bring what the region reads from rank 0 to every process.  BASES: the base
   pointers by argument.  */

void
prt_scatter (struct prt_region *region, void *const *bases)
{
  const struct pram_region *desc = region->desc;
  struct prt_transfers table = { desc->scatter, desc->n_scatter, PRT_SCATTER,
				 PRT_TAG_SCATTER, NULL };
  if (prt.stats)
    prt_hold (region, desc->scatter, desc->n_scatter, 0, prt.rank, bases);
  move (region, &region->scatter, &table, bases, 0);
}

/* Find the arrays that need not be collected: those named in local(…) or that a
   pointer named there points to now, and no other does.  Swaps permute the
   pointers of all processes alike.  */

static void
find_unneeded (struct prt_region *region, void *const *args,
	       void *const *bases)
{
  const struct pram_region *desc = region->desc;
  for (int i = 0; i < desc->n_args; i++)
    {
      bool named = false, needed = false;
      for (int k = 0; k < desc->n_args; k++)
	if (desc->args[k].kind == PRAM_ARG_ARRAY_INOUT
	    && *(void *const *) args[k] == bases[i])
	  *(desc->args[k].local ? &named : &needed) = true;
      region->unneeded[i] = (desc->args[i].kind == PRAM_ARG_ARRAY_INOUT
			     ? named && !needed : desc->args[i].local);
    }
}

/* Bring what the region wrote to rank 0.  ARGS: the driver's arguments, as it
   left them.  */

void
prt_gather (struct prt_region *region, void *const *args, void *const *bases)
{
  const struct pram_region *desc = region->desc;
  if (prt.procs == 1 && !prt.stats && !prt.check)
    return;
  struct prt_transfers table = { desc->gather, desc->n_gather, PRT_GATHER,
				 PRT_TAG_GATHER, NULL };
  if (prt.stats)
    prt_hold (region, desc->gather, desc->n_gather, prt.rank, 0, bases);
  void **collected = prt_alloc (desc->n_args, sizeof *collected);
  find_unneeded (region, args, bases);
  for (int i = 0; i < desc->n_args; i++)
    collected[i] = region->unneeded[i] ? NULL : bases[i];
  move (region, &region->gather, &table, collected, desc->n_counts);
  free (collected);
}
