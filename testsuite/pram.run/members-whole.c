/* Structures that are assigned as a whole where members of other structures have
   arrays of them; and where they are what has the members.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 57 } */
/* { pram-ranks 2 3 5 } */
/* { pram-mode any } */
/* { pram-stats "\"region\": \"flow.1\",.*\"mode\": \"distributed\"" } */
/* { pram-stats "\"region\": \"shift.1\",.*\"mode\": \"distributed\"" } */
/* { pram-stats "\"region\": \"jump.1\",.*\"mode\": \"distributed\"" } */
/* { pram-stats "\"region\": \"change.1\",.*\"mode\": \"serial\"" } */
#include <stdio.h>
#include <stdlib.h>
#include "show.h"

struct state { double rho, mx, my; };
struct face { int left, right; double length; };
struct mesh { int cells, faces; struct face *face; struct state *u, *change; };
struct pair { struct mesh now, next; };

static void
sum_up (struct mesh *m)
{
  for (int c = 0; c < m->cells; c++)
    m->change[c] = (struct state) { 0, 0, 0 };
  for (int f = 0; f < m->faces; f++)
    {
      const struct face *e = &m->face[f];
      double q = e->length * (m->u[e->left].rho - m->u[e->right].rho);
      m->change[e->left].rho -= q;
      m->change[e->right].rho += q;
      m->change[e->left].mx += 0.5 * q;
    }
}

static void __attribute__ ((noipa))
flow (struct mesh *m)
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      sum_up (m);
      for (int c = 0; c < m->cells; c++)
	{
	  struct state s = m->u[c], d = m->change[c];
	  s.rho += 0.1 * d.rho;
	  s.mx += 0.1 * d.mx;
	  m->u[c] = s;
	}
    }
}

static void __attribute__ ((noipa))
shift (struct mesh *m)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int c = 0; c < m->cells - 1; c++)
	m->change[c] = m->u[c + 1];
      for (int c = 0; c < m->cells - 1; c++)
	m->u[c] = m->change[c];
    }
}

/* Members of several sizes, with nothing in between.  */
struct node { int next; long rank; };

static void __attribute__ ((noipa))
jump (int n, int most, struct node *l, struct node *m)
{
#pragma pram
  for (int k = 0; k < most; k++)
    {
      for (int i = 0; i < n; i++)
	{
	  struct node a = l[i], b = l[a.next];
	  m[i].rank = a.rank + b.rank;
	  m[i].next = b.next;
	}
      for (int i = 0; i < n; i++)
	{
	  struct node a = m[i];
	  a.rank += a.next == i;
	  l[i] = a;
	}
    }
}

/* What has the members is assigned, by other words, and as a part of something.  */
static void __attribute__ ((noipa))
change (struct mesh *m, struct pair *p, struct pair *q)
{
#pragma pram
  for (int t = 0; t < 2; t++)
    {
      for (int c = 0; c < m->cells; c++)
	m->u[c].my += 1 + t;
      *p = *q;
    }
}

int
main (int argc, char **argv)
{
  struct mesh m, other;
  m.cells = argc > 1 ? atoi (argv[1]) : 10;
  m.faces = 2 * m.cells;
  m.face = need (m.faces * sizeof *m.face);
  m.u = need (m.cells * sizeof *m.u);
  m.change = need (m.cells * sizeof *m.change);
  for (int f = 0; f < m.faces; f++)
    m.face[f] = (struct face) { f * 7 % m.cells, (f * 13 + 1) % m.cells, noise (f) };
  for (int c = 0; c < m.cells; c++)
    m.u[c] = (struct state) { noise (c), c % 5, c % 7 };
  flow (&m);
  show ("flow", m.u, m.cells * sizeof *m.u);
  shift (&m);
  show ("shift", m.u, m.cells * sizeof *m.u);
  struct node *l = need (2 * m.cells * sizeof *l);
  for (int i = 0; i < m.cells; i++)
    l[i] = (struct node) { i < m.cells - 1 ? i + 1 : i, i };
  jump (m.cells, 5, l, l + m.cells);
  for (int i = 0; i < m.cells; i++)
    printf ("%d %ld\n", l[i].next, l[i].rank);
  other = m;
  other.u = need (m.cells * sizeof *m.u);
  for (int c = 0; c < m.cells; c++)
    other.u[c] = (struct state) { 0, 0, 0 };
  struct pair p = { m, m }, q = { other, other };
  change (&p.now, &p, &q);
  show ("change", m.u, m.cells * sizeof *m.u);
  show ("other", other.u, m.cells * sizeof *m.u);
  return 0;
}
