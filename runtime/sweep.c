/* sweep.c: two layers in one sweep over the block.

   SPDX-License-Identifier: Apache-2.0

   A layer that has pipes (pram-abi.h) runs its boundary, starts its transfers
   and leaves its interior.  If the next layer is one of the pipes, the two
   sweep over the block together, the second PIPE->up units behind the first:
   what the first has written is still in the cache.  Otherwise the interior
   is run when it is needed at the latest.

   Units of the second layer that may touch what is still under way, those
   within REACH of the block's borders or of what was sent, run last.  If these
   are units whose results others need, they are sent last, too, and nothing
   hides that: only a large block is worth it.

   Invariants
   (1) At most one layer is deferred.  Its units outside LO .. HI - 1 have run.
   (2) Unit u of the second layer runs after all units up to u + up of the
       first, and a unit v of the first does not run after one of the second
       that is above v - up.  */

#include "prt.h"

/* The units of a strip, if a unit has TASKS tasks.  */

static int64_t
strip_of (int64_t tasks)
{
  return tasks < prt.strip ? prt.strip / (tasks + 1) : 1;
}

/* Leave the interior of CALL, whose edges have run.  False if it should run
   now.  */

bool
prt_sweep_defer (struct prt_region *region, const struct prt_call *call)
{
  const struct prt_layer *layer = call->layer;
  struct prt_call left = *call;
  if (!layer->desc->n_pipes)
    return false;
  if (layer->exchanges && !prt_cut_edges (&left))
    return false;
  region->deferred = left;
  return true;
}

/* Run what is left of REGION's deferred layer, if there is one.  */

void
prt_sweep_flush (struct prt_region *region)
{
  struct prt_call d = region->deferred;
  if (!d.layer)
    return;
  int64_t middle = d.lo + (d.hi - d.lo) / 2;
  region->deferred.layer = NULL;
  if (d.layer->pending)
    {
      prt_run_units (&d, d.lo, middle);
      prt_round_progress (d.layer->pending);
      d.lo = middle;
    }
  prt_run_units (&d, d.lo, d.hi);
}

void
PRAM_end (void)
{
  prt_sweep_flush (prt.current);
}

static const struct pram_pipe *
find_pipe (const struct pram_layer *first, int second)
{
  for (int i = 0; i < first->n_pipes; i++)
    if (first->pipes[i].layer == second)
      return &first->pipes[i];
  return NULL;
}

/* Are transfers under way that LAYER has to wait for?  */

static bool
pending_p (struct prt_region *region, const struct prt_layer *layer)
{
  for (int i = 0; i < layer->desc->n_waits; i++)
    if (region->layer[layer->desc->waits[i]].pending)
      return true;
  return layer->pending != NULL;
}

/* The units of LAYER that are further than its reach from everything that is
   under way.  */

static struct prt_block
free_units (struct prt_region *region, const struct prt_layer *layer)
{
  const struct pram_layer *desc = layer->desc;
  struct prt_block unit = layer->own;
  int64_t reach = desc->reach, middle = (unit.lo + unit.hi) / 2;
  if (!pending_p (region, layer))
    return unit;
  if (unit.lo < region->block.lo + reach)
    unit.lo = region->block.lo + reach;
  if (unit.hi > region->block.hi - reach)
    unit.hi = region->block.hi - reach;
  for (int i = 0; i < desc->n_waits; i++)
    {
      const struct prt_layer *sender = &region->layer[desc->waits[i]];
      for (int e = 0; sender->pending && e < sender->n_edges; e++)
	if (sender->edge[e].lo < middle)
	  {
	    if (unit.lo < sender->edge[e].hi + reach)
	      unit.lo = sender->edge[e].hi + reach;
	  }
	else if (unit.hi > sender->edge[e].lo - reach)
	  unit.hi = sender->edge[e].lo - reach;
    }
  return unit;
}

/* Large messages don't move by themselves.  */

static void
progress (const struct prt_layer *layer)
{
  if (layer->pending)
    prt_round_progress (layer->pending);
}

/* Sweep over FIRST up to unit TO, and over SECOND UP units behind.  */

void
prt_sweep (struct prt_call *first, struct prt_call *second, int64_t to,
	   int64_t up)
{
  int64_t strip = strip_of (first->layer->desc->tasks_per_unit
			    + second->layer->desc->tasks_per_unit);
  int64_t middle = first->lo + (to - first->lo) / 2;
  while (first->lo < to)
    {
      int64_t next = first->lo + strip < to ? first->lo + strip : to;
      int64_t behind = next - up < second->hi ? next - up : second->hi;
      if (first->lo <= middle && next > middle)
	{
	  progress (first->layer);
	  progress (second->layer);
	}
      prt_run_units (first, first->lo, next);
      first->lo = next;
      prt_run_units (second, second->lo, behind);
      if (behind > second->lo)
	second->lo = behind;
    }
}

/* The units at both ends of CALL whose results others need: run them, and those
   of the deferred layer that they need, and send.  Returns null if the boundary
   has another form.  */

static struct prt_round *
send_ahead (struct prt_region *region, struct prt_call *call,
	    const struct pram_pipe *pipe, void *const *bases)
{
  struct prt_call *d = &region->deferred, left = *call;
  struct prt_round *round = prt_layer_prepare (region, call->layer, bases);
  if (!prt_cut_edges (&left) || left.lo >= left.hi)
    return NULL;
  int64_t low = left.lo + pipe->up, high = left.hi - pipe->down;
  if (left.lo > call->lo && d->lo < low)
    {
      low = low < d->hi ? low : d->hi;
      prt_run_units (d, d->lo, low);
      d->lo = low;
    }
  if (left.hi < call->hi && high < d->hi)
    {
      high = high > d->lo ? high : d->lo;
      prt_run_units (d, high, d->hi);
      d->hi = high;
    }
  prt_run_units (call, call->lo, left.lo);
  prt_run_units (call, left.hi, call->hi);
  *call = left;
  prt_round_start (round, false, true);
  return round;
}

/* Has the process so many tasks of LAYER that to sweep over the block once less
   is worth an exchange that nothing hides?  */

static bool
large_p (const struct prt_layer *layer)
{
  return (layer->own.hi - layer->own.lo) * layer->desc->tasks_per_unit
	 >= PRAM_TASKS_SENT_LAST;
}

/* Run CALL in one sweep with the deferred layer.  False if it must run alone;
   then no layer is deferred any more.  */

bool
prt_sweep_join (struct prt_region *region, const struct prt_call *call,
		void *const *bases)
{
  struct prt_layer *layer = call->layer;
  struct prt_call *d = &region->deferred;
  if (!d->layer)
    return false;
  const struct pram_pipe *pipe = find_pipe (d->layer->desc, layer->number);
  struct prt_block unit = { 0, 0 };
  if (pipe && layer->desc->reach >= 0)
    unit = free_units (region, layer);
  struct prt_call second = { layer, call->fn, call->frame, unit.lo, unit.hi };
  struct prt_round *round = NULL;
  bool last = layer->exchanges && pending_p (region, layer);
  if (2 * (unit.hi - unit.lo) <= layer->own.hi - layer->own.lo
      || (last && !large_p (layer))
      || (layer->exchanges && !last
	  && !(round = send_ahead (region, &second, pipe, bases))))
    {
      prt_sweep_flush (region);
      return false;
    }
  prt_trace_sweep (true);
  prt_sweep (d, &second, d->hi, pipe->up);
  prt_run_units (&second, second.lo, second.hi);
  prt_trace_sweep (false);
  d->layer = NULL;
  prt_layer_wait (region, layer);
  prt_run_units (call, call->lo, unit.lo);
  prt_run_units (call, unit.hi, call->hi);
  if (last)
    round = prt_layer_prepare (region, layer, bases);
  if (round)
    {
      prt_round_start (round, true, last);
      layer->pending = round;
    }
  return true;
}
