/* linear-rows.c: rows of linear arrays of which data choose elements: shortest paths from each
   vertex, small systems with pivoting, matrices of a variable size, segments sorted in place,
   from the last one on and with size_t, chains, and cycles through a table.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 23 7 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct graph
{
  int n, *first, *to, *length;
};

static void
find_paths (const struct graph *g, int from, int *dist, char *done)
{
  for (int v = 0; v < g->n; v++)
    {
      dist[v] = INT_MAX;
      done[v] = 0;
    }
  dist[from] = 0;
  for (int it = 0; it < g->n; it++)
    {
      int u = -1;
      for (int v = 0; v < g->n; v++)
	if (!done[v] && (u < 0 || dist[v] < dist[u]))
	  u = v;
      if (dist[u] == INT_MAX)
	break;
      done[u] = 1;
      for (int k = g->first[u]; k < g->first[u + 1]; k++)
	{
	  int d = dist[u] + g->length[k];
	  if (d < dist[g->to[k]])
	    dist[g->to[k]] = d;
	}
    }
}

static int
factor (double *a, int n, int *pivot)
{
  for (int k = 0; k < n; k++)
    {
      int p = k;
      for (int i = k + 1; i < n; i++)
	if (fabs (a[i * n + k]) > fabs (a[p * n + k]))
	  p = i;
      pivot[k] = p;
      if (a[p * n + k] == 0)
	return k + 1;
      for (int j = 0; j < n; j++)
	{
	  double t = a[k * n + j];
	  a[k * n + j] = a[p * n + j];
	  a[p * n + j] = t;
	}
      for (int i = k + 1; i < n; i++)
	{
	  a[i * n + k] /= a[k * n + k];
	  for (int j = k + 1; j < n; j++)
	    a[i * n + j] -= a[i * n + k] * a[k * n + j];
	}
    }
  return 0;
}

static void
sort_columns (int n, double a[n][n])
{
  for (int k = 0; k < n; k++)
    {
      int p = k;
      for (int j = k + 1; j < n; j++)
	if (a[k][j] > a[k][p])
	  p = j;
      for (int i = 0; i < n; i++)
	{
	  double t = a[i][k];
	  a[i][k] = a[i][p];
	  a[i][p] = t;
	}
    }
}

static void
insert (unsigned *a, size_t n)
{
  for (size_t i = 1; i < n; i++)
    {
      unsigned x = a[i];
      size_t j = i;
      for (; j > 0 && a[j - 1] > x; j--)
	a[j] = a[j - 1];
      a[j] = x;
    }
}

static void
sift (int *a, int r, int n)
{
  while (2 * r + 1 < n)
    {
      int c = 2 * r + 1;
      if (c + 1 < n && a[c + 1] > a[c])
	c++;
      if (a[r] >= a[c])
	break;
      int t = a[r];
      a[r] = a[c];
      a[c] = t;
      r = c;
    }
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 23, m = argc > 2 ? atoi (argv[2]) : 7, size = n * m;
  size_t rows = n, columns = m;
  struct graph g = { n, malloc ((n + 1) * 4), malloc (3 * n * 4), malloc (3 * n * 4) };
  int *dist = malloc (n * n * 4), *heap = malloc (size * 4), *chain = malloc (size * 4);
  int *cycle = malloc (n * n * 4), *pivot = malloc (size * 4), *info = malloc (n * 4);
  unsigned *segment = malloc (size * 4), *block = malloc (size * 4), x = 9;
  double *a = malloc (size * m * sizeof *a);
  for (int i = 0; i <= n; i++)
    g.first[i] = 3 * i;
  for (int k = 0; k < 3 * n; k++)
    {
      g.to[k] = (k * 13 + 5) % n;
      g.length[k] = 1 + k % 11;
    }
  for (int k = 0; k < size; k++)
    {
      x = x * 1664525u + 1013904223u;
      segment[k] = block[k] = x >> 9;
      heap[k] = x >> 10;
      chain[k] = x >> 12;
      pivot[k] = 0;
    }
  for (int k = 0; k < size * m; k++)
    a[k] = sin (k * 1.7 + k % 11);

#pragma pram
  for (int s = 0; s < n; s++)
    {
      char *done = malloc (n);
      find_paths (&g, s, dist + s * n, done);
      free (done);
    }
#pragma pram
  for (int b = 0; b < n; b++)
    info[b] = factor (a + b * m * m, m, pivot + b * m);
  double (*matrix)[m][m] = (double (*)[m][m]) a;
#pragma pram
  for (int b = 0; b < n; b++)
    sort_columns (m, matrix[b]);
#pragma pram
  for (size_t r = 0; r < rows; r++)
    insert (&segment[r * columns], columns);
#pragma pram
  for (int r = n - 1; r >= 0; r--)
    {
      int *h = heap + r * (int) columns;
      for (int v = 0; v < m; v++)
	h[v] ^= 5;
      for (int s = m / 2 - 1; s >= 0; s--)
	sift (h, s, m);
    }
#pragma pram
  for (int low = 0; low < size; low += n)
    insert (block + low, n);
#pragma pram
  for (int c = 0; c < n; c++)
    {
      for (int t = 0; t < m; t++)
	chain[c * m + t] %= 1009;
      for (int t = 0; t < 40; t++)
	{
	  int at = c * m + chain[c * m + t % m] % m;
	  chain[at] = (chain[at] * 5 + t) % 1009;
	}
    }
#pragma pram
  for (int s = 0; s < n; s++)
    {
      int at = s, k = 0;
      for (int v = 0; v < n; v++)
	cycle[s * n + v] = -1;
      while (cycle[s * n + at] < 0)
	{
	  cycle[s * n + at] = k++;
	  at = g.to[at];
	}
    }

  double sum = 0;
  unsigned long h = 0;
  for (int k = 0; k < size * m; k++)
    sum += a[k] * (k % 7);
  for (int k = 0; k < size; k++)
    h = h * 31 + segment[k] + block[k] + 7 * heap[k] + chain[k] + pivot[k];
  for (int k = 0; k < n * n; k++)
    h = h * 31 + dist[k] + cycle[k];
  for (int b = 0; b < n; b++)
    h = h * 31 + info[b];
  printf ("%.17g %lu\n", sum, h);
  return 0;
}
