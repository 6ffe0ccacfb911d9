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
  return (desc->ahead_up >= 0 && !prt.one_by_one && !region->unsure
	  && !region->starts
	  && pram_ahead_fits_p (region->desc->n_units, desc->unit_lo,
				desc->unit_hi, desc->reach, desc->ahead_up,
				desc->ahead_down, prt.procs));
}

/* The units of LAYER between its ends.  */

static struct prt_block
inner_units (const struct prt_region *region, const struct prt_layer *layer)
{
  struct prt_block own = layer->own;
  int64_t reach = layer->desc->reach;
  int64_t lo = region->block.lo + reach, hi = region->block.hi - reach;
  return (struct prt_block) { lo > own.lo ? lo : own.lo,
			      hi < own.hi ? hi : own.hi };
}

/* Run the ends of CALL, those outside INNER, and send them in ROUND, null if
   nothing is exchanged.  */

static void
run_ends (const struct prt_call *call, struct prt_block inner,
	  struct prt_round *round)
{
  struct prt_layer *layer = call->layer;
  layer->pending = round;
  if (round)
    prt_round_start (round, true, false);
  prt_run_units (call, layer->own.lo, inner.lo);
  prt_run_units (call, inner.hi, layer->own.hi);
  if (round)
    prt_round_start (round, false, true);
}

/* Run both of RUN together; ROUND: what they exchange.  */

static void
run_both (struct prt_call *run, struct prt_block inner,
	  struct prt_round *const *round)
{
  struct prt_call *first = run, *second = run + 1;
  const struct pram_layer *desc = first->layer->desc;
  int64_t up = desc->ahead_up, down = desc->ahead_down;
  run_ends (first, inner, round[0]);
  first->lo = inner.lo + up;
  first->hi = inner.hi - down;
  prt_run_units (first, inner.lo, first->lo);
  prt_run_units (first, first->hi, inner.hi);
  second->lo = inner.lo;
  second->hi = inner.hi;
  second->behind = up;
  prt_trace_sweep (true);
  prt_sweep (run, 2, first->lo + (first->hi - first->lo) / 2);
  prt_layer_finish (first->layer);
  run_ends (second, inner, round[1]);
  prt_sweep (run, 2, first->hi);
  prt_trace_sweep (false);
  prt_run_units (second, second->lo, second->hi);
}

static void
run_ahead (struct prt_region *region, struct prt_layer *layer,
	   pram_layer_fn fn, void *frame, void *const *bases,
	   void *next_frame, void *const *next_bases, bool guessed)
{
  struct prt_call run[2]
    = { { .layer = layer, .fn = fn, .frame = frame },
	{ .layer = layer->ahead, .fn = fn, .frame = next_frame } };
  struct prt_round *round[2] = { NULL, NULL };
  layer->ahead->guessed = guessed;
  prt_sweep_flush (region);
  prt_layer_wait (region, layer);
  if (layer->exchanges)
    {
      round[0] = prt_layer_prepare (region, layer, bases);
      round[1] = prt_layer_prepare (region, layer->ahead, next_bases);
    }
  run_both (run, inner_units (region, layer), round);
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
  union prt_value **result = layer->result;
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
