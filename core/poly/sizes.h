/* sizes.h: may what a program counts be counted with 64 bits?

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_SIZES_H
#define PRAM_SIZES_H

#include "prog/prog.h"

/* Do the places, counts and conditions of PROG fit, and what is computed of
   them?  False after one PRAM_REFUSAL.  */
bool pram_sizes_check (const struct pram_prog *prog,
		       const struct pram_diag *diag);

#endif
