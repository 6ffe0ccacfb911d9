/* chosen-late.c: the least of what isn't done, by its index alone, of which there is none at
   first: searches for shortest paths, spanning trees, pivots among rows that are left.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 1 2 7 50 }
   { pram-ranks 2 3 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "show.h"

enum { FAR = 1000000 };

/* Dijkstra: all that can be reached from 0.  */
static void
paths (int n, const int *length, int *distance, int *done)
{
#pragma pram
  for (int k = 0; k < n; k++)
    {
      int u = -1;
      for (int i = 0; i < n; i++)
	if (!done[i] && (u == -1 || distance[i] < distance[u]))
	  u = i;
      if (u == -1 || distance[u] == FAR)
	break;
      done[u] = 1;
      for (int i = 0; i < n; i++)
	if (length[u * n + i] && distance[u] + length[u * n + i] < distance[i])
	  distance[i] = distance[u] + length[u * n + i];
    }
}

/* Prim.  */
static void
tree (int n, const double *weight, double *nearest, int *parent, int *in)
{
#pragma pram
  for (int k = 0; k < n; k++)
    {
      int v = -1;
      for (int i = 0; i < n; i++)
	if (!in[i] && (v < 0 || nearest[v] > nearest[i]))
	  v = i;
      in[v] = 1;
      for (int i = 0; i < n; i++)
	if (!in[i] && weight[v * n + i] < nearest[i])
	  {
	    nearest[i] = weight[v * n + i];
	    parent[i] = v;
	  }
    }
}

/* Which row is eliminated by next.  */
static void
rows (int n, const double *a, const int *used, int *best)
{
#pragma pram
  for (int j = 0; j < n; j++)
    {
      int p = -1;
      for (int i = 0; i < n; i++)
	{
	  if (used[i])
	    continue;
	  if (p < 0 || fabs (a[i * n + j]) > fabs (a[p * n + j]))
	    p = i;
	}
      best[j] = p;
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      int *length = need (n * n * sizeof *length), *distance = need (n * sizeof *distance);
      int *done = need (n * sizeof *done), *parent = need (n * sizeof *parent);
      double *weight = need (n * n * sizeof *weight), *nearest = need (n * sizeof *nearest);
      for (int i = 0; i < n; i++)
	for (int j = 0; j < n; j++)
	  {
	    length[i * n + j] = (i * 7 + j * 13) % 5 ? 0 : 1 + i * j % 30;
	    weight[i * n + j] = noise ((i + 1) * (j + 1)) - (i == j);
	  }
      for (int i = 0; i < n; i++)
	distance[i] = FAR, nearest[i] = 1e9, done[i] = 0, parent[i] = -1;
      distance[0] = 0;
      nearest[n / 2] = 0;
      paths (n, length, distance, done);
      show ("distance", distance, n * sizeof *distance);
      rows (n, weight, done, parent);
      show ("rows", parent, n * sizeof *parent);
      for (int i = 0; i < n; i++)
	done[i] = 0;
      tree (n, weight, nearest, parent, done);
      show ("parent", parent, n * sizeof *parent);
      show ("nearest", nearest, n * sizeof *nearest);
    }
  return 0;
}
