/* replayed-memory.c: memory that a region takes and gives back between what it prints; it
   is given up in the fourth step.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 30 3 }
   { pram-args 30 }
   { pram-mode any }  */

#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 8 };

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 30, when = argc > 2 ? atoi (argv[2]) : STEPS;
  double *x = calloc (n, sizeof *x), *value = malloc (n * sizeof *value);
  int *to = malloc (n * sizeof *to), tick[STEPS];
  for (int i = 0; i < n; i++)
    {
      value[i] = i;
      to[i] = (i * 3 + 1) % n;
    }
  for (int t = 0; t < STEPS; t++)
    tick[t] = t;
#pragma pram
  for (int t = 0; t < STEPS; t++)
    {
      printf ("begin %d\n", t);
      double *w = malloc (n * sizeof *w);
      for (int i = 0; i < n; i++)
	w[i] = i + t;
      for (int i = 0; i < n; i++)
	x[i] += w[n - 1 - i] * 0.5;
      if (tick[t] == when)
	for (int i = 0; i < n; i++)
	  value[to[i]] += 0.5 * value[i];
      for (int i = 0; i < n; i++)
	value[i] += 1;
      free (w);
      printf ("t %d %g\n", t, value[n / 2]);
    }
  printf ("%g %g\n", x[0], value[0]);
  return 0;
}
