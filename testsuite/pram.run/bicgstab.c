/* bicgstab.c: BiCGSTAB on a grid, and statistics of what it finds: sums that
   decide when to stop.

   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-sum }  */

#include <math.h>
#include "show.h"

#define N 40

static double x[N][N], r[N][N], shadow[N][N], p[N][N], v[N][N], s[N][N],
  t[N][N];

/* Convection and diffusion.  */
static void
apply (double y[N][N], double z[N][N])
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	double w = 4.2 * z[i][j];
	if (i > 0)
	  w -= 1.1 * z[i - 1][j];
	if (i < N - 1)
	  w -= 0.9 * z[i + 1][j];
	if (j > 0)
	  w -= 1.2 * z[i][j - 1];
	if (j < N - 1)
	  w -= 0.8 * z[i][j + 1];
	y[i][j] = w;
      }
}

static int
solve (void)
{
  double rho = 1, alpha = 1, omega = 1, next, rv, ts, tt, rr;
  int it;
#pragma pram reduction(+: next, rv, ts, tt, rr)
  for (it = 0; it < 200; it++)
    {
      next = 0;
      for (int i = 0; i < N; i++)
	for (int j = 0; j < N; j++)
	  next += shadow[i][j] * r[i][j];
      double beta = next / rho * (alpha / omega);
      rho = next;
      for (int i = 0; i < N; i++)
	for (int j = 0; j < N; j++)
	  p[i][j] = r[i][j] + beta * (p[i][j] - omega * v[i][j]);
      apply (v, p);
      rv = 0;
      for (int i = 0; i < N; i++)
	for (int j = 0; j < N; j++)
	  rv += shadow[i][j] * v[i][j];
      alpha = rho / rv;
      for (int i = 0; i < N; i++)
	for (int j = 0; j < N; j++)
	  s[i][j] = r[i][j] - alpha * v[i][j];
      apply (t, s);
      ts = tt = 0;
      for (int i = 0; i < N; i++)
	for (int j = 0; j < N; j++)
	  {
	    ts += t[i][j] * s[i][j];
	    tt += t[i][j] * t[i][j];
	  }
      omega = ts / tt;
      rr = 0;
      for (int i = 0; i < N; i++)
	for (int j = 0; j < N; j++)
	  {
	    x[i][j] += alpha * p[i][j] + omega * s[i][j];
	    r[i][j] = s[i][j] - omega * t[i][j];
	    rr += r[i][j] * r[i][j];
	  }
      if (sqrt (rr) < 1e-11)
	break;
    }
  return it;
}

/* The solution, normalised.  */
static void
normalise (double *mean, double *deviation, double *least, double *most)
{
  double sum = 0, squares = 0, low = x[0][0], high = x[0][0];
#pragma pram begin reduction(+: sum, squares)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	sum += x[i][j];
	low = fmin (low, x[i][j]);
	high = fmax (high, x[i][j]);
      }
  sum /= N * N;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      squares += (x[i][j] - sum) * (x[i][j] - sum);
  squares = sqrt (squares / (N * N - 1));
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      x[i][j] = (x[i][j] - sum) / squares;
#pragma pram end
  *mean = sum;
  *deviation = squares;
  *least = low;
  *most = high;
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      r[i][j] = shadow[i][j] = noise (i * N + j);
  int it = solve ();
  double mean, deviation, least, most;
  normalise (&mean, &deviation, &least, &most);
  printf ("%d %.17g %.17g %.17g %.17g\n", it, mean, deviation, least, most);
  for (int i = 0; i < N; i += 3)
    printf ("%.17g\n", x[i][i]);
  return 0;
}
