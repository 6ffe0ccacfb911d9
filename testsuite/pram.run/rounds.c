/* rounds.c: loops whose end data decide inside of other loops: in time loops, in
   each other, one after the other, that may run no iteration in some rounds, that
   are left in the middle; what they write read inside and behind them, in the
   same order and in another, and after the region.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 60 9 } */

#include <math.h>
#include "show.h"

#define NI __attribute__ ((noinline, noclone))

static double *
fresh (int n)
{
  double *a = need (n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] = (i * 7 % 13) * 0.25 + 0.01 * i;
  return a;
}

/* An implicit time step.  */
static void NI
implicit (int n, double *u, double *v, double *w)
{
  int total = 0;
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      double d;
      for (int i = 0; i < n; i++)
	w[i] = u[i];
      do
	{
	  d = 0;
	  for (int i = 1; i < n - 1; i++)
	    v[i] = (w[i] + 0.3 * (u[i - 1] + u[i + 1])) / 1.6;
	  for (int i = 1; i < n - 1; i++)
	    {
	      d = fmax (d, fabs (v[i] - u[i]));
	      u[i] = v[i];
	    }
	  total++;
	}
      while (d > 1e-6);
    }
  printf ("%d\n", total);
}

/* No iteration in two rounds, and readers in another order behind.  */
static void NI
perhaps (int n, double *u, double *v, double *w)
{
  int total = 0;
#pragma pram
  for (int t = 0; t < 6; t++)
    {
      double d = t == 2 || t == 3 ? 0 : 1;
      for (int i = 1; i < n - 1; i++)
	w[i] = u[i] + t;
      while (d > 1e-3)
	{
	  d = 0;
	  for (int i = 1; i < n - 1; i++)
	    v[i] = 0.25 * (w[i] + u[i - 1] + u[i + 1]);
	  for (int i = 1; i < n - 1; i++)
	    {
	      d = fmax (d, fabs (v[i] - u[i]));
	      u[i] = v[i];
	    }
	  total++;
	}
      for (int i = 1; i < n - 1; i++)
	w[i] += v[n - 1 - i] + u[i + 1];
    }
  printf ("%d\n", total);
}

/* Three in each other; the scalars of the inner ones are wanted outside.  */
static void NI
three (int n, double *u, double *v, double *w)
{
  int total = 0;
  double e, f, d;
#pragma pram
  do
    {
      e = 0;
      do
	{
	  f = 0;
	  do
	    {
	      d = 0;
	      for (int i = 1; i < n - 1; i++)
		v[i] = 0.25 * (w[i] + u[i - 1] + u[i + 1]);
	      for (int i = 1; i < n - 1; i++)
		{
		  d = fmax (d, fabs (v[i] - u[i]));
		  u[i] = v[i];
		}
	      total++;
	    }
	  while (d > 1e-2);
	  for (int i = 1; i < n - 1; i++)
	    {
	      double q = 0.5 * (w[i] + u[n - 1 - i]);
	      f = fmax (f, fabs (q - w[i]));
	      w[i] = q;
	    }
	}
      while (f > 0.1);
      for (int i = 0; i < n; i++)
	{
	  e = fmax (e, fabs (w[i]));
	  w[i] *= 0.7;
	}
    }
  while (e > 0.5 && total < 1000);
  printf ("%d %.17g %.17g %.17g\n", total, d, e, f);
}

/* Left in the middle, or after so many iterations; two in a sequence.  */
static void NI
middle (int n, double *u, double *v, double *w)
{
  int total = 0;
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      int it;
      for (it = 0; it < 20; it++)
	{
	  double d = 0;
	  for (int i = 1; i < n - 1; i++)
	    v[i] = 0.25 * (w[i] + u[i - 1] + u[i + 1]);
	  for (int i = 1; i < n - 1; i++)
	    d = fmax (d, fabs (v[i] - u[i]));
	  if (d < 0.01)
	    break;
	  for (int i = 1; i < n - 1; i++)
	    u[i] = v[i];
	  total++;
	}
      for (int i = 1; i < n - 1; i++)
	w[i] = 0.5 * w[i] + 0.1 * (v[i - 1] + v[i + 1]) + it;
      double r = 100;
      while (r > 1 + t)
	{
	  r = 0;
	  for (int i = 0; i < n; i++)
	    {
	      w[i] *= 0.5;
	      r = fmax (r, fabs (w[i]));
	    }
	}
      for (int i = 1; i < n - 1; i++)
	u[i] += w[n - 1 - i];
    }
  printf ("%d\n", total);
}

/* Left to several places, which join again.  */
static void NI
several (int n, double *u, double *v, double *w)
{
  int near = 0, far = 0, steps = 0;
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int it = 0; it < 9 + t; it++)
	{
	  double d = 0;
	  for (int i = 1; i < n - 1; i++)
	    v[i] = 0.25 * (w[i] + u[i - 1] + u[i + 1]);
	  for (int i = 1; i < n - 1; i++)
	    {
	      d = fmax (d, fabs (v[i] - u[i]));
	      u[i] = v[i];
	    }
	  if (d < 0.02)
	    {
	      near++;
	      break;
	    }
	  if (d > 30)
	    {
	      far += 2;
	      break;
	    }
	  if (++steps > 20)
	    break;
	}
      for (int i = 1; i < n - 1; i++)
	w[i] = 0.5 * w[i] + 0.1 * (v[i - 1] + v[i + 1]) + far;
    }
  printf ("%d %d %d\n", near, far, steps);
}

/* Who has the last values depends on whether the inner loop ran.  */
static void NI
last (int n, double *u, double *v, double *w, double start)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      double r = start;
      for (int i = 0; i < n; i++)
	v[n - 1 - i] = w[i] + t;
      while (r > 1)
	{
	  r = 0;
	  for (int i = 0; i < n; i++)
	    {
	      v[i] = 0.5 * w[i] + u[i];
	      r = fmax (r, fabs (w[i]));
	      w[i] *= 0.3;
	    }
	}
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      double *u = fresh (n), *v = fresh (n), *w = fresh (n);
      implicit (n, u, v, w);
      show ("implicit", u, n * sizeof *u);
      perhaps (n, u, v, w);
      show ("perhaps", w, n * sizeof *w);
      three (n, u, v, w);
      show ("three", w, n * sizeof *w);
      middle (n, u, v, w);
      show ("middle", v, n * sizeof *v);
      several (n, u, v, w);
      show ("several", w, n * sizeof *w);
      last (n, u, v, w, 0);
      show ("not run", v, n * sizeof *v);
      last (n, u, v, w, 2);
      show ("run", v, n * sizeof *v);
      show ("u", u, n * sizeof *u);
      show ("w", w, n * sizeof *w);
    }
  return 0;
}
