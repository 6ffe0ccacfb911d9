/* Results through pointers of regions that are left early: counted in memory, set in
   each iteration, set on some of the ways out.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 2 9 40 } */
/* { pram-mode distributed } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NI __attribute__ ((noipa))

enum status { DONE, LIMIT, STALLED, GROWING };

static double
step (int n, double *x, double *y)
{
  double norm = 0;
  for (int i = 0; i < n; i++)
    {
      double left = i ? x[i - 1] : 0, right = i < n - 1 ? x[i + 1] : 0;
      y[i] = x[i] - (3 * x[i] + x[i] * x[i] * x[i] - left - right - 1) / 5;
      norm = fmax (norm, fabs (y[i] - x[i]));
    }
  return norm;
}

/* The counter of the loop is in memory.  */
NI static enum status
counted (int n, double *x, double *y, double tol, int *its)
{
  double before = HUGE_VAL;
#pragma pram
  for (*its = 0; *its < 30; ++*its)
    {
      double norm = step (n, x, y);
      if (norm < tol)
	return DONE;
      if (isnan (norm) || norm > 1e8)
	return GROWING;
      if (norm >= before)
	return STALLED;
      for (int i = 0; i < n; i++)
	x[i] = y[i];
      before = norm;
    }
  return LIMIT;
}

/* Set in each iteration.  */
NI static int
followed (int n, double *x, double *y, double tol, long *its, double *norm)
{
#pragma pram
  for (int it = 0;; it++)
    {
      double most = step (n, x, y);
      *norm = most;
      *its = it;
      if (most < tol)
	return 1;
      if (it > 25)
	return 2;
      for (int i = 0; i < n; i++)
	x[i] = y[i];
    }
}

/* Set on some of the ways out.  */
NI static int
told (int n, double *x, double *y, double tol, int *its, float *norm)
{
  int it;
#pragma pram begin
  for (it = 0; it < 30; it++)
    {
      double most = step (n, x, y);
      if (most < tol)
	{
	  *its = it;
	  return 0;
	}
      if (most > 1e8)
	{
	  *norm = (float) most;
	  return 1;
	}
      for (int i = 0; i < n; i++)
	x[i] = y[i];
    }
  *norm = (float) tol;
#pragma pram end
  *its = it;
  return 2;
}

/* Counted in loops and between them, beside results that are set on the way out.  */
NI static int
searched (int n, double *x, double *y, double tol, int *tries, int *its, double *last)
{
  *tries = 0;
#pragma pram begin
  double norm = step (n, x, y), size = 1;
  ++*tries;
  for (*its = 0; *its < 8; ++*its)
    {
      if (norm < tol)
	{
	  *last = norm;
	  return 0;
	}
      for (;;)
	{
	  double now;
	  for (int i = 0; i < n; i++)
	    x[i] += size * (y[i] - x[i]);
	  now = step (n, x, y);
	  ++*tries;
	  if (now < norm)
	    {
	      norm = now;
	      break;
	    }
	  size *= 0.5;
	  if (size < .1)
	    {
	      *last = now;
	      return 1;
	    }
	}
    }
  *last = norm;
#pragma pram end
  return 2;
}

/* Left with what only the region knows.  */
struct pair { int it; double most; };
NI static struct pair
left_with (int n, double *x)
{
#pragma pram
  for (int it = 0; it < 40; it++)
    {
      double most = 0;
      for (int i = 0; i < n; i++)
	{
	  most = fmax (most, fabs (x[i]));
	  x[i] /= 2;
	}
      if (most < 1)
	return (struct pair) { it, most };
    }
  return (struct pair) { 0, 0 };
}

/* What is found out at the end.  */
NI static void
judged (int n, double *x, double *y, double tol, int *converged, double *last)
{
#pragma pram begin
  double most = step (n, x, y);
  for (int i = 0; i < n; i++)
    x[i] = y[i];
  if (most < tol)
    *converged += 1;
  else
    *last = most;
#pragma pram end
}

static void
try (int n, double size, double tol)
{
  double *x = malloc (n * sizeof *x), *y = malloc (n * sizeof *y);
  int its = -1, converged = 5, status;
  long more = -1;
  float single = -1;
  double norm = -1, sum = 0;
  for (int i = 0; i < n; i++)
    x[i] = size * (i % 5 - 2);
  status = counted (n, x, y, tol, &its);
  printf ("%d %d ", status, its);
  for (int i = 0; i < n; i++)
    x[i] = 0.5 * size * (i % 3);
  status = followed (n, x, y, tol, &more, &norm);
  printf ("%d %ld %.17g ", status, more, norm);
  for (int i = 0; i < n; i++)
    x[i] = 0.5 * size * (i % 7);
  status = told (n, x, y, tol, &its, &single);
  printf ("%d %d %.9g ", status, its, single);
  for (int i = 0; i < n; i++)
    x[i] = 0.5 * size * (i % 7);
  status = searched (n, x, y, tol, &its, &converged, &norm);
  printf ("%d %d %d %.17g ", status, its, converged, norm);
  for (int k = 0; k < 3; k++)
    {
      struct pair pair = left_with (n, x);
      printf ("%d %.17g ", pair.it, pair.most);
      for (int i = 0; i < n; i++)
	x[i] *= k ? 1e30 : 100;
    }
  for (int i = 0; i < n; i++)
    x[i] = 0.5 * size * (i % 7);
  for (int k = 0; k < 3; k++)
    judged (n, x, y, tol, &converged, &norm);
  for (int i = 0; i < n; i++)
    sum = .9 * sum + x[i];
  printf ("%d %.17g %.17g\n", converged, norm, sum);
  free (x);
  free (y);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    for (double tol = 1e-1; tol > 1e-9; tol *= 1e-3)
      {
	try (atoi (argv[k]), .25, tol);
	try (atoi (argv[k]), 50, tol);
      }
  return 0;
}
