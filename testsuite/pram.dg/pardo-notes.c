/* pardo-notes.c: a note says where lock step makes a difference.

   SPDX-License-Identifier: GPL-3.0-or-later  */

double a[400], b[400];
int next[400];

void
same (int n, double *x, double *y)
{
#pragma pram pardo
  for (int i = 0; i < n; i++)
    b[i] = a[i]; /* { dg-bogus "lock step" } */
#pragma pram pardo
  for (int i = 0; i < n - 1; i++)
    a[i] = a[i + 1]; /* { dg-bogus "lock step" } */
#pragma pram pardo
  for (int i = n - 1; i >= 1; i--)
    a[i] = a[i - 1]; /* { dg-bogus "lock step" } */
#pragma pram pardo
  for (int i = 0; i < n - 1; i += 2)
    if (a[i] > a[i + 1]) /* { dg-bogus "lock step" } */
      {
	double t = a[i];
	a[i] = a[i + 1];
	a[i + 1] = t; /* { dg-bogus "lock step" } */
      }
#pragma pram pardo
  for (int i = 0; i < n - 1; i++)
    y[i] = y[i] * .5 + x[i + 1]; /* { dg-bogus "lock step" } */
}

void
different (int n)
{
#pragma pram pardo
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1]; /* { dg-note "lock step; one after .* in 'a'" } */
#pragma pram pardo
  for (int i = 0; i < n - 1; i++)
    {
      a[i] = 2;
      b[i] = a[i + 1]; /* { dg-note "lock step; one after .* in 'a'" } */
    }
#pragma pram pardo
  for (int i = 0; i < n - 1; i++)
    {
      a[i] = 2;
      a[i + 1] = 3; /* { dg-note "lock step; one after .* in 'a'" } */
    }
#pragma pram
  for (int d = 1; d < n; d *= 2)
    {
#pragma pram pardo
      for (int i = 0; i < n; i++)
	next[i] = next[next[i]]; /* { dg-note "lock step; .* 'next'" } */
    }
}
