/* turns.c: buffers and work that take turns: t % 2, cur = 1 - cur.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include "show.h"

#define N 41
#define M 53

static double u[2][N][N], ring[3][N];
static int cells[2][N][M];
static double x[M], y[M], history[64];

/* Pointers chosen by the number of the iteration, which is not known.  */
static void
chosen (double *a, double *b, int steps)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      double *from = t % 2 ? b : a, *to = t % 2 ? a : b;
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  to[i * N + j] = 0.25 * (from[(i - 1) * N + j] + from[(i + 1) * N + j]
				  + from[i * N + j - 1] + from[i * N + j + 1]);
    }
}

/* A convergence loop tested at its end.  */
static int
converge (void)
{
  int cur = 0, it = 0;
  double d;
#pragma pram
  do
    {
      int next = !cur;
      d = 0;
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  {
	    double new = 0.25 * (u[cur][i - 1][j] + u[cur][i + 1][j]
				 + u[cur][i][j - 1] + u[cur][i][j + 1]);
	    u[next][i][j] = new;
	    d = fmax (d, fabs (new - u[cur][i][j]));
	  }
      cur = next;
      it++;
    }
  while (d > 2e-1);
  printf ("%d iterations, %.17g\n", it, d);
  return cur;
}

/* One left in its middle, with work on both sides.  */
static int
leave (void)
{
  int cur = 0, it;
  double d;
#pragma pram
  for (it = 0;; it++)
    {
      int next = cur ^ 1;
      d = 0;
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  {
	    double new = 0.25 * (u[cur][i - 1][j] + u[cur][i + 1][j]
				 + u[cur][i][j - 1] + u[cur][i][j + 1]);
	    u[next][i][j] = new;
	    d = fmax (d, fabs (new - u[cur][i][j]));
	  }
      if (d < 1e-1 || it > 60)
	break;
      for (int j = 0; j < N; j++)
	u[next][0][j] *= 0.99;
      cur ^= 1;
    }
  printf ("%d iterations, %.17g\n", it, d);
  return cur;
}

/* Three levels of a wave in one piece of memory.  */
static void
wave (double *w, int steps)
{
#pragma pram
  for (int t = 1; t <= steps; t++)
    {
      double *p = w + (t - 1) % 3 * N * N, *q = w + t % 3 * N * N;
      double *r = w + (t + 1) % 3 * N * N;
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  r[i * N + j] = 2 * q[i * N + j] - p[i * N + j]
			 + 0.1 * (q[(i - 1) * N + j] + q[(i + 1) * N + j]
				  + q[i * N + j - 1] + q[i * N + j + 1]
				  - 4 * q[i * N + j]);
    }
}

/* An index that goes round.  */
static int
round_robin (void)
{
  int c = 0;
#pragma pram
  for (unsigned t = 0; t < 20; t++)
    {
      int n = (c + 1) % 3;
      for (int i = 1; i < N - 1; i++)
	ring[n][i] = 0.5 * ring[c][i] + 0.25 * (ring[c][i - 1]
						+ ring[(c + 2) % 3][i + 1]);
      c = n;
    }
  return c;
}

static void
life (int n, int m, int s[2][n][m], int steps)
{
  int cur = 0;
#pragma pram size(n=41,m=53)
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n; i++)
	for (int j = 0; j < m; j++)
	  {
	    int c = 0;
	    for (int a = -1; a <= 1; a++)
	      for (int b = -1; b <= 1; b++)
		if (a || b)
		  c += s[cur][(i + a + n) % n][(j + b + m) % m];
	    s[1 - cur][i][j] = c == 3 || (c == 2 && s[cur][i][j]);
	  }
      cur = 1 - cur;
    }
}

/* The index is used after the loop.  */
static long long
total (double *a, int n)
{
  long long s = 0;
  int c = 0;
#pragma pram begin size(n=41)
  for (int t = 0; t < 7; t++)
    {
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  a[(1 - c) * n * n + i * n + j]
	    = a[c * n * n + i * n + j] * 0.5
	      + 0.125 * (a[c * n * n + (i - 1) * n + j]
			 + a[c * n * n + (i + 1) * n + j]);
      c = c ? 0 : 1;
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s += (long long) a[c * n * n + i * n + j];
#pragma pram end
  printf ("%d\n", c);
  return s;
}

/* Work of every other and of every fourth step.  */
static void
sometimes (void)
{
  double s = 0;
#pragma pram
  for (int t = 0; t < 41; t++)
    {
      for (int i = 1; i < M - 1; i++)
	y[i] = 0.5 * x[i] + 0.25 * (x[i - 1] + x[i + 1]);
      for (int i = 1; i < M - 1; i++)
	x[i] = y[i];
      if (t % 4 == 3)
	{
	  s = 0;
	  for (int i = 0; i < M; i++)
	    s = fmax (s, x[i]);
	}
      if (t % 2)
	for (int i = 0; i < M; i++)
	  x[i] -= s / 100;
    }
  printf ("%.17g\n", s);
}

/* What is written once is no reason to unroll.  */
static void
remember (void)
{
#pragma pram
  for (int t = 0; t < 30; t++)
    {
      double m = 0;
      for (int i = 1; i < M - 1; i++)
	y[i] = 0.5 * x[i] + 0.25 * (x[i - 1] + x[i + 1]);
      for (int i = 1; i < M - 1; i++)
	m = fmax (m, fabs (x[i] - y[i]));
      for (int i = 1; i < M - 1; i++)
	x[i] = y[i];
      if (t % 3 == 0)
	history[t] = m;
      else
	history[t] = -m;
    }
}

int
main (void)
{
  double *w = need (3 * N * N * sizeof *w);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      u[0][i][j] = u[1][i][j] = (i == 0) * 100. + (j == 0) * j;
  for (int i = 0; i < 3 * N * N; i++)
    w[i] = noise (i % (N * N));
  for (int i = 0; i < 3 * N; i++)
    ring[i / N][i % N] = noise (i);
  for (int i = 0; i < N * M; i++)
    cells[0][i / M][i % M] = noise (i) < 0.4;
  for (int i = 0; i < M; i++)
    x[i] = noise (-i);

  chosen (u[0][0], u[1][0], 17);
  chosen (u[0][0], u[1][0], 16);
  chosen (u[0][0], u[1][0], 0);
  chosen (u[0][0], u[1][0], 1);
  show ("u", u, sizeof u);
  printf ("%d\n", converge ());
  show ("u", u, sizeof u);
  printf ("%d\n", leave ());
  show ("u", u, sizeof u);
  wave (w, 20);
  wave (w, 1);
  show ("w", w, 3 * N * N * sizeof *w);
  printf ("%d\n", round_robin ());
  show ("ring", ring, sizeof ring);
  life (N, M, cells, 9);
  life (N, M, cells, 6);
  show ("cells", cells, sizeof cells);
  printf ("%lld\n", total (w, N));
  show ("w", w, 3 * N * N * sizeof *w);
  sometimes ();
  remember ();
  show ("x", x, sizeof x);
  show ("y", y, sizeof y);
  show ("history", history, sizeof history);
  free (w);
  return 0;
}
