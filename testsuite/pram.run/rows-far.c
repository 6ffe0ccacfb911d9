/* rows-far.c: rows of which data say how long they are, and so large that the C library maps
   some for themselves, away from others; and that change from entry to entry.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 10 3 10 30000 100 4 100 20000 }
   { pram-ranks 2 3 }
   { pram-mode any }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

struct matrix { int n, *length, **column; double **value; };

static void
product (const struct matrix *a, const double *x, double *y)
{
#pragma pram
  for (int i = 0; i < a->n; i++)
    {
      double sum = 0;
      for (int k = 0; k < a->length[i]; k++)
	sum += a->value[i][k] * x[a->column[i][k]];
      y[i] = sum;
    }
}

static void
exchange (struct matrix *a, int i, int j)
{
  int length = a->length[i], *column = a->column[i];
  double *value = a->value[i];
  a->length[i] = a->length[j], a->column[i] = a->column[j], a->value[i] = a->value[j];
  a->length[j] = length, a->column[j] = column, a->value[j] = value;
}

static void
run (int n, int m)
{
  struct matrix a = { n, need (n * sizeof *a.length), need (n * sizeof *a.column),
		      need (n * sizeof *a.value) };
  double *x = need (n * sizeof *x), *y = need (n * sizeof *y);
  for (int i = 0; i < n; i++)
    {
      a.length[i] = m + i * 7 % 5;
      a.value[i] = need (a.length[i] * sizeof **a.value);
      a.column[i] = need (a.length[i] * sizeof **a.column);
      for (int k = 0; k < a.length[i]; k++)
	a.value[i][k] = 1. / (1 + k + i), a.column[i][k] = (i + k) % n;
      x[i] = i;
    }
  for (int t = 0; t < 4; t++)
    {
      product (&a, x, y);
      show ("y", y, n * sizeof *y);
      exchange (&a, 0, n / 2);
      if (t == 2)
	a.value[n - 1][0] += 1;
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k + 1 < argc; k += 2)
    run (atoi (argv[k]), atoi (argv[k + 1]));
  return 0;
}
