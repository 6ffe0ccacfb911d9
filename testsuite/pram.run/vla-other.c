/* vla-other.c: rows of variable length, which the region mentions nowhere else.

   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-mode any } */

#include "show.h"

static double a[40 * 40], b[40 * 40], v[40];

static void
fill (void)
{
  for (int i = 0; i < 40 * 40; i++)
    {
      a[i] = i % 31;
      b[i] = i % 29;
    }
}

/* Distributed for the clause's value, serial for any other.  */
static void
diagonal (int e, double (*x)[e])
{
#pragma pram size(e=14)
  for (int i = 1; i < 12; i++)
    v[i + 1] = 0.25 * x[i][i];
}

static void
planes (int n, int m, double (*x)[n][m + 1], double (*y)[n][m + 1])
{
#pragma pram size(n=5, m=6)
  for (int i = 1; i < 9; i++)
    for (int j = 1; j < 4; j++)
      for (int k = 0; k < 5; k++)
	y[i][j][k] = x[i - 1][j][k] + x[i + 1][j - 1][k + 1];
}

int
main (void)
{
  static const int sizes[][2] = { { 14, 6 }, { 20, 6 }, { 14, 7 } };
  for (int k = 0; k < 3; k++)
    {
      fill ();
      diagonal (sizes[k][0], (void *) a);
      planes (5, sizes[k][1], (void *) a, (void *) b);
      show ("b", b, sizeof b);
      show ("v", v, sizeof v);
    }
  return 0;
}
