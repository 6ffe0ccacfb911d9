/* levels-empty.c: loops taken one by one, some of which have no iteration and lie in front
   of all others.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 3 8 30 }
   { pram-ranks 1 2 3 }
   { pram-mode any }  */

#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 7 };

static void
add (const int *offset, const int *length, const double *x, double *y, const double *z)
{
#pragma pram begin
  for (int d = 0; d < LEVELS; d++)
    {
      int first = offset[d];
      if (first < 0)
	first = -first;
      int last = length[d];
      for (int i = first; i < last; i++)
	{
	  int p = 1;
	  if (first == length[d])
	    p = i;
	  int q = d - i;
	  for (int j = p; j < q; j++)
	    y[j] += x[i + j];
	}
      int lo = length[d];
      if (lo < 0)
	lo = 0;
      int hi = d % 4 == 0 ? d : 0;
      for (int i = lo; i < hi; i++)
	y[i] += z[i];
    }
#pragma pram end
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]), size = 30 * n + 200;
      double *x = malloc (size * sizeof *x), *y = malloc (size * sizeof *y);
      double *z = malloc (size * sizeof *z), s = 0;
      int offset[LEVELS], length[LEVELS];
      for (int i = 0; i < size; i++)
	{
	  x[i] = i % 7;
	  y[i] = i % 5;
	  z[i] = i % 3;
	}
      for (int d = 0; d < LEVELS; d++)
	{
	  offset[d] = (d & 1 ? -1 : 1) * ((d + 1) / 2);
	  length[d] = d * 5 % (n + 1);
	}
      offset[LEVELS - 2] = -n / 2;
      offset[LEVELS - 1] = n - 1;
      add (offset, length, x, y, z);
      for (int i = 0; i < size; i++)
	s = 0.5 * s + y[i];
      printf ("%.17g %g %g %g\n", s, y[1], y[2], y[4]);
      free (x);
      free (y);
      free (z);
    }
  return 0;
}
