/* Loops that nobody can distribute, as data choose what their iterations read and
   write of one array, amid others that are: they run on one process.  Recurrences,
   a counting sort, sparse Gauss-Seidel sweeps, edges of a mesh in turn, union and
   find, a walk whose steps data decide, levels of a search; elements that are
   accessed by name elsewhere, and such that never are.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 33 3 7 1000 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

/* No data, but no loop inside it is parallel.  */
NI void
prefix (int n, double *a, double *b, double *s)
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 1; i < n - 1; i++)
	a[i] = .5 * (b[i - 1] + b[i + 1]);
      s[0] = a[0];
      for (int i = 1; i < n; i++)
	s[i] = .5 * s[i - 1] + a[i];
      for (int i = 0; i < n; i++)
	b[i] = s[i] * .25 + b[i] * .5;
    }
}

NI void
counting_sort (int n, int m, int *key, int *next, int *place)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	key[i] = (key[i] * 5 + i + t) % m;
      for (int k = 0; k <= m; k++)
	next[k] = 0;
      for (int i = 0; i < n; i++)
	next[key[i] + 1]++;
      for (int k = 1; k <= m; k++)
	next[k] += next[k - 1];
      for (int i = 0; i < n; i++)
	place[next[key[i]]++] = i;
      for (int i = 0; i < n; i++)
	key[i] = place[n - 1 - i] % m;
    }
}

/* Every row needs those before it.  */
NI void
gauss_seidel (int n, const int *start, const int *col, const double *v,
	      double *x, double *b, double *r)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	b[i] = .5 * b[i] + i % 7;
      for (int i = 0; i < n; i++)
	{
	  double s = b[i];
	  for (int k = start[i]; k < start[i + 1]; k++)
	    s -= v[k] * x[col[k]] / 5000;
	  x[i] = s / 3;
	}
      for (int i = 0; i < n; i++)
	r[i] = b[i] - x[i] * x[i];
    }
}

/* What an edge does to its ends the next one sees.  */
NI void
edges (int n, int m, const int *from, const int *to, double *x, double *y)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int e = 0; e < m; e++)
	{
	  double d = .1 * (x[from[e]] - x[to[e]]);
	  x[from[e]] -= d;
	  x[to[e]] += d;
	}
      for (int i = 0; i < n; i++)
	y[i] = x[i] * .5 + y[i] / 3;
    }
}

/* PARENT is accessed by name in the end alone, and RANK nowhere.  */
NI void
unite (int n, int m, const int *from, const int *to, int *parent, int *rank,
       int *weight)
{
#pragma pram begin
  for (int i = 0; i < n; i++)
    weight[i] = i * 3 % 5;
  for (int e = 0; e < m; e++)
    {
      int a = from[e], b = to[e];
      while (parent[a] != a)
	a = parent[a];
      while (parent[b] != b)
	b = parent[b];
      if (a != b && rank[a] < rank[b])
	parent[a] = b;
      else if (a != b)
	{
	  parent[b] = a;
	  rank[a] += rank[a] == rank[b];
	}
    }
  for (int i = 0; i < n; i++)
    weight[i] += 2 * parent[i];
#pragma pram end
}

/* How often it goes on data decide; LAST is needed elsewhere.  */
NI double
walk (int n, double *a, double *b)
{
  double sum = 0;
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	a[i] = b[i] * b[i] / 1000 + t * i;
      double last = 0;
      int k = 0;
      while (k < n)
	{
	  last = a[k] - last / 3;
	  a[k] = last;
	  k += 1 + ((int) last & 3);
	}
      for (int i = 0; i < n; i++)
	b[i] = a[i] * .25 + b[i] * .5 + last;
      sum += last;
    }
  return sum;
}

/* A search: the level is read by name where it is written by data.  */
NI void
levels (int n, const int *start, const int *to, int *level, double *w)
{
#pragma pram
  for (int d = 0; d < 5; d++)
    {
      for (int i = 0; i < n; i++)
	w[i] = w[i] * .5 + level[i];
      for (int i = 0; i < n; i++)
	if (level[i] == d)
	  for (int k = start[i]; k < start[i + 1]; k++)
	    if (level[to[k]] < 0)
	      level[to[k]] = d + 1;
    }
}

/* Elements that data choose to be written are read elsewhere.  */
NI void
both (int n, const int *key, int *count, int *y)
{
#pragma pram begin
  for (int i = 0; i < n; i++)
    count[key[i]] += i;
  for (int i = 0; i < n; i++)
    y[i] = count[key[n - 1 - i]];
  for (int i = 0; i < n; i++)
    y[i] = y[i] * 3 + i;
#pragma pram end
}

struct pair
{
  double v;
  int n;
};

/* Somebody may have a part of it.  */
NI void
structures (int n, const int *key, struct pair *a, const struct pair *b)
{
#pragma pram begin
  for (int i = 0; i < n; i++)
    a[key[i]] = b[i];
  for (int i = 0; i < n; i++)
    a[i].n++;
#pragma pram end
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]), m = 2 * n;
      double *a = fresh (n), *b = fresh (n), *s = fresh (n);
      prefix (n, a, b, s);
      show ("prefix", a, n * sizeof *a);
      show ("prefix", b, n * sizeof *b);
      show ("prefix", s, n * sizeof *s);
      int *key = indices (n, 17), *next = indices (17, 9);
      int *place = indices (n, 9);
      counting_sort (n, 17, key, next, place);
      show ("sort", key, n * sizeof *key);
      show ("sort", next, 18 * sizeof *next);
      show ("sort", place, n * sizeof *place);
      int *start = indices (n, 1);
      for (int i = 0; i < n; i++)
	start[i + 1] = start[i] + chance (5);
      int *to = indices (start[n] + m, n), *from = indices (m, n);
      gauss_seidel (n, start, to, fresh (start[n]), a, b, s);
      show ("gauss seidel", a, n * sizeof *a);
      show ("gauss seidel", s, n * sizeof *s);
      edges (n, m, from, to, a, b);
      show ("edges", a, n * sizeof *a);
      show ("edges", b, n * sizeof *b);
      int *parent = indices (n, n), *rank = indices (n, 1);
      for (int i = 0; i < n; i++)
	parent[i] = i;
      unite (n, m / 4, from, to, parent, rank, key);
      show ("unite", parent, n * sizeof *parent);
      show ("unite", rank, n * sizeof *rank);
      show ("unite", key, n * sizeof *key);
      printf ("%g\n", walk (n, a, b));
      show ("walk", a, n * sizeof *a);
      show ("walk", b, n * sizeof *b);
      for (int i = 0; i < n; i++)
	place[i] = i ? -1 : 0;
      levels (n, start, to, place, b);
      show ("levels", place, n * sizeof *place);
      show ("levels", b, n * sizeof *b);
      both (n, from, rank, place);
      show ("both", rank, n * sizeof *rank);
      show ("both", place, n * sizeof *place);
      struct pair *p = calloc (n, sizeof *p), *q = calloc (n, sizeof *q);
      for (int i = 0; i < n; i++)
	q[i].n = i;
      structures (n, from, p, q);
      for (int i = 0; i < n; i++)
	printf ("%d\n", p[i].n);
    }
  return 0;
}
