/* GMRES with restarts, by the book: the basis and Hessenberg's matrix have rows that are
   allocated one by one, the loop over the columns may end early, and what is solved then
   has as many unknowns as it has come to.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 40 8 }
   { pram-args 150 10 }
   { pram-ranks 2 3 5 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdlib.h>
#include "show.h"

typedef struct
{
  int n, *ptr, *col;
  double *val;
} csr;

static void
multiply (const csr *a, const double *x, double *y)
{
  for (int i = 0; i < a->n; i++)
    {
      double s = 0;
      for (int k = a->ptr[i]; k < a->ptr[i + 1]; k++)
	s += a->val[k] * x[a->col[k]];
      y[i] = s;
    }
}

static double
dot (const double *x, const double *y, int n)
{
  double s = 0.0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

static void
axpy (double *y, double a, const double *x, int n)
{
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

static double **
rows (int n, int m)
{
  double **a = malloc (n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] = calloc (m, sizeof **a);
  return a;
}

__attribute__ ((noipa)) static int
gmres (const csr *a, const double *b, double *x, int m, double tol, double *resid)
{
  int n = a->n, i, j, k, outer, done = 0;
  double **V = rows (m + 1, n), **H = rows (m + 1, m);
  double *g = calloc (m + 1, 8), *cs = calloc (m, 8), *sn = calloc (m, 8);
  double *y = calloc (m, 8), *w = calloc (n, 8), beta = 0;
#pragma pram
  for (outer = 0; outer < 20 && !done; outer++)
    {
      multiply (a, x, w);
      for (i = 0; i < n; i++)
	w[i] = b[i] - w[i];
      beta = sqrt (dot (w, w, n));
      if (beta < tol)
	break;
      for (i = 0; i < n; i++)
	V[0][i] = w[i] / beta;
      for (i = 0; i <= m; i++)
	g[i] = 0;
      g[0] = beta;
      for (k = 0; k < m; k++)
	{
	  multiply (a, V[k], w);
	  for (j = 0; j <= k; j++)
	    {
	      double h = dot (w, V[j], n);
	      H[j][k] = h;
	      axpy (w, -h, V[j], n);
	    }
	  double norm = sqrt (dot (w, w, n));
	  H[k + 1][k] = norm;
	  if (norm > 1e-14)
	    for (i = 0; i < n; i++)
	      V[k + 1][i] = w[i] / norm;
	  for (j = 0; j < k; j++)
	    {
	      double t = cs[j] * H[j][k] + sn[j] * H[j + 1][k];
	      H[j + 1][k] = -sn[j] * H[j][k] + cs[j] * H[j + 1][k];
	      H[j][k] = t;
	    }
	  double d = sqrt (H[k][k] * H[k][k] + norm * norm);
	  cs[k] = H[k][k] / d;
	  sn[k] = norm / d;
	  H[k][k] = d;
	  H[k + 1][k] = 0;
	  g[k + 1] = -sn[k] * g[k];
	  g[k] = cs[k] * g[k];
	  if (fabs (g[k + 1]) < tol)
	    {
	      k++;
	      done = 1;
	      break;
	    }
	}
      for (i = k - 1; i >= 0; i--)
	{
	  double s = g[i];
	  for (j = i + 1; j < k; j++)
	    s -= H[i][j] * y[j];
	  y[i] = s / H[i][i];
	}
      for (j = 0; j < k; j++)
	axpy (x, y[j], V[j], n);
    }
  *resid = beta;
  show_rows ("V", V, m + 1, n);
  show_rows ("H", H, m + 1, m);
  return outer;
}

int
main (int argc, char **argv)
{
  int n = atoi (argv[1]), m = atoi (argv[2]), k = 0;
  csr a = { n, malloc ((n + 1) * sizeof (int)), malloc (5 * n * sizeof (int)),
	    malloc (5 * n * sizeof (double)) };
  double *b = malloc (n * sizeof *b), *x = calloc (n, sizeof *x), resid = 0;
  for (int i = 0; i < n; i++)
    {
      a.ptr[i] = k;
      a.col[k] = i;
      a.val[k++] = 4.5 + i % 3;
      for (int d = 1; d < 5; d++)
	{
	  a.col[k] = (i * 37 + d * d * 101) % n;
	  a.val[k++] = -1.0 + 0.1 * d;
	}
      b[i] = 1 + i % 7 * 0.25;
    }
  a.ptr[n] = k;
  printf ("%d", gmres (&a, b, x, m, 1e-9, &resid));
  printf (" %.17g\n", resid);
  show ("x", x, n * sizeof *x);
  return argc < 3;
}
