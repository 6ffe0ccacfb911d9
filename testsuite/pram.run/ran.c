/* ran.c: what depends on whether, or how often, a loop before has run.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 60 9 5 } */

#include "show.h"

#define NI __attribute__ ((noinline, noclone))

/* Another one ends where it did.  */
static void NI
until (int n, int m, double *a, double *b)
{
  int i, k;
#pragma pram begin
  for (i = 1; i < n - 1 && i < m; i++)
    a[i] = b[i] + 1;
  for (int j = 1; j < i - 1; j++)
    b[j] = a[j] + i;
  for (k = i; k < n; k++)
    b[k] = a[k] * k;
  if (k > m)
    for (int j = 0; j < n; j++)
      a[j] += b[j];
#pragma pram end
  printf ("%d %d\n", i, k);
}

/* Set where it runs; in later steps it doesn't.  */
static void NI
whether (int n, double *a, double *b)
{
  int any = 7, steps = 0;
#pragma pram
  for (int t = 0; t < 8; t++)
    {
      int end = t < 5 ? n - 1 : 1;
      any = 0;
      for (int i = 1; i < end; i++)
	{
	  a[i] = 0.5 * (b[i] + b[i - 1]);
	  any = 1;
	}
      if (any)
	{
	  for (int i = 1; i < n - 1; i++)
	    b[i] = 0.5 * (a[i] + a[i + 1]) + any;
	  steps++;
	}
    }
  printf ("%d %d\n", any, steps);
}

/* The bounds come from outside.  */
static void NI
given (int from, int to, double *a, double *b)
{
#pragma pram begin
  long mark = from;
  for (int i = from; i < to; i++)
    {
      a[i] = b[i] - 1;
      mark = 4;
    }
  for (int i = 0; i < mark; i++)
    b[i] += a[i] * mark;
#pragma pram end
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      double *a = need (n * sizeof *a), *b = need (n * sizeof *b);
      for (int i = 0; i < n; i++)
	{
	  a[i] = noise (i);
	  b[i] = i;
	}
      for (int m = n - 2; m <= n; m += 2)
	{
	  until (n, m, a, b);
	  show ("until", a, n * sizeof *a);
	  show ("until", b, n * sizeof *b);
	}
      whether (n, a, b);
      show ("whether", a, n * sizeof *a);
      show ("whether", b, n * sizeof *b);
      given (1, n, a, b);
      show ("given", b, n * sizeof *b);
      given (2, 2, a, b);
      show ("given", b, n * sizeof *b);
    }
  return 0;
}
