/* walks.c: counters and pointers that step along with a distributed loop, by
   what is known only when the region is entered.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 4000

static double w[N], v[N];

static void
pointers (int n, int s)
{
#pragma pram begin
  double *p = w, *q = v;
  for (int i = 0; i < n; i += s, p += s, q += s)
    *p = *q * 3;
#pragma pram end
}

/* The outer loop takes it as far as the inner one runs.  */
static void
counter (int n, int m)
{
#pragma pram begin
  int k = 0;
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      w[k++] += i * 100 + j;
#pragma pram end
}

static int
from_outside (int n, int k)
{
#pragma pram
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      w[k++] += v[i];
  return k;
}

static void
backwards (int n, int m)
{
#pragma pram begin
  double *p = w + n * m;
  for (int i = 0; i < n; i++)
    {
      p -= m;
      for (int j = 0; j < m; j++)
	p[j] = v[i] - p[j];
    }
#pragma pram end
}

int
main (void)
{
  for (int k = 0; k < N; k++)
    v[k] = noise (k);
  pointers (3000, 3);
  pointers (3500, 4);
  counter (60, 50);
  counter (50, 70);
  counter (50, 2);
  printf ("%d\n", from_outside (1000, 0));
  printf ("%d\n", from_outside (900, 17));
  backwards (50, 70);
  backwards (61, 65);
  show ("w", w, sizeof w);
  return 0;
}
