/* disturb-confidence.c: bounds of T_s from simulated executions.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each holds but for a chance of FAILURE that random numbers have drawn
   executions that are too fast.

   (1) With B the rounds that T exceeds with a probability of at most LOST by
       the sum over paths, Pr [T > x] <= LOST exp (-t (x - B)) beyond (disturb-
       paths.c), so that E[T] <= E[X] + LOST / t with X = min (T, B).
   (2) For a bet f, 0 < f <= 1, and m < B let
	 K (m) = product of 1 + f (m - X_k) / (B - m)
       over the N executions (Waudby-Smith and Ramdas, Estimating means of
       bounded random variables by betting, 2024).  No factor is negative as
       X_k <= B, all rise with m, and the mean of each at m = E[X] is 1, so
       that of K is: K (E[X]) >= 1 / FAILURE has a probability of at most
       FAILURE (Markov).  But for this the least m with K (m) >= 1 / FAILURE
       is a bound of E[X]; and B always is.
   (3) The best bet depends on the deviation: the bets 1, 1/2, 1/4, ... are all
       made, each with the same part of FAILURE, and the least bound counts.
   (4) Let x be the least value with Pr [T > x] <= P.  The J-th greatest
       execution is less than x only if at most J - 1 are x or more, each of
       which has a probability of more than P: Pr [Bin (N, P) <= J - 1] at most.

   Example, N executions that all take x rounds: the bet 1 alone gives
   ((B - x) / (B - m))^N = 1 / FAILURE, thus
   m = x + (1 - FAILURE^(1 / N)) (B - x).  */

#include <math.h>

#include "disturb.h"

/* The last bet is 2^-(BETS - 1): best for 10^8 executions with B five
   deviations from the mean.  */
enum { BETS = 11 };

/* Less takes a larger B, more counts itself.  */
static const double LOST = 1e-4;

/* N ascending ROUNDS, those beyond MOST taken for MOST.  */
struct executions
{
  const int64_t *rounds;
  int32_t n;
  double most;
};

/* ln K (M) for the bet F.  */
static double
log_wealth (const struct executions *x, double f, double m)
{
  double sum = 0;
  for (int32_t k = 0, next; k < x->n; k = next)
    {
      for (next = k + 1; next < x->n && x->rounds[next] == x->rounds[k];)
	next++;
      double value = fmin ((double) x->rounds[k], x->most);
      sum += (next - k) * log1p (f * (m - value) / (x->most - m));
    }
  return sum;
}

/* (2), if that is less than BOUND, else BOUND.  */
static double
bet (const struct executions *x, double f, double failure, double bound)
{
  double low = 0, high = bound;
  if (bound < x->most && log_wealth (x, f, bound) < -log (failure))
    return bound;
  for (int tries = 0; tries < 40; tries++)
    {
      double m = (low + high) / 2;
      if (log_wealth (x, f, m) >= -log (failure))
	high = m;
      else
	low = m;
    }
  return high;
}

/* (4).  Infinite with too few executions.  */
static double
bound_tail (const int64_t *rounds, int32_t n, double p, double failure)
{
  double log_term = n * log1p (-p), sum = 0;
  int32_t j = 0;
  for (; j < n && (sum += exp (log_term)) <= failure; j++)
    log_term += log ((double) (n - j) / (j + 1) * p / (1 - p));
  return j ? (double) rounds[n - j] : INFINITY;
}

void
pram_disturb_confidence_bound (const struct pram_steps *steps,
			       const struct pram_disturbance *disturbance,
			       const int64_t *rounds, int32_t n,
			       double exceeded, double failure,
			       struct pram_confidence_bound *bound)
{
  double rate, f = 1;
  struct executions x
    = { rounds, n, pram_disturb_path_window (steps, disturbance, LOST, &rate) };
  bound->mean = x.most;
  for (int k = 0; k < BETS; k++, f /= 2)
    bound->mean = bet (&x, f, failure / BETS, bound->mean);
  bound->mean += LOST / rate;
  bound->tail = bound_tail (rounds, n, exceeded, failure);
}
