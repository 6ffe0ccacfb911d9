/* counted-down.c: lists of what has been counted to some number, in the order of the serial
   program: what nothing comes before any more, by levels; the inner part of a graph; what is
   there a second time; several lists and what is left out.

   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 1 2 37 500 }
   { pram-ranks 1 2 3 8 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

static int n, *row, *to;

static void
show (const char *what, const int *a, int m)
{
  unsigned long h = 0;
  for (int i = 0; i < m; i++)
    h = h * 31 + a[i];
  printf ("%s %d %lu\n", what, m, h);
}

/* Edges to larger numbers only, or to any.  */
static void
connect (int up)
{
  int m = 0;
  for (int i = 0; i < n; i++)
    {
      row[i] = m;
      for (int k = 0; k < 1 + i % 4; k++)
	{
	  int j = up ? i + 1 + (i * 7 + k * 5) % 11 : (i * 13 + k * k * 7 + 1) % n;
	  if (j < n)
	    to[m++] = j;
	}
    }
  row[n] = m;
}

static int
order (int *level, int *first)
{
  int *before = malloc (n * sizeof *before), *front = malloc (n * sizeof *front);
  int *next = malloc (n * sizeof *next), m = 0, depth = 0, total = 0;
  for (int i = 0; i < n; i++)
    before[i] = 0;
  for (int e = 0; e < row[n]; e++)
    before[to[e]]++;
  for (int i = 0; i < n; i++)
    if (!before[i])
      front[m++] = i;
#pragma pram
  while (m > 0)
    {
      int found = 0;
      depth++;
      for (int k = 0; k < m; k++)
	{
	  int v = front[k];
	  for (int e = row[v]; e < row[v + 1]; e++)
	    if (--before[to[e]] == 0)
	      {
		level[to[e]] = depth;
		first[to[e]] = total + found;
		next[found++] = to[e];
	      }
	}
      int *t = front;
      front = next;
      next = t;
      total += m;
      m = found;
    }
  free (before);
  free (front);
  free (next);
  return total;
}

static int
peel (int *core, int k)
{
  int *degree = malloc (n * sizeof *degree), *front = malloc (n * sizeof *front);
  int *next = malloc (n * sizeof *next), m = 0, total = 0;
  for (int i = 0; i < n; i++)
    degree[i] = 0;
  for (int e = 0; e < row[n]; e++)
    degree[to[e]]++;
  for (int i = 0; i < n; i++)
    if (degree[i] <= k)
      front[m++] = i;
#pragma pram
  while (m > 0)
    {
      int found = 0;
      for (int f = 0; f < m; f++)
	for (int e = row[front[f]]; e < row[front[f] + 1]; e++)
	  {
	    int w = to[e];
	    degree[w]--;
	    if (degree[w] == k)
	      {
		core[w] = k;
		next[found++] = w;
	      }
	  }
      total += m;
      for (int f = 0; f < found; f++)
	front[f] = next[f];
      m = found;
    }
  free (degree);
  free (front);
  free (next);
  return total;
}

/* What is there a second time, two entries each.  */
static int
second (const int *key, unsigned char *seen, int *list)
{
  int m = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    if (++seen[key[i]] == 2)
      {
	list[2 * m] = key[i];
	list[2 * m + 1] = i;
	m++;
      }
  return m;
}

static int
repeated (const int *key, int *seen)
{
  int more = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    if (seen[key[i]]++ > 0)
      more += 2;
  return more;
}

/* Each as often as it may be.  */
static int
enough (const int *key, const int *most, short *count, int *list, int *when)
{
  int m = 0, k = 1;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int c = key[i];
      if (++count[c] != most[c])
	continue;
      when[k] = i;
      k += 2;
      list[m++] = c;
    }
  return m;
}

/* Not more than three of a kind, and how many are left out.  */
static int
three (const int *key, int *count, int *list, int *lost)
{
  int m = 0, left_out = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    if (count[key[i]] < 3)
      {
	count[key[i]]++;
	list[m++] = i;
      }
    else
      left_out++;
  *lost = left_out;
  return m;
}

static void
lists (int *a, int *b, int *list)
{
  int *key = malloc (n * sizeof *key), lost;
  unsigned char *seen = malloc (n);
  short *count = malloc (n * sizeof *count);
  for (int i = 0; i < n; i++)
    {
      key[i] = (i * 7 + i / 3) % (n / 4 + 1);
      a[i] = 1 + i % 3;
      b[i] = seen[i] = count[i] = 0;
    }
  show ("second", list, 2 * second (key, seen, list));
  printf ("repeated %d\n", repeated (key, b));
  show ("seen", b, n);
  int m = enough (key, a, count, list, b);
  show ("enough", list, m);
  for (int i = 0; i < m; i++)
    list[i] = b[2 * i + 1];
  show ("when", list, m);
  for (int i = 0; i < n; i++)
    b[i] = 0;
  m = three (key, b, list, &lost);
  show ("three", list, m);
  printf ("left out %d\n", lost);
  free (key);
  free (seen);
  free (count);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      n = atoi (argv[k]);
      row = malloc ((n + 1) * sizeof *row);
      to = malloc (4 * n * sizeof *to);
      int *a = calloc (2 * n + 1, sizeof *a), *b = calloc (2 * n + 1, sizeof *b);
      int *list = calloc (2 * n, sizeof *list);
      connect (1);
      printf ("ordered %d\n", order (a, b));
      show ("levels", a, n);
      show ("first", b, n);
      connect (0);
      for (int i = 0; i < n; i++)
	a[i] = -1;
      printf ("peeled %d\n", peel (a, 2));
      show ("core", a, n);
      lists (a, b, list);
      free (row);
      free (to);
      free (a);
      free (b);
      free (list);
    }
  return 0;
}
