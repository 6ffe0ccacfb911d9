/* filled-first.c: index arrays that each iteration fills before it uses them, and that hold
   anything before that.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 1 2 40 }
   { pram-ranks 2 3 }
   { pram-mode any }  */

#include <stdio.h>
#include <stdlib.h>

enum { ROW = 3, ANYTHING = 1234567890 };

static int n, *start, *from;

static int *
indices (int count)
{
  int *v = malloc (count * sizeof *v);
  for (int i = 0; i < count; i++)
    v[i] = ANYTHING;
  return v;
}

static double
sum (const double *v, int count)
{
  double s = 0;
  for (int i = 0; i < count; i++)
    s += v[i] * (1 + i % 7);
  return s;
}

/* Rows of a product: columns first, then what has been summed up for them.  */
static void
product (int *column, double *value)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double *acc = calloc (n, sizeof *acc);
      for (int k = start[i]; k < start[i + 1]; k++)
	{
	  column[k] = from[k];
	  acc[from[k]] += k;
	}
      for (int k = start[i]; k < start[i + 1]; k++)
	value[k] = acc[column[k]];
      free (acc);
    }
}

/* The same with columns that are only met once, and in order.  */
static void
sorted_product (int *column, double *value)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double *acc = calloc (n, sizeof *acc);
      char *seen = calloc (n, 1);
      int at = start[i];
      for (int k = start[i]; k < start[i + 1]; k++)
	for (int l = start[from[k]]; l < start[from[k]] + 1; l++)
	  {
	    int j = from[l];
	    if (!seen[j])
	      {
		seen[j] = 1;
		column[at++] = j;
	      }
	    acc[j] += k + l;
	  }
      for (int p = start[i] + 1; p < at; p++)
	{
	  int key = column[p], q = p - 1;
	  while (q >= start[i] && column[q] > key)
	    {
	      column[q + 1] = column[q];
	      q--;
	    }
	  column[q + 1] = key;
	}
      for (int p = start[i]; p < at; p++)
	value[p] = acc[column[p]];
      free (acc);
      free (seen);
    }
}

/* What is read of an array that everybody shares.  */
static void
gather (int *column, double *value, const double *x)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      for (int k = start[i]; k < start[i + 1]; k++)
	column[k] = from[k];
      for (int k = start[i]; k < start[i + 1]; k++)
	value[k] = x[column[k]];
    }
}

/* How far a loop goes.  */
static void
triangle (int *column, double *value)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      for (int k = start[i]; k < start[i + 1]; k++)
	column[k] = from[k];
      for (int k = start[i]; k < start[i + 1]; k++)
	{
	  double s = 0;
	  for (int q = 0; q < column[k]; q++)
	    s += q;
	  value[k] = s;
	}
    }
}

int
main (int argc, char **argv)
{
  n = argc > 1 ? atoi (argv[1]) : 10;
  start = malloc ((n + 1) * sizeof *start);
  from = malloc (ROW * n * sizeof *from);
  double *value = calloc (ROW * n + 1, sizeof *value), *x = malloc (n * sizeof *x);
  for (int i = 0; i <= n; i++)
    start[i] = ROW * i;
  for (int i = 0; i < n; i++)
    x[i] = i * i % 17;
  for (int i = 0; i < ROW * n; i++)
    from[i] = (i * 7 + i / 3) % n;
  product (indices (ROW * n), value);
  printf ("%g\n", sum (value, ROW * n));
  sorted_product (indices (ROW * n), value);
  printf ("%g\n", sum (value, ROW * n));
  gather (indices (ROW * n), value, x);
  printf ("%g\n", sum (value, ROW * n));
  triangle (indices (ROW * n), value);
  printf ("%g\n", sum (value, ROW * n));
  return 0;
}
