/* forecast.c: what a region takes on a network that is not known yet.

   SPDX-License-Identifier: Apache-2.0

   Whoever compiles a region need not know the network that it runs on.  What
   messages take is all but linear in what a small one takes from end to end and
   in what a byte takes, so it is predicted for a network in which the one is 1 and
   the other 0, and the other way round, on processes that compute in no time.
   That computing hides a part of it is left out.

   Example: of two processes that swap a row of 800 bytes in each iteration an
   iteration has one message and 799 bytes more than a message of one byte.  */

#include "forecast.h"

#include <math.h>

/* What PLAN takes on PROCS processes with the messages of LOGP; computing takes
   as long as BY says if COMPUTING.  */
static struct pram_prediction
predict (const struct pram_plan *plan, const struct pram_predictor *by,
	 struct pram_logp logp, bool computing, int procs)
{
  struct pram_costs costs = computing ? *by->costs
				      : (struct pram_costs) { .access = 0 };
  struct pram_predictor other
    = { &logp, &costs, computing ? by->profile : NULL, by->loop };
  logp.op = computing ? by->logp->op : 0;
  logp.P = procs;
  costs.n_exchanges = costs.n_swaps = 0;
  costs.n_allreduces = costs.n_broadcasts = 0;
  return pram_predict (plan, &other, procs);
}

/* VALUE in the UNIT of the result.  */
static int64_t
in_units (double value, double unit)
{
  return (int64_t) fmin (value / unit, 0x1p62);
}

struct pram_forecast
pram_forecast_of (const struct pram_plan *plan,
		  const struct pram_predictor *by, int procs)
{
  static const double second = 1e-12, message = 1e-3;
  static const struct pram_logp none = { .L = 0 };
  static const struct pram_logp one = { .L = 0.5, .o = 0.25, .g = 0.25 };
  static const struct pram_logp bytes = { .G = 1 };
  struct pram_prediction c = predict (plan, by, none, true, procs), m, b;
  struct pram_forecast f
    = { .procs = procs, .entry_computing = in_units (c.entry, second),
	.iteration_computing = in_units (c.iteration, second) };
  if (procs == 1)
    return f;
  m = predict (plan, by, one, false, procs);
  f.entry_messages = in_units (m.entry, message);
  f.iteration_messages = in_units (m.iteration, message);
  b = predict (plan, by, bytes, false, procs);
  f.entry_bytes = in_units (b.entry, 1);
  f.iteration_bytes = in_units (b.iteration, 1);
  return f;
}
