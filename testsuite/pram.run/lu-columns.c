/* LU with partial pivoting by columns, out of the operations on vectors that it is made
   of; how many steps there are is the less of two sizes.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 20 20 }
   { pram-args 31 24 }
   { pram-args 24 31 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdlib.h>
#include "show.h"

#define A(i, j) a[(i) + (size_t) (j) * lda]

static int
largest (int n, const double *x)
{
  int at = 0;
  double most = fabs (x[0]);
  for (int i = 1; i < n; i++)
    if (fabs (x[i]) > most)
      {
	most = fabs (x[i]);
	at = i;
      }
  return at;
}

static void
exchange (int n, double *x, int step_x, double *y, int step_y)
{
  for (int i = 0; i < n; i++)
    {
      double t = x[i * step_x];
      x[i * step_x] = y[i * step_y];
      y[i * step_y] = t;
    }
}

static void
scale (int n, double s, double *x)
{
  for (int i = 0; i < n; i++)
    x[i] *= s;
}

static void
update (int m, int n, const double *x, const double *y, int step, double *a, int lda)
{
  for (int j = 0; j < n; j++)
    {
      double t = -y[j * step];
      for (int i = 0; i < m; i++)
	A (i, j) += x[i] * t;
    }
}

__attribute__ ((noipa)) static int
factorise (int m, int n, double *a, int lda, int *pivot)
{
  int singular = 0, steps = m < n ? m : n;
#pragma pram
  for (int j = 0; j < steps; j++)
    {
      int p = j + largest (m - j, &A (j, j));
      pivot[j] = p;
      if (A (p, j) != 0.0)
	{
	  if (p != j)
	    exchange (n, &A (j, 0), lda, &A (p, 0), lda);
	  if (j < m - 1)
	    scale (m - j - 1, 1.0 / A (j, j), &A (j + 1, j));
	}
      else if (singular == 0)
	singular = j + 1;
      if (j < steps - 1)
	update (m - j - 1, n - j - 1, &A (j + 1, j), &A (j, j + 1), lda,
		&A (j + 1, j + 1), lda);
    }
  return singular;
}

int
main (int argc, char **argv)
{
  int m = atoi (argv[1]), n = atoi (argv[2]), lda = m + 2;
  double *a = malloc (sizeof *a * lda * n);
  int *pivot = calloc (n, sizeof *pivot);
  for (int i = 0; i < lda * n; i++)
    a[i] = noise (i);
  printf ("%d\n", factorise (m, n, a, lda, pivot));
  show ("a", a, sizeof *a * lda * n);
  for (int i = 0; i < n; i++)
    A (i % m, 3) = A (i % m, 4) = 0;
  printf ("%d\n", factorise (m, n, a, lda, pivot));
  show ("a", a, sizeof *a * lda * n);
  show ("pivot", pivot, sizeof *pivot * n);
  return argc < 3;
}
