/* tiny.c: one row, fewer rows than ranks, empty loops.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-mode any } { pram-stderr ".*" } */

#include "show.h"

static double
grid (int n, double a[n][n], double b[n][n])
{
  double m = -1;
#pragma pram size(n=1) size(n=2) size(n=3) size(n=5)
  for (int t = 0; t < 2; t++)
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
	  a[i][j] = b[i][j] + 1;
    }
  return m;
}

int
main (void)
{
  static const int sizes[] = { 1, 2, 3, 5, 1 };
  double a[25], b[25];
  for (int i = 0; i < 25; i++)
    a[i] = b[i] = noise (i);
  for (int k = 0; k < 5; k++)
    {
      int n = sizes[k];
      double m = grid (n, (double (*)[n]) a, (double (*)[n]) b);
      printf ("%d %.17g\n", n, m);
      show ("a", a, sizeof a);
      show ("b", b, sizeof b);
    }
  return 0;
}
