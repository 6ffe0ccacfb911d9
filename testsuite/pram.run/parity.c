/* parity.c: sweeps over every second element, whose plans for even and for odd
   sizes have different shapes: there is code for both.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

static void __attribute__ ((noinline, noclone))
red_black (int n, double *u)
{
#pragma pram
  for (int s = 0; s < 3; s++)
    for (int c = 0; c < 2; c++)
      for (int i = 1; i < n - 1; i++)
	for (int j = 1 + (i + c) % 2; j < n - 1; j += 2)
	  u[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j]
				 + u[i * n + j - 1] + u[i * n + j + 1]);
}

int
main (void)
{
  static double u[30 * 30];
  volatile int least = 16;
  for (int i = 0; i < 900; i++)
    u[i] = noise (i);
  for (int n = least; n < 22; n++)
    {
      red_black (n, u);
      show ("u", u, sizeof u);
    }
  return 0;
}
