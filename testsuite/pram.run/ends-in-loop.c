/* ends-in-loop.c: what is asserted in a loop doesn't hold.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 50 }
   { pram-status 4 }
   { pram-stderr "out of range" }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

static void
out_of_range (void)
{
  fprintf (stderr, "out of range\n");
  exit (4);
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 20;
  double *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b), s = 0;
  for (int i = 0; i < n; i++)
    a[i] = b[i] = i - n / 2;
  printf ("begins\n");
#pragma pram
  for (int t = 0; t < 10; t++)
    {
      for (int i = 1; i < n - 1; i++)
	{
	  if (a[i] > n)
	    out_of_range ();
	  b[i] = a[i - 1] + a[i + 1];
	}
      for (int i = 1; i < n - 1; i++)
	a[i] = b[i];
    }
  for (int i = 1; i < n - 1; i++)
    s = s * 0.9 + b[i];
  printf ("%.17g\n", s);
  return 0;
}
