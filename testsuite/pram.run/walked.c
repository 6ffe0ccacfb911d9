/* Loops inside of a task that walk data: bisections, lists, forests, search trees,
   hash tables; in arrays that the region leaves and in others that it changes;
   walks in walks, one after the other, under conditions, that are left by a break;
   sums over them; what is read on the way and only there.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 33 1 2 7 200 1000 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

/* Numbers that ascend.  */
static int *
ascending (int n)
{
  int *t = malloc (sizeof *t * (n + 1));
  t[0] = 0;
  for (int i = 1; i <= n; i++)
    t[i] = t[i - 1] + chance (3);
  return t;
}

/* Lists: next[i] is behind i, or -1.  */
static int *
links (int n, int ends)
{
  int *next = malloc (sizeof *next * (n + 1));
  for (int i = 0; i < n; i++)
    next[i] = i + 1 < n && chance (ends) ? i + 1 + chance (3) : -1;
  for (int i = 0; i < n; i++)
    next[i] = next[i] < n ? next[i] : -1;
  return next;
}

/* A forest, of which no root has a greater number than what is below.  */
static int *
forest (int n)
{
  int *parent = malloc (sizeof *parent * (n + 1));
  for (int i = 0; i < n; i++)
    parent[i] = chance (10) && i ? i - 1 - chance (i < 6 ? i : 6) : i;
  return parent;
}

NI void
bisection (int n)
{
  int *t = ascending (n), m = n + n / 2, *q = indices (m, n);
  int *where = malloc (sizeof *where * m);
#pragma pram
  for (int i = 0; i < m; i++)
    {
      int lo = 0, hi = n;
      while (lo < hi)
	{
	  int mid = (lo + hi) / 2;
	  if (t[mid] < q[i])
	    lo = mid + 1;
	  else
	    hi = mid;
	}
      where[i] = lo;
    }
  show ("bisection", where, sizeof *where * m);
}

/* The same until the element is met, which another array then belongs to.  */
NI void
search (int n)
{
  int *t = ascending (n), *q = indices (n, n);
  double *value = fresh (n), *found = fresh (n);
#pragma pram
  for (int i = 0; i < n; i++)
    {
      long lo = 0, hi = n - 1, at = -1;
      while (lo <= hi)
	{
	  long mid = lo + (hi - lo) / 2;
	  if (t[mid] == q[i])
	    {
	      at = mid;
	      break;
	    }
	  if (t[mid] < q[i])
	    lo = mid + 1;
	  else
	    hi = mid - 1;
	}
      found[i] = at >= 0 ? value[at] : -found[i];
    }
  show ("search", found, sizeof *found * n);
}

/* What is summed up on the way no place depends on.  */
NI void
lists (int n)
{
  int *head = indices (n, n), *next = links (n, 9), many = 0;
  double *value = fresh (n), *sum = fresh (n);
  int *length = malloc (sizeof *length * n);
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int k = i % 5 ? head[i] : -1;
      double s = 0;
      while (k >= 0)
	{
	  s += value[k];
	  k = next[k];
	}
      sum[i] = s;
    }
  show ("lists", sum, sizeof *sum * n);
#pragma pram
  for (int i = 0; i < n; i++)
    {
      length[i] = 0;
      for (int k = head[i]; k >= 0; k = next[k])
	length[i] += value[k] > 70 ? 2 : 1;
      many += length[i];
    }
  show ("lists", length, sizeof *length * n);
  printf ("many %d\n", many);
}

/* One list through all of them, from the end.  */
NI void
one_list (int n)
{
  int *next = malloc (sizeof *next * n), *rank = indices (n, n);
  for (int i = 0; i < n; i++)
    next[i] = i - 1;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int k = i, r = 0;
      while (next[k] >= 0)
	{
	  k = next[k];
	  r++;
	}
      rank[i] = r;
    }
  show ("one list", rank, sizeof *rank * n);
}

NI void
roots (int n)
{
  int *parent = forest (n), *root = indices (n, n), *depth = indices (n, n);
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int k = i;
      while (parent[k] != k)
	k = parent[k];
      root[i] = k;
    }
  show ("roots", root, sizeof *root * n);
  /* And the deepest one.  */
  int deepest = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int d = 0;
      for (int k = i; parent[k] != k; k = parent[k])
	d++;
      depth[i] = d;
      deepest = d > deepest ? d : deepest;
    }
  show ("roots", depth, sizeof *depth * n);
  printf ("deepest %d\n", deepest);
}

/* The forest changes from step to step, as what has been found says.  */
NI void
compression (int n)
{
  int *parent = forest (n), *root = indices (n, n), changes = 1, steps = 0;
  double *mass = fresh (n), *weight = fresh (n);
#pragma pram
  while (changes && steps < 4)
    {
      for (int i = 0; i < n; i++)
	{
	  int k = i;
	  double w = 0;
	  while (parent[k] != k)
	    {
	      w += mass[k];
	      k = parent[k];
	    }
	  root[i] = k;
	  weight[i] = w;
	}
      changes = 0;
      for (int i = 0; i < n; i++)
	{
	  changes += parent[i] != root[i];
	  if (i % 3 == 0)
	    parent[i] = root[i];
	  mass[i] = .5 * mass[i] + weight[i] / 100;
	}
      steps++;
    }
  show ("compression", parent, sizeof *parent * n);
  show ("compression", weight, sizeof *weight * n);
  printf ("steps %d\n", steps);
}

/* Only what is read on the way changes.  */
NI void
values_only (int n)
{
  int *next = links (n, 6);
  double *x = fresh (n), *y = fresh (n);
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  double s = 0;
	  for (int k = next[i]; k >= 0; k = next[k])
	    s += x[k];
	  y[i] = s;
	}
      for (int i = 0; i < n; i++)
	x[i] = .25 * y[i] + .5 * x[i];
    }
  show ("values", x, sizeof *x * n);
}

struct node { int key, left, right; };

static struct node *
tree (int n)
{
  struct node *t = malloc (sizeof *t * n);
  for (int i = 0; i < n; i++)
    t[i] = (struct node) { chance (2 * n), -1, -1 };
  for (int i = 1, k = 0, *way = NULL; i < n; i++)
    {
      for (k = 0; k >= 0; k = *way)
	way = t[i].key < t[k].key ? &t[k].left : &t[k].right;
      *way = i;
    }
  return t;
}

NI void
trees (int n)
{
  struct node *t = tree (n);
  int *key = indices (n, n), *left = indices (n, n), *right = indices (n, n);
  int *q = indices (n, 2 * n), *found = indices (n, n);
  for (int i = 0; i < n; i++)
    {
      key[i] = t[i].key;
      left[i] = t[i].left;
      right[i] = t[i].right;
    }
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int node = 0;
      while (node >= 0 && key[node] != q[i])
	node = q[i] < key[node] ? left[node] : right[node];
      found[i] = node;
    }
  show ("trees", found, sizeof *found * n);
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int node = 0, depth = 0;
      while (node >= 0 && t[node].key != q[i])
	{
	  node = q[i] < t[node].key ? t[node].left : t[node].right;
	  depth++;
	}
      found[i] = node < 0 ? -depth : depth;
    }
  show ("trees", found, sizeof *found * n);
}

/* Look-ups in a table with open addressing.  */
NI void
hash (int n)
{
  int m = 2 * n + 1, *key = indices (n, 3 * n), *q = indices (n, 3 * n);
  int *table = malloc (sizeof *table * m), *at = indices (n, n);
  for (int i = 0; i < m; i++)
    table[i] = -1;
  for (int i = 0; i < n; i++)
    {
      unsigned h = key[i] * 2654435761u % m;
      while (table[h] != -1 && table[h] != key[i])
	h = (h + 1) % m;
      table[h] = key[i];
    }
#pragma pram
  for (int i = 0; i < n; i++)
    {
      unsigned h = q[i] * 2654435761u % m;
      while (table[h] != -1 && table[h] != q[i])
	h = (h + 1) % m;
      at[i] = table[h] == -1 ? -1 : (int) h;
    }
  show ("hash", at, sizeof *at * n);
}

/* Lists of lists; the second walk starts where the first has ended; a chain of a
   fixed length that is longer than rounds there may be; one that stops.  */
NI void
walks (int n)
{
  int *head = indices (n, n), *next = links (n, 4), *down = links (n, 3);
  int *end = indices (n, n), *to = indices (n, n);
  double *value = fresh (n), *sum = fresh (n);
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double s = 0;
      for (int k = head[i]; k >= 0; k = next[k])
	for (int j = down[k]; j >= 0; j = down[j])
	  s = .5 * s + value[j];
      sum[i] = s;
    }
  show ("walks", sum, sizeof *sum * n);
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int k = head[to[i]], j;
      while (next[k] >= 0)
	k = next[k];
      for (j = to[k]; down[j] >= 0; j = down[j])
	if (value[j] > 140)
	  break;
      end[i] = j;
    }
  show ("walks", end, sizeof *end * n);
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int k = head[i];
      for (int s = 0; s < 25; s++)
	k = to[k];
      end[i] = k;
    }
  show ("walks", end, sizeof *end * n);
#pragma pram
  for (int i = 0; i < n; i++)
    if (value[i] < 100)
      {
	int k = to[i], s = 0;
	while (s < 50 && value[k] < 90)
	  {
	    k = to[k];
	    s++;
	  }
	end[i] = s;
      }
  show ("walks", end, sizeof *end * n);
}

/* What else is done there, in loops of its own; tests that are joined; who is found
   is counted elsewhere.  */
NI void
asides (int n)
{
  int *left = links (n, 5), *right = links (n, 7), *kind = indices (n, 4);
  int *of = indices (n, n), *odd = indices (n, n), *count = indices (n, 9);
  double *x = fresh (n);
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int k = of[i], steps = 0;
      unsigned c = i + 1;
      while (k >= 0 && steps < 60)
	{
	  steps++;
	  do
	    c = c % 4 == 1 ? c * 5 + 3 : c * 9 + 7;
	  while (c % 8 < 5);
	  if (kind[k] == 3 || (kind[k] == 1 && of[k] % 2))
	    {
	      k = left[k];
	      continue;
	    }
	  switch (kind[k])
	    {
	    case 0: k = right[k]; break;
	    case 1: k = left[k]; break;
	    default: k = k - 1; break;
	    }
	}
      switch (c % 3)
	{
	case 0: odd[i] = k; break;
	case 1: odd[i] = k + 1; break;
	}
      x[i] = c % 1000 + steps;
    }
  show ("asides", odd, sizeof *odd * n);
  show ("asides", x, sizeof *x * n);
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int k = of[i];
      while (left[k] >= 0)
	k = left[k];
      count[k] += kind[i];
    }
  show ("asides", count, sizeof *count * n);
}

/* For each row and column; where a walk starts is written by the task before.  */
NI void
planes (int n)
{
  enum { M = 4 };
  int *parent = forest (n), *a = indices (M * n, n), *start = indices (n, n);
  int *root = indices (n, n);
#pragma pram
  for (int i = 0; i < n; i++)
    for (int j = 0; j < M; j++)
      {
	int k = a[i * M + j];
	while (parent[k] != k)
	  k = parent[k];
	a[i * M + j] = k * 10 + j;
      }
  show ("planes", a, sizeof *a * M * n);
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  start[i] = (start[i] + t) % n;
	  if (root[i] > t)
	    start[i] = start[i] / 2;
	  int k = start[i];
	  while (parent[k] != k)
	    k = parent[k];
	  root[i] = k;
	}
      for (int i = 0; i < n; i++)
	if (root[i] % 2 && parent[i] != i)
	  parent[i] = root[i];
    }
  show ("planes", start, sizeof *start * n);
  show ("planes", root, sizeof *root * n);
}

/* Walks that the program doesn't make would never end.  */
NI void
circles (int n)
{
  int *next = indices (n, n);
  double *x = fresh (n), most = 0;
  for (int i = 0; i < n; i++)
    next[i] = (i + 1) % n;
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      most = 0;
      for (int i = 0; i < n; i++)
	most = x[i] > most ? x[i] : most;
      if (most < 1000)
	break;
      for (int i = 0; i < n; i++)
	{
	  int k = i;
	  while (next[k] >= 0)
	    k = next[k];
	  x[i] = k;
	}
    }
  printf ("most %g\n", most);
}

int
main (int argc, char **argv)
{
  for (int a = 1; a < argc; a++)
    {
      int n = atoi (argv[a]);
      bisection (n);
      search (n);
      lists (n);
      one_list (n);
      roots (n);
      if (n > 6)
	compression (n);
      values_only (n);
      trees (n);
      hash (n);
      walks (n);
      asides (n);
      planes (n);
      circles (n);
    }
  return 0;
}
