/* member-arrays.c: arrays that are members of structures, used by helpers: read and
   written, by constants and by variables, of structures in structures, passed by address and
   by value; and a helper called in a declaration that is the region's first statement.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 25 4 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

struct box
{
  double length[3], half[3];
  int periodic[3];
};

struct atoms
{
  int n;
  double *r, *v;
  struct box box;
  double drift[3];
  int moved[4];
};

static void
move (struct atoms *a, double dt)
{
  for (int i = 0; i < a->n; i++)
    for (int k = 0; k < 3; k++)
      {
	a->r[3 * i + k] += dt * (a->v[3 * i + k] - a->drift[k]);
	if (a->box.periodic[k] && a->r[3 * i + k] > a->box.length[k])
	  a->r[3 * i + k] -= a->box.length[k];
      }
}

static void
count (struct atoms *a)
{
  a->moved[3] = 0;
  for (int k = 0; k < 3; k++)
    {
      a->moved[k] = 0;
      for (int i = 0; i < a->n; i++)
	a->moved[k] += a->r[3 * i + k] > a->box.half[k];
      a->moved[3] += a->moved[k];
      a->drift[k] = a->moved[k] * .001;
    }
  a->drift[1] += .0001;
}

static double
furthest (struct box b, int n, const double *r)
{
  double far = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      {
	double d = r[3 * i + k] - b.half[k];
	far = d > far ? d : far;
      }
  return far;
}

static double
reach (const struct atoms *a)
{
  double most = 0;
  for (int i = 0; i < a->n; i++)
    if (a->r[3 * i] + a->drift[0] > most)
      most = a->r[3 * i] + a->drift[0];
  return most;
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 25, steps = argc > 2 ? atoi (argv[2]) : 4;
  struct atoms at = { .n = n }, *a = &at;
  at.r = malloc (3 * n * sizeof (double));
  at.v = malloc (3 * n * sizeof (double));
  for (int i = 0; i < 3 * n; i++)
    {
      at.r[i] = i % 11 * .25;
      at.v[i] = i % 7 - 3;
    }
  for (int k = 0; k < 3; k++)
    {
      at.box.length[k] = 2 + k;
      at.box.half[k] = at.box.length[k] / 2;
      at.box.periodic[k] = k != 1;
    }
  double far, first;
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      move (a, .125);
      count (a);
    }
#pragma pram begin
  double most = reach (&at);
  for (int i = 0; i < n; i++)
    at.v[3 * i] += most * at.drift[i % 3];
  first = most;
  far = furthest (at.box, n, at.r);
#pragma pram end
  double sum = 0;
  for (int i = 0; i < 3 * n; i++)
    sum = sum * .875 + at.r[i] + at.v[i];
  printf ("%.17g %.17g %.17g %d %d %d %d\n", sum, far, first, at.moved[0], at.moved[1],
	  at.moved[2], at.moved[3]);
  free (at.r);
  free (at.v);
  return 0;
}
