/* rounds-anew.c: pointers that a convergence loop exchanges, set anew in each time step:
   names would stay exchanged.  If the loop always restores them, or the step goes on
   with what the loop has left, they can be names.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 9 40 } */
/* { pram-ranks 1 2 3 } */
/* { pram-mode any } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define M 40

static void
set_anew (int n, double (*a)[M], double (*b)[M])
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      double d, (*x)[M] = a, (*y)[M] = b;
      do
	{
	  d = 0;
	  for (int i = 1; i < n - 1; i++)
	    for (int j = 1; j < n - 1; j++)
	      {
		y[i][j] = 0.25 * (x[i - 1][j] + x[i + 1][j] + x[i][j - 1]
				  + x[i][j + 1]);
		d = fmax (d, fabs (y[i][j] - x[i][j]));
	      }
	  double (*z)[M] = x;
	  x = y;
	  y = z;
	}
      while (d > .2);
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  x[i][j] += 0.1 * ((i + j) % 5);
    }
}

/* The same, as a parity that begins anew.  */
static void
parity_anew (int n, double (*a)[M], double (*b)[M])
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      double d = 1;
      int it;
      for (it = 0; d > .2; it++)
	{
	  double (*x)[M] = it & 1 ? b : a, (*y)[M] = it & 1 ? a : b;
	  d = 0;
	  for (int i = 1; i < n - 1; i++)
	    for (int j = 1; j < n - 1; j++)
	      {
		y[i][j] = 0.25 * (x[i - 1][j] + x[i + 1][j] + x[i][j - 1]
				  + x[i][j + 1]);
		d = fmax (d, fabs (y[i][j] - x[i][j]));
	      }
	}
      double (*z)[M] = it & 1 ? a : b;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  z[i][j] += 0.1 * ((i + j) % 5);
    }
}

static void
restored (int n, double (*a)[M], double (*b)[M])
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      double (*x)[M] = a, (*y)[M] = b;
      for (int k = 0; k < 2; k++)
	{
	  for (int i = 1; i < n - 1; i++)
	    for (int j = 1; j < n - 1; j++)
	      y[i][j] = 0.25 * (x[i - 1][j] + x[i + 1][j] + x[i][j - 1]
				+ x[i][j + 1]);
	  double (*z)[M] = x;
	  x = y;
	  y = z;
	}
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  x[i][j] += 0.1 * ((i + j) % 5);
    }
}

static void
show (int n, double (*a)[M], double (*b)[M])
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum = sum * 0.99 + a[i][j] - 0.5 * b[i][j];
  printf ("%d %.17g\n", n, sum);
}

int
main (int argc, char **argv)
{
  static double a[M][M], b[M][M];
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      for (int i = 0; i < n; i++)
	for (int j = 0; j < n; j++)
	  a[i][j] = b[i][j] = (i * n + j) * 7 % 11 + i;
      set_anew (n, a, b);
      show (n, a, b);
      parity_anew (n, a, b);
      show (n, a, b);
      restored (n, a, b);
      show (n, a, b);
    }
  return 0;
}
