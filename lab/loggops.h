/* loggops.h: when scripts run in the model of LogGOPSim.

   SPDX-License-Identifier: GPL-3.0-or-later

   LogGOPS (Hoefler, Schneider and Lumsdaine) differs from the model of
   simulate.h.  Times are whole numbers (of ns).  For a message of k bytes:
     send   occupies its process for o + (k - 1) O; g + (k - 1) G from its
	    start to that of the next send; the message arrives o + L after
	    the start
     message  when it has arrived, it takes the receiver's time by itself, as
	    soon as the process is not busy and g + (k' - 1) G have passed
	    since the start of the last one, of k' bytes: o + (k - 1) max (O, G)
     recv   takes no time; it waits for its message to be done with
   A message of more than S bytes ends its send only when it has been received:
   the sender can go on then.  What happens at the same time happens in the
   order in which it was first foreseen; what one event makes possible, in the
   order of processes, in each sends first, then receives, then computations.
   (LogGOPSim sorts these with an unstable sort: with more than 16 operations
   that become possible at once its order, and so its times, may be others.)

   The models agree where messages have one byte and find their receiver
   waiting.  */

#ifndef PRAM_LOGGOPS_H
#define PRAM_LOGGOPS_H

#include "script.h"

struct pram_loggops
{
  int64_t L, o, g, G, O;
  int64_t S;			/* bytes of the largest eager message */
};

struct pram_loggops_simulation
{
  int64_t makespan;
  int64_t n_events;		/* operations, and messages */
  int64_t *finish;		/* by process */
};

/* Simulate SCRIPT, which must be good (pram_script_check); its costs are
   rounded to whole numbers.  False after one PRAM_ERROR: operations wait for
   one another forever.  RESULT's array is in the arena.  */
bool pram_loggops_simulate (const struct pram_script *,
			    const struct pram_loggops *,
			    struct pram_loggops_simulation *result,
			    struct pram_arena *, const struct pram_diag *);

#endif
