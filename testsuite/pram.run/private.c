/* private.c: arrays and structures declared inside loops.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include "show.h"

#define N 47
#define L 1003

struct pair { double x, y; };

static double u[N][N], o[N][N], q[N];
static unsigned char g[N][N];
static double v[L + 4], s[L];
static struct pair out[L];

static inline void
sort (double *w, int n)
{
  for (int a = 1; a < n; a++)
    {
      double t = w[a];
      int b = a;
      while (b > 0 && w[b - 1] > t)
	{
	  w[b] = w[b - 1];
	  b--;
	}
      w[b] = t;
    }
}

static double
product (const double *a, const double *b)
{
  double sum = 0;
  for (int k = 0; k < 3; k++)
    sum += a[k] * b[k];
  return sum;
}

/* Vectors of three.  */
static void
attract (double (*p)[3], double (*f)[3], int n)
{
#pragma pram size(n=47)
  for (int i = 0; i < n; i++)
    {
      double d[3], sum[3] = { 0, 0, 0 };
      for (int j = 0; j < n; j++)
	{
	  double r2 = 1e-3;
	  for (int k = 0; k < 3; k++)
	    {
	      d[k] = p[j][k] - p[i][k];
	      r2 += d[k] * d[k];
	    }
	  for (int k = 0; k < 3; k++)
	    sum[k] += d[k] / (r2 * sqrt (r2));
	}
      for (int k = 0; k < 3; k++)
	f[i][k] = sum[k];
    }
}

/* A histogram of each row: subscripts that are data, and an inner loop whose
   iterations meet.  */
static void
modes (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    {
      int h[8] = { 0 }, best = 0;
      for (int j = 0; j < N; j++)
	h[g[i][j] & 7]++;
      for (int k = 1; k < 8; k++)
	if (h[k] > h[best])
	  best = k;
      q[i] = best + h[best] * .01;
    }
}

static void
median (void)
{
#pragma pram
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      {
	double w[9];
	int k = 0;
	for (int a = -1; a <= 1; a++)
	  for (int b = -1; b <= 1; b++)
	    w[k++] = u[i + a][j + b];
	sort (w, 9);
	o[i][j] = w[4];
      }
}

/* A row, then a column, in a time loop.  */
static void
smooth (void)
{
#pragma pram
  for (int t = 0; t < 6; t++)
    {
      for (int i = 0; i < N; i++)
	{
	  double b[N];
	  for (int j = 0; j < N; j++)
	    b[j] = u[i][j];
	  for (int j = 1; j < N - 1; j++)
	    u[i][j] = 0.5 * b[j] + 0.25 * (b[j - 1] + b[j + 1]);
	}
      for (int j = 0; j < N; j++)
	{
	  double c[N];
	  for (int i = 0; i < N; i++)
	    c[i] = u[i][j];
	  for (int i = 1; i < N - 1; i++)
	    u[i][j] = 0.5 * c[i] + 0.25 * (c[i - 1] + c[i + 1]);
	}
    }
}

/* The iterations of the loop over j meet in w, those over i don't.  */
static void
carry (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    {
      double w[4] = { i, 1, 2, 3 };
      for (int j = 0; j < N; j++)
	{
	  w[j & 3] += u[i][j];
	  o[i][j] = w[(j + 1) & 3];
	}
    }
}

/* Single loops, which would be vectorized.  */
static void
single (void)
{
  double m = -1e9;
  long bits = 0;
#pragma pram
  for (int i = 0; i < L; i++)
    {
      double w[3];
      w[0] = v[i];
      w[1] = v[i + 1];
      w[2] = v[i + 2];
      int k = w[0] > w[1];
      s[i] = w[k] + w[2];
      m = fmax (m, w[1 - k]);
    }
  printf ("%.17g\n", m);
  show ("s", s, sizeof s);
#pragma pram
  for (int i = 1; i < L - 1; i++)
    {
      double a[3] = { v[i - 1], v[i], v[i + 1] }, b[3] = { 1, -2, 1 };
      s[i] = product (a, b);
    }
  show ("s", s, sizeof s);
#pragma pram
  for (int i = 1; i < L; i++)
    {
      struct pair p = { v[i], v[i - 1] }, *at = &p;
      at->x += 0.5 * at->y;
      at->y *= 2;
      out[i] = p;
    }
  show ("out", out, sizeof out);
#pragma pram
  for (int i = 0; i < L; i++)
    {
      int b[16], n = (int) (1000 * v[i]);
      for (int k = 0; k < 16; k++)
	{
	  b[k] = n & 1;
	  n >>= 1;
	}
      for (int k = 15; k > 0; k--)
	b[k] ^= b[k - 1];
      for (int k = 0; k < 16; k++)
	bits += b[k] << k;
    }
  printf ("%ld\n", bits);
}

/* The loop around the variable's scope is unrolled: there are several.  */
static double turn[2][N][N];

static void
take_turns (int steps)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
	{
	  double w[3], sum = 0;
	  for (int k = 0; k < 3; k++)
	    w[k] = turn[t % 2][i + k - 1][j] + turn[t % 2][i][j + k - 1];
	  for (int k = 2; k >= 0; k--)
	    sum = 0.3 * sum + w[k];
	  turn[(t + 1) % 2][i][j] = sum;
	}
}

static void
levels (void)
{
#pragma pram
  for (int distance = 1; distance < N; distance *= 2)
    for (int i = 0; i < N - distance; i++)
      {
	double w[4];
	for (int k = 0; k < 4; k++)
	  w[k] = 0.3 * u[i + distance][k];
	for (int k = 0; k < 4; k++)
	  turn[0][i][k] += w[3 - k] + distance;
      }
}

int
main (void)
{
  double (*p)[3] = need (N * sizeof *p), (*f)[3] = need (N * sizeof *f);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	u[i][j] = noise (i * N + j);
	g[i][j] = (unsigned char) (256 * noise (-i * N - j));
      }
  for (int i = 0; i < L + 4; i++)
    v[i] = noise (7 * i);
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 3; k++)
      p[i][k] = noise (3 * i + k);
  attract (p, f, N);
  show ("f", f, N * sizeof *f);
  modes ();
  show ("q", q, sizeof q);
  median ();
  show ("o", o, sizeof o);
  smooth ();
  show ("u", u, sizeof u);
  carry ();
  show ("o", o, sizeof o);
  single ();
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      turn[0][i][j] = turn[1][i][j] = noise (i + N * j);
  take_turns (5);
  levels ();
  show ("turn", turn, sizeof turn);
  free (p);
  free (f);
  return 0;
}
