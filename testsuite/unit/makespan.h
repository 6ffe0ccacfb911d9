/* makespan.h: how long schedules take that pass the checker.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef MAKESPAN_H
#define MAKESPAN_H

#include "support.h"
#include "arena-suite.h"

#include "lab/schedule-check.h"

/* The makespan of a schedule that passes the checker.  */
static double
makespan_of (const struct pram_clustering *clustering,
	     const struct pram_logp *machine)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  cr_assert (pram_clustering_check (clustering, &diag), "%s", heard.message);
  struct pram_schedule *schedule
    = pram_schedule_build (clustering, machine, arena);
  cr_assert (pram_schedule_check (schedule, &diag), "%s", heard.message);
  return schedule->makespan;
}

#endif
