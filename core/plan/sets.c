/* sets.c: from isl sets to the programs of pram-sets.h.

   SPDX-License-Identifier: Apache-2.0

   A set is cut into disjoint convex pieces.  A piece is a nest of loops: the
   bounds of each dimension are the constraints on it that are left when the inner
   dimensions are eliminated.  Existential variables, which are quotients, are
   dimensions before that (sets-lift.c).  What remains goes through isl's code
   generator (sets-ast.c).

   Example: { [i, j] : dlo <= i < dhi, 1 <= j <= 8 } becomes
   FOR i = dlo to dhi - 1 RUN (base + row * i + column * 1) 8 column.  */

#include "encoder.h"

#include <isl/lp.h>
#include <stdlib.h>
#include <string.h>

#define put pram_encoder_put

/* --- Bounds ------------------------------------------------------------- */

/* Constraints on one dimension.  */
struct bounds
{
  int dim;
  int n_lower, n_upper;
  isl_constraint **lower, **upper;
  struct pram_arena *arena;
};

static isl_stat
sort_constraint (isl_constraint *c, void *data)
{
  struct bounds *b = data;
  isl_val *v = isl_constraint_get_coefficient_val (c, isl_dim_set, b->dim);
  int sign = isl_val_sgn (v);
  isl_val_free (v);
  bool equality = isl_constraint_is_equality (c) == isl_bool_true;
  if (sign && (sign > 0 || equality))
    *PRAM_ARENA_PUSH (b->arena, b->lower, b->n_lower)
      = isl_constraint_copy (c);
  if (sign && (sign < 0 || equality))
    *PRAM_ARENA_PUSH (b->arena, b->upper, b->n_upper)
      = isl_constraint_copy (c);
  isl_constraint_free (c);
  return isl_stat_ok;
}

static void
free_bounds (struct bounds *b)
{
  for (int i = 0; i < b->n_lower; i++)
    isl_constraint_free (b->lower[i]);
  for (int i = 0; i < b->n_upper; i++)
    isl_constraint_free (b->upper[i]);
}

/* SIGN times C without its terms in dimensions from DIM on.  */
static void
put_linear (struct pram_encoder *e, isl_constraint *c, int dim, int64_t sign)
{
  isl_space *space = isl_constraint_get_space (c);
  int n_params = isl_space_dim (space, isl_dim_param);
  int n_dims = isl_space_dim (space, isl_dim_set);
  for (int i = 0; i < n_params + n_dims; i++)
    {
      enum isl_dim_type type = i < n_params ? isl_dim_param : isl_dim_set;
      int position = i < n_params ? i : i - n_params;
      int64_t coef = sign * pram_take_si (isl_constraint_get_coefficient_val
				     (c, type, position));
      if (!coef || (type == isl_dim_set && position >= dim))
	continue;
      put (e, PRAM_SET_ADD);
      if (coef != 1)
	{
	  put (e, PRAM_SET_MUL);
	  put (e, PRAM_SET_CONST);
	  put (e, coef);
	}
      if (type == isl_dim_param)
	pram_encoder_put_param (e, isl_space_get_dim_name (space, type,
							   position));
      else
	{
	  put (e, PRAM_SET_VAR);
	  put (e, e->n_vars + position);
	}
    }
  put (e, PRAM_SET_CONST);
  put (e, sign * pram_take_si (isl_constraint_get_constant_val (c)));
  isl_space_free (space);
}

/* The bound that C, a * dim + rest >= 0 (or = 0), gives: for a lower bound
   ceil (-rest / a) with a > 0, for an upper one floor (rest / -a).  An
   equality may have either sign.  */
static void
put_bound (struct pram_encoder *e, isl_constraint *c, int dim, bool lower)
{
  int64_t a = pram_take_si (isl_constraint_get_coefficient_val (c, isl_dim_set,
							   dim));
  int64_t sign = a > 0 ? -1 : 1;
  a = llabs (a);
  if (a == 1)
    {
      put_linear (e, c, dim, sign);
      return;
    }
  put (e, PRAM_SET_FDIV);
  put (e, PRAM_SET_ADD);
  put (e, PRAM_SET_CONST);
  put (e, lower ? a - 1 : 0);
  put_linear (e, c, dim, sign);
  put (e, PRAM_SET_CONST);
  put (e, a);
}

static void
put_lower (struct pram_encoder *e, const struct bounds *b)
{
  for (int i = 1; i < b->n_lower; i++)
    put (e, PRAM_SET_MAX);
  for (int i = 0; i < b->n_lower; i++)
    put_bound (e, b->lower[i], b->dim, true);
}

static void
put_upper (struct pram_encoder *e, const struct bounds *b)
{
  for (int i = 1; i < b->n_upper; i++)
    put (e, PRAM_SET_MIN);
  for (int i = 0; i < b->n_upper; i++)
    put_bound (e, b->upper[i], b->dim, false);
}

/* --- Convex pieces ------------------------------------------------------ */

/* The part of C, an equality on dimension DIM, that says by how much that moves
   with dimension BY; 0: not by a whole number.  */
static int64_t
moved_by (isl_constraint *c, int dim, int by)
{
  int64_t sign = pram_take_si (isl_constraint_get_coefficient_val (c, isl_dim_set,
							       dim));
  int64_t coef = pram_take_si (isl_constraint_get_coefficient_val (c, isl_dim_set,
							       by));
  return llabs (sign) == 1 ? -sign * coef : 0;
}

/* FACTOR times the lower bound of B.  */
static void
put_first (struct pram_encoder *e, const struct bounds *b, int64_t factor)
{
  put (e, PRAM_SET_MUL);
  put (e, PRAM_SET_CONST);
  put (e, factor);
  put_lower (e, b);
}

/* FACTOR times what dimension DIM is by C, without its terms in those from LAST
   on.  */
static void
put_determined (struct pram_encoder *e, isl_constraint *c, int dim, int last,
		int64_t factor)
{
  int64_t sign = pram_take_si (isl_constraint_get_coefficient_val (c, isl_dim_set,
							       dim));
  put (e, PRAM_SET_MUL);
  put (e, PRAM_SET_CONST);
  put (e, -sign * factor);
  put_linear (e, c, last, 1);
}

/* Dimension DIM as a RUN: the innermost, or the one before if C, else null, says
   what the innermost is.  */
static void
put_run (struct pram_encoder *e, const struct bounds *b, isl_constraint *c)
{
  int64_t step = e->stride[b->dim];
  if (c)
    step += e->stride[b->dim + 1] * moved_by (c, b->dim + 1, b->dim);
  put (e, PRAM_SET_RUN);
  for (int d = 0; d < b->dim; d++)
    if (e->stride[d])
      {
	put (e, PRAM_SET_ADD);
	put (e, PRAM_SET_MUL);
	put (e, PRAM_SET_CONST);
	put (e, e->stride[d]);
	put (e, PRAM_SET_VAR);
	put (e, e->n_vars + d);
      }
  put (e, PRAM_SET_ADD);
  put (e, PRAM_SET_CONST);
  put (e, e->base);
  if (c)
    {
      put (e, PRAM_SET_ADD);
      put_determined (e, c, b->dim + 1, b->dim, e->stride[b->dim + 1]);
    }
  put_first (e, b, step);
  put (e, PRAM_SET_ADD);
  put (e, PRAM_SET_CONST);
  put (e, 1);
  put (e, PRAM_SET_SUB);
  put_upper (e, b);
  put_lower (e, b);
  put (e, PRAM_SET_CONST);
  put (e, step);
}

/* A convex piece without its innermost dimensions: shadow number D has those up to
   D.  What eliminating the others leaves may let some more pass, between which the
   bounds of an inner loop leave nothing.  */
struct shadows
{
  int n;
  isl_basic_set **list;
};

static struct shadows
find_shadows (struct pram_encoder *e, isl_basic_set *piece)
{
  int n = isl_basic_set_dim (piece, isl_dim_set);
  struct shadows s = { n, PRAM_ARENA_NEW (e->plan->prog->arena,
					  isl_basic_set *, n + 1) };
  isl_basic_set *shadow = isl_basic_set_copy (piece);
  for (int d = n - 1; d >= 0; d--)
    {
      /* This also finds equalities, on which the bounds rely.  */
      s.list[d] = isl_basic_set_remove_redundancies (shadow);
      shadow = isl_basic_set_remove_dims (isl_basic_set_copy (s.list[d]),
					  isl_dim_set, (unsigned) d, 1);
    }
  isl_basic_set_free (shadow);
  return s;
}

static void
free_shadows (struct shadows *s)
{
  for (int d = 0; d < s->n; d++)
    isl_basic_set_free (s->list[d]);
}

/* The bounds of dimension DIM in its shadow of S; false if it is not bounded.  */
static bool
find_bounds (struct pram_encoder *e, const struct shadows *s, int dim,
	     struct bounds *b)
{
  *b = (struct bounds) { .dim = dim, .arena = e->plan->prog->arena };
  isl_basic_set_foreach_constraint (s->list[dim], sort_constraint, b);
  return b->n_lower && b->n_upper;
}

/* The equality that says how the innermost dimension of S moves with the one
   before, or null.  There is but one on the innermost.  */
static isl_constraint *
find_determining (struct pram_encoder *e, const struct shadows *s)
{
  int last = s->n - 1;
  struct bounds b;
  if (last < 1)
    return NULL;
  isl_constraint *found = NULL;
  if (find_bounds (e, s, last, &b) && b.n_lower == 1 && b.n_upper == 1
      && isl_constraint_is_equality (b.lower[0]) == isl_bool_true
      && moved_by (b.lower[0], last, last - 1))
    found = isl_constraint_copy (b.lower[0]);
  free_bounds (&b);
  return found;
}

/* Dimensions from DIM on; C is null or says what the last one is.  */
static bool
put_dimensions (struct pram_encoder *e, const struct shadows *s, int dim,
		isl_constraint *c)
{
  struct bounds b;
  bool ok = find_bounds (e, s, dim, &b);
  if (ok && dim == s->n - 1 - (c != NULL))
    put_run (e, &b, c);
  else if (ok)
    {
      put (e, PRAM_SET_FOR);
      put (e, e->n_vars + dim);
      put_lower (e, &b);
      put_upper (e, &b);
      put (e, 1);
      int start = pram_encoder_open (e);
      ok = put_dimensions (e, s, dim + 1, c);
      pram_encoder_close (e, start);
    }
  free_bounds (&b);
  return ok;
}

/* What is known of the environment: constraints on parameters, the constant
   behind the coefficients.  */
struct known
{
  isl_basic_set *set;
  int n, n_params;
  int64_t **list;
  struct pram_arena *arena;
};

/* The coefficients of C in the parameters, then its constant.  */
static void
get_coefficients (isl_constraint *c, int n_params, int64_t *row)
{
  for (int i = 0; i < n_params; i++)
    row[i] = pram_take_si (isl_constraint_get_coefficient_val (c, isl_dim_param, i));
  row[n_params] = pram_take_si (isl_constraint_get_constant_val (c));
}

/* Does the environment imply C, an inequality on parameters alone?  */
static bool
implied_p (const struct known *known, isl_constraint *c)
{
  int64_t row[known->n_params + 1];
  size_t size = sizeof *row * (size_t) known->n_params;
  get_coefficients (c, known->n_params, row);
  for (int i = 0; i < known->n; i++)
    if (!memcmp (known->list[i], row, size)
	&& known->list[i][known->n_params] <= row[known->n_params])
      return true;
  return false;
}

struct guarding
{
  struct pram_encoder *e;
  const struct known *known;
};

/* Require C unless it is on a dimension, or known to hold.  */
static isl_stat
put_guard (isl_constraint *c, void *data)
{
  struct guarding *g = data;
  bool equality = isl_constraint_is_equality (c) == isl_bool_true;
  bool needed
    = isl_constraint_involves_dims (c, isl_dim_set, 0, 1) != isl_bool_true;
  if (needed && (equality || !implied_p (g->known, c)))
    {
      put (g->e, PRAM_SET_AND);
      put (g->e, equality ? PRAM_SET_EQ : PRAM_SET_LE);
      put (g->e, PRAM_SET_CONST);
      put (g->e, 0);
      put_linear (g->e, c, 0, 1);
    }
  isl_constraint_free (c);
  return isl_stat_ok;
}

/* The condition on the environment under which the loops over S may be entered:
   what its outermost shadow says of parameters alone.  Other conditions show in
   that the bounds of a loop leave nothing between them.  */
static void
put_condition (struct pram_encoder *e, const struct shadows *s,
	       const struct known *known)
{
  struct guarding g = { e, known };
  if (s->n)
    isl_basic_set_foreach_constraint (s->list[0], put_guard, &g);
  put (e, PRAM_SET_CONST);
  put (e, 1);
}

/* Append PIECE, whose quotients are dimensions; false if it takes the code
   generator.  */
static bool
put_convex (struct pram_encoder *e, isl_basic_set *piece,
	    const struct known *known)
{
  if (!piece || e->n_vars + isl_basic_set_dim (piece, isl_dim_set)
		> PRAM_SET_MAX_VARS)
    return false;
  struct shadows s = find_shadows (e, piece);
  put (e, PRAM_SET_IF);
  put_condition (e, &s, known);
  int start = pram_encoder_open (e);
  isl_constraint *c = find_determining (e, &s);
  bool ok = put_dimensions (e, &s, 0, c);
  isl_constraint_free (c);
  pram_encoder_close (e, start);
  free_shadows (&s);
  return ok;
}

/* The same of PIECE as it is.  */
static bool
put_lifted (struct pram_encoder *e, isl_basic_set *piece,
	    const struct known *known)
{
  const int64_t *stride = e->stride;
  isl_basic_set *lifted = pram_encoder_lift (e, piece);
  bool ok = put_convex (e, lifted, known);
  isl_basic_set_free (lifted);
  e->stride = stride;
  return ok;
}

/* --- Sets --------------------------------------------------------------- */

/* What is known of the environment: blocks lie within the template, the
   iterators of loops count from 0.  */
static isl_set *
environment (const struct pram_poly *poly, const struct pram_plan *plan)
{
  isl_set *set = pram_poly_counts (poly);
  for (int side = 0; side < 2; side++)
    {
      int lo = pram_poly_param_units (poly, side);
      set = isl_set_lower_bound_si (set, isl_dim_param, lo, 0);
      set = isl_set_upper_bound_val
	      (set, isl_dim_param, lo + 1,
	       isl_val_int_from_si (poly->ctx, plan->n_units));
      isl_constraint *c = isl_constraint_alloc_inequality
	(isl_local_space_from_space (isl_set_get_space (set)));
      c = isl_constraint_set_coefficient_si (c, isl_dim_param, lo, -1);
      c = isl_constraint_set_coefficient_si (c, isl_dim_param, lo + 1, 1);
      set = isl_set_add_constraint (set, c);
    }
  int first = 4 + poly->n_count_params;
  for (int k = 0; k < poly->n_iterator_params; k++)
    set = isl_set_lower_bound_si (set, isl_dim_param, first + k, 0);
  return set;
}

static isl_stat
list_constraint (isl_constraint *c, void *data)
{
  struct known *known = data;
  int64_t *row = PRAM_ARENA_NEW (known->arena, int64_t, known->n_params + 1);
  get_coefficients (c, known->n_params, row);
  *PRAM_ARENA_PUSH (known->arena, known->list, known->n) = row;
  isl_constraint_free (c);
  return isl_stat_ok;
}

static struct known
known_from (const struct pram_poly *poly, const struct pram_plan *plan)
{
  struct known known = { .arena = plan->prog->arena };
  /* It is convex.  */
  known.set = isl_set_simple_hull (environment (poly, plan));
  known.n_params = isl_basic_set_dim (known.set, isl_dim_param);
  isl_basic_set_foreach_constraint (known.set, list_constraint, &known);
  return known;
}

struct pieces
{
  struct pram_encoder *e;
  struct known known;
  isl_set *set;			/* restricted to what is known */
};

/* Add PIECE to the set.  Different from isl_set_intersect_params this does not
   look for points in it, which takes long and is not needed.  */
static isl_stat
restrict_piece (isl_basic_set *piece, void *data)
{
  struct pieces *p = data;
  piece = isl_basic_set_intersect_params (piece,
					  isl_basic_set_copy (p->known.set));
  p->set = isl_set_union (p->set, isl_set_from_basic_set (piece));
  return isl_stat_ok;
}

static isl_set *
restrict_set (struct pieces *p, isl_set *set)
{
  p->set = isl_set_empty (isl_set_get_space (set));
  if (isl_set_foreach_basic_set (set, restrict_piece, p) != isl_stat_ok)
    p->set = isl_set_free (p->set);
  isl_set_free (set);
  return p->set;
}

static isl_stat
count_strided (isl_basic_set *piece, void *data)
{
  *(int *) data += isl_basic_set_dim (piece, isl_dim_div) > 0;
  isl_basic_set_free (piece);
  return isl_stat_ok;
}

int
pram_sets_strided (isl_set *set)
{
  int n = 0;
  isl_set_foreach_basic_set (set, count_strided, &n);
  return n;
}

/* More pieces with strides that overlap take too long to be made disjoint.  */
enum { MOST_STRIDED = 24 };

/* isl's code generator takes some milliseconds for a piece, and as many times
   the cube of the quotients in it: strides of many levels, all of them in one
   piece.  For a plan their cubes may add up to so much.  */
enum { MOST_QUOTIENTS_CUBED = 10000 };

/* Append PIECE by isl's code generator.  */
static bool
put_by_ast (struct pieces *p, isl_basic_set *piece)
{
  struct pram_plan *plan = p->e->plan;
  int64_t n = isl_basic_set_dim (piece, isl_dim_div);
  plan->quotients_cubed += n * n * n;
  if (plan->quotients_cubed > MOST_QUOTIENTS_CUBED)
    return false;
  pram_encoder_put_by_ast (p->e, isl_set_from_basic_set
				   (isl_basic_set_copy (piece)),
			   isl_set_from_basic_set
			     (isl_basic_set_copy (p->known.set)));
  return true;
}

/* Append PIECE, of which isl has found out what its quotients are.  */
static isl_stat
put_known_piece (isl_basic_set *piece, void *data)
{
  struct pieces *p = data;
  int start = p->e->plan->n_code;
  bool ok = put_lifted (p->e, piece, &p->known);
  if (!ok)
    {
      p->e->plan->n_code = start;
      ok = put_by_ast (p, piece);
    }
  isl_basic_set_free (piece);
  return ok ? isl_stat_ok : isl_stat_error;
}

static isl_stat
put_piece (isl_basic_set *piece, void *data)
{
  struct pieces *p = data;
  int start = p->e->plan->n_code;
  if (put_lifted (p->e, piece, &p->known))
    {
      isl_basic_set_free (piece);
      return isl_stat_ok;
    }
  p->e->plan->n_code = start;
  isl_set *known = isl_basic_set_compute_divs (piece);
  put (p->e, PRAM_SET_SEQ);
  put (p->e, isl_set_n_basic_set (known));
  isl_stat all = isl_set_foreach_basic_set (known, put_known_piece, p);
  isl_set_free (known);
  return all;
}

/* A list of pieces, and whether no two have a point in common.  SIDES: whether
   the source's block is before the destination's (1), behind it (-1), or neither
   can be said: those of different sides have none, which isl would look for.  */
struct disjoint
{
  const struct pram_poly *poly;
  int n;
  isl_basic_set **list;
  int *sides;
  bool all;
};

static int
side_of (const struct pram_poly *poly, isl_basic_set *piece)
{
  isl_aff *behind = isl_aff_zero_on_domain
    (isl_local_space_from_space (isl_basic_set_get_space (piece)));
  int source = pram_poly_param_units (poly, PRAM_POLY_SRC);
  int destination = pram_poly_param_units (poly, PRAM_POLY_DST);
  behind = isl_aff_add_coefficient_si (behind, isl_dim_param, destination, 1);
  behind = isl_aff_add_coefficient_si (behind, isl_dim_param, source, -1);
  isl_val *least = isl_basic_set_min_lp_val (piece, behind);
  isl_val *most = isl_basic_set_max_lp_val (piece, behind);
  int side = isl_val_is_pos (least) - isl_val_is_neg (most);
  isl_val_free (least);
  isl_val_free (most);
  isl_aff_free (behind);
  return side;
}

static isl_stat
compare_piece (isl_basic_set *piece, void *data)
{
  struct disjoint *d = data;
  struct pram_arena *arena = d->poly->prog->arena;
  int side = d->all ? side_of (d->poly, piece) : 0, n = d->n;
  for (int i = 0; i < d->n && d->all; i++)
    d->all = (side * d->sides[i] < 0
	      || isl_basic_set_is_disjoint (d->list[i], piece)
		 == isl_bool_true);
  *PRAM_ARENA_PUSH (arena, d->sides, n) = side;
  *PRAM_ARENA_PUSH (arena, d->list, d->n) = piece;
  return isl_stat_ok;
}

/* SET in pieces of which no two have a point in common.  */
static isl_set *
make_disjoint (const struct pram_poly *poly, isl_set *set)
{
  struct disjoint d = { poly, 0, NULL, NULL, isl_set_n_basic_set (set) > 1 };
  if (!d.all)
    return set;
  isl_set_foreach_basic_set (set, compare_piece, &d);
  for (int i = 0; i < d.n; i++)
    isl_basic_set_free (d.list[i]);
  return d.all ? set : isl_set_make_disjoint (set);
}

/* At most so many elements are few.  */
enum { FEW = 16 };

/* SET with its last two dimensions swapped if the last one has few elements, as
   what is left of a subscript that was divided by 2: a RUN along the other one
   is long.  Sets STRIDE likewise, which has room for all dimensions.  */
static isl_set *
put_long_dimension_last (isl_set *set, int64_t *stride)
{
  int n = isl_set_dim (set, isl_dim_set);
  if (n < 2 || stride[n - 1] <= 0 || stride[n - 2] > FEW * stride[n - 1])
    return set;
  int64_t last = stride[n - 1];
  stride[n - 1] = stride[n - 2];
  stride[n - 2] = last;
  isl_map *map = isl_map_universe (isl_space_map_from_set
				     (isl_set_get_space (set)));
  for (int i = 0; i < n; i++)
    map = isl_map_equate (map, isl_dim_in, i, isl_dim_out,
			  i < n - 2 ? i : 2 * n - 3 - i);
  return isl_set_apply (set, map);
}

/* A SET whose program is at CODE, or as pram_sets_encode says.  */
struct pram_encoded_set
{
  isl_set *set;
  int64_t base, *stride;
  int code;
};

/* The program of SET, with BASE and STRIDE, in ALL, or null.  */
static const struct pram_encoded_set *
find_encoded (const struct pram_encoded *all, isl_set *set, int64_t base,
	      const int64_t *stride)
{
  size_t n = (size_t) isl_set_dim (set, isl_dim_set);
  for (int i = 0; i < all->n; i++)
    {
      const struct pram_encoded_set *one = &all->all[i];
      if (one->base == base
	  && isl_set_plain_is_equal (one->set, set) == isl_bool_true
	  && memcmp (one->stride, stride, n * sizeof *stride) == 0)
	return one;
    }
  return NULL;
}

void
pram_encoded_free (struct pram_encoded *encoded)
{
  for (int i = 0; i < encoded->n; i++)
    isl_set_free (encoded->all[i].set);
}

/* As pram_sets_encode, of a set that has no program yet; STRIDE may be
   changed.  */
static int
encode_new (const struct pram_poly *poly, struct pram_plan *plan, isl_set *set,
	    int64_t base, int64_t *own)
{
  set = put_long_dimension_last (set, own);
  struct pram_encoder e = { .poly = poly, .plan = plan, .base = base,
			    .stride = own,
			    .n_vars = PRAM_ENV_COUNTS + poly->prog->n_counts };
  struct pieces p = { &e, known_from (poly, plan), NULL };
  set = isl_set_align_params (set, isl_space_copy (poly->params));
  set = isl_set_coalesce (restrict_set (&p, set));
  int start = plan->n_code;
  isl_bool empty = isl_set_is_empty (set);
  if (empty == isl_bool_false && pram_sets_strided (set) > MOST_STRIDED)
    e.failed = true;
  else if (empty == isl_bool_false)
    {
      set = make_disjoint (poly, set);
      put (&e, PRAM_SET_SEQ);
      put (&e, isl_set_n_basic_set (set));
      if (isl_set_foreach_basic_set (set, put_piece, &p) != isl_stat_ok)
	e.failed = true;
    }
  isl_set_free (set);
  isl_basic_set_free (p.known.set);
  if (empty == isl_bool_true)
    return -1;
  return empty == isl_bool_false && !e.failed ? start : -2;
}

int
pram_sets_encode (const struct pram_poly *poly, struct pram_plan *plan,
		  struct pram_encoded *encoded, isl_set *set, int64_t base,
		  const int64_t *stride)
{
  struct pram_arena *arena = plan->prog->arena;
  if (!set)
    return -2;
  size_t n = (size_t) isl_set_dim (set, isl_dim_set);
  const struct pram_encoded_set *known = find_encoded (encoded, set, base,
						       stride);
  if (known)
    {
      isl_set_free (set);
      return known->code;
    }
  int64_t *own = PRAM_ARENA_NEW (arena, int64_t, n + 1);
  struct pram_encoded_set one
    = { isl_set_copy (set), base, PRAM_ARENA_NEW (arena, int64_t, n + 1), 0 };
  memcpy (own, stride, n * sizeof *own);
  memcpy (one.stride, stride, n * sizeof *own);
  one.code = encode_new (poly, plan, set, base, own);
  *PRAM_ARENA_PUSH (arena, encoded->all, encoded->n) = one;
  return one.code;
}
