/* guard.c: what is done when memory is exhausted.

   SPDX-License-Identifier: Apache-2.0  */

#include "guard.h"

#include <setjmp.h>
#include <stdlib.h>

struct guard
{
  jmp_buf place;
  struct guard *outer;
};

static _Thread_local struct guard *innermost;

_Noreturn void
pram_exhausted (void)
{
  if (innermost)
    longjmp (innermost->place, 1);
  abort ();
}

bool
pram_guard (void (*work) (void *data), void *data, int line,
	    const struct pram_diag *diag)
{
  struct guard guard = { .outer = innermost };
  bool exhausted = setjmp (guard.place) != 0;
  if (!exhausted)
    {
      innermost = &guard;
      work (data);
    }
  innermost = guard.outer;
  if (exhausted)
    pram_diag_report (diag, PRAM_REFUSAL, line,
		      "there is not enough memory to analyse it");
  return !exhausted;
}
