/* turns-other.c: a region is compiled for the likely first value of what takes
   turns; called with the other one it runs serially.

   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-mode any }
   { pram-stderr "compiled for cur = 1, called with cur = 0" }  */

#include "show.h"

#define N 50

static double u[2][N];
static int cur = 1;

static void
step (void)
{
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      for (int i = 1; i < N - 1; i++)
	u[1 - cur][i] = u[cur][i] + 0.2 * (u[cur][i - 1] - 2 * u[cur][i]
					   + u[cur][i + 1]);
      cur = 1 - cur;
    }
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    u[0][i] = u[1][i] = noise (i);
  for (int k = 0; k < 4; k++)
    {
      step ();
      printf ("%d\n", cur);
      show ("u", u, sizeof u);
    }
  return 0;
}
