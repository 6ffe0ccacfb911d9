/* behind.c: main first, helpers below it.  What they use, global variables and
   static ones of their own, is found all the same, and a clause may name their
   variables.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 40 } */
/* { pram-sum } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double dot (const double *x, const double *y);
static void multiply (double *y, const double *x);
static double step (void);

static int n;
static double *x, *r, *p, *q;
static double weights[3] = { 2.5, -1, -1 };

int
main (int argc, char **argv)
{
  n = argc > 1 ? atoi (argv[1]) : 1000;
  x = calloc (n, sizeof *x);
  r = malloc (n * sizeof *r);
  p = malloc (n * sizeof *p);
  q = malloc (n * sizeof *q);
  for (int i = 0; i < n; i++)
    p[i] = r[i] = 1 + i % 7;
  int it = 0;
  double rho;
#pragma pram reduction(+: sum)
  do
    {
      rho = step ();
      it++;
    }
  while (rho > 1e-3 && it < 8);
  double check = 0;
  for (int i = 0; i < n; i++)
    check += x[i] * (i % 3);
  printf ("%d %.17g\n", it, check);
  return 0;
}

static double
step (void)
{
  static int steps;
  static double last;
  multiply (q, p);
  double rho = dot (r, r), alpha = rho / dot (p, q);
  for (int i = 0; i < n; i++)
    {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
  double next = dot (r, r);
  for (int i = 0; i < n; i++)
    p[i] = r[i] + next / rho * p[i];
  steps++;
  if (steps % 2 == 0)
    last = next;
  return next + 0 * last;
}

static void
multiply (double *y, const double *v)
{
  for (int i = 0; i < n; i++)
    {
      double s = weights[0] * v[i];
      if (i > 0)
	s += weights[1] * v[i - 1];
      if (i < n - 1)
	s += weights[2] * v[i + 1];
      y[i] = s;
    }
}

static double
dot (const double *v, const double *w)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += v[i] * w[i];
  return sum;
}
