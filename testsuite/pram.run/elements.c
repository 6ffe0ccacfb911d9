/* elements.c: reductions into elements of arrays.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include <stddef.h>
#include "show.h"

#define N 500
#define M 40
#define SHOW(x) show (#x, x, sizeof x)

struct result
{
  int n;
  double *sums;
};

static double a[N], b[M][M], extremes[3], most[N];
static long counts[4];
static int c[N];

/* So that sums don't depend on the order.  */
#define WHOLE(x) (double) (long) (1024 * (x))

static inline void
add (double *to, double x)
{
  *to += x;
}

static void
sum (int n, double *s)
{
#pragma pram reduction(+: s)
  for (int i = 0; i < n; i++)
    *s += WHOLE (a[i]);
}

static void
sum_from_helper (struct result *r)
{
#pragma pram reduction(+: r->sums)
  for (int i = 0; i < r->n; i++)
    for (int j = 0; j < r->n; j++)
      add (&r->sums[2], WHOLE (b[i][j]));
}

/* The pointer may be null where there is nothing to count.  */
static void
count (int n, long *k)
{
#pragma pram
  for (int i = 0; i < n; i++)
    if (a[i] > 0.5)
      (*k)++;
}

/* Several elements of one array, combined by several operators.  */
static void
several (int n)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      counts[0] += c[i];
      counts[1] ^= c[i];
      if (c[i] > counts[2])
	counts[2] = c[i];
      counts[3]++;
    }
}

static void
one_clause (int n)
{
#pragma pram reduction(+: extremes)
  for (int i = 0; i < n; i++)
    {
      extremes[0] = fmin (extremes[0], a[i]);
      extremes[1] += WHOLE (a[i]);
      extremes[2] = fmax (extremes[2], a[i]);
    }
}

/* Of a nest.  */
static void
nest (int n, int m, double *res)
{
#pragma pram
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (b[i][j] > res[1])
	res[1] = b[i][j];
}

/* Of each iteration of an outer loop, distributed or not.  The last one has
   none, and no element.  */
static void
rows (int n, long *greatest)
{
#pragma pram
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      greatest[i + 1] += b[i][j] > b[j][i];
}

static void
history (int n, int steps)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      most[t] = 0;
      for (int i = 0; i < n; i++)
	most[t] = fmax (most[t], a[i]);
      for (int i = 0; i < n; i++)
	a[i] *= 0.75;
    }
}

static int
until (int n, double *diff)
{
  int steps = 0;
#pragma pram
  do
    {
      *diff = 0;
      for (int i = 0; i < n; i++)
	{
	  double next = 0.9 * a[i];
	  *diff = fmax (*diff, fabs (next - a[i]));
	  a[i] = next;
	}
      steps++;
    }
  while (*diff > 0.01);
  return steps;
}

/* What else the loop does may look at the element, or at another one.  */
static void
used (int n, int steps, long *k)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n; i++)
	c[i] += *k;
      *k += 3;
    }
}

static void
neighbour (int n, int at, double *u)
{
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      for (int i = 1; i < n; i++)
	u[i] += u[0];
      for (int i = 0; i < n; i++)
	u[at] = fmax (u[at], b[t][i % M]);
    }
}

int
main (void)
{
  double s = 3, sums[3] = { 1, 2, 3 }, res[2] = { 0, 0 };
  long k = 5, greatest[M] = { 1, 2, 3 };
  for (int i = 0; i < N; i++)
    {
      a[i] = noise (i);
      c[i] = (int) (1000 * noise (i + N)) - 500;
      b[i % M][i * 7 / M % M] = noise (i + 2 * N);
    }
  struct result r = { M, sums };
  sum (N, &s);
  sum (N / 2, &s);
  sum_from_helper (&r);
  count (N, &k);
  count (N - 17, &k);
  count (0, NULL);
  several (N);
  one_clause (N);
  nest (M, M - 1, res);
  rows (M, greatest);
  printf ("%d\n", until (N, &s));
  history (N, 20);
  used (N, 4, &k);
  neighbour (M, 3, a);
  SHOW (a); SHOW (c); SHOW (sums); SHOW (counts); SHOW (extremes);
  SHOW (res); SHOW (greatest); SHOW (most);
  printf ("%a %ld\n", s, k);
  return 0;
}
