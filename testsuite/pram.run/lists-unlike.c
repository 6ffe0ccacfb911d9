/* lists-unlike.c: lists that are exchanged and have not the same length, so that nobody
   knows how many elements one of them has.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 7 50 }
   { pram-ranks 1 3 }
   { pram-mode any }  */

#include <stdio.h>
#include <stdlib.h>

/* B has EXTRA elements more than A, of which a third isn't in use if EARLY.  */
static void
halve (int n, int extra, int early)
{
  int rounds = 0;
  int *a = malloc (n * sizeof *a);
  int more = n;
  if (early)
    n = 2 * n / 3;
  more += extra;
  int *b = malloc (more * sizeof *b), *c = malloc (more * sizeof *c);
  for (int i = 0; i < n; i++)
    a[i] = i * 7919 % 1009;
#pragma pram
  while (n > 1)
    {
      int m = 0;
      for (int i = 0; i < n; i++)
	if (a[i] % 2)
	  b[m++] = a[i] / 2;
      int *t = a;
      a = b;
      b = t;
      n = m;
      rounds++;
    }
  printf ("%d %d\n", rounds, n ? a[0] : 0);
  for (int i = 0; i < more; i++)
    c[i] = i;
  free (a);
  free (b);
  free (c);
}

/* Sizes that change in between, in a loop.  */
static void
grow (int n)
{
  for (int size = n; size < 3 * n; size += n)
    {
      int left = size;
      double *x = malloc (size * sizeof *x);
      size++;
      double *y = malloc (size * sizeof *y);
      for (int i = 0; i < left; i++)
	x[i] = (i * 37 % 101) / 101.;
#pragma pram
      while (left > 1)
	{
	  int m = 0;
	  for (int i = 0; i < left; i++)
	    if (x[i] > 0.4)
	      y[m++] = 1.2 * (x[i] - 0.4);
	  double *t = x;
	  x = y;
	  y = t;
	  left = m;
	}
      printf ("%d %.17g\n", left, left ? x[0] : 0);
      free (x);
      free (y);
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      halve (n, 0, 0);
      halve (n, n, 0);
      halve (n, n, 1);
      grow (n);
    }
  return 0;
}
