/* scheme-lengths.h: how many elements arrays are taken to have of which nobody knows
   how many there are.

   SPDX-License-Identifier: Apache-2.0

   Internal to scheme.c.  */

#ifndef PRAM_SCHEME_LENGTHS_H
#define PRAM_SCHEME_LENGTHS_H

#include "prog/prog.h"

/* Let all arrays of PROG have a length.  Returns the one that those get, in elements, of
   which data choose elements and that had none; 0 if there are none, or no length is to
   be had.  */
int64_t pram_scheme_set_lengths (struct pram_prog *prog);

#endif
