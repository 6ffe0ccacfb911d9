/* simulate.h: when scripts run on a LogP machine.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each process runs its operations in their order, each as early as the model
   allows (core/machine/logp.h has the functions of a message's size k):
     compute   takes its cost
     send      takes o(k); g(k) from its start to that of the next send of the
	       process
     recv      takes o(k), g(k) likewise among receives; starts L(k) after the
	       end of its send at the earliest

   With CAPACITY a message is *under way* from the end of its send until L(k)
   later (not including that moment), and at most ceil (L / g) messages may be
   under way from a process, and to one: a send that would exceed this starts
   late enough not to.  Sends get the network in the order in which they first
   want it, the lower process first among equals.  Pairs of processes on one
   node and pairs on two have networks of their own.  */

#ifndef PRAM_SIMULATE_H
#define PRAM_SIMULATE_H

#include "script.h"

struct pram_simulation
{
  double makespan;		/* s */
  int64_t n_events;		/* operations that were executed */
  double *finish;		/* by process: when it ends, s */
  double *start;		/* by executed operation, process by process,
				   s; null unless asked for */
};

/* Simulate a script, which must be good (pram_script_check), on MACHINE.
   STARTS: fill in START.  False after one PRAM_ERROR: processes wait for one
   another forever; it names one.  RESULT's arrays are in the arena.  */
bool pram_simulate (const struct pram_script *, const struct pram_logp *machine,
		    bool capacity, bool starts, struct pram_simulation *result,
		    struct pram_arena *, const struct pram_diag *);

#endif
