/* Places that come from arrays of the iteration's own, which data fill: the nearest
   neighbours of each point, and some sorted by their keys.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 120 9 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

enum { K = 5 };

#define NI __attribute__ ((noipa))

NI static void
nearest (int n, const double *x, const double *y, const double *v, double *r)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int best[K], m = 0;
      double distance[K], s = 0;
      for (int j = 0; j < n; j++)
	{
	  double d = (x[i] - x[j]) * (x[i] - x[j]) + (y[i] - y[j]) * (y[i] - y[j]);
	  int p = m < K ? m++ : K;
	  if (p == K && d >= distance[--p])
	    continue;
	  for (; p > 0 && distance[p - 1] > d; p--)
	    {
	      distance[p] = distance[p - 1];
	      best[p] = best[p - 1];
	    }
	  distance[p] = d;
	  best[p] = j;
	}
      for (int k = 0; k < m; k++)
	s += v[best[k]];
      r[i] = s;
    }
}

NI static void
ordered (int n, const int *next, const double *key, const double *v, double *r)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int order[K];
      for (int k = 0; k < K; k++)
	{
	  int at = next[(i + k) % n], p = k;
	  for (; p > 0 && key[order[p - 1]] > key[at]; p--)
	    order[p] = order[p - 1];
	  order[p] = at;
	}
      double s = 0;
      for (int k = 0; k < K; k++)
	s = s / 2 + v[order[k]];
      r[i] = s;
    }
}

int
main (int argc, char **argv)
{
  for (int arg = 1; arg < argc; arg++)
    {
      int n = atoi (argv[arg]);
      double *x = need (n * sizeof *x), *y = need (n * sizeof *y);
      double *v = need (n * sizeof *v), *r = need (n * sizeof *r);
      int *next = need (n * sizeof *next);
      for (int i = 0; i < n; i++)
	{
	  x[i] = noise (i), y[i] = noise (3 * i), v[i] = noise (5 * i);
	  next[i] = noise (7 * i) * n;
	}
      nearest (n, x, y, v, r);
      show ("nearest", r, n * sizeof *r);
      ordered (n, next, x, v, r);
      show ("ordered", r, n * sizeof *r);
      free (x), free (y), free (v), free (r), free (next);
    }
  return 0;
}
