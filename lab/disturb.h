/* disturb.h: how long a schedule takes when steps are delayed.

   SPDX-License-Identifier: GPL-3.0-or-later

   The model of Disturbance, section 2: the execution proceeds in rounds; in
   each, every step that is executable is executed with probability q.  There
   are two of them, one for the steps of processors and one for those of the
   network.  T_s is the number of rounds until all steps are executed.  A chain
   of n steps takes n rounds and as many more as n geometric variables fail: a
   negative binomial variable; T_s is the heaviest path of the graph of steps
   (steps.h) with such variables on its links.

   Logarithms in the paper's bounds are of base 2.  */

#ifndef PRAM_DISTURB_H
#define PRAM_DISTURB_H

#include "steps.h"

/* Probabilities, 0 < q <= 1.  */
struct pram_disturbance
{
  double q[PRAM_N_PLACES];
};

/* N independent values of T_s into ROUNDS, ascending.  Equal seeds give equal
   values.  */
void pram_disturb_sample (const struct pram_steps *,
			  const struct pram_disturbance *, uint64_t seed,
			  int32_t n, int64_t *rounds);

/* The value below which PART of the N ascending ROUNDS are.  */
int64_t pram_disturb_quantile (const int64_t *rounds, int32_t n, double part);

/* Corollary 1 (infinite bandwidth) and Theorem 1 of Disturbance: bounds of
   E[T_s], and with C > 0 the number of rounds that is exceeded with a
   probability of at most P^-C.  Q is the least of the probabilities.  */
double pram_disturb_corollary1 (int64_t time, int32_t n_procs, double q,
				double c);
double pram_disturb_theorem1 (int64_t time, int32_t n_procs, double q,
			      double c);

/* Rigorous, and far tighter (disturb-paths.c): a bound of E[T_s] (EXCEEDED =
   1), and the rounds that T_s exceeds with a probability of at most EXCEEDED.
   With M (t) the moment generating function of the rounds of a step, E[exp (t
   T_s)] is at most the sum over all paths of the product of M (t) over their
   steps, less what paths have in common; for the mean the steps have other
   distributions, and what these differ by from the true ones is added.  */
double pram_disturb_path_bound (const struct pram_steps *,
				const struct pram_disturbance *,
				double exceeded);

/* The second of these in a fraction of the time: by S (t), the sum over all
   paths, alone.  S (*RATE) exp (-*RATE x) bounds Pr [T_s > x].  */
double pram_disturb_path_window (const struct pram_steps *,
				 const struct pram_disturbance *,
				 double exceeded, double *rate);

/* Rigorous, and mostly tighter still where steps are few or q is small
   (disturb-layers.c): the mean, and the rounds that are exceeded with a
   probability of at most EXCEEDED.  False if that is too much work.  */
struct pram_layers_bound
{
  int32_t n_layers;
  double mean, tail;		/* rounds */
};
bool pram_disturb_layers_bound (const struct pram_steps *,
				const struct pram_disturbance *,
				double exceeded, struct pram_layers_bound *);

/* From N simulated executions, ascending ROUNDS (disturb-confidence.c): a bound
   of E[T_s], and the rounds that T_s exceeds with a probability of at most
   EXCEEDED; each of them holds but for a chance of FAILURE that the random
   numbers gave rounds that are too small.  */
struct pram_confidence_bound
{
  double mean;
  double tail;			/* infinite: too few executions */
};
void pram_disturb_confidence_bound (const struct pram_steps *,
				    const struct pram_disturbance *,
				    const int64_t *rounds, int32_t n,
				    double exceeded, double failure,
				    struct pram_confidence_bound *);

/* An estimate of the mean and the standard deviation of T_s, from 64 to 1024
   executions that are drawn together (disturb-estimate.c).  */
void pram_disturb_estimate (const struct pram_steps *,
			    const struct pram_disturbance *, double *mean,
			    double *deviation);

/* --- Estimation (disturb-fit.c) ------------------------------------------- */

/* A program's runs: a chain of COMPUTE seconds of processor steps and NETWORK
   seconds of network steps as predicted for q = 1, and what they took.  */
struct pram_measured
{
  double compute, network;	/* s */
  int n;
  double *seconds;
};

/* The probabilities and the seconds of a step that explain the means and the
   variances of the N programs best.  False after one PRAM_ERROR: there is
   nothing to fit to.  STEP is 0 if the times do not vary, or do though q is 1
   (nothing can be said about it then).  */
bool pram_disturb_fit (const struct pram_measured *, int n,
		       struct pram_disturbance *, double *step,
		       const struct pram_diag *);

/* Mean and standard deviation of a program's time; the time that a part PART
   of its runs do not exceed, as if what failures cost were gamma
   distributed.  */
void pram_disturb_predict (const struct pram_measured *run,
			   const struct pram_disturbance *, double step,
			   double *mean, double *deviation);
double pram_disturb_predict_quantile (const struct pram_measured *run,
				      const struct pram_disturbance *,
				      double step, double part);

#endif
