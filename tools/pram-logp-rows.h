/* pram-logp-rows.h: rows of kernels, compiled for vectors of one length.

   SPDX-License-Identifier: GPL-3.0-or-later

   Included by pram-logp-kernels.c once for each length, with ROW (name) as the
   name of a function.  Each computes one row of N elements, but not its first
   and last one; lanes of reductions are combined as in layers
   (plugin/write/emit-count.cc).  */

static double
ROW (dot) (double *restrict a, double *restrict b, double *restrict c, long n)
{
  double s = 0;
  (void) c;
#pragma omp simd reduction(+:s)
  for (long j = 1; j < n - 1; j++)
    s += a[j] * b[j];
  return s;
}

static double
ROW (triad) (double *restrict a, double *restrict b, double *restrict c,
	     long n)
{
  for (long j = 1; j < n - 1; j++)
    a[j] = b[j] + 0.5 * c[j];
  return 0;
}

static double
ROW (residual) (double *restrict a, double *restrict b, double *restrict c,
		long n)
{
  double s = 0;
  (void) c;
#pragma omp simd reduction(+:s)
  for (long j = 1; j < n - 1; j++)
    {
      a[j] -= 1e-9 * b[j];
      s += a[j] * a[j];
    }
  return s;
}

static double
ROW (directions) (double *restrict a, double *restrict b, double *restrict c,
		  long n)
{
  for (long j = 1; j < n - 1; j++)
    {
      a[j] += 1e-9 * b[j];
      b[j] = c[j] + 0.5 * b[j];
    }
  return 0;
}

static double
ROW (average) (double *restrict a, double *restrict b, double *restrict c,
	       long n)
{
  double most = 0;
  (void) c;
#pragma omp simd reduction(max:most)
  for (long j = 1; j < n - 1; j++)
    {
      b[j] = 0.25 * (a[j - n] + a[j + n] + a[j - 1] + a[j + 1]);
      most = fmax (most, fabs (b[j] - a[j]));
    }
  return most;
}

static double
ROW (energy) (double *restrict a, double *restrict b, double *restrict c,
	      long n)
{
  double s = 0;
  (void) b;
  (void) c;
#pragma omp simd reduction(+:s)
  for (long j = 1; j < n - 1; j++)
    s += a[j] * (4 * a[j] - a[j - n] - a[j + n] - a[j - 1] - a[j + 1]);
  return s;
}

static double
ROW (descent) (double *restrict a, double *restrict b, double *restrict c,
	       long n)
{
  double s = 0;
  (void) c;
#pragma omp simd reduction(+:s)
  for (long j = 1; j < n - 1; j++)
    {
      b[j] -= 1e-9 * (4 * a[j] - a[j - n] - a[j + n] - a[j - 1] - a[j + 1]);
      s += b[j] * b[j];
    }
  return s;
}

static double
ROW (series) (double *restrict a, double *restrict b, double *restrict c,
	      long n)
{
  (void) c;
  for (long j = 1; j < n - 1; j++)
    {
      double x = a[j], y = x * x;
      b[j] = x - y * (0.5 - 0.33 * x
		      + y * (0.25 - 0.2 * x
			     + y * (0.17 - 0.14 * x
				    + y * (0.125 - 0.11 * x
					   + y * (0.1 - 0.09 * x)))));
    }
  return 0;
}

static row_fn *const ROW (rows)[N_KERNELS]
  = { ROW (dot), ROW (triad), ROW (residual), ROW (directions), ROW (average),
      ROW (energy), ROW (descent), ROW (series) };
