/* rounds-guarded.c: which elements iterations of loops that data end read depends on the
   round: lists of neighbours that stop when they are full, searches that leave something
   out.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args "7 3" "40 9" }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "show.h"

#define NI __attribute__ ((noinline))

enum { MOST = 4 };

/* Lists that are full, made in some steps only.  */
static NI int
neighbours (int n, int steps, double *x, double *f, int *count, int (*list)[MOST])
{
  int over = 0;
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      if (t % 3 == 0)
	for (int i = 0; i < n; i++)
	  {
	    int m = 0;
	    for (int j = 0; j < n; j++)
	      if (j != i && fabs (x[i] - x[j]) < 1)
		{
		  if (m == MOST)
		    {
		      over++;
		      break;
		    }
		  list[i][m++] = j;
		}
	    count[i] = m;
	  }
      for (int i = 0; i < n; i++)
	{
	  double s = 0;
	  for (int k = 0; k < count[i]; k++)
	    s += x[i] - x[list[i][k]];
	  f[i] = s;
	}
      for (int i = 0; i < n; i++)
	x[i] += 0.01 * f[i];
    }
  return over;
}

/* The element before is read in some rounds, and so there must be one.  */
static NI void
left_out (int n, int steps, double *x, double *f)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  double s = 0;
	  for (int j = 0; j < n && s < 2; j++)
	    {
	      if (j < i)
		s += fabs (x[i - 1]) + 0.1;
	      else if (j > i && i + 1 < n)
		s += 0.5 * fabs (x[i + 1]);
	      if (j == i + 2)
		s -= 0.25 * x[i + 2];
	    }
	  f[i] = s;
	}
      for (int i = 0; i < n; i++)
	x[i] = 0.75 * x[i] + 0.125 * f[i];
    }
}

int
main (int argc, char **argv)
{
  int n = argc > 2 ? atoi (argv[1]) : 7, steps = argc > 2 ? atoi (argv[2]) : 3;
  double *x = malloc (n * sizeof *x), *f = calloc (n, sizeof *f);
  int *count = calloc (n, sizeof *count), (*list)[MOST] = calloc (n, sizeof *list);
  for (int i = 0; i < n; i++)
    x[i] = 4 * noise (i);
  printf ("%d\n", neighbours (n, steps, x, f, count, list));
  show ("x", x, n * sizeof *x);
  show ("list", list, n * sizeof *list);
  left_out (n, steps, x, f);
  show ("x", x, n * sizeof *x);
  show ("f", f, n * sizeof *f);
  return 0;
}
