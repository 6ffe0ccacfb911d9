/* Functions of the system's: what is written is written once, in the program's
   order, whatever runs distributed around it; clocks and random numbers are
   process 0's.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 33 3 7 200 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

/* Its variable's address is given away.  */
static double
now (void)
{
  struct timeval t;
  gettimeofday (&t, NULL);
  return t.tv_sec + 1e-6 * t.tv_usec;
}

static void
report (const char *what, int it, double value)
{
  if (it < 3 || it % 8 == 0)
    printf ("%s %d %.17g\n", what, it, value);
}

/* In a convergence loop, where data decide, and in its end.  */
NI int
jacobi (int n, double tolerance, double *a, double *b)
{
  double diff, begin = now (), spent = 0;
  int it = 0;
#pragma pram
  do
    {
      double start = now ();
      diff = 0;
      for (int i = 1; i < n - 1; i++)
	{
	  b[i] = .5 * (a[i - 1] + a[i + 1]);
	  diff = fmax (diff, fabs (b[i] - a[i]));
	}
      for (int i = 1; i < n - 1; i++)
	a[i] = b[i];
      spent += now () - start;
      report ("jacobi", it, diff);
      if (diff < 2 * tolerance)
	puts ("nearly");
      if (++it >= 50)
	{
	  printf ("gave up after %d\n", it);
	  break;
	}
      fflush (stdout);
    }
  while (diff > tolerance && now () - begin < 1e6);
  return spent >= 0 && spent < 1e6 ? it : -1;
}

/* Clocks that are read in some steps of a time loop, and a loop that prints.  */
NI double
steps (int n, double *a, double *b)
{
  double t0 = 0, t1 = 0;
#pragma pram
  for (int t = 0; t <= 4; t++)
    {
      if (t == 1)
	t0 = (double) clock ();
      for (int i = 1; i < n - 1; i++)
	b[i] = .25 * (a[i - 1] + a[i + 1]) + .5 * a[i];
      printf ("step %d:", t);
      for (int i = 0; i < n; i += 9)
	printf (" %g", b[i]);
      putchar ('\n');
      for (int k = 0; k < t; k++)
	printf ("%c", 'a' + k);
      puts (".");
      for (int i = 1; i < n - 1; i++)
	a[i] = b[i];
      if (t == 4)
	t1 = (double) clock ();
    }
  return t1 - t0;
}

/* Random numbers in the order of the program.  */
NI double
draw (int n, double *a, double *b)
{
  double s = 0;
  srand (5);
#pragma pram begin
  for (int i = 0; i < n; i++)
    a[i] = rand () % 1000;
  for (int i = 0; i < n; i++)
    b[i] = a[i] * a[n - 1 - i];
  for (int i = 0; i < n; i++)
    {
      s += b[i];
      if (s > 1e6)
	{
	  fprintf (stdout, "%d: %g\n", i, s);
	  s = rand () % 10;
	}
    }
#pragma pram end
  return s;
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    {
      int n = atoi (argv[i]);
      double *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b);
      for (int k = 0; k < n; k++)
	a[k] = b[k] = chance (100);
      printf ("%d\n", jacobi (n, .01, a, b));
      printf ("%d\n", steps (n, a, b) >= 0);
      printf ("%.17g\n", draw (n, a, b));
      for (int k = 0; k < n; k++)
	printf ("%.17g %.17g\n", a[k], b[k]);
      free (a);
      free (b);
    }
  return 0;
}
