/* rows-pieces.c: tables of pointers to rows of a sparse matrix in one piece, which are not
   equally long: the first one may be shorter than those that follow.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 1 2 3 4 5 7 8 30 }
   { pram-ranks 1 2 3 }
   { pram-sum }
   { pram-mode any }  */

#include <stdio.h>
#include <stdlib.h>

struct matrix { int n, *length, **column; double **value; };

static void
product (struct matrix *a, const double *x, double *y)
{
  const int n = a->n;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double sum = 0;
      const double *value = a->value[i];
      const int *column = a->column[i];
      for (int k = 0; k < a->length[i]; k++)
	sum += value[k] * x[column[k]];
      y[i] = sum;
    }
}

static double
power (struct matrix *a, double *x, double *y)
{
  double norm = 0;
  int n = a->n, steps = 0;
#pragma pram reduction (+: norm)
  do
    {
      norm = 0;
      for (int i = 0; i < n; i++)
	{
	  double sum = 0;
	  const double *value = a->value[i];
	  const int *column = a->column[i];
	  const int length = a->length[i];
	  for (int k = 0; k < length; k++)
	    sum += value[k] * x[column[k]];
	  y[i] = sum;
	}
      for (int i = 0; i < n; i++)
	norm += y[i] * y[i];
      for (int i = 0; i < n; i++)
	x[i] = y[i] / norm;
    }
  while (norm > 2 && ++steps < 5);
  return norm;
}

/* Rows are in one piece, of ELEMENTS and COLUMNS.  */
static void
fill (struct matrix *a, double *element, int *column)
{
  for (int i = 0; i < a->n; i++)
    {
      a->value[i] = element;
      a->column[i] = column;
      for (int d = -1; d <= 1; d++)
	if (i + d >= 0 && i + d < a->n)
	  {
	    *element++ = d ? -1 : 27;
	    *column++ = i + d;
	  }
      a->length[i] = element - a->value[i];
    }
}

int
main (int argc, char **argv)
{
  for (int arg = 1; arg < argc; arg++)
    {
      int n = atoi (argv[arg]);
      struct matrix a = { n, malloc (n * sizeof (int)), malloc (n * sizeof (int *)),
			  malloc (n * sizeof (double *)) };
      double *element = malloc (3 * n * sizeof *element);
      int *column = malloc (3 * n * sizeof *column);
      double *x = malloc (n * sizeof *x), *y = malloc (n * sizeof *y);
      fill (&a, element, column);
      for (int i = 0; i < n; i++)
	x[i] = i + 1;
      product (&a, x, y);
      for (int i = 0; i < n; i++)
	printf ("%g\n", y[i]);
      printf ("%.12g\n", power (&a, x, y));
      for (int i = 0; i < n; i++)
	printf ("%.12g\n", x[i]);
      free (a.length);
      free (a.column);
      free (a.value);
      free (element);
      free (column);
      free (x);
      free (y);
    }
  return 0;
}
