/* members-passed.c: structures that helpers are passed, by address or by value.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

enum { NX = 24, NY = 31 };

struct grid
{
  int nx, ny;
  double *a, *b;
  double c;
};

struct pair
{
  double x, y;
};

static double u[NX * NY], v[NX * NY];
static struct grid global;

static inline double *
at (const struct grid *g, double *p, int i, int j)
{
  return &p[i * g->ny + j];
}

static inline double
get (const struct grid *h, const double *p, int i, int j)
{
  return p[i * h->ny + j] * h->c;
}

static void
step (const struct grid *g, double *to, double *from)
{
  for (int i = 1; i < g->nx - 1; i++)
    for (int j = 1; j < g->ny - 1; j++)
      *at (g, to, i, j) = get (g, from, i - 1, j) + get (g, from, i, j + 1);
}

static void
step_value (struct grid g, double *to, const double *from)
{
  for (int i = 1; i < g.nx - 1; i++)
    for (int j = 1; j < g.ny - 1; j++)
      to[i * g.ny + j] = get (&g, from, i + 1, j) + from[i * g.ny + j];
}

static void
swap (struct grid *g)
{
  double *t = g->a;
  g->a = g->b;
  g->b = t;
}

static void
damp (struct grid *g)
{
  if (g->c > 0.3)
    g->c *= 0.75;
}

static void
add (struct pair *to, double x)
{
  to->x += (double) (long) (1024 * x);
  to->y = to->y > x ? to->y : x;
}

/* Members that the region names itself, and that only the helper does.  */
static void
element (struct grid *g)
{
#pragma pram
  for (int i = 1; i < g->nx - 1; i++)
    for (int j = 1; j < g->ny - 1; j++)
      *at (g, g->a, i, j) = get (g, g->b, i - 1, j) + get (g, g->b, i, j + 1);
}

static void
address (const struct grid *g, double *a, double *b, int n)
{
#pragma pram
  for (int t = 0; t < n; t++)
    {
      step (g, a, b);
      step (g, b, a);
    }
}

static void
value (struct grid g, double *a, double *b, int n)
{
#pragma pram
  for (int t = 0; t < n; t++)
    {
      step_value (g, a, b);
      step (&g, b, a);
    }
}

static void
value_of (struct grid *g, double *a, double *b, int n)
{
#pragma pram
  for (int t = 0; t < n; t++)
    {
      step_value (*g, a, b);
      step_value (*g, b, a);
    }
}

static void
swapped (struct grid *g, int n)
{
#pragma pram
  for (int t = 0; t < n; t++)
    {
      step (g, g->a, g->b);
      swap (g);
    }
}

static void
of_global (int n)
{
#pragma pram
  for (int t = 0; t < n; t++)
    {
      step (&global, global.a, global.b);
      swap (&global);
    }
}

/* A result.  */
static struct pair
sums (const double *p, int n)
{
  struct pair all = { 0, 0 };
#pragma pram reduction(+: all.x)
  for (int i = 0; i < n; i++)
    add (&all, p[i]);
  return all;
}

int
main (void)
{
  struct grid g = { NX, NY, u, v, 0.75 };
  for (int i = 0; i < NX * NY; i++)
    {
      u[i] = noise (i);
      v[i] = noise (i + 5000);
    }
  element (&g);
  address (&g, u, v, 3);
  value (g, u, v, 3);
  value_of (&g, v, u, 2);
  swapped (&g, 5);
  global = g;
  of_global (3);
  struct pair all = sums (u, NX * NY - 5);
  damp (&g);
  show ("u", u, sizeof u);
  show ("v", v, sizeof v);
  printf ("%d %d %a %a\n", g.a == u, global.b == u, all.x, all.y);
  return 0;
}
