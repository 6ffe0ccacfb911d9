/* ending.c: layers in which a process comes to where the program ends.

   SPDX-License-Identifier: Apache-2.0

   It leaves the layer as it is.  When the others know of it all drivers return, and rank 0,
   which has kept what the region writes (entry.c), runs the original statement: that
   prints what is to be printed, and ends.  */

#include "prt.h"
#include <setjmp.h>

/* Where a layer's code is left to, or null.  */
static jmp_buf *left;

static int noted;		/* the line, or 0 */

void
prt_run_ending (const struct prt_call *call, int64_t lo, int64_t hi)
{
  jmp_buf here;
  left = &here;
  if (!setjmp (here))
    call->fn (call->frame, lo, hi, call->layer->at);
  left = NULL;
}

void
PRAM_ends (int32_t line)
{
  noted = line;
  longjmp (*left, 1);
}

/* LINE is not in a layer.  */

void
PRAM_end_in (int32_t line)
{
  noted = line;
}

int32_t
PRAM_ended (void)
{
  int line = noted;
  if (prt.procs > 1)
    MPI_Allreduce (MPI_IN_PLACE, &line, 1, MPI_INT, MPI_MAX, prt.comm);
  noted = line;
  return line;
}

/* All processes do this.  */

void
prt_find_vain (struct prt_region *region)
{
  if ((region->desc->traits & PRAM_COPIES_OUTSIDE) && !region->outside)
    region->outside = prt_workspace_outside ();
  if (region->desc->traits & PRAM_ENDS)
    region->ended = PRAM_ended ();
}

void
prt_ending_enter (void)
{
  noted = 0;
}
