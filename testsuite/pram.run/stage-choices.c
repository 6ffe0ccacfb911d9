/* stage-choices.c: the stages of a step choose which arrays they read and write.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 40 }
   { pram-args 7 }
   { pram-mode distributed }  */

#include "show.h"

static double *u, *v, *w, *k[4];

static void
fill (double *a, int n, int which)
{
  for (int i = 0; i < n; i++)
    a[i] = noise (i + 1000 * which);
}

static double
slope (const double *r, int i)
{
  return r[i - 1] - 2 * r[i] + r[i + 1];
}

/* The midpoint, in two arrays.  */
static void
midpoint (int n, int steps, double dt)
{
#pragma pram
  for (int s = 0; s < steps; s++)
    for (int stage = 0; stage < 2; stage++)
      {
	double *from = stage ? v : u, *to = stage ? u : v;
	double c = stage ? dt : dt / 2;
	for (int i = 1; i < n - 1; i++)
	  to[i] = u[i] + c * slope (from, i);
      }
}

/* Three stages, as Shu and Osher have them.  */
static void
convex (int n, int steps, double dt)
{
#pragma pram
  for (int s = 0; s < steps; s++)
    for (int stage = 1; stage <= 3; stage++)
      {
	double *from, *to;
	if (stage == 1)
	  from = u, to = v;
	else if (stage == 2)
	  from = v, to = w;
	else
	  from = w, to = u;
	double a = stage == 1 ? 0 : stage == 2 ? .75 : 1. / 3;
	for (int i = 1; i < n - 1; i++)
	  to[i] = a * u[i] + (1 - a) * (from[i] + dt * slope (from, i));
      }
}

/* Slopes in arrays of their own, weights in tables.  */
static void
classical (int n, int steps, double dt)
{
  static const double at[4] = { 0, .5, .5, 1 }, weight[4] = { 1, 2, 2, 1 };
  double *slopes[4] = { k[0], k[1], k[2], k[3] };
#pragma pram
  for (int s = 0; s < steps; s++)
    {
      for (int stage = 0; stage < 4; stage++)
	{
	  for (int i = 0; i < n; i++)
	    v[i] = stage ? u[i] + at[stage] * dt * slopes[stage - 1][i] : u[i];
	  for (int i = 1; i < n - 1; i++)
	    slopes[stage][i] = slope (v, i);
	}
      for (int stage = 0; stage < 4; stage++)
	for (int i = 1; i < n - 1; i++)
	  u[i] += dt / 6 * weight[stage] * slopes[stage][i];
    }
}

/* Directions in turn: along rows, then along columns.  */
static void
directions (int n, int steps, double (*a)[n], double (*b)[n])
{
#pragma pram
  for (int s = 0; s < steps; s++)
    for (int d = 0; d < 2; d++)
      {
	double (*from)[n] = d == 0 ? a : b, (*to)[n] = d == 0 ? b : a;
	int di = d == 0, dj = d == 1;
	for (int i = 1; i < n - 1; i++)
	  for (int j = 1; j < n - 1; j++)
	    to[i][j] = .25 * from[i - di][j - dj] + .5 * from[i][j]
		       + .25 * from[i + di][j + dj];
      }
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 20;
  double **all[] = { &u, &v, &w, &k[0], &k[1], &k[2], &k[3] };
  for (int i = 0; i < 7; i++)
    *all[i] = need (n * sizeof **all[i]), fill (*all[i], n, i);
  midpoint (n, 5, .1);
  show ("midpoint", u, n * sizeof *u);
  convex (n, 5, .1);
  show ("convex", u, n * sizeof *u);
  classical (n, 5, .1);
  show ("classical", u, n * sizeof *u);
  double *a = need (n * n * sizeof *a), *b = need (n * n * sizeof *b);
  fill (a, n * n, 8), fill (b, n * n, 9);
  directions (n, 5, (double (*)[n]) a, (double (*)[n]) b);
  show ("directions", a, n * n * sizeof *a);
  return 0;
}
