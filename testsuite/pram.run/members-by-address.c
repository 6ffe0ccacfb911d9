/* members-by-address.c: helpers, of helpers too, get where members of structures lie, and
   exchange pointers, set numbers, count in arrays; structures exchanged by way of a local one.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 10 12 15 }
   { pram-ranks 1 3 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdlib.h>
#include "show.h"

struct field { int n; double *x; };
struct grid
{
  int nx, ny;
  double *u, *v;
  double residual, most;
  int steps;
  double history[4];
  struct field a, b;
};

static struct grid whole;

static void
exchange (double **a, double **b)
{
  double *t = *a;
  *a = *b;
  *b = t;
}

static void
exchange_fields (struct grid *g)
{
  struct field t = g->a;
  g->a = g->b;
  g->b = t;
}

static void
norm (const struct grid *g, double *out)
{
  double m = 0;
  for (int i = 0; i < g->nx * g->ny; i++)
    m = fmax (m, fabs (g->u[i] - g->v[i]));
  *out = m;
}

static void
count (int *n, double *h)
{
  (*n)++;
  h[1] += 2;
  h[0] = *n;
}

static void
relax (double *to, const double *from, int nx, int ny, double *most)
{
  for (int i = 1; i < nx - 1; i++)
    for (int j = 1; j < ny - 1; j++)
      {
	to[i * ny + j] = 0.25 * (from[i * ny + j - 1] + from[i * ny + j + 1]
				 + from[(i - 1) * ny + j] + from[(i + 1) * ny + j]);
	if (to[i * ny + j] > *most)
	  *most = to[i * ny + j];
      }
}

static void
smooth (struct grid *g)
{
  for (int i = 1; i < g->a.n - 1; i++)
    g->b.x[i] = 0.5 * g->a.x[i] + 0.25 * (g->a.x[i - 1] + g->a.x[i + 1]);
}

static void
step (struct grid *g)
{
  g->most = -1;
  relax (g->v, g->u, g->nx, g->ny, &g->most);
  norm (g, &g->residual);
  exchange (&g->u, &g->v);
  count (&g->steps, g->history);
}

static void
step_whole (void)
{
  relax (whole.v, whole.u, whole.nx, whole.ny, &whole.most);
  exchange (&whole.u, &whole.v);
}

static void
fill (struct grid *g, char **argv)
{
  g->nx = atoi (argv[1]);
  g->ny = atoi (argv[2]);
  size_t size = (size_t) g->nx * g->ny;
  g->u = (double *) need (size * sizeof *g->u);
  g->v = (double *) need (size * sizeof *g->v);
  g->a.n = g->b.n = (int) size;
  g->a.x = (double *) need (size * sizeof *g->a.x);
  g->b.x = (double *) need (size * sizeof *g->b.x);
  for (size_t i = 0; i < size; i++)
    {
      g->u[i] = g->v[i] = (double) (i * 17 % 23);
      g->a.x[i] = g->b.x[i] = noise ((long) i);
    }
  g->steps = 0;
  g->residual = g->most = 0;
  for (int k = 0; k < 4; k++)
    g->history[k] = k;
}

static void
show_grid (const struct grid *g)
{
  size_t size = (size_t) g->nx * g->ny * sizeof *g->u;
  printf ("%d %a %a %a %a\n", g->steps, g->residual, g->most, g->history[0],
	  g->history[1]);
  show ("u", g->u, size);
  show ("v", g->v, size);
  show ("a", g->a.x, size);
  show ("b", g->b.x, size);
}

int
main (int argc, char **argv)
{
  struct grid grid, *g = &grid;
  int most = argc > 3 ? atoi (argv[3]) : 0;
  fill (g, argv);
  fill (&whole, argv);
#pragma pram
  for (int t = 0; t < most; t++)
    {
      step (g);
      if (g->residual < 0.5)
	break;
    }
#pragma pram
  for (int t = 0; t < most; t++)
    {
      smooth (g);
      exchange_fields (g);
    }
#pragma pram
  for (int t = 0; t < most; t++)
    step_whole ();
#pragma pram
  for (int t = 0; t < most; t++)
    {
      g->most = -1;
      relax (g->v, g->u, g->nx, g->ny, &g->most);
      norm (g, &g->residual);
      exchange (&g->u, &g->v);
      count (&g->steps, &g->history[0]);
    }
  show_grid (g);
  show_grid (&whole);
}
