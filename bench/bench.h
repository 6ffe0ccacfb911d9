/* bench.h: what the programs measured share.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef BENCH_H
#define BENCH_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* The side of a grid, and a clause that says so: N or, with -DANY, which
   compiles a program for any side, its second argument.  */
#ifdef ANY
# define SIDE(argc, argv) (argc > 2 ? atoi (argv[2]) : N)
# define SIDE_KNOWN
#else
# define SIDE(argc, argv) N
# define SIDE_KNOWN size(n=N)
#endif

static inline double
seconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* COUNT zeros, on a cache line's border, in memory that has been touched.  */
static inline double *
grid (size_t count)
{
  double *p = aligned_alloc (64, (count * sizeof *p + 63) / 64 * 64);
  if (!p)
    {
      fprintf (stderr, "out of memory\n");
      exit (1);
    }
  for (size_t k = 0; k < count; k++)
    p[k] = 0;
  return p;
}

/* The N x N start of a Jacobi iteration: hot and cold borders.  */
static inline void
plate (int n, double *a)
{
  for (int k = 0; k < n; k++)
    {
      a[k] = 100;
      a[(size_t) k * n] = 50.0 * k / n;
      a[(size_t) (n - 1) * n + k] = 10;
    }
}

/* Some right-hand side with (N + 2) x (N + 2) elements, 0 on its border.  */
static inline void
charges (int n, double *f)
{
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      f[i * (size_t) (n + 2) + j] = (i * 7 + j * 13) % 11 - 4.5;
}

#endif
