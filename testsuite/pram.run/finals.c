/* finals.c: loops that begin or end where a counter of a loop before has been left, in
   time loops that data end: back substitution behind steps that fill a triangle, with
   all ways to count.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 2 7 50 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */

#include <math.h>
#include "show.h"

#define NI __attribute__ ((noipa))

enum { M = 6 };

static double
dot (int n, const double *a, const double *b)
{
  double m = 0;
  for (int i = 0; i < n; i++)
    m = fmax (m, fabs (a[i] * b[i]));
  return m;
}

/* As in GMRES.  */
static int NI
solve (int n, double *w, double *v, double *x)
{
  double h[M + 1][M], g[M + 1], y[M];
  int outer;
#pragma pram
  for (outer = 0; outer < 4; outer++)
    {
      double beta = dot (n, w, w);
      if (beta < 1e-3)
	break;
      for (int i = 0; i < n; i++)
	v[i] = w[i] / beta;
      for (int i = 0; i <= M; i++)
	g[i] = beta;
      int j;
      for (j = 0; j < M; j++)
	{
	  for (int k = 0; k <= j; k++)
	    {
	      h[k][j] = dot (n, w, v + k * n);
	      for (int i = 0; i < n; i++)
		w[i] -= 0.5 * h[k][j] * v[k * n + i];
	    }
	  h[j + 1][j] = 1 + dot (n, w, w);
	  for (int i = 0; i < n; i++)
	    v[(j + 1) * n + i] = w[i] / h[j + 1][j];
	  for (int k = 0; k < j; k++)
	    {
	      double t = h[k][j] + 0.5 * h[k + 1][j];
	      h[k + 1][j] = h[k + 1][j] - 0.5 * h[k][j];
	      h[k][j] = t;
	    }
	  g[j + 1] = g[j] * 0.5 / h[j + 1][j];
	}
      for (int k = j - 1; k >= 0; k--)
	{
	  double s = g[k];
	  for (int l = k + 1; l < j; l++)
	    s -= h[k][l] * y[l];
	  y[k] = s / (1 + h[k][k]);
	}
      for (int k = 0; k < j; k++)
	for (int i = 0; i < n; i++)
	  x[i] += y[k] * v[k * n + i];
    }
  return outer;
}

/* The same, but data may end the steps early; nobody wants the triangle.  */
static int NI
solve_early (int n, double *w, double *v, double *x)
{
  double h[M + 1][M], g[M + 1], y[M];
  int outer;
#pragma pram
  for (outer = 0; outer < 4; outer++)
    {
      double beta = dot (n, w, w);
      if (beta < 1e-3)
	break;
      for (int i = 0; i < n; i++)
	v[i] = w[i] / beta;
      for (int i = 0; i <= M; i++)
	g[i] = beta;
      int j;
      for (j = 0; j < M; j++)
	{
	  for (int k = 0; k <= j; k++)
	    {
	      h[k][j] = dot (n, w, v + k * n);
	      for (int i = 0; i < n; i++)
		w[i] -= 0.5 * h[k][j] * v[k * n + i];
	    }
	  h[j + 1][j] = 1 + dot (n, w, w);
	  for (int i = 0; i < n; i++)
	    v[(j + 1) * n + i] = w[i] / h[j + 1][j];
	  for (int k = 0; k < j; k++)
	    {
	      double t = h[k][j] + 0.5 * h[k + 1][j];
	      h[k + 1][j] = h[k + 1][j] - 0.5 * h[k][j];
	      h[k][j] = t;
	    }
	  g[j + 1] = g[j] * 0.5 / h[j + 1][j];
	  if (g[j + 1] < 1e-2)
	    {
	      j++;
	      break;
	    }
	}
      for (int k = j - 1; k >= 0; k--)
	{
	  double s = g[k];
	  for (int l = k + 1; l < j; l++)
	    s -= h[k][l] * y[l];
	  y[k] = s / (1 + h[k][k]);
	}
      for (int k = 0; k < j; k++)
	for (int i = 0; i < n; i++)
	  x[i] += y[k] * v[k * n + i];
    }
  return outer;
}

/* Up and down, by numbers that are there before.  */
static int NI
ends (int n, int lo, unsigned hi, int steps, double *a, double *b)
{
  int s;
#pragma pram
  for (s = 0; s < steps; s++)
    {
      double most = 0;
      int i, k, sum = 0;
      unsigned u;
      for (i = 1; i < n; i++)
	b[i] = a[i - 1] + s;
      for (k = n - 1; k > lo; k--)
	a[k] = 0.5 * b[k];
      for (u = 0; u != hi; u++)
	a[u] += 0.25;
      for (int l = k; l < i; l++)
	sum += l - (int) u;
      for (int j = k < 0 ? 0 : k; j < i; j++)
	a[j] += sum + b[j] * (i - k);
      for (int j = 0; j < n; j++)
	most = fmax (most, fabs (a[j]));
      if (most > 1e6)
	break;
    }
  return s;
}

static void
all (int n)
{
  double *w = need (n * sizeof *w), *v = need ((M + 1) * n * sizeof *v);
  double *x = need (n * sizeof *x);
  for (int i = 0; i < n; i++)
    {
      w[i] = 2 * noise (i);
      x[i] = 0;
    }
  for (int i = 0; i < (M + 1) * n; i++)
    v[i] = 0;
  printf ("%d\n", solve (n, w, v, x));
  show ("x", x, n * sizeof *x);
  for (int i = 0; i < n; i++)
    w[i] = 2 * noise (i);
  printf ("%d\n", solve_early (n, w, v, x));
  show ("x", x, n * sizeof *x);
  for (int i = 0; i < n; i++)
    {
      w[i] = noise (i);
      x[i] = noise (-i);
    }
  printf ("%d %d\n", ends (n, n / 3, n / 2, 5, w, x), ends (n, -1, 0, 9, x, w));
  show ("w", w, n * sizeof *w);
  show ("x", x, n * sizeof *x);
  free (w);
  free (v);
  free (x);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    all (atoi (argv[k]));
  return 0;
}
