/* sets-lift.c: quotients as dimensions of a set.

   SPDX-License-Identifier: Apache-2.0

   The existential variables of a convex piece are quotients: each is the floor
   of an affine function of the element, and of quotients before it.  So the
   element says what they are, and a piece has as many elements as points if they
   are dimensions, too, with the stride 0.  Then it is a nest of loops like others:

     { [e] : e mod 8 < 4, dlo <= e < dhi }
     FOR q = floor ((dlo - 3) / 8) to floor ((dhi - 1) / 8)
       RUN max (dlo, 8 * q) to min (dhi - 1, 8 * q + 3).

   A loop over quotients may have rounds in which nothing is left.  */

#include "encoder.h"

#include <isl/mat.h>
#include <stdlib.h>

/* Where a dimension of the lifted set comes from.  */
struct column
{
  enum isl_dim_type type;	/* isl_dim_set or isl_dim_div */
  int position;
  int last;			/* of a quotient: the last dimension that says
				   what it is, or -1 */
  int64_t divisor;
};

/* A piece that is being lifted.  Rows are constraints: the constant, parameters,
   then dimensions and quotients in the order of the piece.  */
struct lifting
{
  isl_local_space *space;
  int n_dims, n_divs;
  int first;			/* columns before those of dimensions */
  struct column *columns;	/* in the order that they are to have */
};

static int64_t
take_si (isl_val *v)
{
  int64_t n = isl_val_get_num_si (v);
  isl_val_free (v);
  return n;
}

/* --- Order ---------------------------------------------------------------- */

/* Quotient number K; DIVS has those before it.  */
static struct column
quotient_column (const struct lifting *l, int k, const struct column *divs)
{
  struct column c = { isl_dim_div, k, -1, 0 };
  isl_aff *aff = isl_local_space_get_div (l->space, k);
  for (int d = 0; d < l->n_dims; d++)
    if (isl_aff_involves_dims (aff, isl_dim_in, (unsigned) d, 1)
	== isl_bool_true)
      c.last = d;
  for (int q = 0; q < k; q++)
    if (take_si (isl_aff_get_coefficient_val (aff, isl_dim_div, q))
	&& divs[q].last > c.last)
      c.last = divs[q].last;
  c.divisor = take_si (isl_aff_get_denominator_val (aff));
  isl_aff_free (aff);
  return c;
}

/* Quotients stand before the last dimension that says what they are, those of
   greater divisors first.  */
static int
compare_columns (const void *x, const void *y)
{
  const struct column *a = x, *b = y;
  int p = a->type == isl_dim_set ? 2 * a->position + 1 : 2 * a->last;
  int q = b->type == isl_dim_set ? 2 * b->position + 1 : 2 * b->last;
  if (p != q)
    return p < q ? -1 : 1;
  if (a->divisor != b->divisor)
    return a->divisor > b->divisor ? -1 : 1;
  return a->position - b->position;
}

static void
find_columns (struct lifting *l, struct pram_arena *arena)
{
  l->columns = PRAM_ARENA_NEW (arena, struct column, l->n_dims + l->n_divs);
  for (int q = 0; q < l->n_divs; q++)
    l->columns[q] = quotient_column (l, q, l->columns);
  for (int d = 0; d < l->n_dims; d++)
    l->columns[l->n_divs + d] = (struct column) { isl_dim_set, d, 0, 0 };
  qsort (l->columns, (size_t) (l->n_dims + l->n_divs), sizeof *l->columns,
	 compare_columns);
}

/* --- Constraints ---------------------------------------------------------- */

/* MAT with MORE rows of zeros.  */
static isl_mat *
with_rows (isl_mat *mat, int more)
{
  int rows = isl_mat_rows (mat);
  mat = isl_mat_add_rows (mat, (unsigned) more);
  for (int r = rows; r < rows + more; r++)
    for (int c = 0; c < isl_mat_cols (mat); c++)
      mat = isl_mat_set_element_si (mat, r, c, 0);
  return mat;
}

/* Let row number ROW of MAT, and the next one, say that quotient number K is what
   it is: the dividend less its multiple is from 0 to the divisor - 1.  */
static isl_mat *
put_quotient (const struct lifting *l, isl_mat *mat, int row, int k)
{
  isl_aff *aff = isl_local_space_get_div (l->space, k);
  isl_val *divisor = isl_aff_get_denominator_val (aff);
  aff = isl_aff_scale_val (aff, isl_val_copy (divisor));
  for (int side = 0; side < 2; side++)
    {
      isl_aff *part = isl_aff_copy (aff);
      if (side)
	part = isl_aff_add_constant_si (isl_aff_neg (part), -1);
      isl_val *own = isl_val_copy (divisor);
      isl_val *constant = isl_aff_get_constant_val (part);
      if (side)
	constant = isl_val_add (constant, isl_val_copy (divisor));
      else
	own = isl_val_neg (own);
      mat = isl_mat_set_element_val (mat, row + side, 0, constant);
      for (int c = 1; c < l->first + l->n_dims + k; c++)
	{
	  enum isl_dim_type type
	    = (c < l->first ? isl_dim_param
	       : c < l->first + l->n_dims ? isl_dim_in : isl_dim_div);
	  int position = (c < l->first ? c - 1
			  : c < l->first + l->n_dims ? c - l->first
			  : c - l->first - l->n_dims);
	  mat = isl_mat_set_element_val
		  (mat, row + side, c,
		   isl_aff_get_coefficient_val (part, type, position));
	}
      mat = isl_mat_set_element_val (mat, row + side,
				     l->first + l->n_dims + k, own);
      isl_aff_free (part);
    }
  isl_val_free (divisor);
  isl_aff_free (aff);
  return mat;
}

/* MAT with its columns in the order that they are to have.  */
static isl_mat *
reordered (const struct lifting *l, isl_mat *mat)
{
  int rows = isl_mat_rows (mat), n = l->first + l->n_dims + l->n_divs;
  isl_mat *to = isl_mat_alloc (isl_mat_get_ctx (mat), (unsigned) rows,
			       (unsigned) n);
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < n; c++)
      {
	const struct column *column = &l->columns[c - l->first];
	int from = (c < l->first ? c
		    : l->first + column->position
		      + (column->type == isl_dim_div ? l->n_dims : 0));
	to = isl_mat_set_element_val (to, r, c,
				      isl_mat_get_element_val (mat, r, from));
      }
  isl_mat_free (mat);
  return to;
}

isl_basic_set *
pram_encoder_lift (struct pram_encoder *e, isl_basic_set *piece)
{
  struct pram_arena *arena = e->plan->prog->arena;
  struct lifting l = { isl_basic_set_get_local_space (piece),
		       isl_basic_set_dim (piece, isl_dim_set),
		       isl_basic_set_dim (piece, isl_dim_div),
		       isl_basic_set_dim (piece, isl_dim_param) + 1, NULL };
  find_columns (&l, arena);
  isl_mat *equal
    = isl_basic_set_equalities_matrix (piece, isl_dim_cst, isl_dim_param,
				       isl_dim_set, isl_dim_div);
  isl_mat *more
    = isl_basic_set_inequalities_matrix (piece, isl_dim_cst, isl_dim_param,
					 isl_dim_set, isl_dim_div);
  int row = isl_mat_rows (more);
  more = with_rows (more, 2 * l.n_divs);
  for (int q = 0; q < l.n_divs; q++)
    more = put_quotient (&l, more, row + 2 * q, q);
  int64_t *stride = PRAM_ARENA_NEW (arena, int64_t, l.n_dims + l.n_divs + 1);
  for (int c = 0; c < l.n_dims + l.n_divs; c++)
    if (l.columns[c].type == isl_dim_set)
      stride[c] = e->stride[l.columns[c].position];
  e->stride = stride;
  isl_space *space = isl_space_add_dims (isl_basic_set_get_space (piece),
					 isl_dim_set, (unsigned) l.n_divs);
  isl_local_space_free (l.space);
  return isl_basic_set_from_constraint_matrices
	   (space, reordered (&l, equal), reordered (&l, more), isl_dim_cst,
	    isl_dim_param, isl_dim_set, isl_dim_div);
}
