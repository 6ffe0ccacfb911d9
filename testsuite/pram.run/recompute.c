/* recompute.c: values that are computed again instead of being stored.

   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-sum } */

#include <math.h>
#include "show.h"

#define N 67

static double p[N][N], r[N][N], s[N][N], q[N][N];
static float x[N * N], y[N * N], z[N * N], sum[N * N];

static void
fill (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	p[i][j] = noise (i * N + j);
	r[i][j] = noise (i * N + j + 5);
	s[i][j] = noise (i * N + j + 9);
	q[i][j] = noise (i * N + j + 11);
	x[i * N + j] = noise (i * N + j + 2);
	y[i * N + j] = z[i * N + j] = 0;
      }
}

/* Iterators of other names and types, in nests of other forms; a scalar that
   changes in between; the value after the store; a sum.  */
static void
steepest (int most)
{
  double alpha = 0.1, rr;
  int t = 0;
  fill ();
#pragma pram begin reduction(+: rr) local(q)
  do
    {
      double scale = 1 + alpha;
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  {
	    q[i][j] = scale * p[i][j] - 0.25 * (p[i - 1][j] + p[i][j - 1])
		      + 0.001 * (i - j);
	    s[i][j] = fabs (q[i][j]);
	  }
      scale = 0.5 * alpha;
      rr = 0;
      for (int k = 1; k <= N - 2; k++)
	{
	  int l = 1;
	  while (l < N - 1)
	    {
	      r[k][l] -= scale * q[k][l];
	      rr += r[k][l] * r[k][l];
	      l++;
	    }
	}
      alpha = 1 / (1 + rr);
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  p[i][j] = 0.5 * p[i][j] + alpha * r[i][j];
      t++;
    }
  while (rr > 1e-9 && t < most);
#pragma pram end
  printf ("steepest %d %.12g\n", t, rr);
}

/* Swapped operands: before and after, but not in between.  */
static void
swapped (int steps)
{
  double (*u)[N] = p, (*v)[N] = r;
  fill ();
#pragma pram begin local(q)
  for (int t = 0; t < steps; t++)
    {
      for (int i = 1; i < N - 1; i++)
	for (int j = 0; j < i; j++)
	  q[i][j] = u[i + 1][j] - 0.5 * u[i - 1][j];
      for (int i = 1; i < N - 1; i++)
	for (int j = 0; j < i; j++)
	  v[i][j] = 0.5 * v[i][j] + 0.125 * q[i][j];
      double (*w)[N] = u;
      u = v;
      v = w;
    }
#pragma pram end
  show ("u", u, sizeof p);
  show ("v", v, sizeof p);
}

/* A chain of arrays that aren't stored; floats and one index.  */
static void
chain (int steps)
{
  fill ();
#pragma pram begin local(y, z)
  for (int t = 0; t < steps; t++)
    {
      for (int k = 1; k < N * N - 1; k++)
	y[k] = 0.3f * x[k - 1] + 0.7f * x[k + 1];
      for (int k = 1; k < N * N - 1; k++)
	z[k] = y[k] * y[k] - x[k];
      for (int k = 1; k < N * N - 1; k++)
	sum[k] = z[k] + y[k];
      for (int k = 1; k < N * N - 1; k++)
	x[k] = 0.5f * sum[k];
    }
#pragma pram end
  show ("x", x, sizeof x);
}

/* Not possible: the last time's value, a changed operand, a changing name.  */
static void
stored (int steps)
{
  double (*u)[N] = p, (*v)[N] = s;
  fill ();
#pragma pram begin local(q)
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < N; i++)
	for (int j = 1; j < N; j++)
	  r[i][j] += 0.25 * q[i][j];
      for (int i = 0; i < N; i++)
	for (int j = 1; j < N; j++)
	  q[i][j] = 0.5 * u[i][j - 1];
      double (*w)[N] = u;
      u = v;
      v = w;
      for (int i = 0; i < N; i++)
	for (int j = 1; j < N; j++)
	  u[i][j] = 0.5 * (u[i][j] + q[i][j]);
    }
#pragma pram end
  show ("r", r, sizeof r);
  show ("u", u, sizeof p);
  show ("v", v, sizeof p);
}

int
main (void)
{
  steepest (7);
  swapped (5);
  chain (4);
  stored (6);
  return 0;
}
