/* lattice.c: a lattice gas.  Data decide about one row, a sum keeps its order, and
   iterations have arrays of their own that several loops use: these stay theirs when
   the region is read once more.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args "40 30 4" }
   { pram-ranks 1 3 }
   { pram-mode distributed }
   { pram-stats "\"tasks_per_rank\": \\[([0-9]+)[0-9][0-9][0-9](, \\1[0-9][0-9][0-9])*\\]" }  */

#include <math.h>
#include <stdlib.h>
#include "show.h"

enum { SPEEDS = 5 };

typedef struct { float speeds[SPEEDS]; } cell;

static void
accelerate (int nx, int ny, cell *cells, const int *obstacle)
{
  int j = ny - 2;
  for (int i = 0; i < nx; i++)
    if (!obstacle[i + j * nx] && cells[i + j * nx].speeds[3] > 0.01f)
      {
	cells[i + j * nx].speeds[1] += 0.01f;
	cells[i + j * nx].speeds[3] -= 0.01f;
      }
}

static void
collide (int nx, int ny, cell *cells, cell *tmp, const int *obstacle)
{
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      if (!obstacle[i + j * nx])
	{
	  float density = 0;
	  for (int k = 0; k < SPEEDS; k++)
	    density += tmp[i + j * nx].speeds[k];
	  float *f = tmp[i + j * nx].speeds, u[SPEEDS], d[SPEEDS];
	  u[1] = (f[1] - f[3]) / density;
	  u[2] = (f[2] - f[4]) / density;
	  u[3] = -u[1];
	  u[4] = -u[2];
	  d[0] = density / 3;
	  for (int k = 1; k < SPEEDS; k++)
	    d[k] = density / 6 * (1 + 3 * u[k]);
	  for (int k = 0; k < SPEEDS; k++)
	    cells[i + j * nx].speeds[k] = f[k] + 1.2f * (d[k] - f[k]);
	}
}

static float
average (int nx, int ny, const cell *cells, const int *obstacle)
{
  float sum = 0;
  int n = 0;
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      if (!obstacle[i + j * nx])
	{
	  const float *f = cells[i + j * nx].speeds;
	  float x = f[1] - f[3], y = f[2] - f[4];
	  sum += sqrtf (x * x + y * y);
	  n++;
	}
  return n ? sum / (float) n : 0;
}

static void __attribute__ ((noinline))
run (int nx, int ny, int steps, cell *cells, cell *tmp, const int *obstacle, float *means)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      accelerate (nx, ny, cells, obstacle);
      for (int j = 0; j < ny; j++)
	for (int i = 0; i < nx; i++)
	  {
	    int north = (j + 1) % ny, south = j == 0 ? ny - 1 : j - 1;
	    int east = (i + 1) % nx, west = i == 0 ? nx - 1 : i - 1;
	    tmp[i + j * nx].speeds[0] = cells[i + j * nx].speeds[0];
	    tmp[i + j * nx].speeds[1] = cells[west + j * nx].speeds[1];
	    tmp[i + j * nx].speeds[2] = cells[i + south * nx].speeds[2];
	    tmp[i + j * nx].speeds[3] = cells[east + j * nx].speeds[3];
	    tmp[i + j * nx].speeds[4] = cells[i + north * nx].speeds[4];
	  }
      collide (nx, ny, cells, tmp, obstacle);
      means[t] = average (nx, ny, cells, obstacle);
    }
}

int
main (int argc, char **argv)
{
  int nx = argc > 3 ? atoi (argv[1]) : 9, ny = argc > 3 ? atoi (argv[2]) : 7;
  int steps = argc > 3 ? atoi (argv[3]) : 3;
  cell *cells = malloc (nx * ny * sizeof *cells), *tmp = malloc (nx * ny * sizeof *tmp);
  int *obstacle = malloc (nx * ny * sizeof *obstacle);
  float *means = malloc (steps * sizeof *means);
  for (int i = 0; i < nx * ny; i++)
    {
      for (int k = 0; k < SPEEDS; k++)
	tmp[i].speeds[k] = cells[i].speeds[k] = 1 + (float) noise (i * SPEEDS + k) / 9;
      obstacle[i] = i % 13 == 5;
    }
  run (nx, ny, steps, cells, tmp, obstacle, means);
  show ("cells", cells, nx * ny * sizeof *cells);
  show ("means", means, steps * sizeof *means);
  return 0;
}
