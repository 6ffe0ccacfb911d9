/* Functions of another file, which can't touch what the regions access: process 0
   calls them, once, in the program's order.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-plain foreign-part.c } */
/* { pram-args 60 5 } */
#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

double ticks (void), leaf_ticks (void) __attribute__ ((leaf));
void say (const char *what, int it, double value), finish (int it, int last);
double meddle (int what, int k);
void keep (double *p);

double shown[200];
static double fixed[200];
struct grid { int n; double *u, *v; };

/* Other files can call it, and it accesses FIXED.  */
void
public_add (int k, double by)
{
  fixed[k] += by;
}

static void
step (struct grid *g)
{
  for (int i = 1; i < g->n - 1; i++)
    g->v[i] = .5 * (g->u[i - 1] + g->u[i + 1]);
  for (int i = 1; i < g->n - 1; i++)
    g->u[i] = g->v[i];
}

/* It has a text and a number, and may keep both.  */
static void
report (int it, double value)
{
  if (it % 2 == 0)
    say ("report", it, value + ticks ());
}

static void
structure (int n, int steps)
{
  struct grid g = { n, malloc (n * sizeof (double)), malloc (n * sizeof (double)) };
  double start = 0;
  for (int i = 0; i < n; i++)
    g.u[i] = g.v[i] = chance (1000) / 7.;
#pragma pram
  for (int it = 0; it <= steps; it++)
    {
      if (it == 1)
	start = ticks ();
      step (&g);
      report (it, start);
      say ("structure", it, start);
    }
  for (int i = 0; i < n; i++)
    printf ("%.17g ", g.u[i]);
  printf ("\n%g\n", start);
}

static int
ascending (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

/* The caller's memory, sorted by the system, in a convergence loop.  */
static int
converge (int n, double *u, double *v)
{
  int it = 0;
  double diff, spent = 0;
  qsort (u, n, sizeof *u, ascending);
#pragma pram
  do
    {
      diff = 0;
      for (int i = 1; i < n - 1; i++)
	{
	  v[i] = .5 * (u[i - 1] + u[i + 1]);
	  double d = v[i] > u[i] ? v[i] - u[i] : u[i] - v[i];
	  diff = d > diff ? d : diff;
	}
      double *t = u;
      u = v;
      v = t;
      spent += ticks ();
      if (spent < 0)
	break;
      it++;
    }
  while (diff > 1e-3 && it < 40);
  printf ("%d %.17g %g %.17g\n", it, diff, spent, u[n / 2]);
  return it;
}

int
main (int argc, char **argv)
{
  if (argc != 3)
    return 2;
  int n = atoi (argv[1]), steps = atoi (argv[2]);
  double *u = malloc (n * sizeof *u), *v = malloc (n * sizeof *v);
  double other[2] = { 1, 2 }, t = 0;
  keep (other);
  structure (n, steps);
  for (int i = 0; i < n; i++)
    u[i] = v[i] = chance (1000) / 7.;
  v[0] = u[0];
  converge (n, u, v);
  /* What calls nothing back can't come to a static array.  */
#pragma pram
  for (int it = 0; it < 3; it++)
    {
      for (int i = 0; i < 200; i++)
	fixed[i] += i * it;
      t += leaf_ticks ();
    }
  /* What the user knows.  */
#pragma pram outside(ticks, say)
  for (int it = 0; it < 3; it++)
    {
      for (int i = 0; i < 200; i++)
	shown[i] += fixed[i] + it;
      say ("shown", it, ticks ());
    }
  say ("end", (int) t, shown[7] + fixed[9]);
  fflush (stdout);
  /* It doesn't come to an end.  */
#pragma pram
  for (int it = 0; it < 9; it++)
    {
      for (int i = 1; i < n - 1; i++)
	u[i] = .5 * (v[i - 1] + v[i + 1]);
      for (int i = 1; i < n - 1; i++)
	v[i] = u[i];
      finish (it, steps);
    }
  return 1;
}
