/* unsigned.c: differences of unsigned subscripts, which are never negative
   where they are used.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stddef.h>

#include "show.h"

#define N 37

static double a[N], b[N], c[N], u[N][N], v[N][N];

static void
fill (void)
{
  for (int i = 0; i < N; i++)
    {
      a[i] = noise (i);
      for (int j = 0; j < N; j++)
	u[i][j] = noise (i * N + j);
    }
}

/* The condition is the very one, or a stronger one.  */
static void
neighbours (unsigned n)
{
#pragma pram size(n=37)
  for (unsigned i = 0; i < n; i++)
    {
      double left = i == 0 ? 0 : a[i - 1];
      double right = i + 1 < n ? a[i + 1] : 0;
      b[i] = 0.5 * (left + right);
      if (i >= 3)
	c[i] = b[i] + a[i - 3];
      else
	c[i] = a[n - 1 - i];
    }
}

/* Constants: GCC makes one comparison of both conditions.  */
static void
inside (void)
{
#pragma pram
  for (unsigned i = 0; i < N; i++)
    for (unsigned j = 0; j < N; j++)
      if (i > 0 && i < N - 1 && j >= 1 && j < N - 1)
	v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1]
			  + u[i][j + 1]);
      else
	v[i][j] = u[i][j];
}

/* Borders that are chosen before.  */
static void
periodic (unsigned n)
{
#pragma pram size(n=37)
  for (unsigned t = 0; t < 3; t++)
    {
      for (unsigned i = 0; i < n; i++)
	{
	  unsigned before = i == 0 ? n - 1 : i - 1;
	  unsigned after = i == n - 1 ? 0 : i + 1;
	  for (unsigned j = 0; j < n; j++)
	    v[i][j] = 0.5 * (u[before][j] - u[after][j]);
	}
      for (unsigned i = 0; i < n; i++)
	for (unsigned j = 0; j < n; j++)
	  u[i][j] = v[i][j];
    }
}

/* Prefix sums; the distance is a constant once they are unrolled.  */
static void
scan (unsigned n)
{
#pragma pram size(n=37)
  for (unsigned s = 1; s < n; s *= 2)
    {
      for (unsigned i = 0; i < n; i++)
	if (i >= s)
	  b[i] = a[i] + a[i - s];
	else
	  b[i] = a[i];
      for (unsigned i = 0; i < n; i++)
	a[i] = b[i];
    }
}

/* The outer variable bounds the inner one, and its condition is outside of the
   inner loop.  */
static void
convolve (unsigned n)
{
#pragma pram size(n=37)
  for (unsigned p = 0; p < n; p++)
    if (p >= 7)
      {
	double sum = 0;
	for (unsigned x = 0; x < 8; x++)
	  sum += a[p - x] * b[x];
	c[p] = sum;
      }
}

/* Quotients of what may only be taken for a number where it is none.  */
static void
halves (size_t n)
{
#pragma pram size(n=37)
  for (size_t i = 0; i < n; i++)
    c[i] = i > 1 ? a[(i - 2) / 2] : a[i];
}

/* It does wrap: 2^32 - 1 is no less than n.  */
static void
wraps (unsigned n)
{
#pragma pram size(n=37)
  for (unsigned i = 0; i < n; i++)
    {
      unsigned j = i - 5;
      c[i] = j < n ? a[j] : -1;
      b[i] = j > 2 * n ? 7 : 8;
    }
}

int
main (void)
{
  fill ();
  neighbours (N);
  show ("b", b, sizeof b);
  show ("c", c, sizeof c);
  inside ();
  show ("v", v, sizeof v);
  periodic (N);
  show ("u", u, sizeof u);
  scan (N);
  show ("a", a, sizeof a);
  convolve (N);
  show ("c", c, sizeof c);
  halves (N);
  show ("c", c, sizeof c);
  wraps (N);
  show ("b", b, sizeof b);
  show ("c", c, sizeof c);
  return 0;
}
