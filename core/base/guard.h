/* guard.h: what is done when memory is exhausted.

   SPDX-License-Identifier: Apache-2.0

   Functions that allocate memory (arena.h, alloc.h) can't fail.  Where there is
   none they give up what is being done: the innermost guarded work, which then
   ends with a refusal, or, outside of any, the process.  */

#ifndef PRAM_GUARD_H
#define PRAM_GUARD_H

#include <stdbool.h>

#include "diag.h"

/* There is no memory left.  */
_Noreturn void pram_exhausted (void);

/* Call WORK with DATA.  If memory is exhausted meanwhile, one PRAM_REFUSAL at
   LINE, and false: what WORK had allocated outside of arenas, isl's objects
   included, is lost then.  WORK must not call through functions that have to
   clean up.  */
bool pram_guard (void (*work) (void *data), void *data, int line,
		 const struct pram_diag *);

#endif
