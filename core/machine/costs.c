/* costs.c: look up measured costs.

   SPDX-License-Identifier: Apache-2.0  */

#include "costs.h"

#include <math.h>

#include "bcast.h"

const int pram_costs_sets[PRAM_COSTS_SETS]
  = { PRAM_COSTS_NEAR, PRAM_COSTS_FAR, PRAM_COSTS_FARTHEST };

/* One core sweeps over memory at 20 GB/s, two together at 30; a cache of its
   own is 1 MB, a shared one 16.  */
struct pram_costs
pram_costs_default (struct pram_arena *arena)
{
  static const struct { int procs, bytes; double compute, read, write; } rows[]
    = {
	{ 1, 32 << 10, 1, 0, 0 }, { 1, 512 << 10, 0.9, 0.01e-9, 0.02e-9 },
	{ 1, 8 << 20, 0.8, 0.02e-9, 0.04e-9 },
	{ 1, 64 << 20, 0.6, 0.04e-9, 0.09e-9 },
	{ 2, 32 << 10, 1, 0, 0 }, { 2, 512 << 10, 0.9, 0.01e-9, 0.02e-9 },
	{ 2, 8 << 20, 0.8, 0.02e-9, 0.04e-9 },
	{ 2, 64 << 20, 0.5, 0.055e-9, 0.12e-9 }
      };
  struct pram_costs costs = { .arena = arena, .scalar = 0.2e-9,
			      .link = 1.6e-9, .task = 20e-9, .walk = 12e-9,
			      .value = 14e-9, .element = 5e-9,
			      .combine = 45e-9, .touch = 60e-9 };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    *PRAM_ARENA_PUSH (arena, costs.streams, costs.n_streams)
      = (struct pram_stream) { .procs = rows[k].procs, .bytes = rows[k].bytes,
			       .compute = rows[k].compute, .together = 1,
			       .read = rows[k].read, .write = rows[k].write };
  return costs;
}

/* How far X is on the way from A to B, 0 to 1.  */
static double
way (double a, double x, double b)
{
  if (b <= a)
    return 0;
  return fmin (1, fmax (0, (x - a) / (b - a)));
}

static double
between (double a, double b, double part)
{
  return a + (b - a) * part;
}

struct pram_vectors
pram_costs_vectors (const struct pram_costs *costs,
		    const struct pram_logp *logp, int bytes)
{
  for (int k = 0; k < costs->n_vectors; k++)
    if (bytes > 0 && bytes <= costs->vectors[k].bytes)
      return costs->vectors[k];
  return (struct pram_vectors) { bytes, logp->op, costs->access, costs->row,
				 costs->row_op, costs->row_reduction };
}

/* As far from A to B as PART says.  */
static struct pram_stream
stream_between (const struct pram_stream *a, const struct pram_stream *b,
		double part)
{
  struct pram_stream s = { .procs = a->procs, .bytes = a->bytes };
  s.compute = between (a->compute, b->compute, part);
  s.read = between (a->read, b->read, part);
  s.write = between (a->write, b->write, part);
  s.wait = between (a->wait, b->wait, part);
  s.together = between (a->together, b->together, part);
  s.n_taken = a->n_taken < b->n_taken ? a->n_taken : b->n_taken;
  for (int k = 0; k < s.n_taken; k++)
    s.taken[k] = between (a->taken[k], b->taken[k], part);
  return s;
}

/* Interpolate in the lines of exactly PROCS processes.  */
static struct pram_stream
stream_of (const struct pram_costs *costs, int procs, double bytes)
{
  const struct pram_stream *low = NULL, *high = NULL;
  for (int k = 0; k < costs->n_streams; k++)
    {
      const struct pram_stream *s = &costs->streams[k];
      if (s->procs != procs)
	continue;
      if (!low || (double) s->bytes <= bytes)
	low = s;
      if (!high || (double) high->bytes < bytes)
	high = s;
    }
  double part = low == high ? 0
		: way (log ((double) low->bytes), log (fmax (bytes, 1)),
		       log ((double) high->bytes));
  return stream_between (low, high, part);
}

struct pram_stream
pram_costs_stream (const struct pram_costs *costs, int procs, double bytes)
{
  int low = 0, high = 0;	/* measured numbers of processes */
  struct pram_stream result = { .compute = 1, .together = 1 };
  for (int k = 0; k < costs->n_streams; k++)
    {
      int p = costs->streams[k].procs;
      if (!low || p <= procs)
	low = p;
      if (!high || high < procs)
	high = p;
    }
  if (low)
    {
      struct pram_stream a = stream_of (costs, low, bytes);
      struct pram_stream b = stream_of (costs, high, bytes);
      result = stream_between (&a, &b, way (low, procs, high));
    }
  result.procs = procs;
  result.bytes = (int64_t) bytes;
  return result;
}

static double
square (double x)
{
  return x * x;
}

/* How different the mixes of A and B are, by access; bytes are counted by
   doubles.  */
static double
square_distance (const struct pram_kernel *a, const struct pram_kernel *b)
{
  return square (a->operations / a->accesses - b->operations / b->accesses)
	 + square ((a->read / a->accesses - b->read / b->accesses) / 8)
	 + square ((a->written / a->accesses - b->written / b->accesses) / 8);
}

double
pram_costs_correction (const struct pram_costs *costs,
		       const struct pram_stream *s,
		       const struct pram_kernel *k)
{
  static const double alike = 0.001;	/* as good as no distance */
  double sum = 0, weights = 0;
  for (int i = 0; i < s->n_taken && k->accesses > 0; i++)
    {
      const struct pram_kernel *other = &costs->kernels[i];
      double weight = other->accesses > 0
		      ? 1 / (alike + square_distance (k, other)) : 0;
      sum += weight * s->taken[i];
      weights += weight;
    }
  return weights > 0 ? sum / weights : 1;
}

double
pram_costs_scalar (const struct pram_costs *costs, double op,
		   double operations, double accesses, double links)
{
  if (!costs->n_streams)
    return operations * op + accesses * costs->access;
  return fmax (operations * fmax (op, costs->scalar)
	       + accesses * fmax (costs->access, costs->scalar),
	       links * costs->link);
}

struct pram_exchange
pram_costs_exchange (const struct pram_costs *costs,
		     const struct pram_logp *logp, enum pram_pair pair,
		     int64_t bytes)
{
  const struct pram_exchange *low = NULL, *high = NULL;
  for (int k = 0; k < costs->n_exchanges; k++)
    {
      const struct pram_exchange *x = &costs->exchanges[k];
      if (x->pair != pair)
	continue;
      if (!low || x->bytes <= bytes)
	low = x;
      if (!high || high->bytes < bytes)
	high = x;
    }
  struct pram_exchange result = { .pair = pair, .bytes = bytes };
  if (!low)
    {
      double o = pram_logp_o_send (logp, pair, bytes)
		 + pram_logp_o_recv (logp, pair, bytes);
      result.alone = o + pram_logp_latency (logp, pair, bytes);
      for (int k = 0; k < PRAM_COSTS_SETS; k++)
	result.exposed[k] = fmax (o, result.alone / 2);
      return result;
    }
  if (low == high)		/* beyond the ends; long ones by bandwidth */
    {
      double scale = bytes > low->bytes
		     ? (double) bytes / (double) low->bytes : 1;
      result.alone = scale * low->alone;
      for (int k = 0; k < PRAM_COSTS_SETS; k++)
	result.exposed[k] = scale * low->exposed[k];
      return result;
    }
  double part = way ((double) low->bytes, (double) bytes,
		     (double) high->bytes);
  result.alone = between (low->alone, high->alone, part);
  for (int k = 0; k < PRAM_COSTS_SETS; k++)
    result.exposed[k] = between (low->exposed[k], high->exposed[k], part);
  return result;
}

/* Of SECONDS by working set, those behind a computation over TOUCHED bytes.  */
static double
behind (const double *seconds, double touched)
{
  int k = 1;
  while (k < PRAM_COSTS_SETS - 1 && touched > pram_costs_sets[k])
    k++;
  return between (seconds[k - 1], seconds[k],
		  way (pram_costs_sets[k - 1], touched, pram_costs_sets[k]));
}

double
pram_exchange_beside (const struct pram_exchange *x, double seconds,
		      double touched)
{
  double hidden = between (x->alone, x->exposed[0],
			   way (0, seconds, x->alone));
  return hidden + fmax (0, behind (x->exposed, touched) - x->exposed[0]);
}

double
pram_costs_swap (const struct pram_costs *costs, const struct pram_logp *logp,
		 enum pram_pair pair, int64_t bytes, double touched)
{
  const struct pram_swap *low = NULL, *high = NULL;
  for (int k = 0; k < costs->n_swaps; k++)
    {
      const struct pram_swap *s = &costs->swaps[k];
      if (s->pair != pair)
	continue;
      if (!low || s->bytes <= bytes)
	low = s;
      if (!high || high->bytes < bytes)
	high = s;
    }
  if (!low)
    return pram_costs_exchange (costs, logp, pair, bytes).alone;
  double part = low == high ? 0
		: way ((double) low->bytes, (double) bytes,
		       (double) high->bytes);
  return between (behind (low->seconds, touched),
		  behind (high->seconds, touched), part);
}

double
pram_costs_fault (const struct pram_costs *costs, int procs)
{
  const struct pram_fault *low = NULL, *high = NULL;
  for (int k = 0; k < costs->n_faults; k++)
    {
      const struct pram_fault *f = &costs->faults[k];
      if (!low || f->procs <= procs)
	low = f;
      if (!high || high->procs < procs)
	high = f;
    }
  if (!low)
    return 0;
  return between (low->seconds, high->seconds,
		  way (low->procs, procs, high->procs));
}

/* From the COUNT measurements of LIST; negative if there are none.  */
static double
collective (const struct pram_collective *list, int count,
	    enum pram_pair pair, int procs)
{
  const struct pram_collective *low = NULL, *high = NULL;
  for (int k = 0; k < count; k++)
    if (list[k].pair == pair && list[k].procs > 1)
      {
	if (!low || list[k].procs <= procs)
	  low = &list[k];
	if (!high || high->procs < procs)
	  high = &list[k];
      }
  if (!low)
    return -1;
  double levels = log2 (procs), a = log2 (low->procs), b = log2 (high->procs);
  if (low == high)
    return low->seconds * levels / a;
  return between (low->seconds, high->seconds, way (a, levels, b));
}

double
pram_costs_broadcast (const struct pram_costs *costs,
		      const struct pram_logp *logp, enum pram_pair pair,
		      int procs)
{
  if (procs < 2)
    return 0;
  double measured = collective (costs->broadcasts, costs->n_broadcasts, pair,
				procs);
  if (measured >= 0)
    return measured;
  struct pram_arena *arena = pram_arena_new ();
  double time = pram_bcast_build (arena, procs, 8, logp).time;
  pram_arena_free (arena);
  return time;
}

double
pram_costs_allreduce (const struct pram_costs *costs,
		      const struct pram_logp *logp, enum pram_pair pair,
		      int procs)
{
  if (procs < 2)
    return 0;
  double measured = collective (costs->allreduces, costs->n_allreduces, pair,
				procs);
  if (measured >= 0)
    return measured;
  double hop = pram_logp_o_send (logp, pair, 8)
	       + pram_logp_latency (logp, pair, 8)
	       + pram_logp_o_recv (logp, pair, 8);
  if (procs == 2)
    return hop;
  return ceil (log2 (procs)) * hop
	 + pram_costs_broadcast (costs, logp, pair, procs);
}
