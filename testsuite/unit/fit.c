/* fit.c: tests of core/fit.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include <math.h>

#include "fit.h"

enum { N = 24 };

Test (fit, median)
{
  double odd[] = { 5, 1, 9 }, even[] = { 8, 1, 2, 4 }, one[] = { 7 };
  cr_expect_eq (pram_fit_median (odd, 3), 5);
  cr_expect_eq (pram_fit_median (even, 4), 3);
  cr_expect_eq (pram_fit_median (one, 1), 7);
}

Test (fit, exact_line)
{
  double x[] = { 1, 10, 100, 1000 }, y[] = { 2.5, 7, 52, 502 };
  struct pram_line line = pram_fit_line (x, y, 4);
  cr_expect (fabs (line.intercept - 2) < 1e-9, "%g", line.intercept);
  cr_expect (fabs (line.slope - 0.5) < 1e-9, "%g", line.slope);
  cr_expect (line.error < 1e-9);
}

/* Errors of one part in ten about a constant: that is the deviation.  */
Test (fit, deviation)
{
  double x[] = { 1, 1, 1, 1 }, y[] = { 1, 1, 1, 1 };
  cr_expect_eq (pram_fit_line (x, y, 4).error, 0);
  cr_expect_eq (pram_fit_line (x, y, 4).intercept, 1);
  double v[] = { 1, 2 };
  cr_expect (fabs (pram_fit_line (x, v, 2).error - 0.316228) < 1e-4, "%g",
	     pram_fit_line (x, v, 2).error);
}

/* Sizes 1, 1.78, 3.16, ...; y = 1 + G x, from SWITCH on STEP more, with noise
   of NOISE.  */
static void
points (struct rng *rng, double *x, double *y, int at, double step,
	double noise)
{
  for (int i = 0; i < N; i++)
    {
      x[i] = pow (10, i / 4.0);
      y[i] = 1 + 1e-3 * x[i] + (i >= at ? step : 0);
      y[i] *= 1 + noise * ((double) rng_in (rng, -1000, 1000) / 1000);
    }
}

Test (fit, finds_the_step_where_it_is)
{
  struct rng rng = { 3 };
  double x[N], y[N];
  for (int at = 8; at <= 14; at++)
    {
      points (&rng, x, y, at, 5, 0.01);
      cr_expect_eq (pram_fit_switch (x, y, N, 0.02), at, "%d instead of %d",
		    pram_fit_switch (x, y, N, 0.02), at);
    }
}

Test (fit, one_protocol_has_no_switch)
{
  struct rng rng = { 4 };
  double x[N], y[N];
  for (int k = 0; k < 100; k++)
    {
      points (&rng, x, y, N, 0, 0.02);
      cr_expect_eq (pram_fit_switch (x, y, N, 0.02), N);
    }
}
