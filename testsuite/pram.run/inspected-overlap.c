/* What is read where data choose lies in what is written: that is known when it is
   inspected, and then the region runs serially.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 20 } */
/* { pram-ranks 2 3 } */
/* { pram-mode any } */
#include <stdio.h>
#include <stdlib.h>

__attribute__ ((noipa)) void
shift (int n, const int *at, double *x, double *y)
{
#pragma pram
  for (int i = 0; i < n; i++)
    y[i] = x[at[i]] + 1;
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 20;
  int *at = malloc (sizeof *at * n);
  double *w = malloc (sizeof *w * 3 * n);
  for (int i = 0; i < n; i++)
    at[i] = i > 0 ? n - 1 + i : n / 2;
  for (int i = 0; i < 3 * n; i++)
    w[i] = i;
  shift (n, at, w, w + n);
  for (int i = 0; i < n; i++)
    at[i] = n - 1 - i;
  shift (n, at, w, w + n);
  for (int i = 0; i < 3 * n; i++)
    printf ("%g\n", w[i]);
  return 0;
}
