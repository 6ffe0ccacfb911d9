/* counted.c: lists of what is found first, in the order of the serial program: a search
   by fronts, pairs from a start that is computed, and lists that begin at 1.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 1 2 37 500 }
   { pram-ranks 1 2 3 8 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

static int n, *row, *to;

static void
connect (int seed)
{
  int m = 0;
  for (int i = 0; i < n; i++)
    {
      int degree = 1 + (i * 7 + seed) % 5;
      row[i] = m;
      for (int k = 0; k < degree; k++)
	to[m++] = (int) ((i * 31L + k * k * 17L + seed * 3 + 1) % n);
    }
  row[n] = m;
}

/* Fronts that are exchanged.  */
static int
search (int n, int *parent, int *level)
{
  int *front = calloc (n, sizeof *front), *next = calloc (n, sizeof *next);
  int n_front = 1, depth = 0;
  parent[0] = level[0] = front[0] = 0;
#pragma pram
  while (n_front > 0)
    {
      int found = 0;
      depth++;
      for (int k = 0; k < n_front; k++)
	{
	  int v = front[k];
	  for (int e = row[v]; e < row[v + 1]; e++)
	    {
	      int w = to[e];
	      if (parent[w] < 0)
		{
		  parent[w] = v;
		  level[w] = depth;
		  next[found++] = w;
		}
	    }
	}
      printf ("level %d: %d\n", depth, found);
      int *t = front;
      front = next;
      next = t;
      n_front = found;
    }
  free (front);
  free (next);
  return depth;
}

/* Two entries each, behind others.  */
static int
pairs (int *first, int *list, int m)
{
#pragma pram
  for (int i = 0; i < n; i++)
    for (int e = row[i]; e < row[i + 1]; e++)
      if (first[to[e]] == -1)
	{
	  first[to[e]] = i;
	  list[m] = to[e];
	  list[m + 1] = i;
	  m += 2;
	}
  return m;
}

/* Where in the list it is.  */
static int
places (const int *key, char *seen, unsigned char *list, int *place)
{
  int m = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    if (!seen[key[i]])
      {
	seen[key[i]] = 1;
	place[key[i]] = m + 1;
	list[++m] = i;
      }
  return m;
}

static void
show (const char *what, const int *a, int m)
{
  unsigned long h = 0;
  for (int i = 0; i < m; i++)
    h = h * 31 + a[i];
  printf ("%s %d %lu\n", what, m, h);
}

static void
all (int seed)
{
  int *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b);
  int *list = calloc (2 * n + 9, sizeof *list);
  char *seen = calloc (n, 1);
  unsigned char *bytes = calloc (n + 1, 1);
  connect (seed);
  for (int i = 0; i < n; i++)
    a[i] = b[i] = -1;
  printf ("depth %d\n", search (n, a, b));
  show ("parents", a, n);
  show ("levels", b, n);
  for (int i = 0; i < n; i++)
    a[i] = -1;
  int m = pairs (a, list, seed);
  show ("first", a, n);
  show ("pairs", list, m);
  for (int i = 0; i < n; i++)
    a[i] = (i * 5 + i / 3) % n;
  m = places (a, seen, bytes, b);
  show ("places", b, n);
  for (int i = 0; i <= m; i++)
    list[i] = bytes[i];
  show ("list", list, m + 1);
  free (a);
  free (b);
  free (list);
  free (seen);
  free (bytes);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      n = atoi (argv[k]);
      row = malloc ((n + 1) * sizeof *row);
      to = malloc (5 * n * sizeof *to);
      for (int seed = 0; seed < 3; seed++)
	all (seed);
      free (row);
      free (to);
    }
  return 0;
}
