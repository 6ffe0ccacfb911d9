/* Rows of which some are much longer than others: units are shared out by the
   reads in them, anew when others are long.  Sums, time loops, columns anywhere,
   arrays that the region doesn't change; the bits stay those of even blocks.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 4000 1 2 3 7 50 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
/* { pram-stats "\"relax[^\n]*\"shared_by_work\": [1-9]" } */
/* { pram-stats "\"product[^\n]*\"inspections\": 5, \"inspections_kept\": 3, \"shared_by_work\": 4" } */
/* { pram-stats "\"even[^\n]*\"shared_by_work\": 0" } */
#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

struct matrix { int n, *start, *col; double *v; };

/* Rows FROM to TO - 1 have 30 elements, others about two.  */
static struct matrix
matrix (int n, int from, int to)
{
  struct matrix m = { n, malloc (sizeof (int) * (n + 1)), NULL, NULL };
  m.start[0] = 0;
  for (int i = 0; i < n; i++)
    m.start[i + 1] = m.start[i] + (i >= from && i < to ? 30 : chance (5));
  m.col = indices (m.start[n], n);
  m.v = fresh (m.start[n]);
  return m;
}

NI void
product (int n, const int *start, const int *col, const double *v,
	 const double *x, double *y)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double s = 0;
      for (int k = start[i]; k < start[i + 1]; k++)
	s += v[k] * x[col[k]];
      y[i] = s;
    }
}

NI int
relax (int n, const int *start, const int *col, double *x, double *y,
       const double *b)
{
  long change, it = 0;
#pragma pram begin reduction(+: change)
  do
    {
      change = 0;
      for (int i = 0; i < n; i++)
	{
	  double s = b[i];
	  for (int k = start[i]; k < start[i + 1]; k++)
	    s += x[col[k]] / 64;
	  y[i] = s;
	  change += s > x[i];
	}
      for (int i = 1; i < n - 1; i++)
	x[i] = (y[i - 1] + 2 * y[i] + y[i + 1]) / 4;
      it++;
    }
  while (change > n / 2 && it < 9);
#pragma pram end
  return (int) it + (int) change;
}

NI void
even (int n, const int *to, const double *x, double *y)
{
#pragma pram
  for (int i = 0; i < n; i++)
    y[i] = x[to[i]] + x[to[n - 1 - i]];
}

static void
test (int n)
{
  double *x = fresh (n), *y = fresh (n), *b = fresh (n);
  struct matrix last = matrix (n, n - n / 10, n), first = matrix (n, 0, n / 9);
  struct matrix one = matrix (n, n / 2, n / 2 + 1);
  struct matrix m[] = { last, last, last, first, last, last, one, one };
  for (int k = 0; k < 8; k++)
    {
      product (n, m[k].start, m[k].col, m[k].v, x, y);
      show ("product", y, sizeof *y * n);
      if (k < 3 || k == 6)
	{
	  int said = relax (n, m[k].start, m[k].col, x, y, b);
	  printf ("%d\n", said);
	  show ("relax", x, sizeof *x * n);
	  show ("relax", y, sizeof *y * n);
	}
    }
  even (n, indices (n, n), x, y);
  show ("even", y, sizeof *y * n);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    test (atoi (argv[k]));
  return 0;
}
