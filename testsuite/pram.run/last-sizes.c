/* last-sizes.c: values of the last iteration, of loops that don't always run as
   often, or at all, of which the last unit has no iteration, or that are run
   whole by one process after the other.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 17 40 } */

#include "show.h"

enum { N = 60 };
static double a[N + 2], b[N + 2], out[N + 2], c[N][N], d[N][N][N];

/* The last iteration is in another unit each time; there is none at first.  */
static void
grows (int n)
{
  double x = 77;
#pragma pram
  for (int t = 0; t < n; t++)
    {
      for (int i = 0; i < t; i++)
	{
	  x = a[i] * 0.5;
	  b[i] += x * 3;
	}
      out[t] = x;
    }
  printf ("%g\n", x);
}

/* Distributed along a loop inside of that which carries the scalar.  */
static void
inside (int n)
{
  double x = 3, y = 4;
  int q = 2;
#pragma pram
  for (int t = 0; t < n; t++)
    {
      for (int i = t + 1; i < n; i++)
	{
	  x = c[i][t] * 0.5;
	  for (int j = t; j < n; j++)
	    {
	      c[i][j] -= x * c[t][j];
	      y = x;
	    }
	}
      q += (int) x;
      out[t] = y;
    }
  printf ("%g %g %d\n", x, y, q);
}

/* A layer that sometimes runs, perhaps without an iteration.  */
static void
sometimes (int n, int m)
{
  double x = 3;
  int last = -7;
#pragma pram
  for (int t = 0; t < n; t++)
    {
      if (t % 3 == 1)
	for (int i = 0; i < m - t; i++)
	  {
	    x = a[i] * 0.5;
	    b[i] += x;
	    last = i;
	  }
      out[t] = x + last;
    }
  printf ("%g %d\n", x, last);
}

/* No unit has an iteration.  */
static void
empty (int n)
{
  long double x = 3;
  signed char y = 4;
  _Bool z = 1;
#pragma pram
  for (int i = n - 1; i >= 0; i--)
    {
      x = a[i];
      y = i;
      z = a[i] > 0.5;
      b[i] += x * 3;
    }
  printf ("%Lg %d %d\n", x, y, z);
}

/* One process runs all of the first nest in an iteration of i, and those that
   have the last iterations of i don't run it at all.  */
static void
whole (int n, int m)
{
  long x2 = 77, x3 = 77;
#pragma pram begin size(n=17,m=17) schedule(brent)
  for (int i = 1; i < m; i++)
    {
      if (i >= 5)
	continue;
      for (x2 = 1; x2 < m; x2++)
	for (x3 = 2; x3 < n; x3++)
	  d[i][x2][x3] = 0.5 * c[i][x2] + 0.5 * d[i][x2][x3] - a[i - 1];
    }
  for (int i = 1; i < m - 2; i++)
    {
      d[i][1][2] = 0.5 * d[i - 1][i][i + 1];
      a[i] = 0.5 * b[i];
    }
#pragma pram end
  printf ("%ld %ld\n", x2, x3);
}

int
main (int argc, char **argv)
{
  for (int i = 0; i < N * N * N; i++)
    (&d[0][0][0])[i] = noise (i);
  for (int i = 0; i < N * N; i++)
    (&c[0][0])[i] = noise (i);
  for (int i = 0; i < N + 2; i++)
    a[i] = noise (3 * i), b[i] = noise (5 * i);
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      grows (n);
      inside (n);
      sometimes (n, n + 1);
      sometimes (n, 1);
      empty (n);
      empty (0);
      whole (n, n);
    }
  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  show ("c", c, sizeof c);
  show ("d", d, sizeof d);
  show ("out", out, sizeof out);
  return 0;
}
