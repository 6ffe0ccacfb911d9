/* disturb.c: how long a schedule takes when steps are delayed.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "disturb.h"

#include <math.h>
#include <stdlib.h>

static double *
allocate_doubles (int64_t n)
{
  double *result = calloc ((size_t) n + 1, sizeof *result);
  if (!result)
    abort ();
  return result;
}

int64_t
pram_disturb_quantile (const int64_t *rounds, int32_t n, double part)
{
  int32_t k = (int32_t) ceil (part * n) - 1;
  return rounds[k < 0 ? 0 : k >= n ? n - 1 : k];
}

/* --- The bounds of the paper ---------------------------------------------- */

double
pram_disturb_corollary1 (int64_t time, int32_t n_procs, double q, double c)
{
  return (c > 0 ? 5 * c : 6) / q * (2 * (double) time + log2 (n_procs));
}

double
pram_disturb_theorem1 (int64_t time, int32_t n_procs, double q, double c)
{
  return (c > 0 ? 5 * c : 6) / q
	 * ((1 + log2 (n_procs)) * (double) time + log2 (n_procs));
}

/* --- The sum over paths --------------------------------------------------- */

/* ln (exp (a) + exp (b)).  */
static double
log_sum (double a, double b)
{
  double high = a > b ? a : b, low = a > b ? b : a;
  return isinf (low) ? high : high + log1p (exp (low - high));
}

/* ln M (t) of a geometric variable >= 1 with probability Q, M (t) =
   q exp (t) / (1 - (1 - q) exp (t)), accurate for small T.  */
static double
log_moment (double q, double t)
{
  return t - log1p (-(1 - q) / q * expm1 (t));
}

/* ln S (t); LOG_SUM_OF is scratch for all links.  */
static double
log_paths (const struct pram_steps *steps,
	   const struct pram_disturbance *disturbance, double t,
	   double *log_sum_of)
{
  double log_m[PRAM_N_PLACES], total = -INFINITY;
  for (int k = 0; k < PRAM_N_PLACES; k++)
    log_m[k] = log_moment (disturbance->q[k], t);
  for (int32_t v = 0; v < steps->n_links; v++)
    {
      int64_t e = steps->pred_start[v], end = steps->pred_start[v + 1];
      double sum = e == end ? 0 : log_sum_of[steps->pred[e++]];
      for (; e < end; e++)
	sum = log_sum (sum, log_sum_of[steps->pred[e]]);
      log_sum_of[v] = sum + (double) steps->length[v] * log_m[steps->place[v]];
      if (steps->last[v])
	total = log_sum (total, log_sum_of[v]);
    }
  return total;
}

/* Golden-section search: ln S (t) is convex, so the bound falls and then
   rises.  */
double
pram_disturb_path_bound (const struct pram_steps *steps,
			 const struct pram_disturbance *disturbance,
			 double exceeded, double *rate)
{
  double least = fmin (disturbance->q[0], disturbance->q[1]), ignored;
  rate = rate ? rate : &ignored;
  *rate = INFINITY;
  if (least >= 1)
    return (double) pram_steps_depth (steps);
  const double golden = (sqrt (5) - 1) / 2;
  double *scratch = allocate_doubles (steps->n_links);
  /* In the logarithm of t: good values may be tiny.  */
  double high = log (-log1p (-least)), low = high - 40, best = INFINITY;
  double x[2] = { high - golden * (high - low), low + golden * (high - low) };
  double y[2];
  for (int k = 0; k < 2; k++)
    y[k] = (log_paths (steps, disturbance, exp (x[k]), scratch)
	    - log (exceeded)) / exp (x[k]);
  for (int round = 0; round < 40; round++)
    {
      int k = y[0] > y[1];	/* which one stays */
      if (y[k] < best)
	{
	  best = y[k];
	  *rate = exp (x[k]);
	}
      if (k)
	low = x[0];
      else
	high = x[1];
      x[!k] = x[k];
      y[!k] = y[k];
      x[k] = k ? low + golden * (high - low) : high - golden * (high - low);
      y[k] = (log_paths (steps, disturbance, exp (x[k]), scratch)
	      - log (exceeded)) / exp (x[k]);
    }
  free (scratch);
  return best;
}
