/* fit.h: medians, means, straight lines and sums of costs through
   measured points, protocol switches.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_FIT_H
#define PRAM_FIT_H

/* The median of N > 0 numbers, which are sorted by this.  */
double pram_fit_median (double *, int n);

/* The mean of N > 0 numbers, which are sorted by this, without the eighths that
   are largest and smallest (rounded upwards if N > 2).  */
double pram_fit_mean (double *, int n);

/* y = intercept + slope * x, with the least sum of squares of the errors
   relative to y.  ERROR is their root mean square.  */
struct pram_line
{
  double intercept, slope, error;
};
struct pram_line pram_fit_line (const double *x, const double *y, int n);

/* Set X, N_X <= 4 numbers >= 0, so that the sums of A[i * N_X + k] * X[k]
   come as near to Y[i] > 0 as they can, i < N: the least sum of squares of the
   errors relative to Y.  Returns their root mean square.  */
enum { PRAM_FIT_COSTS = 4 };
double pram_fit_costs (const double *a, const double *y, int n, double *x,
		       int n_x);

/* Where the protocol changes between the N points: behind the first AT[0], the
   first AT[1], ... of them, in ascending order.  Returns how many changes there
   are, at most MOST.  After Hoefler et al., "Low-overhead LogGP parameter
   assessment" (2007), who look for a deviation from one line that doubles.  A
   line bends with the points, and there may be more changes than one: so all
   lines are laid at once, as few as deviate by QUALITY (root mean square), or,
   if none do, the fewest to which no further one makes the fit half again as
   good.  */
int pram_fit_switches (const double *x, const double *y, int n,
		       double quality, int *at, int most);

#endif
