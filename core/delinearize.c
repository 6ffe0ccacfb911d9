/* delinearize.c: from byte offsets to subscripts.

   SPDX-License-Identifier: GPL-3.0-or-later

   Requires: accesses with byte offsets.  Provides: arrays with extents,
   strides and origin; accesses with subscripts.

   Arrays that a loop swaps are one class and get one shape.  A shape is a
   chain of strides in bytes, each a multiple of the next, the last of them the
   element, and an origin.  Given a shape, an offset f splits in one way only
   at a stride s into f = s*q + r with 0 <= r < s; what has to be found is
   whether q and r are affine.  Coefficients are divided by s and rounded up or
   down, and then the range of r over the access's domain says both which
   multiple of s belongs to q's constant and whether 0 <= r < s holds.  Where
   no rounding succeeds the access runs across the dimension (x[k] with
   k < n*n): the dimensions on both sides of s then share one linear form, and
   the subscripts are that form divided by and modulo extents.

   The chain is chosen among those whose strides are coefficients of accesses.
   The best one leaves the fewest forms that mix iterators of different
   coefficients (a[n*i+j] in one dimension does), then the fewest accesses with
   quotients and remainders, then has the most dimensions, then the strides
   that occur most often.

   Where all accesses walk a dimension with steps (i += 2), its stride never
   occurs as a coefficient, but a fraction of it in the constants does: see
   refine.

   Example: 8192*i + 8*j + 8 with i, j < 1022, elements of 8 bytes.  The chain
   (8192, 8) splits it into 8192*i and 8*j + 8 in [8, 8176]: [i][j+1].

   Invariants
   (1) For every iteration in an access's domain: offset = origin
       + sum of stride[d] * subscript[d].
   (2) There, 0 <= subscript[d] < extent[d] (d > 0: = stride[d-1] / stride[d]).
   (3) stride[n_dims - 1] = elem_size.  */

#include "prog.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "domain.h"

enum
{
  MAX_CANDIDATES = 10,		/* coefficients tried as strides */
  MAX_ROUNDED = 6,		/* coefficients rounded both ways at a split */
  MAX_ORIGINS = 8		/* origins tried for a chain */
};

/* An access of the class at hand.  */
struct reference
{
  struct pram_access *access;
  const struct pram_domain *domain;
};

/* Strides are in descending order, without that of the element.  */
struct shape
{
  int n_strides;
  int64_t *stride;
  int64_t origin;
};

/* How good a shape is; smaller is better.  */
struct cost
{
  int n_mixed, n_quasi;
  int frequency;		/* larger is better */
};

struct candidate
{
  int64_t stride;
  int frequency;
};

struct state
{
  struct pram_prog *prog;
  struct pram_arena *scratch;
  const struct pram_diag *diag;
  int *class_of;		/* by array: the class's first array */

  /* Of the class at hand.  */
  int class_;
  int64_t elem_size;
  int64_t residue;		/* of all offsets modulo elem_size */
  int n_refs;
  struct reference *refs;
  int n_candidates;
  struct candidate *candidates;	/* descending */

  struct shape best;
  struct cost best_cost;
  bool found;
};

static int64_t
floor_div (int64_t a, int64_t b)
{
  int64_t q = a / b;
  return q - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t
floor_mod (int64_t a, int64_t b)
{
  return a - b * floor_div (a, b);
}

/* --- Classes of arrays -------------------------------------------------- */

static void
merge_classes (struct state *state, int a, int b)
{
  int from = state->class_of[a], to = state->class_of[b];
  if (from < to)
    {
      int other = from;
      from = to;
      to = other;
    }
  for (int c = 0; c < state->prog->n_arrays; c++)
    if (state->class_of[c] == from)
      state->class_of[c] = to;
}

static void
find_classes (struct state *state)
{
  const struct pram_prog *prog = state->prog;
  state->class_of = PRAM_ARENA_NEW (state->scratch, int, prog->n_arrays);
  for (int a = 0; a < prog->n_arrays; a++)
    state->class_of[a] = a;
  for (int k = 0; k < prog->n_loops; k++)
    for (int a = 0; prog->loops[k]->next && a < prog->n_arrays; a++)
      merge_classes (state, a, prog->loops[k]->next[a]);
}

/* Collect the accesses to arrays of the class in NODE.  */
static void
collect (struct state *state, struct pram_node *node)
{
  for (int c = 0; c < node->n_children; c++)
    collect (state, node->children[c]);
  for (int a = 0; a < node->n_accesses; a++)
    {
      struct pram_access *access = &node->accesses[a];
      if (state->class_of[access->array] != state->class_)
	continue;
      struct reference *ref
	= PRAM_ARENA_PUSH (state->scratch, state->refs, state->n_refs);
      ref->access = access;
      ref->domain = pram_domain_new (state->scratch, node, access);
    }
}

/* The least size of the class's objects, 0 if one of them is not known.  */
static int64_t
known_bytes (const struct state *state)
{
  int64_t least = INT64_MAX;
  for (int a = 0; a < state->prog->n_arrays; a++)
    if (state->class_of[a] == state->class_
	&& state->prog->arrays[a].n_bytes < least)
      least = state->prog->arrays[a].n_bytes;
  return least;
}

/* --- Splitting ---------------------------------------------------------- */

static struct pram_affine
copy_affine (struct pram_arena *arena, const struct pram_affine *affine)
{
  struct pram_affine copy = pram_affine_new (arena, affine->n_coef);
  copy.constant = affine->constant;
  if (affine->n_coef)
    memcpy (copy.coef, affine->coef,
	    sizeof *copy.coef * (size_t) affine->n_coef);
  return copy;
}

/* Divide the coefficients of F by S into those of Q and R, rounding to the
   nearest, but the other way for those whose bit in FLIP is set (bits count
   the coefficients that S doesn't divide).  */
static void
divide_coefs (const struct pram_affine *f, int64_t s, unsigned flip,
	      struct pram_affine *q, struct pram_affine *r)
{
  int bit = 0;
  for (int k = 0; k < f->n_coef; k++)
    {
      int64_t low = floor_div (f->coef[k], s), rest = f->coef[k] - low * s;
      if (rest)
	{
	  bool up = rest > s - rest;
	  if (bit < MAX_ROUNDED && (flip >> bit++ & 1))
	    up = !up;
	  low += up;
	  rest -= up ? s : 0;
	}
      q->coef[k] = low;
      r->coef[k] = rest;
    }
}

/* Split F = S*Q + R with 0 <= R < S everywhere in the domain; false if there
   is no affine way.  */
static bool
split (struct state *state, const struct pram_domain *domain,
       const struct pram_affine *f, int64_t s, struct pram_affine *q,
       struct pram_affine *r)
{
  int n_rounded = 0;
  for (int k = 0; k < f->n_coef; k++)
    n_rounded += f->coef[k] % s != 0;
  if (n_rounded > MAX_ROUNDED)
    n_rounded = MAX_ROUNDED;

  *q = pram_affine_new (state->scratch, f->n_coef);
  *r = pram_affine_new (state->scratch, f->n_coef);
  for (unsigned flip = 0; flip < 1u << n_rounded; flip++)
    {
      divide_coefs (f, s, flip, q, r);
      r->constant = f->constant;
      struct pram_interval range = pram_domain_range (domain, r);
      if (range.lo == PRAM_INF_NEG || range.hi == PRAM_INF_POS)
	continue;
      q->constant = floor_div (range.lo, s);
      r->constant -= q->constant * s;
      if (range.lo > range.hi || range.hi - q->constant * s < s)
	return true;
    }
  return false;
}

/* Do iterators with different coefficients meet in F?  */
static bool
mixed_p (const struct pram_affine *f)
{
  int64_t seen = 0;
  for (int k = 0; k < f->n_coef; k++)
    {
      int64_t magnitude = f->coef[k] < 0 ? -f->coef[k] : f->coef[k];
      if (magnitude && seen && magnitude != seen)
	return true;
      if (magnitude)
	seen = magnitude;
    }
  return false;
}

/* The stride of dimension D of SHAPE.  */
static int64_t
stride_of (const struct state *state, const struct shape *shape, int d)
{
  return d < shape->n_strides ? shape->stride[d] : state->elem_size;
}

/* Q, in units of the stride of dimension LAST, covers the dimensions FIRST …
   LAST of ACCESS.  */
static void
set_subscripts (const struct state *state, const struct shape *shape,
		struct pram_access *access, int first, int last,
		const struct pram_affine *q)
{
  int64_t unit = stride_of (state, shape, last);
  for (int d = first; d <= last; d++)
    {
      access->subscript[d] = copy_affine (state->prog->arena, q);
      access->div[d] = stride_of (state, shape, d) / unit;
      access->mod[d] = d == first ? 0
		       : stride_of (state, shape, d - 1)
			 / stride_of (state, shape, d);
    }
}

/* Decompose the offset of REF by SHAPE.  Adds to COST, and sets the access's
   subscripts if SET.  */
static void
decompose (struct state *state, const struct reference *ref,
	   const struct shape *shape, struct cost *cost, bool set)
{
  struct pram_affine rest
    = copy_affine (state->scratch, &ref->access->offset);
  rest.constant -= shape->origin;
  bool quasi = false, mixed = false;

  for (int first = 0, d = 0; d <= shape->n_strides; d++)
    {
      struct pram_affine q, r;
      if (!split (state, ref->domain, &rest, stride_of (state, shape, d),
		  &q, &r))
	continue;
      quasi = quasi || first < d;
      mixed = mixed || mixed_p (&q);
      if (set)
	set_subscripts (state, shape, ref->access, first, d, &q);
      rest = r;
      first = d + 1;
    }
  cost->n_quasi += quasi;
  cost->n_mixed += mixed;
}

/* --- Choosing a shape --------------------------------------------------- */

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
  struct cost cost = { 0, 0, 0 };
  for (int r = 0; r < state->n_refs; r++)
    if (state->found && cheaper_p (state->best_cost, cost))
      break;			/* it is too dear already */
    else
      decompose (state, &state->refs[r], shape, &cost, false);
  for (int c = 0; c < state->n_candidates; c++)
    for (int d = 0; d < shape->n_strides; d++)
      if (shape->stride[d] == state->candidates[c].stride)
	cost.frequency += state->candidates[c].frequency;
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
    better = shape->n_strides > state->best.n_strides
	     || (shape->n_strides == state->best.n_strides
		 && cost.frequency > state->best_cost.frequency);
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
  int64_t origin = floor_mod (range.lo - state->residue, row);
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

static void
count_candidate (struct state *state, int64_t stride)
{
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
  candidate->frequency = 1;
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

/* The absolute coefficients, at most MAX_CANDIDATES of them.  */
static void
find_candidates (struct state *state)
{
  for (int r = 0; r < state->n_refs; r++)
    {
      const struct pram_affine *offset = &state->refs[r].access->offset;
      for (int k = 0; k < offset->n_coef; k++)
	count_candidate (state, offset->coef[k] < 0 ? -offset->coef[k]
						    : offset->coef[k]);
    }
  if (!state->n_candidates)
    return;
  size_t size = sizeof *state->candidates;
  qsort (state->candidates, (size_t) state->n_candidates, size, by_frequency);
  if (state->n_candidates > MAX_CANDIDATES)
    state->n_candidates = MAX_CANDIDATES;
  qsort (state->candidates, (size_t) state->n_candidates, size, by_stride);
}

/* Set the subscripts of all accesses by SHAPE.  */
static void
apply (struct state *state, const struct shape *shape)
{
  struct cost cost = { 0, 0, 0 };
  struct pram_arena *arena = state->prog->arena;
  int n = shape->n_strides + 1;
  for (int r = 0; r < state->n_refs; r++)
    {
      struct pram_access *access = state->refs[r].access;
      access->subscript = PRAM_ARENA_NEW (arena, struct pram_affine, n);
      access->div = PRAM_ARENA_NEW (arena, int64_t, n);
      access->mod = PRAM_ARENA_NEW (arena, int64_t, n);
      decompose (state, &state->refs[r], shape, &cost, true);
    }
}

/* Do the constants of the subscripts in dimension D differ modulo STEP?  */
static bool
constants_differ_p (const struct state *state, int d, int64_t step)
{
  for (int r = 1; r < state->n_refs; r++)
    if (floor_mod (state->refs[r].access->subscript[d].constant
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
  for (int p = 0; p < 4; p++)
    {
      struct shape shape = copy_shape (state, &state->best);
      int64_t inner = stride_of (state, &shape, d + 1);
      int64_t extent = shape.stride[d] / inner;
      if (extent % primes[p] || extent == primes[p])
	continue;
      shape.stride[d] /= primes[p];
      struct cost cost = cost_of (state, &shape);
      if (cheaper_p (state->best_cost, cost))
	continue;
      apply (state, &shape);
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
   [i][j] and [i][j+1024].  */
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

/* Make STRIDE the outermost one if each of INTERVALS fills most of a slab of
   STRIDE bytes.  */
static bool
add_slabs (struct state *state, const struct pram_interval *intervals, int n,
	   int64_t stride)
{
  int64_t row = stride_of (state, &state->best, 0);
  if (stride <= row || stride % row)
    return false;
  for (int i = 0; i < n; i++)
    {
      int64_t lo = intervals[i].lo - state->best.origin;
      int64_t hi = intervals[i].hi - state->best.origin;
      if (floor_div (lo, stride) != floor_div (hi, stride)
	  || hi - lo + state->elem_size <= stride / 2)
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
  int64_t bytes = known_bytes (state);
  if (n < 2)
    return;
  for (int parts = n; parts > 1 && bytes > 0 && bytes < INT64_MAX; parts--)
    if (bytes % parts == 0
	&& add_slabs (state, intervals, n, bytes / parts))
      return;
  for (int i = 1; i < n; i++)
    if (add_slabs (state, intervals, n,
		   intervals[i].lo - intervals[i - 1].lo))
      return;
}

/* --- Results ------------------------------------------------------------ */

/* The hull of what the accesses touch in dimension 0.  */
static struct pram_interval
touched_hull (const struct state *state)
{
  struct pram_interval hull = { 1, 0 };
  for (int r = 0; r < state->n_refs; r++)
    {
      const struct reference *ref = &state->refs[r];
      struct pram_interval range
	= pram_domain_range (ref->domain, &ref->access->subscript[0]);
      int64_t div = ref->access->div[0];
      if (range.lo > range.hi)
	continue;
      if (range.lo != PRAM_INF_NEG)
	range.lo = floor_div (range.lo, div);
      if (range.hi != PRAM_INF_POS)
	range.hi = floor_div (range.hi, div);
      if (hull.lo > hull.hi)
	hull = range;
      hull.lo = range.lo < hull.lo ? range.lo : hull.lo;
      hull.hi = range.hi > hull.hi ? range.hi : hull.hi;
    }
  return hull;
}

static void
set_array (struct state *state, struct pram_array *array, int64_t extent)
{
  const struct shape *shape = &state->best;
  struct pram_arena *arena = state->prog->arena;
  int n = shape->n_strides + 1;
  array->n_dims = n;
  array->origin = shape->origin;
  array->stride = PRAM_ARENA_NEW (arena, int64_t, n);
  array->extent = PRAM_ARENA_NEW (arena, int64_t, n);
  for (int d = 0; d < n; d++)
    {
      array->stride[d] = stride_of (state, shape, d);
      array->extent[d] = d ? array->stride[d - 1] / array->stride[d] : extent;
    }
}

/* Give dimension 0 its origin and extent, and the arrays their shape.  */
static bool
finish_class (struct state *state)
{
  apply (state, &state->best);
  struct pram_interval hull = touched_hull (state);
  int64_t row = stride_of (state, &state->best, 0);

  if (hull.lo <= hull.hi && hull.lo < 0 && hull.lo != PRAM_INF_NEG)
    {
      state->best.origin += hull.lo * row;
      hull.hi -= hull.hi == PRAM_INF_POS ? 0 : hull.lo;
      hull.lo = 0;
      apply (state, &state->best);
    }

  int64_t extent = hull.lo <= hull.hi ? hull.hi : -1;
  int64_t bytes = known_bytes (state);
  bool unbounded = hull.lo == PRAM_INF_NEG || hull.hi == PRAM_INF_POS;
  if (unbounded && (bytes == 0 || hull.lo == PRAM_INF_NEG))
    {
      pram_diag_report (state->diag, PRAM_REFUSAL,
			state->refs[0].access->line,
			"how much of '%s' is touched depends on the number "
			"of iterations of a loop whose end is not known; "
			"give that loop a fixed number of iterations",
			state->prog->arrays[state->class_].name);
      return false;
    }
  if (unbounded)
    extent = -1;
  extent++;
  if (bytes > 0 && state->best.origin >= 0
      && (bytes - state->best.origin) / row > extent)
    extent = (bytes - state->best.origin) / row;
  for (int a = 0; a < state->prog->n_arrays; a++)
    if (state->class_of[a] == state->class_)
      set_array (state, &state->prog->arrays[a], extent);
  return true;
}

/* Refuse accesses that do not fall on elements.  */
static bool
check_elements (struct state *state)
{
  const char *name = state->prog->arrays[state->class_].name;
  for (int a = 0; a < state->prog->n_arrays; a++)
    if (state->class_of[a] == state->class_
	&& state->prog->arrays[a].elem_size != state->elem_size)
      {
	pram_diag_report (state->diag, PRAM_REFUSAL, state->prog->line,
			  "'%s' and '%s' are swapped but have elements of "
			  "different sizes", name,
			  state->prog->arrays[a].name);
	return false;
      }
  state->residue = state->n_refs == 0 ? 0
		   : floor_mod (state->refs[0].access->offset.constant,
				state->elem_size);
  for (int r = 0; r < state->n_refs; r++)
    {
      const struct pram_access *access = state->refs[r].access;
      bool fits = floor_mod (access->offset.constant, state->elem_size)
		  == state->residue;
      for (int k = 0; k < access->offset.n_coef; k++)
	fits = fits && access->offset.coef[k] % state->elem_size == 0;
      if (fits)
	continue;
      pram_diag_report (state->diag, PRAM_REFUSAL, access->line,
			"accesses to '%s' do not all fall on its elements of "
			"%" PRId64 " bytes; use one element type for it",
			state->prog->arrays[access->array].name,
			state->elem_size);
      return false;
    }
  return true;
}

/* Give the arrays of class CLASS_ their shape.  */
static bool
delinearize_class (struct state *state, int class_)
{
  state->class_ = class_;
  state->elem_size = state->prog->arrays[class_].elem_size;
  state->n_refs = state->n_candidates = 0;
  state->found = false;
  collect (state, state->prog->root);
  if (!check_elements (state))
    return false;

  find_candidates (state);
  struct shape shape
    = { 0, PRAM_ARENA_NEW (state->scratch, int64_t, state->n_candidates),
	state->residue };
  consider_chains (state, &shape, 0);
  refine (state);
  find_slabs (state);
  return finish_class (state);
}

/* Has an array of class CLASS_ no dimensions yet?  */
static bool
pending_p (const struct state *state, int class_)
{
  for (int a = 0; a < state->prog->n_arrays; a++)
    if (state->class_of[a] == class_ && state->prog->arrays[a].n_dims == 0)
      return true;
  return false;
}

bool
pram_delinearize (struct pram_prog *prog, const struct pram_diag *diag)
{
  struct state state = { .prog = prog, .scratch = pram_arena_new (),
			 .diag = diag };
  bool good = !pram_prog_indirect_p (prog);
  if (!good)
    pram_diag_report (diag, PRAM_REFUSAL, prog->line,
		      "data choose which elements are read");
  find_classes (&state);
  for (int a = 0; good && a < prog->n_arrays; a++)
    if (state.class_of[a] == a && pending_p (&state, a))
      good = delinearize_class (&state, a);
  pram_arena_free (state.scratch);
  return good;
}
