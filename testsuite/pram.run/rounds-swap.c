/* rounds-swap.c: loops whose end data decide inside of other loops, which exchange
   pointers: nobody knows what they stand for behind them; two and three of them,
   in each other and one after the other, in the last round an odd and an even
   number of times, grids whose corners don't exist, members of structures.

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

/* Jacobi in a Picard iteration in a time loop.  */
static void NI
implicit (int n, double tol, double *u, double *v, double *k)
{
  double *old = fresh (n * n);
  long total = 0;
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      double change;
      int p = 0;
      for (int i = 0; i < n * n; i++)
	old[i] = u[i];
      do
	{
	  int it = 0;
	  double d;
	  for (int i = 0; i < n * n; i++)
	    k[i] = 0.1 / (1 + u[i] * u[i]);
	  do
	    {
	      d = 0;
	      for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < n - 1; j++)
		  {
		    int x = i * n + j;
		    v[x] = ((old[x] + k[x] * (u[x - 1] + u[x + 1] + u[x - n]
					      + u[x + n])) / (1 + 4 * k[x]));
		    d = fmax (d, fabs (v[x] - u[x]));
		  }
	      double *other = u;
	      u = v;
	      v = other;
	    }
	  while (++it < 50 && d > tol);
	  total += it;
	  change = 0;
	  for (int i = 0; i < n * n; i++)
	    change = fmax (change, fabs (k[i] - 0.1 / (1 + u[i] * u[i])));
	}
      while (++p < 9 && change > tol);
      total += 1000 * p;
    }
  printf ("%ld\n", total);
  show ("u", u, n * n * sizeof *u);
  show ("v", v, n * n * sizeof *v);
  free (old);
}

/* Three in each other, each with its own pair.  */
static void NI
three (int n, double tol, double *u[6])
{
  double *a = u[0], *b = u[1], *c = u[2], *d = u[3], *e = u[4], *f = u[5], *t;
  double ra = 1;
  int ka = 0, kb = 0, kc = 0;
#pragma pram
  while (ra > tol && ka < 9)
    {
      double rb = 1;
      for (int ib = 0; rb > tol && ib < 7; ib++)
	{
	  double rc = rb > 0.1 ? 1 : 0;
	  for (int ic = 0; rc > tol && ic < 5; ic++)
	    {
	      rc = 0;
	      for (int i = 1; i < n - 1; i++)
		{
		  f[i] = 0.3 * (e[i - 1] + e[i + 1]) + 0.1 * c[i];
		  rc = fmax (rc, fabs (f[i] - e[i]));
		}
	      t = e; e = f; f = t;
	      kc++;
	    }
	  rb = 0;
	  for (int i = 1; i < n - 1; i++)
	    {
	      d[i] = 0.2 * (c[i - 1] + c[i + 1]) + 0.1 * e[i] + 0.05 * a[i];
	      rb = fmax (rb, fabs (d[i] - c[i]));
	    }
	  t = c; c = d; d = t;
	  kb++;
	}
      ra = 0;
      for (int i = 1; i < n - 1; i++)
	{
	  b[i] = 0.2 * (a[i - 1] + a[i + 1]) + 0.2 * c[i] + 0.1 * e[n - 1 - i];
	  ra = fmax (ra, fabs (b[i] - a[i]));
	}
      t = a; a = b; b = t;
      ka++;
    }
  printf ("%d %d %d %d %d\n", ka, kb, kc, a == u[0], c == u[2]);
  for (int k = 0; k < 6; k++)
    show ("u", u[k], n * sizeof *u[k]);
  show ("e", e, n * sizeof *e);
}

struct flow
{
  int n, w;
  double *u, *un, *p, *pn, *b;
};

/* Two in sequence, in members, on grids of which no corner is accessed.  */
static void NI
simple (struct flow *f, double tol)
{
  int outer = 0, inner = 0, w = f->w;
#pragma pram
  while (outer < 6)
    {
      int it = 0;
      double r, q = 1;
      do
	{
	  r = 0;
	  for (int i = 1; i <= f->n; i++)
	    for (int j = 1; j <= f->n; j++)
	      {
		int x = i * w + j;
		f->un[x] = (0.2 * (f->b[x] + f->u[x - w] + f->u[x + w]
				   + f->u[x - 1] + f->u[x + 1])
			    - 0.05 * (f->p[x + 1] - f->p[x - 1]));
		r = fmax (r, fabs (f->un[x] - f->u[x]));
	      }
	  double *t = f->u; f->u = f->un; f->un = t;
	}
      while (++it < 20 && r > tol);
      inner += it;
      for (it = 0; q > tol && it < 25; it++)
	{
	  q = 0;
	  for (int i = 1; i <= f->n; i++)
	    for (int j = 1; j <= f->n; j++)
	      {
		int x = i * w + j;
		f->pn[x] = (0.25 * (f->p[x - w] + f->p[x + w] + f->p[x - 1]
				    + f->p[x + 1])
			    - 0.01 * (f->u[x + 1] - f->u[x - 1]));
		q = fmax (q, fabs (f->pn[x] - f->p[x]));
	      }
	  double *t = f->p; f->p = f->pn; f->pn = t;
	}
      inner += it;
      outer++;
      if (r < tol && it < 2)
	break;
    }
  printf ("%d %d\n", outer, inner);
  show ("u", f->u, w * w * sizeof *f->u);
  show ("un", f->un, w * w * sizeof *f->un);
  show ("p", f->p, w * w * sizeof *f->p);
}

static void
run (int n, double tol)
{
  int w = n + 2;
  double *u[6];
  struct flow f = { n, w, fresh (w * w), fresh (w * w), fresh (w * w),
		    fresh (w * w), fresh (w * w) };
  for (int k = 0; k < 6; k++)
    u[k] = fresh (n * n);
  implicit (n, tol, u[0], u[1], u[2]);
  three (n, tol, u);
  simple (&f, tol);
}

int
main (void)
{
  run (23, 1e-3);
  run (24, 1e-2);
  run (3, 1e-2);
  return 0;
}
