/* table-ends.c: data choose rows and columns of a table whose last row lies somewhere else;
   that it is used is found out when the region has changed a lot already, if at all.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 91 1 }
   { pram-args 77 1 }
   { pram-args 217 1 }
   { pram-args 40 0 }
   { pram-mode any }  */

#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  enum { M = 5 };
  int n = argc > 1 ? atoi (argv[1]) : 20, far = argc > 2 ? atoi (argv[2]) : 1;
  double **a = malloc (n * sizeof *a), *all = calloc (n * M, sizeof *all);
  double *y = calloc (n, sizeof *y), other[M], s = 0;
  int *p = malloc (n * sizeof *p), c[M] = { 4, 2, 0, 1, 3 };
  for (int i = 0; i < n; i++)
    a[i] = all + i * M, p[i] = (i * 7 + 1) % n;
  for (int i = 0; i < n * M; i++)
    all[i] = i % 11;
  for (int j = 0; j < M; j++)
    other[j] = 100 + j;
  if (far)
    a[n - 1] = other;
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < n; i++)
	for (int j = 0; j < M; j++)
	  y[i] += a[p[i]][c[j]];
      for (int i = 0; i < n; i++)
	p[i] = (p[i] * 3 + (int) y[i]) % n;
      for (int j = 0; j < M; j++)
	c[j] = (c[j] + 1) % M;
    }
  for (int i = 0; i < n; i++)
    s += y[i] * (i + 1);
  printf ("%.17g\n", s);
  return 0;
}
