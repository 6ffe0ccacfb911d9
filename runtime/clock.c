/* clock.c: the time, and how much of it is communication.

   SPDX-License-Identifier: Apache-2.0  */

#include "prt.h"
#include <time.h>

double
prt_now (void)
{
  PRT_FLOATING_OWN;
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* What lies between these two is communication.  Pairs may be nested.  */

void
prt_comm_begin (void)
{
  if (prt.stats && prt.tally.comm_depth++ == 0)
    prt.tally.comm_since = prt_now ();
}

void
prt_comm_end (void)
{
  PRT_FLOATING_OWN;
  if (prt.stats && --prt.tally.comm_depth == 0)
    prt.tally.comm_seconds += prt_now () - prt.tally.comm_since;
}
