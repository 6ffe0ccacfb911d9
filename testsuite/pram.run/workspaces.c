/* workspaces.c: memory of an iteration's own, whose size is known when it runs and whose
   elements data choose: searches from each vertex with arrays of variable length in a
   helper, rows of a product of sparse matrices with memory asked for, windows that are
   sorted, and shortest paths counted from each vertex, which add to what all share.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 150 37 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n, *rp, *ci;

static void
make_graph (void)
{
  unsigned s = 1;
  int nz = 0;
  rp = malloc ((n + 1) * sizeof *rp);
  ci = malloc (3 * n * sizeof *ci);
  for (int i = 0; i < n; i++)
    {
      rp[i] = nz;
      ci[nz++] = (i + 1) % n;
      for (int k = 0; k < i % 3; k++)
	{
	  s = s * 1664525 + 1013904223;
	  ci[nz++] = (s >> 8) % n;
	}
    }
  rp[n] = nz;
}

/* How far the farthest vertex is from S.  */
static int
eccentricity (int s)
{
  int dist[n], queue[n];
  int head = 0, tail = 0, far = 0;
  for (int v = 0; v < n; v++)
    dist[v] = -1;
  dist[s] = 0;
  queue[tail++] = s;
  while (head < tail)
    {
      int v = queue[head++];
      for (int k = rp[v]; k < rp[v + 1]; k++)
	if (dist[ci[k]] < 0)
	  {
	    dist[ci[k]] = dist[v] + 1;
	    if (dist[ci[k]] > far)
	      far = dist[ci[k]];
	    queue[tail++] = ci[k];
	  }
    }
  return far;
}

static void
eccentricities (int *e)
{
#pragma pram
  for (int v = 0; v < n; v++)
    e[v] = eccentricity (v);
}

/* The sum and the number of elements of each row of the square of the matrix.  */
static void
square (const double *a, double *sum, int *count)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double *row = calloc (n, sizeof *row);
      char *seen = malloc (n);
      memset (seen, 0, n);
      for (int k = rp[i]; k < rp[i + 1]; k++)
	for (int l = rp[ci[k]]; l < rp[ci[k] + 1]; l++)
	  {
	    row[ci[l]] += a[k] * a[l];
	    seen[ci[l]] = 1;
	  }
      double s = 0;
      int c = 0;
      for (int j = 0; j < n; j++)
	if (seen[j])
	  {
	    s = 0.5 * s + row[j];
	    c++;
	  }
      sum[i] = s;
      count[i] = c;
      free (seen);
      free (row);
    }
}

/* The middle of the W elements at X.  */
static double
median (const double *x, int w)
{
  double *y = malloc (w * sizeof *y);
  memcpy (y, x, w * sizeof *y);
  for (int i = 1; i < w; i++)
    {
      double v = y[i];
      int j = i - 1;
      while (j >= 0 && y[j] > v)
	{
	  y[j + 1] = y[j];
	  j--;
	}
      y[j + 1] = v;
    }
  double m = y[w / 2];
  free (y);
  return m;
}

/* Windows that get wider.  */
static void
smooth (const double *x, double *y)
{
#pragma pram
  for (int i = 0; i < n; i++)
    y[i] = median (x + i, 1 + i % 7);
}

/* How many shortest paths go through each vertex.  */
static void
betweenness (double *bc)
{
#pragma pram
  for (int s = 0; s < n; s++)
    {
      int dist[n], queue[n], head = 0, tail = 0;
      double paths[n], share[n];
      for (int v = 0; v < n; v++)
	{
	  dist[v] = -1;
	  paths[v] = share[v] = 0;
	}
      dist[s] = 0;
      paths[s] = 1;
      queue[tail++] = s;
      while (head < tail)
	{
	  int v = queue[head++];
	  for (int k = rp[v]; k < rp[v + 1]; k++)
	    {
	      int w = ci[k];
	      if (dist[w] < 0)
		{
		  dist[w] = dist[v] + 1;
		  queue[tail++] = w;
		}
	      if (dist[w] == dist[v] + 1)
		paths[w] += paths[v];
	    }
	}
      while (tail > 0)
	{
	  int v = queue[--tail];
	  for (int k = rp[v]; k < rp[v + 1]; k++)
	    if (dist[ci[k]] == dist[v] + 1)
	      share[v] += paths[v] / paths[ci[k]] * (1 + share[ci[k]]);
	  if (v != s)
	    bc[v] += share[v];
	}
    }
}

static void
run (void)
{
  make_graph ();
  double *a = malloc (3 * n * sizeof *a), *x = malloc ((n + 7) * sizeof *x);
  double *y = malloc (n * sizeof *y), *bc = malloc (n * sizeof *bc), h = 0;
  int *e = malloc (n * sizeof *e), *c = malloc (n * sizeof *c);
  for (int k = 0; k < rp[n]; k++)
    a[k] = 0.25 * (k % 9) - 1;
  for (int i = 0; i < n + 7; i++)
    x[i] = (i * 37) % 101 + 0.25 * (i % 3);
  for (int i = 0; i < n; i++)
    bc[i] = 0;
  eccentricities (e);
  for (int i = 0; i < n; i++)
    h = 0.9 * h + e[i];
  printf ("%.17g\n", h);
  square (a, y, c);
  for (int i = 0; i < n; i++)
    h = 0.9 * h + y[i] + c[i];
  printf ("%.17g\n", h);
  smooth (x, y);
  for (int i = 0; i < n; i++)
    h = 0.9 * h + y[i];
  printf ("%.17g\n", h);
  betweenness (bc);
  for (int i = 0; i < n; i++)
    h = 0.9 * h + bc[i];
  printf ("%.17g\n", h);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      n = atoi (argv[k]);
      run ();
    }
  return 0;
}
