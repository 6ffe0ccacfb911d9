/* limits.c: loops with several limits: tiles, bands, triangles.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stddef.h>

#include "show.h"

#define N 61
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static double a[N][N], b[N][N], c[N][N], x[N], y[N];
static double cube[N][N][N];
static int q[N];

static void
tell (const char *name)
{
  show (name, b, sizeof b);
  show (name, y, sizeof y);
}

static void
tiles (void)
{
#pragma pram
  for (int ii = 0; ii < N; ii += 7)
    for (int jj = 0; jj < N; jj += 9)
      for (int i = ii; i < MIN (ii + 7, N); i++)
	for (int j = jj; j < MIN (jj + 9, N); j++)
	  b[j][i] = a[i][j] * 2;
}

/* The sums keep their order.  */
static void
product (int n, int step)
{
#pragma pram size(n=61, step=16)
  for (int ii = 0; ii < n; ii += step)
    for (int jj = 0; jj < n; jj += step)
      for (int kk = 0; kk < n; kk += step)
	for (int i = ii; i < (ii + step < n ? ii + step : n); i++)
	  for (int j = jj; j < (jj + step < n ? jj + step : n); j++)
	    for (int k = kk; k < (kk + step < n ? kk + step : n); k++)
	      b[i][j] += a[i][k] * c[k][j];
}

/* Columns that the steps of the outer loops read and write in turns: a test that
   chooses between limits stands before each of these.  */
static void
turned (int n, int m)
{
#pragma pram size(n=60, m=58)
  for (int i = 2; i < n; i++)
    for (int j = i; j < MIN (m, i + 3); j++)
      for (int k = 0; k < n; k++)
	cube[i][j][k] += 0.1 * cube[n - j][k][i];
  show ("turned", cube, sizeof cube);
}

/* In a time loop, beside one without tiles.  */
static void
smooth (void)
{
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      for (int ii = 1; ii < N - 1; ii += 8)
	for (int i = ii; i < ii + 8 && i < N - 1; i++)
	  for (int j = 1; j < N - 1; j++)
	    b[i][j] = (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]) / 4;
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  a[i][j] = b[i][j];
    }
}

/* The end in a variable; unsigned, and of another type than the bound.  */
static void
ends (void)
{
  const size_t step = 12;
#pragma pram begin
  for (size_t s = 0; s < N; s += step)
    {
      size_t end = s + step < N ? s + step : N;
      for (size_t i = s; i < end; i++)
	y[i] = x[i] + a[i][3];
    }
  for (int s = 0; s < N; s += 10)
    {
      int end = s + 10;
      if (end > N)
	end = N;
      for (long i = s; i < end; i++)
	b[i][5] = x[i] - 1;
    }
#pragma pram end
}

static void
band (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    for (int j = MAX (0, i - 3); j <= MIN (N - 1, i + 3); j++)
      b[i][j] = a[i][j] * 3;
}

static void
window (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    {
      int lo = i < 5 ? 0 : i - 5, hi = i > N - 4 ? N - 1 : i + 3;
      double s = 0;
      for (int k = lo; k <= hi; k++)
	s += x[k] / 3;
      y[i] = s;
    }
}

static void
diagonals (void)
{
#pragma pram
  for (int d = 0; d < 2 * N - 1; d++)
    for (int i = d < N ? 0 : d - N + 1; i <= (d < N ? d : N - 1); i++)
      b[i][d - i] = a[i][d - i] * 0.5;
}

/* Three at once.  */
static void
three (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    for (int j = MAX (MAX (0, i - 9), 20 - i);
	 j < MIN (MIN (N, i + 9), 80 - i); j++)
      b[i][j] = a[i][j] + 7;
}

static void
triangle (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	if (j > i)
	  break;
	b[i][j] = a[i][j] + 1;
      }
}

/* Sums and counts have their last values.  */
static void
sums (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    {
      double s = 0;
      int n = 0;
      for (int j = 0; j < N; j++)
	{
	  if (j == i)
	    break;
	  s += a[i][j];
	  n += 2;
	}
      y[i] = s;
      q[i] = n;
    }
  show ("q", q, sizeof q);
}

/* The variable itself is read behind the loop.  */
static void
where (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    {
      int j;
      for (j = 0; j < 40; j++)
	{
	  if (j >= i)
	    break;
	  b[i][j] = a[i][j] + 2;
	}
      y[i] = a[i][i];
    }
}

static void
backwards (void)
{
#pragma pram
  for (int i = N - 1; i >= 0; i--)
    for (int j = N - 1; j >= 0; j--)
      {
	if (j < i)
	  break;
	b[i][j] = a[i][j] * 5;
      }
}

/* Not every iteration comes to the test.  */
static void
product_of_band (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    {
      y[i] = 0;
      for (int k = -4; k <= 4; k++)
	{
	  if (i + k < 0)
	    continue;
	  if (i + k >= N)
	    break;
	  y[i] += a[i][k + 4] * x[i + k];
	}
    }
}

/* Further variables step along.  */
static void
pointers (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    {
      double *p = b[i];
      const double *from = a[i];
      for (int j = 0, k = 1; j < N - 1; j++, k++)
	{
	  if (j > i)
	    break;
	  *p++ = *from++ + x[k];
	}
    }
}

static void
endless (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    for (int j = i;; j++)
      {
	if (j >= N)
	  break;
	if (j > i + 20)
	  break;
	b[i][j] = a[i][j] - 1;
      }
}

static void
constants (void)
{
#pragma pram
  for (int t = 0; t < 1000; t++)
    {
      if (t == 6)
	break;
      for (int i = 1; i < N - 1; i++)
	y[i] = (x[i - 1] + x[i + 1]) / 2;
      for (int i = 1; i < N - 1; i++)
	x[i] = y[i];
    }
}

/* Some rows have no element.  */
static void
none (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    for (int j = MAX (i, 30); j < MIN (i + 4, 2 * i - 50); j++)
      b[i][j] = a[i][j] - 9;
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    {
      x[i] = noise (i);
      for (int j = 0; j < N; j++)
	{
	  a[i][j] = noise (i * N + j);
	  c[i][j] = noise (i - 3 * j);
	}
    }
  tiles ();
  tell ("tiles");
  product (N, 16);
  tell ("product");
  for (int k = 0; k < N * N * N; k++)
    (&cube[0][0][0])[k] = noise (k);
  turned (N - 1, N - 3);
  smooth ();
  tell ("smooth");
  ends ();
  tell ("ends");
  band ();
  tell ("band");
  window ();
  tell ("window");
  diagonals ();
  tell ("diagonals");
  three ();
  tell ("three");
  triangle ();
  tell ("triangle");
  sums ();
  tell ("sums");
  where ();
  tell ("where");
  backwards ();
  tell ("backwards");
  product_of_band ();
  tell ("product_of_band");
  pointers ();
  tell ("pointers");
  endless ();
  tell ("endless");
  constants ();
  tell ("constants");
  none ();
  tell ("none");
  return 0;
}
