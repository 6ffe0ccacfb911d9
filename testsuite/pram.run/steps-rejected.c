/* steps-rejected.c: time steps that are done again with half the length if too much changed,
   by two comparisons of floating point numbers.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 8 20 100 }
   { pram-ranks 2 3 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* As one goes on.  */
static void
explicit (double *u, double *x, int n, int *steps, int *rejected)
{
  double t = 0, dt = .1, end = 1;
#pragma pram
  while (t < end)
    {
      if (t + dt > end)
	dt = end - t;
      double change = 0;
      for (int i = 1; i <= n; i++)
	{
	  x[i] = u[i] + dt * (u[i - 1] - 2 * u[i] + u[i + 1]);
	  change = fmax (change, fabs (x[i] - u[i]));
	}
      if (change > .2 && dt > 1e-4)
	{
	  dt *= .5;
	  ++*rejected;
	  continue;
	}
      for (int i = 1; i <= n; i++)
	u[i] = x[i];
      t += dt;
      ++*steps;
      if (change < .05)
	dt *= 1.5;
    }
}

/* As a branch, around a solver of its own.  */
static void
implicit (double *u, double *x, int n, int *steps, int *rejected)
{
  double t = 0, dt = .5, end = 1;
#pragma pram
  while (t < end && *steps + *rejected < 60)
    {
      for (int i = 1; i <= n; i++)
	x[i] = u[i];
      double off = 1, change = 0;
      for (int it = 0; off > 1e-8 && it < 100; it++)
	{
	  off = 0;
	  for (int i = 1; i <= n; i += 2)
	    {
	      double next = (u[i] + dt * (x[i - 1] + x[i + 1])) / (1 + 2 * dt);
	      off = fmax (off, fabs (next - x[i]));
	      x[i] = next;
	    }
	  for (int i = 2; i <= n; i += 2)
	    x[i] = (u[i] + dt * (x[i - 1] + x[i + 1])) / (1 + 2 * dt);
	}
      for (int i = 1; i <= n; i++)
	change = fmax (change, fabs (x[i] - u[i]));
      if (change > .3 && dt > 1e-3)
	{
	  dt /= 2;
	  ++*rejected;
	}
      else
	{
	  for (int i = 1; i <= n; i++)
	    u[i] = x[i];
	  t += dt;
	  ++*steps;
	}
    }
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 16, steps = 0, rejected = 0;
  double *u = calloc (n + 2, sizeof *u), *x = calloc (n + 2, sizeof *x);
  for (int i = 1; i <= n; i++)
    u[i] = i % 5;
  explicit (u, x, n, &steps, &rejected);
  printf ("%d %d\n", steps, rejected);
  for (int i = 1; i <= n; i++)
    u[i] += i * 3 % 4;
  steps = rejected = 0;
  implicit (u, x, n, &steps, &rejected);
  printf ("%d %d\n", steps, rejected);
  for (int i = 1; i <= n; i++)
    printf ("%.12g\n", u[i]);
  free (u);
  free (x);
  return 0;
}
