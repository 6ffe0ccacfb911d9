/* own-rows.c: rows of which data choose elements, in loops each iteration of which has one
   for itself: sorting in place, searches and shortest paths from each vertex into rows of
   a matrix, small systems with pivoting, chains that walk in their own row, rows that are
   passed over, in a time loop.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 40 7 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { M = 5, WIDE = 16 };

static int n, *rp, *ci, *length;

static void
sort_rows (int m, double a[n][m])
{
#pragma pram
  for (int r = 0; r < n; r++)
    for (int i = 1; i < m; i++)
      {
	double v = a[r][i];
	int j = i - 1;
	while (j >= 0 && a[r][j] > v)
	  {
	    a[r][j + 1] = a[r][j];
	    j--;
	  }
	a[r][j + 1] = v;
      }
}

static void
distances (int dist[n][n])
{
#pragma pram
  for (int s = 0; s < n; s++)
    {
      int queue[n], head = 0, tail = 0;
      for (int v = 0; v < n; v++)
	dist[s][v] = -1;
      dist[s][s] = 0;
      queue[tail++] = s;
      while (head < tail)
	{
	  int v = queue[head++];
	  for (int k = rp[v]; k < rp[v + 1]; k++)
	    if (dist[s][ci[k]] < 0)
	      {
		dist[s][ci[k]] = dist[s][v] + 1;
		queue[tail++] = ci[k];
	      }
	}
    }
}

struct item
{
  int v, d;
};

static void
push (struct item *heap, int *m, int v, int d)
{
  int i = (*m)++;
  while (i > 0 && heap[(i - 1) / 2].d > d)
    {
      heap[i] = heap[(i - 1) / 2];
      i = (i - 1) / 2;
    }
  heap[i].v = v;
  heap[i].d = d;
}

static struct item
pop (struct item *heap, int *m)
{
  struct item top = heap[0], last = heap[--*m];
  int i = 0;
  for (;;)
    {
      int c = 2 * i + 1;
      if (c >= *m)
	break;
      if (c + 1 < *m && heap[c + 1].d < heap[c].d)
	c++;
      if (heap[c].d >= last.d)
	break;
      heap[i] = heap[c];
      i = c;
    }
  heap[i] = last;
  return top;
}

static void
shortest (int dist[n][n])
{
#pragma pram
  for (int s = 0; s < n; s++)
    {
      struct item *heap = malloc ((3 * n + 1) * sizeof *heap);
      int m = 0;
      for (int v = 0; v < n; v++)
	dist[s][v] = 1000000;
      dist[s][s] = 0;
      push (heap, &m, s, 0);
      while (m > 0)
	{
	  struct item it = pop (heap, &m);
	  if (it.d > dist[s][it.v])
	    continue;
	  for (int k = rp[it.v]; k < rp[it.v + 1]; k++)
	    {
	      int d = it.d + length[k];
	      if (d < dist[s][ci[k]])
		{
		  dist[s][ci[k]] = d;
		  push (heap, &m, ci[k], d);
		}
	    }
	}
      free (heap);
    }
}

static void
solve (double (*a)[M][M], double (*b)[M])
{
#pragma pram
  for (int c = 0; c < n; c++)
    for (int k = 0; k < M; k++)
      {
	int p = k;
	for (int i = k + 1; i < M; i++)
	  if (fabs (a[c][i][k]) > fabs (a[c][p][k]))
	    p = i;
	if (p != k)
	  {
	    for (int j = 0; j < M; j++)
	      {
		double t = a[c][k][j];
		a[c][k][j] = a[c][p][j];
		a[c][p][j] = t;
	      }
	    double t = b[c][k];
	    b[c][k] = b[c][p];
	    b[c][p] = t;
	  }
	for (int i = k + 1; i < M; i++)
	  {
	    double f = a[c][i][k] / a[c][k][k];
	    for (int j = k; j < M; j++)
	      a[c][i][j] -= f * a[c][k][j];
	    b[c][i] -= f * b[c][k];
	  }
      }
}

/* Two loops in a time loop, and rows that are passed over.  */
static void
walk (int (*table)[WIDE], int (*next)[WIDE], int *at, int steps)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  if ((i + t) % 3 == 0 || table[i][0] == 5)
	    continue;
	  int p = at[i];
	  for (int k = 0; k < 10; k++)
	    {
	      int q = table[i][p];
	      table[i][p] = (q + k + 1) % WIDE;
	      p = q;
	    }
	  at[i] = p;
	}
      for (int i = 0; i < n; i++)
	for (int j = 0; j < WIDE; j++)
	  next[i][j] = (table[i][j] + table[(i + 1) % n][j]) % WIDE;
      for (int i = 0; i < n; i++)
	for (int j = 0; j < WIDE; j++)
	  table[i][j] = next[i][j];
    }
}

static double h;

static void
show (const char *what)
{
  printf ("%s %.17g\n", what, h);
}

static void
make_graph (void)
{
  unsigned s = 1;
  int nz = 0;
  rp = malloc ((n + 1) * sizeof *rp);
  ci = malloc (3 * n * sizeof *ci);
  length = malloc (3 * n * sizeof *length);
  for (int i = 0; i < n; i++)
    {
      rp[i] = nz;
      length[nz] = 1 + i % 5;
      ci[nz++] = (i + 1) % n;
      for (int k = 0; k < i % 3; k++)
	{
	  s = s * 1664525 + 1013904223;
	  length[nz] = 1 + (s >> 20) % 9;
	  ci[nz++] = (s >> 8) % n;
	}
    }
  rp[n] = nz;
}

static void
run (void)
{
  int m = n + 5, (*dist)[n] = malloc (n * sizeof *dist);
  double (*x)[m] = malloc (n * sizeof *x), (*a)[M][M] = malloc (n * sizeof *a);
  double (*b)[M] = malloc (n * sizeof *b);
  int (*table)[WIDE] = malloc (n * sizeof *table), *at = malloc (n * sizeof *at);
  int (*next)[WIDE] = malloc (n * sizeof *next);
  make_graph ();
  for (int i = 0; i < n; i++)
    {
      at[i] = i % WIDE;
      for (int j = 0; j < m; j++)
	x[i][j] = (i * 7 + j * 13) % 31;
      for (int j = 0; j < WIDE; j++)
	table[i][j] = (i * 5 + j * 3) % WIDE;
      for (int j = 0; j < M; j++)
	{
	  b[i][j] = (i + j) % 7;
	  for (int k = 0; k < M; k++)
	    a[i][j][k] = (i * 3 + j * 5 + k * 7) % 11 + (j == k) * 0.5;
	}
    }
  sort_rows (m, x);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      h = 0.9 * h + x[i][j];
  show ("sorted");
  distances (dist);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      h = 0.9 * h + dist[i][j];
  show ("distances");
  shortest (dist);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      h = 0.9 * h + dist[i][j];
  show ("shortest");
  solve (a, b);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < M; j++)
      h = 0.9 * h + b[i][j] + a[i][j][j];
  show ("solved");
  walk (table, next, at, 5);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < WIDE; j++)
      h = 0.9 * h + table[i][j] + at[i];
  show ("walked");
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
