/* Rows that can't be copied: two tables share one.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 33 7 } */
/* { pram-ranks 1 3 } */
/* { pram-mode serial "overlap" } */
/* { pram-stderr "overlap" } */
#include <stdio.h>
#include <stdlib.h>

#define NI __attribute__ ((noipa))

static double **
table (int n, int length)
{
  double **a = malloc (n * sizeof *a), *next = malloc (n * n * sizeof *next);
  for (int i = 0; i < n; i++)
    {
      a[i] = next;
      for (int j = 0; j < length; j++)
	*next++ = i - .5 * j;
    }
  return a;
}

static void
report (double *const *a, int n, int length)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < length; j++)
      sum = .999 * sum + a[i][j];
  printf ("%.17g\n", sum);
}

NI void
shared (int n, double **a, double **b)
{
#pragma pram
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = b[i - 1][j] + 1;
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 40;
  double **b = table (n, n), **c = table (n, n);
  c[n / 2] = b[n / 3];
  shared (n, c, b);
  report (b, n, n);
  report (c, n, n);
  return 0;
}
