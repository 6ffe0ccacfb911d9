/* Exchanges under the condition that they change something: rows and columns of
   eliminations with partial and full pivoting, with what is counted beside; a selection
   sort; what looks like it, but isn't.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 40 9 2 }
   { pram-ranks 2 3 5 }
   { pram-mode distributed }
   { pram-stats "\"rows.1[^\n]*\"iterations\": 40[^\n]*\"bytes\": (1[0-7]|[0-9])?[0-9]?[0-9]?[0-9]?[0-9]," }  */

#include <math.h>
#include <stdlib.h>
#include "show.h"

#define NI __attribute__ ((noipa))

NI static double
rows (int n, double a[n][n], double *b, int *perm)
{
  double sign = 1;
  int swaps = 0;
#pragma pram
  for (int k = 0; k < n; k++)
    {
      int p = k;
      for (int i = k + 1; i < n; i++)
	if (fabs (a[i][k]) > fabs (a[p][k]))
	  p = i;
      if (p != k)
	{
	  for (int j = 0; j < n; j++)
	    {
	      double t = a[k][j];
	      a[k][j] = a[p][j];
	      a[p][j] = t;
	    }
	  double t = b[k];
	  b[k] = b[p];
	  b[p] = t;
	  int q = perm[k];
	  perm[k] = perm[p];
	  perm[p] = q;
	  sign = -sign;
	  swaps++;
	}
      for (int i = k + 1; i < n; i++)
	{
	  double f = a[i][k] / a[k][k];
	  a[i][k] = f;
	  for (int j = k + 1; j < n; j++)
	    a[i][j] -= f * a[k][j];
	  b[i] -= f * b[k];
	}
    }
  return sign * swaps;
}

/* Exchanges are counted in memory: that depends on whether there was one.  */
NI static void
counted (int n, double a[n][n], int *count)
{
#pragma pram
  for (int k = 0; k < n; k++)
    {
      int q = k;
      for (int j = k + 1; j < n; j++)
	if (fabs (a[k][j]) > fabs (a[k][q]))
	  q = j;
      if (q != k)
	{
	  for (int i = 0; i < n; i++)
	    {
	      double t = a[i][k];
	      a[i][k] = a[i][q];
	      a[i][q] = t;
	    }
	  count[k] += q;
	}
      for (int i = k + 1; i < n; i++)
	for (int j = n - 1; j >= k; j--)
	  a[i][j] -= a[i][k] / a[k][k] * a[k][j];
    }
}

NI static void
sort (int n, double *x, int *with)
{
#pragma pram
  for (int i = 0; i < n - 1; i++)
    {
      int m = i;
      for (int j = i + 1; j < n; j++)
	if (x[j] < x[m])
	  m = j;
      if (m == i)
	continue;
      double t = x[m];
      x[m] = x[i];
      x[i] = t;
      int w = with[m];
      with[m] = with[i];
      with[i] = w;
    }
}

/* No exchange: one moves up, and what is there is doubled.  */
NI static void
moved (int n, double *x, double *y)
{
#pragma pram
  for (int i = 0; i < n - 1; i++)
    {
      int m = i;
      for (int j = i + 1; j < n; j++)
	if (x[j] > x[m])
	  m = j;
      if (m != i)
	{
	  x[i] = x[m];
	  x[m] = x[i] * 0.25 + y[i];
	  y[i] = y[m];
	}
    }
}

static void
fill (int n, double a[n][n], double *b, int *perm)
{
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
	a[i][j] = noise (i * n + j) - 0.5;
      if (i % 3 == 0)
	a[i][i] = 10;
      b[i] = noise (i + 7);
      perm[i] = i;
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]), *perm = need (n * sizeof *perm);
      double (*a)[n] = need (n * sizeof *a), *b = need (n * sizeof *b);
      fill (n, a, b, perm);
      printf ("%g\n", rows (n, a, b, perm));
      show ("a", a, n * sizeof *a);
      show ("b", b, n * sizeof *b);
      show ("perm", perm, n * sizeof *perm);
      fill (n, a, b, perm);
      counted (n, a, perm);
      show ("columns", a, n * sizeof *a);
      show ("count", perm, n * sizeof *perm);
      fill (n, a, b, perm);
      sort (n, b, perm);
      show ("sorted", b, n * sizeof *b);
      show ("with", perm, n * sizeof *perm);
      moved (n, a[0], b);
      show ("moved", a, n * sizeof *a);
      show ("beside", b, n * sizeof *b);
    }
  return 0;
}
