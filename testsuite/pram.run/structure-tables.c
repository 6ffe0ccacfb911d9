/* structure-tables.c: V-cycles over arrays of structures with sizes and pointers, in a loop
   and by recursion.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-flags -O2 }
   { pram-args 64 }
   { pram-args 100 }
   { pram-stats "\"tasks_per_rank\": \\[[1-9][0-9]*, [1-9][0-9]" }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 12 };

struct level { int n; double h, *u, *f, *r; };

static void
smooth (struct level *l, int times)
{
  for (int t = 0; t < times; t++)
    {
      for (int i = 1; i < l->n; i++)
	l->r[i] = 0.2 * l->u[i] + 0.4 * (l->u[i - 1] + l->u[i + 1] + l->h * l->h * l->f[i]);
      for (int i = 1; i < l->n; i++)
	l->u[i] = l->r[i];
    }
}

static void
go_down (struct level *a, struct level *b)
{
  for (int i = 1; i < a->n; i++)
    a->r[i] = a->f[i] - (2 * a->u[i] - a->u[i - 1] - a->u[i + 1]) / (a->h * a->h);
  for (int i = 1; i < b->n; i++)
    {
      b->f[i] = 0.25 * (a->r[2 * i - 1] + 2 * a->r[2 * i] + a->r[2 * i + 1]);
      b->u[i] = 0;
    }
}

static void
go_up (struct level *b, struct level *a)
{
  for (int i = 1; i < a->n; i++)
    a->u[i] += i & 1 ? 0.5 * (b->u[i / 2] + b->u[i / 2 + 1]) : b->u[i / 2];
}

static void
cycle (struct level *level, int k, int n_levels)
{
  if (k == n_levels - 1)
    {
      smooth (&level[k], 10);
      return;
    }
  smooth (&level[k], 2);
  go_down (&level[k], &level[k + 1]);
  cycle (level, k + 1, n_levels);
  go_up (&level[k + 1], &level[k]);
  smooth (&level[k], 2);
}

static int
begin (struct level *level, int n)
{
  int n_levels = 0;
  for (int m = n; n_levels < MOST; m /= 2)
    {
      struct level *l = &level[n_levels++];
      l->n = m;
      l->h = 1.0 / m;
      l->u = calloc (m + 1, sizeof *l->u);
      l->f = calloc (m + 1, sizeof *l->f);
      l->r = calloc (m + 1, sizeof *l->r);
      if (m % 2 || m == 2)
	break;
    }
  for (int i = 0; i <= n; i++)
    level[0].f[i] = (i * 7) % 5;
  return n_levels;
}

static double
sum (const struct level *l)
{
  double s = 0;
  for (int i = 0; i <= l->n; i++)
    s = s * 0.9 + l->u[i];
  return s;
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 32;
  struct level a[MOST], *b = malloc (MOST * sizeof *b);
  int n_levels = begin (a, n);
  begin (b, n);
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int k = 0; k < n_levels - 1; k++)
	{
	  smooth (&a[k], 2);
	  go_down (&a[k], &a[k + 1]);
	}
      smooth (&a[n_levels - 1], 10);
      for (int k = n_levels - 2; k >= 0; k--)
	{
	  go_up (&a[k + 1], &a[k]);
	  smooth (&a[k], 2);
	}
    }
#pragma pram
  for (int t = 0; t < 3; t++)
    cycle (b, 0, n_levels);
  printf ("%.17g %.17g\n", sum (a), sum (b));
  return 0;
}
