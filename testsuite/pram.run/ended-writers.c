/* ended-writers.c: loops in no other one that data end write what loops before them have
   written, too.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 3 7 100 1001 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

#define NI __attribute__ ((noinline))

static NI void
constants (int n, const double *a, double *b)
{
#pragma pram begin
  for (int i = 0; i < n; i++)
    b[i] = a[i] * 0.5 + 1;
  for (int i = 0; i < n; i++)
    {
      if (a[i] > 40)
	break;
      b[i] = 7;
    }
#pragma pram end
}

static NI void
sums (int n, const double *a, double *b, double *c)
{
  double run = 0;
#pragma pram begin
  for (int i = 0; i < n; i++)
    b[i] = a[i] * 0.5 + 1;
  for (int i = 0; i < n; i++)
    {
      run += a[i];
      if (run > 100)
	break;
      b[i] += run;
    }
  for (int i = 0; i < n; i++)
    c[i] = b[i] + 1;
#pragma pram end
  printf ("%.17g\n", run);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      double *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b);
      double *c = malloc (n * sizeof *c);
      for (int i = 0; i < n; i++)
	a[i] = i;
      constants (n, a, b);
      show ("b", b, n * sizeof *b);
      sums (n, a, b, c);
      show ("b", b, n * sizeof *b);
      show ("c", c, n * sizeof *c);
      free (a);
      free (b);
      free (c);
    }
  return 0;
}
