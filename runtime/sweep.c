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

/* How many units have their turn, if a unit has TASKS tasks.  */

int64_t
prt_sweep_turn (int64_t tasks)
{
  return tasks < prt.turn ? prt.turn / (tasks + 1) : 1;
}

/* Leave the interior of layer NUMBER, whose edges have run.  False if it
   should run now.  */

bool
prt_sweep_defer (struct prt_region *region, int number, pram_layer_fn fn,
		 void *frame)
{
  struct prt_layer *layer = &region->layer[number];
  int64_t lo = layer->own.lo, hi = layer->own.hi;
  if (!layer->desc->n_pipes)
    return false;
  for (int i = 0; layer->exchanges && i < layer->n_edges; i++)
    if (layer->edge[i].lo == lo)
      lo = layer->edge[i].hi;
    else if (layer->edge[i].hi == hi)
      hi = layer->edge[i].lo;
    else
      return false;
  region->deferred = (struct prt_deferred) { number, fn, frame, lo, hi };
  return true;
}

/* Run what is left of REGION's deferred layer, if there is one.  */

void
prt_sweep_flush (struct prt_region *region)
{
  struct prt_deferred *d = &region->deferred;
  if (d->number < 0)
    return;
  struct prt_layer *layer = &region->layer[d->number];
  int64_t middle = d->lo + (d->hi - d->lo) / 2;
  d->number = -1;
  if (layer->pending)
    {
      prt_run_units (layer, d->fn, d->frame, d->lo, middle);
      prt_round_progress (layer->pending);
      d->lo = middle;
    }
  prt_run_units (layer, d->fn, d->frame, d->lo, d->hi);
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

/* The second layer of a sweep.  */
struct follower
{
  struct prt_layer *layer;
  pram_layer_fn fn;
  void *frame;
  int64_t lo, hi;		/* units that are left for the sweep */
};

/* Run the deferred layer and S together; UP as in pram_pipe.  */

static void
sweep (struct prt_region *region, struct follower *s, int64_t up)
{
  struct prt_deferred *d = &region->deferred;
  struct prt_layer *first = &region->layer[d->number];
  int64_t turn = prt_sweep_turn (first->desc->tasks_per_unit
				 + s->layer->desc->tasks_per_unit);
  int64_t middle = d->lo + (d->hi - d->lo) / 2;
  prt_trace_sweep (true);
  while (d->lo < d->hi || s->lo < s->hi)
    {
      int64_t to = d->lo + turn < d->hi ? d->lo + turn : d->hi;
      prt_run_units (first, d->fn, d->frame, d->lo, to);
      if (first->pending && d->lo <= middle && to > middle)
	prt_round_progress (first->pending);
      d->lo = to;
      int64_t behind = to < d->hi && to - up < s->hi ? to - up : s->hi;
      prt_run_units (s->layer, s->fn, s->frame, s->lo, behind);
      if (behind > s->lo)
	s->lo = behind;
    }
  prt_trace_sweep (false);
  d->number = -1;
}

/* The units at both ends of S's layer whose results others need: run them, and
   those of the deferred layer that they need, and send.  Returns null if the
   boundary has another form.  */

static struct prt_round *
send_ahead (struct prt_region *region, struct follower *s, int number,
	    const struct pram_pipe *pipe, void *const *bases)
{
  struct prt_deferred *d = &region->deferred;
  struct prt_layer *first = &region->layer[d->number], *layer = s->layer;
  struct prt_round *round = prt_layer_prepare (region, layer, number, bases);
  int64_t lo = s->lo, hi = s->hi;
  for (int i = 0; i < layer->n_edges; i++)
    if (layer->edge[i].lo == lo)
      lo = layer->edge[i].hi;
    else if (layer->edge[i].hi == hi)
      hi = layer->edge[i].lo;
    else
      return NULL;
  if (lo >= hi)
    return NULL;
  int64_t low = lo + pipe->up, high = hi - pipe->down;
  if (lo > s->lo && d->lo < low)
    {
      low = low < d->hi ? low : d->hi;
      prt_run_units (first, d->fn, d->frame, d->lo, low);
      d->lo = low;
    }
  if (hi < s->hi && high < d->hi)
    {
      high = high > d->lo ? high : d->lo;
      prt_run_units (first, d->fn, d->frame, high, d->hi);
      d->hi = high;
    }
  prt_run_units (layer, s->fn, s->frame, s->lo, lo);
  prt_run_units (layer, s->fn, s->frame, hi, s->hi);
  s->lo = lo;
  s->hi = hi;
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

/* Run layer NUMBER in one sweep with the deferred one.  False if it must run
   alone; then no layer is deferred any more.  */

bool
prt_sweep_join (struct prt_region *region, int number, pram_layer_fn fn,
		void *frame, void *const *bases)
{
  struct prt_layer *layer = &region->layer[number];
  if (region->deferred.number < 0)
    return false;
  const struct pram_pipe *pipe
    = find_pipe (region->layer[region->deferred.number].desc, number);
  struct prt_block unit = { 0, 0 };
  if (pipe && layer->desc->reach >= 0)
    unit = free_units (region, layer);
  struct follower s = { layer, fn, frame, unit.lo, unit.hi };
  struct prt_round *round = NULL;
  bool last = layer->exchanges && pending_p (region, layer);
  if (2 * (unit.hi - unit.lo) <= layer->own.hi - layer->own.lo
      || (last && !large_p (layer))
      || (layer->exchanges && !last
	  && !(round = send_ahead (region, &s, number, pipe, bases))))
    {
      prt_sweep_flush (region);
      return false;
    }
  sweep (region, &s, pipe->up);
  for (int i = 0; i < layer->desc->n_waits; i++)
    prt_layer_finish (&region->layer[layer->desc->waits[i]]);
  prt_layer_finish (layer);
  prt_run_units (layer, fn, frame, layer->own.lo, unit.lo);
  prt_run_units (layer, fn, frame, unit.hi, layer->own.hi);
  if (last)
    round = prt_layer_prepare (region, layer, number, bases);
  if (round)
    {
      prt_round_start (round, true, last);
      layer->pending = round;
    }
  return true;
}
