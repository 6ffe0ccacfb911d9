/* Reads at places that follow from numbers alone, but not as linear functions of them:
   squares, bits, what a function or a floating-point number gives; and through lists
   that are in parts, of which an array says where they begin.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 61 } */
/* { pram-ranks 2 3 5 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>
#include "show.h"

__attribute__ ((const, noipa)) static int
opaque (int i)
{
  return i * 5 % 7;
}

static const unsigned char odd[8] = { 7, 1, 3, 0, 2, 6, 4, 5 };

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 10, size = n * n + 8, colours = 3;
  if (n < 1)
    return 1;
  double *x = need (size * sizeof *x), *y = need (n * sizeof *y);
  double *r = need (n * sizeof *r);
  int *first = need ((colours + 1) * sizeof *first), *list = need (n * sizeof *list);
  int *u = need (n * sizeof *u), *v = need (n * sizeof *v);
  for (int i = 0; i < size; i++)
    x[i] = noise (i);
  for (int i = 0; i < n; i++)
    y[i] = r[i] = 0, list[i] = n - 1 - i, u[i] = i * 3 % n, v[i] = (i * 5 + 1) % n;
  first[0] = 0, first[1] = n / 3, first[2] = n / 2, first[3] = n;

#pragma pram
  for (int i = 0; i < n; i++)
    y[i] = x[i * i];
  show ("square", y, n * sizeof *y);
#pragma pram
  for (int i = 0; i < n; i++)
    y[i] += x[i ^ i / 2];
  show ("gray", y, n * sizeof *y);
#pragma pram
  for (int i = 0; i < n; i++)
    y[i] += x[opaque (i)] * x[odd[opaque (i)]];
  show ("opaque", y, n * sizeof *y);
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double at = 0.7 * i;
      int k = (int) at;
      y[i] = x[k] + (at - k) * (x[k + 1] - x[k]);
    }
  show ("between", y, n * sizeof *y);

  /* Conflicts only between parts.  */
#pragma pram
  for (int step = 0; step < 3; step++)
    {
      for (int c = 0; c < colours; c++)
	for (int q = first[c]; q < first[c + 1]; q++)
	  {
	    int e = list[q], a = u[e], b = v[e];
	    double d = x[a] - x[b];
	    r[a] += d;
	    r[b] -= d;
	  }
      for (int i = 0; i < n; i++)
	{
	  x[i] -= 0.05 * r[i];
	  r[i] = 0;
	}
    }
  show ("parts", x, n * sizeof *x);
  return 0;
}
