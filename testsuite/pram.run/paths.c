/* paths.c: all shortest paths and transitive closures: in each step the row
   that all others read is written as well.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 47

static int d[N][N];
static unsigned char reach[N][N];

static void
choice (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      d[i][j] = i == j ? 0 : (int) (1000 * noise (i * N + j)) + 1;
#pragma pram
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
	d[i][j] = d[i][k] + d[k][j] < d[i][j] ? d[i][k] + d[k][j] : d[i][j];
  show ("paths", d, sizeof d);
}

/* Lengths below zero: row k changes in step k.  */
static void
condition (int n, float a[n][n])
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = 10 * noise (i * n + j) - 0.01f;
#pragma pram size(n=N)
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
	if (a[i][k] + a[k][j] < a[i][j])
	  a[i][j] = a[i][k] + a[k][j];
  show ("below zero", a, sizeof (float) * n * n);
}

/* Backwards, with an operation that changes row k for certain.  */
static void
backwards (int n, double *a)
{
  for (int i = 0; i < n * n; i++)
    a[i] = noise (i);
#pragma pram size(n=N)
  for (int k = n - 1; k >= 0; k--)
    for (int i = n - 1; i >= 0; i--)
      {
	double x = a[i * n + k] / n;
	for (int j = 0; j < n; j++)
	  a[i * n + j] += x * a[k * n + j];
      }
  show ("backwards", a, sizeof *a * n * n);
}

/* Gauss and Jordan: all rows but the pivot's.  */
static void
jordan (int n, double a[n][n])
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = noise (i * n + j) + (i == j ? n : 0);
#pragma pram size(n=N)
  for (int k = 0; k < n; k++)
    {
      double pivot = a[k][k];
      for (int j = 0; j < n; j++)
	a[k][j] /= pivot;
      for (int i = 0; i < n; i++)
	if (i != k)
	  {
	    double l = a[i][k];
	    for (int j = 0; j < n; j++)
	      a[i][j] -= l * a[k][j];
	  }
    }
  show ("jordan", a, sizeof *a * n);
}

static void
closures (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      reach[i][j] = noise (i * N + j) < 0.05;
#pragma pram
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
	reach[i][j] |= reach[i][k] & reach[k][j];
  show ("closure", reach, sizeof reach);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      reach[i][j] = noise (-i * N - j) < 0.05;
#pragma pram
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++)
      if (reach[i][k])
	for (int j = 0; j < N; j++)
	  if (reach[k][j])
	    reach[i][j] = 1;
  show ("conditions", reach, sizeof reach);
}

/* One dimension; the first element as the pivot of every step.  */
static void
vectors (int n, double *x)
{
  for (int i = 0; i < n; i++)
    x[i] = noise (i);
#pragma pram begin size(n=N)
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      x[i] = x[i] * 0.5 + x[k];
  for (int i = 0; i < n; i++)
    x[i] -= x[0];
#pragma pram end
  show ("vector", x, sizeof *x * n);
}

int
main (void)
{
  double *a = need (sizeof *a * N * N);
  choice ();
  condition (N, (float (*)[N]) a);
  backwards (N, a);
  jordan (N, (double (*)[N]) a);
  closures ();
  vectors (N, a);
  free (a);
  return 0;
}
