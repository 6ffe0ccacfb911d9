/* updates-spelled.c: updates of elements that data choose, as they are written: with what
   is chosen twice, loaded twice, or stored though nothing changes.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 300 20 }
   { pram-ranks 1 3 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdlib.h>
#include "show.h"

static void
deposit (int np, int ng, const double *x, double *rho)
{
#pragma pram
  for (int i = 0; i < np; i++)
    {
      int c = (int) x[i];
      double f = x[i] - c;
      rho[c] += 1 - f;
      rho[c + 1 == ng ? 0 : c + 1] += f;
    }
}

static void
relax (int m, const int *to, const float *w, float *least, double *most)
{
#pragma pram
  for (int k = 0; k < m; k++)
    {
      int t = to[k];
      float d = w[k];
      least[t] = d < least[t] ? d : least[t];
    }
#pragma pram
  for (int k = 0; k < m; k++)
    least[to[k]] = least[to[k]] < w[k] * 0.5f ? least[to[k]] : w[k] * 0.5f;
#pragma pram
  for (int k = 0; k < m; k++)
    {
      double d = w[k];
      most[to[k]] = most[to[k]] > d ? most[to[k]] : d;
    }
}

/* Where a number is none the order in which things are compared matters.  */
static void
unordered (int m, const int *to, const double *w, double *best)
{
#pragma pram
  for (int k = 0; k < m; k++)
    if (best[to[k]] <= w[k])
      ;
    else
      best[to[k]] = w[k];
#pragma pram
  for (int k = 0; k < m; k++)
    best[to[k]] = best[to[k]] < w[k] * 2 ? best[to[k]] : w[k] * 2;
#pragma pram
  for (int k = 0; k < m; k++)
    best[to[k]] = w[k] * 2 < best[to[k]] ? w[k] * 2 : best[to[k]];
}

static void
adopt (int m, int n, const int *to, const int *from, int *parent, int *depth)
{
#pragma pram begin
  for (int v = 0; v < n; v++)
    parent[v] = -1;
  for (int k = 0; k < m; k++)
    if (parent[to[k]] < 0)
      parent[to[k]] = from[k];
  for (int k = 0; k < m; k++)
    if (depth[to[k]] > 3)
      depth[to[k]]--;
#pragma pram end
}

int
main (int argc, char **argv)
{
  int np = atoi (argv[1]), ng = argc > 2 ? atoi (argv[2]) : 1, m = 3 * np;
  double *x = (double *) need (np * sizeof *x), *rho = (double *) need (ng * sizeof *rho);
  double *most = (double *) need (np * sizeof *most);
  float *w = (float *) need (m * sizeof *w), *least = (float *) need (np * sizeof *least);
  int *to = (int *) need (m * sizeof *to), *from = (int *) need (m * sizeof *from);
  int *parent = (int *) need (np * sizeof *parent), *depth = (int *) need (np * sizeof *depth);
  for (int i = 0; i < np; i++)
    {
      x[i] = noise (i) * ng;
      least[i] = 100;
      most[i] = -1;
      depth[i] = i % 9;
      parent[i] = 0;
    }
  for (int i = 0; i < ng; i++)
    rho[i] = 0;
  for (int k = 0; k < m; k++)
    {
      to[k] = (int) (noise (k) * np);
      from[k] = k % np;
      w[k] = (float) noise (3 * k);
    }
  deposit (np, ng, x, rho);
  relax (m, to, w, least, most);
  adopt (m, np, to, from, parent, depth);
  show ("rho", rho, ng * sizeof *rho);
  show ("least", least, np * sizeof *least);
  show ("most", most, np * sizeof *most);
  show ("parent", parent, np * sizeof *parent);
  show ("depth", depth, np * sizeof *depth);
  double *some = (double *) need (m * sizeof *some);
  for (int k = 0; k < m; k++)
    some[k] = k % 4 ? w[k] : (double) NAN;
  for (int i = 0; i < np; i++)
    most[i] = i % 3 ? .5 : (double) NAN;
  unordered (m, to, some, most);
  for (int i = 0; i < np; i++)
    printf (isnan (most[i]) ? "none\n" : "%a\n", most[i]);
}
