/* Rows that are exchanged by their pointers: elimination with pivoting as in books, with
   a helper, columns that nobody uses and rows of different lengths; rows sorted with
   those of another table; rows exchanged as the loop says; several entries.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 31 3 }
   { pram-ranks 2 3 5 }
   { pram-mode distributed }  */

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "rows.h"

#define NI __attribute__ ((noipa))
#define MOST 64

/* P[n] counts exchanges.  */
NI static int
decompose (int n, double **a, double eps, int *p)
{
  int i, j, k, best;
  double most, *row, size;
#pragma pram
  for (i = 0; i < n; i++)
    {
      most = 0;
      best = i;
      for (k = i; k < n; k++)
	if ((size = fabs (a[k][i])) > most)
	  {
	    most = size;
	    best = k;
	  }
      if (most < eps)
	return 0;
      if (best != i)
	{
	  j = p[i];
	  p[i] = p[best];
	  p[best] = j;
	  row = a[i];
	  a[i] = a[best];
	  a[best] = row;
	  p[n]++;
	}
      for (j = i + 1; j < n; j++)
	{
	  a[j][i] /= a[i][i];
	  for (k = i + 1; k < n; k++)
	    a[j][k] -= a[j][i] * a[i][k];
	}
    }
  return 1;
}

static void
swap (double **x, double **y)
{
  double *t = *x;
  *x = *y;
  *y = t;
}

/* Of columns n + 1 and n + 2 of A nobody asks.  */
NI static void
eliminate (int n, double **a)
{
#pragma pram
  for (int k = 0; k < n; k++)
    {
      int at = k;
      for (int i = k + 1; i < n; i++)
	if (fabs (a[i][k]) > fabs (a[at][k]))
	  at = i;
      if (at != k)
	swap (&a[k], &a[at]);
      double *pivot = a[k];
      for (int i = k + 1; i < n; i++)
	{
	  double *row = a[i], f = row[k] / pivot[k];
	  for (int j = k; j <= n; j++)
	    row[j] -= f * pivot[j];
	}
    }
}

static int *first[MOST];
static unsigned char *second[MOST];

/* Odd-even transposition, by KEY.  */
NI static void
sort (int n, int *key)
{
#pragma pram
  for (int s = 0; s < n; s++)
    for (int i = s % 2; i + 1 < n; i += 2)
      if (key[i] > key[i + 1])
	{
	  int k = key[i];
	  key[i] = key[i + 1];
	  key[i + 1] = k;
	  int *x = first[i];
	  first[i] = first[i + 1];
	  first[i + 1] = x;
	  unsigned char *y = second[i];
	  second[i] = second[i + 1];
	  second[i + 1] = y;
	  first[i][1]++;
	}
}

/* Rows of different lengths, of which two elements are used.  */
NI static void
reverse (int n, long double **a, float complex (**z)[2])
{
#pragma pram
  for (int i = 0; i < n / 2; i++)
    {
      long double *t = a[i];
      a[i] = a[n - 1 - i];
      a[n - 1 - i] = t;
      a[i][0] += a[n - 1 - i][1];
      float complex (*tz)[2] = z[i];
      z[i] = z[n - 1 - i];
      z[n - 1 - i] = tz;
      z[i][1][1] *= 2;
    }
}

static void
try_decompose (int n, enum way way)
{
  int p[MOST + 1];
  double **a = table (n, n + 1, way);
  for (int i = 0; i <= n; i++)
    p[i] = i;
  int done = decompose (n, a, 1e-12, p);
  for (int i = 0; i <= n; i++)
    printf ("%d ", p[i]);
  printf ("done %d\n", done);
  show_rows ("decomposed", a, n, n + 1);
  for (int j = 0; j < n; j++)
    a[n - 1][j] = a[0][j] = j;
  for (int i = 0; i <= n; i++)
    p[i] = i;
  done = decompose (n, a, 1e-12, p);
  printf ("done %d %d\n", done, p[n]);
  show_rows ("singular", a, n, n + 1);
}

static void
try_sort (int n, int m)
{
  int key[MOST];
  for (int i = 0; i < n; i++)
    {
      key[i] = chance (20);
      first[i] = malloc (m * sizeof *first[i]);
      second[i] = malloc (m + 2);
      for (int j = 0; j < m; j++)
	first[i][j] = i * m + j;
      for (int j = 0; j < m + 2; j++)
	second[i][j] = i + j;
    }
  sort (n, key);
  for (int i = 0; i < n; i++)
    printf ("%d: %d %d %d\n", key[i], first[i][1], first[i][m - 1], second[i][m + 1]);
}

static void
try_reverse (int n)
{
  long double *a[MOST], *all = malloc (n * (n + 3) * sizeof *all), *at = all;
  float complex (*z[MOST])[2];
  for (int i = 0; i < n; i++)
    {
      a[i] = at;
      at += i + 2;
      z[i] = malloc ((i + 2) * sizeof *z[i]);
      for (int j = 0; j < i + 2; j++)
	{
	  a[i][j] = i * 100 + j;
	  z[i][j][0] = i + 3 * j;
	  z[i][j][1] = j * 2.5f;
	}
    }
  reverse (n, a, z);
  for (int i = 0; i < n; i++)
    printf ("%d %Lg %Lg %g %g\n", (int) (a[i] - all), a[i][0], a[i][1],
	    creal (z[i][1][0]), creal (z[i][1][1]));
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 20;
  for (int i = 1; i < argc; i++, n = i < argc ? atoi (argv[i]) : 0)
    {
      for (int way = 0; way < N_WAYS; way++)
	{
	  try_decompose (n, way);
	  double **a = table (n, n + 3, way);
	  eliminate (n, a);
	  show_rows ("eliminated", a, n, n + 3);
	}
      try_sort (n, 7);
      try_reverse (n);
    }
  return 0;
}
