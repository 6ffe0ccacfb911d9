/* GMRES, whose iterations may end early, and which then goes back over as many and up
   again: loops that run as far as another one has come.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 8 10 8 3 5 20 } */
/* { pram-ranks 1 2 3 5 } */
/* Planning GMRES takes its time.  */
/* { pram-own -fplugin-arg-pram-budget=60 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

/* Solve for a grid of W rows with M vectors.  */
static void
gmres (int w, int m)
{
  int n = w * w;
  int *rp = malloc (sizeof (int) * (n + 1)), *col = malloc (sizeof (int) * 5 * n);
  double *val = malloc (sizeof (double) * 5 * n);
  int nz = 0;
  for (int i = 0; i < n; i++)
    {
      rp[i] = nz;
      int x = i % w, y = i / w;
      if (y > 0)
	col[nz] = i - w, val[nz++] = -1.1;
      if (x > 0)
	col[nz] = i - 1, val[nz++] = -0.9;
      col[nz] = i, val[nz++] = 4.2;
      if (x < w - 1)
	col[nz] = i + 1, val[nz++] = -1;
      if (y < w - 1)
	col[nz] = i + w, val[nz++] = -1;
    }
  rp[n] = nz;
  double (*v)[n] = malloc (sizeof (double) * n * (m + 1));
  double *x = calloc (n, sizeof (double)), *b = malloc (sizeof (double) * n);
  double h[m + 1][m], c[m], s[m], g[m + 1], y[m];
  for (int i = 0; i < n; i++)
    b[i] = 1 + i % 3;
  double tol = 1e-8, res = 1;
  int it = 0;
#pragma pram
  while (res > tol && it < 40)
    {
      double beta = 0;
      for (int i = 0; i < n; i++)
	{
	  double t = b[i];
	  for (int k = rp[i]; k < rp[i + 1]; k++)
	    t -= val[k] * x[col[k]];
	  v[0][i] = t;
	  beta += t * t;
	}
      beta = sqrt (beta);
      for (int i = 0; i < n; i++)
	v[0][i] /= beta;
      g[0] = beta;
      int k = 0;
      for (int j = 0; j < m; j++)
	{
	  for (int i = 0; i < n; i++)
	    {
	      double t = 0;
	      for (int q = rp[i]; q < rp[i + 1]; q++)
		t += val[q] * v[j][col[q]];
	      v[j + 1][i] = t;
	    }
	  for (int l = 0; l <= j; l++)
	    {
	      double dot = 0;
	      for (int i = 0; i < n; i++)
		dot += v[j + 1][i] * v[l][i];
	      h[l][j] = dot;
	      for (int i = 0; i < n; i++)
		v[j + 1][i] -= dot * v[l][i];
	    }
	  double dot = 0;
	  for (int i = 0; i < n; i++)
	    dot += v[j + 1][i] * v[j + 1][i];
	  double nrm = sqrt (dot);
	  for (int i = 0; i < n; i++)
	    v[j + 1][i] /= nrm;
	  for (int l = 0; l < j; l++)
	    {
	      double t = c[l] * h[l][j] + s[l] * h[l + 1][j];
	      h[l + 1][j] = -s[l] * h[l][j] + c[l] * h[l + 1][j];
	      h[l][j] = t;
	    }
	  double r = sqrt (h[j][j] * h[j][j] + nrm * nrm);
	  c[j] = h[j][j] / r;
	  s[j] = nrm / r;
	  h[j][j] = r;
	  g[j + 1] = -s[j] * g[j];
	  g[j] = c[j] * g[j];
	  k = j + 1;
	  res = fabs (g[j + 1]);
	  if (res <= tol)
	    break;
	}
      for (int j = k - 1; j >= 0; j--)
	{
	  double t = g[j];
	  for (int l = j + 1; l < k; l++)
	    t -= h[j][l] * y[l];
	  y[j] = t / h[j][j];
	}
      for (int j = 0; j < k; j++)
	for (int i = 0; i < n; i++)
	  x[i] += y[j] * v[j][i];
      it++;
    }
  printf ("%d %.17g\n", it, res);
  for (int i = 0; i < n; i += n / 5 + 1)
    printf ("%.17g\n", x[i]);
}

/* Down to the last iteration but one, with other counters beside it, that one
   included; and up.  */
static double
powers (int n, int m, double eps, double v[m + 1][n], double *x)
{
  int k = 0, q = 0, w = 3;
  double s = 0;
#pragma pram
  for (int t = 0; t < 2; t++)
    {
      k = 0;
      for (int j = 0; j < m; j++)
	{
	  double d = 0;
	  for (int i = 0; i < n; i++)
	    {
	      v[j + 1][i] = 0.5 * v[j][i] + 0.125 * (i % 3);
	      d = fmax (d, fabs (v[j + 1][i] - v[j][i]));
	    }
	  k = j;
	  if (d < eps)
	    break;
	}
      q = 0;
      w = 3;
      for (int j = k; j >= 0; j--, q++)
	{
	  for (int i = 0; i < n; i++)
	    x[i] += v[j][i] * (q + 1);
	  w += 2;
	}
      for (int j = 0; j <= k; j++)
	for (int i = 0; i < n; i++)
	  v[0][i] -= 0.01 * v[j + 1][i];
      s += q * 10 + w;
    }
  return s + k;
}

/* With 2 to 5 vectors of N elements, ended by different limits.  */
static void
try_powers (int n)
{
  for (int m = 2; m < 6; m++)
    for (int e = 0; e < 4; e++)
      {
	double (*v)[n] = malloc (sizeof (double) * n * (m + 1));
	double *x = calloc (n, sizeof *x), s = 0;
	for (int i = 0; i < n * (m + 1); i++)
	  v[0][i] = i % 7;
	double r = powers (n, m, e == 3 ? 100 : 0.2 * e, v, x);
	for (int i = 0; i < n; i++)
	  s += x[i] * (1 + i % 4) + v[0][i];
	printf ("%.17g %.17g\n", r, s);
      }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k + 1 < argc; k += 2)
    gmres (atoi (argv[k]), atoi (argv[k + 1]));
  try_powers (10);
  return 0;
}
