/* PRAM steps with variables that each iteration has of its own: used in one
   assignment, in several, changed under conditions, in loops inside; helpers, sums,
   loops that all iterations go through alike, that count down, in other steps, with
   iterators from outside; elements of variables, members; loops of which order
   doesn't matter.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 33 8 41 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-own -DPARDO } */
/* { pram-mode distributed } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "chance.h"

#define NI __attribute__ ((noipa))
#define EACH(i) for (int i = 1; i <= n; i++)

#ifndef PARDO
static double *
room (int n)
{
  return need (n * sizeof (double));
}
#endif

enum { N = 5000 };
double ga[N], gb[N];

static double
chosen (double x, double y)
{
  return x < y ? x * .5 : y + 1;
}

NI void
mixed (int n)
{
  double *a = fresh (n + 2), *b = fresh (n + 2), most = -1;
  long count = 0;
  for (int i = 0; i < n + 2; i++)
    {
      ga[i] = a[i];
      gb[i] = b[i];
    }
#ifndef PARDO
  double *x = room (n + 2), *y = room (n + 2), *z = room (n + 2);
  double *t = room (n + 2);
  int *c = need ((n + 2) * sizeof *c);
#endif
#pragma pram
  for (int k = 0; k < 4; k++)
    {
#ifdef PARDO
#pragma pram pardo
      for (size_t i = 1; i <= (size_t) n; i++)
	{
	  double x = a[i - 1], y;
	  y = chosen (x, b[i + 1]);
	  if (x > y)
	    {
	      x += 1;
	      a[i] = x;
	      b[i] = b[i - 1] + sqrt (fabs (y));
	      if (i % 3 == 0)
		ga[i] += x;
	    }
	  else
	    {
	      double z = a[i + 1];
	      a[i] = z - y;
	      gb[i] = gb[i + 1] * .5 + z;
	    }
	  most = fmax (most, b[i]);
	  if (x < 3)
	    count++;
	  ga[i] = ga[i] * .5 + y;
	  gb[i] *= .75;
	}
#else
      EACH (i)
	{
	  x[i] = a[i - 1];
	  y[i] = chosen (x[i], b[i + 1]);
	  c[i] = x[i] > y[i];
	  x[i] += c[i];
	}
      EACH (i)
	if (c[i])
	  a[i] = x[i];
      EACH (i)
	t[i] = b[i - 1] + sqrt (fabs (y[i]));
      EACH (i)
	if (c[i])
	  b[i] = t[i];
      EACH (i)
	if (c[i] && i % 3 == 0)
	  ga[i] += x[i];
      EACH (i)
	z[i] = a[i + 1];
      EACH (i)
	if (!c[i])
	  a[i] = z[i] - y[i];
      EACH (i)
	t[i] = gb[i + 1] * .5 + z[i];
      EACH (i)
	if (!c[i])
	  gb[i] = t[i];
      EACH (i)
	{
	  most = fmax (most, b[i]);
	  count += x[i] < 3;
	  ga[i] = ga[i] * .5 + y[i];
	  gb[i] *= .75;
	}
#endif
    }
  show ("mixed", a, (n + 2) * sizeof *a);
  show ("mixed", b, (n + 2) * sizeof *b);
  show ("mixed", ga, sizeof ga);
  show ("mixed", gb, sizeof gb);
  printf ("%.17g %ld\n", most, count);
}

/* x = A x: a loop inside that changes what is the iteration's own.  */
NI void
power (int n)
{
  double (*a)[n] = (double (*)[n]) fresh (n * n), *x = fresh (n);
#ifndef PARDO
  double *y = room (n);
#endif
#pragma pram
  for (int t = 0; t < 3; t++)
    {
#ifdef PARDO
#pragma pram pardo
      for (int i = 0; i < n; i++)
	{
	  double s = 0;
	  for (int j = 0; j < n; j++)
	    s += a[i][j] * x[j];
	  x[i] = s / (1000 * n);
	}
#else
      for (int i = 0; i < n; i++)
	{
	  double s = 0;
	  for (int j = 0; j < n; j++)
	    s += a[i][j] * x[j];
	  y[i] = s / (1000 * n);
	}
      memcpy (x, y, n * sizeof *x);
#endif
    }
  show ("power", x, n * sizeof *x);
}

/* A loop inside that all go through alike; counting down; i from outside.  */
NI void
alike (int n)
{
  double (*a)[n + 1] = (double (*)[n + 1]) fresh ((n + 1) * (n + 1));
  int i = 0, j;
#ifndef PARDO
  double *b = room (n);
#endif
#pragma pram
  for (int t = 0; t < 3; t++)
    {
#ifdef PARDO
#pragma pram pardo
      for (i = n - 1; i >= 1; i--)
	for (j = 1; j < n; j++)
	  a[i][j] = .5 * (a[i - 1][j] + a[i][j - 1]);
#else
      for (j = 1; j < n; j++)
	{
	  for (i = n - 1; i >= 1; i--)
	    b[i] = .5 * (a[i - 1][j] + a[i][j - 1]);
	  for (i = n - 1; i >= 1; i--)
	    a[i][j] = b[i];
	}
#endif
    }
  show ("alike", a, (n + 1) * (n + 1) * sizeof **a);
  printf ("%d\n", i);
}

struct grid { int n; double *u, *v, w[64]; };

NI void
members (struct grid *g)
{
#ifndef PARDO
  double *old = room (g->n + 64);
#endif
#pragma pram
  for (int t = 0; t < 3; t++)
    {
#ifdef PARDO
#pragma pram pardo
      for (int i = 1; i < g->n - 1; i++)
	{
	  g->v[i] = g->u[i - 1] + g->u[i + 1];
	  g->u[i] = g->v[i] * .25 + g->v[i - 1];
	}
#pragma pram pardo
      for (int i = 1; i < 63; i++)
	g->w[i] = g->w[i - 1] + g->w[i + 1];
#else
      for (int i = 1; i < g->n - 1; i++)
	g->v[i] = g->u[i - 1] + g->u[i + 1];
      for (int i = 1; i < g->n - 1; i++)
	g->u[i] = g->v[i] * .25 + g->v[i - 1];
      memcpy (old, g->w, sizeof g->w);
      for (int i = 1; i < 63; i++)
	g->w[i] = old[i - 1] + old[i + 1];
#endif
    }
  show ("members", g->u, g->n * sizeof *g->u);
  show ("members", g->v, g->n * sizeof *g->v);
  show ("members", g->w, sizeof g->w);
}

/* By a permutation; shifts up and down; every third.  */
NI void
moved (int n)
{
  int *a = indices (n, n), *q = malloc (n * sizeof *q);
  for (int i = 0; i < n; i++)
    q[i] = n - 1 - i;
#ifdef PARDO
#pragma pram pardo
  for (int i = 0; i < n; i++)
    a[q[i]] = a[i] + 1;
#pragma pram pardo
  for (int i = 0; i < n - 1; i++)
    a[i] = a[i + 1];
#pragma pram pardo
  for (int i = 0; i < n - 1; i++)
    a[i + 1] = a[i];
#pragma pram pardo
  for (int i = n - 2; i >= 3; i -= 3)
    a[i] = a[i - 1] + a[i - 3];
#else
  int *t = need (n * sizeof *t);
  memcpy (t, a, n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[q[i]] = t[i] + 1;
  memcpy (t, a, n * sizeof *a);
  for (int i = 0; i < n - 1; i++)
    a[i] = t[i + 1];
  memcpy (t, a, n * sizeof *a);
  for (int i = 0; i < n - 1; i++)
    a[i + 1] = t[i];
  memcpy (t, a, n * sizeof *a);
  for (int i = n - 2; i >= 3; i -= 3)
    a[i] = t[i - 1] + t[i - 3];
#endif
  show ("moved", a, n * sizeof *a);
}

/* The order of iterations doesn't matter.  */
NI void
free_order (int n)
{
  static double a[60][60], b[60][60];
  double (*u)[n] = (double (*)[n]) fresh (n * n);
  double (*v)[n] = (double (*)[n]) fresh (n * n);
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 60; j++)
      a[i][j] = chance (50);
#pragma pram
  for (int t = 0; t < 3; t++)
    {
#pragma pram pardo
      for (int i = 1; i < 59; i++)
	for (int j = 1; j < 59; j++)
	  b[i][j] = .25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1]
			   + a[i][j + 1]);
#pragma pram pardo
      for (int i = 1; i < 59; i++)
	for (int j = 1; j < 59; j++)
	  a[i][j] = a[i][j] * .5 + b[i][j];
    }
  show ("free", a, sizeof a);
#pragma pram
  for (int t = 0; t < 3; t++)
    {
#pragma pram pardo
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  {
	    double s = u[i - 1][j] + u[i + 1][j];
	    if (s > 200)
	      s *= .5;
	    v[i][j] = .25 * (s + u[i][j - 1] + u[i][j + 1]);
	  }
      double (*other)[n] = u;
      u = v;
      v = other;
    }
  show ("free", u, n * n * sizeof **u);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      struct grid g = { n, fresh (n), fresh (n), { 1, 2 } };
      mixed (n);
      power (n);
      alike (n);
      members (&g);
      moved (n);
      free_order (n);
    }
  return 0;
}
