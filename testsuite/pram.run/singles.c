/* Elements that data choose between loops: the least of a search, a pivot, the
   farthest point.  They are accessed in loops of one iteration.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 2 3 17 60 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

/* One element is written; the loop is left by a break.  */
NI void
dijkstra (int n, const double *w, double *dist, int *done, int *from)
{
#pragma pram
  for (int step = 0; step < n; step++)
    {
      int u = -1;
      double least = 1e30;
      for (int v = 0; v < n; v++)
	if (!done[v] && dist[v] < least)
	  {
	    least = dist[v];
	    u = v;
	  }
      if (u < 0)
	break;
      done[u] = 1;
      for (int v = 0; v < n; v++)
	if (!done[v] && least + w[u * n + v] < dist[v])
	  {
	    dist[v] = least + w[u * n + v];
	    from[v] = u;
	  }
    }
}

/* One is written, one of another array read, and counted in.  */
NI double
prim (int n, double (*w)[n], double *key, int *parent, bool *in)
{
  double total = 0;
#pragma pram begin
  for (int v = 0; v < n; v++)
    {
      key[v] = 1e30;
      in[v] = false;
      parent[v] = -1;
    }
  key[0] = 0;
  for (int k = 0; k < n; k++)
    {
      int u = 0;
      double least = 2e30;
      for (int v = 0; v < n; v++)
	if (!in[v] && key[v] < least)
	  {
	    least = key[v];
	    u = v;
	  }
      in[u] = true;
      total += key[u];
      for (int v = 0; v < n; v++)
	if (!in[v] && w[u][v] < key[v])
	  {
	    key[v] = w[u][v];
	    parent[v] = u;
	  }
    }
#pragma pram end
  return total;
}

/* Two are read of arrays that the region doesn't change.  */
NI void
farthest (int n, int k, const double *x, const double *y, double *d, int *chosen)
{
  int now = 0;
#pragma pram
  for (int s = 0; s < k; s++)
    {
      chosen[s] = now;
      double cx = x[now], cy = y[now], far = -1;
      for (int i = 0; i < n; i++)
	{
	  double e = (x[i] - cx) * (x[i] - cx) + (y[i] - cy) * (y[i] - cy);
	  if (e < d[i])
	    d[i] = e;
	}
      for (int i = 0; i < n; i++)
	if (d[i] > far)
	  {
	    far = d[i];
	    now = i;
	  }
    }
}

/* Two exchange their values, under a condition.  */
NI void
select_sort (int n, double *a, int *place)
{
#pragma pram
  for (int k = 0; k < n - 1; k++)
    {
      int p = k;
      double least = a[k];
      for (int i = k + 1; i < n; i++)
	if (a[i] < least)
	  {
	    least = a[i];
	    p = i;
	  }
      if (p != k)
	{
	  double t = a[k];
	  a[k] = a[p];
	  a[p] = t;
	  int u = place[k];
	  place[k] = place[p];
	  place[p] = u;
	}
    }
}

/* So do rows, and what belongs to them.  */
NI void
eliminate (int n, double *a, double *b)
{
#pragma pram
  for (int k = 0; k < n; k++)
    {
      int p = k;
      double most = fabs (a[k * n + k]);
      for (int i = k + 1; i < n; i++)
	if (fabs (a[i * n + k]) > most)
	  {
	    most = fabs (a[i * n + k]);
	    p = i;
	  }
      if (p != k)
	{
	  for (int j = k; j < n; j++)
	    {
	      double t = a[k * n + j];
	      a[k * n + j] = a[p * n + j];
	      a[p * n + j] = t;
	    }
	  double t = b[k];
	  b[k] = b[p];
	  b[p] = t;
	}
      for (int i = k + 1; i < n; i++)
	{
	  double f = a[i * n + k] / a[k * n + k];
	  for (int j = k; j < n; j++)
	    a[i * n + j] -= f * a[k * n + j];
	  b[i] -= f * b[k];
	}
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      double (*w)[n] = malloc (n * sizeof *w);
      double *d = malloc (n * sizeof *d), *x = malloc (n * sizeof *x);
      double *y = malloc (n * sizeof *y);
      int *done = calloc (n, sizeof *done), *from = calloc (n, sizeof *from);
      bool *in = malloc (n * sizeof *in);
      int chosen[5] = { 0 };
      for (int i = 0; i < n; i++)
	{
	  for (int j = 0; j < n; j++)
	    w[i][j] = chance (4) ? 1 + chance (50) : 1e30;
	  d[i] = i ? 1e30 : 0;
	  x[i] = chance (1000) * .01;
	  y[i] = chance (1000) * .01;
	}
      dijkstra (n, w[0], d, done, from);
      show ("dijkstra", d, n * sizeof *d);
      show ("dijkstra", from, n * sizeof *from);
      show ("dijkstra", done, n * sizeof *done);
      printf ("%g\n", prim (n, w, d, from, in));
      show ("prim", from, n * sizeof *from);
      show ("prim", in, n * sizeof *in);
      for (int i = 0; i < n; i++)
	{
	  d[i] = 1e30;
	  from[i] = i;
	}
      farthest (n, 5, x, y, d, chosen);
      show ("farthest", chosen, sizeof chosen);
      for (int i = 0; i < n * n; i++)
	w[0][i] = noise (i) - .5;
      eliminate (n, w[0], y);
      show ("eliminate", w, n * sizeof *w);
      show ("eliminate", y, n * sizeof *y);
      select_sort (n, x, from);
      show ("select_sort", x, n * sizeof *x);
      show ("select_sort", from, n * sizeof *from);
    }
}
