/* Loops that read, by name, the array in which they deposit, and where what comes of
   that does depend on the order, for some values or always; and what is wanted to be
   found before deposits are done.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 3 40 300 } */
/* { pram-ranks 2 3 5 } */
/* { pram-mode any } */
/* { pram-stderr "'below.1' runs serially: what data choose and the loop at line [0-9]+ writes decides what it does(.|\n)*'near.1' runs serially: what data choose(.|\n)*'narrow.1' runs serially: what data choose" } */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NI __attribute__ ((noipa))

/* With a D below 0 what isn't known yet is taken for the frontier.  */
NI int
below (int n, const int *first, const int *to, int *level, int d)
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
		found++;
	      }
      d++;
    }
  while (found && d < 50);
  return 100 * d + found;
}

/* Levels that come to what stands for infinity, at some time.  */
NI int
near (int n, const int *first, const int *to, int *dist, int infinity)
{
  int d = 0, found;
#pragma pram
  do
    {
      found = 0;
      for (int v = 0; v < n; v++)
	if (dist[v] == d)
	  for (int k = first[v]; k < first[v + 1]; k++)
	    if (dist[to[k]] == infinity)
	      {
		dist[to[k]] = d + 1;
		found++;
	      }
      d++;
    }
  while (d < 9);
  return 100 * d + found;
}

/* What is stored isn't what was computed.  */
NI int
narrow (int n, const int *first, const int *to, unsigned char *level, int d)
{
  int more;
#pragma pram
  do
    {
      more = 0;
      for (int v = 0; v < n; v++)
	if (level[v] == d)
	  for (int k = first[v]; k < first[v + 1]; k++)
	    if (level[to[k]] == 255)
	      {
		level[to[k]] = d + 1;
		more = 1;
	      }
      d++;
    }
  while (more && d < 300);
  return d;
}

/* Whatever is seen leads on at once.  */
NI int
onward (int n, const int *first, const int *to, int *seen)
{
  int found, rounds = 0;
#pragma pram
  do
    {
      found = 0;
      for (int v = 0; v < n; v++)
	if (seen[v] != 0)
	  for (int k = first[v]; k < first[v + 1]; k++)
	    if (seen[to[k]] == 0)
	      {
		seen[to[k]] = 1;
		found++;
	      }
      rounds++;
    }
  while (found);
  return rounds;
}

/* How many there are is the level, at once.  */
NI int
numbered (int n, const int *first, const int *to, int *level, int *when)
{
  int d = 0, found = 0, before;
#pragma pram
  do
    {
      before = found;
      for (int v = 0; v < n; v++)
	if (level[v] == d)
	  for (int k = first[v]; k < first[v + 1]; k++)
	    {
	      if (level[to[k]] < 0)
		{
		  level[to[k]] = d + 1;
		  found++;
		}
	      when[k] = found;
	    }
      d++;
    }
  while (found != before);
  return found;
}

/* How many each has found.  */
NI void
each (int n, const int *first, const int *to, int *level, int *own)
{
#pragma pram
  for (int v = 0; v < n; v++)
    {
      int found = 0;
      for (int k = first[v]; k < first[v + 1]; k++)
	if (level[to[k]] < 0)
	  {
	    level[to[k]] = v;
	    found++;
	  }
      own[v] = found;
    }
}

/* Who came first.  */
NI int
parents (int n, const int *first, const int *to, int *level, int *parent)
{
  int d = 0, more;
#pragma pram
  do
    {
      more = 0;
      for (int v = 0; v < n; v++)
	if (level[v] == d)
	  for (int k = first[v]; k < first[v + 1]; k++)
	    if (level[to[k]] < 0)
	      {
		level[to[k]] = d + 1;
		parent[to[k]] = v;
		more = 1;
	      }
      d++;
    }
  while (more);
  return d;
}

static unsigned seed = 5;

static int
chance (int n)
{
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) % n;
}

static void
fill (int n, int *a, int value)
{
  for (int i = 0; i < n; i++)
    a[i] = value;
}

static void
show (const char *name, int n, const int *a, int result)
{
  long s = 0;
  for (int i = 0; i < n; i++)
    s = s * 31 + a[i];
  printf ("%s %d %ld\n", name, result, s);
}

int
main (int argc, char **argv)
{
  for (int a = 1; a < argc; a++)
    {
      int n = atoi (argv[a]), m = 0;
      int *first = malloc ((n + 1) * sizeof *first);
      int *to = malloc (3 * n * sizeof *to), *x = malloc (n * sizeof *x);
      int *y = calloc (3 * n, sizeof *y);
      unsigned char *c = malloc (n);
      for (int v = 0; v < n; v++)
	{
	  first[v] = m;
	  to[m++] = (v + 1) % n;
	  for (int k = chance (3); k > 0; k--)
	    to[m++] = chance (n);
	}
      first[n] = m;
      for (int d = -2; d <= 0; d++)
	{
	  fill (n, x, -1);
	  x[0] = d;
	  show ("below", n, x, below (n, first, to, x, d));
	}
      for (int infinity = 2; infinity < 9; infinity += 3)
	{
	  fill (n, x, infinity);
	  x[0] = 0;
	  show ("near", n, x, near (n, first, to, x, infinity));
	}
      memset (c, 255, n);
      c[0] = 250;
      int d = narrow (n, first, to, c, 250);
      for (int v = 0; v < n; v++)
	x[v] = c[v];
      show ("narrow", n, x, d);
      fill (n, x, 0);
      x[n / 2] = 1;
      show ("onward", n, x, onward (n, first, to, x));
      fill (n, x, -1);
      x[0] = 0;
      show ("numbered", n, x, numbered (n, first, to, x, y));
      show ("when", m, y, 0);
      fill (n, x, -1);
      each (n, first, to, x, y);
      show ("each", n, x, 0);
      show ("own", n, y, 0);
      fill (n, x, -1);
      x[0] = 0;
      show ("parents", n, x, parents (n, first, to, x, y));
      show ("parent", n, y, 0);
      free (first), free (to), free (x), free (y), free (c);
    }
  return 0;
}
