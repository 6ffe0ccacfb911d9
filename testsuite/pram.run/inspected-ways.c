/* Reads at chosen places behind tests on what only the iteration itself has computed: on
   both sides, where a loop is left, in loops of which nobody else knows the end.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 130 9 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

enum { K = 8 };

#define NI __attribute__ ((noipa))

NI static void
sides (int n, const int *a, const int *b, const double *x, const double *w,
       double *y)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double s = 0, t[K];
      for (int k = 0; k < K; k++)
	t[k] = w[i] * (k + 1) - (k > 5);
      for (int k = 0; k < K; k++)
	if (t[3 * k % K] > 1.5)
	  s += x[a[i]] * k;
	else if (t[5 * k % K] > 0.5)
	  s -= x[b[i]];
	else
	  s += x[(a[i] + b[i]) % n];
      y[i] = s;
    }
}

NI static void
leaving (int n, const int *a, const int *b, const double *x, const double *w,
	 double *y)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double s = 0, t[K];
      for (int k = 0; k < K; k++)
	t[k] = w[i] * (k + 1) - (k > 5);
      for (int k = 0; k < K; k++)
	{
	  if (t[3 * k % K] > 1.5)
	    {
	      s += x[a[i]];
	      break;
	    }
	  if (t[k] < 0.2)
	    continue;
	  s += x[b[(i + k) % n]];
	}
      y[i] = s;
    }
}

NI static void
searching (int n, const int *a, const int *b, const double *x, const double *w,
	   double *y)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double s = 0, t[K];
      int j = 0;
      for (int k = 0; k < K; k++)
	t[k] = w[(i + k) % n];
      while (j < K && t[j] < x[a[i]])
	j++;
      if (j == K)
	s = x[b[i]];
      else
	for (int k = 0; t[k] > 0.1 && k < j; k++)
	  s += t[k] * x[b[a[i]]];
      y[i] = s + j;
    }
}

int
main (int argc, char **argv)
{
  for (int arg = 1; arg < argc; arg++)
    {
      int n = atoi (argv[arg]);
      int *a = need (n * sizeof *a), *b = need (n * sizeof *b);
      double *x = need (n * sizeof *x), *w = need (n * sizeof *w);
      double *y = need (n * sizeof *y);
      for (int i = 0; i < n; i++)
	{
	  a[i] = noise (i) * n, b[i] = noise (i + n) * n;
	  x[i] = noise (7 * i), w[i] = noise (9 * i + 1);
	}
      sides (n, a, b, x, w, y);
      show ("sides", y, n * sizeof *y);
      leaving (n, a, b, x, w, y);
      show ("leaving", y, n * sizeof *y);
      searching (n, a, b, x, w, y);
      show ("searching", y, n * sizeof *y);
      free (a), free (b), free (x), free (w), free (y);
    }
  return 0;
}
