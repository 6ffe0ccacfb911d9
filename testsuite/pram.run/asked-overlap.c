/* What is asked for in the loop lies in what the region writes: that shows when
   something has been written.  Then all is as it was before, and the region runs
   serially.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 20 1 5 } */
/* { pram-ranks 2 3 5 } */
/* { pram-mode any } */
#include <stdio.h>
#include <stdlib.h>

/* AT moves into the array behind X.  */
__attribute__ ((noipa)) void
creep (int n, int *at, double *x, double *y, double *z, int *steps, int last)
{
  int s = *steps;
#pragma pram
  for (int t = 0; t < last; t++)
    {
      for (int i = 0; i < n; i++)
	y[i] = .5 * y[i] + x[at[i]];
      for (int i = 0; i < n; i++)
	{
	  at[i] = at[i] + 3;
	  z[i] = y[i] + 1;
	}
      s++;
    }
  *steps = s;
}

/* The same of indices of indices, of arrays that are exchanged.  */
__attribute__ ((noipa)) void
jump (int n, int *p, int *q, int last)
{
#pragma pram
  for (int t = 0; t < last; t++)
    {
      for (int i = 0; i < n; i++)
	q[i] = p[p[i]] + 1;
      int *other = p;
      p = q;
      q = other;
    }
}

int
main (int argc, char **argv)
{
  for (int a = 1; a < argc; a++)
    {
      int n = atoi (argv[a]), steps = 7;
      int *at = malloc (sizeof *at * n), *list = malloc (sizeof *list * 6 * n);
      double *w = malloc (sizeof *w * 4 * n);
      for (int turn = 0; turn < 3; turn++)
	{
	  for (int i = 0; i < n; i++)
	    at[i] = turn == 1 ? -i : i / 3;
	  for (int i = 0; i < 6 * n; i++)
	    list[i] = turn ? n / 2 : n + (i + 1) % n;
	  for (int i = 0; i < 4 * n; i++)
	    w[i] = i;
	  creep (n, at, turn == 1 ? w + n : w, w + 2 * n, w + 3 * n, &steps,
		 turn == 1 ? 1 : n < 5 ? 2 : 2 * n / 3);
	  jump (n, list, list + n, 2);
	  for (int i = 0; i < 4 * n; i++)
	    printf ("%g%c", w[i], (i + 1) % n ? ' ' : '\n');
	  for (int i = 0; i < n; i++)
	    printf ("%d %d %d\n", at[i], list[i], list[i + n]);
	  printf ("%d\n", steps);
	}
    }
  return 0;
}
