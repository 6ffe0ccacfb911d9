/* A loop that may use what it writes where data choose, behind a convergence loop in whose
   rounds the same array is written, or not.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 9 5 }
   { pram-ranks 1 2 3 }
   { pram-mode any }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "show.h"

enum { E = 14 };

static int list[3 * E];

__attribute__ ((noipa)) static int
smooth (int n, int e, const int *p, const int *q, double (*a)[E], double *u,
	double (*v)[E])
{
  int rounds = 0;
#pragma pram
  for (int s = 0; s < n; s++)
    {
      double d;
      do
	{
	  d = 0;
	  if (s % 2 == 0)
	    for (int i = 1; i < n; i++)
	      u[i] = 0.5 * u[i] + 0.25 * a[p[q[i + 1]]][i] + 0.25 * v[s][s];
	  for (int i = 0; i < n; i++)
	    if (fabs (a[i][1]) > d)
	      d = fabs (a[i][1]);
	  rounds++;
	}
      while (d > 1e-2 && rounds < 4);
      for (int i = 0; i < e - 4; i++)
	{
	  double sum = u[i];
	  for (int k = 0; k < 3; k++)
	    {
	      if (list[i * 3 + k] < 0)
		continue;
	      sum += 0.125 * a[i + 1][list[i * 3 + k]];
	    }
	  u[i] = 0.5 * sum;
	  v[i][2] = 0.125 * i + 0.25 * u[q[i]];
	}
    }
  return rounds;
}

int
main (int argc, char **argv)
{
  int p[E], q[E];
  double a[E][E], u[E], v[E][E] = { { 0 } };
  for (int i = 0; i < E; i++)
    {
      p[i] = noise (i) * E, q[i] = noise (3 * i) * E, u[i] = noise (7 * i);
      for (int j = 0; j < E; j++)
	a[i][j] = noise (5 * i + j);
    }
  for (int i = 0; i < 3 * E; i++)
    list[i] = i % 4 ? noise (i) * E : -1;
  for (int arg = 1; arg < argc; arg++)
    {
      printf ("%d\n", smooth (atoi (argv[arg]), E, p, q, a, u, v));
      show ("u", u, sizeof u);
      show ("v", v, sizeof v);
    }
  return 0;
}
