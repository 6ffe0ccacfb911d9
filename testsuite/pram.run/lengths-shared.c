/* lengths-shared.c: fronts that are exchanged, of as many elements as a member of a structure
   says, or a global variable; and others of which that isn't sure.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 1 37 500 }
   { pram-ranks 1 3 }
   { pram-mode any }
   { pram-stats "\"search.1\"[^\n]*\"mode\": \"distributed\"" }
   { pram-stats "\"again.1\"[^\n]*\"mode\": \"distributed\"" }
   { pram-stats "\"grown.1\"[^\n]*\"mode\": \"serial\"" }  */

#include <stdio.h>
#include <stdlib.h>
#include <math.h>

struct graph { int n, *row, *to; };

static int most;

#define SEARCH(G, LEVEL, FRONT, NEXT, DEPTH)				\
  for (int m = 1; m > 0;)						\
    {									\
      int found = 0;							\
      DEPTH++;								\
      for (int k = 0; k < m; k++)					\
	for (int e = (G)->row[FRONT[k]]; e < (G)->row[FRONT[k] + 1]; e++) \
	  if (LEVEL[(G)->to[e]] < 0)					\
	    {								\
	      LEVEL[(G)->to[e]] = DEPTH;				\
	      NEXT[found++] = (G)->to[e];				\
	    }								\
      int *t = FRONT;							\
      FRONT = NEXT;							\
      NEXT = t;								\
      m = found;							\
    }

static int
search (struct graph *g, int *level)
{
  int *front = malloc (g->n * sizeof *front);
  int *next = malloc (g->n * sizeof *next);
  int depth = 0;
  front[0] = level[0] = 0;
#pragma pram
  SEARCH (g, level, front, next, depth)
  free (front);
  free (next);
  return depth;
}

static int
again (struct graph *g, int *level)
{
  int *front = calloc (most, sizeof *front), *next = calloc (most, sizeof *next);
  int depth = 0;
  level[0] = 0;
#pragma pram
  SEARCH (g, level, front, next, depth)
  free (front);
  free (next);
  return depth;
}

static int
more (void)
{
  return ++most;
}

static int
grown (struct graph *g, int *level)
{
  int *front = calloc (most, sizeof *front), k = more ();
  int *next = calloc (most, sizeof *next);
  int depth = 0;
  level[0] = 0;
#pragma pram
  SEARCH (g, level, front, next, depth)
  free (front);
  free (next);
  return depth + k;
}

/* What allocates may call other functions with a first argument of any type.  */
static double *
powers (int n, double base)
{
  double *a = malloc (n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] = pow (base, i % 5);
  return a;
}

static double
sum (int n)
{
  double *x = powers (n, 2), s = 0;
  int more = n;
#pragma pram reduction (+: s)
  for (int i = 0; i < more; i++)
    {
      s += x[i];
      if (x[i] > 8)
	more = n - 1;
    }
  free (x);
  return s;
}

static void
show (const char *what, struct graph *g, int *level, int depth)
{
  unsigned h = 0;
  for (int i = 0; i < g->n; i++)
    {
      h = h * 31 + level[i];
      level[i] = -1;
    }
  printf ("%s %d %u\n", what, depth, h);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]), m = 0;
      struct graph g = { n, malloc ((n + 1) * sizeof (int)),
			 malloc (3 * n * sizeof (int)) };
      int *level = malloc (n * sizeof *level);
      for (int i = 0; i < n; i++)
	{
	  level[i] = -1;
	  g.row[i] = m;
	  for (int j = 0; j < 1 + i % 3; j++)
	    g.to[m++] = (i * 13 + j * j * 7 + 1) % n;
	}
      g.row[n] = m;
      most = n;
      show ("search", &g, level, search (&g, level));
      show ("again", &g, level, again (&g, level));
      printf ("sum %g\n", sum (n));
      show ("grown", &g, level, grown (&g, level));
      free (g.row);
      free (g.to);
      free (level);
    }
  return 0;
}
