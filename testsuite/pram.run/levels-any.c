/* levels-any.c: loops over levels, how many of which the program is told.

   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { pram-args 2 5 16 37 } */
/* { pram-mode distributed } */

#include <math.h>
#include <stdlib.h>

#include "show.h"

/* Prefix sums by doubled distances, until they are large.  */
static int
scan (int n, double *a, double *b, double most)
{
  int turns = 0;
  double last;
#pragma pram
  do
    {
      for (int s = 1; s < n; s *= 2)
	{
	  for (int i = 0; i < n; i++)
	    b[i] = i >= s ? a[i] + a[i - s] : a[i];
	  for (int i = 0; i < n; i++)
	    a[i] = 0.9 * b[i];
	}
      last = 0;
      for (int i = 0; i < n; i++)
	last = fmax (last, a[i]);
      turns++;
    }
  while (last < most && turns < 5);
  return turns;
}

/* Pointers are exchanged in each level: where the result is depends on how many
   there are.  What follows must know.  */
static double *
swapped (int n, double *a, double *b)
{
#pragma pram begin
  for (int s = 1; s < n; s <<= 1)
    {
      for (int i = 0; i < n; i++)
	b[i] = i >= s ? a[i] + a[i - s] : a[i];
      double *t = a;
      a = b;
      b = t;
    }
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 0.5 + i;
#pragma pram end
  return a;
}

/* The same, in a time loop.  */
static double *
swapped_again (int n, int steps, double *a, double *b)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int s = 1; s < n; s *= 2)
	{
	  for (int i = 0; i < n; i++)
	    b[i] = a[i] + 0.25 * a[i >= s ? i - s : i];
	  double *c = a;
	  a = b;
	  b = c;
	}
      for (int i = 1; i < n; i++)
	b[i] = a[i - 1] - a[i];
      double *c = a;
      a = b;
      b = c;
    }
  return a;
}

/* In place, groups of doubled lengths.  */
static void
fourier (int n, double *re, double *im, const double *wr, const double *wi)
{
#pragma pram
  for (int len = 2; len <= n; len *= 2)
    for (int i = 0; i + len <= n; i += len)
      for (int j = 0; j < len / 2; j++)
	{
	  int p = i + j, q = i + j + len / 2, k = j * (n / len);
	  double tr = wr[k] * re[q] - wi[k] * im[q];
	  double ti = wr[k] * im[q] + wi[k] * re[q];
	  double ur = re[p], ui = im[p];
	  re[p] = ur + tr;
	  im[p] = ui + ti;
	  re[q] = ur - tr;
	  im[q] = ui - ti;
	}
}

/* The inner loop's count depends on the outer one's variable.  */
static void
bitonic (int n, int *keys)
{
#pragma pram
  for (int k = 2; k <= n; k *= 2)
    for (int j = k / 2; j > 0; j /= 2)
      for (int i = 0; i < n; i++)
	{
	  int l = i ^ j;
	  if (l > i && l < n)
	    {
	      int x = keys[i], y = keys[l], up = (i & k) == 0;
	      int low = x < y ? x : y, high = x < y ? y : x;
	      keys[i] = up ? low : high;
	      keys[l] = up ? high : low;
	    }
	}
}

/* Up and down a tree: the second loop starts from where the first one ends.  */
static void
tree (int n, long *a)
{
  int off = 1;
#pragma pram begin
  for (int d = n >> 1; d > 0; d >>= 1)
    {
      for (int i = 0; i < d; i++)
	a[off * (2 * i + 2) - 1] += a[off * (2 * i + 1) - 1];
      off *= 2;
    }
  a[n - 1] = 0;
  for (int d = 1; d < n; d *= 2)
    {
      off >>= 1;
      for (int i = 0; i < d; i++)
	{
	  long t = a[off * (2 * i + 1) - 1];
	  a[off * (2 * i + 1) - 1] = a[off * (2 * i + 2) - 1];
	  a[off * (2 * i + 2) - 1] += t;
	}
    }
#pragma pram end
}

/* Grids of halved sizes in one array; where each begins a loop adds up.  */
static void
cycles (int n, int levels, double *u, double *f, double *r)
{
#pragma pram
  for (int c = 0; c < 2; c++)
    {
      for (int l = 0, o = 0; l < levels; l++)
	{
	  int m = n >> l, p = o + m + 1;
	  for (int sweep = 0; sweep < 2; sweep++)
	    {
	      for (int i = 1; i < m; i++)
		r[o + i] = f[o + i] - (2 * u[o + i] - u[o + i - 1]
				       - u[o + i + 1]);
	      for (int i = 1; i < m; i++)
		u[o + i] += 0.4 * r[o + i];
	    }
	  for (int i = 1; i < m / 2; i++)
	    {
	      f[p + i] = r[o + 2 * i];
	      u[p + i] = 0;
	    }
	  o = p;
	}
      for (int l = levels - 1; l >= 0; l--)
	{
	  int o = 0, m = n >> l;
	  for (int k = 0; k < l; k++)
	    o += (n >> k) + 1;
	  int p = o + m + 1;
	  for (int i = 1; i < m / 2; i++)
	    u[o + 2 * i] += u[p + i];
	}
    }
}

/* Images of halved sizes.  */
static int
pyramid (int n, float *a)
{
  int o = 0;
#pragma pram
  for (int w = n; w > 1; w /= 2)
    {
      int p = o + w * w, h = w / 2;
      for (int i = 0; i < h; i++)
	for (int j = 0; j < h; j++)
	  a[p + i * h + j] = 0.25f * (a[o + 2 * i * w + 2 * j]
				      + a[o + 2 * i * w + 2 * j + 1]
				      + a[o + (2 * i + 1) * w + 2 * j]
				      + a[o + (2 * i + 1) * w + 2 * j + 1]);
      o = p;
    }
  return o;
}

/* The largest of all, by levels, and a scalar in each of them.  */
static double
peaks (int n, double *a)
{
  double sum = 0, top;
#pragma pram
  for (int s = 1; s < n; s *= 2)
    {
      top = 0;
      for (int i = s; i < n; i++)
	top = fmax (top, a[i] - a[i - s]);
      sum = sum * 0.5 + top;
      for (int i = 0; i < n; i++)
	a[i] = a[i] * 0.75 + sum;
    }
  return sum;
}

static void
run (int n)
{
  int whole = 1, levels = 1;
  while (2 * whole <= n)
    whole *= 2;
  while (n >> levels > 1)
    levels++;
  double *a = malloc ((2 * n + 64) * sizeof *a);
  double *b = malloc ((2 * n + 64) * sizeof *b);
  double *c = malloc ((2 * n + 64) * sizeof *c);
  double *wr = malloc (n * sizeof *wr), *wi = malloc (n * sizeof *wi);
  float *image = calloc (2 * n * n + 64, sizeof *image);
  int *keys = malloc (n * sizeof *keys);
  long *counts = malloc (n * sizeof *counts);
  for (int i = 0; i < 2 * n + 64; i++)
    {
      a[i] = 1 + i % 7;
      b[i] = i % 3;
      c[i] = 0;
    }
  for (int i = 0; i < n; i++)
    {
      wr[i] = cos (2 * 3.14159265358979323846 * i / n);
      wi[i] = sin (2 * 3.14159265358979323846 * i / n);
      keys[i] = (i * 37 + 11) % 64;
      counts[i] = i % 5;
    }
  for (int i = 0; i < n * n; i++)
    image[i] = i * 7 % 13;
  printf ("%d: %d ", n, scan (n, a, b, 1e3));
  show ("scan", a, n * sizeof *a);
  show ("swapped", swapped (n, a, b), n * sizeof *a);
  show ("again", swapped_again (n, 3, a, b), n * sizeof *a);
  fourier (n, a, b, wr, wi);
  show ("fourier", a, n * sizeof *a);
  bitonic (n, keys);
  show ("bitonic", keys, n * sizeof *keys);
  tree (whole, counts);
  show ("tree", counts, n * sizeof *counts);
  for (int i = 0; i < 2 * n + 64; i++)
    a[i] = b[i] = 0.25 * (i % 11);
  cycles (n, levels, a, b, c);
  show ("cycles", a, (2 * n + 64) * sizeof *a);
  printf ("%d ", pyramid (n, image));
  show ("pyramid", image, (2 * n * n + 64) * sizeof *image);
  printf ("%.17g\n", peaks (n, b));
  show ("peaks", b, n * sizeof *b);
  free (a);
  free (b);
  free (c);
  free (wr);
  free (wi);
  free (image);
  free (keys);
  free (counts);
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    run (atoi (argv[i]));
  return 0;
}
