/* Loops done in parts, one after the other: within a part no iteration uses what another
   one writes where data choose, from part to part they do.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 3 40 300 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

enum { COLOURS = 3 };

/* Gauss-Seidel by colours.  */
NI void
relax (int turns, const int *first, const int *list, const int *start,
       const int *column, const double *b, double *x)
{
#pragma pram
  for (int t = 0; t < turns; t++)
    for (int c = 0; c < COLOURS; c++)
      for (int q = first[c]; q < first[c + 1]; q++)
	{
	  int i = list[q];
	  double s = b[i];
	  for (int k = start[i]; k < start[i + 1]; k++)
	    s += x[column[k]];
	  x[i] = s / 2.5;
	}
}

/* A triangular system by levels; the diagonal comes last in a row.  */
NI void
solve (int levels, const int *first, const int *order, const int *start,
       const int *column, const double *a, const double *b, double *x)
{
#pragma pram
  for (int l = 0; l < levels; l++)
    for (int q = first[l]; q < first[l + 1]; q++)
      {
	int i = order[q];
	double s = b[i];
	for (int k = start[i]; k < start[i + 1] - 1; k++)
	  s -= a[k] * x[column[k]];
	x[i] = s / a[start[i + 1] - 1];
      }
}

/* Edges of one colour have no end in common.  */
NI void
average (const int *first, const int *from, const int *to, double *u)
{
#pragma pram
  for (int c = 0; c < COLOURS; c++)
    for (int e = first[c]; e < first[c + 1]; e++)
      {
	double d = (u[to[e]] - u[from[e]]) / 4;
	u[from[e]] += d;
	u[to[e]] -= d;
      }
}

/* Row I needs rows I - 9 and I - 20.  Its level is so the greatest one of these
   and one more.  The number of levels.  */
static int
triangle (int n, int *start, int *column, int *level)
{
  static const int below[] = { 20, 9 };
  int nonzeros = 0, levels = 0;
  for (int i = 0; i < n; i++)
    {
      start[i] = nonzeros;
      level[i] = 0;
      for (int k = 0; k < 2; k++)
	if (i >= below[k])
	  {
	    int j = column[nonzeros++] = i - below[k];
	    level[i] = level[j] + 1 > level[i] ? level[j] + 1 : level[i];
	  }
      column[nonzeros++] = i;
      levels = level[i] + 1 > levels ? level[i] + 1 : levels;
    }
  start[n] = nonzeros;
  return levels;
}

/* List 0 … N - 1 by their KEYS, of which there are PARTS.  */
static void
sort (int n, int parts, const int *keys, int *first, int *list)
{
  int m = 0;
  for (int c = 0; c < parts; c++)
    {
      first[c] = m;
      for (int i = 0; i < n; i++)
	if (keys[i] == c)
	  list[m++] = i;
    }
  first[parts] = m;
}

static void
all (unsigned short size)
{
  int n = size;
  double *x = fresh (n), *b = fresh (n), *a = fresh (3 * n);
  int *start = indices (n + 1, n), *column = indices (3 * n, n);
  int *list = indices (n, n), *first = indices (n + 1, n);
  int *key = indices (n, n), nonzeros = 0;
  for (int i = 0; i < n; i++)
    {
      key[i] = i % COLOURS;
      start[i] = nonzeros;
      if (i && i % COLOURS)
	column[nonzeros++] = i - 1;
      if (i + 1 < n)
	column[nonzeros++] = i + 1;
    }
  start[n] = nonzeros;
  int part[COLOURS + 1];
  sort (n, COLOURS, key, part, list);
  relax (4, part, list, start, column, b, x);
  show ("relaxed", x, n * sizeof *x);

  int levels = triangle (n, start, column, key);
  sort (n, levels, key, first, list);
  solve (levels, first, list, start, column, a, b, x);
  show ("solved", x, n * sizeof *x);

  int *to = indices (n, n), *from = list, edges = n - 1;
  for (int e = 0; e < edges; e++)
    key[e] = e % 2;
  sort (edges, COLOURS, key, part, from);
  for (int e = 0; e < edges; e++)
    to[e] = from[e] + 1;
  average (part, from, to, x);
  show ("averaged", x, n * sizeof *x);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    all (atoi (argv[k]));
  return 0;
}
