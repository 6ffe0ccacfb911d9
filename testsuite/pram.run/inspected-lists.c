/* Lists of indices that choose elements alone, and bound no loop: rows of one
   length in both orders, edges, cells by their faces.  They are inspected, however
   long they are.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 40 3 3000 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

enum { WIDTH = 6 };

/* Column by column, -1 where a row has less.  */
NI void
columns (long n, const long *col, const double *v, double *x, double *y)
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (long i = 0; i < n; i++)
	{
	  double sum = 0;
	  for (int w = 0; w < WIDTH; w++)
	    {
	      long c = col[w * n + i];
	      if (c >= 0)
		sum += v[w * n + i] * x[c];
	    }
	  y[i] = sum;
	}
      for (long i = 0; i < n; i++)
	x[i] = y[i] / 16.;
    }
}

/* Row by row, from FIRST to LAST.  */
NI double
rows (int first, int last, int (*col)[WIDTH], double (*v)[WIDTH], double *x,
      double *y)
{
  double most = 0;
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < last - first + 1; i++)
	{
	  y[i] = 0;
	  for (int w = 0; w < WIDTH; w++)
	    y[i] += v[i][w] * x[col[i][w]];
	}
      most = 0;
      for (int i = 0; i < last - first + 1; i++)
	{
	  x[i] = y[i] / 900.;
	  most = x[i] > most ? x[i] : most;
	}
    }
  return most;
}

/* What flows over edges: to both of their ends.  */
NI void
edges (int n, int m, int (*end)[2], const double *weight, double *u, double *r)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	r[i] = 0;
      for (int e = 0; e < m; e++)
	{
	  double f = weight[e] * (u[end[e][0]] - u[end[e][1]]);
	  r[end[e][0]] -= f;
	  r[end[e][1]] += f;
	}
      for (int i = 0; i < n; i++)
	u[i] += .001 * r[i];
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]) & 0xffff;
      double *x = fresh (n), *y = fresh (n), *v = fresh (WIDTH * n);
      long *far = malloc (sizeof *far * WIDTH * n);
      int *near = indices (WIDTH * n, n);
      for (int i = 0; i < WIDTH * n; i++)
	far[i] = chance (5) ? chance (n) : -1;
      columns (n, far, v, x, y);
      show ("x", x, sizeof *x * n);
      printf ("%.17g\n", rows (1, n, (int (*)[WIDTH]) near,
			       (double (*)[WIDTH]) v, y, x));
      show ("y", y, sizeof *y * n);
      edges (n, 3 * n, (int (*)[2]) near, v, x, y);
      show ("x", x, sizeof *x * n);
      show ("y", y, sizeof *y * n);
    }
  return 0;
}
