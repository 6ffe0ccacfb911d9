/* rows-placed.c: rows that are only read, of which data say how long they are: in one piece,
   allocated one by one amid other things, some of them nowhere; by tables, in structures, of
   structures.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 1 2 3 4 5 7 30 301 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

struct link { int to; double weight; };
struct vertex { int degree; struct link *link; };
struct matrix { int n, *length, **column; double **value; };

static int
length_of (int i)
{
  return (i * 5 + 2) % 7;
}

/* Products with a matrix whose rows are somewhere.  */
static void
power (const struct matrix *a, double *x, double *y)
{
  const int n = a->n;
#pragma pram
  for (int step = 0; step < 3; step++)
    {
      for (int i = 0; i < n; i++)
	{
	  double sum = 0;
	  const double *value = a->value[i];
	  const int *column = a->column[i];
	  for (int k = 0; k < a->length[i]; k++)
	    sum += value[k] * x[column[k]];
	  y[i] = sum;
	}
      for (int i = 0; i < n; i++)
	x[i] = .5 * x[i] + y[i];
    }
}

/* Rows that data choose, and their first elements.  */
static void
follow (int n, int *const *near, const int *degree, const int *p, long *sum)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      sum[i] = degree[p[i]] ? near[p[i]][0] : -1;
      for (int k = 0; k < degree[p[i]]; k++)
	sum[i] = 3 * sum[i] + near[p[i]][k];
    }
}

/* Rows of structures that structures lead to.  */
static void
relax (int n, const struct vertex *v, const double *x, double *y)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      y[i] = x[i];
      for (int k = 0; k < v[i].degree; k++)
	{
	  double d = x[v[i].link[k].to] + v[i].link[k].weight;
	  if (d < y[i])
	    y[i] = d;
	}
    }
}

/* Texts, which zeros end.  */
static void
hash (int n, const char *const *text, unsigned *h)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      h[i] = 0;
      for (int k = 0; text[i][k]; k++)
	h[i] = 31 * h[i] + text[i][k];
    }
}

/* N rows, in one PIECE or each for itself; empty ones are nowhere then.  */
static struct matrix
matrix (int n, int piece)
{
  struct matrix a = { n, need (n * sizeof *a.length), need (n * sizeof *a.column),
		      need (n * sizeof *a.value) };
  double *value = need ((7 * n + 1) * sizeof *value);
  int *column = need ((7 * n + 1) * sizeof *column);
  for (int i = 0; i < n; i++)
    {
      int m = a.length[i] = length_of (i);
      a.value[i] = piece ? value : m ? need (m * sizeof *value) : NULL;
      a.column[i] = piece ? column : m ? need (m * sizeof *column) : NULL;
      value += m;
      column += m;
      for (int k = 0; k < m; k++)
	{
	  a.value[i][k] = noise (7 * i + k) - .5;
	  a.column[i][k] = (i * 3 + k * k) % n;
	}
    }
  return a;
}

static void
run (int n, int piece)
{
  struct matrix a = matrix (n, piece);
  struct vertex *v = need (n * sizeof *v);
  char **text = need (n * sizeof *text);
  double *x = need (n * sizeof *x), *y = need (n * sizeof *y);
  unsigned *h = need (n * sizeof *h);
  long *sum = need (n * sizeof *sum);
  int *p = need (n * sizeof *p);
  for (int i = 0; i < n; i++)
    {
      x[i] = noise (i);
      p[i] = (7 * i + 3) % n;
      v[i].degree = a.length[i];
      v[i].link = need ((a.length[i] + 1) * sizeof *v[i].link);
      for (int k = 0; k < a.length[i]; k++)
	v[i].link[k] = (struct link) { a.column[i][k], a.value[i][k] };
      text[i] = need (a.length[i] + 1);
      for (int k = 0; k < a.length[i]; k++)
	text[i][k] = 'a' + (i + k) % 26;
      text[i][a.length[i]] = 0;
    }
  power (&a, x, y);
  show ("x", x, n * sizeof *x);
  follow (n, a.column, a.length, p, sum);
  show ("sum", sum, n * sizeof *sum);
  relax (n, v, x, y);
  show ("y", y, n * sizeof *y);
  hash (n, (const char *const *) text, h);
  show ("h", h, n * sizeof *h);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    for (int piece = 0; piece < 2; piece++)
      run (atoi (argv[k]), piece);
  return 0;
}
