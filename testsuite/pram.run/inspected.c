/* Reads of which data choose the element: CSR and ELL products, chains of indices,
   meshes, neighbours that may be missing, elements of grids; arrays that the
   region changes and others; pointers that are exchanged; rows that are empty;
   the same regions again with other indices and sizes.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 33 1 2 7 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

/* Rows of up to five elements: where they start.  */
static int *
rows (int n)
{
  int *start = malloc (sizeof *start * (n + 1));
  start[0] = 0;
  for (int i = 0; i < n; i++)
    start[i + 1] = start[i] + chance (6);
  return start;
}

NI void
csr (int n)
{
  int *start = rows (n), *col = indices (start[n], n);
  double *v = fresh (start[n]), *x = fresh (n), *y = fresh (n), *b = fresh (n);
  double *p = x, *q = y;
#pragma pram
  for (int t = 0; t < 7; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  double s = b[i];
	  for (int k = start[i]; k < start[i + 1]; k++)
	    s -= v[k] * p[col[k]] / 900;
	  q[i] = s / 4;
	}
      double *other = p;
      p = q;
      q = other;
    }
  show ("csr", p, sizeof *p * n);
  show ("csr", q, sizeof *q * n);
}

/* Rows from their ends, into the element itself.  */
NI void
backwards (int n)
{
  int *start = rows (n);
  unsigned *col = (unsigned *) indices (start[n], n);
  long *first = malloc (sizeof *first * (n + 1));
  double *v = fresh (start[n]), *x = fresh (n), *y = fresh (n);
  for (int i = 0; i <= n; i++)
    first[i] = start[i];
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  y[i] = 0;
	  for (long k = first[i + 1] - 1; k >= first[i]; k--)
	    y[i] += v[k] * x[col[k]];
	}
      for (int i = 0; i < n; i++)
	x[i] = y[i] / 1000 + 1;
    }
  show ("backwards", x, sizeof *x * n);
  show ("backwards", y, sizeof *y * n);
}

struct ell { int n, w, *length, *col; float *value; };

NI void
ell (int n)
{
  struct ell m = { n, 4, indices (n, 5), indices (4 * n, n), NULL };
  if (n < 1)
    return;
  float *x = malloc (sizeof *x * n), *y = malloc (sizeof *y * n);
  m.value = malloc (sizeof *m.value * n * m.w);
  for (int i = 0; i < n; i++)
    {
      x[i] = i % 3;
      for (int j = 0; j < m.w; j++)
	{
	  m.value[i * m.w + j] = chance (9) / 9.f;
	  if (j >= m.length[i])
	    m.col[i * m.w + j] = -1;
	}
    }
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      for (int i = 0; i < m.n; i++)
	{
	  float s = 0;
	  for (int j = 0; j < m.length[i]; j++)
	    s += m.value[i * m.w + j] * x[m.col[i * m.w + j]];
	  y[i] = s;
	}
      for (int i = 0; i < m.n; i++)
	x[i] = y[i] * .5f + 1;
    }
  show ("ell", x, sizeof *x * n);
  show ("ell", y, sizeof *y * n);
}

/* Three levels of indices.  */
NI void
chain (int n)
{
  int *c = indices (n, n);
  long *b = malloc (sizeof *b * n);
  short *q = malloc (sizeof *q * n);
  double *a = fresh (n), *r = fresh (n);
  for (int i = 0; i < n; i++)
    {
      b[i] = chance (n);
      q[i] = (short) chance (30);
    }
#pragma pram
  for (int i = 0; i < n; i++)
    r[i] = a[b[c[i]]] + q[b[i]] + a[c[i]];
  show ("chain", r, sizeof *r * n);
}

struct cell { double u, v; int id; };

NI void
mesh (int n)
{
  int cells = n / 2 + 1, (*face)[2] = malloc (sizeof *face * n);
  struct cell *cell = malloc (sizeof *cell * cells);
  int *start = rows (cells), *list = indices (start[cells], n);
  double *flux = fresh (n);
  for (int f = 0; f < n; f++)
    for (int k = 0; k < 2; k++)
      face[f][k] = chance (cells);
  for (int c = 0; c < cells; c++)
    cell[c] = (struct cell) { chance (100), 1. / (c + 1), c };
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int f = 0; f < n; f++)
	flux[f] = (cell[face[f][0]].u
		   - cell[face[f][1]].u * cell[face[f][1]].v);
      for (int c = 0; c < cells; c++)
	{
	  double s = 0;
	  for (int k = start[c]; k < start[c + 1]; k++)
	    s += flux[list[k]];
	  cell[c].u += .01 * s;
	}
    }
  show ("mesh", flux, sizeof *flux * n);
  for (int c = 0; c < cells; c++)
    show ("cell", &cell[c].u, sizeof cell[c].u);
}

/* Some neighbours are missing, some are a border that nobody writes.  */
NI void
neighbours (int n)
{
  int *of = indices (4 * n, n + 3), it = 0;
  double *x = fresh (n + 2), *y = fresh (n + 2), d = 1;
#pragma pram
  while (d > 1e-3 && it < 30)
    {
      d = 0;
      for (int i = 0; i < n; i++)
	{
	  double s = x[i + 1];
	  for (int k = 0; k < 4; k++)
	    if (of[4 * i + k] - 1 >= 0)
	      s += x[of[4 * i + k] - 1] * .1;
	  y[i + 1] = s / 1.5;
	}
      for (int i = 1; i <= n; i++)
	{
	  double e = y[i] - x[i];
	  if (e < 0)
	    e = -e;
	  if (e > d)
	    d = e;
	  x[i] = y[i];
	}
      it++;
    }
  printf ("neighbours %d %.17g\n", it, d);
  show ("neighbours", x, sizeof *x * (n + 2));
}

/* Indices that end a row before its end.  */
NI void
stops (int n)
{
  int (*w)[3] = malloc (sizeof *w * n), *start = rows (n);
  int *col = indices (start[n], n);
  double *c = fresh (n), *y = fresh (n);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      w[i][k] = chance (4) ? chance (n) : -1;
  for (int k = 0; k < start[n]; k++)
    if (!chance (3))
      col[k] = -7;
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  double s = 0;
	  for (int k = 0; k < 3; k++)
	    {
	      if (w[i][k] < 0)
		break;
	      s += c[w[i][k]];
	    }
	  for (int k = start[i]; k < start[i + 1]; k++)
	    {
	      if (col[k] < 0)
		break;
	      s -= c[col[k]];
	    }
	  y[i] = s;
	}
      for (int i = 0; i < n; i++)
	c[i] = y[i] * .25 + 1;
    }
  show ("stops", c, sizeof *c * n);
}

/* Least labels of a graph, and steps from vertex 0: conditions on what changes
   decide what is read.  */
NI void
graph (int n)
{
  int *start = rows (n), *to = indices (start[n], n);
  int *label = indices (n, n), *next = indices (n, n);
  int *level = indices (n, n), changed, d = 0;
  for (int i = 0; i < n; i++)
    {
      label[i] = n - i;
      level[i] = i ? -1 : 0;
    }
#pragma pram
  do
    {
      changed = 0;
      for (int i = 0; i < n; i++)
	{
	  int least = label[i];
	  for (int k = start[i]; k < start[i + 1]; k++)
	    if (label[to[k]] < least)
	      least = label[to[k]];
	  next[i] = least;
	}
      for (int i = 0; i < n; i++)
	{
	  changed |= next[i] != label[i];
	  label[i] = next[i];
	}
    }
  while (changed);
  show ("label", label, sizeof *label * n);
#pragma pram
  do
    {
      changed = 0;
      for (int i = 0; i < n; i++)
	{
	  next[i] = level[i];
	  if (level[i] < 0)
	    for (int k = start[i]; k < start[i + 1]; k++)
	      if (level[to[k]] == d)
		next[i] = d + 1;
	}
      for (int i = 0; i < n; i++)
	{
	  changed |= next[i] != level[i];
	  level[i] = next[i];
	}
      d++;
    }
  while (changed);
  show ("level", level, sizeof *level * n);
}

/* The region does nothing: nobody may look at its indices.  */
NI void
never (int n, int steps)
{
  int *first = indices (n, n), *second = indices (n, n);
  double *u = fresh (n), *w = fresh (n);
  for (int i = 0; i < n && !steps; i++)
    first[i] = second[i] = 1000000007;
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n; i++)
	w[i] = u[first[second[i]]];
      for (int i = 0; i < n; i++)
	u[i] = .5 * w[i] + 1;
    }
  show ("never", u, sizeof *u * n);
}

enum { N = 40 };
double grid[N][N], next[N][N];
int place[N][N];

NI void
on_grid (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	grid[i][j] = chance (50);
	place[i][j] = chance (N * N);
      }
#pragma pram
  for (int t = 0; t < 6; t++)
    {
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  next[i][j] = grid[i][j] * .5 + ((double *) grid)[place[i][j]] * .25;
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  grid[i][j] = next[i][j];
    }
  show ("grid", grid, sizeof grid);
}

/* What is read is written in a loop that never runs.  */
NI void
unwritten (void)
{
  int *of = indices (9, 9), it = 0;
  double *x = fresh (9), *y = fresh (9), d = 1;
#pragma pram
  while (d > 1e-3 && it < 30)
    {
      d = 0;
      for (int i = 0; i < 9; i++)
	y[i] = .5 * y[i] + x[of[i]] * .1;
      for (int i = 0; i < 9; i++)
	for (int j = 2; j < 3 - 1; j++)
	  for (int k = i; k < 9; k++)
	    x[i] = y[k] * .25 + x[1];
      for (int i = 0; i < 9; i++)
	if (x[i] - y[i] > d)
	  d = x[i] - y[i];
      it++;
    }
  show ("unwritten", y, sizeof *y * 9);
}

int
main (int argc, char **argv)
{
  for (int a = 1; a < argc; a++)
    {
      int n = atoi (argv[a]);
      csr (n);
      backwards (n);
      ell (n);
      chain (n);
      mesh (n);
      neighbours (n);
      stops (n);
      graph (n);
      never (n, 0);
      never (n, 3);
    }
  on_grid ();
  on_grid ();
  unwritten ();
  return 0;
}
