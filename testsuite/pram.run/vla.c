/* vla.c: variable-length array parameters; one region entered many times.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

static void
smooth (int n, int m, float a[n][m], float b[n][m])
{
#pragma pram size(n=37, m=53)
  for (int t = 0; t < 3; t++)
    {
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < m - 1; j++)
	  b[i][j] = (a[i - 1][j] + a[i + 1][j] + a[i][j - 1]
		     + a[i][j + 1]) * 0.25f;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < m - 1; j++)
	  a[i][j] = b[i][j];
    }
}

int
main (void)
{
  int n = 37, m = 53;
  float (*a)[m] = need (sizeof (float[n][m]));
  float (*b)[m] = need (sizeof (float[n][m]));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = b[i][j] = (float) noise (i * m + j);
  for (int k = 0; k < 15; k++)
    {
      smooth (n, m, a, b);
      a[k + 1][2 * k] += 1;
    }
  show ("a", a, sizeof (float[n][m]));
  show ("b", b, sizeof (float[n][m]));
  return 0;
}
