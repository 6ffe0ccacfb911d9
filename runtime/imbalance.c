/* imbalance.c: how unevenly processes compute from one reduction to the next.

   SPDX-License-Identifier: Apache-2.0

   A reduction is over when the slowest process has come to it, and which one
   that is changes from step to step.  So what the slowest processes of all
   steps compute is more than what any process does; all wait for the
   difference, which no message costs.

   Example: two processes that compute 3 s and 1 s before the first reduction,
   and 1 s and 3 s before the second.  Each computes 4 s and waits 2 s.

   Of an entry the first steps are kept; the others are taken to be like
   them.  */

#include "prt.h"

enum { MOST_STEPS = 1 << 16 };

static struct
{
  double *computed;		/* s, by step: the first MOST_STEPS */
  int64_t n;			/* steps */
  double since, before;		/* s: begin; computed until the last step */
} steps;

/* The entry begins at SINCE.  */

void
prt_imbalance_begin (double since)
{
  steps.n = 0;
  steps.since = since;
  steps.before = 0;
}

/* This process comes to a reduction.  */

void
prt_imbalance_step (void)
{
  if (!prt.stats || prt.procs == 1)
    return;
  PRT_FLOATING_OWN;
  if (!steps.computed)
    steps.computed = prt_alloc (MOST_STEPS, sizeof *steps.computed);
  double computed = prt_now () - steps.since - prt.tally.comm_seconds
		    - prt.tally.aside;
  if (steps.n < MOST_STEPS)
    steps.computed[steps.n] = computed - steps.before;
  steps.n++;
  steps.before = computed;
}

/* The entry has ended: all processes call this.  On rank 0 *SECONDS is by how
   much longer the slowest ones of all steps computed than the slowest in all.
   False if there was no reduction.  */

bool
prt_imbalance (double *seconds)
{
  int kept = steps.n < MOST_STEPS ? (int) steps.n : MOST_STEPS;
  double mine = 0, slowest = 0, sum = 0;
  if (!kept)
    return false;
  double *longest = prt_alloc (kept, sizeof *longest);
  for (int i = 0; i < kept; i++)
    mine += steps.computed[i];
  MPI_Reduce (&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, prt.comm);
  MPI_Reduce (steps.computed, longest, kept, MPI_DOUBLE, MPI_MAX, 0, prt.comm);
  for (int i = 0; i < kept; i++)
    sum += longest[i];
  free (longest);
  *seconds = (sum - slowest) * (double) steps.n / kept;
  return true;
}
