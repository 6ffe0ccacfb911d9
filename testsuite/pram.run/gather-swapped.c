/* gather-swapped.c: pointers exchanged before the loop that gathers through indices that the
   region doesn't change: by three assignments, as pointers into them, and on a CSR matrix.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 700 5 }
   { pram-args 20000 4 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 700, steps = argc > 2 ? atoi (argv[2]) : 5, it = 0;
  double *x = malloc (n * sizeof *x), *y = malloc (n * sizeof *y), s = 0, d;
  double *u = malloc ((n + 2) * sizeof *u), *v = malloc ((n + 2) * sizeof *v);
  double *p = calloc (n, sizeof *p), *q = calloc (n, sizeof *q), *a = malloc (4 * n * sizeof *a);
  int *idx = malloc (n * sizeof *idx), *ptr = malloc ((n + 1) * sizeof *ptr);
  int *col = malloc (4 * n * sizeof *col);
  for (int i = 0; i < n; i++)
    {
      x[i] = i % 7;
      y[i] = -i;
      idx[i] = (i * 37 + 11) % n;
      ptr[i] = 4 * i;
      for (int k = 0; k < 4; k++)
	{
	  col[4 * i + k] = (i + (k + 1) * 7919L) % n;
	  a[4 * i + k] = .2 / (k + 1);
	}
    }
  ptr[n] = 4 * n;
  for (int i = 0; i < n + 2; i++)
    {
      u[i] = i % 5;
      v[i] = i;
    }
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      double *tmp = y;
      y = x;
      x = tmp;
      for (int i = 0; i < n; i++)
	x[i] = 1 + .5 * y[idx[i]];
    }
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      double *tmp = u, *from;
      u = v;
      v = tmp;
      from = v + 1;
      for (int i = 0; i < n; i++)
	u[i] = .25 * (from[idx[i]] + v[idx[i]]);
    }
#pragma pram
  do
    {
      double *t = p;
      p = q;
      q = t;
      d = 0;
      for (int i = 0; i < n; i++)
	{
	  double sum = 1 + i % 3;
	  for (int k = ptr[i]; k < ptr[i + 1]; k++)
	    sum += a[k] * q[col[k]];
	  p[i] = sum;
	  d = fmax (d, fabs (p[i] - q[i]));
	}
      it++;
    }
  while (d > 1e-8 && it < 30);
  for (int i = 0; i < n; i++)
    s = s * .9375 + x[i] + u[i] + p[i];
  printf ("%d %.17g %.17g\n", it, d, s);
  return 0;
}
