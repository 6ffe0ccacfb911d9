/* Elements that data choose beside loops whose iterations are taken one by one: the
   bit reversal of an FFT from a table, a permutation between the levels of a scan,
   keys that are counted by digits.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 3 6 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <math.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

/* Each value is read by one before it is written by another: temporary ones.  */
NI void
fft (int n, double *re, double *im, double *tr, double *ti, const int *reversed)
{
#pragma pram begin
  for (int i = 0; i < n; i++)
    {
      tr[i] = re[reversed[i]];
      ti[i] = im[reversed[i]];
    }
  for (int i = 0; i < n; i++)
    {
      re[i] = tr[i];
      im[i] = ti[i];
    }
  for (int len = 1; len < n; len *= 2)
    {
#pragma pram pardo
      for (int b = 0; b < n / 2; b++)
	{
	  int k = b % len, i = b / len * 2 * len + k, j = i + len;
	  double a = -M_PI * k / len, c = cos (a), s = sin (a);
	  double x = c * re[j] - s * im[j], y = s * re[j] + c * im[j];
	  double u = re[i], v = im[i];
	  re[i] = u + x;
	  im[i] = v + y;
	  re[j] = u - x;
	  im[j] = v - y;
	}
    }
#pragma pram end
}

/* One after the other, in place.  */
NI void
butterflies (int n, double *re, double *im, const double *c, const double *s)
{
#pragma pram
  for (int h = 1; h < n; h *= 2)
    for (int k = 0; k < n / 2; k++)
      {
	int i = k / h * 2 * h + k % h, j = i + h, w = k % h * (n / 2 / h);
	double ur = re[i], ui = im[i];
	double tr = c[w] * re[j] - s[w] * im[j];
	double ti = c[w] * im[j] + s[w] * re[j];
	re[i] = ur + tr;
	im[i] = ui + ti;
	re[j] = (ur - tr) / 64;
	im[j] = (ui - ti) / 64;
      }
}

/* The bit reversal with an exchange in place.  */
NI void
reverse (int n, double *a, const int *reversed, double *sum)
{
#pragma pram begin
  for (int i = 0; i < n; i++)
    {
      int j = reversed[i];
      if (i < j)
	{
	  double t = a[i];
	  a[i] = a[j];
	  a[j] = t;
	}
    }
  for (int d = 1; d < n; d *= 2)
    {
      for (int i = 0; i < n; i++)
	sum[i] = a[i] + (i >= d ? a[i - d] : 0);
      for (int i = 0; i < n; i++)
	a[i] = sum[i];
    }
#pragma pram end
}

/* Data choose in each level.  */
NI void
shuffle (int n, double *a, double *b, const int *place, int *count)
{
#pragma pram
  for (int d = 1; d < n; d *= 2)
    {
      for (int i = d; i < n; i++)
	b[i] = a[i] + a[i - d];
      for (int i = d; i < n; i++)
	a[i] = b[place[i]] * .5;
      for (int i = 0; i < n; i++)
	count[place[i] / d]++;
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int lg = atoi (argv[k]), n = 1 << (lg & 15);
      double *re = fresh (n), *im = fresh (n), *tr = fresh (n), *ti = fresh (n);
      int *reversed = calloc (n, sizeof *reversed), *place = indices (n, n);
      int *count = calloc (n, sizeof *count);
      for (int i = 0; i < n; i++)
	for (int b = 0; b < lg; b++)
	  reversed[i] |= (i >> b & 1) << (lg - 1 - b);
      fft (n, re, im, tr, ti, reversed);
      show ("fft", re, n * sizeof *re);
      show ("fft", im, n * sizeof *im);
      butterflies (n, re, im, tr, ti);
      show ("butterflies", re, n * sizeof *re);
      show ("butterflies", im, n * sizeof *im);
      reverse (n, re, reversed, tr);
      show ("reverse", re, n * sizeof *re);
      shuffle (n, im, ti, place, count);
      show ("shuffle", im, n * sizeof *im);
      show ("shuffle", count, n * sizeof *count);
    }
}
