/* ahead.c: a layer's next run, together with this one.

   SPDX-License-Identifier: Apache-2.0

   A layer that is alone in its loop follows itself.  Two of its runs may sweep
   over the block together, as two layers do (sweep.c): one pass over memory
   instead of two, and the verdicts of both travel together.  So the second run
   is over before the driver calls for it.  If a verdict decides whether it ever
   does, the second run is a guess that costs at most itself; it writes only
   what nobody needs any more (emit-ahead.cc sees to that), and is made once the
   loop has run long enough for that not to matter.

   The units within the layer's reach of the block's ends are its *ends*; only
   they are sent, and only they read what is received.

     this run: the ends, send; as much more as the next run's ends need
     both: first half of the others, the next run UP behind
     wait; next run: the ends, send
     both: second half of the others
     (the run after that waits)

   Each exchange has half of both sweeps to hide behind.

   Invariants
   (1) All processes decide alike: by tables, sizes and the number of calls.
   (2) `layer' stands for the run that was called for last, `layer->ahead' for
       the one that was run ahead of its call; when that is called for, they
       change their leaves and results.  */

#include "prt.h"
#include "pram-sets.h"

/* Guess that there is a next run when there have been so many: then a wrong
   guess costs a ninth of the time at most.  */
enum { CALLS_BEFORE_GUESS = 8 };

/* May LAYER be run ahead?  */

bool
prt_ahead_possible_p (const struct prt_region *region,
		      const struct prt_layer *layer)
{
  const struct pram_layer *desc = layer->desc;
  return (desc->ahead_up >= 0 && !prt.one_by_one
	  && pram_ahead_fits_p (region->desc->n_units, desc->unit_lo,
				desc->unit_hi, desc->reach, desc->ahead_up,
				desc->ahead_down, prt.procs));
}

/* One run of two that sweep together: units LO .. HI - 1 are left.  */
struct run
{
  struct prt_layer *layer;
  void *frame;
  struct prt_round *round;
  int64_t lo, hi;
};

static void
start (struct run *run, bool recv, bool send)
{
  if (run->round)
    {
      prt_round_start (run->round, recv, send);
      run->layer->pending = run->round;
    }
}

/* Large messages don't move by themselves.  */

static void
progress (const struct run *first, const struct run *second)
{
  if (first->layer->pending)
    prt_round_progress (first->layer->pending);
  if (second->layer->pending)
    prt_round_progress (second->layer->pending);
}

/* Sweep up to unit TO of FIRST, the units of SECOND UP behind.  */

static void
sweep (struct run *first, struct run *second, pram_layer_fn fn, int64_t to,
       int64_t up)
{
  int64_t turn = prt_sweep_turn (2 * first->layer->desc->tasks_per_unit);
  int64_t middle = first->lo + (to - first->lo) / 2;
  while (first->lo < to)
    {
      int64_t next = first->lo + turn < to ? first->lo + turn : to;
      if (first->lo <= middle && next > middle)
	progress (first, second);
      prt_run_units (first->layer, fn, first->frame, first->lo, next);
      first->lo = next;
      if (next - up > second->lo)
	{
	  prt_run_units (second->layer, fn, second->frame, second->lo,
			 next - up);
	  second->lo = next - up;
	}
    }
}

/* Run FIRST and, together with it, SECOND.  */

static void
run_both (struct prt_region *region, struct run *first, struct run *second,
	  pram_layer_fn fn)
{
  const struct pram_layer *desc = first->layer->desc;
  struct prt_block own = first->layer->own;
  int64_t up = desc->ahead_up, down = desc->ahead_down;
  int64_t lo = region->block.lo + desc->reach;
  int64_t hi = region->block.hi - desc->reach;
  lo = lo > own.lo ? lo : own.lo;
  hi = hi < own.hi ? hi : own.hi;

  start (first, true, false);
  prt_run_units (first->layer, fn, first->frame, own.lo, lo);
  prt_run_units (first->layer, fn, first->frame, hi, own.hi);
  start (first, false, true);
  prt_run_units (first->layer, fn, first->frame, lo, lo + up);
  prt_run_units (first->layer, fn, first->frame, hi - down, hi);
  first->lo = lo + up;
  first->hi = hi - down;
  second->lo = lo;
  second->hi = hi;

  prt_trace_sweep (true);
  sweep (first, second, fn, first->lo + (first->hi - first->lo) / 2, up);
  prt_layer_finish (first->layer);
  start (second, true, false);
  prt_run_units (second->layer, fn, second->frame, own.lo, lo);
  prt_run_units (second->layer, fn, second->frame, hi, own.hi);
  start (second, false, true);
  sweep (first, second, fn, first->hi, up);
  prt_trace_sweep (false);
  prt_run_units (second->layer, fn, second->frame, second->lo, second->hi);
}

static void
run_ahead (struct prt_region *region, struct prt_layer *layer,
	   pram_layer_fn fn, void *frame, void *const *bases,
	   void *next_frame, void *const *next_bases, bool guessed)
{
  struct run first = { .layer = layer, .frame = frame };
  struct run second = { .layer = layer->ahead, .frame = next_frame };
  layer->ahead->guessed = guessed;
  prt_sweep_flush (region);
  prt_layer_wait (region, layer);
  if (layer->exchanges)
    {
      first.round = prt_layer_prepare (region, layer, layer->number, bases);
      second.round = prt_layer_prepare (region, layer->ahead, layer->number,
					next_bases);
    }
  run_both (region, &first, &second, fn);
  layer->ahead->done = true;
  prt_count_tasks (layer);
  prt_reduce_later (region, layer);
  prt_reduce_later (region, layer->ahead);
}

/* The run of LAYER that is called for has been run ahead.  */

static void
take (struct prt_layer *layer)
{
  struct prt_layer *ahead = layer->ahead;
  char **leaves = layer->leaves;
  union prt_value *result = layer->result;
  layer->leaves = ahead->leaves;
  layer->result = ahead->result;
  ahead->leaves = leaves;
  ahead->result = result;
  ahead->done = false;
  if (ahead->raised)
    prt_floating_raise (ahead->raised);
  ahead->raised = 0;
  layer->pending = ahead->pending;
  ahead->pending = NULL;
  prt_count_tasks (layer);
}

void
PRAM_layer_ahead (int32_t number, pram_layer_fn fn, void *frame,
		  void *const *bases, void *next_frame,
		  void *const *next_bases, int32_t ahead)
{
  struct prt_region *region = prt.current;
  struct prt_layer *layer = &region->layer[number];
  layer->calls++;
  if (layer->ahead && layer->ahead->done)
    take (layer);
  else if (layer->ahead
	   && (ahead == PRAM_AHEAD_CERTAIN
	       || (ahead == PRAM_AHEAD_UNSURE
		   && layer->calls > CALLS_BEFORE_GUESS && !prt.traps)))
    run_ahead (region, layer, fn, frame, bases, next_frame, next_bases,
	       ahead == PRAM_AHEAD_UNSURE);
  else
    PRAM_layer (number, fn, frame, bases);
}

/* REGION is entered: no layer has been called.  */

void
prt_ahead_enter (struct prt_region *region)
{
  for (int i = 0; i < region->desc->n_layers; i++)
    {
      struct prt_layer *layer = &region->layer[i];
      layer->calls = 0;
      if (layer->ahead)
	{
	  layer->ahead->done = layer->ahead->unreduced = false;
	  layer->ahead->raised = 0;
	}
    }
}
