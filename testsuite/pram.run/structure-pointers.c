/* structure-pointers.c: pointers to structures that are exchanged.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 40 }
   { pram-args 30 33 20 }
   { pram-args 7 9 3 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { int nx, ny; double h, *u; } grid;

#define U(g, i, j) ((g)->u[(i) * (g)->ny + (j)])

static double
sweep (const grid *from, grid *to)
{
  double d = 0;
  for (int i = 1; i < from->nx - 1; i++)
    for (int j = 1; j < from->ny - 1; j++)
      {
	U (to, i, j) = 0.25 * (U (from, i - 1, j) + U (from, i + 1, j)
			       + U (from, i, j - 1) + U (from, i, j + 1)) + from->h;
	d = fmax (d, fabs (U (to, i, j) - U (from, i, j)));
      }
  return d;
}

static grid *
make (int n, int m)
{
  grid *g = malloc (sizeof *g);
  g->nx = n, g->ny = m, g->h = 1e-3;
  g->u = calloc (n * m, sizeof (double));
  for (int i = 0; i < n; i++)
    g->u[i * m] = i % 5;
  return g;
}

static int
solve (grid *cur, grid *next, int most, double eps)
{
  int it = 0;
  double d, s = 0;
#pragma pram
  do
    {
      d = sweep (cur, next);
      grid *t = cur;
      cur = next;
      next = t;
      it++;
    }
  while (d > eps && it < most);
  for (int i = 0; i < cur->nx * cur->ny; i++)
    s += cur->u[i] * (i % 7);
  printf ("%d %.17g %.17g\n", it, s, next->u[cur->ny + 1]);
  return it;
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 40, m = argc > 2 ? atoi (argv[2]) : n + 3;
  int steps = argc > 3 ? atoi (argv[3]) : 60, k = 0;
  grid *a = make (n, m), *b = make (n, m), *c = make (n, m);
  solve (a, b, steps, 1e-3);
  solve (b, a, 5, 1e-9);

  /* What T is before nobody has said.  */
  grid *x = a, *y = b, *z = c, *t;
#pragma pram
  while (k < steps)
    {
      sweep (x, y);
      t = x, x = y, y = t;
      k += 1;
      if (k % 3 == 0)
	for (int i = 0; i < x->ny; i++)
	  x->u[i] += y->h * i;
    }
  printf ("%d %.17g %.17g\n", x == a, x->u[m + 2], y->u[m + 2]);

  /* Three levels in time.  */
#pragma pram
  for (int s = 0; s < steps; s++)
    {
      for (int i = 1; i < x->nx - 1; i++)
	for (int j = 1; j < x->ny - 1; j++)
	  U (z, i, j) = 2 * U (y, i, j) - U (x, i, j)
			+ 0.1 * (U (y, i - 1, j) + U (y, i + 1, j) - 2 * U (y, i, j));
      t = x;
      x = y;
      y = z;
      z = t;
    }
  printf ("%d %d %.17g %.17g\n", x == a, z == c, x->u[m + 2], z->u[m + 2]);
  return 0;
}
