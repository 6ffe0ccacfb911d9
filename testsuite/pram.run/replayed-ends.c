/* replayed-ends.c: what has been printed and drawn before the program ends in a loop isn't
   once more.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 50 5 }
   { pram-status 3 }
   { pram-stderr "negative 3" }
   { pram-stats "ends the program" }
   { pram-mode any }  */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static void
report (int t, double s)
{
  printf ("step %d: %.6f\n", t, s);
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 50, bad = argc > 2 ? atoi (argv[2]) : -1;
  int steps = 12;
  int *to = malloc (n * sizeof *to);
  double *x = malloc (n * sizeof *x), *y = malloc (n * sizeof *y);
  long draws = 0;
  for (int i = 0; i < n; i++)
    {
      to[i] = (i * 7 + 3) % n;
      x[i] = i * 0.25;
      y[i] = 0;
    }
  srand (5);
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      int r = rand () % 100;
      draws = draws * 3 + r;
      if (t % 2 == 0)
	report (t, x[n / 2]);
      for (int i = 0; i < n; i++)
	{
	  int k = to[i];
	  x[k] = x[k] + 0.5 * (i + t);
	}
      for (int i = 0; i < n; i++)
        y[i] = x[i] + (i ? y[i] : 1);
      for (int i = 0; i < n; i++)
        to[i] = (to[i] * 3 + t) % n;
      if (t % 3 == 0)
	printf ("t=%d y=%g\n", t, y[n - 1]);
      for (int i = 0; i < n; i++)
	if (y[i] < 0 || (t == bad && i == 3))
	  {
	    fprintf (stderr, "negative %d\n", i);
	    exit (3);
	  }
    }
  printf ("%ld %g %g %d\n", draws, x[1], y[2], rand ());
  return 0;
}
