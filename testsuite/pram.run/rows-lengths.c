/* Tables of pointers to rows of different lengths, allocated amid other things:
   triangles, and the grids of a V-cycle.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 40 3 1 130 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))
enum { MOST = 12 };

/* Row i has i + 1 elements; CLOSELY: rows lie one behind the other.  */
NI static double **
triangle (int n, int closely)
{
  double **a = malloc (n * sizeof *a);
  double *all = malloc (n * (n + 1) / 2 * sizeof *all);
  for (int i = 0; i < n; i++)
    {
      a[i] = closely ? all : malloc ((i + 1) * sizeof **a);
      all += i + 1;
      for (int j = 0; j <= i; j++)
	a[i][j] = chance (100);
    }
  return a;
}

NI static void
triangles (int n, double **l, double **m, double *x)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	for (int j = 0; j <= i; j++)
	  m[i][j] = l[i][j] * x[j] + 1;
      for (int i = 1; i < n; i++)
	for (int j = 0; j < i; j++)
	  l[i][j] = 0.5 * (m[i][j] + m[i - 1][j]);
      for (int i = 0; i < n; i++)
	x[i] = l[i][i] + m[i][0];
    }
}

static inline void
smooth (int n, double *u, const double *f, double *r)
{
  for (int i = 1; i <= n; i++)
    r[i] = f[i] - 2 * u[i] + u[i - 1] + u[i + 1];
  for (int i = 1; i <= n; i++)
    u[i] += 0.33 * r[i];
}

/* Two cycles over LEVELS grids of N[l] inner points each.  */
NI static void
cycles (int levels, const int n[MOST], double *u[MOST], double *f[MOST],
	double *r[MOST])
{
#pragma pram
  for (int c = 0; c < 2; c++)
    {
      for (int l = 0; l < levels - 1; l++)
	{
	  smooth (n[l], u[l], f[l], r[l]);
	  for (int i = 1; i <= n[l + 1]; i++)
	    {
	      f[l + 1][i] = r[l][2 * i - 1] + 2 * r[l][2 * i] + r[l][2 * i + 1];
	      u[l + 1][i] = 0;
	    }
	}
      for (int l = levels - 2; l >= 0; l--)
	{
	  for (int i = 1; i <= n[l + 1]; i++)
	    u[l][2 * i] += u[l + 1][i];
	  for (int i = 0; i <= n[l + 1]; i++)
	    u[l][2 * i + 1] += 0.5 * (u[l + 1][i] + u[l + 1][i + 1]);
	  smooth (n[l], u[l], f[l], r[l]);
	}
    }
}

/* Of grids in two dimensions, each row of N[l] + 2 points: from the finest down.  */
NI static void
coarsen (int levels, const int n[MOST], double *u[MOST], double *r[MOST])
{
#pragma pram
  for (int l = 0; l < levels - 1; l++)
    {
      int m = n[l] + 2, k = n[l + 1] + 2;
      for (int i = 1; i <= n[l]; i++)
	for (int j = 1; j <= n[l]; j++)
	  r[l][i * m + j] = u[l][i * m + j] + u[l][i * m + j + 1];
      for (int i = 1; i <= n[l + 1]; i++)
	for (int j = 1; j <= n[l + 1]; j++)
	  u[l + 1][i * k + j] = r[l][2 * i * m + 2 * j];
    }
}

static void
try_triangles (int n, int closely)
{
  double **l = triangle (n, closely), **m = triangle (n, 0);
  double *x = malloc (n * sizeof *x), s = 0;
  for (int i = 0; i < n; i++)
    x[i] = i % 5;
  triangles (n, l, m, x);
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      s += l[i][j] * (j + 1) + m[i][j];
  printf ("%.17g %.17g %.17g\n", s, x[0], x[n - 1]);
}

static void
try_cycles (int most)
{
  int n[MOST], levels = 0;
  double *u[MOST], *f[MOST], *r[MOST];
  while (2 << levels <= most)
    levels++;
  if (levels < 2)
    return;
  for (int l = 0; l < levels; l++)
    {
      n[l] = (2 << (levels - l - 1)) - 1;
      u[l] = calloc (n[l] + 2, sizeof *u[l]);
      f[l] = calloc (n[l] + 2, sizeof *f[l]);
      r[l] = calloc (n[l] + 2, sizeof *r[l]);
    }
  for (int i = 1; i <= n[0]; i++)
    f[0][i] = chance (100);
  cycles (levels, n, u, f, r);
  for (int i = 1; i <= n[0]; i++)
    printf ("%.17g\n", u[0][i]);
  for (int l = 0; l < levels; l++)
    {
      int size = (n[l] + 2) * (n[l] + 2);
      u[l] = calloc (size, sizeof *u[l]);
      r[l] = calloc (size, sizeof *r[l]);
      for (int i = 0; i < size; i++)
	u[l][i] = chance (100);
    }
  coarsen (levels, n, u, r);
  for (int l = 0; l < levels; l++)
    printf ("%.17g %.17g\n", u[l][n[l] + 3], r[l][n[l] + 3]);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      try_triangles (atoi (argv[k]), 0);
      try_triangles (atoi (argv[k]), 1);
      try_cycles (atoi (argv[k]));
    }
  return 0;
}
