/* ends-early.c: a solver that diverges, and says so, in a region.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 60 }
   { pram-status 3 }
   { pram-stderr "diverged in iteration 13: 2.094379e.06" }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void
fatal (int it, double most)
{
  fprintf (stderr, "diverged in iteration %d: %e\n", it, most);
  exit (3);
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 20;
  double *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b), s = 0;
  for (int i = 0; i < n; i++)
    a[i] = b[i] = (i * 37 % 101) / 101.;
  printf ("begins\n");
#pragma pram
  for (int it = 0; it < 100; it++)
    {
      double most = 0;
      for (int i = 1; i < n - 1; i++)
	b[i] = 1.5 * (a[i - 1] + a[i + 1]);
      for (int i = 1; i < n - 1; i++)
	{
	  most = fmax (most, fabs (a[i] - b[i]));
	  a[i] = b[i];
	}
      if (most > 1e6)
	fatal (it, most);
      if (most < 1e-3)
	break;
    }
  for (int i = 1; i < n - 1; i++)
    s = s * 0.9 + b[i];
  printf ("%.17g\n", s);
  return 0;
}
