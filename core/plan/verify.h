/* verify.h: does a plan compute what its program says?

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_VERIFY_H
#define PRAM_VERIFY_H

#include "plan.h"

/* What a verification has executed.  */
struct pram_verified
{
  int64_t instances;		/* of statements */
  int64_t messages, bytes;
  int64_t judged;		/* values that went where verdicts said; if
				   the plan explains these */
  /* pram_plan_verify_judged: null, or given by the caller, false at first: which
     of the plan's `destined' there were.  */
  bool *met;
};

/* Execute PLAN on PROCS simulated processes with separate memories and compare
   every value read, and every element at the end, with a sequential execution.
   Data-dependent loops run ITERATIONS (>= 1) times.  False after one
   PRAM_ERROR that names the first difference.  RESULT may be null.  */
bool pram_plan_verify (const struct pram_plan *plan, int procs,
		       int64_t iterations, struct pram_verified *result,
		       const struct pram_diag *diag);

/* The same, with verdicts that are drawn by SEED: each loop ends in each of its
   rounds as it happens, by any of its tests.  */
bool pram_plan_verify_judged (const struct pram_plan *plan, int procs,
			      uint64_t seed, struct pram_verified *result,
			      const struct pram_diag *diag);

#endif
