/* pointed-at.c: a pointer changes the variable that chooses what a region reads.  For
   sizes that are planned when it is entered, too, that is found there.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 5 30 } */
/* { pram-mode serial "'p' and 'cur' overlap" } */
/* { pram-stderr "overlap" } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define M 33
static double u[2][M];

static void __attribute__ ((noinline))
relax (int n, double tol)
{
  int cur = 0, *p = &cur;
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      double d;
      do
	{
	  d = 0;
	  for (int i = 1; i < n - 1; i++)
	    {
	      u[1 - cur][i] = 0.5 * (u[cur][i - 1] + u[cur][i + 1]);
	      d = fmax (d, fabs (u[1 - cur][i] - u[cur][i]));
	    }
	  *p = 1 - *p;
	}
      while (d > tol);
      for (int i = 1; i < n - 1; i++)
	u[cur][i] += 0.1 * (i % 5) + t;
    }
  printf ("%d\n", cur);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      double sum = 0;
      for (int i = 0; i < 2 * M; i++)
	u[i / M][i % M] = i * 7 % 11;
      relax (atoi (argv[k]), .3);
      for (int i = 0; i < 2 * M; i++)
	sum = sum * 0.99 + u[i / M][i % M];
      printf ("%.17g\n", sum);
    }
  return 0;
}
