/* spellings.c: the same loops, each in several ways.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each macro is one nest; what stands in it differs by its spelling only.
   spellings.exp compares the programs that are read from them.  */

#include <stddef.h>
#include <stdlib.h>

#include "show.h"

#define N 48
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static double a[N][N], b[N][N], v[N], w[N];

/* A band.  */
static void
band_1 (int n)
{
#pragma pram size(n=40)
  for (int i = 0; i < n; i++)
    for (int j = i; j < MIN (n, i + 4); j++)
      a[i][j] = b[j][i] + 1;
}

static void
band_2 (int n)
{
#pragma pram size(n=40)
  for (int i = 0; i < n; i++)
    for (int j = i; j < MIN (MIN (n, i + 4), 900); j++)
      a[i][j] = b[j][i] + 1;
}

static void
band_3 (int n)
{
#pragma pram size(n=40)
  for (int i = 0; i < n; i++)
    for (int j = i; j < (i + 4 < n ? i + 4 : n); j++)
      a[i][j] = b[j][i] + 1;
}

static void
band_4 (int n)
{
#pragma pram size(n=40)
  for (int i = 0; i < n; i++)
    {
      int end = i + 4;
      if (end > n)
	end = n;
      for (int j = i; j < end; j++)
	a[i][j] = b[j][i] + 1;
    }
}

static void
band_5 (size_t n)
{
#pragma pram size(n=40)
  for (size_t i = 0; i != n; i++)
    for (size_t j = i; j <= MIN (n - 1, i + 3); j++)
      a[i][j] = b[j][i] + 1;
}

/* A distance.  */
static void
distance_1 (int n)
{
#pragma pram size(n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = v[abs (i - j)];
}

static void
distance_2 (int n)
{
#pragma pram size(n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = v[i > j ? i - j : j - i];
}

static void
distance_3 (int n)
{
#pragma pram size(n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = v[MAX (i, j) - MIN (i, j)];
}

static void
distance_4 (int n)
{
#pragma pram size(n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	int d = i - j;
	if (d < 0)
	  d = -d;
	a[i][j] = v[d];
      }
}

/* A vector.  */
static void
vector_1 (int n)
{
#pragma pram size(n=40)
  for (int i = 0; i < n; i++)
    w[i] = v[i] * 2;
}

static void
vector_2 (int n)
{
  int i;
#pragma pram size(n=40)
  for (i = 0; i != n; ++i)
    w[i] = v[i] * 2;
}

static void
vector_3 (int n)
{
#pragma pram size(n=40)
  for (int i = 0; ; i++)
    {
      if (i >= n)
	break;
      w[i] = v[i] * 2;
    }
}

static void
vector_4 (int n)
{
#pragma pram begin size(n=40)
  {
    double *p = w, *q = v, *end = w + n;
    while (p < end)
      *p++ = *q++ * 2;
  }
#pragma pram end
}

static void
vector_5 (unsigned n)
{
#pragma pram size(n=40)
  for (unsigned i = 0; i + 1 <= n; i++)
    w[i] = v[i] * 2;
}

/* A triangle, downwards.  */
static void
down_1 (int n)
{
#pragma pram size(n=40)
  for (int i = 0; i < n; i++)
    for (int j = n - 1; j >= i; j--)
      a[i][j] = b[i][j] * 2;
}

static void
down_2 (unsigned n)
{
#pragma pram size(n=40)
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = n; j-- > i;)
      a[i][j] = b[i][j] * 2;
}

static void
down_3 (size_t n)
{
#pragma pram size(n=40)
  for (size_t i = 0; i < n; i++)
    for (size_t j = n; j > i; j--)
      a[i][j - 1] = b[i][j - 1] * 2;
}

/* Tiles inside of a time loop.  */
static void
tiles (int n)
{
#pragma pram size(n=40)
  for (int t = 0; t < 3; t++)
    for (int ii = 0; ii < n; ii += 8)
      for (int jj = 0; jj < n; jj += 8)
	for (int i = ii; i < MIN (ii + 8, n); i++)
	  for (int j = jj; j < MIN (jj + 8, n); j++)
	    a[i][j] = b[j][i] + t;
}

/* Antidiagonals.  */
static void
antidiagonals (int n)
{
#pragma pram size(n=40)
  for (int d = 0; d < 2 * n - 1; d++)
    for (int i = MAX (0, d - n + 1); i <= MIN (d, n - 1); i++)
      a[i][d - i] = b[i][d - i] + d;
}

static void
start (void)
{
  for (int i = 0; i < N; i++)
    {
      v[i] = noise (i);
      w[i] = 0;
      for (int j = 0; j < N; j++)
	{
	  a[i][j] = 0;
	  b[i][j] = noise (i * N + j);
	}
    }
}

#define RUN(f) (start (), f (40), show (#f, a, sizeof a), show (#f, w, sizeof w))

int
main (void)
{
  RUN (band_1), RUN (band_2), RUN (band_3), RUN (band_4), RUN (band_5);
  RUN (distance_1), RUN (distance_2), RUN (distance_3), RUN (distance_4);
  RUN (vector_1), RUN (vector_2), RUN (vector_3), RUN (vector_4);
  RUN (vector_5);
  RUN (down_1), RUN (down_2), RUN (down_3);
  RUN (tiles), RUN (antidiagonals);
  return 0;
}
