/* steady.c: reads in a loop that deposits in the same array.

   SPDX-License-Identifier: Apache-2.0

   They are done before the deposits, as if the same came of them in any order.  The
   driver looks whether that is so, when the region has begun.  If not, rank 0, which
   has kept what it had written until then (entry.c), runs the original statement.  */

#include "prt.h"

int32_t
PRAM_unsteady (int32_t line)
{
  /* One process deposits nothing, unless it is checked.  */
  if (prt.procs == 1 && !prt.checking)
    return 0;
  prt.current->unsteady = line;
  return 1;
}
