/* globals.c: helpers that use global variables: arrays, pointers that they
   swap, scalars that they read and set; a reduction in a helper.
   { pram-sum }

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include "show.h"

#define N 61

static double *u, *v, x[N * N], r[N * N], err;
static int n, steps;
static const double weight = 0.25;
double scale = 0.5;

static double
dmax (double a, double b)
{
  return a > b ? a : b;
}

static void
count (void)
{
  steps += 2;
}

static void
sweep (void)
{
  err = 0;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      {
	v[i * n + j] = weight * (u[(i - 1) * n + j] + u[(i + 1) * n + j]
				 + u[i * n + j - 1] + u[i * n + j + 1]);
	err = dmax (err, fabs (v[i * n + j] - u[i * n + j]));
      }
  count ();
}

static void
swap (void)
{
  double *t = u;
  u = v;
  v = t;
}

static double
dot (const double *a, const double *b)
{
  double s = 0;
  for (int i = 0; i < N * N; i++)
    s += a[i] * b[i];
  return s;
}

static void
normalise (double by)
{
  for (int i = 0; i < N * N; i++)
    x[i] = scale * r[i] / by;
}

int
main (void)
{
  n = N;
  u = need (n * n * sizeof *u);
  v = need (n * n * sizeof *v);
  for (int i = 0; i < n * n; i++)
    {
      u[i] = v[i] = noise (i);
      x[i] = r[i] = noise (-i);
    }

#pragma pram size(n=61)
  do
    {
      sweep ();
      swap ();
      steps--;
    }
  while (err > 1e-3);
  printf ("%d %.17g\n", steps, err);
  for (int i = 0; i < n * n; i += 97)
    printf ("%.17g\n", u[i]);

#pragma pram reduction(+: s)
  for (int k = 0; k < 3; k++)
    {
      normalise (sqrt (dot (r, r)));
      for (int i = 0; i < N * N; i++)
	r[i] += x[N * N - 1 - i];
    }
  for (int i = 0; i < N * N; i += 97)
    printf ("%.9g %.9g\n", x[i], r[i]);
  return 0;
}
