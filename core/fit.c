/* fit.c: medians, straight lines through measured points, protocol switches.

   SPDX-License-Identifier: GPL-3.0-or-later

   Sizes span six orders of magnitude: errors are taken relative to the value,
   so that the short messages count as much as the long ones.  */

#include "fit.h"

#include <math.h>
#include <stdlib.h>

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

int
pram_fit_switch (const double *x, const double *y, int n, double quality)
{
  enum { FEWEST = 3, AHEAD = 5 };
  for (int k = FEWEST; k + AHEAD <= n; k++)
    {
      double limit = 2 * fmax (quality, pram_fit_line (x, y, k).error);
      int j = 1;
      while (j <= AHEAD && pram_fit_line (x, y, k + j).error > limit)
	j++;
      if (j > AHEAD)
	return k;
    }
  return n;
}
