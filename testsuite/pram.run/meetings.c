/* meetings.c: loops that end where two variables meet.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stddef.h>

#include "show.h"

#define N 37

static double a[N], m[N][N];
static int q[N];

static void
reverse (int n)
{
#pragma pram size(n=37)
  for (int i = 0, j = n - 1; i < j; i++, j--)
    {
      double t = a[i];
      a[i] = a[j];
      a[j] = t;
    }
}

/* An even number of elements; unsigned.  */
static void
reverse_most (unsigned n)
{
  unsigned low, high;
#pragma pram begin size(n=37)
  low = 0;
  high = n - 2;
  while (low < high)
    {
      double t = a[low];
      a[low] = 2 * a[high];
      a[high] = t;
      low++;
      high--;
    }
#pragma pram end
  printf ("%u %u\n", low, high);
}

/* Of each row, and only its end.  */
static void
reverse_rows (size_t n)
{
#pragma pram size(n=37)
  for (size_t r = 0; r < n; r++)
    for (size_t i = r, j = n - 1; j > i; --j, ++i)
      {
	double t = m[r][i];
	m[r][i] = m[r][j] + 1;
	m[r][j] = t;
      }
}

/* The middle, too; the variables are read afterwards.  */
static int
fold (int n)
{
  int i, j;
#pragma pram size(n=37)
  for (i = 0, j = n - 1; i <= j; i++, j--)
    q[i] = q[j] + 3;
  return 100 * i + j;
}

/* They have met before.  */
static int
nothing (int n)
{
  int i, j;
#pragma pram size(n=37)
  for (i = n, j = 5; i < j; i++, j--)
    q[i] = q[j];
  return 100 * i + j;
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    {
      a[i] = noise (i);
      q[i] = i;
      for (int j = 0; j < N; j++)
	m[i][j] = noise (i * N + j);
    }
  reverse (N);
  show ("a", a, sizeof a);
  reverse_most (N);
  show ("a", a, sizeof a);
  reverse_rows (N);
  show ("m", m, sizeof m);
  printf ("%d\n", fold (N));
  printf ("%d\n", nothing (N));
  show ("q", q, sizeof q);
  return 0;
}
