/* scope-value.c: expressions as functions of iterators.

   SPDX-License-Identifier: Apache-2.0

   Every operator is one of isl's, or a few.  Functions are not restricted to
   the domain where control comes; it only tells which case of an operator that
   has several is the one: a quotient's sign, how often a value has wrapped.  */

#include "scope-parts.h"

#include <isl/ilp.h>

/* A value may have wrapped so often, and one bit have both values, before what
   it is becomes a quotient.  A quotient of so few values is none: around a ring,
   (i + 1) % n is i + 1 but for the last i.  */
enum { MAX_WINDOWS = 4, FEW_QUOTIENTS = 2 };

static isl_ctx *
ctx_of (const struct scope_eval *v)
{
  return v->scope->ctx;
}

/* The space of LOOP's iterators.  */
static isl_local_space *
space_of (const struct pram_scope *s, int loop)
{
  int depth = loop < 0 ? 0 : s->loops[loop]->depth;
  isl_space *space = isl_space_set_alloc (s->ctx, 0, (unsigned) depth);
  return isl_local_space_from_space (space);
}

static isl_pw_aff *
constant (const struct scope_eval *v, int64_t value)
{
  isl_aff *zero = isl_aff_zero_on_domain (space_of (v->scope, v->loop));
  isl_val *c = isl_val_int_from_si (ctx_of (v), value);
  return isl_pw_aff_from_aff (isl_aff_add_constant_val (zero, c));
}

/* E isn't known.  */
static isl_pw_aff *
blame (struct scope_eval *v, const struct pram_expr *e)
{
  if (!v->blame)
    v->blame = e;
  return NULL;
}

/* --- Leaves -------------------------------------------------------------- */

static isl_pw_aff *iterator_value (struct scope_eval *, int loop);

/* What the iterator of LOOP, which has been left, was then.  */
static isl_pw_aff *
last_value (struct scope_eval *v, int number)
{
  const struct pram_scope *s = v->scope;
  const struct scope_loop *loop = s->loops[number];
  if (!loop->counted)
    return NULL;
  /* The number of iterations is a function of iterators around LOOP, …  */
  isl_pw_aff *trips = isl_pw_aff_copy (loop->trips);
  isl_space *from = isl_local_space_get_space (space_of (s, v->loop));
  isl_space *to = isl_pw_aff_get_domain_space (trips);
  isl_multi_pw_aff *around = isl_multi_pw_aff_zero
    (isl_space_map_from_domain_and_range (from, to));
  /* … of which some may have been left as well.  */
  for (int outer = loop->outer; outer >= 0; outer = s->loops[outer]->outer)
    {
      isl_pw_aff *value = iterator_value (v, outer);
      if (!value)
	{
	  isl_multi_pw_aff_free (around);
	  isl_pw_aff_free (trips);
	  return NULL;
	}
      around = isl_multi_pw_aff_set_pw_aff (around, s->loops[outer]->depth - 1,
					    value);
    }
  return isl_pw_aff_pullback_multi_pw_aff (trips, around);
}

static isl_pw_aff *
iterator_value (struct scope_eval *v, int number)
{
  const struct pram_scope *s = v->scope;
  if (s->loops[number]->fixed)
    return constant (v, s->loops[number]->iteration);
  for (int l = v->loop; l >= 0; l = s->loops[l]->outer)
    if (l == number)
      return isl_pw_aff_var_on_domain (space_of (s, v->loop), isl_dim_set,
				       (unsigned) s->loops[number]->depth - 1);
  return last_value (v, number);
}

bool
pram_scope_extremes (isl_pw_aff *function, int64_t *least, int64_t *most)
{
  isl_val *min = isl_pw_aff_min_val (isl_pw_aff_copy (function));
  isl_val *max = isl_pw_aff_max_val (function);
  bool ok = (isl_val_is_int (min) == isl_bool_true
	     && isl_val_is_int (max) == isl_bool_true
	     && isl_val_cmp_si (min, INT64_MIN) >= 0
	     && isl_val_cmp_si (max, INT64_MAX) <= 0);
  if (ok)
    {
      *least = isl_val_get_num_si (min);
      *most = isl_val_get_num_si (max);
    }
  isl_val_free (min);
  isl_val_free (max);
  return ok;
}

/* How often LOOP runs, if that is always as often.  */
static isl_pw_aff *
trips_value (struct scope_eval *v, int number)
{
  const struct scope_loop *loop = v->scope->loops[number];
  int64_t least, most;
  return (loop->counted
	  && pram_scope_extremes (isl_pw_aff_copy (loop->trips), &least, &most)
	  && least == most ? constant (v, least) : NULL);
}

/* E, one of N values that are known.  */
static isl_pw_aff *
known_value (struct scope_eval *v, const struct pram_expr *e, int n,
	     const struct entry *known)
{
  for (int k = 0; k < n; k++)
    if (known[k].number == e->value)
      return constant (v, known[k].value);
  return blame (v, e);
}

/* All loads of LOOKUP that E, an element, may be from are known; one that is
   pending is behind this place.  */
static bool
loads_known_p (const struct pram_lookup *lookup, const struct pram_expr *e)
{
  bool known = false, missing = false;
  for (int i = 0; i < lookup->n_loads; i++)
    if (lookup->loads[i].offset == e->operand[0])
      {
	known |= lookup->loads[i].state == PRAM_LOAD_KNOWN;
	missing |= lookup->loads[i].state == PRAM_LOAD_NEW;
      }
  return known && !missing;
}

/* All elements of LOOKUP at INDEX, which is kept, are known.  */
static bool
all_known_p (struct scope_eval *v, const struct pram_lookup *lookup,
	     isl_pw_aff *index)
{
  isl_set *all = pram_scope_image (index, isl_set_copy (v->domain));
  bool known = pram_scope_elements_known_p (v->scope->lookups, lookup, all);
  isl_set_free (all);
  return known;
}

/* An element of a lookup, one and the same that is known, or one of those that
   its loads may be from.  Where these stand in a loop of which it isn't known yet
   how often it runs, others may have read all that is read here.  */
static isl_pw_aff *
element_value (struct scope_eval *v, const struct pram_expr *e)
{
  const struct pram_lookups *all = v->scope->lookups;
  const struct pram_lookup *lookup = pram_lookup_find (all, e->value);
  const struct pram_expr *offset = e->operand[0];
  int64_t least = INT64_MIN, most = INT64_MAX, value;
  if (lookup && offset->op == PRAM_EXPR_CONSTANT
      && offset->value % lookup->bytes == 0
      && pram_lookup_known_p (all, lookup, offset->value / lookup->bytes,
			      &value))
    return constant (v, value);
  isl_pw_aff *index = lookup ? pram_scope_evaluate (v, offset) : NULL;
  if (!index)
    return blame (v, e);
  isl_val *bytes = isl_val_int_from_si (ctx_of (v), lookup->bytes);
  index = isl_pw_aff_scale_down_val (index, bytes);
  if (!loads_known_p (lookup, e) && !all_known_p (v, lookup, index))
    {
      isl_pw_aff_free (index);
      return blame (v, e);
    }
  pram_scope_extremes (isl_pw_aff_intersect_domain
			 (isl_pw_aff_copy (index), isl_set_copy (v->domain)),
		       &least, &most);
  isl_pw_aff *element = pram_scope_element (all, lookup, index, least, most);
  return element ? element : blame (v, e);
}

/* --- Wrapping ------------------------------------------------------------ */

/* 2^BITS */
static isl_val *
power (const struct scope_eval *v, int bits)
{
  return isl_val_2exp (isl_val_int_from_si (ctx_of (v), bits));
}

/* The least value of the type of E, a WRAP.  */
static isl_val *
least_of (const struct scope_eval *v, const struct pram_expr *e)
{
  return (e->is_signed ? isl_val_neg (power (v, e->bits - 1))
	  : isl_val_zero (ctx_of (v)));
}

/* Where LO <= VALUE < HI.  VALUE is kept, LO and HI are taken.  */
static isl_set *
between (const struct scope_eval *v, int loop, isl_pw_aff *value, isl_val *lo,
	 isl_val *hi)
{
  isl_local_space *space = space_of (v->scope, loop);
  isl_pw_aff *low = isl_pw_aff_from_aff
    (isl_aff_val_on_domain (isl_local_space_copy (space), lo));
  isl_pw_aff *high = isl_pw_aff_from_aff (isl_aff_val_on_domain (space, hi));
  isl_set *above = isl_pw_aff_ge_set (isl_pw_aff_copy (value), low);
  return isl_set_intersect (above, isl_pw_aff_lt_set (isl_pw_aff_copy (value),
						      high));
}

/* The values that lie in [LO, LO + SIZE): those of a type, or the remainders by
   SIZE.  Other values have them in common with one another.  */
struct window { isl_val *lo, *size; };

/* That of the type of E, a WRAP.  */
static struct window
type_window (const struct scope_eval *v, const struct pram_expr *e)
{
  return (struct window) { least_of (v, e), power (v, e->bits) };
}

static void
free_window (struct window *w)
{
  isl_val_free (w->lo);
  isl_val_free (w->size);
}

/* Where VALUE lies in W.  */
static isl_set *
fitting (const struct scope_eval *v, const struct window *w,
	 isl_pw_aff *value)
{
  return between (v, v->loop, value, isl_val_copy (w->lo),
		  isl_val_add (isl_val_copy (w->lo), isl_val_copy (w->size)));
}

/* The least and the greatest of how often VALUE, kept, has left W in the domain;
   false if that isn't known.  */
static bool
windows (const struct scope_eval *v, const struct window *w,
	 isl_pw_aff *value, int64_t *first, int64_t *last)
{
  isl_pw_aff *here = isl_pw_aff_intersect_domain
    (isl_pw_aff_copy (value), isl_set_copy (v->domain));
  isl_val *ends[2] = { isl_pw_aff_min_val (isl_pw_aff_copy (here)),
		       isl_pw_aff_max_val (here) };
  bool ok = true;
  for (int k = 0; k < 2; k++)
    {
      ok = ok && isl_val_is_int (ends[k]) == isl_bool_true;
      if (!ok)
	{
	  isl_val_free (ends[k]);
	  continue;
	}
      isl_val *n = isl_val_sub (ends[k], isl_val_copy (w->lo));
      n = isl_val_floor (isl_val_div (n, isl_val_copy (w->size)));
      *(k ? last : first) = isl_val_get_num_si (n);
      isl_val_free (n);
    }
  return ok;
}

/* VALUE, taken, which has left W so many TIMES, in W.  */
static isl_pw_aff *
unwind (const struct scope_eval *v, const struct window *w, isl_pw_aff *value,
	int64_t times)
{
  isl_val *by = isl_val_mul (isl_val_copy (w->size),
			     isl_val_int_from_si (ctx_of (v), -times));
  return isl_pw_aff_add_constant_val (value, by);
}

/* VALUE, taken, in W; or, if TIMES, how often it has left W.  Null if that is more
   than MOST different numbers, or isn't known.  */
static isl_pw_aff *
by_windows (struct scope_eval *v, const struct window *w, isl_pw_aff *value,
	    bool times, int most)
{
  int64_t first = 0, last = 0;
  isl_pw_aff *all = NULL;
  bool known = windows (v, w, value, &first, &last) && last - first < most;
  for (int64_t n = first; known && n <= last; n++)
    {
      isl_pw_aff *part = unwind (v, w, isl_pw_aff_copy (value), n);
      isl_set *here = first < last ? fitting (v, w, part) : NULL;
      if (times)
	{
	  isl_pw_aff_free (part);
	  part = constant (v, n);
	}
      if (here)
	part = isl_pw_aff_intersect_domain (part, here);
      all = all ? isl_pw_aff_union_add (all, part) : part;
    }
  isl_pw_aff_free (value);
  return all;
}

/* VALUE, taken, as the type of E has it.  */
static isl_pw_aff *
wrapped (struct scope_eval *v, const struct pram_expr *e, isl_pw_aff *value)
{
  if (isl_set_is_empty (v->domain) == isl_bool_true)
    return value;
  struct window w = type_window (v, e);
  isl_pw_aff *all = by_windows (v, &w, value, false, MAX_WINDOWS);
  free_window (&w);
  return all ? all : blame (v, e);
}

static isl_pw_aff *
wrap_value (struct scope_eval *v, const struct pram_expr *e)
{
  isl_pw_aff *value = pram_scope_evaluate (v, e->operand[0]);
  if (!value)
    return NULL;
  if (v->assume)
    {
      struct assumed_wrap *w = PRAM_ARENA_PUSH (v->scope->arena, v->wraps,
						v->n_wraps);
      *w = (struct assumed_wrap) { e, isl_pw_aff_copy (value),
				   isl_set_copy (v->domain) };
      return value;
    }
  return wrapped (v, e, value);
}

bool
pram_scope_assumed_p (const struct scope_eval *v, isl_set *domain)
{
  bool ok = true;
  for (int k = 0; k < v->n_wraps && ok; k++)
    {
      struct window w = type_window (v, v->wraps[k].expr);
      isl_set *set = fitting (v, &w, v->wraps[k].value);
      isl_set *here = isl_set_intersect (isl_set_copy (domain),
					 isl_set_copy (v->wraps[k].domain));
      ok = isl_set_is_subset (here, set) == isl_bool_true;
      isl_set_free (here);
      isl_set_free (set);
      free_window (&w);
    }
  return ok;
}

void
pram_scope_eval_end (struct scope_eval *v)
{
  for (int k = 0; k < v->n_wraps; k++)
    {
      isl_pw_aff_free (v->wraps[k].value);
      isl_set_free (v->wraps[k].domain);
    }
  v->n_wraps = 0;
}

/* --- Operators ----------------------------------------------------------- */

static isl_stat
take_constant (isl_set *set, isl_aff *aff, void *data)
{
  isl_val **c = data;
  *c = isl_aff_get_constant_val (aff);
  isl_set_free (set);
  isl_aff_free (aff);
  return isl_stat_ok;
}

/* The constant that VALUE, kept, is, or null.  */
static isl_val *
constant_of (isl_pw_aff *value)
{
  isl_val *c = NULL;
  if (isl_pw_aff_is_cst (value) == isl_bool_true
      && isl_pw_aff_n_piece (value) == 1)
    isl_pw_aff_foreach_piece (value, take_constant, &c);
  return c;
}

/* VALUE, kept, is nowhere in the domain negative.  */
static bool
nonneg_p (const struct scope_eval *v, isl_pw_aff *value)
{
  isl_set *set = isl_pw_aff_nonneg_set (isl_pw_aff_copy (value));
  bool ok = isl_set_is_subset (v->domain, set) == isl_bool_true;
  isl_set_free (set);
  return ok;
}

/* A / BY, rounded downwards; both taken, BY positive.  */
static isl_pw_aff *
floor_of (isl_pw_aff *a, isl_val *by)
{
  return isl_pw_aff_floor (isl_pw_aff_scale_down_val (a, by));
}

/* The quotient of A, which is nowhere negative, by BY, or if MOD the remainder; both
   are taken.  */
static isl_pw_aff *
divide_nonneg (struct scope_eval *v, isl_pw_aff *a, isl_val *by, bool mod)
{
  struct window w = { isl_val_zero (ctx_of (v)), isl_val_copy (by) };
  bool cases = v->pieces && isl_set_is_empty (v->domain) == isl_bool_false;
  isl_pw_aff *few = cases ? by_windows (v, &w, isl_pw_aff_copy (a), !mod,
					FEW_QUOTIENTS) : NULL;
  free_window (&w);
  if (!few)
    return mod ? isl_pw_aff_mod_val (a, by) : floor_of (a, by);
  isl_pw_aff_free (a);
  isl_val_free (by);
  return few;
}

/* The quotient or remainder A of E by the constant BY; both are taken.  */
static isl_pw_aff *
divide (struct scope_eval *v, const struct pram_expr *e, isl_pw_aff *a,
	isl_val *by)
{
  bool mod = e->op == PRAM_EXPR_MOD;
  if (isl_val_is_zero (by) != isl_bool_false)
    {
      isl_pw_aff_free (a);
      isl_val_free (by);
      return blame (v, e);
    }
  if (mod)
    by = isl_val_abs (by);
  if (nonneg_p (v, a) && isl_val_is_pos (by) == isl_bool_true)
    return divide_nonneg (v, a, by, mod);
  isl_pw_aff *divisor = isl_pw_aff_from_aff
    (isl_aff_val_on_domain (space_of (v->scope, v->loop), by));
  return (mod ? isl_pw_aff_tdiv_r (a, divisor)
	  : isl_pw_aff_tdiv_q (a, divisor));
}

/* The bits LOW to HIGH - 1 of A, kept, in their places; HIGH 63 stands for all
   from LOW on.  */
static isl_pw_aff *
bits_of (const struct scope_eval *v, isl_pw_aff *a, int low, int high)
{
  isl_pw_aff *bits = floor_of (isl_pw_aff_copy (a), power (v, low));
  if (high < 63)
    bits = isl_pw_aff_mod_val (bits, power (v, high - low));
  return isl_pw_aff_scale_val (bits, power (v, low));
}

/* A & MASK; A is taken.  */
static isl_pw_aff *
mask (const struct scope_eval *v, isl_pw_aff *a, int64_t mask)
{
  isl_pw_aff *all = constant (v, 0);
  for (int low = 0, high; low < 63; low = high)
    {
      for (high = low + 1;
	   high < 63 && (mask >> high & 1) == (mask >> low & 1); high++)
	;
      if (mask >> low & 1)
	all = isl_pw_aff_add (all, bits_of (v, a, low, high));
    }
  isl_pw_aff_free (a);
  return all;
}

/* A ^ C = A + C - 2 * (A & C); of one bit it is A + C where that isn't set, and
   A - C elsewhere: two places at a fixed distance.  A is taken.  */
static isl_pw_aff *
exclusive (const struct scope_eval *v, isl_pw_aff *a, int64_t c)
{
  isl_pw_aff *common = mask (v, isl_pw_aff_copy (a), c);
  isl_val *by = isl_val_int_from_si (ctx_of (v), c);
  if (v->whole || c <= 0 || (c & (c - 1)))
    {
      common = isl_pw_aff_scale_val (common,
				     isl_val_int_from_si (ctx_of (v), -2));
      return isl_pw_aff_add (isl_pw_aff_add_constant_val (a, by), common);
    }
  isl_set *clear = isl_pw_aff_zero_set (isl_pw_aff_copy (common));
  isl_set *set = isl_pw_aff_non_zero_set (common);
  isl_pw_aff *up = isl_pw_aff_add_constant_val (isl_pw_aff_copy (a),
						isl_val_copy (by));
  isl_pw_aff *down = isl_pw_aff_add_constant_val (a, isl_val_neg (by));
  return isl_pw_aff_union_add (isl_pw_aff_intersect_domain (up, clear),
			       isl_pw_aff_intersect_domain (down, set));
}

/* A, taken, with the constant C, taken, by E's operator.  */
static isl_pw_aff *
with_constant (struct scope_eval *v, const struct pram_expr *e, isl_pw_aff *a,
	       isl_val *c)
{
  if (e->op == PRAM_EXPR_DIV || e->op == PRAM_EXPR_MOD)
    return divide (v, e, a, c);
  if (e->op == PRAM_EXPR_PRODUCT)
    return isl_pw_aff_scale_val (a, c);
  bool small = (isl_val_cmp_si (c, INT64_MAX) <= 0
		&& isl_val_cmp_si (c, INT64_MIN) >= 0);
  int64_t number = small ? isl_val_get_num_si (c) : -1;
  isl_val_free (c);
  bool shift = e->op == PRAM_EXPR_SHL || e->op == PRAM_EXPR_SHR;
  if (!small || (shift && (number < 0 || number > 62)))
    {
      isl_pw_aff_free (a);
      return blame (v, e);
    }
  switch (e->op)
    {
    case PRAM_EXPR_SHL:
      return isl_pw_aff_scale_val (a, power (v, (int) number));
    case PRAM_EXPR_SHR:
      return floor_of (a, power (v, (int) number));
    case PRAM_EXPR_AND:
      return mask (v, a, number);
    default:
      return exclusive (v, a, number);
    }
}

static isl_pw_aff *
binary (struct scope_eval *v, const struct pram_expr *e)
{
  isl_pw_aff *a = pram_scope_evaluate (v, e->operand[0]);
  isl_pw_aff *b = a ? pram_scope_evaluate (v, e->operand[1]) : NULL;
  if (!b)
    {
      isl_pw_aff_free (a);
      return NULL;
    }
  if (e->op == PRAM_EXPR_MIN)
    return isl_pw_aff_min (a, b);
  if (e->op == PRAM_EXPR_MAX)
    return isl_pw_aff_max (a, b);
  bool commutes = (e->op == PRAM_EXPR_PRODUCT || e->op == PRAM_EXPR_AND
		   || e->op == PRAM_EXPR_XOR);
  /* Of several numbers, as a lookup has them.  */
  if (e->op == PRAM_EXPR_PRODUCT
      && (isl_pw_aff_is_cst (a) == isl_bool_true
	  || isl_pw_aff_is_cst (b) == isl_bool_true))
    return isl_pw_aff_mul (a, b);
  isl_val *c = constant_of (b);
  if (!c && commutes && (c = constant_of (a)))
    {
      isl_pw_aff *other = a;
      a = b;
      b = other;
    }
  isl_pw_aff_free (b);
  if (c)
    return with_constant (v, e, a, c);
  isl_pw_aff_free (a);
  return blame (v, e->operand[1]);
}

static isl_pw_aff *
sum (struct scope_eval *v, const struct pram_expr *e)
{
  isl_pw_aff *all = constant (v, e->value);
  for (int k = 0; k < e->n; k++)
    {
      isl_pw_aff *term = pram_scope_evaluate (v, e->operand[k]);
      if (!term)
	{
	  isl_pw_aff_free (all);
	  return NULL;
	}
      isl_val *by = isl_val_int_from_si (ctx_of (v), e->coef[k]);
      all = isl_pw_aff_add (all, isl_pw_aff_scale_val (term, by));
    }
  return all;
}

/* YES where CHOSEN, elsewhere NO; all are taken, null if one is.  */
static isl_pw_aff *
choose (isl_set *chosen, isl_pw_aff *yes, isl_pw_aff *no)
{
  isl_set *other = isl_set_complement (isl_set_copy (chosen));
  return isl_pw_aff_union_add (isl_pw_aff_intersect_domain (yes, chosen),
			       isl_pw_aff_intersect_domain (no, other));
}

/* Evaluate E where control comes in PART only, which is taken; *VALUE is left
   alone if that is nowhere.  False if E isn't known.  */
static bool
evaluate_in (struct scope_eval *v, const struct pram_expr *e, isl_set *part,
	     isl_pw_aff **value)
{
  isl_set *all = v->domain;
  bool ok = true;
  v->domain = isl_set_intersect (isl_set_copy (all), part);
  if (isl_set_is_empty (v->domain) != isl_bool_true)
    ok = (*value = pram_scope_evaluate (v, e)) != NULL;
  isl_set_free (v->domain);
  v->domain = all;
  return ok;
}

static isl_pw_aff *
selected (struct scope_eval *v, const struct pram_expr *e)
{
  bool exact = true;
  isl_set *chosen = pram_scope_truth (v, e->operand[0], true, &exact);
  isl_pw_aff *yes = NULL, *no = NULL;
  bool ok = exact
	    && evaluate_in (v, e->operand[1], isl_set_copy (chosen), &yes)
	    && evaluate_in (v, e->operand[2],
			    isl_set_complement (isl_set_copy (chosen)), &no);
  if (ok && yes && no)
    return choose (chosen, yes, no);
  isl_set_free (chosen);
  if (ok)
    return yes ? yes : no ? no : constant (v, 0);	/* nowhere */
  isl_pw_aff_free (yes);
  isl_pw_aff_free (no);
  return NULL;
}

/* 0 or 1.  */
static isl_pw_aff *
truth_value (struct scope_eval *v, const struct pram_expr *e)
{
  bool exact = true;
  isl_set *set = pram_scope_truth (v, e, true, &exact);
  if (exact)
    return choose (set, constant (v, 1), constant (v, 0));
  isl_set_free (set);
  return NULL;
}

isl_pw_aff *
pram_scope_evaluate (struct scope_eval *v, const struct pram_expr *e)
{
  isl_pw_aff *value;
  switch (e->op)
    {
    case PRAM_EXPR_CONSTANT:
      return constant (v, e->value);
    case PRAM_EXPR_ITERATOR:
      value = iterator_value (v, (int) e->value);
      return value ? value : blame (v, e);
    case PRAM_EXPR_TRIPS:
      value = trips_value (v, (int) e->value);
      return value ? value : blame (v, e);
    case PRAM_EXPR_ENTRY:
      return known_value (v, e, v->scope->n_entries, v->scope->entries);
    case PRAM_EXPR_VARIABLE:
      return known_value (v, e, v->scope->n_variables, v->scope->variables);
    case PRAM_EXPR_ELEMENT:
      return element_value (v, e);
    case PRAM_EXPR_DATA:
      return blame (v, e);
    case PRAM_EXPR_SUM:
      return sum (v, e);
    case PRAM_EXPR_WRAP:
      return wrap_value (v, e);
    case PRAM_EXPR_SELECT:
      return selected (v, e);
    case PRAM_EXPR_NEGATIVE: case PRAM_EXPR_ZERO: case PRAM_EXPR_NOT:
    case PRAM_EXPR_BOTH: case PRAM_EXPR_EITHER:
      return truth_value (v, e);
    default:
      return binary (v, e);
    }
}

/* --- Truth --------------------------------------------------------------- */

/* `min (a, b) < c' is `a < c || b < c': E, `… < 0', without one of the minima
   and maxima that it adds; null if there is none.  (Of pieces isl could not
   tell that together they are convex.)  */
static const struct pram_expr *
without_extremum (struct scope_eval *v, const struct pram_expr *e)
{
  struct pram_exprs *exprs = v->scope->exprs;
  const struct pram_expr *sum = e->operand[0];
  bool alone = sum->op != PRAM_EXPR_SUM;
  for (int k = 0; k < (alone ? 1 : sum->n); k++)
    {
      const struct pram_expr *x = alone ? sum : sum->operand[k];
      if (x->op != PRAM_EXPR_MIN && x->op != PRAM_EXPR_MAX)
	continue;
      const struct pram_expr *zero = pram_expr_constant (exprs, 0), *part[2];
      for (int i = 0; i < 2; i++)
	part[i] = pram_expr_less (exprs, pram_expr_replace (exprs, sum, x,
							    x->operand[i]),
				  zero);
      bool least = (x->op == PRAM_EXPR_MIN) == (alone || sum->coef[k] > 0);
      return least ? pram_expr_either (exprs, part[0], part[1])
		   : pram_expr_both (exprs, part[0], part[1]);
    }
  return NULL;
}

/* `(a ? b : c) == 0' is `a && b == 0 || ! a && c == 0': E, a comparison with zero,
   without one of the choices that it adds; null if there is none.  (Of the parts one may
   be known.)  */
static const struct pram_expr *
without_choice (struct scope_eval *v, const struct pram_expr *e)
{
  struct pram_exprs *exprs = v->scope->exprs;
  const struct pram_expr *sum = e->operand[0], *part[2];
  bool alone = sum->op != PRAM_EXPR_SUM;
  for (int k = 0; k < (alone ? 1 : sum->n); k++)
    {
      const struct pram_expr *x = alone ? sum : sum->operand[k];
      if (x->op != PRAM_EXPR_SELECT)
	continue;
      for (int i = 0; i < 2; i++)
	part[i] = pram_expr_replace (exprs, e, x, x->operand[i + 1]);
      const struct pram_expr *not = pram_expr_not (exprs, x->operand[0]);
      return pram_expr_either
	(exprs, pram_expr_both (exprs, x->operand[0], part[0]),
	 pram_expr_both (exprs, not, part[1]));
    }
  return NULL;
}

/* E, a comparison with zero.  */
static isl_set *
comparison (struct scope_eval *v, const struct pram_expr *e, bool sense,
	    bool *exact)
{
  const struct pram_expr *split
    = e->op == PRAM_EXPR_NEGATIVE ? without_extremum (v, e) : NULL;
  if (split)
    return pram_scope_truth (v, split, sense, exact);
  isl_pw_aff *value = pram_scope_evaluate (v, e->operand[0]);
  split = value ? NULL : without_choice (v, e);
  if (split)
    return pram_scope_truth (v, split, sense, exact);
  if (!value)
    {
      *exact = false;
      return isl_set_universe (isl_set_get_space (v->domain));
    }
  if (e->op == PRAM_EXPR_ZERO)
    return sense ? isl_pw_aff_zero_set (value)
		 : isl_pw_aff_non_zero_set (value);
  return (sense ? isl_pw_aff_pos_set (isl_pw_aff_neg (value))
	  : isl_pw_aff_nonneg_set (value));
}

isl_set *
pram_scope_truth (struct scope_eval *v, const struct pram_expr *e, bool sense,
		  bool *exact)
{
  switch (e->op)
    {
    case PRAM_EXPR_NOT:
      return pram_scope_truth (v, e->operand[0], !sense, exact);
    case PRAM_EXPR_BOTH: case PRAM_EXPR_EITHER:
      {
	isl_set *a = pram_scope_truth (v, e->operand[0], sense, exact);
	isl_set *b = pram_scope_truth (v, e->operand[1], sense, exact);
	return isl_set_coalesce ((e->op == PRAM_EXPR_BOTH) == sense
				 ? isl_set_intersect (a, b)
				 : isl_set_union (a, b));
      }
    case PRAM_EXPR_NEGATIVE: case PRAM_EXPR_ZERO:
      return comparison (v, e, sense, exact);
    default:
      {
	isl_pw_aff *value = pram_scope_evaluate (v, e);
	if (value)
	  return sense ? isl_pw_aff_non_zero_set (value)
		       : isl_pw_aff_zero_set (value);
	*exact = false;
	return isl_set_universe (isl_set_get_space (v->domain));
      }
    }
}
