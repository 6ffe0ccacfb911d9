/* predict.h: how long a region will take.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_PREDICT_H
#define PRAM_PREDICT_H

#include "machine/costs.h"
#include "machine/logp.h"
#include "plan/plan.h"
#include "profile.h"

/* Seconds, on the busiest process.  */
struct pram_prediction
{
  int procs;
  double entry;			/* once: DISTRIBUTION, and what runs outside of
				   the loop; other data-dependent ones count
				   once */
  double distribution;		/* broadcast of the arguments, scatter,
				   gather */
  double once;			/* what runs outside of data-dependent loops; a
				   part of ENTRY */
  double iteration;		/* of that loop; 0 if there is none */
  /* Parts of ITERATION, or of ENTRY if there is no such loop.  */
  double computing;
  double waits;			/* for who is slowest this time */
  double exchanges;		/* what computing does not hide of them */
  double reductions;
};

/* The machine to predict for, and, if PROFILE is not null, what runs of the
   program took there.  If nothing was measured (COSTS is all zero), the LogP
   model says it all.  Iterations are those of LOOP, a data-dependent one with a
   layer; null: the first one.  */
struct pram_predictor
{
  const struct pram_logp *logp;
  const struct pram_costs *costs;
  const struct pram_profile *profile;
  const struct pram_node *loop;
};

/* Predict PLAN on PROCS >= 1 processes.  */
struct pram_prediction pram_predict (const struct pram_plan *,
				     const struct pram_predictor *, int procs);

/* The same for each of N predictors, which predict for the same loop; what they
   have in common is found once.  */
void pram_predict_several (const struct pram_plan *, int n,
			   const struct pram_predictor *, int procs,
			   struct pram_prediction *results);

/* What is predicted for the computations and waits, and at most, by the LogP
   model, for messages and reductions, MESSAGES (obliviousness.h, for the same
   plan and processes): of what PREDICTION runs for (below), which it never
   exceeds.  */
double pram_predict_bound (const struct pram_prediction *, double messages);

/* What one runs for: an iteration if there is a data-dependent loop, else all
   of it.  */
double pram_prediction_seconds (const struct pram_prediction *);

/* What an operation of each of PLAN's layers costs on the busiest of PROCS
   processes, s: loads, stores, the memory behind them, and the profile
   included.  From the arena.  */
double *pram_predict_prices (const struct pram_plan *,
			     const struct pram_predictor *, int procs,
			     struct pram_arena *);

/* What an operation costs in the mean of all layers, s.  */
double pram_predict_price (const struct pram_plan *,
			   const struct pram_predictor *, int procs);

/* How many times as many tasks would PLAN have to have for PROCS processes to
   be faster than one?  What is sent is taken to stay as it is.  1 if they are
   already, INFINITY if they never would be.  */
double pram_predict_break_even (const struct pram_plan *,
				const struct pram_predictor *, int procs);

/* "1.9 ms" into TEXT.  */
enum { PRAM_SECONDS_TEXT = 32 };
const char *pram_seconds_text (double seconds, char text[PRAM_SECONDS_TEXT]);

#endif
