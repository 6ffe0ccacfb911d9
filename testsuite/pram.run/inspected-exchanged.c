/* inspected-exchanged.c: arrays of which data choose what is read change places in inner
   loops, nobody knows how often.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 40 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdlib.h>
#include "show.h"

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 10, inner = 0;
  size_t size = n * sizeof (double);
  int *col = (int *) need (3 * n * sizeof *col);
  double *x = (double *) need (size), *y = (double *) need (size), *z = (double *) need (size);
  for (int i = 0; i < n; i++)
    {
      x[i] = 1 + i % 3;
      y[i] = z[i] = noise (i);
    }
  for (int i = 0; i < 3 * n; i++)
    col[i] = i * 7 % n;
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      double err = 1;
      for (int i = 0; i < n; i++)
	y[i] = x[i] / 3;
      for (int k = 0; err > 1e-5 && k < 3 + t; k++)
	{
	  err = 0;
	  for (int i = 0; i < n; i++)
	    {
	      double s = x[i];
	      for (int j = 0; j < 3; j++)
		s -= 0.1 * y[col[i * 3 + j]];
	      z[i] = s / 5;
	      double d = fabs (z[i] - y[i]);
	      if (err < d)
		err = d;
	    }
	  double *w = y;
	  y = z;
	  z = w;
	  inner++;
	}
      for (int i = 0; i < n; i++)
	x[i] = y[i] + 0.25 * z[i];
    }
  printf ("%d\n", inner);
  show ("x", x, size);
  show ("y", y, size);
  show ("z", z, size);
}
