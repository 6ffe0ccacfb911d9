/* pointers.c: loops that end where a pointer arrives.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 91
#define M 67

static double a[N * M], b[N * M];
static float row[N][M];

static void
scale (double *x, const double *y, int n)
{
#pragma pram size(n=6097)
  for (double *p = x, *end = x + n; p < end; ++p, ++y)
    *p = 0.5 * *p + *y;
}

static void
smooth (double *u, double *v, int n, int m)
{
#pragma pram size(n=91, m=67)
  for (int t = 0; t < 5; t++)
    {
      for (int i = 1; i < n - 1; i++)
	{
	  const double *p = u + i * m + 1;
	  double *q = v + i * m + 1;
	  for (; q != v + (i + 1) * m - 1; p++, q++)
	    *q = 0.25 * (p[-1] + p[1] + p[-m] + p[m]);
	}
      for (double *p = u + m, *q = v + m; p < u + (n - 1) * m; p += m, q += m)
	for (int j = 1; j < m - 1; j++)
	  p[j] = q[j];
    }
}

/* Backwards, and two by two: the last one stands alone.  */
static void
pairs (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    {
      float *first = row[i];
      for (float *p = first + M - 1; p > first; p -= 2)
	*p = *p + p[-1];
      for (float *p = row[i]; p <= row[i] + M - 2; p += 3)
	*p *= 1.5f;
    }
}

int
main (void)
{
  for (int i = 0; i < N * M; i++)
    {
      a[i] = noise (i);
      b[i] = noise (-i);
      row[i / M][i % M] = noise (3 * i);
    }
  scale (a, b, N * M);
  smooth (a, b, N, M);
  pairs ();
  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  show ("row", row, sizeof row);
  return 0;
}
