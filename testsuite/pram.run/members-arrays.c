/* members-arrays.c: members of structures that are arrays.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "show.h"

enum { N = 48 };

struct field
{
  int n, it;
  double res, u[N][N], v[N][N];
  struct { float x[N], y[N]; } p;
  double c[4];
  short marks[N];
  double turn[2][N];
};

static struct field global;

static double
mean (double a, double b)
{
  return a * 0.5 + b * 0.5;
}

static void
show_field (const struct field *f)
{
  show ("u", f->u, sizeof f->u);
  show ("v", f->v, sizeof f->v);
  show ("x", f->p.x, sizeof f->p.x);
  show ("c", f->c, sizeof f->c);
  show ("marks", f->marks, sizeof f->marks);
  show ("turn", f->turn, sizeof f->turn);
  show ("res", &f->res, sizeof f->res);
}

/* Arrays of more dimensions, beside scalars that are assigned.  */
static void
jacobi (struct field *f)
{
#pragma pram size(f->n=48)
  do
    {
      f->res = 0;
      for (int i = 1; i < f->n - 1; i++)
	for (int j = 1; j < f->n - 1; j++)
	  {
	    f->v[i][j] = 0.25 * (f->u[i - 1][j] + f->u[i + 1][j]
				 + f->u[i][j - 1] + f->u[i][j + 1]);
	    f->res = fmax (f->res, fabs (f->v[i][j] - f->u[i][j]));
	  }
      for (int i = 1; i < f->n - 1; i++)
	for (int j = 1; j < f->n - 1; j++)
	  f->u[i][j] = f->v[i][j];
      f->it++;
    }
  while (f->res > 1e-2);
}

/* A structure of file scope; elements by constants alone, and of an array that
   has others, too.  */
static void
weights (void)
{
#pragma pram size(global.n=48)
  for (int t = 0; t < 5; t++)
    {
      for (int i = 1; i < global.n - 1; i++)
	for (int j = 0; j < global.n; j++)
	  global.v[i][j] = global.c[0] * global.u[i][j]
			   + global.c[3] * global.u[i - 1][j] + global.u[0][j];
      for (int i = 1; i < global.n - 1; i++)
	{
	  global.marks[i] += i + t;
	  for (int j = 0; j < global.n; j++)
	    global.u[i][j] = global.v[i][j] * 0.5;
	}
    }
}

/* Members of members, one that nobody needs, arrays that take turns, a helper
   that gets elements.  (gcc 12 vectorises it wrongly at -O3 where it inlines
   it, without us.)  */
static __attribute__ ((noinline)) void
points (struct field *f)
{
#pragma pram size(f->n=48) local(f->p.y)
  for (int t = 0; t < 6; t++)
    {
      for (int i = 1; i < f->n - 1; i++)
	f->p.y[i] = mean (f->p.x[i - 1], f->p.x[i + 1]);
      for (int i = 1; i < f->n - 1; i++)
	f->p.x[i] = f->p.y[i] + f->c[1];
      for (int i = 0; i < f->n; i++)
	f->turn[(t + 1) % 2][i] = f->turn[t % 2][i] * 0.5 + f->p.x[i];
    }
}

/* Two structures.  */
static void
add (struct field *f, const struct field *g)
{
#pragma pram size(f->n=48)
  for (int i = 0; i < f->n; i++)
    for (int j = 0; j < f->n; j++)
      f->u[i][j] += g->v[i][j] * g->c[2];
}

/* Their addresses, and those of elements.  */
static void
addresses (struct field *f)
{
#pragma pram size(f->n=48)
  for (int t = 0; t < 3; t++)
    {
      memset (f->turn[1], 0, sizeof f->turn[1]);
      memcpy (f->p.y, f->p.x, sizeof f->p.x);
      for (int i = 0; i < f->n; i++)
	{
	  double *row = f->v[i], *end = row + f->n;
	  f->turn[1][i] += mean (row[0], f->p.y[i]);
	  for (; row < end; row++)
	    *row = *row * 0.75 + i;
	}
      memcpy (&f->turn[0][1], &f->turn[1][0], (f->n - 1) * sizeof f->turn[0][0]);
      f->turn[0][0] *= 2;
    }
}

int
main (void)
{
  struct field *f = calloc (1, sizeof *f);
  f->n = N;
  for (int i = 0; i < N; i++)
    {
      for (int j = 0; j < N; j++)
	f->u[i][j] = noise (i * N + j);
      f->p.x[i] = (float) noise (-i);
      f->turn[0][i] = noise (7 * i);
    }
  for (int i = 0; i < 4; i++)
    f->c[i] = 0.1 * i + 0.2;
  jacobi (f);
  show_field (f);
  global = *f;
  weights ();
  show_field (&global);
  points (f);
  show_field (f);
  add (f, &global);
  show_field (f);
  addresses (f);
  show_field (f);
  free (f);
  return 0;
}
