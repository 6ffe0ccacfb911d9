/* unknown.c: a bound that is not known matters where it keeps a region from being
   distributed, and only there.

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
  for (int i = 0; i < n; i++)	/* { dg-note "'n', whose value is not known: add it to size" } */
    y[i] = 2 * x[i];
}

/* It is the inner loop's bound that keeps the outer one from being
   distributed.  */
void
both (int steps, int n)
{
#pragma pram
  for (int t = 0; t < steps; t++)	/* { dg-bogus "'steps'" } */
    for (int i = 0; i < n; i++)		/* { dg-note "'n', whose value" } */
      b[i][0] = 2 * a[i][0];	/* { dg-note "inside a loop.*in advance" } */
}
