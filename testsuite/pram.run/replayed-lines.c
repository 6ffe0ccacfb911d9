/* replayed-lines.c: the program ends in a loop that prints, in the middle of a line.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 40 3 }
   { pram-status 2 }
   { pram-stderr "stopped" }
   { pram-stats "ends the program" }
   { pram-mode any }  */

#include <stdio.h>
#include <stdlib.h>
int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 40, stop = argc > 2 ? atoi (argv[2]) : -1;
  int *next = malloc (n * sizeof *next), *out = malloc (n * sizeof *out);
  double *a = malloc (n * sizeof *a);
  for (int i = 0; i < n; i++)
    {
      next[i] = i ? i - 1 : 0;
      a[i] = 1;
      out[i] = (i * 3) % n;
    }
#pragma pram
  for (int t = 0; t < 8; t++)
    {
      for (int i = 0; i < n; i++)
        out[i] = next[next[i]];
      for (int i = 0; i < n; i++)
        next[i] = out[i];
      for (int i = 0; i < n; i++)
        a[out[i]] += i;
      if (t % 2 == 1)
	{
	  printf ("after %d:", t);
	  for (int i = 0; i < n; i += 5)
	    {
	      printf (" %g", a[i]);
	      if (t == stop && i == 10) 
		{
		  printf ("?\n");
		  fprintf (stderr, "stopped\n");
		  exit (2);
		}
	    }
	  printf ("\n");
	}
    }
  printf ("%g\n", a[n - 1]);
  return 0;
}
