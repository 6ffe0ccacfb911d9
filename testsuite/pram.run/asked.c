/* Reads of which data choose the element that the region itself changes: pointer
   jumping, least labels, particles in cells, chains of indices, permutations that
   change, index lists that change in some iterations only, names that are
   exchanged, places that depend on a loop around.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 33 1 2 7 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

/* Ranks of a list's elements.  */
NI void
ranking (int n)
{
  int *order = malloc (sizeof *order * n), *next = indices (n, n);
  int *rank = indices (n, n), *next2 = indices (n, n), *rank2 = indices (n, n);
  for (int i = 0; i < n; i++)
    order[i] = i;
  for (int i = n - 1; i > 0; i--)
    {
      int j = chance (i + 1), t = order[i];
      order[i] = order[j];
      order[j] = t;
    }
  for (int k = 0; k < n; k++)
    {
      next[order[k]] = order[k + 1 < n ? k + 1 : k];
      rank[order[k]] = k + 1 < n;
    }
#pragma pram
  for (int d = 1; d < n; d *= 2)
    {
      for (int i = 0; i < n; i++)
	{
	  rank2[i] = rank[i] + rank[next[i]];
	  next2[i] = next[next[i]];
	}
      for (int i = 0; i < n; i++)
	{
	  rank[i] = rank2[i];
	  next[i] = next2[i];
	}
    }
  show ("ranking", rank, sizeof *rank * n);
  show ("ranking", next, sizeof *next * n);
}

/* The same until nothing changes, with names that are exchanged.  */
NI void
jumping (int n)
{
  int *next = malloc (sizeof *next * n), *next2 = indices (n, n), changed;
  for (int i = 0; i < n; i++)
    next[i] = i ? chance (i) : 0;
#pragma pram
  do
    {
      changed = 0;
      for (int i = 0; i < n; i++)
	{
	  next2[i] = next[next[i]];
	  changed |= next2[i] != next[i];
	}
      int *t = next;
      next = next2;
      next2 = t;
    }
  while (changed);
  show ("jumping", next, sizeof *next * n);
  show ("jumping", next2, sizeof *next2 * n);
}

/* Connected components: labels of neighbours, and labels of labels.  */
NI void
components (int n)
{
  int *start = malloc (sizeof *start * (n + 1)), *label = indices (n, n);
  int *label2 = indices (n, n), changed;
  start[0] = 0;
  for (int i = 0; i < n; i++)
    start[i + 1] = start[i] + chance (3);
  int *to = indices (start[n], n);
  for (int i = 0; i < n; i++)
    label[i] = i;
#pragma pram
  do
    {
      changed = 0;
      for (int i = 0; i < n; i++)
	{
	  int least = label[label[i]];
	  for (int k = start[i]; k < start[i + 1]; k++)
	    if (label[to[k]] < least)
	      least = label[to[k]];
	  label2[i] = least;
	}
      for (int i = 0; i < n; i++)
	{
	  changed |= label[i] != label2[i];
	  label[i] = label2[i];
	}
    }
  while (changed);
  show ("components", label, sizeof *label * n);
}

/* Particles: the field in their cells moves them.  */
NI void
particles (int n)
{
  int cells = n / 2 + 1;
  double *x = fresh (n), *v = fresh (n), *acc = fresh (n), *field = fresh (cells);
  double h = 1. / cells;
  for (int i = 0; i < n; i++)
    {
      x[i] = chance (10000) / 10000.;
      v[i] = chance (100) / 1000. - .05;
    }
#pragma pram
  for (int t = 0; t < 6; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  int c = (int) (x[i] / h);
	  acc[i] = field[c] / 1000;
	}
      for (int i = 0; i < n; i++)
	{
	  v[i] = .9 * v[i] + .1 * acc[i];
	  x[i] += v[i] * .1;
	  if (x[i] < 0)
	    x[i] += 1;
	  if (x[i] >= 1)
	    x[i] -= 1;
	  if (x[i] < 0 || x[i] >= 1)
	    x[i] = .5;
	}
      for (int c = 0; c < cells; c++)
	field[c] = .5 * field[c] + c;
    }
  show ("particles", x, sizeof *x * n);
  show ("particles", acc, sizeof *acc * n);
}

/* Chains of indices of which the middle one, then all, change.  */
NI void
chain (int n)
{
  int *b = indices (n, n), *c = indices (n, n);
  double *a = fresh (n), *r = fresh (n);
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      for (int i = 0; i < n; i++)
	r[i] = .5 * r[i] + a[b[c[i]]];
      for (int i = 0; i < n; i++)
	b[i] = (b[i] + t + 1) % n;
      if (t % 2)
	for (int i = 0; i < n; i++)
	  c[i] = (c[i] + 3) % n;
      for (int i = 0; i < n; i++)
	a[i] = .25 * a[i] + r[i] + t;
    }
  show ("chain", r, sizeof *r * n);
  show ("chain", a, sizeof *a * n);
  show ("chain", b, sizeof *b * n);
}

/* The list changes only now and then, the values in each sweep.  */
NI void
adaptive (int n)
{
  int *of = indices (4 * n, n), sweeps = 0;
  double *x = fresh (n), *y = fresh (n), d;
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int s = 0; s < 4; s++)
	{
	  for (int i = 0; i < n; i++)
	    {
	      double sum = 0;
	      for (int k = 0; k < 4; k++)
		if (of[4 * i + k] >= 0)
		  sum += x[of[4 * i + k]];
	      y[i] = sum / 4.5;
	    }
	  for (int i = 0; i < n; i++)
	    x[i] = y[i] + 1;
	}
      for (int i = 0; i < 4 * n; i++)
	of[i] = of[i] % 5 == t ? -1 : n - 1 - of[i] >= 0 && of[i] >= 0
				     ? n - 1 - of[i] : 0;
    }
  show ("adaptive", x, sizeof *x * n);
#pragma pram
  do
    {
      d = 0;
      for (int i = 0; i < n; i++)
	y[i] = x[of[4 * i] >= 0 ? of[4 * i] : 0] * .4 + .1;
      for (int i = 0; i < n; i++)
	{
	  d = y[i] > d ? y[i] : d;
	  x[i] = y[i];
	}
      if (++sweeps % 3 == 0)
	for (int i = 0; i < n; i++)
	  of[4 * i] = (of[4 * i] + 2) % n;
    }
  while (d > .2 && sweeps < 20);
  printf ("sweeps %d %.17g\n", sweeps, d);
  show ("adaptive", x, sizeof *x * n);
}

/* Arrays that take turns, of indices and of values, none of them written.  */
NI void
turns (int n)
{
  int *p = indices (n, n), *q = indices (n, n);
  double *x = fresh (n), *z = fresh (n), *y = fresh (n);
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      for (int i = 0; i < n; i++)
	y[i] = .5 * y[i] + x[p[i]] + z[p[i]];
      int *other = p;
      p = q;
      q = other;
    }
  show ("turns", y, sizeof *y * n);
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      for (int i = 0; i < n; i++)
	y[i] = .5 * y[i] + x[p[i]];
      for (int i = 0; i < n; i++)
	p[i] = (p[i] + 1) % n;
      double *other = x;
      x = z;
      z = other;
    }
  show ("turns", y, sizeof *y * n);
}

/* Places that depend on loops around: rows, ends.  */
NI void
around (int n)
{
  int steps = n < 5 ? n : 5, *at = indices (6 * n, n), *start = indices (n, n);
  double *x = fresh (n), *y = fresh (n);
  start[0] = 0;
  for (int i = 0; i < n; i++)
    start[i + 1] = start[i] + chance (4);
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  double s = y[i];
	  for (int k = start[t]; k < start[t + 1]; k++)
	    s += x[at[k]];
	  y[i] = .5 * s;
	}
      for (int i = 0; i < n; i++)
	x[i] = .5 * x[i] + y[i];
    }
  show ("rows", x, sizeof *x * n);
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n; i++)
	y[i] = .5 * y[i] + x[at[t * n + i]];
      for (int i = 0; i < n; i++)
	x[i] = .5 * x[i] + y[i];
    }
  show ("columns", x, sizeof *x * n);
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n - t; i++)
	y[i] = .5 * y[i] + x[at[i]];
      for (int i = 0; i < n; i++)
	x[i] = .5 * x[i] + y[i];
    }
  show ("shorter", x, sizeof *x * n);
}

/* Indices that are beyond the array's ends where nothing is read.  */
NI void
beyond (int n)
{
  int *at = indices (n, n);
  long *b = malloc (sizeof *b * n);
  double *x = fresh (n), *y = fresh (n);
  for (int i = 0; i < n; i++)
    b[i] = chance (3) ? chance (n) : chance (2) ? 1L << 40 : -(1L << 40);
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < n; i++)
	if (b[i] >= 0 && b[i] < n)
	  y[i] = x[b[i]] + x[at[b[i]]];
	else
	  y[i] = -1;
      for (int i = 0; i < n; i++)
	b[i] = b[i] < 0 ? b[i] + (1L << 39) : b[i] > n ? b[i] * 3 : b[i] + 1;
      for (int i = 0; i < n; i++)
	x[i] = .5 * y[i];
    }
  show ("beyond", x, sizeof *x * n);
}

struct particle { double x, v; int cell; };

/* What chooses is written in the same iteration: always, sometimes, in a loop;
   what is written after the read depends on it.  */
NI void
pushed (int n)
{
  struct particle *p = malloc (sizeof *p * n);
  double *f = fresh (n), *g = fresh (2 * n), *e = fresh (n);
  int *where = indices (2 * n, n);
  for (int i = 0; i < n; i++)
    p[i] = (struct particle) { chance (1000) / 1000., chance (10), chance (n) };
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  p[i].x += p[i].v * .001;
	  if (p[i].x >= 1 || p[i].x < 0)
	    p[i].x = .25;
	  if (t % 2)
	    p[i].cell = (int) (p[i].x * n);
	  p[i].v = .5 * p[i].v + f[p[i].cell];
	  if (p[i].v > 30)
	    p[i].v = -p[i].v / 4;
	}
      for (int i = 0; i < n; i++)
	f[i] = f[i] * .9 + p[i].v * .01;
    }
  for (int i = 0; i < n; i++)
    show ("pushed", &p[i].v, sizeof p[i].v);
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  where[2 * i] = (where[2 * i] + where[2 * i + 1]) % n;
	  g[i] = 0;
	  for (int k = 0; k < 2; k++)
	    {
	      g[i] += e[where[2 * i + k]];
	      where[2 * i + 1] = (where[2 * i + 1] + k + 1) % n;
	    }
	}
      for (int i = 0; i < n; i++)
	e[i] = g[i] * .25 + i;
    }
#pragma pram
  for (int t = 0; t < 5; t++)
    for (int i = 0; i < n; i++)
      {
	p[i].x = .5 * p[i].x + p[i].v;
	if (p[i].x >= 1 || p[i].x < 0)
	  p[i].x = .25;
	p[i].v = .5 * p[i].v + f[(int) (p[i].x * n)] / 1000;
      }
  for (int i = 0; i < n; i++)
    show ("pushed", &p[i].v, sizeof p[i].v);
  show ("pushed", where, sizeof *where * 2 * n);
  show ("pushed", e, sizeof *e * n);
}

/* A loop that never runs.  */
NI void
never (int n, int steps)
{
  int *first = indices (n, n), *second = indices (n, n);
  double *u = fresh (n), *w = fresh (n);
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n; i++)
	w[i] = u[first[second[i]]];
      for (int i = 0; i < n; i++)
	first[i] = (first[i] + 1) % n;
    }
  show ("never", w, sizeof *w * n);
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
	  {
	    grid[i][j] = next[i][j];
	    place[i][j] = place[i][j] * 7 % (N * N);
	  }
    }
  show ("grid", grid, sizeof grid);
}

int
main (int argc, char **argv)
{
  for (int a = 1; a < argc; a++)
    {
      int n = atoi (argv[a]);
      ranking (n);
      jumping (n);
      components (n);
      particles (n);
      chain (n);
      adaptive (n);
      turns (n);
      if (n > 1)
	around (n);
      beyond (n);
      pushed (n);
      never (n, 0);
      never (n, 3);
    }
  on_grid ();
  on_grid ();
  return 0;
}
