/* Tables of pointers to rows in which data choose the row: elimination with pivoting,
   meshes, sums into rows, lists of lists, tables that are exchanged; rows in one
   piece, or allocated one by one amid other things.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 40 3 }
   { pram-ranks 2 3 5 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "rows.h"

#define NI __attribute__ ((noipa))

NI static void
eliminate (int n, double **a, int *pivot)
{
#pragma pram
  for (int k = 0; k < n; k++)
    {
      int p = k;
      for (int i = k + 1; i < n; i++)
	if (fabs (a[i][k]) > fabs (a[p][k]))
	  p = i;
      pivot[k] = p;
      for (int j = 0; j < n; j++)
	{
	  double t = a[k][j];
	  a[k][j] = a[p][j];
	  a[p][j] = t;
	}
      for (int i = k + 1; i < n; i++)
	{
	  a[i][k] /= a[k][k];
	  for (int j = k + 1; j < n; j++)
	    a[i][j] -= a[i][k] * a[k][j];
	}
    }
}

/* No row of X is accessed but where data choose.  */
NI static void
areas (int n, int *const *corner, double *const *x, double *area)
{
#pragma pram
  for (int e = 0; e < n; e++)
    {
      const double *a = x[corner[e][0]], *b = x[corner[e][1]];
      const double *c = x[corner[e][2]];
      area[e] = .5 * fabs ((b[0] - a[0]) * (c[1] - a[1])
			   - (b[1] - a[1]) * (c[0] - a[0]));
    }
}

/* Nor is a row of F, into which sums go.  */
NI static void
forces (int n, int *const *corner, double *const *x, const double *area,
	double **f)
{
#pragma pram
  for (int e = 0; e < n; e++)
    for (int k = 0; k < 3; k++)
      {
	f[corner[e][k]][0] += area[e] * x[corner[e][k]][2];
	f[corner[e][k]][1] -= area[e];
      }
}

/* What is read is written, too, elsewhere; tables are exchanged.  */
NI static void
relax (int n, const int *near, double **u, double **v)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	for (int j = 0; j < 3; j++)
	  v[i][j] = .5 * (u[i][j] + u[near[i]][2 - j]) + u[near[near[i]]][1];
      double **w = u;
      u = v;
      v = w;
    }
}

NI static void
run (int n, enum way way)
{
  int *pivot = malloc (n * sizeof *pivot), *near = indices (n, n);
  int **corner = malloc (n * sizeof *corner);
  double **a = table (n, n, way), **x = table (n, 3, way);
  double **f = table (n, 2, way), **v = table (n, 3, way);
  double *area = fresh (n);
  for (int e = 0; e < n; e++)
    corner[e] = indices (3, n);
  eliminate (n, a, pivot);
  show_indices ("pivot", n, pivot);
  show_rows ("a", a, n, n);
  areas (n, corner, x, area);
  show_rows ("area", &area, 1, n);
  forces (n, corner, x, area, f);
  show_rows ("f", f, n, 2);
  relax (n, near, x, v);
  show_rows ("x", x, n, 3);
  show_rows ("v", v, n, 3);
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    for (enum way way = PIECE; way < N_WAYS; way++)
      run (atoi (argv[i]), way);
  return 0;
}
