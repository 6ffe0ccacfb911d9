/* vain.c: gcc reads early, and so perhaps in vain, what it knows to be there.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

/* Elements that are far away from each other; there is no memory behind most.  */
#define FAR 100000000
#define N 14

static double far[2 * FAR], a[N + 1][N];
static struct { double b[N + 1][N], far[2]; } s;

/* The inner loops do not run.  */
static void
nothing (int n, double (*x)[N])
{
#pragma pram size(n=14)
  for (int i = 1; i < n; i++)
    {
      x[i][2] = 0.5 * x[i][2] + far[FAR + i];
      for (int j = i + 1; j < 0; j++)
	x[i][1] = 0.5 * x[i][1] + 0.25 * far[10] + far[2 * FAR - 5];
    }
}

static void
nothing_of_a_member (int n)
{
#pragma pram size(n=14)
  for (int i = 1; i < n; i++)
    {
      s.b[i][2] = i;
      for (int j = i + 1; j < 0; j++)
	s.b[i][1] = 0.5 * s.b[i][1] + 0.25 * s.far[1];
    }
}

int
main (void)
{
  for (int i = 1; i < N; i++)
    far[FAR + i] = i % 19;
  nothing (N, a);
  nothing_of_a_member (N);
  show ("a", a, sizeof a);
  show ("b", s.b, sizeof s.b);
  return 0;
}
