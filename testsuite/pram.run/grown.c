/* Sizes that are small if the program is told none: arrays of indices that could then
   be known when a region is entered are as long as the data where it is told more.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 331 } */
/* { pram-ranks 2 3 5 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "show.h"

enum { BINS = 64, WIDTH = 5 };

static long by_two[8][8];

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 10;
  int *col = need (n * WIDTH * sizeof *col), *start = need ((n + 1) * sizeof *start);
  float *a = need (n * WIDTH * sizeof *a), low[BINS], high[BINS];
  double *x = need (n * sizeof *x), *y = need (n * sizeof *y);
  double *z = need (n * sizeof *z), sum = 0, weight[BINS];
  short *key = need (n * sizeof *key);
  int *place = need (n * sizeof *place);
  for (int i = 0; i < n * WIDTH; i++)
    {
      col[i] = i % 4 ? (i * 7) % n : -1;
      a[i] = (float) noise (i);
    }
  for (int i = 0; i < n; i++)
    {
      x[i] = noise (i + 7);
      y[i] = z[i] = 0;
      key[i] = (short) ((i * i + 3 * i) % BINS);
      place[i] = (i * 7 + 3) % n;
      start[i] = i ? start[i - 1] + (i * i) % WIDTH : 0;
    }
  start[n] = start[n - 1];
  for (int b = 0; b < BINS; b++)
    low[b] = 2, high[b] = -2;

  /* Rows of one length, some of whose elements are missing.  */
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double s = 0;
      for (int k = 0; k < WIDTH; k++)
	{
	  int c = col[k * n + i];
	  if (c < 0)
	    continue;
	  s += a[k * n + i] * x[c];
	}
      y[i] = s;
    }
  show ("rows", y, n * sizeof *y);

  /* Histograms: sums, of two keys, extremes.  */
#pragma pram begin
  memset (weight, 0, sizeof weight);
  for (int i = 0; i < n; i++)
    weight[key[i]] += x[i];
#pragma pram end
#pragma pram
  for (int i = 0; i < n; i++)
    by_two[key[i] >> 3][key[i] & 7] += i;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      if (a[i] > high[key[i]])
	high[key[i]] = a[i];
      if (a[i] < low[key[i]])
	low[key[i]] = a[i];
    }
  show ("sums", weight, sizeof weight);
  show ("two", by_two, sizeof by_two);
  show ("low", low, sizeof low);
  show ("high", high, sizeof high);

  /* A permutation; sums of pieces; and both.  */
#pragma pram
  for (int i = 0; i < n; i++)
    z[place[i]] = x[i];
  show ("permuted", z, n * sizeof *z);
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double s = 0;
      for (int k = start[i]; k < start[i + 1]; k++)
	s += a[k];
      y[i] = s;
    }
  show ("pieces", y, n * sizeof *y);

  /* A product and, in the same loop, a sum that stores nothing.  */
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  double s = 0;
	  for (int k = start[i]; k < start[i + 1]; k++)
	    s += a[k] * x[place[k % n]];
	  y[i] = s;
	  sum += s * x[i];
	}
      for (int i = 0; i < n; i++)
	x[i] = 0.5 * (x[i] + y[i]);
    }
  show ("products", x, n * sizeof *x);
  show ("sum", &sum, sizeof sum);
  return 0;
}
