/* Two loops that sweep together, and inspect: neither may begin before what it
   inspects has come, wherever that lies.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 9 40 } */
/* { pram-ranks 2 3 5 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>

static void __attribute__ ((noipa))
gather (int n, double *a, double *b, const int *at, const int *to, double *v,
	double *u)
{
#pragma pram begin
  for (int t = 0; t < 2; t++)
    {
      for (int i = 0; i < n; i++)
	v[i] = .5 * a[at[i]];
      for (int i = 0; i < n; i++)
	u[i] = .5 * u[i] + b[to[i]];
    }
  for (int t = 0; t < 2; t++)
    {
      for (int i = 0; i < n; i++)
	b[i] = v[i] + a[i];
      for (int i = 0; i < n; i++)
	a[i] = u[i] - b[at[i]];
    }
#pragma pram end
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]), *at = calloc (n, sizeof *at);
      int *to = calloc (n, sizeof *to);
      double *x[4];
      for (int i = 0; i < 4; i++)
	{
	  x[i] = malloc (n * sizeof *x[i]);
	  for (int j = 0; j < n; j++)
	    x[i][j] = (i * 31 + j * 17) % 23;
	}
      for (int i = 0; i < n; i++)
	{
	  at[i] = i * 7 % n;
	  to[i] = n - 1 - i;
	}
      gather (n, x[0], x[1], at, to, x[2], x[3]);
      for (int i = 0; i < 4; i++)
	for (int j = 0; j < n; j++)
	  printf ("%g\n", x[i][j]);
    }
  return 0;
}
