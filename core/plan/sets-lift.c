/* sets-lift.c: quotients as dimensions of a set.

   SPDX-License-Identifier: Apache-2.0

   The existential variables of a convex piece are quotients: each is the floor
   of an affine function of the element, and of quotients before it.  So the
   element says what they are, and a piece has as many elements as points if they
   are dimensions, too, with the stride 0.  Then it is a nest of loops like others:

     { [e] : e mod 8 < 4, dlo <= e < dhi }
     FOR q = floor ((dlo - 3) / 8) to floor ((dhi - 1) / 8)
       RUN max (dlo, 8 * q) to min (dhi - 1, 8 * q + 3).

   A loop over quotients may have rounds in which nothing is left.  Whether a
   variable is a quotient is seen from the constraints: two of them leave it but one
   value, as 8 * q <= e <= 8 * q + 7 does.  isl says of many that it doesn't know
   what they are, and takes long to find out.  */

#include "encoder.h"

#include <isl/local_space.h>
#include <isl/mat.h>
#include <stdlib.h>
#include <string.h>

/* Where a dimension of the lifted set comes from.  */
struct column
{
  int from;			/* the column of the piece */
  bool quotient;
  int last;			/* of a quotient: the last dimension that says
				   what it is, or -1 */
  int64_t divisor;		/* 0: not known to be a quotient */
};

/* A piece that is being lifted.  A row is a constraint: the constant, parameters,
   dimensions, quotients.  The first N_EQUAL are equalities.  */
struct lifting
{
  struct pram_arena *arena;
  int n_params, n_dims, n_divs, width;
  int n, n_equal;
  int64_t **rows;
  struct column *columns;
};

/* --- Constraints ---------------------------------------------------------- */

static void
add_rows (struct lifting *l, isl_mat *mat)
{
  for (int r = 0; r < isl_mat_rows (mat); r++)
    {
      int64_t *row = PRAM_ARENA_NEW (l->arena, int64_t, l->width);
      for (int c = 0; c < l->width; c++)
	row[c] = pram_take_si (isl_mat_get_element_val (mat, r, c));
      *PRAM_ARENA_PUSH (l->arena, l->rows, l->n) = row;
    }
  isl_mat_free (mat);
}

/* SIGN times the coefficients of AFF, which is whole, and those of quotients
   before number K; that of quotient K is OWN.  */
static void
add_quotient_row (struct lifting *l, isl_aff *aff, int k, int64_t sign,
		  int64_t own, int64_t more)
{
  int64_t *row = PRAM_ARENA_NEW (l->arena, int64_t, l->width);
  for (int c = 1; c < l->width - l->n_divs + k; c++)
    {
      bool dim = c > l->n_params, div = c > l->n_params + l->n_dims;
      row[c] = sign * pram_take_si (isl_aff_get_coefficient_val
			       (aff, div ? isl_dim_div : dim ? isl_dim_in
				     : isl_dim_param,
				c - 1 - (div ? l->n_params + l->n_dims
					 : dim ? l->n_params : 0)));
    }
  row[0] = sign * pram_take_si (isl_aff_get_constant_val (aff)) + more;
  row[l->width - l->n_divs + k] = own;
  *PRAM_ARENA_PUSH (l->arena, l->rows, l->n) = row;
}

/* What isl knows of quotient number K, in SPACE, which the constraints need not
   say; nothing, perhaps.  */
static void
add_known (struct lifting *l, isl_local_space *space, int k)
{
  isl_ctx *ctx = isl_local_space_get_ctx (space);
  isl_aff *aff = isl_local_space_get_div (space, k);
  if (!aff)
    {
      /* isl takes the question for an error, and has no other one.  */
      if (isl_ctx_last_error (ctx) == isl_error_invalid)
	isl_ctx_reset_error (ctx);
      return;
    }
  isl_val *v = isl_aff_get_denominator_val (aff);
  int64_t divisor = isl_val_get_num_si (v);
  aff = isl_aff_scale_val (aff, v);
  add_quotient_row (l, aff, k, 1, -divisor, 0);
  add_quotient_row (l, aff, k, -1, divisor, divisor - 1);
  isl_aff_free (aff);
}

static struct lifting
lifting_of (struct pram_arena *arena, isl_basic_set *piece)
{
  struct lifting l = { .arena = arena,
		       .n_params = isl_basic_set_dim (piece, isl_dim_param),
		       .n_dims = isl_basic_set_dim (piece, isl_dim_set),
		       .n_divs = isl_basic_set_dim (piece, isl_dim_div) };
  isl_local_space *space = isl_basic_set_get_local_space (piece);
  l.width = 1 + l.n_params + l.n_dims + l.n_divs;
  add_rows (&l, isl_basic_set_equalities_matrix
		  (piece, isl_dim_cst, isl_dim_param, isl_dim_set,
		   isl_dim_div));
  l.n_equal = l.n;
  add_rows (&l, isl_basic_set_inequalities_matrix
		  (piece, isl_dim_cst, isl_dim_param, isl_dim_set,
		   isl_dim_div));
  for (int k = 0; k < l.n_divs; k++)
    add_known (&l, space, k);
  isl_local_space_free (space);
  return l;
}

/* --- Quotients ------------------------------------------------------------ */

/* Row A + row B is the constant that is returned, -1: it isn't, or negative.  */
static int64_t
sum_of_rows (const struct lifting *l, const int64_t *a, const int64_t *b)
{
  for (int c = 1; c < l->width; c++)
    if (a[c] != -b[c])
      return -1;
  return a[0] + b[0];
}

/* Do constraint number R and perhaps another one leave but one value of quotient
   Q?  */
static bool
fixes_p (const struct lifting *l, int r, int q)
{
  int64_t coef = llabs (l->rows[r][l->columns[q].from]);
  if (!coef)
    return false;
  for (int other = 0; other < l->n_divs; other++)
    if (other != q && l->rows[r][l->columns[other].from]
	&& !l->columns[other].divisor)
      return false;
  bool fixed = r < l->n_equal;
  for (int s = r + 1; s < l->n && !fixed; s++)
    {
      int64_t gap = sum_of_rows (l, l->rows[r], l->rows[s]);
      fixed = gap >= 0 && gap < coef;
    }
  return fixed;
}

/* Quotient Q is what constraint number R says.  */
static void
fix (const struct lifting *l, int r, int q)
{
  const int64_t *row = l->rows[r];
  struct column *column = &l->columns[q];
  column->divisor = llabs (row[column->from]);
  for (int d = 0; d < l->n_dims; d++)
    if (row[1 + l->n_params + d])
      column->last = d;
  for (int other = 0; other < l->n_divs; other++)
    if (other != q && row[l->columns[other].from]
	&& l->columns[other].last > column->last)
      column->last = l->columns[other].last;
}

/* Find what the quotients are; false if some are none.  */
static bool
find_quotients (struct lifting *l)
{
  int known = 0, before = -1;
  l->columns = PRAM_ARENA_NEW (l->arena, struct column, l->n_dims + l->n_divs);
  for (int q = 0; q < l->n_divs; q++)
    l->columns[q] = (struct column) { 1 + l->n_params + l->n_dims + q, true, -1,
				      0 };
  for (int d = 0; d < l->n_dims; d++)
    l->columns[l->n_divs + d] = (struct column) { 1 + l->n_params + d, false, d,
						  0 };
  while (known > before && known < l->n_divs)
    {
      before = known;
      for (int q = 0; q < l->n_divs; q++)
	for (int r = 0; r < l->n && !l->columns[q].divisor; r++)
	  if (fixes_p (l, r, q))
	    {
	      fix (l, r, q);
	      known++;
	    }
    }
  return known == l->n_divs;
}

/* Quotients stand before the last dimension that says what they are, those of
   greater divisors first.  */
static int
compare_columns (const void *x, const void *y)
{
  const struct column *a = x, *b = y;
  int p = 2 * a->last + !a->quotient, q = 2 * b->last + !b->quotient;
  if (p != q)
    return p < q ? -1 : 1;
  if (a->divisor != b->divisor)
    return a->divisor > b->divisor ? -1 : 1;
  return a->from - b->from;
}

/* --- Lifting -------------------------------------------------------------- */

/* Rows FIRST to END - 1, in the order that dimensions are to have.  */
static isl_mat *
reordered (const struct lifting *l, isl_ctx *ctx, int first, int end)
{
  isl_mat *mat = isl_mat_alloc (ctx, (unsigned) (end - first),
				(unsigned) l->width);
  for (int r = first; r < end; r++)
    for (int c = 0; c < l->width; c++)
      {
	int from = c <= l->n_params ? c : l->columns[c - 1 - l->n_params].from;
	mat = isl_mat_set_element_val
		(mat, r - first, c,
		 isl_val_int_from_si (ctx, l->rows[r][from]));
      }
  return mat;
}

isl_basic_set *
pram_encoder_lift (struct pram_encoder *e, isl_basic_set *piece)
{
  struct pram_arena *arena = e->plan->prog->arena;
  isl_ctx *ctx = isl_basic_set_get_ctx (piece);
  struct lifting l = lifting_of (arena, piece);
  if (!find_quotients (&l))
    return NULL;
  int n = l.n_dims + l.n_divs;
  qsort (l.columns, (size_t) n, sizeof *l.columns, compare_columns);
  int64_t *stride = PRAM_ARENA_NEW (arena, int64_t, n + 1);
  for (int c = 0; c < n; c++)
    if (!l.columns[c].quotient)
      stride[c] = e->stride[l.columns[c].last];
  e->stride = stride;
  isl_space *space = isl_space_add_dims (isl_basic_set_get_space (piece),
					 isl_dim_set, (unsigned) l.n_divs);
  return isl_basic_set_from_constraint_matrices
	   (space, reordered (&l, ctx, 0, l.n_equal),
	    reordered (&l, ctx, l.n_equal, l.n), isl_dim_cst, isl_dim_param,
	    isl_dim_set, isl_dim_div);
}
