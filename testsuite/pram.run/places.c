/* places.c: where minima and maxima are, and what an iteration set last.

   SPDX-License-Identifier: GPL-3.0-or-later

   Ties, NaNs, loops up and down, no iteration, several scalars of several
   types.  */

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 331

static double a[MOST], b[MOST], grid[MOST * MOST];
static int c[MOST];

static void
first_most (int n)
{
  double most = a[0];
  int at = 0;
#pragma pram
  for (int i = 1; i < n; i++)
    if (a[i] > most)
      {
	most = a[i];
	at = i;
      }
  printf ("first_most %d %g\n", at, most);
}

static void
last_least (int n)
{
  int least = INT_MAX, at = -1;
#pragma pram
  for (int i = 0; i < n; i++)
    if (c[i] <= least)
      {
	least = c[i];
	at = i;
      }
  printf ("last_least %d %d\n", at, least);
}

static void
least_down (int n)
{
  int least = INT_MAX, first = -1, last = -1, other = INT_MAX;
#pragma pram
  for (int i = n - 1; i >= 0; i--)
    {
      if (c[i] < least)
	{
	  least = c[i];
	  last = i;
	}
      if (other >= c[i])
	{
	  first = i;
	  other = c[i];
	}
    }
  printf ("least_down %d %d %d %d\n", first, last, least, other);
}

/* Numbers that aren't are taken.  */
static void
any_most (int n)
{
  double most = a[0];
  int at = 0;
#pragma pram
  for (int i = 1; i < n; i++)
    if (!(a[i] <= most))
      {
	most = a[i];
	at = i;
      }
  printf ("any_most %d %g\n", at, fabs (most));
}

static void
pair_most (int n)
{
  double most = -1, value = 0;
  int row = -1, column = -1;
#pragma pram
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (fabs (grid[i * n + j]) > most)
	{
	  most = fabs (grid[i * n + j]);
	  row = i;
	  column = j;
	  value = 2 * grid[i * n + j];
	}
  printf ("pair_most %d %d %g %g\n", row, column, value, most);
}

static void
types_least (int n)
{
  float least = 1e30f;
  short at = -1;
  unsigned char low = 7;
  long double third = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      float x = (float) a[i] * (float) a[i] - 3;
      if (least > x)
	{
	  least = x;
	  at = (short) i;
	  low = (unsigned char) (i * 3);
	  third = (long double) x / 3;
	}
    }
  printf ("types_least %g %d %d %Lg\n", least, at, low, third);
}

/* Two steps an iteration, beside other reductions.  */
static void
both_sides (int n)
{
  double low = 1e9, high = -1e9;
  int low_at = -1, high_at = -1, positive = 0;
#pragma pram
  for (int i = 0; i < n; i += 2)
    {
      if (a[i] < low)
	low = a[i], low_at = i;
      if (a[i] > high)
	high = a[i], high_at = i;
      if (b[i] > high)
	high = b[i], high_at = -i;
      positive += a[i] > 0;
    }
  printf ("both_sides %d %d %d %g %g\n", low_at, high_at, positive, low, high);
}

static void
set_last (int n)
{
  int up = -1, down = -1, class = 0;
  double value = 0;
#pragma pram begin
  for (int i = 0; i < n; i++)
    {
      if (c[i] > 0)
	{
	  up = i;
	  value = a[i];
	}
      if (c[i] > 5)
	class = 1;
      else if (c[i] < -2)
	class = 2;
    }
  for (int i = n - 1; i >= 0; i--)
    if (c[i] > 0)
      down = i;
#pragma pram end
  printf ("set_last %d %d %d %g\n", up, down, class, value);
}

/* One in each step of a loop, which steps after it need.  */
static void
steps (int n)
{
  double most = 0;
  int places[5];
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      int at = -1;
      most = 0;
      for (int i = 1; i < n - 1; i++)
	{
	  b[i] = 0.25 * (a[i - 1] + 2 * a[i] + a[i + 1]);
	  if (b[i] >= most)
	    {
	      most = b[i];
	      at = i;
	    }
	}
      for (int i = 1; i < n - 1; i++)
	a[i] = b[i] / (1 + most) + (at == i) * 0.5;
      places[t] = at;
    }
  for (int t = 0; t < 5; t++)
    printf ("steps %d %a\n", places[t], most);
}

static void
rows (int n)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double least = grid[i * n];
      int at = 0;
      for (int j = 1; j < n; j++)
	if (grid[i * n + j] < least)
	  {
	    least = grid[i * n + j];
	    at = j;
	  }
      c[i] = at;
      b[i] = least;
    }
  for (int i = 0; i < n; i++)
    printf ("rows %d %g\n", c[i], b[i]);
}

/* The pivot of each column.  */
static void
pivots (int n)
{
#pragma pram
  for (int k = 0; k < n; k++)
    {
      double most = fabs (grid[k * n + k]);
      int p = k;
      for (int i = k + 1; i < n; i++)
	if (fabs (grid[i * n + k]) > most)
	  {
	    most = fabs (grid[i * n + k]);
	    p = i;
	  }
      c[k] = p;
      for (int i = k + 1; i < n; i++)
	{
	  grid[i * n + k] /= most + 1;
	  for (int j = k + 1; j < n; j++)
	    grid[i * n + j] -= grid[i * n + k] * grid[k * n + j];
	}
    }
  for (int k = 0; k < n; k++)
    printf ("pivots %d %a\n", c[k], grid[k * n + n / 2]);
}

static void
start (int n)
{
  for (int i = 0; i < n; i++)
    {
      a[i] = (i * 7919 + 13) % (n / 2 + 3) - n / 4.0;
      b[i] = (i * 4241 + 7) % (n / 2 + 3) - n / 4.0;
      c[i] = (int) a[i];
    }
  for (int i = 0; i < n * n; i++)
    grid[i] = (i * 7919L + 5) % (n / 2 + 3) - n / 4.0;
}

int
main (void)
{
  static const int sizes[] = { 1, 2, 17, 100, 331, 0 };
  for (int k = 0; sizes[k]; k++)
    {
      int n = sizes[k];
      start (n);
      first_most (n);
      last_least (n);
      least_down (n);
      pair_most (n);
      types_least (n);
      both_sides (n);
      set_last (n);
      if (n > 2)
	steps (n);
      start (n);
      if (n > 1 && n < 200)
	{
	  rows (n);
	  pivots (n);
	}
      a[n / 3] = a[n / 2] = NAN;
      first_most (n);
      any_most (n);
      a[n - 1] = NAN;
      any_most (n);
      for (int i = 0; i < n; i++)
	c[i] = k % 2 ? INT_MAX : -1;
      last_least (n);
      least_down (n);
      set_last (n);
    }
  return 0;
}
