/* Members of members: passed to helpers, by address or by value, exchanged,
   assigned, elements that constants choose.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

enum { NX = 14, NY = 21, NZ = 9 };

struct extent { int n[3]; };
struct field { struct extent size; double *v; long written; };
struct sim { double dt; struct field u, w, all[2]; };

static double a[NX * NY * NZ], b[NX * NY * NZ], c[NX * NY], d[NX * NY];
static struct sim global;

static inline int
at (const struct field *f, int i, int j, int k)
{
  return (i * f->size.n[1] + j) * f->size.n[2] + k;
}

static inline double
get (struct field f, int i, int j, int k)
{
  return f.v[at (&f, i, j, k)];
}

static inline void
count (struct field *f)
{
  f->written++;
}

/* By address.  */
static void
difference (struct sim *s)
{
#pragma pram
  for (int i = 1; i < s->u.size.n[0] - 1; i++)
    for (int j = 1; j < s->u.size.n[1] - 1; j++)
      for (int k = 1; k < s->u.size.n[2] - 1; k++)
	s->w.v[at (&s->w, i, j, k)] = s->dt * (s->u.v[at (&s->u, i + 1, j, k)]
					       - s->u.v[at (&s->u, i, j - 1, k)]);
}

/* By value, of a structure that is the region's.  */
static void
value (struct sim s)
{
#pragma pram
  for (int i = 1; i < s.w.size.n[0] - 1; i++)
    for (int j = 0; j < s.w.size.n[1]; j++)
      for (int k = 0; k < s.w.size.n[2]; k++)
	s.u.v[at (&s.u, i, j, k)] = get (s.w, i - 1, j, k) + get (s.w, i + 1, j, k);
}

/* Exchanged, and others that are assigned meanwhile.  */
static void
steps (struct sim *s, int n)
{
#pragma pram
  for (int step = 0; step < n; step++)
    {
      for (int i = 1; i < NX * NY - 1; i++)
	s->w.v[i] = s->dt * (s->u.v[i - 1] + s->u.v[i] + s->u.v[i + 1]);
      double *t = s->u.v;
      s->u.v = s->w.v;
      s->w.v = t;
      s->u.written += s->w.size.n[0];
      count (&s->w);
    }
}

/* Elements of a member.  */
static void
elements (int n)
{
#pragma pram
  for (int step = 0; step < n; step++)
    {
      for (int i = 1; i < NX * NY - 1; i++)
	global.all[1].v[i] = (global.all[0].v[i - 1] + global.all[0].v[i + 1]) / 2;
      double *t = global.all[0].v;
      global.all[0].v = global.all[1].v;
      global.all[1].v = t;
      global.all[1].written++;
    }
}

/* Members behind others that are pointers.  */
struct grid { int nx, ny; double h; long steps; };
struct solver { const char *name; struct grid *grid; double *to, *from; };

static void
solve (struct solver *s, int n)
{
#pragma pram
  for (int step = 0; step < n; step++)
    {
      for (int i = 1; i < s->grid->nx - 1; i++)
	for (int j = 1; j < s->grid->ny - 1; j++)
	  s->to[i * s->grid->ny + j] = s->grid->h * s->from[(i - 1) * s->grid->ny + j]
				       + s->from[i * s->grid->ny + j + 1];
      s->grid->steps++;
      double *t = s->to;
      s->to = s->from;
      s->from = t;
    }
}

int
main (void)
{
  struct field big = { { { NX, NY, NZ } }, a, 0 }, flat = { { { NX, NY, 1 } }, c, 3 };
  struct sim s = { .25, big, big, { big, flat } };
  s.w.v = b;
  global = s;
  global.all[0].v = d;
  for (int i = 0; i < NX * NY * NZ; i++)
    {
      a[i] = noise (i);
      b[i] = noise (i + 5000);
    }
  for (int i = 0; i < NX * NY; i++)
    {
      c[i] = noise (i + 10000);
      d[i] = noise (i + 11000);
    }
  difference (&s);
  value (s);
  steps (&s, 3);
  elements (5);
  struct grid grid = { NX, NY, .75, 0 };
  struct solver solver = { "far", &grid, c, d };
  solve (&solver, 3);
  printf ("%ld %d\n", grid.steps, solver.to == d);
  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  show ("c", c, sizeof c);
  show ("d", d, sizeof d);
  printf ("%d %ld %ld\n", s.u.v == b, s.u.written, s.w.written);
  printf ("%d %ld %ld\n", global.all[0].v == c, global.all[0].written,
	  global.all[1].written);
  return 0;
}
