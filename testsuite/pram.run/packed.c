/* A symmetric matrix of which one triangle is stored, row after row: where its elements
   lie no data choose, but no affine functions say either.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 60 }  */

#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 100;
  double *a = malloc (sizeof *a * n * (n + 1) / 2);
  double *b = malloc (sizeof *b * n), *c = calloc (n, sizeof *c), s = 0;
  for (int i = 0; i < n; i++)
    b[i] = 1.0 / (i + 1);
#pragma pram begin
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i * (i + 1) / 2 + j] = 1.0 / (1 + i + j);
  for (int t = 0; t < 5; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  double sum = 0;
	  for (int j = 0; j <= i; j++)
	    sum += a[i * (i + 1) / 2 + j] * b[j];
	  for (int j = i + 1; j < n; j++)
	    sum += a[j * (j + 1) / 2 + i] * b[j];
	  c[i] = sum;
	}
      for (int i = 0; i < n; i++)
	b[i] = c[i] / (1 + t);
    }
#pragma pram end
  for (int i = 0; i < n; i++)
    s += b[i] * (i % 7);
  printf ("%.17g\n", s);
  free (a), free (b), free (c);
  return 0;
}
