/* structure-elements.c: arrays of structures with sizes and pointers whose elements are named
   by themselves (level[k].u[i]), in the region and in helpers that get K.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 20 3 }
   { pram-ranks 1 3 }
   { pram-mode distributed }  */

#include <stdlib.h>
#include "show.h"

struct level { int n; double h, *u, *f; };

static struct level level[12];
#define U(k, i) level[k].u[i]
#define F(k, i) level[k].f[i]

static void
smooth (int k)
{
  for (int i = 1; i <= level[k].n; i++)
    F (k, i) = level[k].h * (U (k, i - 1) + U (k, i + 1));
  for (int i = 1; i <= level[k].n; i++)
    U (k, i) += F (k, i);
}

static void
go_down (int k)
{
  for (int i = 1; i <= level[k + 1].n; i++)
    U (k + 1, i) = 0.25 * (U (k, 2 * i - 1) + 2 * U (k, 2 * i) + U (k, 2 * i + 1));
}

static void
fill (struct level *l, int n, int n_levels)
{
  for (int k = 0; k < n_levels; k++)
    {
      l[k].n = n >> k;
      l[k].h = 0.25 / (k + 1);
      l[k].u = (double *) need ((2 * n + 3) * sizeof (double));
      l[k].f = (double *) need ((2 * n + 3) * sizeof (double));
      for (int i = 0; i < 2 * n + 3; i++)
	{
	  l[k].u[i] = noise (i + 1000 * k);
	  l[k].f[i] = 0;
	}
    }
}

int
main (int argc, char **argv)
{
  int n = atoi (argv[1]), n_levels = argc > 2 ? atoi (argv[2]) : 1;
  struct level own[12];
  fill (level, n, n_levels);
  fill (own, n, n_levels);
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int k = 0; k < n_levels - 1; k++)
	{
	  smooth (k);
	  go_down (k);
	}
      smooth (n_levels - 1);
    }
#pragma pram
  for (int t = 0; t < 3; t++)
    for (int k = 0; k < n_levels; k++)
      {
	for (int i = 1; i <= own[k].n; i++)
	  own[k].f[i] = own[k].h * (own[k].u[i - 1] + own[k].u[i + 1]);
	for (int i = 1; i <= own[k].n; i++)
	  own[k].u[i] += own[k].f[i];
      }
  for (int k = 0; k < n_levels; k++)
    {
      show ("u", level[k].u, (2 * n + 3) * sizeof (double));
      show ("own", own[k].u, (2 * n + 3) * sizeof (double));
    }
}
