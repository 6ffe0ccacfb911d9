/* team.c: the processes that run a region, all of them or rank 0 alone.

   SPDX-License-Identifier: Apache-2.0

   Alone, rank 0 is rank 0 of one process: it runs the same compiled code in the
   user's arrays and needs neither messages nor the workers, which don't hear of
   it.  What is set up for a region depends on the number of processes, so the
   region has it twice.  */

#include "prt.h"

static struct
{
  int n_children, radix;
} all;				/* while rank 0 is alone */

/* REGION as rank 0 runs it alone.  */

struct prt_region *
prt_region_alone (struct prt_region *region)
{
  if (prt.all_procs == 1)
    return region;
  if (!region->alone)
    {
      region->alone = prt_alloc (1, sizeof *region->alone);
      region->alone->desc = region->desc;
      region->alone->index = region->index;
    }
  return region->alone;
}

/* From now on rank 0 is alone.  */

void
prt_team_alone (void)
{
  if (prt.all_procs == 1)
    return;
  all.n_children = prt.n_children;
  all.radix = prt.radix;
  prt.procs = 1;
  prt.n_children = 0;
  prt.radix = 0;
}

/* From now on it is not.  */

void
prt_team_all (void)
{
  if (prt.procs == prt.all_procs)
    return;
  prt.procs = prt.all_procs;
  prt.n_children = all.n_children;
  prt.radix = all.radix;
}
