/* member-tables.c: tables of structures of numbers in structures that also have pointers:
   read by variable and constant indices, in helpers too; copied; one that the region
   changes.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 9 12 5 }
   { pram-ranks 1 3 }
   { pram-mode any }  */

#include <stdlib.h>
#include "show.h"

enum kind { FIXED, MIRRORED, MIXED };
struct side { enum kind kind; double value; short shift[2]; };
struct grid { int nx, ny; struct side side[4]; double *u, *v; };
#define U(g, i, j) (g)->u[(i) * ((g)->ny + 2) + (j)]
#define V(g, i, j) (g)->v[(i) * ((g)->ny + 2) + (j)]

static struct grid whole;

static void
fill_border (struct grid *g)
{
  for (int s = 0; s < 4; s++)
    {
      double value = g->side[s].value + g->side[s].shift[s & 1];
      int length = s < 2 ? g->ny : g->nx;
      for (int q = 1; q <= length; q++)
	{
	  int i = s == 0 ? 0 : s == 1 ? g->nx + 1 : q, j = s == 2 ? 0 : s == 3 ? g->ny + 1 : q;
	  int ii = s == 0 ? 1 : s == 1 ? g->nx : q, jj = s == 2 ? 1 : s == 3 ? g->ny : q;
	  switch (g->side[s].kind)
	    {
	    case FIXED: U (g, i, j) = 2 * value - U (g, ii, jj); break;
	    case MIRRORED: U (g, i, j) = U (g, ii, jj); break;
	    case MIXED: U (g, i, j) = 0.9 * U (g, ii, jj) + 0.1 * value; break;
	    }
	}
    }
}

static void
advance (struct grid *g)
{
  struct side first = g->side[0];
  for (int i = 1; i <= g->nx; i++)
    for (int j = 1; j <= g->ny; j++)
      V (g, i, j) = 0.25 * (U (g, i - 1, j) + U (g, i + 1, j) + U (g, i, j - 1)
			    + U (g, i, j + 1)) + 0.01 * g->side[3].value + first.value;
  double *t = g->u;
  g->u = g->v;
  g->v = t;
}

static void
fill (struct grid *g, char **argv)
{
  g->nx = atoi (argv[1]);
  g->ny = atoi (argv[2]);
  size_t size = (size_t) (g->nx + 2) * (g->ny + 2);
  g->u = (double *) need (size * sizeof *g->u);
  g->v = (double *) need (size * sizeof *g->v);
  for (size_t i = 0; i < size; i++)
    g->u[i] = g->v[i] = noise ((long) i);
  for (int s = 0; s < 4; s++)
    {
      struct side side = { (enum kind) (s % 3), 0.25 * s, { (short) s, (short) -s } };
      g->side[s] = side;
    }
}

int
main (int argc, char **argv)
{
  struct grid grid, *g = &grid;
  int steps = argc > 3 ? atoi (argv[3]) : 0;
  fill (g, argv);
  fill (&whole, argv);
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      fill_border (g);
      advance (g);
    }
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      fill_border (&whole);
      advance (&whole);
    }
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      fill_border (g);
      advance (g);
      g->side[2].value += 0.5;
    }
  size_t size = (size_t) (g->nx + 2) * (g->ny + 2) * sizeof (double);
  show ("u", g->u, size);
  show ("v", g->v, size);
  show ("whole", whole.u, size);
  printf ("%a\n", g->side[2].value);
}
