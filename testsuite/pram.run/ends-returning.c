/* ends-returning.c: calls that end the program in loops, beside other ways out.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 30 }
   { pram-status 4 }
   { pram-stderr "negative" }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void
negative (void)
{
  fprintf (stderr, "negative\n");
  exit (4);
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 30;
  double *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b);
  for (int i = 0; i < n; i++)
    a[i] = b[i] = i + 1;
  a[7] = -1;
  printf ("begins\n");
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      double most = 0;
      for (int i = 0; i < n; i++)
	{
	  if (a[i] < 0)
	    negative ();
	  b[i] = sqrt (a[i]);
	  most = fmax (most, b[i]);
	}
      if (most > 2)
	return 0;
    }
  printf ("%g\n", b[1]);
  return 0;
}
