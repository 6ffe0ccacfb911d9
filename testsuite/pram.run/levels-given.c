/* levels-given.c: what a loop halves is a variable from outside.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 8 64 100 }
   { pram-ranks 1 2 3 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

#define NI __attribute__ ((noinline))

/* Elements are added up in pairs.  */
static NI void
fold (int n, double *a)
{
#pragma pram
  for (; n > 1; n >>= 1)
    for (int i = 0; i < n / 2; i++)
      a[i] += a[i + n / 2];
}

/* Grids become coarser, each a half as large as the one before.  */
static NI int
coarsen (unsigned size, double *from, double *to)
{
  int steps = 0;
#pragma pram
  for (; size >= 4; size /= 2)
    {
      for (unsigned i = 0; i < size / 2; i++)
	to[i] = 0.5 * (from[2 * i] + from[2 * i + 1]);
      for (unsigned i = 0; i < size / 2; i++)
	from[i] = to[i];
      steps++;
    }
  return steps;
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      double *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b);
      for (int i = 0; i < n; i++)
	{
	  a[i] = noise (i);
	  b[i] = noise (-i);
	}
      fold (n, a);
      show ("a", a, n * sizeof *a);
      printf ("%d\n", coarsen (n, b, a));
      show ("b", b, n * sizeof *b);
      free (a);
      free (b);
    }
  return 0;
}
