/* levels-tables.c: loops over levels that arrays of integers tell of: how large
   the grid of a level is, and where it begins.

   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { pram-args 2 3 6 4 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */

#include <stdlib.h>

#include "show.h"

#define NI __attribute__ ((noipa))

enum { MOST = 16 };

/* Down to the coarsest grid and up again; the finest one has the number LT and
   begins where START says, too.  */
NI static void
cycles (int lt, int n_cycles, const int *m, const int *start, double *u,
	double *r, const double *v)
{
#pragma pram
  for (int c = 0; c < n_cycles; c++)
    {
      for (int i = 1; i < m[lt] - 1; i++)
	r[i] = v[i] - (2 * u[i] - u[i - 1] - u[i + 1]);
      for (int k = lt; k > 1; k--)
	for (int i = 1; i < m[k - 1] - 1; i++)
	  r[start[k - 1] + i]
	    = (0.5 * r[start[k] + 2 * i]
	       + 0.25 * (r[start[k] + 2 * i - 1] + r[start[k] + 2 * i + 1]));
      for (int i = 0; i < m[1]; i++)
	u[start[1] + i] = 0.5 * r[start[1] + i];
      for (int k = 2; k < lt; k++)
	{
	  for (int i = 0; i < m[k]; i++)
	    u[start[k] + i] = 0;
	  for (int i = 0; i < m[k - 1] - 1; i++)
	    {
	      u[start[k] + 2 * i] += u[start[k - 1] + i];
	      u[start[k] + 2 * i + 1]
		+= 0.5 * (u[start[k - 1] + i] + u[start[k - 1] + i + 1]);
	    }
	}
      for (int i = 1; i < m[lt] - 1; i++)
	u[i] += 0.3 * r[i];
    }
}

static int size[MOST];
static unsigned first[MOST];

/* Sweeps on each grid, and the next one from it.  */
NI static void
sweeps (int lt, int turns, double *u, double *w)
{
#pragma pram begin
  for (int k = 0; k < lt; k++)
    {
      for (int t = 0; t < turns; t++)
	{
	  for (int i = 1; i < size[k] - 1; i++)
	    w[first[k] + i] = (u[first[k] + i - 1] + u[first[k] + i + 1]) / 2;
	  for (int i = 1; i < size[k] - 1; i++)
	    u[first[k] + i] = w[first[k] + i];
	}
      for (int i = 0; i < size[k + 1]; i++)
	u[first[k + 1] + i] = u[first[k] + 2 * i];
    }
#pragma pram end
}

/* Images, each of which is made of the one before.  */
NI static void
images (size_t n, const long *rows, const long *columns, const long *begin,
	float *a)
{
#pragma pram
  for (size_t l = 1; l < n; l++)
    for (long i = 0; i < rows[l]; i++)
      for (long j = 0; j < columns[l]; j++)
	a[begin[l] + i * columns[l] + j]
	  = (a[begin[l - 1] + 2 * i * columns[l - 1] + 2 * j]
	     + a[begin[l - 1] + 2 * i * columns[l - 1] + 2 * j + 1]) / 2;
}

static void
run (int lt)
{
  int m[MOST] = { 0 }, start[MOST] = { 0 }, total = 0, n = 0;
  long rows[MOST] = { 0 }, columns[MOST] = { 0 }, begin[MOST] = { 0 };
  for (int k = lt; k >= 1; k--)
    {
      m[k] = (1 << k) + 1;
      start[k] = total;
      size[lt - k] = m[k];
      first[lt - k] = total;
      total += m[k];
    }
  size[lt] = 0;
  for (int k = 0; k < lt; k++)
    {
      rows[k] = 1 << (lt - k);
      columns[k] = 3 << (lt - k);
      begin[k] = n;
      n += rows[k] * columns[k];
    }
  double *u = calloc (total, sizeof *u), *r = calloc (total, sizeof *r);
  double *v = calloc (total, sizeof *v);
  float *a = calloc (n, sizeof *a);
  for (int i = 0; i < total; i++)
    v[i] = (i * 7 % 13) * 0.25;
  for (int i = 0; i < n; i++)
    a[i] = i * 5 % 17;
  cycles (lt, 3, m, start, u, r, v);
  show ("u", u, total * sizeof *u);
  show ("r", r, total * sizeof *r);
  sweeps (lt, 2, v, r);
  show ("v", v, total * sizeof *v);
  images (lt, rows, columns, begin, a);
  show ("a", a, n * sizeof *a);
  free (u);
  free (r);
  free (v);
  free (a);
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    run (atoi (argv[i]));
  return 0;
}
