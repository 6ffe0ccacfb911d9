/* members-overlap.c: members that an array overlaps, that another name, a helper
   or an address assigns; structures that are not there.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-mode any } { pram-stderr "'fill.1' runs serially: .*overlap(.|\n)*'alias.1' runs serially: .*overlap(.|\n)*'arrays.1' runs serially: .*overlap(.|\n)*'exchanged.1' runs serially: .*overlap" } */

#include <stdlib.h>

#include "show.h"

struct own
{
  int n;
  double c, data[400], *u;
};

static void
fill (struct own *o)
{
#pragma pram size(o->n=300)
  for (int i = 0; i < o->n; i++)
    o->u[i] = o->c * i + 2;
}

static void
alias (struct own *o, const struct own *p)
{
#pragma pram size(o->n=300)
  for (int i = 0; i < o->n; i++)
    {
      o->c = i;
      o->u[i] = p->c * 2;
    }
}

/* Two names of one array.  */
static void
arrays (struct own *o, const struct own *p)
{
#pragma pram size(o->n=300)
  for (int i = 1; i < o->n; i++)
    o->data[i] = p->data[i - 1] + i;
}

/* An element by a constant, and by others.  */
static void
first (struct own *o)
{
#pragma pram size(o->n=300)
  for (int t = 0; t < 3; t++)
    {
      o->data[0] += 1;
      for (int i = 0; i < o->n; i++)
	o->u[i] = o->data[0] + o->data[i];
    }
}

/* The address of an element is known inside.  */
static void
pointed (struct own *o)
{
#pragma pram size(o->n=300)
  for (int t = 0; t < 3; t++)
    {
      double *d = &o->data[t];
      for (int i = 0; i < o->n; i++)
	o->data[i] += i;
      *d = 7;
    }
}

static void
raise_data (struct own *o)
{
  for (int i = 0; i < 300; i++)
    o->data[i] += 2;
}

static void
raised (struct own *o)
{
#pragma pram size(o->n=300)
  for (int t = 0; t < 3; t++)
    {
      for (int i = 1; i < o->n; i++)
	o->data[i] = o->data[i - 1] * 0.5;
      raise_data (o);
    }
}

/* The address of the member is known inside.  */
static void
address (struct own *o)
{
#pragma pram size(o->n=300)
  for (int i = 0; i < o->n; i++)
    {
      double *c = &o->c;
      *c = i;
      o->u[i] = o->c * 3;
    }
}

static void
bump (struct own *o)
{
  o->c += 1;
}

static void
helped (struct own *o, double *u)
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < 300; i++)
	u[i] += o->c;
      bump (o);
    }
}

static struct own *known;

static double
scaled (double x)
{
  return x * known->c;
}

/* A helper reads what the region assigns.  */
static void
read_by_helper (double *u)
{
#pragma pram begin
  for (int i = 0; i < 300; i++)
    u[i] = scaled (i);
  known->c = 5;
  for (int i = 0; i < 300; i++)
    u[i] += scaled (1);
#pragma pram end
}

/* One member of a union is another one.  */
struct punned
{
  int n;
  union { double f; unsigned long i; } u;
  double *x;
};

static void
through_union (struct punned *p)
{
#pragma pram size(p->n=300)
  for (int t = 0; t < p->n; t++)
    {
      p->u.f = t;
      p->x[t] = p->u.i >> 40;
    }
}

/* A structure by another type.  */
static void
cast (void *p, double *x)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < 300; i++)
	x[i] += ((struct own *) p)->n;
      ((struct { unsigned n; } *) p)->n = 7;
    }
}

static void
by_void (struct own *o, void *p, double *x)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < 300; i++)
	x[i] += o->n;
      *(int *) p = 9;
    }
}

/* Without steps nobody looks at the structure.  */
static void
nothing (struct own *o, int steps)
{
#pragma pram size(o->n=300, steps=3)
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < o->n; i++)
      o->u[i] += o->data[i] * o->c;
}

/* Members behind pointers, which another name assigns, …  */
struct far
{
  int n, *v;
  struct own *own, *other;
};

static void
far_alias (struct far *f)
{
#pragma pram
  for (int i = 0; i < f->own->n; i++)
    {
      f->other->c = i;
      f->own->u[i] = f->own->c * 2;
    }
}

/* … an array overlaps, …  */
static void
far_array (struct far *f)
{
#pragma pram
  for (int i = 0; i < f->n; i++)
    f->v[i] = f->own->n + i;
}

/* … or that are others in each iteration.  */
static void
far_turns (struct far *f, double *a)
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < f->own->n; i++)
	a[i] = a[i] + f->own->c;
      struct own *own = f->own;
      f->own = f->other;
      f->other = own;
    }
}

/* There is nothing behind the pointer.  */
static void
far_nothing (struct far *f)
{
#pragma pram
  for (int i = 0; i < f->n; i++)
    f->v[i] = f->own->n;
}

/* One structure, and one more, whose members are exchanged.  */
static void
exchanged (struct own *o, struct own *p)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < o->n; i++)
	o->u[i] += p->u[i] + i;
      double *u = o->u, c = o->c;
      o->u = p->u;
      o->c = p->c + 1;
      p->u = u;
      p->c = c;
    }
}

static void
behind (struct own *o, double *apart)
{
  struct own second = { 280, .25, { 3 }, apart };
  struct far f = { 2, NULL, o, o };
  o->n = 300;
  o->c = 2;
  o->u = apart;
  far_alias (&f);
  show ("far", apart, 300 * sizeof *apart);
  f.v = &o->n;
  far_array (&f);
  printf ("%d\n", o->n);
  o->n = 290;
  f.other = &second;
  far_turns (&f, apart);
  show ("turns", apart, 300 * sizeof *apart);
  f = (struct far) { 0 };
  far_nothing (&f);
}

int
main (void)
{
  static struct own o = { .n = 300, .c = 1.5 };
  /* Nobody sees that it is the same (same-pointers.c).  */
  struct own *same = &o;
  double *apart = malloc (300 * sizeof *apart);
  o.u = o.data + 20;
  fill (&o);
  show ("apart", &o.data, sizeof o.data);
  o.u = &o.c;
  fill (&o);
  show ("overlapping", &o.data, sizeof o.data);
  o.u = apart;
  alias (&o, same);
  show ("alias", apart, 300 * sizeof *apart);
  address (&o);
  show ("address", apart, 300 * sizeof *apart);
  helped (&o, apart);
  show ("helped", apart, 300 * sizeof *apart);
  show ("c", &o.c, sizeof o.c);
  known = &o;
  read_by_helper (apart);
  show ("read", apart, 300 * sizeof *apart);
  struct punned p = { 300, { 1 }, apart };
  through_union (&p);
  show ("union", apart, 300 * sizeof *apart);
  cast (&o, apart);
  show ("cast", apart, 300 * sizeof *apart);
  by_void (&o, &o.n, apart);
  show ("void", apart, 300 * sizeof *apart);
  o.n = 300;
  arrays (&o, same);
  show ("arrays", &o.data, sizeof o.data);
  first (&o);
  show ("first", apart, 300 * sizeof *apart);
  pointed (&o);
  raised (&o);
  show ("raised", &o.data, sizeof o.data);
  nothing (NULL, 0);
  behind (&o, apart);
  struct own other = { .c = 3, .u = o.data };
  o.u = apart;
  exchanged (&o, &other);
  o.u = apart;
  exchanged (&o, same);
  show ("exchanged", apart, 300 * sizeof *apart);
  printf ("%g %g %d\n", o.c, other.c, other.u == o.data);
  free (apart);
  return 0;
}
