/* unused.c: no further warnings at -Wall -Wextra -Wshadow.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options -Wshadow -Wunused -Wuninitialized -Wconversion } */

double a[50][50], b[50][50];

void
f (int n)
{
  int i, j;
  double v, (*x)[50] = a, (*y)[50] = b, (*t)[50];
#pragma pram size(n=50)
  for (int k = 0; k < 10; k++)
    {
      for (i = 1; i < n - 1; i++)
	for (j = 1; j < n - 1; j++)
	  {
	    v = x[i - 1][j] + x[i + 1][j];
	    y[i][j] = v;
	  }
      t = x;
      x = y;
      y = t;
    }
}
