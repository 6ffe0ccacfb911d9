/* set-count.h: the sizes of sets that are programs.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_CORE_SET_COUNT_H
#define PRAM_CORE_SET_COUNT_H

#include <stdint.h>

/* How many numbers the program at PC enumerates (pram-sets.h), in ENV, which
   has PRAM_SET_MAX_VARS elements; those of loops are overwritten.  Of sets with
   very many rows of irregular lengths it is an estimate.  */
int64_t pram_set_count (const int64_t *pc, int64_t *env);

#endif
