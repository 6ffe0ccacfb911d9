/* scheme-writes.h: writes whose place data choose, as conditions.

   SPDX-License-Identifier: Apache-2.0

   Internal to scheme.c.  */

#ifndef PRAM_SCHEME_WRITES_H
#define PRAM_SCHEME_WRITES_H

#include "prog/prog.h"

/* Let PROG, whose arrays have lengths, write nowhere where data say: each element of the
   array is written, or not.  */
void pram_scheme_spread_writes (struct pram_prog *prog);

#endif
