/* Orthogonalisation: columns live where they are changed, so sums over a column, and
   what scales one, run whole there; also where data decide that a column is left
   alone.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 40 7 23 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "show.h"

static void
fill (int m, int n, double (*a)[n], int zero)
{
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = zero && j == n / 2 ? 0 : noise (i * n + j);
}

/* Modified Gram-Schmidt with rows of two kinds.  */
static void
gram_schmidt (int m, int n)
{
  double (*q)[n] = need (sizeof (double[m][n])), *r = need (n * n * sizeof *r);
  fill (m, n, q, 0);
  for (int i = 0; i < n * n; i++)
    r[i] = 0;
#pragma pram
  for (int k = 0; k < n; k++)
    {
      double norm = 0;
      for (int i = 0; i < m; i++)
	norm += q[i][k] * q[i][k];
      r[k * n + k] = sqrt (norm);
      for (int i = 0; i < m; i++)
	q[i][k] /= r[k * n + k];
      for (int j = k + 1; j < n; j++)
	{
	  double dot = 0;
	  for (int i = 0; i < m; i++)
	    dot += q[i][k] * q[i][j];
	  r[k * n + j] = dot;
	  for (int i = 0; i < m; i++)
	    q[i][j] -= dot * q[i][k];
	}
    }
  show ("q", q, m * n * sizeof (double));
  show ("r", r, n * n * sizeof (double));
  free (r);
  free (q);
}

/* … that leaves out columns that are nearly zero.  */
static void
rank (int m, int n)
{
  double (*q)[n] = need (sizeof (double[m][n])), (*r)[n] = need (n * sizeof *r);
  int columns = 0;
  fill (m, n, q, 1);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      r[i][j] = 0;
#pragma pram
  for (int k = 0; k < n; k++)
    {
      double norm = 0;
      for (int i = 0; i < m; i++)
	norm += q[i][k] * q[i][k];
      norm = sqrt (norm);
      r[k][k] = norm;
      if (norm < 1e-12)
	continue;
      columns++;
      for (int i = 0; i < m; i++)
	q[i][k] /= norm;
      for (int j = k + 1; j < n; j++)
	{
	  double dot = 0;
	  for (int i = 0; i < m; i++)
	    dot += q[i][k] * q[i][j];
	  r[k][j] = dot;
	  for (int i = 0; i < m; i++)
	    q[i][j] -= dot * q[i][k];
	}
    }
  printf ("%d", columns);
  show ("q", q, m * n * sizeof (double));
  show ("r", r, n * n * sizeof (double));
  free (r);
  free (q);
}

/* Householder's reflections.  */
static void
reflect (int m, int n)
{
  double (*a)[n] = need (sizeof (double[m][n]));
  double *v = need (m * sizeof *v), *d = need (n * sizeof *d);
  fill (m, n, a, 1);
#pragma pram
  for (int k = 0; k < n; k++)
    {
      double norm = 0;
      for (int i = k; i < m; i++)
	norm += a[i][k] * a[i][k];
      norm = sqrt (norm);
      if (norm != 0)
	{
	  double alpha = a[k][k] > 0 ? -norm : norm, square = 0;
	  for (int i = k; i < m; i++)
	    v[i] = a[i][k];
	  v[k] -= alpha;
	  for (int i = k; i < m; i++)
	    square += v[i] * v[i];
	  for (int j = k; j < n; j++)
	    {
	      double dot = 0;
	      for (int i = k; i < m; i++)
		dot += v[i] * a[i][j];
	      dot = 2 * dot / square;
	      for (int i = k; i < m; i++)
		a[i][j] -= dot * v[i];
	    }
	  d[k] = alpha;
	}
      else
	d[k] = 0;
    }
  show ("a", a, m * n * sizeof (double));
  show ("d", d, n * sizeof *d);
  free (d);
  free (v);
  free (a);
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    {
      int n = atoi (argv[i]);
      gram_schmidt (n + 3, n);
      rank (n + 3, n);
      reflect (n + 3, n);
    }
  return 0;
}
