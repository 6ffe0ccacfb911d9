/* exits.c: loops left under several conditions.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include "show.h"

#define N 90

static double a[N], b[N];
static double most, change;

static void
fill (void)
{
  for (int i = 0; i < N; i++)
    a[i] = noise (i);
}

static void
tell (const char *name, int it)
{
  printf ("%s %d %.17g %.17g\n", name, it, most, change);
  show ("a", a, sizeof a);
}

static int
both (double tolerance)
{
  int t;
#pragma pram
  for (t = 0; t < 400; t++)
    {
      most = 0;
      change = 0;
      for (int i = 1; i < N - 1; i++)
	b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
      for (int i = 1; i < N - 1; i++)
	{
	  change = fmax (change, fabs (a[i] - b[i]));
	  a[i] = b[i];
	  most = fmax (most, b[i]);
	}
      if (change < tolerance && most < 0.9)
	break;
    }
  return t;
}

static int
three (double tolerance)
{
  int t = 0, calm = 0;
  change = 1;
#pragma pram
  for (;;)
    {
      if (t > 5 && (change < tolerance || calm > 3) && t % 3 == 0)
	break;
      change = 0;
      for (int i = 1; i < N - 1; i++)
	{
	  b[i] = a[i] * 0.5 + a[i - 1] * 0.25;
	  change = fmax (change, fabs (a[i] - b[i]));
	}
      for (int i = 1; i < N - 1; i++)
	a[i] = b[i];
      calm += change < 0.01;
      t++;
    }
  return t;
}

static int
either (double tolerance)
{
  int it = 0;
  change = 0;
#pragma pram
  while (it < 3 || (change > tolerance && it < 50))
    {
      change = 0;
      for (int i = 1; i < N - 1; i++)
	{
	  b[i] = a[i] * 0.7;
	  change = fmax (change, a[i] - b[i]);
	}
      for (int i = 1; i < N - 1; i++)
	a[i] = b[i];
      it++;
    }
  return it;
}

/* What decides is set to a constant in every iteration.  */
static int
once (double tolerance)
{
  int it = 0;
  change = 1;
#pragma pram
  while (it < 4 && change > tolerance)
    {
      change = 0;
      for (int i = 0; i < N; i++)
	a[i] = a[i] * 0.5;
      it++;
    }
  return it;
}

int
main (void)
{
  fill ();
  tell ("both", both (1e-3));
  tell ("both", both (1e9));
  fill ();
  tell ("three", three (1e-4));
  tell ("three", three (10));
  fill ();
  tell ("either", either (0.05));
  tell ("either", either (1e-9));
  tell ("once", once (1e-9));
  return 0;
}
