/* delinearize-shape.c: which strides and origin a class of arrays has.

   SPDX-License-Identifier: Apache-2.0

   The chain of strides is chosen among those whose strides are coefficients of
   accesses.  The best one leaves the fewest forms that mix iterators of
   different coefficients (a[n*i+j] in one dimension does), then the fewest
   accesses with quotients and remainders, then has the most dimensions, then
   rows as long as those of other arrays or as a size that the program computes
   addresses with (r[n * k + k] and r[n * k + j] with j > k might have n + 1 elements
   in a row as well), then the strides that occur most often.

   What an iterator's coefficient is depends on the direction in which loops
   inside go that end where it says: for (i…) for (j = i; j >= 0; j--) b[j][i],
   where j = i - k, has coefficients n + 1 and -n, not 1 and n.  So coefficients
   of loops turned around are candidates, too.

   Many strides that most accesses run across are no rows but the steps of a
   program like an FFT (i += len, len = 2, 4, 8, …): an array with a dimension
   of two elements for each could be cut in two only.  Such strides are left
   out.

   Where all accesses walk a dimension with steps (i += 2), its stride never
   occurs as a coefficient, but a fraction of it in the constants does: see
   refine.  */

#include "delinearize-parts.h"
#include "prog/source.h"

#include <stdlib.h>
#include <string.h>

enum
{
  MAX_CANDIDATES = 10,		/* coefficients tried as strides */
  MANY_STRIDES = 4,		/* fewer are rows */
  MAX_ORIGINS = 8		/* origins tried for a chain */
};

/* Does COST_A say that an array is better served than COST_B says?  */
static bool
cheaper_p (struct cost cost_a, struct cost cost_b)
{
  if (cost_a.n_mixed != cost_b.n_mixed)
    return cost_a.n_mixed < cost_b.n_mixed;
  return cost_a.n_quasi < cost_b.n_quasi;
}

static struct cost
cost_of (struct state *state, const struct shape *shape)
{
  struct cost cost = { .n_mixed = 0 };
  for (int r = 0; r < state->n_refs; r++)
    if (state->found && cheaper_p (state->best_cost, cost))
      break;			/* it is too dear already */
    else
      pram_delinearize_decompose (state, &state->refs[r], shape, &cost, false);
  for (int c = 0; c < state->n_candidates; c++)
    for (int d = 0; d < shape->n_strides; d++)
      if (shape->stride[d] == state->candidates[c].stride)
	{
	  cost.alike += state->candidates[c].alike;
	  cost.frequency += state->candidates[c].frequency;
	}
  return cost;
}

static struct shape
copy_shape (struct state *state, const struct shape *shape)
{
  struct shape copy = *shape;
  copy.stride = PRAM_ARENA_NEW (state->scratch, int64_t, shape->n_strides);
  if (shape->n_strides)
    memcpy (copy.stride, shape->stride,
	    sizeof *copy.stride * (size_t) shape->n_strides);
  return copy;
}

/* Keep SHAPE, which costs COST, if it is better than the best so far.  */
static void
keep_better (struct state *state, const struct shape *shape, struct cost cost)
{
  bool better = !state->found || cheaper_p (cost, state->best_cost);
  if (!better && !cheaper_p (state->best_cost, cost))
    better = (shape->n_strides != state->best.n_strides
	      ? shape->n_strides > state->best.n_strides
	      : cost.alike != state->best_cost.alike
	      ? cost.alike > state->best_cost.alike
	      : cost.frequency > state->best_cost.frequency);
  if (better)
    {
      state->best = copy_shape (state, shape);
      state->best_cost = cost;
      state->found = true;
    }
}

/* The origin for which the first element that REF touches stands at the
   beginning of a row of ROW bytes; the one nearest to the base pointer.
   FALLBACK if there is no first element.  */
static int64_t
origin_for (const struct state *state, const struct reference *ref,
	    int64_t row, int64_t fallback)
{
  struct pram_interval range
    = pram_domain_range (ref->domain, &ref->access->offset);
  if (range.lo == PRAM_INF_NEG || range.lo > range.hi)
    return fallback;
  int64_t origin = pram_set_mod (range.lo - state->residue, row);
  origin -= origin % state->elem_size;
  if (origin > row / 2)
    origin -= row;
  return origin + state->residue;
}

/* Consider SHAPE, and if some accesses do not fit it, with other origins too:
   the base pointer may point into the middle of an array.  */
static void
consider (struct state *state, const struct shape *shape)
{
  struct cost cost = cost_of (state, shape);
  keep_better (state, shape, cost);
  if ((cost.n_mixed == 0 && cost.n_quasi == 0) || shape->n_strides == 0)
    return;

  struct shape moved = *shape;
  for (int r = 0; r < state->n_refs && r < MAX_ORIGINS; r++)
    {
      moved.origin = origin_for (state, &state->refs[r], shape->stride[0],
				 shape->origin);
      if (moved.origin == shape->origin)
	continue;
      struct cost moved_cost = cost_of (state, &moved);
      if (cheaper_p (moved_cost, cost))
	keep_better (state, &moved, moved_cost);
    }
}

/* Consider the chains that begin with SHAPE and go on with candidates from
   FIRST on.  SHAPE has room for all candidates.  */
static void
consider_chains (struct state *state, struct shape *shape, int first)
{
  consider (state, shape);
  for (int c = first; c < state->n_candidates; c++)
    {
      int64_t stride = state->candidates[c].stride;
      if (shape->n_strides && shape->stride[shape->n_strides - 1] % stride)
	continue;
      shape->stride[shape->n_strides++] = stride;
      consider_chains (state, shape, c + 1);
      shape->n_strides--;
    }
}

/* There is a coefficient COEF; FREQUENCY is what this counts if it is new.  */
static void
count_candidate (struct state *state, int64_t coef, int frequency)
{
  int64_t stride = coef < 0 ? -coef : coef;
  if (stride <= state->elem_size)
    return;
  for (int c = 0; c < state->n_candidates; c++)
    if (state->candidates[c].stride == stride)
      {
	state->candidates[c].frequency++;
	return;
      }
  struct candidate *candidate
    = PRAM_ARENA_PUSH (state->scratch, state->candidates,
		       state->n_candidates);
  candidate->stride = stride;
  candidate->frequency = frequency;
}

/* Count the coefficients that OFFSET would have if loop number L, which ends
   where outer iterators say, went the other way.  */
static void
count_turned (struct state *state, const struct pram_affine *offset, int l)
{
  const struct pram_node *loop = state->prog->loops[l];
  int64_t own = pram_affine_coef (offset, l);
  if (loop->data_dependent || pram_affine_constant_p (&loop->count) || !own)
    return;
  count_candidate (state, own, 0);
  for (int k = 0; k < offset->n_coef; k++)
    if (pram_affine_coef (&loop->count, k))
      count_candidate (state, offset->coef[k]
			      + own * pram_affine_coef (&loop->count, k), 0);
}

/* So many arrays that have a shape have rows as long as CANDIDATE says, or are of
   the class and addressed by a size that is this length.  */
static int
count_alike (const struct state *state, const struct candidate *candidate)
{
  const struct pram_source *source = state->prog->source;
  int64_t length = candidate->stride / state->elem_size;
  int n = 0;
  for (int a = 0; a < state->prog->n_arrays; a++)
    {
      const struct pram_array *array = &state->prog->arrays[a];
      bool other = state->class_of[a] != state->class_;
      n += !other && source && pram_source_sizes_p (source, a, length);
      for (int d = 1; other && d < array->n_dims; d++)
	n += array->extent[d] == length;
    }
  return n;
}

static int
by_frequency (const void *a, const void *b)
{
  const struct candidate *x = a, *y = b;
  if (x->frequency != y->frequency)
    return x->frequency < y->frequency ? 1 : -1;
  return x->stride < y->stride ? 1 : -1;
}

static int
by_stride (const void *a, const void *b)
{
  const struct candidate *x = a, *y = b;
  return x->stride < y->stride ? 1 : -1;
}

/* Do most accesses run across rows of STRIDE bytes?  */
static bool
crossed_p (struct state *state, int64_t stride)
{
  int n = 0;
  for (int r = 0; r < state->n_refs; r++)
    n += !pram_delinearize_fits_p (state, &state->refs[r], stride);
  return 2 * n > state->n_refs;
}

/* Leave out strides that are steps.  True if there were some.  */
static bool
drop_steps (struct state *state)
{
  int n = 0, before = state->n_candidates;
  if (before < MANY_STRIDES)
    return false;
  for (int c = 0; c < before; c++)
    if (!crossed_p (state, state->candidates[c].stride))
      state->candidates[n++] = state->candidates[c];
  state->n_candidates = n;
  return n < before;
}

/* The absolute coefficients, at most MAX_CANDIDATES of them.  */
static void
find_candidates (struct state *state)
{
  for (int r = 0; r < state->n_refs; r++)
    {
      const struct pram_affine *offset = &state->refs[r].access->offset;
      for (int k = 0; k < offset->n_coef; k++)
	count_candidate (state, offset->coef[k], 1);
    }
  state->steps = drop_steps (state);
  for (int r = 0; r < state->n_refs; r++)
    for (int l = 0; l < state->prog->n_loops; l++)
      count_turned (state, &state->refs[r].access->offset, l);
  if (!state->n_candidates)
    return;
  for (int c = 0; c < state->n_candidates; c++)
    state->candidates[c].alike = count_alike (state, &state->candidates[c]);
  size_t size = sizeof *state->candidates;
  qsort (state->candidates, (size_t) state->n_candidates, size, by_frequency);
  if (state->n_candidates > MAX_CANDIDATES)
    state->n_candidates = MAX_CANDIDATES;
  qsort (state->candidates, (size_t) state->n_candidates, size, by_stride);
}

/* Does a loop walk dimension D?  */
static bool
walked_p (const struct state *state, int d)
{
  for (int r = 0; r < state->n_refs; r++)
    if (!pram_affine_constant_p (&state->refs[r].access->subscript[d]))
      return true;
  return false;
}

/* Do the constants of the subscripts in dimension D differ modulo STEP?  */
static bool
constants_differ_p (const struct state *state, int d, int64_t step)
{
  for (int r = 1; r < state->n_refs; r++)
    if (pram_set_mod (state->refs[r].access->subscript[d].constant
		   - state->refs[0].access->subscript[d].constant, step))
      return true;
  return false;
}

/* Replace stride D of the best shape by a fraction of it, if that is as cheap
   and divides the constants differently; false if there is no such.  */
static bool
refine_stride (struct state *state, int d)
{
  static const int primes[] = { 2, 3, 5, 7 };
  pram_delinearize_apply (state, &state->best);
  if (!walked_p (state, d + 1))
    return false;
  for (int p = 0; p < 4; p++)
    {
      struct shape shape = copy_shape (state, &state->best);
      int64_t inner = pram_delinearize_stride (state, &shape, d + 1);
      int64_t extent = shape.stride[d] / inner;
      if (extent % primes[p] || extent == primes[p])
	continue;
      shape.stride[d] /= primes[p];
      struct cost cost = cost_of (state, &shape);
      if (cheaper_p (state->best_cost, cost))
	continue;
      pram_delinearize_apply (state, &shape);
      if (constants_differ_p (state, d, primes[p]))
	{
	  state->best = shape;
	  state->best_cost = cost;
	  return true;
	}
    }
  return false;
}

/* Rows that all loops walk with a step.  Example: 16384*i + 8*j and
   16384*i + 8*j + 8192 with j < 1000 become [2*i][j] and [2*i+1][j] instead of
   [i][j] and [i][j+1024].  What no loop walks inside of them are no rows, but
   members: they stay together.  */
static void
refine (struct state *state)
{
  for (int d = 0; d < state->best.n_strides; d++)
    while (refine_stride (state, d))
      continue;
}

/* --- Arrays in arrays --------------------------------------------------- */

static int
by_start (const void *a, const void *b)
{
  const struct pram_interval *x = a, *y = b;
  return x->lo < y->lo ? -1 : x->lo > y->lo;
}

/* The disjoint intervals of bytes, ascending, in which the class is touched;
   none if they are not known.  */
static struct pram_interval *
find_intervals (struct state *state, int *n_intervals)
{
  struct pram_interval *intervals
    = PRAM_ARENA_NEW (state->scratch, struct pram_interval, state->n_refs);
  int n = 0, n_disjoint = 0;
  *n_intervals = 0;
  for (int r = 0; r < state->n_refs; r++)
    {
      struct pram_interval range
	= pram_domain_range (state->refs[r].domain,
			     &state->refs[r].access->offset);
      if (range.lo == PRAM_INF_NEG || range.hi == PRAM_INF_POS)
	return NULL;
      if (range.lo <= range.hi)
	intervals[n++] = range;
    }
  if (n > 0)
    qsort (intervals, (size_t) n, sizeof *intervals, by_start);
  for (int i = 0; i < n; i++)
    if (n_disjoint == 0 || intervals[i].lo > intervals[n_disjoint - 1].hi)
      intervals[n_disjoint++] = intervals[i];
    else if (intervals[i].hi > intervals[n_disjoint - 1].hi)
      intervals[n_disjoint - 1].hi = intervals[i].hi;
  *n_intervals = n_disjoint;
  return intervals;
}

/* INTERVALS are of one length, and so are the bytes from one to the next, STRIDE.  */
static bool
regular_p (const struct pram_interval *intervals, int n, int64_t stride)
{
  for (int i = 1; i < n; i++)
    if (intervals[i].lo - intervals[i - 1].lo != stride
	|| intervals[i].hi - intervals[i - 1].hi != stride)
      return false;
  return true;
}

/* Make STRIDE the outermost one if each of INTERVALS fills most of a slab of
   STRIDE bytes, or slabs are REGULAR and used alike.  */
static bool
add_slabs (struct state *state, const struct pram_interval *intervals, int n,
	   int64_t stride, bool regular)
{
  int64_t row = pram_delinearize_stride (state, &state->best, 0);
  if (stride <= row || stride % row)
    return false;
  for (int i = 0; i < n; i++)
    {
      int64_t lo = intervals[i].lo - state->best.origin;
      int64_t hi = intervals[i].hi - state->best.origin;
      if (pram_set_fdiv (lo, stride) != pram_set_fdiv (hi, stride)
	  || (!regular && hi - lo + state->elem_size <= stride / 2))
	return false;
    }
  struct shape shape = { state->best.n_strides + 1, NULL,
			 state->best.origin };
  shape.stride = PRAM_ARENA_NEW (state->scratch, int64_t, shape.n_strides);
  shape.stride[0] = stride;
  for (int d = 1; d < shape.n_strides; d++)
    shape.stride[d] = state->best.stride[d - 1];
  struct cost cost = cost_of (state, &shape);
  if (cheaper_p (state->best_cost, cost))
    return false;
  state->best = shape;
  state->best_cost = cost;
  return true;
}

/* Example: 640*i + 8*j and 640*i + 8*j + 51200 with i, j < 80 become [0][i][j]
   and [1][i][j] instead of [i][j] and [i+80][j]: so both can live where [i]
   does.  The stride is a fraction of the object or the distance of two
   intervals.  */
static void
find_slabs (struct state *state)
{
  int n;
  struct pram_interval *intervals = find_intervals (state, &n);
  int64_t bytes = pram_delinearize_known_bytes (state);
  if (n < 2)
    return;
  for (int parts = n; parts > 1 && bytes > 0 && bytes < INT64_MAX; parts--)
    if (bytes % parts == 0
	&& add_slabs (state, intervals, n, bytes / parts,
		      parts == n && regular_p (intervals, n, bytes / n)))
      return;
  for (int i = 1; i < n; i++)
    if (add_slabs (state, intervals, n,
		   intervals[i].lo - intervals[i - 1].lo, false))
      return;
}

/* --- The choice ----------------------------------------------------------- */

int64_t
pram_delinearize_known_bytes (const struct state *state)
{
  int64_t least = INT64_MAX;
  for (int a = 0; a < state->prog->n_arrays; a++)
    if (state->class_of[a] == state->class_
	&& state->prog->arrays[a].n_bytes < least)
      least = state->prog->arrays[a].n_bytes;
  return least;
}

void
pram_delinearize_choose (struct state *state)
{
  state->n_candidates = 0;
  state->found = state->steps = false;
  find_candidates (state);
  struct shape shape
    = { 0, PRAM_ARENA_NEW (state->scratch, int64_t, state->n_candidates),
	state->residue };
  consider_chains (state, &shape, 0);
  if (!state->steps)
    refine (state);
  find_slabs (state);
}
