/* Loops that access an array both where data choose and in other ways: nothing but
   what data are says that no iteration uses what another one has written.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 3 40 1000 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

/* Cells with a mark are split: the new ones come behind all others.  */
NI void
split (int n, const int *mark, const int *slot, double *w, double *x, double *u,
       int *left, int *right)
{
#pragma pram
  for (int i = 0; i < n; i++)
    if (mark[i])
      {
	int k = n + slot[i];
	w[i] /= 2;
	x[k] = x[i] + w[i] / 2;
	x[i] -= w[i] / 2;
	w[k] = w[i];
	u[k] = u[i];
	left[k] = i;
	right[k] = right[i];
      }
}

/* … and are told to their neighbours.  */
NI void
tell (int n, const int *mark, const int *slot, int *left, int *right)
{
#pragma pram
  for (int i = 0; i < n; i++)
    if (mark[i])
      {
	int k = n + slot[i];
	left[right[k]] = k;
	right[i] = k;
      }
}

/* In place: no element is written before it has been read.  */
NI void
pack (int n, const int *keep, const int *at, double *a)
{
#pragma pram
  for (int i = 0; i < n; i++)
    if (keep[i])
      a[at[i]] = a[i];
}

/* Every other node of a ring is left out, several times: who is next is written where
   the region has written who is before.  */
NI void
unlink_nodes (int n, int times, int *next, int *prev, int *gone, int *out)
{
#pragma pram
  for (int t = 0; t < times; t++)
    {
      for (int i = 0; i < n; i++)
	out[i] = !gone[i] && i % (2 << t) == 1 << t;
      for (int i = 0; i < n; i++)
	if (out[i])
	  {
	    next[prev[i]] = next[i];
	    prev[next[i]] = prev[i];
	    gone[i] = 1;
	  }
    }
}

/* Over the edges of a bipartite graph, one side then the other.  */
NI void
sweep (int edges, int times, const int *from, const int *to, double *x)
{
#pragma pram
  for (int t = 0; t < times; t++)
    {
      for (int e = 0; e < edges; e++)
	x[to[e]] += .25 * x[from[e]];
      for (int e = 0; e < edges; e++)
	x[from[e]] -= .125 * x[to[e]];
    }
}

/* A matrix by rows: with each row's element, those that it has.  */
NI void
scatter (int n, const int *start, const int *column, double *x)
{
#pragma pram
  for (int i = 0; i < n; i++)
    for (int k = start[i]; k < start[i + 1]; k++)
      x[column[k]] = x[i] + k;
}

/* Rows of one colour, in a list from LO to HI.  */
NI void
relax (int lo, int hi, const int *list, const int *start, const int *column,
       const double *b, double *x)
{
#pragma pram
  for (int q = lo; q < hi; q++)
    {
      int i = list[q];
      double s = b[i];
      for (int k = start[i]; k < start[i + 1]; k++)
	s += x[column[k]];
      x[i] = s / 2.5;
    }
}

NI void
all (unsigned short size)
{
  int n = size;
  int m = 0;
  double *w = fresh (2 * n), *x = fresh (2 * n), *u = fresh (2 * n);
  int *left = indices (2 * n, n), *right = indices (2 * n, n);
  int *mark = indices (n, 3), *slot = indices (n, n);
  for (int i = 0; i < n; i++)
    {
      left[i] = (i + n - 1) % n;
      right[i] = (i + 1) % n;
      mark[i] = mark[i] == 1;
      slot[i] = m;
      m += mark[i];
    }
  split (n, mark, slot, w, x, u, left, right);
  tell (n, mark, slot, left, right);
  show ("w", w, (n + m) * sizeof *w);
  show ("x", x, (n + m) * sizeof *x);
  show ("u", u, (n + m) * sizeof *u);
  for (int i = 0; i < n + m; i++)
    printf ("%d %d\n", left[i], right[i]);

  pack (n, mark, slot, x);
  show ("packed", x, n * sizeof *x);

  int *next = indices (n, n), *prev = indices (n, n), *gone = indices (n, 1);
  int *out = indices (n, 1);
  for (int i = 0; i < n; i++)
    {
      next[i] = (i + 1) % n;
      prev[i] = (i + n - 1) % n;
    }
  unlink_nodes (n, n % 8 ? 1 : 3, next, prev, gone, out);
  for (int i = 0; i < n; i++)
    printf ("%d %d %d\n", next[i], prev[i], gone[i]);

  int half = (n + 1) / 2, edges = 3 * n;
  int *from = indices (edges, half), *to = indices (edges, n + 1 - half);
  for (int e = 0; e < edges; e++)
    to[e] += half;
  sweep (edges, 4, from, to, x);
  show ("swept", x, n * sizeof *x);

  int *start = indices (n, n), *column = indices (2 * n, n);
  for (int i = 0; i <= n; i++)
    start[i] = 2 * i < n ? 2 * i : n;
  for (int k = 0; k < 2 * n; k++)
    column[k] = n + k;
  scatter (n, start, column, u = fresh (4 * n));
  show ("scattered", u, (3 * n) * sizeof *u);

  int nonzeros = 0, even = (n + 1) / 2;
  int *list = indices (n, n);
  for (int i = 0; i < n; i++)
    {
      start[i] = nonzeros;
      if (i)
	column[nonzeros++] = i - 1;
      if (i + 1 < n)
	column[nonzeros++] = i + 1;
      list[i / 2 + (i % 2 ? even : 0)] = i;
    }
  start[n] = nonzeros;
  for (int t = 0; t < 3; t++)
    {
      relax (0, even, list, start, column, w, x);
      relax (even, n, list, start, column, w, x);
    }
  show ("relaxed", x, n * sizeof *x);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    all (atoi (argv[k]));
  return 0;
}
