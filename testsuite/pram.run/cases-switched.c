/* cases-switched.c: what is done at the edges is chosen by a switch, and of four cases
   three do nothing each time: they don't keep the rest from being distributed.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args "20 13 0" "20 13 1" "20 13 2" "20 13 3" "20 13 7" }
   { pram-ranks 2 3 }
   { pram-mode distributed }
   { pram-stats "\"tasks_per_rank\": \\[[1-9][0-9]*, [1-9][0-9]" }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum edges { FIXED, MIRRORED, PERIODIC, OPPOSITE };
enum { DEEP = 4 };

struct grid
{
  short nx, ny;
  enum edges edges;
};

#define AT(g, i, j, k) (((i) * ((g)->ny + 2) + (j)) * (DEEP + 2) + (k))

static void
close_edges (const struct grid *g, double *u)
{
  int nx = g->nx, ny = g->ny;
  switch (g->edges)
    {
    case FIXED:
      return;
    case MIRRORED:
      for (int j = 0; j <= ny + 1; j++)
	for (int k = 0; k <= DEEP + 1; k++)
	  {
	    u[AT (g, 0, j, k)] = u[AT (g, 1, j, k)];
	    u[AT (g, nx + 1, j, k)] = u[AT (g, nx, j, k)];
	  }
      for (int i = 0; i <= nx + 1; i++)
	for (int k = 0; k <= DEEP + 1; k++)
	  {
	    u[AT (g, i, 0, k)] = u[AT (g, i, 1, k)];
	    u[AT (g, i, ny + 1, k)] = u[AT (g, i, ny, k)];
	  }
      break;
    case PERIODIC:
      for (int j = 1; j <= ny; j++)
	for (int k = 1; k <= DEEP; k++)
	  {
	    u[AT (g, 0, j, k)] = u[AT (g, nx, j, k)];
	    u[AT (g, nx + 1, j, k)] = u[AT (g, 1, j, k)];
	  }
      for (int i = 1; i <= nx; i++)
	for (int k = 1; k <= DEEP; k++)
	  {
	    u[AT (g, i, 0, k)] = u[AT (g, i, ny, k)];
	    u[AT (g, i, ny + 1, k)] = u[AT (g, i, 1, k)];
	  }
      break;
    case OPPOSITE:
      for (int j = 0; j <= ny + 1; j++)
	for (int k = 0; k <= DEEP + 1; k++)
	  {
	    u[AT (g, 0, j, k)] = -u[AT (g, 1, j, k)];
	    u[AT (g, nx + 1, j, k)] = -u[AT (g, nx, j, k)];
	  }
    }
}

static double
diffuse (const struct grid *g, double *u, double *v, int steps)
{
  size_t all = (size_t) (g->nx + 2) * (g->ny + 2) * (DEEP + 2);
  double last = 0;
#pragma pram
  for (int s = 0; s < steps; s++)
    {
      close_edges (g, u);
      for (int i = 1; i <= g->nx; i++)
	for (int j = 1; j <= g->ny; j++)
	  for (int k = 1; k <= DEEP; k++)
	    {
	      const double *p = u + AT (g, i, j, k);
	      int row = DEEP + 2, plane = row * (g->ny + 2);
	      v[AT (g, i, j, k)] = *p + .1 * (p[plane] + p[-plane] + p[row] + p[-row]
					      + p[1] + p[-1] - 6 * *p);
	    }
      double change = 0;
      for (size_t q = 0; q < all; q++)
	{
	  double d = fabs (v[q] - u[q]);
	  if (d > change)
	    change = d;
	}
      last = change;
      double *t = u;
      u = v;
      v = t;
    }
  return last;
}

int
main (int argc, char **argv)
{
  struct grid g = { argc > 1 ? atoi (argv[1]) : 10, argc > 2 ? atoi (argv[2]) : 8,
		    argc > 3 ? atoi (argv[3]) : 1 };
  size_t all = (size_t) (g.nx + 2) * (g.ny + 2) * (DEEP + 2);
  double *u = calloc (all, sizeof *u), *v = calloc (all, sizeof *v);
  for (size_t q = 0; q < all; q++)
    u[q] = v[q] = q * 7 % 11;
  printf ("%.12g\n", diffuse (&g, u, v, 6));
  for (size_t q = 0; q < all; q += 97)
    printf ("%.12g\n", u[q]);
  free (u);
  free (v);
  return 0;
}
