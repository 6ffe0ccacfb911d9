/* timing-alike.h: makespans where all messages cost the same.

   SPDX-License-Identifier: GPL-3.0-or-later

   Internal to the timing of clusterings.  */

#ifndef PRAM_TIMING_ALIKE_H
#define PRAM_TIMING_ALIKE_H

#include "schedule.h"

/* Do all messages of the clustering cost the same?  (False also where so many
   may be in transit that remembering them takes too much memory.)  */
bool pram_timing_alike_p (const struct pram_clustering *,
			  const struct pram_logp *);

/* The makespan of such a clustering, s: what pram_schedule_build finds.  */
double pram_timing_alike (const struct pram_clustering *,
			  const struct pram_logp *);

#endif
