/* Convergence loops that are left in several ways, of which one does more than the
   others: the last step of BiCGStab, a failure, what is left to do.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 2 5 60 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <math.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

static void
product (int n, const double *x, double *y)
{
  for (int i = 0; i < n; i++)
    y[i] = 4 * x[i] - (i > 0 ? x[i - 1] : 0) - (i < n - 1 ? 1.3 * x[i + 1] : 0);
}

static double
dot (int n, const double *x, const double *y)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

/* As in the Templates.  */
NI int
bicgstab (int n, double *x, double *r, double *r0, double *p, double *v, double *s,
	  double *t, double tol, int most)
{
  int it = 0;
  double rho = 1, alpha = 1, omega = 1;
#pragma pram
  do
    {
      double next = dot (n, r0, r), beta = next / rho * (alpha / omega);
      rho = next;
      for (int i = 0; i < n; i++)
	p[i] = r[i] + beta * (p[i] - omega * v[i]);
      product (n, p, v);
      alpha = rho / dot (n, r0, v);
      for (int i = 0; i < n; i++)
	s[i] = r[i] - alpha * v[i];
      if (sqrt (dot (n, s, s)) < tol)
	{
	  for (int i = 0; i < n; i++)
	    x[i] += alpha * p[i];
	  break;
	}
      product (n, s, t);
      omega = dot (n, t, s) / dot (n, t, t);
      for (int i = 0; i < n; i++)
	{
	  x[i] += alpha * p[i] + omega * s[i];
	  r[i] = s[i] - omega * t[i];
	}
      it++;
    }
  while (it < most && sqrt (dot (n, r, r)) > tol);
  return it;
}

/* In a time loop, with exchanged pointers and two ways that do something.  */
NI int
steps (int n, int most, double *u, double *v, double *w)
{
  int good = 0, bad = 0;
#pragma pram
  for (int t = 0; t < 6; t++)
    {
      for (int i = 0; i < n; i++)
	w[i] = u[i];
      for (int it = 0;; it++)
	{
	  double most_changed = 0;
	  for (int i = 0; i < n; i++)
	    {
	      v[i] = (w[i] + (i > 0 ? u[i - 1] : 0) + (i < n - 1 ? u[i + 1] : 0)) / 3;
	      most_changed = fmax (most_changed, fabs (v[i] - u[i]));
	    }
	  double *x = u;
	  u = v;
	  v = x;
	  if (most_changed < .1 * t)
	    {
	      for (int i = 0; i < n; i++)
		w[i] = .5 * u[i];
	      good += it;
	      break;
	    }
	  if (it > most)
	    {
	      bad++;
	      for (int i = 0; i < n; i++)
		w[i] += v[i];
	      break;
	    }
	}
      for (int i = 0; i < n; i++)
	u[i] = w[i] + t;
    }
  return good * 100 + bad;
}

/* The rest of the region is for one way alone.  */
NI int
failing (int n, double limit, double *u, double *v)
{
  int it;
  double norm;
#pragma pram begin
  for (it = 0; it < 9; it++)
    {
      norm = 0;
      for (int i = 0; i < n; i++)
	norm = fmax (norm, fabs (u[i]));
      if (norm > limit)
	goto failed;
      for (int i = 0; i < n; i++)
	u[i] *= 1.5;
    }
  for (int i = 0; i < n; i++)
    v[i] = u[i] / norm;
  for (int i = 0; i < n; i++)
    u[i] = v[i] + (i > 0 ? v[i - 1] : 0);
failed:;
#pragma pram end
  return it;
}

/* A value of the last iteration, which others don't come to.  */
NI double
last (int n, double *u, double *v, double tol)
{
  double left = -1, scale = 1;
  int it = 0;
#pragma pram
  while (it < 7)
    {
      double most = 0;
      for (int i = 0; i < n; i++)
	most = fmax (most, fabs (u[i]));
      scale = most + it;
      if (most < tol)
	{
	  left = 1 / (scale + 1);
	  for (int i = 0; i < n; i++)
	    v[i] = u[i] * left;
	  break;
	}
      double smaller = .5 - 1 / (most + 9);
      for (int i = 0; i < n; i++)
	u[i] *= smaller;
      it++;
      if (it == 5 && n > 3)
	{
	  left = smaller;
	  break;
	}
    }
  return left + scale;
}

static void
all (int n)
{
  double *a[7], x;
  for (int i = 0; i < 7; i++)
    a[i] = fresh (n);
  for (int most = 1; most < 40; most += 12)
    {
      for (int i = 0; i < n; i++)
	a[0][i] = a[3][i] = a[4][i] = 0, a[1][i] = a[2][i] = chance (50) + 1;
      printf ("%d\n", bicgstab (n, a[0], a[1], a[2], a[3], a[4], a[5], a[6],
				most * 1e-7, most));
      show ("x", a[0], n * sizeof *a[0]);
      show ("s", a[5], n * sizeof *a[0]);
      printf ("%d\n", steps (n, most, a[1], a[2], a[3]));
      show ("w", a[3], n * sizeof *a[0]);
      printf ("%d\n", failing (n, most * 1e3, a[3], a[4]));
      show ("u", a[3], n * sizeof *a[0]);
      show ("v", a[4], n * sizeof *a[0]);
      x = last (n, a[3], a[4], most * 7.);
      show ("last", &x, sizeof x);
      show ("u", a[3], n * sizeof *a[0]);
      show ("v", a[4], n * sizeof *a[0]);
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    all (atoi (argv[k]));
  return 0;
}
