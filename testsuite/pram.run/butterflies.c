/* Butterflies whose distance is known when the region is entered only: each step of a
   Fourier transform is a region of its own.  Without the plugin the same is written
   with a second array.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 16 2 64 256 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-own -DPARDO } */
/* { pram-mode distributed } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NI __attribute__ ((noipa))

/* What iterations read that no other one may have written.  */
static float *re_before, *im_before;

/* Partners are 1 << B apart.  */
NI static void
exchange (int n, int b, float *re, float *im)
{
#ifdef PARDO
#define x re
#define y im
#pragma pram pardo
#else
  float *x = re_before, *y = im_before;
  memcpy (x, re, n * sizeof *x);
  memcpy (y, im, n * sizeof *y);
#endif
  for (int i = 0; i < n; i++)
    {
      re[i] = 0.5f * (x[i] + x[i ^ (1 << b)]);
      im[i] = 0.5f * (y[i] - y[i ^ (1 << b)]);
    }
}

NI static void
step (int n, int h, float *re, float *im)
{
#ifdef PARDO
#define x re
#define y im
#pragma pram pardo
#else
  float *x = re_before, *y = im_before;
  memcpy (x, re, n * sizeof *x);
  memcpy (y, im, n * sizeof *y);
#endif
  for (int i = 0; i < n; i++)
    {
      int p = i ^ h;
      float angle = (float) (M_PI * (i & (h - 1)) / h);
      float wr = cosf (angle), wi = -sinf (angle);
      float br = i & h ? x[i] : x[p], bi = i & h ? y[i] : y[p];
      float ar = i & h ? x[p] : x[i], ai = i & h ? y[p] : y[i];
      float tr = wr * br - wi * bi, ti = wr * bi + wi * br;
      re[i] = i & h ? ar - tr : ar + tr;
      im[i] = i & h ? ai - ti : ai + ti;
    }
}

int
main (int argc, char **argv)
{
  for (int arg = 1; arg < argc; arg++)
    {
      int n = atoi (argv[arg]);
      float *re = malloc (n * sizeof *re), *im = malloc (n * sizeof *im);
      re_before = malloc (n * sizeof *re);
      im_before = malloc (n * sizeof *im);
      for (int i = 0; i < n; i++)
	{
	  re[i] = i % 7;
	  im[i] = i % 3;
	}
      for (int h = 2; h < n / 2; h *= 2)
	step (n, h, re, im);
      for (int b = 1; 1 << b < n / 2; b++)
	exchange (n, b, re, im);
      for (int i = 0; i < n; i++)
	printf ("%.9g %.9g\n", re[i], im[i]);
    }
  return 0;
}
