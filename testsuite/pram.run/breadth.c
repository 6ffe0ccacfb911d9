/* Searches by breadth, level by level, in one array: loops that read, by name, the
   array in which they deposit, and of which the same comes in any order; and what is
   found where a deposit is done.  Repeated edges, edges from a vertex to itself,
   vertices that nothing leads to, and none but one.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 2 5 60 1000 } */
/* { pram-ranks 1 2 3 5 8 } */
/* { pram-mode distributed } */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"

#define NI __attribute__ ((noipa))

/* The textbook's.  */
NI int
flag (int n, const int *first, const int *to, int *level)
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
		  more = 1;
		}
	    }
      d++;
    }
  while (more);
  return d;
}

/* How many are found, and those of all levels; -1 means not yet.  */
NI int
count (int n, const int *first, const int *to, int *level, long *all)
{
  int found = 1, d;
  long reached = 0;
#pragma pram
  for (d = 0; found > 0; d++)
    {
      found = 0;
      for (int v = 0; v < n; v++)
	{
	  if (level[v] != d)
	    continue;
	  for (int k = first[v]; k < first[v + 1]; k++)
	    if (level[to[k]] == -1)
	      {
		level[to[k]] = d + 1;
		found++;
		reached += 2;
	      }
	}
    }
  *all = reached;
  return d;
}

/* Distances start at infinity.  */
NI int
infinity (int n, const int *first, const int *to, int *dist)
{
  int d = 0;
  bool more = true;
#pragma pram
  while (more)
    {
      more = false;
      for (int v = 0; v < n; v++)
	if (dist[v] == d)
	  for (int k = first[v]; k < first[v + 1]; k++)
	    if (dist[to[k]] == INT_MAX)
	      {
		dist[to[k]] = d + 1;
		more = true;
	      }
      d++;
    }
  return d;
}

/* Short of it only what is farther away.  */
NI unsigned
farther (int n, const int *first, const int *to, unsigned *dist)
{
  unsigned d = 3, frontier_size;
#pragma pram
  do
    {
      frontier_size = 0;
      for (int v = 0; v < n; v++)
	if (dist[v] == d)
	  for (int k = first[v]; k < first[v + 1]; k++)
	    if (dist[to[k]] > d + 1)
	      {
		dist[to[k]] = d + 1;
		frontier_size += 1;
	      }
      d++;
    }
  while (frontier_size);
  return d;
}

/* In bytes, of a member, of colours that one step goes from to another.  */
struct vertex { short mark; unsigned char level; };

NI int
bytes (int n, const int *first, const int *to, struct vertex *vertex)
{
  int d = 1, more;
#pragma pram
  do
    {
      more = 0;
      for (int v = 0; v < n; v++)
	if (vertex[v].level == d)
	  for (int k = first[v]; k < first[v + 1]; k++)
	    if (!vertex[to[k]].level)
	      {
		vertex[to[k]].level = d + 1;
		more |= 1;
	      }
      d++;
    }
  while (more && d < 250);
  return d;
}

/* A frontier of its own; what is found is the sum of something else.  */
NI long
frontiers (int n, const int *first, const int *to, const int *weight,
	   unsigned char *cur, unsigned char *next, int *seen)
{
  long sum = 0, before;
#pragma pram
  do
    {
      before = sum;
      for (int v = 0; v < n; v++)
	if (cur[v])
	  for (int k = first[v]; k < first[v + 1]; k++)
	    {
	      int w = weight[k];
	      if (seen[to[k]] == 0)
		{
		  seen[to[k]] = 1;
		  sum += w * 3 - v;
		}
	    }
      for (int v = 0; v < n; v++)
	{
	  cur[v] = seen[v] && !next[v];
	  next[v] = seen[v];
	}
    }
  while (sum != before);
  return sum;
}

/* What is found where a minimum is taken.  */
NI int
relax (int m, const int *from, const int *to, const int *weight,
       const int *old, int *dist)
{
  int changed = 0;
#pragma pram
  for (int k = 0; k < m; k++)
    if (old[from[k]] + weight[k] < dist[to[k]])
      {
	dist[to[k]] = old[from[k]] + weight[k];
	changed++;
      }
  return changed;
}

/* What is read by name lies with another process; vertices from N on are reached, but
   lead nowhere; how many each level has.  */
NI int
shifted (int n, const int *first, const int *to, int *level, int *size)
{
  int d;
#pragma pram
  for (d = 0; d < 40; d++)
    {
      int found = 0;
      for (int v = 1; v < n; v++)
	if (level[v - 1] == d)
	  for (int k = first[v]; k < first[v + 1]; k++)
	    if (level[2 * to[k]] < 0)
	      {
		level[2 * to[k]] = d + 1;
		found++;
	      }
      size[d] = found;
    }
  return d;
}

/* From several vertices, one after the other.  */
NI int
sources (int n, const int *first, const int *to, int *level, const int *source,
	 int m, int *depth)
{
  int all = 0;
#pragma pram
  for (int s = 0; s < m; s++)
    {
      for (int v = 0; v < n; v++)
	level[v] = -1;
      level[source[s]] = 0;
      int d = 0, more;
      do
	{
	  more = 0;
	  for (int v = 0; v < n; v++)
	    if (level[v] == d)
	      for (int k = first[v]; k < first[v + 1]; k++)
		if (level[to[k]] < 0)
		  {
		    level[to[k]] = d + 1;
		    more = 1;
		  }
	  d++;
	}
      while (more);
      all += d;
      depth[s] = d;
    }
  return all;
}

static long
sum (int n, const int *a)
{
  long s = 0;
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
      unsigned char *cur = calloc (n, 1), *next = calloc (n, 1);
      struct vertex *vertex = calloc (n, sizeof *vertex);
      for (int v = 0; v < n; v++)
	{
	  first[v] = m;
	  for (int k = chance (5); k > 0 || (v == 0 && k == 0); k--)
	    {
	      from[m] = v;
	      weight[m] = 1 + chance (9);
	      to[m] = k == 3 ? v : k == 2 && m > 0 ? to[m - 1] : chance (n);
	      m++;
	    }
	}
      first[n] = m;
      memset (x, -1, n * sizeof *x);
      x[0] = 0;
      int d = flag (n, first, to, x);
      printf ("%d: %d %ld\n", n, d, sum (n, x));
      memset (x, -1, n * sizeof *x);
      x[n / 2] = 0;
      long all;
      d = count (n, first, to, x, &all);
      printf ("%d %ld %ld\n", d, all, sum (n, x));
      for (int v = 0; v < n; v++)
	x[v] = INT_MAX;
      x[0] = 0;
      d = infinity (n, first, to, x);
      printf ("%d %ld\n", d, sum (n, x));
      for (int v = 0; v < n; v++)
	x[v] = 10 + v % 7;
      x[0] = 3;
      d = farther (n, first, to, (unsigned *) x);
      printf ("%d %ld\n", d, sum (n, x));
      for (int v = 0; v < n; v++)
	vertex[v].mark = v;
      vertex[0].level = 1;
      d = bytes (n, first, to, vertex);
      for (int v = 0; v < n; v++)
	x[v] = vertex[v].level + vertex[v].mark;
      printf ("%d %ld\n", d, sum (n, x));
      memset (x, 0, n * sizeof *x);
      cur[0] = next[0] = x[0] = 1;
      printf ("%ld ", frontiers (n, first, to, weight, cur, next, x));
      printf ("%ld\n", sum (n, x));
      for (int v = 0; v < n; v++)
	y[v] = x[v] = chance (20);
      d = relax (m, from, to, weight, y, x);
      printf ("%d %ld\n", d, sum (n, x));
      int *twice = malloc (2 * n * sizeof *twice), size[40];
      memset (twice, -1, 2 * n * sizeof *twice);
      twice[0] = twice[n / 2] = 0;
      memset (size, 0, sizeof size);
      if (n > 1)
	shifted (n, first, to, twice, size);
      printf ("%ld %ld\n", sum (2 * n, twice), sum (40, size));
      free (twice);
      int source[4], depth[4];
      for (int s = 0; s < 4; s++)
	source[s] = chance (n);
      d = sources (n, first, to, x, source, 4, depth);
      printf ("%d %ld %ld\n", d, sum (n, x), sum (4, depth));
      free (first), free (to), free (from), free (weight), free (x), free (y);
      free (cur), free (next), free (vertex);
    }
  return 0;
}
