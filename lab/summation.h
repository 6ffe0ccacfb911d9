/* summation.h: the optimal summation on a LogP machine.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_SUMMATION_H
#define PRAM_SUMMATION_H

#include "machine/bcast.h"
#include "plan/clustering.h"

/* Summation: as many numbers as N processes can sum in TIME, which they may
   have distributed as they like.  The later a process has its sum the lower is
   its number; a parent receives from its children in descending order.  */
struct pram_summation
{
  int n;			/* processes that are used, at least 1 */
  int *parent;			/* -1 for the root */
  double *end;			/* s: when each has its sum */
  int64_t *operands;		/* of its own, of each */
  int64_t n_operands;		/* of all */
  int64_t between;		/* own additions between two receives */
  double time;			/* s, as asked for */
  double add;			/* s: one addition */
};

/* One addition takes ADD (> 0) seconds, a partial sum has BYTES.  */
struct pram_summation
pram_summation_build (struct pram_arena *, int n, double time, double add,
		      int64_t bytes, const struct pram_logp *);

/* As a task graph and its clustering, which takes SUM->time if all times are
   multiples of ADD, else at most that.  */
struct pram_clustering *
pram_summation_clustering (const struct pram_summation *sum, int32_t bytes,
			   struct pram_arena *);

#endif
