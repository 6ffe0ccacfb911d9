/* sizes-derived.c: a clause names one size; others are computed from it, or
   come from elsewhere.  All of them run distributed, for the sizes named and for
   others.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>

#define MOST 80

static double a[MOST * MOST], b[MOST * MOST];

static double
sum (void)
{
  double s = 0;
  for (int k = 0; k < MOST * MOST; k++)
    s = s * 0.999 + a[k] + 2 * b[k];
  return s;
}

/* W follows from N.  */
static void
border (int n)
{
  int w = n + 2;
#pragma pram size(n=40)
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      b[i * w + j] = a[(i - 1) * w + j] + a[(i + 1) * w + j] - a[i * w + j - 1];
}

/* M has nothing to do with N.  */
static void
two (int n, int m)
{
#pragma pram size(n=30)
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i * m + j] = 0.5 * b[i * m + j - 1] + i;
}

/* Two sizes are named, each with another W.  */
static void
several (int n)
{
  int w = 2 * n + 1;
#pragma pram size(n=10) size(n=20)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < w; j++)
      b[i * w + j] = 0.25 * a[i * w + j] + j;
}

int
main (void)
{
  int sizes[] = { 40, 13, 70 }, others[] = { 10, 20, 33 };
  for (int k = 0; k < MOST * MOST; k++)
    a[k] = k % 17, b[k] = k % 5;
  for (int k = 0; k < 3; k++)
    {
      border (sizes[k]);
      printf ("%.17g\n", sum ());
      two (30, 41 + k);
      two (25 + k, 30);
      printf ("%.17g\n", sum ());
      several (others[k]);
      printf ("%.17g\n", sum ());
    }
  return 0;
}
