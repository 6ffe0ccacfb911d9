/* ordered.c: sums that keep their order, of which several may be computed at
   once: neighbouring ones lie in one vector, if they don't need each other.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 75
#define M 61

static double a[N][M], b[M][N], c[N][N], s[M], l[M][M], x[N][M];
static float f[N][M], g[N];
static int k[N][M], m[M];

/* A column each.  */
static void
columns (void)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int j = 0; j < M; j++)
	{
	  double sum = 0;
	  int most = 0;
	  for (int i = 0; i < N; i++)
	    {
	      sum += a[i][j];
	      most = k[i][j] > most ? k[i][j] : most;
	    }
	  s[j] = sum;
	  m[j] += most;
	}
      for (int i = 0; i < N; i++)
	for (int j = 0; j < M; j++)
	  a[i][j] = 0.5 * a[i][j] + s[j] / (i + 1);
    }
}

static void
product (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	double sum = 0;
	for (int h = 0; h < M; h++)
	  sum += a[i][h] * b[h][j];
	c[i][j] += sum;
      }
}

/* The sums of a row need those before them.  */
static void
substitution (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      {
	double sum = x[i][j];
	for (int h = 0; h < j; h++)
	  sum -= l[j][h] * x[i][h];
	x[i][j] = sum / l[j][j];
      }
}

/* Each of them needs the one before; and one element gets the last.  */
static void
chained (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    for (int j = 1; j < M; j++)
      {
	float sum = f[i][j - 1];
	for (int h = 0; h < M; h++)
	  sum = 0.25f * sum + x[i][h];
	f[i][j] = sum;
	g[i] = sum + j;
      }
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      {
	a[i][j] = (i * 7 + j * 3) % 11 / 3.0;
	b[j][i] = (i * 5 + j) % 13 / 7.0;
	x[i][j] = i - j / 9.0;
	f[i][j] = i + j;
	k[i][j] = i * j % 17;
      }
  for (int i = 0; i < M; i++)
    for (int j = 0; j < M; j++)
      l[i][j] = i == j ? 3 : 1.0 / (i + j + 1);
  columns ();
  product ();
  substitution ();
  chained ();
  show ("a", a, sizeof a);
  show ("s", s, sizeof s);
  show ("c", c, sizeof c);
  show ("x", x, sizeof x);
  show ("f", f, sizeof f);
  show ("g", g, sizeof g);
  show ("m", m, sizeof m);
  return 0;
}
