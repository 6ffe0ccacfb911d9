/* Loops whose end data decide and that run on one process as a whole: sweeps in
   place, graphs whose labels are found through themselves, queues; what they write
   without reading it, also if they run no iteration; and arrays of which nobody
   knows how far such a loop reaches into them.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 2 7 50 300 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

/* Hooking; X is written, or not, and never read.  */
NI int
components (int n, int m, int (*edge)[2], int *label, int *x, int changed)
{
  int rounds = 0;
#pragma pram begin
  for (int i = 0; i < n; i++)
    label[i] = i;
  for (int i = 0; i < n + 4; i++)
    x[i] = 2 * i;
  while (changed)
    {
      changed = 0;
      x[n - 1] = rounds;
      for (int k = 0; k < m; k++)
	{
	  int a = label[edge[k][0]], b = label[edge[k][1]];
	  if (a < b)
	    {
	      label[edge[k][1]] = a;
	      changed = 1;
	    }
	  else if (b < a)
	    {
	      label[edge[k][0]] = b;
	      changed = 1;
	    }
	}
      rounds++;
    }
#pragma pram end
  return rounds;
}

/* Levels are read by name and by data, and written by data.  */
NI int
levels (int n, const int *start, const int *to, int *level)
{
  int depth = 0, more;
#pragma pram begin
  for (int i = 0; i < n; i++)
    level[i] = -1;
  level[0] = 0;
  do
    {
      more = 0;
      for (int u = 0; u < n; u++)
	if (level[u] == depth)
	  for (int k = start[u]; k < start[u + 1]; k++)
	    if (level[to[k]] < 0)
	      {
		level[to[k]] = depth + 1;
		more = 1;
	      }
      depth++;
    }
  while (more);
  for (int i = 1; i < n; i++)
    level[i] = 2 * level[i] + 1;
#pragma pram end
  return depth;
}

/* How far the queue is used nobody knows.  */
NI void
queued (int n, const int *start, const int *to, int *dist, int *queue, double *w)
{
#pragma pram begin
  for (int i = 0; i < n; i++)
    dist[i] = -1;
  int head = 0, tail = 0;
  queue[tail++] = 0;
  dist[0] = 0;
  while (head < tail)
    {
      int u = queue[head++];
      for (int k = start[u]; k < start[u + 1]; k++)
	{
	  int v = to[k];
	  if (dist[v] < 0)
	    {
	      dist[v] = dist[u] + 1;
	      queue[tail++] = v;
	    }
	}
    }
  for (int i = 0; i < n; i++)
    w[i] = 1. / (2 + dist[i]);
#pragma pram end
}

/* In place, to convergence; twice, the second time in no iteration perhaps.  */
NI int
sweeps (int n, double *u, double *f, double *r, double eps, double *norm)
{
  int it = 0, more = 0;
  double change = 1;
#pragma pram begin
  for (int i = 0; i < n + 2; i++)
    {
      u[i] = 0;
      f[i] = 1. / (1 + i % 7);
    }
  while (change > 1e-3 && it < 40)
    {
      change = 0;
      for (int i = 1; i <= n; i++)
	{
	  double v = .5 * (u[i - 1] + u[i + 1] + f[i]);
	  change = fmax (change, fabs (v - u[i]));
	  u[i] = v;
	}
      it++;
    }
  for (int i = 1; i <= n; i++)
    r[i] = 2 * u[i] - u[i - 1] - u[i + 1] - f[i];
  while (*norm > eps && more < 30)
    {
      double s = 0;
      for (int i = 1; i <= n; i++)
	{
	  r[i] = .5 * r[i] + .25 * r[i - 1];
	  s = s + r[i] * r[i];
	}
      u[n] = s;
      *norm = s;
      more++;
    }
#pragma pram end
  return 100 * it + more;
}

/* Cells that are refined are listed; how many there are data decide.  */
NI int
refined (int n, double *u, double *v, double *fine, int *list)
{
  int m = 0;
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      m = 0;
      for (int i = 1; i <= n; i++)
	if (fabs (u[i + 1] - 2 * u[i] + u[i - 1]) > .001)
	  list[m++] = i;
      for (int k = 0; k < m; k++)
	for (int q = 0; q < 4; q++)
	  fine[4 * k + q] = u[list[k]] + .25 * q * (u[list[k] + 1] - u[list[k]]);
      for (int i = 1; i <= n; i++)
	v[i] = .25 * u[i - 1] + .5 * u[i] + .25 * u[i + 1];
      for (int k = 0; k < m; k++)
	v[list[k]] = .25 * (fine[4 * k] + fine[4 * k + 1] + fine[4 * k + 2]
			    + fine[4 * k + 3]);
      for (int i = 1; i <= n; i++)
	u[i] = v[i];
    }
  return m;
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]), m = n + n / 4;
      int (*edge)[2] = malloc (sizeof *edge * (m + 1));
      for (int i = 0; i < m; i++)
	edge[i][0] = chance (n), edge[i][1] = chance (n);
      int *label = calloc (n + 2, sizeof *label), *x = calloc (n + 4, sizeof *x);
      for (int changed = 0; changed < 2; changed++)
	{
	  printf ("%d\n", components (n, m, edge, label, x, changed));
	  show ("label", label, n * sizeof *label);
	  show ("x", x, (n + 4) * sizeof *x);
	}
      int *start = malloc (sizeof *start * (n + 1));
      start[0] = 0;
      for (int i = 0; i < n; i++)
	start[i + 1] = start[i] + chance (4);
      int *to = indices (start[n], n), *queue = calloc (n, sizeof *queue);
      printf ("%d\n", levels (n, start, to, label));
      show ("level", label, n * sizeof *label);
      double *u = fresh (n + 2), *v = fresh (n + 2), *r = fresh (n + 2);
      queued (n, start, to, x, queue, u);
      show ("dist", x, n * sizeof *x);
      show ("w", u, n * sizeof *u);
      for (int i = 0; i < 2; i++)
	{
	  double norm = i;
	  printf ("%d", sweeps (n, u, v, r, 1e-4, &norm));
	  printf (" %a\n", norm);
	  show ("u", u, (n + 2) * sizeof *u);
	  show ("r", r, (n + 2) * sizeof *r);
	}
      for (int i = 0; i < n + 2; i++)
	u[i] = sin (.05 * i * i / (n + 1));
      double *fine = calloc (4 * n, sizeof *fine);
      printf ("%d\n", refined (n, u, v, fine, queue));
      show ("refined", u, (n + 2) * sizeof *u);
    }
  return 0;
}
