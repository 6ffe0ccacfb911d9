/* cut-sizes.c: which loop is cut was decided when the code was made; whatever
   the sizes are, it goes along the same one.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

static void __attribute__ ((noinline, noclone))
smooth (int n, int m, double (*a)[m], double (*b)[m])
{
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < m - 1; j++)
	  b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1]
			    + a[i][j + 1]);
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < m - 1; j++)
	  a[i][j] = b[i][j];
    }
}

static void __attribute__ ((noinline, noclone))
scale (int n, int m, double (*a)[m])
{
#pragma pram
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = a[i][j] * 0.5 + 1;
}

static double a[40000], b[40000];

int
main (void)
{
  static const int sizes[][2] = { { 8, 5000 }, { 100, 100 }, { 5000, 8 },
				  { 4, 4 }, { 3, 40 }, { 40, 3 } };
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      int n = sizes[k][0], m = sizes[k][1];
      for (int i = 0; i < n * m; i++)
	a[i] = b[i] = noise (i);
      smooth (n, m, (double (*)[m]) a, (double (*)[m]) b);
      scale (n, m, (double (*)[m]) a);
      show ("a", a, sizeof *a * (size_t) (n * m));
    }
  return 0;
}
