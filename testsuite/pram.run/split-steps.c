/* A time loop whose steps are counted by a variable, in which loops are split since a
   sum keeps its order, called for other sizes and other numbers of steps; and one
   with a history that is counted on.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 3 7 50 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>

#define NI __attribute__ ((noipa))

NI static double
run (int n, int steps, double *a, double *b)
{
  double r = 0;
#pragma pram
  for (int s = 0; s < steps; s++)
    {
      r = 0;
      for (int i = 1; i < n - 1; i++)
	{
	  b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
	  r += (b[i] - a[i]) * (b[i] - a[i]);
	}
      for (int i = 1; i < n - 1; i++)
	a[i] = b[i];
    }
  return r;
}

enum { ROOM = 200 };
static int places;
static double history[ROOM], best;

NI static int
rounds (int n, int outer, double *a, double *b)
{
  int converged = 0;
#pragma pram begin
  best = 1e300;
  for (int o = 0; o < outer; o++)
    {
      double r;
      int k = 0;
      do
	{
	  r = 0;
	  for (int i = 1; i < n - 1; i++)
	    {
	      b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
	      r += (b[i] - a[i]) * (b[i] - a[i]);
	    }
	  for (int i = 1; i < n - 1; i++)
	    a[i] = b[i];
	  if (r < best)
	    best = r;
	  if (places < ROOM)
	    history[places++] = r;
	  k++;
	}
      while (r > 1e-2 * (o + 1) && k < 12);
      if (k < 12)
	converged++;
      for (int i = 0; i < n; i++)
	a[i] += (i + o) % 3;
    }
#pragma pram end
  return converged;
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      double *a = malloc (n * sizeof *a), *b = calloc (n, sizeof *b), sum = 0;
      for (int i = 0; i < n; i++)
	a[i] = i * 7 % 5;
      for (int t = 1; t < 4; t++)
	printf ("%.17g\n", run (n, t, a, b));
      for (int t = 1; t < 4; t++)
	printf ("%d ", rounds (n, 2 * t, a, b));
      for (int i = 0; i < n; i++)
	sum = .9 * sum + a[i];
      for (int i = 0; i < places; i++)
	sum = .9 * sum + history[i];
      printf ("%d %.17g %.17g\n", places, best, sum);
      places /= 2;
    }
  return 0;
}
