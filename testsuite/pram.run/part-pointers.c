/* part-pointers.c: local pointers to parts of structures, in helpers and where the region
   stands, in loops, to one of several; and one that changes.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 12 9 5 }
   { pram-ranks 1 3 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdlib.h>
#include "show.h"

#define AT(f, i, j) ((i) * (f)->row + (j))

struct field { int nx, ny, row; double *d; };
struct flow { struct field h, next, part[3]; double step; };

static struct field
make (int nx, int ny)
{
  struct field f;
  f.nx = nx;
  f.ny = ny;
  f.row = ny + 2;
  f.d = (double *) need ((size_t) (nx + 2) * (ny + 2) * sizeof (double));
  for (int i = 0; i < (nx + 2) * (ny + 2); i++)
    f.d[i] = noise (i);
  return f;
}

static void
exchange (struct field *a, struct field *b)
{
  double *t = a->d;
  a->d = b->d;
  b->d = t;
}

static void
advance (struct flow *s)
{
  const struct field *h = &s->h;
  for (int i = 1; i <= h->nx; i++)
    for (int j = 1; j <= h->ny; j++)
      {
	struct field *const next = &s->next;
	int at = AT (h, i, j), left = AT (h, i - 1, j);
	next->d[at] = s->step * (h->d[at + 1] + h->d[at - 1] + h->d[left]
				 + h->d[AT (h, i + 1, j)]);
      }
}

static void
mix (struct flow *s)
{
  struct field *f = &s->part[1];
  for (int i = 1; i <= f->nx; i++)
    for (int j = 1; j <= f->ny; j++)
      f->d[AT (f, i, j)] += 0.5 * s->h.d[AT (&s->h, i, j)];
}

int
main (int argc, char **argv)
{
  int nx = atoi (argv[1]), ny = atoi (argv[2]), steps = argc > 3 ? atoi (argv[3]) : 0;
  struct flow flow, *s = &flow;
  size_t size = (size_t) (nx + 2) * (ny + 2) * sizeof (double);
  s->h = make (nx, ny);
  s->next = make (nx, ny);
  for (int k = 0; k < 3; k++)
    s->part[k] = make (nx, ny);
  s->step = 0.25;
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      advance (s);
      exchange (&s->h, &s->next);
      mix (s);
    }
  struct field *h = &s->h, *other = &s->part[0];
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 1; i <= h->nx; i++)
	for (int j = 1; j <= h->ny; j++)
	  other->d[AT (other, i, j)] += h->d[AT (h, i, j)] * t;
    }
  other = &s->part[2];
#pragma pram
  for (int i = 1; i <= h->nx; i++)
    for (int j = 1; j <= h->ny; j++)
      other->d[AT (other, i, j)] -= s->h.d[AT (h, i, j)];
  show ("h", s->h.d, size);
  show ("next", s->next.d, size);
  for (int k = 0; k < 3; k++)
    show ("part", s->part[k].d, size);
}
