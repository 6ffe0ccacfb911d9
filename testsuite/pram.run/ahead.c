/* ahead.c: sweeps that run ahead of their call: certain ones and guesses.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include "show.h"

#define N 97

static double a[N][N], b[N][N], c[N][N];

static void
fill (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	a[i][j] = noise (i * N + j);
	b[i][j] = noise (i * N + j + 7);
	c[i][j] = 0;
      }
}

/* Counted, with all arrays needed afterwards; the iterator in the sweep; the
   last sum needed; then another loop.  */
static void
counted (int steps)
{
  double (*u)[N] = a, (*v)[N] = b;
  double last = 0;
  fill ();
#pragma pram begin
  for (int t = 0; t < steps; t++)
    {
      last = 0;
      for (int i = 2; i < N - 2; i++)
	for (int j = 0; j < N; j++)
	  {
	    v[i][j] = 0.3 * (u[i - 2][j] + u[i + 1][j]) + 0.01 * t;
	    last = fmax (last, v[i][j]);
	  }
      double (*s)[N] = u;
      u = v;
      v = s;
    }
  for (int i = 1; i < N; i++)
    for (int j = 0; j < N; j++)
      c[i][j] = u[i - 1][j] - v[i][j];
#pragma pram end
  printf ("counted %d: %.17g\n", steps, last);
  show ("u", u, sizeof a);
  show ("v", v, sizeof a);
  show ("c", c, sizeof c);
}

/* Three time levels.  */
static void
wave (int steps)
{
  double (*old)[N] = a, (*now)[N] = b, (*next)[N] = c;
  fill ();
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  next[i][j] = 2 * now[i][j] - old[i][j]
		       + 0.1 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1]
				+ now[i][j + 1] - 4 * now[i][j]);
      double (*s)[N] = old;
      old = now;
      now = next;
      next = s;
    }
  show ("old", old, sizeof a);
  show ("now", now, sizeof a);
  show ("next", next, sizeof a);
}

/* One array, each element by itself.  */
static void
pointwise (int steps)
{
  fill ();
#pragma pram
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
	a[i][j] = a[i][j] * (1 - a[i][j]) * 3.7;
  show ("a", a, sizeof a);
}

/* A guess: ends with the test after the swap.  */
static void
converge (double eps, int most)
{
  double (*u)[N] = a, (*v)[N] = b, diff;
  int it = 0;
  fill ();
#pragma pram local(v)
  do
    {
      diff = 0;
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  {
	    v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1]
			      + u[i][j + 1]);
	    diff = fmax (diff, fabs (v[i][j] - u[i][j]));
	  }
      double (*s)[N] = u;
      u = v;
      v = s;
      it++;
    }
  while (diff > eps && it < most);
  printf ("converge: %d %.17g\n", it, diff);
  show ("u", u, sizeof a);
}

/* The test before the swap: the newest values are in v, and u is given away;
   then u is kept, and no guess may be made.  */
static void
leave_early (int most)
{
  double (*u)[N] = a, (*v)[N] = b, diff;
  int it = 0;
  fill ();
#pragma pram local(u)
  for (;;)
    {
      diff = 0;
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  {
	    v[i][j] = 0.5 * (u[i - 1][j] + u[i][j + 1]);
	    diff = fmax (diff, fabs (v[i][j] - u[i][j]));
	  }
      if (diff < 0.02 || ++it == most)
	break;
      double (*s)[N] = u;
      u = v;
      v = s;
    }
  printf ("early: %d %.17g\n", it, diff);
  show ("v", v, sizeof a);

  it = 0;
  u = a;
  v = b;
  fill ();
#pragma pram local(v)
  for (;;)
    {
      diff = 0;
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  {
	    v[i][j] = 0.5 * (u[i - 1][j] + u[i][j + 1]);
	    diff = fmax (diff, fabs (v[i][j] - u[i][j]));
	  }
      if (diff < 0.02 || ++it == most)
	break;
      double (*s)[N] = u;
      u = v;
      v = s;
    }
  printf ("kept: %d %.17g\n", it, diff);
  show ("u", u, sizeof a);
}

/* All arrays are needed: no guess.  */
static void
keep_all (int most)
{
  double (*u)[N] = a, (*v)[N] = b, diff;
  int it = 0;
  fill ();
#pragma pram
  do
    {
      diff = 0;
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  {
	    v[i][j] = 0.5 * (u[i - 1][j] + u[i][j + 1]);
	    diff = fmax (diff, fabs (v[i][j] - u[i][j]));
	  }
      double (*s)[N] = u;
      u = v;
      v = s;
    }
  while (diff > 0.01 && ++it < most);
  printf ("all: %d %.17g\n", it, diff);
  show ("u", u, sizeof a);
  show ("v", v, sizeof a);
}

/* A division that traps one iteration after the last one.  */
static void
divide (void)
{
  static int x[N], y[N];
  int *p = x, *q = y, largest, it = 0;
  for (int i = 0; i < N; i++)
    x[i] = 40 + i % 3;
#pragma pram local(q)
  do
    {
      largest = 0;
      for (int i = 0; i < N; i++)
	{
	  q[i] = p[i] - 2 * (1000 / p[i] > 0);
	  largest = q[i] > largest ? q[i] : largest;
	}
      int *s = p;
      p = q;
      q = s;
      it++;
    }
  while (largest > 2);
  printf ("divide: %d %d\n", it, largest);
  show ("p", p, sizeof x);
}

/* Sweeps in a loop within a loop.  */
static void
nested (void)
{
  double (*u)[N] = a, (*v)[N] = b;
  double norm;
  int it = 0;
  fill ();
#pragma pram
  do
    {
      for (int t = 0; t < 6; t++)
	{
	  for (int i = 1; i < N - 1; i++)
	    for (int j = 1; j < N - 1; j++)
	      v[i][j] = 0.2 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1]
			       + u[i][j + 1] + u[i][j]);
	  double (*s)[N] = u;
	  u = v;
	  v = s;
	}
      norm = 0;
      for (int i = 0; i < N; i++)
	for (int j = 0; j < N; j++)
	  norm = fmax (norm, fabs (u[i][j] - v[i][j]));
    }
  while (norm > 0.05 && ++it < 9);
  printf ("nested: %d %.17g\n", it, norm);
  show ("u", u, sizeof a);
  show ("v", v, sizeof a);
}

/* What a step of the first loop computes at the ends of blocks goes to the second
   one; itself, it receives nothing.  */
static void
hand_on (void)
{
  double (*x)[N] = a, (*y)[N] = b, (*z)[N] = c, (*t)[N];
  fill ();
#pragma pram begin
  for (int k = 0; k < 2; k++)
    {
      for (int i = 0; i < N; i++)
	for (int j = 0; j < N; j++)
	  z[i][j] = 0.125 * i + 0.5 * z[i][j];
      t = x;
      x = y;
      y = z;
      z = t;
    }
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      z[i][j] = 0.5 * x[i + 1][j + 1] - 0.125 * x[i][j];
#pragma pram end
  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  show ("c", c, sizeof c);
}

int
main (void)
{
  for (int steps = 0; steps < 6; steps++)
    {
      counted (steps);
      wave (steps);
      pointwise (steps);
    }
  wave (50);
  for (int most = 1; most < 14; most++)
    {
      converge (1e-9, most);
      leave_early (most);
      keep_all (most);
    }
  converge (1e-2, 1000);
  leave_early (1000);
  divide ();
  nested ();
  hand_on ();
  return 0;
}
