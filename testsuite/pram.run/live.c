/* live.c: what variables are after a region, if it is a matter of conditions
   who assigns them last, or whether anybody does.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 17
#define M 6

static double a[N], b[N][N];

/* The last iterations leave j alone.  */
static int
passed_over (int n)
{
  int j = -7;
#pragma pram size(n=17)
  for (int i = 0; i < n; i++)
    {
      if (i > 2)
	continue;
      for (j = 2; j < n; j++)
	b[i][j] = 1;
    }
  return j;
}

/* So do the first ones.  */
static int
later (int n)
{
  int i, j = -7;
#pragma pram size(n=17)
  for (i = 0; i < n - 2; i++)
    if (i > 3 && i < 12)
      for (j = 3; j < n; j++)
	b[i][j] = i - j;
  return 100 * i + j;
}

/* Nobody comes there.  */
static int
never (int n, int m)
{
  int j = -7, k = -8;
#pragma pram size(n=17, m=6)
  for (int i = 0; i < n; i++)
    {
      if (i > 20)
	for (j = 2; j < n; j++)
	  b[i][j] = 2;
      for (k = n; k < m; k++)
	b[i][k] = 3;
      a[i] += i;
    }
  return 100 * k + j;
}

/* In each step others.  */
static int
steps (int n, int m)
{
  int j = -7, k = -8;
#pragma pram size(n=17, m=6)
  for (int s = 0; s < m; s++)
    {
      if (s > 3)
	continue;
      for (j = 0; j < n - s; j++)
	a[j] += s;
      if (s == 1)
	for (k = s; k < m; k++)
	  b[s][k] += a[k];
    }
  return 100 * k + j;
}

/* A sum is made by iterations that do nothing else.  */
static long
idle_sum (int n, int m)
{
  long sum = 3;
#pragma pram size(n=17, m=6)
  for (int i = 0; i < n; i++)
    {
      sum += i;
      if (i > 20)
	a[i] = n;
      for (int j = n; j < m; j++)
	if (j <= 7)
	  b[i][j] = 4;
    }
  return sum;
}

/* Every iteration sets a scalar, but only some use it.  */
static double
last (int n, int m)
{
  double x = 0.25;
#pragma pram size(n=17, m=6)
  for (int i = 0; i < n; i++)
    {
      x = a[i] * 0.5;
      if (i == m)
	continue;
      for (int j = i; j >= 0; j--)
	b[i][j] += x;
    }
  return x;
}

/* Every iteration sets a scalar, but before it does some use the old value.  */
static double
carried (int n, int m)
{
  double x = 0.25;
#pragma pram size(n=17, m=6)
  for (int s = 0; s < n; s++)
    {
      for (int i = 0; i < m; i++)
	{
	  if (a[i] > 40)
	    x = 6;
	  a[i] += x;
	  x = i;
	}
      for (int i = 0; i < n; i++)
	for (int j = 0; j < n; j++)
	  b[i][j] = b[i][j] * 0.5 + a[i % 3];
    }
  return x;
}

/* What the others get is a parameter.  */
static double
handed_on (int n, int m, double y)
{
  double x = 0.25;
#pragma pram size(n=17, m=6)
  for (int s = 0; s < 4; s++)
    for (int i = 0; i < m; i++)
      for (int h = 0; h < m; h++)
	{
	  for (int l = 0; l < n; l++)
	    {
	      if (i % 2 == 0)
		for (int k = 0; k < n; k++)
		  ;
	      for (int j = 0; j < n; j++)
		a[j] = h;
	      b[i][l] += x;
	    }
	  x = y;
	}
  return x;
}

int
main (void)
{
  printf ("%d\n", passed_over (N));
  printf ("%d\n", later (N));
  printf ("%d\n", never (N, M));
  printf ("%d\n", steps (N, M));
  printf ("%ld\n", idle_sum (N, M));
  printf ("%.17g\n", last (N, M));
  for (int i = 0; i < N; i++)
    a[i] = 41 - 5 * i;
  printf ("%.17g\n", carried (N, M));
  printf ("%.17g\n", handed_on (N, M, 0.75));
  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  return 0;
}
