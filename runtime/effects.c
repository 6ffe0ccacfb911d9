/* effects.c: what process 0 does for the program as a whole.

   SPDX-License-Identifier: Apache-2.0

   The driver is about to call a function of the system's, which writes, or reads
   a clock, or one of another file.  What comes before in the program must be over
   by then, as the call may be in a layer that has been left for later.

   A function of another file may call exit: then the other processes, which wait
   for it, end as well.  If it is left by longjmp they wait until the program
   ends; the thread counts as being inside of the region, so that others run
   serially.  */

#include "prt.h"

int32_t
PRAM_effect (void)
{
  struct prt_region *region = prt.current;
  if (region->n_chain)
    prt_sweep_flush (region);
  return prt.rank == 0;
}

void
PRAM_tell (void *value, int32_t size)
{
  if (prt.procs > 1)
    MPI_Bcast (value, size, MPI_BYTE, 0, prt.comm);
}

int32_t
PRAM_vain (void)
{
  struct prt_region *region = prt.current;
  prt_sweep_flush (region);
  prt_find_vain (region);
  return region->outside || region->ended;
}

int32_t
PRAM_foreign (void)
{
  int32_t here = PRAM_effect ();
  prt.abroad = here;
  return here;
}

/* What process 0 says is 0 if the program has ended instead (start.c).  */

void
PRAM_returned (void)
{
  int32_t on = 1;
  prt.abroad = false;
  if (prt.procs > 1)
    MPI_Bcast (&on, 1, MPI_INT32_T, 0, prt.comm);
  if (!on)
    prt_end_worker ();
}
