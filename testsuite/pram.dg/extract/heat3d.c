/* Three dimensions, static arrays, a fixed number of steps.

   SPDX-License-Identifier: GPL-3.0-or-later  */
enum { N = 20 };
static double a[N][N][N], b[N][N][N];

void
heat (void)
{
#pragma pram
  for (int t = 0; t < 50; t++)
    {
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  for (int k = 1; k < N - 1; k++)
	    b[i][j][k] = 0.125 * (a[i+1][j][k] - 2 * a[i][j][k] + a[i-1][j][k])
			 + 0.125 * (a[i][j][k+1] + a[i][j][k-1]);
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  for (int k = 1; k < N - 1; k++)
	    a[i][j][k] = b[i][j][k];
    }
}
