/* several.c: loops in sequence, boundary rows and single elements.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

/* Nobody calls it.  */
static void __attribute__ ((unused))
idle (double *v, int n)
{
#pragma pram size(n=45)
  for (int i = 0; i < n; i++)
    v[i] = i;
}

int
main (void)
{
  int n = 45;
  double (*a)[n] = need (sizeof (double[n][n]));
  double (*b)[n] = need (sizeof (double[n][n]));
  double *v = need (n * sizeof (double));
  for (int i = 0; i < n; i++)
    {
      v[i] = noise (i);
      for (int j = 0; j < n; j++)
	a[i][j] = b[i][j] = noise (i * n + j);
    }

#pragma pram begin size(n=45)
  for (int j = 0; j < n; j++)
    {
      a[0][j] = v[j];
      a[n - 1][j] = 2 * v[n - 1 - j];
    }
  for (int i = 1; i < n - 1; i++)
    {
      a[i][0] = v[i];
      a[i][n - 1] = -v[i];
    }
  a[0][0] = 7;
  a[n - 1][n - 1] = a[0][0] + 1;
  for (int t = 0; t < 4; t++)
    {
      for (int i = 1; i < n - 1; i++)
	for (int j = 2; j < n - 2; j++)
	  b[i][j] = a[i - 1][j] + a[i + 1][j + 1] + a[i][j - 2];
      for (int i = 3; i < n - 5; i++)
	for (int j = 1; j < n - 1; j++)
	  a[i][j] = 0.3 * b[i][j] + a[i][j];
      a[n / 2][n / 2] = t;
      for (int j = 0; j < n; j++)
	b[0][j] = b[1][j];
    }
#pragma pram end

  show ("a", a, sizeof (double[n][n]));
  show ("b", b, sizeof (double[n][n]));
  return 0;
}
