/* redblack.c: bounds, indices and conditions with quotients and remainders.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 34

static double u[N][N], v[N][N], x[2 * N], y[2 * N];
static int q[N][N];

static void
fill (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	u[i][j] = noise (i * N + j);
	v[i][j] = noise (i + j * N);
	q[i][j] = (int) (100 * u[i][j]);
      }
  for (int i = 0; i < 2 * N; i++)
    x[i] = noise (i);
}

int
main (void)
{
  int i, j, count = 0;
  fill ();

#pragma pram
  for (int t = 0; t < 9; t++)
    {
      for (i = 1; i < N - 1; i++)
	for (j = 1 + (i & 1); j < N - 1; j += 2)
	  u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1]
			    + u[i][j + 1]);
      for (i = 1; i < N - 1; i++)
	for (j = 1 + (i + 1) % 2; j < N - 1; j += 2)
	  u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1]
			    + u[i][j + 1]);
    }
  show ("u", u, sizeof u);

#pragma pram
  for (int t = 0; t < 5; t++)
    for (int color = 0; color < 2; color++)
      for (i = 1; i < N - 1; i++)
	for (j = 1; j < N - 1; j++)
	  if ((i + j) % 2 == color)
	    u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1]
			      + u[i][j + 1]);
  show ("u", u, sizeof u);

#pragma pram
  for (int t = 0; t < 5; t++)
    for (int color = 0; color < 2; color++)
      for (i = 1; i < N - 1; i++)
	for (j = 1 + (i + color) % 2; j < N - 1; j += 2)
	  v[i][j] += 0.9 * (0.25 * (v[i - 1][j] + v[i + 1][j] + v[i][j - 1]
				    + v[i][j + 1]) - v[i][j]);
  show ("v", v, sizeof v);

#pragma pram
  for (i = 0; i < N; i++)
    for (j = i; j < N; j += 3)
      {
	q[i][j] = q[j][i] + i;
	count += q[i][j];
      }
  printf ("%d\n", count);
  show ("q", q, sizeof q);

#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (i = 0; i < 2 * N; i++)
	y[i] = 0.5 * (x[(i + 1) % (2 * N)] + x[(i + 2 * N - 1) % (2 * N)]);
      for (i = 0; i < 2 * N; i++)
	x[i] = y[i >> 1] + y[(i + 7) % (2 * N)];
    }

  /* The loop over t belongs to the driver.  */
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (i = 1; i < 2 * N; i++)
	if (t % 2 == 0)
	  y[i] = x[i - 1];
      for (i = 0; i < 2 * N; i++)
	x[i] = 0.5 * (x[i] + y[i]);
    }
  show ("x", x, sizeof x);
  show ("y", y, sizeof y);
  return 0;
}
