/* sweep.c: layers in one sweep over the block.

   SPDX-License-Identifier: Apache-2.0

   A layer that has pipes (pram-abi.h) runs its boundary, starts its transfers
   and leaves its interior.  If the next layer is one of the pipes, the two
   sweep over the block together, the second PIPE->up units behind the first:
   what the first has written is still in the cache.  If the second exchanges
   nothing, it may be left as well, and a third one joins: the *chain*.
   Otherwise the interior is run when it is needed at the latest.

   Units of a later layer that may touch what is still under way, those within
   REACH of the block's borders or of what was sent, run last, and so do units
   of the layers behind it that need these.  If they are units whose results
   others need, they are sent last, too, and nothing hides that: only a large
   block is worth it.

   Invariants
   (1) Of the first layer of the chain units outside LO .. HI - 1 have run; of
       the others, those outside run after the sweep, in the chain's order.
   (2) Unit u of a later layer runs after all units up to u + up of each layer
       before it, and a unit v of such a layer does not run after one of the
       later that is above v - up.  */

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
  if (!layer->desc->n_pipes || region->unsure)
    return false;
  if (layer->exchanges && !prt_cut_edges (&left))
    return false;
  region->chain[0] = left;
  region->n_chain = 1;
  return true;
}

/* --- Sweeping ------------------------------------------------------------ */

/* Large messages don't move by themselves.  */

static void
progress (const struct prt_layer *layer)
{
  if (layer->pending)
    prt_round_progress (layer->pending);
}

/* Run CALL up to unit TO.  */

static void
run_to (struct prt_call *call, int64_t to)
{
  prt_run_units (call, call->lo, to);
  if (to > call->lo)
    call->lo = to;
}

/* Sweep over the first of N calls CALL up to unit TO, and over the others as far
   behind it as they have to be.  */

void
prt_sweep (struct prt_call *call, int n, int64_t to)
{
  int64_t middle = call->lo + (to - call->lo) / 2, tasks = 0;
  for (int i = 0; i < n; i++)
    tasks += call[i].layer->desc->tasks_per_unit;
  int64_t strip = strip_of (tasks);
  while (call->lo < to)
    {
      int64_t next = call->lo + strip < to ? call->lo + strip : to;
      if (call->lo <= middle && next > middle)
	for (int i = 0; i < n; i++)
	  progress (call[i].layer);
      run_to (call, next);
      for (int i = 1; i < n; i++)
	run_to (&call[i], (next - call[i].behind < call[i].hi
			   ? next - call[i].behind : call[i].hi));
    }
}

/* Sweep over the chain of REGION, but for the units that run last.  */

static void
sweep_chain (struct prt_region *region)
{
  int n = region->n_chain;
  region->n_chain = 0;
  prt_trace_sweep (true);
  prt_sweep (region->chain, n, region->chain->hi);
  for (int i = 1; i < n; i++)
    run_to (&region->chain[i], region->chain[i].hi);
  prt_trace_sweep (false);
}

/* Run the units of CALL outside of DONE, when what they need has come.  */

static void
run_last (struct prt_region *region, const struct prt_call *call,
	  struct prt_block done)
{
  prt_layer_wait (region, call->layer);
  prt_run_units (call, call->layer->own.lo, done.lo);
  prt_run_units (call, done.hi, call->layer->own.hi);
}

/* Run CALL, a layer that was left and that nothing has joined.  */

static void
run_left (struct prt_call *call)
{
  if (call->layer->pending)
    {
      run_to (call, call->lo + (call->hi - call->lo) / 2);
      progress (call->layer);
    }
  run_to (call, call->hi);
}

/* Run what is left of REGION's layers.  */

void
prt_sweep_flush (struct prt_region *region)
{
  int n = region->n_chain;
  struct prt_block done[PRAM_CHAIN];
  for (int i = 0; i < n; i++)
    done[i] = (struct prt_block) { region->chain[i].lo, region->chain[i].hi };
  if (n > 1)
    sweep_chain (region);
  else if (n == 1)
    {
      region->n_chain = 0;
      run_left (region->chain);
    }
  for (int i = 1; i < n; i++)
    run_last (region, &region->chain[i], done[i]);
}

void
PRAM_end (void)
{
  prt_sweep_flush (prt.current);
}

/* --- Joining ------------------------------------------------------------- */

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
   under way; none, if there is no bound.  */

static struct prt_block
free_units (struct prt_region *region, const struct prt_layer *layer)
{
  const struct pram_layer *desc = layer->desc;
  struct prt_block unit = layer->own;
  int64_t reach = desc->reach, middle = (unit.lo + unit.hi) / 2;
  if (reach < 0)
    return (struct prt_block) { 0, 0 };
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

/* The units at both ends of CALL whose results others need: run them, and those
   of the layer that was left that they need, and send.  Returns null if the
   boundary has another form.  */

static struct prt_round *
send_ahead (struct prt_region *region, struct prt_call *call,
	    void *const *bases)
{
  struct prt_call *d = region->chain, left = *call;
  struct prt_round *round = prt_layer_prepare (region, call->layer, bases);
  if (!prt_cut_edges (&left) || left.lo >= left.hi)
    return NULL;
  const struct pram_pipe *pipe = find_pipe (d->layer->desc,
					    call->layer->number);
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

/* CALL joins REGION's chain behind all the others: how far, and which of its
   units.  False if it may not.  *KEEP: more may join.  */

static bool
follow (struct prt_region *region, struct prt_call *call, bool *keep)
{
  const struct prt_layer *layer = call->layer;
  struct prt_block unit = free_units (region, layer);
  *keep = layer->desc->n_pipes && region->n_chain + 1 < PRAM_CHAIN;
  for (int i = 0; i < region->n_chain; i++)
    {
      const struct prt_call *c = &region->chain[i];
      const struct pram_pipe *pipe = find_pipe (c->layer->desc, layer->number);
      if (!pipe)
	return false;
      if (call->behind < c->behind + pipe->up)
	call->behind = c->behind + pipe->up;
      *keep &= pipe->keep;
      /* Units that need such as run last.  */
      if (i > 0 && c->lo > c->layer->own.lo && unit.lo < c->lo + pipe->down)
	unit.lo = c->lo + pipe->down;
      if (i > 0 && c->hi < c->layer->own.hi && unit.hi > c->hi - pipe->up)
	unit.hi = c->hi - pipe->up;
    }
  bool most = 2 * (unit.hi - unit.lo) > call->hi - call->lo;
  call->lo = unit.lo;
  call->hi = unit.hi;
  return most;
}

/* Sweep over the only layer that was left and over CALL, which exchanges
   something; NEXT: those of its units that can.  False if that isn't worth
   it.  */

static bool
join_and_exchange (struct prt_region *region, const struct prt_call *call,
		   struct prt_call next, void *const *bases)
{
  struct prt_layer *layer = call->layer;
  struct prt_block unit = { next.lo, next.hi };
  struct prt_round *round = NULL;
  bool last = pending_p (region, layer);
  if (region->n_chain > 1
      || (last ? !large_p (layer)
	  : !(round = send_ahead (region, &next, bases))))
    return false;
  region->chain[region->n_chain++] = next;
  sweep_chain (region);
  run_last (region, call, unit);
  if (last)
    round = prt_layer_prepare (region, layer, bases);
  prt_round_start (round, true, last);
  layer->pending = round;
  return true;
}

/* Run CALL in one sweep with the layers that were left, now or later.  False if
   it must run alone; then no layer is left any more.  */

bool
prt_sweep_join (struct prt_region *region, const struct prt_call *call,
		void *const *bases)
{
  struct prt_call next = *call;
  bool keep;
  if (!region->n_chain)
    return false;
  if (!follow (region, &next, &keep)
      || (call->layer->exchanges
	  && !join_and_exchange (region, call, next, bases)))
    {
      prt_sweep_flush (region);
      return false;
    }
  if (call->layer->exchanges)
    return true;
  region->chain[region->n_chain++] = next;
  if (!keep)
    prt_sweep_flush (region);
  return true;
}
