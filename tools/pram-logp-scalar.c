/* pram-logp-scalar.c: what loops cost that vectors don't compute.

   SPDX-License-Identifier: GPL-3.0-or-later

   Two loops over an array that the first-level cache holds, on one process: a
   stencil with a maximum, of which an iteration's operations and accesses are
   carried out one by one but at the same time as those of others, and a product
   of vectors in order, of which each addition waits for the one before, though
   GCC multiplies several at once.  Means.  */

#include "pram-logp.h"

#include <math.h>

enum { COLUMNS = 256, ROWS = 4, REPETITIONS = 25, SWEEPS = 200 };

/* Of an element of the stencil, as in pram-logp-compute.c.  */
enum { OPERATIONS = 9, ACCESSES = 6 };

#define BY_ELEMENT							     \
  __attribute__ ((noinline, optimize ("fast-math", "no-tree-vectorize")))

/* Do not let the compiler see what a loop was for.  */
static volatile double sink;

BY_ELEMENT static double
stencil (const double *a, double *b)
{
  double most = 0;
  for (int k = COLUMNS + 1; k < (ROWS - 1) * COLUMNS - 1; k++)
    {
      b[k] = 0.25 * (a[k - COLUMNS] + a[k + COLUMNS] + a[k - 1] + a[k + 1]);
      most = fmax (most, fabs (b[k] - a[k]));
    }
  return most;
}

__attribute__ ((noinline, optimize ("O3"))) static double
dot (const double *a, double *b)
{
  double s = 0;
  for (int k = COLUMNS + 1; k < (ROWS - 1) * COLUMNS - 1; k++)
    s += a[k] * b[k];
  return s;
}

/* Seconds an element.  */
static double
time_loop (double (*loop) (const double *, double *), const double *a,
	   double *b)
{
  double times[REPETITIONS];
  for (int r = 0; r < REPETITIONS; r++)
    {
      double since = MPI_Wtime ();
      for (int k = 0; k < SWEEPS; k++)
	sink = loop (a, b);
      times[r] = (MPI_Wtime () - since) / SWEEPS
		 / ((ROWS - 2) * COLUMNS - 2);
    }
  return pram_fit_mean (times, REPETITIONS);
}

void
measure_scalar (struct pram_costs *costs)
{
  static double a[ROWS * COLUMNS], b[ROWS * COLUMNS];
  for (int k = 0; k < ROWS * COLUMNS; k++)
    a[k] = k % 7;
  costs->scalar = time_loop (stencil, a, b) / (OPERATIONS + ACCESSES);
  costs->link = time_loop (dot, a, b);
}
