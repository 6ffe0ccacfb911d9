/* unknown.c: bounds that are not known are sizes, whatever their loops do.

   SPDX-License-Identifier: GPL-3.0-or-later  */

double a[50][50], b[50][50];

void
known (int steps)
{
#pragma pram
  for (int t = 0; t < steps; t++)	/* { dg-bogus "add it to size" } */
    {
      for (int i = 1; i < 49; i++)
	for (int j = 1; j < 49; j++)
	  b[i][j] = a[i - 1][j] + a[i + 1][j];
      for (int i = 1; i < 49; i++)
	for (int j = 1; j < 49; j++)
	  a[i][j] = b[i][j];
    }
}

void
unknown (int n, double *x, double *y)
{
#pragma pram
  for (int i = 0; i < n; i++)	/* { dg-note "'unknown.1' is oblivious .n=1000" } */
    y[i] = 2 * x[i];
}

void
both (int steps, int n)
{
#pragma pram
  for (int t = 0; t < steps; t++)	/* { dg-note "'both.1' is oblivious .steps=46, n=45" } */
    for (int i = 0; i < n; i++)
      b[i][0] = 2 * a[i][0];
}
