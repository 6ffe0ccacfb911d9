/* partials.c: what the processes of a reduction send each other.

   SPDX-License-Identifier: Apache-2.0  */

#include "partials.h"
#include "pram-sets.h"

/* The node K of LEVEL has no sibling with a unit.  */
static bool
alone_p (int64_t first, int64_t last, int level, int64_t k)
{
  int64_t sibling = k ^ 1;
  return sibling < first >> level || sibling > last >> level;
}

int
pram_partials_count (int64_t first, int64_t last, int64_t lo, int64_t hi)
{
  int n = 0;
  for (int level = 0; lo < hi; level++)
    {
      if (first >> level == last >> level)
	return n + 1;
      if ((lo & 1) && !alone_p (first, last, level, lo))
	n++, lo++;
      if (lo < hi && (hi & 1) && !alone_p (first, last, level, hi - 1))
	n++, hi--;
      lo >>= 1;
      hi = (hi + 1) >> 1;
    }
  return n;
}

struct units { int64_t lo, hi; };

/* The units of LAYER on processes FROM .. TO - 1.  */
static struct units
units_of (const struct pram_plan *plan, const struct pram_plan_layer *layer,
	  int from, int to, int procs)
{
  int64_t lo = pram_first_unit (plan->n_units, from, procs);
  int64_t hi = pram_first_unit (plan->n_units, to, procs);
  lo = lo > layer->unit_lo ? lo : layer->unit_lo;
  hi = hi < layer->unit_hi ? hi : layer->unit_hi;
  return (struct units) { lo, hi > lo ? hi : lo };
}

static int
count (const struct pram_plan_layer *layer, struct units units)
{
  return pram_partials_count (layer->unit_lo, layer->unit_hi - 1, units.lo,
			      units.hi);
}

int32_t
pram_partials_bytes (const struct pram_plan *plan,
		     const struct pram_plan_layer *layer, int from, int n,
		     int procs)
{
  int32_t bytes = pram_partials_result (layer);
  from = (from % procs + procs) % procs;
  if (n >= procs)
    return bytes * count (layer, units_of (plan, layer, 0, procs, procs));
  if (from + n <= procs)
    return bytes * count (layer, units_of (plan, layer, from, from + n, procs));
  struct units low = units_of (plan, layer, 0, from + n - procs, procs);
  struct units high = units_of (plan, layer, from, procs, procs);
  /* The processes between may have no units.  */
  if (low.lo < low.hi && high.lo < high.hi && low.hi == high.lo)
    return bytes * count (layer, (struct units) { low.lo, high.hi });
  return bytes * (count (layer, low) + count (layer, high));
}

int32_t
pram_partials_result (const struct pram_plan_layer *layer)
{
  return layer->unit_lo < layer->unit_hi
	 ? layer->n_results * PRAM_VALUE_BYTES : 0;
}
