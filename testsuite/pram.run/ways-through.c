/* ways-through.c: a sequence of loops each of which may not run leads by many ways through a
   region: they aren't looked at one by one.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 5 9 3 1 16 10 }
   { pram-ranks 2 3 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

/* Seven groups, one of which a random number chooses in each step.  */
static void
attenuate (int n, int steps, float *flux, const float *source, float *q)
{
  unsigned seed = 1;
#pragma pram
  for (int s = 0; s < steps; s++)
    {
      seed = seed * 1103515245u + 12345u;
      int f = (seed >> 8) % 7;
      if (f == 0)
	for (int g = 0; g < n; g++)
	  q[g] = source[f * n + g];
      else
	for (int g = 0; g < n; g++)
	  q[g] = source[(f - 1) * n + g];
      for (int g = 0; g < n; g++)
	flux[f * n + g] += q[g];
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k + 1 < argc; k += 2)
    {
      int n = atoi (argv[k]), size = 7 * n;
      float *flux = need (size * sizeof *flux), *source = need (size * sizeof *source);
      float *q = need (n * sizeof *q);
      for (int i = 0; i < size; i++)
	flux[i] = i % 7, source[i] = i % 5;
      for (int i = 0; i < n; i++)
	q[i] = 0;
      attenuate (n, atoi (argv[k + 1]), flux, source, q);
      show ("flux", flux, size * sizeof *flux);
      show ("q", q, n * sizeof *q);
    }
  return 0;
}
