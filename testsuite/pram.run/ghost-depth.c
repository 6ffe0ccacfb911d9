/* ghost-depth.c: margins of ghost cells, as deep as an argument says, filled from the other
   side or mirrored as another one says: in a structure of file scope whose arrays change
   places, from -d on; and from 0 on.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 12 14 2 1 4 }
   { pram-ranks 1 3 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdlib.h>
#include "show.h"

struct grid { int nx, ny, depth, row, periodic; double *q, *r; };
static struct grid g;
#define Q(i, j) g.q[((i) + g.depth) * g.row + (j) + g.depth]
#define R(i, j) g.r[((i) + g.depth) * g.row + (j) + g.depth]

static void
fill_ghosts (void)
{
  if (g.periodic)
    {
      for (int i = 0; i < g.nx; i++)
	for (int k = 1; k <= g.depth; k++)
	  {
	    Q (i, -k) = Q (i, g.ny - k);
	    Q (i, g.ny + k - 1) = Q (i, k - 1);
	  }
      for (int k = 1; k <= g.depth; k++)
	for (int j = -g.depth; j < g.ny + g.depth; j++)
	  {
	    Q (-k, j) = Q (g.nx - k, j);
	    Q (g.nx + k - 1, j) = Q (k - 1, j);
	  }
    }
  else
    {
      for (int k = 1; k <= g.depth; k++)
	for (int j = 0; j < g.ny; j++)
	  {
	    Q (-k, j) = Q (k - 1, j);
	    Q (g.nx + k - 1, j) = -Q (g.nx - k, j);
	  }
      for (int i = -g.depth; i < g.nx + g.depth; i++)
	for (int k = 1; k <= g.depth; k++)
	  {
	    Q (i, -k) = -Q (i, k - 1);
	    Q (i, g.ny + k - 1) = Q (i, g.ny - k);
	  }
    }
}

static void
sweep_from_zero (int nx, int ny, int d, int periodic, int steps, double *u, double *v)
{
  int row = ny + 2 * d;
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int k = 0; k < d; k++)
	for (int j = d; j < ny + d; j++)
	  {
	    u[k * row + j] = u[(periodic ? nx + k : 2 * d - 1 - k) * row + j];
	    u[(nx + d + k) * row + j]
	      = u[(periodic ? d + k : nx + d - 1 - k) * row + j];
	  }
      for (int i = 0; i < nx + 2 * d; i++)
	for (int k = 0; k < d; k++)
	  if (periodic)
	    {
	      u[i * row + k] = u[i * row + ny + k];
	      u[i * row + ny + d + k] = u[i * row + d + k];
	    }
	  else
	    {
	      u[i * row + k] = u[i * row + 2 * d - 1 - k];
	      u[i * row + ny + d + k] = u[i * row + ny + d - 1 - k];
	    }
      for (int i = d; i < nx + d; i++)
	for (int j = d; j < ny + d; j++)
	  {
	    double s = 0;
	    for (int k = -d; k <= d; k++)
	      s += u[(i + k) * row + j] * (k + d + 1) + u[i * row + j + k] * 0.5;
	    v[i * row + j] = s * 0.01;
	  }
      for (int i = d; i < nx + d; i++)
	for (int j = d; j < ny + d; j++)
	  u[i * row + j] += v[i * row + j];
    }
}

int
main (int argc, char **argv)
{
  double mass = 0;
  int steps = argc > 5 ? atoi (argv[5]) : 0;
  g.nx = atoi (argv[1]);
  g.ny = atoi (argv[2]);
  g.depth = atoi (argv[3]);
  g.periodic = atoi (argv[4]);
  g.row = g.ny + 2 * g.depth;
  int size = g.row * (g.nx + 2 * g.depth);
  g.q = (double *) need (size * sizeof *g.q);
  g.r = (double *) need (size * sizeof *g.r);
  for (int i = 0; i < size; i++)
    {
      g.q[i] = noise (i);
      g.r[i] = 0;
    }
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      fill_ghosts ();
      for (int i = 0; i < g.nx; i++)
	for (int j = 0; j < g.ny; j++)
	  {
	    double s = 0;
	    for (int k = 1; k <= g.depth; k++)
	      s += (Q (i - k, j) + Q (i + k, j) - Q (i, j - k) * 0.5 + Q (i, j + k)) / (k + 1);
	    R (i, j) = 0.4 * Q (i, j) + 0.1 * s + 0.01 * Q (i - g.depth, j - g.depth);
	  }
      mass = 0;
      for (int i = 0; i < g.nx; i++)
	for (int j = 0; j < g.ny; j++)
	  mass += R (i, j);
      double *x = g.q;
      g.q = g.r;
      g.r = x;
    }
  sweep_from_zero (g.nx, g.ny, g.depth, g.periodic, steps, g.q, g.r);
  printf ("%a\n", mass);
  show ("q", g.q, size * sizeof *g.q);
  show ("r", g.r, size * sizeof *g.r);
}
