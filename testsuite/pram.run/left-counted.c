/* Loops that are left in several ways, with functions in them that may set errno, and
   behind them the test of the loop again: which way it was is known by how.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 57 } */
/* { pram-ranks 2 3 5 } */
/* { pram-mode distributed } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "show.h"

enum { MOST = 50 };

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 10, left = 0;
  double *a = need (n * sizeof *a), *b = need (n * sizeof *b);
  double sigma[100];
  for (int i = 0; i < n; i++)
    a[i] = 0.1 + i % 7, b[i] = 0;
  for (int i = 0; i < 100; i++)
    sigma[i] = 1 + noise (i);

#pragma pram
  for (int i = 0; i < n; i++)
    {
      double x = a[i], w = 1;
      int c;
      for (c = 0; c < MOST; c++)
	{
	  x += log (x + 1);
	  if (x < -5 || x > 40 + i % 50)
	    break;
	  w *= 0.9;
	}
      b[i] = x;
      if (c < MOST)
	b[i] += w;
      left += c < MOST;
    }
  show ("left", b, n * sizeof *b);

  /* What is read follows from numbers alone.  */
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double x = 0, w = 1, e = 0.5 + 0.5 / (1 + i);
      int c;
      for (c = 0; c < MOST; c++)
	{
	  int k = (int) (e * 99);
	  x += sqrt (e) / sigma[k];
	  if (x > 3)
	    break;
	  w *= 1 - sigma[k] / 10;
	  e = e * 3.7 * (1 - e);
	  if (w < 0.01)
	    {
	      c = 99;
	      break;
	    }
	}
      b[i] = x;
      if (c < MOST)
	b[i] += w;
    }
  show ("looked up", b, n * sizeof *b);
  printf ("%d\n", left);
  return 0;
}
