/* obliviousness.h: how coarse and how oblivious a plan is, and its bound.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_OBLIVIOUSNESS_H
#define PRAM_OBLIVIOUSNESS_H

#include "logp.h"
#include "plan.h"

/* Iterative, sections 2.2 and 4, of the task graph as scheduled.  Programs
   without data-dependent loops have a degree of obliviousness of 1.  */
struct pram_obliviousness
{
  double granularity;		/* gamma; INFINITY if no message is sent */
  double degree;		/* rho, in (0, 1] */
  /* What messages and reductions add at most to the longest blocks of all
     layers, s: in one iteration of the first data-dependent loop that has a
     layer, or, without one, in all of the region but scatter and gather.  */
  double messages;
};

/* Of PLAN on PROCS processes (at least 1) of the machine LOGP.  */
struct pram_obliviousness pram_plan_obliviousness
  (const struct pram_plan *plan, const struct pram_logp *logp, int procs);

#endif
