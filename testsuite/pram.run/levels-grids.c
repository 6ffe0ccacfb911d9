/* Grids of different sizes, from coarse to fine: the limits of several loops are the
   same element of the table of sizes, at one level and at the next.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 4 2 5 } */
/* { pram-ranks 1 3 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>

#define L 12

static int n[L], levels;
static double *u[L], *f[L];

/* From level LEVELS - 1 up to 0.  */
static void
prolong (void)
{
#pragma pram
  for (int l = levels - 2; l >= 0; l--)
    {
      int w = n[l] + 2, wc = n[l + 1] + 2;
      for (int i = 1; i <= n[l + 1]; i++)
	for (int j = 1; j <= n[l + 1]; j++)
	  u[l][2 * i * w + 2 * j] += u[l + 1][i * wc + j];
      for (int i = 1; i <= n[l]; i++)
	for (int j = 1; j <= n[l]; j++)
	  u[l][i * w + j] += 0.25 * (f[l][i * w + j] + f[l][i * w + j - 1]);
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      levels = atoi (argv[k]);
      for (int l = 0; l < levels; l++)
	{
	  n[l] = (1 << (levels - l)) - 1;
	  int w = n[l] + 2;
	  u[l] = malloc (sizeof (double) * w * w);
	  f[l] = malloc (sizeof (double) * w * w);
	  for (int i = 0; i < w * w; i++)
	    u[l][i] = i % 7, f[l][i] = (i + l) % 5;
	}
      prolong ();
      double s = 0;
      for (int i = 0; i < (n[0] + 2) * (n[0] + 2); i++)
	s += u[0][i] * (1 + i % 3);
      printf ("%.17g\n", s);
    }
  return 0;
}
