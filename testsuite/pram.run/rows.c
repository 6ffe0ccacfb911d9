/* Arrays that are tables of pointers to rows: rows in one piece, or allocated one
   by one amid other things and in any order, of numbers and of structures, from 1
   on; tables that are exchanged, members, arrays of pointers.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 40 3 64 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

enum way { PIECE, ROW_BY_ROW, SHUFFLED, N_WAYS };

struct grid
{
  int rows, columns;
  double **now, **next;
};

/* A table of N + 1 rows of LENGTH objects of SIZE bytes.  */
NI static void *
pointers (int n, int length, size_t size, enum way way)
{
  char **a = malloc ((n + 1) * sizeof *a);
  char *piece = malloc ((n + 1) * length * size);
  for (int i = 0; i <= n; i++)
    {
      int k = way == SHUFFLED ? n - i : i;
      a[k] = way == PIECE ? piece + i * length * size : malloc (length * size);
      if (way == SHUFFLED)
	piece = malloc (chance (200) + 1);
    }
  return a;
}

static double **
table (int n, int length, enum way way)
{
  double **a = pointers (n, length, sizeof **a, way);
  for (int i = 0; i <= n; i++)
    for (int j = 0; j < length; j++)
      a[i][j] = (i * 7 + j * 3) % 11 * .1;
  return a;
}

static void
sweep (double **to, double **from, int n, int m)
{
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      to[i][j] = .25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1]
			+ from[i][j + 1]);
}

/* Exchanged in the region, through a helper.  */
NI void
steps (int n, int m, int times, double ***pa, double ***pb)
{
  double **a = *pa, **b = *pb;
#pragma pram
  for (int s = 0; s < times; s++)
    {
      sweep (b, a, n, m);
      double **t = a;
      a = b;
      b = t;
    }
  *pa = a;
  *pb = b;
}

/* Members, in a convergence loop.  */
NI int
converge (struct grid *g)
{
  int it = 0;
  double diff;
#pragma pram
  do
    {
      diff = 0;
      for (int i = 1; i < g->rows - 1; i++)
	for (int j = 1; j < g->columns - 1; j++)
	  {
	    g->next[i][j] = .25 * (g->now[i - 1][j] + g->now[i + 1][j]
				   + g->now[i][j - 1] + g->now[i][j + 1]);
	    double d = fabs (g->next[i][j] - g->now[i][j]);
	    if (d > diff)
	      diff = d;
	  }
      double **t = g->now;
      g->now = g->next;
      g->next = t;
    }
  while (diff > 1e-3 && ++it < 50);
  return it;
}

/* Three shapes.  */
NI void
product (int n, int m, int k, double **x, double **y, double **z)
{
#pragma pram
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      {
	double s = 0;
	for (int l = 0; l < k; l++)
	  s += x[i][l] * y[l][j];
	z[i][j] = s;
      }
}

/* From 1 on, in place.  */
NI void
factorise (int n, double **c)
{
#pragma pram
  for (int l = 1; l <= n; l++)
    {
      for (int i = l + 1; i <= n; i++)
	c[i][l] /= c[l][l];
      for (int i = l + 1; i <= n; i++)
	for (int j = l + 1; j <= n; j++)
	  c[i][j] -= c[i][l] * c[l][j];
    }
}

/* 1, 2, 3 … elements of rows.  */
NI void
triangle (int n, int times, double **a)
{
#pragma pram
  for (int s = 0; s < times; s++)
    for (int i = 1; i < n; i++)
      for (int j = 0; j < i; j++)
	a[i][j] = .5 * (a[i][j] + a[i - 1][j]);
}

/* What a row's pointer is kept in, and walks.  */
NI void
smooth (int n, int m, double **to, double *const *from)
{
#pragma pram
  for (int i = 1; i < n; i++)
    {
      double *out = to[i];
      const double *in = from[i], *above = *(from + i - 1);
      for (int j = 0; j < m; j++)
	*out++ = *in++ + .5 * above[j];
    }
}

/* Structures, and subscripts from a table of integers.  */
struct cell { double u, v; int k; };
NI void
structures (int n, int m, struct cell **c, int *const *next, const double *x)
{
#pragma pram
  for (int s = 0; s < 3; s++)
    for (int i = 0; i < n - 1; i++)
      for (int j = 0; j < m; j++)
	{
	  c[i][j].u += .5 * c[i + 1][j].v + x[next[i][j]];
	  c[i][j].k = (int) c[i][j].u + j;
	}
}

/* An array of pointers.  */
NI void
by_array (int n)
{
  static double store[64][65];
  double *row[64];
  for (int i = 0; i < 64; i++)
    row[i] = store[i];
#pragma pram
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 65; j++)
      row[i][j] = i + .5 * j;
  show_rows ("array", row, 64, 65);
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 40, m = n + 3, k = n / 2 + 1;
  for (int way = 0; way < N_WAYS; way++)
    {
      double **a = table (n, m, way), **b = table (n, m, way), **a_before = a;
      steps (n, m, 11, &a, &b);
      printf ("%d\n", a == a_before);
      show_rows ("steps", a, n, m);
      show_rows ("steps", b, n, m);
      struct grid g = { n, m, a, b };
      printf ("%d %d\n", converge (&g), g.now == a);
      show_rows ("converge", g.now, n, m);
      show_rows ("converge", g.next, n, m);
      double **x = table (n, k, way), **y = table (k, m, way);
      product (n, m, k, x, y, a);
      show_rows ("product", a, n, m);
      double **c = table (n, n + 1, way);
      for (int i = 1; i <= n; i++)
	c[i][i] += n;
      factorise (n, c);
      show_rows ("factorise", c, n, n + 1);
      triangle (n, 5, c);
      show_rows ("triangle", c, n, n + 1);
      smooth (n, m, b, a);
      show_rows ("smooth", b, n, m);
      struct cell **cells = pointers (n, m, sizeof **cells, way);
      int **next = pointers (n, m, sizeof **next, way);
      for (int i = 0; i < n; i++)
	for (int j = 0; j < m; j++)
	  {
	    cells[i][j] = (struct cell) { i, j, 0 };
	    next[i][j] = chance (m);
	  }
      structures (n, m, cells, next, b[0]);
      for (int i = 0; i < n; i++)
	for (int j = 0; j < m; j++)
	  a[i][j] = cells[i][j].u + cells[i][j].k;
      show_rows ("structures", a, n, m);
    }
  by_array (n);
  return 0;
}
