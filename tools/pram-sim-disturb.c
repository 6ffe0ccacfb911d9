/* pram-sim-disturb.c: print how long a schedule takes with disturbances.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lab/disturb.h"
#include "pram-sim.h"

/* The time of a step, or 0 after an error: 1 if all times are whole numbers,
   otherwise their common divisor.  */
static double
find_step (const struct sim_options *options, const struct pram_script *script,
	   const struct pram_simulation *simulation,
	   const struct pram_diag *diag)
{
  double step = options->step > 0 ? options->step
		: pram_steps_quantum (script, &options->machine, simulation);
  if (!options->step && step >= 1 && step == floor (step))
    step = 1;
  if (!(step > 0))
    pram_diag_report (diag, PRAM_ERROR, 0, simulation->makespan > 0
		      ? "the times have no common divisor: give --step"
		      : "all times are 0: nothing can be disturbed");
  return step;
}

/* What N executions say of their own, but for a chance.  */
static void
print_confidence (const struct pram_steps *steps,
		  const struct pram_disturbance *d, const int64_t *rounds,
		  int32_t n, double mean)
{
  const double failure = 1e-9;
  struct pram_confidence_bound bound;
  pram_disturb_confidence_bound (steps, d, rounds, n, 0.01, failure, &bound);
  printf ("executions: E <= %.6g (%.3g of the mean)", bound.mean,
	  bound.mean / mean);
  if (isfinite (bound.tail))
    printf (", exceeds %.6g with probability <= 0.01, each but for a chance of "
	    "%g\n", bound.tail, failure);
  else
    printf (" but for a chance of %g; too few for a percentile\n", failure);
}

static void
print_sample (const struct sim_options *options,
	      const struct pram_steps *steps, double *mean)
{
  int32_t n = options->samples;
  int64_t *rounds = calloc ((size_t) n, sizeof *rounds);
  if (!rounds)
    abort ();
  pram_disturb_sample (steps, &options->disturbance, options->seed, n, rounds);
  double sum = 0, squares = 0;
  for (int32_t k = 0; k < n; k++)
    sum += (double) rounds[k];
  *mean = sum / n;
  for (int32_t k = 0; k < n; k++)
    squares += pow ((double) rounds[k] - *mean, 2);
  double deviation = n > 1 ? sqrt (squares / (n - 1)) : 0;
  printf ("simulated rounds: mean %.6g (standard error %.2g), "
	  "standard deviation %.4g\n", *mean, deviation / sqrt (n), deviation);
  printf ("quantiles: 50 %% %" PRId64 ", 90 %% %" PRId64 ", 99 %% %" PRId64
	  ", most %" PRId64 "\n", pram_disturb_quantile (rounds, n, 0.5),
	  pram_disturb_quantile (rounds, n, 0.9),
	  pram_disturb_quantile (rounds, n, 0.99), rounds[n - 1]);
  print_confidence (steps, &options->disturbance, rounds, n, *mean);
  free (rounds);
}

/* A bound of the mean beside the mean, and one that is exceeded with a
   probability of at most EXCEEDED.  */
static void
print_bound (const char *name, double bound, double tail, double exceeded,
	     double mean)
{
  printf ("%s: E <= %.6g (%.3g of the mean), exceeds %.6g with probability "
	  "<= %.3g\n", name, bound, bound / mean, tail, exceeded);
}

/* The bound of layers, likewise.  */
static void
print_layers (const struct pram_steps *steps, const struct pram_disturbance *d,
	      double mean)
{
  char name[40];
  struct pram_layers_bound bound;
  if (pram_disturb_layers_bound (steps, d, 0.01, &bound))
    {
      snprintf (name, sizeof name, "layers (%" PRId32 ")", bound.n_layers);
      print_bound (name, bound.mean, bound.tail, 0.01, mean);
    }
  else
    puts ("layers: too much work, see the path sum");
}

static void
print_bounds (const struct sim_options *options,
	      const struct pram_steps *steps, double mean)
{
  const struct pram_disturbance *d = &options->disturbance;
  double q = fmin (d->q[PRAM_PROCESSOR], d->q[PRAM_NETWORK]), e, deviation;
  int32_t n = steps->n_procs;
  pram_disturb_estimate (steps, d, &e, &deviation);
  printf ("estimate: mean %.6g (%.3g of the mean), standard deviation %.4g\n",
	  e, e / mean, deviation);
  print_bound ("path sum", pram_disturb_path_bound (steps, d, 1),
	       pram_disturb_path_bound (steps, d, 0.01), 0.01, mean);
  print_layers (steps, d, mean);
  if (!options->capacity)
    print_bound ("Corollary 1", pram_disturb_corollary1 (steps->time, n, q, 0),
		 pram_disturb_corollary1 (steps->time, n, q, 1), 1.0 / n,
		 mean);
  print_bound ("Theorem 1", pram_disturb_theorem1 (steps->time, n, q, 0),
	       pram_disturb_theorem1 (steps->time, n, q, 1), 1.0 / n, mean);
}

bool
sim_disturb (const struct sim_options *options,
	     const struct pram_script *script,
	     const struct pram_simulation *simulation,
	     struct pram_arena *arena, const struct pram_diag *diag)
{
  double step = find_step (options, script, simulation, diag), mean;
  if (!(step > 0))
    return false;
  struct pram_steps *steps
    = pram_steps_build (script, &options->machine, simulation, step,
			options->capacity, arena, diag);
  if (!steps)
    return false;
  if (!steps->time)
    {
      pram_diag_report (diag, PRAM_ERROR, 0, "there are no steps of %g; a "
			"smaller --step may help", step);
      return false;
    }
  printf ("TIME %" PRId64 " steps of %.6g, %" PRId32 " links\n", steps->time,
	  step, steps->n_links);
  printf ("q %g for processors, %g for the network\n",
	  options->disturbance.q[PRAM_PROCESSOR],
	  options->disturbance.q[PRAM_NETWORK]);
  print_sample (options, steps, &mean);
  print_bounds (options, steps, mean);
  return true;
}
