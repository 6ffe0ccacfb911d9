/* whole.c: nests that can't be distributed, beside others that can: they run on
   one process.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>

#include "show.h"

#define N 47

static double a[N][N], q[N][N], r[N][N];
static double b[N], x[N], y[N];
static float f[N][N], g[N];
static int h[N];

static void
fill (void)
{
  for (int i = 0; i < N; i++)
    {
      for (int j = 0; j < N; j++)
	{
	  a[i][j] = noise (i * N + j) + (i == j ? N : 0);
	  q[i][j] = r[i][j] = 0;
	  f[i][j] = noise (i + j * N);
	}
      b[i] = noise (i + 77);
      x[i] = y[i] = 0;
      g[i] = noise (i + 99);
      h[i] = i * i % 13;
    }
}

/* A system of equations, solved row by row.  */
static void
solve (void)
{
#pragma pram begin
  for (int k = 0; k < N; k++)
    for (int i = k + 1; i < N; i++)
      {
	a[i][k] /= a[k][k];
	for (int j = k + 1; j < N; j++)
	  a[i][j] -= a[i][k] * a[k][j];
      }
  for (int i = 0; i < N; i++)
    {
      double s = b[i];
      for (int k = 0; k < i; k++)
	s -= a[i][k] * y[k];
      y[i] = s;
    }
  for (int i = N - 1; i >= 0; i--)
    {
      double s = y[i];
      for (int k = i + 1; k < N; k++)
	s -= a[i][k] * x[k];
      x[i] = s / a[i][i];
    }
#pragma pram end
  show ("a", a, sizeof a);
  show ("x", x, sizeof x);
}

/* The norm is summed up in the serial order; the next loops need it.  */
static void
gramschmidt (void)
{
#pragma pram
  for (int k = 0; k < N; k++)
    {
      double norm = 0;
      for (int i = 0; i < N; i++)
	norm += a[i][k] * a[i][k];
      r[k][k] = sqrt (norm);
      for (int i = 0; i < N; i++)
	q[i][k] = a[i][k] / r[k][k];
      for (int j = k + 1; j < N; j++)
	{
	  r[k][j] = 0;
	  for (int i = 0; i < N; i++)
	    r[k][j] += q[i][k] * a[i][j];
	  for (int i = 0; i < N; i++)
	    a[i][j] -= q[i][k] * r[k][j];
	}
    }
  show ("a", a, sizeof a);
  show ("q", q, sizeof q);
  show ("r", r, sizeof r);
}

/* Recurrences in a time loop, and scalars that are needed in the next step and
   after the region: a sum in order, a place, a flag.  */
static void
steps (int n)
{
  float sum = 0.5f;
  int place = -1, odd = 0;
#pragma pram
  for (int t = 0; t < n; t++)
    {
      for (int i = 1; i < N; i++)
	for (int j = 0; j < N; j++)
	  f[i][j] = 0.5f * f[i][j] + 0.25f * g[i] * f[0][j] + sum * 0.001f;
      for (int i = 1; i < N; i++)
	{
	  g[i] = 0.5f * g[i - 1] + f[i][3];
	  sum = 0.75f * sum + g[i];
	  if (g[i] > g[i - 1])
	    place = i + t;
	}
      for (int i = 0; i < N - 1; i++)
	{
	  odd ^= h[i] & 1;
	  h[i + 1] += h[i] & 3;
	}
    }
  show ("f", f, sizeof f);
  show ("g", g, sizeof g);
  show ("h", h, sizeof h);
  printf ("%.9g %d %d\n", sum, place, odd);
}

/* Taken out of the nest, a prefix sum is little work.  */
static void
prefix (void)
{
#pragma pram
  for (int i = 1; i < N; i++)
    {
      y[i] = 0;
      for (int j = 0; j < N; j++)
	y[i] += a[i][j] * b[j];
      x[i] = x[i - 1] + y[i];
    }
  show ("x", x, sizeof x);
  show ("y", y, sizeof y);
}

/* In the last steps the sum has nothing to add, and keeps its value.  */
static void
shrinking (void)
{
#pragma pram
  for (int k = 0; k < N; k++)
    {
      double s = 3;
      for (int i = k + 2; i < N; i++)
	s = 0.5 * s + a[i][N - 1 - k];
      for (int i = 0; i < N; i++)
	for (int j = 0; j < N; j++)
	  q[i][j] += s * a[j][i];
      b[k] = s;
    }
  show ("b", b, sizeof b);
  show ("q", q, sizeof q);
}

int
main (void)
{
  fill (); solve ();
  fill (); gramschmidt ();
  fill (); steps (5);
  fill (); steps (0);
  fill (); prefix ();
  fill (); shrinking ();
  return 0;
}
