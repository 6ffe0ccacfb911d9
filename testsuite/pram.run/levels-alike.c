/* levels-alike.c: loops inside of one whose variable doubles that might be joined, or taken
   apart, when it is large: there is one code for all of its values.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 64 16 17 100 }
   { pram-ranks 1 2 3 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

/* Joined, the first loop would read what the second one has written, but for 2 d >= n.  */
static void
sums (int n, long *x, long *t, long *y)
{
#pragma pram size (n=64)
  for (int d = 1; d < n; d *= 2)
    {
      for (int i = d; i < n; i++)
	t[i] = x[i] + x[i - d];
      for (int i = d; i < n; i++)
	x[i] = t[i];
      for (int i = 0; i < n; i++)
	y[i] = y[i] * 2 + i;
    }
}

/* A must be computed after B, but for 2 d >= n.  */
static void
filter (int n, double *a, double *b)
{
#pragma pram size (n=64)
  for (int d = 1; d < n; d *= 2)
    {
      double s = 0;
      for (int i = d; i < n; i++)
	{
	  a[i] = b[i - d] + 0.25 * a[i];
	  s = 0.5 * s + a[i];
	  b[i] = s;
	}
      for (int i = 0; i < n; i++)
	a[i] = 0.5 * a[i] + d;
    }
}

static void
all (int n)
{
  long *x = malloc (n * sizeof *x), *t = malloc (n * sizeof *t);
  long *y = malloc (n * sizeof *y), h = 0;
  double *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b), g = 0;
  for (int i = 0; i < n; i++)
    {
      y[i] = x[i] = i * 7919 % 101;
      a[i] = b[i] = 1. / (i + 1);
    }
  sums (n, x, t, y);
  filter (n, a, b);
  for (int i = 0; i < n; i++)
    {
      h = h * 31 + x[i] + y[i];
      g = 0.9 * g + a[i] + b[i];
    }
  printf ("%ld %.17g\n", h, g);
  free (x);
  free (t);
  free (y);
  free (a);
  free (b);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    all (atoi (argv[k]));
  return 0;
}
