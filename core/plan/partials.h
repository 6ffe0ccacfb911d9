/* partials.h: what the processes of a reduction send each other.

   SPDX-License-Identifier: Apache-2.0

   The leaves of a layer, one for each unit, are combined in the fixed binary
   tree over unit numbers, so that the result has the same bits on any number of
   processes (runtime/reduce.c).  What a process has are the roots of the
   maximal subtrees within the units that it knows of, its *partials*.

   Example: units 0 .. 7 on two processes, 0 .. 2 and 3 .. 7.  The first has
   {0,1} and {2}, the second {3} and {4 .. 7}: 32 bytes each.  */

#ifndef PRAM_PARTIALS_H
#define PRAM_PARTIALS_H

#include "plan.h"

enum { PRAM_VALUE_BYTES = 16 };	/* of a value, whatever its type */

/* The partials of units LO .. HI - 1 of a layer whose units are FIRST ..
   LAST.  */
int pram_partials_count (int64_t first, int64_t last, int64_t lo, int64_t hi);

/* Bytes that a process sends of the reductions of LAYER that knows of the units
   of the N processes from FROM on, modulo PROCS.  */
int32_t pram_partials_bytes (const struct pram_plan *,
			     const struct pram_plan_layer *layer, int from,
			     int n, int procs);
/* Bytes of their results; 0: there are none.  */
int32_t pram_partials_result (const struct pram_plan_layer *layer);

#endif
