/* timing-ahead.h: makespans without events for landings.

   SPDX-License-Identifier: Apache-2.0

   Internal to the timing of clusterings.  */

#ifndef PRAM_TIMING_AHEAD_H
#define PRAM_TIMING_AHEAD_H

#include "timing.h"

/* Set *MAKESPAN to that of the clustering, s: what pram_schedule_build finds.
   False if that can't be done here: messages don't cost the same, and some are
   in transit for no time, or only some have a gap; or so many may be in transit
   that remembering them takes too much memory.  */
bool pram_timing_ahead (const struct pram_clustering *,
			const struct pram_logp *, double *makespan);

#endif
