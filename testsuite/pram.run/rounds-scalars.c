/* rounds-scalars.c: elements at fixed places, and members, that loops whose end data
   decide change between other loops, under conditions, too; verdicts that use them,
   or what loops inside have left.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 40 7 } */

#include <math.h>
#include "show.h"

#define NI __attribute__ ((noinline, noclone))

struct state
{
  int sweeps, failures;
  double worst;
};

#define SWEEP \
  diff = 0; \
  for (int i = 1; i < n - 1; i++) \
    { \
      v[i] = 0.5 * (u[i - 1] + u[i + 1]); \
      diff = fmax (diff, fabs (v[i] - u[i])); \
    } \
  double *other = u; \
  u = v; \
  v = other;

#define SOURCE \
  for (int i = 1; i < n - 1; i++) \
    u[i] += 0.1 * (i % 5);

/* At a break.  */
static void NI
broken (int n, int most, double tol, double *u, double *v, int *total,
	struct state *s)
{
#pragma pram
  for (int t = 0; t < 7; t++)
    {
      int it;
      for (it = 0; it < most; it++)
	{
	  double diff;
	  SWEEP
	  if (diff < tol)
	    {
	      *total += it;
	      break;
	    }
	}
      if (it == most)
	s->failures++;
      s->sweeps += it;
      SOURCE
    }
}

/* In the middle.  */
static void NI
middle (int n, int most, double tol, double *u, double *v, int *total,
	struct state *s)
{
#pragma pram
  for (int t = 0; t < 7; t++)
    {
      double diff = 1;
      int it = 0;
      while (diff > tol && it < most)
	{
	  diff = 0;
	  for (int i = 1; i < n - 1; i++)
	    v[i] = 0.5 * (u[i - 1] + u[i + 1]);
	  s->sweeps++;
	  if (it > 3)
	    *total += it;
	  for (int i = 1; i < n - 1; i++)
	    {
	      diff = fmax (diff, fabs (v[i] - u[i]));
	      u[i] = v[i];
	    }
	  if (diff > s->worst)
	    s->worst = diff;
	  it++;
	}
      SOURCE
    }
}

/* What the inner loop has left decides about the outer one.  */
static void NI
inner (int n, int most, double tol, double *u, double *v, int *total,
       struct state *s)
{
  int it, outer = 0;
  double diff;
#pragma pram
  do
    {
      diff = 1;
      for (it = 0; diff > tol && it < most; it++)
	{
	  SWEEP
	}
      *total += it;
      if (it > 2)
	s->sweeps += it;
      else
	s->failures++;
      s->worst = fmax (s->worst, diff);
      SOURCE
      outer++;
    }
  while (outer < 7 && (it > 1 || diff > .1));
  printf ("%d %d\n", outer, it);
}

/* Members do.  */
static void NI
members (int n, int most, double tol, double *u, double *v, int *total,
	 struct state *s)
{
#pragma pram
  while (s->sweeps < 100 && s->failures < 7)
    {
      double diff;
      int it = 0;
      do
	{
	  SWEEP
	  if (diff < 2 * tol)
	    (*total)++;
	  if (diff > 3 * tol)
	    {
	      *total += 100;
	      s->worst += diff;
	    }
	}
      while (++it < most && diff > tol);
      s->sweeps += it;
      if (diff > tol)
	s->failures++;
      SOURCE
    }
}

typedef void function (int, int, double, double *, double *, int *,
		       struct state *);

int
main (int argc, char **argv)
{
  static function *const all[] = { broken, middle, inner, members };
  for (int k = 1; k < argc; k++)
    for (size_t f = 0; f < sizeof all / sizeof *all; f++)
      for (int most = 0; most < 41; most = 3 * most + 1)
	{
	  int n = atoi (argv[k]), total = 0;
	  struct state s = { 0, 0, 0 };
	  double *u = need (n * sizeof *u), *v = need (n * sizeof *v);
	  for (int i = 0; i < n; i++)
	    u[i] = v[i] = i * 7 % 11;
	  all[f] (n, most, .3, u, v, &total, &s);
	  printf ("%d %d %d %.17g\n", total, s.sweeps, s.failures, s.worst);
	  show ("u", u, n * sizeof *u);
	  show ("v", v, n * sizeof *v);
	  free (u);
	  free (v);
	}
  return 0;
}
