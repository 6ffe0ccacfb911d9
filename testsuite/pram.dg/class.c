/* class.c: every region gets a note with its class.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>

double a[64][64], b[64][64], x[100], y[100];
int at[100];

double
f (void)
{
  double d;
#pragma pram
  for (int i = 0; i < 100; i++) /* { dg-note "pram: 'f.1' is oblivious" } */
    y[i] = 2 * x[i];

#pragma pram
  do
    { /* { dg-note "pram: 'f.2' is iteratively oblivious" } */
      d = 0;
      for (int i = 1; i < 63; i++)
	for (int j = 1; j < 63; j++)
	  {
	    b[i][j] = 0.5 * a[i - 1][j] + 0.5 * a[i + 1][j - 1];
	    d = fmax (d, fabs (b[i][j] - a[i][j]));
	  }
      for (int i = 1; i < 63; i++)
	for (int j = 1; j < 63; j++)
	  a[i][j] = b[i][j];
    }
  while (d > 1e-3);

#pragma pram name(gathered)
  for (int i = 0; i < 100; i++)
    y[i] = x[at[i]]; /* { dg-note "'gathered' is non-oblivious: the index of 'x' depends on 'at'" } */
  return d;
}

/* How often the outer loop runs is known where the region is entered.  */
double rows[100], old[100];

void
steps (int n)
{
#pragma pram
  for (int t = 0; t < n; t++) /* { dg-note "'steps.1' is oblivious .n=96.: 3 loops, 2 layers, W=28224" } */
    {
      for (int i = 1; i < 99; i++)
	rows[i] = old[i - 1] + old[i + 1];
      for (int i = 1; i < 99; i++)
	old[i] = rows[i];
    }
}

/* Iterations that depend on those of a loop around, in one layer: the second of
   two processes does three quarters.  */
void
triangle (int n, double *r)
{
#pragma pram size(n=1000)
  for (int t = 0; t < n; t++) /* { dg-note "predicted 7.\[0-9.\]* us, .*, serial 99.9 us" } */
    for (int i = 0; i < t; i++)
      r[i] += 1;
}
