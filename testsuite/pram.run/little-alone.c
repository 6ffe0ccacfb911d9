/* little-alone.c: regions that could be distributed with much of them on one process are
   so with little: a search by breadth with masks, and fluxes that are added to cells of
   which others are read.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 10 300 }
   { pram-ranks 1 3 }
   { pram-mode distributed }
   { pram-stats "\"search.1\"[^\n]*\"tasks_per_rank\": .15000, 15000, 15000." }
   { pram-stats "\"flow.1\"[^\n]*\"tasks_per_rank\": .6000, 6000, 6000." }  */

#include <stdio.h>
#include <stdlib.h>
#include <stdbool.h>

struct node { int first, n; };
struct cell { double u, change, volume; };
struct face { int left, right; double area; };

static int
search (int n, const struct node *node, const int *edge, bool *mask, bool *next,
	bool *visited, int *cost)
{
  int steps = 0;
  bool more;
#pragma pram
  do
    {
      more = false;
      for (int v = 0; v < n; v++)
	if (mask[v])
	  {
	    mask[v] = false;
	    for (int e = node[v].first; e < node[v].first + node[v].n; e++)
	      {
		int w = edge[e];
		if (!visited[w])
		  {
		    cost[w] = cost[v] + 1;
		    next[w] = true;
		  }
	      }
	  }
      for (int v = 0; v < n; v++)
	if (next[v])
	  {
	    mask[v] = visited[v] = more = true;
	    next[v] = false;
	  }
      steps++;
    }
  while (more);
  return steps;
}

static void
flow (int n, int faces, struct cell *cell, const struct face *face, int steps)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n; i++)
	cell[i].change = 0;
      for (int i = 0; i < faces; i++)
	{
	  int l = face[i].left, r = face[i].right;
	  double flux = face[i].area * (cell[l].u - cell[r].u);
	  cell[l].change -= flux;
	  cell[r].change += flux;
	}
      for (int i = 0; i < n; i++)
	cell[i].u += 0.01 * cell[i].change / cell[i].volume;
    }
}

int
main (int argc, char **argv)
{
  for (int arg = 1; arg < argc; arg++)
    {
      int n = atoi (argv[arg]), m = 0;
      unsigned h = 0;
      struct node *node = malloc (n * sizeof *node);
      struct cell *cell = malloc (n * sizeof *cell);
      struct face *face = malloc (2 * n * sizeof *face);
      int *edge = malloc (3 * n * sizeof *edge), *cost = malloc (n * sizeof *cost);
      bool *mask = malloc (n), *next = malloc (n), *visited = malloc (n);
      for (int v = 0; v < n; v++)
	{
	  node[v].first = m;
	  node[v].n = v % 4;
	  for (int k = 0; k < v % 4; k++)
	    edge[m++] = (v * 7 + k * k * 31 + 1) % n;
	  mask[v] = visited[v] = v % 37 == 1;
	  next[v] = false;
	  cost[v] = v % 37 == 1 ? 0 : -1;
	  cell[v] = (struct cell) { v % 7, 0, 1 + v % 3 };
	}
      for (int i = 0; i < 2 * n; i++)
	{
	  face[i].left = i * 13 % n;
	  face[i].right = (i * 5 + 3) % n;
	  face[i].area = 1.0 / (1 + i % 4);
	}
      printf ("%d steps\n", search (n, node, edge, mask, next, visited, cost));
      for (int v = 0; v < n; v++)
	h = h * 31 + cost[v];
      printf ("costs %u\n", h);
      flow (n, 2 * n, cell, face, 4);
      for (int i = 0; i < n; i++)
	printf ("%.17g\n", cell[i].u);
      free (node), free (cell), free (face), free (edge), free (cost);
      free (mask), free (next), free (visited);
    }
  return 0;
}
