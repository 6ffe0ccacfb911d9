/* Writes that would wait for what others find, where the loop reads more of that than
   what doesn't depend on the order, for some values or always; and where what is written
   is what has been found.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 3 40 300 } */
/* { pram-ranks 2 3 5 } */
/* { pram-mode any } */
/* { pram-stderr "'below.1' runs serially: what data choose and the loop at line [0-9]+ writes decides what it does(.|\n)*'relax.1' runs serially: element [0-9]+ of 'dist', which data choose, is written at line [0-9]+ in iteration [0-9]+ and read at line [0-9]+ in iteration [0-9]+ after that" } */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"

#define NI __attribute__ ((noipa))

/* With a D below 0 what isn't known yet is taken for the frontier.  */
NI int
below (int n, const int *first, const int *to, int *level, int *parent, int d)
{
  int found;
#pragma pram
  do
    {
      found = 0;
      for (int v = 0; v < n; v++)
	if (level[v] == d)
	  for (int k = first[v]; k < first[v + 1]; k++)
	    if (level[to[k]] < 0)
	      {
		level[to[k]] = d + 1;
		parent[to[k]] = v;
		found++;
	      }
      d++;
    }
  while (found && d < 50);
  return 100 * d + found;
}

/* Paths get shorter by as many steps as it happens.  */
NI int
relax (int n, const int *first, const int *to, const int *weight, int *dist,
       int *pred)
{
  int changed, rounds = 0;
#pragma pram
  do
    {
      changed = 0;
      for (int v = 0; v < n; v++)
	for (int k = first[v]; k < first[v + 1]; k++)
	  if (dist[v] + weight[k] < dist[to[k]])
	    {
	      dist[to[k]] = dist[v] + weight[k];
	      pred[to[k]] = v;
	      changed = 1;
	    }
      rounds++;
    }
  while (changed);
  return rounds;
}

/* The second best, too.  */
NI void
second (int m, const int *class, const int *x, int *best, int *next)
{
#pragma pram
  for (int i = 0; i < m; i++)
    if (x[i] > best[class[i]])
      {
	next[class[i]] = best[class[i]];
	best[class[i]] = x[i];
      }
}

/* What is led is somewhere else, or read by others.  */
NI void
elsewhere (int m, const int *class, const int *x, int *best, int *who, int *seen)
{
#pragma pram
  for (int i = 0; i < m; i++)
    if (x[i] > best[class[i]])
      {
	best[class[i]] = x[i];
	who[x[i]] = i;
	seen[i] = who[class[i]];
      }
}

/* What two find; what changes what it is led to.  */
NI void
both (int m, const int *a, const int *b, int *x, int *y, int *z)
{
#pragma pram
  for (int i = 0; i < m; i++)
    {
      int at = x[a[i]]++;
      int bt = y[b[i]]++;
      z[at % 3] = bt;
    }
}

NI void
again (int m, const int *a, const int *b, int *x, int *y)
{
#pragma pram
  for (int i = 0; i < m; i++)
    y[b[i]] += x[a[i]]++;
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
      int *to = malloc (4 * n * sizeof *to), *w = malloc (4 * n * sizeof *w);
      int *x = malloc (n * sizeof *x), *y = malloc (n * sizeof *y);
      int *z = calloc (4 * n, sizeof *z);
      for (int v = 0; v < n; v++)
	{
	  first[v] = m;
	  for (int k = 1 + chance (3); k > 0; k--)
	    {
	      w[m] = 1 + chance (n - 1);
	      to[m++] = v + 1 < n ? v + 1 - chance (v + 1) : 0;
	    }
	}
      first[n] = m;
      memset (y, 0, n * sizeof *y);
      for (int v = 0; v < n; v++)
	x[v] = v ? -1 - v % 3 : -2;
      int d = below (n, first, to, x, y, -2);
      printf ("%d: %d %ld %ld\n", n, d, sum (n, x), sum (n, y));
      for (int v = 0; v < n; v++)
	x[v] = v ? 1000000 : 0;
      d = relax (n, first, to, w, x, y);
      printf ("%d %ld %ld\n", d, sum (n, x), sum (n, y));
      memset (x, 0, n * sizeof *x);
      second (m, to, w, x, y);
      printf ("%ld %ld\n", sum (n, x), sum (n, y));
      memset (x, 0, n * sizeof *x);
      elsewhere (m, to, w, x, y, z);
      printf ("%ld %ld %ld\n", sum (n, x), sum (n, y), sum (m, z));
      memset (y, 0, n * sizeof *y);
      both (m, to, w, x, y, z);
      again (m, w, to, x, y);
      printf ("%ld %ld %ld\n", sum (n, x), sum (n, y), sum (m, z));
      free (first), free (to), free (w), free (x), free (y), free (z);
    }
  return 0;
}
