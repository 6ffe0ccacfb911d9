/* fission.c: loops that can be distributed as several only.

   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-flags -g }  */

#include <math.h>

#include "show.h"

#define N 43
#define M 29

static double a[N][M], c[N][N], d[N][N], e[N][N];
static double p[M], q[N], r[N], s[M], x[N], y[N];
static float f[N][N], g[N];
static int h[N], k[N], l[N + 1];

static void
fill (void)
{
  for (int i = 0; i < N; i++)
    {
      for (int j = 0; j < M; j++)
	a[i][j] = noise (i * M + j);
      for (int j = 0; j < N; j++)
	{
	  c[i][j] = noise (i + j * N);
	  d[i][j] = noise (3 * i - j);
	  e[i][j] = noise (i - 3 * j);
	  f[i][j] = noise (i + 2 * j);
	}
      q[i] = x[i] = noise (i + 77);
      r[i] = y[i] = noise (i + 88);
      g[i] = noise (i + 99);
      h[i] = k[i] = l[i] = i * i % 13;
    }
  for (int j = 0; j < M; j++)
    p[j] = s[j] = noise (j + 66);
}

/* Sums of rows and of columns.  */
static void
bicg (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    {
      q[i] = 0;
      for (int j = 0; j < M; j++)
	{
	  s[j] += r[i] * a[i][j];
	  q[i] += a[i][j] * p[j];
	}
    }
  show ("q", q, sizeof q);
  show ("s", s, sizeof s);
}

/* The sum of a row is a scalar, and A's element is loaded once.  */
static void
shared_load (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    {
      double sum = 0;
      for (int j = 0; j < M; j++)
	{
	  double t = a[i][j];
	  s[j] += r[i] * t;
	  sum += t * p[j];
	}
      q[i] = sum;
    }
  show ("q", q, sizeof q);
  show ("s", s, sizeof s);
}

/* The second part needs what the first one made.  */
static void
atax (void)
{
#pragma pram begin
  for (int j = 0; j < M; j++)
    s[j] = 0;
  for (int i = 0; i < N; i++)
    {
      q[i] = 0;
      for (int j = 0; j < M; j++)
	q[i] += a[i][j] * p[j];
      for (int j = 0; j < M; j++)
	s[j] += a[i][j] * q[i];
    }
#pragma pram end
  show ("q", q, sizeof q);
  show ("s", s, sizeof s);
}

/* Down a triangle, in a time loop; the next step reads what both parts have
   made.  */
static void
steps (int n)
{
#pragma pram
  for (int t = 0; t < n; t++)
    {
      for (int i = N - 1; i > 0; i--)
	for (int j = 0; j < i; j++)
	  {
	    x[i] = 0.5 * x[i] + c[i][j] * e[0][j];
	    y[j] = 0.25 * y[j] + c[i][j] * 0.125;
	    if (c[i][j] > 0.5)
	      d[j][i] = c[i][j];
	  }
      for (int j = 0; j < N; j++)
	e[0][j] = x[j] - y[j];
    }
  show ("x", x, sizeof x);
  show ("y", y, sizeof y);
  show ("d", d, sizeof d);
}

/* One dependence along i, one along j, none.  */
static void
prefixes (void)
{
#pragma pram
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++)
      {
	c[i][j] = e[i][j] * 2;
	d[i][j] = d[i - 1][j] + c[i][j];
	f[i][j] = f[i][j - 1] + (float) d[i][j];
      }
  show ("c", c, sizeof c);
  show ("d", d, sizeof d);
  show ("f", f, sizeof f);
}

/* The reader comes first: its part must not be behind the writer's.  */
static void
anti (void)
{
#pragma pram
  for (int i = 1; i < N - 1; i++)
    {
      h[i] = k[i + 1] * 2 + l[i];
      k[i] = h[i - 1] + 1;
      l[i + 1] = i;
    }
  show ("h", h, sizeof h);
  show ("k", k, sizeof k);
  show ("l", l, sizeof l);
}

/* Scalars that are used afterwards.  */
static void
scalars (void)
{
  double most = 0;
  long n = 0;
#pragma pram
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      {
	s[j] += r[i] * a[i][j];
	q[i] += a[i][j] * p[j];
	most = fmax (most, a[i][j]);
	n += a[i][j] > 0.5;
      }
  show ("q", q, sizeof q);
  show ("s", s, sizeof s);
  printf ("%.17g %ld\n", most, n);
}

static inline void
halve (double *u, const double *v)
{
  double t = *v;
  *u = *u * 0.5 + t;
}

/* Parts with variables of a helper, of which a debugger would like to know.  */
static void
helped (double *u, double *v, int n)
{
#pragma pram size(n=43)
  for (int i = 1; i < n; i++)
    {
      halve (&u[i], &v[0]);
      u[i] += 0.125 - u[1];
    }
  show ("x", x, sizeof x);
}

int
main (void)
{
  fill (); bicg ();
  fill (); shared_load ();
  fill (); atax ();
  fill (); steps (3);
  fill (); prefixes ();
  fill (); anti ();
  fill (); scalars ();
  fill (); helped (x, y, N);
  return 0;
}
