/* promise.h: what is proven of a region's time.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_PROMISE_H
#define PRAM_PROMISE_H

#include "plan/plan.h"
#include "predict.h"
#include "plan/table-plan.h"

/* Bounds, s.  */
struct pram_promise_forms
{
  double naive, linear, brent;
};

/* Iterative, sections 2.2 and 4, of the task graph as it is scheduled on PROCS
   processes.  Times are seconds: of one iteration of the first data-dependent
   loop with a layer, or, without one, of all of the region but scatter and
   gather.  Regions through tables have the paths before and after the loops
   in them, too.  Programs are oblivious within that: their indirection has no
   depth, so that the bounds of Non-oblivious (Lemma 8, Theorems 9 and 11),
   which have a factor 1 + 2 d, are these.  */
struct pram_promise
{
  int procs;
  double work;			/* W */
  double depth;			/* T: the longest blocks of all layers, or the
				   heaviest path of tasks */
  double l_max;			/* the greatest Lmax of an edge */
  double granularity;		/* gamma; INFINITY if no message costs
				   anything */
  double fine;			/* that of the graph of the single tasks; NAN if
				   it has more than can be looked at */
  double degree;		/* rho, in (0, 1] */
  double messages;		/* what they cost at most, of blocks */
  /* Those of naive and linear schedules hold for so many processors, and for
     more; that of Brent for PROCS.  */
  int naive_procs, linear_procs;
  struct pram_promise_forms bound; /* sums of computing, messages, verdicts:
				      finite */
  struct pram_promise_forms theorem; /* Theorem 2, in the form that holds, never
					below with at most one data-dependent
					loop; INFINITY if gamma is 0 */
};

/* Of a plan in blocks, which cost what is predicted for them.  */
struct pram_promise pram_promise_of_plan (const struct pram_plan *,
					  const struct pram_predictor *,
					  int procs);
/* Of a plan through tables.  */
struct pram_promise pram_promise_of_tables (const struct pram_table_plan *,
					    const struct pram_logp *,
					    int procs);

/* One line.  */
void pram_promise_print (FILE *, const struct pram_promise *);

#endif
