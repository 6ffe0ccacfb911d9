/* sizes-shared.c: one code for several sizes: arrays of variable size, linear
   ones, pointers that step by rows, triangles, reductions, members, steps of
   two, a time loop, arrays that are computed again.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include <string.h>
#include "show.h"

#define SIZES size(n=1) size(n=2) size(n=3) size(n=17) size(n=1000)

static double
grid (int n, double a[n][n], double b[n][n])
{
  double m = -1;
#pragma pram SIZES
  for (int t = 0; t < 3; t++)
    {
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  {
	    b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
	    if (b[i][j] > m)
	      m = b[i][j];
	  }
      for (int i = 0; i < n; i++)
	for (int j = 0; j < n; j++)
	  a[i][j] = 0.25 * b[i][j] + i;
    }
  return m;
}

static int
converge (int n, double *u, double *v)
{
  int it = 0;
  double diff;
#pragma pram begin SIZES
  do
    {
      diff = 0;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  {
	    v[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j]
				   + u[i * n + j - 1] + u[i * n + j + 1]);
	    diff = fmax (diff, fabs (v[i * n + j] - u[i * n + j]));
	  }
      double *t = u;
      u = v;
      v = t;
      it++;
    }
  while (diff > 0.1 && it < 9);
#pragma pram end
  return it;
}

static void
rows (int n, const double *from, double *to)
{
#pragma pram SIZES
  for (int i = 0; i < n; i++)
    {
      const double *p = from;
      double *q = to + (size_t) i * n;
      for (int j = 0; j < n; j++)
	q[j] = p[j] * (i + 1);
    }
}

static void
reversed (int n, long m, double *a, double *b)
{
#pragma pram size(n=1,m=4) size(n=2,m=4) size(n=3,m=4) size(n=17,m=5) size(n=1000,m=999)
  for (int i = n - 1; i >= 0; i--)
    for (long j = 0; j <= i; j += 2)
      b[i * m + j % m] = a[j * m + i] + 1;
}

static unsigned
count (unsigned n, const int *a)
{
  unsigned sum = 7;
#pragma pram SIZES
  for (unsigned i = 0; i < n; i++)
    if (a[i] > 3)
      sum += n;
  return sum;
}

struct box { int n; double *p; };

static double
in_box (struct box *g)
{
  double least = 1e9;
#pragma pram size(g->n=1) size(g->n=2) size(g->n=3) size(g->n=17) size(g->n=1000)
  for (int i = 0; i < g->n; i++)
    {
      g->p[i] += i;
      if (g->p[i] < least)
	least = g->p[i];
    }
  return least;
}

static void
again (int n, double *restrict p, double *restrict q, double *restrict r)
{
#pragma pram begin SIZES local(q)
  for (int t = 0; t < 2; t++)
    {
      for (int i = 1; i < n - 1; i++)
	q[i] = 4 * p[i] - p[i - 1] - p[i + 1];
      for (int i = 1; i < n - 1; i++)
	r[i] -= 0.5 * q[i];
    }
#pragma pram end
}

int
main (void)
{
  static const int sizes[] = { 1, 2, 3, 17, 1000, 17, 1 };
  enum { MOST = 1000 * 1000 };
  double *a = need (MOST * sizeof *a), *b = need (MOST * sizeof *b);
  double *c = need (MOST * sizeof *c);
  int *k = need (MOST * sizeof *k);
  for (int i = 0; i < MOST; i++)
    {
      a[i] = noise (i);
      b[i] = noise (i + MOST);
      c[i] = noise (i + 2 * MOST);
      k[i] = (int) (10 * noise (i));
    }
  for (int s = 0; s < 7; s++)
    {
      int n = sizes[s];
      struct box box = { n, c };
      printf ("%d %.17g\n", n, grid (n, (void *) a, (void *) b));
      printf ("%d\n", converge (n, a, b));
      rows (n, a, c);
      printf ("%u %.17g\n", count (n, k), in_box (&box));
      again (n, a, b, c);
      reversed (n, n < 4 ? 4 : n == 17 ? 5 : 999, a, c);
      show ("a", a, MOST * sizeof *a);
      show ("c", c, MOST * sizeof *c);
      memset (b, 0, MOST * sizeof *b);
    }
  return 0;
}
