/* Eliminations that a pivot may end early: the steps after that do nothing.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 50 -1 50 0 50 20 50 49 7 3 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A return from the region.  */
static int
lu_ret (int n, double a[n][n], double eps)
{
#pragma pram
  for (int k = 0; k < n; k++)
    {
      if (fabs (a[k][k]) < eps)
	return k;
      for (int i = k + 1; i < n; i++)
	{
	  a[i][k] /= a[k][k];
	  for (int j = k + 1; j < n; j++)
	    a[i][j] -= a[i][k] * a[k][j];
	}
    }
  return -1;
}

/* A while loop, of which more is wanted afterwards.  */
static int
lu_while (int n, double a[n][n], double eps, double *last)
{
  int k = 0;
  double p = 0;
#pragma pram
  while (k < n)
    {
      p = a[k][k];
      if (fabs (p) < eps)
	break;
      for (int i = k + 1; i < n; i++)
	{
	  double f = a[i][k] / p;
	  a[i][k] = f;
	  for (int j = k + 1; j < n; j++)
	    a[i][j] -= f * a[k][j];
	}
      k++;
    }
  *last = p;
  return k;
}

/* A flag in the loop's condition.  */
static int
lu_flag (int n, double a[n][n], double eps)
{
  int singular = 0, k;
#pragma pram
  for (k = 0; k < n && !singular; k++)
    {
      if (fabs (a[k][k]) < eps)
	singular = 1;
      else
	for (int i = k + 1; i < n; i++)
	  {
	    double f = a[i][k] / a[k][k];
	    a[i][k] = f;
	    for (int j = k + 1; j < n; j++)
	      a[i][j] -= f * a[k][j];
	  }
    }
  return singular ? k : -1;
}

/* A jump out of the region.  */
static int
cholesky (size_t n, double a[n][n])
{
  int bad = 0;
#pragma pram
  for (size_t k = 0; k < n; k++)
    {
      if (a[k][k] <= 0)
	{
	  bad = 1;
	  goto out;
	}
      a[k][k] = sqrt (a[k][k]);
      for (size_t i = k + 1; i < n; i++)
	a[i][k] /= a[k][k];
      for (size_t j = k + 1; j < n; j++)
	for (size_t i = j; i < n; i++)
	  a[i][j] -= a[i][k] * a[j][k];
    }
out:
  return bad;
}

/* Two breaks, and afterwards which it was.  */
static int
two (int n, double a[n][n], double eps, double big)
{
  int k, why = 0;
#pragma pram
  for (k = 0; k < n; k++)
    {
      double s = 0;
      for (int j = k; j < n; j++)
	s = fmax (s, fabs (a[k][j]));
      if (s > big)
	{
	  why = 1;
	  break;
	}
      if (fabs (a[k][k]) < eps)
	{
	  why = 2;
	  break;
	}
      for (int i = k + 1; i < n; i++)
	{
	  double f = a[i][k] / a[k][k];
	  for (int j = k; j < n; j++)
	    a[i][j] -= f * a[k][j];
	}
    }
  return why * 10000 + k;
}

static void
fill (int n, double a[n][n], int bad)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = i == bad || j == bad ? 0 : 1.0 / (1 + abs (i - j)) + (i == j) * 3;
}

static double
sum (int n, double a[n][n])
{
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s += a[i][j] * (1 + (i + 2 * j) % 3);
  return s;
}

/* Elimination with partial pivoting, which a singular matrix ends.  */
static int
eliminate (int n, double a[n][n], double *b)
{
  int singular = 0;
#pragma pram
  for (int k = 0; k < n; k++)
    {
      int p = k;
      double best = fabs (a[k][k]);
      for (int i = k + 1; i < n; i++)
	if (fabs (a[i][k]) > best)
	  {
	    best = fabs (a[i][k]);
	    p = i;
	  }
      if (best == 0.0)
	{
	  singular = 1;
	  break;
	}
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
	}
      for (int i = k + 1; i < n; i++)
	{
	  double f = a[i][k] / a[k][k];
	  for (int j = k; j < n; j++)
	    a[i][j] -= f * a[k][j];
	  b[i] -= f * b[k];
	}
    }
  return singular;
}

/* All with matrices of N rows, of which BAD is 0.  */
static void
solve (int n, int bad)
{
  double b[n];
  double (*a)[n] = malloc (sizeof (double) * n * n);
  double last;
  fill (n, a, bad);
  int r = lu_ret (n, a, 1e-9);
  printf ("%d %.17g\n", r, sum (n, a));
  fill (n, a, bad);
  r = lu_while (n, a, 1e-9, &last);
  printf ("%d %.17g %.17g\n", r, last, sum (n, a));
  fill (n, a, bad);
  r = lu_flag (n, a, 1e-9);
  printf ("%d %.17g\n", r, sum (n, a));
  fill (n, a, bad);
  r = cholesky (n, a);
  printf ("%d %.17g\n", r, sum (n, a));
  fill (n, a, bad);
  if (bad > 2)
    a[bad - 1][bad - 1] = 100;
  r = two (n, a, 1e-9, 50);
  printf ("%d %.17g\n", r, sum (n, a));
  fill (n, a, bad);
  r = two (n, a, 1e-9, 50);
  printf ("%d %.17g\n", r, sum (n, a));
  fill (n, a, bad);
  for (int i = 0; i < n; i++)
    b[i] = i % 7;
  r = eliminate (n, a, b);
  printf ("%d %.17g %.17g\n", r, sum (n, a), b[n - 1]);
  free (a);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k + 1 < argc; k += 2)
    solve (atoi (argv[k]), atoi (argv[k + 1]));
  return 0;
}
