/* Conditions on remainders of loops around what is distributed: every tenth step
   of a time loop, every row but each fifth.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 33 3 7 64 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <math.h>
#include <stdio.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

/* A norm now and then, and an element that is written by one process. */
NI double
now_and_then (int n, int steps, int every, double *a, double *b)
{
  double most = 0, r = 0;
#pragma pram
  for (int s = 0; s < steps; s++)
    {
      for (int i = 1; i < n; i++)
	b[i] = .5 * (a[i - 1] + a[i + 1]);
      if ((s + 1) % every == 0 || s == steps - 1)
	{
	  most = 0;
	  for (int i = 1; i < n; i++)
	    most = fmax (most, fabs (b[i] - a[i]));
	  printf ("%d %.17g %.17g\n", s, most, b[n / 2]);
	}
      if (s % 10 != 3)
	for (int i = 1; i < n; i++)
	  a[i] = b[i];
      if (s % 7 > 4 || s == 1 || s == steps - 1)
	a[0] = a[n] + s;
      r += most;
    }
  return r;
}

/* Names that are exchanged, and an array that only some steps change.  */
NI int
exchanged (int n, double tolerance, double *a, double *b, double *c)
{
  int it = 0;
  double diff;
#pragma pram
  do
    {
      diff = 0;
      for (int i = 1; i < n; i++)
	{
	  b[i] = .25 * (a[i - 1] + a[i + 1]) + .4 * c[i];
	  diff = fmax (diff, fabs (b[i] - a[i]));
	}
      double *t = a;
      a = b;
      b = t;
      it++;
      if (it % 6 == 0)
	for (int i = 0; i <= n; i++)
	  c[i] = .9 * c[n - i];
      if (it % 5 == 2 && it % 3 != 1)
	for (int i = 1; i < n; i++)
	  c[i] += .1 * a[i - 1];
    }
  while (diff > tolerance && it < 60);
  return it;
}

/* Loops around that are distributed themselves, and steps in steps.  */
NI void
rows (int n, double (*a)[n], double (*b)[n])
{
#pragma pram
  for (int s = 0; s < 4; s++)
    for (int t = 0; t < 6; t++)
      {
	for (int i = 1; i < n - 1; i++)
	  if (i % 5 != 0)
	    for (int j = 1; j < n - 1; j++)
	      b[i][j] = .5 * a[i - 1][j] + .5 * a[i + 1][j];
	  else
	    b[i][0] = a[i][i];
	if ((s + t) % 5 < 2)
	  for (int i = 1; i < n - 1; i++)
	    for (int j = 1; j < n - 1; j++)
	      a[i][j] = b[i][j] + (i + j) % 3;
	if (t % 5 == 0 || s == 2)
	  for (int j = 0; j < n; j++)
	    a[0][j] = a[n - 1][j] + t;
      }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      double *a = fresh (n), *b = fresh (n), *c = fresh (n);
      double *d = fresh (n * n), *e = fresh (n * n);
      printf ("%.17g\n", now_and_then (n, 37, 10, a, b));
      printf ("%.17g\n", now_and_then (n, 5, 4, b, c));
      printf ("%.17g\n", now_and_then (n, 12, 1, c, a));
      printf ("%d\n", exchanged (n, .1, a, b, c));
      rows (n, (double (*)[n]) d, (double (*)[n]) e);
      for (int i = 0; i <= n; i++)
	printf ("%.17g %.17g %.17g\n", a[i], b[i], c[i]);
      for (int i = 0; i < n * n; i++)
	printf ("%.17g %.17g\n", d[i], e[i]);
    }
  return 0;
}
