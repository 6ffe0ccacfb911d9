/* written.c: conditions choose the elements that are written.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 60

static double a[N][N], b[N][N], v[N], w[N], sum;

static void
wrap (int n)
{
#pragma pram size(n=50)
  for (int i = 0; i < n; i++)
    w[i + 7 >= n ? i + 7 - n : i + 7] = v[i] + 1;
}

static void
variable (int n)
{
#pragma pram size(n=50)
  for (int i = 0; i < n; i++)
    {
      int k = i + 7;
      if (k >= n)
	k -= n;
      w[k] += v[i];
    }
}

/* Two choices at once, four places.  */
static void
corners (int n)
{
#pragma pram size(n=50)
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	for (int j = 0; j < n; j++)
	  a[i == 0 ? n - 1 : i - 1][j < n - 2 ? j + 2 : j + 2 - n]
	    = b[i][j] + t;
      for (int i = 0; i < n; i++)
	for (int j = 0; j < n; j++)
	  b[i][j] = 0.5 * a[i][j];
    }
}

/* What is written here another iteration reads in the next step.  */
static void
place (int n)
{
#pragma pram size(n=50)
  for (int t = 0; t < 4; t++)
    {
      for (int j = 0; j < n; j++)
	a[t + 1][j < 3 ? j + n - 3 : j - 3] = a[t][j] + v[j];
      for (int j = 0; j < n; j++)
	a[t + 20][j] = a[t + 1][j] * 2;
    }
}

/* Beside another store, which wants it otherwise, and a sum.  */
static void
beside (int n)
{
  sum = 0;
#pragma pram size(n=50) reduction (+: sum)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	b[j][i < 5 ? i + n - 5 : i - 5] = a[i][j] * 3;
	sum += (double) (int) (a[i][j] * 100);
      }
}

static void
tasks (int n)
{
#pragma pram size(n=50) size(n=57) schedule (naive)
  for (int i = 0; i < n; i++)
    w[i > n - 4 ? i - n + 3 : i + 3] = v[i] - 1;
}

/* Some of these nobody writes.  */
static void
gaps (int n)
{
#pragma pram size(n=50)
  for (int i = 0; i < n; i++)
    if (i % 3)
      w[i < n / 2 ? 2 * i : 2 * (n - 1 - i) + 1] = v[i] * 5;
}

/* No row of its own.  */
static void
one_row (int n)
{
#pragma pram size(n=50)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i < n - 1 ? i : 0][j] = b[i][j] + 4;
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    {
      v[i] = noise (i);
      for (int j = 0; j < N; j++)
	{
	  a[i][j] = noise (i * N + j);
	  b[i][j] = noise (i * N + j + 9999);
	}
    }
  for (int n = 50; n < 60; n += 7)
    {
      wrap (n);
      show ("wrap", w, sizeof w);
      variable (n);
      show ("variable", w, sizeof w);
      corners (n);
      show ("corners", a, sizeof a);
      place (n);
      show ("place", a, sizeof a);
      beside (n);
      show ("beside", b, sizeof b);
      show ("beside", &sum, sizeof sum);
      tasks (n);
      show ("tasks", w, sizeof w);
      gaps (n);
      show ("gaps", w, sizeof w);
      one_row (n);
      show ("one row", a, sizeof a);
    }
  return 0;
}
