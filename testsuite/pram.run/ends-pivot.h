/* Elimination with pivoting that ends the program, with a message, if the matrix is singular,
   and lists, walks and cells that do so where something is wrong.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void
eliminate (int n, double *a, double *b)
{
#pragma pram
  for (int k = 0; k < n; k++)
    {
      int p = k;
      for (int i = k + 1; i < n; i++)
	if (fabs (a[i * n + k]) > fabs (a[p * n + k]))
	  p = i;
      if (fabs (a[p * n + k]) < 1e-10)
	{
	  fprintf (stderr, "singular in column %d: %g\n", k, a[p * n + k]);
	  exit (100 + k);
	}
      if (p != k)
	{
	  for (int j = 0; j < n; j++)
	    {
	      double t = a[p * n + j];
	      a[p * n + j] = a[k * n + j];
	      a[k * n + j] = t;
	    }
	  double t = b[p];
	  b[p] = b[k];
	  b[k] = t;
	}
      for (int i = k + 1; i < n; i++)
	{
	  double f = a[i * n + k] / a[k * n + k];
	  for (int j = k; j < n; j++)
	    a[i * n + j] -= f * a[k * n + j];
	  b[i] -= f * b[k];
	}
    }
}

/* What X holds that is less than LIMIT, CAP numbers at most.  */
static int
list (int n, const double *x, double limit, int cap, int *chosen)
{
  int m = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    if (x[i] < limit)
      {
	if (m == cap)
	  {
	    printf ("%d are too few at %d\n", cap, i);
	    exit (13);
	  }
	chosen[m++] = i;
      }
  return m;
}

/* How long it is from each element to the end.  */
static void
walk (int n, const int *next, int *length)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int k = i, steps = 0;
      while (k != -1)
	{
	  k = next[k];
	  if (++steps > n)
	    {
	      fprintf (stderr, "no end from %d\n", i);
	      exit (62);
	    }
	}
      length[i] = steps;
    }
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 30, singular = argc > 2 ? atoi (argv[2]) : -1;
  int cap = argc > 3 ? atoi (argv[3]) : 40 * n, cycle = argc > 4 ? atoi (argv[4]) : -1;
  double *a = malloc (n * n * sizeof *a), *b = malloc (n * sizeof *b), s = 0;
  double *x = malloc (40 * n * sizeof *x);
  int *chosen = malloc (cap * sizeof *chosen);
  int *next = malloc (40 * n * sizeof *next), *length = malloc (40 * n * sizeof *length);
  for (int i = 0; i < n; i++)
    {
      b[i] = i;
      for (int j = 0; j < n; j++)
	a[i * n + j] = j == singular ? 0 : (i * 37 + j * 61) % 29 - 14 + (i == j) * 3;
    }
  for (int i = 0; i < 40 * n; i++)
    {
      x[i] = i * 7919 % 1009 / 1009.0;
      next[i] = i == cycle ? i : i - 1 - i % 3 < 0 ? -1 : i - 1 - i % 3;
    }
  printf ("begins\n");
  fflush (stdout);
  eliminate (n, a, b);
  for (int i = 0; i < n; i++)
    s = s * 0.9 + b[i];
  int m = list (40 * n, x, 0.8, cap, chosen);
  for (int i = 0; i < m; i++)
    s += chosen[i] * (i % 5);
  walk (40 * n, next, length);
  for (int i = 0; i < 40 * n; i++)
    s += length[i] * (i % 5);
  printf ("%.15g\n", s);
  return 0;
}
