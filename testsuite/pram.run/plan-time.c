/* plan-time.c: a plan that would take too long when the region is entered:
   every point of the stencil, which the program has in tables, is another case.

   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { pram-args 60 } */
/* { pram-ranks 2 } */
/* { pram-stderr "runs serially for .*: to plan it takes more than 10 s" } */
/* { pram-mode serial "to plan it takes more than 10 s" } */

#include <stdlib.h>

#include "show.h"

enum { N = 40, MARGIN = 9, STEPS = 3 };

static double a[N][N], b[N][N];
static int down[64], right[64];

/* One step: TO of FROM.  */
#define STEP(to, from, down, right)					\
  for (int i = MARGIN; i < N - MARGIN; i++)				\
    for (int j = MARGIN; j < N - MARGIN; j++)				\
      {									\
	double s = 0;							\
	for (int q = 0; q < points; q++)				\
	  s += from[i + down[q]][j + right[q]];				\
	to[i][j] = s / 60;						\
      }

static void
stencil (int points)
{
#pragma pram
  for (int t = 0; t < STEPS; t++)
    {
      STEP (b, a, down, right)
      STEP (a, b, right, down)
      STEP (b, a, right, down)
      STEP (a, b, down, right)
      STEP (b, a, down, right)
      STEP (a, b, right, down)
      STEP (b, a, right, down)
      STEP (a, b, down, right)
      STEP (b, a, down, right)
      STEP (a, b, right, down)
      STEP (b, a, right, down)
      STEP (a, b, down, right)
      STEP (b, a, down, right)
      STEP (a, b, right, down)
      STEP (b, a, right, down)
      STEP (a, b, down, right)
      STEP (b, a, down, right)
      STEP (a, b, right, down)
      STEP (b, a, right, down)
      STEP (a, b, down, right)
      STEP (b, a, down, right)
      STEP (a, b, right, down)
      STEP (b, a, right, down)
      STEP (a, b, down, right)
    }
}

int
main (int argc, char **argv)
{
  int points = argc > 1 ? atoi (argv[1]) : 4;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = (i * 37 + j * 11) % 101;
  for (int q = 0; q < points; q++)
    {
      down[q] = q * 7 % 13 - 6;
      right[q] = q * 5 % 17 - 8;
    }
  stencil (points);
  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  return 0;
}
