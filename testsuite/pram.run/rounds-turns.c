/* rounds-turns.c: names that are exchanged in loops inside of others a number of times
   that is known, after which they aren't as before, and three of them in turn, how
   often data decide.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include "show.h"

#define NI __attribute__ ((noinline, noclone))

static double *
fresh (int n)
{
  double *a = need (n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] = noise (i);
  return a;
}

/* COUNT sweeps a round.  */
#define COUNTED(name, count, clauses) \
  static void NI \
  name (int n, int m, double tol, double *u, double *v) \
  { \
    double d = 1; \
    int k = 0; \
    (void) m; \
    _Pragma (clauses) \
    while (d > tol && k < 7) \
      { \
	for (int s = 0; s < (count); s++) \
	  { \
	    for (int i = 1; i < n - 1; i++) \
	      v[i] = 0.4 * (u[i - 1] + u[i + 1]) + 0.1 * u[i]; \
	    double *t = u; \
	    u = v; \
	    v = t; \
	  } \
	d = 0; \
	for (int i = 1; i < n - 1; i++) \
	  d = fmax (d, fabs (u[i] - v[i])); \
	k++; \
      } \
    printf ("%d %g\n", k, d); \
    show ("u", u, n * sizeof *u); \
    show ("v", v, n * sizeof *v); \
  }

COUNTED (any, m, "pram")
COUNTED (odd, 3, "pram")
COUNTED (tables, 3, "pram schedule(linear) size(n = 24)")

/* Three in turn.  */
static void NI
turn (int n, double tol, double *u, double *v, double *w)
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      double d = 1;
      for (int k = 0; d > tol && k < 11; k++)
	{
	  d = 0;
	  for (int i = 1; i < n - 1; i++)
	    {
	      w[i] = 0.3 * (v[i - 1] + v[i + 1]) + 0.1 * u[i];
	      d = fmax (d, fabs (w[i] - v[i]));
	    }
	  double *x = u;
	  u = v;
	  v = w;
	  w = x;
	}
      for (int i = 0; i < n; i++)
	v[i] = v[i] + 0.5 + 0.1 * t;
    }
  show ("u", u, n * sizeof *u);
  show ("v", v, n * sizeof *v);
  show ("w", w, n * sizeof *w);
}

static void
run (int n, double tol)
{
  any (n, 3, tol, fresh (n), fresh (n));
  any (n, 2, tol, fresh (n), fresh (n));
  odd (n, 3, tol, fresh (n), fresh (n));
  turn (n, tol, fresh (n), fresh (n), fresh (n));
}

int
main (void)
{
  run (24, 1e-2);
  run (19, 1e-4);
  run (4, 1e-2);
  tables (24, 3, 1e-2, fresh (24), fresh (24));
  return 0;
}
