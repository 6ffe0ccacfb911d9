/* members.c: members of structures as sizes, arrays, coefficients and results.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include <stdlib.h>

#include "show.h"

struct dims { int nx, ny; };

struct grid
{
  struct dims d;
  int n[2], it;
  double *u, *v;
  double c, res;
  float w;
  unsigned char pad;
};

enum { NX = 40, NY = 30, CELLS = NX * NY };

static struct grid global;

static double *
vector (unsigned n)
{
  double *v = malloc (n * sizeof *v);
  for (unsigned i = 0; i < n; i++)
    v[i] = noise (i);
  return v;
}

static void
show_grid (const struct grid *g)
{
  show ("u", g->u, CELLS * sizeof *g->u);
  show ("v", g->v, CELLS * sizeof *g->v);
  show ("res", &g->res, sizeof g->res);
  show ("it", &g->it, sizeof g->it);
}

/* Members of members, elements, different types.  */
static void
step (struct grid *g)
{
#pragma pram size(g->d.nx=40, g->n[1]=30)
  for (int t = 0; t < 5; t++)
    {
      for (int i = 1; i < g->d.nx - 1; i++)
	for (int j = 1; j < g->n[1] - 1; j++)
	  g->v[i * g->n[1] + j] = g->c * (g->u[(i - 1) * g->n[1] + j]
					  + g->w * g->u[i * g->n[1] + j - 1]);
      for (int i = 1; i < g->d.nx - 1; i++)
	for (int j = 1; j < g->n[1] - 1; j++)
	  g->u[i * g->n[1] + j] = g->v[i * g->n[1] + j];
    }
}

/* Pointers that are swapped, a maximum and a count as members.  */
static void
jacobi (struct grid *g)
{
#pragma pram size(g->d.nx=40, g->d.ny=30)
  do
    {
      g->res = 0;
      for (int i = 1; i < g->d.nx - 1; i++)
	for (int j = 1; j < g->d.ny - 1; j++)
	  {
	    int k = i * g->d.ny + j;
	    g->v[k] = 0.25 * (g->u[k - g->d.ny] + g->u[k + g->d.ny]
			      + g->u[k - 1] + g->u[k + 1]);
	    g->res = fmax (g->res, fabs (g->v[k] - g->u[k]));
	  }
      double *t = g->u;
      g->u = g->v;
      g->v = t;
      g->it++;
    }
  while (g->res > 1e-3 && g->it < 41);
}

/* The same of a variable, with rows of variable length.  */
static void
rows (struct grid g)
{
  double (*u)[g.d.ny] = (double (*)[g.d.ny]) g.u;
#pragma pram size(g.d.nx=40, g.d.ny=30)
  for (int i = 0; i < g.d.nx; i++)
    for (int j = 0; j < g.d.ny; j++)
      {
	u[i][j] = u[i][j] * g.c + j;
	g.res = g.res > u[i][j] ? g.res : u[i][j];
      }
  show ("rows", &g.res, sizeof g.res);
}

/* A global structure; one of the function's own, which nobody needs.  */
static void
others (int n)
{
  struct { int n; double h; double *x; } l = { n, 1.0 / n, vector (n) };
#pragma pram begin size(global.d.nx=40, l.n=100)
  for (int i = 0; i < l.n; i++)
    l.x[i] = l.h * i;
  for (int i = 0; i < global.d.nx * 30; i++)
    global.u[i] += global.c * i;
#pragma pram end
  show ("x", l.x, n * sizeof *l.x);
  free (l.x);
}

/* Two pointers to one structure.  */
static void
two (struct grid *g, const struct grid *h)
{
#pragma pram size(g->d.nx=40)
  for (int i = 0; i < g->d.nx; i++)
    g->u[i] += h->v[i] * h->c + h->n[0];
}

int
main (void)
{
  struct grid g = { { NX, NY }, { NX, NY }, 0, vector (CELLS), vector (CELLS),
		    .3, 7, .25, 1 };
  double *first = g.u;
  step (&g);
  show_grid (&g);
  jacobi (&g);
  show_grid (&g);
  int swapped = g.u != first;
  show ("swapped", &swapped, sizeof swapped);
  rows (g);
  show_grid (&g);
  global = g;
  others (100);
  show_grid (&global);
  two (&g, &g);
  show_grid (&g);
  free (g.u);
  free (g.v);
  return 0;
}
