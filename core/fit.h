/* fit.h: medians, straight lines through measured points, protocol switches.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_FIT_H
#define PRAM_FIT_H

/* The median of N > 0 numbers, which are sorted by this.  */
double pram_fit_median (double *, int n);

/* y = intercept + slope * x, with the least sum of squares of the errors
   relative to y.  ERROR is their root mean square.  */
struct pram_line
{
  double intercept, slope, error;
};
struct pram_line pram_fit_line (const double *x, const double *y, int n);

/* The number of points of the first N that lie on one line, after Hoefler et
   al., "Low-overhead LogGP parameter assessment" (2007): the protocol changes
   behind point k if the least-squares deviation more than doubles for all of
   the next 5 points.  N if it never does.  Deviations below QUALITY count as
   QUALITY: measured points never lie exactly on a line.  */
int pram_fit_switch (const double *x, const double *y, int n, double quality);

#endif
