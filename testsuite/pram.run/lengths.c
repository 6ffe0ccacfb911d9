/* Loops that go as far as data say, over arrays that the function has allocated: they go
   no further than these do.  Refinement, and the fronts of a breadth-first search.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 2 21 200 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "show.h"

/* What allocates may be in functions of the file.  */
static void *
checked (size_t bytes)
{
  void *p = malloc (bytes);
  if (p == NULL)
    {
      fprintf (stderr, "no memory\n");
      exit (1);
    }
  return p;
}

static int *
integers (int n)
{
  return checked (n * sizeof (int));
}

/* Steep places get a point between them and the next one.  */
static void
refine (int n)
{
  int most = 10 * n + 100, level, *at;
  double *x = malloc (most * sizeof *x), *f = calloc (most, sizeof *f), *y;
  int *mark = malloc (sizeof (int) * most);
  y = malloc (sizeof (double) * (size_t) most);
  at = malloc ((most + 1) * sizeof (int));
  for (int i = 0; i < n; i++)
    x[i] = (double) i / (n > 1 ? n - 1 : 1);
#pragma pram
  for (level = 0; level < 6; level++)
    {
      int some = 0;
      for (int i = 0; i < n; i++)
	f[i] = tanh (20 * (x[i] - 0.3));
      for (int i = 0; i < n; i++)
	{
	  mark[i] = i + 1 < n && fabs (f[i + 1] - f[i]) > 0.1;
	  some += mark[i];
	}
      if (!some || n + some > most)
	break;
      at[0] = 0;
      for (int i = 0; i < n; i++)
	at[i + 1] = at[i] + 1 + mark[i];
      for (int i = 0; i < n; i++)
	{
	  y[at[i]] = x[i];
	  if (mark[i])
	    y[at[i] + 1] = 0.5 * (x[i] + x[i + 1]);
	}
      n = at[n];
      for (int i = 0; i < n; i++)
	x[i] = y[i];
    }
  printf ("%d %d", level, n);
  show ("x", x, n * sizeof *x);
  free (x);
  free (f);
  free (y);
  free (mark);
  free (at);
}

/* Levels of a graph with four edges from each node.  */
static void
search (int n)
{
  int *to = need (4 * n * sizeof *to), *level = checked (n * sizeof *level);
  int *front = integers (n), *next = integers (n);
  int many = 1, depth = 0;
  for (int k = 0; k < 4 * n; k++)
    to[k] = (int) ((noise (k) + 1) * 1e6) % n;
  for (int v = 0; v < n; v++)
    level[v] = -1;
  level[0] = front[0] = 0;
#pragma pram
  while (many > 0)
    {
      int more = 0;
      for (int f = 0; f < many; f++)
	for (int k = 4 * front[f]; k < 4 * front[f] + 4; k++)
	  if (level[to[k]] < 0)
	    {
	      level[to[k]] = depth + 1;
	      next[more++] = to[k];
	    }
      for (int f = 0; f < more; f++)
	front[f] = next[f];
      many = more;
      depth++;
    }
  printf ("%d", depth);
  show ("level", level, n * sizeof *level);
  free (to);
  free (level);
  free (front);
  free (next);
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    {
      refine (atoi (argv[i]));
      search (atoi (argv[i]));
    }
  return 0;
}
