/* rounds-leave.c: loops inside of others that exchange pointers and are left behind
   the exchange, some breaks doing something else first: two of them, under
   conditions, by goto, of do loops, three pointers in turn; flags instead.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 40 7 } */

#include <math.h>
#include "show.h"

#define NI __attribute__ ((noinline, noclone))

/* A sweep from U to V, which differ by DIFF then.  */
#define SWEEP \
  double diff = 0; \
  for (int i = 1; i < n - 1; i++) \
    { \
      v[i] = 0.5 * (u[i - 1] + u[i + 1]); \
      diff = fmax (diff, fabs (v[i] - u[i])); \
    }

#define EXCHANGE \
  double *other = u; \
  u = v; \
  v = other;

/* The loop LOOPS around LOOP, in which something is added to U behind it.  */
#define ROUNDS(name, variables, loop, values) \
  static void NI \
  name (int n, int most, double tol, double *u, double *v) \
  { \
    int x = 0, y = 0; \
    _Pragma ("pram") \
    for (int t = 0; t < 7; t++) \
      { \
	variables \
	loop \
	values \
	for (int i = 1; i < n - 1; i++) \
	  u[i] += 0.1 * (i % 5); \
      } \
    printf ("%d %d\n", x, y); \
  }

ROUNDS (counts, , for (int it = 0; it < most; it++)
  {
    SWEEP EXCHANGE
    if (diff < tol)
      {
	x++;
	y = it;
	break;
      }
  }, )

ROUNDS (two, , for (int it = 0; it < most; it++)
  {
    SWEEP EXCHANGE
    if (diff < tol)
      {
	x++;
	break;
      }
    y++;
    if (diff > 4)
      {
	y += 10 * it;
	break;
      }
  }, )

ROUNDS (plain, , for (int it = 0; it < most; it++)
  {
    SWEEP EXCHANGE
    x++;
    if (diff < tol)
      break;
    if (diff > 4)
      break;
  }, )

ROUNDS (nested, int ok = 0;, for (int it = 0; it < most; it++)
  {
    SWEEP EXCHANGE
    if (diff < tol)
      {
	if (++ok == 3)
	  {
	    x++;
	    break;
	  }
      }
    else
      ok = 0;
  }, y += ok;)

ROUNDS (sometimes, , for (int it = 0; it < most; it++)
  {
    SWEEP EXCHANGE
    y++;
    if (it % 4 == 3)
      if (diff < tol)
	{
	  x++;
	  break;
	}
  }, )

ROUNDS (flag, int done = 0; int it = 0;, while (!done && it < most)
  {
    SWEEP EXCHANGE
    it++;
    if (diff < tol)
      {
	done = 1;
	x += it;
      }
  }, y += it;)

ROUNDS (last, int it = 0; double d;, do
  {
    SWEEP EXCHANGE
    d = diff;
    if (diff > 4)
      {
	y -= 100;
	break;
      }
    if (it == 3 && diff < 10 * tol)
      {
	y += it;
	break;
      }
  }
  while (d > tol && ++it < most);, x += it;)

/* Left before the exchange, and behind it.  */
ROUNDS (before, int it = 0; double d;, do
  {
    SWEEP
    d = diff;
    if (diff < tol)
      {
	x++;
	break;
      }
    EXCHANGE
  }
  while (d < 5 && it++ < most);, y += it;)

/* By a goto.  */
static void NI
done (int n, int most, double tol, double *u, double *v)
{
  int x = 0, y = 0;
#pragma pram
  for (int t = 0; t < 7; t++)
    {
      for (int it = 0; it < most; it++)
	{
	  SWEEP EXCHANGE
	  x++;
	  if (diff < tol)
	    goto out;
	}
      y--;
    out:
      y += 2;
      for (int i = 1; i < n - 1; i++)
	u[i] += 0.1 * (i % 5);
    }
  printf ("%d %d\n", x, y);
}

/* Three pointers, and two such loops in another one.  */
static void NI
three (int n, int most, double tol, double *a, double *b, double *c)
{
  int x = 0, y = 0, z = 0;
  double change = 1;
#pragma pram
  for (int t = 0; t < 5 && change > tol; t++)
    {
      int k;
      for (k = 0; k < 4; k++)
	{
	  int it;
	  for (it = 0; it < most; it++)
	    {
	      double diff = 0;
	      for (int i = 1; i < n - 1; i++)
		{
		  c[i] = 0.3 * (b[i - 1] + b[i + 1]) + 0.1 * a[i];
		  diff = fmax (diff, fabs (c[i] - b[i]));
		}
	      double *other = a;
	      a = b;
	      b = c;
	      c = other;
	      if (diff < tol)
		{
		  x += it;
		  break;
		}
	    }
	  z = it;
	  if (it < 2)
	    {
	      y++;
	      break;
	    }
	}
      change = k == 4 ? 1 : z;
      for (int i = 1; i < n - 1; i++)
	b[i] += 0.2 * (i % 3);
    }
  printf ("%d %d %d %g\n", x, y, z, change);
}

typedef void function (int, int, double, double *, double *);

static double *
fresh (int n)
{
  double *a = need (n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] = i * 7 % 11;
  return a;
}

int
main (int argc, char **argv)
{
  static function *const all[] = { counts, two, plain, nested, sometimes, flag,
				   last, before, done };
  for (int k = 1; k < argc; k++)
    for (int most = 0; most < 41; most = 3 * most + 1)
      {
	int n = atoi (argv[k]);
	double *u = fresh (n), *v = fresh (n), *w = fresh (n);
	for (size_t f = 0; f < sizeof all / sizeof *all; f++)
	  {
	    all[f] (n, most, .3, u, v);
	    show ("u", u, n * sizeof *u);
	    show ("v", v, n * sizeof *v);
	  }
	three (n, most, .3, u, v, w);
	show ("u", u, n * sizeof *u);
	show ("v", v, n * sizeof *v);
	show ("w", w, n * sizeof *w);
	free (u);
	free (v);
	free (w);
      }
  return 0;
}
