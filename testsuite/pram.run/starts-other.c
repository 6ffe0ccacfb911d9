/* starts-other.c: a loop's variable starts from another value than the source
   assigns.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-mode serial "compiled for t = 0, called with t = 4" }
   { pram-args 4 }
   { pram-stderr "'step.1' runs serially: compiled for t = 0" }  */

#include "show.h"

#define N 57

static double u[2][N];
static int t = 0;

static void
step (void)
{
#pragma pram
  while (t < 30)
    {
      for (int i = 1; i < N - 1; i++)
	u[(t + 1) % 2][i] = 0.5 * (u[t % 2][i - 1] + u[t % 2][i + 1]);
      t++;
    }
}

int
main (int argc, char **argv)
{
  for (int i = 0; i < N; i++)
    u[0][i] = u[1][i] = noise (i);
  t = argc > 1 ? atoi (argv[1]) : 0;
  step ();
  printf ("%d\n", t);
  show ("u", u, sizeof u);
  return 0;
}
