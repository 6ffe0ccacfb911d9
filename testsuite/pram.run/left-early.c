/* Eliminations that data may end early: once one is left no later step is done, so each
   step only sends what the next one reads.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 60 7 }
   { pram-ranks 2 3 5 }
   { pram-mode distributed }
   { pram-stats "\"eliminate.1[^\n]*\"iterations\": 120[^\n]*\"bytes\": [1-9][0-9]?[0-9]?[0-9]?[0-9]?[0-9]?," }  */

#include <math.h>
#include <stdlib.h>
#include "show.h"

#define NI __attribute__ ((noipa))

/* Solves A x = B with partial pivoting, all columns exchanged; -1 if A is singular, with
   what there is then.  */
NI static int
eliminate (int n, double a[n][n], double *b)
{
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
      if (best < 1e-12)
	return -1;
      for (int j = 0; j < n; j++)
	{
	  double t = a[k][j];
	  a[k][j] = a[p][j];
	  a[p][j] = t;
	}
      double t = b[k];
      b[k] = b[p];
      b[p] = t;
      for (int i = k + 1; i < n; i++)
	{
	  double f = a[i][k] / a[k][k];
	  for (int j = k; j < n; j++)
	    a[i][j] -= f * a[k][j];
	  b[i] -= f * b[k];
	}
    }
  return 0;
}

/* The same without pivoting, left by a flag in the loop's condition.  */
NI static int
factor (int n, double a[n][n])
{
  int singular = 0;
#pragma pram
  for (int k = 0; k < n && !singular; k++)
    {
      if (a[k][k] == 0)
	singular = k + 1;
      else
	for (int i = k + 1; i < n; i++)
	  {
	    a[i][k] /= a[k][k];
	    for (int j = k + 1; j < n; j++)
	      a[i][j] -= a[i][k] * a[k][j];
	  }
    }
  return singular;
}

static void
fill (int n, double a[n][n], double *b, int same)
{
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
	a[i][j] = noise (i * n + j) - 0.5;
      b[i] = noise (i + 7);
    }
  for (int j = 0; j < n && same; j++)
    a[n - 1][j] = a[n / 2][j];
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    for (int same = 0; same < 2; same++)
      {
	int n = atoi (argv[k]);
	double (*a)[n] = need (n * sizeof *a), *b = need (n * sizeof *b);
	fill (n, a, b, same);
	printf ("%d\n", eliminate (n, a, b));
	show ("a", a, n * sizeof *a);
	show ("b", b, n * sizeof *b);
	fill (n, a, b, 0);
	if (same)
	  for (int j = 0; j < n; j++)
	    a[n / 2][j] = 0;
	printf ("%d\n", factor (n, a));
	show ("factors", a, n * sizeof *a);
	free (a);
	free (b);
      }
  return 0;
}
