/* waves-not.c: sweeps that have no waves: of one row, which is settled when it hardly changes;
   with places that are fixed.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args "1 1" "7 5" "30 9" }
   { pram-mode any }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "show.h"

static int
row (int n, double *w)
{
  int k;
#pragma pram
  for (k = 0; k < 50; k++)
    {
      double most = 0;
      for (int i = 1; i <= n; i++)
	{
	  double old = w[i];
	  w[i] = .5 * (w[i - 1] + w[i + 1]);
	  most = fmax (most, fabs (w[i] - old));
	}
      if (most < .01)
	break;
    }
  return k;
}

static double
around (int n, int m, double (*u)[m + 2], char (*fixed)[m + 2])
{
  double change = 0;
#pragma pram
  for (int t = 0; t < 9; t++)
    {
      change = 0;
      for (int i = 1; i <= n; i++)
	for (int j = 1; j <= m; j++)
	  if (!fixed[i][j])
	    {
	      double v = .25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
	      double d = fabs (v - u[i][j]);
	      if (d > change)
		change = d;
	      u[i][j] = v;
	    }
    }
  return change;
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 20, m = argc > 2 ? atoi (argv[2]) : 9;
  double *w = malloc ((n + 2) * sizeof *w), (*u)[m + 2] = malloc ((n + 2) * sizeof *u);
  char (*fixed)[m + 2] = malloc ((n + 2) * sizeof *fixed);
  for (int i = 0; i < n + 2; i++)
    {
      w[i] = i * i % 17;
      for (int j = 0; j < m + 2; j++)
	{
	  u[i][j] = (i * 5 + j * 3) % 11;
	  fixed[i][j] = (i + j) % 6 == 0;
	}
    }
  printf ("%d\n", row (n, w));
  show ("w", w, (n + 2) * sizeof *w);
  printf ("%.17g\n", around (n, m, u, fixed));
  show ("u", u, (n + 2) * sizeof *u);
  free (w);
  free (u);
  free (fixed);
  return 0;
}
