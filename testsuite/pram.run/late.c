/* late.c: loops that start from the greatest or least of several values, with
   pointers and variables that go along.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static void
convolve (int n, int w, const double *x, const double *k, double *y)
{
#pragma pram
  for (int i = 0; i < n + w - 1; i++)
    {
      int lo = i < n ? 0 : i - n + 1, hi = i < w ? i : w - 1;
      const double *p = k + lo, *q = x + i - lo;
      double s = 0;
      for (int j = lo; j <= hi; j++)
	s += *p++ * *q--;
      y[i] = s;
    }
}

/* Downwards.  */
static void
down (int n, int w, const double *x, const double *k, double *y)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int hi = MIN (n - 1, i + w - 1), m = 0;
      const double *p = x + hi;
      double s = 0;
      for (int j = hi; j >= MAX (0, i - w + 1); j--, m++)
	s += (m + 1) * *p-- * k[hi - j < w ? hi - j : 0];
      y[i] = s;
    }
}

/* Data may end it sooner.  */
static void
sooner (int n, int w, const double *x, double *y)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int j = MAX (0, i - w);
      const double *p = x + j;
      double s = 0;
      do
	{
	  s += *p++ + x[j];
	  j++;
	}
      while (j < MIN (n, i + w) && x[j] < 0.8);
      y[i] = s;
    }
}

int
main (void)
{
  for (int n = 1; n < 500; n = 3 * n + 1)
    {
      int w = n / 4 + 2;
      double *x = need (n * sizeof *x), *k = need (w * sizeof *k);
      double *y = need ((n + w) * sizeof *y);
      for (int i = 0; i < n; i++)
	x[i] = noise (i);
      for (int i = 0; i < w; i++)
	k[i] = noise (-i);
      convolve (n, w, x, k, y);
      show ("convolve", y, (n + w - 1) * sizeof *y);
      down (n, w, x, k, y);
      show ("down", y, n * sizeof *y);
      sooner (n, w, x, y);
      show ("sooner", y, n * sizeof *y);
      free (x);
      free (k);
      free (y);
    }
  return 0;
}
