/* Deposits in an array that is exchanged with one that the same loop reads, at the same
   places or where data choose: PageRank by edges and by vertices, relaxations.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 83 } */
/* { pram-ranks 2 3 5 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>
#include "show.h"

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 10, m = 3 * n, it = 0;
  int *from = need (m * sizeof *from), *to = need (m * sizeof *to);
  int *degree = need (n * sizeof *degree), *first = need ((n + 1) * sizeof *first);
  double *rank = need (n * sizeof *rank), *next = need (n * sizeof *next), change = 1;
  float *a = need (n * sizeof *a), *b = need (n * sizeof *b);
  long *best = need (n * sizeof *best), *now = need (n * sizeof *now);
  for (int v = 0; v < n; v++)
    {
      degree[v] = 0;
      first[v] = v ? first[v - 1] + (v - 1) % 4 : 0;
      rank[v] = 1.0 / n, next[v] = 0;
      a[v] = 1.0f / n, b[v] = 0;
      best[v] = v * 7 % 1000, now[v] = 0;
    }
  first[n] = first[n - 1] + (n - 1) % 4;
  for (int e = 0; e < m; e++)
    {
      from[e] = e * 7 % n;
      to[e] = (e * e + 3) % n;
      degree[from[e]]++;
    }

  /* Until it converges.  */
#pragma pram
  while (change > 1e-6 && it < 30)
    {
      for (int v = 0; v < n; v++)
	next[v] = 0.15 / n;
      for (int e = 0; e < m; e++)
	next[to[e]] += 0.85 * rank[from[e]] / degree[from[e]];
      change = 0;
      for (int v = 0; v < n; v++)
	{
	  double d = next[v] > rank[v] ? next[v] - rank[v] : rank[v] - next[v];
	  if (d > change)
	    change = d;
	}
      double *t = rank;
      rank = next;
      next = t;
      it++;
    }
  show ("by edges", rank, n * sizeof *rank);

  /* From each vertex.  */
#pragma pram
  for (int k = 0; k < 5; k++)
    {
      for (int v = 0; v < n; v++)
	b[v] = 0.15f / n;
      for (int v = 0; v < n; v++)
	{
	  int all = first[v + 1] - first[v];
	  if (all == 0)
	    continue;
	  float share = 0.85f * a[v] / all;
	  for (int e = 0; e < all; e++)
	    b[to[first[v] + e]] += share;
	}
      float *t = a;
      a = b;
      b = t;
    }
  show ("by vertices", a, n * sizeof *a);

  /* Exchanged now and then.  */
#pragma pram
  for (int k = 0; k < 6; k++)
    {
      for (int v = 0; v < n; v++)
	now[v] = best[(v + 1) % n];
      for (int e = 0; e < m; e++)
	if (now[to[e]] < best[from[e]] % 500)
	  now[to[e]] = best[from[e]] % 500;
      if (k % 2)
	{
	  long *t = best;
	  best = now;
	  now = t;
	}
    }
  show ("best", best, n * sizeof *best);
  show ("now", now, n * sizeof *now);
  printf ("%d %.17g\n", it, change);
  return 0;
}
