/* colours-until.c: Gauss-Seidel over the points of one colour after the other, until nothing
   changes much: where the lists of colours begin is known although nobody knows how often
   the loop runs that is entered only if there is a limit.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 40 }
   { pram-args 7 }
   { pram-args 301 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { int n, *ia, *ja; double *a; } csr;

static int
solve (const csr *A, int ncol, const int *first, const int *rows, const double *b, double *x,
       int maxit, double tol, double *hist)
{
  int it;
  double change;
#pragma pram
  for (it = 0; it < maxit; it++)
    {
      change = 0;
      for (int c = 0; c < ncol; c++)
        for (int r = first[c]; r < first[c + 1]; r++)
          {
            int i = rows[r];
            double s = b[i], d = 1;
            for (int k = A->ia[i]; k < A->ia[i + 1]; k++)
              if (A->ja[k] == i)
                d = A->a[k];
              else
                s -= A->a[k] * x[A->ja[k]];
            s /= d;
            if (fabs (s - x[i]) > change)
              change = fabs (s - x[i]);
            x[i] = s;
          }
      hist[it] = change;
      if (change < tol)
        break;
    }
  return it;
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 40, at = 0, z = 0;
  csr A = { n, malloc ((n + 1) * sizeof (int)), malloc (5 * n * sizeof (int)),
	    malloc (5 * n * sizeof (double)) };
  int *rows = malloc (n * sizeof (int)), first[4] = { 0 };
  double *b = malloc (n * sizeof (double)), *x = calloc (n, sizeof (double)), s = 0;
  double *hist = calloc (200, sizeof (double));
  for (int i = 0; i < n; i++)
    {
      A.ia[i] = z;
      for (int d = -1; d <= 1; d++)
	if (i + d >= 0 && i + d < n)
	  A.ja[z] = i + d, A.a[z++] = d ? -1 : 2.5;
      b[i] = i % 5;
    }
  A.ia[n] = z;
  for (int c = 0; c < 2; c++)
    {
      for (int i = c; i < n; i += 2)
	rows[at++] = i;
      first[c + 1] = at;
    }
  int it = solve (&A, 2, first, rows, b, x, 100, 1e-9, hist);
  for (int i = 0; i < n; i++)
    s += x[i] * (i % 3 + 1);
  printf ("%d %.17g %.17g\n", it, s, hist[it / 2]);
  return 0;
}
