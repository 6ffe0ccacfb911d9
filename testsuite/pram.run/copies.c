/* copies.c: memcpy and memset: whole arrays, rows, a part of a row whose
   length differs from row to row; structures and complex numbers.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <complex.h>
#include <string.h>
#include "show.h"

#define N 61

static double u[N][N], v[N][N];
static unsigned char mark[N][N];

/* Members of one type, and of several ones of the same size.  */
typedef struct { double height, flow[2]; } cell;
typedef struct { int id; float weight; unsigned neighbour; } vertex;

static cell q[N][N], r[N][N];
static vertex graph[N], moved[N];
static double complex z[N], w[N];

static void
flow (int steps)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      memset (r, 0, sizeof r);
      for (int i = 1; i < N - 1; i++)
	for (int j = 0; j < N; j++)
	  {
	    r[i][j].height = q[i - 1][j].height + q[i + 1][j].flow[0];
	    r[i][j].flow[0] = 0.5 * q[i - 1][j].flow[1];
	    r[i][j].flow[1] = q[i][j].height;
	  }
      memcpy (q, r, sizeof q);
    }
}

static void
rotate (int steps)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < N; i++)
	{
	  moved[i].id = graph[(i + 1) % N].id;
	  moved[i].weight = graph[i].weight + graph[(i + 1) % N].weight;
	  moved[i].neighbour = 3 * graph[i].neighbour;
	  w[i] = I * z[(i + 1) % N];
	}
      memcpy (graph, moved, N * sizeof *graph);
      memcpy (z, w, sizeof z);
    }
}

static void
structures (void)
{
  for (int i = 0; i < N; i++)
    {
      graph[i] = (vertex) { 3 * i, (float) noise (i), 7u * i };
      z[i] = noise (i) + I * noise (-i);
      for (int j = 0; j < N; j++)
	q[i][j] = (cell) { noise (i), { noise (j), noise (i + N * j) } };
    }
  flow (5);
  rotate (4);
  show ("q", q, sizeof q);
  show ("graph", graph, sizeof graph);
  show ("z", z, sizeof z);
}

static void
copy_rows (int n, int m, float (*to)[m], float (*from)[m])
{
  for (int i = 1; i < n - 1; i++)
    memcpy (&to[i][1], &from[i][1], (m - 2) * sizeof (float));
}

static void
diffuse (int n, int m, float (*a)[m], float (*b)[m])
{
#pragma pram size(n=53, m=37)
  for (int t = 0; t < 9; t++)
    {
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < m - 1; j++)
	  b[i][j] = 0.2f * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1]
			    + a[i][j + 1]);
      copy_rows (n, m, a, b);
    }
}

/* As much as there is, if anything.  */
static void
shift (int n, int m, float (*a)[m], float (*b)[m])
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 1; i < n; i++)
	for (int j = 0; j < m; j++)
	  b[i][j] = a[i][j] + 0.5f * a[i - 1][j];
      for (int i = 0; i < n; i++)
	memcpy (&a[i][2], &b[i][2], (m - 2 > 0 ? m - 2 : 0) * sizeof (float));
    }
}

int
main (void)
{
  int n = 53, m = 37;
  float (*a)[m] = need (sizeof (float[n][m]));
  float (*b)[m] = need (sizeof (float[n][m]));
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      u[i][j] = noise (i * N + j);
  for (int i = 0; i < n * m; i++)
    a[0][i] = b[0][i] = noise (i);
  diffuse (n, m, a, b);
  shift (n, m, a, b);
  show ("a", a, sizeof (float[n][m]));

#pragma pram
  for (int t = 0; t < 7; t++)
    {
      memset (v, 0, sizeof v);
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  v[i][j] = u[i][j] + 0.1 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1]
				     + u[i][j + 1] - 4 * u[i][j]);
      memcpy (u, v, sizeof u);
    }

#pragma pram begin
  memset (mark, 7, sizeof mark);
  for (int i = 0; i < N; i++)
    memset (mark[i], 200, i + 1);
#pragma pram end

  show ("u", u, sizeof u);
  show ("mark", mark, sizeof mark);
  structures ();
  return 0;
}
