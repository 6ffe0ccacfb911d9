/* effects.c: what process 0 does for the program as a whole.

   SPDX-License-Identifier: Apache-2.0

   The driver is about to call a function of the system's, which writes, or reads
   a clock.  What comes before in the program must be over by then, as the
   call may be in a layer that has been left for later.  */

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
