/* Sums and other scalars in the serial order, handed on from process to process:
   up and down, over rows, several together, beside reductions, of several types, in
   loops that also write, inspect or deposit, under conditions, in triangles, in
   loops that may have no iteration.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 300 1 2 3 17 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

/* Sums in both directions, and a recurrence.  */
NI double
both_ways (int n, double *a, double *b)
{
  double up = 0, down = 0, last = 1;
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 1; i < n - 1; i++)
	a[i] = .5 * (b[i - 1] + b[i + 1]);
      for (int i = 0; i < n; i++)
	up += a[i] * b[i];
      for (int i = n - 1; i >= 0; i--)
	down = down / 2 + a[i];
      for (int i = n; i-- > 1;)
	last = last * .25 + (a[i] - a[i - 1]);
      for (int i = 0; i < n; i++)
	b[i] = b[i] * .25 + up / (1 + fabs (down));
    }
  return up + down + last;
}

/* Over rows and columns, of two types; rows of different lengths.  */
NI double
nested (int n, double a[n][n], float b[n][n])
{
  float f = 0;
  double d = 0, lower = 0;
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	for (int j = 0; j < n; j++)
	  {
	    d += a[i][j];
	    f = f + b[i][j] * b[i][j];
	  }
      for (int i = 0; i < n; i++)
	for (int j = 0; j < i; j++)
	  lower -= a[i][j] / (i + 1);
      for (int i = 0; i < n; i++)
	for (int j = 0; j < n; j++)
	  {
	    a[i][j] = a[i][j] * .5 + f / 1e9;
	    b[i][j] = (float) (b[i][j] * .5 + d / 1e9);
	  }
    }
  return d + f + lower;
}

/* With a maximum and a count; what isn't read by the sum is written in the same
   loop.  */
NI double
together (int n, double *x, double *y, double *most, int *count)
{
  double sum = 0;
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      double m = 0;
      int c = 0;
      for (int i = 0; i < n; i++)
	y[i] = x[i] * .75 + i;
      for (int i = n - 1; i >= 0; i--)
	{
	  double d = y[i] - x[i];
	  if (d > m)
	    m = d;
	  if (d > 0)
	    c++;
	  sum += d;
	}
      for (int i = 0; i < n; i++)
	x[i] = y[i] + m;
      *most = m;
      *count = c;
    }
  return sum;
}

/* An energy of edges: what is summed up data choose.  */
NI double
edges (int n, int m, const int (*node)[2], double *x, int most)
{
  double e = 0;
#pragma pram
  for (int t = 0; t < most; t++)
    {
      e = 0;
      for (int k = 0; k < m; k++)
	{
	  double d = x[node[k][0]] - x[node[k][1]];
	  e += .5 * d * d;
	}
      for (int i = 0; i < n; i++)
	x[i] = x[i] * .99 + 1e-6 * (i + e);
    }
  return e;
}

/* What is deposited is summed up as well.  */
NI double
charges (int n, int m, const int *cell, const double *q, double *rho,
	 double *phi)
{
  double all = 0;
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int j = 0; j < m; j++)
	rho[j] = 0;
      for (int i = 0; i < n; i++)
	{
	  rho[cell[i]] += q[i] / (t + 1);
	  all += q[i] / (t + 1);
	}
      for (int j = 0; j < m; j++)
	phi[j] = rho[j] + all / n;
    }
  return all;
}

/* Columns in turn; the last one has no elements behind it.  */
NI void
columns (int n, double a[n][n], double *norm)
{
#pragma pram
  for (int k = 0; k < n; k++)
    {
      double s = 0;
      for (int i = k + 1; i < n; i++)
	s += a[i][k] * a[i][k];
      norm[k] = sqrt (s);
      for (int i = k + 1; i < n; i++)
	for (int j = 0; j < n; j++)
	  a[i][j] -= a[k][j] / (1 + norm[k] + i);
    }
}

/* The sum of some elements, and a loop that ends with it.  */
NI double
until (int n, double *a, double *b)
{
  long double s;
  int k = 0;
#pragma pram
  do
    {
      s = 0;
      for (int i = 0; i < n; i++)
	if (a[i] > b[i])
	  s += a[i] - b[i];
      for (int i = 0; i < n; i++)
	b[i] = b[i] * .5 + a[i] * .5;
    }
  while (s > 1 && ++k < 40);
  return (double) s + k;
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]), m = n / 3 + 1, count = 0;
      double *a = fresh (n), *b = fresh (n), most = 0;
      printf ("%.17g\n", both_ways (n, a, b));
      show ("ways", a, n * sizeof *a);
      show ("ways", b, n * sizeof *b);
      double *c = fresh (n * n);
      float *f = malloc (sizeof *f * n * n);
      for (int i = 0; i < n * n; i++)
	f[i] = chance (1000) / 7.f;
      printf ("%.17g\n", nested (n, (void *) c, (void *) f));
      show ("nested", c, n * n * sizeof *c);
      show ("nested", f, n * n * sizeof *f);
      printf ("%.17g\n", together (n, a, b, &most, &count));
      printf ("%.17g %d\n", most, count);
      show ("together", a, n * sizeof *a);
      int *node = indices (4 * n, n);
      printf ("%.17g\n", edges (n, 2 * n, (void *) node, a, 5));
      show ("edges", a, n * sizeof *a);
      double *rho = fresh (m), *phi = fresh (m);
      printf ("%.17g\n", charges (n, m, indices (n, m), a, rho, phi));
      show ("charges", rho, m * sizeof *rho);
      show ("charges", phi, m * sizeof *phi);
      if (n > 2)
	columns (n, (void *) c, a);
      show ("columns", c, n * n * sizeof *c);
      show ("columns", a, n * sizeof *a);
      printf ("%.17g\n", until (n, fresh (n), b));
      show ("until", b, n * sizeof *b);
    }
  return 0;
}
