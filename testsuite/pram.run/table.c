/* table.c: arrays that take turns, by a table of pointers to them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 61

static double a[N], b[N], c[N];

#define SWEEP(to, from)							\
  for (int i = 1; i < n - 1; i++)					\
    (to)[i] = 0.5 * ((from)[i - 1] + (from)[i + 1]);

static void
before (int n, int steps, double *p, double *q)
{
  double *const u[2] = { p, q };
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      SWEEP (u[(t + 1) % 2], u[t % 2])
    }
  u[0][0] = u[1][1];
}

static void
inside (int n, int steps, double *p, double *q)
{
#pragma pram begin
  double *u[2] = { p, q };
  for (int t = 0; t < steps; t++)
    {
      SWEEP (u[1 - (t & 1)], u[t & 1])
    }
#pragma pram end
}

static void
exchanged (int n, int steps, double *p, double *q)
{
#pragma pram begin
  double *u[2] = { p, q };
  for (int t = 0; t < steps; t++)
    {
      SWEEP (u[1], u[0])
      double *old = u[0];
      u[0] = u[1];
      u[1] = old;
    }
#pragma pram end
}

/* Three of them, in a loop around the region; the last one is for nothing.  */
static void
three (int n)
{
  double *u[4];
  u[0] = a;
  u[1] = b;
  u[2] = c;
  u[3] = 0;
  for (int again = 0; again < 2; again++)
    {
#pragma pram
      for (int t = 0; t < 7; t++)
	for (int i = 1; i < n - 1; i++)
	  u[(t + 2) % 3][i] = u[(t + 1) % 3][i - 1] - 0.5 * u[t % 3][i + 1];
      u[0] = u[0] == a ? b : a;
      u[1] = u[1] == a ? b : a;
    }
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    a[i] = noise (i), b[i] = noise (N + i), c[i] = noise (2 * N + i);
  before (N, 8, a, b);
  before (N, 7, b, c);
  show ("a", a, sizeof a);
  inside (N, 6, a, b);
  inside (N, 5, b, c);
  show ("b", b, sizeof b);
  exchanged (N, 6, a, b);
  exchanged (N, 5, b, c);
  show ("c", c, sizeof c);
  three (N);
  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  show ("c", c, sizeof c);
  return 0;
}
