/* cases-split.c: a mode chooses between loops, beside loops that are split or fused.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args "9 0" "9 1" "9 2" "20 3" "20 1" "33 0" "33 2" }
   { pram-ranks 1 2 3 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "show.h"

#define INNER \
  for (int i = 1; i < n - 1; i++) \
    for (int j = 1; j < n - 1; j++)
#define AT(a, i, j) a[(i) * n + (j)]

enum solver { CG = 1, JACOBI, CHEBYSHEV };

static void
halo (int n, double *u)
{
  for (int i = 1; i < n - 1; i++)
    {
      AT (u, i, 0) = AT (u, i, 1);
      AT (u, i, n - 1) = AT (u, i, n - 2);
    }
  for (int j = 0; j < n; j++)
    {
      AT (u, 0, j) = AT (u, 1, j);
      AT (u, n - 1, j) = AT (u, n - 2, j);
    }
}

static void __attribute__ ((noinline))
solve (int n, enum solver solver, double *u, double *r, double *w)
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      double error = 0, first = 0;
      int it = 0;
      INNER
	{
	  AT (w, i, j) = 4 * AT (u, i, j) - AT (u, i - 1, j) - AT (u, i + 1, j)
			- AT (u, i, j - 1);
	  first += AT (w, i, j) * AT (r, i, j);
	}
      switch (solver)
	{
	case CG:
	  for (; it < 7 && fabs (error) < 5 + fabs (first); it++)
	    {
	      INNER
		error += AT (r, i, j) * AT (w, i, j);
	      INNER
		AT (u, i, j) += 0.1 * AT (w, i, j);
	      halo (n, u);
	    }
	  break;
	case JACOBI:
	  for (it = 0; it < 9; it++)
	    {
	      error = 0;
	      for (int i = 0; i < n * n; i++)
		r[i] = u[i];
	      INNER
		{
		  AT (u, i, j) = 0.2 * (AT (r, i - 1, j) + AT (r, i + 1, j)
					+ AT (r, i, j - 1));
		  error += fabs (AT (u, i, j) - AT (r, i, j));
		}
	      halo (n, u);
	      if (error < 1e-3)
		break;
	    }
	  break;
	case CHEBYSHEV:
	  for (it = 0; it < 3; it++)
	    {
	      INNER
		AT (u, i, j) += 0.3 * AT (r, i, j);
	      halo (n, u);
	    }
	  break;
	}
      INNER
	AT (r, i, j) = AT (u, i, j) / (1 + AT (w, i, j) * AT (w, i, j));
      double sum = 0;
      INNER
	sum += AT (u, i, j);
      printf ("%d %.17g %.17g %.17g\n", it, first, error, sum);
    }
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 9, solver = argc > 2 ? atoi (argv[2]) : 0;
  double *u = malloc (n * n * sizeof *u), *r = malloc (n * n * sizeof *r);
  double *w = malloc (n * n * sizeof *w);
  for (int i = 0; i < n * n; i++)
    {
      u[i] = noise (i);
      r[i] = noise (-i);
      w[i] = 0;
    }
  solve (n, (enum solver) solver, u, r, w);
  show ("u", u, n * n * sizeof *u);
  show ("r", r, n * n * sizeof *r);
  return 0;
}
