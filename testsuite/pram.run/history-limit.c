/* history-limit.c: what a convergence loop stores in each iteration, in an array of
   which nobody knows the size.

   SPDX-License-Identifier: GPL-3.0-or-later  */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static double
sweep (int n, double *u, double *v)
{
  double most = 0;
  for (int i = 1; i < n - 1; i++)
    {
      v[i] = 0.5 * (u[i - 1] + u[i + 1]);
      most = fmax (most, fabs (v[i] - u[i]));
    }
  for (int i = 1; i < n - 1; i++)
    u[i] = v[i];
  return most;
}

static int
limit (int n, double *u, double *v, double *h, int most, double eps)
{
  int it;
#pragma pram
  for (it = 0; it < most; it++)
    {
      double e = sweep (n, u, v);
      h[it] = e;
      if (e < eps)
	break;
    }
  return it < most ? it + 1 : it;
}

static int
both (int n, double *u, double *v, double *h, int most, double eps)
{
  int it = 0;
  double e = 1;
#pragma pram
  while (e > eps && it < most)
    {
      e = sweep (n, u, v);
      h[it++] = e;
    }
  return it;
}

static int
behind (int n, double *u, double *v, double *h, int most, double eps)
{
  int it = 0;
#pragma pram
  do
    h[it] = sweep (n, u, v);
  while (h[it] > eps && ++it < most);
  return it < most ? it + 1 : it;
}

static int
returned (int n, double *u, double *v, double *h, int most, double eps)
{
#pragma pram
  for (int it = 0; it < most; it++)
    {
      h[it] = sweep (n, u, v);
      if (h[it] < eps)
	return it + 1;
    }
  return most;
}

static int
pointer (int n, double *u, double *v, double *h, int most, double eps)
{
  int it = 0;
  double e = 1, *p = h;
#pragma pram
  while (e > eps && it < most)
    {
      e = sweep (n, u, v);
      *p++ = e;
      it++;
    }
  return (int) (p - h);
}

/* Some elements of each iteration.  */
static int
pictures (int n, double *u, double *v, double *h, int most, double eps)
{
  int it = 0;
  double e = 1;
  most /= 4;
#pragma pram
  while (e > eps && it < most)
    {
      e = sweep (n, u, v);
      for (int i = 0; i < 4; i++)
	h[4 * it + i] = u[i + 1];
      it++;
    }
  return 4 * it;
}

/* K elements; there is nothing behind them.  */
static double *
exactly (int k)
{
  size_t page = (size_t) sysconf (_SC_PAGESIZE), room = 4 * page;
  char *p = mmap (NULL, room + page, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED || mprotect (p + room, page, PROT_NONE))
    abort ();
  return (double *) (p + room) - k;
}

typedef int solver (int, double *, double *, double *, int, double);

/* SOLVE with room for MOST, and for no more than is needed.  */
static void
run (solver *solve, int n, int most, double eps)
{
  double *u = malloc (n * sizeof *u), *v = calloc (n, sizeof *v);
  for (int k = 0, room = most; k < 2; k++)
    {
      for (int i = 0; i < n; i++)
	u[i] = i % 7;
      double *h = exactly (room), sum = 0;
      room = solve (n, u, v, h, most, eps);
      for (int i = 0; i < room; i++)
	sum = sum / 3 + h[i];
      printf ("%d %.17g %.17g\n", room, sum, u[n / 2]);
    }
  free (u), free (v);
}

int
main (void)
{
  static solver *const all[]
    = { limit, both, behind, returned, pointer, pictures };
  for (int k = 0; k < 6; k++)
    for (int n = 17; n < 60; n += 40)
      for (int most = 20; most <= 1000; most += 980)
	run (all[k], n, most, 0.1);
  return 0;
}
