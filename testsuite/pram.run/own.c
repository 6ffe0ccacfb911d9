/* own.c: arrays of which each iteration has its own, wherever they are declared.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>

#include "show.h"

#define N 46

static double u[N][N], v[N][N], last[N], given[N];

/* A row for two kinds of nests, one of which reads it backwards.  */
static void
rows (void)
{
  double r[N];
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int k = 1; k < N - 1; k++)
	{
	  for (int i = 0; i < N; i++)
	    r[i] = u[k - 1][i] + u[k + 1][i];
	  for (int i = 1; i < N - 1; i++)
	    v[k][i] += 0.25 * (r[i - 1] + r[i + 1]);
	}
      for (int k = N - 2; k > 0; k--)
	{
	  for (int i = 0; i < N; i++)
	    r[N - 1 - i] = v[k][i];
	  for (int i = 0; i < N - k; i++)
	    u[k][i] = 0.5 * r[i];
	}
    }
}

/* Two rows, one made of the other; sums in elements.  */
static double
two (int n)
{
  double a[n], *b = (double *) malloc (n * sizeof *b), most = 0;
#pragma pram
  for (int k = 0; k < n; k++)
    {
      for (int i = 0; i < n; i++)
	a[i] = u[k][i] * u[k][n - 1 - i];
      b[0] = a[0];
      for (int i = 1; i < n; i++)
	b[i] = 0.5 * b[i - 1] + a[i];
      for (int i = 0; i < n; i++)
	a[i] = 0;
      for (int j = 0; j < n; j++)
	for (int i = 0; i < n; i++)
	  a[i] += b[j] * v[j][i];
      for (int i = 0; i < n; i++)
	most = a[i] > most ? a[i] : most;
      for (int i = 0; i < n; i++)
	last[k] += a[i];
    }
  free (b);
  return most;
}

/* Each iteration of the inner loop writes a part.  */
static void
part (void)
{
  double w[4];
#pragma pram
  for (int k = 0; k < N; k++)
    for (int j = 2; j < N - 2; j++)
      {
	for (int i = 0; i < 4; i++)
	  w[i] = u[k][j + i - 2];
	v[k][j] += w[1] - w[3];
      }
}

/* A given array.  */
static void
named (void)
{
#pragma pram local(given)
  for (int k = 1; k < N; k++)
    {
      for (int i = 0; i < N; i++)
	given[i] = u[k][i] - 1;
      for (int i = 0; i < N; i++)
	v[k][i] *= given[N - 1 - i];
    }
}

/* The first element is that of the iteration before: not its own.  */
static void
carried (void)
{
  double r[N];
  for (int i = 0; i < N; i++)
    r[i] = i;
#pragma pram
  for (int k = 1; k < N; k++)
    {
      for (int i = 1; i < N; i++)
	r[i] = u[k][i];
      for (int i = 1; i < N; i++)
	v[k][i] += r[i - 1];
      r[0] = 0.5;
    }
}

/* Nor what is written under a condition.  */
static void
sometimes (void)
{
  double r[N];
  for (int i = 0; i < N; i++)
    r[i] = i;
#pragma pram
  for (int k = 0; k < N; k++)
    {
      for (int i = 0; i < N; i++)
	if (u[k][i] > 0)
	  r[i] = u[k][i];
      for (int i = 0; i < N; i++)
	v[k][i] += r[i];
    }
}

/* Nor what is read behind the loop, in the region or after it.  */
static double
wanted (void)
{
  double r[N], s[N];
#pragma pram begin
  for (int k = 0; k < N; k++)
    {
      for (int i = 0; i < N; i++)
	r[i] = s[i] = u[k][i];
      for (int i = 0; i < N; i++)
	v[k][i] += r[N - 1 - i] * s[i];
    }
  for (int i = 0; i < N; i++)
    last[i] = s[i];
#pragma pram end
  return r[3];
}

/* Arrays of the region: a row, a sum of rows, and one that is read after it.  */
static double
inside (void)
{
#pragma pram begin
  double r[N], sum[N], all[N][N];
  for (int i = 0; i < N; i++)
    sum[i] = 0;
  for (int k = 1; k < N - 1; k++)
    {
      for (int i = 0; i < N; i++)
	r[i] = u[k - 1][i] + u[k + 1][i];
      for (int i = 1; i < N - 1; i++)
	v[k][i] += 0.25 * (r[i - 1] + r[i + 1]);
    }
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++)
      {
	all[i][k] = v[i][k];
	sum[i] += u[k][i];
      }
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++)
      v[i][k] = all[i][k] * sum[i];
#pragma pram end
  return all[3][4];
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      u[i][j] = noise (i * N + j), v[i][j] = noise (i + j * N);
  rows ();
  show ("u", u, sizeof u);
  double most = two (N);
  show ("most", &most, sizeof most);
  part ();
  named ();
  show ("v", v, sizeof v);
  carried ();
  show ("v", v, sizeof v);
  sometimes ();
  show ("v", v, sizeof v);
  most = wanted ();
  show ("most", &most, sizeof most);
  for (int again = 0; again < 2; again++)
    most += inside ();
  show ("most", &most, sizeof most);
  show ("last", last, sizeof last);
  show ("v", v, sizeof v);
  return 0;
}
