/* Factorisations that are left in several ways: by a break that an entry value or a
   flag decides about, and by one that data do.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 30 7 100 }
   { pram-ranks 1 2 3 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "show.h"

/* N rows of A, of which the middle one, if ZERO, is 0.  */
static void
fill (int n, double (*a)[n], int zero)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = zero && i == n / 2 ? 0 : noise (i * n + j) + (i == j ? n : 0);
}

/* A flag of before, which the condition of the loop tests, too.  */
static void
pivoted (int n, int zero, int singular)
{
  double (*a)[n] = need (sizeof (double[n][n]));
  int *pivot = need (n * sizeof (int)), sign = 1;
  fill (n, a, zero);
  memset (pivot, 0, n * sizeof (int));
#pragma pram
  for (int k = 0; k < n && !singular; k++)
    {
      int p = k;
      double best = fabs (a[k][k]);
      for (int i = k + 1; i < n; i++)
	if (fabs (a[i][k]) > best)
	  {
	    best = fabs (a[i][k]);
	    p = i;
	  }
      pivot[k] = p;
      if (best < 1e-14)
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
	  sign = -sign;
	}
      for (int i = k + 1; i < n; i++)
	{
	  double f = a[i][k] / a[k][k];
	  a[i][k] = f;
	  for (int j = k + 1; j < n; j++)
	    a[i][j] -= f * a[k][j];
	}
    }
  printf ("%d %d\n", singular, sign);
  show ("pivot", pivot, n * sizeof (int));
  show ("pivoted", a, n * n * sizeof (double));
  free (pivot);
  free (a);
}

/* An entry value ends the loop as well, to the same place.  */
static void
stopped (int n, int zero, int stop)
{
  double (*a)[n] = need (sizeof (double[n][n]));
  int state = 5;
  fill (n, a, zero);
#pragma pram
  for (int k = 0; k < n; k++)
    {
      if (stop == 1)
	break;
      if (a[k][k] == 0)
	{
	  state = 2;
	  break;
	}
      for (int i = k + 1; i < n; i++)
	{
	  double f = a[i][k] / a[k][k];
	  a[i][k] = f;
	  for (int j = k + 1; j < n; j++)
	    a[i][j] -= f * a[k][j];
	}
    }
  printf ("%d\n", state);
  show ("stopped", a, n * n * sizeof (double));
  free (a);
}

/* Gauss-Jordan elimination in two arrays: rows are left alone where data say so, which
   is within the loop that is distributed, while what is left and exchanged is between
   loops.  */
static void
invert (int n, int zero)
{
  double *a = need (n * n * sizeof *a), *b = need (n * n * sizeof *b);
  int ok = 1;
  fill (n, (double (*)[n]) a, zero);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	if (i > j + n / 2)
	  a[i * n + j] = 0;
	b[i * n + j] = i == j;
      }
#pragma pram
  for (int c = 0; c < n; c++)
    {
      int p = c;
      for (int i = c + 1; i < n; i++)
	if (fabs (a[i * n + c]) > fabs (a[p * n + c]))
	  p = i;
      if (a[p * n + c] == 0)
	{
	  ok = 0;
	  break;
	}
      if (p != c)
	for (int j = 0; j < n; j++)
	  {
	    double t = a[c * n + j];
	    a[c * n + j] = a[p * n + j];
	    a[p * n + j] = t;
	    t = b[c * n + j];
	    b[c * n + j] = b[p * n + j];
	    b[p * n + j] = t;
	  }
      double d = 1 / a[c * n + c];
      for (int j = 0; j < n; j++)
	{
	  a[c * n + j] *= d;
	  b[c * n + j] *= d;
	}
      for (int i = 0; i < n; i++)
	if (i != c)
	  {
	    double f = a[i * n + c];
	    if (f != 0)
	      for (int j = 0; j < n; j++)
		{
		  a[i * n + j] -= f * a[c * n + j];
		  b[i * n + j] -= f * b[c * n + j];
		}
	  }
    }
  printf ("%d\n", ok);
  show ("a", a, n * n * sizeof *a);
  show ("b", b, n * n * sizeof *b);
  free (b);
  free (a);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    for (int how = 0; how < 4; how++)
      {
	pivoted (atoi (argv[k]), how & 1, how >> 1);
	stopped (atoi (argv[k]), how & 1, how >> 1);
	invert (atoi (argv[k]), how & 1);
      }
  return 0;
}
