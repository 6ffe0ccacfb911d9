/* obliviousness.h: how coarse and how oblivious a plan is, and what its
   messages cost at most.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_OBLIVIOUSNESS_H
#define PRAM_OBLIVIOUSNESS_H

#include "plan/plan.h"
#include "predict.h"

/* Iterative, sections 2.2 and 4, of the task graph as scheduled.  Programs
   without data-dependent loops have a degree of obliviousness of 1.  Seconds
   are those of one iteration of the predictor's loop, or, without one, of all
   of the region but scatter and gather.  */
struct pram_obliviousness
{
  double granularity;		/* gamma; INFINITY if no message is sent */
  double l_max;			/* the greatest Lmax of an edge */
  double degree;		/* rho, in (0, 1] */
  double work, depth;		/* of the blocks: all, and the longest ones of
				   all layers */
  double path;			/* DEPTH, and for each run of a layer the
				   greatest Lmax of the edges to it */
  double verdict;		/* B: the broadcast of the loop's verdict */
  /* The least ratio of a layer's longest block to what its messages cost at
     most; INFINITY if none has any.  */
  double layered;
  double stalls;		/* of all messages, at most */
  double reductions;		/* of all layers, at most */
  double barriers;		/* these, and until everybody has received what
				   was sent before and after them */
  double messages;		/* what messages and reductions add at most to
				   DEPTH */
};

/* Of PLAN on PROCS processes (at least 1) of the machine.  Blocks cost what is
   predicted for them.  */
struct pram_obliviousness pram_plan_obliviousness
  (const struct pram_plan *, const struct pram_predictor *, int procs);

#endif
