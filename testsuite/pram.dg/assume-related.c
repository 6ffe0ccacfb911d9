/* Sizes that the program computes from each other are assumed to be related as
   they are: were they not, other loops would run in parallel.

   SPDX-License-Identifier: GPL-3.0-or-later  */
#include <stdlib.h>

struct grid { int n, size, padded, *marks; double *u, *f; };
struct level { int n; double *u; };

static int rows, all;
static double *table;

static void
setup (struct grid *g, int n)
{
  g->size = n * n;
  g->n = n;
  g->padded = (g->n + 2) * (g->n + 2);
  g->u = calloc (g->padded, sizeof (double));
  g->f = calloc (g->padded, sizeof (double));
}

/* Members; the one from which others follow comes last.  */
static void
members (struct grid *g)
{
#pragma pram
  for (int t = 0; t < 9; t++)	/* { dg-note "g->size=1000000, g->n=1000.*2 layers" } */
    {
      for (int k = 0; k < g->size; k++)
	g->f[k] = g->u[k];
      for (int i = 1; i < g->n - 1; i++)
	for (int j = 0; j < g->n; j++)
	  g->u[i * g->n + j] = g->f[(i - 1) * g->n + j] + g->f[(i + 1) * g->n + j];
    }
}

/* Members, without the one from which they follow.  */
static void
both (struct grid *g)
{
#pragma pram
  for (int t = 0; t < 9; t++)	/* { dg-note "g->size=1000000, g->padded=1004004.*2 layers" } */
    {
      for (int k = 0; k < g->size; k++)
	g->f[k] = g->u[k] + 1;
      for (int k = 0; k < g->padded; k++)
	g->u[k] = g->f[k] / 2;
    }
}

/* What the caller passes, and the caller's caller.  */
static void
passed (int total, int n, double *a, double *b)
{
#pragma pram
  for (int t = 0; t < 9; t++)	/* { dg-note "total=1000000, n=1000.*2 layers" } */
    {
      for (int k = 0; k < total; k++)
	b[k] = a[k];
      for (int i = 1; i < n / 2; i++)
	for (int j = 0; j < 2 * n; j++)
	  a[2 * i * n + j] = b[2 * (i - 1) * n + j] + b[2 * i * n + j];
    }
}

static void
pass (int m, double *a, double *b)
{
  passed (m * m, m, a, b);
}

/* Variables of the file.  */
static void
globals (void)
{
#pragma pram
  for (int t = 0; t < 9; t++)	/* { dg-note "all=3000000, rows=1000.*2 layers" } */
    {
      for (int k = 0; k < all; k++)
	table[k] *= 2;
      for (int i = 0; i < rows; i++)
	for (int j = 1; j < 3 * rows; j++)
	  table[i * 3 * rows + j] += j;
    }
}

/* Members of several structures have nothing to do with each other.  */
static void
several (struct level *fine, struct level *coarse)
{
#pragma pram
  for (int t = 0; t < 9; t++)	/* { dg-note "fine->n=1000, coarse->n=1012.*2 layers" } */
    {
      for (int i = 0; i < fine->n; i++)
	fine->u[i] += i;
      for (int i = 0; i < coarse->n; i++)
	coarse->u[i] += i;
    }
}

int
main (int argc, char **argv)
{
  int n = atoi (argv[1]);
  struct grid g;
  struct level a = { n, calloc (n, 8) }, b = { n / 2, calloc (n, 8) };
  setup (&g, n);
  members (&g);
  both (&g);
  pass (n, g.u, g.f);
  rows = atoi (argv[2]);
  all = 3 * rows * rows;
  table = calloc (all, sizeof *table);
  globals ();
  several (&a, &b);
  return g.u[n] > a.u[0] + b.u[0] + table[argc];
}
