/* limits-kept.c: loops that look as if they had several limits.

   SPDX-License-Identifier: GPL-3.0-or-later

   Wherever they run, the result is that of the source.
   { pram-mode any }  */

#include <stddef.h>

#include "show.h"

#define N 47
#define MIN(a, b) ((a) < (b) ? (a) : (b))

static double a[N][N], b[N][N], x[N], y[N];
static int q[N], limit = 30;

/* It starts beyond the value that it is to meet.  */
static void
beyond (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    for (int j = 10; j < N; j++)
      {
	if (j == i)
	  break;
	b[i][j] = a[i][j] + 1;
      }
}

/* The test holds at first only.  */
static void
late (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	if (j < i - 40)
	  break;
	b[i][j] = a[i][j] + 2;
      }
}

/* Something happens before the test.  */
static void
before (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	b[i][j] = a[i][j] + 3;
	if (j >= i)
	  break;
	b[j][i] = a[i][j] + 4;
      }
}

static void
before_reading (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    {
      double s = 0;
      int n = 0;
      for (int j = 0; j < N; j++)
	{
	  n++;
	  if (j > i)
	    break;
	  s += a[i][j];
	}
      y[i] = s;
      q[i] = n;
    }
}

/* What a skipped iteration does matters.  */
static void
skipping (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    {
      int n = 0;
      for (int j = 0; j < N; j++)
	{
	  if (j % 3 == 0)
	    {
	      n++;
	      continue;
	    }
	  if (j > i)
	    break;
	  b[i][j] = n;
	}
      q[i] = n;
    }
}

/* The exits lead to different places.  */
static void
different (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    {
      int j;
      for (j = 0; j < 30; j++)
	{
	  if (j > i)
	    goto small;
	  b[i][j] = a[i][j] - 1;
	}
      y[i] = 1;
      continue;
    small:
      y[i] = 2;
    }
}

/* Where it ended.  */
static void
where (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    {
      int j;
      for (j = 5; j < 30; j++)
	{
	  if (j > i)
	    break;
	  b[i][j] = a[i][j] - 2;
	}
      q[i] = j;
    }
}

/* The same, where not every iteration comes to the test.  */
static void
where_tested (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    {
      int j;
      for (j = 5; j < 30; j++)
	{
	  if (i > 6)
	    continue;
	  if (j > 9)
	    break;
	  b[i][j] = a[i][j] - 7;
	}
      q[i] = j;
    }
}

/* Neither the least nor the greatest of both.  */
static void
neither (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    for (int j = 0; j < (i < 20 ? 10 : i); j++)
      b[i][j] = a[i][j] - 3;
}

/* The greater end.  */
static void
greater (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    for (int j = 0; j < (i > 20 ? i : 20); j++)
      b[i][j] = a[i][j] - 4;
}

/* Differences of unsigned variables wrap.  */
static void
wrapping (void)
{
#pragma pram
  for (unsigned i = 0; i < N; i++)
    for (unsigned j = i < 5u ? 0u : i - 5u; j < (N - i < 9u ? N - i : 9u); j++)
      b[i][j] = a[i][j] - 5;
}

/* A limit that is not known.  */
static int
unknown (void)
{
  int t = 0;
#pragma pram
  while (t < 100 && t < limit)
    {
      for (int i = 1; i < N - 1; i++)
	y[i] = (x[i - 1] + x[i + 1]) / 2;
      for (int i = 1; i < N - 1; i++)
	x[i] = y[i];
      t++;
    }
  return t;
}

/* A limit depends on a loop whose end is not known.  */
static void
growing (void)
{
#pragma pram
  for (int i = 3; i < 39; i += 2)
    {
      double s = 0;
      int j = 14;
      while (a[i][3] < 0.9 && j != i && j < 46)
	{
	  for (int k = 0; k <= MIN (i, j); k++)
	    s += a[i][k];
	  j++;
	}
      y[i] = s;
    }
}

/* Another variable goes the other way, and starts with the first one.  */
static void
opposite (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    for (int j = i < 8 ? 3 : i - 5, k = 45; j < 40 && k >= i; j++, k -= 2)
      b[i][j] = a[i][k] + a[i][j];
}

/* By steps of more than one.  */
static void
steps (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    for (int j = i < 9 ? 0 : i - 9; j < (i < 31 ? i + 15 : 46); j += 4)
      b[i][j] = a[i][j] - 6;
}

static void
tell (const char *name)
{
  show (name, b, sizeof b);
  show (name, y, sizeof y);
  show (name, q, sizeof q);
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    {
      x[i] = noise (i);
      for (int j = 0; j < N; j++)
	a[i][j] = noise (i * N + j);
    }
  beyond ();
  tell ("beyond");
  late ();
  tell ("late");
  before ();
  tell ("before");
  before_reading ();
  tell ("before_reading");
  skipping ();
  tell ("skipping");
  different ();
  tell ("different");
  where ();
  tell ("where");
  where_tested ();
  tell ("where_tested");
  neither ();
  tell ("neither");
  greater ();
  tell ("greater");
  wrapping ();
  tell ("wrapping");
  printf ("%d\n", unknown ());
  tell ("unknown");
  growing ();
  tell ("growing");
  opposite ();
  tell ("opposite");
  steps ();
  tell ("steps");
  return 0;
}
