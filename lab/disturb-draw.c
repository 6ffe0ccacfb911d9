/* disturb-draw.c: draw how often the steps of a long chain fail.

   SPDX-License-Identifier: GPL-3.0-or-later

   A negative binomial variable is a Poisson variable whose mean is itself
   random: a gamma variable of shape N, times (1 - q) / q (Greenwood and Yule
   1920).  Both are drawn by rejection, in a time that does not depend on N:
   Marsaglia and Tsang, A simple method for generating gamma variables, 2000;
   Hoermann, The transformed rejection method for generating Poisson random
   variables, 1993.

   Differences of great numbers, as ln x! and x ln x, are written so that they
   keep their digits up to N = 10^15.  */

#include "disturb-chain.h"

#include <math.h>
#include <stdbool.h>

#include "splitmix.h"

/* Below this mean, events are counted one by one.  */
static const double FEW = 100;

/* In (0, 1).  */
static double
draw_unit (uint64_t *state)
{
  return ((double) (pram_splitmix (state) >> 12) + 0.5) * 0x1p-52;
}

/* Box and Muller.  */
static double
draw_normal (uint64_t *state)
{
  double radius = sqrt (-2 * log (draw_unit (state)));
  return radius * cos (2 * M_PI * draw_unit (state));
}

/* SHAPE >= 1, of scale 1.  */
static double
draw_gamma (uint64_t *state, double shape)
{
  double d = shape - 1.0 / 3, c = 1 / sqrt (9 * d);
  while (true)
    {
      double x = draw_normal (state), y = c * x;
      double over = y * (3 + y * (3 + y));	/* (1 + y)^3 - 1 */
      if (y > -1 && log (draw_unit (state))
		    < x * x / 2 + d * (log1p (over) - over))
	return d * (1 + over);
    }
}

/* ln of the probability of K > 0 events, Stirling's series for ln K!; good to
   1e-8 for K >= 10, and what is less is next to impossible.  */
static double
log_poisson (double mean, double k)
{
  double off = (k - mean) / mean;
  return mean * (off - (1 + off) * log1p (off)) - log (2 * M_PI * k) / 2
	 - 1 / (12 * k);
}

static double
draw_poisson (uint64_t *state, double mean)
{
  if (mean < FEW)
    {
      double events = 0;
      for (double t = -log (draw_unit (state)); t < mean;
	   t -= log (draw_unit (state)))
	events++;
      return events;
    }
  double b = 0.931 + 2.53 * sqrt (mean), a = 0.02483 * b - 0.059;
  double scale = 1.1239 + 1.1328 / (b - 3.4);
  while (true)
    {
      double u = draw_unit (state) - 0.5, v = draw_unit (state);
      double edge = 0.5 - fabs (u);
      double k = floor ((2 * a / edge + b) * u + mean + 0.43);
      if (edge >= 0.07 && v <= 0.9277 - 3.6224 / (b - 2))
	return k;
      if (k >= 1 && (edge >= 0.013 || v <= edge)
	  && log (v * scale / (a / (edge * edge) + b))
	     <= log_poisson (mean, k))
	return k;
    }
}

int64_t
pram_disturb_draw_failures (double n, double q, uint64_t *state)
{
  return (int64_t) draw_poisson (state, draw_gamma (state, n) * (1 - q) / q);
}
