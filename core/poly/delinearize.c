/* delinearize.c: from byte offsets to subscripts.

   SPDX-License-Identifier: Apache-2.0

   Requires: accesses with byte offsets.  Provides: arrays with extents,
   strides and origin; accesses with subscripts.

   Arrays that a loop swaps are one class and get one shape.  A shape is a
   chain of strides in bytes, each a multiple of the next, the last of them the
   element, and an origin.  delinearize-shape.c chooses it, trying how
   delinearize-split.c would split each offset by it.

   Example: 8192*i + 8*j + 8 with i, j < 1022, elements of 8 bytes.  The chain
   (8192, 8) splits it into 8192*i and 8*j + 8 in [8, 8176]: [i][j+1].

   Invariants
   (1) For every iteration in an access's domain: offset = origin
       + sum of stride[d] * subscript[d].
   (2) There, 0 <= subscript[d] < extent[d] (d > 0: = stride[d-1] / stride[d]).
   (3) stride[n_dims - 1] = elem_size.  */

#include "delinearize.h"
#include "delinearize-parts.h"
#include "offers.h"
#include "pinned.h"
#include "sizes.h"

#include <inttypes.h>

/* --- Classes of arrays -------------------------------------------------- */

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
      ref->stmt = node;
      ref->access = access;
      ref->domain = pram_domain_new (state->scratch, node, access);
    }
}

/* --- Results ------------------------------------------------------------ */

static bool delinearize_class (struct state *state, int class_);

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
	range.lo = pram_set_fdiv (range.lo, div);
      if (range.hi != PRAM_INF_POS)
	range.hi = pram_set_fdiv (range.hi, div);
      if (hull.lo > hull.hi)
	hull = range;
      hull.lo = range.lo < hull.lo ? range.lo : hull.lo;
      hull.hi = range.hi > hull.hi ? range.hi : hull.hi;
    }
  return hull;
}

/* ACCESS happens only where SIGN times its offset is at least LEAST.  */
static void
guard_offset (struct state *state, struct pram_access *access, int sign,
	      int64_t least)
{
  int n_coef = access->offset.n_coef;
  struct pram_guard guard
    = { .affine = pram_affine_new (state->prog->arena, n_coef) };
  guard.affine.constant = sign * access->offset.constant - least;
  for (int k = 0; k < n_coef; k++)
    guard.affine.coef[k] = sign * access->offset.coef[k];
  pram_access_add_guard (state->prog, access, &guard);
}

/* Objects have BYTES bytes: what moves with a loop whose end nobody knows, or is done
   only if data say so, isn't behind them, and the latter not in front of them
   either.  */
static void
bound_by_objects (struct state *state, int64_t bytes)
{
  int64_t last = bytes - state->elem_size;
  for (int r = 0; r < state->n_refs; r++)
    {
      struct reference *ref = &state->refs[r];
      struct pram_interval range
	= pram_domain_range (ref->domain, &ref->access->offset);
      bool behind = range.hi == PRAM_INF_POS
		    || (ref->access->may && range.hi > last);
      bool in_front = ref->access->may && range.lo < 0;
      if (range.lo > range.hi || !(behind || in_front))
	continue;
      if (behind)
	guard_offset (state, ref->access, -1, -last);
      if (in_front)
	guard_offset (state, ref->access, 1, 0);
      ref->domain = pram_domain_new (state->scratch, ref->stmt, ref->access);
    }
}

/* Why the class can't be distributed: a loop whose end data decide moves on in the
   array, and nothing says where that ends.  */
static const char *
why_unbounded (struct state *state)
{
  const char *name = state->prog->arrays[state->class_].name;
  return pram_arena_printf (state->prog->arena, "how much of '%s' is touched "
			    "depends on the number of iterations of a loop "
			    "whose end is not known; declare '%s' as an array "
			    "of constant size, or give that loop a fixed number "
			    "of iterations", name, name);
}

/* Pin the access A of STMT, of the class, if it may be to any element.  */
static bool
pin_if_unbounded (struct state *state, struct pram_node *stmt, int a,
		  const char *why)
{
  struct pram_access *access = &stmt->accesses[a];
  if (state->class_of[access->array] != state->class_ || !pram_node_loop (stmt))
    return false;
  const struct pram_domain *domain = pram_domain_new (state->scratch, stmt,
						      access);
  struct pram_interval range = pram_domain_range (domain, &access->offset);
  if (range.lo != PRAM_INF_NEG && range.hi != PRAM_INF_POS)
    return false;
  pram_pin_access (state->prog, stmt, a, why);
  return true;
}

/* Pin those in NODE.  */
static bool
pin_unbounded (struct state *state, struct pram_node *node, const char *why)
{
  bool any = false;
  for (int c = 0; c < node->n_children; c++)
    any |= pin_unbounded (state, node->children[c], why);
  for (int a = node->n_accesses - 1; a >= 0; a--)
    any |= pin_if_unbounded (state, node, a, why);
  return any;
}

/* Some access of the class writes without an end.  */
static bool
writes_on_p (const struct state *state)
{
  for (int r = 0; r < state->n_refs; r++)
    {
      const struct reference *ref = &state->refs[r];
      struct pram_interval range
	= pram_domain_range (ref->domain, &ref->access->offset);
      if (ref->access->write
	  && (range.lo == PRAM_INF_NEG || range.hi == PRAM_INF_POS))
	return true;
    }
  return false;
}

/* A search reads on until it finds: process 0 does, as what data choose.  So are
   writes in a region in which data choose elements; else there is no way.  */
static bool
give_up_unbounded (struct state *state)
{
  const struct pram_prog *prog = state->prog;
  const char *why = why_unbounded (state);
  bool chosen = prog->n_inspected || prog->n_deposits || prog->n_pinned;
  if ((chosen || !writes_on_p (state))
      && pin_unbounded (state, prog->root, why))
    return delinearize_class (state, state->class_);
  pram_diag_report (state->diag, PRAM_REFUSAL, state->refs[0].access->line,
		    "%s", why);
  return false;
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
      array->stride[d] = pram_delinearize_stride (state, shape, d);
      array->extent[d] = d ? array->stride[d - 1] / array->stride[d] : extent;
    }
}

/* Give dimension 0 its origin and extent, and the arrays their shape.  */
static bool
finish_class (struct state *state)
{
  pram_delinearize_apply (state, &state->best);
  int64_t bytes = pram_delinearize_known_bytes (state);
  if (bytes > 0)
    bound_by_objects (state, bytes);
  struct pram_interval hull = touched_hull (state);
  int64_t row = pram_delinearize_stride (state, &state->best, 0);

  if (hull.lo <= hull.hi && hull.lo < 0 && hull.lo != PRAM_INF_NEG)
    {
      state->best.origin += hull.lo * row;
      hull.hi -= hull.hi == PRAM_INF_POS ? 0 : hull.lo;
      hull.lo = 0;
      pram_delinearize_apply (state, &state->best);
    }

  int64_t extent = hull.lo <= hull.hi ? hull.hi : -1;
  bool unbounded = hull.lo == PRAM_INF_NEG || hull.hi == PRAM_INF_POS;
  if (unbounded && (bytes == 0 || hull.lo == PRAM_INF_NEG))
    return give_up_unbounded (state);
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
		   : pram_set_mod (state->refs[0].access->offset.constant,
				state->elem_size);
  for (int r = 0; r < state->n_refs; r++)
    {
      const struct pram_access *access = state->refs[r].access;
      bool fits = pram_set_mod (access->offset.constant, state->elem_size)
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
  state->n_refs = 0;
  collect (state, state->prog->root);
  if (!check_elements (state))
    return false;

  pram_delinearize_choose (state);
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
  bool good = pram_sizes_check (prog, diag);
  bool again = prog->n_offers || prog->n_pinned;
  pram_offers_note (prog);
  state.class_of = pram_prog_classes (prog, state.scratch);
  for (int a = 0; good && a < prog->n_arrays; a++)
    if (state.class_of[a] == a && pending_p (&state, a))
      good = delinearize_class (&state, a);
  pram_arena_free (state.scratch);
  if (again)
    return good;
  return (good && pram_pinned_insert (prog, diag)
	  && pram_offers_insert (prog, diag));
}
