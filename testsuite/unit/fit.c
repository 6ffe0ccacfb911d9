/* fit.c: tests of lab/fit.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include <math.h>

#include "lab/fit.h"

enum { N = 24 };

Test (fit, median)
{
  double odd[] = { 5, 1, 9 }, even[] = { 8, 1, 2, 4 }, one[] = { 7 };
  cr_expect_eq (pram_fit_median (odd, 3), 5);
  cr_expect_eq (pram_fit_median (even, 4), 3);
  cr_expect_eq (pram_fit_median (one, 1), 7);
}

Test (fit, mean_without_extremes)
{
  double five[] = { 100, 1, 5, 7, 3 }, two[] = { 8, 1 }, one[] = { 7 };
  double nine[] = { 1e9, 1, 2, 3, 4, 5, 1e9, -1e9, -1e9 };
  cr_expect_eq (pram_fit_mean (five, 5), 5);
  cr_expect_eq (pram_fit_mean (two, 2), 4.5);
  cr_expect_eq (pram_fit_mean (one, 1), 7);
  cr_expect_eq (pram_fit_mean (nine, 9), 3);
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

/* Three costs, exactly; relative errors count: 1 and 100 % off.  */
Test (fit, exact_costs)
{
  double a[] = { 1, 0, 2,  0, 3, 1,  4, 1, 1,  2, 2, 5 }, y[4], x[3];
  static const double costs[] = { 0.5, 0, 7 };
  for (int i = 0; i < 4; i++)
    y[i] = a[3 * i] * costs[0] + a[3 * i + 1] * costs[1]
	   + a[3 * i + 2] * costs[2];
  cr_expect (pram_fit_costs (a, y, 4, x, 3) < 1e-9);
  for (int k = 0; k < 3; k++)
    cr_expect (fabs (x[k] - costs[k]) < 1e-9, "%g", x[k]);
  double one[] = { 1, 1 }, unequal[] = { 1, 100 };
  pram_fit_costs (one, unequal, 2, x, 1);
  cr_expect (fabs (x[0] - 1.0099) < 1e-4, "%g", x[0]);
}

static double
error_of (const double *a, const double *y, const double *x)
{
  double squares = 0;
  for (int i = 0; i < N; i++)
    {
      double e = (a[2 * i] * x[0] + a[2 * i + 1] * x[1] - y[i]) / y[i];
      squares += e * e;
    }
  return sqrt (squares / N);
}

/* No pair of costs on a fine grid is better than what is found, whether the
   best are positive or on the border.  */
Test (fit, costs_are_the_best_there_are)
{
  struct rng rng = { 5 };
  for (int round = 0; round < 20; round++)
    {
      double a[2 * N], y[N], x[2];
      for (int i = 0; i < N; i++)
	{
	  a[2 * i] = (double) rng_in (&rng, 0, 100) / 100;
	  a[2 * i + 1] = (double) rng_in (&rng, 0, 100) / 100;
	  y[i] = 0.1 + (double) rng_in (&rng, 0, 100) / 100
		 + round % 3 * a[2 * i];
	}
      double found = pram_fit_costs (a, y, N, x, 2);
      cr_expect (x[0] >= 0 && x[1] >= 0);
      cr_expect (fabs (found - error_of (a, y, x)) < 1e-9);
      for (int k = 0; k <= 300; k++)
	for (int l = 0; l <= 300; l++)
	  {
	    double other[] = { k / 100.0, l / 100.0 };
	    cr_assert (error_of (a, y, other) >= found - 1e-9, "%g %g",
		       other[0], other[1]);
	  }
    }
}

/* A cost of which nothing is there, and two that always go together.  */
Test (fit, costs_that_cannot_be_told)
{
  double a[] = { 1, 0, 1,  2, 0, 2,  3, 0, 3 }, y[] = { 2, 4, 6 }, x[3];
  cr_expect (pram_fit_costs (a, y, 3, x, 3) < 1e-9);
  cr_expect_eq (x[1], 0);
  cr_expect (fabs (x[0] + x[2] - 2) < 1e-9);
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
  for (int at = 4; at <= N - 4; at++)
    {
      int found = -1;
      points (&rng, x, y, at, 5 + 1e-3 * x[at], 0.01);
      cr_expect_eq (pram_fit_switches (x, y, N, 0.02, &found, 1), 1);
      cr_expect_eq (found, at, "%d instead of %d", found, at);
    }
}

Test (fit, finds_several_steps)
{
  struct rng rng = { 5 };
  double x[N], y[N];
  for (int first = 4; first <= 8; first++)
    {
      int found[4] = { -1, -1, -1, -1 };
      points (&rng, x, y, first, 4, 0.01);
      double second = 2 * y[15];
      for (int i = 15; i < N; i++)
	y[i] += second;
      cr_expect_eq (pram_fit_switches (x, y, N, 0.05, found, 4), 2);
      cr_expect (found[0] == first && found[1] == 15, "%d %d", found[0],
		 found[1]);
    }
}

/* Two hosts, messages over TCP (us): the times also step at 3072 and rise at
   393216 bytes, so two lines are little better than one; four show the eager
   limit.  */
Test (fit, finds_a_switch_among_bends)
{
  static const double measured[][2] = {
    { 1, 4.74 }, { 2, 4.74 }, { 4, 4.74 }, { 8, 4.68 }, { 16, 4.66 },
    { 24, 4.76 }, { 32, 4.74 }, { 48, 4.75 }, { 64, 4.79 }, { 96, 4.77 },
    { 128, 4.94 }, { 192, 4.99 }, { 256, 5.06 }, { 384, 4.97 }, { 512, 4.71 },
    { 768, 4.6 }, { 1024, 5.44 }, { 1536, 5.11 }, { 2048, 5.12 },
    { 3072, 7.68 }, { 4096, 7.78 }, { 6144, 7.9 }, { 8192, 7.95 },
    { 12288, 8.35 }, { 16384, 8.37 }, { 24576, 9.32 }, { 32768, 11.6 },
    { 49152, 10.9 }, { 65536, 27.2 }, { 98304, 26.2 }, { 131072, 38.5 },
    { 196608, 39.8 }, { 262144, 44 }, { 393216, 53.9 }, { 524288, 168 },
    { 786432, 253 }, { 1048576, 394 }
  };
  enum { SIZES = sizeof measured / sizeof *measured };
  double x[SIZES], y[SIZES];
  int found[3], n;
  bool limit = false;
  for (int i = 0; i < SIZES; i++)
    {
      x[i] = measured[i][0];
      y[i] = measured[i][1];
    }
  n = pram_fit_switches (x, y, SIZES, 0.1, found, 3);
  for (int k = 0; k < n; k++)
    limit = limit || x[found[k]] == 65536;
  cr_expect (limit, "%d found", n);
}

Test (fit, one_protocol_has_no_switch)
{
  struct rng rng = { 4 };
  double x[N], y[N];
  int at[2];
  for (int k = 0; k < 100; k++)
    {
      points (&rng, x, y, N, 0, 0.02);
      cr_expect_eq (pram_fit_switches (x, y, N, 0.02, at, 2), 0);
    }
}
