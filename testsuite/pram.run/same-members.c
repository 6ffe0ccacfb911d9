/* same-members.c: one vector for two parameters, of which members are used; and variables
   of the same names inside of the region.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 1 2 30 201 }
   { pram-ranks 2 3 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

struct vector { int size; double *data; };
struct matrix { int rows, *first, *column; double *data; };

/* y = beta b + alpha A x.  */
static void
product (double alpha, const struct matrix *a, const struct vector *x, double beta,
	 const struct vector *b, struct vector *y, int offset)
{
  double *a_data = a->data, *x_data = x->data;
  double *b_data = b->data + offset, *y_data = y->data + offset;
  int rows = a->rows - offset;
#pragma pram
  for (int i = 0; i < rows; i++)
    {
      double sum = 0;
      for (int k = a->first[i]; k < a->first[i + 1]; k++)
	sum += a_data[k] * x_data[a->column[k]];
      y_data[i] = beta * b_data[i] + alpha * sum;
    }
}

static void
scale (double alpha, struct vector *x, struct vector *y)
{
  double *from, *to;
  from = x->data;
  to = y->data;
#pragma pram
  for (int i = 0; i < y->size; i++)
    to[i] = alpha * from[i] + i;
}

static void
inside (int steps, struct vector *x, struct vector *y)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      double *u = x->data, *v = y->data;
      for (int i = 1; i + 1 < y->size; i++)
	v[i] = .5 * u[i] + t;
    }
}

int
main (int argc, char **argv)
{
  for (int arg = 1; arg < argc; arg++)
    {
      int n = atoi (argv[arg]), k = 0;
      struct matrix a = { n, need ((n + 1) * sizeof *a.first), need (3 * n * sizeof *a.column),
			  need (3 * n * sizeof *a.data) };
      struct vector x = { n, need (n * sizeof *x.data) }, y = { n, need (n * sizeof *y.data) };
      struct vector z = { n, need (n * sizeof *z.data) };
      for (int i = 0; i < n; i++)
	{
	  a.first[i] = k;
	  for (int j = 0; j <= i % 3; j++, k++)
	    a.column[k] = (i * 5 + j) % n, a.data[k] = noise (k);
	  x.data[i] = noise (i);
	  y.data[i] = noise (2 * i);
	  z.data[i] = 0;
	}
      a.first[n] = k;
      product (.5, &a, &x, .25, &y, &y, 0);
      show ("same", y.data, n * sizeof *y.data);
      product (.5, &a, &x, .25, &y, &z, 0);
      show ("other", z.data, n * sizeof *z.data);
      scale (2, &z, &z);
      scale (.5, &z, &y);
      show ("scaled", y.data, n * sizeof *y.data);
      inside (2, &z, &z);
      show ("inside", z.data, n * sizeof *z.data);
    }
  return 0;
}
