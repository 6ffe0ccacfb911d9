/* A loop of one iteration at most, within others, whose variables are used
   afterwards: mostly it has none, and then stands where no process is.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 3 2 } */
/* { pram-ranks 1 2 3 } */
/* { pram-mode any } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { E = 14 };

__attribute__ ((noipa)) long
last (int n, int e, int most, double (*a)[e][e], double (*b)[e][e], double *u,
      double *d)
{
  long k = 77;
  int it = 0;
#pragma pram
  for (int s = 0; s < 3; s++)
    while (1)
      {
	*d = 0;
	for (int x = 1; x < e - 4; x++)
	  for (int i = x + 1; i < 3; i++)
	    {
	      a[x][i][1] = .3 + .5 * u[x + 1] - .125 * a[x][x][1];
	      for (k = i; k < 3; k++)
		a[x][i][k] = .1 + .5 * u[1];
	    }
	for (int x = 1; x < n; x++)
	  for (int i = x + 1; i < x; i++)
	    {
	      b[x][1][i] = fabs (.7 + a[x + 1][1][i + 1]);
	      u[x + 1] = .125 * x + .5 * a[x - 1][1][i];
	    }
	for (int i = 0; i < 3; i++)
	  for (int j = 0; j < 3; j++)
	    *d = fmax (*d, fabs (a[i][j][1] - b[i][j][1]));
	it++;
	if (!(*d > 1e-1) || it >= most)
	  break;
      }
  return k;
}

int
main (int argc, char **argv)
{
  static double a[E][E][E], b[E][E][E], u[E];
  int n = argc > 1 ? atoi (argv[1]) : 3;
  double d, hash = 0;
  for (int i = 0; i < E; i++)
    u[i] = i;
  long k = last (n, E, 1, a, b, u, &d);
  for (int i = 0; i < E * E * E; i++)
    hash = hash * .99 + (&a[0][0][0])[i] + (&b[0][0][0])[i];
  printf ("%ld %.17g %.17g\n", k, d, hash);
  return 0;
}
