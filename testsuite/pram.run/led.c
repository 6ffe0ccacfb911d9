/* Writes that wait for what others find, of which data choose the element: searches by
   breadth that note where they came from, shortest paths with predecessors, the places of
   minima.  In any order, beside flags and counts, of members, of arrays that are
   exchanged, and between other writes to the same array.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 2 5 60 1000 } */
/* { pram-ranks 1 2 3 5 8 } */
/* { pram-mode distributed } */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"

#define NI __attribute__ ((noipa))

/* The textbook's.  */
NI int
tree (int n, const int *first, const int *to, int *level, int *parent)
{
  int d = 0, more;
#pragma pram
  do
    {
      more = 0;
      for (int v = 0; v < n; v++)
	if (level[v] == d)
	  for (int k = first[v]; k < first[v + 1]; k++)
	    {
	      int w = to[k];
	      if (level[w] < 0)
		{
		  level[w] = d + 1;
		  parent[w] = v;
		  more = 1;
		}
	    }
      d++;
    }
  while (more);
  return d;
}

/* The other way around, each place anew; counted; then all have grandparents.  */
NI int
spelled (int n, const int *first, const int *to, int *level, short *parent,
	 short *grand, double *weight)
{
  int d = 0, found;
#pragma pram
  do
    {
      found = 0;
      for (int v = 0; v < n; v++)
	{
	  if (level[v] != d)
	    continue;
	  for (int k = first[v]; k < first[v + 1]; k++)
	    {
	      if (level[to[k]] != -1)
		continue;
	      parent[to[k]] = v + 1;
	      found++;
	      level[to[k]] = d + 1;
	      weight[2 * to[k] + 1] = 0.5 * k + d;
	    }
	}
      for (int v = 0; v < n; v++)
	grand[v] = parent[v] ? 3 * parent[v] + grand[v] : -1;
      d++;
    }
  while (found);
  return d;
}

/* Who has a parent has been seen; frontiers take turns.  */
NI int
frontiers (int n, const int *first, const int *to, int *parent,
	   unsigned char *cur, unsigned char *next)
{
  int rounds = 0, size;
#pragma pram
  do
    {
      for (int v = 0; v < n; v++)
	next[v] = 0;
      size = 0;
      for (int v = 0; v < n; v++)
	if (cur[v])
	  for (int k = first[v]; k < first[v + 1]; k++)
	    {
	      int w = to[k];
	      if (parent[w] == -1)
		{
		  parent[w] = v;
		  next[w] = 1;
		  size++;
		}
	    }
      unsigned char *t = cur;
      cur = next;
      next = t;
      rounds++;
    }
  while (size > 0);
  return rounds;
}

/* Of members.  */
struct vertex { int level, parent; float from; };

NI int
members (int n, const int *first, const int *to, struct vertex *vertex)
{
  int d = 0, more;
#pragma pram
  do
    {
      more = 0;
      for (int v = 0; v < n; v++)
	if (vertex[v].level == d)
	  for (int k = first[v]; k < first[v + 1]; k++)
	    if (vertex[to[k]].level < 0)
	      {
		vertex[to[k]].from = v / 4.0f;
		vertex[to[k]].level = d + 1;
		vertex[to[k]].parent = v;
		more |= 1;
	      }
      d++;
    }
  while (more);
  return d;
}

/* Paths get shorter by one step in each round.  */
NI int
shortest (int n, const int *first, const int *to, const int *weight,
	  int *old, int *dist, int *pred)
{
  int changed, rounds = 0;
#pragma pram
  do
    {
      changed = 0;
      for (int v = 0; v < n; v++)
	old[v] = dist[v];
      for (int v = 0; v < n; v++)
	for (int k = first[v]; k < first[v + 1]; k++)
	  {
	    int u = to[k];
	    if (old[v] + weight[k] < dist[u])
	      {
		dist[u] = old[v] + weight[k];
		pred[u] = v;
		changed = 1;
	      }
	  }
      rounds++;
    }
  while (changed && rounds < n);
  return rounds;
}

/* The best one of each class: which it is, and another value of it.  */
NI void
best (int m, const int *class, const double *x, const float *y, double *least,
      int *which, float *other)
{
#pragma pram
  for (int i = 0; i < m; i++)
    if (x[i] <= least[class[i]])
      {
	which[class[i]] = i;
	least[class[i]] = x[i];
	other[class[i]] = y[i];
      }
}

/* What else is written to the array stays where it was among those; two that lead.  */
NI void
between (int m, const int *a, const int *b, int *seen, int *last, int *seen2)
{
#pragma pram
  for (int i = 0; i < m; i++)
    {
      last[b[i]] = -i;
      if (seen[a[i]] < i % 7)
	{
	  seen[a[i]] = i % 7;
	  last[a[i]] = i;
	}
      seen[b[i]] += 2;
      if (seen2[b[i]] == 0)
	{
	  seen2[b[i]] = i + 1;
	  last[b[i]] = 2 * i;
	}
    }
}

static long
sum (int n, const int *a)
{
  unsigned long s = 0;
  for (int i = 0; i < n; i++)
    s = s * 31 + a[i];
  return s;
}

int
main (int argc, char **argv)
{
  for (int a = 1; a < argc; a++)
    {
      int n = atoi (argv[a]), m = 0;
      int *first = malloc ((n + 1) * sizeof *first);
      int *to = malloc (4 * n * sizeof *to), *from = malloc (4 * n * sizeof *to);
      int *weight = malloc (4 * n * sizeof *to);
      int *x = malloc (n * sizeof *x), *y = malloc (n * sizeof *y);
      int *z = calloc (n, sizeof *z);
      unsigned char *cur = calloc (n, 1), *next = calloc (n, 1);
      struct vertex *vertex = calloc (n, sizeof *vertex);
      short *p = calloc (n, sizeof *p), *g = calloc (n, sizeof *g);
      double *w = calloc (2 * n, sizeof *w), *e = malloc (4 * n * sizeof *e);
      float *f = malloc (4 * n * sizeof *f), *o = calloc (n, sizeof *o);
      for (int v = 0; v < n; v++)
	{
	  first[v] = m;
	  for (int k = chance (5); k > 0 || (v == 0 && k == 0); k--)
	    {
	      from[m] = v;
	      weight[m] = 1 + chance (9);
	      e[m] = chance (50) / 8.0;
	      f[m] = m / 3.0f;
	      to[m] = k == 3 ? v : k == 2 && m > 0 ? to[m - 1] : chance (n);
	      m++;
	    }
	}
      first[n] = m;
      memset (x, -1, n * sizeof *x);
      memset (y, -1, n * sizeof *y);
      x[0] = 0;
      int d = tree (n, first, to, x, y);
      printf ("%d: %d %ld %ld\n", n, d, sum (n, x), sum (n, y));
      memset (x, -1, n * sizeof *x);
      x[n / 2] = 0;
      d = spelled (n, first, to, x, p, g, w);
      double s = 0;
      for (int v = 0; v < n; v++)
	s = s * 1.1 + p[v] + 2 * g[v] + w[2 * v] + w[2 * v + 1];
      printf ("%d %ld %.17g\n", d, sum (n, x), s);
      memset (x, -1, n * sizeof *x);
      x[n > 1] = 0;
      cur[n > 1] = 1;
      d = frontiers (n, first, to, x, cur, next);
      printf ("%d %ld\n", d, sum (n, x));
      for (int v = 0; v < n; v++)
	vertex[v].level = v ? -1 : 0;
      d = members (n, first, to, vertex);
      s = 0;
      for (int v = 0; v < n; v++)
	s = s * 1.1 + vertex[v].level + vertex[v].parent + vertex[v].from;
      printf ("%d %.17g\n", d, s);
      memset (y, -1, n * sizeof *y);
      for (int v = 0; v < n; v++)
	x[v] = v ? INT_MAX / 2 : 0;
      d = shortest (n, first, to, weight, z, x, y);
      printf ("%d %ld %ld\n", d, sum (n, x), sum (n, y));
      for (int v = 0; v < n; v++)
	w[v] = v % 4 + 2;
      memset (y, -1, n * sizeof *y);
      best (m, to, e, f, w, y, o);
      s = 0;
      for (int v = 0; v < n; v++)
	s = s * 1.1 + w[v] + o[v];
      printf ("%ld %.17g\n", sum (n, y), s);
      memset (x, 0, n * sizeof *x);
      memset (y, 0, n * sizeof *y);
      memset (z, 0, n * sizeof *z);
      between (m, to, from, x, y, z);
      printf ("%ld %ld %ld\n", sum (n, x), sum (n, y), sum (n, z));
      free (first), free (to), free (from), free (weight), free (x), free (y);
      free (z), free (cur), free (next), free (vertex), free (p), free (g);
      free (w), free (e), free (f), free (o);
    }
  return 0;
}
