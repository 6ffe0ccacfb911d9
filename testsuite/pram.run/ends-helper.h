/* What ends-helper.c and ends-helper-called.c do.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>
#include <math.h>

enum { CELLS = 9 };

static void
fail (const char *what, double value)
{
  fprintf (stderr, "%s: %g\n", what, value);
  exit (3);
}

static double
root (double c)
{
  double x = c;
  for (int it = 0; it < 60; it++)
    {
      double next = 0.5 * (x + c / x);
      if (fabs (next - x) <= 1e-14 * x)
	return next;
      x = next;
    }
  fail ("no root", c);
  return 0;
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 20, most = argc > 2 ? atoi (argv[2]) : n;
  double least = argc > 3 ? atof (argv[3]) : 1, s = 0;
  double *x = malloc (n * sizeof *x), *y = malloc (n * sizeof *y);
  int *col = malloc (3 * n * sizeof *col), count[CELLS];
  int *list = malloc ((CELLS * most + 1) * sizeof *list);
  for (int i = 0; i < n; i++)
    {
      x[i] = least + i;
      for (int k = 0; k < 3; k++)
	col[3 * i + k] = (7 * i + k) % n;
    }
  printf ("begins\n");
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  y[i] = root (x[i]);
	  for (int k = 0; k < 3; k++)
	    {
	      int j = col[3 * i + k];
	      if (j < 0 || j >= n)
		fail ("no column", j);
	      y[i] += x[j] / n;
	    }
	}
      for (int c = 0; c < CELLS; c++)
	count[c] = 0;
      for (int i = 0; i < n; i++)
	{
	  int c = (int) y[i] % CELLS;
	  if (count[c] >= most)
	    {
	      fprintf (stderr, "cell %d is full\n", c);
	      exit (4);
	    }
	  list[c * most + count[c]++] = i;
	}
      for (int i = 0; i < n; i++)
	x[i] = y[i] + 0.5;
    }
  for (int i = 0; i < n; i++)
    s = s * 0.9 + x[i];
  for (int c = 0; c < CELLS; c++)
    for (int k = 0; k < count[c]; k++)
      s += list[c * most + k] * (k + 1);
  printf ("%.17g\n", s);
  return 0;
}
