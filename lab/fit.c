/* fit.c: medians, means, straight lines and sums of costs through
   measured points, protocol switches.

   SPDX-License-Identifier: GPL-3.0-or-later

   Sizes span six orders of magnitude: errors are taken relative to the value,
   so that the short messages count as much as the long ones.  */

#include "fit.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

double
pram_fit_median (double *value, int n)
{
  qsort (value, (size_t) n, sizeof *value, compare);
  return (value[(n - 1) / 2] + value[n / 2]) / 2;
}

double
pram_fit_mean (double *value, int n)
{
  int cut = n > 2 ? (n + 7) / 8 : 0;
  double sum = 0;
  qsort (value, (size_t) n, sizeof *value, compare);
  for (int i = cut; i < n - cut; i++)
    sum += value[i];
  return sum / (n - 2 * cut);
}

/* Weighted least squares, weights 1 / y^2.  */
struct pram_line
pram_fit_line (const double *x, const double *y, int n)
{
  double s = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, sum = 0;
  for (int i = 0; i < n; i++)
    {
      double w = y[i] != 0 ? 1 / (y[i] * y[i]) : 0;
      s += w;
      sx += w * x[i];
      sy += w * y[i];
      sxx += w * x[i] * x[i];
      sxy += w * x[i] * y[i];
    }
  double det = s * sxx - sx * sx;
  struct pram_line line = { 0, 0, 0 };
  if (det > 1e-12 * s * sxx)
    line.slope = (s * sxy - sx * sy) / det;
  if (s > 0)
    line.intercept = (sy - line.slope * sx) / s;
  for (int i = 0; i < n; i++)
    if (y[i] != 0)
      {
	double e = (line.intercept + line.slope * x[i] - y[i]) / y[i];
	sum += e * e;
      }
  line.error = n ? sqrt (sum / n) : 0;
  return line;
}

/* The normal equations of the columns in SUBSET, in place; false if they are
   singular.  The solution is column N_X of M.  */
static bool
solve (double m[PRAM_FIT_COSTS][PRAM_FIT_COSTS + 1], int n_x, unsigned subset)
{
  for (int k = 0; k < n_x; k++)
    {
      double scale = m[k][k];
      if (!(subset >> k & 1))
	continue;
      if (!(scale > 0))
	return false;
      for (int c = 0; c <= n_x; c++)
	m[k][c] /= scale;
      for (int r = 0; r < n_x; r++)
	if (r != k && subset >> r & 1)
	  {
	    double factor = m[r][k], diagonal = m[r][r];
	    for (int c = 0; c <= n_x; c++)
	      m[r][c] -= factor * m[k][c];
	    if (r > k && m[r][r] < 1e-9 * diagonal)
	      return false;
	  }
    }
  return true;
}

/* The root mean square of the relative errors of X.  */
static double
deviation (const double *a, const double *y, int n, const double *x, int n_x)
{
  double squares = 0;
  for (int i = 0; i < n; i++)
    {
      double error = -y[i];
      for (int k = 0; k < n_x; k++)
	error += a[i * n_x + k] * x[k];
      squares += error * error / (y[i] * y[i]);
    }
  return n ? sqrt (squares / n) : 0;
}

/* The best X with no negative numbers is the best one at all of those that are
   0 where it is 0: try all sets of such places.  */
double
pram_fit_costs (const double *a, const double *y, int n, double *x, int n_x)
{
  double least = INFINITY;
  for (unsigned subset = 0; subset < 1u << n_x; subset++)
    {
      double m[PRAM_FIT_COSTS][PRAM_FIT_COSTS + 1] = { { 0 } };
      double trial[PRAM_FIT_COSTS] = { 0 };
      bool good = true;
      for (int i = 0; i < n; i++)
	for (int r = 0; r < n_x; r++)
	  {
	    double weight = a[i * n_x + r] / (y[i] * y[i]);
	    for (int c = 0; c < n_x; c++)
	      m[r][c] += weight * a[i * n_x + c];
	    m[r][n_x] += weight * y[i];
	  }
      if (!solve (m, n_x, subset))
	continue;
      for (int k = 0; k < n_x; k++)
	if (subset >> k & 1)
	  {
	    trial[k] = m[k][n_x];
	    good = good && trial[k] >= 0;
	  }
      double error = deviation (a, y, n, trial, n_x);
      if (good && error < least)
	{
	  least = error;
	  memcpy (x, trial, (size_t) n_x * sizeof *x);
	}
    }
  return least;
}

/* The sum of the squares of the relative errors of the best line.  */
static double
squares (const double *x, const double *y, int n)
{
  double error = pram_fit_line (x, y, n).error;
  return n * error * error;
}

/* The least sums of squares of N points on 1 ... MOST lines, each through FEWEST
   points at least: sum[k * (n + 1) + e] for the first e of them on k + 1 lines,
   the last of which begins behind begin[...].  */
enum { FEWEST = 4 };

static void
cut_best (const double *x, const double *y, int n, int most, double *sum,
	  int *begin)
{
  int row = n + 1;
  for (int e = 0; e <= n; e++)
    sum[e] = e < FEWEST ? INFINITY : squares (x, y, e);
  for (int k = 1; k < most; k++)
    for (int e = 0; e <= n; e++)
      {
	sum[k * row + e] = INFINITY;
	for (int b = k * FEWEST; b + FEWEST <= e; b++)
	  {
	    double s = sum[(k - 1) * row + b] + squares (x + b, y + b, e - b);
	    if (s < sum[k * row + e])
	      {
		sum[k * row + e] = s;
		begin[k * row + e] = b;
	      }
	  }
      }
}

/* How many lines N points lie on, SUM being that of cut_best: the fewest that are
   good enough; or, if none are, the fewest to which no more lines are worth
   adding.  */
static int
enough_lines (const double *sum, int n, int most, double quality)
{
  int row = n + 1;
  for (int k = 0; k < most; k++)
    if (sum[k * row + n] <= n * quality * quality)
      return k + 1;
  for (int k = 0; k < most; k++)
    {
      bool enough = isfinite (sum[k * row + n]);
      double worth = 1;
      for (int more = k + 1; more < most; more++)
	{
	  worth *= 2.25;
	  enough = enough && sum[k * row + n] < worth * sum[more * row + n];
	}
      if (enough)
	return k + 1;
    }
  return 1;
}

int
pram_fit_switches (const double *x, const double *y, int n, double quality,
		   int *at, int most)
{
  int64_t cells = (most + 1) * (int64_t) (n + 1);
  double *sum = pram_zeroed (cells, sizeof *sum);
  int *begin = pram_zeroed (cells, sizeof *begin);
  cut_best (x, y, n, most + 1, sum, begin);
  int found = enough_lines (sum, n, most + 1, quality) - 1;
  for (int k = found, e = n; k > 0; k--)
    at[k - 1] = e = begin[k * (n + 1) + e];
  free (sum);
  free (begin);
  return found;
}
