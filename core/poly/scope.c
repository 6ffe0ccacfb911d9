/* scope.c: loops, places, and what is known there.

   SPDX-License-Identifier: Apache-2.0  */

#include "scope-parts.h"

#include <isl/ctx.h>
#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/val.h>
#include <stdlib.h>
#include <string.h>

/* Some seconds at most.  */
enum { MAX_OPERATIONS = 20 * 1000 * 1000 };

struct pram_scope *
pram_scope_new (struct pram_exprs *exprs, struct pram_arena *arena,
		struct pram_deadline *deadline)
{
  struct pram_scope *s = PRAM_ARENA_NEW (arena, struct pram_scope, 1);
  s->arena = arena;
  s->exprs = exprs;
  s->ctx = isl_ctx_alloc ();
  isl_options_set_on_error (s->ctx, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations (s->ctx, MAX_OPERATIONS);
  s->deadline = deadline;
  s->interrupted = pram_deadline_enter (deadline, s->ctx);
  return s;
}

static void
free_place (struct place *p)
{
  isl_set_free (p->known.domain);
  for (int k = 0; k < p->n_values; k++)
    isl_pw_aff_free (p->values[k].value);
  p->n_values = 0;
}

static void
free_loop (struct scope_loop *loop)
{
  isl_set_free (loop->outside);
  isl_set_free (loop->begun);
  isl_pw_aff_free (loop->trips);
  for (int k = 0; k < loop->n_exits; k++)
    isl_set_free (loop->stay[k]);
}

void
pram_scope_free (struct pram_scope *s)
{
  if (!s)
    return;
  for (int l = 0; l < s->n_loops; l++)
    free_loop (s->loops[l]);
  for (int p = 0; p < s->n_places; p++)
    free_place (s->places[p]);
  pram_deadline_leave (s->deadline, s->interrupted);
  isl_ctx_free (s->ctx);
}

bool
pram_scope_exceeded_p (const struct pram_scope *s)
{
  return isl_ctx_last_error (s->ctx) != isl_error_none;
}

struct pram_deadline *
pram_scope_deadline (const struct pram_scope *s)
{
  return s->deadline;
}

void
pram_scope_set_entry (struct pram_scope *s, int number, int64_t value)
{
  struct entry *e = PRAM_ARENA_PUSH (s->arena, s->entries, s->n_entries);
  *e = (struct entry) { number, value };
}

void
pram_scope_set_variable (struct pram_scope *s, int number, int64_t value)
{
  int k = 0;
  while (k < s->n_variables && s->variables[k].number != number)
    k++;
  if (k == s->n_variables)
    PRAM_ARENA_PUSH (s->arena, s->variables, s->n_variables);
  s->variables[k] = (struct entry) { number, value };
}

void
pram_scope_fix_loop (struct pram_scope *s, int loop, int64_t iteration)
{
  s->loops[loop]->fixed = true;
  s->loops[loop]->iteration = iteration;
}

int
pram_scope_outer (const struct pram_scope *s, int loop)
{
  return s->loops[loop]->outer;
}

isl_set *
pram_scope_outside (struct pram_scope *s, int loop)
{
  return isl_set_copy (s->loops[loop]->outside);
}

int
pram_scope_depth (const struct pram_scope *s, int loop)
{
  return loop < 0 ? 0 : s->loops[loop]->depth;
}

void
pram_scope_set_lookups (struct pram_scope *s, struct pram_lookups *lookups)
{
  s->lookups = lookups;
  pram_lookups_forget (lookups);
}

static void learn (struct pram_scope *, const struct pram_expr *);

/* --- Loops --------------------------------------------------------------- */

/* OUTSIDE, with one more iterator, from 0 on.  */
static isl_set *
all_iterations (isl_set *outside)
{
  int depth = (int) isl_set_dim (outside, isl_dim_set);
  isl_set *all = isl_set_add_dims (outside, isl_dim_set, 1);
  return isl_set_lower_bound_si (all, isl_dim_set, (unsigned) depth, 0);
}

int
pram_scope_add_loop (struct pram_scope *s, int outer)
{
  struct scope_loop *loop = PRAM_ARENA_NEW (s->arena, struct scope_loop, 1);
  loop->outer = outer;
  loop->depth = outer < 0 ? 1 : s->loops[outer]->depth + 1;
  loop->exact = true;
  isl_space *space
    = isl_space_set_alloc (s->ctx, 0, (unsigned) loop->depth - 1);
  loop->outside = isl_set_universe (space);
  loop->begun = all_iterations (isl_set_copy (loop->outside));
  *PRAM_ARENA_PUSH (s->arena, s->loops, s->n_loops) = loop;
  return s->n_loops - 1;
}

/* Forget places right in loop NUMBER.  */
static void
forget_places (struct pram_scope *s, int number)
{
  int n = 0;
  for (int p = 0; p < s->n_places; p++)
    if (s->places[p]->known.loop == number)
      free_place (s->places[p]);
    else
      s->places[n++] = s->places[p];
  s->n_places = n;
}

/* Forget what was known of loop NUMBER, which has iterations in OUTSIDE.  */
static void
begin_anew (struct pram_scope *s, int number, isl_set *outside)
{
  struct scope_loop *loop = s->loops[number];
  free_loop (loop);
  loop->counted = false;
  loop->outside = outside;
  loop->begun = all_iterations (isl_set_copy (outside));
  loop->n_exits = 0;
  loop->trips = NULL;
  loop->blame = NULL;
  forget_places (s, number);
}

/* The first iteration in LEAVE, as a function of the iterators around.  */
static isl_pw_aff *
first_iteration (isl_set *leave)
{
  int depth = (int) isl_set_dim (leave, isl_dim_set) - 1;
  isl_map *map = isl_map_from_range (leave);
  map = isl_map_move_dims (map, isl_dim_in, 0, isl_dim_out, 0,
			   (unsigned) depth);
  isl_pw_multi_aff *first = isl_map_lexmin_pw_multi_aff (map);
  isl_pw_aff *result = isl_pw_multi_aff_get_pw_aff (first, 0);
  isl_pw_multi_aff_free (first);
  return isl_pw_aff_coalesce (result);
}

/* FUNCTION of the iterators around, as one of those and one more.  */
static isl_pw_aff *
inside (isl_pw_aff *function)
{
  return isl_pw_aff_add_dims (function, isl_dim_in, 1);
}

/* The last iterator of a place with DEPTH of them.  */
static isl_pw_aff *
last_iterator (isl_ctx *ctx, int depth)
{
  isl_space *space = isl_space_set_alloc (ctx, 0, (unsigned) depth);
  return isl_pw_aff_var_on_domain (isl_local_space_from_space (space),
				   isl_dim_set, (unsigned) depth - 1);
}

/* The iterations in ALL before number TRIPS, or, if THAT_TOO, up to it.  */
static isl_set *
iterations_before (isl_set *all, const isl_pw_aff *trips, bool that_too)
{
  int depth = (int) isl_set_dim (all, isl_dim_set);
  isl_pw_aff *k = last_iterator (isl_set_get_ctx (all), depth);
  isl_pw_aff *end = inside (isl_pw_aff_copy ((isl_pw_aff *) trips));
  isl_set *before = that_too ? isl_pw_aff_le_set (k, end)
			     : isl_pw_aff_lt_set (k, end);
  return isl_set_coalesce (isl_set_intersect (all, before));
}

/* LOOP, in whose exits EVAL has found the conditions to leave LEAVE, all known,
   runs TRIPS iterations if what was assumed is true.  */
static void
count (struct scope_loop *loop, struct scope_eval *eval, isl_set *outside,
       isl_set *leave)
{
  isl_pw_aff *trips = first_iteration (isl_set_copy (leave));
  isl_set *ends = isl_pw_aff_domain (isl_pw_aff_copy (trips));
  bool ok = isl_set_is_subset (outside, ends) == isl_bool_true;
  isl_set_free (ends);
  if (!ok)
    {
      isl_pw_aff_free (trips);
      return;
    }
  isl_set *begun = iterations_before (all_iterations (isl_set_copy (outside)),
				      trips, true);
  if (!pram_scope_assumed_p (eval, begun))
    {
      isl_set_free (begun);
      isl_pw_aff_free (trips);
      return;
    }
  loop->counted = true;
  loop->trips = trips;
  isl_set_free (loop->begun);
  loop->begun = begun;
}

void
pram_scope_end_loop (struct pram_scope *s, int number, int passed,
		     const struct pram_expr *when, int n,
		     const struct pram_expr *const *leave)
{
  struct scope_loop *loop = s->loops[number];
  const struct pram_place *at = pram_scope_place (s, loop->outer, passed, when);
  loop->exact = at->exact;
  loop->condition = at->blame;
  begin_anew (s, number, isl_set_copy (at->domain));
  loop->placed = true;
  loop->passed = passed;
  for (int k = 0; k < n; k++)
    learn (s, leave[k]);
  isl_set *all = all_iterations (isl_set_copy (at->domain));
  if (loop->fixed)
    {
      loop->n_exits = 0;
      loop->begun = isl_set_fix_si (all, isl_dim_set,
				    (unsigned) loop->depth - 1,
				    (int) loop->iteration);
      return;
    }
  struct scope_eval eval = { .scope = s, .loop = number, .domain = all,
			     .assume = true };
  isl_set *leaves = isl_set_empty (isl_set_get_space (all));
  bool known = n > 0;
  loop->n_exits = n;
  loop->stay = PRAM_ARENA_NEW (s->arena, isl_set *, n + 1);
  for (int k = 0; k < n; k++)
    {
      bool exact = true;
      isl_set *set = pram_scope_truth (&eval, leave[k], true, &exact);
      if (!exact)
	{
	  known = false;
	  loop->blame = loop->blame ? loop->blame : eval.blame;
	}
      else
	loop->stay[k] = isl_set_complement (isl_set_copy (set));
      leaves = isl_set_union (leaves, set);
    }
  leaves = isl_set_coalesce (isl_set_intersect (leaves, isl_set_copy (all)));
  if (known)
    count (loop, &eval, at->domain, leaves);
  /* While elements were learned it wasn't known yet how often it runs.  */
  forget_places (s, number);
  /* What was assumed may be wrong.  */
  for (int k = 0; k < n && !loop->counted && eval.n_wraps; k++)
    {
      isl_set_free (loop->stay[k]);
      loop->stay[k] = NULL;
    }
  pram_scope_eval_end (&eval);
  isl_set_free (leaves);
  isl_set_free (all);
}

/* The part of DOMAIN, of iterations of LOOP, which is taken, where the first
   PASSED exits are not taken.  */
static isl_set *
staying (const struct scope_loop *loop, isl_set *domain, int passed)
{
  for (int k = 0; k < passed && k < loop->n_exits; k++)
    if (loop->stay[k])
      domain = isl_set_intersect (domain, isl_set_copy (loop->stay[k]));
  return isl_set_coalesce (domain);
}

isl_set *
pram_scope_iterations (const struct pram_scope *s, int number)
{
  const struct scope_loop *loop = s->loops[number];
  isl_set *before = iterations_before (isl_set_copy (loop->begun), loop->trips,
				       false);
  isl_set *stay = staying (loop, all_iterations (isl_set_copy (loop->outside)),
			   loop->n_exits);
  /* Of both forms that with the limits as they were written is simpler.  */
  bool simple = (isl_set_n_basic_set (stay) <= isl_set_n_basic_set (before)
		 && isl_set_is_equal (stay, before) == isl_bool_true);
  isl_set_free (simple ? before : stay);
  return simple ? stay : before;
}

bool
pram_scope_counted_p (const struct pram_scope *s, int loop)
{
  return s->loops[loop]->counted;
}

isl_pw_aff *
pram_scope_trips (const struct pram_scope *s, int loop)
{
  return isl_pw_aff_copy (s->loops[loop]->trips);
}

const struct pram_expr *
pram_scope_loop_blame (const struct pram_scope *s, int loop)
{
  return s->loops[loop]->blame;
}

bool
pram_scope_trips_range (const struct pram_scope *s, int number, int64_t *least,
			int64_t *most)
{
  const struct scope_loop *loop = s->loops[number];
  return (loop->counted
	  && pram_scope_extremes (isl_pw_aff_copy (loop->trips), least, most));
}

/* --- Places -------------------------------------------------------------- */

/* Where control may be in LOOP behind PASSED of its exits.  */
static isl_set *
domain_behind (const struct pram_scope *s, int number, int passed)
{
  if (number < 0)
    return isl_set_universe (isl_space_set_alloc (s->ctx, 0, 0));
  const struct scope_loop *loop = s->loops[number];
  return (loop->counted && passed == loop->n_exits
	  ? pram_scope_iterations (s, number)
	  : staying (loop, isl_set_copy (loop->begun), passed));
}

const struct pram_place *
pram_scope_place (struct pram_scope *s, int loop, int passed,
		  const struct pram_expr *when)
{
  for (int p = 0; p < s->n_places; p++)
    if (s->places[p]->known.loop == loop && s->places[p]->passed == passed
	&& s->places[p]->when == when)
      return &s->places[p]->known;
  struct place *place = PRAM_ARENA_NEW (s->arena, struct place, 1);
  *PRAM_ARENA_PUSH (s->arena, s->places, s->n_places) = place;
  place->passed = passed;
  place->when = when;
  place->known.loop = loop;
  place->known.exact = loop < 0 || s->loops[loop]->exact;
  place->known.exact_inside = true;
  place->known.blame = loop < 0 ? NULL : s->loops[loop]->condition;
  place->known.domain = domain_behind (s, loop, passed);
  if (!when)
    return &place->known;
  learn (s, when);
  struct scope_eval eval = { .scope = s, .loop = loop,
			     .domain = place->known.domain };
  isl_set *set = pram_scope_truth (&eval, when, true,
				   &place->known.exact_inside);
  place->known.exact &= place->known.exact_inside;
  place->known.blame = eval.blame ? eval.blame : place->known.blame;
  pram_scope_eval_end (&eval);
  place->known.domain
    = isl_set_coalesce (isl_set_intersect (place->known.domain, set));
  return &place->known;
}

isl_pw_aff *
pram_scope_value (struct pram_scope *s, const struct pram_place *known,
		  const struct pram_expr *e, bool whole,
		  const struct pram_expr **blame)
{
  struct place *place = (struct place *) known;
  for (int k = 0; k < place->n_values; k++)
    if (place->values[k].expr == e && place->values[k].whole == whole)
      return isl_pw_aff_copy (place->values[k].value);
  learn (s, e);
  struct scope_eval eval = { .scope = s, .loop = known->loop,
			     .domain = known->domain, .whole = whole,
			     .pieces = !whole };
  isl_pw_aff *value = pram_scope_evaluate (&eval, e);
  if (blame)
    *blame = eval.blame;
  pram_scope_eval_end (&eval);
  if (!value)
    return NULL;
  value = isl_pw_aff_coalesce (value);
  struct place_value *v = PRAM_ARENA_PUSH (s->arena, place->values,
					   place->n_values);
  *v = (struct place_value) { e, whole, isl_pw_aff_copy (value) };
  return value;
}

bool
pram_scope_known_p (struct pram_scope *s, const struct pram_place *place,
		    const struct pram_expr *e)
{
  isl_pw_aff *value = pram_scope_value (s, place, e, true, NULL);
  isl_pw_aff_free (value);
  return value;
}

bool
pram_scope_range (struct pram_scope *s, const struct pram_place *place,
		  const struct pram_expr *e, int64_t *least, int64_t *most)
{
  isl_pw_aff *value = pram_scope_value (s, place, e, true, NULL);
  if (!value)
    return false;
  value = isl_pw_aff_intersect_domain (value, isl_set_copy (place->domain));
  return pram_scope_extremes (value, least, most);
}

/* What the function OF, which is taken, is for each of the N numbers from FROM on,
   into the HIGH or low ends of RANGES; nothing where it isn't defined.  */
static bool
evaluate_ends (isl_pw_multi_aff *of, int64_t from, int64_t n, bool high,
	       struct pram_range *ranges)
{
  isl_pw_aff *f = of ? isl_pw_multi_aff_get_pw_aff (of, 0) : NULL;
  bool ok = f;
  for (int64_t k = 0; k < n && ok; k++)
    {
      isl_point *at = isl_point_zero (isl_pw_aff_get_domain_space (f));
      at = isl_point_set_coordinate_val
	(at, isl_dim_set, 0,
	 isl_val_int_from_si (isl_pw_aff_get_ctx (f), from + k));
      isl_val *v = isl_pw_aff_eval (isl_pw_aff_copy (f), at);
      ok = v;
      if (isl_val_is_int (v) == isl_bool_true && high)
	ranges[k].hi = isl_val_get_num_si (v) + 1;
      else if (isl_val_is_int (v) == isl_bool_true)
	ranges[k].lo = isl_val_get_num_si (v);
      isl_val_free (v);
    }
  isl_pw_aff_free (f);
  isl_pw_multi_aff_free (of);
  return ok;
}

bool
pram_scope_ranges (struct pram_scope *s, const struct pram_place *place,
		   const struct pram_expr *e, const struct pram_expr *key,
		   int64_t from, int64_t n, struct pram_range *ranges)
{
  isl_pw_aff *value = pram_scope_value (s, place, e, true, NULL);
  isl_pw_aff *by = pram_scope_value (s, place, key, true, NULL);
  if (!value || !by)
    {
      isl_pw_aff_free (value);
      isl_pw_aff_free (by);
      return false;
    }
  isl_map *values = isl_map_intersect_domain (isl_map_from_pw_aff (value),
					      isl_set_copy (place->domain));
  isl_map *map = isl_map_apply_domain (values, isl_map_from_pw_aff (by));
  memset (ranges, 0, (size_t) n * sizeof *ranges);
  return (evaluate_ends (isl_map_lexmin_pw_multi_aff (isl_map_copy (map)), from,
			 n, false, ranges)
	  & evaluate_ends (isl_map_lexmax_pw_multi_aff (map), from, n, true,
			   ranges));
}

/* --- Lookups ------------------------------------------------------------- */

/* A part of the PLACE of LOAD to which control comes for sure: of loops of which
   it isn't known how often they run the first iteration, or that which alone is
   looked at.  Null if there is none.  */
static isl_set *
certain_part (const struct pram_scope *s, const struct pram_load *load,
	      const struct pram_place *place)
{
  int passed = load->at.passed;
  if (!place->exact)
    return NULL;
  isl_set *part = isl_set_copy (place->domain);
  for (int l = load->loop; l >= 0; l = s->loops[l]->outer)
    {
      const struct scope_loop *loop = s->loops[l];
      if (!loop->counted && !loop->fixed && passed > 0)
	{
	  isl_set_free (part);
	  return NULL;
	}
      if (!loop->counted && !loop->fixed)
	part = isl_set_fix_si (part, isl_dim_set, (unsigned) loop->depth - 1,
			       0);
      passed = loop->passed;
    }
  return part;
}

/* The elements of LOOKUP, whose object has a size, that lie in SET, which is
   taken.  */
static isl_set *
within_object (const struct pram_lookup *lookup, isl_set *set)
{
  int64_t n = lookup->object / lookup->bytes;
  set = isl_set_lower_bound_si (set, isl_dim_set, 0, 0);
  return isl_set_upper_bound_val
    (set, isl_dim_set, 0, isl_val_int_from_si (isl_set_get_ctx (set), n - 1));
}

static int
compare_numbers (const void *va, const void *vb)
{
  const int64_t *a = va, *b = vb;
  return (*a > *b) - (*a < *b);
}

/* The elements that LOAD reads, of LOOKUP, and perhaps some that are known
   already; null if that isn't known, or if some may not be there.  Elements are
   taken AHEAD that are read as soon as a loop runs whose end data decide, though it
   may never: who reads them sees whether they are there.  */
static isl_set *
elements_of (struct pram_scope *s, const struct pram_lookup *lookup,
	     const struct pram_load *load)
{
  for (int l = load->loop; l >= 0; l = s->loops[l]->outer)
    if (!s->loops[l]->placed)
      return NULL;
  const struct pram_place *place
    = pram_scope_place (s, load->loop, load->at.passed, load->at.when);
  isl_pw_aff *offset = pram_scope_value (s, place, load->offset, true, NULL);
  if (!offset)
    return NULL;
  isl_val *bytes = isl_val_int_from_si (s->ctx, lookup->bytes);
  isl_pw_aff *index = isl_pw_aff_scale_down_val (offset, bytes);
  isl_set *all = pram_scope_image (index, isl_set_copy (place->domain));
  isl_set *part = certain_part (s, load, place);
  isl_set *certain = part ? pram_scope_image (index, part) : NULL;
  isl_pw_aff_free (index);
  bool sure = certain && isl_set_is_equal (all, certain) == isl_bool_true;
  isl_set_free (certain);
  if (!sure && lookup->object)
    return within_object (lookup, all);
  if (sure || pram_scope_elements_known_p (s->lookups, lookup, all)
      || (lookup->ahead && place->exact
	  && isl_set_is_bounded (all) == isl_bool_true))
    return all;
  isl_set_free (all);
  return NULL;
}

/* The elements of LOOKUP in SET, which is taken, may be read: learn what they
   are.  False if there are too many.  */
static bool
learn_elements (struct pram_scope *s, struct pram_lookup *lookup,
		isl_set *set)
{
  struct scope_numbers all;
  bool ok = pram_scope_numbers (set, &all);
  isl_set_free (set);
  lookup->excessive |= !ok;
  qsort (all.number, (size_t) all.n, sizeof *all.number, compare_numbers);
  for (int k = 0, next; k < all.n && ok; k = next)
    {
      for (next = k + 1; next < all.n
	   && all.number[next] <= all.number[next - 1] + 1; next++)
	;
      ok = pram_lookup_learn (s->lookups, lookup, all.number[k],
			      (int) (all.number[next - 1] - all.number[k]) + 1,
			      s->arena);
    }
  return ok;
}

/* Find the elements of LOOKUP that LOAD reads.  */
static void
learn_load (struct pram_scope *s, struct pram_lookup *lookup,
	    struct pram_load *load)
{
  if (load->state != PRAM_LOAD_NEW || lookup->excessive)
    return;
  load->state = PRAM_LOAD_PENDING;
  isl_set *elements = elements_of (s, lookup, load);
  load->state = elements && learn_elements (s, lookup, elements)
		? PRAM_LOAD_KNOWN : PRAM_LOAD_NEW;
}

/* Find the elements in E.  */
static void
learn (struct pram_scope *s, const struct pram_expr *e)
{
  if (!s->lookups || !s->lookups->n || !e
      || !pram_expr_mentions_p (e, PRAM_EXPR_ELEMENT, -1))
    return;
  for (int k = 0; k < e->n; k++)
    learn (s, e->operand[k]);
  struct pram_lookup *lookup
    = (e->op == PRAM_EXPR_ELEMENT ? pram_lookup_find (s->lookups, e->value)
       : NULL);
  /* Twice: what is known from one may be all that another one reads.  */
  for (int i = 0; lookup && i < 2 * lookup->n_loads; i++)
    if (lookup->loads[i % lookup->n_loads].offset == e->operand[0])
      learn_load (s, lookup, &lookup->loads[i % lookup->n_loads]);
}

bool
pram_scope_learn_all (struct pram_scope *s)
{
  struct pram_lookups *all = s->lookups;
  for (int k = 0; all && k < 2 * all->n; k++)
    {
      struct pram_lookup *lookup = &all->lookup[k % all->n];
      for (int i = 0; i < lookup->n_loads; i++)
	learn_load (s, lookup, &lookup->loads[i]);
    }
  return !all || !pram_lookups_unknown (all);
}
