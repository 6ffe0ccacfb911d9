/* rounds-work.c: loops behind a break behind an exchange of pointers, in a loop, and
   in one that is left by a break as well.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 40 } */
/* { pram-ranks 1 2 3 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

static double hist[64];

#define SWEEP(d, a, b) \
  d = 0; \
  for (int i = 1; i < n - 1; i++) \
    { \
      b[i] = .5 * (a[i - 1] + a[i + 1]); \
      d = fmax (d, fabs (b[i] - a[i])); \
    } \
  double *t = a; a = b; b = t

/* What is behind the break writes an array that is exchanged, and another one that
   its neighbours read.  */
__attribute__ ((noipa)) int
writes (int n, int most, double *a, double *b, double *c)
{
  int all = 0;
  double d;
#pragma pram
  for (int s = 0; s < 4; s++)
    {
      for (int it = 0; it < most; it++)
	{
	  SWEEP (d, a, b);
	  if (d < .05)
	    break;
	  for (int i = 1; i < n - 1; i++)
	    a[i] += .001 * c[i - 1];
	  for (int i = 1; i < n - 1; i++)
	    c[i] += .01 * a[i + 1];
	  all++;
	}
      for (int i = 1; i < n - 1; i++)
	c[i] = .9 * c[i] + a[i - 1];
    }
  return all;
}

/* The counter is used behind the break, and a sum made there is behind the loop.  */
__attribute__ ((noipa)) double
sums (int n, int most, double *a, double *b, double *c)
{
  double d, m = 0, total = 0;
#pragma pram
  for (int s = 0; s < 4; s++)
    {
      int it;
      for (it = 0; it < most; it++)
	{
	  SWEEP (d, a, b);
	  if (d < .05)
	    break;
	  m = it;
	  for (int i = 1; i < n - 1; i++)
	    m = fmax (m, a[i] * c[i - 1]);
	  total += m;
	}
      for (int i = 1; i < n - 1; i++)
	c[i] = .9 * c[i] + a[i - 1];
      total += it;
    }
  return total + m;
}

/* Both loops are left by breaks, with work behind that of the outer one, in a third
   one; a history before.  */
__attribute__ ((noipa)) double
both (int n, int most, double *a, double *b, double *c)
{
  double d, change = 0, total = 0;
#pragma pram
  for (int r = 0; r < 3; r++)
    {
      int s;
      for (s = 0; s < 5; s++)
	{
	  for (int it = 0; it < most; it++)
	    {
	      SWEEP (d, a, b);
	      hist[it] = d;
	      if (d < .05)
		break;
	    }
	  change = 0;
	  for (int i = 1; i < n - 1; i++)
	    {
	      change = fmax (change, fabs (c[i] - a[i]));
	      c[i] = a[i];
	    }
	  if (change < .2)
	    break;
	  for (int i = 1; i < n - 1; i++)
	    a[i] += .1 * c[i - 1];
	}
      total += s + change;
      for (int i = 1; i < n - 1; i++)
	c[i] *= .5;
    }
  return total;
}

/* Two breaks with work between them and behind.  */
__attribute__ ((noipa)) double
two (int n, int most, double *a, double *b, double *c)
{
  double d, m = 0, total = 0;
#pragma pram
  for (int s = 0; s < 4; s++)
    {
      int it;
      for (it = 0; it < most; it++)
	{
	  SWEEP (d, a, b);
	  if (d < .05)
	    break;
	  m = 0;
	  for (int i = 1; i < n - 1; i++)
	    {
	      c[i] += .1 * a[i - 1];
	      m = fmax (m, c[i]);
	    }
	  if (m > 3 + s)
	    break;
	  for (int i = 1; i < n - 1; i++)
	    a[i] += .001 * c[i + 1];
	}
      total += it + m;
    }
  return total;
}

typedef double solver (int, int, double *, double *, double *);

static double
first (int n, int most, double *a, double *b, double *c)
{
  return writes (n, most, a, b, c);
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 40;
  solver *const all[] = { first, sums, both, two };
  for (int k = 0; k < 4; k++)
    for (int most = 0; most < 60; most = 3 * most + 1)
      {
	double *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b);
	double *c = malloc (n * sizeof *c), hash = 0;
	for (int i = 0; i < n; i++)
	  {
	    a[i] = b[i] = i % 7;
	    c[i] = i % 3;
	  }
	double x = all[k] (n, most, a, b, c);
	for (int i = 0; i < n; i++)
	  hash = hash * .99 + a[i] + .3 * b[i] + .1 * c[i];
	for (int i = 0; i < 64; i++)
	  hash = hash * .99 + hist[i];
	printf ("%d %d %.17g %.17g\n", k, most, x, hash);
      }
  return 0;
}
