/* small.c: a time loop over functions with a region each, which are small for
   messages; the serial source, and what pramcc compiles.

   SPDX-License-Identifier: GPL-3.0-or-later

   small STEPS, compiled with -DN=n.  Prints the seconds of the time loop and
   two numbers to compare.  */

#include "bench.h"

static double u[N][N], v[N][N], f[N][N];

static void
force (double t)
{
#pragma pram
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      f[i][j] = 0.9 * f[i][j] + t * (i - j) * 1e-7;
}

static void
smooth (void)
{
#pragma pram
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      v[i][j] = u[i][j] + 0.1 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1]
				 + u[i][j + 1] - 4 * u[i][j]) + f[i][j];
}

static void
edges (void)
{
#pragma pram
  for (int i = 0; i < N; i++)
    {
      v[i][0] = 0.5 * v[i][1];
      v[i][N - 1] = 0.5 * v[i][N - 2];
    }
}

static void
advance (void)
{
#pragma pram
  for (int i = 1; i < N - 1; i++)
    for (int j = 0; j < N; j++)
      u[i][j] = v[i][j];
}

int
main (int argc, char **argv)
{
  int steps = argc > 1 ? atoi (argv[1]) : 100;
  plate (N, &u[0][0]);
  double start = seconds ();
  for (int t = 0; t < steps; t++)
    {
      force (t % 7);
      smooth ();
      edges ();
      advance ();
    }
  start = seconds () - start;
  printf ("%.6f %d %.15g %.15g\n", start, steps, u[1][N / 2], u[N / 3][N / 5]);
  return 0;
}
