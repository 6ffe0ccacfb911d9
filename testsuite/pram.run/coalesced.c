/* coalesced.c: transforms in place as they are mostly written, with a loop over groups and one
   over what is in a group: there are ever fewer groups, and ever more in each.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 2 16 256 1024 }
   { pram-ranks 1 2 3 8 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void
fourier (int n, double *re, double *im)
{
#pragma pram
  for (int len = 2; len <= n; len <<= 1)
    {
      double angle = 2 * 3.14159265358979 / len;
      for (int i = 0; i < n; i += len)
	for (int k = 0; k < len / 2; k++)
	  {
	    double c = cos (angle * k), s = sin (angle * k);
	    double a = re[i + k], b = im[i + k];
	    double x = re[i + k + len / 2] * c - im[i + k + len / 2] * s;
	    double y = re[i + k + len / 2] * s + im[i + k + len / 2] * c;
	    re[i + k] = a + x;
	    im[i + k] = b + y;
	    re[i + k + len / 2] = a - x;
	    im[i + k + len / 2] = b - y;
	  }
    }
}

/* The inner loop begins where the group does.  */
static void
walsh (int n, long *x)
{
#pragma pram
  for (size_t h = 1; h < (size_t) n; h *= 2)
    for (size_t i = 0; i < (size_t) n; i += 2 * h)
      for (size_t j = i; j < i + h; j++)
	{
	  long a = x[j], b = x[j + h];
	  x[j] = a + b;
	  x[j + h] = a - b;
	}
}

/* By the number of the group, from large groups to small ones, with <=.  */
static void
merge (int n, int *key)
{
#pragma pram
  for (int h = n / 2; h >= 1; h /= 2)
    for (int b = 0; b <= n / (2 * h) - 1; b++)
      {
	int first = b * 2 * h;
	for (int k = 0; k <= h - 1; k++)
	  if (key[first + k] > key[first + k + h])
	    {
	      int t = key[first + k];
	      key[first + k] = key[first + k + h];
	      key[first + k + h] = t;
	    }
      }
}

/* Of whole blocks alone.  */
static void
spread (int n, double *x)
{
#pragma pram
  for (int h = n / 2; h > 0; h >>= 1)
    for (int i = 0; i + 2 * h <= n; i += 2 * h)
      for (int j = 0; j < h; j++)
	x[i + h + j] += 0.5 * x[i + j];
}

static void
all (int n)
{
  double *re = malloc (n * sizeof *re), *im = malloc (n * sizeof *im), h = 0;
  long *x = malloc (n * sizeof *x), g = 0;
  int *key = malloc (n * sizeof *key);
  for (int i = 0; i < n; i++)
    {
      re[i] = sin (0.1 * i);
      im[i] = 0.01 * i;
      x[i] = i * 7919 % 1009;
      key[i] = i < n / 2 ? i * 3 : 3 * (n - i) + 1;
    }
  fourier (n, re, im);
  walsh (n, x);
  merge (n, key);
  spread (n, re);
  spread (n - n / 3, im);
  for (int i = 0; i < n; i++)
    {
      h = 0.9 * h + re[i] + im[i];
      g = g * 31 + x[i] + key[i];
    }
  printf ("%.17g %ld\n", h, g);
  free (re);
  free (im);
  free (x);
  free (key);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    all (atoi (argv[k]));
  return 0;
}
