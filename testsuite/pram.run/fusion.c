/* fusion.c: loops that pass over the same elements.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

static double *
some (int n, int seed)
{
  double *p = need (n * sizeof *p);
  for (int k = 0; k < n; k++)
    p[k] = noise (k + seed);
  return p;
}

/* One loop of many, forwards and backwards, over all and almost all; floats
   beside doubles.  */
static void
flat (int n, int steps)
{
  double *a = some (n, 0), *b = some (n, 3), *c = some (n, 9);
  double *d = some (n, 11);
  float *f = need (n * sizeof *f);
  for (int k = 0; k < n; k++)
    f[k] = (float) noise (k + 5);
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int k = 0; k < n; k++)
	a[k] += 0.5 * b[k];
      for (int k = n - 1; k >= 0; k--)
	c[k] -= a[k];
      for (unsigned k = 0; k < (unsigned) n; k++)
	d[k] = c[k] * 0.25;
      for (long k = 1; k < n; k++)
	b[k] = d[k - 1];
      double odd = t & 1;
      for (long k = 1; k < n; k++)
	c[k] += 0.125 * b[k] - odd;
      int q = 1;
      while (q < n)
	{
	  d[q] = c[q] + t;
	  q++;
	}
      for (int k = 0; k < n; k++)
	f[k] += (float) a[k];
      for (int k = 0; k + 2 < n; k++)
	a[k] *= 0.5;
      for (int k = 0; k + 2 < n; k++)
	c[k] = a[k + 1] - a[k];
      for (int k = 0; k + 2 < n; k++)
	d[k] = c[k + 1] * 0.5;
    }
  show ("a", a, n * sizeof *a);
  show ("b", b, n * sizeof *b);
  show ("c", c, n * sizeof *c);
  show ("d", d, n * sizeof *d);
  show ("f", f, n * sizeof *f);
  free (a), free (b), free (c), free (d), free (f);
}

/* Rows of M elements, W apart.  */
static void
nest (int n, int m, int w, int steps)
{
  int size = n * w + m;
  double *a = some (size, 0), *b = some (size, 3), *c = some (size, 9);
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n; i++)
	for (int j = 0; j < m; j++)
	  a[i * w + j] = 0.5 * b[i * w + j] + i - 2 * j;
      for (int i = 0; i < n; i++)
	for (int j = 0; j < m; j++)
	  c[i * w + j] += a[i * w + j];
      for (int i = 0; i < n; i++)
	for (int j = 0; j < m; j++)
	  b[i * w + j] = 0.25 * c[i * w + j] - a[i * w + j];
    }
  show ("a", a, size * sizeof *a);
  show ("b", b, size * sizeof *b);
  show ("c", c, size * sizeof *c);
  free (a), free (b), free (c);
}

int
main (void)
{
  flat (57, 5);
  flat (5, 3);
  nest (23, 17, 17, 4);
  nest (11, 20, 31, 4);
  return 0;
}
