/* PRAM steps: pointer jumping, list ranking, depths in a tree, components by hooking
   and jumping, prefix sums, odd-even transposition, a Fourier transform in place,
   stencils in place, reversal.  Without the plugin the same is written with a second
   array.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 33 2 7 64 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-own -DPARDO } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

/* What iterations read that no other one may have written.  */
static double *before;
static int *ibefore;

NI void
prefix (int n)
{
  double *a = fresh (n);
#pragma pram
  for (int d = 1; d < n; d *= 2)
    {
#ifdef PARDO
#pragma pram pardo
      for (int i = 0; i < n; i++)
	if (i >= d)
	  a[i] += a[i - d];
#else
      memcpy (before, a, n * sizeof *a);
      for (int i = d; i < n; i++)
	a[i] = before[i] + before[i - d];
#endif
    }
  show ("prefix", a, n * sizeof *a);
}

NI void
stencil (int n, int steps)
{
  double *a = fresh (n);
#pragma pram
  for (int t = 0; t < steps; t++)
    {
#ifdef PARDO
#pragma pram pardo
      for (int i = 1; i < n - 1; i++)
	a[i] = (a[i - 1] + a[i + 1]) / 2;
#else
      memcpy (before, a, n * sizeof *a);
      for (int i = 1; i < n - 1; i++)
	a[i] = (before[i - 1] + before[i + 1]) / 2;
#endif
    }
  show ("stencil", a, n * sizeof *a);
}

/* In two dimensions: iterations of both loops run in lock step.  */
NI void
plate (int n, int steps)
{
  int w = n + 2;
  double (*a)[w] = (double (*)[w]) fresh (w * w);
#pragma pram
  for (int t = 0; t < steps; t++)
    {
#ifdef PARDO
#pragma pram pardo
      for (int i = 1; i <= n; i++)
	{
#pragma pram pardo
	  for (int j = 1; j <= n; j++)
	    a[i][j] = .25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1]
			     + a[i][j + 1]);
	}
#else
      double (*b)[w] = (double (*)[w]) before;
      memcpy (before, a, w * w * sizeof **a);
      for (int i = 1; i <= n; i++)
	for (int j = 1; j <= n; j++)
	  a[i][j] = .25 * (b[i - 1][j] + b[i + 1][j] + b[i][j - 1]
			   + b[i][j + 1]);
#endif
    }
  show ("plate", a, w * w * sizeof **a);
}

NI void
reversal (int n)
{
  double *a = fresh (n);
#ifdef PARDO
#pragma pram pardo
  for (int i = 0; i < n; i++)
    a[i] = a[n - 1 - i];
#else
  memcpy (before, a, n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] = before[n - 1 - i];
#endif
  show ("reversal", a, n * sizeof *a);
}

/* Here lock step makes no difference, but for the two sides of an exchange.  */
NI void
transposition (int n)
{
  double *a = fresh (n);
#pragma pram
  for (int k = 0; k < n; k++)
    {
#pragma pram pardo
      for (int i = k % 2; i < n - 1; i += 2)
	if (a[i] > a[i + 1])
	  {
	    double t = a[i];
	    a[i] = a[i + 1];
	    a[i + 1] = t;
	  }
    }
  show ("transposition", a, n * sizeof *a);
}

/* The same with all neighbours in one loop.  */
NI void
neighbours (int n)
{
  double *a = fresh (n);
#pragma pram
  for (int k = 0; k < n; k++)
    {
#pragma pram pardo
      for (int i = 0; i < n - 1; i++)
	if (i % 2 == k % 2 && a[i] > a[i + 1])
	  {
	    double t = a[i];
	    a[i] = a[i + 1];
	    a[i + 1] = t;
	  }
    }
  show ("neighbours", a, n * sizeof *a);
}

/* Butterflies: no two have an element in common.  */
NI void
transform (int n)
{
  double *re = fresh (n), *im = fresh (n), *c = fresh (n), *s = fresh (n);
#pragma pram
  for (int h = 1; h < n; h *= 2)
    {
#pragma pram pardo
      for (int k = 0; k < n / 2; k++)
	{
	  int i = k / h * 2 * h + k % h, j = i + h, w = k % h * (n / 2 / h);
	  double ur = re[i], ui = im[i];
	  double tr = c[w] * re[j] - s[w] * im[j];
	  double ti = c[w] * im[j] + s[w] * re[j];
	  re[i] = ur + tr;
	  im[i] = ui + ti;
	  re[j] = (ur - tr) / 64;
	  im[j] = (ui - ti) / 64;
	}
    }
  show ("transform", re, n * sizeof *re);
  show ("transform", im, n * sizeof *im);
}

/* A list's elements in an order of chance: NEXT, the last one is its own.  */
static int *
list (int n)
{
  int *order = malloc (n * sizeof *order), *next = malloc (n * sizeof *next);
  for (int i = 0; i < n; i++)
    order[i] = i;
  for (int i = n - 1; i > 0; i--)
    {
      int j = chance (i + 1), t = order[i];
      order[i] = order[j];
      order[j] = t;
    }
  for (int k = 0; k < n; k++)
    next[order[k]] = order[k + 1 < n ? k + 1 : k];
  free (order);
  return next;
}

NI void
ranking (int n)
{
  int *next = list (n), *d = malloc (n * sizeof *d);
  for (int i = 0; i < n; i++)
    d[i] = next[i] != i;
#pragma pram
  for (int k = 1; k < n; k *= 2)
    {
#ifdef PARDO
#pragma pram pardo
      for (int i = 0; i < n; i++)
	{
	  d[i] += d[next[i]];
	  next[i] = next[next[i]];
	}
#else
      memcpy (ibefore, d, n * sizeof *d);
      for (int i = 0; i < n; i++)
	d[i] += ibefore[next[i]];
      memcpy (ibefore, next, n * sizeof *next);
      for (int i = 0; i < n; i++)
	next[i] = ibefore[ibefore[i]];
#endif
    }
  show ("ranking", d, n * sizeof *d);
  show ("ranking", next, n * sizeof *next);
}

/* How far each node of a tree is from its root, until all know.  */
NI void
depths (int n)
{
  int *up = malloc (n * sizeof *up), *depth = malloc (n * sizeof *depth);
  int changed = 1, rounds = 0;
  for (int i = 0; i < n; i++)
    {
      up[i] = i ? chance (i) : 0;
      depth[i] = i > 0;
    }
#pragma pram
  while (changed)
    {
      changed = 0;
#ifdef PARDO
#pragma pram pardo
      for (int i = 0; i < n; i++)
	{
	  depth[i] += depth[up[i]];
	  changed |= up[i] != up[up[i]];
	  up[i] = up[up[i]];
	}
#else
      memcpy (ibefore, depth, n * sizeof *depth);
      for (int i = 0; i < n; i++)
	depth[i] += ibefore[up[i]];
      memcpy (ibefore, up, n * sizeof *up);
      for (int i = 0; i < n; i++)
	{
	  changed |= ibefore[i] != ibefore[ibefore[i]];
	  up[i] = ibefore[ibefore[i]];
	}
#endif
      rounds++;
    }
  printf ("rounds %d\n", rounds);
  show ("depths", depth, n * sizeof *depth);
}

struct node { int up; double weight; };

/* The same with structures, for sums along the way.  */
NI void
weights (int n)
{
  struct node *t = malloc (n * sizeof *t);
  for (int i = 0; i < n; i++)
    t[i] = (struct node) { i ? chance (i) : 0, i ? chance (100) / 8. : 0 };
#pragma pram
  for (int k = 1; k < n; k *= 2)
    {
#ifdef PARDO
#pragma pram pardo
      for (int i = 0; i < n; i++)
	{
	  t[i].weight += t[t[i].up].weight;
	  t[i].up = t[t[i].up].up;
	}
#else
      for (int i = 0; i < n; i++)
	before[i] = t[i].weight + t[t[i].up].weight;
      for (int i = 0; i < n; i++)
	ibefore[i] = t[t[i].up].up;
      for (int i = 0; i < n; i++)
	{
	  t[i].weight = before[i];
	  t[i].up = ibefore[i];
	}
#endif
    }
  for (int i = 0; i < n; i++)
    show ("weights", &t[i].weight, sizeof t[i].weight);
}

/* Each vertex hooks onto the least of its neighbours' parents, then jumps.  */
NI void
components (int n)
{
  int *start = malloc (sizeof *start * (n + 1)), *p = malloc (sizeof *p * n);
  int changed;
  start[0] = 0;
  for (int i = 0; i < n; i++)
    start[i + 1] = start[i] + chance (3);
  int *to = indices (start[n], n);
  for (int i = 0; i < n; i++)
    p[i] = i;
#pragma pram
  do
    {
      changed = 0;
#ifdef PARDO
#pragma pram pardo
      for (int i = 0; i < n; i++)
	{
	  int least = p[i];
	  for (int k = start[i]; k < start[i + 1]; k++)
	    if (p[to[k]] < least)
	      least = p[to[k]];
	  changed |= least != p[i];
	  p[i] = least;
	  p[i] = p[p[i]];
	}
#else
      memcpy (ibefore, p, n * sizeof *p);
      for (int i = 0; i < n; i++)
	{
	  for (int k = start[i]; k < start[i + 1]; k++)
	    if (ibefore[to[k]] < p[i])
	      p[i] = ibefore[to[k]];
	  changed |= p[i] != ibefore[i];
	}
      memcpy (ibefore, p, n * sizeof *p);
      for (int i = 0; i < n; i++)
	p[i] = ibefore[ibefore[i]];
#endif
    }
  while (changed);
  show ("components", p, n * sizeof *p);
}

int
main (int argc, char **argv)
{
  for (int a = 1; a < argc; a++)
    {
      int n = atoi (argv[a]);
      before = malloc ((n + 2) * (n + 2) * sizeof *before);
      ibefore = malloc (n * sizeof *ibefore);
      prefix (n);
      stencil (n, 9);
      plate (n, 3);
      reversal (n);
      transposition (n);
      if (n > 2)
	neighbours (n);
      if ((n & (n - 1)) == 0)
	transform (n);
      ranking (n);
      depths (n);
      weights (n);
      components (n);
    }
  return 0;
}
