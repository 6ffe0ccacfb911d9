/* carried-tables.c: what loops carry on their own, as it is before and after an iteration:
   twiddle factors, reversed bits, places, random numbers, a list.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 7 64 200 }
   { pram-ranks 2 3 }
   { pram-mode distributed }  */

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double
sum (const double *v, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += v[i] * (1 + i % 7);
  return s;
}

/* Twiddle factors, by which blocks of different sizes take the same values.  */
static void
transform (double complex *a, int n)
{
#pragma pram
  for (int len = 2; len <= n; len *= 2)
    {
      double complex step = cexp (-2 * M_PI * I / len);
      for (int i = 0; i < n; i += len)
	{
	  double complex w = 1;
	  for (int k = 0; k < len / 2; k++)
	    {
	      double complex u = a[i + k], v = a[i + k + len / 2] * w;
	      a[i + k] = u + v;
	      a[i + k + len / 2] = u - v;
	      w *= step;
	    }
	}
    }
}

/* The same as books have it, with pairs of numbers from 1 on.  */
static void
transform_pairs (double *data, int n)
{
  int most = 2;
#pragma pram
  while (2 * n > most)
    {
      int step = 2 * most;
      double theta = 2 * M_PI / most, half = sin (theta / 2);
      double wpr = -2 * half * half, wpi = sin (theta), wr = 1, wi = 0, old;
      for (int m = 1; m < most; m += 2)
	{
	  for (int i = m; i <= 2 * n; i += step)
	    {
	      int j = i + most;
	      double re = wr * data[j] - wi * data[j + 1];
	      double im = wr * data[j + 1] + wi * data[j];
	      data[j] = data[i] - re;
	      data[j + 1] = data[i + 1] - im;
	      data[i] += re;
	      data[i + 1] += im;
	    }
	  wr = (old = wr) * wpr - wi * wpi + wr;
	  wi = wi * wpr + old * wpi + wi;
	}
      most = step;
    }
}

/* A number whose bits are reversed counts from the other end.  */
static void
reverse (double *a, int n)
{
#pragma pram
  for (int i = 1, j = 0; i < n; i++)
    {
      int bit = n >> 1;
      for (; j & bit; bit >>= 1)
	j ^= bit;
      j ^= bit;
      if (i < j)
	{
	  double t = a[i];
	  a[i] = a[j];
	  a[j] = t;
	}
    }
}

/* The same as books have it, from 0 on: how often the inner loop runs depends on what is
   counted.  */
static void
reverse_counting (double *a, int n)
{
  int j = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      if (i < j)
	{
	  double t = a[i];
	  a[i] = a[j];
	  a[j] = t;
	}
      int k = n / 2;
      while (k > 0 && j >= k)
	{
	  j -= k;
	  k /= 2;
	}
      j += k;
    }
}

/* The same, each number by itself.  */
static void
reverse_each (double *a, int n)
{
  int bits = 0;
  while (1 << bits < n)
    bits++;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int r = 0;
      for (int b = 0; b < bits; b++)
	if (i >> b & 1)
	  r |= 1 << (bits - 1 - b);
      if (r > i)
	{
	  double t = a[i];
	  a[i] = a[r];
	  a[r] = t;
	}
    }
}

/* Places that are added up, and the last of them.  */
static double
sample (double *y, int n, double from, double step)
{
  double x = from;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      y[i] = exp (-x * x) * cos (3 * x);
      x += step;
    }
  return x;
}

/* Random numbers, of which one is used before and one after it is drawn.  */
static unsigned
draw (double *y, int n, unsigned seed)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      unsigned before = seed;
      seed = seed * 1103515245u + 12345;
      if (i % 5 == 3)
	seed ^= 77;
      y[i] += sqrt ((before >> 8) + (seed >> 8) / 3.);
    }
  return seed;
}

/* A list, of which each row of B is in order.  */
static void
follow (double *b, const int *next, int n, int m)
{
  int at = 0;
#pragma pram
  for (int k = 0; k < n; k++)
    {
      for (int c = 0; c < m; c++)
	b[at * m + c] = b[at * m + c] / 2 + k;
      at = next[at];
    }
}

/* Powers, other ones for each row: nothing is the same.  */
static void
powers (double *b, int n, int m)
{
#pragma pram
  for (int i = 1; i < n; i++)
    {
      double p = 1. / (i + 1);
      for (int c = 0; c < m; c++)
	{
	  b[i * m + c] = b[(i - 1) * m + c] * p + fabs (b[i * m + c]);
	  p = p * p + .25;
	}
    }
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 10, full = 1, m = 3;
  while (2 * full <= n)
    full *= 2;
  double complex *a = malloc (n * sizeof *a);
  double *y = malloc (n * sizeof *y), *d = malloc ((2 * n + 2) * sizeof *d);
  double *b = malloc (n * m * sizeof *b);
  int *next = malloc (n * sizeof *next);
  for (int i = 0; i < n; i++)
    {
      a[i] = i % 11 + I * (i % 3);
      y[i] = i * i % 17;
      d[2 * i + 1] = i % 7;
      d[2 * i + 2] = i % 4;
      next[i] = (i + (n % 3 ? 3 : 1)) % n;
    }
  for (int i = 0; i < n * m; i++)
    b[i] = i % 5;
  transform (a, full);
  for (int i = 0; i < full; i += 1 + full / 5)
    printf ("%.12g %.12g\n", creal (a[i]), cimag (a[i]));
  transform_pairs (d, full);
  printf ("%.12g\n", sum (d + 1, 2 * n));
  reverse (y, full);
  printf ("%.12g\n", sum (y, n));
  reverse_counting (y, full);
  printf ("%.12g\n", sum (y, n));
  reverse_each (y, full);
  printf ("%.12g\n", sum (y, n));
  double x = sample (y, n, -1, 2. / n);
  printf ("%.12g %.12g\n", sum (y, n), x);
  unsigned seed = draw (y, n, 17);
  printf ("%.12g %u\n", sum (y, n), seed);
  follow (b, next, n, m);
  printf ("%.12g\n", sum (b, n * m));
  powers (b, n, m);
  printf ("%.12g\n", sum (b, n * m));
  free (a);
  free (y);
  free (d);
  free (b);
  free (next);
  return 0;
}
