/* starts.c: loops whose variables start outside of the region.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>

#include "show.h"

#define N 57

static double x[N], y[N], u[2][N], h[200], m[N][N];
static const double weight[3] = { 0.3, 0.4, 0.3 };
static int rounds;

static void
fill (void)
{
  for (int i = 0; i < N; i++)
    x[i] = u[0][i] = u[1][i] = m[0][i] = noise (i);
}

/* The history has a place for each step.  */
static int
history (double tolerance)
{
  int it = 0;
  double change = 1;
#pragma pram
  while (it < 100 && change > tolerance)
    {
      change = 0;
      for (int i = 1; i < N - 1; i++)
	{
	  y[i] = 0.5 * (x[i - 1] + x[i + 1]);
	  change = fmax (change, fabs (y[i] - x[i]));
	}
      for (int i = 1; i < N - 1; i++)
	x[i] = y[i];
      h[it] = change;
      it++;
    }
  return it;
}

static int
turns (double tolerance)
{
  int t = 0;
  double change = 1.0;
#pragma pram
  while (t < 90 && change > tolerance)
    {
      change = 0;
      for (int i = 1; i < N - 1; i++)
	{
	  u[(t + 1) % 2][i] = 0.5 * (u[t % 2][i - 1] + u[t % 2][i + 1]);
	  change = fmax (change, fabs (u[(t + 1) % 2][i] - u[t % 2][i]));
	}
      t++;
    }
  return t;
}

/* Assigned, not initialised; and once more for the next region.  */
static void
rows (void)
{
  int t, i;
  t = 1;
#pragma pram
  while (t < N)
    {
      for (i = 1; i < N - 1; i++)
	m[t][i] = (m[t - 1][i - 1] + m[t - 1][i] + m[t - 1][i + 1]) / 3;
      t++;
    }
  i = 2;
#pragma pram
  while (i < N - 1)
    {
      y[i] = m[i][3] + m[i - 1][3];
      i++;
    }
  i = 0;
#pragma pram
  for (; i < N; i++)
    for (int j = 0; j < N; j++)
      m[i][j] *= y[i];
  printf ("%d %d\n", t, i);
}

/* What is only counted, or chooses from a table of constants, may start
   anywhere.  */
static int
counts (int it)
{
  double change = 1;
#pragma pram
  while (change > 1e-2)
    {
      double w = weight[(unsigned) it < 3 ? it : 1];
      change = 0;
      for (int i = 1; i < N - 1; i++)
	{
	  y[i] = w * (x[i - 1] + x[i + 1]);
	  change = fmax (change, fabs (y[i] - x[i]));
	}
      for (int i = 1; i < N - 1; i++)
	x[i] = y[i];
      it++;
      rounds++;
    }
  return it;
}

/* Only a single iteration's value depends on a remainder.  */
static void
signs (int n)
{
  int i = n;
#pragma pram
  while (i-- > 0)
    y[i] = i % 2 ? -x[i] : x[i];
}

int
main (void)
{
  fill ();
  printf ("%d\n", history (1e-3));
  printf ("%d\n", history (1e9));
  show ("x", x, sizeof x);
  show ("h", h, sizeof h);
  printf ("%d\n", turns (1e-3));
  show ("u", u, sizeof u);
  rows ();
  show ("y", y, sizeof y);
  show ("m", m, sizeof m);
  fill ();
  printf ("%d\n", counts (0));
  fill ();
  printf ("%d\n", counts (7));
  printf ("%d\n", rounds);
  show ("x", x, sizeof x);
  signs (N);
  signs (N / 2);
  show ("y", y, sizeof y);
  return 0;
}
