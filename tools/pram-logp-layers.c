/* pram-logp-layers.c: what it costs to run a layer of little work.

   SPDX-License-Identifier: GPL-3.0-or-later

   The runtime (runtime/exchange.c, sweep.c) looks for what a layer waits for,
   leaves it to sweep together with the next one, runs both, turn by turn, and
   notes its reductions.  Here its loops run over tables like its own, with the
   same loads, tests and calls, but without messages.  */

#include "pram-logp.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { LAYERS = 4, UNITS = 8, RUNS = 4096, REPETITIONS = 41 };

/* Keep the compiler from seeing through a call.  */
#define NOT_INLINE __attribute__ ((noinline, noclone))

typedef void layer_fn (void *frame, int64_t lo, int64_t hi, void *const *at);

/* As in runtime/prt.h and include/pram-abi.h.  */
struct pipe { int32_t layer; int64_t up; };
struct desc
{
  int n_waits, n_pipes, n_reductions;
  int32_t waits[LAYERS];
  struct pipe pipes[LAYERS];
  int64_t tasks_per_unit, reach;
};
struct layer
{
  struct desc *desc;
  void *pending;
  bool exchanges, unreduced;
  int64_t lo, hi;
  void *at[1];
};
struct deferred { int number; layer_fn *fn; void *frame; int64_t lo, hi; };
struct region { struct layer layer[LAYERS]; struct deferred deferred; };

static struct region *volatile current;
static volatile int64_t turn = 16384, tasks, procs = 1;
static volatile bool tracing;
static double data[LAYERS][UNITS];

static NOT_INLINE void
finish (struct layer *layer)
{
  if (layer->pending)
    abort ();
}

static NOT_INLINE void
run_units (struct layer *layer, layer_fn *fn, void *frame, int64_t lo,
	   int64_t hi)
{
  if (lo < hi)
    fn (frame, lo, hi, layer->at);
}

static NOT_INLINE int64_t
strip_of (int64_t each)
{
  return each < turn ? turn / (each + 1) : 1;
}

static NOT_INLINE bool
defer (struct region *r, int number, layer_fn *fn, void *frame)
{
  struct layer *layer = &r->layer[number];
  if (!layer->desc->n_pipes)
    return false;
  r->deferred = (struct deferred) { number, fn, frame, layer->lo, layer->hi };
  return true;
}

/* Is what LAYER waits for under way?  */
static NOT_INLINE bool
pending_p (struct region *r, const struct layer *layer)
{
  for (int k = 0; k < layer->desc->n_waits; k++)
    if (r->layer[layer->desc->waits[k]].pending)
      return true;
  return layer->pending != NULL;
}

static NOT_INLINE void
trace_sweep (bool on)
{
  if (tracing)
    tasks = on;
}

/* The deferred layer and this one, turn by turn.  */
static NOT_INLINE void
sweep (struct region *r, struct layer *layer, layer_fn *fn, void *frame,
       int64_t up)
{
  struct deferred *d = &r->deferred;
  struct layer *first = &r->layer[d->number];
  int64_t units = strip_of (first->desc->tasks_per_unit
			   + layer->desc->tasks_per_unit);
  int64_t lo = layer->lo;
  trace_sweep (true);
  while (d->lo < d->hi || lo < layer->hi)
    {
      int64_t to = d->lo + units < d->hi ? d->lo + units : d->hi;
      run_units (first, d->fn, d->frame, d->lo, to);
      finish (first);
      d->lo = to;
      int64_t behind = to < d->hi && to - up < layer->hi ? to - up : layer->hi;
      run_units (layer, fn, frame, lo, behind);
      lo = behind > lo ? behind : lo;
    }
  trace_sweep (false);
  d->number = -1;
}

static NOT_INLINE bool
join (struct region *r, int number, layer_fn *fn, void *frame)
{
  struct layer *layer = &r->layer[number];
  if (r->deferred.number < 0)
    return false;
  const struct desc *first = r->layer[r->deferred.number].desc;
  for (int i = 0; i < first->n_pipes; i++)
    if (first->pipes[i].layer == number && layer->desc->reach >= 0
	&& !pending_p (r, layer) && !(layer->exchanges && pending_p (r, layer)))
      {
	sweep (r, layer, fn, frame, first->pipes[i].up);
	for (int k = 0; k < layer->desc->n_waits; k++)
	  finish (&r->layer[layer->desc->waits[k]]);
	finish (layer);
	run_units (layer, fn, frame, layer->lo, layer->lo);
	run_units (layer, fn, frame, layer->hi, layer->hi);
	return true;
      }
  return false;
}

static NOT_INLINE void
run_layer (int32_t number, layer_fn *fn, void *frame)
{
  struct region *r = current;
  struct layer *layer = &r->layer[number];
  if (!join (r, number, fn, frame) && procs == 1 && !layer->exchanges
      && !defer (r, number, fn, frame))
    run_units (layer, fn, frame, layer->lo, layer->hi);
  tasks += (layer->hi - layer->lo) * layer->desc->tasks_per_unit;
  if (layer->desc->n_reductions && !layer->unreduced)
    abort ();
}

/* The layer itself: a vector's worth.  */
static NOT_INLINE void
copy (void *frame, int64_t lo, int64_t hi, void *const *at)
{
  double *const *x = frame;
  (void) at;
  for (int64_t i = lo; i < hi; i++)
    x[1][i] = x[0][i];
}

void
measure_layers (struct pram_costs *costs)
{
  static struct desc desc[LAYERS];
  static struct region region;
  double times[REPETITIONS];
  for (int k = 0; k < LAYERS; k++)
    {
      desc[k] = (struct desc) { .n_waits = 1, .n_pipes = 1, .waits = { k },
				.pipes = { { (k + 1) % LAYERS, 1 } },
				.tasks_per_unit = 1 };
      region.layer[k] = (struct layer) { .desc = &desc[k], .hi = UNITS };
    }
  region.deferred.number = -1;
  current = &region;
  for (int r = 0; r < REPETITIONS; r++)
    {
      double since = MPI_Wtime ();
      for (int k = 0; k < RUNS; k++)
	{
	  double *frame[2] = { data[k % LAYERS], data[(k + 1) % LAYERS] };
	  run_layer (k % LAYERS, copy, frame);
	}
      times[r] = (MPI_Wtime () - since) / RUNS;
    }
  costs->layer = pram_fit_median (times, REPETITIONS);
}
