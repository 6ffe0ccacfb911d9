/* elimination.c: LU without pivoting and Gauss elimination in several
   spellings: rows of a triangle that shrinks, and the pivot's row for all.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 41

static double s[N][N];
static float f[N][N];
static long double e[N][N];

/* A matrix with a heavy diagonal.  */
#define FILL(a) \
  for (int i = 0; i < N; i++) \
    for (int j = 0; j < N; j++) \
      (a)[i][j] = noise (i * N + j) + (i == j ? N : 0)

/* Two nests.  */
static void
two_nests (void)
{
  FILL (s);
#pragma pram
  for (int k = 0; k < N; k++)
    {
      for (int i = k + 1; i < N; i++)
	s[i][k] /= s[k][k];
      for (int i = k + 1; i < N; i++)
	for (int j = k + 1; j < N; j++)
	  s[i][j] -= s[i][k] * s[k][j];
    }
  show ("two nests", s, sizeof s);
}

/* One nest; columns outside of rows.  */
static void
one_nest (int n, double a[n][n])
{
  FILL (a);
#pragma pram size(n=N)
  for (int k = 0; k < n - 1; k++)
    for (int i = k + 1; i < n; i++)
      {
	a[i][k] /= a[k][k];
	for (int j = k + 1; j < n; j++)
	  a[i][j] -= a[i][k] * a[k][j];
      }
  show ("one nest", a, sizeof (double) * n * n);
  FILL (a);
#pragma pram size(n=N)
  for (int k = 0; k < n; k++)
    {
      for (int i = k + 1; i < n; i++)
	a[i][k] /= a[k][k];
      for (int j = k + 1; j < n; j++)
	for (int i = k + 1; i < n; i++)
	  a[i][j] -= a[i][k] * a[k][j];
    }
  show ("columns", a, sizeof (double) * n * n);
}

/* The quotient in a scalar, a right-hand side, an array of one dimension.  */
static void
gauss (int n, double *a, double *b)
{
  for (int i = 0; i < n; i++)
    {
      b[i] = noise (-i);
      for (int j = 0; j < n; j++)
	a[i * n + j] = noise (i * n + j) + (i == j ? n : 0);
    }
#pragma pram size(n=N)
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++)
      {
	double l = a[i * n + k] / a[k * n + k];
	for (int j = k; j < n; j++)
	  a[i * n + j] -= l * a[k * n + j];
	b[i] -= l * b[k];
      }
  show ("gauss", a, sizeof *a * n * n);
  show ("right-hand side", b, sizeof *b * n);
}

/* The pivot in a scalar, which all processes get from one that changes.  */
static void
pivots (void)
{
  double least = N;
  FILL (f);
#pragma pram
  for (int k = 0; k < N; k++)
    {
      float pivot = f[k][k];
      least = pivot < least ? pivot : least;
      for (int i = k + 1; i < N; i++)
	{
	  f[i][k] /= pivot;
	  for (int j = k + 1; j < N; j++)
	    f[i][j] -= f[i][k] * f[k][j];
	}
    }
  show ("float", f, sizeof f);
  printf ("%.17g\n", least);
  FILL (e);
#pragma pram
  for (int k = 0; k < N; k++)
    {
      long double pivot = e[k][k];
      for (int i = k + 1; i < N; i++)
	for (int j = k + 1; j < N; j++)
	  e[i][j] -= e[i][k] / pivot * e[k][j];
    }
  printf ("long double %.17Lg %.17Lg\n", e[N - 1][N - 1], e[1][2]);
}

/* From the last row up.  */
static void
upwards (void)
{
  FILL (s);
#pragma pram
  for (int k = N - 1; k > 0; k--)
    {
      for (int i = k - 1; i >= 0; i--)
	s[i][k] /= s[k][k];
      for (int i = 0; i < k; i++)
	for (int j = k - 1; j >= 0; j--)
	  s[i][j] -= s[i][k] * s[k][j];
    }
  show ("upwards", s, sizeof s);
}

/* Forward substitution by columns, with L's diagonal.  */
static void
forward (int n, double a[n][n], double b[n])
{
#pragma pram size(n=N)
  for (int k = 0; k < n; k++)
    {
      b[k] /= a[k][k];
      for (int i = k + 1; i < n; i++)
	b[i] -= a[i][k] * b[k];
    }
  show ("forward", b, sizeof *b * n);
}

int
main (void)
{
  double *a = need (sizeof *a * N * N), *b = need (sizeof *b * N);
  two_nests ();
  one_nest (N, (double (*)[N]) a);
  gauss (N, a, b);
  forward (N, (double (*)[N]) a, b);
  pivots ();
  upwards ();
  free (a);
  free (b);
  return 0;
}
