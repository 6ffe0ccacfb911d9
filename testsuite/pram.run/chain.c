/* chain.c: more than two layers that sweep together, at distances up and down,
   behind one that exchanges, and in front of one.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>

#define N 61
#define M 230

static double a[N][M], b[N][M], c[N][M], d[N][M], e[N][M];
static double u[N * M], p[N * M], q[N * M], r[N * M];

/* The distances between all pairs differ, and c is read before it is written
   anew.  Rows are so long that a block takes several turns.  */
static void
stencils (int steps)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 2; i < N - 2; i++)
	for (int j = 2; j < M - 2; j++)
	  b[i][j] = 0.5 * a[i - 1][j] + 0.25 * a[i + 2][j - 1] + d[i][j];
      for (int i = 3; i < N - 3; i++)
	for (int j = 2; j < M - 2; j++)
	  c[i][j] = b[i - 1][j] - b[i + 1][j + 1] + e[i][j];
      for (int i = 4; i < N - 4; i++)
	for (int j = 2; j < M - 2; j++)
	  d[i][j] = c[i + 1][j] * 0.5 + b[i - 2][j - 2] + a[i + 1][j];
      for (int i = 5; i < N - 5; i++)
	for (int j = 2; j < M - 2; j++)
	  e[i][j] = d[i - 1][j] + c[i][j] - b[i + 2][j + 1];
      for (int i = 1; i < N - 1; i++)
	for (int j = 2; j < M - 2; j++)
	  a[i][j] = 0.1 * (e[i - 1][j] + e[i + 1][j - 1] + a[i][j]);
    }
}

/* No exchange between them: all of them at once.  */
static void
rows (int steps)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < N; i++)
	for (int j = 1; j < M; j++)
	  b[i][j] = a[i][j - 1] + t;
      for (int i = 0; i < N; i++)
	for (int j = 1; j < M; j++)
	  c[i][j] = 0.5 * b[i][j] - a[i][j];
      for (int i = 0; i < N; i++)
	for (int j = 1; j < M; j++)
	  d[i][j] = c[i][j] + b[i][j - 1];
      if (t % 2)
	for (int i = 0; i < N; i++)
	  for (int j = 1; j < M; j++)
	    e[i][j] = 0.25 * d[i][j] + c[i][j];
      for (int i = 0; i < N; i++)
	for (int j = 1; j < M; j++)
	  a[i][j] = 0.125 * (d[i][j] + e[i][j]);
    }
}

/* Conjugate gradients, a loop for each operation, with maxima for sums.  */
static double
gradients (int w, int steps)
{
  double most = 1, least = 1;
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < w - 1; j++)
	  q[i * w + j] = 4 * p[i * w + j] - p[(i - 1) * w + j]
			 - p[(i + 1) * w + j] - p[i * w + j - 1]
			 - p[i * w + j + 1];
      least = 1e9;
      for (int k = 0; k < N * w; k++)
	least = p[k] * q[k] < least ? p[k] * q[k] : least;
      for (int k = 0; k < N * w; k++)
	u[k] += 1e-3 * least * p[k];
      for (int k = 0; k < N * w; k++)
	r[k] -= 1e-3 * least * q[k];
      most = 0;
      for (int k = 0; k < N * w; k++)
	most = r[k] * r[k] > most ? r[k] * r[k] : most;
      for (int k = 0; k < N * w; k++)
	p[k] = (r[k] + p[k]) / (1 + most);
    }
  return most + least;
}

static void
print (const double *x)
{
  double s = 0;
  for (int k = 0; k < N * M; k++)
    s = s * 0.999 + x[k];
  printf ("%.17g\n", s);
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      {
	a[i][j] = (i * 7 + j * 3) % 11;
	p[i * M + j] = r[i * M + j] = (i + 2 * j) % 5 - 1;
      }
  stencils (4);
  print (&a[0][0]);
  print (&e[0][0]);
  rows (5);
  print (&a[0][0]);
  print (&e[0][0]);
  printf ("%.17g\n", gradients (M, 4));
  print (u);
  print (p);
  return 0;
}
