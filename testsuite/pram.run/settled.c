/* settled.c: sizes that no clause names, because they never change.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

static double
dot (int n, const double *x, const double *y)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

/* A matrix of variable size whose size is known all the same.  */
static void
product (void)
{
  int n;
  n = 40;
  double a[n][n], x[n], y[n];
  for (int i = 0; i < n; i++)
    {
      x[i] = noise (i);
      for (int j = 0; j < n; j++)
	a[i][j] = noise (n * i + j);
    }
#pragma pram
  for (int i = 0; i < n; i++)
    y[i] = dot (n, a[i], x);
  show ("y", y, sizeof y);
}

int
main (void)
{
  size_t n = 30 * 31;
  unsigned steps = 4;
  double *u = malloc (n * sizeof *u), *v = malloc (n * sizeof *v);
  for (size_t i = 0; i < n; i++)
    u[i] = v[i] = noise (i);

#pragma pram
  for (unsigned t = 0; t < steps; t++)
    {
      for (size_t i = 1; i < n - 1; i++)
	v[i] = 0.25 * u[i - 1] + 0.5 * u[i] + 0.25 * u[i + 1];
      double *w = u;
      u = v;
      v = w;
    }

  show ("u", u, n * sizeof *u);
  product ();
  free (u);
  free (v);
  return 0;
}
