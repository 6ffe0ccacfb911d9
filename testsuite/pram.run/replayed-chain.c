/* replayed-chain.c: the program ends in a loop that is put off until the next one runs, in
   front of what prints.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 40 }
   { pram-ranks 1 2 3 }
   { pram-status 7 }
   { pram-stderr "bad 39" }
   { pram-stats "ends the program" }
   { pram-mode any }  */

#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 40;
  double *x = malloc (n * sizeof *x), *y = calloc (n, sizeof *y);
  for (int i = 0; i < n; i++)
    x[i] = i;
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  x[i] += 1;
	  if (x[i] > n + 2)
	    {
	      fprintf (stderr, "bad %d\n", i);
	      exit (7);
	    }
	}
      for (int i = 0; i < n; i++)
	y[i] = x[n - 1 - i] + t;
      printf ("%g %s\n", y[0], t % 2 ? "odd" : "even");
    }
  return 0;
}
