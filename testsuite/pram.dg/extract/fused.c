/* Loops that pass over the same elements are one; others stay.

   SPDX-License-Identifier: GPL-3.0-or-later  */
#include <math.h>

double a[100], b[100], c[100], d[100], u[20][30], v[20][30], w[30][20];

/* In other words, and with something to compute between them; arrays that only
   another loop says to be alike.  */
void
flat (double x)
{
#pragma pram
  for (int t = 0; t < 9; t++)
    {
      for (int k = 0; k < 100; k++)
	a[k] += x * b[k];
      double y = x * x + t;
      long l = 0;
      while (l < 100)
	{
	  c[l] -= y * d[l];
	  l++;
	}
      for (unsigned k = 0; k < 100; k++)
	b[k] = d[k] + c[k];
    }
}

void
nest (void)
{
#pragma pram begin
  for (int i = 1; i < 19; i++)
    for (int j = 1; j < 29; j++)
      u[i][j] = 0.5 * v[i - 1][j];
  for (int k = 1; k < 19; k++)
    for (int l = 1; l < 29; l++)
      u[k][l] *= u[k][l];
#pragma pram end
}

/* A neighbour's value; the same elements in other iterations; in an order that
   matters.  */
void
apart (void)
{
#pragma pram begin
  for (int k = 1; k < 99; k++)
    a[k] = 0.5 * b[k];
  for (int k = 1; k < 99; k++)
    c[k] = a[k - 1];
  for (int k = 1; k < 99; k++)
    a[99 - k] += c[99 - k];
  for (int i = 1; i < 20; i++)
    for (int j = 0; j < 20; j++)
      v[i][j] = u[i][j];
  for (int i = 1; i < 20; i++)
    for (int j = 0; j < 20; j++)
      w[j][i] = 2 * v[i][j];
  for (int i = 1; i < 20; i++)
    for (int j = 0; j < 20; j++)
      v[i][j] = 0.5 * v[i - 1][j];
#pragma pram end
}

/* One needs what the other has summed up; one calls a function.  */
void
after (void)
{
  double s = 0;
#pragma pram begin reduction(+: s)
  for (int k = 0; k < 100; k++)
    s += a[k];
  for (int k = 0; k < 100; k++)
    a[k] /= s;
  for (int k = 0; k < 100; k++)
    a[k] = sin (a[k]);
#pragma pram end
}
