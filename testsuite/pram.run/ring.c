/* ring.c: a lattice of records, nine numbers each, whose borders are joined: (x +
   nx - 1) % nx is x - 1 but for one x, no remainder in general, and the records
   stay together.  As remainders it took more than the budget to plan.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 12 } */
#include <stdio.h>
#include <stdlib.h>

#define Q 9
static const int cx[Q] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
static const int cy[Q] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
static const int opposite[Q] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
static const double weight[Q] = { 4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9,
				  1. / 36, 1. / 36, 1. / 36, 1. / 36 };

struct lattice
{
  int nx, ny;
  double *f, *g, omega;
  unsigned char *solid;
};

static size_t
at (const struct lattice *l, int x, int y, int q)
{
  return ((size_t) x * l->ny + y) * Q + q;
}

static void
collide (struct lattice *l)
{
  for (int x = 0; x < l->nx; x++)
    for (int y = 0; y < l->ny; y++)
      {
	double rho = 0, ux = 0, uy = 0;
	if (l->solid[x * l->ny + y])
	  continue;
	for (int q = 0; q < Q; q++)
	  {
	    double f = l->f[at (l, x, y, q)];
	    rho += f;
	    ux += f * cx[q];
	    uy += f * cy[q];
	  }
	ux /= rho;
	uy /= rho;
	for (int q = 0; q < Q; q++)
	  {
	    double cu = 3 * (cx[q] * ux + cy[q] * uy);
	    double even = weight[q] * rho * (1 + cu + 0.5 * cu * cu
					     - 1.5 * (ux * ux + uy * uy));
	    l->f[at (l, x, y, q)] += l->omega * (even - l->f[at (l, x, y, q)]);
	  }
      }
}

static void
stream (struct lattice *l)
{
  for (int x = 0; x < l->nx; x++)
    for (int y = 0; y < l->ny; y++)
      for (int q = 0; q < Q; q++)
	{
	  int from_x = (x - cx[q] + l->nx) % l->nx;
	  int from_y = (y - cy[q] + l->ny) % l->ny;
	  if (l->solid[from_x * l->ny + from_y])
	    l->g[at (l, x, y, q)] = l->f[at (l, x, y, opposite[q])];
	  else
	    l->g[at (l, x, y, q)] = l->f[at (l, from_x, from_y, q)];
	}
  double *t = l->f;
  l->f = l->g;
  l->g = t;
}

int
main (int argc, char **argv)
{
  int nx = argc > 1 ? atoi (argv[1]) : 30;
  for (; nx > 0; nx -= 5)
    {
      struct lattice l = { .nx = nx, .ny = nx + 3, .omega = 1.2 };
      int n = l.nx * l.ny;
      l.f = malloc (n * Q * sizeof *l.f);
      l.g = malloc (n * Q * sizeof *l.g);
      l.solid = malloc (n);
      for (int i = 0; i < n; i++)
	{
	  l.solid[i] = i % 17 == 3 || i < 4;
	  for (int q = 0; q < Q; q++)
	    l.g[i * Q + q] = l.f[i * Q + q] = weight[q] * (1 + 0.1 * cx[q])
					      + i % 5;
	}
#pragma pram
      for (int t = 0; t < 5; t++)
	{
	  collide (&l);
	  stream (&l);
	}
      double sum = 0;
      for (int i = 0; i < n * Q; i++)
	sum = sum * 0.999 + l.f[i];
      printf ("%d %.17g\n", nx, sum);
      free (l.f);
      free (l.g);
      free (l.solid);
    }
  return 0;
}
