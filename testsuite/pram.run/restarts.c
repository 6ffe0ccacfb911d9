/* restarts.c: variables that begin anew, and what they are afterwards.

   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-mode any }  */

#include "show.h"

static void
stored (int n, int m, int s, int *a)
{
#pragma pram
  for (int i = 0, k = s; i < n; i++)
    {
      a[i] = k;
      if (++k == m)
	k = 0;
    }
}

static void
place (int n, int m, int s, int *a, int *b)
{
#pragma pram
  for (int i = 0, k = s; i < n; i++)
    {
      a[i] += b[k + 500];
      if (++k >= m)
	k = 0;
    }
}

static int
downward (int n, int m, int s, int *a)
{
  int k = s;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      a[i] += k;
      k = k > 0 ? k - 1 : m;
    }
  return k;
}

static int
rows (int n, int m, int *a)
{
  int i = 0, j = 0;
#pragma pram
  while (i < n)
    {
      a[i] += j;
      if (++j == m)
	{
	  j = 0;
	  i++;
	}
    }
  return i * 100 + j;
}

static int
product (int n, int m, int *a)
{
  int i = 0, j = 0, k;
#pragma pram
  for (k = 0; k < n * m; k++)
    {
      a[i * m + j] += k;
      if (++j == m)
	{
	  j = 0;
	  i++;
	}
    }
  return i * 100 + j + k;
}

/* Quotient and remainder alone.  */
static void
parts (int n, int m, int *a, const int *b)
{
#pragma pram
  for (int k = 0; k < n * m; k++)
    {
      int i = k / m, j = k % m;
      if (i > 0 && j > 0 && j < m - 1)
	a[k] = b[k - 1] + b[k + 1] + b[k - m];
    }
}

int
main (void)
{
  static const int sizes[][3] = { { 20, 5, 2 }, { 30, 7, 7 }, { 40, 5, 9 },
				  { 40, -3, 1 }, { 12, 0, 0 }, { 12, 1, 0 },
				  { 9, 4, -3 }, { 1, 1, 0 }, { 2, 9, 8 } };
  int a[3000] = { 0 }, b[3000];
  for (int i = 0; i < 3000; i++)
    b[i] = i * 7 % 13;
  for (int s = 0; s < 9; s++)
    {
      int n = sizes[s][0], m = sizes[s][1], start = sizes[s][2];
      stored (n, m, start, a);
      place (n, m, start, a, b);
      printf ("%d: %d\n", s, downward (n, m, start, a));
      if (m > 0)
	{
	  printf ("%d\n", rows (n, m, a));
	  printf ("%d\n", product (n, m, a));
	  parts (n, m, a, b);
	}
      show ("a", a, sizeof a);
    }
  return 0;
}
