/* once.c: loops between others that run if data say so: steps that are accepted or
   not, by copying or by an exchange of pointers, both ways out of a condition,
   continue, conditions in each other and outside of loops, one element.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 40 7 } */

#include <math.h>
#include "show.h"

#define NI __attribute__ ((noinline, noclone))

/* A step from U to V, by which they differ at most by ERROR.  */
#define STEP \
  double error = 0; \
  for (int i = 1; i < n - 1; i++) \
    { \
      v[i] = u[i] + dt * (u[i - 1] - 2 * u[i] + u[i + 1]); \
      error = fmax (error, fabs (v[i] - u[i])); \
    }

static void NI
copied (int n, int most, double tol, double *u, double *v)
{
  double t = 0, dt = 0.5;
  int rejected = 0, it = 0;
#pragma pram
  while (t < 1 && it++ < most)
    {
      STEP
      if (error < tol)
	{
	  for (int i = 1; i < n - 1; i++)
	    u[i] = v[i];
	  t += dt;
	  dt *= 1.5;
	}
      else
	{
	  dt *= 0.5;
	  rejected++;
	}
    }
  printf ("%.17g %.17g %d %d\n", t, dt, rejected, it);
}

static void NI
exchanged (int n, int most, double tol, double *u, double *v)
{
  double t = 0, dt = 0.5;
  int rejected = 0, it = 0;
#pragma pram
  while (t < 1 && it++ < most)
    {
      STEP
      if (error < tol)
	{
	  double *other = u;
	  u = v;
	  v = other;
	  t += dt;
	  dt *= 1.5;
	}
      else
	{
	  dt *= 0.5;
	  rejected++;
	}
    }
  printf ("%.17g %.17g %d %d\n", t, dt, rejected, it);
}

static void NI
continued (int n, int most, double tol, double *u, double *v)
{
  double t = 0, dt = 0.5;
  int it = 0;
#pragma pram
  while (t < 1 && it++ < most)
    {
      STEP
      if (error >= tol)
	{
	  dt *= 0.5;
	  continue;
	}
      for (int i = 1; i < n - 1; i++)
	u[i] = v[i];
      t += dt;
      dt *= 1.5;
    }
  printf ("%.17g %.17g %d\n", t, dt, it);
}

/* Red and black, with a factor that is adapted.  */
static void NI
both (int n, int most, double tol, double *u, double *v)
{
  double factor = 1.5, last = tol;
#pragma pram
  for (int it = 0; it < most; it++)
    {
      double change = 0;
      for (int colour = 1; colour < 3; colour++)
	for (int i = colour; i < n - 1; i += 2)
	  {
	    double d = 0.5 * (u[i - 1] + u[i + 1]) - u[i];
	    u[i] += factor * d;
	    change = fmax (change, fabs (d));
	  }
      if (change > last)
	{
	  factor = 1 + 0.5 * (factor - 1);
	  for (int i = 0; i < n; i++)
	    v[i] = u[i];
	}
      else
	for (int i = 1; i < n - 1; i++)
	  v[i] = 0.5 * (v[i] + u[n - 1 - i]);
      last = change;
    }
  printf ("%.17g %.17g\n", factor, last);
}

/* In each other, and a loop whose end data decide among them.  */
static void NI
deep (int n, int most, double tol, double *u, double *v)
{
  int many = 0, few = 0;
#pragma pram
  for (int t = 0; t < most; t++)
    {
      double least = 1e9, greatest = 0;
      for (int i = 0; i < n; i++)
	{
	  least = fmin (least, u[i]);
	  greatest = fmax (greatest, fabs (u[i]));
	}
      if (greatest > tol)
	{
	  many++;
	  if (least < 0.1)
	    for (int i = 0; i < n; i++)
	      u[i] += 1;
	  for (int k = 0; greatest > 0.7 * tol && k < 9; k++)
	    {
	      greatest = 0;
	      for (int i = 1; i < n - 1; i++)
		v[i] = 0.3 * (u[i - 1] + u[i + 1]);
	      for (int i = 0; i < n; i++)
		{
		  u[i] = 0.9 * v[i];
		  greatest = fmax (greatest, fabs (u[i]));
		}
	    }
	}
      else if (greatest > 0)
	{
	  few++;
	  for (int i = 0; i < n; i++)
	    u[i] = 1.4 * u[i] + 0.1 * v[n - 1 - i];
	}
    }
  printf ("%d %d\n", many, few);
}

/* Outside of all loops, and one element.  */
static void NI
outside (int n, int most, double tol, double *u, double *v)
{
  double sum = 0;
#pragma pram begin
  for (int i = 0; i < n; i++)
    sum = fmax (sum, u[i]);
  if (sum > tol)
    for (int i = 1; i < n - 1; i++)
      v[i] = u[i - 1] + u[i + 1];
  if (most > 10 && sum > 2 * tol)
    {
      for (int i = 1; i < n - 1; i++)
	u[i] = 0.5 * v[n - 1 - i];
      sum = 1;
    }
  for (int i = 1; i < n - 1; i++)
    u[i] += v[i];
#pragma pram end
  printf ("%.17g\n", sum);
}

typedef void function (int, int, double, double *, double *);

int
main (int argc, char **argv)
{
  static function *const all[] = { copied, exchanged, continued, both, deep,
				   outside };
  for (int k = 1; k < argc; k++)
    for (size_t f = 0; f < sizeof all / sizeof *all; f++)
      for (int most = 0; most < 41; most = 3 * most + 1)
	{
	  int n = atoi (argv[k]);
	  double *u = need (n * sizeof *u), *v = need (n * sizeof *v);
	  for (int i = 0; i < n; i++)
	    u[i] = v[i] = i * 7 % 11;
	  all[f] (n, most, 2, u, v);
	  show ("u", u, n * sizeof *u);
	  show ("v", v, n * sizeof *v);
	  free (u);
	  free (v);
	}
  return 0;
}
