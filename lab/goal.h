/* goal.h: scripts as GOAL text, the language of LogGOPSim.

   SPDX-License-Identifier: GPL-3.0-or-later

     num_ranks 2
     rank 0 {
     l0: calc 100
     l1: send 8b to 1 tag 0
     l1 requires l0
     }
     rank 1 {
     l0: recv 8b from 0 tag 0
     }

   `l1 requires l0': l1 waits for the end of l0; irequires: for its start.
   Comments are C's.  The k-th message sent from a rank to another with a tag is
   the k-th that is received there with it; those of one size are a channel
   (script.h).  Not accepted: -1 for any source or tag, and several CPUs or NICs
   in a rank.  */

#ifndef PRAM_GOAL_H
#define PRAM_GOAL_H

#include "script.h"

/* Read FILE; one unit of its calc operations takes UNIT seconds (GOAL means
   nanoseconds).  Operations keep the order of the file, except that each
   comes after all that it waits for.  If each of a rank's operations requires
   the one before, in all ranks, WAIT is null.  Null after one PRAM_ERROR that
   names the line.  The result satisfies pram_script_check.  */
struct pram_script *pram_goal_read (FILE *file, double unit,
				    struct pram_arena *,
				    const struct pram_diag *);

/* Write SCRIPT, repetitions written out, costs rounded to whole units; the
   tag of a message is the number of its channel.  */
void pram_goal_write (FILE *file, const struct pram_script *, double unit);

#endif
