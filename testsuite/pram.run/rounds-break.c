/* Jacobi with a break behind the exchange of pointers, alone and in a time loop:
   how often they were exchanged depends on how the loop was left.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 40 7 } */
/* { pram-ranks 1 2 3 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

__attribute__ ((noipa)) int
solve (int n, int max, double tol, double **pa, double **pb)
{
  double *a = *pa, *b = *pb;
  int it;
#pragma pram
  for (it = 0; it < max; it++)
    {
      double d = 0;
      for (int i = 1; i < n - 1; i++)
        b[i] = .5 * (a[i - 1] + a[i + 1]);
      for (int i = 1; i < n - 1; i++)
        d = fmax (d, fabs (b[i] - a[i]));
      double *t = a;
      a = b;
      b = t;
      if (d < tol)
        break;
    }
  *pa = a;
  *pb = b;
  return it;
}

__attribute__ ((noipa)) double
steps (int n, int max, double tol, double *a, double *b, double *c)
{
  double total = 0;
#pragma pram
  for (int s = 0; s < 4; s++)
    {
      for (int i = 1; i < n - 1; i++)
        a[i] += c[i];
      int it;
      for (it = 0; it < max; it++)
        {
          double d = 0;
          for (int i = 1; i < n - 1; i++)
            b[i] = .5 * (a[i - 1] + a[i + 1]);
          for (int i = 1; i < n - 1; i++)
            d = fmax (d, fabs (b[i] - a[i]));
          double *t = a;
          a = b;
          b = t;
          total += d;
          if (d < tol)
            break;
        }
      total += it;
    }
  return total;
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 40;
  for (int most = 0; most < 300; most = 2 * most + 1)
    {
      double *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b);
      double *c = malloc (n * sizeof *c), *before = a, hash = 0;
      for (int i = 0; i < n; i++)
	{
	  a[i] = b[i] = i % 7;
	  c[i] = i % 3;
	}
      int it = solve (n, most, .01, &a, &b);
      for (int i = 0; i < n; i++)
	hash = hash * .99 + a[i] + .3 * b[i];
      printf ("%d %d %.17g\n", it, a == before, hash);
      double total = steps (n, most, .1, a, b, c);
      for (int i = 0; i < n; i++)
	hash = hash * .99 + a[i] + .3 * b[i];
      printf ("%.17g %.17g\n", total, hash);
    }
  return 0;
}
